"""Raw cell values to Boards, options and games; names every bad cell.

A cell value is None or "" (blank), a bool, a number, or text; an error cell is its mark, such as "#N/A".
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any, Literal

from xl_dipscore.board import POWERS, SEATS, Board, NoCentres, NotSeven, years_gone
from xl_dipscore.errors import ERRORS, Fault, Faults, join
from xl_dipscore.system import Option, OptionOutOfRange, System
from xl_dipscore.tournament import USUAL, Game, Place, Round, Seat, Settings, located, steady

Cell = object
Block = list[list[Cell]]

YES = frozenset({"x", "yes", "y", "true", "1", "✓", "✔", "☑", "√"})
LARGEST_TABLE = 10_000
"""Rows or columns that a table can be filled up to."""

NO = frozenset({"", "no", "n", "false", "0"})


class WrongShape(Fault):
    """The centres must be seven cells, or rows of seven; these are {rows} x {columns}."""


class OtherShape(Fault):
    """The {what} must have the shape of the centres, {rows} x {columns}, not {has_rows} x {has_columns}."""


class WrongYears(Fault):
    """The year must be one cell, or one for each board; these are {rows} x {columns}."""


class YearsDiffer(Fault):
    """The years typed for one board differ: {years}."""


class NotAMark(Fault):
    """{power} is marked {value}; type x for yes and leave blank for no."""


class NotAPower(Fault):
    """{value} is not one of the seven powers."""


class SamePowerTwice(Fault):
    """{power} is there twice."""


class NoSuchBoardWithSeveral(Fault):
    """{name} is a fact about one board, and several are given."""


class MissingColumn(Fault):
    """There is no column headed {name}."""


class SameColumnTwice(Fault):
    """Two columns are headed {name}."""


class NotARound(Fault):
    """{value} is not a round; type a whole number, or Final."""


class NoBoardName(Fault):
    """The row does not say which board it is."""


class MissingPowers(Fault):
    """Board {board} of round {round} has no row for {powers}."""


class NotANumber(Fault):
    """{value} is not a number."""


class ErrorInGame(Fault):
    """There is an error among the cells, {value}."""


# -- single cells -----------------------------------------------------------------------------


def is_blank(cell: Cell) -> bool:
    """Nothing in it, or only spaces."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def number(cell: Cell) -> Fraction | int | None:
    """The number in a cell, exactly as typed; also when it is typed as text, with a point or a comma.

    None when it is not a number.
    """
    if isinstance(cell, bool):
        return None
    if isinstance(cell, int | Fraction):
        return cell
    if isinstance(cell, float):
        return (int(cell) if cell.is_integer() else Fraction(repr(cell))) if cell - cell == 0 else None
    if isinstance(cell, str) and re.fullmatch(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)", cell.strip()):
        exact = Fraction(cell.strip().replace(",", "."))
        return int(exact) if exact.denominator == 1 else exact
    return None


def count(cell: Cell) -> Any:
    """A centre count, None for a blank; anything else as it is, for the Board to refuse."""
    if is_blank(cell):
        return None
    value = number(cell)
    return cell if value is None else value


def year(cell: Cell) -> Any:
    """A game year, two digits understood, None for blank or 0; anything else as it is."""
    if is_blank(cell):
        return None
    value = number(cell)
    if not isinstance(value, int):
        return cell if value is None else value
    return (1900 + value if 1 <= value <= 99 else value) or None


def marked(cell: Cell) -> bool | None:
    """A mark: True, False, or None when it is neither."""
    if cell is None or isinstance(cell, bool):
        return bool(cell)
    value = number(cell)
    word = str(value) if value is not None else str(cell).strip().casefold()
    return True if word in YES else False if word in NO else None


def power(cell: Cell) -> int | None:
    """The seat of a power: its name, its first letter, or Austria-Hungary."""
    word = re.sub(r"[\W_]", "", str(cell)).casefold()
    if word == "austriahungary":
        return 0
    for seat, name in enumerate(POWERS):
        if word in (name.casefold(), name[0].casefold()):
            return seat
    return None


def shown(cell: Cell) -> str:
    """A cell's value as a sentence quotes it."""
    if is_blank(cell):
        return "A blank cell"
    value = number(cell)
    return str(value) if isinstance(value, int) else repr(cell) if value is None else f"{float(value):g}"


# -- blocks -----------------------------------------------------------------------------------


def block(value: Cell) -> Block:
    """Rows of cells, from whatever a host passes: a scalar, one row, or rows."""
    if not isinstance(value, list | tuple):
        return [[value]]
    rows = [list(row) if isinstance(row, list | tuple) else row for row in value]
    if all(isinstance(row, list) for row in rows):
        return rows or [[None]]
    return [list(rows)]


def is_omitted(cells: Block) -> bool:
    """A single blank or 0 where a block or a year is expected."""
    return len(cells) == 1 and len(cells[0]) == 1 and (is_blank(cells[0][0]) or number(cells[0][0]) == 0)


def error_in(cells: Iterable[Cell]) -> str:
    """The first error among these cells, or ""."""
    return next((cell for cell in cells if isinstance(cell, str) and cell in ERRORS), "")


def size(cells: Block) -> tuple[int, int]:
    """Rows and columns."""
    return len(cells), len(cells[0])


def reshaped(rows: Sequence[Sequence[Cell]], like: tuple[int, int]) -> Block:
    """One board's seven values as a column where its centres stand in a column."""
    if like == (7, 1):
        return [[cell] for cell in rows[0]]
    return [list(row) for row in rows]


# -- boards -----------------------------------------------------------------------------------


@dataclass
class RawBoard:
    """One board's cells, each seven in the order of POWERS."""

    centres: list[Cell]
    draw: list[Cell] = field(default_factory=lambda: [None] * 7)
    eliminated: list[Cell] = field(default_factory=lambda: [None] * 7)
    years: list[Cell] = field(default_factory=list)
    docked: list[Cell] = field(default_factory=lambda: [None] * 7)
    civil_disorder: list[Cell] = field(default_factory=lambda: [None] * 7)
    new_player: list[Cell] = field(default_factory=lambda: [None] * 7)
    chart: dict[int, list[Cell]] = field(default_factory=dict)
    unplayed: frozenset[int] = frozenset()

    @property
    def played(self) -> bool:
        """Is there a single centre count?"""
        return not all(map(is_blank, chain(self.centres, *self.chart.values())))

    @property
    def error(self) -> str:
        """The first error among the cells, or ""."""
        facts = (self.docked, self.civil_disorder, self.new_player)
        return error_in(
            chain(self.centres, self.draw, self.eliminated, self.years, *facts, *self.chart.values())
        )

    def board(self) -> Board:
        """The Board. Raises Faults with all that is wrong."""
        faults: list[Fault] = []
        chart = {
            year_: [count(cell) for cell in counts]
            for year_, counts in sorted(self.chart.items())
            if not all(map(is_blank, counts))
        }
        years = sorted({str(y): y for y in map(year, self.years) if y is not None}.items())
        if len(years) > 1:
            faults.append(YearsDiffer(field="year", years=join(word for word, _ in years)))
        marks = {
            name: frozenset(self._marks(name, getattr(self, name), faults))
            for name in ("draw", "civil_disorder", "new_player")
        }
        try:
            board = Board(
                _filled(map(count, self.centres), chart[max(chart)] if chart else ()),
                draw=marks["draw"],
                eliminated=_filled(map(year, self.eliminated), years_gone(chart)),
                year=years[0][1] if years else max(chart, default=None),
                docked=[count(cell) or 0 for cell in self.docked],
                civil_disorder=marks["civil_disorder"],
                new_player=marks["new_player"],
                unplayed=self.unplayed,
                chart=chart,
            )
        except Faults as found:
            faults.extend(found.faults)
        if faults:
            raise Faults(faults)
        return board

    def _marks(self, name: str, cells: Sequence[Cell], faults: list[Fault]) -> Iterator[int]:
        for seat, cell in enumerate(cells):
            mark = marked(cell)
            if mark is None:
                faults.append(NotAMark(seat=seat, field=name, power=POWERS[seat], value=shown(cell)))
            elif mark:
                yield seat


def _filled(typed: Iterable[Any], otherwise: Sequence[Any]) -> list[Any]:
    """What is typed, and from the chart where nothing is."""
    return [
        value if value is not None or not otherwise else fallback
        for value, fallback in zip(typed, otherwise or [None] * 7, strict=True)
    ]


# -- one call of a worksheet function -----------------------------------------------------------


def _nowhere(fault: Fault) -> str:
    return ""


@dataclass(frozen=True)
class Entry:
    """One board of a call: a Board, or why there is none. Neither when it has not been played."""

    board: Board | None = None
    error: str = ""
    faults: tuple[Fault, ...] = ()
    place: Callable[[Fault], str] = _nowhere

    def located(self, faults: Iterable[Fault]) -> tuple[Fault, ...]:
        """The faults, each with its place in the call."""
        for fault in (found := tuple(faults)):
            fault.place = fault.place or self.place(fault)
        return found


@dataclass(frozen=True)
class Options:
    """The options block of a call, read: the system's own parameters, and facts about one board."""

    parameters: Mapping[str, object] = field(default_factory=dict)
    facts: Mapping[str, list[Cell]] = field(default_factory=dict)
    chart: Mapping[int, list[Cell]] = field(default_factory=dict)
    order: tuple[int, ...] = tuple(SEATS)
    rows: int = 0


_FACTS = {"docked": "docked", "civildisorder": "civil_disorder", "newplayer": "new_player"}


def read_options(value: Cell, system: System) -> Options:
    """A system's options from a block: a name in the first column, the value or values beside it.

    Rows with a blank name or without a value are skipped. Raises Faults with all that is wrong.
    """
    parameters: dict[str, object] = {}
    facts: dict[str, list[Cell]] = {}
    chart: dict[int, list[Cell]] = {}
    order, rows = tuple(SEATS), 0
    faults: list[Fault] = []
    for name, *values in block(value):
        while values and is_blank(values[-1]):
            values.pop()
        if is_blank(name) or not values:
            continue
        word = re.sub(r"[\s_-]", "", str(name)).casefold()
        chart_year = year(name)
        try:
            if isinstance(chart_year, int) and 1901 <= chart_year <= 1999:
                chart[chart_year] = _seven(str(chart_year), values)
            elif word in _FACTS and not _chooses(system, word, values):
                facts[_FACTS[word]] = _seven(word, values)
            elif word == "powers":
                order = _order(values)
            elif word == "rows":
                rows = _size(word, values[0])
            else:
                option = system.option(str(name))
                parameters[option.parameter] = option.accept(option_value(option, values))
        except Fault as fault:
            faults.append(fault)
    if faults:
        raise Faults(faults)
    return Options(parameters, facts, chart, order, rows)


EVENT_OPTIONS = {
    option.name.replace(" ", ""): option
    for option in (
        Option("rounds", int, None, "the event's planned number of rounds"),
        Option("format", Literal["league", "final", "top-board"], "league", "how the event is decided"),
        Option("groups", bool, False, "do the boards of the last round keep their places in the table?"),
        Option("double", Literal["best", "sum"], None, "what counts of two boards in one round"),
        Option("provisional", bool, False, "value a solo before the event is over, on what is known?"),
        Option("min_rounds", int, 0, "the fewest rounds that give a rank"),
        Option("decimals", int, None, "places to which each score is rounded before it is added"),
        Option("by", Literal["score", "centres"], "score", "what makes the best of a country"),
    )
}


@dataclass(frozen=True)
class EventOptions:
    """The options of an event, read: how its games become standings, and the system's parameters."""

    settings: Settings = USUAL
    parameters: Mapping[str, object] = field(default_factory=dict)
    by: Any = "score"
    rows: int = 0
    columns: int = 0


def read_event_options(rows: Iterable[Sequence[Cell]], system: System) -> EventOptions:
    """The options of an event, a name and its value or values a row; rows without either are skipped.

    Raises Faults with all that is wrong.
    """
    settings: dict[str, Any] = {}
    parameters: dict[str, object] = {}
    faults: list[Fault] = []
    for name, *values in rows:
        while values and is_blank(values[-1]):
            values.pop()
        if is_blank(name) or not values:
            continue
        word = re.sub(r"[\s_-]", "", str(name)).casefold()
        try:
            if word == "combine":
                settings["combine"] = str(values[0])
            elif word == "tiebreak":
                names = (part for cell in values for part in str(cell).split(","))
                settings["tiebreak"] = tuple(part for part in names if part.strip())
            elif word in ("rows", "columns"):
                settings[word] = _size(word, values[0])
            elif word in EVENT_OPTIONS:
                option = EVENT_OPTIONS[word]
                settings[option.parameter] = option.accept(option_value(option, values))
            else:
                option = system.option(str(name))
                parameters[option.parameter] = option.accept(option_value(option, values))
        except Fault as fault:
            faults.append(fault)
    if faults:
        raise Faults(faults)
    own = {word: settings.pop(word) for word in ("by", "rows", "columns") if word in settings}
    return EventOptions(Settings(**settings), parameters, **own)


def _chooses(system: System, word: str, values: Sequence[Cell]) -> bool:
    """Is a row that is headed like a fact a choice of the system's own? Its words are no marks."""
    own = [option for option in system.options if option.name.replace(" ", "") == word]
    typed = [str(cell).strip().casefold() for cell in values]
    return any(typed == [choice.casefold()] for option in own for choice in option.choices)


def option_value(option: Option, values: Sequence[Cell]) -> object:
    """Typed values as an option takes them; what cannot be read is left for the option to refuse."""
    if option.many and len(values) == 1 and isinstance(values[0], str):
        values = values[0].replace(";", " ").split()
    if option.kind == "yes, no or numbers" and len(values) == 1 and marked(values[0]) is not None:
        return marked(values[0])
    if option.many:
        return [0 if is_blank(cell) else cell if number(cell) is None else number(cell) for cell in values]
    cell = values[0] if len(values) == 1 else list(values)
    if option.kind == "yes or no":
        mark = None if isinstance(cell, list) else marked(cell)
        return cell if mark is None else mark
    if option.kind == "choice" or isinstance(cell, list):
        return cell
    exact = number(cell)
    return cell if exact is None else exact


def _seven(name: str, values: Sequence[Cell]) -> list[Cell]:
    if len(values) > 7:
        raise NotSeven(field="options", what=f"values for {name}", count=len(values))
    return [*values, *[None] * (7 - len(values))]


def _order(values: Sequence[Cell]) -> tuple[int, ...]:
    seats = []
    for cell in values:
        seat = power(cell)
        if seat is None:
            raise NotAPower(field="options", value=shown(cell))
        if seat in seats:
            raise SamePowerTwice(field="options", power=POWERS[seat])
        seats.append(seat)
    if len(seats) != 7:
        raise NotSeven(field="options", what="names in the powers row", count=len(seats))
    return tuple(seats)


def _size(word: str, cell: Cell) -> int:
    value = number(cell)
    if not isinstance(value, int) or not 0 <= value <= LARGEST_TABLE:
        what = f"a whole number from 0 to {LARGEST_TABLE}"
        raise OptionOutOfRange(field=word, name=repr(word), what=what, value=shown(cell))
    return value


def read_boards(
    centres: Cell, draw: Cell, eliminated: Cell, years: Cell, options: Options
) -> tuple[tuple[int, int], list[Entry]]:
    """The boards of a call, and the shape of its centres. Raises Faults when a shape is wrong."""
    cells = block(centres)
    shape = size(cells)
    if shape != (7, 1) and shape[1] != 7:
        raise Faults([WrongShape(field="centres", rows=shape[0], columns=shape[1])])
    boards = [[row[0] for row in cells]] if shape == (7, 1) else cells
    marks = _alongside("draw marks", "draw", block(draw), shape)
    gone = _alongside("elimination years", "eliminated", block(eliminated), shape)
    ended = _years(block(years), len(boards))
    if len(boards) > 1 and (options.facts or options.chart):
        names = join(chain(options.facts, map(str, options.chart)))
        raise Faults([NoSuchBoardWithSeveral(field="options", name=names)])

    def ordered(row: Sequence[Cell]) -> list[Cell]:
        by_seat = dict(zip(options.order, row, strict=True))
        return [by_seat[seat] for seat in SEATS]

    def entry(i: int) -> Entry:
        raw = RawBoard(
            ordered(boards[i]),
            ordered(marks[i]) if marks else [None] * 7,
            ordered(gone[i]) if gone else [None] * 7,
            ended[i],
            chart={y: ordered(values) for y, values in options.chart.items()},
        )
        for name, values in options.facts.items():
            setattr(raw, name, ordered(values))
        return _entry(raw, lambda fault: position(fault, i, shape, options.order))

    return shape, [entry(i) for i in range(len(boards))]


def position(fault: Fault, board: int, shape: tuple[int, int], order: Sequence[int]) -> str:
    """Where in its range a cell stands: `Row 2, column 3 of centres`."""
    several = shape[1] == 7 and shape[0] > 1
    row = f"Row {board + 1}" if several else ""
    if fault.seat is None:
        return row
    cell = order.index(fault.seat) + 1
    if fault.field in _FACTS.values():
        return f"Value {cell} of {fault.field.replace('_', ' ')} in the options"
    where = f"{row}, column {cell}" if several else f"Row {cell}" if shape == (7, 1) else f"Column {cell}"
    return f"{where} of {fault.field.replace('_', ' ')}"


def _entry(raw: RawBoard, place: Callable[[Fault], str]) -> Entry:
    if error := raw.error:
        return Entry(error=error)
    if not raw.played:
        return Entry()
    try:
        return Entry(board=raw.board(), place=place)
    except Faults as found:
        return Entry(faults=Entry(place=place).located(found.faults))


def _alongside(what: str, name: str, cells: Block, shape: tuple[int, int]) -> Block | None:
    if is_omitted(cells):
        return None
    if size(cells) == (1, 1) and error_in(cells[0]):
        return [cells[0] * 7 for _ in range(1 if shape == (7, 1) else shape[0])]
    if size(cells) != shape:
        rows, columns = size(cells)
        raise Faults(
            [
                OtherShape(
                    field=name, what=what, rows=shape[0], columns=shape[1], has_rows=rows, has_columns=columns
                )
            ]
        )
    return [[row[0] for row in cells]] if shape == (7, 1) else cells


def _years(cells: Block, boards: int) -> list[list[Cell]]:
    flat = list(chain(*cells))
    if len(flat) == 1:
        return [flat] * boards
    if 1 in size(cells):
        if boards == 1 and len(flat) == 7:
            return [flat]
        if len(flat) == boards:
            return [[cell] for cell in flat]
    raise Faults([WrongYears(field="year", rows=len(cells), columns=len(cells[0]))])


# -- a games list -------------------------------------------------------------------------------


_HEADERS = {
    "round": "round",
    "board": "board",
    "power": "power",
    "country": "power",
    "player": "player",
    "name": "player",
    "centres": "centres",
    "centers": "centres",
    "scs": "centres",
    "supplycentres": "centres",
    "supplycenters": "centres",
    "draw": "draw",
    "eliminated": "eliminated",
    "year": "year",
    "docked": "docked",
    "civildisorder": "civil_disorder",
    "newplayer": "new_player",
    "unranked": "unranked",
    "tiebreak": "tiebreak",
    "override": "override",
}


def header_word(cell: Cell) -> str | int | None:
    """What a column header means: a word of ours, a chart's year, or None for another column."""
    word = re.sub(r"[\s_]", "", str(cell)).casefold()
    found = year(cell)
    if isinstance(found, int) and 1901 <= found <= 1999 and len(word) >= 4:
        return found
    return _HEADERS.get(word)


@dataclass(frozen=True)
class GameList:
    """The games of an event, unplayed ones left out, and the faults of rows that belong to no game."""

    games: tuple[Game, ...]
    strays: tuple[Fault, ...] = ()
    unplayed: int = 0
    """Boards with a player and without a result; one without either is a spare place in a workbook."""

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Every fault of the list, those of its games too."""
        return tuple(chain(self.strays, *(game.faults for game in self.games)))


@dataclass(frozen=True)
class GameRow:
    """One row of a games list: its number and its cells, by what their columns mean."""

    row: int
    cells: Mapping[str | int, Cell]
    headers: Mapping[str, str]
    source: str

    def at(self, word: str) -> str:
        """`games.csv row 9, column Centres`."""
        return f"{self.source} row {self.row}, column {self.headers[word]}".strip()

    def get(self, word: str | int) -> Cell:
        return self.cells.get(word)

    def without_errors(self) -> GameRow:
        """The row with blanks where an error is."""
        kept = {word: None if error_in([cell]) else cell for word, cell in self.cells.items()}
        return replace(self, cells=kept)


@steady()
def read_games(
    rows: Sequence[Sequence[Cell]], source: str = "", first_row: int = 1, *, fewer: bool = False
) -> GameList:
    """Games from a block with a header row, one row per player per game.

    source, first_row: how faults name the place, a file's name and the header's row number.
    fewer: may powers have no row? They were not played then, and have no centres.
    Raises Faults when the header cannot be used; every other fault is in the answer.
    """
    columns = _columns(rows[0] if rows else [], source)
    headers = {str(word): str(rows[0][i]).strip() for word, i in columns.items()}
    strays: list[Fault] = []
    boards: dict[tuple[Round, str], list[GameRow]] = {}
    for i, cells in enumerate(rows[1:], first_row + 1):
        if all(map(is_blank, cells)):
            continue
        values = {word: cells[c] if c < len(cells) else None for word, c in columns.items()}
        row = GameRow(i, values, headers, source)
        key: list[Any] = []
        for part in (_round, _board_name):
            try:
                key.append(part(row))
            except Fault as fault:
                strays.append(fault)
        if len(key) == 2:
            boards.setdefault((key[0], key[1]), []).append(row)
    games = {key: _game(*key, its_rows, fewer) for key, its_rows in boards.items()}
    played = tuple(game for game in games.values() if game is not None)
    to_come = [key for key, game in games.items() if game is None and any(_player(r) for r in boards[key])]
    return GameList(played, tuple(strays), len(to_come))


def _columns(header: Sequence[Cell], source: str) -> dict[str | int, int]:
    columns: dict[str | int, int] = {}
    faults: list[Fault] = []
    for i, cell in enumerate(header):
        word = header_word(cell)
        if word in columns:
            faults.append(SameColumnTwice(place=source, name=str(cell).strip()))
        elif word is not None:
            columns[word] = i
    has_chart = any(isinstance(word, int) for word in columns)
    wanted = ["round", "board", "power", *([] if has_chart else ["centres"])]
    faults.extend(
        MissingColumn(place=source, name=word.capitalize()) for word in wanted if word not in columns
    )
    if faults:
        raise Faults(faults)
    return columns


def _round(row: GameRow) -> Round:
    cell = row.get("round")
    if isinstance(cell, str) and cell.strip().casefold() == "final":
        return "Final"
    value = number(cell)
    if not isinstance(value, int) or value < 1:
        raise NotARound(place=row.at("round"), field="round", value=shown(cell))
    return value


def _board_name(row: GameRow) -> str:
    cell = row.get("board")
    if is_blank(cell):
        raise NoBoardName(place=row.at("board"), field="board")
    return shown(cell) if number(cell) is not None else " ".join(str(cell).split())


def _game(round_: Round, name: str, rows: Sequence[GameRow], fewer: bool) -> Game | None:
    """The game of these rows, faulty or not; None when it has not been played."""
    errors = [
        ErrorInGame(place=row.at(str(word)), value=cell)
        for row in rows
        for word, cell in row.cells.items()
        if error_in([cell])
    ]
    spoilt = {error.place for error in errors}
    rows = [row.without_errors() for row in rows] if errors else rows
    faults: list[Fault] = []
    by_seat: dict[int, GameRow] = {}
    for row in rows:
        seat = power(row.get("power"))
        if seat is None:
            faults.append(NotAPower(place=row.at("power"), field="power", value=shown(row.get("power"))))
        elif seat in by_seat:
            faults.append(SamePowerTwice(place=row.at("power"), field="power", power=POWERS[seat]))
        else:
            by_seat[seat] = row
    place = Place(
        rows[0].source, tuple(by_seat[s].row if s in by_seat else None for s in SEATS), rows[0].headers
    )
    absent = [seat for seat in SEATS if seat not in by_seat]
    whole = not absent or fewer
    if absent and not fewer and not faults:
        powers = join(POWERS[seat] for seat in absent)
        missing = MissingPowers(field="power", board=name, round=round_, powers=powers)
        missing.place = place.of(missing)
        faults.append(missing)

    def seven(word: str | int) -> list[Cell]:
        return [by_seat[seat].get(word) if seat in by_seat else None for seat in SEATS]

    def counts(word: str | int) -> list[Cell]:
        typed = seven(word)
        return typed if all(map(is_blank, typed)) else [0 if s in absent else typed[s] for s in SEATS]

    chart = {word: counts(word) for word in rows[0].cells if isinstance(word, int)}
    raw = RawBoard(
        counts("centres"),
        seven("draw"),
        seven("eliminated"),
        seven("year"),
        seven("docked"),
        seven("civil_disorder"),
        seven("new_player"),
        chart,
        frozenset(absent),
    )
    seats = tuple(_seat(by_seat[seat], faults) if seat in by_seat else Seat() for seat in SEATS)
    counted: list[str | int] = ["centres", *chart]
    if not errors and all(is_blank(row.get(word)) for row in rows for word in counted):
        return None
    board = None
    try:
        board = raw.board()
    except Faults as found:
        # A power without a row has no cells that could be wrong.
        real = (f for f in found.faults if whole or (f.seat not in absent and not isinstance(f, NoCentres)))
        faults.extend(located(real, place))
    faults = [*errors, *(fault for fault in faults if fault.place not in spoilt)]
    return Game(round_, name, seats, board if not faults else None, place, tuple(faults))


def _seat(row: GameRow, faults: list[Fault]) -> Seat:
    numbers: dict[str, Fraction | None] = {}
    for word in ("override", "tiebreak"):
        cell = row.get(word)
        value = number(cell)
        if value is None and not is_blank(cell):
            faults.append(NotANumber(place=row.at(word), field=word, value=shown(cell)))
        numbers[word] = None if value is None else Fraction(value)
    unranked = marked(row.get("unranked"))
    if unranked is None:
        where, cell = row.at("unranked"), row.get("unranked")
        faults.append(NotAMark(place=where, field="unranked", power="The row", value=shown(cell)))
    return Seat(_player(row), numbers["override"], bool(unranked), numbers["tiebreak"])


def _player(row: GameRow) -> str:
    """The player's name, trimmed, inner spaces collapsed; blank is nobody."""
    cell = row.get("player")
    if is_blank(cell):
        return ""
    return " ".join(str(int(cell) if isinstance(cell, float) and cell.is_integer() else cell).split())


def read_csv(path: Path) -> list[list[Cell]]:
    """The rows of a CSV file: comma, semicolon or tab; with or without a byte-order mark.

    Raises OSError when the file cannot be read.
    """
    text = _decoded(path.read_bytes())
    lines = io.StringIO(text, newline=None)  # old Macs end a line with a carriage return
    delimiter = max(",;\t", key=lines.readline().count)
    lines.seek(0)
    return [list(row) for row in csv.reader(lines, delimiter=delimiter)]


def _decoded(data: bytes) -> str:
    """Spreadsheets save CSV as UTF-8, as UTF-16, or in the old code page of Western Windows."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")
