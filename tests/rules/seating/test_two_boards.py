"""Draws with players on two boards of a round: as cheap as a crude search finds, in little time."""

from __future__ import annotations

import time
from collections import Counter
from itertools import combinations
from statistics import median

import pytest

from xl_dipscore.rules.seating.drawing import draw
from xl_dipscore.rules.seating.people import NEIGHBOURS, BoardCall, Player
from xl_dipscore.rules.seating.search import Progress
from xl_dipscore.rules.seating.wishes import Wishes


def people(count: int, twice: int) -> list[Player]:
    return [Player(f"P{n}", two_boards=n < twice) for n in range(count)]


def first_round(players: list[Player], twice: int) -> list[BoardCall]:
    """The players in the order of the list; those on two boards are on the first and on the last one."""
    names = [player.name for player in (*players, *players[:twice])]
    return [BoardCall(1, f"{n}", tuple(names[n : n + 7])) for n in range(0, len(names), 7)]


def cost_after(first: list[BoardCall], second: list[BoardCall]) -> int:
    """The cost of a second round, by the published weights: 10 met, 4 neighbours, 30 power, 1000 at once."""
    met: Counter[frozenset[str]] = Counter()
    near: Counter[frozenset[str]] = Counter()
    had: Counter[tuple[str, int]] = Counter()
    now: Counter[tuple[str, int]] = Counter()
    total = 0
    for call in (*first, *second):
        cost = 0
        for (k, a), (m, b) in combinations(call.seats, 2):
            pair = frozenset((a, b))
            cost += 10 * met[pair] ** 2
            met[pair] += 1
            if m in NEIGHBOURS[k]:
                cost += 4 * near[pair] ** 2
                near[pair] += 1
        for power, name in call.seats:
            cost += 30 * had[name, power] ** 2 + 1000 * now[name, power]
            had[name, power] += 1
            now[name, power] += call.round == 2
        total += cost if call.round == 2 else 0
    return total


@pytest.mark.slow
@pytest.mark.parametrize(("count", "twice", "crude"), [(20, 1, 190), (27, 1, 140), (25, 3, 260), (47, 2, 40)])
def test_five_draws_are_as_cheap_as_a_crude_search(count: int, twice: int, crude: int) -> None:
    """crude: what a search by chance with exact costs found in twelve seconds, recorded once."""
    players = people(count, twice)
    first = first_round(players, twice)
    totals = []
    for seed in range(5):
        start = time.process_time()
        drawn = draw(players, [2], first, seed=seed)
        assert time.process_time() - start <= 3
        assert drawn.total == cost_after(first, [*drawn.calls])
        totals.append(drawn.total)
    assert median(totals) <= 1.05 * crude


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [4, 7])
def test_all_rounds_of_35_seats_take_ten_seconds_at_most(rounds: int) -> None:
    players = [
        Player(one.name, two_boards=one.two_boards, team="RST"[n % 3] if n < 20 else "", prefers=(n % 7,))
        for n, one in enumerate(people(33, 2))
    ]
    start = time.process_time()
    drawn = draw(players, range(1, rounds + 1), (), Wishes(team_powers=True), seed=1)
    assert time.process_time() - start <= 10
    assert len(drawn.calls) == 5 * rounds


def test_stop_gives_the_best_draw_so_far() -> None:
    players = people(25, 3)
    told: list[Progress] = []

    def watch(what: str, progress: Progress) -> bool:
        told.append(progress)
        return len(told) == 20

    drawn = draw(players, [2], first_round(players, 3), seed=1, told=watch)
    assert not drawn.complete
    assert len(told) == 20
    assert drawn.total <= min(progress.best for progress in told)
