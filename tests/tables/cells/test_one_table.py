"""Other tables beside a list."""

from typing import Any

from tests.lists import HEADER, board_rows
from xl_dipscore.tables.cells.headings import list_word
from xl_dipscore.tables.cells.one_table import list_alone

Rows = list[list[Any]]
LIST: Rows = [[*HEADER], *board_rows()]


def alone(rows: Rows) -> tuple[list[Any], list[str], int]:
    """The headings that are left, and the doubts and notes."""
    kept, table = list_alone(rows, list_word, ["power"], ("board", "power"))
    if table is None:
        return [*kept[0]], [], 0
    return [*kept[0]], [type(one).__name__ for one in table.doubts()], len([*table.notes()])


def beside(right: Rows) -> Rows:
    """The list, an empty column, and another table; the shorter one ends in blank rows."""
    height = max(len(LIST), len(right))
    left = [*LIST, *[[None] * len(HEADER)] * (height - len(LIST))]
    right = [*right, *[[None] * len(right[0])] * (height - len(right))]
    return [[*one, None, *other] for one, other in zip(left, right, strict=True)]


def test_a_list_without_a_gap_is_whole() -> None:
    assert alone(LIST) == ([*HEADER], [], 0)
    assert list_alone([], list_word, ["power"]) == ([], None)


def test_a_table_with_the_same_headings_is_another() -> None:
    kept, doubts, _ = alone(beside([["Player", "Points"], ["a", 3], ["b", 2]]))
    assert kept == [*HEADER, None, None, None]
    assert doubts == []


def test_a_column_that_fills_the_rows_of_the_list_belongs_to_it() -> None:
    kept, doubts, _ = alone(beside([["Draw"], *[["x"]] * 7]))
    assert (kept[-1], doubts) == ("Draw", [])


def test_a_table_that_fills_other_rows_is_another() -> None:
    rows = beside([["Club", "Year"], *[["C", 1908]] * 12])
    assert alone(rows)[0][-2:] == [None, None]


def test_a_centre_chart_belongs_to_the_list() -> None:
    kept, _, _ = alone(beside([[1901, 1902], *[[5, 4]] * 7]))
    assert kept[-2:] == [1901, 1902]
    named, _, _ = alone(beside([["Who", 1901, 1902], *[["a", 5, 4]] * 7]))
    assert named[-2:] == [1901, 1902]  # a chart from 1901 on may have names beside it
    of_others, _, _ = alone(beside([["Who", 1905, 1906], *[["a", 5, 4]] * 12]))
    assert of_others[-2:] == [None, None]
    too_many, _, _ = alone(beside([[1902, "Sum"], *[[99, 4]] * 12]))
    assert too_many[-2:] == [None, None]


def test_two_whole_lists_stay_as_they_are() -> None:
    rows = beside([[*HEADER], *board_rows(board=2)])
    kept, table = list_alone(rows, list_word, ["power"], ("board", "power"))
    assert (kept, table) == (rows, None)
