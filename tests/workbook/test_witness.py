"""A value is stored when two calculators agree on it and nothing is known against both, else it is listed."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from books import FUNCTIONS, board, saved, values
from openpyxl.worksheet.formula import ArrayFormula

from xl_dipscore.calculate.office import installed_office
from xl_dipscore.workbook.rebuild import Report, rebuild

needs_office = pytest.mark.skipif(installed_office() is None, reason="LibreOffice is not installed here")
WITH_OFFICE = pytest.param("auto", marks=[pytest.mark.calc, needs_office])

NAMES = ("Émile", "Eva", "Olaf", "Zoë", "Ann-Lou", "Annie", "O'Neil")
DIFFER = "two calculators differ: "
ORDER = "it depends on the order of names with accents, hyphens or apostrophes"


@pytest.fixture
def book() -> openpyxl.Workbook:
    """Seven players in A, their centres in B, their scores in C; C2 and C3 are joint leaders."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Games"
    board(sheet, 1, (12, 12, 5, 3, 2, 0, 0))
    for row, name in enumerate(NAMES, 1):
        sheet.cell(row, 1).value = name
    return book


def judged(book: openpyxl.Workbook, folder: Path, engine: str = "python") -> tuple[Path, dict[str, str]]:
    """The workbook, rebuilt, and what was listed, each with its reason."""
    path = saved(book, folder)
    report: Report = rebuild(path, functions=FUNCTIONS, engine=engine)  # type: ignore[arg-type]
    return path, {cell.ref: cell.reason for cell in report.not_computed}


# What one calculator alone once stored, wrongly: the formula, what Excel says, why it is listed.
WRONG_ONCE = [
    ("SUMPRODUCT(($C$1:$C$7=C1)*($A$1:$A$7<A1))", 0, ORDER),
    ('COUNTIF(A1:A7,"<Eva")', 3, ORDER),
    ('"Émile"<"Eva"', True, ORDER),
    ("INDEX(_xlfn._xlws.SORT(A1:A7),1)", "Ann-Lou", ORDER),
    ('MAX(C5,IF(B5>10,1,"x"))', "#VALUE!", DIFFER),
    ('AVERAGE(C5,IF(B5>10,1,"x"))', "#VALUE!", DIFFER),
    ('MEDIAN(C5,IF(B5>10,1,"x"))', "#VALUE!", DIFFER),
    ('PRODUCT(C5,IF(B5>10,1,"x"))', "#VALUE!", DIFFER),
    ('_xlfn.XLOOKUP(10,B1:B7,A1:A7,"none",-1)', "Olaf", DIFFER),
    ('_xlfn.XLOOKUP(4,B1:B7,A1:A7,"none",1)', "Olaf", DIFFER),
    ('CONCATENATE("x ",C3)', "x 0.147058823529412", DIFFER),
    ("LEN(C3)", 17, DIFFER),
    ("LEFT(C3,20)", "0.147058823529412", DIFFER),
    ("UPPER(C3)", "0.147058823529412", DIFFER),
    ('TEXT(C3*100,"?0.0")', "14.7", DIFFER),
    ('TEXT(B3/2,"# ?/?")', "2 1/2", DIFFER),
    ('TEXT(C3*100,"0.0_)")', "14.7 ", DIFFER),
    ('TEXT(C3*100,"[>=40]0.0;0")', "15", DIFFER),
    ('TEXT(C3,"0E+0")', "1E-1", DIFFER),
    ('COUNTIF(C$1:C$7,">"&C1)+1', 1, DIFFER),
]


class TestWhatOneCalculatorGetsWrong:
    @pytest.mark.parametrize("engine", ["python", WITH_OFFICE])
    def test_right_or_listed(self, book: openpyxl.Workbook, tmp_path: Path, engine: str) -> None:
        for row, (formula, _, _) in enumerate(WRONG_ONCE, 1):
            book.active[f"F{row}"] = f"={formula}"
        path, listed = judged(book, tmp_path, engine)
        shown = values(path, "Games", f"F1:F{len(WRONG_ONCE)}")
        for row, ((formula, right, why), found) in enumerate(zip(WRONG_ONCE, shown, strict=True), 1):
            if f"F{row}" in listed:
                assert found is None
                assert listed[f"F{row}"].startswith(why), formula
            else:
                assert found == right, formula

    def test_both_answers_are_told(self, book: openpyxl.Workbook, tmp_path: Path) -> None:
        book.active["F1"] = '=MAX(C5,IF(B5>10,1,"x"))'
        _, listed = judged(book, tmp_path)
        assert listed == {"F1": "two calculators differ: 0.0588235294117647 and #VALUE!"}

    @pytest.mark.parametrize(
        ("formula", "cells"),
        [("B1:C1*2", "F1:F4"), ('_xlfn.MAXIFS(C1:C8,B1:B8,">0")', "F1")],
    )
    def test_what_the_second_one_gets_wrong(
        self, book: openpyxl.Workbook, tmp_path: Path, formula: str, cells: str
    ) -> None:
        book.active["B8"], book.active["C8"] = 1, "#N/A"
        book.active["F1"] = ArrayFormula(cells, f"={formula}")
        path, listed = judged(book, tmp_path)
        assert values(path, "Games", "F1:F4") == [None] * 4
        assert listed["F1"].startswith(DIFFER)
