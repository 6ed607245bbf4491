"""Boards that are blocks of cells."""

from typing import Any

from tests.workbooks.layout.books import COUNTS, block, book_of
from xl_dipscore.rules.board import POWERS
from xl_dipscore.workbooks.layout.blocks import ABOVE, FAR, find_blocks
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.own import Grid

Rows = list[list[Any]]


def boards(rows: Rows, sheet: str = "S") -> list[tuple[Any, Any]]:
    there = EventIn(book_of({sheet: rows})).boards
    return [(one.round, one.board) for one in (*there.own, *there.unsure)]


def blocks(rows: Rows, *, turned: bool = False) -> list[tuple[int, int]]:
    grid = Grid(book_of({"S": rows}).sheet("S"), turned=turned)
    return [(one.first, one.header) for one in find_blocks(grid)]


def beside(one: Rows, other: Rows, gap: int = 1) -> Rows:
    return [[*left, *[None] * gap, *right] for left, right in zip(one, other, strict=True)]


def test_headings_directly_above_or_a_few_lines_higher() -> None:
    head, *seven = block()
    assert blocks([head, *seven]) == [(2, 1)]
    assert blocks([head, [], *seven]) == [(3, 1)]
    assert blocks([head, *[["x", "y"]] * (ABOVE - 1), *seven]) == [(ABOVE + 1, 1)]
    assert blocks([head, *[["x", "y"]] * ABOVE, *seven]) == []
    assert blocks([head, *[[]] * (FAR - 1), *seven]) == [(FAR + 1, 1)]
    assert blocks([head, *[[]] * FAR, *seven]) == []
    assert blocks(seven) == []


def test_seven_different_powers_in_a_run() -> None:
    head, *seven = block()
    assert blocks([head, *seven[:6]]) == []
    assert blocks([head, *seven[:6], seven[0]]) == []
    assert blocks([head, *seven, *seven]) == [(2, 1), (9, 1)]
    assert blocks([head, *seven[::-1]]) == [(2, 1)]
    assert blocks([["Power", "Player"], *(row[:2] for row in seven)]) == []


def test_powers_side_by_side() -> None:
    rows = [["Power", *POWERS], ["Centres", *COUNTS]]
    assert blocks(rows, turned=True) == [(2, 1)]
    assert boards([["Round 1 Board A"], [], *rows]) == [(1, "A")]


def test_lines_of_seats_follow_the_powers() -> None:
    head, *seven = block()
    grid = Grid(book_of({"S": [head, *seven[::-1]]}).sheet("S"))
    (one,) = find_blocks(grid)
    assert one.lines_of_seats == (8, 7, 6, 5, 4, 3, 2)
    assert (one.last, one.area[1:]) == (8, (1, 1, 8, 3))
    assert one.places("centres")[0] == ("S", 8, 3)


def test_titles_above_left_and_in_the_corner() -> None:
    head, *seven = block()
    assert boards([["Round 1 Board A"], head, *seven]) == [(1, "A")]
    assert boards([["Round 1"], ["Board A"], head, *seven]) == [(1, "A")]
    assert boards([["R1 B2", *head[1:]], *seven]) == [(1, "2")]
    assert boards([["Round 1"], ["Board A"], head, *seven, [], ["Board B"], head, *seven]) == [
        (1, "A"),
        (1, "B"),
    ]
    assert boards([["Round 1 Board A"], head, *seven, [], ["Round 2 Board A"], head, *seven]) == [
        *((1, "A"), (2, "A"))
    ]


def test_labels_beside_a_block() -> None:
    head, *seven = block()
    assert boards([["Round:", 2], ["Board:", "B"], head, *seven]) == [(2, "B")]
    assert boards([["Round", "Board"], [2, "B"], [], head, *seven]) == [(2, "B")]
    assert boards([["Round", "soon"], ["Board", "B"], head, *seven]) == [(None, "B")]
    labelled = [
        [*row, None, *more]
        for row, more in zip([head, *seven], [["Round", 3], ["Board", "C"], *[[]] * 6], strict=True)
    ]
    assert boards(labelled) == [(3, "C")]


def test_the_sheet_names_round_and_board() -> None:
    assert boards(block(), "Round 2 Board C") == [(2, "C")]
    assert boards([["Board A"], *block()], "Round 2") == [(2, "A")]


def test_two_blocks_side_by_side_have_titles_of_their_own() -> None:
    rows = beside([["Board A", None, None], *block()], [["Board B", None, None], *block()])
    assert boards([["Round 1"], *rows]) == [(1, "A"), (1, "B")]
    touching = beside([["Board A", None, None], *block()], [["Board B", None, None], *block()], gap=0)
    assert boards([["Round 1"], *touching]) == [(1, "A"), (1, "B")]


def test_facts_of_a_block() -> None:
    head, *seven = block()
    rows = [["Round", 1], ["Board", "A"], ["Year", 1908], ["Draw", "Austria, England"], head, *seven]
    event = EventIn(book_of({"S": rows}))
    (game,) = event.game_extract.game_list.games
    assert game.board is not None
    assert (game.board.year, game.board.draw, game.board.centres) == (1908, {0, 1}, COUNTS)


def test_a_block_of_several_games_is_none() -> None:
    rows = [
        ["Board", "Power", "Centres"],
        *([name, power, 5] for name, power in zip("ABCDEFG", POWERS, strict=True)),
    ]
    assert blocks(rows) == []
    one = [["Board", "Power", "Centres"], *(["A", power, 5] for power in POWERS)]
    assert blocks(one) == [(2, 1)]


def test_a_chart_without_its_first_year_is_no_chart() -> None:
    chart = [["Power", 1901, 1902], *([power, 5, count] for power, count in zip(POWERS, COUNTS, strict=True))]
    assert blocks(chart) == [(2, 1)]
    assert blocks([["Power", 1902, 1903], *chart[1:]]) == []


def test_a_board_that_lacks_powers_is_reported() -> None:
    head, *seven = block()
    rows = [["Round 1 Board A"], head, *seven, [], ["Round 1 Board B"], head, *seven[:5]]
    broken = EventIn(book_of({"S": rows})).boards.broken
    assert [fault.facts["powers"] for fault in broken] == ["Russia and Turkey"]
    few = [["Round 1 Board A"], head, *seven, [], ["Round 1 Board B"], head, *seven[:2]]
    assert EventIn(book_of({"S": few})).boards.broken == ()
