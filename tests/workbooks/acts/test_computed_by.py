"""The record of the version that computed a workbook, and of its inputs."""

from dataclasses import replace
from typing import Any

import pytest

from tests.workbooks.layout.books import HEADER, board, event_of
from xl_dipscore import __version__
from xl_dipscore.workbooks.acts.computed_by import (
    LONGEST,
    SHOWN,
    by_version,
    read_computed_before,
    score_places,
    version_sentences,
    write_computed_by,
)
from xl_dipscore.workbooks.acts.rebuild_data import ByVersion
from xl_dipscore.workbooks.acts.shown_numbers import Difference
from xl_dipscore.workbooks.layout.event import EventIn

HEAD = [*HEADER, "Score"]


def event(record: Any = None, *, system: str = "SOS", name: bool = True) -> EventIn:
    rows = [HEAD, *([*row, 5] for row in (*board(1), *board(2)))]
    names = {"Last_computed": "Setup!$A$2"} if name else {}
    return event_of({"Games": rows, "Setup": [[system], [record]]}, Scoring_system="Setup!$A$1", **names)


def record(event: EventIn) -> str:
    old = read_computed_before(event)
    assert old is not None
    return old.text


def test_without_a_cell_there_is_no_record() -> None:
    assert read_computed_before(event(name=False)) is None
    assert read_computed_before(event("=A1")) is None
    write_computed_by(event().book, None)


def test_a_first_computation_compares_nothing() -> None:
    old = read_computed_before(event())
    assert old is not None
    assert (old.version, old.boards, old.numbers) == ("", frozenset(), None)
    assert old.text.split()[0] == __version__
    assert len(old.text.split()) == 1 + 1 + 2
    assert by_version(event(), old) is None


def test_unchanged_inputs_are_known() -> None:
    text = record(event()).replace(__version__, "0.0.1")
    old = read_computed_before(event(text))
    assert old is not None
    assert (old.version, old.everything) == ("0.0.1", True)
    assert old.boards == {("1", "A"), ("2", "A")}


@pytest.mark.parametrize(
    ("cell", "value", "boards"),
    [("E2", 9, {("2", "A")}), ("D2", "Zoe", None), ("F2", 7, {("1", "A"), ("2", "A")})],
)
def test_a_board_whose_inputs_changed_is_left_out(cell: str, value: Any, boards: Any) -> None:
    its = event(record(event()))
    its.book.set_value("Games", cell, value)
    old = read_computed_before(EventIn(its.book))
    assert old is not None
    assert boards is None or old.boards == boards
    assert old.everything == (cell == "F2")


def test_another_system_explains_every_change() -> None:
    old = read_computed_before(event(record(event()), system="DCC"))
    assert old is not None
    assert old.boards == frozenset()


def test_scores_that_changed_although_nothing_typed_did() -> None:
    its = event(record(event()).replace(__version__, "0.0.1"))
    old = read_computed_before(its)
    its.book.set_value("Games", "F2", 6)
    found = by_version(EventIn(its.book), old)
    assert found is not None
    assert (found.version, [one.new for one in found.changes]) == ("0.0.1", [6])
    same = event(record(event()))
    before = read_computed_before(same)
    assert by_version(same, before) is None
    same.book.set_value("Games", "F2", 6)
    again = by_version(EventIn(same.book), before)
    assert again is not None
    assert again.version == ""


def test_the_record_is_written_once_and_cleared_if_it_is_too_long() -> None:
    its = event()
    old = read_computed_before(its)
    assert old is not None
    write_computed_by(its.book, old)
    assert its.book.value("Setup", "A2") == old.text
    write_computed_by(its.book, replace(old, text="x" * LONGEST))
    assert its.book.value("Setup", "A2") == "x" * LONGEST
    write_computed_by(its.book, replace(old, text="x" * (LONGEST + 1)))
    assert its.book.value("Setup", "A2") is None


def test_the_cells_with_scores() -> None:
    assert score_places(event()) == {("Games", f"F{row}") for row in range(2, 16)}


def test_sentences_list_the_first_changes() -> None:
    def change(n: int) -> Difference:
        return Difference(f"P{n}", "", "", "", "Total", 1, 2)

    assert [*version_sentences(None)] == []
    one = [*version_sentences(ByVersion("0.0.1", (change(1),)))]
    assert len(one) == 2
    assert "version 0.0.1 computed it before" in one[0]
    many = [*version_sentences(ByVersion("", tuple(map(change, range(SHOWN + 2)))))]
    assert len(many) == 1 + SHOWN + 1
    assert many[-1] == "and 2 more."
    assert "is unknown" in many[0]
