"""Formulas that a program computes by itself on opening a workbook."""

from typing import Any

import pytest
from openpyxl import Workbook

from tests.sheets.books import saved
from xl_dipscore.sheets.calculate.links import Outside, units_of
from xl_dipscore.sheets.calculate.opened import can_program_compute, has_iteration
from xl_dipscore.sheets.calculate.reader import Reader
from xl_dipscore.sheets.xlsx.package import Package


def computes(folder: Any, formula: str) -> bool:
    made = Workbook()
    made.worksheets[0]["A1"] = f"={formula}"
    package = Package.read(saved(made, folder))
    outside = Outside(package)
    (unit,) = units_of(package, Reader(package, {"DIP_SCORE"}), {"DIP_SCORE"})
    return can_program_compute(unit, outside)


@pytest.mark.parametrize(
    "formula", ["1+B1", "SUM(B1:B3)", "MDETERM(B1:C2)", "RAND()", 'INDIRECT("B"&1)', "B:B*2"]
)
def test_its_own_functions(tmp_path: Any, formula: str) -> None:
    assert computes(tmp_path, formula)


@pytest.mark.parametrize(
    "formula",
    ["DIP_SCORE(B1)", "MYMACRO(1)", "nobody+1", "CUBEVALUE(1)", "'[1]S'!A1", 'IFERROR(MYMACRO(1),"")'],
)
def test_what_needs_something_else(tmp_path: Any, formula: str) -> None:
    assert not computes(tmp_path, formula)


def test_iteration(tmp_path: Any) -> None:
    made = Workbook()
    assert not has_iteration(Package.read(saved(made, tmp_path)))
    made.calculation.iterate = True
    assert has_iteration(Package.read(saved(made, tmp_path)))
    made.calculation.iterate = False
    assert not has_iteration(Package.read(saved(made, tmp_path)))
