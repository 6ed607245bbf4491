"""Formulas of seven scores that show only the first."""

from typing import Any

from tests.workbooks.layout.books import book_of
from xl_dipscore.workbooks.layout.single_cells import single_cells

COUNTS = [[count] for count in (10, 9, 8, 7, 0, 0, 0)]


def found(formula: str, *others: Any) -> list[str]:
    rows = [[*count, formula if n == 0 else None] for n, count in enumerate(COUNTS)]
    for n, value in enumerate(others, 1):
        rows[n][1] = value
    return [fault.facts["area"] for fault in single_cells(book_of({"S": rows}))]


def test_a_formula_entered_with_enter_alone() -> None:
    assert found("=SOS_SCORE(A1:A7)") == ["B1:B7"]
    assert found('=DIP_SCORE("SOS",A1:A7)') == ["B1:B7"]
    assert found("=SOS_SCORE(A1:G1)") == ["B1:H1"]


def test_other_formulas() -> None:
    for formula in (
        "=SUM(SOS_SCORE(A1:A7))",
        "=MY_SCORE(A1:A7)",
        "=SOS_SCORE(A1:A6)",
        "=SOS_SCORE(names)",
        "=A1",
    ):
        assert found(formula) == []


def test_scores_that_spilled_and_copies() -> None:
    assert found("=SOS_SCORE(A1:A7)", 5) == []
    assert found("=SOS_SCORE(A1:A7)", "=A1") == ["B1:B7"]
    assert found("=SOS_SCORE(A1:A7)", "=SOS_SCORE(A1:A7)") == ["B1:B7"]
    array = book_of({"S": COUNTS}, {"B1:B7": "=SOS_SCORE(A1:A7)"})
    assert [*single_cells(array)] == []
