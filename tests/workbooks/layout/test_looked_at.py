"""The director's ok moves with its line."""

from typing import Any

from tests.workbooks.layout.books import book_of
from xl_dipscore.workbooks.layout.looked_at import move_ok_marks, read_ok_marks
from xl_dipscore.workbooks.layout.setup import Setup


def setup(*rows: list[Any]) -> Setup:
    last = len(rows)
    return Setup(book_of({"P": rows}, Problem_keys=f"P!$A$1:$A${last}", Looked_at=f"P!$B$1:$B${last}"))


def typed(its: Setup, rows: int) -> list[Any]:
    return [its.book.value("P", f"B{row}") for row in range(1, rows + 1)]


def test_ok_beside_a_line_or_its_key_anywhere() -> None:
    assert read_ok_marks(setup(["k1", "OK "], ["k2", None], [None, "ok"], ["k3", "see mail"])) == {"k1": "ok"}
    assert read_ok_marks(setup(["k1", "k2"], ["k2", None])) == {"k2": "k2"}
    assert read_ok_marks(Setup(book_of({"P": [["k1", "ok"]]}))) == {}


def test_marks_move_to_their_lines() -> None:
    its = setup(["k2", "ok"], ["k1", None], ["k3", "see mail"])
    assert move_ok_marks(its, {"k1": "ok"})
    assert typed(its, 3) == [None, "ok", "see mail"]
    assert not move_ok_marks(its, {"k1": "ok"})
    assert not move_ok_marks(Setup(book_of({"P": [["k1", "ok"]]})), {"k1": "ok"})


def test_a_remark_of_the_director_stays() -> None:
    its = setup(["k1", "see mail"])
    assert not move_ok_marks(its, {"k1": "ok"})
    assert typed(its, 1) == ["see mail"]
