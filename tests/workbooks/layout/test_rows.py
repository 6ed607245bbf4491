"""Lists with a row, or a column, for each game."""

from typing import Any

from tests.workbooks.layout.books import COUNTS, book_of
from xl_dipscore.rules.board import POWERS
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.own import Grid
from xl_dipscore.workbooks.layout.rows import row_lists

HEAD = ["Round", "Board", *POWERS]
Rows = list[list[Any]]


def lists(rows: Rows, *, turned: bool = False) -> list[tuple[int, int]]:
    found = row_lists(Grid(book_of({"S": rows}).sheet("S"), turned=turned))
    return [(one.header, one.until) for one in found]


def boards(rows: Rows, sheet: str = "S") -> list[tuple[Any, Any, bool]]:
    there = EventIn(book_of({sheet: rows})).boards
    return [(one.round, one.board, one.free) for one in there.own if not one.free]


def test_a_row_for_each_game() -> None:
    rows = [HEAD, [1, "A", *COUNTS], [1, "B", *COUNTS], [2, "A", *COUNTS]]
    assert lists(rows) == [(1, 4 + 101)]
    assert boards(rows) == [(1, "A", False), (1, "B", False), (2, "A", False)]


def test_a_column_for_each_game() -> None:
    rows = [HEAD, [1, "A", *COUNTS], [1, "B", *COUNTS]]
    turned = [list(column) for column in zip(*rows, strict=True)]
    assert [header for header, _ in lists(turned, turned=True)] == [1]
    assert boards(turned) == [(1, "A", False), (1, "B", False)]


def test_headings_need_all_powers_and_a_board() -> None:
    assert lists([HEAD[:-1], [1, "A", *COUNTS[:-1]]]) == []
    assert lists([["Round", *POWERS], [1, *COUNTS]]) == []
    assert len(lists([["Board", *POWERS], ["A", *COUNTS]])) == 1


def test_two_lists_below_each_other() -> None:
    rows = [["Round 1"], HEAD[1:], ["A", *COUNTS], [], ["Round 2"], HEAD[1:], ["A", *COUNTS], ["B", *COUNTS]]
    assert [header for header, _ in lists(rows)] == [2, 6]
    assert lists(rows)[0][1] == 4
    assert boards(rows) == [(1, "A", False), (2, "A", False), (2, "B", False)]


def test_powers_above_their_columns() -> None:
    above = ["", "", *(cell for power in POWERS for cell in (power, ""))]
    head = ["Round", "Board", *["Player", "SCs"] * 7]
    line = [1, "A", *(cell for name, count in zip("abcdefg", COUNTS, strict=True) for cell in (name, count))]
    event = EventIn(book_of({"S": [above, head, line]}))
    (game,) = event.game_extract.game_list.games
    assert game.board is not None
    assert game.board.centres == COUNTS
    assert [*game.players] == [*"abcdefg"]


def test_the_draw_of_a_game_in_words() -> None:
    rows = [[*HEAD, "Draw", "Year"], [1, "A", *COUNTS, "Austria, England", 1908]]
    (game,) = EventIn(book_of({"S": rows})).game_extract.game_list.games
    assert game.board is not None
    assert (game.board.draw, game.board.year) == ({0, 1}, 1908)


def test_rows_of_sums_are_no_games() -> None:
    rows = [HEAD, [1, "A", *COUNTS], [1, "B", *COUNTS], [], ["Total", "", *[20] * 7]]
    assert boards(rows) == [(1, "A", False), (1, "B", False)]
