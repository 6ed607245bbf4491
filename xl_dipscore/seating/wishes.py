"""What a director wishes of a draw."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from xl_dipscore.errors import Fault, join, nearest
from xl_dipscore.seating.people import LETTERS

REGIONS = "FR-IGA-TE"
"""East, Centre and West as the articles divide the powers."""
METHODS = ("never twice", "regions", "wheel", "preferences", "any")


class UnknownMethod(Fault):
    """There is no way to give out powers called {name}.{hint} Known: {known}."""


class NotRegions(Fault):
    """{value} does not divide the seven powers: each letter of A, E, F, G, I, R and T stands in it once."""


class NotPowers(Fault):
    """{value} is not a list of powers: write letters of A, E, F, G, I, R and T, each once, such as FGIRT."""


class UnknownOrder(Fault):
    """{value} is not an order for the boards; choose score, rating or groups=2."""


class UnknownWeight(Fault):
    """Nothing that counts is called {name}.{hint} Known: {known}."""


@dataclass(frozen=True)
class Powers:
    """How powers are given out."""

    method: str = "never twice"
    regions: tuple[tuple[int, ...], ...] = ()
    """The powers of each, as they were typed."""


@dataclass(frozen=True)
class Wishes:
    """What a director wishes of a draw, beside what stands on the roster."""

    powers: Powers = Powers()
    novices: Literal["together", "spread", "any"] = "any"
    novice_powers: frozenset[int] = frozenset()
    """The powers that novices are to have; none is any."""
    team_powers: bool = False
    """Do the members of a team play different powers in a round?"""
    by: Literal["", "score", "rating"] = ""
    """Do equals meet, by what they have so far or by rating?"""
    groups: int = 0
    """Boards are drawn among groups of so many, by standing; 0 is one group of all."""
    top_board: bool = False
    """Do the first seven by standing make a board of their own?"""
    weights: Mapping[str, int] = field(default_factory=dict)
    """Other weights than the usual ones, by what counts."""


USUAL = Wishes()


def powers_of(typed: str) -> Powers:
    """`regions=FR-IGA-TE`, `wheel`, `preferences`, `any`. Raises UnknownMethod and NotRegions."""
    name, _, value = (part.strip() for part in typed.partition("="))
    method = re.sub(r"[\s_-]+", " ", name).casefold()
    if method not in METHODS or (value and method != "regions"):
        raise UnknownMethod(name=repr(typed), hint=nearest(method, METHODS), known=join(METHODS))
    if method != "regions":
        return Powers(method)
    parts = re.split(r"[\W_]+", (value or REGIONS).upper())
    if len(parts) < 2 or sorted("".join(parts)) != sorted(LETTERS) or not all(parts):
        raise NotRegions(value=repr(value))
    return Powers(method, tuple(tuple(map(LETTERS.index, part)) for part in parts))


def letters_of(typed: str) -> tuple[int, ...]:
    """`FGIRT` as seats. Raises NotPowers."""
    letters = re.sub(r"[\s,;/>-]+", "", typed.upper())
    if len({*letters}) < len(letters) or not {*letters} <= {*LETTERS}:
        raise NotPowers(value=repr(typed))
    return tuple(map(LETTERS.index, letters))


def order_of(typed: str) -> dict[str, Any]:
    """`score`, `rating` or `groups=3` as fields of the wishes. Raises UnknownOrder."""
    word = typed.strip().casefold()
    if word in ("score", "rating"):
        return {"by": word}
    grouped = re.fullmatch(r"groups\s*=\s*([1-9]\d{0,2})", word)
    if grouped is None:
        raise UnknownOrder(value=repr(typed))
    return {"groups": int(grouped[1])}
