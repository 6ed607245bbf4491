"""Closed forms: nobody meets twice, and every power once."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tests.each import each
from tests.samples import slow_but
from xl_dipscore.rules.seating.designs import Residues, following_rounds, round_of, slopes
from xl_dipscore.rules.seating.drawing import draw
from xl_dipscore.rules.seating.people import BoardCall, Player
from xl_dipscore.rules.seating.wishes import Wishes, powers_of

FIELDS = (7, 8, 9, 11, 13, 16, 25, 27)


def met_twice(calls: list[BoardCall]) -> int:
    met = Counter(frozenset(pair) for call in calls for pair in combinations(call.players, 2))
    return sum(n - 1 for n in met.values())


def powers_twice(calls: list[BoardCall]) -> int:
    had = Counter((name, power) for call in calls for power, name in enumerate(call.players))
    return sum(n - 1 for n in had.values())


@each("size", FIELDS)
def test_a_field_has_inverses(size: int) -> None:
    numbers = Residues(size)
    for a in range(1, size):
        assert sorted(numbers.times(a, b) for b in range(size)) == [*range(size)]
        assert numbers.minus(a, a) == 0
    assert len(slopes(size)) == size


@pytest.mark.parametrize("boards", range(1, 36))
def test_nobody_meets_twice_on_any_slopes(boards: int) -> None:
    first = [[f"{x}.{g}" for g in range(7)] for x in range(boards)]
    calls = [
        BoardCall(n, "", tuple(seven))
        for n, slope in enumerate(slopes(boards))
        for seven in round_of(first, slope)
    ]
    assert all(len({*call.players}) == 7 for call in calls)
    assert met_twice(calls) == 0
    assert bool(calls) == (boards >= 7)


def test_what_is_of_no_closed_form_does_not_go_on() -> None:
    first = [[f"{x}.{g}" for g in range(7)] for x in range(7)]
    second = round_of(first, 1)
    assert len(following_rounds([first, second])) == 7 - 2
    second[0][0], second[1][0] = second[1][0], second[0][0]
    assert following_rounds([first, second]) == []
    assert following_rounds([]) == following_rounds([first, first[:6]]) == []


@pytest.mark.parametrize("players", slow_but([49, 56], [49, 56, 63, 77, 91]))
@pytest.mark.parametrize("how", ["by rounds", "at once"])
def test_seven_rounds_every_power_once_and_nobody_met_twice(players: int, how: str) -> None:
    roster = [Player(f"P{n}") for n in range(players)]
    if how == "at once":
        calls = [*draw(roster, range(1, 8), seed=1).calls]
    else:
        calls = []
        for round_ in range(1, 8):
            calls += draw(roster, [round_], calls, seed=round_).calls
    assert len(calls) == 7 * players // 7
    assert met_twice(calls) == 0
    assert powers_twice(calls) == 0


def test_powers_are_chosen_within_a_closed_form() -> None:
    """Regions and no meeting again: both at their bounds."""
    roster = [Player(f"P{n}") for n in range(49)]
    drawn = draw(roster, [1, 2, 3], (), Wishes(powers_of("regions")), seed=1)
    assert [str(one) for one in drawn.sums] == ["Regions again: 14; no draw could avoid them."]
    assert drawn.remarks == (
        "With regions of 2, 2 and 3 powers, 7 players cannot play 3 rounds without playing in a region "
        "again 2 times.",
    )


@pytest.mark.slow
@pytest.mark.parametrize(("players", "pairs"), [(28, 72), (35, 60)])
def test_four_rounds_at_the_bound(players: int, pairs: int) -> None:
    roster = [Player(f"P{n}") for n in range(players)]
    drawn = draw(roster, [1, 2, 3, 4], seed=2)
    assert str(drawn.sums[0]) == f"Meetings again: {pairs}; no draw could avoid them."
    assert powers_twice([*drawn.calls]) == 0


def test_the_wheel_turns() -> None:
    players = [Player(f"P{n}") for n in range(14)]
    calls = draw(
        players, [1, 2, 3], (), Wishes(powers_of("wheel"), weights={"met": 0, "neighbours": 0}), seed=1
    ).calls
    had = {(call.round, name): power for call in calls for power, name in enumerate(call.players)}
    order = [1, 4, 5, 6, 3, 2, 0]
    assert all(
        had[round_ + 1, one.name] == order[(order.index(had[round_, one.name]) + 1) % 7]
        for one in players
        for round_ in (1, 2)
    )
