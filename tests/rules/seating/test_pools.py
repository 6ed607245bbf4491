"""Pools of a round: names of boards, standing, groups and the top board."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.each import each
from xl_dipscore.rules.seating.people import Player
from xl_dipscore.rules.seating.pools import (
    NoStanding,
    Pool,
    fixed_by_standing,
    make_name_giver,
    may_play_twice,
    order_by_standing,
    pools_of,
    scoring_groups,
    tied_at_the_cut,
)
from xl_dipscore.rules.seating.wishes import Wishes


def rated(count: int) -> list[Player]:
    """P0 is rated best."""
    return [Player(f"P{n}", rating=count - n) for n in range(count)]


def names(*numbers: int) -> list[str]:
    return [f"P{n}" for n in numbers]


def pools(count: int, wishes: Wishes, *more: str) -> list[Pool]:
    here = [*names(*range(count)), *more]
    return pools_of(rated(count), 1, here, wishes, make_name_giver(["Blue"], ["1"]))


def test_names_of_boards() -> None:
    give = make_name_giver(["Blue", "Red"], ["blue", "2"])
    assert give(2) == ("Red", "1")
    assert give(2) == ("3", "4")
    assert make_name_giver([], ["1"])(2, "1") == ("1", "1")


def test_all_players_or_groups_by_standing() -> None:
    assert pools(14, Wishes()) == [Pool(1, tuple(names(*range(14))), ("Blue", "2"))]
    grouped = pools(21, Wishes(groups=2))
    assert [len(one.players) for one in grouped] == [14, 7]
    assert [one.names for one in grouped] == [("Blue", "2"), ("3",)]
    assert pools_of([], 1, [], Wishes(), make_name_giver([], [])) == []
    assert grouped[0].share.boards == 2


def test_the_top_board() -> None:
    top, rest = pools(14, Wishes(top_board=True))
    assert (top.players, top.names, top.top) == (tuple(names(*range(7))), ("Top",), True)
    assert (len(rest.players), rest.top) == (7, False)
    assert [one.top for one in pools(7, Wishes(top_board=True))] == [True]


def test_nobody_sits_twice_on_the_only_board_of_a_group() -> None:
    for pool in pools(13, Wishes(groups=1), "P12"):
        assert len({*pool.players}) == 7


def order(players: Sequence[Player], wishes: Wishes, first: Sequence[str] = ()) -> list[str]:
    return order_by_standing(players, [one.name for one in players], wishes, first)


def test_an_order_by_standing() -> None:
    some = [Player("A", rating=1), Player("B", rating=3), Player("C"), Player("D", rating=2, unranked=True)]
    assert order(some, Wishes()) == ["A", "B", "C", "D"]
    assert order(some, Wishes(by="rating")) == ["B", "A", "C", "D"]
    assert order(some, Wishes(groups=1), ["C"]) == ["C", "B", "A", "D"]
    assert order_by_standing(some, ["A", "C"], Wishes(by="rating")) == ["A", "C"]
    scored = [Player("A", score=1, rating=9), Player("B", score=1, rating=10), Player("C", score=2)]
    assert order(scored, Wishes(groups=1)) == ["C", "A", "B"]
    assert order(scored, Wishes(scoring_groups=1)) == ["C", "B", "A"]
    for wishes in (Wishes(by="score"), Wishes(groups=1)):
        with pytest.raises(NoStanding):
            order([Player("A")], wishes)


def test_those_who_are_level_at_the_cut() -> None:
    def tied(*ratings: int) -> list[str]:
        some = [Player(f"P{n}", rating=rating) for n, rating in enumerate(ratings)]
        wishes = Wishes(top_board=True)
        return tied_at_the_cut(some, order(some, wishes), wishes, ())

    assert tied(9, 8, 7, 6, 5, 4, 3, 3) == names(6, 7)
    assert tied(9, 8, 7, 6, 5, 3, 3, 3, 1) == names(5, 6, 7)
    assert tied(9, 8, 7, 6, 5, 4, 3, 2) == []
    assert tied(9, 8, 7, 6, 5, 4, 4) == []


@each(
    ("count", "wishes", "fixed"),
    [
        (15, {}, 0),
        (14, {"top_board": True}, 0),
        (6, {"top_board": True}, 0),
        (15, {"top_board": True}, 7),
        (22, {"top_board": True}, 7),
        (22, {"groups": 1}, 14),
        (24, {"groups": 2}, 14),
        (17, {"groups": 2}, 0),
    ],
)
def test_players_whose_place_the_standings_fix(count: int, wishes: Any, fixed: int) -> None:
    found = fixed_by_standing(names(*range(count)), Wishes(**wishes))
    assert found == names(*range(fixed))


def test_who_may_play_twice_beside_a_single_board() -> None:
    every = names(*range(14))
    top = Wishes(top_board=True)
    assert may_play_twice(every[:13], top) == every[:7]
    assert may_play_twice(every, top) == every
    assert may_play_twice(every[:13], Wishes()) == every[:13]


@each("count", [1, 2, 3, 4])
@each("players", [7, 14, 28, 35, 63])
def test_scoring_groups_are_sevens_in_order(players: int, count: int) -> None:
    groups = scoring_groups(names(*range(players)), count)
    assert sorted(name for group in groups for name in group) == sorted(names(*range(players)))
    assert [len(group) % 7 for group in groups] == [0] * len(groups)
    assert len(groups) <= count + 1
    sizes = [len(group) for group in groups]
    assert max(sizes) - min(sizes) <= 21


def test_scoring_groups_move_players_from_the_middle() -> None:
    assert scoring_groups(names(*range(21)), 1) == [names(*range(21))]
    first, middle, last = scoring_groups(names(*range(21)), 2)
    assert first == names(0, 1, 2, 7, 8, 9, 10)
    assert middle == names(3, 4, 5, 6, 14, 15, 16)
    assert last == names(11, 12, 13, 17, 18, 19, 20)
    three = scoring_groups(names(*range(28)), 3)
    assert [len(group) for group in three] == [7, 14, 7]
    assert three[0][:3] == names(0, 1, 2)
    assert three[2][-3:] == names(25, 26, 27)
