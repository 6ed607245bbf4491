"""Other programs' systems by place, in proportion or from the chart, on three boards.

Each expected number is the rule's own arithmetic.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.boards import full
from tests.rules.systems.explained import about
from tests.rules.systems.peers import DRAWN, SOLO, TIMED
from xl_dipscore import Board, Faults, score
from xl_dipscore.rules.points import Exact
from xl_dipscore.rules.system import find

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)
Seven = Sequence[Exact]


def check(key: str, drawn: Seven, timed: Seven, solo: Seven, **options: Any) -> None:
    for board, expected in ((DRAWN, drawn), (TIMED, timed), (SOLO, solo)):
        assert score(key, board, **options) == tuple(expected), board.ending_in_words()


# -- places and centres -----------------------------------------------------------------------


def test_center_count_carnage() -> None:
    dead, top = HALF * (2002 + 1001), HALF * (7007 + 6006)
    drawn = (dead, 7007 + 13 * 500, 6006 + 10 * 500, 4004 + 3 * 500, 5005 + 8 * 500, 3003, dead)
    timed = (4004 + 2500, top + 4500, 1001, top + 4500, 2002 + 500, 3003 + 1500, 5005 + 3500)
    solo = (1000, 1000, 39028, 1000, 1000, 1000, 1000)
    check("CARNAGE500", drawn, timed, solo)
    assert sum(drawn) == sum(timed) == sum(solo) == 45028


def test_carnage_2023() -> None:
    drawn = (1500, 7000 + 13 + 300 * (13 - 10), 6000 + 10, 4000 + 3, 5000 + 8, 3000, 1500)
    timed = (4000 + 5, 6500 + 9, 1000, 6500 + 9, 2000 + 1, 3000 + 3, 5000 + 7)
    check("CARNAGE23", drawn, timed, (0, 0, 28034, 0, 0, 0, 0))
    assert sum(drawn) == 28034 + 3 * 300
    assert about("CARNAGE23", DRAWN, "lead of 3 centres")[1] == 900


def test_duct_tape_v2() -> None:
    top, dead = HALF * (40 + 24), Fraction(6 + 3 + 3, 3)
    timed = (9 + 5, top + 9, 3, top + 9, 3 + 1, 6 + 3, 15 + 7)
    solo = (0, 0, 75, 0, 0, 0, 0)
    check("DUCTTAPEV2", (dead, 40 + 13, 24 + 10, 9 + 3, 15 + 8, dead, dead), timed, solo)
    check("DUCTTAPEV2YEAR", (3, 40 + 13, 24 + 10, 9 + 3, 15 + 8, 6, 3), timed, solo)


def test_haight() -> None:
    drawn = (4, 130 + 66 + 5 * 3, 100 + 55, 30 + 33, 80 + 44, 22 + 6, 4)
    timed = (50 + 33, 90 + 55, 6, 90 + 55, 10 + 11, 30 + 22, 70 + 44)
    check("HAIGHT", drawn, timed, (3, 5 * 3, 451, 5 * 5, 7, 5 * 8, 7))


def test_a_loser_of_haight_has_at_least_the_years() -> None:
    board = Board((30, 1, 2, 1, 0, 0, 0), eliminated=[None] * 4 + [1904, 1904, 1903], year=1908)
    assert score("HAIGHT", board) == (451, 8, 10, 8, 4, 4, 3)
    conceded = full(10, 9, 8, 7, 0, 0, 0, draw=[0], year=1906)
    assert score("HAIGHT", conceded)[:4] == (451, 45, 40, 35)


@pytest.mark.parametrize(
    ("key", "drawn", "solo"), [("MAXONIAN", 7, 7 + 18 - 13), ("SEVENELEVEN", 7 + 13 - 11, 7 + 18 - 11)]
)
def test_maxonian_and_7eleven(key: str, drawn: int, solo: int) -> None:
    """Austria and Turkey are out in 1904, and in 1903 Turkey had more; England led Germany in 1906."""
    check(key, (1, drawn, 6, 4, 5, 3, 2), (4, 7, 1, 6, 2, 3, 5), (1, 4, solo, 5, 2, 6, 3))


def test_who_was_ahead_last_is_ahead() -> None:
    def years(*rows: str) -> dict[int, list[int]]:
        return {1901 + n: [int(count) for count in row] for n, row in enumerate(rows)}

    chart = years("4555555", "5555554", "5455555")
    board = Board(chart[1903], year=1903, chart=chart)
    # England is alone below; of the others Turkey was behind in 1902, Austria in 1901.
    average = Fraction(7 + 6 + 5 + 4, 4)
    assert score("MAXONIAN", board) == (3, 1, *[average] * 4, 2)
    unequal = Board((9, 8, 7, 5, 3, 2, 0))
    assert score("MAXONIAN", unequal) == (7, 6, 5, 4, 3, 2, 1)
    with pytest.raises(Faults, match="MAXONIAN needs the centre chart"):
        score("MAXONIAN", Board((9, 8, 7, 5, 5, 0, 0)))


def test_only_the_winner_has_maxonian_points_above_13() -> None:
    conceded = Board((14, 15, 3, 2, 0, 0, 0), [0], chart={1901: (14, 15, 3, 2, 0, 0, 0)}, year=1901)
    assert score("MAXONIAN", conceded)[:2] == (6 + 1, 7)
    assert score("MAXONIAN", full(15, 14, 2, 1, 1, 1, 0, chart={1901: (15, 14, 2, 1, 1, 1, 0)}, year=1901))[
        :2
    ] == (7 + 2, 6 + 1)


def test_ranked_classic() -> None:
    drawn = (3, 30 + 130 + 200, 30 + 100 + 90, 30 + 30 + 40, 30 + 80 + 60, 5, 3)
    timed = (30 + 50 + 40, *[30 + 90 + 135], 5, 30 + 90 + 135, 30 + 10 + 20, 30 + 30 + 30, 30 + 70 + 60)
    solo = (2, 8, 550, 8, 6, 8, 6)
    check("RANKEDCLASSIC", drawn, timed, solo)
    check("RANKEDCLASSICV2", drawn, timed, solo)


def test_three_level_at_ranked_classic() -> None:
    board = full(9, 9, 9, 3, 2, 1, 1)
    top = 30 + 90
    assert score("RANKEDCLASSIC", board)[:3] == (top + 60,) * 3
    assert score("RANKEDCLASSICV2", board)[:3] == (top + 70,) * 3
    assert score("RANKEDCLASSIC", board)[5:] == score("RANKEDCLASSICV2", board)[5:] == (30 + 10 + 15,) * 2
    placed = about("RANKEDCLASSICV2", board, "1 to 3 are level, 70 each; 6 and 7 are level, 15 each")
    assert placed == [70, 70, 70, 40, 30, 15, 15]


@pytest.mark.parametrize(
    ("counts", "level", "label"),
    [
        ((6, 6, 6, 6, 6, 3, 1), [35] * 5, "1 to 5 are level, 35 each"),
        ((5, 5, 5, 5, 5, 5, 4), [25] * 6, "1 to 6 are level, 25 each"),
        ((15, 15, 4, 0, 0, 0, 0), [135] * 2, "1 and 2 are level, 135 each"),
    ],
)
def test_the_line_of_level_powers_fits_any_number_of_them(
    counts: tuple[int, ...], level: list[int], label: str
) -> None:
    gone = [None if n else 1903 for n in counts]
    placed = about(
        "RANKEDCLASSICV2",
        Board(counts, eliminated=gone),
        f"level powers 135/70/50/35/25/15 by the last two of their places: places {label}",
    )
    assert placed[: len(level)] == level


def test_southern_sun() -> None:
    drawn = (3 * 4, 30 + 130 + 130, 30 + 100 + 80, 30 + 30 + 30, 30 + 80 + 50, 3 * 6, 3 * 4)
    top = 30 + 90 + (130 + 80) // 2
    check(
        "SOUTHERNSUN",
        drawn,
        (30 + 50 + 30, top, 3 * 6, top, 30 + 10 + 10, 30 + 30 + 20, 30 + 70 + 50),
        (0, 0, 500, 0, 0, 0, 0),
    )


def test_southern_sun_rounds_half_to_even() -> None:
    three = full(10, 8, 8, 8, 0, 0, 0)
    assert score("SOUTHERNSUN", three)[1] == 30 + 80 + 53
    four = full(10, 6, 6, 6, 6, 0, 0)
    assert Fraction(80 + 50 + 30 + 20, 4) == 45
    assert score("SOUTHERNSUN", four)[1] == 30 + 60 + 45
    halves = {"values": (0, 4, 1)}  # 2.5 for second and third
    assert score("SOUTHERNSUN", full(10, 9, 9, 0, 0, 0, 0), **halves)[1] == 30 + 90 + 2


def test_sydney() -> None:
    dead = HALF * (200 + 100) + 4
    drawn = (dead, 700 + 325, 600 + 250, 400 + 75, 500 + 200, 300 + 6, dead)
    top = HALF * (700 + 600) + 225
    timed = (400 + 125, top, 100 + 6, top, 200 + 25, 300 + 75, 500 + 175)
    gone = HALF * (HALF * (300 + 200) + 7)
    solo = (
        HALF * (100 + 3),
        HALF * (400 + 75),
        3 * HALF * (700 + 450),
        HALF * (500 + 125),
        gone,
        HALF * (600 + 200),
        gone,
    )
    check("SYDNEY", drawn, timed, solo)
    won = about("SYDNEY", SOLO, "winner's points times 1.5, the others' times 0.5")
    assert won == [-HALF * 103, -HALF * 475, HALF * 1150, -HALF * 625, *[-HALF * n for n in (257, 800, 257)]]


def test_c_diplo_argir() -> None:
    top = HALF * (37 + 14)
    check(
        "CDIPLOARGIR",
        (1, 1 + 13 + 37, 1 + 10 + 14, 1 + 3, 1 + 8 + 7, 1, 1),
        (1 + 5, 1 + 9 + top, 1, 1 + 9 + top, 1 + 1, 1 + 3, 1 + 7 + 7),
        (1, 1, 93, 1, 1, 1, 1),
    )


# -- in proportion ----------------------------------------------------------------------------


def manorcon(board: Board, dead: int) -> list[Exact]:
    weights = [n * n + 4 * n + 16 for n in board.centres]
    whole = sum(weight if n else dead for n, weight in zip(board.centres, weights, strict=True))
    years = [TENTH * ((gone or 1901) - 1901) for gone in board.eliminated]
    owned = zip(board.centres, weights, years, strict=True)
    return [Fraction(100 * weight, whole) if n else year for n, weight, year in owned]


@pytest.mark.parametrize(("key", "dead"), [("MANORCONORIGINAL", 16), ("MANORCONV2", 0)])
def test_the_other_manorcons_without_the_last_year(key: str, dead: int) -> None:
    solo = [TENTH * years for years in (2, 8, 1000, 8, 6, 8, 6)]
    check(key, manorcon(DRAWN, dead), manorcon(TIMED, dead), solo, last_year=False)
    weights = sum(n * n + 4 * n + 16 for n in (13, 10, 3, 8)) + 3 * dead
    assert score(key, DRAWN)[:2] == (TENTH * 4, Fraction(100 * (169 + 52 + 16), weights))
    assert score(key, SOLO)[:3] == (TENTH * 3, TENTH * 9, 100)


def test_sos_top_board() -> None:
    def shares(counts: Seven) -> list[Fraction]:
        return [Fraction(100 * n * n, sum(m * m for m in counts)) for n in counts]

    check("SOSTOPBOARD", shares(DRAWN.centres), shares(TIMED.centres), (0, 0, 1100, 0, 0, 0, 0))
    conceded = Board((17, 10, 7, 0, 0, 0, 0), [0])
    winner, *others = shares(conceded.centres)
    assert score("SOSTOPBOARD", conceded) == (1000 + winner, *others)


def barottei(board: Board, each: int, places: Seven) -> list[Fraction]:
    """The years, the places and the draw; the centres of all years in proportion; scaled."""
    sums = [sum(counts[seat] for _, counts in board.chart) for seat in range(7)]
    placed, last = board.placed, board.year
    assert last
    raw = [
        (board.eliminated[seat] or last)
        - 1900
        + places[seat]
        + (each if seat in placed else 0)
        + Fraction(100 * sums[seat], sum(sums))
        for seat in range(7)
    ]
    return [100 * points / sum(raw) for points in raw]


def test_barottei() -> None:
    check(
        "BAROTTEI",
        barottei(DRAWN, 16, (7, 33, 25, 12, 18, 7, 7)),
        barottei(TIMED, -31, (12, 33, 1, 33, 4, 7, 18)),
        barottei(SOLO, 75, (7, 12, 33, 18, 7, 25, 7)),
    )
    assert [round(float(points), 3) for points in score("BAROTTEI", TIMED)][4:6] == [-16.26, -3.088]
    assert find("BAROTTEI").below_zero


# -- from the chart ---------------------------------------------------------------------------


def test_howell() -> None:
    """Two years are left after 1908, and one after 1909."""
    drawn = (8, 76 + 2 * 13, 64 + 2 * 10, 30 + 2 * 3, 54 + 2 * 8, 27, 11)
    timed = (39 + 2 * 5, 61 + 2 * 9, 15, 58 + 2 * 9, 18 + 2 * 1, 37 + 2 * 3, 43 + 2 * 7)
    solo = (6, 39 + HALF * 3, 104 + 18 + HALF * 16, 50 + HALF * 5, 18, 70 + HALF * 8, 18)
    check("HOWELL", drawn, timed, solo)
    assert (sum(drawn), sum(timed), sum(solo)) == (338, 339, 339)


def test_howell_to_another_year() -> None:
    assert (
        score("HOWELL", DRAWN, until=1908)
        == score("HOWELL", DRAWN, until=1905)
        == (8, 76, 64, 30, 54, 27, 11)
    )
    assert score("HOWELL", DRAWN, until=1912)[1] == 76 + 4 * 13
