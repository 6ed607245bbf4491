"""Laws of every draw, with any wishes."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from xl_dipscore.rules.seating.drawing import draw
from xl_dipscore.rules.seating.explain import explain, sums
from xl_dipscore.rules.seating.people import BoardCall, Player, Record
from xl_dipscore.rules.seating.planning import CostTables, Search
from xl_dipscore.rules.seating.pools import Pool
from xl_dipscore.rules.seating.search import Hall, _acceptance_odds, _Found
from xl_dipscore.rules.seating.terms import counting_terms, terms
from xl_dipscore.rules.seating.wishes import Wishes, powers_of

pytestmark = pytest.mark.usefixtures("short")
METHODS = ["never twice", "regions", "regions=AE-FG-IRT", "wheel", "preferences", "any"]


@st.composite
def rosters(draw_: st.DrawFn) -> list[Player]:
    count = 7 * draw_(st.integers(1, 4))
    dice = Random(draw_(st.integers(0, 99)))
    return [
        Player(
            f"P{n}",
            club=dice.choice(["", "", "Bonn", "Oslo"]),
            team=dice.choice(["", "", "", "Red"]),
            apart=(dice.choice("xy"),) if n < 8 else ("x", "y") if n == 8 else (),
            novice=dice.random() < 0.3,
            prefers=tuple(dice.sample(range(7), dice.randrange(4))),
            rating=dice.choice([None, 1000, 1100, 1500]),
        )
        for n in range(count)
    ]


@st.composite
def wishes(draw_: st.DrawFn) -> Wishes:
    return Wishes(
        powers=powers_of(draw_(st.sampled_from(METHODS))),
        novices=draw_(st.sampled_from(["together", "spread", "any"])),
        novice_powers=frozenset(draw_(st.sets(st.integers(0, 6)))),
        team_powers=draw_(st.booleans()),
        by=draw_(st.sampled_from(["", "rating"])),
        groups=draw_(st.integers(0, 3)),
        top_board=draw_(st.booleans()),
        weights=draw_(st.dictionaries(st.sampled_from([one.name for one in terms()]), st.integers(0, 50))),
    )


def rated(players: list[Player], wished: Wishes) -> bool:
    """Can boards be ordered, if the wishes ask for it?"""
    ordered = wished.by or wished.groups or wished.top_board
    return not ordered or any(one.rating is not None for one in players)


SLOW = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.slow
@SLOW
@given(rosters(), wishes(), st.integers(1, 3), st.integers(0, 9))
def test_everybody_sits_once_a_round_and_the_same_again(players, wished, rounds, seed) -> None:
    if not rated(players, wished):
        return
    drawn = draw(players, range(1, rounds + 1), (), wished, seed=seed)
    for round_ in range(1, rounds + 1):
        calls = [call for call in drawn.calls if call.round == round_]
        assert sorted(name for call in calls for name in call.players) == sorted(p.name for p in players)
        assert all(len(call.players) == 7 for call in calls)
        assert len({call.name for call in calls}) == len(calls)
    assert draw(players, range(1, rounds + 1), (), wished, seed=seed) == drawn
    assert drawn.total == sum(cost.weighted for board in drawn.boards for cost in board.costs)
    assert all(one.forced <= one.times for one in drawn.sums)


def test_whoever_is_a_neighbour_again_and_again_costs_more_each_time() -> None:
    names = [f"P{n}" for n in range(7)]
    players = [Player(name) for name in names]
    wished = Wishes()
    search = Search(counting_terms({one.name: one for one in players}, wished), wished, [], Random(1), None)
    pools = [Pool(n, tuple(names), ("",)) for n in range(1, 5)]
    sat = [[names]] * 4
    calls = [BoardCall(n, "", tuple(names)) for n in range(1, 5)]
    counted = CostTables(search, pools, []).cost_of_draw(sat)
    assert counted == sum(board.total for board in explain(players, wished, calls, []))


@pytest.mark.slow
@SLOW
@given(rosters(), wishes(), st.integers(0, 9))
def test_what_the_search_counts_is_what_is_explained(players, wished, seed) -> None:
    """The search's tables, updated with each change, for rounds at once and for players on two boards."""
    names = [player.name for player in players]
    pools = [Pool(n, tuple(names), ("",) * (len(names) // 7)) for n in (2, 3)]
    played = [BoardCall(1, "1", tuple(names[:7]))]
    if len(names) == 14:
        twice = (*names[:8], *names[:6])
        pools = [Pool(2, twice, ("", "")), Pool(3, tuple(names), ("", ""))]
    listed = counting_terms({player.name: player for player in players}, wished)
    search = Search(listed, wished, played, Random(seed), None)
    table = CostTables(search, pools, played)
    start = [search._shuffle_pool(pool) for pool in pools]
    points, sat = table.improve_draw(start, table.lower_bound(), 1_500, 1.5, "")
    assert points <= table.cost_of_draw(start)
    assert points == table.cost_of_draw(sat)
    calls = [
        BoardCall(pool.round, "", tuple(seven))
        for pool, boards in zip(pools, sat, strict=True)
        for seven in boards
    ]
    assert points == sum(board.total for board in explain(players, wished, calls, played))
    assert points >= table.lower_bound()
    assert all(len({*call.players}) == 7 for call in calls)


def check_running_cost(boards: int, twice: int, rounds: int, wished: Wishes, seed: int) -> None:
    """Try swaps one by one: after each accepted swap, the running cost is the cost of the seats."""
    dice = Random(seed)
    players = [
        Player(f"P{n}", club=dice.choice(["", "Bonn", "Oslo"]), team=dice.choice(["", "Red"]), rating=n)
        for n in range(7 * boards - twice)
    ]
    names = [player.name for player in players]
    first = [BoardCall(1, "", tuple(names[start : start + 7])) for start in range(0, len(names) - 6, 7)]
    listed = counting_terms({player.name: player for player in players}, wished)
    search = Search(listed, wished, first, dice, None)
    pools = [Pool(n, (*names, *dice.sample(names, twice)), ("",) * boards) for n in range(2, 2 + rounds)]
    table = CostTables(search, pools, first)
    sat = [search._shuffle_pool(pool) for pool in pools]
    hall = Hall(*table.tickets_of(sat), table.costs)
    found = _Found(table.cost_of_draw(sat), -1, [], -1)  # a best draw that no swap reaches
    accepted = 0
    for _ in range(150):
        before = hall.ticket_at[:]
        hall._try_swaps(found, _acceptance_odds(20.0), 1, dice.random, hall.first, hall.size)
        if before != hall.ticket_at:
            accepted += 1
            now = table.boards_in(hall)
            assert found.cost == table.cost_of_draw(now)
            assert all(len({*seven}) == 7 for of_pool in now for seven in of_pool)
    assert accepted


@pytest.mark.parametrize("seed", range(3))
def test_with_two_people_on_two_boards_the_running_cost_stays_right(seed: int) -> None:
    check_running_cost(3, 2, 1, Wishes(), seed)


@pytest.mark.slow
@SLOW
@given(st.integers(2, 5), st.integers(1, 3), st.integers(1, 3), wishes(), st.integers(0, 99))
def test_after_every_swap_the_running_cost_is_the_cost_of_the_seats(
    boards, twice, rounds, wished, seed
) -> None:
    check_running_cost(boards, twice, rounds, wished, seed)


@pytest.mark.slow
@SLOW
@given(rosters(), wishes(), st.integers(0, 9))
def test_a_board_that_is_kept_stays_as_it_is(players, wished, seed) -> None:
    if not rated(players, wished) or len(players) < 14:
        return
    first = draw(players, [1], (), wished, seed=seed).calls
    kept = first[-1]
    again = draw(players, [1], first, wished, seed=seed + 1, keep=[kept.name]).calls
    assert kept not in again
    assert kept.name not in {call.name for call in again}
    names = [name for call in (*again, kept) for name in call.players]
    assert sorted(names) == sorted(player.name for player in players)


def test_a_term_counts_what_it_says() -> None:
    """The costs, computed from the boards alone."""
    players = [Player(f"P{n}") for n in range(14)]
    wished = Wishes(powers_of("regions"))
    calls = draw(players, [1, 2, 3], (), wished, seed=3).calls
    met: Counter[frozenset[str]] = Counter()
    powers: Counter[tuple[str, int]] = Counter()
    for call in calls:
        met.update(map(frozenset, combinations(call.players, 2)))
        powers.update((name, power) for power, name in enumerate(call.players))
    told = {one.title: one.times for one in sums(players, wished, explain(players, wished, calls))}
    assert told["Meetings again"] == sum(n * (n - 1) // 2 for n in met.values())
    assert told.get("Powers again", 0) == sum(n - 1 for n in powers.values())
    assert len(Record(calls).met) == len(met)
