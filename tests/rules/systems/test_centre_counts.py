"""More than points for centres: GENCON, MANORCON, PIGGYBACK, SHARE, TRIBUTE, VICTORIA, WBC, WHIPPING."""

from fractions import Fraction

import pytest

from tests.boards import full
from tests.each import each
from tests.rules.systems.explained import about
from xl_dipscore import Board, Faults, explain, score

SOLO = full(18, 10, 6, 0, 0, 0, 0, gone=[None] * 3 + [1903, 1904, 1905, 1906])
CONCEDED = full(15, 10, 9, 0, 0, 0, 0, draw=[0], gone=[None] * 3 + [1903, 1904, 1905, 1906])
FOUR = full(12, 9, 8, 5, 0, 0, 0, gone=[None] * 4 + [1904, 1905, 1907])
OUTSIDE = full(12, 9, 8, 5, 0, 0, 0, draw=[0, 1, 2], gone=[None] * 4 + [1904, 1905, 1907])


# -- GENCON -----------------------------------------------------------------------------------


def test_gencon_counts_centres_however_a_game_ends() -> None:
    for board in (SOLO, CONCEDED, FOUR, OUTSIDE):
        assert score("GENCON", board) == board.centres


# -- MANORCON ---------------------------------------------------------------------------------


def test_manorcon() -> None:
    def weight(n: int) -> int:
        return n * n + 4 * n + 16

    whole = weight(12) + weight(9) + weight(8) + weight(5) + 3 * 16
    assert whole == 208 + 133 + 112 + 61 + 48
    assert score("MANORCON", FOUR) == (
        *(Fraction(100 * weight(n), whole) for n in (12, 9, 8, 5)),
        Fraction(4, 10),
        Fraction(5, 10),
        Fraction(7, 10),
    )
    tenths = [Fraction(n, 10) for n in (8, 8, 3, 4, 5, 6)]
    assert score("MANORCON", SOLO) == (75, *tenths)
    without = [n - Fraction(1, 10) for n in tenths]
    assert score("MANORCON", SOLO, last_year=False) == (75, *without)


def test_manorcon_without_the_last_year_a_win_is_everybody_elses_elimination() -> None:
    """Won in 1909: who is left on the board gets no more than who was eliminated in that year."""
    won = Board((0, 3, 18, 5, 0, 8, 0), eliminated=[1903, None, None, None, 1907, None, 1907], year=1909)
    gone, left = [(1903 - 1901), (1907 - 1901)], 1909 - 1901
    tenths = (gone[0], left, 100 * 10, left, gone[1], left, gone[1])
    assert score("MANORCON", won, win=100, last_year=False) == tuple(Fraction(n, 10) for n in tenths)
    last = Board((0, 3, 18, 5, 0, 8, 0), eliminated=[1909, None, None, None, 1907, None, 1907], year=1909)
    assert score("MANORCON", last, last_year=False)[0] == Fraction(left, 10)
    drawn = score("MANORCON", FOUR, last_year=False)
    assert drawn[4:] == (Fraction(3, 10), Fraction(4, 10), Fraction(6, 10))


def test_manorcon_needs_the_year_only_of_a_solo() -> None:
    gone = [None] * 4 + [1904, 1905, 1907]
    assert score("MANORCON", Board((12, 9, 8, 5, 0, 0, 0), eliminated=gone)) == score("MANORCON", FOUR)
    with pytest.raises(Faults, match=r"^MANORCON needs the last game year\.$"):
        score("MANORCON", Board((18, 9, 5, 2, 0, 0, 0), eliminated=gone))


# -- PIGGYBACK --------------------------------------------------------------------------------


def test_piggyback() -> None:
    assert score("PIGGYBACK", SOLO) == (80 + 18, 1 + 10, 1 + 6, 1, 1, 1, 1)
    assert score("PIGGYBACK", CONCEDED) == (80 + 15, 1 + 10, 1 + 9, 1, 1, 1, 1)
    assert score("PIGGYBACK", FOUR) == (12 + 12 + 5, 12 + 9, 12 + 8, 12 + 5, 1, 1, 1)
    assert score("PIGGYBACK", OUTSIDE) == (20 + 12 + 5, 20 + 9, 20 + 8, 1 + 5, 1, 1, 1)
    assert about("PIGGYBACK", OUTSIDE, "neither") == [0, 0, 0, 1, 1, 1, 1]
    assert about("PIGGYBACK", OUTSIDE, "largest power") == [5, *[0] * 6]


@each(("size", "each"), [(2, 35), (3, 20), (4, 12), (5, 7), (6, 4), (7, 2)])
def test_a_piggyback_draw(size: int, each: int) -> None:
    counts = [4] * size + [0] * (7 - size)
    assert score("PIGGYBACK", Board(counts)) == tuple([each + 4] * size + [1] * (7 - size))


def test_a_level_top_of_piggyback() -> None:
    level = Board((10, 10, 8, 6, 0, 0, 0))
    assert score("PIGGYBACK", level)[:2] == (22, 22)
    assert score("PIGGYBACK", level, level_tops="share")[:3] == (22 + Fraction(5, 2), 22 + Fraction(5, 2), 20)
    (note,) = explain("PIGGYBACK", level).notes
    assert "2 powers are level" in note


# -- SHARE and TRIBUTE ------------------------------------------------------------------------


def test_share_is_the_percentage_owned() -> None:
    assert score("SHARE", FOUR) == tuple(Fraction(100 * n, 34) for n in FOUR.centres)
    assert score("SHARE", Board((10, 10, 5, 0, 0, 0, 0))) == (40, 40, 20, 0, 0, 0, 0)
    assert score("SHARE", SOLO) == (100, 0, 0, 0, 0, 0, 0)


def test_tribute() -> None:
    each, due = Fraction(66, 4), 12 - 6
    assert score("TRIBUTE", FOUR) == (
        12 + each + 3 * due,
        9 + each - due,
        8 + each - due,
        5 + each - due,
        0,
        0,
        0,
    )
    assert score("TRIBUTE", SOLO) == (100, 0, 0, 0, 0, 0, 0)
    level = full(10, 10, 8, 6, 0, 0, 0)
    assert score("TRIBUTE", level)[:3] == (10 + each + 4, 10 + each + 4, 8 + each - 4)
    small = full(6, 6, 6, 6, 6, 4, 0)
    assert score("TRIBUTE", small) == (*[6 + 11] * 5, 4 + 11, 0)


def test_nobody_pays_more_tribute_than_his_share() -> None:
    part = Fraction(66, 6)
    board = full(17, 5, 4, 3, 3, 2, 0)
    assert score("TRIBUTE", board) == (17 + part + 5 * part, 5, 4, 3, 3, 2, 0)
    assert score("TRIBUTE", board, over=14)[1] == 5 + part - 3


# -- VICTORIA ---------------------------------------------------------------------------------


@each(("size", "each"), [(2, 100), (3, 85), (4, 60), (5, 30), (6, 15), (7, 1)])
def test_a_victoria_draw(size: int, each: int) -> None:
    board = Board([4] * size + [2] * (7 - size), range(size))
    assert score("VICTORIA", board) == tuple([each + 4] * size + [2] * (7 - size))


def test_a_victoria_solo_on_the_board_and_conceded() -> None:
    assert score("VICTORIA", SOLO) == (125 + 18, 10, 6, 0, 0, 0, 0)
    assert score("VICTORIA", CONCEDED) == (125, 0, 0, 0, 0, 0, 0)
    assert score("VICTORIA", CONCEDED, conceded_centres=True) == (125 + 15, 10, 9, 0, 0, 0, 0)
    assert score("VICTORIA", SOLO, losers_centres=False) == (125 + 18, 0, 0, 0, 0, 0, 0)


# -- WBC --------------------------------------------------------------------------------------


def test_birsan_a_win_at_the_wbc_is_worth_four_three_ways() -> None:
    assert 46 > 4 * 10
    three_way = score("WBC", Board((6, 14, 14, 0, 0, 0, 0), [0, 1, 2]))[0]
    assert score("WBC", SOLO)[0] == 46 + 18 == 4 * three_way


# -- WHIPPING ---------------------------------------------------------------------------------


def test_whipping() -> None:
    assert score("WHIPPING", FOUR) == (120 + 15 + 2 * 12, 90 + 15, 80 + 15, 50 + 15, 4, 5, 7)
    assert score("WHIPPING24", FOUR) == score("WHIPPING", FOUR)
    level = full(10, 10, 8, 6, 0, 0, 0)
    assert score("WHIPPING", level)[:2] == (100 + 15, 100 + 15)


def test_a_solo_under_whipping_then_and_now() -> None:
    assert score("WHIPPING", SOLO) == (450, 0, 0, 0, 0, 0, 0)
    assert score("WHIPPING24", SOLO) == (468, 8, 8, 3, 4, 5, 6)
    assert score("WHIPPING", Board((18, 16, 0, 0, 0, 0, 0))) == (450, 0, 0, 0, 0, 0, 0)
    with pytest.raises(Faults, match="WHIPPING24 needs the last game year"):
        score("WHIPPING24", Board((18, 16, 0, 0, 0, 0, 0)))
