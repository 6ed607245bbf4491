"""Worksheet functions about boards: scores, explanations and checks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial, wraps
from itertools import chain
from typing import Any, NamedTuple

from xl_dipscore.board import POWERS, Board
from xl_dipscore.cells.boards import Entry, read_boards
from xl_dipscore.cells.options import BoardOptions, read_options
from xl_dipscore.cells.rows import NoBoardGiven, check_alone, has_rows, read_rows, rows_shape, with_facts
from xl_dipscore.cells.values import (
    Block,
    Cell,
    block,
    error_in,
    is_omitted,
    match_orientation,
    number,
    quote_value,
    size,
)
from xl_dipscore.errors import NA, Fault, Faults, join
from xl_dipscore.functions.declared import (
    SYSTEM,
    Argument,
    declare,
    function,
    lone_error,
    pad_table,
    system_in,
)
from xl_dipscore.points import Line, Points, as_double, text
from xl_dipscore.system import System, systems


class NotARow(Fault):
    """{value} is not the number of a row; leave it out, or give ROW() of the board's first row."""


class SeveralBoards(Fault):
    """Only one board can be explained at a time; {count} are given."""


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


class Typed(NamedTuple):
    """The arguments of a function of boards, as cells; only DIP_CHECK has `row`."""

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
        """The first error that prevents any result, or ""."""
        whole = error_in(chain(*block(self.system), *block(self.options), *block(self.headings)))
        return whole or lone_error(self.centres) or lone_error(self.facts)


@dataclass(frozen=True)
class Request:
    """A call of a function of boards, read: the system, its options, and each board or why there is none."""

    system: System
    options: BoardOptions
    shape: tuple[int, int]
    entries: Sequence[Entry]
    _computed: dict[int, Points | tuple[Fault, ...]] = field(default_factory=dict)

    def points(self, place: int) -> Points:
        """The points of a played board, computed once. Raises Faults."""
        board = self.entries[place].board
        assert board is not None
        if place not in self._computed:
            try:
                system, options = self.rule(place)
                self._computed[place] = system.so_far(board, **options)
            except Faults as faults:
                # The traceback of a raised fault keeps its callers' objects alive, such as a workbook.
                self._computed[place] = tuple(fault.with_traceback(None) for fault in faults.faults)
        found = self._computed[place]
        if isinstance(found, tuple):
            raise Faults(found)
        return found

    def rule(self, place: int) -> tuple[System, Mapping[str, object]]:
        """The system and options of a board: its own system, its round's, or the call's."""
        entry = self.entries[place]
        return self.system.of_game(entry.round, entry.system, self.options.parameters)


_LAST: dict[str, Request] = {}
"""Recent requests: DIP_SCORE and DIP_CHECK of a board have the same arguments."""

_MOST = 500


def _cached_request(typed: Typed) -> Request:
    """The request for these cells, cached. Raises Faults if the whole call is wrong."""
    key = repr(typed[:-1])  # the row's number does not matter
    if key not in _LAST:
        if len(_LAST) >= _MOST:
            _LAST.clear()
        _LAST[key] = _read_request(typed)
    return _LAST[key]


def _read_request(typed: Typed, *, row: int | None = None) -> Request:
    system, centres, draw, eliminated, year, options, headings, facts, _ = typed
    known = system_in(system)
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


def _scores(request: Request, place: int) -> list[Cell]:
    """A cell for each power, in the order of the call."""
    entry = request.entries[place]
    wrong = entry.error or (Faults(entry.faults).cell if entry.faults else "")
    if wrong or entry.board is None:
        return [wrong] * len(entry.order)
    try:
        points = request.points(place)
    except Faults as faults:
        return [faults.cell] * len(entry.order)
    return _cells(points, points.totals, entry.order)


def _cells(points: Points, amounts: Sequence[Fraction | int], order: Sequence[int | None]) -> list[Cell]:
    """A cell for each seat: #N/A for scores that are still unknown."""
    known = [NA if seat in points.untold else as_double(one) for seat, one in enumerate(amounts)]
    return ["" if seat is None else known[seat] for seat in order]


def of_boards(name: str, *more: Argument) -> Callable[[Callable[[Typed], Cell]], Callable[..., Cell]]:
    """Declare the decorated function, which takes a Typed, as a worksheet function of boards."""

    def decorate(answer: Callable[[Typed], Cell]) -> Callable[..., Cell]:
        @function(name, SYSTEM, *BOARD, *more)
        @wraps(answer)
        def call(*cells: Cell, **named: Cell) -> Cell:
            return answer(Typed(*cells, **named))

        return call

    return decorate


@of_boards("DIP_SCORE")
def dip_score(typed: Typed) -> Cell:
    """Scores of finished games under a scoring system, in the shape of the centres."""
    in_rows = has_rows(typed.headings)
    rows, columns = rows_shape(typed.headings, typed.facts) if in_rows else size(block(typed.centres))
    if error := typed.error:
        return [[error] * columns for _ in range(rows)]
    try:
        request = _cached_request(typed)
    except Faults as faults:
        return [[faults.cell] * columns for _ in range(rows)]
    scores = [_scores(request, place) for place in range(len(request.entries))]
    return match_orientation(scores, request.shape)


@of_boards("DIP_EXPLAIN")
def dip_explain(typed: Typed) -> Cell:
    """How one board's scores come about: a line for each part of the rule, a column for each power. Figures
    that parts are worked out from are text, which sums leave out.
    """
    if error := typed.error:
        return error
    try:
        request = _cached_request(typed)
        if len(request.entries) != 1:
            raise SeveralBoards(count=len(request.entries))
        entry = request.entries[0]
        if entry.error or entry.faults:
            return _scores(request, 0)[0]
        if entry.board is None:
            return pad_table([[""]], request.options.rows)
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
    return pad_table(table, rows)


def _as_many(lines: Sequence[Line], most: int) -> Sequence[Line]:
    """Merge the last lines into one if there is no room for all: the total is never cut off."""
    if not 0 < most < len(lines):
        return lines
    rest = lines[most - 1 :]
    one = Line("; ".join(line.label for line in rest), Points(tuple(rest)).totals)
    return (*lines[: most - 1], one)


@of_boards("DIP_CHECK", ROW)
def dip_check(typed: Typed) -> Cell:
    """For each board, OK and how its ending was read, or everything that is wrong with it."""
    if error := typed.error or lone_error(typed.row):
        return error
    try:
        first = _first_row(typed.row)
        checks = _checks(_cached_request(typed))
        if first is not None and not all(words.startswith("OK") for words in filter(None, checks)):
            checks = _checks(_read_request(typed, row=first))
    except Faults as faults:
        return str(faults)
    return [[words] for words in checks]


def _first_row(cell: Cell) -> int | None:
    """The row's number, if given. Raises Faults for a value that is not one."""
    given = block(cell)
    if is_omitted(given):
        return None
    first = number(given[0][0])
    if not isinstance(first, int) or first < 1:
        raise NotARow(field="row", value=quote_value(given[0][0]))
    return first


def _checks(request: Request) -> list[str]:
    """The sentence about each board; "" for a board that has not been played."""
    return [_check_entry(request, place) for place in range(len(request.entries))]


def _check_entry(request: Request, place: int) -> str:
    entry = request.entries[place]
    if entry.error:
        return entry.error
    if entry.board is None:
        return str(Faults(entry.faults)) if entry.faults else ""
    try:
        points = request.points(place)
        return _reading(*request.rule(place), entry.board, points)
    except Faults as found:
        return str(Faults(entry.place_faults(found.faults)))


def check_text(system: System, board: Board, parameters: Any) -> str:
    """`OK: ` and the reading of a board. Raises Faults with everything that is wrong."""
    return _reading(system, parameters, board, system.so_far(board, **parameters))


def _reading(system: System, parameters: Any, board: Board, points: Points) -> str:
    read = system.read(board, **parameters)
    said: dict[str, list[str]] = {
        "doubt": [],
        "note": [*open_score_notes(system, points), *system.notes(board, **parameters)],
    }
    for slip in read.slips():
        said[slip.rank].append(str(slip))
    told = (f" {rank.capitalize()}: {' '.join(words)}" for rank, words in said.items() if words)
    return f"OK: {system.text_of_ending(read)}.{''.join(told)}"


def open_score_notes(system: System, points: Points) -> Iterator[str]:
    """A note on powers whose score is not known yet."""
    if points.untold:
        whose = join(POWERS[seat] for seat in sorted(points.untold))
        options = join(name.replace("_", " ") for name in system.meanwhile)
        yield f"The score of {whose} is known when the event is over, or from the option {options}."


for _system in systems():
    declare(f"{_system.key}_SCORE", _system.help, BOARD, partial(dip_score, _system.key))
