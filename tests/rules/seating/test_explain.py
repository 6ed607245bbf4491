"""The costs of a draw in words, and its sums with what no draw could avoid."""

from xl_dipscore.rules.seating.explain import BoardCosts, Sum, explain, shares_of, sums
from xl_dipscore.rules.seating.people import BoardCall, Player
from xl_dipscore.rules.seating.wishes import Wishes

SEVEN = tuple("abcdefg")
PLAYERS = [Player(name) for name in SEVEN]
FIRST, SECOND = BoardCall(1, "A", SEVEN), BoardCall(2, "A", (*SEVEN[1:], "a"))


def test_a_board_is_compared_with_the_boards_before_it() -> None:
    first, second = explain(PLAYERS, Wishes(), [SECOND, FIRST])
    assert (first.call, first.costs, first.sentences) == (FIRST, (), ["nobody meets again"])
    assert second.total == sum(cost.weighted for cost in second.costs) > 0
    assert sum(cost.term == "met" for cost in second.costs) == 21
    unseen = explain(PLAYERS, Wishes(weights={"met": 0}), [FIRST])
    assert unseen[0].sentences == ["nothing to report"]
    assert BoardCosts(FIRST, ()).total == 0


def test_sums_and_what_no_draw_could_avoid() -> None:
    explained = explain(PLAYERS, Wishes(), [FIRST, SECOND])
    met = next(one for one in sums(PLAYERS, Wishes(), explained) if one.title == "Meetings again")
    assert (met.times, met.forced, met.by_rounds) == (21, 21, False)
    short = BoardCall(2, "A", ("", *SEVEN[1:]))
    free = sums(PLAYERS, Wishes(), explain(PLAYERS, Wishes(), [FIRST, short]))
    assert next(one for one in free if one.title == "Meetings again").forced == 0


def test_a_sum_in_words() -> None:
    assert str(Sum("Meetings again", 14, 12)) == "Meetings again: 14; no draw could avoid 12 of them."
    assert str(Sum("Meetings again", 14, 14)) == "Meetings again: 14; no draw could avoid them."
    assert str(Sum("Meetings again", 1, 1)) == "Meetings again: 1; no draw could avoid it."
    assert str(Sum("Meetings again", 3, 0)) == "Meetings again: 3."
    assert "with your top board or groups" in str(Sum("Meetings again", 3, 0, 2))
    assert "with your top board or groups" not in str(Sum("Meetings again", 3, 2, 2))
    assert "after the earlier rounds" in str(Sum("Meetings again", 3, 2, by_rounds=True))


def test_shares_are_the_players_and_boards_of_a_round() -> None:
    one, two = shares_of([FIRST, SECOND, BoardCall(2, "B", ("", *"hijklm"))])
    assert (one.round, one.boards, two.boards, len(two.names)) == (1, 1, 2, 13)
