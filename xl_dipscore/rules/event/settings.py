"""A director's settings for an event."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Literal

from xl_dipscore.errors import Fault
from xl_dipscore.rules.event.games import Game, SatOut, Stray

Format = Literal["all rounds", "final", "top-board", "top-places"]
TOP_FORMATS: tuple[Format, ...] = ("top-board", "top-places")
"""Formats that a top board decides. The top board is called Top in the last round, or is the Final."""
HOW_DECIDED: Mapping[Format, str] = {
    "all rounds": "all rounds count alike",
    "final": "the winner of the Final is first",
    "top-board": "the seven players of its top board stand first, by the points of all rounds",
    "top-places": "the scores of its top board decide places 1 to 7 and add nothing to totals",
}

Double = Literal["best", "sum"]


@dataclass(frozen=True)
class TeamRule:
    """The rule that makes the total of a team from the scores of its members."""

    rule: str = "sum"
    size: int = 0
    """The number of members of a team; 0 if any number is allowed."""
    missing: Literal["nothing", "lowest", "mean"] = "nothing"
    """The substitute for the score of each missing member."""
    rounds: str = "all"
    """The rounds that are used for teams: `all`, or the numbers of these rounds."""


@dataclass(frozen=True)
class AwardRule:
    """The rule that picks the best game with each power."""

    by: str = "score"
    """The name of the award that says what is compared; `tournament/awards.py` has them."""
    losers: Literal["below", "level"] = "below"
    """The rank of players who lost to a winner: below all other players, or by their amounts as usual."""
    boards: Literal["all", "without top"] = "all"
    """The boards that are used: all boards, or all without a Final and boards called Top."""
    ties: Literal["shared", "broken"] = "shared"
    """broken: compare equal games by centres (by score if `by` is centres), then by result, then by place."""
    guests: bool = False
    """May unranked players win?"""


@dataclass(frozen=True)
class Besides:
    """The contents of a games list besides the played games."""

    rows: tuple[Stray, ...] = ()
    """Rows that belong to no game, or to no seat of a game. The scores of the players there are unknown."""
    to_come: tuple[Game, ...] = ()
    """Boards with players but without a result."""
    out: tuple[SatOut, ...] = ()
    unread: tuple[Fault, ...] = ()
    """A fault for each column that no reader uses."""
    by_dates: bool = False
    """Does the list have no rounds, so that its games' dates are used as rounds?"""

    def is_nobody(self, name: str) -> bool:
        """Does this name mean "nobody"? In this class, never: a subclass has a list of such words."""
        return False


@dataclass(frozen=True)
class Settings:
    """The settings for the standings of an event. None means: as the system says, or else as usual."""

    combine: str | None = None
    rounds: int | None = None
    tiebreak: tuple[str, ...] | None = None
    format: Format | None = None
    groups: bool = False
    double: Double | None = None
    provisional: bool = False
    over: bool | None = None
    """Is the event over? None if rounds, dates and results decide this."""
    min_rounds: int = 0
    min_games: int = 0
    most_rounds: int = 0
    """The number of best rounds of each player that are used for totals; 0 for all rounds."""
    tops: Literal["half", "1/n"] = "half"
    """The part of a board top (the first place on a board) for each of n players who are level for it."""
    sit_out: str | None = None
    """The score for sitting out a round. If the word `once` follows, only the first time has this score."""
    since: date | None = None
    until: date | None = None
    last: str | None = None
    """The length of the season, such as `12 months`. The season ends with the last game."""
    decimals: int | None = None
    round_weights: tuple[Fraction, ...] = ()
    """Factors for the scores of round 1, 2, ...; later rounds have the factor 1."""
    team: TeamRule = TeamRule()
    awards: AwardRule = AwardRule()
    powers: str | None = None
    """How powers are assigned from round to round; None if the event does not say."""
    besides: Besides = Besides()


USUAL = Settings()
