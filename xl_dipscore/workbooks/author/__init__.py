"""Make new workbooks with openpyxl: all sheets that a director needs, sized for the event."""

import re
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.writer.excel import ExcelWriter

from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.shared import share_formulas
from xl_dipscore.workbooks.author import (
    boards,
    charts,
    front,
    games,
    guide,
    log,
    printed,
    problems,
    seats,
    style,
    tables,
)
from xl_dipscore.workbooks.author.native import make_native
from xl_dipscore.workbooks.author.plan import Plan
from xl_dipscore.workbooks.author.values import make_of_values
from xl_dipscore.workbooks.layout.ours import templates_folder

__all__ = [
    "Plan",
    "make",
    "make_compact_package",
    "make_native",
    "make_of_values",
    "make_package",
    "templates_folder",
]


def make(plan: Plan) -> Workbook:
    """Make the workbook of a plan. Its formulas are not computed yet."""
    book, sheets = guide.new_book(plan)
    front.setup(book, sheets["Setup"], plan)
    guide.guide(sheets["Guide"], plan)
    front.players(book, sheets["Players"], plan)
    games.games(sheets["Games"], plan)
    problems.problems(book, sheets["Problems"], plan)
    tables.standings(sheets["Standings"], plan)
    tables.countries(sheets["Best countries"], plan)
    if plan.teams:
        tables.teams(sheets["Teams"], plan)
    boards.explain(book, sheets["Explain"], plan)
    tables.compare(sheets["Compare"], plan)
    boards.calculator(sheets["Calculator"], plan)
    if not plan.league:
        seats.seats(book, sheets["Seats"], plan)
        charts.charts(sheets["Charts"], plan)
        printed.write_calls(book, sheets["Board calls"], plan)
        printed.write_slips(sheets["Slips"], plan)
    printed.standings_page(book, sheets["Print"], plan, printed.ownership_by_cell(plan))
    below = sheets["Print"]["A2"]
    style.say_lost(sheets["Print"], below, below.value)
    front.list_systems(book, sheets["Systems"])
    sentences = {"Standings": "$A$3", "Systems": "$I$3"}
    heads = {"Problems": f"J{problems.TOP}:L{problems.TOP}", "Calculator": "B10:I10"}
    for name in sorted(
        sheets.keys() & {*guide.OF_FUNCTIONS, "Standings", "Best countries", "Charts", "Print"}
    ):
        style.hide_lost(sheets[name], sentences.get(name, "$A$2"), heads.get(name, ""))
    log.log(book, sheets["Log"])
    style.avoid_general_formats(book)
    return book


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
