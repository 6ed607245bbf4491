"""The worksheet functions, each declared once. No host in sight.

`call` takes raw cell values, a scalar or rows of cells each, None where an argument is omitted; errors
come in as their marks ("#N/A"). It returns a scalar or rows of cells, and never raises for bad input.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, wraps
from itertools import chain
from typing import Any, NamedTuple

from xl_dipscore import __version__
from xl_dipscore.board import POWERS, Board
from xl_dipscore.cells.boards import Entry, read_boards
from xl_dipscore.cells.event import GivenEvent, read_problems
from xl_dipscore.cells.games import GameList, read_games
from xl_dipscore.cells.languages import letters_in
from xl_dipscore.cells.options import BoardOptions, read_event_options, read_options, read_size, read_systems
from xl_dipscore.cells.roster import EmptyRoster, read_roster
from xl_dipscore.cells.rows import NoBoardGiven, check_alone, has_rows, read_rows, rows_shape, with_facts
from xl_dipscore.cells.seats import read_seat_options, read_seats
from xl_dipscore.cells.values import (
    Block,
    Cell,
    block,
    error_in,
    in_a_line,
    is_blank,
    is_omitted,
    number,
    power,
    reshaped,
    shown,
    size,
    worded,
)
from xl_dipscore.errors import NA, NUM, VALUE, Fault, Faults, join, steady
from xl_dipscore.event.event import Event
from xl_dipscore.event.tiebreak import Values, value_of
from xl_dipscore.event.typed import same_person
from xl_dipscore.points import Line, Points, as_double, text
from xl_dipscore.seating.people import Player
from xl_dipscore.system import EachCount, EachPlayer, OfEvent, System, by_family, find, systems
from xl_dipscore.tournament.awards import award_table
from xl_dipscore.tournament.combine import Rule, own_rule, rule_of, total_of
from xl_dipscore.tournament.compare import USUAL_RIVALS, side_by_side
from xl_dipscore.tournament.explain import NoSuchPlayer, explain_total
from xl_dipscore.tournament.games import event_of
from xl_dipscore.tournament.problem import HEADER
from xl_dipscore.tournament.seats import Checked, check_seats, told
from xl_dipscore.tournament.standings import scored_event, standings
from xl_dipscore.tournament.table import Standings
from xl_dipscore.tournament.teams import team_table

VERSION = __version__

EQUAL_WITHIN = 1e-9
"""Totals nearer than this are equal: other programs' sums differ in the last digits."""


@dataclass(frozen=True)
class Argument:
    """One argument of a worksheet function. The help is what a function wizard shows."""

    name: str
    help: str
    optional: bool = False


@dataclass(frozen=True)
class Function:
    """One worksheet function, for every host."""

    name: str
    help: str
    arguments: tuple[Argument, ...]
    call: Callable[..., Cell]


class NotARow(Fault):
    """{value} is not the number of a row; leave it out, or give ROW() of the board's first row."""


class SeveralBoards(Fault):
    """Only one board can be explained at a time; {count} are given."""


SYSTEM = Argument("system", "The scoring system's key, such as DCC; see DIP_SYSTEMS()")
BOARD = (
    Argument(
        "centres",
        "Final centre counts, Austria to Turkey: 7 cells, or one board a row (not with Power in headings). "
        "Before Excel 365 and in LibreOffice: select the cells of all scores, then press Ctrl+Shift+Enter",
        optional=True,
    ),
    Argument("draw", "Marks (x) for the powers in the draw, in the shape of centres", optional=True),
    Argument("eliminated", "Years in which powers were eliminated, in the shape of centres", optional=True),
    Argument("year", "The last completed game year: one cell, or one for each board", optional=True),
    Argument("options", "A block: option names in the first column, values beside them", optional=True),
    Argument(
        "headings",
        "The headings over facts: Docked, New player, 1901 ...; with Power, those of a board's rows on Games",
        optional=True,
    ),
    Argument(
        "facts",
        "The facts of one board, seven cells for each heading; with Power among them, its rows in any order",
        optional=True,
    ),
)
ROW = Argument(
    "row", "The number of the board's first row, by which sentences call it: ROW(A2)", optional=True
)

_declared: list[Function] = []


def function(name: str, *arguments: Argument) -> Callable[[Callable[..., Cell]], Callable[..., Cell]]:
    """Declare the decorated function as a worksheet function; its docstring's first paragraph is the help."""

    def declare(call: Callable[..., Cell]) -> Callable[..., Cell]:
        _declared.append(Function(name, _help(call), arguments, call))
        return call

    return declare


def _help(declared: Callable[..., object]) -> str:
    """A docstring's first paragraph."""
    return " ".join((declared.__doc__ or "").split("\n\n")[0].split())


# -- scoring ----------------------------------------------------------------------------------


class Typed(NamedTuple):
    """The arguments of a function of boards, as they stand in cells; `row` is that of DIP_CHECK alone."""

    system: Cell
    centres: Cell = None
    draw: Cell = None
    eliminated: Cell = None
    year: Cell = None
    options: Cell = None
    headings: Cell = None
    facts: Cell = None
    row: Cell = None

    @property
    def error(self) -> str:
        """The first error that leaves nothing to be said about any board, or ""."""
        whole = error_in(chain(*block(self.system), *block(self.options), *block(self.headings)))
        return whole or lone_error(self.centres) or lone_error(self.facts)


@dataclass(frozen=True)
class Request:
    """A call of DIP_SCORE, read: the system, its options, and each board or why there is none."""

    system: System
    options: BoardOptions
    shape: tuple[int, int]
    entries: Sequence[Entry]
    _computed: dict[int, Points | tuple[Fault, ...]] = field(default_factory=dict)

    def points(self, place: int) -> Points:
        """The points of a board that has been played, computed once. Raises Faults."""
        board = self.entries[place].board
        assert board is not None
        if place not in self._computed:
            try:
                system, options = self.rule(place)
                self._computed[place] = system.so_far(board, **options)
            except Faults as faults:
                # One that was raised keeps all that its callers have, such as a workbook.
                self._computed[place] = tuple(fault.with_traceback(None) for fault in faults.faults)
        found = self._computed[place]
        if isinstance(found, tuple):
            raise Faults(found)
        return found

    def rule(self, place: int) -> tuple[System, Mapping[str, object]]:
        """What scores a board: its own system, its round's, or that of the call."""
        entry = self.entries[place]
        return self.system.of_game(entry.round, entry.system, self.options.parameters)


_LAST: dict[str, Request] = {}
"""A board's score and its check have the same arguments: what was read is kept for a while."""
_MOST = 500


def _read(typed: Typed) -> Request:
    """Raises Faults where the whole call is wrong."""
    key = repr(typed[:-1])  # whatever its row is
    if key not in _LAST:
        if len(_LAST) >= _MOST:
            _LAST.clear()
        _LAST[key] = _read_anew(typed)
    return _LAST[key]


def _read_anew(typed: Typed, *, row: int | None = None) -> Request:
    system, centres, draw, eliminated, year, options, headings, facts, _ = typed
    known = _system(system)
    settings = read_options(options, known) if not is_omitted(block(options)) else BoardOptions()
    if has_rows(headings):
        check_alone({"centres": centres, "draw": draw, "eliminated": eliminated, "year": year})
        entry = read_rows(headings, facts, settings, fewer=known.fewer, first=row)
        return Request(known, settings, rows_shape(headings, facts), [entry])
    if is_omitted(block(centres)):
        raise NoBoardGiven(field="centres")
    settings = with_facts(settings, headings, facts, upright=size(block(centres))[1] == 1)
    shape, entries = read_boards(centres, draw, eliminated, year, settings, row)
    return Request(known, settings, shape, entries)


def lone_error(value: Cell) -> str:
    """The error that stands in the place of a block, or ""."""
    cells = block(value)
    return error_in(cells[0]) if size(cells) == (1, 1) else ""


def _system(cell: Cell) -> System:
    (((name, *_), *_)) = block(cell)
    return _found("" if is_blank(name) else str(name))


_found = cache(find)


def _scores(request: Request, place: int) -> list[Cell]:
    """A cell for each power, in the order the director gave them."""
    entry = request.entries[place]
    if entry.error:
        return [entry.error] * len(entry.order)
    if entry.faults:
        return [Faults(entry.faults).cell] * len(entry.order)
    if entry.board is None:
        return [""] * len(entry.order)
    try:
        points = request.points(place)
    except Faults as faults:
        return [faults.cell] * len(entry.order)
    return _cells(points, points.totals, entry.order)


def _cells(points: Points, amounts: Sequence[Fraction | int], order: Sequence[int | None]) -> list[Cell]:
    """A cell for each seat, without a number where nobody knows it yet."""
    known = [NA if seat in points.untold else as_double(one) for seat, one in enumerate(amounts)]
    return ["" if seat is None else known[seat] for seat in order]


def of_boards(name: str, *more: Argument) -> Callable[[Callable[[Typed], Cell]], Callable[..., Cell]]:
    """Declare the decorated function of typed cells as a worksheet function of boards."""

    def declare(answer: Callable[[Typed], Cell]) -> Callable[..., Cell]:
        @function(name, SYSTEM, *BOARD, *more)
        @wraps(answer)
        def call(*cells: Cell, **named: Cell) -> Cell:
            return answer(Typed(*cells, **named))

        return call

    return declare


@of_boards("DIP_SCORE")
def dip_score(typed: Typed) -> Cell:
    """Scores of finished games under a scoring system, in the shape of the centres."""
    in_rows = has_rows(typed.headings)
    rows, columns = rows_shape(typed.headings, typed.facts) if in_rows else size(block(typed.centres))
    if error := typed.error:
        return [[error] * columns for _ in range(rows)]
    try:
        request = _read(typed)
    except Faults as faults:
        return [[faults.cell] * columns for _ in range(rows)]
    return reshaped([_scores(request, place) for place in range(len(request.entries))], request.shape)


@of_boards("DIP_EXPLAIN")
def dip_explain(typed: Typed) -> Cell:
    """How one board's scores come about: a line for each part of the rule, a column for each power. Figures
    that parts are worked out from are text, which sums leave out.
    """
    if error := typed.error:
        return error
    try:
        request = _read(typed)
        if len(request.entries) != 1:
            raise SeveralBoards(count=len(request.entries))
        entry = request.entries[0]
        if entry.error or entry.faults:
            return _scores(request, 0)[0]
        if entry.board is None:
            return padded([[""]], request.options.rows)
        points = request.points(0)
    except Faults as faults:
        return faults.cell
    order = [seat for seat in entry.order if seat is not None]
    beside: Block = [[one.label, *(text(one.amounts[seat]) for seat in order)] for one in points.not_added]
    beside += [[sentence] for sentence in points.notes]
    rows = request.options.rows
    if 0 < rows < 2 + len(points.lines) + len(beside):
        beside = []
    lines = (*_as_many(points.lines, rows - 2), Line("Total", points.totals))
    table: Block = [[request.system.key, *(POWERS[seat] for seat in order)], *beside]
    table += [[part.label, *_cells(points, part.amounts, order)] for part in lines]
    return padded(table, rows)


def _as_many(lines: Sequence[Line], most: int) -> Sequence[Line]:
    """These lines, of which the last are one where there is no room for all: the total is never cut off."""
    if not 0 < most < len(lines):
        return lines
    rest = lines[most - 1 :]
    one = Line("; ".join(line.label for line in rest), Points(tuple(rest)).totals)
    return (*lines[: most - 1], one)


def padded(table: Block, rows: int, columns: int = 0) -> Block:
    """With empty text to that size, for a fixed-size array shows #N/A beyond its data otherwise."""
    width = max(columns, len(table[0]))
    filled = [[*row, *[""] * (width - len(row))] for row in table]
    return filled + [[""] * width for _ in range(rows - len(table))]


@of_boards("DIP_CHECK", ROW)
def dip_check(typed: Typed) -> Cell:
    """For each board, OK and how its ending was read, or everything that is wrong with it."""
    if error := typed.error or lone_error(typed.row):
        return error
    try:
        first = _first_row(typed.row)
        checks = _checks(_read(typed))
        if first is not None and not all(words.startswith("OK") for words in filter(None, checks)):
            checks = _checks(_read_anew(typed, row=first))
    except Faults as faults:
        return str(faults)
    return [[words] for words in checks]


def _first_row(cell: Cell) -> int | None:
    """Raises Faults for what is no row's number."""
    given = block(cell)
    if is_omitted(given):
        return None
    first = number(given[0][0])
    if not isinstance(first, int) or first < 1:
        raise NotARow(field="row", value=shown(given[0][0]))
    return first


def _checks(request: Request) -> list[str]:
    """What is said of each board; nothing of one that has not been played."""
    return [_checked(request, place) for place in range(len(request.entries))]


def _checked(request: Request, place: int) -> str:
    entry = request.entries[place]
    if entry.error:
        return entry.error
    if entry.board is None:
        return str(Faults(entry.faults)) if entry.faults else ""
    try:
        points = request.points(place)
        return _reading(*request.rule(place), entry.board, points)
    except Faults as found:
        return str(Faults(entry.located(found.faults)))


def check_text(system: System, board: Board, parameters: Any) -> str:
    """`OK: ` and what was read. Raises Faults with all that is wrong."""
    return _reading(system, parameters, board, system.so_far(board, **parameters))


def _reading(system: System, parameters: Any, board: Board, points: Points) -> str:
    read = system.read(board, **parameters)
    said: dict[str, list[str]] = {
        "doubt": [],
        "note": [*untold(system, points), *system.notes(board, **parameters)],
    }
    for slip in read.slips():
        said[slip.rank].append(str(slip))
    told = (f" {rank.capitalize()}: {' '.join(words)}" for rank, words in said.items() if words)
    return f"OK: {system.described(read)}.{''.join(told)}"


def untold(system: System, points: Points) -> Iterator[str]:
    """Whose score is still to come, as a note."""
    if points.untold:
        whose = join(POWERS[seat] for seat in sorted(points.untold))
        options = join(name.replace("_", " ") for name in system.meanwhile)
        yield f"The score of {whose} is known when the event is over, or from the option {options}."


def _score_of(system: System) -> Function:
    def call(centres: Cell = None, *others: Cell, **named: Cell) -> Cell:
        return dip_score(system.key, centres, *others, **named)

    return Function(f"{system.key}_SCORE", system.help, BOARD, call)


_declared.extend(map(_score_of, systems()))


# -- events -----------------------------------------------------------------------------------

GAMES = Argument("games", "A block with a header row, one row for each player of each game")
EVENT = Argument(
    "options", "A block: rounds, combine, tiebreak, format, ... and the system's own", optional=True
)
PLAYER = Argument("player", "The player's name, whatever its case, as it stands in the games")
ROUND_SCORES = Argument("scores", "One row a player, one column a round; blank where not played")
ROUNDS = Argument(
    "rounds", "The event's planned number of rounds; by default, the columns of scores", optional=True
)


def _given(options: Cell) -> Block:
    """The rows of a block of options, none where it is left out."""
    given = block(options)
    return [] if is_omitted(given) else given


def _of_event(system: Cell, games: Cell, options: Cell, made: Callable[[GivenEvent], Cell]) -> Cell:
    """What is made of an event, or the error that stands for it."""
    if error := error_in(chain(*block(system), *block(options))) or lone_error(games):
        return error
    try:
        known = _system(system)
        chosen = read_event_options(_given(options), known)
        return made(GivenEvent(known, read_games(block(games), fewer=known.fewer, people=True), chosen))
    except Faults as faults:
        return faults.cell


def _table(
    system: Cell, games: Cell, options: Cell, rows: Callable[[GivenEvent], Sequence[Sequence[object]]]
) -> Cell:
    """A table of an event, made by `rows`."""

    def filled(event: GivenEvent) -> Block:
        return padded(in_cells(rows(event)), event.chosen.rows, event.chosen.columns)

    return _of_event(system, games, options, filled)


def in_cells(table: Iterable[Iterable[object]]) -> Block:
    """A table as cells take it."""
    return [[as_cell(cell) for cell in row] for row in table]


@function("DIP_STANDINGS", SYSTEM, GAMES, EVENT)
@steady()
def dip_standings(system: Cell, games: Cell, options: Cell = None) -> Cell:
    """The table of an event, best first: rank, player, total, each round, rounds counted, tie-breaks."""
    return _table(system, games, options, lambda event: standings(*event.asked).table(for_sheet=True))


@function("DIP_TEAMS", SYSTEM, GAMES, EVENT)
@steady()
def dip_teams(system: Cell, games: Cell, options: Cell = None) -> Cell:
    """The table of teams, best first: rank, team, total, each round, what members gave, what is dropped."""
    return _table(system, games, options, lambda event: team_table(*event.asked).table())


@function("DIP_EXPLAIN_TOTAL", SYSTEM, GAMES, PLAYER, EVENT)
@steady()
def dip_explain_total(system: Cell, games: Cell, player: Cell, options: Cell = None) -> Cell:
    """How a player's total comes about: each game and its weight, what decided, and the tie-breaks."""
    (((name, *_), *_)) = block(player)

    def explained(event: GivenEvent) -> Sequence[Sequence[object]]:
        if is_omitted([[name]]):
            return [[""]]
        try:
            return explain_total(*event.asked, shown_word(name)).table()
        except NoSuchPlayer as nobody:
            return [[nobody.sentence]]

    return error_in(chain(*block(player))) or _table(system, games, options, explained)


@function(
    "DIP_COMPARE",
    GAMES,
    Argument(
        "systems", "Keys of systems, one in each cell; by default those that are played most", optional=True
    ),
)
@steady()
def dip_compare(games: Cell, asked: Cell = None) -> Cell:
    """Each player's rank under each system, by its own rules: one column per system, sorted by the first."""
    if error := error_in(chain(*block(asked))) or lone_error(games):
        return error
    try:
        chosen = read_systems(asked)
        strict = read_games(block(games), people=True)
        listings = {False: strict, True: read_games(block(games), fewer=True) if strict.faults else strict}
    except Faults as faults:
        return faults.cell
    columns = [_column(name, listings) for name in chosen.names or USUAL_RIVALS]
    header: list[Cell] = ["Player", *(heading for heading, _ in columns)]
    rows = side_by_side(strict.games, [table for _, table in columns])
    return padded([header, *in_cells(rows)], chosen.rows, chosen.columns)


def _column(name: Cell, listings: Mapping[bool, GameList]) -> tuple[Cell, Standings | str]:
    """A system's key and its standings, or its name as it is typed and the error."""
    heading = name
    try:
        system = _found(str(name))
        heading = system.key
        return heading, own_standings(system, listings[system.fewer])
    except Faults as faults:
        return heading, faults.cell


def own_standings(system: System, listed: GameList) -> Standings:
    """The standings by the system's own rules. Raises Faults as `standings`."""
    return standings(system, listed.games, listed.of_event())


@function("DIP_AWARDS", SYSTEM, GAMES, EVENT)
def dip_awards(system: Cell, games: Cell, options: Cell = None) -> Cell:
    """Best of each country by score, or by centres with the option by; ties are all listed."""

    def best(event: GivenEvent) -> Sequence[Sequence[object]]:
        return award_table(scored_event(*event.asked), event.asked[2])

    return _table(system, games, options, best)


@function(
    "DIP_PROBLEMS",
    SYSTEM,
    GAMES,
    EVENT,
    Argument("roster", "The list of players, with its headings or without", optional=True),
)
@steady()
def dip_problems(system: Cell, games: Cell, options: Cell = None, roster: Cell = None) -> Cell:
    """What looks wrong in an event, the worst first: wrong, a doubt or a note; what, where, what to do."""
    if error := next(filter(None, map(lone_error, (system, games, options, roster))), ""):
        return error
    (((name, *_), *_)) = block(system)
    found, chosen = read_problems(
        lambda: find("" if is_blank(name) else str(name)),
        lambda fewer: read_games(block(games), fewer=fewer),
        _given(options),
        [] if is_omitted(block(roster)) else block(roster),
        together=True,
    )
    return padded(in_cells([HEADER, *(one.cells for one in found)]), chosen.rows, chosen.columns)


@function(
    "DIP_SEATS_CHECK",
    GAMES,
    Argument(
        "options",
        "A block: powers, met, neighbours, club, team powers, round, double, boards, rows, columns",
        optional=True,
    ),
    Argument("roster", "Players below a header row: Player, and perhaps Club, Team, Apart", optional=True),
)
@steady()
def dip_seats_check(games: Cell, options: Cell = None, roster: Cell = None) -> Cell:
    """Who sits where, played or not: a line for each power, opponent or neighbour again and for club mates,
    and how much of that is forced; or OK."""
    if error := next(filter(None, map(lone_error, (games, options, roster))), ""):
        return error
    chosen = read_seat_options(_given(options))
    strays = list(map(str, chosen.faults))
    checked: Sequence[Checked] = ()
    closing: list[str] = []
    players: Sequence[Player] = ()
    try:
        players = read_roster(given) if (given := _given(roster)) else ()
    except Faults as unusable:
        strays += [told(fault) for fault in unusable.faults if not isinstance(fault, EmptyRoster)]
    try:
        listed = read_seats(block(games))
        strays += map(told, listed.strays)
        asked = replace(chosen.asked, clubs={**listed.clubs, **chosen.asked.clubs}, roster=players)
        checked, closing = check_seats(listed.games, asked, well=not strays)
    except Faults as unusable:
        strays += map(str, unusable.faults)
    table: Block = [["Round", "Board", "Check", *(POWERS if chosen.boards else ())]]
    table += [["", "", words] for words in strays]
    for game, lines in checked:
        names = [seat.player for seat in game.seats] if chosen.boards else []
        table += [
            [game.round, game.name, words] for words in lines or (["Nobody meets again."] if names else [])
        ]
        if names:
            table[-max(1, len(lines))] += names
    table += [["", "", words] for words in closing]
    return padded(table, chosen.rows, chosen.columns)


def as_cell(cell: object) -> Cell:
    """An exact number as a cell takes it, nothing as empty text, all else as it is."""
    if cell is None:
        return ""
    return as_double(cell) if isinstance(cell, Fraction) else cell


@function(
    "DIP_TOTAL", Argument("rule", "sum, mean, best 2, drop 1, 100/100/50, NDC, DCC ..."), ROUND_SCORES, ROUNDS
)
def dip_total(rule: Cell, scores: Cell, rounds: Cell = None) -> Cell:
    """Each player's total by a rule for combining rounds: one total for each row of scores."""
    (((name, *_), *_)) = block(rule)
    if error := error_in([name]):
        return [[error] for _ in block(scores)]
    try:
        combine = rule_of("" if is_blank(name) else shown_word(name))
    except Fault as fault:
        return [[fault.cell] for _ in block(scores)]
    return _totals(combine, scores, rounds)


def shown_word(cell: Cell) -> str:
    """A word that may have been typed as a number."""
    exact = number(cell)
    return str(exact) if isinstance(exact, int) else str(cell)


def _totals(rule: Rule, scores: Cell, rounds: Cell) -> Block:
    rows = block(scores)
    event = _planned(rounds) or len(rows[0])
    if isinstance(event, str):
        return [[event] for _ in rows]

    def one(row: Sequence[Cell]) -> Cell:
        if isinstance(numbers := _numbers(row), str):
            return numbers
        if any(n is not None for n in numbers[event:]):
            return NUM
        try:
            total = total_of(rule, [None if n is None else Fraction(n) for n in numbers], event)
        except Faults as faults:
            return faults.cell
        return "" if total is None else as_double(total)

    return [[one(row)] for row in rows]


def _numbers(cells: Sequence[Cell]) -> list[Fraction | int | None] | str:
    """Each as a number, None for a blank; or the error that stands for all of them."""
    numbers = [None if is_blank(cell) else number(cell) for cell in cells]
    unread = any(n is None and not is_blank(cell) for n, cell in zip(numbers, cells, strict=True))
    return error_in(cells) or (VALUE if unread else numbers)


def _planned(rounds: Cell) -> int | str | None:
    """An event's planned rounds, None where they are left out, or the error that stands for them."""
    given = block(rounds)
    if is_omitted(given) or lone_error(rounds):
        return lone_error(rounds) or None
    planned = number(given[0][0])
    return planned if isinstance(planned, int) and planned > 0 else NUM


def _total_of(system: System) -> Function:
    rule = own_rule(system)

    def call(scores: Cell, rounds: Cell = None) -> Cell:
        return _totals(rule, scores, rounds)

    text = f"Each player's total under {system.name}: one total for each row of scores ({rule.name})."
    return Function(f"{system.key}_TOTAL", text, (ROUND_SCORES, ROUNDS), call)


_declared.extend(_total_of(system) for system in systems() if system.by_scores)


# -- ranks, lists -----------------------------------------------------------------------------


@function(
    "DIP_RANK",
    Argument("totals", "The totals to rank; higher is better"),
    Argument("tiebreaks", "Columns that break ties, the first column first; higher is better", optional=True),
)
def dip_rank(totals: Cell, tiebreaks: Cell = None) -> Cell:
    """Ranks 1, 1, 3 ... of totals, the highest first. A blank has no rank; an error stays in its row."""
    rows = block(totals)
    breaks = block(tiebreaks)
    if error := lone_error(tiebreaks):
        return [[error] * len(row) for row in rows]
    broken = not is_omitted(breaks)
    if broken and (len(rows[0]) != 1 or len(breaks) != len(rows)):
        return [[VALUE] * len(row) for row in rows]
    answer: Block = [[""] * len(row) for row in rows]
    ranked: dict[tuple[int, int], list[Fraction | int | None]] = {}
    for i, row in enumerate(rows):
        for j, total in enumerate(row):
            if is_blank(total):
                continue
            if isinstance(key := _numbers([total, *(breaks[i] if broken else ())]), str):
                answer[i][j] = key
            else:
                ranked[i, j] = key
    columns = map(_ordinals, zip(*ranked.values(), strict=True))
    standing = [*zip(*columns, strict=True)]
    in_order = sorted(standing)
    for (i, j), one in zip(ranked, standing, strict=True):
        answer[i][j] = 1 + bisect_left(in_order, one)
    return answer


def _ordinals(numbers: Sequence[Fraction | int | None]) -> list[int]:
    """0 for the highest, 1 for the next ...; nearer than EQUAL_WITHIN is level; a blank comes last."""
    ordered = sorted({n for n in numbers if n is not None}, reverse=True)
    ordinal: dict[Fraction | int | None, int] = {}
    above = None
    for n in ordered:
        apart = above is not None and above - n > EQUAL_WITHIN
        ordinal[n] = (ordinal[above] + apart) if above is not None else 0
        above = n
    ordinal[None] = len(ordered)
    return [ordinal[n] for n in numbers]


@function(
    "DIP_SYSTEMS",
    Argument("options", "A block: rows and columns, the size to fill with empty text", optional=True),
)
def dip_systems(options: Cell = None) -> Cell:
    """Every scoring system: key, name, family, needs besides centres, source, rule and how that is read."""
    if error := error_in(chain(*block(options))):
        return error
    try:
        rows, columns = read_size(options)
    except Faults as faults:
        return faults.cell
    table: Block = [["Key", "Name", "Family", "Needs", "Source", "Rule", "How it is read"]]
    table += [
        [s.key, s.name, s.family, ", ".join(s.needs), s.source, s.help, s.readings]
        for s in chain(*by_family().values())
    ]
    table = [[worded(str(cell)) for cell in row] for row in table]
    return padded(table, rows, columns)


@function("DIP_VERSION")
def dip_version() -> Cell:
    """The version of xl_dipscore that computes this workbook."""
    return VERSION


# -- systems' own -----------------------------------------------------------------------------

COUNTS = Argument("centres", "Centre counts, one cell or any block; each cell by itself")
COLUMNS = (
    Argument("players", "The players, one row a game"),
    Argument("powers", "The power each played, one row a game"),
    Argument("scores", "The score of each, one row a game"),
    Argument("rounds", "The event's rounds; by default, the most games any player played", optional=True),
)


def _own(system: System, word: str, declared: EachCount | EachPlayer | OfEvent) -> Function:
    """KEY_WORD, as the system declares it."""
    name = f"{system.key}_{word}"
    match declared:
        case EachCount(number_of):
            return Function(name, _help(number_of), (COUNTS,), _each_count(number_of))
        case EachPlayer(values_of):
            return Function(name, _help(values_of), COLUMNS, _each_player(values_of))
        case OfEvent(value_of):
            return Function(name, _help(value_of), (GAMES, EVENT), _one_value(system, value_of))


def _one_value(system: System, value_of: Callable[..., Fraction | None]) -> Callable[..., Cell]:
    def value(event: GivenEvent) -> Cell:
        return as_cell(value_of(event_of(*event.asked), system.chosen(event.chosen.parameters)))

    def call(games: Cell, options: Cell = None) -> Cell:
        return _of_event(system.key, games, options, value)

    return call


def _each_count(number_of: Callable[[int], Fraction]) -> Callable[..., Cell]:
    def one(cell: Cell) -> Cell:
        if error := error_in([cell]):
            return error
        count = 0 if is_blank(cell) else number(cell)
        if not isinstance(count, int) or count < 0:
            return VALUE
        try:
            return as_double(number_of(count))
        except Faults as faults:
            return faults.cell

    def call(centres: Cell) -> Cell:
        return [[one(cell) for cell in row] for row in block(centres)]

    return call


def _each_player(values_of: Values) -> Callable[..., Cell]:
    def call(players: Cell, powers: Cell, scores: Cell, rounds: Cell = None) -> Cell:
        columns = [block(argument) for argument in (players, powers, scores)]
        if error := next(filter(None, map(lone_error, (players, powers, scores))), ""):
            return error
        if len({size(column) for column in columns}) > 1 or 1 not in size(columns[0]):
            return VALUE
        names, seats, points = ([cell for row in column for cell in row] for column in columns)
        if isinstance(planned := _planned(rounds), str):
            return planned
        players_ = [same_person(in_a_line(name)) for name in names]
        answers: list[Cell] = [""] * len(players_)
        games = []
        bad: dict[str, str] = {}
        letters = letters_in(seats)
        for i, (player, cell, score) in enumerate(zip(players_, seats, points, strict=True)):
            if error := error_in([cell, score, names[i]]):
                answers[i] = bad.setdefault(player, error)
            elif is_blank(score):
                continue
            elif (seat := power(cell, letters)) is None or number(score) is None:
                answers[i] = bad.setdefault(player, VALUE)
            else:
                games.append((player, seat, Fraction(number(score) or 0)))
        most = max(Counter(player for player, _, _ in games if player).values(), default=1)
        found = values_of(Event.of_scores(games, planned or most))
        for i, player in enumerate(players_):
            if player in bad:
                answers[i] = bad[player] if player else answers[i]
            elif player in found:
                answers[i] = as_double(value_of(found[player])[0])
        return [[cell] for cell in answers] if size(columns[0])[1] == 1 else [answers]

    return call


_declared.extend(_own(system, word, own) for system in systems() for word, own in system.functions.items())

FUNCTIONS: tuple[Function, ...] = tuple(sorted(_declared, key=lambda f: f.name))
"""Every worksheet function, by name."""

for _function in FUNCTIONS:
    for _text in (_function.help, *(argument.help for argument in _function.arguments)):
        if not 0 < len(_text) <= 255:
            raise ValueError(f"{_function.name}: a help text is missing or longer than 255 characters")
