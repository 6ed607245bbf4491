"""Sheets with games lists: headings, boards, free boards, and names of rounds."""

from datetime import date
from typing import Any

from tests.workbooks.layout.books import HEADER, board, book_of, event_of, game_of
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import (
    day_in,
    heading_cells,
    is_called,
    is_headed,
    label,
    slots_named,
)

Rows = list[list[Any]]


def sheet(rows: Rows) -> Any:
    (only,) = EventIn(book_of({"Games": rows})).sheets
    return only


def slots(rows: Rows) -> list[tuple[Any, Any, bool]]:
    return [(slot.round, slot.board, slot.free) for slot in sheet(rows).slots]


FREE = [None] * 7


def test_boards_in_order_and_whether_they_are_free() -> None:
    rows = [HEADER, *board(), *board(1, "B", FREE), *board(2, "A", FREE, FREE)]
    assert slots(rows) == [(1, "A", False), (1, "B", True), (2, "A", True)]
    assert slots([HEADER, *board(1, "out", FREE)]) == [(1, "out", False)]


def test_seats_follow_the_powers_and_not_the_rows() -> None:
    (slot,) = sheet([HEADER, *board()[::-1]]).slots
    assert slot.rows == (8, 7, 6, 5, 4, 3, 2)
    assert slot.cells("centres")[0] == ("Games", 8, 5)
    assert slot.cells("draw") == ()
    assert slot.heading("centres") == "Centres"


def test_only_plain_formulas_find_the_rows_of_a_board_in_any_order() -> None:
    rows = [[*HEADER, "Score"], *([*row, "=1"] for two in zip(board(), board(2), strict=True) for row in two)]
    (mixed,) = EventIn(book_of({"Games": rows}, Plain_formulas='"SOS"')).sheets
    assert [slot.rows for slot in mixed.slots] == [tuple(range(2, 16, 2)), tuple(range(3, 16, 2))]
    (in_order,) = EventIn(book_of({"Games": rows})).sheets
    assert [slot.rows for slot in in_order.slots] != [slot.rows for slot in mixed.slots]


def test_rounds_and_boards_typed_only_once() -> None:
    first = [[1, "A", *row[2:]] if n == 0 else [None, None, *row[2:]] for n, row in enumerate(board())]
    second = [[None, "B", *row[2:]] if n == 0 else [None, None, *row[2:]] for n, row in enumerate(board())]
    third = [[None, "A", *row[2:]] if n == 0 else [None, None, *row[2:]] for n, row in enumerate(board())]
    assert slots([HEADER, *first, *second, *third]) == [(1, "A", False), (1, "B", False), (None, "A", False)]
    assert {*sheet([HEADER, *first]).boards} == {("1", "A")}


def test_a_list_begins_below_a_title_and_ends_at_another_table() -> None:
    rows = [["Spring Cup"], [], HEADER, *board(), [], ["Rank", "Player", "Points"], [1, "a", 20]]
    assert (sheet(rows).header, sheet(rows).rows) == (3, [*range(4, 11)])
    assert slots(rows) == [(1, "A", False)]


def test_the_first_of_two_headings_and_the_english_one() -> None:
    german = ["Runde", "Tisch", "Macht", "Spieler", "Zentren"]
    assert slots([german, *board()]) == [(1, "A", False)]
    both = [[*HEADER, "Zentren"], *([*row, 99] for row in board())]
    assert sheet(both).columns["centres"] == 5


def test_typed_scores_count_as_results() -> None:
    rows = [[*HEADER, "Override"], *([*row[:4], None, 5] for row in board())]
    assert slots(rows) == [(1, "A", False)]
    rows[1][5] = None
    assert slots(rows) == [(1, "A", True)]


def test_faults_of_lists() -> None:
    def doubts(rows: Rows) -> list[str]:
        return [type(fault).__name__ for fault in sheet(rows).doubts]

    assert doubts([HEADER, *board()]) == []
    assert doubts([*board(), HEADER, *board(2)]) == ["HeadingsMoved"]
    assert doubts([HEADER, *board(), [], HEADER, *board(2)]) == []
    other = ["Board", "Round", "Power", "Centres"]
    assert doubts([HEADER, *board(), [], [], other, *([b, r, p, c] for r, b, p, _, c in board(2))]) == [
        "TwoLists"
    ]


def test_a_copy_of_formulas_is_only_a_view() -> None:
    copy = [HEADER, *([f"=Games!{c}{n}" for c in "ABCDE"] for n in range(2, 9))]
    found = EventIn(book_of({"Games": [HEADER, *board()], "Copy": copy})).sheets
    assert [one.name for one in found] == ["Games"]


def test_labels_as_text() -> None:
    assert [label(cell) for cell in (None, 1, 1.0, "1", " a  b ", 2.5)] == ["", "1", "1", "1", "a b", "5/2"]
    assert [
        is_called(*pair) for pair in (("Round 1", 1), ("1", 1), (2, 1), ("Finale", "Final"), ("a", "A"))
    ] == [*(True, True, False, True, True)]
    assert not is_called("Round 1", "1")
    assert [
        is_headed(*pair) for pair in (("FINAL", "final"), ("Finale", "final"), ("Top", "top"), (None, ""))
    ] == [*(True, True, True, False)]


def test_names_of_new_boards() -> None:
    assert slots_named(2, 2) == [(1, "A"), (1, "B"), (2, "A"), (2, "B")]
    assert slots_named(2, 2, top=True) == [(1, "A"), (1, "B"), (2, "Top"), (2, "A")]


def test_slots_and_games() -> None:
    taken, free = sheet([HEADER, *board(), *board(1, "B", FREE)]).slots
    assert taken.holds(game_of(1, "a"))
    assert not taken.holds(game_of(2, "A"))
    assert not taken.can_take(game_of(1, "C"))
    assert free.can_take(game_of(3, "C"))
    dated = sheet([["Date", *HEADER[1:]], *board(date(2024, 1, 31), "A", FREE)])
    (slot,) = dated.slots
    assert dated.by_dates
    assert slot.can_take(game_of(1, "A", date=date(2024, 1, 31)))
    assert not slot.can_take(game_of(1, "A", date=date(2024, 2, 1)))
    assert not slot.can_take(game_of(1, "A"))


def test_days_since_1904() -> None:
    book = book_of({"S": [[1]]})
    assert [day_in(book, value) for value in (5, "x", True, None)] == [5, "x", True, None]


def test_a_heading_is_written_where_the_board_had_one() -> None:
    def written(rows: Rows) -> list[int]:
        """The rows into which a name of the board is written."""
        slot = EventIn(book_of({"Games": rows})).sheets[0].slots[0]
        cells = [*heading_cells(slot, "board", "Z")]
        assert {(sheet, column, value) for (sheet, _, column), value in cells} == {("Games", 2, "Z")}
        return [row for (_, row, _), _ in cells]

    assert written([HEADER, *board()]) == [*range(2, 9)]
    once = [[1, "A" if n == 0 else None, *row[2:]] for n, row in enumerate(board())]
    assert written([HEADER, *once]) == [2]
    formulas = [[1, "A" if n == 0 else f"=B{n + 1}", *row[2:]] for n, row in enumerate(board())]
    assert written([HEADER, *formulas]) == [2]
    none = [[1, None, *row[2:]] for row in board()]
    assert written([HEADER, *none]) == [*range(2, 9)]


def test_a_blank_board_without_power_belongs_to_none() -> None:
    rows = [HEADER, *board(), [1, None, None, None, 34]]
    assert {*sheet(rows).boards} == {("1", "A")}
    assert event_of({"Games": rows}).slots
