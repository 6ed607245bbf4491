"""Compute the standings of an event: totals, ranks and notes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from xl_dipscore.errors import Note, join, without_cycle_collector
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.games import Game, round_order
from xl_dipscore.rules.event.scored import Scored
from xl_dipscore.rules.event.settings import USUAL, Settings
from xl_dipscore.rules.event.tiebreak import TieBreak
from xl_dipscore.rules.system import System
from xl_dipscore.rules.tournament.combine import at_most, is_own, own_rule, rule_of
from xl_dipscore.rules.tournament.formats import (
    decision_of,
    format_of,
    is_before_the_last,
    notes_on_format,
    notes_to_come,
)
from xl_dipscore.rules.tournament.games import NO_OPTIONS, event_of
from xl_dipscore.rules.tournament.reckoning import Reckoning
from xl_dipscore.rules.tournament.table import MOST_BEST, Standings, rounds_with_columns
from xl_dipscore.rules.tournament.tiebreaks import tie_breaks_named


class NoTieBreak(Note, remedy="Type the missing value, or choose another tie-break."):
    """{without}: {players}."""


class TooFewPlayed(Note, remedy="Type their missing games, unless they left."):
    """Fewer than {fewest} played: {players}."""


@without_cycle_collector("Ranking the players")
def standings(
    system: System,
    games: Iterable[Game],
    settings: Settings = USUAL,
    options: Mapping[str, object] = NO_OPTIONS,
) -> Standings:
    """A row for each player, best first, with ranks such as 1, 1, 3.

    Players on a faulty board come last, without a rank. Without the option `double`, players on two boards
    of a round come last, too.
    options: the system's own parameters.
    Raises Faults for an invalid option, rule, tie-break or format.
    """
    listed, chosen_format = list(games), settings.format
    settings = replace(settings, format=format_of(system, listed, settings))
    chosen = system.all_settings(options)
    own = settings.combine is None or is_own(settings.combine, system)
    rule = own_rule(system, **system.event_settings(options)) if own else rule_of(settings.combine or "")
    rule = at_most(rule, settings.most_rounds)
    breaks = tie_breaks_named(system.tiebreak if settings.tiebreak is None else settings.tiebreak)
    event = event_of(system, listed, settings, options)
    welcome = system.welcome(event, chosen) if system.welcome is not None else 0
    reckoning = Reckoning(event if own else replace(event, own_rounds={}), rule, welcome, breaks)
    decided = decision_of(system, event, chosen)
    before = decided.rounds if is_before_the_last(event) else max(event.rounds - 1, 1)
    ranked = reckoning.table(decided, None if event.is_decided else before)
    more = (*event.notes, *decided.notes, *(_ranks_may_change(event) if rule.of_ranks else ()))
    notes = (*notes_on_format(system, event, chosen_format), *notes_to_come(event), *more)
    names = tuple(one.name for one in breaks)
    bests = (rule.most or MOST_BEST) if rule.of_games or settings.besides.by_dates else 0
    columns = () if bests else rounds_with_columns(event)
    rows, found = tuple(ranked.rows), partial(reckoning.workings, ranked)
    table = Standings(rows, columns, names, rule.name, reckoning.event, notes, bests, found)
    return replace(table, notes=(*notes, *_notes_on_table(table, breaks)))


@without_cycle_collector("Scoring the games")
def scored_event(
    system: System,
    games: Iterable[Game],
    settings: Settings = USUAL,
    options: Mapping[str, object] = NO_OPTIONS,
) -> Sequence[Scored]:
    """The games of an event with every score that is known before the event ends.

    Raises Faults for an invalid option.
    """
    return event_of(system, games, replace(settings, provisional=True), options).scored


def _ranks_may_change(event: Event) -> Iterator[str]:
    rounds = sorted({one.game.round for one in event.by_points if one.scores is None}, key=round_order)
    if rounds:
        yield f"Ranks in round {join(rounds)} may change: one of its boards has no scores."


def _notes_on_table(table: Standings, breaks: Sequence[TieBreak]) -> Iterator[str]:
    for position, one in enumerate(breaks):
        without = [row.player for row in table if row.total is not None and not row.breaks[position]]
        if without and one.without:
            yield str(NoTieBreak(without=one.without, players=join(without)))
    yield from (str(TooFewPlayed(fewest=fewest, players=join(few))) for few, fewest in table.too_few)
