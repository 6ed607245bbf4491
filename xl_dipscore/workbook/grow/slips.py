"""Sheets with a piece for each board, one below the other, such as slips: found by what they point at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise

from xl_dipscore.workbook.layout.games import GamesSheet
from xl_dipscore.xlsx.formula import Area, BadReference, area_in, continued, tokens
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.rows import Copy
from xl_dipscore.xlsx.sheet import Cell, Sheet


def slips(package: Package, home: GamesSheet, count: int) -> Iterator[tuple[Sheet, Copy | None]]:
    """The sheets that show single boards; how so many more follow there, if the boards' pieces are alike."""
    for name in package.sheet_names:
        sheet = package.sheet(name)
        if name == home.name:
            continue
        rows = _rows_of_boards(sheet, home)
        if rows and rows[-1]:
            yield sheet, _last_piece(sheet, rows, count)


def _rows_of_boards(sheet: Sheet, home: GamesSheet) -> list[set[int]]:
    """For each board, the rows whose formulas point at it alone."""
    boards = [Area(home.name, min(block.rows), 1, max(block.rows), 1) for block in home.blocks]
    rows: list[set[int]] = [set() for _ in boards]
    for cell in sheet.cells.values():
        areas = [
            area for area in _areas_in(cell, sheet.name) if area.sheet.casefold() == home.name.casefold()
        ]
        for number, board in enumerate(boards):
            whole = len(boards) == 1 and any(
                area.top == board.top and area.bottom == board.bottom for area in areas
            )
            if not whole and any(board.top <= area.top and area.bottom <= board.bottom for area in areas):
                rows[number].add(cell.row)
    return rows


def _areas_in(cell: Cell, sheet: str) -> Iterator[Area]:
    for token in tokens(cell.formula) if "!" in cell.formula else ():
        if token.kind == "reference":
            with suppress(BadReference):
                yield area_in(token.text, sheet)


def single_cells(cell: Cell, sheet: str) -> Iterator[Area]:
    """The single cells of other sheets that a formula points at."""
    return (area for area in _areas_in(cell, sheet) if area.single)


def _last_piece(sheet: Sheet, rows: list[set[int]], count: int) -> Copy | None:
    """The piece of the last board, with the blank rows before it; None where they are not alike."""
    steps = {min(below) - min(above) for above, below in pairwise(rows)} if all(rows) else set()
    height = steps.pop() if len(steps) == 1 else 0
    if height <= 0:
        return None
    end = min(rows[-1]) + height
    bottom = max(row for row, _ in sheet.cells if row < end)
    top = bottom - height + 1
    if any(
        not top <= row + height * (len(rows) - 1 - n) <= bottom for n, own in enumerate(rows) for row in own
    ):
        return None
    cells = [cell for (row, _), cell in sheet.cells.items() if top <= row <= bottom]

    def before(cell: Cell) -> Cell | None:
        return sheet.cells.get((cell.row - height, cell.column))

    def alike(cell: Cell) -> bool:
        above = before(cell)
        return above is not None and continued(above.formula, cell.formula, count) is not None

    if not all(alike(cell) for cell in cells if cell.formula_xml):
        return None

    def keeps(cell: Cell) -> bool:
        above = before(cell)
        return above is not None and above.value == cell.value

    right = max(cell.column for cell in cells)
    return Copy(sheet, top, bottom, count, 1, right, keeps, len(rows), goes_on=True)
