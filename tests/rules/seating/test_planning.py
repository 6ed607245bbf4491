"""The tables of a search agree with the terms they are made from."""

from itertools import combinations
from random import Random

import pytest

from xl_dipscore.rules.seating.people import BoardCall, Player
from xl_dipscore.rules.seating.planning import CostTables, Search
from xl_dipscore.rules.seating.pools import Pool
from xl_dipscore.rules.seating.terms import counting_terms
from xl_dipscore.rules.seating.wishes import Wishes, powers_of

PLAYERS = [
    Player(
        f"P{n}",
        club="C" if n % 3 == 0 else "",
        team="T" if n in (1, 8) else "",
        apart=("x",) if n in (2, 9) else (),
    )
    for n in range(14)
]
NAMES = [player.name for player in PLAYERS]
PLAYED = [BoardCall(1, name, tuple(NAMES[7 * n : 7 * n + 7])) for n, name in enumerate("AB")]


WISHES = Wishes(powers_of("regions"), team_powers=True)


def search(seed: int = 1) -> Search:
    terms = counting_terms({player.name: player for player in PLAYERS}, WISHES)
    return Search(terms, WISHES, PLAYED, Random(seed), None)


POOLS = [Pool(2, tuple(NAMES), ("A", "B"))]


def test_costs_of_pairs_and_powers() -> None:
    tables = CostTables(search(), POOLS, PLAYED)
    costs = tables.costs
    number = tables.number
    assert costs.pairs[number["P0"]][number["P3"]] == costs.pairs[number["P3"]][number["P0"]] == 20
    assert costs.pairs[number["P1"]][number["P8"]] == 40
    assert costs.pairs[number["P2"]][number["P9"]] == 40
    assert costs.pairs[number["P1"]][number["P2"]] == 0
    assert costs.met[0][1] == 1
    assert costs.met[0][7] == 0
    assert costs.near[number["P0"]][number["P3"]] == 1
    assert costs.near[number["P0"]][number["P1"]] == 0
    assert list(costs.again[:4]) == [0, 10, 40, 90]
    assert list(costs.near_again[:3]) == [0, 4, 16]
    assert tables.powers(number["P0"], 2, ())[0] == 30 + 6
    assert tables.powers(number["P0"], 2, ())[3] == 6
    assert tables.powers(number["P0"], 2, ())[1] == 0
    assert tables.powers(number["P0"], 2, ((2, 1),))[1] == 30 + 6 + 1000
    assert tables.same == {number["P1"]: {number["P8"]: 20}, number["P8"]: {number["P1"]: 20}} | {
        n: {} for n in range(14) if NAMES[n] not in ("P1", "P8")
    }


@pytest.mark.parametrize("seed", range(4))
def test_a_search_ends_with_the_cost_that_its_draw_has(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rounds at once, with somebody on two boards: the most that swaps have to keep up to date."""
    its = search(seed=seed)
    pools = [Pool(round_, (*NAMES[:13], "P0"), ("A", "B")) for round_ in (2, 3)]
    tables = CostTables(its, pools, PLAYED)
    start = [its._shuffle_pool(pool) for pool in pools]
    first = tables.cost_of_draw(start)
    cost, sat = tables.improve_draw(start, tables.lower_bound(), 3_000, 1.5, "")
    assert cost == tables.cost_of_draw(sat) <= first
    assert cost >= tables.lower_bound()
    for boards in sat:
        assert all(len({*seven}) == 7 for seven in boards)
        assert sorted(name for seven in boards for name in seven) == sorted(pools[0].players)


def test_powers_alone_are_swapped_inside_boards() -> None:
    its = search()
    tables = CostTables(its, POOLS, PLAYED)
    start = [[NAMES[:7], NAMES[7:]]]
    cost, sat = tables.improve_draw(start, 0, 2_000, 0.6, "", inside=True)
    assert [{*seven} for seven in sat[0]] == [{*NAMES[:7]}, {*NAMES[7:]}]
    assert cost < tables.cost_of_draw(start)


def test_nobody_sits_twice_on_a_shuffled_board() -> None:
    its = search()
    for _ in range(20):
        boards = its._shuffle_pool(Pool(2, (*NAMES[:11], *NAMES[:3]), ("A", "B")))
        assert all(len({*seven}) == 7 for seven in boards)


def test_a_closed_form_goes_on_with_the_same_players() -> None:
    names = [f"P{n}" for n in range(49)]
    first = [BoardCall(1, str(n), tuple(names[7 * n : 7 * n + 7])) for n in range(7)]
    wishes = Wishes()
    terms = counting_terms({name: Player(name) for name in names}, wishes)
    its = Search(terms, wishes, first, Random(1), None)
    pool = Pool(2, tuple(names), tuple("ABCDEFG"))
    closed = its._continue_closed_form([pool], first)
    assert closed is not None
    pairs = {frozenset(two) for call in first for two in combinations(call.players, 2)}
    assert all(frozenset(two) not in pairs for seven in closed for two in combinations(seven, 2))
    assert its._continue_closed_form([pool._replace(players=(*names[:48], "P99"))], first) is None
    assert its._continue_closed_form([pool._replace(round=1)], first) is None
    assert its._continue_closed_form([pool, pool], first) is None


def test_a_watch_hears_of_each_round_and_stops() -> None:
    heard: list[str] = []
    its = search()
    its.told = lambda what, progress: bool(heard.append(what)) or True
    its.run([Pool(2, tuple(NAMES), ("A", "B")), Pool(3, tuple(NAMES), ("A", "B"))])
    assert heard == ["Round 2"]
    assert its.stopped
    assert its.watch("Round 3") is None
