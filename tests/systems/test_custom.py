"""CUSTOM: other systems stated in its options score the same on every board."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from boards import ENDINGS, Facts, full, games
from explained import lines
from finished import finished
from hypothesis import assume, given

from xl_dipscore import Board, Faults, score
from xl_dipscore.board import MissingFact
from xl_dipscore.cells import Cell
from xl_dipscore.functions import dip_score
from xl_dipscore.points import Points, as_double
from xl_dipscore.system import System, find

CUSTOM = find("CUSTOM")
PLACES = (270, 70, 50, 34, 20, 10, 0)

STATED: dict[str, dict[str, Any]] = {
    "WBC": {"win": 46, "draw": (22, 10, 4, 1), "conceded": 18},
    "TOWNSEND": {
        "win": 100,
        "draw": (48, 31, 22, 17, 13, 7),
        "cap_centres": 18,
        "country": (1, -2, -2, 0, 2, 0, -1),
    },
    "DIXIECON": {"places": PLACES, "order": "result", "centre": 4},
    "CONQUEST": {
        "win": 34,
        "others": 0,
        "kill": 2,
        "lead": 2,
        "survive": 1,
        "survive_year": 1905,
        "newcomer": 5,
        "cap": 27,
    },
    "VICTORIA": {"win": 125, "draw": (100, 85, 60, 30, 15, 1), "conceded_centres": False},
    "CDIPLO": {"win": 100, "others": 0, "part": 1, "places": (38, 14, 7)},
    "CDIPLO80": {"win": 80, "others": 0, "places": (25, 14, 7)},
    "CARNAGE": {"win": 28034, "others": 0, "places": tuple(range(7000, 0, -1000)), "order": "survival"},
    "SOS": {"win": 100, "others": 0, "centre": 0, "squares": 100},
    "SHARE": {"win": 100, "others": 0, "centre": 0, "share": 100},
    "BOSTON": {
        "win": 110,
        "others": 0,
        "draw": (1, 1, 1, 1, 1, 1),
        "survive": 1,
        "lead": 1,
        "places": (4, 3, 2, 1),
        "ties": "lower",
        "scale": 100,
    },
    "GENCON": {},
}


@pytest.mark.slow
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("key", STATED)
def test_a_system_stated_in_options(key: str, ending: str) -> None:
    compared = []

    def compare(board: Board) -> None:
        points = scored(find(key), board)
        if points is not None:
            assert CUSTOM.score(board, **STATED[key]) == points.totals
            compared.append(board)

    @given(games(endings=[ending]))
    def same(game: Facts) -> None:
        board = game.board()
        # What is not stated: that a docked survivor is not dead.
        assume(key != "BOSTON" or board.counts.count(0) == len(board.dead))
        compare(board)

    same()
    if ending == "concession":
        for counts in ((17, 17, 0, 0, 0, 0, 0), (16, 10, 8, 0, 0, 0, 0), (15, 5, 5, 4, 2, 2, 1)):
            compare(full(*counts, draw=[0]))
    assert compared


@pytest.mark.slow
@pytest.mark.parametrize("key", STATED)
def test_a_system_stated_in_options_on_many_splits(key: str) -> None:
    for board in finished()[::13]:
        points = scored(find(key), board)
        if points is not None and (key != "BOSTON" or len(board.drew) != 1):
            assert CUSTOM.score(board, **STATED[key]) == points.totals, board


def scored(system: System, board: Board) -> Points | None:
    """Its points, or nothing where the system's house rules refuse the board."""
    try:
        return system(board)
    except Faults as refused:
        if any(isinstance(fault, MissingFact) for fault in refused.faults):
            raise
    return None


def test_the_unwon_boards_of_ndc() -> None:
    board = full(16, 12, 4, 2, 0, 0, 0, year=1910)
    options = {"centre": 0, "prospects": 100, "year": Fraction(1, 10)}
    assert score("CUSTOM", board, **options) == score("NDC", board)


def test_without_options_a_point_a_centre() -> None:
    assert lines("CUSTOM", Board((18, 10, 6, 0, 0, 0, 0))) == {"centres": [18, 10, 6, 0, 0, 0, 0]}


def test_only_what_is_asked_for_is_explained() -> None:
    board = full(12, 9, 8, 5, 0, 0, 0, draw=[0, 1, 2], new_player=[1])
    assert list(lines("CUSTOM", board, **STATED["WBC"])) == ["3-way draw", "centres"]
    assert sorted(lines("CUSTOM", board, **STATED["CONQUEST"])) == sorted(lines("CONQUEST", board))


def test_prospects_of_a_power_that_needs_no_more() -> None:
    for counts in ((18, 10, 6, 0, 0, 0, 0), (20, 14, 0, 0, 0, 0, 0)):
        board = Board(counts)
        assert score("CUSTOM", board, centre=0, prospects=100) == (100, 0, 0, 0, 0, 0, 0)


def test_a_missing_fact_is_asked_for_by_name() -> None:
    with pytest.raises(Faults, match="CUSTOM needs the last game year"):
        score("CUSTOM", Board((17, 17, 0, 0, 0, 0, 0)), year=1)


def block(options: dict[str, Any]) -> list[list[Cell]]:
    def values(value: object) -> Sequence[Cell]:
        if isinstance(value, bool):
            return ["yes" if value else "no"]
        return value if isinstance(value, tuple) else [value]

    return [[name.replace("_", " "), *values(value)] for name, value in options.items()]


@pytest.mark.parametrize("key", STATED)
def test_the_same_options_in_a_worksheet(key: str) -> None:
    centres, marks, gone = [12, 9, 8, 5, 0, 0, 0], ["x"] * 3, [None] * 4 + [1904, 1905, 1907]
    cells = centres, marks + [None] * 4, gone, 1908
    board = full(*centres, draw=[0, 1, 2], gone=gone)
    expected = [[as_double(n) for n in score(key, board)]]
    assert dip_score("CUSTOM", *cells, block(STATED[key]) or None) == expected


def test_none_is_typed_as_none() -> None:
    cells = [18, 10, 6, 0, 0, 0, 0], None, None, None
    assert dip_score("CUSTOM", *cells, [["win", 34], ["others", 0]]) == [[34, 0, 0, 0, 0, 0, 0]]
    assert dip_score("CUSTOM", *cells, [["win", 34], ["others", "None"]]) == [[34 + 18, 10, 6, 0, 0, 0, 0]]
    assert dip_score("CUSTOM", *cells, [["draw", " none "], ["cap", 12]]) == [[12, 10, 6, 0, 0, 0, 0]]
    assert dip_score("CUSTOM", *cells, [["others", "nobody"]]) == [["#NUM!"] * 7]


def test_a_table_in_one_cell() -> None:
    cells = [17, 17, 0, 0, 0, 0, 0], None, None, None
    for typed in (["22 10 4 1"], ["22; 10; 4; 1"], [22, 10, 4, 1], ["22", "10", "4", "1"]):
        assert dip_score("CUSTOM", *cells, [["draw", *typed]]) == [[17 + 22, 17 + 22, 0, 0, 0, 0, 0]]
