"""A workbook as an open program hands it over: values, formulas and names, without the file."""

from __future__ import annotations

from xl_dipscore.sheets.xlsx.formula import reference
from xl_dipscore.sheets.xlsx.open_book import OpenBook
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.sheet import Sheet
from xl_dipscore.workbooks.live.book import book_of


def opened(package: Package) -> OpenBook:
    sheets = [(name, *_told(package.sheet(name))) for name in package.sheet_names]
    names = {one.name: f"={one.text}" for one in package.defined_names if not one.sheet}
    merged = {name: list(map(reference, package.sheet(name).merged_areas)) for name in package.sheet_names}
    return book_of(package.name, sheets, names, merged)


def _told(sheet: Sheet) -> tuple[list[list[object]], list[list[str]]]:
    """Values and formulas of the workbook; each cell that an array fills has the array's formula."""
    rows, columns = (max((place[i] for place in sheet.cells), default=0) for i in (0, 1))
    values: list[list[object]] = [[""] * columns for _ in range(rows)]
    formulas = [[""] * columns for _ in range(rows)]
    for (row, column), cell in sheet.cells.items():
        value = cell.value
        values[row - 1][column - 1] = "" if value is None else float(value) if type(value) is int else value
        if cell.formula_xml:
            formulas[row - 1][column - 1] = f"={cell.formula}"
    for cell in list(sheet.cells.values()):
        for row, column in cell.area.cells if cell.kind == "array" and cell.area else ():
            if row <= rows and column <= columns:
                formulas[row - 1][column - 1] = f"{{={cell.formula}}}"
    return values, formulas
