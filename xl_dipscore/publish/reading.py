"""An event as it is typed in a workbook, and as the rule scores it."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from xl_dipscore.board import End
from xl_dipscore.cells import GivenEvent, is_blank, read_event_options
from xl_dipscore.errors import Fault, Faults
from xl_dipscore.event import Round, Scored, rounds_of
from xl_dipscore.layout.boards import check_listed
from xl_dipscore.layout.games import find_games
from xl_dipscore.layout.setup import YEAR, value_of
from xl_dipscore.layout.system import option_rows, system_of
from xl_dipscore.points import as_double
from xl_dipscore.publish.stored import Scores, number_in
from xl_dipscore.system import System, find
from xl_dipscore.tournament import (
    NO_OPTIONS,
    Standing,
    Standings,
    TeamTable,
    scored_event,
    standings,
    team_table,
)
from xl_dipscore.workbook.extract import extract
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.sheet import CellValue


class Read:
    """An event as it is typed in a workbook, and as the rule scores it."""

    def __init__(self, package: Package) -> None:
        """Raises NoGamesSheet."""
        self.package = package
        check_listed(package)
        find_games(package)
        self.found = extract(package)
        self.system, self.unknown = _system(package)
        self.listed = self.found.listed
        self.scores = Scores.of(package)

    @cached_property
    def typed(self) -> list[list[CellValue]]:
        """The rows of options that have a name."""
        return option_rows(self.package)

    @cached_property
    def event(self) -> GivenEvent | None:
        """The event to score; None where one of its options is none, and without a system."""
        if self.system is None:
            return None
        try:
            chosen = read_event_options(self.typed, self.system)
            self.system.accept(chosen.parameters)
        except Faults:
            return None
        return GivenEvent(self.system, self.listed, chosen)

    @property
    def options(self) -> Mapping[str, object]:
        return NO_OPTIONS if self.event is None else self.event.chosen.parameters

    @cached_property
    def table(self) -> Standings | None:
        """The standings by the rule; None where there can be none."""
        if self.event is None or not self.listed.games:
            return None
        try:
            return standings(*self.event.asked)
        except Faults:
            return None

    @cached_property
    def scored(self) -> Sequence[Scored]:
        """The games, with scores where the rule has some."""
        if self.table is not None:
            return self.table.scored
        if self.event is not None:
            try:
                return scored_event(*self.event.asked)
            except Faults:
                pass
        return [Scored(game, None, game.faults, game.board) for game in self.listed.games]

    @cached_property
    def rows(self) -> Mapping[str, Standing]:
        return {} if self.table is None else {row.player: row for row in self.table}

    @cached_property
    def teams(self) -> TeamTable | None:
        if self.table is None or self.event is None or not self.event.has_teams:
            return None
        try:
            return team_table(*self.event.asked, table=self.table)
        except Faults:
            return None

    @cached_property
    def last_round(self) -> Round | None:
        """The last one with results."""
        rounds = rounds_of(self.listed.games)
        return rounds[-1] if rounds else None

    def stored(self, one: Scored, seat: int) -> CellValue:
        """The score in the workbook's cell, or the rule's where it has no such column."""
        if self.scores.there:
            return self.scores.score(one.game.place.source, one.game.place.rows[seat])
        score = one.scores[seat] if one.scores is not None else None
        return None if score is None else as_double(score)

    def in_play(self, one: Scored) -> bool:
        """Has a board counts and no end? Then nothing says how it ended, nor that its last year is over.

        A board of an earlier round is over, and so is one with a mark, a soloist, or a last year, beside it
        or on Setup; but a centre chart that has not come to the year on Setup is still kept.
        """
        board = one.board or one.game.board
        if board is None or one.game.round != self.last_round or board.ending.end is not End.CLOCK:
            return False
        place = one.game.place
        if any(not is_blank(self.scores.value(place.source, row, "year")) for row in place.rows):
            return False
        over = number_in(value_of(self.package, YEAR))
        return over is None or bool(board.chart and board.chart[-1][0] < over)


def _system(package: Package) -> tuple[System | None, str]:
    """The system of the event; or why there is none."""
    called = system_of(package)
    if not called:
        return None, "The workbook does not name its scoring system."
    try:
        return find(called), ""
    except Fault as unknown:
        return None, str(unknown)
