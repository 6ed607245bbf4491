"""Make workbooks of values, without formulas, from the tables of a published page."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from openpyxl import Workbook

from xl_dipscore.tables.cells.values import Cell, is_blank
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.guide import as_it_is
from xl_dipscore.workbooks.author.sheets import all_sheets

TOP = 4
"""The row of the headings."""
PORTRAIT = 7
"""The most columns that fit on an upright page."""


class ValueTable(NamedTuple):
    """A sheet: its name, its columns with their widths, and its rows."""

    name: str
    columns: Mapping[str, float]
    rows: Sequence[Sequence[Cell]]


def make_of_values(name: str, told: str, tables: Sequence[ValueTable]) -> Workbook:
    """A workbook with a sheet for each table. name, told: the title of every sheet, and the line below it."""
    book = Workbook()
    book.remove(book.worksheets[0])
    typed = {kind.name for kind in all_sheets() if kind.is_typed}
    for table in tables:
        sheet = book.create_sheet(table.name)
        if table.name not in typed:
            style.mark(sheet)
        style.widths(sheet, [*table.columns.values()])
        style.title(sheet, name, told)
        style.header(sheet, TOP, table.columns)
        for row, cells in enumerate(table.rows, TOP + 1):
            for column, value in enumerate(cells, 1):
                style.write_cell(sheet, row, column, None if is_blank(value) else value)
        style.keep_texts(sheet)
        style.page(sheet, landscape=len(table.columns) > PORTRAIT, title_rows=f"{TOP}:{TOP}")
    return as_it_is(book)
