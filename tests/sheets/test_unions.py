"""References to separate areas, and to the same cells of several sheets."""

from __future__ import annotations

import io

import openpyxl
import pytest

from xl_dipscore.sheets.calculate.block import Failure
from xl_dipscore.sheets.calculate.office import installed_office
from xl_dipscore.sheets.calculate.recalc import recalculate
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.formula import Area, shift
from xl_dipscore.sheets.xlsx.package import Package

SHEETS = {"R1": (3, 9, 2), "R2": (4, None, "x"), "Round 3": (8, 1, "y"), "R10": (100, 100, 100)}
"""The cells C1:C3 of each sheet. Formulas are on a sheet of their own, behind them."""
CASES: list[tuple[str, CellValue]] = [
    ("SUM(R1:R2!C1)", 3 + 4),
    ("SUM(R2:R1!$C$1)", 3 + 4),
    ("AVERAGE('R1:Round 3'!C1)", (3 + 4 + 8) / 3),
    ("AVERAGE(R1:R2!C1:C2)", (3 + 9 + 4) / 3),
    ("COUNT('R1:Round 3'!C1:C3)", 3 + 1 + 2),
    ("COUNTA('R1:Round 3'!C1:C3)", 3 + 2 + 3),
    ("MAX(R1:R10!C1)", 100),
    ("SUM(R1:R1!C1,1)", 4),
    ("SUM('r1:round 3'!C:C)", 3 + 9 + 2 + 4 + 8 + 1),
    ("LARGE('R1:Round 3'!C1:C3,2)", 8),
    ("RANK('R2'!C1,'R1:Round 3'!C1:C3)", 3),
    ("AVERAGEA('R1:Round 3'!C3)", (2 + 0 + 0) / 3),
    ("RANK('R1'!C1,('R1'!C1:C3,'R10'!C1))", 3),
    ("RANK('R1'!C1,('R1'!C1:C2,'R1'!C2:C3),1)", 2),
    ("LARGE(('R1'!C1,'R1'!C3,'R2'!C1),1)", 4),
    ("SUM(('R1'!C1:C2,'R1'!C2:C3))", 3 + 9 + 9 + 2),
    ("MEDIAN(('R1'!C1:C2,'R2'!C1))", 4),
    ("PERCENTILE(('R1'!C1:C2,'R2'!C1),0.5)", 4),
    ("TRIMMEAN(('R1'!C1:C3,'R2'!C1),0.5)", (3 + 4) / 2),
    ("SUM(('R1'!C1,1/0))", "#DIV/0!"),
]
UNSURE = [
    "SUM(('R1'!C1,5))",
    "COUNTIF(('R1'!C1,'R1'!C2),3)",
    "SMALL(('R1'!C1,('R1'!C3,'R2'!C1)),1)",
    "SUM(R1:Nix!C1)",
    "COUNTIF(R1:R2!C1,3)",
    "(R1!C1,R1!C2)",
]


def package_with(formulas: list[str]) -> Package:
    book = openpyxl.Workbook()
    del book["Sheet"]
    for name, cells in SHEETS.items():
        sheet = book.create_sheet(name)
        for row, value in enumerate(cells, 1):
            sheet[f"C{row}"] = value
    sheet = book.create_sheet("Totals")
    for row, formula in enumerate(formulas, 1):
        sheet[f"A{row}"] = f"={formula}"
    data = io.BytesIO()
    book.save(data)
    return Package.read(data.getvalue())


def results(formulas: list[str]) -> list[CellValue]:
    package = package_with(formulas)
    listed = {one.ref: Failure(one.reason) for one in recalculate(package, ()).not_computed}
    return [listed.get(f"A{row}", package.value("Totals", f"A{row}")) for row, _ in enumerate(formulas, 1)]


def test_areas_are_joined_where_excel_joins_them() -> None:
    formulas, right = map(list, zip(*CASES, strict=True))
    found = zip(formulas, results(formulas), right, strict=True)
    assert [f"{formula}: {one!r}, not {is_!r}" for formula, one, is_ in found if one != is_] == []


def test_elsewhere_they_are_unsure() -> None:
    assert [one for one in results(UNSURE) if not isinstance(one, Failure)] == []


@pytest.mark.calc
@pytest.mark.skipif(installed_office() is None, reason="LibreOffice is not installed here")
def test_libreoffice_joins_them_alike() -> None:
    office = installed_office()
    assert office is not None
    formulas = [formula for formula, _ in CASES if "1/0" not in formula]
    package = package_with(formulas)
    areas = [Area("Totals", row, 1, row, 1) for row in range(1, len(formulas) + 1)]
    theirs = [block[0][0] for block in office(package, [], areas)]
    wrong = [
        (formula, our, their)
        for formula, our, their in zip(formulas, results(formulas), theirs, strict=True)
        if our != their and not isinstance(their, Failure)
    ]
    assert wrong == []


def test_a_result_follows_a_sheet_between() -> None:
    package = package_with(["SUM(R1:R10!C1)", "A1*2"])
    recalculate(package, ())
    package.set_value("R2", "C1", 5)
    assert recalculate(package, ()).not_computed == ()
    assert [package.value("Totals", cell) for cell in ("A1", "A2")] == [116, 232]


def test_names_of_sheets_that_look_like_cells_stay() -> None:
    assert shift("AVERAGE(R1:R3!C2,R1)", 1, 0) == "AVERAGE(R1:R3!C3,R2)"
    assert shift("SUM('R1:R3'!C2)", 1, 0) == "SUM('R1:R3'!C3)"
    assert shift("SUM(R1:R3)", 1, 1) == "SUM(S2:S4)"
