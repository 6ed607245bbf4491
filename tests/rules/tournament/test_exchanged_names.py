"""Names left from another event, and names that exchanged their last words: found, with no false alarm."""

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from tests.each import each
from tests.rules.tournament.events import board, games
from xl_dipscore.rules.tournament.doubts.exchanged import CrossedNames, NamesOfAnotherEvent, exchanged_names

FIRST = ("Ann", "Bob", "Cas", "Dan", "Eve", "Flo")
LAST = ("Ash", "Bell", "Cox", "Dee", "Elm", "Fir")
GRID = [f"{first} {last}" for first, last in product(FIRST, LAST)]
"""Names that share every first and every last word: the hardest for a doubt about crossed names."""
OTHERS = [f"{first} {last}" for first, last in zip("GHIJKLM", "NOPQRST", strict=True)]
FOUR = (10, 9, 8, 7, 0, 0, 0)
Seats = list[list[list[str]]]
"""The names on each board of each round."""


def right(seed: int) -> Seats:
    """Two to five rounds of one to four boards; some people come late, leave early or sit out."""
    chance = Random(seed)
    names = chance.sample(GRID, len(GRID))
    boards, keeps = chance.randint(1, 4), chance.choice((1.0, 0.95, 0.8, 0.5))
    here, fresh = names[: 7 * boards], names[7 * boards :]
    rounds = []
    for _ in range(chance.randint(2, 5)):
        leaving = [n for n in range(len(here)) if chance.random() > keeps][: len(fresh)]
        for n in leaving:
            here[n], back = fresh.pop(), here[n]
            if chance.random() < 0.5:
                fresh.insert(0, back)
        seated = chance.sample(here, len(here))
        rounds.append([seated[7 * n : 7 * n + 7] for n in range(boards)])
    return rounds


def doubts(rounds: Seats, roster: Sequence[str] = ()) -> list[tuple[type, object, str]]:
    listed = [
        board(FOUR, names, number, n)
        for number, boards in enumerate(rounds, 1)
        for n, names in enumerate(boards, 1)
    ]
    found = exchanged_names(games(*listed), roster)
    return [(type(one.fault), one.round, one.board) for one in found]


@pytest.mark.slow
def test_nothing_is_told_of_300_right_events() -> None:
    events = [right(seed) for seed in range(300)]
    assert [seed for seed, event in enumerate(events) if doubts(event)] == []
    everybody = [doubts(event, GRID) for event in events]
    assert not any(everybody)


@each("seed", range(8))
def test_the_names_of_a_board_left_from_another_event(seed: int) -> None:
    chance = Random(seed)
    names = GRID[: 7 * chance.randint(2, 4)]
    event = [_seated(chance, names) for _ in range(chance.randint(2, 4))]
    round_, number = chance.randrange(len(event)), chance.randrange(len(event[0]))
    event[round_][number] = OTHERS
    assert doubts(event) == [(NamesOfAnotherEvent, round_ + 1, str(number + 1))]


@each("seed", range(8))
def test_two_names_of_a_board_that_are_crossed(seed: int) -> None:
    """With the list of players one round is enough; without it, the two must play in the other rounds."""
    chance = Random(seed)
    names = [f"{first} {last}" for first, last in zip("ABCDEFGHIJKLMN", "OPQRSTUVWXYZÄÖ", strict=True)]
    event = [_seated(chance, names) for _ in range(chance.randint(1, 3))]
    round_, number = chance.randrange(len(event)), chance.randrange(2)
    first, second = chance.sample(range(7), 2)
    seats = event[round_][number]
    (a, b), (c, d) = seats[first].split(), seats[second].split()
    seats[first], seats[second] = f"{a} {d}", f"{c} {b}"
    found = [(CrossedNames, round_ + 1, str(number + 1))]
    assert doubts(event, names) == found
    kinds = [kind for kind, *_ in doubts(event)]
    assert kinds == ([CrossedNames] if len(event) > 1 else [])
    if len(event) > 2:
        assert doubts(event) == found


def _seated(chance: Random, names: Sequence[str]) -> list[list[str]]:
    seated = chance.sample(names, len(names))
    return [seated[n : n + 7] for n in range(0, len(seated), 7)]
