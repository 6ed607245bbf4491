"""An event as typed in a workbook, and as scored by the rule."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import TypeVar

from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import SEATS
from xl_dipscore.rules.event.games import Round, rounds_of
from xl_dipscore.rules.event.progress import Progress
from xl_dipscore.rules.event.scored import Scored
from xl_dipscore.rules.points import as_double
from xl_dipscore.rules.system import System
from xl_dipscore.rules.tournament.games import NO_OPTIONS
from xl_dipscore.rules.tournament.standings import scored_event
from xl_dipscore.rules.tournament.table import Standing, Standings
from xl_dipscore.rules.tournament.teams import TeamTable, team_table
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.tables.cells.columns import SCORED
from xl_dipscore.tables.cells.event import GivenEvent
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.identity import Identity
from xl_dipscore.workbooks.publish.stored import (
    StoredTable,
    decimals_of,
    number_in,
    stored_standings,
    to_stored_table,
)

T = TypeVar("T")


class ReadEvent:
    def __init__(self, event: EventIn) -> None:
        """Raises NoGamesSheet."""
        self.workbook = event
        event.boards.check_listed()
        self._sheets = {f"{event.book.name} {sheet.name}": sheet for sheet in event.check_sheets()}
        self.listed = self.workbook.game_extract.game_list

    @property
    def identity(self) -> Identity:
        people = self.workbook.any_roster
        players = () if people is None else people.rows_by_name
        return Identity.of_event(self.workbook.setup, self.listed.games, self.listed.to_come, players)

    @cached_property
    def system(self) -> System | None:
        return _if_any(lambda: self.workbook.system)

    @cached_property
    def event(self) -> GivenEvent | None:
        """The event to score; None without a system, or if an option of the event is invalid."""
        return _if_any(lambda: self.workbook.given_event)

    @property
    def options(self) -> Mapping[str, object]:
        return NO_OPTIONS if self.event is None else self.event.chosen.parameters

    @cached_property
    def table(self) -> Standings | None:
        """The standings by the rule; None without games, or if the standings cannot be made."""
        return _if_any(lambda: self.workbook.table) if self.listed.games else None

    @cached_property
    def scored(self) -> Sequence[Scored]:
        """The games with the scores by the rule; all without scores if the event cannot be scored."""
        if self.table is not None:
            return self.table.scored
        event = self.event
        scored = None if event is None else _if_any(lambda: scored_event(*event.call_arguments))
        return scored or [Scored(game, None, game.faults, game.board) for game in self.listed.games]

    @cached_property
    def rows(self) -> Mapping[str, Standing]:
        return {} if self.table is None else {row.player: row for row in self.table}

    @cached_property
    def teams(self) -> TeamTable | None:
        event, table = self.event, self.table
        if table is None or event is None or not event.has_teams:
            return None
        return _if_any(lambda: team_table(*event.call_arguments, table=table))

    @cached_property
    def last_round(self) -> Round | None:
        """The last round with results."""
        rounds = rounds_of(self.listed.games)
        return rounds[-1] if rounds else None

    def typed_cell(self, one: Scored, seat: int, word: str) -> CellValue:
        sheet, row = self._sheets.get(one.game.place.source), one.game.place.rows[seat]
        return None if sheet is None or row is None else sheet.value(row, word)

    def counted_value(self, one: Scored, seat: int) -> CellValue:
        """The value of a seat's cell in the column Counts, or in Score if Counts is blank.

        If no games list has the column Counts or Score: the score by the rule.
        """
        if any(SCORED & sheet.columns.keys() for sheet in self._sheets.values()):
            counts = self.typed_cell(one, seat, "counts")
            return self.typed_cell(one, seat, "score") if is_blank(counts) else counts
        score = one.scores[seat] if one.scores is not None else None
        return None if score is None else as_double(score)

    @cached_property
    def shown_standings(self) -> StoredTable | None:
        """The standings that the workbook shows, or else the standings by the rule."""
        tiebreaks = () if self.table is None else self.table.tiebreaks
        found = stored_standings(self.workbook.standings_shown, tiebreaks)
        if found is None:
            return None if self.table is None else to_stored_table(self.table)
        # With a single round, the round's column would repeat the totals.
        return replace(found, rounds=()) if len(found.rounds) == 1 else found

    @cached_property
    def decimals(self) -> int:
        """The number of decimals for scores and totals."""
        cells = [self.counted_value(one, seat) for one in self.scored for seat in SEATS]
        if (table := self.shown_standings) is not None:
            cells += [row.total for row in table.rows]
            cells += chain.from_iterable(row.rounds.values() for row in table.rows)
        return decimals_of(number for cell in cells if (number := number_in(cell)) is not None)

    @cached_property
    def progress(self) -> Progress:
        return replace(self.workbook.progress, games=[one.game for one in self.scored])

    @cached_property
    def open(self) -> Sequence[Scored]:
        """The boards that are still in play."""
        return [one for one in self.scored if one.game in self.progress.in_play]


def _if_any(read: Callable[[], T]) -> T | None:
    try:
        return read()
    except Faults:
        return None
