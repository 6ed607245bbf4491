"""Planned insertions: which columns are a table's, what is in the way, and print areas."""

import io
import re
from pathlib import Path
from typing import Any

from openpyxl import load_workbook

from tests.sheets.books import what_if
from tests.workbooks.layout.books import HEADER, board, book_of
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.sheets.xlsx.moves import Insertion
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.grow.plan import Growth, stands_apart, table_columns

LIST = [[n, name] for n, name in enumerate(("Ann", "Bob", "Cas", "Dan", "Eve"), 1)]
"""Five lines from row 2 on."""
ROWS = [["No", "Name"], *LIST, ["below"]]
AREA = Area("S", 2, 1, 6, 2)


def growth(rows: Any = ROWS, printed: str = "") -> Growth:
    book = book_of({"S": rows, "Games": [HEADER, *board()]})
    if printed:
        made = load_workbook(io.BytesIO(book.to_bytes()))
        made["S"].print_area = printed
        data = io.BytesIO()
        made.save(data)
        book = Package(data.getvalue(), "book.xlsx")
    return Growth(EventIn(book), [])


def column(package: Package, letter: str, rows: int) -> list[Any]:
    return [package.value("S", f"{letter}{row}") for row in range(1, rows + 1)]


def test_a_table_reaches_to_the_next_blank_heading() -> None:
    sheet = book_of({"S": [["a", "b", None, "c", "d", "e", None, "f"]]}).sheet("S")
    assert table_columns(sheet, 1, [5]) == range(4, 7)
    assert table_columns(sheet, 1, [1]) == range(1, 3)
    assert table_columns(sheet, 1, [2, 4]) == range(1, 7)
    assert table_columns(sheet, 1, [7]) == range(4, 9)


def test_single_cells_beside_a_table_are_notes_and_two_columns_are_a_table() -> None:
    def apart(*cells: Any) -> bool:
        rows = [["a", "b"], [1, 2, *cells]]
        return stands_apart(book_of({"S": rows}).sheet("S"), 1, range(1, 3))

    assert not apart()
    assert not apart("beside", "it")
    assert not apart(None, "note")
    assert apart(None, "two", "cells")
    above = [[None, None, None, "x", "y"], ["a", "b"], [1, 2]]
    assert not stands_apart(book_of({"S": above}).sheet("S"), 2, range(1, 3))


def test_a_list_gets_rows_before_its_last_line() -> None:
    its = growth()
    assert its.lengthen(AREA, 7) == ""
    made = its.make_grown_copy().file
    names = column(made, "B", 8)
    assert names == ["Name", "Ann", "Bob", "Cas", "Dan", None, None, "Eve"]
    assert column(made, "A", 9) == ["No", 1, 2, 3, 4, 5, 6, 7, "below"]


def test_a_computed_list_gets_rows_behind_its_last_line() -> None:
    its = growth()
    assert its.lengthen(AREA, 6, computed=True) == ""
    made = its.make_grown_copy().file
    assert column(made, "B", 7) == ["Name", "Ann", "Bob", "Cas", "Dan", "Eve", None]
    assert made.value("S", "A8") == "below"


def test_a_list_that_is_long_enough_stays() -> None:
    for lines in (0, 4, 5):
        its = growth()
        assert its.lengthen(AREA, lines) == ""
        assert its.make_grown_copy().file.value("S", "A7") == "below"


def test_rows_that_are_planned_inside_a_list_count() -> None:
    its = growth()
    assert its.lengthen(AREA, 8) == ""
    assert its.lengthen(AREA, 8) == ""
    assert its.make_grown_copy().file.value("S", "A10") == "below"


def piece(times: int, across: range, number: int = 5, at: int = 6) -> Insertion:
    return Insertion("S", at, 1, times, number, at - 2, across)


def test_two_insertions_at_one_row_become_one() -> None:
    its = growth()
    its.plan_insertions(piece(2, range(1, 2)), piece(3, range(2, 3), number=4))
    (one,) = its._insertions
    assert (one.times, one.number, one.across) == (3, 4, range(1, 3))
    its.plan_insertions(piece(1, range(1, 3), at=5))
    assert len(its._insertions) == 2


def test_what_is_in_the_way_is_told_and_nothing_is_planned(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    book_of({"S": [*ROWS[:5], ["=A1"]], "Games": [HEADER, *board()]}).write(path)
    what_if(path, "A6", "xl/worksheets/sheet1.xml")
    its = Growth(EventIn(Package.read(path)), [])
    assert its.lengthen(AREA._replace(bottom=7), 9) == "the what-if table in A6"
    assert its._insertions == []


def printed(area: str, lines: int, **how: bool) -> str:
    its = growth([*ROWS, *[["more"]] * 5], area)
    its.lengthen(AREA, lines, **how)
    text = (its.make_grown_copy().file.part("xl/workbook.xml") or b"").decode()
    found = re.search(r"Print_Area[^>]*>'?S'?!([^<]*)<", text)
    assert found is not None
    return found[1]


def test_a_print_area_that_ends_in_the_list_shows_the_same_part_of_it() -> None:
    assert printed("A1:B4", 10) == "$A$1:$B$7"  # three of five lines, then six of ten
    assert printed("A1:B3", 6, computed=True) == "$A$1:$B$4"  # two of five, and 2.4 of six
    assert printed("A1:B4", 10, printed=False) == "$A$1:$B$4"
