"""Divide the players of a round into pools: groups who share boards only with players of their group."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from xl_dipscore.errors import Fault
from xl_dipscore.rules.seating.people import BoardGroup, Player
from xl_dipscore.rules.seating.terms import names_by_standing
from xl_dipscore.rules.seating.wishes import Wishes

TOP = "Top"
MOST_NAMES = 10_000

Sevens = list[list[str]]
"""The boards of a pool: for each board, the names of its seven players by power."""


class NoStanding(Fault):
    """Boards are to be drawn by {what}, but nobody has one yet."""


class Pool(NamedTuple):
    """Players who share boards in a round (named twice if on two boards), and the names of these boards."""

    round: int
    players: tuple[str, ...]
    names: tuple[str, ...]
    top: bool = False
    """Is this the top board?"""

    @property
    def share(self) -> BoardGroup:
        return BoardGroup(self.round, self.players, len(self.names))


def make_name_giver(names: Sequence[str], taken: Sequence[str]) -> Callable[[int], tuple[str, ...]]:
    """Make a function that returns `count` board names: `names`, then 1, 2, ...; none that are in `taken`."""
    used = {name.casefold() for name in taken}
    rest, numbers = [*names], [str(n) for n in range(1, MOST_NAMES)]

    def give(count: int, first: str = "") -> tuple[str, ...]:
        given = []
        for _ in range(count):
            unused = (name for name in (*rest, *numbers) if name.casefold() not in used)
            name = first or next(unused)
            used.add(name.casefold())
            given.append(name)
        return tuple(given)

    return give


def pools_of(
    players: Sequence[Player],
    round_: int,
    here: Sequence[str],
    wishes: Wishes,
    give: Callable[..., tuple[str, ...]],
    first: Sequence[str] = (),
    top: str = TOP,
) -> list[Pool]:
    """The pools of a round: one pool of all players, or groups by standing if the wishes ask for groups.

    give: from `make_name_giver`. first: players who come before all others by standing.
    top: the name of the board for the first seven, if the wishes ask for such a board. Raises NoStanding.
    """
    if not here:
        return []
    order = order_by_standing(players, here, wishes, first)
    if not _is_grouped(wishes):
        return [Pool(round_, tuple(here), give(len(here) // 7))]
    order += [name for n, name in enumerate(here) if name in here[:n]]
    leaders, groups = _leaders_and_groups(order, wishes)
    for n, part in enumerate(groups if len(groups) > 1 else ()):
        if len(part) == 7:
            _part_twins(part, groups[n - 1 if n else 1])
    top_pool = [Pool(round_, tuple(leaders), give(1, top), top=True)] if leaders else []
    return [*top_pool, *(Pool(round_, tuple(part), give(len(part) // 7)) for part in groups)]


def order_by_standing(
    players: Sequence[Player], here: Sequence[str], wishes: Wishes, first: Sequence[str] = ()
) -> list[str]:
    """The names in `here`, each once: `first`, then by standing, at last those who only fill seats.

    Without a wish about standing, the order is that of the roster. Raises NoStanding.
    """
    by = _standing_by(players, wishes)
    ordered = [one for one in players if one.name in {*here}]
    if not (wishes.by or _is_grouped(wishes)):
        return [one.name for one in ordered]
    if all((one.score if by == "score" else one.rating) is None for one in players):
        raise NoStanding(what=by if wishes.by else "score or rating")
    if wishes.scoring_groups:
        ordered.sort(key=lambda one: -(one.rating or 0))
    fillers = {one.name for one in players if one.unranked}
    names = names_by_standing(ordered, by)
    return sorted(names, key=lambda name: (name not in first, name in fillers))


def tied_at_the_cut(
    players: Sequence[Player], order: Sequence[str], wishes: Wishes, first: Sequence[str]
) -> list[str]:
    """The players who are level with the seventh and the eighth of the order; [] if these are not level."""
    by = _standing_by(players, wishes)
    values = {one.name: (one.name in first, one.unranked, getattr(one, by)) for one in players}
    if len(order) < 8 or values[order[6]] != values[order[7]]:
        return []
    return [name for name in order if values[name] == values[order[6]]]


def _standing_by(players: Sequence[Player], wishes: Wishes) -> str:
    """The kind of standing: `score` or `rating`."""
    by_score = wishes.scoring_groups or any(one.score is not None for one in players)
    return wishes.by or ("score" if by_score else "rating")


def fixed_by_standing(order: Sequence[str], wishes: Wishes) -> list[str]:
    """The players whose place the standings fix, whoever else sits out.

    They are the first seven if there is a top board, and the players of all groups but the one that is no
    multiple of seven. order: the players without a kept board, from `order_by_standing`.
    """
    if not _is_grouped(wishes) or not len(order) % 7 or len(order) < 7:
        return []
    _, groups = _leaders_and_groups(order, wishes)
    unsure: Sequence[str] = next(part for part in groups if len(part) % 7)
    if len(unsure) < 7 and not wishes.scoring_groups:
        unsure = [*unsure, *(groups[-2] if len(groups) > 1 else [])]
    if len(unsure) < 7:
        unsure = _around_the_middle([name for part in groups for name in part], 7 + len(unsure))
    return [name for name in order if name not in unsure]


def may_play_twice(order: Sequence[str], wishes: Wishes) -> Sequence[str]:
    """The players of whom some can play on two boards, so that nobody plays twice on one.

    Beside the top board there may be a single board: then only players of the top board can join it.
    """
    return order[:7] if wishes.top_board and len(order) < 14 else order


def _around_the_middle(names: Sequence[str], count: int) -> Sequence[str]:
    start = max(0, (len(names) - count) // 2)
    return names[start : start + count]


def _is_grouped(wishes: Wishes) -> bool:
    return bool(wishes.groups or wishes.scoring_groups or wishes.top_board)


class _Pools(NamedTuple):
    """The players of the top board, if there is one, and the groups of the others."""

    leaders: list[str]
    groups: list[list[str]]


def _leaders_and_groups(order: Sequence[str], wishes: Wishes) -> _Pools:
    """The players of the top board, if there is one, and the groups of the others."""
    leaders, others = ([*order[:7]], [*order[7:]]) if wishes.top_board else ([], [*order])
    if wishes.scoring_groups:
        return _Pools(leaders, scoring_groups(others, wishes.scoring_groups))
    each = 7 * wishes.groups or max(1, len(others))
    return _Pools(leaders, [others[start : start + each] for start in range(0, len(others), each)])


def scoring_groups(order: Sequence[str], count: int) -> list[list[str]]:
    """Divide the players into groups of about the same size, the best first, each a multiple of seven.

    Begin with the best and the worst group: if a group's size is no multiple of seven, up to six players from
    its middle move to the next group (down from a good group, up from a bad one). The players left over at
    the end, from both sides, join the middle group; if there is none, they form a group of their own.
    """
    cuts = [-(-len(order) * n // count) for n in range(count + 1)]
    groups = [[*order[start:end]] for start, end in pairwise(cuts)]
    half = count // 2
    above, below = groups[:half], groups[count - half :][::-1]
    middle = groups[count // 2] if count % 2 else []
    moved = [_move_middles(half, first) for half, first in ((above, False), (below, True))]
    found = [*above, [*moved[0], *middle, *moved[1]], *below[::-1]]
    return [group for group in found if group]


def _move_middles(groups: Sequence[list[str]], from_below: bool) -> list[str]:
    """Move players from each group's middle to the next group so that sevens stay. Return those left over."""
    moved: list[str] = []
    for group in groups:
        group[:] = [*group, *moved] if from_below else [*moved, *group]
        odd = len(group) % 7
        start = (len(group) - odd) // 2
        moved = group[start : start + odd]
        del group[start : start + odd]
    return moved


def _part_twins(last: list[str], above: list[str]) -> None:
    """If a group for one board names a player twice, swap one of the two names with one of another group."""
    for name in [name for n, name in enumerate(last) if name in last[:n]]:
        other = next(n for n, one in reversed([*enumerate(above)]) if one not in last)
        last[last.index(name)], above[other] = above[other], name


def by_standing(boards: Sevens, players: Sequence[Player], wishes: Wishes) -> Sevens:
    """Sort the boards by the standing of their players, the best first. Without `wishes.by`, do not sort."""
    if not wishes.by:
        return boards
    place = {name: n for n, name in enumerate(names_by_standing(players, wishes.by))}
    return sorted(boards, key=lambda seven: sum(place[name] for name in seven))
