"""Each term of a draw's cost: what costs, and how much."""

from typing import Any

import pytest

from xl_dipscore.rules.seating.people import BoardCall, BoardGroup, Player, Record
from xl_dipscore.rules.seating.terms import Term, counting_terms, names_by_standing, terms
from xl_dipscore.rules.seating.wishes import UnknownWeight, Wishes, powers_of

SEVEN = tuple("abcdefg")
BOARD = BoardCall(2, "A", SEVEN)


def term(name: str, players: dict[str, dict[str, Any]] | None = None, **wishes: Any) -> Term:
    known = {one: Player(one, **(players or {}).get(one, {})) for one in SEVEN}
    return next(one for one in counting_terms(known, Wishes(**wishes)) if one.name == name)


def costs(its: Term, *before: BoardCall, call: BoardCall = BOARD) -> dict[tuple[int, ...], int]:
    return {cost.seats: cost.weighted for cost in its.costs(call, Record(before))}


def turned(*order: int, round_: int = 1) -> BoardCall:
    return BoardCall(round_, "A", tuple(SEVEN[n] for n in order))


def test_a_power_again() -> None:
    assert costs(term("power"), turned(0, 2, 1, 3, 4, 5, 6)) == {(k,): 30 for k in (0, 3, 4, 5, 6)}
    twice = (turned(0, 2, 1, 4, 3, 6, 5), turned(0, 3, 4, 1, 2, 6, 5, round_=3))
    assert costs(term("power"), *twice) == {(0,): 30 * 2**2}
    assert "power" not in {one.name for one in counting_terms({}, Wishes(powers_of("any")))}


def test_a_power_on_two_boards_at_once() -> None:
    assert costs(term("at once"), turned(0, 2, 1, 4, 3, 6, 5, round_=2)) == {(0,): 1000}
    assert costs(term("at once"), turned(0, 2, 1, 4, 3, 6, 5)) == {}


def test_a_region_again() -> None:
    its = term("region", powers=powers_of("regions=AE-FG-IRT"))
    assert costs(its, turned(1, 0, 4, 5, 2, 3, 6)) == {(0,): 6, (1,): 6, (6,): 6}
    assert its.remark(2) == ""
    assert "again 2 times" in its.remark(3)


def test_the_wheel_turns_one_step_a_round() -> None:
    its = term("wheel", powers=powers_of("wheel"))
    # E-I-R-T-G-F-A: whoever had England plays Italy next.
    on_wheel = {1: 4, 4: 5, 5: 6, 6: 3, 3: 2, 2: 0, 0: 1}
    before = [""] * 7
    for had, following in on_wheel.items():
        before[had] = SEVEN[following]
    assert costs(its, BoardCall(1, "A", tuple(before))) == {}
    assert costs(its, BoardCall(1, "A", SEVEN)) == {(k,): 6 * 6 for k in range(7)}
    assert costs(its, BoardCall(3, "A", SEVEN)) == {(k,): 6 * 6 for k in range(7)}


def test_preferences() -> None:
    its = term(
        "preference",
        {"a": {"prefers": (1, 0)}, "b": {"prefers": (1,)}, "c": {"prefers": (0,)}},
        powers=powers_of("preferences"),
    )
    assert costs(its) == {(0,): 3, (2,): 3}


def test_powers_for_novices() -> None:
    its = term("novice powers", {"a": {"novice": True}, "b": {"novice": True}}, novice_powers=frozenset({1}))
    assert costs(its) == {(0,): 6}


def test_players_to_keep_apart() -> None:
    its = term("apart", {"a": {"apart": ("b", "x")}, "c": {"apart": ("x",)}, "d": {"apart": ("x",)}})
    assert costs(its) == {(0, 1): 40, (0, 2): 40, (0, 3): 40, (2, 3): 40}
    assert its.lower_bound([BoardGroup(1, SEVEN, 1)], Record()) == 3
    assert its.lower_bound([BoardGroup(1, SEVEN, 2)], Record()) == 1


def test_team_and_club_mates() -> None:
    its = term("team", {"a": {"team": "T"}, "b": {"team": "T"}, "c": {"team": "U"}})
    assert costs(its) == {(0, 1): 40}
    its = term("club", {"a": {"club": "T"}, "b": {"club": "T"}, "c": {"club": "T"}})
    assert costs(its) == {(0, 1, 2): 3 * 20}
    assert its.lower_bound([BoardGroup(1, SEVEN, 1)], Record()) == 3
    assert its.lower_bound([BoardGroup(1, SEVEN, 3)], Record()) == 0


def test_team_mates_with_the_same_power() -> None:
    its = term("team powers", {"a": {"team": "T"}, "b": {"team": "T"}}, team_powers=True)
    assert costs(its, turned(1, 2, 0, 3, 4, 5, 6, round_=2)) == {(0,): 20}
    assert costs(its, turned(1, 2, 0, 3, 4, 5, 6)) == {}


def test_meetings_and_neighbours_again() -> None:
    before = BoardCall(1, "A", ("a", "b", "", "c", "", "", ""))
    assert costs(term("met"), before) == {(0, 1): 10, (0, 2): 10, (1, 2): 10}
    assert costs(term("met"), before, before)[0, 1] == 10 * 2**2
    assert costs(term("neighbours"), before) == {(1, 2): 4}
    assert term("met").lower_bound([BoardGroup(2, SEVEN, 1)], Record([before])) == 3
    assert term("met").lower_bound([BoardGroup(2, SEVEN, 1), BoardGroup(3, SEVEN, 1)], Record()) == 21
    assert term("met").lower_bound([BoardGroup(2, SEVEN, 1), BoardGroup(2, SEVEN, 1)], Record()) == 0


def test_novices_together_or_spread() -> None:
    two = {"a": {"novice": True}, "b": {"novice": True}}
    assert costs(term("novices", two, novices="spread")) == {(0, 1): 20}
    assert costs(term("novices", two, novices="together")) == {
        (k, m): 20 for k in (0, 1) for m in range(2, 7)
    }
    group = [BoardGroup(1, SEVEN, 1)]
    assert term("novices", two, novices="spread").lower_bound(group, Record()) == 1
    assert term("novices", two, novices="together").lower_bound(group, Record()) == 2 * 5


def test_players_apart_by_standing() -> None:
    players = {f"p{n}": Player(f"p{n}", rating=-n) for n in range(22)}
    its = next(one for one in counting_terms(players, Wishes(by="rating")) if one.name == "standing")
    far = BoardCall(1, "A", ("p0", "p6", "p7", "p14", "", "", "p21"))
    assert costs(its, call=far) == {
        (0, 2): 1,
        (0, 3): 4,
        (0, 6): 9,
        (1, 3): 1,
        (1, 6): 4,
        (2, 3): 1,
        (2, 6): 4,
        (3, 6): 1,
    }


def test_the_best_come_first_and_those_without_a_value_last() -> None:
    players = [Player("a", rating=1, score=5), Player("b"), Player("c", rating=2, score=4)]
    assert names_by_standing(players, "rating") == ["c", "a", "b"]
    assert names_by_standing(players, "score") == ["a", "c", "b"]


def test_weights() -> None:
    assert costs(term("power", weights={"power": 7}), turned(0, 2, 1, 4, 3, 6, 5)) == {(0,): 7}
    assert "met" not in {one.name for one in counting_terms({}, Wishes(weights={"met": 0}))}
    with pytest.raises(UnknownWeight):
        counting_terms({}, Wishes(weights={"mett": 1}))
    weights = [kind.weight for kind in terms()]
    assert weights == sorted(weights, reverse=True)
