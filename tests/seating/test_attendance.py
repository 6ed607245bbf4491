"""Who plays, sits out and plays twice; who stands where; and a roster as people type it."""

from __future__ import annotations

import pytest

from xl_dipscore.cells.roster import read_roster
from xl_dipscore.seating import BoardCall, Player, Wishes, draw, order_of
from xl_dipscore.seating.attendance import playing
from xl_dipscore.seating.search import Progress

pytestmark = pytest.mark.usefixtures("short")


def people(count: int, **facts: object) -> list[Player]:
    return [Player(f"P{n}", **facts) for n in range(count)]  # type: ignore[arg-type]


def test_those_sit_out_who_did_so_least() -> None:
    players = people(9)
    sat: list[set[str]] = []
    before: dict[int, list[str]] = {}
    for round_ in (1, 2, 3, 4):
        before[round_] = playing(players, round_, before, sit_out=True)
        sat.append({one.name for one in players} - {*before[round_]})
    assert sat == [{"P8", "P7"}, {"P6", "P5"}, {"P4", "P3"}, {"P2", "P1"}]


def test_the_unranked_sit_out_first() -> None:
    players = [Player("GM", unranked=True), *people(7)]
    assert "GM" not in playing(players, 1, {}, sit_out=True)
    assert "GM" not in playing(players, 2, {1: [f"P{n}" for n in range(7)]}, sit_out=True)


def test_the_willing_play_on_two_boards_the_least_first() -> None:
    players = [*people(10), *(Player(name, two_boards=True) for name in ("Ann", "Bob", "Cid"))]
    assert playing(players, 1, {})[13:] == ["Ann"]
    names = [one.name for one in players]
    assert playing(players, 2, {1: [*names, "Ann"]})[13:] == ["Bob"]


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
