"""Each cost of a draw: its amount, its words, and its lower bound."""

from __future__ import annotations

import sys
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.each import each
from xl_dipscore.rules.seating.bounds import (
    count_forced_meetings,
    count_forced_pairs,
    count_mixed_pairs,
    least,
)
from xl_dipscore.rules.seating.drawing import draw
from xl_dipscore.rules.seating.explain import explain, shares_of, sums
from xl_dipscore.rules.seating.people import NEIGHBOURS, BoardCall, Player, Record, ordinal
from xl_dipscore.rules.seating.terms import OnSeat, Others, counting_terms, term, terms
from xl_dipscore.rules.seating.wishes import USUAL, Wishes, powers_of

seating_terms = sys.modules[OnSeat.__module__]
SEVEN = ("Ann", "Bob", "Cid", "Dee", "Eve", "Flo", "Gus")
OTHERS = tuple("hijklmn")
FIRST = BoardCall(1, "1", SEVEN)
TURNED = (*SEVEN[1:], SEVEN[0])


def words(
    call: BoardCall, *played: BoardCall, only: str, wishes: Wishes = USUAL, **people: Player
) -> list[str]:
    """A board's amount of one cost."""
    players = [people.get(name, Player(name)) for name in (*SEVEN, *OTHERS)]
    (board,) = explain(players, wishes, [call], played)
    return [cost.words for cost in board.costs if cost.term == only]


def only_ann(*powers: int) -> list[BoardCall]:
    """Rounds in which Ann played these powers, with others who change."""
    return [
        BoardCall(n, "1", tuple("Ann" if seat == power else f"{seat}.{n}" for seat in range(7)))
        for n, power in enumerate(powers, 1)
    ]


def test_every_term_is_tried_here() -> None:
    tried = {
        "at once", "power", "region", "wheel", "preference", "novice powers", "apart", "team", "met",
        "team powers", "neighbours", "club", "novices", "standing",
    }  # fmt: skip
    assert {one.name for one in terms()} == tried
    assert [one.weight for one in terms()] == sorted((one.weight for one in terms()), reverse=True)
    assert all(one.__doc__ and one.title for one in terms())


def test_the_same_power_on_two_boards_of_a_round() -> None:
    played, call = only_ann(2, 2)
    assert words(call._replace(round=1), played, only="at once") == ["Ann plays France on two boards at once"]
    assert words(call, played, only="at once") == []


def test_team_mates_with_the_same_power_in_a_round() -> None:
    red = {"Ann": Player("Ann", team="Red"), "h": Player("h", team="Red")}
    other, wishes = BoardCall(1, "2", OTHERS), Wishes(team_powers=True)
    assert words(FIRST, other, only="team powers", wishes=wishes, **red) == [
        "Ann and h, both of the team Red, play Austria"
    ]
    assert words(FIRST, other, only="team powers", **red) == []
    assert words(FIRST, other._replace(round=2), only="team powers", wishes=wishes, **red) == []
    turned = other._replace(players=(*OTHERS[1:], OTHERS[0]))
    assert words(FIRST, turned, only="team powers", wishes=wishes, **red) == []


def test_a_player_on_two_boards_is_no_team_mate_of_their_own() -> None:
    played, call = only_ann(2, 2)
    call, wishes = call._replace(round=1), Wishes(team_powers=True)
    red = {"Ann": Player("Ann", team="Red", two_boards=True)}
    assert words(call, played, only="team powers", wishes=wishes, **red) == []


@pytest.mark.usefixtures("short")
def test_a_team_of_seven_has_one_of_each_power() -> None:
    """As at ManorCon: seven boards, and nobody beside a team mate."""
    players = [Player(f"{team}{n}", team=team) for team in "STUVWXY" for n in range(7)]
    drawn = draw(players, [1], (), Wishes(team_powers=True), seed=1)
    for team in "STUVWXY":
        seats = [(call.name, power) for call in drawn.calls for power, name in call.seats if name[0] == team]
        assert len({board for board, _ in seats}) == len({power for _, power in seats}) == 7
    assert not drawn.sums


@pytest.mark.usefixtures("short")
def test_a_team_of_eight_has_one_power_twice() -> None:
    players = [Player(f"P{n}", team="Red" if n < 8 else "") for n in range(28)]
    drawn = draw(players, [1], (), Wishes(team_powers=True, weights={"team": 0}), seed=1)
    assert list(map(str, drawn.sums)) == ["Team mates with the same power: 1; no draw could avoid it."]


def test_a_power_again() -> None:
    *played, call = only_ann(2, 2)
    assert words(call, *played, only="power") == ["Ann plays France a second time (round 1)"]
    *played, call = only_ann(2, 2, 2)
    assert words(call, *played, only="power") == ["Ann plays France a third time (rounds 1 and 2)"]
    assert words(call, *played, only="power", wishes=Wishes(powers_of("any"))) == []


def test_a_power_a_third_time_costs_four() -> None:
    *played, call = only_ann(2, 2, 2)
    (board,) = explain([], Wishes(), [call], played)
    assert board.total == 30 * 2**2


def test_a_region_again() -> None:
    *played, call = only_ann(2, 5, 4)
    regions = Wishes(powers_of("regions"))
    assert words(played[1], played[0], only="region", wishes=regions) == ["Ann plays in FR again (round 1)"]
    assert words(call, *played, only="region", wishes=regions) == []
    assert words(played[1], played[0], only="region") == []


def test_the_wheel() -> None:
    wheel = Wishes(powers_of("wheel"))
    *played, call = only_ann(1, 4)  # England, then Italy
    assert words(call, *played, only="wheel", wishes=wheel) == []
    *played, call = only_ann(0, 2)
    assert words(call, *played, only="wheel", wishes=wheel) == ["Ann plays France; the wheel gives England"]
    call, later = only_ann(0, 2)
    assert words(call, later, only="wheel", wishes=wheel) == [
        "Ann plays Austria; the wheel does not lead from there to the next power"
    ]


def test_preferences() -> None:
    ann = Player("Ann", prefers=(2, 3, 0))
    wishes = Wishes(powers_of("preferences"))
    assert words(FIRST, only="preference", wishes=wishes, Ann=ann) == [
        "Ann plays Austria, their third choice"
    ]
    (call,) = only_ann(6)
    assert words(call, only="preference", wishes=wishes, Ann=ann) == [
        "Ann plays Turkey, which is not on their list"
    ]


def test_powers_for_novices() -> None:
    ann = Player("Ann", novice=True)
    wishes = Wishes(novice_powers=frozenset({2, 6}))
    assert words(FIRST, only="novice powers", wishes=wishes, Ann=ann) == ["Ann, a novice, plays Austria"]
    assert words(*only_ann(6), only="novice powers", wishes=wishes, Ann=ann) == []


@pytest.mark.parametrize("apart", [{"Ann": ("Bob",)}, {"Ann": ("x",), "Bob": ("y", "x")}])
def test_two_who_are_kept_apart(apart: dict[str, tuple[str, ...]]) -> None:
    people = {name: Player(name, apart=words_) for name, words_ in apart.items()}
    assert words(FIRST, only="apart", **people) == ["Ann and Bob are to be kept apart"]


def test_mates() -> None:
    people = {name: Player(name, club="Bonn", team="Red") for name in ("Ann", "Gus")}
    assert words(FIRST, only="club", **people) == ["Ann and Gus are both of Bonn"]
    assert words(FIRST, only="team", **people) == ["Ann and Gus are both of the team Red"]


def test_three_mates_are_told_in_one_sentence() -> None:
    people = {name: Player(name, team="Red") for name in ("Ann", "Bob", "Gus")}
    listed = [people.get(name, Player(name)) for name in SEVEN]
    (board,) = explain(listed, Wishes(), [FIRST])
    (cost,) = (one for one in board.costs if one.term == "team")
    assert (cost.words, cost.times) == ("Ann, Bob and Gus are all of the team Red", 3)
    (total,) = (one for one in sums(listed, Wishes(), [board]) if one.title == "Team mates together")
    assert total.times == 3


def test_meetings_again() -> None:
    second = BoardCall(2, "1", ("Ann", *OTHERS[:5], "Bob"))
    assert words(second, FIRST, only="met") == ["Ann and Bob meet again (round 1)"]
    third = BoardCall(3, "1", ("Bob", *OTHERS[:1], *("o", "p", "q", "r"), "Ann"))
    assert "Bob and Ann meet a third time (rounds 1 and 2)" in words(third, FIRST, second, only="met")


def test_neighbours_again() -> None:
    second = BoardCall(2, "1", ("Bob", *OTHERS[:2], "Cid", *OTHERS[2:5]))
    assert words(second, FIRST, only="neighbours") == ["Bob and Cid are neighbours again (round 1)"]
    apart = BoardCall(2, "1", ("Bob", "Cid", *OTHERS[:5]))  # Austria and England
    assert words(apart, FIRST, only="neighbours") == []


def test_novices() -> None:
    people = {name: Player(name, novice=True) for name in ("Ann", "Bob")}
    assert words(FIRST, only="novices", wishes=Wishes(novices="spread"), **people) == [
        "Ann and Bob are both novices"
    ]
    together = words(FIRST, only="novices", wishes=Wishes(novices="together"), **people)
    assert len(together) == 2 * 5 == count_mixed_pairs(2)
    assert "Ann is a novice, Cid is not" in together


def test_far_apart_by_rating() -> None:
    people = {name: Player(name, rating=n) for n, name in enumerate((*OTHERS, *SEVEN))}
    wishes = Wishes(by="rating")
    assert words(FIRST, only="standing", wishes=wishes, **people) == []
    call = BoardCall(1, "1", (*SEVEN[:6], "h"))
    told = words(call, only="standing", wishes=wishes, **people)
    assert "Ann and h are 7 places apart" in told
    assert len(told) == 6


def test_one_more_term_is_one_more_class(monkeypatch) -> None:
    monkeypatch.setattr(seating_terms, "_terms", [*terms()])

    @term("early", 7, "Names with an A")
    class Early(OnSeat):
        """A name that begins with A."""

        def cost(self, name: str, power: int, round_: int, others: Others) -> int:
            return int(name.startswith("A"))

        def words(self, name: str, power: int, round_: int, others: Others) -> str:
            return f"{name} begins with A"

    assert words(FIRST, only="early") == ["Ann begins with A"]
    players = [Player(name) for name in SEVEN]
    drawn = draw(players, [1], (), Wishes(weights={"early": 3}), seed=1)
    assert drawn.total == 3
    assert [str(one) for one in drawn.sums] == ["Names with an A: 1; no draw could avoid it."]


def test_a_sum_says_what_is_forced() -> None:
    players = [Player(name) for name in SEVEN]
    boards = explain(players, Wishes(), [BoardCall(2, "1", TURNED)], [FIRST])
    told = [str(one) for one in sums(players, Wishes(), boards, [FIRST])]
    assert told[0] == f"Meetings again: {7 * 6 // 2}; no draw could avoid them."
    assert told[1].startswith("Neighbours again: ")


@pytest.mark.parametrize(("number", "said"), [(1, "first"), (7, "seventh"), (8, "8th"), (22, "22nd")])
def test_ordinals(number: int, said: str) -> None:
    assert ordinal(number) == said


# -- bounds -----------------------------------------------------------------------------------


def test_forced_is_the_least_of_all_ways() -> None:
    for count, boards in product(range(9), range(1, 4)):
        ways = (parts for parts in product(range(count + 1), repeat=boards) if sum(parts) == count)
        pairs = min(sum(n * (n - 1) // 2 for n in parts) for parts in ways)
        assert count_forced_pairs(count, boards) == pairs


@each(("boards", "pairs"), [(4, 12), (5, 10), (6, 6), (7, 0), (8, 0)])
def test_meetings_again_of_two_rounds(boards: int, pairs: int) -> None:
    """Seven players of each board over as many boards: 12 a pair of rounds for 28 players."""
    assert (
        count_forced_meetings(7 * boards, boards, boards) == boards * count_forced_pairs(7, boards) == pairs
    )


@pytest.mark.parametrize("boards", [1, 4, 7, 14])
def test_east_centre_west_cannot_be_kept_by_everybody(boards: int) -> None:
    """Nine seats of the three powers' region in three rounds for seven players: two of them again."""
    assert sum(count_forced_pairs(3 * boards * size, 7 * boards) for size in (2, 3, 2)) == 2 * boards


def test_no_bound_is_above_a_cost_with_people_on_two_boards() -> None:
    """Eight novices fill two boards: six of them play twice, and none of them sits with others."""
    names = [f"P{n}" for n in range(8)]
    players = [Player(name, novice=True) for name in names]
    calls = [BoardCall(1, "1", tuple(names[:7])), BoardCall(1, "2", tuple(names[1:]))]
    together = Wishes(novices="together", weights={"met": 0, "neighbours": 0, "power": 0, "at once": 0})
    assert not sums(players, together, explain(players, together, calls))
    (novices,) = [
        one for one in counting_terms({one.name: one for one in players}, together) if one.name == "novices"
    ]
    assert novices.lower_bound(shares_of(calls), Record()) == 0


def test_a_pair_with_two_words_is_forced_once() -> None:
    players = [Player(name, apart=("x", "y") if name in "Ann Bob" else ()) for name in SEVEN]
    told = sums(players, Wishes(), explain(players, Wishes(), [FIRST]))
    assert [str(one) for one in told] == ["Together, though to be kept apart: 1; no draw could avoid it."]


@pytest.mark.usefixtures("short")
def test_a_bound_of_groups_is_stated_beside_that_of_all_draws() -> None:
    """The first seven play together again, by a wish; 28 players could meet 12 times again at least."""
    players = [Player(f"P{n}", rating=-n) for n in range(28)]
    names = [one.name for one in players]
    first = [BoardCall(1, str(n), tuple(names[7 * n : 7 * n + 7])) for n in range(4)]
    (met, *_) = draw(players, [2], first, Wishes(top_board=True), seed=1).sums
    assert (met.title, met.forced) == ("Meetings again", 12)
    assert met.in_groups == 7 * 6 // 2 + 3 * count_forced_pairs(7, 3)
    assert "no draw could avoid 12 of them; no draw with your top board or groups could avoid " in str(met)


@given(st.lists(st.lists(st.integers(0, 9), min_size=7, max_size=7), min_size=7, max_size=7))
def test_the_least_that_powers_cost(costs: list[list[int]]) -> None:
    every = (sum(costs[n][power] for n, power in enumerate(one)) for one in permutations(range(7)))
    assert least(costs) == min(every)


@given(st.lists(st.lists(st.integers(0, 3), min_size=7, max_size=7), min_size=14, max_size=14))
def test_two_boards_cost_no_more_than_each_by_itself(costs: list[list[int]]) -> None:
    assert least(costs) <= least(costs[:7]) + least(costs[7:])
    assert least(costs) >= sum(map(min, costs))
    assert least([]) == 0


def test_whose_pieces_meet() -> None:
    """Thirteen borders of the board; Tyrolia stands between Germany and Italy."""
    pairs = "AG AI AR AT EF EG ER FG FI GI GR IT RT"
    borders = {frozenset("AEFGIRT".index(power) for power in pair) for pair in pairs.split()}
    assert {frozenset((k, m)) for k, beside in enumerate(NEIGHBOURS) for m in beside} == borders
    assert all(k in NEIGHBOURS[m] for k, beside in enumerate(NEIGHBOURS) for m in beside)
