"""The place systems: CARNAGE, C-Diplo and PREZCON, each with its variants."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.boards import full
from tests.rules.systems.explained import about
from xl_dipscore import Board, Faults, explain, score
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.system import find

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "published.json").read_text("utf-8"))


def published(system: str) -> list[Any]:
    return [one for one in VECTORS if one["system"] == system]


def board_of(one: Any) -> Board:
    gone = {**dict.fromkeys((p for p in POWERS if not one["sc"].get(p)), 1903), **one["elim_years"]}
    return Board(
        [one["sc"].get(power, 0) for power in POWERS], eliminated=gone, year=one["final_year"] or 1908
    )


# -- CARNAGE ----------------------------------------------------------------------------------


@pytest.mark.parametrize("one", published("carnage"), ids=lambda one: one["note"][:20])
def test_carnage_as_published(one: Any) -> None:
    assert dict(zip(POWERS, score("CARNAGE", board_of(one)), strict=True)) == one["expected"]


def test_carnage() -> None:
    board = full(14, 7, 6, 4, 3, 0, 0, gone=[None] * 5 + [1903, 1905])
    assert score("CARNAGE", board) == (7014, 6007, 5006, 4004, 3003, 1000, 2000)
    level = full(12, 7, 7, 4, 4, 0, 0, gone=[None] * 5 + [1903, 1903])
    assert score("CARNAGE", level) == (7012, *[5500 + 7] * 2, *[3500 + 4] * 2, 1500, 1500)
    assert score("CARNAGE", Board((18, 10, 6, 0, 0, 0, 0))) == (28034, 0, 0, 0, 0, 0, 0)
    assert score("CARNAGE", Board((13, 12, 9, 0, 0, 0, 0), [0])) == (28034, 0, 0, 0, 0, 0, 0)
    assert sum(range(1000, 8000, 1000)) + 34 == sum(score("CARNAGE", board)) == 28034


def test_carnage_needs_years_only_to_tell_the_dead_apart() -> None:
    assert score("CARNAGE", Board((8, 8, 7, 6, 4, 1, 0))) == (6508, 6508, 5007, 4006, 3004, 2001, 1000)
    with pytest.raises(Faults, match="CARNAGE needs the year in which Russia was eliminated"):
        score("CARNAGE", Board((8, 8, 7, 6, 5, 0, 0)))


def test_carnage_with_the_dead_equal() -> None:
    board = Board((14, 10, 6, 4, 0, 0, 0))
    assert score("CARNAGEDEADEQUAL", board) == (7014, 6010, 5006, 4004, *[Fraction(6000, 3)] * 3)
    assert score("CARNAGEDEADEQUAL", Board((5, 5, 5, 5, 5, 5, 4)))[6] == 1004
    docked = Board((14, 10, 9, 1, 0, 0, 0), docked=[0, 0, 0, 1, 0, 0, 0])
    assert score("CARNAGEDEADEQUAL", docked)[3:] == (4000, *[2000] * 3)


def test_carnage_2009_as_published() -> None:
    (one,) = published("carnage2009")
    bonus = about("CARNAGE09", board_of(one), "by place")
    assert {power: bonus[POWERS.index(power)] for power in one["expected"]} == one["expected"]
    assert score("CARNAGE09", full(17, 5, 5, 5, 2, 0, 0)) == (
        10 + 70 + Fraction(17, 1000),
        *[10 + Fraction(60 + 50 + 40, 3) + Fraction(5, 1000)] * 3,
        10 + 30 + Fraction(2, 1000),
        10,
        10,
    )


def test_a_solo_at_carnage_2009() -> None:
    assert score("CARNAGE09", Board((18, 10, 6, 0, 0, 0, 0))) == (10 + 215 + Fraction(18, 1000), *[10] * 6)


# -- C-Diplo ----------------------------------------------------------------------------------


@pytest.mark.parametrize("one", published("cdiplo100"), ids=lambda one: one["note"][:24])
def test_c_diplo_as_published(one: Any) -> None:
    assert [float(n) for n in score("CDIPLO", board_of(one))] == [one["expected"][power] for power in POWERS]


TIED = Board((11, 8, 8, 3, 3, 1, 0))
SOLO = Board((18, 10, 6, 0, 0, 0, 0))


def test_c_diplo() -> None:
    half = Fraction(14 + 7, 2)
    assert score("CDIPLO", TIED) == (1 + 11 + 38, *[1 + 8 + half] * 2, 1 + 3, 1 + 3, 1 + 1, 1)
    assert score("CDIPLO", Board((10, 6, 6, 6, 6, 0, 0)))[1] == 1 + 6 + Fraction(14 + 7, 4)
    assert score("CDIPLO", Board((10, 10, 10, 4, 0, 0, 0)))[0] == 1 + 10 + Fraction(38 + 14 + 7, 3)
    assert score("CDIPLO", SOLO) == (100, 0, 0, 0, 0, 0, 0)


def test_two_survivors_leave_third_place_to_the_dead() -> None:
    board = Board((17, 17, 0, 0, 0, 0, 0))
    assert score("CDIPLO", board) == (*[1 + 17 + 26] * 2, *[1 + Fraction(7, 5)] * 5)
    assert score("CDIPLO", board, dead_share=False) == (44, 44, 1, 1, 1, 1, 1)


@pytest.mark.parametrize(
    ("key", "solo", "scores"),
    [
        ("CDIPLO73", 38 + 34 + 1, (50, 19.5, 19.5, 4, 4, 2, 1)),
        ("CDIPLO80", 80, (11 + 25, 8 + 10.5, 8 + 10.5, 3, 3, 1, 0)),
        (
            "CDIPLONAMUR",
            85,
            (1 + 18 + 5 + 38, 1 + 18 + 2 + 10.5, 1 + 18 + 2 + 10.5, 1 + 12, 1 + 12, 1 + 5, 1),
        ),
    ],
)
def test_the_variants_of_c_diplo(key: str, solo: int, scores: tuple[float, ...]) -> None:
    assert tuple(map(float, score(key, TIED))) == scores
    assert score(key, SOLO) == (solo, 0, 0, 0, 0, 0, 0)
    assert f"A solo scores {solo}" in find(key).help


def test_what_the_losers_of_a_solo_got_elsewhere() -> None:
    assert score("CDIPLO73", SOLO, others=1) == (73, *[1] * 6)
    assert score("CDIPLO73", SOLO, others=-15) == (73, *[-15] * 6)


def test_the_centres_of_namur() -> None:
    counts = (7, 6, 5, 4, 3, 2, 1)
    assert about("CDIPLONAMUR", Board(counts), "5/9/12/14/16/18 for 1 to 6 centres") == [
        18 + 1,
        18,
        16,
        14,
        12,
        9,
        5,
    ]


# -- PREZCON ----------------------------------------------------------------------------------


def test_prezcon_is_dixiecon() -> None:
    board = full(17, 10, 4, 3, 0, 0, 0, draw=range(4))
    assert score("PREZCON", board) == score("DIXIECON", board)
    assert score("PREZCON", board)[:4] == tuple(
        Fraction(270 + 70 + 50 + 34, 4) + 4 * n for n in (17, 10, 4, 3)
    )
    assert find("PREZCON").help.startswith("The DixieCon system, which PrezCon used in 2005")
    with pytest.raises(Faults, match="PREZCON takes a concession from 12 centres on"):
        score("PREZCON", Board((11, 11, 10, 1, 1, 0, 0), [0]))


def test_birsan_on_dixiecon() -> None:
    second_of_win = full(18, 16, 0, 0, 0, 0, 0)
    assert score("DIXIECON", second_of_win)[1] == 70 + 16 * 4 == 134
    four_way = full(10, 10, 9, 5, 0, 0, 0, draw=range(4))
    assert 134 > score("DIXIECON", four_way)[3] == 106 + 5 * 4
    three_way = full(12, 11, 11, 0, 0, 0, 0, draw=range(3))
    assert 2 * score("DIXIECON", three_way)[1] == 2 * (130 + 44) == 348
    win = score("DIXIECON", full(18, 8, 8, 0, 0, 0, 0))[0]
    out = score("DIXIECON", full(8, 8, 8, 6, 4, 0, 0, gone=[None] * 5 + [1904, 1905]))
    assert (win, out[5], out[6]) == (342, 0, 10)
    assert win + out[5] < 348 < win + out[6]


# -- what is shared, in words -------------------------------------------------------------------


def test_dixiecon_says_which_places_are_shared() -> None:
    """The article: "Example: two people are eliminated in the same year and share 5th and 6th place"."""
    board = Board((17, 10, 4, 3, 0, 0, 0), [0, 1, 2], [None] * 4 + [1905, 1905, 1904])
    shared = about("DIXIECON", board, "1 to 3 are level, 130 each; 5 and 6 are level, 15 each")
    assert Fraction(270 + 70 + 50, 3) == 130
    assert shared == [130, 130, 130, 34, 15, 15, 0]


def test_carnage_says_which_places_are_shared() -> None:
    board = Board((9, 9, 8, 4, 4, 0, 0), eliminated=[None] * 5 + [1905, 1904])
    assert about("CARNAGE", board, "1 and 2 are level, 6500 each; 4 and 5 are level, 3500 each")[0] == 6500
    alone = Board((13, 10, 6, 3, 2, 0, 0), eliminated=[None] * 5 + [1905, 1904])
    assert explain("CARNAGE", alone).lines[0].label.endswith("7000/6000/5000/4000/3000/2000/1000")
