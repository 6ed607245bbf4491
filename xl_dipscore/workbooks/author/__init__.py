"""Make new workbooks with openpyxl: all sheets that a director needs, sized for the event."""

import re
from collections.abc import Mapping
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.writer.excel import ExcelWriter

from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.shared import share_formulas
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.by_functions import FunctionCells
from xl_dipscore.workbooks.author.guide import as_it_is
from xl_dipscore.workbooks.author.native.cells import PlainCells
from xl_dipscore.workbooks.author.plan import Plan
from xl_dipscore.workbooks.author.sheets import EventCells, Kind, sheets_of
from xl_dipscore.workbooks.author.values import make_of_values
from xl_dipscore.workbooks.layout.ours import templates_folder

__all__ = [
    "Kind",
    "Plan",
    "make",
    "make_compact_package",
    "make_of_values",
    "make_package",
    "templates_folder",
]


CELLS: Mapping[Kind, type[EventCells]] = {"functions": FunctionCells, "plain": PlainCells}


def make(plan: Plan, kind: Kind = "functions") -> Workbook:
    """Make the workbook of a plan. Its formulas are not computed yet.

    Raises Faults for parts of the event that plain formulas cannot compute.
    """
    book = Workbook()
    book.remove(book.worksheets[0])
    cells, kinds = CELLS[kind](book, plan), sheets_of(plan, kind)
    for one in kinds:
        sheet = book.create_sheet(one.name)
        sheet.sheet_properties.tabColor = one.colour
        sheet.sheet_state = "hidden" if one.hidden else "visible"
        if not one.is_typed:
            style.mark(sheet)
    for one in sorted(kinds, key=lambda one: one.turn):
        one.write(book[one.name], cells)
    cells.finish()
    return as_it_is(book)


class _Writer(ExcelWriter):
    """openpyxl's writer without its files in the temporary folder, which may be full."""

    _archive: ZipFile

    def write_worksheet(self, ws: Any) -> None:
        # openpyxl keeps merged cells in a set, whose order differs from computer to computer.
        merged = vars(ws.merged_cells)
        merged["ranges"] = sorted(merged["ranges"], key=lambda area: (area.min_row, area.min_col))
        drawing = SpreadsheetDrawing()
        drawing.charts, drawing.images = ws._charts, ws._images
        ws._drawing = drawing
        writer: Any = WorksheetWriter(ws, out := BytesIO())
        writer.write()
        ws._rels = writer._rels
        self._archive.writestr(ws.path[1:], out.getvalue())
        self.manifest.append(ws)


def make_package(book: Workbook) -> Package:
    """Convert a new workbook to a Package, with the parts of each font in Excel's order."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        _Writer(book, archive).save()
    package = Package.read(made.getvalue())
    package.set_part("xl/styles.xml", style.fonts_in_order(package.part("xl/styles.xml") or b""))
    return package


def make_compact_package(book: Workbook) -> Package:
    """Convert a new workbook to a Package in which equal formulas of a column are stored once.

    The type of empty cells is removed: openpyxl writes the type of numbers, so that some programs read 0.
    """
    package = make_package(book)
    for part in package.sheet_parts:
        sheet = re.sub(rb' t="n"(?: ?/>|></c>)', b"/>", package.part(part) or b"")
        package.set_part(part, share_formulas(sheet))
    return package
