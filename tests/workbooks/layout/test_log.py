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
    log.write(package, 3, {"Entry": 1, "For undo": text})
    assert package.value("Log", "A3") == 1
    assert package.value("Log", "J3") == "bc"
    assert log.read_undo_text(3) == text
    log.write(package, 4, {"For undo": "a" * A_CELL})
    assert package.value("Log", "J4") is None
    package.set_value("Log", "K3", 7)
    package.set_value("Log", "L3", "behind")
    assert log.read_undo_text(3) == text
