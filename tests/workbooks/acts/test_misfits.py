"""Formulas of ours that read deleted cells, wrong rows, wrong headings, or too much."""

from typing import Any

import pytest

from tests.workbooks.layout.books import HEADER, board, event_of
from xl_dipscore.sheets.xlsx.cell import ErrorMark
from xl_dipscore.workbooks.acts.misfits import (
    AlikeElsewhere,
    BrokenReference,
    BrokenSlot,
    FactElsewhere,
    HeadingsElsewhere,
    NotABoard,
    OtherOrder,
    RowsOfOthers,
    broken_references,
    first_of_each_kind,
    misfits,
    wrong_powers,
)
from xl_dipscore.workbooks.layout.event import EventIn


def event(formulas: dict[int, str], change: Any = None, **names: str) -> EventIn:
    """Two boards, with formulas in column F of some rows."""
    rows: list[list[Any]] = [[*HEADER, "Score"], *([*row, None] for row in (*board(1), *board(2)))]
    for row, text in formulas.items():
        rows[row - 1][5] = text
    if change is not None:
        change(rows)
    return event_of({"Games": rows, "Setup": [["SOS"]]}, **names)


def found(formulas: dict[int, str], change: Any = None) -> list[Any]:
    return misfits(event(formulas, change))


RIGHT = {2: '=DIP_SCORE("SOS",E2:E8)', 9: '=DIP_SCORE("SOS",E9:E15)'}


def test_right_formulas_have_no_fault() -> None:
    assert found(RIGHT) == []
    assert found({2: "=SUM(E3:E9)"}) == []
    assert found({2: '=DIP_SCORE("SOS",E2:E7)'}) == []  # six rows are told elsewhere


def test_rows_of_two_boards() -> None:
    (only,) = found({3: '=DIP_SCORE("SOS",E3:E9)', 4: '=DIP_SCORE("SOS",E3:E9)'})
    assert isinstance(only, RowsOfOthers)
    assert (only.facts["first"], only.facts["last"]) == (3, 9)
    assert only.facts["boards"] == "board A of round 1 and board A of round 2"


def test_a_power_twice_and_another_missing() -> None:
    def twice(rows: Any) -> None:
        rows[2][2] = "Austria"

    only = found(RIGHT, twice)[0]
    assert isinstance(only, BrokenSlot)
    assert only.facts["what"] == "England is missing and Austria is listed twice"


def test_powers_in_another_order() -> None:
    def swap(rows: Any) -> None:
        rows[1][2], rows[2][2] = rows[2][2], rows[1][2]

    (only,) = found(RIGHT, swap)
    assert isinstance(only, OtherOrder)
    assert str(only.facts["found"]).startswith("England Austria France")
    assert found({2: '=DIP_SCORE("SOS",C2:E8,,,,,C1:E1)'}, swap) == []


def test_headings_beside_the_rows() -> None:
    block = '=DIP_SCORE("SOS",C2:E8,,,,,{})'
    assert found({2: block.format("C1:E1")}) == []
    for headings, said in (("B1:E1", "B1:E1"), ("", "of no row")):
        (only,) = found({2: block.format(headings)})
        assert isinstance(only, HeadingsElsewhere)
        assert only.facts["headings"] == said


def test_a_fact_outside_the_block() -> None:
    def further(rows: Any) -> None:
        rows[0].append("Year")

    (only,) = found({2: '=DIP_SCORE("SOS",C2:E8,,,,,C1:E1)'}, further)
    assert isinstance(only, FactElsewhere)
    assert only.facts["headings"] == "Year"


def test_a_whole_column_is_no_board() -> None:
    its = event({2: '=DIP_SCORE("SOS",E2:E15)'})
    assert not [one for one in misfits(its) if isinstance(one, NotABoard)]
    its.file.sheet("Games").set_cached_value(2, 6, ErrorMark("#VALUE!"))
    (only,) = [one for one in misfits(its) if isinstance(one, NotABoard)]
    assert (only.facts["area"], only.facts["example"]) == ("E2:E15", "E2:E8")


def test_deleted_cells_matter_where_ours_are_called() -> None:
    (only,) = broken_references(event({2: '=DIP_SCORE("SOS",#REF!)', 3: '=DIP_SCORE("SOS",#REF!)'}))
    assert isinstance(only, BrokenReference)
    assert (only.facts["cells"], only.facts["what"]) == ("F2 and F3", "DIP_SCORE")
    assert [*broken_references(event({2: "=SUM(#REF!)"}))] == []
    beside = [*broken_references(event({**RIGHT, 3: "=SUM(#REF!)"}))]
    assert [one.facts["what"] for one in beside] == ["a formula"]


def test_names_that_point_nowhere() -> None:
    its = event({2: "=DIP_SCORE(Mine,E2:E8)", 3: "=Mine", 4: '=DIP_SCORE("SOS",Miner)'}, Mine="Setup!#REF!")
    (only,) = broken_references(its)
    assert (only.facts["cells"], only.facts["reference"]) == ("F2", "the name Mine")


@pytest.mark.parametrize(("count", "listed"), [(3, 3), (4, 4), (5, 4)])
def test_many_faults_of_one_kind_are_counted(count: int, listed: int) -> None:
    faults = [BrokenSlot(sheet="S", first=n, last=n + 6, what="x") for n in range(count)]
    found = [*first_of_each_kind(faults)]
    assert len(found) == listed
    assert isinstance(found[-1], AlikeElsewhere) == (count == 5)


def test_which_powers_are_wrong() -> None:
    assert wrong_powers(range(7)) == ""
    assert wrong_powers([0, 1, 2]) == "Germany, Italy, Russia and Turkey are missing"
    assert wrong_powers([0, 1, 2], fewer=True) == ""
    assert wrong_powers([0, 0, 1, 1, None, 2, 3], fewer=True) == "Austria and England are listed twice"
