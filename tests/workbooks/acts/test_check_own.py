"""Sentences about boards in a director's own layout, and about cells that fill cannot use."""

from typing import Any

from tests.workbooks.layout.books import HEADER, block, board, event_of
from xl_dipscore.workbooks.acts.check_own import describe_own_boards, find_unfilled_facts


def blocks(count: int, sheets: int = 1) -> list[str]:
    rows: list[list[Any]] = []
    for n in range(count):
        rows += [[f"Round {n + 1} Board A"], *block(), [None]]
    book = {f"Boards {n + 1}": rows for n in range(sheets)}
    return [*describe_own_boards(event_of(book).boards.own)]


def test_blocks_of_boards_are_counted() -> None:
    said = blocks(2)
    assert len(said) == 1
    assert said[0].startswith("Games: a block a board on Boards 1, 2 boards in 2 rounds, 2 with results.")


def test_one_block_on_a_sheet_is_a_sheet_a_board() -> None:
    assert blocks(1)[0].startswith("Games: a sheet a board, Boards 1, 1 board")
    (three,), (four,) = blocks(1, 3), blocks(1, 4)
    assert "Boards 1, Boards 2 and Boards 3" in three
    assert "Boards 1 to Boards 4" in four


def unfilled(headings: list[Any], formula: str | None = None) -> list[str]:
    rows = [[*HEADER, *headings], *([*row, *[None] * len(headings)] for row in board())]
    if formula is not None:
        for row in rows[1:]:
            row[len(HEADER)] = formula
    event = event_of({"Games": rows})
    (home,) = event.sheets
    return [*find_unfilled_facts(event.book, home.slots, [home.columns], "Games has no column")]


def test_facts_without_a_column_are_named_together() -> None:
    (said,) = unfilled([])
    assert said.startswith("Games has no column for")
    assert "a centre chart" in said
    assert "eliminated" in said.casefold()
    assert "eliminated" not in unfilled(["Eliminated"])[0].casefold()
    assert "a centre chart" not in unfilled([1901, 1902])[0]


def test_a_column_of_formulas_keeps_or_loses_them() -> None:
    _, said = unfilled(["Year"], "=1908")
    assert said.startswith("7 cells of Year (Games!F2:F8) contain formulas: a game's own value replaces")
    assert len(unfilled(["Score"], "=5")) == 1
