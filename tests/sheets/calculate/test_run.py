"""One computation of a workbook: order, circles, whole columns, and calls of our functions."""

import math
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from tests.sheets.books import Argument, Function, rebuild, saved
from tests.sheets.evaluated import UNSURE, check_values
from xl_dipscore.sheets.calculate.kinds import Err, Why
from xl_dipscore.sheets.calculate.run import _result, _value, in_15_digits, stored_value
from xl_dipscore.sheets.xlsx.cell import ErrorMark
from xl_dipscore.sheets.xlsx.formula import ROWS
from xl_dipscore.sheets.xlsx.package import Package

HALF = Function(
    "DIP_HALF", (Argument("of"), Argument("more", optional=True)), lambda of, more=0: [[of, more]]
)


def test_a_long_chain_in_any_order_is_computed(sheet: Worksheet, tmp_path: Path) -> None:
    for row in range(1, 60):
        sheet[f"H{row}"] = f"=H{row + 1}+1"  # each needs the next
    sheet["H60"] = "=B1"
    check_values(sheet, tmp_path, [("H1", 12 + 59), ("SUM(H58:H60)", 14 + 13 + 12)])


def test_a_circle_has_no_value_and_those_below_it_neither(sheet: Worksheet, tmp_path: Path) -> None:
    cases = [("G2+1", UNSURE), ("G1+1", UNSURE), ("G3", Why.CIRCLE), ("G2*0", Why.DEPENDS), ("B1", 12)]
    check_values(sheet, tmp_path, cases)


def test_a_range_in_a_plain_formula_is_the_cell_of_its_row(sheet: Worksheet, tmp_path: Path) -> None:
    sheet["H2"] = 7
    cases = [("B1:B7", 12), ("D2:H2", UNSURE), ("B1:B7", 5), ("B1:B7+1", Why.WHOLE), ("B1:C7", Why.WHOLE)]
    check_values(sheet, tmp_path, cases)
    sheet["B9"] = "=A1:C1"
    check_values(sheet, tmp_path, [("B9", 12), ("B6:B7", Why.WHOLE)])


def test_whole_columns_are_those_that_are_used(sheet: Worksheet, tmp_path: Path) -> None:
    cases = [("SUM(B:B)", 34), ("COUNT(B:B)", 7), ("ROWS(B:B)", ROWS), ("COUNTBLANK(B:B)", ROWS - 7)]
    check_values(sheet, tmp_path, cases)


def test_each_answer_must_be_the_same_to_be_stored(sheet: Worksheet, tmp_path: Path) -> None:
    sheet["H1"], sheet["H2"] = 99.99999999999999, 100
    cases = [("IF(RANK(H1,H1:H2)>0,1,2)", 1), ("MATCH(100,H1:H2,0)", Why.BEYOND_15), ("H1=H2", True)]
    check_values(sheet, tmp_path, cases)
    assert in_15_digits([[99.99999999999999, "a", True]]) == [[100, "a", True]]


def own(tmp_path: Path, *formulas: str, function: Function = HALF) -> tuple[list[Any], list[str]]:
    """The values of formulas in column A that call a function of ours, and the reasons of listed cells."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet["C1"], sheet["C2"] = 4, "#N/A"
    for row, formula in enumerate(formulas, 1):
        sheet[f"A{row}"] = f"={formula}"
    path = saved(book, tmp_path)
    done = rebuild(path, functions=[function], engine="python")
    package = Package.read(path)
    values = [package.value(sheet.title, f"A{row}") for row in range(1, len(formulas) + 1)]
    return values, [one.reason for one in done.not_computed]


def test_a_function_of_ours_gets_values_and_marks(tmp_path: Path) -> None:
    seen: list[Any] = []

    def note(of: Any, more: Any = "left out") -> float:
        seen.append((of, more))
        return 1.5

    noted = Function("DIP_HALF", HALF.arguments, note)
    formulas = ("DIP_HALF(C1)", "DIP_HALF(C1:D2,)", "DIP_HALF(1/0,{1,2})", "DIP_HALF(C1)")
    assert own(tmp_path, *formulas, function=noted)[0] == [1.5] * 4
    assert seen == [
        (4, "left out"),
        ([[4, None], ["#N/A", None]], None),
        ("#DIV/0!", [[1, 2]]),
    ]


def test_too_few_and_too_many_arguments_are_an_error(tmp_path: Path) -> None:
    values, _ = own(tmp_path, "DIP_HALF()", "DIP_HALF(1,2,3)", "SUM(DIP_HALF(1,2))")
    assert values == ["#VALUE!", "#VALUE!", 3]


def test_results_of_ours_become_values() -> None:
    assert [_value(one) for one in (None, "a", "#N/A", True, 3, math.inf, math.nan)] == [
        *("", "a", Err.NA, True, 3.0, Err.NUM, Err.NUM),
    ]
    assert type(_value(3)) is float
    assert math.copysign(1, _value(-0.0)) == 1  # type: ignore[arg-type]
    assert _result([[5]]) == 5
    assert _result([[5], [None]]) == [[5.0], [""]]
    assert _result(((1, 2),)) == [[1.0, 2.0]]


def test_values_as_a_file_stores_them() -> None:
    assert stored_value(Err.NA) == ErrorMark("#N/A")
    assert isinstance(stored_value(Err.NA), ErrorMark)
    assert math.copysign(1, stored_value(-0.0)) == 1  # type: ignore[arg-type]
    assert stored_value(True) is True


@pytest.mark.parametrize(("area", "values"), [("G1:G3", [12, 12, 5]), ("G1:H2", [12, 12, 12, 12])])
def test_an_array_formula_fills_its_cells(
    sheet: Worksheet, tmp_path: Path, area: str, values: list[Any]
) -> None:
    sheet["G1"] = ArrayFormula(area, "=B1:B7")
    path = saved(sheet.parent, tmp_path)
    rebuild(path, engine="python")
    package = Package.read(path)
    found = [package.value("Games", cell.coordinate) for row in sheet[area] for cell in row]
    assert found == values
