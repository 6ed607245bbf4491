"""Games to totals to standings."""

from xl_dipscore.tournament.awards import AWARDS_BY, Best, awards
from xl_dipscore.tournament.combine import Rule, UnknownCombiningRule, own_rule, rule_of, total_of
from xl_dipscore.tournament.compare import side_by_side
from xl_dipscore.tournament.games import (
    NO_OPTIONS,
    Double,
    Game,
    Place,
    Result,
    Round,
    Scored,
    Seat,
    doubles,
    located,
    rounds_of,
    score_games,
    spelling_twins,
)
from xl_dipscore.tournament.pace import steady
from xl_dipscore.tournament.qualify import Qualification, Qualified, qualify
from xl_dipscore.tournament.standings import (
    USUAL,
    Settings,
    Standing,
    Standings,
    scored_event,
    standings,
)
from xl_dipscore.tournament.tiebreaks import power_difference

__all__ = [
    "AWARDS_BY",
    "NO_OPTIONS",
    "USUAL",
    "Best",
    "Double",
    "Game",
    "Place",
    "Qualification",
    "Qualified",
    "Result",
    "Round",
    "Rule",
    "Scored",
    "Seat",
    "Settings",
    "Standing",
    "Standings",
    "UnknownCombiningRule",
    "awards",
    "doubles",
    "located",
    "own_rule",
    "power_difference",
    "qualify",
    "rounds_of",
    "rule_of",
    "score_games",
    "scored_event",
    "side_by_side",
    "spelling_twins",
    "standings",
    "steady",
    "total_of",
]
