"""Read the boards in the arguments of one call of a worksheet function."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from xl_dipscore.errors import Fault, Faults, join
from xl_dipscore.rules.board import POWERS, SEATS, STANDARD_VICTORY, Board, years_gone
from xl_dipscore.rules.event.games import Round
from xl_dipscore.tables.cells.columns import FACTS, MARKS, is_count, spoken
from xl_dipscore.tables.cells.languages import Word, status_in
from xl_dipscore.tables.cells.options import BoardOptions
from xl_dipscore.tables.cells.values import (
    Block,
    Cell,
    block,
    count,
    error_in,
    is_blank,
    is_in_draw,
    is_omitted,
    is_starred,
    last_year,
    quote_value,
    read_mark,
    size,
    year,
)


class WrongShape(Fault):
    """The centres must be seven cells, or rows of seven; these are {rows} x {columns}."""


class OtherShape(Fault):
    """The {what} must have the shape of the centres, {rows} x {columns}, not {has_rows} x {has_columns}."""


class WrongYears(Fault):
    """The year must be one cell, or one for each board; these are {rows} x {columns}."""


class YearsDiffer(Fault):
    """The years typed for one board differ: {years}."""


class NotAMark(Fault):
    """{power} is marked {value}; type x for yes, or leave it blank for no."""


class WinBesideMarks(Fault):
    """{power} is marked {value}, and {others} {are} marked too. A win has no other mark; if it was \
a draw, type x for each member."""


class LossBesideDraw(Fault):
    """{power} is marked {value} beside the marks of a draw. Leave the cell blank if the draw left it out; \
otherwise type x."""


class DrawOfOne(Fault):
    """{power} alone is marked {value}. Mark every member of the draw."""


class DrawOfOtherSize(Fault):
    """{power} is marked {value}, but {count} powers are marked. Mark every member of the draw, and \
nobody else."""


class NoSuchBoardWithSeveral(Fault):
    """{name} is a fact about one board, but several are given."""


BoardCells = Mapping[Word, Sequence[Cell]]
"""The cells of one board by column: seven cells in the order of POWERS; for the year, one or more cells."""


def board_from(typed: BoardCells, unplayed: frozenset[int] = frozenset()) -> Board:
    """Build a board from its cells. Raises Faults with everything that is wrong."""
    faults: list[Fault] = []
    kept = sorted(word for word in typed if isinstance(word, int) and not all(map(is_blank, typed[word])))
    chart = {year: [count(cell) for cell in typed[year]] for year in kept}
    years = sorted({str(y): y for y in map(last_year, typed.get("year", ())) if y is not None}.items())
    if len(years) > 1:
        faults.append(YearsDiffer(field="year", years=join(word for word, _ in years)))
    counts = _fill_from_chart(map(count, typed.get("centres", _BLANK)), chart[max(chart)] if chart else ())
    facts: dict[str, Any] = {}
    for word, cells in typed.items():
        if word in MARKS:
            facts[str(word)] = frozenset(seats_marked(str(word), cells, faults, counts))
        elif word in FACTS.values():
            facts[str(word)] = [count(cell) or 0 for cell in cells]
    try:
        board = Board(
            counts,
            eliminated=_fill_from_chart(
                map(year, typed.get("eliminated", _BLANK)), years_gone(chart) if chart else ()
            ),
            year=years[0][1] if years else max(chart, default=None),
            unplayed=unplayed,
            starred=frozenset(seat for seat, cell in enumerate(typed.get("centres", ())) if is_starred(cell)),
            chart=chart,
            **facts,
        )
    except Faults as found:
        faults.extend(found.faults)
    if faults:
        raise Faults(faults)
    return board


_BLANK: Sequence[Cell] = (None,) * 7


def seats_marked(
    word: str, cells: Sequence[Cell], faults: list[Fault], counts: Sequence[Any] = _BLANK
) -> list[int]:
    """The seats with a mark; a value that is not a mark, or contradicts other marks, adds a fault.

    counts: the centres of each seat, if known.
    """
    marked = []
    for seat, cell in enumerate(cells):
        mark = is_in_draw(cell) if word == "draw" else read_mark(cell)
        if mark is None:
            faults.append(NotAMark(seat=seat, field=word, power=POWERS[seat], value=quote_value(cell)))
        elif mark:
            marked.append(seat)
    if word == "draw":
        faults += _contradictions(cells, marked, counts)
    return marked


def _contradictions(cells: Sequence[Cell], marked: Sequence[int], counts: Sequence[Any]) -> Iterator[Fault]:
    """Faults of words for how the game ended, such as `won` or `lost`, that do not fit the other marks.

    With a soloist, marks do not count: see MarksBesideSolo.
    """
    said = {seat: status_in(cell) for seat, cell in enumerate(cells) if isinstance(cell, str)}
    if not any(said.values()) or any(type(n) is int and n >= STANDARD_VICTORY.centres for n in counts):
        return
    ticked = any(said.get(seat) is None for seat in marked)
    for seat, status in said.items():
        others = [POWERS[other] for other in marked if other != seat]
        facts: dict[str, Any] = {"power": POWERS[seat], "value": quote_value(cells[seat])}
        sizes = re.findall(r"\d", str(cells[seat])) if status == "drew" else []
        if status == "won" and others:
            are = "is" if len(others) == 1 else "are"
            yield WinBesideMarks(seat=seat, field="draw", others=join(others), are=are, **facts)
        elif status == "lost" and ticked and len(marked) > 1 and counts[seat] != 0:
            yield LossBesideDraw(seat=seat, field="draw", **facts)
        elif status == "drew" and not others:
            yield DrawOfOne(seat=seat, field="draw", **facts)
        elif sizes and int(sizes[0]) != len(marked):
            yield DrawOfOtherSize(seat=seat, field="draw", count=len(marked), **facts)


def _fill_from_chart(typed: Iterable[Any], otherwise: Sequence[Any]) -> list[Any]:
    """The typed values, with blanks filled from the chart."""
    if not otherwise:
        return list(typed)
    return [fallback if value is None else value for value, fallback in zip(typed, otherwise, strict=True)]


@dataclass(frozen=True)
class Entry:
    """One board of a call: a Board, an error or faults; none of these three if it is not yet played."""

    board: Board | None = None
    error: str = ""
    faults: tuple[Fault, ...] = ()
    place: Callable[[Fault], str] = lambda fault: ""
    order: tuple[int | None, ...] = tuple(SEATS)
    """The seats whose scores are returned, in this order; None for a blank row."""
    round: Round | None = None
    system: str = ""
    """The key of the board's own system; empty if the system of the event scores the board."""

    @property
    def wrong(self) -> str:
        """The cell error to show for the whole board; "" if nothing is wrong."""
        if self.error or not self.faults:
            return self.error
        return Faults(self.faults).cell

    def place_faults(self, faults: Iterable[Fault]) -> tuple[Fault, ...]:
        for fault in (found := tuple(faults)):
            fault.place = fault.place or self.place(fault)
        return found


class BoardsOfCall(NamedTuple):
    """The shape (rows, columns) of a call's centres, and its boards."""

    shape: tuple[int, int]
    entries: list[Entry]


def read_boards(
    centres: Cell, draw: Cell, eliminated: Cell, years: Cell, options: BoardOptions, row: int | None = None
) -> BoardsOfCall:
    """The shape (rows, columns) of a call's centres, and the call's boards. Raises Faults for a wrong shape.

    row: the number of the first row, for places in faults; by default 1.
    """
    cells = block(centres)
    shape = size(cells)
    if shape != (7, 1) and shape[1] != 7:
        raise WrongShape(field="centres", rows=shape[0], columns=shape[1])
    boards = [[row[0] for row in cells]] if shape == (7, 1) else cells
    marks = _cells_beside("draw marks", "draw", block(draw), shape)
    gone = _cells_beside("elimination years", "eliminated", block(eliminated), shape)
    ended = _years(block(years), len(boards))
    if len(boards) > 1 and options.facts:
        raise NoSuchBoardWithSeveral(field="options", name=join(options.facts))

    def entry(i: int) -> Entry:
        rows = {"centres": boards[i], **options.facts}
        rows |= {word: cells[i] for word, cells in (("draw", marks), ("eliminated", gone)) if cells}
        typed = {word: options.by_seat(cells) for word, cells in rows.items()} | {"year": ended[i]}
        return _entry(typed, lambda fault: position(fault, i, shape, options, row), options.order)

    return BoardsOfCall(shape, [entry(i) for i in range(len(boards))])


def position(
    fault: Fault, board: int, shape: tuple[int, int], options: BoardOptions, row: int | None = None
) -> str:
    """The place of a faulty cell within its range: `Row 2, column 3 of centres`."""
    upright = shape == (7, 1)
    first = row or 1
    named = f"Row {first + board}" if shape[0] > 1 or row is not None else ""
    if fault.seat is None:
        return "" if upright else named
    if place := options.place(fault):
        return place
    cell = options.order.index(fault.seat)
    column = f"column {cell + 1}"
    where = f"{named}, {column}" if named else column.capitalize()
    where = f"Row {first + cell}" if upright else where
    return f"{where} of {spoken(fault.field)}"


def _entry(typed: BoardCells, place: Callable[[Fault], str], order: tuple[int | None, ...]) -> Entry:
    if error := error_in(chain.from_iterable(typed.values())):
        return Entry(error=error, order=order)
    if all(is_blank(cell) for word, cells in typed.items() if is_count(word) for cell in cells):
        return Entry(order=order)
    try:
        return Entry(board=board_from(typed), place=place, order=order)
    except Faults as found:
        return Entry(faults=Entry(place=place).place_faults(found.faults), order=order)


def _cells_beside(what: str, name: str, cells: Block, shape: tuple[int, int]) -> Block | None:
    if is_omitted(cells):
        return None
    if size(cells) == (1, 1) and error_in(cells[0]):
        return [cells[0] * 7 for _ in range(1 if shape == (7, 1) else shape[0])]
    if size(cells) != shape:
        facts: dict[str, Any] = {"rows": shape[0], "columns": shape[1]}
        raise OtherShape(field=name, what=what, has_rows=len(cells), has_columns=len(cells[0]), **facts)
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
    raise WrongYears(field="year", rows=len(cells), columns=len(cells[0]))
