"""Titles of boards, and boards in a director's own layout."""

from typing import Any

from tests.each import each
from tests.workbooks.layout.books import COUNTS, block, book_of, game_of
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.own import (
    LONGEST_TITLE,
    Grid,
    OwnBoard,
    first_place_if_shared,
    head_word,
    heads_in,
    title_in,
)


@each(
    ("text", "round_", "board"),
    [
        *(("Round 1 Board A", 1, "A"), ("R1 B2", 1, "2"), ("Board A", None, "A"), ("Final", "Final", None)),
        *(("Round 12", 12, None), ("Final, Table 3", "Final", "3"), ("Round 2: Top Board", 2, "Top")),
        *(
            ("Top Board", None, "Top"),
            ("Board Top", None, "Top"),
            ("BA", None, "A"),
            ("Round 9999", 9999, None),
        ),
        *(("Round 0", None, None), ("Round 10000", None, None), ("Round 1 Round 2", None, None)),
        *(("Board AB", None, None), ("Board", None, None), ("Round", None, None), ("Results", None, None)),
        *(("Round 1 Ann", None, None), (3, None, None), ("Round 1 & 2", None, None)),
    ],
)
def test_round_and_board_of_a_text(text: Any, round_: Any, board: Any) -> None:
    assert heads_in(text) == (round_, board)


def test_letters_alone_are_no_title() -> None:
    assert [title_in(text) for text in ("R1", "B2", "R1 B2", "Round 1")] == [
        *((None, None), (None, None), (1, "2"), (1, None))
    ]
    assert heads_in("Round 1".ljust(LONGEST_TITLE)) == (1, None)
    assert heads_in("Round 1".ljust(LONGEST_TITLE + 1)) == (None, None)


def test_words_of_labels() -> None:
    assert [head_word(cell) for cell in ("Round:", " Year : ", "Game", 1901, 1901.5, True, 12, None)] == [
        *("round", "year", "board", 1901, None, None, None, None)
    ]
    assert head_word("Year".rjust(LONGEST_TITLE)) == "year"
    assert head_word("Year".rjust(LONGEST_TITLE + 1)) is None


def own_board(**more: Any) -> OwnBoard:
    rows: list[list[Any]] = [
        ["Round", 1],
        ["Board", more.pop("name", "A")],
        *block(more.pop("counts", COUNTS)),
    ]
    (found,) = EventIn(book_of({"S": rows})).boards.own or EventIn(book_of({"S": rows})).boards.unsure
    return found


def test_a_board_and_its_cells() -> None:
    board = own_board()
    assert (board.round, board.board, board.kind, board.lacks) == (1, "A", "block", ())
    assert board.cells("centres") == tuple(("S", row, 3) for row in range(4, 11))
    assert board.of(1)["player"] == ("S", 5, 2)
    assert board.of(1)["round"] == ("S", 1, 2)
    assert board.count_words == ("centres",)
    assert board.is_named
    assert not board.free
    assert not board.is_view
    assert board.cells("draw") == ()


def test_a_board_holds_its_game_and_takes_one_only_if_it_is_free() -> None:
    board = own_board()
    assert [board.holds(game_of(*key)) for key in ((1, "a"), (2, "A"), (1, "B"))] == [True, False, False]
    assert not board.can_take(game_of(1, "B"))
    free = own_board(counts=[None] * 7, name=None)
    assert free.can_take(game_of(1, "B"))
    assert not free.can_take(game_of(2, "B"))
    assert not own_board(counts=[None] * 7).can_take(game_of(1, "B"))


def test_a_grid_on_its_side() -> None:
    sheet = book_of({"S": [["a", None, "c"], [" ", 1]]}).sheet("S")
    upright, turned = Grid(sheet), Grid(sheet, turned=True)
    assert upright.cells == {(1, 1): "a", (1, 3): "c", (2, 2): 1}
    assert turned.cells == {(1, 1): "a", (3, 1): "c", (2, 2): 1}
    assert (upright.get(1, 3), turned.get(3, 1), upright.get(2, 1)) == ("c", "c", None)
    assert turned.at(3, 1) == ("S", 1, 3)
    assert (upright.last, turned.last) == (2, 3)


def test_a_fact_of_the_whole_board_in_its_first_cell() -> None:
    places = tuple(("S", row, 1) for row in (1, 2))

    def shared(first: Any, second: Any, word: str) -> int:
        return len(first_place_if_shared(book_of({"S": [[first], [second]]}), places, word))

    assert [shared(1908, None, "year"), shared(1908, 1908, "year"), shared(1908, None, "player")] == [1, 2, 2]
    assert [
        shared("Austria, Italy", None, "draw"),
        shared("x", None, "draw"),
        shared(None, None, "draw"),
    ] == [1, 2, 2]
