"""A board: impossible facts, how it ended, and the words about it."""

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from tests.boards import Facts, games
from tests.each import each
from xl_dipscore.errors import Faults, join
from xl_dipscore.rules.board import (
    POWERS,
    AliveAndEliminated,
    Board,
    DeadInDraw,
    End,
    MissingChart,
    MissingElimination,
    MissingYear,
    NotACount,
    NotAYear,
    TooManyCentres,
    Victory,
)

OPEN = (10, 10, 10, 4, 0, 0, 0)
LOW = Victory(15, 2)
CONCEDED = "conceded to Austria with 15 centres"
CLOCK = "stopped by the clock, survivors"
IDLE = "in civil disorder."
FEW = "The game is read as conceded to Austria with 10 centres."
ALONE = "{} is the only power still played, and none is marked: read as conceded to it."


def test_all_faults_of_a_board_are_told_together() -> None:
    with pytest.raises(Faults) as caught:
        Board((17, 17, -1, 0, 1, 0, 0), ["Germany"], {"Austria": 1905}, 1850)
    assert [type(fault) for fault in caught.value.faults] == [
        NotACount,
        TooManyCentres,
        NotAYear,
        AliveAndEliminated,
        DeadInDraw,
    ]
    assert [fault.seat for fault in caught.value.faults] == [2, None, None, 0, 3]


@each("value", [True, 2.5, "two", 35, float("inf")])
def test_a_count_is_a_whole_number(value: Any) -> None:
    with pytest.raises(Faults, match="a count is a whole number from 0 to 34"):
        Board((value, 0, 0, 0, 0, 0, 1))


@pytest.mark.parametrize("value", [True, 0.5, "one", -1])
def test_docked_centres_are_whole_numbers_too(value: Any) -> None:
    with pytest.raises(Faults, match="a count is a whole number from 0 to 34"):
        Board(OPEN, docked=(0, value, 0, 0, 0, 0, 0))


@pytest.mark.parametrize("value", [-1, "never", False])
def test_a_year_of_elimination_is_a_game_year_or_none(value: Any) -> None:
    with pytest.raises(Faults, match="is not a game year"):
        Board(OPEN, eliminated=(value, *[None] * 6))


@pytest.mark.parametrize("value", [1900, 2001, 1905.5, True])
def test_a_year_is_a_game_year(value: Any) -> None:
    with pytest.raises(Faults, match="is not a game year"):
        Board(OPEN, year=value)


def test_powers_by_name_or_seat() -> None:
    by_name = Board(OPEN, ["England", "Austria"], {"Turkey": 1903}, civil_disorder=["France"])
    by_seat = Board(OPEN, [0, 1], [None] * 6 + [1903], civil_disorder=[2])
    assert by_name == by_seat


def test_a_board_does_not_change() -> None:
    counts = list(OPEN)
    board = Board(counts, chart={1908: counts})
    counts[0] = 0
    assert board.centres == OPEN
    assert board.chart == ((1908, OPEN),)
    with pytest.raises(AttributeError):
        board.year = 1908  # type: ignore[misc]
    assert replace(board, year=1908) == Board(OPEN, year=1908, chart={1908: OPEN})
    assert hash(board) == hash(Board(OPEN, chart={1908: OPEN}))


# -- how it ended, in the order of the reading --------------------------------------------------


@each(
    ("board", "ending", "described"),
    [
        (Board((18, 16, 0, 0, 0, 0, 0)), (End.SOLO, 0, ()), "solo Austria with 18 centres"),
        (Board((16, 18, 0, 0, 0, 0, 0), [0]), (End.SOLO, 1, ()), "solo England with 18 centres"),
        (Board((18, 16, 0, 0, 0, 0, 0), [0, 1]), (End.SOLO, 0, ()), "solo Austria with 18 centres"),
        (Board((17, 17, 0, 0, 0, 0, 0)), (End.CLOCK, None, (0, 1)), f"{CLOCK} Austria, England"),
        (Board(OPEN, ["Germany"]), (End.CONCESSION, 3, ()), "conceded to Germany with 4 centres"),
        (Board((33, 1, 0, 0, 0, 0, 0), ["England"]), (End.SOLO, 0, ()), "solo Austria with 33 centres"),
        (Board(OPEN, [3, 0], year=1908), (End.DRAW, None, (0, 3)), "2-way draw Austria, Germany, 1908"),
        (
            Board(OPEN, [3, 0, 2, 1]),
            (End.DRAW, None, (0, 1, 2, 3)),
            "4-way draw Austria, England, France, Germany",
        ),
        (
            Board(OPEN, civil_disorder=[1]),
            (End.CLOCK, None, (0, 2, 3)),
            f"{CLOCK} Austria, England (in civil disorder), France, Germany",
        ),
        (Board(OPEN, [0, 2], docked=OPEN), (End.DRAW, None, (0, 2)), "2-way draw Austria, France"),
        (
            Board((18, 16, 0, 0, 0, 0, 0), docked=(1, 0, 0, 0, 0, 0, 0)),
            (End.SOLO, 0, ()),
            "solo Austria with 18 centres",
        ),
        (
            Board(OPEN, civil_disorder=[0, 1, 2]),
            (End.CONCESSION, 3, ()),
            "conceded to Germany with 4 centres",
        ),
        (Board((9, 0, 0, 0, 0, 0, 0)), (End.CONCESSION, 0, ()), "conceded to Austria with 9 centres"),
        (
            Board(OPEN, ["France"], civil_disorder=[0, 1, 2]),
            (End.CONCESSION, 2, ()),
            "conceded to France with 10 centres",
        ),
        (
            Board(OPEN, [0, 2], civil_disorder=[0, 1, 2]),
            (End.DRAW, None, (0, 2)),
            "2-way draw Austria, France",
        ),
        (
            Board((18, 16, 0, 0, 0, 0, 0), civil_disorder=[0]),
            (End.SOLO, 0, ()),
            "solo Austria with 18 centres",
        ),
        (
            Board(OPEN, civil_disorder=[0, 1, 2, 3]),
            (End.CLOCK, None, ()),
            f"{CLOCK} Austria (in civil disorder), England (in civil disorder), "
            "France (in civil disorder), Germany (in civil disorder)",
        ),
        (
            Board((15, 13, 6, 0, 0, 0, 0), victory=Victory(15, 2)),
            (End.SOLO, 0, ()),
            "solo Austria with 15 centres",
        ),
        (
            Board((15, 14, 5, 0, 0, 0, 0), [0, 1], victory=Victory(15, 2)),
            (End.DRAW, None, (0, 1)),
            "2-way draw Austria, England",
        ),
    ],
)
def test_ending(board: Board, ending: object, described: str) -> None:
    assert board.ending == ending
    assert board.ending_in_words() == described
    assert (board.winner, board.drew) == board.ending[1:]
    assert board.conceded == (board.ending.end is End.CONCESSION)


@given(games())
def test_a_list_of_powers_has_commas(game: Facts) -> None:
    power = "|".join(POWERS)
    for drawn in (False, True):
        said = game.board().ending_in_words(drawn=drawn)
        assert not re.search(rf"({power})( \([^)]*\))? ({power})", said), said


def test_survivors_and_counts() -> None:
    board = Board((3, 31, 0, 0, 0, 0, 0), docked=(5, 1, 1, 0, 0, 0, 0), civil_disorder=[0, 2])
    assert board.survivors == (0, 1)
    assert board.dead == (2, 3, 4, 5, 6)
    assert board.active == (1,)
    assert board.counts == (0, 30, 0, 0, 0, 0, 0)


@each(
    ("board", "notes"),
    [
        (Board(OPEN), []),
        (Board((10, 10, 10, 3, 0, 0, 0)), ["33 of 34 centres: 1 unowned."]),
        (Board((10, 10, 5, 3, 0, 0, 0), year=1903), ["28 centres, 6 unowned."]),
        (Board((1, 0, 0, 0, 0, 0, 0)), [ALONE.format("Austria"), "1 of 34 centres: 33 unowned."]),
        (
            Board(OPEN, civil_disorder=[1, 2, 3]),
            [f"England, France and Germany {IDLE}", ALONE.format("Austria")],
        ),
        (
            Board(OPEN, civil_disorder=[0, 1, 2]),
            [
                f"Austria, England and France {IDLE}",
                ALONE.format("Germany"),
                "Germany is not the largest power; Austria, England and France have 10 centres.",
            ],
        ),
        (Board(OPEN, [0]), [FEW]),
        (Board(OPEN, [0], civil_disorder=[1, 2, 3]), [f"England, France and Germany {IDLE}", FEW]),
        (
            Board((16, 1, 17, 0, 0, 0, 0), [1], docked=(1, 0, 0, 0, 0, 0, 0)),
            [
                "Austria is docked 1 centre: 15 scored.",
                "England is not the largest power; France has 17 centres.",
            ],
        ),
        (
            Board((10, 12, 12, 0, 0, 0, 0), ["Austria"], docked=(0, 5, 5, 0, 0, 0, 0)),
            [
                "England is docked 5 centres: 7 scored.",
                "France is docked 5 centres: 7 scored.",
                "Austria is not the largest power; England and France have 12 centres.",
            ],
        ),
        (
            Board((18, 16, 0, 0, 0, 0, 0), [1]),
            ["Austria won with 18 centres, so the draw marks beside England do not count."],
        ),
        (Board((18, 16, 0, 0, 0, 0, 0), [0]), ["The draw mark is ignored: the game was won."]),
        (
            Board(OPEN, docked=(1, 0, 0, 5, 0, 0, 0)),
            [
                "Austria is docked 1 centre: 9 scored.",
                "Germany is docked 5 centres: 0 scored.",
                "Germany is docked 5 but has 4 centres.",
            ],
        ),
        (Board(OPEN, [2, 3], civil_disorder=[0, 1, 6]), [f"Austria and England {IDLE}"]),
        (
            Board(OPEN, [0, 2], civil_disorder=[0, 1]),
            [f"England {IDLE}", "Austria is marked in the draw, and in civil disorder."],
        ),
        (
            Board((3, 16, 15, 0, 0, 0, 0), [0]),
            ["Austria is not the largest power; England has 16 centres."],
        ),
    ],
)
def test_notes(board: Board, notes: list[str]) -> None:
    assert [*board.notes(), *map(str, board.probable_typos())] == notes


def test_all_missing_facts_are_told_together() -> None:
    with pytest.raises(Faults) as caught:
        Board(OPEN).need(year=True, eliminations=[4, 6], chart=True)
    assert [(type(fault), fault.seat) for fault in caught.value.faults] == [
        (MissingYear, None),
        (MissingElimination, 4),
        (MissingElimination, 6),
        (MissingChart, None),
    ]
    Board(OPEN, (), {"Italy": 1901}, 1901, chart={1901: OPEN}).need(year=True, eliminations=[4], chart=True)


@pytest.mark.parametrize("typed", [{"year": 1905}, {"eliminated": {"Italy": 1901}}])
def test_typed_years_that_contradict_the_chart(typed: dict[str, Any]) -> None:
    with pytest.raises(Faults, match=r"[Tt]he centre chart (says|ends)"):
        Board(OPEN, chart={1901: (5, 5, 5, 5, 5, 5, 4), 1902: OPEN}, **typed)


def test_who_is_left_out_of_a_draw() -> None:
    board = Board((9, 8, 7, 6, 4, 0, 0), [0, 1, 2], docked=(0, 0, 0, 8, 1, 0, 0), civil_disorder=[3])
    assert board.outside == (3, 4)
    assert board.left_out == (4,)
    assert board.owned == 9 + 8 + 7 + 0 + 3


def test_whether_the_table_agreed_on_the_end() -> None:
    assert Board(OPEN, [0, 2]).voted
    assert Board(OPEN, [0]).voted
    assert not Board(OPEN).voted
    assert not Board(OPEN, civil_disorder=[0, 1, 2]).voted
    assert not Board((18, 16, 0, 0, 0, 0, 0), [0, 1]).voted


def test_marks_beside_a_solo_are_ignored() -> None:
    assert Board((18, 16, 0, 0, 0, 0, 0), [POWERS[6]]).winner == 0


@pytest.mark.parametrize(("words", "joined"), [("A", "A"), ("AB", "A and B"), ("ABC", "A, B and C")])
def test_lists_as_people_write_them(words: str, joined: str) -> None:
    assert join(words) == joined
