"""A reference that a formula makes ends at the last row and column of a sheet; beyond them is #REF!."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import product

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName

from tests.each import each
from xl_dipscore.sheets.calculate.block import Failure
from xl_dipscore.sheets.calculate.recalc import recalculate
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.formula import (
    COLUMNS,
    ROWS,
    Area,
    BadReference,
    area_of,
    column_letters,
    position,
)
from xl_dipscore.sheets.xlsx.package import Package

LINES = (1, 2, ROWS - 1, ROWS, ROWS + 1, 9_999_999)
SIDES = (1, 2, COLUMNS - 1, COLUMNS, COLUMNS + 1, 26 + 26**2 + 26**3)
"""Rows and columns, of which the last two are not on a sheet. The last column is ZZZ."""


def results(formulas: Iterable[str]) -> list[CellValue]:
    """The stored result of each formula, or a Failure. ZED2024 and ZZZ are names of C1:C3."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Here"
    for row in (1, 2, 3):
        sheet[f"C{row}"] = row
    for name in ("ZED2024", "ZZZ"):
        book.defined_names[name] = DefinedName(name, attr_text="Here!$C$1:$C$3")
    other = book.create_sheet("Other")
    for row, formula in enumerate(formulas, 1):
        other[f"A{row}"] = formula
    data = io.BytesIO()
    book.save(data)
    package = Package.read(data.getvalue())
    report = recalculate(package, ())
    listed = {(one.sheet, one.ref): Failure(one.reason) for one in report.not_computed}
    places = [f"A{row}" for row in range(1, other.max_row + 1)]
    return [listed.get(("Other", place), package.value("Other", place)) for place in places]


def size(top: int, left: int, bottom: int, right: int) -> float | str:
    """The number of rows times 100,000, and of columns; #REF! for an area that is not on a sheet."""
    on_sheet = max(top, bottom) <= ROWS and max(left, right) <= COLUMNS
    return (abs(bottom - top) + 1) * 1e5 + abs(right - left) + 1 if on_sheet else "#REF!"


def made_of_texts() -> Iterator[tuple[str, float | str]]:
    sized = '=ROWS(INDIRECT("{0}"))*100000+COLUMNS(INDIRECT("{0}"))'
    for (row, last), (side, other) in zip(product(LINES, LINES), product(SIDES, SIDES), strict=True):
        left, right = column_letters(side), column_letters(other)
        for sheet in ("", "Here!", "'Here'!"):
            yield sized.format(f"{sheet}{left}{row}:${right}${last}"), size(row, side, last, other)
            yield sized.format(f"{sheet}{row}:{last}"), size(row, 1, last, COLUMNS)
            if "ZZZ" not in (left, right):
                yield sized.format(f"{sheet}${left}:{right}"), size(1, side, ROWS, other)


def made_of_numbers() -> Iterator[tuple[str, float | str]]:
    sized = "=ROWS({0})*100000+COLUMNS({0})"
    for row, side in product((-1, 0, 1, ROWS - 2, ROWS - 1, ROWS), (-1, 0, COLUMNS - 1, COLUMNS)):
        here = row >= 0 and side >= 0
        once = size(row + 1, side + 1, row + 1, side + 1) if here else "#REF!"
        tall = size(row + 1, side + 1, row + 3, side + 2) if here else "#REF!"
        yield sized.format(f"OFFSET(Here!A1,{row},{side})"), once
        yield sized.format(f"OFFSET(Here!A1,{row},{side},3,2)"), tall
        if here:
            there = "#VALUE!" if once == "#REF!" else once
            yield sized.format(f"INDIRECT(ADDRESS({row + 1},{side + 1}))"), there
    yield "=SUM(Here!C1:INDEX(Here!C:C,1048576))", 6
    yield "=SUM(Here!C1:INDEX(Here!C:C,1048577))", "#REF!"
    yield "=SUM(INDEX(Here!C1:C3,4))", "#REF!"


@pytest.mark.parametrize("made", [made_of_texts, made_of_numbers], ids=lambda made: made.__name__)
def test_what_is_not_on_a_sheet_is_an_error(made: object) -> None:
    assert callable(made)
    formulas, right = zip(*made(), strict=True)
    found = zip(formulas, results(formulas), right, strict=True)
    assert [f"{formula}: {one!r}, not {is_}" for formula, one, is_ in found if one != is_] == []


def test_names_that_look_like_cells_stay_names() -> None:
    """A name may look like a cell behind the last column."""
    formulas = [
        '=SUM(INDIRECT("ZED2024"))',
        "=SUM(ZED2024)",
        '=SUM(INDIRECT("ZZZ"))',
        "=SUM(Here!C:C)",
        '=SUM(INDIRECT("Nix!A1"))',
    ]
    assert results(formulas) == [6, 6, 6, 6, "#REF!"]
    [unsure] = results(['=ROWS(INDIRECT("ZZZ:ZZZ"))'])
    assert isinstance(unsure, Failure)


@each("text", ["XFE:XFE", "ZZZ:A", "0:1", "1:1048577", "$XFE1", "A1048577", "A1:XFE9"])
def test_no_text_is_read_as_an_area_beyond_a_sheet(text: str) -> None:
    with pytest.raises(BadReference):
        area_of(text)
    if ":" not in text:
        with pytest.raises(BadReference):
            position(text)
    assert not Area("", 1, 1, ROWS + 1, 1).on_sheet
    assert Area("", 1, 1, ROWS, COLUMNS).on_sheet
