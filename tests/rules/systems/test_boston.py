"""BOSTON: centres, 1905, the draw, the lead, the place, scaled to 100; a solo 110."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from tests.boards import full
from tests.each import each
from tests.rules.systems.explained import about, lines
from xl_dipscore import Board, Faults, explain, score

BOARD = full(0, 12, 9, 0, 8, 5, 0, gone=[1904, None, None, 1905, None, None, 1907])


def test_twelve_nine_eight_five() -> None:
    raw = {"E": 12 + 1 + 1 + 3 + 4, "F": 9 + 1 + 1 + 3, "I": 8 + 1 + 1 + 2, "R": 5 + 1 + 1 + 1, "T": 1}
    assert raw == {"E": 21, "F": 14, "I": 12, "R": 8, "T": 1}
    assert score("BOSTON", BOARD) == (
        0,
        Fraction(100 * 21, 56),
        Fraction(100 * 14, 56),
        0,
        Fraction(100 * 12, 56),
        Fraction(100 * 8, 56),
        Fraction(100 * 1, 56),
    )
    assert [round(float(n), 2) for n in score("BOSTON", BOARD)] == [0, 37.5, 25, 0, 21.43, 14.29, 1.79]


def test_the_directors_defence_at_the_table() -> None:
    for words, figure in (
        ("1 point per centre", 12),
        ("after 1905", 1),
        ("draw", 1),
        ("lead of 3 centres", 3),
        ("points by place", 4),
        ("points before", 12 + 1 + 1 + 3 + 4),
    ):
        assert about("BOSTON", BOARD, words)[1] == figure
    ((label, amounts),) = lines("BOSTON", BOARD).items()
    assert label.endswith(": 21 of 56 is 37.5")
    assert amounts[1] == Fraction(100 * 21, 56)


def test_a_solo_takes_110_and_a_concession_too() -> None:
    assert score("BOSTON", Board((18, 10, 6, 0, 0, 0, 0))) == (110, 0, 0, 0, 0, 0, 0)
    assert score("BOSTON", Board((13, 12, 9, 0, 0, 0, 0), [0])) == (110, 0, 0, 0, 0, 0, 0)


def places(board: Board) -> Sequence[object]:
    return about("BOSTON", board, "points by place")


@each(
    ("counts", "place", "lead"),
    [
        ((10, 10, 8, 6, 0, 0, 0), [3, 3, 2, 1, 0, 0, 0], 0),
        ((12, 8, 8, 6, 0, 0, 0), [4, 2, 2, 1, 0, 0, 0], 4),
        ((12, 9, 7, 3, 3, 0, 0), [4, 3, 2, 0, 0, 0, 0], 3),
        ((12, 10, 4, 4, 4, 0, 0), [4, 3, 0, 0, 0, 0, 0], 2),
        ((5, 5, 5, 5, 5, 5, 4), [0] * 7, 0),
        ((17, 17, 0, 0, 0, 0, 0), [3, 3, 0, 0, 0, 0, 0], 0),
    ],
)
def test_level_powers_take_the_lower_place_and_have_no_lead(
    counts: tuple[int, ...], place: list[int], lead: int
) -> None:
    board = full(*counts)
    assert places(board) == place
    if lead:
        assert about("BOSTON", board, f"lead of {lead} centre") == [lead, *[0] * 6]
    else:
        assert any("lead" in note for note in explain("BOSTON", board).notes)


def test_the_point_for_1905() -> None:
    gone = [None, None, None, 1905, 1906, 1904, 1908]
    alive = about("BOSTON", full(12, 12, 10, 0, 0, 0, 0, gone=gone), "after 1905")
    assert alive == [1, 1, 1, 0, 1, 0, 1]
    early = Board((12, 12, 10, 0, 0, 0, 0), year=1904)
    assert about("BOSTON", early, "after 1905") == [0] * 7
    ended = full(12, 12, 10, 0, 0, 0, 0, year=1905, gone=[None] * 3 + [1902, 1903, 1904, 1905])
    assert about("BOSTON", ended, "after 1905") == [1, 1, 1, 0, 0, 0, 0]


def test_years_are_needed_only_where_they_count() -> None:
    with pytest.raises(Faults) as told:
        score("BOSTON", Board((17, 17, 0, 0, 0, 0, 0)))
    assert str(told.value).startswith(
        "BOSTON needs the last game year. BOSTON needs the year in which France"
    )
    with pytest.raises(Faults, match="BOSTON needs the year in which France was eliminated"):
        score("BOSTON", Board((17, 17, 0, 0, 0, 0, 0), year=1905))
    assert sum(score("BOSTON", Board((17, 17, 0, 0, 0, 0, 0), year=1904))) == 100


def test_who_is_in_the_draw() -> None:
    board = full(12, 9, 8, 5, 0, 0, 0, draw=[0, 1, 2])
    assert about("BOSTON", board, "draw") == [1, 1, 1, 0, 0, 0, 0]
    assert about("BOSTON", board, "draw", members="survivors") == [1, 1, 1, 1, 0, 0, 0]
    idle = full(12, 9, 8, 5, 0, 0, 0, civil_disorder=[3])
    assert about("BOSTON", idle, "draw") == [1, 1, 1, 0, 0, 0, 0]
