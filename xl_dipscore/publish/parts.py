"""What stands on a page, all of it text."""

from typing import NamedTuple

from xl_dipscore.publish.charts import Bar, Lines, Range


class Number(NamedTuple):
    """A number as it is written, and what is to be said of it."""

    text: str
    dropped: bool = False
    typed: bool = False
    """By the director."""
    open: bool = False
    """Is its board still in play?"""


class Why(NamedTuple):
    """A section of an explanation, all of it text."""

    title: str
    headings: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    sentences: tuple[str, ...] = ()


class PlayerLine(NamedTuple):
    """A player in the standings."""

    rank: str
    player: str
    total: str
    rounds: tuple[Number, ...]
    breaks: tuple[str, ...]
    tie: tuple[str, ...] = ()
    """What decided between players with the same total."""
    why: tuple[Why, ...] = ()
    part: str = ""
    """The heading of the part of the table that begins here."""


class SeatLine(NamedTuple):
    """A power on a board."""

    power: str
    player: str
    centres: str
    score: Number | None
    """None where scores are secret."""
    tag: str = ""
    """How the game ended for it, in a word."""


class BoardShown(NamedTuple):
    """A board: results, or who sits there."""

    name: str
    seats: tuple[SeatLine, ...]
    ending: str = ""
    notes: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    played: bool = True
    open: bool = False
    lines: tuple[tuple[str, tuple[str, ...]], ...] = ()
    wide: bool = False
    """Are its numbers too long for seven beside each other?"""
    chart: Lines | None = None


class RoundShown(NamedTuple):
    """The boards of a round."""

    name: str
    anchor: str
    boards: tuple[BoardShown, ...]
    current: bool = False
    """Is it the last one with results, or still to come?"""


class BestLine(NamedTuple):
    """The best result with a power."""

    power: str
    player: str
    score: str
    centres: str
    where: str


class TeamLine(NamedTuple):
    """A team: the cells of its line, and why."""

    cells: tuple[str, ...]
    why: tuple[Why, ...] = ()


class RuleShown(NamedTuple):
    """How the event is scored."""

    name: str
    paragraphs: tuple[str, ...]
    source: str
    options: tuple[tuple[str, str], ...]
    totals: str
    tiebreaks: tuple[tuple[str, str], ...]
    remarks: tuple[str, ...]


class Contents(NamedTuple):
    """Everything on a page."""

    name: str
    when: str
    stamp: str
    numbers: str
    """Where the numbers come from, in sentences."""
    rule: RuleShown | None
    facts: tuple[str, ...]
    headings: tuple[str, ...]
    standings: tuple[PlayerLine, ...]
    about: tuple[str, ...]
    """What there is to say of the standings."""
    rounds: tuple[RoundShown, ...]
    secret: bool = False
    """Are scores secret? Then the standings are who owned how much, and there is nothing of what follows."""
    tiebreaks: tuple[str, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()
    leaders: tuple[Bar, ...] = ()
    best: tuple[BestLine, ...] = ()
    ranges: tuple[Range, ...] = ()
    team_headings: tuple[str, ...] = ()
    teams: tuple[TeamLine, ...] = ()
    serious: tuple[str, ...] = ()
    """Problems that cost somebody a rank."""

    @property
    def columns(self) -> int:
        return len(self.headings) + len(self.tiebreaks)
