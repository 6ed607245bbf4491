"""The parts of a page, all as text."""

from typing import NamedTuple

from xl_dipscore.workbooks.publish.charts import Bar, Lines, Range


class Number(NamedTuple):
    """A number as text, with its marks."""

    text: str
    dropped: bool = False
    typed: bool = False
    """Did the director type the number?"""
    open: bool = False
    """Is the board of the number still in play?"""


class ExplanationSection(NamedTuple):
    """A section of an explanation."""

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
    """Sentences on what separates players with the same total."""
    why: tuple[ExplanationSection, ...] = ()
    part: str = ""
    """The heading of the part of the table that begins with this player; "" within a part."""


class SeatLine(NamedTuple):
    """A power on a board."""

    power: str
    player: str
    centres: str
    score: Number | None
    """None if scores are secret."""
    tag: str = ""
    """How the game ended for this power: solo, won (without a solo), draw, or `out` with a year."""


class BoardShown(NamedTuple):
    """A board: its results or, if it is to come, its players."""

    name: str
    seats: tuple[SeatLine, ...]
    ending: str = ""
    notes: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    played: bool = True
    open: bool = False
    lines: tuple[tuple[str, tuple[str, ...]], ...] = ()
    wide: bool = False
    """Are numbers in `lines` too long for seven columns?"""
    chart: Lines | None = None


class RoundShown(NamedTuple):
    name: str
    anchor: str
    boards: tuple[BoardShown, ...]
    current: bool = False
    """Is this the last round with results, or a round after it?"""


class BestLine(NamedTuple):
    """The best result with a power."""

    power: str
    player: str
    score: str
    centres: str
    where: str


class TeamLine(NamedTuple):
    """A team: the cells of its line, and their explanation."""

    cells: tuple[str, ...]
    why: tuple[ExplanationSection, ...] = ()


class TypicalBoard(NamedTuple):
    """A typical board under the event's system: lines of seven numbers, each with its label."""

    name: str
    ending: str
    lines: tuple[tuple[str, tuple[str, ...]], ...]
    wide: bool
    """Are numbers in `lines` too long for seven columns?"""


class TypicalScores(NamedTuple):
    about: tuple[str, ...]
    boards: tuple[TypicalBoard, ...]
    laws: tuple[str, ...]
    """Sentences about all boards; empty if the event has options, which the laws do not know."""


class RuleShown(NamedTuple):
    """The scoring rule of the event."""

    name: str
    paragraphs: tuple[str, ...]
    source: str
    options: tuple[tuple[str, str], ...]
    totals: str
    tiebreaks: tuple[tuple[str, str], ...]
    remarks: tuple[str, ...]


class Contents(NamedTuple):
    name: str
    when: str
    stamp: str
    numbers: str
    """Sentences on the source of the numbers."""
    rule: RuleShown | None
    facts: tuple[str, ...]
    headings: tuple[str, ...]
    standings: tuple[PlayerLine, ...]
    about: tuple[str, ...]
    """Remarks on the standings."""
    rounds: tuple[RoundShown, ...]
    identity: str = ""
    """The text of the event's `Identity`."""
    secret: bool = False
    """Are scores secret? Then the standings show centres, and all fields after this one are empty."""
    tiebreaks: tuple[str, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()
    leaders: tuple[Bar, ...] = ()
    best: tuple[BestLine, ...] = ()
    ranges: tuple[Range, ...] = ()
    typical: TypicalScores | None = None
    team_headings: tuple[str, ...] = ()
    teams: tuple[TeamLine, ...] = ()
    serious: tuple[str, ...] = ()
    """Problems because of which somebody has no score or no rank."""

    @property
    def columns(self) -> int:
        return len(self.headings) + len(self.tiebreaks)
