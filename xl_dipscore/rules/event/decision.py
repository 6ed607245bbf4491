"""What a scoring system may decide about an event: weights of scores, who ranks above whom, who qualifies."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from xl_dipscore.errors import Fault, join
from xl_dipscore.rules.event.scored import Scored
from xl_dipscore.rules.points import Exact, text


@dataclass(frozen=True)
class Weight:
    """The weight of a score in a total: `part` divided by `over`, which may be a number of rounds."""

    part: Exact = 1
    over: Exact = 1
    added: bool = False
    """Is the score added to the total after the rule has combined the rounds?"""
    why: str = ""
    """The reason for the weight, for explanations of a total."""

    @cached_property
    def exact(self) -> Fraction:
        return Fraction(self.part) / self.over

    def of(self, score: Fraction) -> Fraction:
        return score if self.exact == 1 else score * self.exact

    def __str__(self) -> str:
        """`95 %, divided by 3`."""
        part = f"{text(100 * self.part)} %" if self.part != 1 else ""
        over = f"divided by {text(self.over)}" if self.over != 1 else ""
        if self.added:
            return f"added at {part}" if part else "added in full"
        return ", ".join(filter(None, (part, over, self.why))) or "in full"


IN_FULL = Weight()

Weights = Sequence[Weight | None]
"""A weight for each score of a player; None for a dropped score."""


class Tier(NamedTuple):
    """Players who rank above other players regardless of points. role: such as `winner of the Final`."""

    players: AbstractSet[str]
    role: str


WINNER = "winner of the Final"

TOP_TO_COME = (
    "No board of the last round is called Top yet, and no round Final: this is the table after qualifying."
)


@dataclass(frozen=True)
class Decision:
    """The way to make the table of an event: which scores are added up, and who ranks above whom."""

    combined: Sequence[Scored]
    """The games whose scores the event's rule combines into totals."""
    rounds: int
    """The number of rounds, including the round of `added`."""
    added: Sequence[Scored] | None = None
    """The games of the last round, if their scores are added in full to the totals from `combined`."""
    placed: Sequence[Scored] = ()
    """Games that decide places and add no points."""
    tiers: Sequence[Tier] = ()
    """Each tier ranks above all later tiers."""
    groups: Sequence[Sequence[Tier]] = ()
    """Groups of tiers below `tiers`. Groups rank in the order of their best players before the last round."""
    champions: Tier | None = None
    """The player with the most points in this tier is first. All other players are ranked by points alone."""
    only: AbstractSet[str] | None = None
    """The players in the table; None for everybody."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Qualified:
    """A player who qualifies for the stage `to`. worth: the total; if `power` is given, centres with it."""

    to: str
    player: str
    power: str
    worth: Fraction | None
    remark: str = ""


@dataclass(frozen=True)
class Qualification:
    """The players who qualify, notes on decisions that are left to the director, and faults of games."""

    rows: tuple[Qualified, ...]
    notes: tuple[str, ...]
    faults: tuple[Fault, ...]


def unsure_note(players: Iterable[str]) -> str:
    """The note that these players cannot qualify, because their totals are not known."""
    return f"No known total, so they cannot qualify: {join(players)}."


FINAL, TOP_BOARD = "final", "top board"

LEVEL = "level at the cut"


class Part(NamedTuple):
    """One line of the explanation of a total: words, and numbers beside the words."""

    words: str
    numbers: tuple[Exact | None, ...] = ()
