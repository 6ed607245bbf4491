"""Notes where a vote, a concession or the size of a draw contradicts a system's rules; no score changes."""

import pytest

from tests.boards import full
from tests.each import each
from xl_dipscore import Board, score
from xl_dipscore.rules.system import find
from xl_dipscore.tables.functions.boards import dip_check

GONE = [None] * 4 + [1902, 1903, 1904]


def notes(key: str, board: Board, **options: object) -> list[str]:
    return list(find(key).notes(board, **options))


def left_out(owned: int, *, size: int = 3, **facts: object) -> Board:
    """A draw of three that own so many, and one survivor outside it."""
    return full(owned - 18, 10, 8, 34 - owned, 0, 0, 0, draw=range(size), **facts)


@pytest.mark.parametrize(("key", "votes"), [("ORIGINS", 30), ("AVALONCON92", 29)])
def test_the_centres_that_pass_a_draw(key: str, votes: int) -> None:
    assert notes(key, left_out(votes)) == []
    assert notes(key, left_out(votes - 1)) == [
        f"A draw takes the votes of {votes} centres; its members own {votes - 1}."
    ]
    assert notes(key, left_out(votes - 1, size=0)) == []  # stopped by the clock


def test_a_draw_of_all_survivors_passes_whatever_they_own() -> None:
    few = Board((10, 9, 8, 0, 0, 0, 0), range(3))
    assert notes("ORIGINS", few) == []


def test_a_docked_centre_still_votes() -> None:
    board = left_out(30, docked=(1, 0, 0, 0, 0, 0, 0))
    assert notes("ORIGINS", board) == ["Austria is docked 1 centre: 11 scored."]


def test_avaloncon_scores_a_small_concession_with_a_note() -> None:
    small, large = full(14, 10, 10, 0, 0, 0, 0, draw=[0]), full(15, 10, 9, 0, 0, 0, 0, draw=[0])
    assert notes("AVALONCON92", small) == ["A concession takes 15 centres; Austria has 14 centres."]
    assert score("AVALONCON92", small) == (14 + 15, 10, 10, 0, 0, 0, 0)
    assert notes("AVALONCON92", large) == notes("YERKEY", small) == []


@pytest.mark.parametrize("key", ["DIXIECON", "PREZCON"])
def test_no_vote_before_the_fall_of_1905_is_over(key: str) -> None:
    told = ["There is no vote before the Fall of 1905 is over; this game ended in 1904."]
    drawn, conceded = full(12, 10, 8, 4, 0, 0, 0, draw=[0, 1]), full(12, 10, 8, 4, 0, 0, 0, draw=[0])
    for marked in (drawn, conceded):
        sooner = Board(marked.centres, marked.draw, GONE, 1904)
        later = Board(marked.centres, marked.draw, GONE, 1905)
        assert notes(key, sooner) == told
        assert notes(key, later) == []
        assert score(key, sooner) == score(key, later)
    assert notes(key, Board(drawn.centres, drawn.draw, GONE)) == []  # nobody knows when
    assert notes(key, Board(drawn.centres, (), GONE, 1904)) == []  # the clock asks nobody
    assert notes(key, Board((18, 12, 4, 0, 0, 0, 0), (), year=1904)) == []
    alone = Board((16, 10, 8, 0, 0, 0, 0), year=1904, civil_disorder=[1, 2])
    assert told[0] not in notes(key, alone)


@each(("key", "largest"), [("DCC", 6), ("WBC", 5), ("AVALONCON92", 4), ("YERKEY", 4), ("OLLOY", 3)])
def test_draws_that_get_nothing(key: str, largest: int) -> None:
    for size in range(2, 8):
        all_drew = full(*[5] * (size - 1), 34 - 5 * (size - 1), *[0] * (7 - size), draw=range(size))
        if all_drew.winner is None:
            told = [f"There are no points for a {size}-way draw, only for draws of at most {largest}."]
            assert notes(key, all_drew) == (told if size > largest else [])


def test_the_table_of_draws_tells_which_is_the_largest() -> None:
    four = full(9, 9, 8, 8, 0, 0, 0, draw=range(4))
    assert notes("WBC", four, draw=(22, 10)) == [
        "There are no points for a 4-way draw, only for draws of at most 3."
    ]
    assert notes("WBC", four, draw=()) == []


def test_the_check_says_it() -> None:
    assert dip_check("OLLOY", [9, 9, 8, 8, 0, 0, 0], ["x"] * 4 + [None] * 3) == [
        [
            "OK: 4-way draw Austria, England, France, Germany. "
            "Note: There are no points for a 4-way draw, only for draws of at most 3."
        ]
    ]


@each(
    ("key", "words"),
    [
        ("ORIGINS", "30 centres pass a draw"),
        ("AVALONCON92", "29 centres pass a draw or a concession"),
        ("DIXIECON", "none before the Fall of 1905"),
        ("PREZCON", "none before the Fall of 1905"),
        ("WBC", "six or seven gets no bonus"),
        ("YERKEY", "Larger draws get no bonus"),
        ("OLLOY", "Larger draws get nothing"),
    ],
)
def test_the_rule_is_in_the_systems_text(key: str, words: str) -> None:
    assert words in " ".join(find(key).rule_text.replace("\n", " ").split())
