"""CALGARY: 12 for the winner or the draw, and centres; a game that the clock stopped is adjudicated."""

from fractions import Fraction

import pytest

from tests.boards import full
from tests.each import each
from tests.rules.systems.explained import about
from xl_dipscore import Board, Faults, score
from xl_dipscore.rules.system import find
from xl_dipscore.rules.systems.calgary import DrawTooLarge
from xl_dipscore.tables.functions.boards import check_text

CALGARY = find("CALGARY")


def test_a_win_by_adjudication() -> None:
    board = Board((0, 12, 9, 0, 8, 5, 0), year=1908)
    assert score("CALGARY", board) == (0, 12 + 12, 9, 0, 8, 5, 0)
    assert check_text(CALGARY, board, {}) == (
        "OK: stopped by the clock, adjudicated a win for England with 12 centres, 1908."
    )
    assert about("CALGARY", board, "adjudicated win") == [0, 12, 0, 0, 0, 0, 0]


@each(
    ("counts", "size"),
    [
        ((11, 8, 8, 7, 0, 0, 0), 4),  # 11 is no win; 8, 8 and 7 stand too close
        ((12, 10, 8, 4, 0, 0, 0), 3),  # 12, but only two more; 30 and 4 more than the next
        ((12, 10, 6, 6, 0, 0, 0), 2),  # 22 of 34, 4 more than the next
        ((11, 11, 5, 4, 3, 0, 0), 2),
        ((15, 15, 4, 0, 0, 0, 0), 2),
        ((17, 17, 0, 0, 0, 0, 0), 2),
        ((9, 9, 8, 5, 3, 0, 0), 3),
        ((9, 8, 7, 6, 2, 1, 1), 4),
        ((9, 8, 4, 4, 4, 4, 1), 0),  # 17 is no more than half
        ((10, 8, 4, 4, 4, 4, 0), 2),  # 18 is
        ((7, 6, 6, 5, 4, 3, 3), 0),
        ((8, 7, 6, 5, 4, 4, 0), 0),
        ((5, 5, 5, 5, 5, 5, 4), 0),
        ((3, 3, 3, 0, 0, 0, 0), 0),
    ],
)
def test_a_draw_by_adjudication(counts: tuple[int, ...], size: int) -> None:
    board = Board(counts)
    each = Fraction(12, size) if size else 0
    assert CALGARY.read(board).drew == tuple(range(size))
    assert score("CALGARY", board) == tuple(n + (each if i < size else 0) for i, n in enumerate(counts))
    said = f"adjudicated a {size}-way draw Austria, " if size else "adjudicated no draw."
    assert said in check_text(CALGARY, board, {})


def test_what_the_table_agrees_on_is_not_adjudicated() -> None:
    assert score("CALGARY", Board((12, 9, 8, 5, 0, 0, 0), [1, 2])) == (12, 9 + 6, 8 + 6, 5, 0, 0, 0)
    assert score("CALGARY", Board((8, 9, 8, 5, 4, 0, 0), [0])) == (8 + 12, 9, 8, 5, 4, 0, 0)


def test_a_solo_and_its_losers_have_their_centres() -> None:
    assert score("CALGARY", Board((20, 9, 5, 0, 0, 0, 0))) == (20 + 12, 9, 5, 0, 0, 0, 0)


def test_a_vote_of_more_than_four_is_a_fault() -> None:
    board = Board((9, 8, 7, 6, 4, 0, 0), range(5))
    with pytest.raises(Faults) as told:
        score("CALGARY", board)
    assert isinstance(told.value.faults[0], DrawTooLarge)
    assert str(told.value) == "CALGARY allows a draw of at most four; 5 are marked."


def test_a_docked_centre_changes_no_adjudication() -> None:
    board = Board((12, 9, 8, 5, 0, 0, 0), docked=[2, 0, 0, 0, 0, 0, 0])
    assert score("CALGARY", board) == (12 - 2 + 12, 9, 8, 5, 0, 0, 0)


def test_the_options() -> None:
    close = Board((12, 10, 8, 4, 0, 0, 0))
    assert CALGARY.read(close, margin=2).winner == 0
    assert CALGARY.read(Board((11, 8, 8, 7, 0, 0, 0)), centres_to_win=11).winner == 0
    assert score("CALGARY", Board((17, 17, 0, 0, 0, 0, 0)), pot=20) == (27, 27, 0, 0, 0, 0, 0)
    nobody = full(7, 6, 6, 5, 4, 3, 3)
    assert score("CALGARY", nobody, otherwise="survivors") == tuple(
        n + Fraction(12, 7) for n in (7, 6, 6, 5, 4, 3, 3)
    )
