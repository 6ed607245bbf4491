"""An event as it is typed in a workbook, and as the rule scores it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from xl_dipscore.board import End
from xl_dipscore.calculate.reader import Reader
from xl_dipscore.cells import EventOptions, GameList, is_blank, read_event_options
from xl_dipscore.errors import Fault, Faults
from xl_dipscore.event import Round, Scored, rounds_of
from xl_dipscore.functions import FUNCTIONS
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
from xl_dipscore.workbook.layout.boards import check_listed
from xl_dipscore.workbook.layout.games import find_games
from xl_dipscore.workbook.layout.setup import (
    EVENT_OPTIONS,
    OPTIONS,
    SYSTEM,
    YEAR,
    typed_options,
    value_of,
)
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
        self.listed = GameList(
            tuple(self.found.games),
            tuple(self.found.strays),
            self.found.waiting,
            tuple(self.found.to_come),
        )
        self.scores = Scores.of(package)

    @cached_property
    def typed(self) -> list[list[CellValue]]:
        """The rows of Setup's options that have a name."""
        event, own = (typed_options(self.package, name) or {} for name in (EVENT_OPTIONS, OPTIONS))
        return [*event.values(), *own.values()]

    @cached_property
    def chosen(self) -> EventOptions | None:
        """The options; None where one is none, and without a system."""
        if self.system is None:
            return None
        try:
            chosen = read_event_options(self.typed, self.system)
            self.system.accept(chosen.parameters)
        except Faults:
            return None
        return replace(chosen, settings=self.listed.of_event(chosen.settings))

    @property
    def options(self) -> Mapping[str, object]:
        return NO_OPTIONS if self.chosen is None else self.chosen.parameters

    @cached_property
    def table(self) -> Standings | None:
        """The standings by the rule; None where there can be none."""
        if self.system is None or self.chosen is None or not self.listed.games:
            return None
        try:
            return standings(self.system, self.listed.games, self.chosen.settings, self.options)
        except Faults:
            return None

    @cached_property
    def scored(self) -> Sequence[Scored]:
        """The games, with scores where the rule has some."""
        if self.table is not None:
            return self.table.scored
        if self.system is not None and self.chosen is not None:
            try:
                return scored_event(self.system, self.listed.games, self.chosen.settings, self.options)
            except Faults:
                pass
        return [Scored(game, None, game.faults, game.board) for game in self.listed.games]

    @cached_property
    def rows(self) -> Mapping[str, Standing]:
        return {} if self.table is None else {row.player: row for row in self.table}

    @cached_property
    def teams(self) -> TeamTable | None:
        named = any(seat.team for game in self.listed.games for seat in game.seats)
        if not named or self.table is None or self.system is None or self.chosen is None:
            return None
        try:
            return team_table(
                self.system, self.listed.games, self.chosen.settings, self.options, table=self.table
            )
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
    """The system of Setup, or the one that all formulas beside boards call; or why there is none."""
    typed = value_of(package, SYSTEM)
    if not is_blank(typed):
        try:
            return find(str(typed)), ""
        except Fault as unknown:
            return None, str(unknown)
    called = set(_called(package))
    if len(called) == 1:
        try:
            return find(called.pop()), ""
        except Fault as unknown:
            return None, str(unknown)
    return None, "The workbook does not name its scoring system."


def _called(package: Package) -> Iterator[str]:
    """The systems whose functions the formulas of Score call."""
    ours = {function.name for function in FUNCTIONS if function.name.endswith("_SCORE")} - {"DIP_SCORE"}
    reader = Reader(package.sheet_names, package.defined_names, package.tables, ours)
    for home in find_games(package):
        column = home.columns.get("score")
        if column is None:
            continue
        for row in home.rows:
            cell = home.sheet.cells.get((row, column))
            if cell is not None and "_SCORE" in cell.formula.upper():
                reading = reader.read(cell.formula, home.name, cell.row, cell.column)
                yield from (name.removesuffix("_SCORE") for name in reading.functions & ours)
