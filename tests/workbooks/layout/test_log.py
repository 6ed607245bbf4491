"""The sheet Log."""

import pytest

from tests.workbooks.layout.books import book_of
from xl_dipscore.workbooks.layout.log import A_CELL, HEADINGS, NoLogHeading, find_log
from xl_dipscore.workbooks.layout.setup import Setup

NAME = {"Event_log": "Log!$A$2:$I$2"}


def test_a_log_is_found_by_its_name_and_headings() -> None:
    package = book_of({"Log": [["Log"], [*HEADINGS[::-1]], [None], ["x"]]}, **NAME)
    log = find_log(Setup(package))
    assert log is not None
    assert (log.header, log.columns["Entry"], log.columns["For undo"], log.rows) == (2, 9, 1, [4])
    assert find_log(Setup(book_of({"Log": [["Log"], [*HEADINGS]]}))) is None


def test_missing_headings_are_named() -> None:
    with pytest.raises(NoLogHeading) as wrong:
        find_log(Setup(book_of({"Log": [["Log"], [*HEADINGS[1:]]]}, **NAME)))
    assert wrong.value.facts["headings"] == "Entry"


def test_long_texts_continue_to_the_right() -> None:
    package = book_of({"Log": [["Log"], [*HEADINGS]]}, **NAME)
    log = find_log(Setup(package))
    assert log is not None
    text = "a" * A_CELL + "bc"
    cells = dict(log.cells(3, {"Entry": 1, "For undo": text}))
    assert {place: str(value)[-2:] for place, value in cells.items()} == {
        ("Log", 3, 1): "1",
        ("Log", 3, 9): "aa",
        ("Log", 3, 10): "bc",
    }
    assert [column for _, _, column in dict(log.cells(4, {"For undo": "a" * A_CELL}))] == [9]


def test_a_long_text_is_read_up_to_the_first_cell_without_text() -> None:
    package = book_of({"Log": [["Log"], [*HEADINGS], [*[None] * 8, "ab", "cd", 7, "behind"]]}, **NAME)
    log = find_log(Setup(package))
    assert log is not None
    assert log.read_undo_text(3) == "abcd"
    assert log.read_undo_text(4) == ""
