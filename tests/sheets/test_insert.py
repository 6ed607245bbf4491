"""Stored values of formulas after rows are inserted: a value that may be wrong is dropped."""

from pathlib import Path

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.table import Table

from tests.sheets.books import saved
from xl_dipscore.sheets.xlsx.insert import insert
from xl_dipscore.sheets.xlsx.moves import Insertion
from xl_dipscore.sheets.xlsx.package import Package


def after_two_rows(folder: Path, formula: str) -> object:
    """The stored value, 9 before, of a formula on another sheet than the list, which gets two rows."""
    book = openpyxl.Workbook()
    sheet, other = book.worksheets[0], book.create_sheet("Other")
    sheet.title = "List"
    for row in [["No", "Name"], *([number, "x"] for number in range(1, 6))]:
        sheet.append(row)
    sheet.add_table(Table(displayName="Table1", ref="A1:B6"))
    names = {
        "Lines": "List!$A$2:$A$6", "Longer": "Lines", "Below": "List!$A$9", "Row": "ROW(Below)",
        "Above": "List!$A$1:$B$1", "Broken": "#REF!$A$1:$A$2+List!$A$1:$A$2000000+'[1]Far'!A1:A2",
    }  # fmt: skip
    for name, text in names.items():
        book.defined_names[name] = DefinedName(name, attr_text=text)
    other["A1"] = f"={formula}"
    package = Package.read(saved(book, folder))
    package.set_cached_value("Other", "A1", 9)
    new = insert(package.reread(), [Insertion("List", 6, 1, 2, 5, 4, range(1, 3))])
    return new.value("Other", "A1")


@pytest.mark.parametrize(
    "formula",
    [
        "SUM(List!A2:A6)", "ROW(List!A9)", "row (List!A9)", "1+Column(A1)", "ROWS(Lines)",
        "COUNTBLANK(Lines)", "COUNTA(longer)", "Row+1", 'CELL("row",List!A9)', 'CELL( "Address",Below)',
        "COUNTBLANK(Table1[No])", "SUM(Table1)", "Broken",
    ],
)  # fmt: skip
def test_a_value_that_may_differ_is_dropped(tmp_path: Path, formula: str) -> None:
    assert after_two_rows(tmp_path, formula) is None


@pytest.mark.parametrize(
    "formula",
    [
        "List!A9", "SUM(List!A1:A3)", "Below", "COUNTA(Above)", 'CELL("width",List!A9)', '"ROWS"&"Lines."',
        "RowX+1",
    ],
)  # fmt: skip
def test_the_value_of_a_formula_for_the_same_cells_stays(tmp_path: Path, formula: str) -> None:
    assert after_two_rows(tmp_path, formula) == 9
