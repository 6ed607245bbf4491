"""Lengthen sheets that show boards or players below each other, such as result slips or printed standings.

The references in the formulas of a row tell which board or player the row shows.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

from xl_dipscore.rules.board import SEATS, count_of
from xl_dipscore.sheets.xlsx.breaks import breaks_of, set_breaks
from xl_dipscore.sheets.xlsx.cell import Cell
from xl_dipscore.sheets.xlsx.formula import Area, BadReference, area_of, continue_formula, tokens
from xl_dipscore.sheets.xlsx.markup import unescape
from xl_dipscore.sheets.xlsx.moves import Insertion
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.sheet import Sheet
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import GamesSheet, label
from xl_dipscore.workbooks.layout.grow.plan import Growth
from xl_dipscore.workbooks.layout.pages import (
    CALLS,
    PLAIN_BOARD,
    SEATS_LINES,
    SLIP_ROWS,
    SLIPS,
    SLIPS_ON_A_PAGE,
    SPARE_CALLS,
    boards_a_page,
    page_ends,
    rows_on_a_page,
    seats_lines,
    slips_of_round,
)
from xl_dipscore.workbooks.layout.tables import OF_SEATS, table_formulas

MOST_DRAWN = 12
"""The most players in a chart."""
PieceRows = list[set[int]]
"""The rows of each piece. A piece is the part of a sheet that shows one board or one player."""


def add_board_pieces(growth: Growth, home: GamesSheet, places: Mapping[int, int]) -> None:
    """Add pieces for new boards to sheets that show each board. places: the new boards, as `NewBoards`."""
    for name in growth.package.sheet_names:
        sheet = growth.package.sheet(name)
        rows = _rows_of_boards(sheet, home)
        if not rows or not rows[-1]:
            continue
        pieces = _pieces(sheet, rows)
        if pieces is None:
            growth.notes.append(f"{name} shows single boards; the new ones are not on it.")
            continue
        top, size, across = pieces
        new = (
            Insertion(name, top + size * before, size, times, len(rows), before, across, paged=size > 1)
            for before, times in places.items()
        )
        if what := growth.plan_insertions(*new):
            note = f"{name} shows each board; the new ones are not on it because {what} is in the way."
            growth.notes.append(note)


def lengthen_rounds(growth: Growth, boards: int) -> None:
    """Lengthen the sheets that show the boards of a round, so that they can show this many."""
    setup = growth.event.setup
    calls, seats = setup.area(CALLS), setup.area(SEATS_LINES)
    areas = [(calls, boards + SPARE_CALLS, False)] if calls is not None else []
    for sheet, cell, _ in table_formulas(growth.package, OF_SEATS):
        first = sheet.name, cell.row + 1
        if seats is not None and cell.area is not None and first == (seats.sheet, seats.top):
            lines = cell.area._replace(sheet=sheet.name, top=cell.row + 1)
            areas.append((lines, seats_lines(boards), True))
    _add_slips(growth, boards)
    for area, wanted, computed in areas if boards else ():
        if what := growth.lengthen(area, wanted, computed=computed):
            growth.notes.append(f"{area.sheet} has too few lines for the new boards: {what} is in the way.")


def _add_slips(growth: Growth, boards: int) -> None:
    """Add slips before the last one, so that the formats of all slips cover the new ones."""
    area = growth.event.setup.area(SLIPS)
    if area is None or not boards:
        return
    count = _slips_in(area)
    before, more = max(1, count - 1), slips_of_round(boards) - count
    at, across = area.top + SLIP_ROWS * before, range(area.left, area.right + 1)
    if more <= 0:
        return
    new = Insertion(area.sheet, at, SLIP_ROWS, more, count, before, across, paged=True)
    if what := growth.plan_insertions(new):
        growth.notes.append(f"{area.sheet} has too few slips for the new boards: {what} is in the way.")


def _slips_in(area: Area) -> int:
    return (area.bottom - area.top + 1) // SLIP_ROWS


class _Paged(NamedTuple):
    """A sheet with several rows for each board."""

    name: str
    above: int
    """The row above the first board."""
    size: int
    """Rows per board."""
    rounds: Sequence[str]
    """The round of each board."""
    usual: int
    """The boards that fit on a page."""


def page_sizes_by_sheet(event: EventIn) -> dict[str, int]:
    """The boards per page of each sheet on which every round starts a new page."""
    found = {}
    for one in _boards_shown(event):
        ends = [divmod(row - one.above, one.size) for row in breaks_of(event.file, one.name)]
        a_page = boards_a_page(one.rounds, [end for end, _ in ends], one.usual)
        if a_page is not None and not any(odd for _, odd in ends):
            found[one.name] = a_page
    return found


def break_pages_at_rounds(event: EventIn, sheets: Mapping[str, int]) -> None:
    """Set page breaks, so that each round starts a new page. sheets: boards per page by sheet."""
    wanted = {
        one.name: [one.above + one.size * end for end in page_ends(one.rounds, sheets[one.name])]
        for one in _boards_shown(event)
        if one.name in sheets
    }
    for name, rows in wanted.items():
        if rows != breaks_of(event.file, name):
            set_breaks(event.file, name, rows)


def _boards_shown(event: EventIn) -> Iterator[_Paged]:
    if (slips := event.setup.area(SLIPS)) is not None:  # of any one round
        yield _Paged(slips.sheet, slips.top - 1, SLIP_ROWS, [""] * _slips_in(slips), SLIPS_ON_A_PAGE)
    for home in event.sheets:
        if (listed := _list_of_boards(event, home)) is not None:
            yield listed
        for name in event.book.sheet_names:
            sheet = event.file.sheet(name)
            rows = _rows_of_boards(sheet, home)
            pieces = _pieces(sheet, rows) if rows and rows[-1] else None
            if pieces is None or pieces[1] == 1:
                continue
            top, size, _ = pieces
            last = top + size * (len(rows) - 1)
            held = (
                row
                for (row, _), cell in sheet.cells.items()
                if last <= row < last + size and cell.has_content
            )
            above = min(held) - size * (len(rows) - 1) - 1
            usual = max(1, SLIPS_ON_A_PAGE * SLIP_ROWS // size)
            yield _Paged(name, above, size, [label(slot.round) for slot in home.slots], usual)


def _list_of_boards(event: EventIn, home: GamesSheet) -> _Paged | None:
    """The list of games itself; None if its boards are not directly below each other.

    A list without page breaks is paged only in a workbook of ours: a director may have one of a single round.
    """
    tops, ours = [min(slot.rows) for slot in home.slots], event.setup.area(CALLS) is not None
    if not tops or not (ours or breaks_of(event.file, home.name)):
        return None
    if any(after - before != len(SEATS) for before, after in pairwise(tops)):
        return None
    right = max(column for (row, column), cell in home.sheet.cells.items() if row == home.header)
    a_board = PLAIN_BOARD if event.setup.plain else len(SEATS)
    fitting = rows_on_a_page(event.file.sheet(home.name).shown_widths(right)) // a_board
    rounds = [label(slot.round) for slot in home.slots]
    return _Paged(home.name, tops[0] - 1, len(SEATS), rounds, max(1, fitting))


def lengthen_lists(growth: Growth, table: Area, name: str, players: tuple[int, int]) -> None:
    """Lengthen lists that show all players of a table.

    name: a defined name by which formulas may refer to the table.
    players: the largest possible numbers of players, before and after.
    """
    were, can_be = players
    for title in growth.package.sheet_names:
        sheet = growth.package.sheet(title)
        rows = _rows_of_lines(sheet, table, name) if title.casefold() != table.sheet.casefold() else []
        if not rows or len(rows) < were or can_be <= len(rows):
            continue
        why, pieces = "its rows are not all made alike", _pieces(sheet, rows)
        if pieces is not None and pieces[1] == 1:
            top, _, across = pieces
            area = Area(title, top, across[0], top + len(rows) - 1, across[-1])
            drawn = any(area.overlaps(one) for one in _areas_in_charts(growth.package, sheet))
            what = growth.lengthen(area, min(can_be, MOST_DRAWN) if drawn else can_be)
            if not what:
                continue
            why = f"{what} is in the way"
        short = f"{title} shows {count_of(len(rows), 'player')} but there can be {can_be}: {why}."
        if not any(note.startswith(short) for note in growth.notes):  # one note is enough for each sheet
            growth.notes.append(f"{short} All of them are on {table.sheet}.")


def _rows_of_boards(sheet: Sheet, home: GamesSheet) -> PieceRows:
    """For each board, the rows of a sheet with references to cells of that board alone."""
    if sheet.name == home.name:
        return []
    boards = [Area(home.name, min(slot.rows), 1, max(slot.rows), 1) for slot in home.slots]
    rows: PieceRows = [set() for _ in boards]
    games = home.name.casefold()
    for cell in sheet.cells.values():
        areas = [area for area in _areas_in(cell, sheet.name) if area.sheet.casefold() == games]
        for number, board in enumerate(boards) if areas else ():
            inside = [area for area in areas if board.top <= area.top and area.bottom <= board.bottom]
            whole = any((area.top, area.bottom) == (board.top, board.bottom) for area in inside)
            if inside and not (whole and len(boards) == 1):
                rows[number].add(cell.row)
    return rows


def _rows_of_lines(sheet: Sheet, table: Area, name: str) -> PieceRows:
    """For each line of a table, the rows that refer to a single cell of it, up to the last line shown."""
    rows: PieceRows = [set() for _ in range(table.top, table.bottom + 1)]
    for cell in sheet.cells.values():
        lines = set(_lines_of_name(cell.formula, name)) if name else set()
        areas = (area for area in _areas_in(cell, sheet.name) if area.single and table.overlaps(area))
        for line in lines | {area.top - table.top + 1 for area in areas}:
            if line <= len(rows):
                rows[line - 1].add(cell.row)
    while rows and not rows[-1]:
        rows.pop()
    return rows


def _areas_in(cell: Cell, sheet: str) -> Iterator[Area]:
    for token in tokens(cell.formula) if "!" in cell.formula else ():
        if token.kind == "reference":
            with suppress(BadReference):
                yield area_of(token.text, sheet)


_NTH = re.compile(r"\bINDEX\(\s*([^\W\d]\w*)\s*,\s*(?:(\d+)|ROWS\(\s*([^()]*?)\s*\))\s*\)", re.IGNORECASE)


def _lines_of_name(formula: str, name: str) -> Iterator[int]:
    """The n of each INDEX(name, n); n is a number or ROWS of an area."""
    for called, number, rows in _NTH.findall(formula):
        if called.casefold() != name.casefold():
            continue
        if number:
            yield int(number)
            continue
        with suppress(BadReference):
            area = area_of(rows, "")
            yield area.bottom - area.top + 1


class _Pieces(NamedTuple):
    """Pieces of a sheet that are alike: the first row, the rows of each piece, and the columns."""

    first: int
    size: int
    columns: range


def _pieces(sheet: Sheet, rows: PieceRows) -> _Pieces | None:
    """The first row of the first piece (blank rows above it included), rows per piece, and columns.

    None if the pieces are not alike.
    """
    steps = {min(below) - min(above) for above, below in pairwise(rows)} if all(rows) else set()
    size = steps.pop() if len(steps) == 1 else 0
    if size <= 0:
        return None
    end = min(rows[-1]) + size
    bottom = max(row for row, _ in sheet.cells if row < end)
    last = bottom - size + 1
    back = size * (len(rows) - 1)
    if any(not last <= row + back - size * n <= bottom for n, own in enumerate(rows) for row in own):
        return None
    columns = []
    for cell in sheet.cells.values():
        if last <= cell.row <= bottom and cell.has_content:
            columns.append(cell.column)
            above = sheet.cells.get((cell.row - size, cell.column))
            if cell.formula_xml and (
                above is None or continue_formula(above.formula, cell.formula, 1) is None
            ):
                return None
    return _Pieces(last - back, size, range(min(columns), max(columns) + 1))


_IN_CHART = re.compile(r"<(?:\w+:)?f>([^<]*)</")


def _areas_in_charts(package: Package, sheet: Sheet) -> Iterator[Area]:
    for drawing in package.related_parts("drawing", sheet.part):
        for chart in package.related_parts("chart", drawing):
            for written in _IN_CHART.findall((package.part(chart) or b"").decode("utf-8")):
                with suppress(BadReference):
                    yield area_of(unescape(written), "")
