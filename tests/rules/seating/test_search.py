"""The search: costs that it counts step by step are those of its seats, counted plainly."""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.each import each
from xl_dipscore.rules.seating.people import NEIGHBOURS
from xl_dipscore.rules.seating.search import COOLING, Costs, Hall, Progress, _acceptance_odds, _levels

PEOPLE, ROUNDS = 14, 2
TICKETS = [(person, round_) for round_ in range(ROUNDS) for person in range(PEOPLE)]
POOLS = [range(14), range(14, 28)]
"""Two boards in each of two rounds."""


def table(dice: Random, *numbers: int) -> list[list[int]]:
    """A symmetrical table by two people, with random numbers."""
    rows = [[0] * PEOPLE for _ in range(PEOPLE)]
    for p, q in combinations(range(PEOPLE), 2):
        rows[p][q] = rows[q][p] = dice.choice(numbers)
    return rows


def costs_of(dice: Random) -> Costs:
    liked = [[dice.randrange(9) for _ in range(7)] for _ in range(PEOPLE)]
    return Costs(
        table(dice, 0, 0, 5),
        table(dice, 0, 1),
        table(dice, 0, 0, 1),
        (0, 10, 30, 60, 100),
        (0, 2, 6, 12, 20),
        lambda person, round_, beside: liked[person],
    )


def plain_cost(hall: Hall) -> int:
    """The cost of the seats as they are, from the tables of costs alone."""
    costs, total = hall.costs, 0
    met, near = [[*row] for row in costs.met], [[*row] for row in costs.near]
    for start in range(0, len(hall.ticket_at), 7):
        seven = hall.ticket_at[start : start + 7]
        who = [hall.who[ticket] for ticket in seven]
        total += sum(costs.powers(who[seat], hall.round[one], ())[seat] for seat, one in enumerate(seven))
        for (k, p), (m, q) in combinations(enumerate(who), 2):
            total += costs.pairs[p][q] + costs.again[met[p][q]]
            met[p][q] = met[q][p] = met[p][q] + 1
            if m in NEIGHBOURS[k]:
                total += costs.near_again[near[p][q]]
                near[p][q] = near[q][p] = near[p][q] + 1
    return total


def search(hall: Hall, cost: int, *, bound: int = 0, moves: int = 3000, **how: Any) -> int:
    return hall.anneal(Random(1), cost, bound, moves=moves, heat=20, cold=1, **how)


def people_on(hall: Hall) -> list[set[int]]:
    return [{*hall.ticket_at[start : start + 7]} for start in range(0, len(hall.ticket_at), 7)]


@each("seed", range(4))
@each("rounds", [1, 2])
def test_the_running_cost_is_that_of_the_seats(seed: int, rounds: int) -> None:
    hall = Hall(TICKETS[: 14 * rounds], POOLS[:rounds], costs_of(Random(seed)))
    before = plain_cost(hall)
    found = search(hall, before)
    assert found == plain_cost(hall) < before
    assert [ticket for one in people_on(hall) for ticket in sorted(one)] != [*range(14 * rounds)]
    assert sorted(hall.ticket_at) == [*range(14 * rounds)]
    assert [hall.seat_of[ticket] for ticket in hall.ticket_at] == [*range(14 * rounds)]


def test_neighbours_alone_are_seated_apart() -> None:
    nothing = [[0] * PEOPLE for _ in range(PEOPLE)]
    near = [[int(p != q and {p, q} <= {0, 1}) for q in range(PEOPLE)] for p in range(PEOPLE)]
    costs = Costs(nothing, nothing, near, (0,) * 9, (0, 7, 21), lambda *its: [0] * 7)
    hall = Hall(TICKETS[:7], [range(7)], costs)  # Austria and England are no neighbours
    hall.sit([0, 2, 3, 4, 1, 5, 6])  # Austria and Italy are
    assert plain_cost(hall) == 7
    assert search(hall, 7, moves=400) == plain_cost(hall) == 0


def test_team_mates_with_one_power_cost_what_the_table_says() -> None:
    nothing = [[0] * PEOPLE for _ in range(PEOPLE)]
    costs = Costs(nothing, nothing, nothing, (0,) * 9, (0,) * 9, lambda *its: [0] * 7, {0: {7: 4}, 7: {0: 4}})
    hall = Hall(TICKETS[:14], [range(14)], costs)  # both are Austria, on two boards
    assert search(hall, 4, moves=400) == 0
    assert hall.seat_of[0] % 7 != hall.seat_of[7] % 7


def test_tickets_stay_in_their_pool_and_inside_on_their_board() -> None:
    hall = Hall(TICKETS[:14], [range(7), range(7, 14)], costs_of(Random(1)))
    search(hall, plain_cost(hall))
    assert people_on(hall) == [{*range(7)}, {*range(7, 14)}]
    whole = Hall(TICKETS[:14], [range(14)], costs_of(Random(1)))
    before = plain_cost(whole)
    found = search(whole, before, inside=True)
    assert people_on(whole) == [{*range(7)}, {*range(7, 14)}]
    assert found == plain_cost(whole) < before


def test_a_person_on_two_boards_never_sits_twice_on_one() -> None:
    tickets = [(person % 13, 0) for person in range(14)]  # person 0 has two tickets
    hall = Hall(tickets, [range(14)], costs_of(Random(3)))
    found = search(hall, plain_cost(hall))
    assert found == plain_cost(hall)
    assert all(len({hall.who[ticket] for ticket in board}) == 7 for board in people_on(hall))


def test_a_search_ends_at_its_bound_and_when_it_is_stopped() -> None:
    hall = Hall(TICKETS[:14], POOLS[:1], costs_of(Random(1)))
    cost, seats = plain_cost(hall), hall.ticket_at[:]
    assert search(hall, cost, bound=cost) == cost
    seen: list[Progress] = []

    def stop(progress: Progress) -> bool:
        seen.append(progress)
        return True

    assert search(hall, cost, watch=stop) == cost
    assert seen == [Progress(0, cost, 0)]
    assert hall.ticket_at == seats
    shares: list[float] = []
    best = search(hall, cost, watch=lambda its: bool(shares.append(its.done)), moves=700)
    assert shares == sorted(shares)
    assert 0 == shares[0] < shares[-1] < 1
    near = replace(hall.costs)
    again = Hall(TICKETS[:14], POOLS[:1], near)
    assert best <= search(again, cost, bound=cost - 1, moves=700) <= cost - 1


def test_the_same_seed_gives_the_same_seats() -> None:
    halls: Sequence[Hall] = [Hall(TICKETS, POOLS, costs_of(Random(5))) for _ in range(2)]
    for hall in halls:
        search(hall, plain_cost(hall), moves=500)
    assert halls[0].ticket_at == halls[1].ticket_at


def test_temperatures_fall_to_the_coldest() -> None:
    levels = _levels(10, 8.6)
    assert levels == [10, 10 * COOLING, 10 * COOLING * COOLING, 8.6]
    assert _levels(8, 8) == [8]


@pytest.mark.parametrize("temperature", [1, 2.5, 40])
def test_odds_fall_as_the_exponential_does(temperature: float) -> None:
    odds = _acceptance_odds(temperature)
    assert len(odds) == 12 * temperature + 1
    assert odds[0] == 1
    for rise, likely in enumerate(odds):
        assert likely == pytest.approx(math.exp(-rise / temperature), rel=0.08)
