"""A director's settings for an event."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Literal

from xl_dipscore.errors import Fault
from xl_dipscore.event.games import Game, SatOut, Stray

Format = Literal["all rounds", "final", "top-board", "top-places"]
TOP_FORMATS: tuple[Format, ...] = ("top-board", "top-places")
"""Formats decided by a top board: a board called Top in the last round, or a round called Final."""
HOW_DECIDED: Mapping[Format, str] = {
    "all rounds": "all rounds count alike",
    "final": "the winner of the Final is first",
    "top-board": "the seven players of its top board stand first, by the points of all rounds",
    "top-places": "the scores of its top board decide places 1 to 7 and add nothing to totals",
}

Double = Literal["best", "sum"]


@dataclass(frozen=True)
class TeamRule:
    """How the scores of its members make a team's total."""

    rule: str = "sum"
    size: int = 0
    """Members of a team; 0 if any number is allowed."""
    missing: Literal["nothing", "lowest", "mean"] = "nothing"
    """Substitute for the score of each missing member."""
    rounds: str = "all"
    """The rounds that count for teams: `all`, or their numbers."""


@dataclass(frozen=True)
class AwardRule:
    """The rule that picks the best game with each power."""

    by: Literal["score", "centres", "results"] = "score"
    """Amount compared. results: win, draw, survival, elimination, loss; then score; then place (DAANZ)."""
    losers: Literal["below", "level"] = "below"
    """Rank of players who lost to a winner: below all others, or by their amounts like everybody."""
    boards: Literal["all", "without top"] = "all"
    """Do a Final and Top boards count, or only the other boards?"""
    ties: Literal["shared", "broken"] = "shared"
    """Do level players share, or does the other of score and centres decide, then results, then place?"""
    guests: bool = False
    """May unranked players win?"""


@dataclass(frozen=True)
class Besides:
    """The contents of a games list besides the games played."""

    rows: tuple[Stray, ...] = ()
    """Rows that belong to no game, or to no seat of their game. Their players' scores are unknown."""
    to_come: tuple[Game, ...] = ()
    """Boards with players but without a result."""
    out: tuple[SatOut, ...] = ()
    unread: tuple[Fault, ...] = ()
    """A fault for each column that no reader uses."""
    by_dates: bool = False
    """Does the list have no rounds, so that its games' dates are used as rounds?"""

    def is_nobody(self, name: str) -> bool:
        """Does this word mean "nobody"? Subclasses know such words; for this class, each names a player."""
        return False


@dataclass(frozen=True)
class Settings:
    """How an event's games become standings; None: as the system says, or the usual way."""

    combine: str | None = None
    rounds: int | None = None
    tiebreak: tuple[str, ...] | None = None
    format: Format | None = None
    groups: bool = False
    double: Double | None = None
    provisional: bool = False
    over: bool | None = None
    """Is the event over? None: decided by rounds, dates and results."""
    min_rounds: int = 0
    min_games: int = 0
    most_rounds: int = 0
    """At most this many rounds of a player count, the best ones; 0 for all."""
    tops: Literal["half", "1/n"] = "half"
    """How many board tops each of n players gets who are level for first place on a board."""
    sit_out: str | None = None
    """Score for a round sat out; followed by `once` if only the first time counts."""
    since: date | None = None
    until: date | None = None
    last: str | None = None
    """Length of the season, counted back from its last game, such as `12 months`."""
    decimals: int | None = None
    round_weights: tuple[Fraction, ...] = ()
    """Factors for the scores of round 1, 2, ...; rounds beyond the list count in full."""
    team: TeamRule = TeamRule()
    awards: AwardRule = AwardRule()
    powers: str | None = None
    """How powers are assigned from round to round; None if the event does not say."""
    besides: Besides = Besides()


USUAL = Settings()
