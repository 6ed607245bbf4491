"""Formulas of ours that show an error, or score cells of no board."""

import pytest

from tests.workbooks.layout.books import book_of
from xl_dipscore.errors import Fault
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.compared import UnknownCompared
from xl_dipscore.workbooks.layout.without_result import (
    CannotCompare,
    FormulaShowsError,
    formulas_without_result,
    scored_but_not_read,
)


def shown(formula: str, value: object) -> list[tuple[str, str]]:
    package = Package(book_of({"S": [[1, formula], [2, formula]]}).to_bytes(), "book.xlsx")
    for ref in ("B1", "B2"):
        place = int(ref[1]), 2
        package.sheet("S").cells[place] = package.sheet("S").cells[place]._replace(value=value)
    return [(one.facts["cell"], one.facts["value"]) for one in formulas_without_result(package)]


def test_the_first_cell_of_each_formula_with_an_error() -> None:
    assert shown("=SOS_SCORE(A1:A7)", "#VALUE!") == [("B1", "#VALUE!")]
    assert shown("=SUM(SOS_SCORE(A1:A7))", "#NAME?") == [("B1", "#NAME?")]
    assert shown("=SOS_SCORE(A1:A7)", 5) == []
    assert shown("=SOS_SCORE(A1:A7)", "VALUE!") == []
    assert shown("=SUM(A1:A7)", "#VALUE!") == []


@pytest.mark.parametrize(
    ("heading", "kind"),
    [("DIXIECON", CannotCompare), ("Nosuch", UnknownCompared), ("#N/A", FormulaShowsError)],
)
def test_a_system_that_cannot_be_compared_is_nothing_wrong(heading: str, kind: type[Fault]) -> None:
    """Its ranks are an error: that is what the comparison says. A name of no system is a mistake."""
    package = Package(book_of({"S": [["Player"], ["Ann"]]}).to_bytes(), "book.xlsx")
    cells = package.sheet("S").cells
    area = Area("S", 1, 1, 2, 2)
    first = cells[1, 1]._replace(formula="=DIP_COMPARE(Games,Chosen)", kind="array", area=area)
    cells[1, 1] = first
    cells[1, 2], cells[2, 2] = (
        cells[2, 1]._replace(row=row, column=2, value=value) for row, value in ((1, heading), (2, "#N/A"))
    )
    (fault,) = formulas_without_result(package)
    assert type(fault) is kind


def test_counts_that_are_scored_and_belong_to_no_board() -> None:
    book = book_of({"S": [[5], [3], [None], [None]]})
    at, area = ("S", 9, 2), Area("S", 1, 1, 2, 1)
    (fault,) = scored_but_not_read(book, [(at, area)], [])
    assert (fault.facts["cell"], fault.facts["cells"], fault.place) == ("B9", "A1:A2", "S row 9")
    assert [*scored_but_not_read(book, [(at, area)], [("S", 2, 1)])] == []
    assert len([*scored_but_not_read(book, [(at, area)], [("S", 3, 1)])]) == 1
    assert [*scored_but_not_read(book, [(at, Area("S", 3, 1, 4, 1))], [])] == []
