"""ARMADA: 104/80/56/40/32/24/16 less the year, a point a year for everybody else, fewer centres to win."""

from fractions import Fraction

import pytest

from tests.boards import full
from tests.each import each
from tests.rules.systems.explained import about
from xl_dipscore import Board, Faults, score
from xl_dipscore.rules.board import SEATS, End, Victory
from xl_dipscore.rules.system import find
from xl_dipscore.tables.functions.boards import check_text, dip_check, dip_score

ARMADA = find("ARMADA")


def test_a_draw_of_four_in_1908() -> None:
    board = full(0, 12, 9, 0, 8, 5, 0, gone=[1904, None, None, 1905, None, None, 1907])
    assert score("ARMADA", board) == (4, *[40 - 8] * 2, 5, *[40 - 8] * 2, 7)


@each(("size", "base"), [(2, 80), (3, 56), (4, 40), (5, 32), (6, 24), (7, 16)])
@each("year", [1905, 1914])
def test_the_year_comes_off_a_draw(size: int, base: int, year: int) -> None:
    counts = [17, 17] if size == 2 else [34 // size] * size
    board = full(*counts, *[0] * (7 - size), year=year, gone=[None] * size + [1902] * (7 - size))
    if size == 2 or year == 1905:
        assert score("ARMADA", board) == tuple([base - (year - 1900)] * size + [2] * (7 - size))


def test_a_solo_and_those_who_lost_to_it() -> None:
    board = full(18, 16, 0, 0, 0, 0, 0, gone=[None, None, 1902, 1903, 1904, 1905, 1907], year=1907)
    assert score("ARMADA", board) == (104 - 7, 7, 2, 3, 4, 5, 7)


def test_a_concession_is_a_win() -> None:
    board = full(13, 12, 9, 0, 0, 0, 0, draw=[0], year=1905, gone=[None] * 3 + [1902, 1903, 1904, 1905])
    assert score("ARMADA", board) == (104 - 5, 5, 5, 2, 3, 4, 5)


def test_the_explanation() -> None:
    board = full(0, 12, 9, 0, 8, 5, 0, gone=[1904, None, None, 1905, None, None, 1907])
    assert about("ARMADA", board, "draw of all 4 survivors") == [0, 40, 40, 0, 40, 40, 0]
    assert about("ARMADA", board, "end in 1908") == [0, -8, -8, 0, -8, -8, 0]
    assert about("ARMADA", board, "last year played") == [4, 0, 0, 5, 0, 0, 7]


@each(
    ("year", "centres"),
    [
        (1901, 18),
        (1907, 18),
        (1908, 17),
        (1909, 16),
        (1910, 15),
        (1911, 14),
        (1912, 14),
        (1913, 13),
        (1920, 13),
    ],
)
def test_the_centres_that_win_decline(year: int, centres: int) -> None:
    second = centres - 2 if centres < 18 else 16
    won = full(centres, second, *[0] * 5, year=year)
    assert ARMADA.read(won).ending == (End.SOLO, 0, ())
    one_less = full(centres - 1, centres - 3, *[0] * 5, year=year)
    assert ARMADA.read(one_less).winner is None


def test_below_18_a_win_takes_a_lead_of_two() -> None:
    assert ARMADA.read(full(17, 16, *[0] * 5, year=1909)).winner is None
    assert ARMADA.read(full(17, 15, *[0] * 5, year=1909)).victory == Victory(16, 2)
    assert ARMADA.read(full(17, 15, *[0] * 5, year=1909)).winner == 0


def test_the_check_says_what_was_read() -> None:
    cells = [16, 10, 8, 0, 0, 0, 0], ["x", "x"] + [None] * 5, [None] * 3 + [1903] * 4, 1909
    assert dip_check("ARMADA", *cells) == [
        [
            "OK: solo Austria with 16 centres, 1909. "
            "Doubt: Austria won with 16 centres, so the draw marks beside England do not count."
        ]
    ]
    assert dip_check("ARMADA", *cells, [["declining", "no"]]) == [
        [
            "OK: 2-way draw Austria, England, 1909. "
            "Note: At the ARMADA no survivor can be left out of a draw; not marked: France."
        ]
    ]


def test_a_table_replaces_the_declining_centres() -> None:
    board = full(12, 10, 8, 4, 0, 0, 0, year=1903)
    table = [["declining", 18, 18, 12]]
    assert dip_score("ARMADA", [12, 10, 8, 4, 0, 0, 0], None, [None] * 4 + [1902] * 3, 1903, table) == [
        [104 - 3, 3, 3, 3, 2, 2, 2]
    ]
    assert ARMADA.read(board, declining=(18, 18, 12)).winner == 0
    assert ARMADA.read(board, declining=(18, 18, 13)).winner is None
    assert ARMADA.read(full(12, 10, 8, 4, 0, 0, 0, year=1909), declining=(18, 12)).winner == 0
    assert ARMADA.read(board, declining=(18, 18, Fraction(23, 2))).winner == 0
    assert ARMADA.read(board, declining=(18, 18, Fraction(25, 2))).winner is None


def test_tables_replace_the_years() -> None:
    board = full(12, 10, 8, 4, 0, 0, 0, year=1903, gone=[None] * 4 + [1901, 1902, 1903])
    assert score("ARMADA", board, less=(0, 0, 30), effort=(7,)) == (*[40 - 30] * 4, 7, 7, 7)


@each(
    ("name", "value"),
    [("declining", ()), ("declining", "maybe"), ("less", ()), ("effort", (1, None)), ("less", (1,) * 100)],
)
def test_a_table_that_is_none(name: str, value: object) -> None:
    board = full(12, 10, 8, 4, 0, 0, 0)
    with pytest.raises(Faults, match=f"The option '{name}' is .*1901, 1902"):
        score("ARMADA", board, **{name: value})


def test_missing_years_are_told_together() -> None:
    with pytest.raises(Faults) as told:
        score("ARMADA", Board((17, 17, 0, 0, 0, 0, 0), eliminated=[None, None, None, 1904, 1904, 1904, 1904]))
    assert str(told.value) == (
        "ARMADA needs the last game year. ARMADA needs the year in which France was eliminated."
    )


def test_a_survivor_left_out_is_scored_outside() -> None:
    board = full(12, 9, 8, 5, 0, 0, 0, draw=[0, 1, 2], year=1906, gone=[None] * 4 + [1903, 1904, 1905])
    assert score("ARMADA", board) == (*[56 - 6] * 3, 6, 3, 4, 5)
    assert check_text(ARMADA, board, {}).endswith(
        "no survivor can be left out of a draw; not marked: Germany."
    )
    assert "Note" not in check_text(ARMADA, full(9, 9, 8, 8, 0, 0, 0, draw=[0, 1, 2, 3]), {})


def test_birsan_two_three_way_draws_beat_a_win_and_an_elimination() -> None:
    """True of the base points; with a point a year no longer, when the games end in 1908 or later."""

    def three_way(year: int) -> object:
        board = full(12, 11, 11, 0, 0, 0, 0, year=year, gone=[None] * 3 + [1903] * 4)
        return score("ARMADA", board)[0]

    def win_and_out(year: int) -> object:
        board = full(20, 14, 0, 0, 0, 0, 0, year=year, gone=[None] * 2 + [1903] * 5)
        return score("ARMADA", board)[0] + score("ARMADA", board)[2]

    assert 2 * 56 > 104
    assert three_way(1904) == 56 - 4
    assert [2 * three_way(y) > win_and_out(y) for y in (1904, 1908)] == [True, False]  # type: ignore[operator]


def test_everybody_has_the_years() -> None:
    board = full(5, 5, 5, 5, 5, 5, 4, year=1910)
    assert score("ARMADA", board) == tuple(16 - 10 for _ in SEATS)
