"""Who plays, sits out and plays twice; who stands where; and a roster as people type it."""

from __future__ import annotations

import re

import pytest

from xl_dipscore.errors import Faults
from xl_dipscore.rules.seating.attendance import choose_players
from xl_dipscore.rules.seating.drawing import draw
from xl_dipscore.rules.seating.people import BoardCall, Player
from xl_dipscore.rules.seating.pools import NoStanding, make_name_giver, pools_of
from xl_dipscore.rules.seating.search import Progress
from xl_dipscore.rules.seating.wishes import Wishes, novice_powers_of, order_of
from xl_dipscore.tables.cells.roster import read_roster

pytestmark = pytest.mark.usefixtures("short")


def people(count: int, **facts: object) -> list[Player]:
    return [Player(f"P{n}", **facts) for n in range(count)]  # type: ignore[arg-type]


def test_those_sit_out_who_did_so_least() -> None:
    players = people(9)
    sat: list[set[str]] = []
    before: dict[int, list[str]] = {}
    for round_ in (1, 2, 3, 4):
        before[round_] = choose_players(players, round_, before, sit_out=True)
        sat.append({one.name for one in players} - {*before[round_]})
    assert [*map(len, sat)] == [2] * 4
    assert len(set().union(*sat)) == 8, "nobody a second time before all others"


def test_among_equals_the_seed_decides_who_sits_out_and_not_the_list() -> None:
    """So the last name in the list is not always the one who sits out."""
    players = people(9)
    out = [
        frozenset(one.name for one in players) - {*choose_players(order, 1, {}, sit_out=True, seed=seed)}
        for seed in range(20)
        for order in (players, players[::-1])
    ]
    assert out[::2] == out[1::2]
    assert len({*out}) > 5


def test_the_draw_says_that_the_seed_chose_and_among_how_many() -> None:
    (told,) = draw(people(9), [1], seed=4, sit_out=True).remarks
    assert re.fullmatch(r"Round 1: P\d and P\d sit out, drawn by lot among 9 who .*", told)
    (told,) = draw([Player("GM", unranked=True), *people(7)], [1], seed=4, sit_out=True).remarks
    assert told == "Round 1: GM sits out."


def refused(players: list[Player], round_: int = 1, before: dict[int, list[str]] | None = None) -> str:
    with pytest.raises(Faults) as caught:
        choose_players(players, round_, before or {})
    return str(caught.value)


def test_a_refusal_says_why_it_names_these_players_only_where_it_is_true() -> None:
    eight, names = people(8), [f"P{n}" for n in range(8)]
    assert (refused(eight).count("by lot"), refused(eight).count("least often")) == (2, 0)
    # P7 sat out once, so another one is named; all others are equal. Nobody has played twice.
    later = refused(eight, 2, {1: names[:7]})
    assert re.search(
        r"P[0-6] sits out \(so far least often, by lot among 7\), .* on two boards \(by lot\)", later
    )
    # An unranked player sits out first, although they did so before.
    keeps = refused([Player("GM", unranked=True), *people(7)], 2, {1: names[:7]})
    assert "GM sits out, or" in keeps


def test_the_unranked_sit_out_first() -> None:
    players = [Player("GM", unranked=True), *people(7)]
    assert "GM" not in choose_players(players, 1, {}, sit_out=True)
    assert "GM" not in choose_players(players, 2, {1: [f"P{n}" for n in range(7)]}, sit_out=True)


def test_the_willing_play_on_two_boards_the_least_first() -> None:
    players = [*people(10), *(Player(name, two_boards=True) for name in ("Ann", "Bob", "Cid"))]
    (first,) = choose_players(players, 1, {})[13:]
    names = [one.name for one in players]
    (second,) = choose_players(players, 2, {1: [*names, first]})[13:]
    assert {first, second} < {"Ann", "Bob", "Cid"}


@pytest.mark.parametrize("seed", range(5))
def test_two_boards_are_two_and_of_two_powers(seed: int) -> None:
    """Eight players, six of them on both boards."""
    players = [*people(2), *(Player(f"T{n}", two_boards=True) for n in range(6))]
    drawn = draw(players, [1], seed=seed)
    first, second = (call.players for call in drawn.calls)
    assert len({*first}) == len({*second}) == 7
    assert all(power != other for power, a in enumerate(first) for other, b in enumerate(second) if a == b)
    assert drawn.remarks == ("Round 1: T0, T1, T2, T3, T4 and T5 play on two boards.",)


def test_boards_by_groups_and_a_top_board() -> None:
    players = [Player(f"P{n}", rating=100 - n) for n in range(35)]
    calls = draw(players, [1], (), Wishes(top_board=True, **order_of("groups=2")), seed=1).calls
    assert [call.name for call in calls] == ["Top", "1", "2", "3", "4"]
    where = {name: call.name for call in calls for name in call.players}
    assert {n for n in range(35) if where[f"P{n}"] == "Top"} == {*range(7)}
    assert {n for n in range(35) if where[f"P{n}"] in "12"} == {*range(7, 21)}


@pytest.mark.parametrize("twins", [1, 2, 3])
def test_a_group_of_one_board_has_nobody_twice(twins: int) -> None:
    """The last group is a single board, and those on two boards are the last by rating."""
    count = 14 - twins
    players = [Player(f"P{n}", rating=100 - n, two_boards=n >= count - twins) for n in range(count)]
    first, second = draw(players, [1], (), Wishes(**order_of("groups=1")), seed=1).calls
    assert len({*first.players}) == len({*second.players}) == 7
    assert {*first.players} & {*second.players} == {f"P{n}" for n in range(count - twins, count)}


def test_equals_meet_the_highest_on_the_first_board() -> None:
    players = [Player(f"P{n}", rating=100 - n) for n in range(21)]
    wishes = Wishes(by="rating", weights={"standing": 50})
    calls = draw(players, [1], (), wishes, seed=1).calls
    ranks = [sum(int(name[1:]) for name in call.players) for call in calls]
    assert ranks == sorted(ranks)
    assert ranks[0] < 60 < ranks[2]


def test_novices_sit_together() -> None:
    players = [Player(f"P{n}", novice=n < 7) for n in range(28)]
    calls = draw(players, [1], (), Wishes(novices="together"), seed=1).calls
    assert any({*call.players} == {f"P{n}" for n in range(7)} for call in calls)


# -- rules of the articles ------------------------------------------------------------------------

FRANCE, TURKEY, ENGLAND, GERMANY = 2, 6, 1, 3


@pytest.mark.parametrize(
    ("count", "powers"), [(1, None), (2, {FRANCE, TURKEY}), (3, {FRANCE, ENGLAND, GERMANY}), (4, None)]
)
def test_newcomers_of_a_board_have_their_powers_in_their_first_game(
    count: int, powers: set[int] | None
) -> None:
    """Conquest: "newbies are given France/Turkey if two present and if three present then France, England
    and Germany in their first game"; of one or four the article says nothing.
    """
    new = [Player(f"N{n}", novice=True) for n in range(count)]
    players = [*new, *people(7 - count)]
    wishes = Wishes(**novice_powers_of("2=FT, 3=FEG"))
    had: set[frozenset[int]] = set()
    for seed in range(6):
        drawn = draw(players, [1], (), wishes, seed=seed)
        (call,) = drawn.calls
        assert sorted(call.players) == sorted(one.name for one in players)
        had.add(frozenset(power for power, name in call.seats if name.startswith("N")))
        plain = draw(players, [1], (), seed=seed)
        assert bool(drawn.remarks) == (powers is not None)
        assert powers is not None or drawn.calls == plain.calls
    assert (had == {frozenset(powers)}) if powers else len(had) > 1
    before = BoardCall(1, "1", tuple(one.name for one in players))
    assert draw(players, [2], [before], wishes, seed=1).remarks == ()


def test_who_has_their_first_game_later_is_a_newcomer_then() -> None:
    """N0 had theirs in round 1; in round 2 N1 and N2 have theirs, and of the others nobody a power again."""
    players = [*(Player(f"N{n}", novice=True) for n in range(3)), *people(4)]
    before = BoardCall(1, "1", ("P0", "N0", "P1", "P2", "P3", "Guest", "Other"))
    drawn = draw(players, [2], [before], Wishes(**novice_powers_of("2=FT,3=FEG")), seed=3)
    (call,) = drawn.calls
    assert {call.players[FRANCE], call.players[TURKEY]} == {"N1", "N2"}
    assert all(name != before.players[power] for power, name in call.seats)
    assert drawn.remarks == (
        f"Round 2, board 1, new players: {call.players[FRANCE]} has France and {call.players[TURKEY]} has "
        "Turkey.",
    )


def test_in_several_rounds_only_the_first_game_has_the_powers() -> None:
    players = [*(Player(f"N{n}", novice=True) for n in range(2)), *people(5)]
    wishes = Wishes(**novice_powers_of("2=FT"))
    first, second = draw(players, [1, 2], (), wishes, seed=2).calls
    assert {first.players[FRANCE], first.players[TURKEY]} == {"N0", "N1"}
    assert all(a != b for a, b in zip(first.players, second.players, strict=True))


def in_groups(count: int, round_: int) -> list[set[int]]:
    """By rank, who shares boards in a round of Dragonflight: scores are level in pairs, ratings are not."""
    players = [Player(f"P{n}", score=100 - n // 2, rating=-n) for n in reversed(range(count))]
    wishes = Wishes(**order_of("dragonflight")).in_round(round_)
    pools = pools_of(players, round_, [one.name for one in players], wishes, make_name_giver((), ()))
    return [{int(name[1:]) for name in pool.players} for pool in pools]


def test_dragonflight_has_two_groups_then_three_then_four() -> None:
    assert in_groups(84, 2) == [{*range(42)}, {*range(42, 84)}]
    assert in_groups(84, 3) == [{*range(28)}, {*range(28, 56)}, {*range(56, 84)}]
    assert in_groups(84, 4) == in_groups(84, 5) == [{*range(n, n + 21)} for n in (0, 21, 42, 63)]


def test_the_middle_of_a_dragonflight_group_that_is_not_assigned_moves_to_the_middle() -> None:
    """Of 35 the upper group has 18, of whom the middle four have no board: numbers 7 to 10 from 0 on."""
    upper, middle, lower = in_groups(35, 2)
    assert middle == {7, 8, 9, 10} | {18 + 7, 18 + 8, 18 + 9}
    assert (upper, lower) == ({*range(18)} - middle, {*range(18, 35)} - middle)
    # Of 28 in three groups, 10 + 9 + 9: the middle three, and the middle two, move to the group of nine.
    upper, middle, lower = in_groups(28, 3)
    assert middle == {3, 4, 5} | {*range(10, 19)} | {19 + 3, 19 + 4}
    assert (len(upper), len(middle), len(lower)) == (7, 14, 7)
    # Of 21 in four groups, 6 + 5 + 5 + 5: all six move, then the middle four of eleven; five, then three.
    assert [len(group) for group in in_groups(21, 4)] == [7, 7, 7]


def test_dragonflight_begins_by_rating_and_goes_on_by_score() -> None:
    wishes = Wishes(**order_of("dragonflight"))
    assert (wishes.in_round(1).by, wishes.in_round(1).scoring_groups) == ("rating", 0)
    with pytest.raises(NoStanding):
        draw(people(14, rating=1), [2], (), wishes.in_round(2), seed=1)
    players = [Player(f"P{n}", score=100 - n, two_boards=n >= 10) for n in range(12)]
    for call in draw(players, [2], (), wishes.in_round(2), seed=1).calls:
        assert len({*call.players}) == 7


def test_kept_and_named_boards() -> None:
    kept = BoardCall(1, "Board A", tuple(f"P{n}" for n in range(7)))
    calls = draw(people(21), [1], [kept], seed=1, keep=["board a"], names=["Board A", "Board B"]).calls
    assert [call.name for call in calls] == ["Board B", "1"]


def test_a_search_is_told_of_and_ended() -> None:
    told: list[tuple[str, Progress]] = []

    def watch(what: str, progress: Progress) -> bool:
        told.append((what, progress))
        return len(told) > 3

    drawn = draw(people(28), [1, 2, 3], seed=1, told=watch)
    assert not drawn.complete
    assert len(drawn.calls) == 12
    assert len(told) == 4
    assert {what for what, _ in told} <= {"Round 1", "Round 2", "Round 3"}
    assert all(progress.bound <= progress.best for _, progress in told)


def test_a_roster_as_people_type_it() -> None:
    header = [
        "Name",
        "CLUB",
        "Keep apart",
        "Level",
        "prefers",
        "Rating",
        "Here 1",
        "Here_2",
        "Two Boards",
        "Note",
    ]
    ann, bob = read_roster(
        [
            header,
            [" Ann  Lee ", "Bonn", "Bob; z", "Beginner", "f, g", "1200,5", "x", "", "", "hello"],
            ["Bob", None, "z", "", None, None, None, None, "yes"],
            [None] * 10,
        ]
    )  # fmt: skip
    assert (ann.name, ann.club, ann.apart, ann.novice, ann.prefers) == (
        "Ann Lee",
        "Bonn",
        ("Bob", "z"),
        True,
        (2, 3),
    )
    assert float(ann.rating or 0) == 1200.5
    assert ann.is_here(1)
    assert not bob.is_here(1)
    assert bob.is_here(2), "a wholly blank column means everybody"
    assert bob.two_boards
