"""Systems of other programs that score the draw, on three boards with recorded scores."""

import re
from collections.abc import Sequence
from fractions import Fraction

import pytest

from tests.boards import full
from tests.each import each
from tests.rules.systems.explained import about, lines
from tests.rules.systems.peers import DRAWN, SOLO, TIMED
from xl_dipscore import Board, score
from xl_dipscore.rules.points import Exact
from xl_dipscore.rules.system import find

THIRD, SIXTH = Fraction(1, 3), Fraction(1, 6)

DREW = {
    "SOLOS": [0] * 7,
    "DERRICK": [0, 13 + 22, 10 + 22, 3 + 22, 8, 0, 0],
    "THOMAS": [0, 26 + 32 * THIRD, 20 + 32 * THIRD, 6 + 32 * THIRD, 16, 0, 0],
    "ODC": [0, 13 + 140, 10 + 140, 3 + 140, 0, 0, 0],
    "PPSC": [0, 25, 25, 25, 25, 0, 0],
    "ZEROSUM": [-60, *[140 - 60] * 3, -60, -60, -60],
    "AVALONCON92": [0, 13 + 4, 10 + 4, 3 + 4, 8, 0, 0],
    "YERKEY": [0, 13 + 5, 10 + 5, 3 + 5, 8, 0, 0],
    "OLLOY": [0, 2, 2, 2, 0, 0, 0],
    "NICKIECARLOTTA": [0, *[16 - 2 * 3] * 3, 8 - 3, 0, 0],
    # 1000 less 3 x 266 is 202 for 4 years, 8 years and 8 centres, 6 years and 4 years
    "NORMAN": [
        Fraction(202 * 4, 30),
        266,
        266,
        266,
        Fraction(202 * 16, 30),
        Fraction(202 * 6, 30),
        Fraction(202 * 4, 30),
    ],
    "SAMUEL": [0, *[Fraction(4 + 8 + 6 + 4, 8 * 3)] * 3, 0, 0, 0],
    # 420 less 70 and 26 more for the members' centres
    "ARMADA18": [
        Fraction(3, 2) * 4,
        *(Fraction(420 - (6 + 40 + 18 + 6) + 26, 3) - n for n in (13, 10, 3)),
        6 * 8 - 8,
        3 * 6,
        Fraction(3, 2) * 4,
    ],
}
CLOCK = {
    "SOLOS": [0] * 7,
    "DERRICK": [n + 11 if n else 0 for n in TIMED.centres],
    "THOMAS": [2 * n + 32 * SIXTH if n else 0 for n in TIMED.centres],
    "ODC": [n + 70 if n else 0 for n in TIMED.centres],
    "PPSC": [100 * SIXTH if n else 0 for n in TIMED.centres],
    "ZEROSUM": [70 - 60 if n else -60 for n in TIMED.centres],
    "AVALONCON92": TIMED.centres,
    "YERKEY": TIMED.centres,
    "OLLOY": [0] * 7,
    "NICKIECARLOTTA": [16 - 2 * 6 if n else 0 for n in TIMED.centres],
    "NORMAN": [163 if n else 1000 - 6 * 163 for n in TIMED.centres],
    "SAMUEL": [Fraction(6, 8 * 6) if n else 0 for n in TIMED.centres],
    "ARMADA18": [Fraction(420 - 6 + 34, 6) - n if n else 1 * 6 for n in TIMED.centres],
}
WON = {
    "SOLOS": [0, 0, 100, 0, 0, 0, 0],
    "DERRICK": [0, 3, 18 + 66, 5, 0, 8, 0],
    "THOMAS": [0, 6, 36 + 32, 10, 0, 16, 0],
    "ODC": [0, 3, 18 + 420, 5, 0, 8, 0],
    "PPSC": [Fraction(100 * n, 34) for n in SOLO.centres],
    "ZEROSUM": [-60, -60, 420 - 60, -60, -60, -60, -60],
    "AVALONCON92": [0, 3, 18 + 15, 5, 0, 8, 0],
    "YERKEY": [0, 3, 18 + 21, 5, 0, 8, 0],
    "OLLOY": [0, 0, 6, 0, 0, 0, 0],
    "NICKIECARLOTTA": [0, 8 - 1, 16 - 2, 8 - 1, 0, 8 - 1, 0],
    # 420 are left for 44 years and 16 centres, 7 each
    "NORMAN": [7 * 3, 7 * (9 + 3), 580, 7 * (9 + 5), 7 * 7, 7 * (9 + 8), 7 * 7],
    "SAMUEL": [0, 0, Fraction(3 + 9 + 9 + 7 + 9 + 7, 9), 0, 0, 0, 0],
    "ARMADA18": [
        3,
        54 - 3,
        420 - Fraction(3 + 51 + 49 + 35 + 46),
        54 - 5,
        Fraction(5 * 7, 2),
        54 - 8,
        Fraction(5 * 7, 2),
    ],
}


@each("key", DREW)
def test_the_worked_boards(key: str) -> None:
    assert list(score(key, DRAWN)) == list(DREW[key])
    assert list(score(key, TIMED)) == list(CLOCK[key])
    assert list(score(key, SOLO)) == list(WON[key])


@each(
    ("key", "pots"),
    [
        ("SOLOS", (0, 0, 100)),
        ("DERRICK", (100, 100, 100)),
        ("THOMAS", (100, 100, 100)),
        ("ODC", (420 + 26, 420 + 34, 420 + 34)),
        ("PPSC", (100, 100, 100)),
        ("ZEROSUM", (0, 0, 0)),
        ("AVALONCON92", (34 + 3 * 4, 34, 34 + 15)),
        ("YERKEY", (34 + 3 * 5, 34, 34 + 21)),
        ("OLLOY", (6, 0, 6)),
        ("NORMAN", (1000, 1000, 1000)),
        ("ARMADA18", (420, 420, 420)),
    ],
)
def test_what_the_worked_boards_add_up_to(key: str, pots: Sequence[Exact]) -> None:
    assert tuple(sum(score(key, board)) for board in (DRAWN, TIMED, SOLO)) == pots


@each(
    ("key", "win"),
    [
        ("SOLOS", 100),
        ("DERRICK", 15 + 66),
        ("THOMAS", 30 + 32),
        ("ODC", 15 + 420),
        ("PPSC", Fraction(100 * 15, 34)),
        ("ZEROSUM", 420 - 60),
        ("AVALONCON92", 15 + 15),
        ("YERKEY", 15 + 21),
        ("OLLOY", 6),
        ("NICKIECARLOTTA", 16 - 2),
        ("NORMAN", 580),
        ("SAMUEL", Fraction(7 + 7 + 3 + 4 + 5 + 6, 7)),
        ("ARMADA18", 420 - (6 * 7 - 10) - (6 * 7 - 9) - (1 * 3 + 2 * 4 + 3 * 5 + 4 * 6)),
    ],
)
def test_a_concession_is_a_win_with_the_centres_owned(key: str, win: Exact) -> None:
    board = full(15, 10, 9, 0, 0, 0, 0, draw=[0], gone=[None] * 3 + [1903, 1904, 1905, 1906], year=1907)
    assert score(key, board)[0] == win


NEUTRALS = Board((12, 9, 5, 0, 0, 0, 0), (0, 1))
"""Eight centres are nobody's."""


def test_derrick_gives_the_draw_what_the_centres_leave_of_100() -> None:
    rest = Fraction(100 - 26, 2)
    assert score("DERRICK", NEUTRALS) == (12 + rest, 9 + rest, 5, 0, 0, 0, 0)
    assert about("DERRICK", NEUTRALS, "per centre") == [12, 9, 5, 0, 0, 0, 0]
    assert about("DERRICK", NEUTRALS, "74 points (100 less 26 for centres)") == [rest, rest, 0, 0, 0, 0, 0]
    assert about("DERRICK", SOLO, "66 points (100 less 34 for centres)") == [0, 0, 66, 0, 0, 0, 0]


def test_thomas_is_32_by_its_text_and_the_rest_of_100_in_dcm() -> None:
    assert score("THOMAS", NEUTRALS) == (24 + 16, 18 + 16, 10, 0, 0, 0, 0)
    rest = Fraction(100 - 2 * 26, 2)
    dcm = score("THOMAS", NEUTRALS, pot=100, less_centres=True)
    assert dcm == (24 + rest, 18 + rest, 10, 0, 0, 0, 0)
    assert "100" in find("THOMAS").rule_text


def test_a_docked_centre_goes_to_the_pot() -> None:
    board = full(12, 9, 8, 5, 0, 0, 0, draw=[0, 1], docked=(2, 0, 0, 0, 0, 0, 0))
    assert score("DERRICK", board) == (10 + 34, 9 + 34, 8, 5, 0, 0, 0)


def test_at_the_odc_a_survivor_outside_gets_nothing_but_a_loser_keeps_centres() -> None:
    assert score("ODC", DRAWN)[4] == 0
    assert score("ODC", DRAWN, outside_centres=True)[4] == 8
    assert score("ODC", SOLO)[5] == 8
    outside = score("ODC", DRAWN, less_centres=True)
    assert sum(outside) == 420


@pytest.mark.parametrize("name", ["PPSC", "Survivors-Win", "points per supply centre"])
def test_survivors_win_leaves_out_the_centres_beyond_18(name: str) -> None:
    won = Board((20, 6, 4, 2, 1, 0, 0))
    assert score(name, won, pot=1) == (*(Fraction(n, 18 + 6 + 4 + 2 + 1) for n in (18, 6, 4, 2, 1)), 0, 0)
    assert score(name, Board((34, 0, 0, 0, 0, 0, 0)))[0] == 100


def test_survivors_win_shares_a_draw_among_all_who_still_play() -> None:
    left_out = full(16, 10, 5, 3, 0, 0, 0, draw=[0, 1])
    assert score("PPSC", left_out) == (*[Fraction(100, 4)] * 4, 0, 0, 0)
    idle = Board((16, 10, 5, 3, 0, 0, 0), civil_disorder=[3])
    assert score("PPSC", idle) == (*[Fraction(100, 3)] * 3, 0, 0, 0, 0)


def test_zero_sum_says_what_everybody_pays() -> None:
    assert about("ZEROSUM", DRAWN, "taking part") == [-60] * 7
    assert about("ZEROSUM", DRAWN, "420 points") == [0, 140, 140, 140, 0, 0, 0]


def test_olloy_and_yerkey_by_the_size_of_the_draw() -> None:
    def drawn(size: int) -> Board:
        return full(6, 5, 5, 5, 5, 4, 4, draw=range(size))

    assert [score("OLLOY", drawn(n))[0] for n in range(2, 8)] == [3, 2, 0, 0, 0, 0]
    assert [score("YERKEY", drawn(n))[0] - 6 for n in range(2, 8)] == [10, 5, 3, 0, 0, 0]
    assert [score("NICKIECARLOTTA", drawn(n))[0] for n in range(2, 8)] == [12, 10, 8, 6, 4, 2]
    assert [score("NICKIECARLOTTA", drawn(n))[6] for n in range(2, 7)] == [6, 5, 4, 3, 2]


def test_norman_leaves_nothing_beside_a_draw_of_seven() -> None:
    board = full(5, 5, 5, 5, 5, 5, 4, year=1905)
    assert score("NORMAN", board) == (143,) * 7
    assert sum(score("NORMAN", board)) == 1001


def test_norman_explains_the_rest() -> None:
    *_, (label, amounts) = lines("NORMAN", DRAWN).items()
    assert label.endswith(": 16 of 30 is 107.733")
    assert amounts[4] == Fraction(202 * 16, 30)


def test_samuel_is_worth_six_powers_that_last() -> None:
    board = full(18, 3, 3, 3, 3, 2, 2, year=1907)
    assert score("SAMUEL", board) == (6, 0, 0, 0, 0, 0, 0)
    assert score("SAMUEL", full(5, 5, 5, 5, 5, 5, 4, year=1907)) == (0,) * 7
    ((label, amounts),) = lines("SAMUEL", DRAWN).items()
    assert amounts == DREW["SAMUEL"]
    assert re.findall(r"[\d.]+", label) == ["2.75", "3", "22", "8"]


def test_armada18_with_centres_added_as_the_armadas_page_has_it() -> None:
    losers = [3, 54 + 3, 54 + 5, Fraction(5 * 7, 2), 60, Fraction(5 * 7, 2)]
    assert score("ARMADA18", SOLO, centre=1) == (*losers[:2], 420 - sum(losers), *losers[2:])


def test_armada18_can_be_negative() -> None:
    board = full(17, 16, 1, 0, 0, 0, 0, draw=[1, 2], year=1902, gone=[None] * 3 + [1901, 1902, 1902, 1902])
    assert score("ARMADA18", board)[0] == 6 * 2 - 17
    assert sum(score("ARMADA18", board)) == 420


def test_armada18_explains_itself() -> None:
    shared = about("ARMADA18", DRAWN, "376 points (446 less 70 for the others)")
    assert sum(shared) == 446 - 70 == 376
    assert about("ARMADA18", DRAWN, "order of elimination")[4] == 0
    assert [n for n in about("ARMADA18", DRAWN, "6 points per year") if n] == [6 * 8]


@each(
    ("name", "key"),
    [
        ("Solo or bust", "SOLOS"),
        ("AvalonCon 1994", "YERKEY"),
        ("Dragonflight 1991", "NICKIECARLOTTA"),
        ("Olloy-O-Matic", "OLLOY"),
        ("Black", "ZEROSUM"),
        ("webDiplomacy championship", "ODC"),
        ("ARMADA 2018", "ARMADA18"),
    ],
)
def test_other_names(name: str, key: str) -> None:
    assert find(name).key == key
