"""What a system may say about an event: how scores count, and who stands above whom or goes on."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from xl_dipscore.errors import Fault, join
from xl_dipscore.event.scored import Scored
from xl_dipscore.points import Exact, text


@dataclass(frozen=True)
class Weight:
    """How a score counts in a total: a part of it, over a number of rounds."""

    part: Exact = 1
    over: Exact = 1
    added: bool = False
    """Does it stand outside the rule for combining rounds?"""
    why: str = ""
    """What an explanation says of it."""

    @cached_property
    def exact(self) -> Fraction:
        return Fraction(self.part) / self.over

    def of(self, score: Fraction) -> Fraction:
        """What the score makes."""
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
"""One for each of a player's scores; None where it is dropped."""


class Tier(NamedTuple):
    """Players who stand above others whatever their points, and as what: `winner of the Final`."""

    players: AbstractSet[str]
    as_what: str


WINNER = "winner of the Final"

TOP_TO_COME = (
    "No board of the last round is called Top yet, and no round Final: this is the table after qualifying."
)


@dataclass(frozen=True)
class Decision:
    """How the games of an event make its table: what is added up, and who stands above whom."""

    combined: Sequence[Scored]
    """The games that the rule for combining rounds makes totals of."""
    rounds: int
    """The rounds of the event, that of `added` among them."""
    added: Sequence[Scored] | None = None
    """The games of a last round that counts in full and is added to those totals."""
    placed: Sequence[Scored] = ()
    """Games that make places and add nothing."""
    tiers: Sequence[Tier] = ()
    """Each stands above all after it."""
    groups: Sequence[Sequence[Tier]] = ()
    """More of them, together, in the order in which their best stand before the last round is added."""
    champions: Tier | None = None
    """Of these the best by points is first; all others stand by points alone."""
    only: AbstractSet[str] | None = None
    """Who is in the table; None for everybody."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Qualified:
    """One who goes on: where to, why, and how sure that is."""

    to: str
    player: str
    power: str
    worth: Fraction | None
    remark: str = ""


@dataclass(frozen=True)
class Qualification:
    """The players who go on, what the director has to decide, and the faults of the games."""

    rows: tuple[Qualified, ...]
    notes: tuple[str, ...]
    faults: tuple[Fault, ...]


def unsure_note(players: Iterable[str]) -> str:
    """That they are left out, and why."""
    return f"No known total, so they cannot qualify: {join(players)}."


FINAL, TOP_BOARD = "final", "top board"

LEVEL = "level at the cut"


class Part(NamedTuple):
    """One line of an explained total: words, and numbers beside them."""

    words: str
    numbers: tuple[Exact | None, ...] = ()
