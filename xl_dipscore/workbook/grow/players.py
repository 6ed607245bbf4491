"""Sheets that show the players line by line, such as standings for the wall: found by what they point at."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from xl_dipscore.workbook.grow.slips import single_cells
from xl_dipscore.xlsx.formula import Area, BadReference, block, continued
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.rows import Copy
from xl_dipscore.xlsx.sheet import Cell, Sheet


@dataclass(frozen=True)
class PlayerList:
    """Rows of a sheet that show the first lines of a table elsewhere."""

    sheet: Sheet
    lines: int
    area: Area | None
    """Where they stand, if each row goes on as the row above it does."""

    def longer(self, more: int) -> Copy:
        assert self.area is not None
        _, _, left, bottom, right = self.area
        return Copy(
            self.sheet, bottom, bottom, more, left, right, lambda cell: False, self.lines, goes_on=True
        )


def lists_of(package: Package, table: Area, name: str = "") -> Iterator[PlayerList]:
    """The lists that show lines of a table, which formulas may call by a name as well."""
    for title in package.sheet_names:
        if title.casefold() == table.sheet.casefold():
            continue
        sheet = package.sheet(title)
        if rows := _rows(sheet, table, name):
            yield PlayerList(sheet, max(max(lines) for lines in rows.values()), _area(sheet, rows))


def _rows(sheet: Sheet, table: Area, name: str) -> dict[int, set[int]]:
    """For each row that points at single lines of the table, which."""
    rows: defaultdict[int, set[int]] = defaultdict(set)
    for cell in sheet.cells.values():
        lines = set(_lines_of_name(cell.formula, name)) if name else set()
        lines |= {area.top - table.top + 1 for area in single_cells(cell, sheet.name) if table.overlaps(area)}
        if lines:
            rows[cell.row] |= lines
    return rows


_NTH = re.compile(r"\bINDEX\(\s*([^\W\d]\w*)\s*,\s*(?:(\d+)|ROWS\(\s*([^()]*?)\s*\))\s*\)", re.IGNORECASE)


def _lines_of_name(formula: str, name: str) -> Iterator[int]:
    """The n of each INDEX(name, n), where n is a number or the rows of an area."""
    for called, number, rows in _NTH.findall(formula):
        if called.casefold() != name.casefold():
            continue
        if number:
            yield int(number)
            continue
        try:
            area = block(rows, "")
        except BadReference:
            continue
        yield area.bottom - area.top + 1


def _area(sheet: Sheet, rows: dict[int, set[int]]) -> Area | None:
    top, bottom = min(rows), max(rows)
    if top == bottom or any(rows.get(row) != {row - top + 1} for row in range(top, bottom + 1)):
        return None
    last = {cell.column: _goes_on(sheet, cell) for (row, _), cell in sheet.cells.items() if row == bottom}
    columns = [column for column, goes_on in last.items() if goes_on]
    if not columns or False in last.values():
        return None
    return Area(sheet.name, top, min(columns), bottom, max(columns))


def _goes_on(sheet: Sheet, cell: Cell) -> bool | None:
    """Does a formula go on as the one above it? None where there is no formula."""
    if not cell.formula_xml:
        return None
    above = sheet.cells.get((cell.row - 1, cell.column))
    return above is not None and continued(above.formula, cell.formula, 1) is not None
