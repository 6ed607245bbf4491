"""The boards of a workbook, wherever they are, and what is wrong with them."""

from typing import Any

import pytest

from tests.workbooks.layout.books import COUNTS, HEADER, block, board, event_of
from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import POWERS
from xl_dipscore.workbooks.layout.boards import HalfKnown, OwnLayout, boards_left_out
from xl_dipscore.workbooks.layout.games import NoGamesSheet


def kinds(faults: Any) -> list[str]:
    return [type(fault).__name__ for fault in faults]


def test_a_workbook_without_boards() -> None:
    with pytest.raises(NoGamesSheet):
        event_of({"S": [["x"]]}).boards.check()


def test_a_list_wins_over_blocks() -> None:
    there = event_of({"Games": [HEADER, *board()], "Other": [["Round 2 Board A"], *block()]}).boards
    assert (len(there.sheets), there.own) == (1, ())
    there.check_listed()


def test_a_layout_of_its_own() -> None:
    there = event_of({"S": [["Round 1 Board A"], *block()]}).boards
    assert there.check() is there
    assert len(there.slots) == 1
    with pytest.raises(OwnLayout):
        there.check_listed()


def test_a_board_without_a_name() -> None:
    named = event_of({"S": [["Round 1"], *block()]}).boards
    assert len(named.unsure) == 1
    with pytest.raises(HalfKnown):
        named.check()
    assert kinds(boards_left_out(named)) == ["BoardLeftOut"]
    free = event_of({"S": [["Round 1"], *block([None] * 7)]}).boards
    assert kinds(boards_left_out(free)) == []
    sums = event_of({"S": [["Round 1"], *block([30] * 7)]}).boards
    assert kinds(boards_left_out(sums)) == []
    means = event_of({"S": [["Round 1"], *block([4.5] * 7)]}).boards
    assert kinds(boards_left_out(means)) == []


def test_the_only_board_of_a_sheet_without_titles() -> None:
    (lone,) = event_of({"S": block()}).boards.own
    assert (lone.round, lone.board) == (1, "1")
    assert event_of({"S": [*block(), [], *block()]}).boards.own == ()


def test_one_board_twice() -> None:
    rows = [["Round 1 Board A"], *block(), [], ["Round 1 Board a"], *block()]
    with pytest.raises(Faults) as found:
        event_of({"S": rows}).boards.check()
    assert kinds(found.value.faults) == ["TwoOfOneName"]
    assert event_of({"S": rows}).boards.sound.own == ()


def test_results_by_seat() -> None:
    there = event_of({"Games": [HEADER, *board(), *board(2, "A", [None] * 7)]}).boards
    found = dict(there.results)
    assert len(found) == 7
    assert found["1", "A", "England"]["centres"] == ("Games", 3, 5)
    own = dict(event_of({"S": [["Round 1 Board A"], *block()]}).boards.results)
    assert own["1", "A", "Turkey"]["centres"] == ("S", 9, 3)


def test_unread_columns_beside_the_games() -> None:
    rows = [[*HEADER, "Ending", "Note"], *([*row, "3-way draw", "y"] for row in board())]
    assert "UnreadFact" in kinds(event_of({"Games": rows}).unread)
    plain = [[*HEADER, "Shoe size"], *([*row, 42] for row in board())]
    assert kinds(event_of({"Games": plain}).unread) == ["UnreadColumns"]
    assert event_of({"Games": [HEADER, *board()]}).unread == []


def test_words_of_all_boards() -> None:
    assert event_of({"Games": [HEADER, *board()]}).boards.words == {
        "round",
        "board",
        "power",
        "player",
        "centres",
    }
    wide = event_of({"S": [["Round", "Board", *POWERS], [1, "A", *COUNTS]]}).boards
    assert wide.words == {"round", "board", "centres"}


def test_a_map_wins_over_everything() -> None:
    entries = [["Round", "Board", "What", "Where"], [3, "Z", "centres", "S!C2:C8"]]
    there = event_of({"S": block(), "Map": entries}).boards
    assert there.map == "Map"
    assert [(one.round, one.board) for one in there.own] == [(3, "Z")]
