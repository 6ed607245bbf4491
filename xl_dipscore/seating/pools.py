"""Who may sit with whom: everybody, or groups by standing; and what their boards are called."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from xl_dipscore.errors import Fault
from xl_dipscore.seating.people import Player
from xl_dipscore.seating.terms import standing
from xl_dipscore.seating.wishes import Wishes

TOP = "Top"

Sevens = list[list[str]]
"""The boards of a pool, each with its players by power."""


class NoStanding(Fault):
    """Nobody has a {what} yet, by which boards are to be drawn."""


class Pool(NamedTuple):
    """Players among whom boards are drawn, those on two boards named twice; and the names of the boards."""

    round: int
    players: tuple[str, ...]
    names: tuple[str, ...]


def free(names: Sequence[str], taken: Sequence[str]) -> Callable[[int], tuple[str, ...]]:
    """Gives so many names that no board has yet."""
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
    """The groups of a round, by standing, the `first` before all others; what the board of the first seven is
    called, where there is one. Raises NoStanding."""
    if not here:
        return []
    grouped = bool(wishes.groups or wishes.top_board)
    by = wishes.by or ("score" if any(one.score is not None for one in players) else "rating")
    if wishes.by or grouped:
        values = [one.score if by == "score" else one.rating for one in players]
        if all(value is None for value in values):
            raise NoStanding(what=by if wishes.by else "score or rating")
    if not grouped:
        return [Pool(round_, tuple(here), give(len(here) // 7))]
    present = {*here}
    order = standing((one for one in players if one.name in present), by)
    order.sort(key=lambda name: name not in first)
    order += [name for n, name in enumerate(here) if name in here[:n]]
    seven = 7 if wishes.top_board else 0
    each = 7 * wishes.groups or len(order)
    cuts = [*([0] if seven else []), *range(seven, len(order), each), len(order)]
    parts = [order[start:end] for start, end in pairwise(cuts) if end > start]
    if len(parts) > 1 and len(parts[-1]) == 7:
        _part_twins(parts[-1], parts[-2])
    return [
        Pool(round_, tuple(part), give(len(part) // 7, top if seven and n == 0 else ""))
        for n, part in enumerate(parts)
    ]


def _part_twins(last: list[str], above: list[str]) -> None:
    """On a single board nobody sits twice: others come down from the group above, and they go up."""
    for name in [name for n, name in enumerate(last) if name in last[:n]]:
        other = next(n for n, one in reversed([*enumerate(above)]) if one not in last)
        last[last.index(name)], above[other] = above[other], name


def by_standing(boards: Sevens, players: Sequence[Player], wishes: Wishes) -> Sevens:
    """The boards, the highest first where equals meet."""
    if not wishes.by:
        return boards
    place = {name: n for n, name in enumerate(standing(players, wishes.by))}
    return sorted(boards, key=lambda seven: sum(place[name] for name in seven))
