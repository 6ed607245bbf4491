"""Worksheet functions about boards: scores, explanations and checks."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial, wraps
from itertools import chain
from typing import Any, NamedTuple

from xl_dipscore.errors import NA, Fault, Faults, join
from xl_dipscore.rules.board import POWERS, Board
from xl_dipscore.rules.choice.worth import Worth, worth_of_centre
from xl_dipscore.rules.points import Line, Points, as_double, text
from xl_dipscore.rules.system import ScoredBy, System, systems
from xl_dipscore.tables.cells.boards import Entry, read_boards
from xl_dipscore.tables.cells.options import BoardOptions, read_options
from xl_dipscore.tables.cells.rows import (
    NoBoardGiven,
    check_alone,
    has_power_heading,
    read_rows,
    rows_shape,
    with_facts,
)
from xl_dipscore.tables.cells.values import (
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
from xl_dipscore.tables.functions.declared import (
    SYSTEM,
    Argument,
    break_words,
    declare,
    function,
    pad_table,
    single_cell_error,
    system_in,
)


class NotARow(Fault):
    """{value} is not a row number. Leave the argument row out, or give ROW() of the board's first row."""


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
        "The facts' headings, such as Docked, New player or 1901; with Power, the headings of rows on Games",
        optional=True,
    ),
    Argument(
        "facts",
        "The facts of one board, seven cells for each heading; with Power, the board's rows in any order",
        optional=True,
    ),
)
ROW = Argument(
    "row", "The number of the board's first row, by which sentences call it: ROW(A2)", optional=True
)


class GivenCells(NamedTuple):
    """The cells in the arguments of a function of boards; only DIP_CHECK has `row`."""

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
        """A cell error, such as "#N/A", to return for all boards of the call; "" if there is no error."""
        whole = error_in(chain(*block(self.system), *block(self.options), *block(self.headings)))
        return whole or single_cell_error(self.centres, self.facts)


@dataclass(frozen=True)
class Request:
    """The contents of a call's cells: the system, the options, and an Entry for each board."""

    system: System
    options: BoardOptions
    shape: tuple[int, int]
    """The number of rows and the number of columns of the scores."""
    entries: Sequence[Entry]
    _computed: dict[int, Points | tuple[Fault, ...]] = field(default_factory=dict)

    def points(self, place: int) -> Points:
        """The points of the board `entries[place]`, which has been played. Raises Faults."""
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

    def rule(self, place: int) -> ScoredBy:
        """The system of the board `entries[place]`, or else of its round or of the call, and the options."""
        entry = self.entries[place]
        return self.system.of_game(entry.round, entry.system, self.options.parameters)


_RECENT: dict[str, Request] = {}
"""Recent requests by the text of their arguments: DIP_SCORE and DIP_CHECK of a board share a request."""

_MOST_KEPT = 500


def _cached_request(given: GivenCells) -> Request:
    """Read these cells, or return their cached request. Raises Faults if no board can be read."""
    key = repr(given[:-1])  # without `row`, which changes only the words of faults
    if key not in _RECENT:
        if len(_RECENT) >= _MOST_KEPT:
            _RECENT.clear()
        _RECENT[key] = _read_request(given)
    return _RECENT[key]


def _single_request(given: GivenCells) -> Request:
    """Like _cached_request, for functions of one board. Raises Faults for several boards too."""
    request = _cached_request(given)
    if len(request.entries) != 1:
        raise SeveralBoards(count=len(request.entries))
    return request


def _read_request(given: GivenCells, *, row: int | None = None) -> Request:
    system, centres, draw, eliminated, year, options, headings, facts, _ = given
    known = system_in(system)
    settings = read_options(options, known) if not is_omitted(block(options)) else BoardOptions()
    if has_power_heading(headings):
        check_alone({"centres": centres, "draw": draw, "eliminated": eliminated, "year": year})
        entry = read_rows(headings, facts, settings, fewer=known.fewer, first=row)
        return Request(known, settings, rows_shape(headings, facts), [entry])
    if is_omitted(block(centres)):
        raise NoBoardGiven(field="centres")
    settings = with_facts(settings, headings, facts, upright=size(block(centres))[1] == 1)
    shape, entries = read_boards(centres, draw, eliminated, year, settings, row)
    return Request(known, settings, shape, entries)


def _scores(request: Request, place: int) -> list[Cell]:
    """The scores of one board (or "" or a cell error for each), in the order of the call's cells."""
    entry = request.entries[place]
    if entry.wrong or entry.board is None:
        return [entry.wrong] * len(entry.order)
    try:
        points = request.points(place)
    except Faults as faults:
        return [faults.cell] * len(entry.order)
    return _cells(points, points.totals, entry.order)


def _cells(points: Points, amounts: Sequence[Fraction | int], order: Sequence[int | None]) -> list[Cell]:
    """The amounts as cells, in the `order` of seats: #N/A if a score is still unknown, "" for None."""
    known = [NA if seat in points.untold else as_double(one) for seat, one in enumerate(amounts)]
    return ["" if seat is None else known[seat] for seat in order]


def of_boards(
    name: str, *more: Argument, headed: bool = False
) -> Callable[[Callable[[GivenCells], Cell]], Callable[..., Cell]]:
    """Declare the decorated function, which accepts GivenCells, as a worksheet function of boards."""

    def decorate(answer: Callable[[GivenCells], Cell]) -> Callable[..., Cell]:
        @function(name, SYSTEM, *BOARD, *more, headed=headed)
        @wraps(answer)
        def call(*cells: Cell, **named: Cell) -> Cell:
            return answer(GivenCells(*cells, **named))

        return call

    return decorate


@of_boards("DIP_SCORE")
def dip_score(given: GivenCells) -> Cell:
    """Scores of finished games under a scoring system, in the shape of the centres."""
    in_rows = has_power_heading(given.headings)
    rows, columns = rows_shape(given.headings, given.facts) if in_rows else size(block(given.centres))
    if error := given.error:
        return [[error] * columns for _ in range(rows)]
    try:
        request = _cached_request(given)
    except Faults as faults:
        return [[faults.cell] * columns for _ in range(rows)]
    scores = [_scores(request, place) for place in range(len(request.entries))]
    return match_orientation(scores, request.shape)


@of_boards("DIP_EXPLAIN", headed=True)
def dip_explain(given: GivenCells) -> Cell:
    """How one board's scores are computed: a line for each part of the rule, a column for each power. Figures
    that only explain a part are text, so sums leave them out.
    """
    if error := given.error:
        return error
    try:
        request = _single_request(given)
        if request.entries[0].wrong:
            return request.entries[0].wrong
        if request.entries[0].board is None:
            return pad_table([[""]], request.options.rows)
        points = request.points(0)
    except Faults as faults:
        return faults.cell
    order = [seat for seat in request.entries[0].order if seat is not None]
    beside: Block = [[one.label, *(text(one.amounts[seat]) for seat in order)] for one in points.not_added]
    beside += [[sentence] for sentence in points.notes]
    rows = request.options.rows
    if 0 < rows < 2 + len(points.lines) + len(beside):
        beside = []
    lines = (*_merge_last_lines(points.lines, rows - 2), Line("Total", points.totals))
    table: Block = [[request.system.key, *(POWERS[seat] for seat in order)], *beside]
    table += [[part.label, *_cells(points, part.amounts, order)] for part in lines]
    return pad_table(break_words(table, rows, request.options.width), rows)


def _merge_last_lines(lines: Sequence[Line], most: int) -> Sequence[Line]:
    """Merge the last of more than `most` lines (0 or less: no limit), to leave a row for the total."""
    if not 0 < most < len(lines):
        return lines
    rest = lines[most - 1 :]
    one = Line("; ".join(line.label for line in rest), Points(tuple(rest)).totals)
    return (*lines[: most - 1], one)


@of_boards("DIP_WORTH")
def dip_worth(given: GivenCells) -> Cell:
    """What one more centre is worth at each power of one board: two rows, taken from the survivor who loses
    least by it, and most. Blank for the dead, and where the board is over.

    A board in a column has two columns.
    """
    in_rows = has_power_heading(given.headings)
    rows, columns = rows_shape(given.headings, given.facts) if in_rows else size(block(given.centres))
    upright = columns == 1

    def arrange(least: Sequence[Cell], most: Sequence[Cell]) -> Block:
        return [[*pair] for pair in zip(least, most, strict=True)] if upright else [[*least], [*most]]

    if error := given.error:
        return error
    try:
        request = _single_request(given)
        entry = request.entries[0]
        if entry.wrong or entry.board is None:
            return arrange([entry.wrong] * len(entry.order), [entry.wrong] * len(entry.order))
        system, options = request.rule(0)
        worth = worth_of_centre(system, entry.board, options)
    except Faults as faults:
        alone = max(rows, columns)
        return arrange([faults.cell] * alone, [faults.cell] * alone)
    found = [None if seat is None else worth[seat] for seat in entry.order]
    return arrange(*([_worth_cell(one, pick) for one in found] for pick in (0, 1)))


def _worth_cell(worth: Worth | None, pick: int) -> Cell:
    if worth is None:
        return ""
    amount = worth[pick]
    return NA if amount is None else as_double(amount)


@of_boards("DIP_CHECK", ROW)
def dip_check(given: GivenCells) -> Cell:
    """For each board, OK and how its ending was read, or everything that is wrong with it."""
    if error := given.error or single_cell_error(given.row):
        return error
    try:
        first = _first_row(given.row)
        checks = _checks(_cached_request(given))
        if first is not None and not all(words.startswith("OK") for words in filter(None, checks)):
            checks = _checks(_read_request(given, row=first))
    except Faults as faults:
        return str(faults)
    return [[words] for words in checks]


def _first_row(cell: Cell) -> int | None:
    """The row number in a cell; None if the argument is omitted. Raises NotARow."""
    given = block(cell)
    if is_omitted(given):
        return None
    first = number(given[0][0])
    if not isinstance(first, int) or first < 1:
        raise NotARow(field="row", value=quote_value(given[0][0]))
    return first


def _checks(request: Request) -> list[str]:
    """The sentence about each board; "" for an unplayed board."""
    return [_check_entry(request, place) for place in range(len(request.entries))]


def _check_entry(request: Request, place: int) -> str:
    entry = request.entries[place]
    if entry.error:
        return entry.error
    if entry.board is None:
        return str(Faults(entry.faults)) if entry.faults else ""
    try:
        points = request.points(place)
        return _ok_text(*request.rule(place), entry.board, points)
    except Faults as found:
        return str(Faults(entry.place_faults(found.faults)))


def check_text(system: System, board: Board, parameters: Any) -> str:
    """`OK: ` and how the end of a board was read, then doubts and notes. Raises Faults with every fault."""
    return _ok_text(system, parameters, board, system.so_far(board, **parameters))


def _ok_text(system: System, parameters: Any, board: Board, points: Points) -> str:
    read = system.read(board, **parameters)
    sentences: dict[str, list[str]] = {
        "doubt": [],
        "note": [*open_score_notes(system, points), *system.notes(board, **parameters)],
    }
    for typo in read.probable_typos():
        sentences[typo.rank].append(str(typo))
    remarks = (f" {rank.capitalize()}: {' '.join(words)}" for rank, words in sentences.items() if words)
    return f"OK: {system.text_of_ending(read)}.{''.join(remarks)}"


def open_score_notes(system: System, points: Points) -> Iterator[str]:
    """Yield a note on the powers whose score is not known yet, if there are such powers."""
    if points.untold:
        whose = join(POWERS[seat] for seat in sorted(points.untold))
        options = join(name.replace("_", " ") for name in system.meanwhile)
        yield f"The score of {whose} is known when the event is over, or once the option {options} is set."


for _system in systems():
    declare(f"{_system.key}_SCORE", _system.help, BOARD, partial(dip_score, _system.key))
