"""Lower bounds, compared with counting by hand or trying everything."""

from itertools import permutations
from random import Random

from xl_dipscore.rules.seating.bounds import (
    count_forced_meetings,
    count_forced_pairs,
    count_mixed_pairs,
    least,
)


def test_players_spread_over_boards_share_as_few_as_possible() -> None:
    assert count_forced_pairs(0, 3) == count_forced_pairs(3, 3) == 0
    assert count_forced_pairs(4, 3) == 1
    assert count_forced_pairs(7, 3) == 3 + 1 + 1
    assert count_forced_pairs(7, 1) == 7 * 6 // 2


def test_players_of_one_kind_fill_boards_of_their_own() -> None:
    assert [count_mixed_pairs(count) for count in (0, 7, 14, 1, 6, 9)] == [0, 0, 0, 6, 6, 2 * 5]
    assert count_mixed_pairs(4, 3) == 1 * 2


def test_meetings_of_those_who_play_both_rounds() -> None:
    assert count_forced_meetings(28, 4, 4) == 4 * (3 * 1)
    assert count_forced_meetings(7, 1, 1) == 7 * 6 // 2
    assert count_forced_meetings(5, 2, 3) == 0
    assert count_forced_meetings(8, 2, 3) == 1 + 1


def test_the_cheapest_powers_of_seven_players() -> None:
    for seed in range(3):
        dice = Random(seed)
        costs = [[dice.randrange(10) for _ in range(7)] for _ in range(7)]
        cheapest = min(
            sum(cost[p] for cost, p in zip(costs, way, strict=True)) for way in permutations(range(7))
        )
        assert least(costs) == cheapest


def test_each_power_goes_to_a_seventh_of_the_players() -> None:
    assert least([]) == 0
    assert least([[0, 1, 1, 1, 1, 1, 1]] * 14) == 12
    assert least([[int(power != n % 7) for power in range(7)] for n in range(13, -1, -1)]) == 0
