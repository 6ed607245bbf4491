"""ORIGINS: 100 shared by the victors, 100 in proportion to N x N + Y, from the centre chart."""

from fractions import Fraction

import pytest

from tests.rules.systems.explained import about
from xl_dipscore import Board, Faults, score
from xl_dipscore.rules.points import as_double
from xl_dipscore.rules.system import find
from xl_dipscore.tables.functions.boards import dip_check, dip_score

CHART = {
    1901: (4, 4, 5, 5, 4, 6, 5),
    1902: (3, 4, 6, 6, 4, 5, 6),
    1903: (1, 3, 8, 7, 4, 4, 7),
    1904: (0, 2, 9, 8, 4, 2, 9),
    1905: (0, 0, 11, 8, 4, 0, 11),
    1906: (0, 0, 12, 8, 2, 0, 12),
}
DRAW = ("France", "Germany", "Turkey")
BOARD = Board(CHART[1906], DRAW, chart=CHART)

N = [
    Fraction(4 + 3 + 1, 4),
    Fraction(4 + 4 + 3 + 2, 5),
    Fraction(5 + 6 + 8 + 9 + 11 + 12, 6),
    Fraction(5 + 6 + 7 + 8 + 8 + 8, 6),
    Fraction(4 + 4 + 4 + 4 + 4 + 2, 6),
    Fraction(6 + 5 + 4 + 2, 5),
    Fraction(5 + 6 + 7 + 9 + 11 + 12, 6),
]
Y = [4, 5, 6, 6, 6, 5, 6]
WHOLE = sum(n * n + y for n, y in zip(N, Y, strict=True))


def test_the_worked_example() -> None:
    third = Fraction(100, 3)
    bonus = [0, 0, third, third, 0, 0, third]
    assert score("ORIGINS", BOARD) == tuple(
        100 * (n * n + y) / WHOLE + b for n, y, b in zip(N, Y, bonus, strict=True)
    )
    assert [round(float(n), 6) for n in score("ORIGINS", BOARD)] == [
        3.025045,
        4.446816,
        62.922053,
        54.130517,
        7.35254,
        6.261843,
        61.861187,
    ]
    assert sum(score("ORIGINS", BOARD)) == 200


def test_the_explanation_names_the_parts() -> None:
    weights = about("ORIGINS", BOARD, "squared, plus")
    assert sum(weights) == WHOLE
    assert about("ORIGINS", BOARD, "share of the 100") == [100 * weight / WHOLE for weight in weights]
    assert about("ORIGINS", BOARD, "years played") == [*Y]
    squares = [n * n for n in about("ORIGINS", BOARD, "average centres a year")]
    assert weights == [square + y for square, y in zip(squares, Y, strict=True)]


def test_in_a_worksheet_the_chart_stands_in_the_options() -> None:
    marks = ["x" if power in DRAW else None for power in ("", "", *DRAW[:2], "", "", DRAW[2])]
    rows = [[year, *counts] for year, counts in CHART.items()]
    (scores,) = dip_score("ORIGINS", list(CHART[1906]), marks, None, None, rows)
    assert scores == [as_double(n) for n in score("ORIGINS", BOARD)]
    assert dip_check("ORIGINS", list(CHART[1906]), marks) == [
        ["ORIGINS needs the centre chart: a row per year in the options, or a column per year in the games."]
    ]


def test_a_year_without_a_row_is_missing() -> None:
    gaps = {year: counts for year, counts in CHART.items() if year not in (1902, 1904)}
    with pytest.raises(Faults) as told:
        score("ORIGINS", Board(CHART[1906], DRAW, chart=gaps))
    assert str(told.value) == "ORIGINS needs the centre chart for every year; missing: 1902 and 1904."
    assert told.value.cell == "#N/A"


def test_a_smaller_power_can_score_more() -> None:
    chart = {1901: (6, 2, 5, 5, 5, 5, 5), 1902: (6, 3, 5, 5, 5, 5, 5), 1903: (6, 7, 5, 5, 5, 3, 3)}
    small, large, *_ = score("ORIGINS", Board(chart[1903], chart=chart))
    assert small > large
    assert not find("ORIGINS").monotone


def test_a_solo_takes_the_victors_hundred() -> None:
    chart = {1901: (5, 5, 5, 5, 5, 5, 4), 1902: (18, 16, 0, 0, 0, 0, 0)}
    won = score("ORIGINS", Board(chart[1902], chart=chart))
    whole = (
        Fraction(23, 2) ** 2 + Fraction(21, 2) ** 2 + 4 * Fraction(5, 2) ** 2 + Fraction(4, 2) ** 2 + 7 * 2
    )
    assert won[0] == 100 + 100 * (Fraction(23, 2) ** 2 + 2) / whole
    assert won[2] == 100 * (Fraction(5, 2) ** 2 + 2) / whole


def test_a_concession_takes_thirteen_centres_and_the_largest() -> None:
    def conceded(counts: tuple[int, ...], to: int) -> Board:
        return Board(counts, [to], chart={1901: counts})

    assert score("ORIGINS", conceded((13, 11, 10, 0, 0, 0, 0), 0))[0] > 100
    with pytest.raises(Faults, match="ORIGINS takes a concession from 13 centres on; Austria has 12 centres"):
        score("ORIGINS", conceded((12, 11, 11, 0, 0, 0, 0), 0))
    with pytest.raises(Faults, match="only to the largest power; England has 13 centres, another has 14"):
        score("ORIGINS", conceded((14, 13, 7, 0, 0, 0, 0), 1))


def test_a_docked_centre_comes_off_the_last_year() -> None:
    docked = Board(CHART[1906], DRAW, chart=CHART, docked=[0, 0, 2, 0, 0, 0, 0])
    less = N[2] - Fraction(2, 6)
    whole = WHOLE - N[2] ** 2 + less**2
    assert score("ORIGINS", docked)[2] == 100 * (less**2 + 6) / whole + Fraction(100, 3)
