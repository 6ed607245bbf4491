"""What a director says about an event."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Literal

from xl_dipscore.errors import Fault
from xl_dipscore.event.games import Game, SatOut, Stray

Format = Literal["all rounds", "final", "top-board", "top-places"]
TOP_FORMATS: tuple[Format, ...] = ("top-board", "top-places")
"""Those in which a top board decides: a board called Top in the last round, or a round called Final."""
DECIDED: Mapping[Format, str] = {
    "all rounds": "all rounds count alike",
    "final": "the winner of the Final is first",
    "top-board": "the seven players of its top board stand first, by the points of all rounds",
    "top-places": "the scores of its top board decide places 1 to 7 and add nothing to totals",
}
"""How an event is decided, in words."""
Double = Literal["best", "sum"]


@dataclass(frozen=True)
class TeamRule:
    """How the scores of its members make a team's."""

    rule: str = "sum"
    size: int = 0
    """The members of a team; 0 where it may have any number."""
    missing: Literal["nothing", "lowest", "mean"] = "nothing"
    """What stands for the score of each member that a team has too few."""
    rounds: str = "all"
    """The rounds that count for teams: `all`, or their numbers."""


@dataclass(frozen=True)
class AwardRule:
    """What makes a game the best with its power."""

    by: Literal["score", "centres", "results"] = "score"
    """What is compared; results: win, draw, survival, elimination, loss; then score, then place (DAANZ)."""
    losers: Literal["below", "level"] = "below"
    """Where those who lost to a winner stand: below all others, or wherever the amounts put them."""
    boards: Literal["all", "without top"] = "all"
    """Do a Final and Top boards count?"""
    ties: Literal["shared", "broken"] = "shared"
    """Are those who are level compared by the other amount too, then by results, then by place?"""
    guests: bool = False
    """May unranked players win?"""


@dataclass(frozen=True)
class Besides:
    """What a games list says besides the games that were played."""

    rows: tuple[Stray, ...] = ()
    """Rows that belong to no game, or to no seat of theirs: nobody knows what their players scored."""
    to_come: tuple[Game, ...] = ()
    """Boards with players and without a result."""
    out: tuple[SatOut, ...] = ()
    unread: tuple[Fault, ...] = ()
    """Columns that nobody reads."""
    by_dates: bool = False
    """Are its rounds the dates of its games?"""

    def is_nobody(self, name: str) -> bool:
        """Is this a word for nobody, and no player's name?"""
        return False


@dataclass(frozen=True)
class Settings:
    """How an event's games become standings; None is the system's or the usual way."""

    combine: str | None = None
    rounds: int | None = None
    tiebreak: tuple[str, ...] | None = None
    format: Format | None = None
    groups: bool = False
    double: Double | None = None
    provisional: bool = False
    over: bool | None = None
    """Is the event over? None where rounds, dates and results say it."""
    min_rounds: int = 0
    min_games: int = 0
    most_rounds: int = 0
    """So many rounds of a player count at most, the best ones; 0 for all."""
    tops: Literal["half", "1/n"] = "half"
    """What a board top is worth to each of several: half a top, or their part of it."""
    sit_out: str | None = None
    """What a time sat out is worth as a game; after it `once`, where it is only the first."""
    since: date | None = None
    until: date | None = None
    last: str | None = None
    """How long back from the last game the season goes: `12 months`."""
    decimals: int | None = None
    round_weights: tuple[Fraction, ...] = ()
    """What the scores of round 1, 2, ... are multiplied by, where they are not in full."""
    team: TeamRule = TeamRule()
    awards: AwardRule = AwardRule()
    powers: str | None = None
    """How powers are given out from round to round; None where the event does not say."""
    besides: Besides = Besides()


USUAL = Settings()
