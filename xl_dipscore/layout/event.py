"""The event that a workbook keeps: what is typed there, and what the rule makes of it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property

from xl_dipscore.board import SEATS
from xl_dipscore.calculate.vouch import agree
from xl_dipscore.cells.columns import SCORED
from xl_dipscore.cells.event import GivenEvent, read_problems
from xl_dipscore.cells.languages import Word
from xl_dipscore.cells.options import read_event_options
from xl_dipscore.cells.values import shown
from xl_dipscore.errors import Doubt, Fault, Faults, steady
from xl_dipscore.event import Game
from xl_dipscore.layout.boards import find_boards, unread_in
from xl_dipscore.layout.extract import Extract, extract
from xl_dipscore.layout.games import GamesSheet, games_if_any
from xl_dipscore.layout.looked_at import looked_at
from xl_dipscore.layout.roster import roster_names
from xl_dipscore.layout.season import SeasonIn, circuit_in
from xl_dipscore.layout.setup import SYSTEM, Row, key_of, named
from xl_dipscore.layout.system import option_rows, system_of
from xl_dipscore.points import as_double, text
from xl_dipscore.system import System, find
from xl_dipscore.tournament.games import event_of, rule_in
from xl_dipscore.tournament.problem import Problem, lines, of_seat, worst_first
from xl_dipscore.tournament.standings import Standings, standings
from xl_dipscore.xlsx.book import Book

SHOWN = 5
"""Of what is only to check."""


class NoSystem(Fault, remedy="Give the name Scoring_system to the cell with the system's key."):
    """{file} does not say which scoring system it has, so nobody knows the standings."""


class TypedOver(Doubt, remedy="Copy the formula of another row; a score of yours belongs under Override."):
    """{power} shows {typed}, typed over the formula of {heading}; the event counts {computed}."""


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

    def scores_on(self, home: GamesSheet) -> Mapping[Word, Mapping[int, tuple[Game, int, Fraction | None]]]:
        """By the rows of Score and of Counts: the game and the seat there, and what is exact."""
        exact: dict[Word, dict[int, tuple[Game, int, Fraction | None]]] = {"score": {}, "counts": {}}
        for game, scores in self.scores():
            if game.place.source != f"{self.package.name} {home.name}":
                continue
            for seat, (score, its) in enumerate(zip(scores, game.seats, strict=True)):
                if (row := game.place.rows[seat]) is not None:
                    exact["score"][row] = game, seat, score
                    exact["counts"][row] = game, seat, score if its.override is None else its.override
        return exact

    def _typed_over(self) -> Iterator[Problem]:
        """Numbers in the place of formulas that other rows still have. Raises Faults as `scores`."""
        for home in games_if_any(self.package):
            for word in SCORED & home.columns.keys():
                formulas = {row for row in home.rows if home.is_computed(row, home.columns[word])}
                typed = {row: value for row in home.rows if (value := home.value(row, word)) is not None}
                rows = sorted(typed.keys() - formulas) if formulas else []
                exact = self.scores_on(home)[word] if rows else {}
                for row in filter(exact.__contains__, rows):
                    game, seat, score = exact[row]
                    if score is not None and not agree(typed[row], as_double(score)):
                        facts = {"typed": shown(typed[row]), "heading": str(word).capitalize()}
                        yield of_seat(game, seat, TypedOver, str(word), computed=text(score), **facts)

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
        with suppress(Faults):
            found = worst_first([*found, *self._typed_over()])
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
