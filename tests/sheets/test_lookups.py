"""Lookups in cells that an array formula fills, however many there are: the calculator keeps an index."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.formula import ArrayFormula

from tests.samples import slow_but
from tests.sheets.books import FUNCTIONS, Argument, Function, rebuild, saved, values

COUNT = 100
LAST = COUNT + 1
"""The last row that the array fills; for fewer the calculator makes no index."""
KEYS = Function(
    "DIP_KEYS",
    (Argument("first", optional=True),),
    lambda first=None: [[f"K{int(first or 1) + n}", n * 2] for n in range(COUNT + 1)],
)
LOOKUPS = [
    "MATCH($A$1,{keys},0)", "INDEX({worth},MATCH($A$1,{keys},0))", "VLOOKUP($A$1,{both},2,FALSE)",
    "XLOOKUP($A$1,{keys},{worth})", "LOOKUP(14,{worth})", "MATCH(15,{worth},1)", "COUNTIF({keys},$A$1)",
    "SUMIF({keys},$A$1,{worth})", "SUMIFS({worth},{keys},$A$1)", "SUMPRODUCT(({keys}=$A$1)*{worth})",
    "SUM({worth})", "RANK(14,{worth})",
]  # fmt: skip
FORMS = ["{}", "IFERROR({},-1)", "IF(ISERROR({0}),-1,{0})", 'IFERROR(IF(LEN({0})=0,"none",{0}),"")']


class Book:
    """A key in Mine!A1, and an array of keys and values in T!A1:B101."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.book = openpyxl.Workbook()
        self.mine = self.book.active
        self.mine.title = "Mine"
        self.mine["A1"] = "K8"
        self.table = self.book.create_sheet("T")

    def array(self, first: str = "", at: str = f"A1:B{LAST}") -> None:
        # Not a plain call, so that the calculator computes it.
        self.table[at.partition(":")[0]] = ArrayFormula(at, f"=IF(TRUE,DIP_KEYS({first}))")

    def found(self, cells: str) -> list[Any]:
        path = saved(self.book, self.folder)
        report = rebuild(path, functions=[*FUNCTIONS, KEYS], engine="python")
        assert report.not_computed == ()
        return values(path, "Mine", cells)


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path)


@pytest.mark.parametrize("linked", slow_but([True], [False, True]), ids=["the array", "cells that show it"])
@pytest.mark.parametrize("lookup", slow_but(LOOKUPS[1::3], LOOKUPS))
def test_many_in_a_workbook_find_what_one_does(tmp_path: Path, lookup: str, linked: bool) -> None:
    left, right = ("Mine!$H", "Mine!$I") if linked else ("T!$A", "T!$B")
    keys, worth, both = (
        f"{left}$2:{left[-2:]}${LAST}",
        f"{right}$2:{right[-2:]}${LAST}",
        f"{left}$2:{right[-2:]}${LAST}",
    )
    call = lookup.format(keys=keys, worth=worth, both=both)

    def found(formulas: list[str]) -> list[Any]:
        book = Book(tmp_path)
        book.array()
        if linked:
            for row in range(1, COUNT + 2):
                book.mine.cell(row, 8).value, book.mine.cell(row, 9).value = f"=T!A{row}", f"=T!B{row}"
        for row, formula in enumerate(formulas, 1):
            book.mine.cell(row, 3).value = f"={formula}"
        return book.found(f"C1:C{len(formulas)}")

    formulas = [form.format(call) for form in FORMS]
    [alone] = {found([formula])[0] for formula in formulas}
    assert alone not in (-1, 0, "")
    assert found(formulas * 3) == [alone] * len(formulas) * 3


def test_an_array_that_hangs_on_lookups_in_another(book: Book) -> None:
    book.array()
    call = f"MATCH($A$1,T!$A$2:$A${LAST},0)"
    for row in range(1, 9):
        book.mine.cell(row, 3).value = "=" + FORMS[row % 4].format(call)
    book.array("Mine!C8", f"D1:E{LAST}")
    again = f"INDEX(T!$E$2:$E${LAST},MATCH($A$1,T!$D$2:$D${LAST},0))"
    for row in range(1, 9):
        book.mine.cell(row, 4).value = "=" + FORMS[row % 4].format(again)
    assert book.found("C1:D8") == [7, 2] * 8
