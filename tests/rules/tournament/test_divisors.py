"""Facts that change the rounds that a total counts: each is a doubt, and right events have none."""

from collections.abc import Sequence
from random import Random

import pytest

from tests.each import each
from tests.rules.tournament.events import board, games
from tests.rules.tournament.test_exchanged_names import right
from xl_dipscore.rules.event.settings import USUAL, Settings
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.doubts.divisors import (
    FinalWithNumber,
    OneRoundAsTwo,
    PlannedRoundsMissing,
    SkippedRounds,
    odd_rounds,
)
from xl_dipscore.rules.tournament.problems import problems
from xl_dipscore.rules.tournament.standings import standings

KINDS = (FinalWithNumber, OneRoundAsTwo, PlannedRoundsMissing, SkippedRounds)
COUNTS = ((10, 9, 8, 7, 0, 0, 0), (12, 11, 11, 0, 0, 0, 0), (9, 9, 9, 7, 0, 0, 0), (16, 10, 8, 0, 0, 0, 0))


def event(rounds: Sequence[Sequence[Sequence[str]]], names: Sequence[object] = ()):
    """The games of these boards. names: the names of the rounds; by default 1, 2, 3 ..."""
    numbered = names or range(1, len(rounds) + 1)
    return games(
        *(
            board(COUNTS[n % 4], players, number, "ABCD"[n])
            for number, boards in zip(numbered, rounds, strict=True)
            for n, players in enumerate(boards)
        )
    )


def doubts(listed, settings=USUAL) -> list[type]:
    found = problems(find("DCC"), listed, settings)
    return [type(one.fault) for one in found if isinstance(one.fault, KINDS)]


@pytest.mark.slow
def test_300_right_events_have_none() -> None:
    for seed in range(300):
        assert [*odd_rounds(event(right(seed)), USUAL, None)] == []


@each("seed", range(6))
def test_a_skipped_number_is_a_doubt(seed: int) -> None:
    rounds = right(seed)
    at = Random(seed).randrange(len(rounds))
    names = [n + 1 + (n >= at) for n in range(len(rounds))]
    assert doubts(event(rounds, names)) == [SkippedRounds]


def test_a_round_of_boards_that_do_not_count_is_skipped_too() -> None:
    names = [f"P{n}" for n in range(7)]
    left_out = board(COUNTS[1], names, 2, "A", not_counted=["x"] * 7)
    assert doubts(games(board(COUNTS[0], names), left_out, board(COUNTS[2], names, 3))) == [SkippedRounds]
    assert doubts(games(board(COUNTS[0], names), left_out)) == []


@pytest.mark.parametrize("over", [True, None])
def test_planned_rounds_are_missing_only_when_the_event_is_over(over: bool | None) -> None:
    listed = event(right(1))
    planned = len({game.round for game in listed}) + 1
    expected = [PlannedRoundsMissing] if over else []
    assert doubts(listed, Settings(rounds=planned, over=over)) == expected
    finished = event([*right(1), [[f"P{n}" for n in range(7)]]], [*range(1, planned), "Final"])
    assert PlannedRoundsMissing in doubts(finished, Settings(rounds=planned))


def test_a_final_with_a_number_and_a_round_with_two_numbers() -> None:
    names = [f"P{n:02}" for n in range(14)]
    rounds = [[names[:7], names[7:]], [names[::2], names[1::2]]]
    so_far = event(rounds)
    assert doubts(so_far) == []
    best = [row.player for row in standings(find("DCC"), so_far)][:7]
    assert doubts(event([*rounds, [best]])) == [FinalWithNumber]
    assert doubts(event([*rounds, [best]], [1, 2, "Final"])) == []
    assert doubts(event([*rounds, [names[:7]]])) == []
    split = games(
        *(
            board(COUNTS[n], its, round_, name)
            for n, its, round_, name in (
                (0, names[:7], 1, "A"),
                (1, names[7:], 1, "B"),
                (2, names[::2], 2, "A"),
                (3, names[1::2], 3, "B"),
            )
        )
    )
    assert doubts(split) == [OneRoundAsTwo]
