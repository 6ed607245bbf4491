"""Score the games of an event, combine the scores into totals, and rank the players and teams."""

from xl_dipscore.rules.tournament.awards import award_table, awards
from xl_dipscore.rules.tournament.combine import no_total, own_rule, rule_of, total_of
from xl_dipscore.rules.tournament.compare import USUAL_RIVALS, side_by_side
from xl_dipscore.rules.tournament.explain import NoSuchPlayer, Section, explain_team, explain_total
from xl_dipscore.rules.tournament.games import event_of, score_games, system_and_options
from xl_dipscore.rules.tournament.problem import Problem, lines_of_problems, summary, worst_first
from xl_dipscore.rules.tournament.problems import problems
from xl_dipscore.rules.tournament.qualify import qualify
from xl_dipscore.rules.tournament.standings import scored_event, standings
from xl_dipscore.rules.tournament.table import Standing, Standings
from xl_dipscore.rules.tournament.teams import TeamTable, team_rule, team_table
from xl_dipscore.rules.tournament.tiebreaks import tie_breaks_named
