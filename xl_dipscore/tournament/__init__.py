"""Games to totals to standings."""

from xl_dipscore.tournament.awards import AWARDS_BY, Best, awards
from xl_dipscore.tournament.combine import Rule, UnknownCombiningRule, own_rule, rule_of, total_of, ways
from xl_dipscore.tournament.compare import USUAL_RIVALS, side_by_side
from xl_dipscore.tournament.explain import (
    Explained,
    NoSuchPlayer,
    NoSuchTeam,
    Section,
    SeveralPlayers,
    explain_row,
    explain_team,
    explain_total,
)
from xl_dipscore.tournament.games import NO_OPTIONS, doubles, event_of, options_in, score_games
from xl_dipscore.tournament.pace import steady
from xl_dipscore.tournament.problems import HEADER, Problem, lines, problems, slips, worst_first
from xl_dipscore.tournament.qualify import qualify
from xl_dipscore.tournament.seats import Checked, SeatsAsked, check_seats, told
from xl_dipscore.tournament.spelling import near_twins, spelling_twins
from xl_dipscore.tournament.standings import Standing, Standings, scored_event, standings
from xl_dipscore.tournament.teams import Team, TeamTable, team_rule, team_table
from xl_dipscore.tournament.tiebreaks import chain

__all__ = [
    "AWARDS_BY",
    "HEADER",
    "NO_OPTIONS",
    "USUAL_RIVALS",
    "Best",
    "Checked",
    "Explained",
    "NoSuchPlayer",
    "NoSuchTeam",
    "Problem",
    "Rule",
    "SeatsAsked",
    "Section",
    "SeveralPlayers",
    "Standing",
    "Standings",
    "Team",
    "TeamTable",
    "UnknownCombiningRule",
    "awards",
    "chain",
    "check_seats",
    "doubles",
    "event_of",
    "explain_row",
    "explain_team",
    "explain_total",
    "lines",
    "near_twins",
    "options_in",
    "own_rule",
    "problems",
    "qualify",
    "rule_of",
    "score_games",
    "scored_event",
    "side_by_side",
    "slips",
    "spelling_twins",
    "standings",
    "steady",
    "team_rule",
    "team_table",
    "told",
    "total_of",
    "ways",
    "worst_first",
]
