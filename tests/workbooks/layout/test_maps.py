"""A Map: which cells hold the facts of each board."""

from typing import Any

import pytest

from tests.each import each
from tests.workbooks.layout.books import COUNTS, block, book_of
from xl_dipscore.rules.board import POWERS
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.maps import (
    MOST_CELLS,
    NoSheetThere,
    NotCells,
    cells_of,
    map_of,
    quote_sheet_if_needed,
    read_map,
    reference_to_cells,
    rows_of_map,
)

HEADINGS = ["Round", "Board", "What", "Where"]
POWERS_AT, CENTRES_AT = [1, "A", "powers", "S!A2:A8"], [1, "A", "Centres", "S!C2:C8"]


def read(*rows: list[Any]) -> Any:
    book = book_of({"S": [*block(), ["Year", 1908]], "Map": [HEADINGS, *rows]})
    home = map_of(book)
    assert home is not None
    return read_map(book, home)


def kinds(*rows: list[Any]) -> list[str]:
    return [type(fault).__name__ for fault in read(*rows)[1]]


def test_a_board_and_its_cells() -> None:
    (board,), faults = read(CENTRES_AT, POWERS_AT, [1, "A", "year", "S!B9"], [1, "a", "players", "S!B2:B8"])
    assert faults == ()
    assert (board.round, board.board, board.kind) == (1, "A", "map")
    assert board.cells("centres")[0] == ("S", 2, 3)
    assert board.cells("year") == (("S", 9, 2),)
    assert len(board.cells("player")) == 7


def test_cells_follow_the_order_of_the_powers() -> None:
    rows = [["Power", "x"], *([power, count] for power, count in zip(POWERS[::-1], COUNTS, strict=True))]
    book = book_of(
        {"S": rows, "Map": [HEADINGS, [1, "A", "powers", "S!A2:A8"], [1, "A", "centres", "S!B2:B8"]]}
    )
    (game,) = EventIn(book).game_extract.game_list.games
    assert game.board is not None
    assert game.board.centres == COUNTS[::-1]


@each(
    ("row", "kind"),
    [
        ([1, "A", "shoes", "S!C2:C8"], "UnknownWhat"),
        ([1, "A", None, "S!C2:C8"], "UnknownWhat"),
        ([1, "A", "club", "S!C2:C8"], "UnknownWhat"),
        ([1, "A", "player", "Nowhere!C2:C8"], "NoSheetThere"),
        ([1, "A", "player", "S!C2:C"], "NotCells"),
        ([1, "A", "player", None], "NotCells"),
        ([1, "A", "player", "S!B2:B7"], "WrongCount"),
        ([1, "A", "player", "S!B2"], "WrongCount"),
        ([1, "A", "powers", "S!B2:B8"], "NotThePowers"),
        ([1, "A", "centres", "S!B2:B8"], "SaidAlready"),
        ([1, "A", "player", "S!C2:C8"], "Claimed"),
        (["soon", "B", "centres", "S!B2:B8"], "NotARound"),
        ([1, None, "centres", "S!B2:B8"], "NoBoardName"),
        ([2, "B", "player", "S!B2:B8"], "NoCounts"),
    ],
)
def test_what_is_wrong_with_a_row(row: list[Any], kind: str) -> None:
    assert kinds(CENTRES_AT, row) == [kind]


def test_boards_may_share_the_cell_of_a_year() -> None:
    assert (
        kinds(CENTRES_AT, [1, "A", "year", "S!B9"], [2, "B", "centres", "S!B2:B8"], [2, "B", "year", "S!B9"])
        == []
    )


def test_blank_rows_and_names_of_rounds() -> None:
    boards, faults = read(
        ["Round 2", "A", "centres", "=S!C2:C8"], [None] * 4, ["Final", "A", "centres", "S!B2:B8"]
    )
    assert [board.round for board in boards] == [2, "Final"]
    assert faults == ()


def test_references_to_cells() -> None:
    book = book_of({"S": [[1]], "R1 B2": [[1]]})
    assert cells_of(book, "S!A1:A2") == (("S", 1, 1), ("S", 2, 1))
    assert cells_of(book, "'R1 B2'!B2, B4; s!A1") == (("R1 B2", 2, 2), ("R1 B2", 4, 2), ("S", 1, 1))
    assert len(cells_of(book, f"S!A1:A{MOST_CELLS}")) == MOST_CELLS
    for wrong in ("", "A1", "S!", "S!A0", f"S!A1:A{MOST_CELLS + 1}", "S!A1,,A2"):
        with pytest.raises(NotCells):
            cells_of(book, wrong)
    with pytest.raises(NoSheetThere):
        cells_of(book, "T!A1")


def test_a_reference_and_its_cells_are_inverse() -> None:
    book = book_of({"S": [[1]], "R1 B2": [[1]]})
    for text in ("S!A1:A7", "'R1 B2'!B2,B4,S!A1", "S!C1"):
        assert reference_to_cells(cells_of(book, text)) == text


def test_names_of_sheets_that_need_quotes() -> None:
    assert [
        quote_sheet_if_needed(name) for name in ("S", "A1", "R1", "C", "Round 1", "O'Neil", "Réunion", "1st")
    ] == [*("S", "'A1'", "'R1'", "'C'", "'Round 1'", "'O''Neil'", "Réunion", "'1st'")]


def test_the_rows_of_a_map_describe_the_boards() -> None:
    (board,), _ = read(CENTRES_AT, [1, "A", "player", "S!B2:B8"])
    assert [*rows_of_map([board])] == [(1, "A", "player", "S!B2:B8"), (1, "A", "centres", "S!C2:C8")]


def test_only_a_sheet_with_all_headings_is_a_map() -> None:
    assert map_of(book_of({"Map": [HEADINGS[:3]]})) is None
    assert map_of(book_of({"Anything": [["x"], HEADINGS]})) is not None
