"""Leads, gaps and tribute: points for being ahead of others, and the others' payments."""

from fractions import Fraction
from typing import Any

import pytest

from tests.boards import full
from tests.each import each
from tests.rules.systems.explained import about, lines
from tests.rules.systems.peers import DRAWN, SOLO, TIMED
from xl_dipscore import Board, Faults, score
from xl_dipscore.rules.system import find

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)
TWO = Board((17, 14, 0, 0, 0, 0, 0), eliminated=[None] * 2 + [1903] * 5, year=1908)


def years(*played: int) -> list[Fraction]:
    """Points of DETOUR09 for so many years."""
    return [min(Fraction(n, 4), Fraction(2)) for n in played]


# -- HALFTRIBUTE and OPENTRIBUTE --------------------------------------------------------------


def test_half_tribute() -> None:
    each, due = Fraction(66, 4), HALF * (13 - 6)
    assert score("HALFTRIBUTE", DRAWN) == (
        0,
        13 + each + 3 * due,
        10 + each - due,
        3 + each - due,
        8 + each - due,
        0,
        0,
    )
    each, due = Fraction(66, 6), HALF * (9 - 6)
    paid = 4 * due / 2
    tops, others = (9 + each + paid, 9 + each + paid), [n + each - due for n in (5, 1, 3, 7)]
    assert score("HALFTRIBUTE", TIMED) == (others[0], tops[0], 0, tops[1], *others[1:])
    assert score("HALFTRIBUTE", SOLO) == (0, 0, 100, 0, 0, 0, 0)
    assert [sum(score("HALFTRIBUTE", board)) for board in (DRAWN, TIMED, SOLO)] == [66 + 34, 66 + 34, 100]


def test_nobody_pays_more_half_tribute_than_their_share() -> None:
    board = full(17, 3, 3, 3, 3, 3, 2)
    assert score("HALFTRIBUTE", board)[1] == 3 + Fraction(66, 7) - HALF * (17 - 6)
    assert score("HALFTRIBUTE", board, each=2)[:2] == (17 + 66, 3)


@pytest.mark.parametrize("key", ["OPENTRIBUTE", "OPENTRIBUTEFRAC"])
def test_open_tribute_with_one_top(key: str) -> None:
    behind = 7 * 13 - 34
    assert behind == (13 - 10) + (13 - 3) + (13 - 8) + 3 * 13
    assert score(key, DRAWN) == (
        0,
        34 + 3 * 13 + behind,
        34 + 3 * 10 - (13 - 10),
        34 + 3 * 3 - (13 - 3),
        34 + 3 * 8 - (13 - 8),
        0,
        0,
    )
    assert score(key, DRAWN)[1] == 10 * 13
    assert score(key, SOLO) == (0, 0, 340, 0, 0, 0, 0)


@pytest.mark.parametrize(("key", "gained"), [("OPENTRIBUTE", 29 // 4), ("OPENTRIBUTEFRAC", Fraction(29, 4))])
def test_of_two_level_tops_each_gets_a_quarter(key: str, gained: Fraction) -> None:
    assert 29 == 7 * 9 - 34
    top = 34 + 3 * 9 + gained
    others = [34 + 3 * n - (9 - n) for n in (5, 1, 3, 7)]
    assert score(key, TIMED) == (others[0], top, 0, top, *others[1:])
    assert sum(score(key, TIMED)) == 2 * top + sum(others)


def test_of_three_level_tops_each_gets_a_ninth() -> None:
    board = full(9, 9, 9, 4, 3, 0, 0)
    paid = (9 - 4) + (9 - 3) + 2 * 9
    assert score("OPENTRIBUTE", board)[0] == 34 + 27 + paid // 9
    assert score("OPENTRIBUTEFRAC", board)[0] == 34 + 27 + Fraction(paid, 9)
    assert about("OPENTRIBUTE", board, f"{paid} points / (3 x 3)") == [paid // 9] * 3 + [0] * 4


# -- OMG and VULCAN ---------------------------------------------------------------------------


def test_open_mind_the_gap() -> None:
    lead = 13 - 10
    fourth = Fraction(3, 2) * 3 + 9
    assert score("OMG", DRAWN) == (
        0,
        Fraction(3, 2) * 13 + 9 + Fraction(9, 2) + 3 * lead,
        Fraction(3, 2) * 10 + 9 + 3 - lead,
        fourth - lead,
        Fraction(3, 2) * 8 + 9 + Fraction(3, 2) - lead,
        0,
        0,
    )
    assert sum(score("OMG", DRAWN)) == Fraction(3, 2) * 34 + 4 * 9 + 9
    top = Fraction(3, 2) * 9 + 9 + (Fraction(9, 2) + 3) / 2
    a, i, r = (Fraction(3, 2) * n + 9 for n in (5, 1, 3))
    assert score("OMG", TIMED) == (a, top, 0, top, i, r, Fraction(3, 2) * 7 + 9 + Fraction(3, 2))
    assert score("OMG", SOLO) == (0, 0, 100, 0, 0, 0, 0)


def test_nobody_pays_more_than_half_of_what_they_have() -> None:
    board = full(16, 8, 6, 3, 1, 0, 0)
    has = [Fraction(3, 2) * n + 9 for n in board.centres[:5]]
    has[0] += Fraction(9, 2)
    has[1] += 3
    has[2] += Fraction(3, 2)
    pays = [8, 8, has[3] / 2, has[4] / 2]
    assert pays[2:] == [Fraction(27, 4), Fraction(21, 4)]
    paid = [n - due for n, due in zip(has[1:], pays, strict=True)]
    assert score("OMG", board) == (has[0] + sum(pays), *paid, 0, 0)


def test_with_two_survivors_the_dead_share_third_place_and_pay() -> None:
    first, second, dead = 17 * 3 * HALF + 9 + 9 * HALF, 14 * 3 * HALF + 9 + 3, 3 * HALF / 5
    assert score("OMG", TWO) == (first + 3 + 5 * dead / 2, second - 3, *[dead / 2] * 5)
    assert score("OMG", TWO, dead_share=False) == (first + 3, second - 3, 0, 0, 0, 0, 0)


def test_vulcan() -> None:
    assert score("VULCAN", DRAWN) == (
        0,
        13 + 5 + (3 + 10 + 5 + 3 * 13) + 10,
        10 + 5 + (7 + 2 + 3 * 10),
        3 + 5 + 3 * 3,
        8 + 5 + (5 + 3 * 8),
        0,
        0,
    )
    top = 9 + 5 + (4 + 9 + 8 + 6 + 2) + Fraction(10, 2)
    assert score("VULCAN", TIMED) == (
        5 + 5 + (5 + 4 + 2),
        top,
        0,
        top,
        1 + 5 + 1,
        3 + 5 + (3 + 2),
        7 + 5 + (2 + 7 + 6 + 4),
    )
    assert score("VULCAN", SOLO) == (0, 5, 130, 5, 0, 5, 0)
    assert sum(score("VULCAN", SOLO)) == 130 + 3 * 5


# -- KUBLACON2 and DETOUR09 -------------------------------------------------------------------


def test_kublacon_2_lead() -> None:
    assert score("KUBLACON2", DRAWN) == (0, 13 + 1 + (13 - 10), 10 + 1, 3 + 1, 8 + 1, 1, 0)
    assert score("KUBLACON2", TIMED) == (5 + 1, 9 + 1, 1, 9 + 1, 1 + 1, 3 + 1, 7 + 1)
    assert score("KUBLACON2", SOLO) == (0, 0, 34, 0, 0, 0, 0)
    assert find("KUBLACON2").combine == "best 2"


def test_the_maximum_of_kublacon_and_its_new_players() -> None:
    board = full(17, 5, 4, 3, 3, 2, 0, new_player=["Austria", "England"])
    assert score("KUBLACON2", board)[:3] == (27, 5 + 1 + 5, 4 + 1)
    assert score("KUBLACON2", board, newcomer=0)[:2] == (27, 5 + 1)
    assert 17 + 1 + (17 - 5) > 27
    assert "2 for each dead position (1)" not in lines("KUBLACON2", board)


def test_detour_09() -> None:
    raw = [13 + 2 + 3 + 4, 10 + 2 + 3, 3 + 2 + 1, 8 + 2 + 2]
    e, f, g, i = (Fraction(100 * n, sum(raw)) for n in raw)
    a, r, t = years(1904 - 1901, 1906 - 1901, 1904 - 1901)
    assert score("DETOUR09", DRAWN) == (a, e, f, g, i, r, t)
    assert sum(score("DETOUR09", DRAWN)) == 100 + (3 + 5 + 3) * Fraction(1, 4)
    tops = 9 + 2 + 3  # level in first, so second
    raw = [5 + 2 + 1, tops, tops, 1 + 2, 3 + 2, 7 + 2 + 2]
    a, e, g, i, r, t = (Fraction(100 * n, sum(raw)) for n in raw)
    assert score("DETOUR09", TIMED) == (a, e, *years(1906 - 1901), g, i, r, t)
    lost = years(1903 - 1901, 8, 8, 1907 - 1901, 8, 1907 - 1901)
    assert score("DETOUR09", SOLO) == (*lost[:2], 110, *lost[2:])
    assert Fraction(1909 - 1901, 4) == 2


def test_the_years_of_detour_09_have_a_maximum_and_come_on_top() -> None:
    board = full(12, 9, 8, 5, 0, 0, 0, year=1915, gone=[None] * 4 + [1902, 1909, 1912])
    assert score("DETOUR09", board)[4:] == (Fraction(1, 4), 2, 2)
    assert score("DETOUR09", board, most=5)[4:] == (Fraction(1, 4), 2, Fraction(11, 4))
    assert sum(score("DETOUR09", board)[:4]) == 100
    assert about("DETOUR09", board, "at most 2 points") == [0, 0, 0, 0, Fraction(1, 4), 2, 2]
    with pytest.raises(Faults, match="DETOUR09 needs the last game year"):
        score("DETOUR09", Board((18, 16, 0, 0, 0, 0, 0), eliminated=[None] * 2 + [1903] * 5))


# -- BURGESS, HARRIS and WILLIAMS -------------------------------------------------------------


def test_burgess() -> None:
    third, sixth = Fraction(100, 3), Fraction(100, 6)
    assert score("BURGESS", DRAWN) == (0, third - (13 - 3), third - (10 - 3), third, 3 * 8, 0, 0)
    assert score("BURGESS", TIMED) == (
        *(sixth - 4, sixth - 8, 0, sixth - 8),
        *(sixth, sixth - 2, sixth - 6),
    )
    assert score("BURGESS", SOLO) == (0, 3 * 3, 100, 3 * 5, 0, 3 * 8, 0)
    assert sum(score("BURGESS", DRAWN)) == 100 - 10 - 7 + 24


def test_a_member_of_a_large_draw_at_burgess_can_fall_below_nothing() -> None:
    board = full(17, 5, 4, 3, 2, 2, 1)
    assert score("BURGESS", board)[0] == Fraction(100, 7) - (17 - 1) < 0


def test_harris() -> None:
    def member(each: int, centres: int, *ahead: int) -> Fraction:
        return each + Fraction(centres, 100) + sum(ahead) * TENTH

    assert score("HARRIS", DRAWN) == (
        0,
        member(30, 13, 3, 10, 5, 3 * 13),
        member(30, 10, 7, 2, 3 * 10),
        member(30, 3, 3 * 3),
        0,
        0,
        0,
    )
    top = member(15, 9, 4, 9, 8, 6, 2)
    assert score("HARRIS", TIMED) == (
        *(member(15, 5, 5, 4, 2), top, 0, top),
        *(member(15, 1, 1), member(15, 3, 3, 2), member(15, 7, 2, 7, 6, 4)),
    )
    assert score("HARRIS", SOLO) == (0, 0, 100, 0, 0, 0, 0)


def test_williams() -> None:
    assert score("WILLIAMS", DRAWN) == (0, 25 * 6 + 39, 25 * 5 + 30, 25 * 3 + 9, 8, 0, 0)
    assert score("WILLIAMS", TIMED) == (
        *(25 * 3 + 15, 25 * 5 + 27, 0, 25 * 5 + 27),
        *(25 * 1 + 3, 25 * 2 + 9, 25 * 4 + 21),
    )
    assert score("WILLIAMS", SOLO) == (0, 3, 250, 5, 0, 8, 0)
    assert find("strs") is find("WILLIAMS")


# -- conceded -----------------------------------------------------------------------------------

CONCEDED = full(16, 10, 8, 0, 0, 0, 0, draw=[0], gone=[None] * 3 + [1904, 1905, 1906, 1907])


@each(
    ("key", "scores"),
    [
        ("HALFTRIBUTE", (100, 0, 0, 0, 0, 0, 0)),
        ("OPENTRIBUTE", (340, 0, 0, 0, 0, 0, 0)),
        ("OPENTRIBUTEFRAC", (340, 0, 0, 0, 0, 0, 0)),
        ("OMG", (100, 0, 0, 0, 0, 0, 0)),
        ("VULCAN", (130, 5, 5, 0, 0, 0, 0)),
        ("KUBLACON2", (34, 0, 0, 0, 0, 0, 0)),
        ("DETOUR09", (110, *years(7, 7, 3, 4, 5, 6))),
        ("BURGESS", (100, 3 * 10, 3 * 8, 0, 0, 0, 0)),
        ("HARRIS", (100, 0, 0, 0, 0, 0, 0)),
        ("WILLIAMS", (250, 10, 8, 0, 0, 0, 0)),
    ],
)
def test_a_concession_is_a_win(key: str, scores: Any) -> None:
    assert score(key, CONCEDED) == scores
