"""A sheet for formulas."""

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.sheets.books import board
from tests.sheets.evaluated import CENTRES, NAMES


@pytest.fixture
def sheet() -> Worksheet:
    """Seven players in A, centres in B, scores in C of joint leaders; odd texts in D and numbers in E."""
    book = openpyxl.Workbook()
    sheet: Worksheet = book.active
    sheet.title = "Games"
    board(sheet, 1, CENTRES)
    for column, cells in (
        ("A", NAMES),
        ("D", ("~t", "TRUE", "x", "pts", 7, 2, 9)),
        ("E", (1, 1, 3, 5, 1, 2, 3)),
    ):
        for row, value in enumerate(cells, 1):
            sheet[f"{column}{row}"] = value
            sheet[f"{column}{row}"].data_type = "s" if isinstance(value, str) else "n"
    sheet["L1"] = "~"
    sheet["E10"], sheet["E12"], sheet["E13"], sheet["E14"] = "#N/A", "#N/A", "#DIV/0!", 1
    return sheet
