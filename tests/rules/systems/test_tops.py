"""The systems that score the top, or near it: MISCHIEF, CALHAMER82, KISS, BANGKOK, GOFF and variants."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.boards import full
from tests.each import each
from tests.rules.systems.explained import about
from tests.rules.systems.peers import DRAWN, SOLO, TIMED
from xl_dipscore import Board, score
from xl_dipscore.rules.system import find


def tenths(each: int, years: Sequence[int]) -> list[Fraction]:
    return [Fraction(each * n, 10) for n in years]


# Years that the losers of SOLO played and survived: eliminated in 1903, 1907, 1907, or alive in 1909.
PLAYED = (3, 9, 9, 7, 9, 7)
SURVIVED = (2, 8, 8, 6, 8, 6)


def won(points: int, others: Sequence[Fraction | int] = (0,) * 6) -> tuple[Fraction | int, ...]:
    """SOLO, which France has won."""
    return (*others[:2], points, *others[2:])


@each(
    ("key", "drawn", "timed", "solo"),
    [
        ("MISCHIEF", (0, 13 + 5, 10, 3, 8, 0, 0), (5, 9 + 1, 0, 9 + 1, 1, 3, 7), won(34)),
        (
            "BASE3",
            (0, 3 + 13 + 9, 3 + 10, 3 + 3, 3 + 8, 0, 0),
            (3 + 5, 3 + 9 + 3, 0, 3 + 9 + 3, 3 + 1, 3 + 3, 3 + 7),
            won(46),
        ),
        *(
            (
                key,
                (3, 130 + 30 + 48, 100 + 30, 30 + 30, 80 + 30, 5, 3),
                (50 + 30, 90 + 30 + 24, 5, 90 + 30 + 24, 10 + 30, 30 + 30, 70 + 30),
                won(420, SURVIVED),
            )
            for key in ("WORLDCLASSIC", "SUMMERCLASSIC")
        ),
        (
            "BEARCON",
            (0, 4 + 3 + 11 + 5, 4 + 3 + 8, 4 + 3 + 1, 4 + 3 + 6, 0, 0),
            (4 + 3 + 3, 4 + 3 + 7, 0, 4 + 3 + 7, 4, 4 + 3 + 1, 4 + 3 + 5),
            won(34),
        ),
        (
            "DUCTTAPE",
            (0, 10 + 13 + 5, 10 + 10, 10 + 3, 0, 0, 0),
            (10 + 5, 10 + 9, 0, 10 + 9, 10 + 1, 10 + 3, 10 + 7),
            won(10 + 5 + 34),
        ),
        (
            "DUCTTAPE24",
            (0, 5 + 13 + 5, 5 + 10, 5 + 3, 0, 0, 0),
            (5 + 5, 5 + 9, 0, 5 + 9, 5 + 1, 5 + 3, 5 + 7),
            won(49),
        ),
        (
            "CALHAMER82",
            (0, 10 + 13 + 2, 10 + 10 - 5, 10 + 3 - 5, 10 + 8 - 5, 0, 0),
            (10 + 5 - 1, 10 + 9, 0, 10 + 9, 3 * 1, 3 * 3, 10 + 7 - 1),
            won(30),
        ),
        (
            "KISS",
            (0, 13 + 2, 10 + 2, 3 + 2, Fraction(8, 2), 1, 0),
            (5 + 2, 9 + 2, 1, 9 + 2, 1 + 2, 3 + 2, 7 + 2),
            won(34, (0, Fraction(3, 2), Fraction(5, 2), 1, Fraction(8, 2), 1)),
        ),
        ("YDS", (0, 70, 42, 21, 42, 0, 0), (30, 42, 0, 42, 21, 21, 30), won(300)),
        ("YDSUNLIMITED", (0, 70, 42, 21, 42, 0, 0), (30, 42, 0, 42, 21, 21, 30), won(320)),
        (
            "BANGKOK last year=no",
            (
                Fraction(3 * 3, 10),
                13 + 12 + 3,
                10 + 3,
                3 + 3,
                8 + 3,
                Fraction(3 * 5, 10),
                Fraction(3 * 3, 10),
            ),
            (
                5 + 3,
                9 + Fraction(12 * 3, 7) + 3,
                Fraction(3 * 5, 10),
                9 + Fraction(12 * 3, 7) + 3,
                1 + 3,
                3 + 3,
                7 + Fraction(12 * 1, 7) + 3,
            ),
            won(18 + 12 + 8 + 3, (0, Fraction(3, 2), Fraction(5, 2), 0, Fraction(8, 2), 0)),
        ),
        (
            "BANGKOK",
            (
                Fraction(3 * 4, 10),
                13 + 12 + 3,
                10 + 3,
                3 + 3,
                8 + 3,
                Fraction(3 * 6, 10),
                Fraction(3 * 4, 10),
            ),
            (
                5 + 3,
                9 + Fraction(12 * 3, 7) + 3,
                Fraction(3 * 6, 10),
                9 + Fraction(12 * 3, 7) + 3,
                1 + 3,
                3 + 3,
                7 + Fraction(12 * 1, 7) + 3,
            ),
            won(41, (0, Fraction(3, 2), Fraction(5, 2), 0, Fraction(8, 2), 0)),
        ),
        (
            "OLYMPIC",
            (
                Fraction(3 * 3, 10),
                13 + 12 + 3,
                10 + 3,
                3 + 3,
                8 + 3,
                Fraction(3 * 5, 10),
                Fraction(3 * 3, 10),
            ),
            (
                5 + 3,
                9 + Fraction(12 * 8, 17) + 3,
                Fraction(3 * 5, 10),
                9 + Fraction(12 * 8, 17) + 3,
                1 + 3,
                3 + 3,
                7 + Fraction(12 * 1, 17) + 3,
            ),
            won(46),
        ),
        (
            "BANGKOKPIKE",
            (Fraction(4, 10), 13 + 3 + 6 + 4 + 2, 10 + 3, 3 + 3, 8 + 3, Fraction(6, 10), Fraction(4, 10)),
            (5 + 3, 9 + 3 + 4, Fraction(6, 10), 9 + 3 + 4, 1 + 3, 3 + 3, 7 + 3 + 2),
            won(60, tenths(1, PLAYED)),
        ),
        (
            "GOFF",
            (
                3 * 140,
                13 * 420 + 1260 + 3 * 420,
                10 * 420 + 1260,
                3 * 420 + 1260,
                8 * 420 + 1260,
                5 * 140,
                3 * 140,
            ),
            (
                5 * 420 + 1260,
                9 * 420 + 1260 + 210 + 210 + 140,
                5 * 140,
                9 * 420 + 1260 + 210 + 210 + 140,
                1 * 420 + 1260,
                3 * 420 + 1260,
                7 * 420 + 1260 + 140,
            ),
            won(16800, [140 * n for n in SURVIVED]),
        ),
    ],
)
def test_worked_boards(key: str, drawn: Any, timed: Any, solo: Any) -> None:
    word, *without = key.split(maxsplit=1)
    options = {"last_year": False} if without else {}
    assert score(word, DRAWN, **options) == drawn
    assert score(word, TIMED, **options) == timed
    assert score(word, SOLO, **options) == solo


# -- the top ----------------------------------------------------------------------------------

THREE_LEVEL = full(9, 9, 9, 7, 0, 0, 0)
FOUR_LEVEL = full(8, 8, 8, 8, 2, 0, 0)


def test_three_at_the_top() -> None:
    assert score("MISCHIEF", THREE_LEVEL)[:4] == (9, 9, 9, 7)
    assert score("BASE3", THREE_LEVEL)[:4] == (3 + 9 + 1, 3 + 9 + 1, 3 + 9 + 1, 3 + 7)
    assert score("WORLDCLASSIC", THREE_LEVEL)[:4] == (90 + 30 + 16,) * 3 + (70 + 30,)
    assert score("SUMMERCLASSIC", THREE_LEVEL)[:4] == (90 + 30,) * 3 + (70 + 30,)


def test_base_3_goes_on_by_thirds() -> None:
    assert score("BASE3", FOUR_LEVEL)[:5] == (3 + 8 + Fraction(1, 3),) * 4 + (3 + 2,)
    assert find("BASE3").option("top").shown_default() == "9 3 1 1/3 1/9 1/27 1/81"


def test_bearcon_as_published() -> None:
    nine = score("BEARCON", full(9, 8, 8, 7, 2, 0, 0))
    thirteen = score("BEARCON", full(14, 13, 7, 0, 0, 0, 0))
    ten = score("BEARCON", full(13, 11, 10, 0, 0, 0, 0))
    assert nine[0] == 4 + 3 + 7 + 5 == 19
    assert thirteen[1] == 4 + 3 + 11 == 18
    assert ten[2] == 4 + 3 + 8 == 15


def test_duct_tape_is_for_the_draw_only() -> None:
    """The largest power is voted out: nobody has the 5."""
    assert score("DUCTTAPE", full(12, 10, 8, 4, 0, 0, 0, draw=[1, 2]))[:4] == (0, 10 + 10, 10 + 8, 0)
    assert score("DUCTTAPE24", full(12, 10, 8, 4, 0, 0, 0, draw=[1, 2]))[:4] == (0, 5 + 10, 5 + 8, 0)


def test_a_concession_is_a_win() -> None:
    conceded = full(14, 12, 8, 0, 0, 0, 0, draw=[0], gone=[None] * 3 + [1903, 1904, 1905, 1906])
    assert score("MISCHIEF", conceded) == (34, 0, 0, 0, 0, 0, 0)
    assert score("WORLDCLASSIC", conceded) == (420, 7, 7, 2, 3, 4, 5)
    assert score("DUCTTAPE", conceded) == (49, 0, 0, 0, 0, 0, 0)
    assert score("KISS", conceded) == (34, Fraction(12, 2), Fraction(8, 2), 0, 0, 0, 1)
    assert score("BANGKOK", conceded) == (41, Fraction(12, 2), Fraction(8, 2), 0, 0, 0, 0)
    assert score("BANGKOKPIKE", conceded) == (60, *tenths(1, (8, 8, 3, 4, 5, 6)))
    # Nobody owned 18 at the end of 1908, so that year is one survived.
    assert score("GOFF", conceded) == (16800, *(140 * n for n in (8, 8, 2, 3, 4, 5)))


def test_calhamer_is_no_ndc() -> None:
    assert find("DipCon XIII 1980") is find("CALHAMER82")
    low = score("CALHAMER82", full(8, 7, 7, 6, 5, 1, 0))
    assert low == (10 + 8 + 2, 10 + 7, 10 + 7, 10 + 6, 10 + 5, 3 * 1, 0)
    assert about("CALHAMER82", DRAWN, "behind the top") == [-5, 0, -5, -5, -5, -5, -5]
    assert about("CALHAMER82", DRAWN, "at most 3 points per centre") == [-5, 0, 0, 0, 0, -5, -5]


def test_kiss_has_a_point_at_least_for_survivors_outside() -> None:
    board = full(17, 12, 3, 1, 1, 0, 0, draw=[0, 1], gone=[None] * 5 + [1905, 1906])
    assert score("KISS", board) == (17 + 2, 12 + 2, Fraction(3, 2), 1, 1, 0, 1)


# -- near the top -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "shared"),
    [
        ((12, 6, 6, 5, 5, 0, 0), (12, 0, 0, 0, 0, 0, 0)),
        ((12, 11, 10, 1, 0, 0, 0), (6, 4, 2, 0, 0, 0, 0)),
        ((12, 12, 10, 0, 0, 0, 0), (Fraction(36, 7), Fraction(36, 7), Fraction(12, 7), 0, 0, 0, 0)),
        ((11, 11, 10, 2, 0, 0, 0), (Fraction(9, 2), Fraction(9, 2), 3, 0, 0, 0, 0)),
    ],
)
def test_bangkok_shares_twelve_near_the_top(counts: Any, shared: Any) -> None:
    """As the wiki works them out; its 12, 12, 11 are more than a board has, and are one less here."""
    alive = [n + 3 if n else 0 for n in counts]
    board = full(*counts, gone=[None if n else 1905 for n in counts])
    dead = [0 if n else 5 * Fraction(3, 10) for n in counts]
    assert score("BANGKOK", board) == tuple(map(sum, zip(alive, shared, dead, strict=True)))


def test_a_lone_top_of_bangkok_pike_has_more_if_nobody_is_near() -> None:
    def leader(second: int) -> Fraction:
        return score("BANGKOKPIKE", full(11, second, 4, 4, 4, 0, 0))[0] - 11 - 3

    assert [leader(second) for second in (11, 10, 9, 8, 7)] == [4, 6, 6 + 4, 6 + 4 + 2, 6 + 4 + 2]


def test_the_pots_of_goff() -> None:
    board = full(10, 10, 9, 5, 0, 0, 0, gone=[None] * 4 + [1902, 1903, 1904])
    assert score("GOFF", board) == (
        10 * 420 + 1260 + 210 + 140 + 140,
        10 * 420 + 1260 + 210 + 140 + 140,
        9 * 420 + 1260 + 140 + 140,
        5 * 420 + 1260,
        140,
        2 * 140,
        3 * 140,
    )
    assert about("GOFF", board, "by 3 powers within 1 centre") == [140] * 3 + [0] * 4


def test_a_dead_power_is_near_a_top_of_two() -> None:
    board = Board((2, 2, 2, 2, 1, 1, 0), eliminated={"Turkey": 1903})
    share = Fraction(12, 4 * 3 + 2 * 2 + 1)
    assert score("BANGKOK", board)[6] == share + 3 * Fraction(3, 10)
