"""Rows that a total includes, with hidden rows, filters and other totals."""

from typing import Any

import pytest
from openpyxl import Workbook

from tests.sheets.books import saved
from xl_dipscore.sheets.calculate.hidden import counted_parts, totals_in
from xl_dipscore.sheets.calculate.kinds import Unsure
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.sheets.xlsx.package import Package

WHOLE = Area("Games", 2, 1, 9, 2)


def book(folder: Any, *hidden: int, filtered: bool = False, rows: int = 9) -> Package:
    made = Workbook()
    sheet = made.worksheets[0]
    sheet.title = "Games"
    for row in range(1, rows + 1):
        sheet.append([row, row])
    for row in hidden:
        sheet.row_dimensions[row].hidden = True
    if filtered:
        sheet.auto_filter.ref = "A1:B9"
        sheet.auto_filter.add_filter_column(0, ["1"])
    made.create_sheet("Totals")["A1"] = "=SUBTOTAL(9,Games!A2:A9)"
    made["Totals"]["B2"] = "=ROUND(aggregate(9,5,Games!A2:A9),0)"
    made["Totals"]["C3"] = '=SUM(1)&"SUBTOTAL"'
    return Package.read(saved(made, folder))


def rows_of(package: Package, *, by_hand: bool, others: Any = ()) -> list[tuple[int, int]]:
    return [(one.top, one.bottom) for one in counted_parts(package, WHOLE, others, by_hand=by_hand)]


def test_nothing_is_hidden(tmp_path: Any) -> None:
    assert rows_of(book(tmp_path), by_hand=True) == [(2, 9)]
    assert rows_of(book(tmp_path, 1, 10), by_hand=True) == [(2, 9)]


def test_hidden_rows_split_the_area(tmp_path: Any) -> None:
    package = book(tmp_path, 2, 5, 6, 9)
    assert rows_of(package, by_hand=True) == [(3, 4), (7, 8)]
    assert rows_of(package, by_hand=False) == [(2, 9)]
    every = book(tmp_path, *range(2, 10))
    assert rows_of(every, by_hand=True) == []


def test_a_filter_makes_it_uncertain_which_rows_a_person_hid(tmp_path: Any) -> None:
    package = book(tmp_path, 4, filtered=True)
    assert rows_of(package, by_hand=True) == [(2, 3), (5, 9)]
    with pytest.raises(Unsure, match="filter"):
        rows_of(package, by_hand=False)
    assert rows_of(book(tmp_path, filtered=True), by_hand=False) == [(2, 9)]


def test_totals_of_totals_and_of_other_workbooks_are_uncertain(tmp_path: Any) -> None:
    package = book(tmp_path)
    for inside in ((2, 1), (9, 2)):
        with pytest.raises(Unsure, match="other totals"):
            rows_of(package, by_hand=True, others=[inside])
    assert rows_of(package, by_hand=True, others=[(1, 1), (10, 2), (2, 3)]) == [(2, 9)]
    with pytest.raises(Unsure, match="another workbook"):
        counted_parts(package, WHOLE._replace(sheet="Elsewhere"), (), by_hand=True)


def test_too_many_pieces_are_not_computed(tmp_path: Any) -> None:
    for pieces, fits in ((50, True), (51, False)):
        package = book(tmp_path, *range(3, 2 * pieces + 1, 2), rows=2 * pieces)
        area = Area("Games", 2, 1, 2 * pieces, 1)
        if fits:
            assert len(counted_parts(package, area, (), by_hand=True)) == pieces
        else:
            with pytest.raises(Unsure, match="too many"):
                counted_parts(package, area, (), by_hand=True)


def test_the_cells_with_totals(tmp_path: Any) -> None:
    assert totals_in(book(tmp_path)) == {"Totals": [(1, 1), (2, 2)]}
