"""The event that a workbook keeps: what is typed there, and what the rule makes of it."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property

from xl_dipscore.board import SEATS
from xl_dipscore.cells.event import GivenEvent, read_problems
from xl_dipscore.cells.options import read_event_options
from xl_dipscore.errors import Fault, Faults, steady
from xl_dipscore.event import Game
from xl_dipscore.layout.boards import find_boards, unread_in
from xl_dipscore.layout.extract import Extract, extract
from xl_dipscore.layout.looked_at import looked_at
from xl_dipscore.layout.roster import roster_names
from xl_dipscore.layout.season import SeasonIn, circuit_in
from xl_dipscore.layout.setup import SYSTEM, Row, key_of, named
from xl_dipscore.layout.system import option_rows, system_of
from xl_dipscore.system import System, find
from xl_dipscore.tournament.games import event_of, rule_in
from xl_dipscore.tournament.problem import Problem, lines
from xl_dipscore.tournament.standings import Standings, standings
from xl_dipscore.xlsx.book import Book

SHOWN = 5
"""Of what is only to check."""


class NoSystem(Fault, remedy="Give the name Scoring_system to the cell with the system's key."):
    """{file} does not say which scoring system it has, so nobody knows the standings."""


class EventIn:
    """The event of a workbook; each part of it is read when it is first asked for.

    system: another one than the workbook's own, whose options then do not count.
    """

    def __init__(self, package: Book, system: System | None = None) -> None:
        self.package = package
        self._other = system

    @cached_property
    def called(self) -> str:
        """What names its system, on Setup or else in the formulas; nothing where nothing does."""
        return system_of(self.package)

    @cached_property
    def system(self) -> System:
        """Raises NoSystem and UnknownSystem."""
        if self._other is not None:
            return self._other
        if not self.called:
            raise NoSystem(file=self.package.name)
        return find(self.called)

    @cached_property
    def typed(self) -> list[Row]:
        """The rows of options that have a name."""
        own = self._other is None or key_of(self.called) == self._other.key
        return option_rows(self.package, own=own)

    @cached_property
    def found(self) -> Extract:
        """The games as they are typed. Raises NoGamesSheet, and Faults for a Map."""
        return extract(self.package)

    @cached_property
    def given(self) -> GivenEvent:
        """What the functions of an event take. Raises also Faults for an option that is none."""
        chosen = read_event_options(self.typed, self.system)
        self.system.accept(chosen.parameters)
        return GivenEvent(self.system, self.found.listed, chosen)

    @cached_property
    def table(self) -> Standings:
        """The standings by the rule. Raises Faults where there can be none."""
        return standings(*self.given.asked)

    def scores(self) -> Iterator[tuple[Game, Sequence[Fraction | None]]]:
        """Each board's scores by the rule, whatever is typed in place of one; None while nobody knows it."""
        system, _, _, parameters = self.given.asked
        event = event_of(*self.given.asked)
        for one in event.scored:
            if (board := one.game.board) is None:
                continue
            try:
                own, options = rule_in(system, event, one.game, parameters)
                points = own.so_far(board, **options)
            except Faults:
                continue
            yield one.game, [None if seat in points.untold else points.totals[seat] for seat in SEATS]

    @cached_property
    def problems(self) -> list[Problem]:
        """What looks wrong and nobody has looked at, the worst first; nothing in a workbook without a system.

        Nor in one without games, unless it has Setup: some only score a board here and there.
        """
        if not self.called:
            return []
        try:
            find_boards(self.package)
        except Faults as none:
            whole = named(self.package, SYSTEM) is not None
            return [Problem(fault, whole=True) for fault in none.faults if whole]
        roster = [[name] for name in roster_names(self.package)]
        found, _ = read_problems(self.called, lambda _: self.found.listed, self.typed, roster)
        for one in found:
            one.fault.place = one.fault.place.removeprefix(f"{self.package.name} ")
        looked = looked_at(self.package)
        return [one for one in found if one.rank == "wrong" or one.key not in looked]


@steady()
def problems_of(package: Book) -> tuple[str, ...]:
    """A line for each doubt and one for all; where a workbook does not name its scoring system, only for
    columns that nobody reads."""
    if circuit_in(package):
        return tuple(map(str, SeasonIn(package).problems))
    event = EventIn(package)
    return tuple(lines(event.problems, most=SHOWN) if event.called else map(str, unread_in(package)))
