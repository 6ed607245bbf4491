"""A director's wishes for the drawing of seats, and the parsers of the options that state them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from xl_dipscore.errors import Fault, did_you_mean, join
from xl_dipscore.rules.board import LETTERS

REGIONS = "FR-IGA-TE"
"""The regions by default: the groups of powers that the desktop program DCM calls Corners."""
METHODS = ("never twice", "regions", "wheel", "preferences", "any")


class UnknownMethod(Fault):
    """{name} is not a way to assign powers.{hint} Known: {known}."""


class NotRegions(Fault):
    """{value} does not divide the seven powers into regions. Use each of A, E, F, G, I, R and T once."""


class NotPowers(Fault):
    """{value} is not a list of powers: write letters of A, E, F, G, I, R and T, each once, such as FGIRT."""


class NotSoManyPowers(Fault):
    """{value} does not give each new player a power. Type a letter for each, such as 2=FT,3=FEG."""


class UnknownOrder(Fault):
    """{value} is not an order for the boards; choose score, rating, groups=2 or dragonflight."""


class UnknownWeight(Fault):
    """There is no weight {name}.{hint} Known: {known}."""


@dataclass(frozen=True)
class Powers:
    """A way of assigning powers: one of METHODS."""

    method: str = "never twice"
    regions: tuple[tuple[int, ...], ...] = ()
    """The powers of each region, in the typed order."""


@dataclass(frozen=True)
class Wishes:
    """A director's wishes for a draw, without those in the roster."""

    powers: Powers = Powers()
    novices: Literal["together", "spread", "any"] = "any"
    novice_powers: frozenset[int] = frozenset()
    """The powers that novices should have; empty: any."""
    newcomers: Mapping[int, Sequence[int]] | None = None
    """For each number of novices in their first game on a board, their powers; None: as the system says."""
    team_powers: bool = False
    """Must members of a team play different powers in a round?"""
    by: Literal["", "score", "rating"] = ""
    """Let players of similar score so far, or of similar rating, meet; blank: do not."""
    groups: int = 0
    """The number of boards in each group by standing; 0: no groups."""
    dragonflight: bool = False
    """Let players of similar rating meet in round 1, and use scoring groups from round 2 on?"""
    scoring_groups: int = 0
    """The number of groups by score, then rating; sizes are similar multiples of seven; 0: no groups."""
    top_board: bool = False
    """Do the first seven by standing get a board of their own?"""
    weights: Mapping[str, int] = field(default_factory=dict)
    """Weights that the director changed, by the name of the term of a draw's cost."""

    def in_round(self, round_: int) -> "Wishes":
        """The wishes for one round: `dragonflight` becomes the order or the groups of that round."""
        if not self.dragonflight:
            return self
        return replace(self, by="rating") if round_ == 1 else replace(self, scoring_groups=min(round_, 4))


USUAL = Wishes()


def powers_of(typed: str) -> Powers:
    """Parse `regions=FR-IGA-TE`, `wheel`, `preferences` or `any`. Raises UnknownMethod and NotRegions."""
    name, equals, value = (part.strip() for part in typed.partition("="))
    method = re.sub(r"[\s_-]+", " ", name).casefold()
    if method not in METHODS or (equals and method != "regions"):
        raise UnknownMethod(name=repr(typed), hint=did_you_mean(method, METHODS), known=join(METHODS))
    if method != "regions":
        return Powers(method)
    parts = re.split(r"\s*[^\w\s]\s*|[\s_]+", (value if equals else REGIONS).upper())
    if len(parts) < 2 or sorted("".join(parts)) != sorted(LETTERS) or not all(parts):
        raise NotRegions(value=repr(value))
    return Powers(method, tuple(tuple(map(LETTERS.index, part)) for part in parts))


def letters_of(typed: str) -> tuple[int, ...]:
    """Parse letters such as `FGIRT` into seat numbers. Raises NotPowers."""
    letters = re.sub(r"[\s,;/>-]+", "", typed.upper())
    if len({*letters}) < len(letters) or not {*letters} <= {*LETTERS}:
        raise NotPowers(value=repr(typed))
    return tuple(map(LETTERS.index, letters))


def novice_powers_of(typed: str) -> dict[str, Any]:
    """Parse `FT`, `any`, or `2=FT 3=FEG` (by number of new players) into fields of Wishes. Raises Fault."""
    if typed.strip().casefold() == "any":
        return {"newcomers": {}}
    if "=" not in typed:
        return {"novice_powers": frozenset(letters_of(typed)), "newcomers": {}}
    found = {}
    for part in re.split(r"[\s,;]+", typed.strip()):
        count, _, letters = part.partition("=")
        powers = letters_of(letters)
        if count != str(len(powers)):
            raise NotSoManyPowers(value=repr(part))
        found[len(powers)] = powers
    return {"newcomers": found}


def order_of(typed: str) -> dict[str, Any]:
    """Parse `score`, `rating`, `groups=3` or `dragonflight` into fields of Wishes. Raises UnknownOrder."""
    word = typed.strip().casefold()
    if word == "dragonflight":
        return {"dragonflight": True}
    if word in ("score", "rating"):
        return {"by": word}
    grouped = re.fullmatch(r"groups\s*=\s*([1-9]\d{0,2})", word)
    if grouped is None:
        raise UnknownOrder(value=repr(typed))
    return {"groups": int(grouped[1])}
