"""Words for how a game ended, such as won or lost, among the marks of a draw: read if they fit."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.each import each
from tests.lists import listed
from xl_dipscore.errors import Fault, Faults
from xl_dipscore.rules.board import End
from xl_dipscore.tables.cells.boards import (
    DrawOfOne,
    DrawOfOtherSize,
    LossBesideDraw,
    WinBesideMarks,
    board_from,
)
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.cells.languages import WITH_ENGLISH, words_of_entry

COUNTS = (10, 9, 8, 7, 0, 0, 0)
WON = [word for one in WITH_ENGLISH.values() for word in words_of_entry(one.won)]
LOST = [word for one in WITH_ENGLISH.values() for word in words_of_entry(one.lost)]
DREW = [word for one in WITH_ENGLISH.values() for word in words_of_entry(one.drew)]


def wrong(*marks: Any, counts: Any = COUNTS) -> list[tuple[type[Fault], int | None]]:
    """The faults of a board with these marks, each with its seat."""
    try:
        board_from({"centres": counts, "draw": [*marks, *[None] * (7 - len(marks))]})
    except Faults as faults:
        return [(type(one), one.seat) for one in faults.faults]
    return []


@given(
    st.sampled_from(WON), st.sampled_from(["x", "yes", True, 1, *DREW]), st.integers(0, 3), st.integers(0, 3)
)
def test_a_winner_has_no_mark_beside_it(won: str, mark: Any, seat: int, other: int) -> None:
    marks: list[Any] = [None] * 4
    marks[other] = mark
    marks[seat] = won
    refused = [one for one in wrong(*marks) if one[0] is WinBesideMarks]
    assert refused == ([(WinBesideMarks, seat)] if seat != other else [])


@given(st.sampled_from(LOST))
def test_a_loser_beside_ticks_is_unclear_unless_it_is_dead_or_one_won(lost: str) -> None:
    assert wrong("x", "x", lost) == [(LossBesideDraw, 2)]
    assert wrong("x", lost, "x", lost) == [(LossBesideDraw, 1), (LossBesideDraw, 3)]
    assert wrong("x", "x", "x", "x", lost) == []
    assert wrong("x", lost, lost) == []


@given(st.sampled_from(DREW))
def test_nobody_draws_alone(drew: str) -> None:
    assert wrong(None, drew) == [(DrawOfOne, 1)]
    assert wrong(drew, drew) == wrong(drew, "x") == []


@each("size", range(2, 8))
def test_a_draw_has_the_size_that_is_typed(size: int) -> None:
    seven = (5, 5, 5, 5, 5, 5, 4)
    for marked in range(2, 8):
        found = wrong(*[f"{size}-way draw"] * marked, counts=seven)
        assert found == [(DrawOfOtherSize, seat) for seat in range(marked)] * (size != marked)


@pytest.mark.parametrize(
    ("marks", "end"),
    [
        (("Won", "Lost", "Lost", "Survived", "Eliminated"), End.CONCESSION),
        (("Drew", "Drew", "Lost", "Survived", "Defeated"), End.DRAW),
        (("x", "x", "survived"), End.DRAW),
        (("solo",), End.CONCESSION),
    ],
)
def test_words_that_fit_are_read(marks: tuple[str, ...], end: End) -> None:
    board = board_from({"centres": COUNTS, "draw": [*marks, *[None] * (7 - len(marks))]})
    assert board.ending.end is end


def test_beside_a_soloist_marks_do_not_count() -> None:
    assert wrong("solo", "x", counts=(18, 16, 0, 0, 0, 0, 0)) == []


def test_a_list_names_the_cell() -> None:
    games = read_games(listed(COUNTS, draw=["x", "win", "", "", "", "", ""])).games
    assert [[(type(one), one.row) for one in game.faults] for game in games] == [[(WinBesideMarks, 3)]]
