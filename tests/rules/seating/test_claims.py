"""Each claim of a draw is true of its seats, for every pair of wishes; the seats alone decide."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest

from xl_dipscore.errors import Fault, Faults
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.seating.attendance import NotSevens, TooFew
from xl_dipscore.rules.seating.drawing import Drawn, draw
from xl_dipscore.rules.seating.people import BoardCall, Player
from xl_dipscore.rules.seating.wishes import USUAL, Wishes, order_of, powers_of

pytestmark = pytest.mark.usefixtures("short")
NAME = r"P\d+"


@dataclass
class Asked:
    """A draw of round 3, after two rounds of three boards in which others sat out or were away."""

    players: list[Player]
    dice: Random
    wishes: Wishes = USUAL
    how: dict[str, Any] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    """The players of board A, if it is kept."""

    def change(self, which: Callable[[int], bool], **facts: Any) -> None:
        self.players = [
            replace(one, **{key: value(n) if callable(value) else value for key, value in facts.items()})
            if which(n)
            else one
            for n, one in enumerate(self.players)
        ]

    def keep(self, names: Sequence[str]) -> None:
        self.kept = tuple(names)
        self.how |= {"keep": ["A"]}


def some(asked: Asked, share: float = 0.3) -> Callable[[int], bool]:
    chosen = {n for n in range(len(asked.players)) if asked.dice.random() < share}
    return lambda n: n in chosen


def wish(**facts: Any) -> Callable[[Asked], None]:
    def add(asked: Asked) -> None:
        asked.wishes = replace(asked.wishes, **facts)

    return add


WISHES: dict[str, Callable[[Asked], None]] = {
    "top board": wish(top_board=True),
    "groups of one": wish(**order_of("groups=1")),
    "groups of two": wish(**order_of("groups=2")),
    "dragonflight": wish(scoring_groups=3),
    "two scoring groups": wish(scoring_groups=2),
    "by score": wish(by="score"),
    "sit out": lambda asked: asked.how.update(sit_out=True),
    "twice": lambda asked: asked.change(lambda n: True, two_boards=True),
    "some twice": lambda asked: asked.change(some(asked), two_boards=True),
    "away": lambda asked: asked.change(lambda n: n in (1, 20), away=frozenset({3})),
    "away before": lambda asked: asked.change(some(asked), away=frozenset({2})),
    "unranked": lambda asked: asked.change(lambda n: n in (0, 15), unranked=True),
    "keep": lambda asked: asked.keep([f"P{n}" for n in range(9, 16)]),
    "keep leaders": lambda asked: asked.keep([f"P{n}" for n in range(7)]),
    "keep one leader": lambda asked: asked.keep([f"P{n}" for n in range(6, 13)]),
    "club": lambda asked: asked.change(some(asked), club="Bonn"),
    "team": lambda asked: asked.change(some(asked), team=lambda n: "RS"[n % 2]),
    "team powers": wish(team_powers=True),
    "novices together": wish(novices="together"),
    "novices": lambda asked: asked.change(some(asked), novice=True),
    "newcomers": wish(newcomers={2: (2, 6), 3: (2, 1, 3)}),
    "regions": wish(powers=powers_of("regions")),
    "wheel": wish(powers=powers_of("wheel")),
    "no weight": wish(weights={"met": 0, "power": 0}),
}


def earlier_boards(players: Sequence[Player], dice: Random) -> list[BoardCall]:
    """Two rounds of three boards by chance; whoever is away in a round does not play there."""
    calls = []
    for round_ in (1, 2):
        here = [one.name for one in players if one.is_here(round_)]
        dice.shuffle(here)
        boards = range(min(3, len(here) // 7))
        calls += [BoardCall(round_, "ABC"[n], tuple(here[7 * n : 7 * n + 7])) for n in boards]
    return calls


def draw_pair(pair: Sequence[str], count: int, seed: int) -> tuple[Asked, list[BoardCall], Drawn] | None:
    """Draw with these wishes; None if the draw refuses for a reason that holds."""
    dice = Random(seed)
    asked = Asked([Player(f"P{n}", score=100 - n) for n in range(count)], dice)
    for name in pair:
        WISHES[name](asked)
    played = earlier_boards(asked.players, dice)
    board = [BoardCall(3, "A", asked.kept)] if asked.kept else []
    try:
        drawn = draw(asked.players, [3], [*played, *board], asked.wishes, seed=seed, **asked.how)
    except Faults as found:
        check_refusal(asked, found.faults)
        return None
    return asked, [*played, *board], drawn


def check_refusal(asked: Asked, faults: Sequence[Fault]) -> None:
    (fault,) = faults
    free = [one for one in asked.players if one.is_here(3) and one.name not in asked.kept]
    if isinstance(fault, TooFew):
        assert len(free) < 7
    else:
        assert isinstance(fault, NotSevens)
        assert len(free) % 7
        assert not asked.how.get("sit_out")
        out, twice = str(fault).split("Either ")[1].split(", or ")[:2]
        if top_to_come(asked):
            assert not {*re.findall(NAME, out)} & leaders_of(asked.players, asked.kept)
        assert {*re.findall(NAME, out + twice)} <= {one.name for one in free}


def leaders_of(players: Sequence[Player], kept: Sequence[str]) -> set[str]:
    """The first seven: scores fall along the list, and whoever only fills a seat comes last."""
    here = [one for one in players if one.is_here(3) and one.name not in kept]
    return {one.name for one in sorted(here, key=lambda one: one.unranked)[:7]}


def top_to_come(asked: Asked) -> bool:
    return asked.wishes.top_board and {*asked.kept} != leaders_of(asked.players, ())


def check_claims(asked: Asked, boards: Sequence[BoardCall], drawn: Drawn) -> None:
    seats = [name for call in drawn.calls for name in call.players]
    names = [*asked.kept, *seats]
    here = {one.name for one in asked.players if one.is_here(3)}
    assert all(len({*call.players}) == 7 for call in drawn.calls)
    assert {*names} <= here | {*asked.kept}
    said = {"out": set[str](), "twice": set[str](), "staying": set[str]()}
    for remark in drawn.remarks:
        if "which is kept" in remark:
            said["staying"] |= {*re.findall(NAME, remark)}
        elif "sit" in remark:
            said["out"] |= {*re.findall(NAME, remark)}
            check_lot(asked, boards, remark, said["out"])
        elif "on two boards" in remark:
            said["twice"] |= {*re.findall(NAME, remark)}
        else:
            check_remark(asked, drawn, remark)
    assert said == {
        "out": here - {*names},
        "twice": {name for name in names if names.count(name) > 1},
        "staying": {*asked.kept} & leaders_of(asked.players, ()) if top_to_come(asked) else set(),
    }
    check_top(asked, drawn)
    check_words(boards, drawn)


def check_lot(asked: Asked, boards: Sequence[BoardCall], remark: str, out: set[str]) -> None:
    """The lot: among whom it was, that they are equal, and that nobody left out of it had sat out less."""
    sat_out = {
        one.name: sum(
            one.is_here(round_)
            and all(one.name not in call.players for call in boards if call.round == round_)
            for round_ in {call.round for call in boards} - {3}
        )
        for one in asked.players
    }
    kinds = {one.name: (not one.unranked, sat_out[one.name]) for one in asked.players}
    safe = leaders_of(asked.players, asked.kept) if top_to_come(asked) else set()
    assert not safe & out
    if asked.wishes.scoring_groups:
        return
    safe |= in_full_groups(asked, len(safe))
    assert not safe & out
    free = [one.name for one in asked.players if one.is_here(3) and one.name not in {*asked.kept, *safe}]
    last = max(kinds[name] for name in out)
    assert all(last <= kinds[name] for name in {*free} - out)
    level = [name for name in free if kinds[name] == last]
    lot = re.search(r"drawn by lot among (\d+) who have sat out equally often", remark)
    assert (len(level) if {*level} - out else None) == (int(lot[1]) if lot else None)
    if lot:
        drawn = {*re.findall(NAME, remark.split("; ")[-1])}
        assert drawn == {*level} & out


def in_full_groups(asked: Asked, leading: int) -> set[str]:
    """The players of all groups but the last one, whose boards some of its players must leave."""
    if not asked.wishes.groups:
        return set()
    here = [one for one in asked.players if one.is_here(3) and one.name not in asked.kept]
    each, seats = 7 * asked.wishes.groups, len(here) // 7 * 7 - leading
    sure = leading + max(0, seats - 1) // each * each
    return {one.name for one in sorted(here, key=lambda one: one.unranked)[:sure]}


def check_remark(asked: Asked, drawn: Drawn, remark: str) -> None:
    if found := re.fullmatch(r"Round 3, board (\w+), new players: (.*)\.", remark):
        (call,) = [call for call in drawn.calls if call.name == found[1]]
        for name, power in re.findall(rf"({NAME}) has (\w+)", found[2]):
            assert call.players[POWERS.index(power)] == name
    else:
        assert remark.startswith("With regions of ")
        assert asked.wishes.powers.method == "regions"


def check_top(asked: Asked, drawn: Drawn) -> None:
    assert bool(drawn.top) == top_to_come(asked)
    if drawn.top:
        (call,) = [call for call in drawn.calls if call.name == drawn.top]
        assert {*call.players} == leaders_of(asked.players, asked.kept)
    grouped = asked.wishes.groups and not asked.wishes.scoring_groups
    if grouped and len({name for one in drawn.calls for name in one.players}) == 7 * len(drawn.calls):
        each = asked.wishes.groups
        calls = drawn.calls[bool(drawn.top) :]
        groups = [calls[start : start + each] for start in range(0, len(calls), each)]
        order = {one.name: (one.unranked, n) for n, one in enumerate(asked.players)}
        ranks = [[order[name] for call in group for name in call.players] for group in groups]
        assert all(max(above) < min(below) for above, below in pairwise(ranks))


def check_words(boards: Sequence[BoardCall], drawn: Drawn) -> None:
    """Meetings and powers again, sentence by sentence and as a sum."""
    known, meetings = [*boards], 0
    for board in drawn.boards:
        call = board.call
        for a, b in combinations(call.players, 2):
            meetings += sum({a, b} <= {*other.players} for other in known)
        for cost in board.costs:
            check_sentence(known, call, cost.words)
        known.append(call)
    told = {one.title: one.times for one in drawn.sums}
    assert "Meetings again" not in told or told["Meetings again"] == meetings
    assert all(one.forced <= one.times for one in drawn.sums)


def check_sentence(before: Sequence[BoardCall], call: BoardCall, sentence: str) -> None:
    if found := re.match(rf"({NAME}) and ({NAME}) meet .* \(rounds? (.*)\)", sentence):
        both = {found[1], found[2]}
        assert both <= {*call.players}
        rounds = {one.round for one in before if both <= {*one.players}}
        assert {*map(int, re.findall(r"\d+", found[3]))} == rounds
    if found := re.match(rf"({NAME}) plays (\w+) a ", sentence):
        power = POWERS.index(found[2])
        assert call.players[power] == found[1]
        assert any(one.players[power] == found[1] for one in before)


def check_pair(pair: Sequence[str], count: int, seed: int) -> bool:
    found = draw_pair(pair, count, seed)
    if found is not None:
        check_claims(*found)
    return found is not None


@pytest.mark.parametrize("second", ["sit out", "keep one leader", "twice", "away before"])
def test_claims_beside_a_top_board(second: str) -> None:
    for count in (15, 22, 24):
        check_pair(["top board", second], count, count)


@pytest.mark.slow
@pytest.mark.parametrize("first", WISHES)
def test_every_pair_of_wishes(first: str) -> None:
    listed = [*WISHES]
    drawn = 0
    for second in listed[listed.index(first) :]:
        for count, more in ((12, []), (16, ["sit out"]), (22, ["sit out"]), (24, []), (27, ["sit out"])):
            drawn += check_pair([first, second, *more], count, count + len(second))
    assert drawn
