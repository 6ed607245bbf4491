"""The event in a workbook: its typed cells, and the scores and standings that our rules compute from them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import chain

from xl_dipscore.errors import At, Doubt, Fault, Faults, group_by_key, join, without_cycle_collector
from xl_dipscore.rules.board import POWERS, SEATS
from xl_dipscore.rules.event.games import Game
from xl_dipscore.rules.event.progress import Progress
from xl_dipscore.rules.points import Points, as_double, text
from xl_dipscore.rules.system import System, find
from xl_dipscore.rules.tournament.games import event_of, system_and_options
from xl_dipscore.rules.tournament.problem import Problem, lines_of_problems, of_game, of_seat, worst_first
from xl_dipscore.rules.tournament.standings import standings
from xl_dipscore.rules.tournament.table import Standings
from xl_dipscore.sheets.calculate.block import agree
from xl_dipscore.sheets.xlsx.book import EditableBook
from xl_dipscore.sheets.xlsx.formula import Area, calls, position
from xl_dipscore.tables.cells.columns import SCORED, TYPED_ORDER
from xl_dipscore.tables.cells.event import GivenEvent, read_problems
from xl_dipscore.tables.cells.event_options import read_event_options
from xl_dipscore.tables.cells.games import ErrorInCell, GameList
from xl_dipscore.tables.cells.languages import Word
from xl_dipscore.tables.cells.values import is_blank, quote_value
from xl_dipscore.workbooks.layout.compared import UnknownCompared, faults_of_compared
from xl_dipscore.workbooks.layout.extract import Extract, NoValueYet, extract
from xl_dipscore.workbooks.layout.games import GamesSheet, NoGamesSheet
from xl_dipscore.workbooks.layout.looked_at import read_ok_marks
from xl_dipscore.workbooks.layout.opened import Opened
from xl_dipscore.workbooks.layout.ours import OURS
from xl_dipscore.workbooks.layout.season import SeasonIn
from xl_dipscore.workbooks.layout.secrecy import read_scores_setting
from xl_dipscore.workbooks.layout.setup import COMPARED, SYSTEM, Row, key_of
from xl_dipscore.workbooks.layout.single_cells import single_cells
from xl_dipscore.workbooks.layout.title import event_title
from xl_dipscore.workbooks.layout.without_result import (
    CannotCompare,
    FormulaShowsError,
    formulas_without_result,
    not_in_standings,
    scored_but_not_read,
    scores_of_others,
    without_formulas,
)

SHOWN = 5
"""The most doubts and notes that are listed. Problems with the rank `wrong` are all listed."""


class NoSystem(Fault, remedy="Type the system's key into a cell, and name that cell Scoring_system."):
    """{file} names no scoring system, so there are no standings."""


class SeveralSystems(NoSystem):
    """Boards are scored by {systems}: which system is the event's?"""


class TypedOver(Doubt, remedy="Copy the formula from another row; type a score of your own under Override."):
    """{power} shows {typed}, typed over the formula of {heading}; the standings count {computed}."""


class NoFormulaLeft(Doubt, remedy="Copy the formula from another row."):
    """{heading} is blank for {powers}: the formula is missing."""

    def __init__(self, field: str, seats: Sequence[int], heading: str) -> None:
        self.without = seats
        seat = seats[0] if len(seats) == 1 else None
        super().__init__(seat=seat, field=field, powers=join(POWERS[n] for n in seats), heading=heading)

    @property
    def seats(self) -> Sequence[int]:
        return self.without


class EventIn(Opened):
    """The event of a workbook. Each part is read when the part is first needed.

    system: replaces the workbook's system. If the two differ, options of the workbook's system are ignored.
    """

    def __init__(self, book: EditableBook, system: System | None = None) -> None:
        super().__init__(book)
        self._other = system

    def anew(self) -> "EventIn":
        return EventIn(self.book, self._other)

    @property
    def title(self) -> str:
        """The event's name on Setup or above the games; empty if the workbook has none."""
        return event_title(self.setup, self.sheets)

    @property
    def system_name(self) -> str:
        return self.scoring.system_name

    @cached_property
    def system(self) -> System:
        """The system of the event. Raises NoSystem and UnknownSystem."""
        if self._other is not None:
            return self._other
        if not self.system_name:
            if by_system := self.scoring.calls:
                *_, (other, *_) = by_system.values()
                alone = " with options of their own" if len(by_system) == 1 else ""
                systems = f"{join(by_system, last='and by')}{alone}"
                raise SeveralSystems(systems=systems).locate([other.at])
            raise NoSystem(file=self.book.name)
        return find(self.system_name)

    @cached_property
    def typed_option_rows(self) -> list[Row]:
        own = self._other is None or key_of(self.system_name) == self._other.key
        return self.scoring.option_rows(own=own)

    @cached_property
    def game_extract(self) -> Extract:
        """The typed games. Raises NoGamesSheet and Faults as `Boards.check`."""
        return extract(self)

    @cached_property
    def given_event(self) -> GivenEvent:
        """System, games and options. Raises as `system` and `game_extract`; Faults for unknown options."""
        chosen = read_event_options(self.typed_option_rows, self.system)
        self.system.accept(chosen.parameters)
        return GivenEvent(self.system, self.game_extract.game_list, chosen)

    @cached_property
    def progress(self) -> Progress:
        """How much of the event is played, judged by the results alone if system or options are unknown.

        Raises as `game_extract`.
        """
        listed = self.game_extract.game_list
        with suppress(Faults):
            return self.system.progress(listed.of_event(self.given_event.chosen.settings), listed.games)
        return Progress(listed.of_event(), listed.games)

    @cached_property
    def table(self) -> Standings:
        """The standings as our rules compute them. Raises Faults if they cannot be computed."""
        return standings(*self.given_event.call_arguments)

    def points(self) -> Iterator[tuple[Game, Points]]:
        """The points of each game by line of the rule, without typed scores. Skips games with faults."""
        system, _, _, parameters = self.given_event.call_arguments
        event = event_of(*self.given_event.call_arguments)
        for one in event.scored:
            if (board := one.game.board) is None:
                continue
            try:
                own, options = system_and_options(system, event, one.game, parameters)
                yield one.game, own.so_far(board, **options)
            except Faults:
                continue

    def scores(self) -> Iterator[tuple[Game, Sequence[Fraction | None]]]:
        """The scores of each game as `points` computes them; None for a score that is not known yet."""
        for game, points in self.points():
            yield game, [None if seat in points.untold else points.totals[seat] for seat in SEATS]

    def scores_on(self, home: GamesSheet) -> Mapping[Word, Mapping[int, tuple[Game, int, Fraction | None]]]:
        """For the columns `score` and `counts` of a sheet: by row, the game, the seat and the exact value."""
        exact: dict[Word, dict[int, tuple[Game, int, Fraction | None]]] = {"score": {}, "counts": {}}
        for game, scores in self.scores():
            if game.place.source != f"{self.book.name} {home.name}":
                continue
            for seat, (score, its) in enumerate(zip(scores, game.seats, strict=True)):
                if (row := game.place.rows[seat]) is not None:
                    exact["score"][row] = game, seat, score
                    exact["counts"][row] = game, seat, score if its.override is None else its.override
        return exact

    def _find_overwritten_scores(self) -> Iterator[Problem]:
        """Report scores without a formula in a column with formulas. Raises as `given_event`."""
        for home in self.sheets:
            for word in SCORED & home.columns.keys():
                rows = [row for row in home.rows if not home.is_computed(row, home.columns[word])]
                if rows and len(rows) < len(home.rows):
                    yield from self._without_formula(home, word, rows)

    def _without_formula(self, home: GamesSheet, word: Word, rows: Iterable[int]) -> Iterator[Problem]:
        """Report rows that are blank, or show a typed score that differs from ours."""
        exact, heading = self.scores_on(home)[word], str(word).capitalize()
        blank: list[tuple[int, tuple[Game, int, At]]] = []
        for row in filter(exact.__contains__, rows):
            game, seat, score = exact[row]
            typed, at = home.value(row, word), (home.name, row, home.columns[word])
            if score is not None and is_blank(typed):
                blank.append((id(game), (game, seat, at)))
            elif score is not None and not agree(typed, as_double(score)):
                facts = {"typed": quote_value(typed), "heading": heading}
                found = of_seat(game, seat, TypedOver, str(word), computed=text(score), **facts)
                found.fault.locate([at])
                yield found
        for its in group_by_key(blank).values():
            games, seats, cells = zip(*its, strict=True)
            found = of_game(games[0], NoFormulaLeft(str(word), seats, heading))
            found.fault.locate([*cells])
            yield found

    @cached_property
    def problems(self) -> list[Problem]:
        """Problems, the worst first, each with its cell. The director's `ok` hides doubts and notes.

        Without games and without Setup the formulas of ours are checked: some workbooks score a few boards.
        """
        found = [*self._find_problems()]
        for one in found:
            one.fault.place = one.fault.place.removeprefix(f"{self.book.name} ")
            one.fault.cells = one.fault.cells or [self._cell(one.fault)]
        looked = read_ok_marks(self.setup)
        return [one for one in found if one.rank == "wrong" or one.key not in looked]

    @cached_property
    def season(self) -> SeasonIn:
        """The season in a workbook with a circuit. Raises NoSeasonTable and UnknownCircuit."""
        return SeasonIn(self.setup)

    @property
    @without_cycle_collector("Looking for problems")
    def problem_lines(self) -> tuple[str, ...]:
        """The problems as lines, with up to SHOWN doubts and notes; without a system, only a few kinds."""
        if self.circuit:
            return tuple(map(str, self.season.problems))
        if not self.system_name:
            return tuple(map(str, (*self.unread, *scores_of_others(self.scoring.scores_of_others))))
        # A command that computes reports such cells itself; before it has, their values may be old.
        shown = (CannotCompare, FormulaShowsError)
        found = [one for one in self.problems if not isinstance(one.fault, shown)]
        return tuple(lines_of_problems(found, most=SHOWN))

    def _find_problems(self) -> Sequence[Problem]:
        try:
            self.boards.check()
        except Faults as none:
            known = self.setup.area(SYSTEM) is not None
            serious = (one for one in none.faults if known or type(one) is not NoGamesSheet)
            found = [Problem(fault, whole=True) for fault in serious]
            found = found or [*map(Problem, self._find_unread_formulas())]
            return found or [Problem(fault, whole=True) for fault in none.faults]
        roster = [[name] for name in self.players]
        found, _ = read_problems(
            lambda: self.system, lambda _: self._games_with_own_systems(), self.typed_option_rows, roster
        )
        homes = self.boards.sound.sheets
        left_out = [*not_in_standings(homes, self.scoring.standings)]
        left_out += without_formulas(homes) if self.setup.plain else ()
        found += [Problem(fault, whole=True) for fault in left_out]
        found += map(Problem, scores_of_others(self.scoring.scores_of_others))
        alone = [*single_cells(self.book)]
        theirs = {at for fault in (*alone, *left_out) for at in fault.cells}
        with suppress(Faults):
            scores = self._find_overwritten_scores()
            found += (one for one in scores if not theirs.issuperset(one.fault.cells))
        found += map(Problem, alone)
        found += map(Problem, read_scores_setting(self.setup).faults())
        found += map(Problem, faults_of_compared(self.setup))
        texts = {str(one.fault) for one in found}
        found += [Problem(fault) for fault in self.game_extract.faults if str(fault) not in texts]
        found = [*self._without_echoes(found)]
        if not any(one.rank == "wrong" for one in found):
            found += map(Problem, self._find_unread_formulas())
        return worst_first(found)

    def _find_unread_formulas(self) -> Iterator[Fault]:
        """Faults for formulas of ours without a result, or else for formulas that score no board we read."""
        on_setup = self.setup.area(COMPARED) is not None
        shown = [
            one
            for one in formulas_without_result(self.book)
            if not (on_setup and isinstance(one, UnknownCompared))  # the cell of Setup is reported
        ]
        yield from shown
        if any(fault.rank == "wrong" for fault in shown):
            return
        calls_ = chain.from_iterable(self.scoring.calls.values())
        scored = ((call.at, area) for call in calls_ for area in call.counts)
        there = self.boards.sound
        words = {word: None for home in there.sheets for word in home.columns}
        words |= {word: None for board in (*there.own, *there.unsure) for word in board.places}
        cells = (board.cells(word) for board in (*there.slots, *there.unsure) for word in words)
        yield from scored_but_not_read(self.book, scored, chain.from_iterable(cells))

    def _games_with_own_systems(self) -> GameList:
        """The games. If the workbook names no system, each game has the system of its formula for scores."""
        listed = self.game_extract.game_list
        if self.system_name or self._other is not None:
            return listed
        calls = [(key, one) for key, its in self.scoring.calls.items() for one in its]
        areas = [(area, key) for key, one in calls for area in one.counts]
        return replace(listed, games=tuple(_by_its_formula(game, areas) for game in listed.games))

    def _without_echoes(self, found: Sequence[Problem]) -> Sequence[Problem]:
        """Drop errors in cells of our formulas, if another problem is `wrong`: it may cause these errors."""
        others = [one for one in found if not self._is_echo(one.fault)]
        return others if any(one.rank == "wrong" for one in others) else found

    def _is_echo(self, fault: Fault) -> bool:
        if not isinstance(fault, ErrorInCell | NoValueYet) or not fault.cells:
            return False
        sheet, *place = fault.cells[0]
        at, cells = (place[0], place[1]), self.book.sheet(sheet).cells
        its = (cell for where, cell in cells.items() if where == at or (cell.area and cell.area.contains(at)))
        return any(calls(cell.formula, OURS) for cell in its)

    def _cell(self, fault: Fault) -> At:
        """The cell of a fault of the whole event: of the option, else the system, else the first board."""
        if fault.field and (option := self.setup.option_cell(fault.field)) is not None:
            return option[0], *position(option[1])
        if (area := self.setup.area(SYSTEM)) is not None:
            return area.sheet, area.top, area.left
        boards = self.boards.slots
        its = chain.from_iterable(board.cells(word) for board in boards for word in TYPED_ORDER)
        return next(its, (self.book.sheet_names[0], 1, 1))


def _by_its_formula(game: Game, areas: Iterable[tuple[Area, str]]) -> Game:
    cells = [at for row in game.place.cells for at in row.values()]
    keys = (key for area, key in areas if any(at[0] == area.sheet and area.contains(at[1:]) for at in cells))
    return replace(game, system=game.system or next(keys, ""))
