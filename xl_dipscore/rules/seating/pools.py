"""Divide the players of a round into pools: groups who share boards only with players of their group."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from xl_dipscore.errors import Fault
from xl_dipscore.rules.seating.people import BoardGroup, Player
from xl_dipscore.rules.seating.terms import names_by_standing
from xl_dipscore.rules.seating.wishes import Wishes

TOP = "Top"

Sevens = list[list[str]]
"""The boards of a pool: for each board, the names of its seven players by power."""


class NoStanding(Fault):
    """Boards are to be drawn by {what}, but nobody has one yet."""


class Pool(NamedTuple):
    """Players who share boards in a round (named twice if on two boards), and the names of these boards."""

    round: int
    players: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def share(self) -> BoardGroup:
        return BoardGroup(self.round, self.players, len(self.names))


def make_name_giver(names: Sequence[str], taken: Sequence[str]) -> Callable[[int], tuple[str, ...]]:
    """Make a function that returns `count` board names: `names`, then 1, 2, ...; none that are in `taken`."""
    used = {name.casefold() for name in taken}
    rest = [name for name in names if name.casefold() not in used]
    numbers = (str(n) for n in range(1, 10_000))

    def give(count: int, first: str = "") -> tuple[str, ...]:
        given = []
        for _ in range(count):
            name = first or (rest.pop(0) if rest else next(n for n in numbers if n not in used))
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
    grouped = bool(wishes.groups or wishes.scoring_groups or wishes.top_board)
    by_score = wishes.scoring_groups or any(one.score is not None for one in players)
    by = wishes.by or ("score" if by_score else "rating")
    if wishes.by or grouped:
        values = [one.score if by == "score" else one.rating for one in players]
        if all(value is None for value in values):
            raise NoStanding(what=by if wishes.by else "score or rating")
    if not grouped:
        return [Pool(round_, tuple(here), give(len(here) // 7))]
    present = {*here}
    by_rating = sorted(players, key=lambda one: -(one.rating or 0)) if wishes.scoring_groups else players
    order = names_by_standing((one for one in by_rating if one.name in present), by)
    order.sort(key=lambda name: name not in first)
    order += [name for n, name in enumerate(here) if name in here[:n]]
    seven = 7 if wishes.top_board else 0
    each = 7 * wishes.groups or len(order)
    cuts = [*([0] if seven else []), *range(seven, len(order), each), len(order)]
    parts = [order[start:end] for start, end in pairwise(cuts) if end > start]
    if wishes.scoring_groups:
        parts = [*parts[: seven // 7], *scoring_groups(order[seven:], wishes.scoring_groups)]
    for n, part in enumerate(parts if len(parts) > 1 else ()):
        if len(part) == 7:
            _part_twins(part, parts[n - 1 if n else 1])
    return [
        Pool(round_, tuple(part), give(len(part) // 7, top if seven and n == 0 else ""))
        for n, part in enumerate(parts)
    ]


def scoring_groups(order: Sequence[str], count: int) -> list[list[str]]:
    """Divide the players into groups of about the same size, the best first, each a multiple of seven.

    Begin with the best and the worst group: if a group's size is no multiple of seven, up to six players from
    its middle move to the next group (down from a good group, up from a bad one). The players left over at
    the end, from both sides, join the middle group; if there is none, they form a group of their own.
    """
    cuts = [-(-len(order) * n // count) for n in range(count + 1)]
    groups = [[*order[start:end]] for start, end in pairwise(cuts)]
    above, below = groups[: count // 2], groups[-(count // 2) :][::-1]
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
