"""Which columns beside games a published copy keeps."""

from io import BytesIO

import openpyxl
import pytest

from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.formula import position
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.author import Plan, make
from xl_dipscore.workbooks.publish.private import blank_private_cells

OURS = {"AA": "Phone", "AB": "Remarks", "AC": None, "AD": "Email", "AE": "Doubled"}
"""Headings of a director's own columns on Games; the cells of the last one have formulas."""
KEPT = {"D": "Ann Bell", "E": 5, "J": 2}
"""Typed cells of Games in columns that we know."""


@pytest.fixture(scope="module")
def our_book() -> bytes:
    book = make(Plan(find("SOS"), 1, 1))
    games = book["Games"]
    for column, head in OURS.items():
        games[f"{column}1"], games[f"{column}3"] = head, f"secret {column}"
    games["AE3"] = "=E3*2"
    for column, value in KEPT.items():
        games[f"{column}3"] = value
    book.save(out := BytesIO())
    return out.getvalue()


def test_a_copy_keeps_only_known_columns_beside_our_games(our_book: bytes) -> None:
    package = Package(our_book, "event.xlsx")
    assert [*blank_private_cells(package, [])] == ["Phone, Remarks, column AC and Email on Games"]
    cells = package.sheet("Games").cells
    assert {c: package.value("Games", f"{c}3") for c in KEPT} == KEPT
    assert [package.value("Games", f"{c}3") for c in ("AA", "AB", "AC", "AD")] == [None] * 4
    assert cells[position("AE3")].formula == "E3*2"
    assert [package.value("Games", f"{c}1") for c in ("AA", "AE")] == ["Phone", "Doubled"]


def test_a_director_s_own_layout_keeps_its_own_columns() -> None:
    book = openpyxl.Workbook()
    book.active.append(["Round", "Board", "Power", "Player", "Centres", "Venue", "Note"])
    for power in POWERS:
        book.active.append([1, "A", power, f"P {power}", 5, "Upstairs", "late"])
    book.save(out := BytesIO())
    package = Package(out.getvalue(), "own.xlsx")
    assert [*blank_private_cells(package, [])] == ["Note on Sheet"]
    assert [package.value("Sheet", f"{c}2") for c in "DEFG"] == ["P Austria", 5, "Upstairs", None]
