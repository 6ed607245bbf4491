"""Who plays in each round: sit outs, two boards, kept boards and the top board."""

from collections.abc import Sequence
from typing import Any

from xl_dipscore.rules.seating.choosing import Choosing
from xl_dipscore.rules.seating.people import BoardCall, Player
from xl_dipscore.rules.seating.wishes import USUAL, Wishes

SEVEN = tuple(f"P{n}" for n in range(7))


def rated(count: int, **facts: Any) -> list[Player]:
    return [Player(f"P{n}", rating=count - n, **facts) for n in range(count)]


def choosing(players: Sequence[Player], wishes: Wishes = USUAL, **more: Any) -> Choosing:
    given: dict[str, Any] = {"kept": (), "before": {}, "first": (), "sit_out": True, "seed": 1, **more}
    return Choosing(players, wishes, **given)


def test_those_in_excess_sit_out_and_a_remark_says_so() -> None:
    its = choosing(rated(9))
    (pool,) = its.pools(1, [], "Top")
    assert len(pool.players) == 7
    assert its.before[1] == [*pool.players]
    (remark,) = its.remarks
    assert all(f"P{n}" in remark for n in range(9) if f"P{n}" not in pool.players)
    assert "drawn by lot among 9" in remark
    again = choosing(rated(9), before={1: [*pool.players]})
    (second,) = again.pools(2, [], "Top")
    assert {*pool.players} | {*second.players} == {f"P{n}" for n in range(9)}


def test_willing_players_play_on_two_boards() -> None:
    its = choosing([*rated(12), Player("Z", two_boards=True)], sit_out=False)
    (pool,) = its.pools(1, [], "Top")
    assert pool.players.count("Z") == 2
    assert its.remarks == ["Round 1: Z plays on two boards."]
    assert its.faults == []


def test_a_fault_of_one_round_leaves_the_others_to_be_checked() -> None:
    its = choosing(rated(9), sit_out=False)
    assert [len(pool.players) for pool in its.pools(1, [], "Top")] == [7]
    assert its.pools(2, [], "Top")
    assert [type(fault).__name__ for fault in its.faults] == ["NotSevens", "NotSevens"]
    few = choosing(rated(6), sit_out=False)
    assert few.pools(1, [], "Top") == []
    assert [type(fault).__name__ for fault in few.faults] == ["TooFew"]


def test_players_of_a_kept_board_are_not_seated_again() -> None:
    its = choosing(rated(14), kept=[BoardCall(1, "1", SEVEN)])
    (pool,) = its.pools(1, [], "Top")
    assert {*pool.players} == {f"P{n}" for n in range(7, 14)}
    assert pool.names == ("2",)
    assert its.before[1][:7] == [*SEVEN]
    other_round = choosing(rated(14), kept=[BoardCall(2, "1", SEVEN)])
    assert len(other_round.pools(1, [], "Top")[0].players) == 14


def test_a_top_board_that_is_kept_or_lacks_a_leader() -> None:
    wishes = Wishes(top_board=True)
    kept = choosing(rated(14), wishes, kept=[BoardCall(1, "top", tuple(f"P{n}" for n in range(7, 14)))])
    assert [pool.top for pool in kept.pools(1, [], "Top")] == [False]
    same = choosing(rated(14), wishes, kept=[BoardCall(1, "A", SEVEN)])
    assert [pool.top for pool in same.pools(1, [], "Top")] == [False]
    lacking = choosing(rated(21), wishes, kept=[BoardCall(1, "A", ("P0", *(f"P{n}" for n in range(15, 21))))])
    pools = lacking.pools(1, [], "Top")
    assert pools[0].players == tuple(f"P{n}" for n in range(1, 8))
    assert any("P0, of the first seven, stays on board A" in one for one in lacking.remarks)


def test_a_tie_for_the_top_board_is_told() -> None:
    level = [Player(f"P{n}", rating=1) for n in range(14)]
    its = choosing(level, Wishes(top_board=True))
    its.pools(1, [], "Top")
    assert any("level for the last places of the top board" in one for one in its.remarks)
