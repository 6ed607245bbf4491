"""The list of doubts: everything that looks wrong in an event, worst first.

All commands, sheets and pages show this list, and look for no other doubts.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date

from xl_dipscore.errors import Faults, without_cycle_collector
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.games import Game, Round, last_round
from xl_dipscore.rules.event.progress import Progress
from xl_dipscore.rules.event.scored import Scored
from xl_dipscore.rules.event.settings import USUAL, Settings
from xl_dipscore.rules.system import System, find
from xl_dipscore.rules.tournament.doubts.amounts import odd_amounts
from xl_dipscore.rules.tournament.doubts.boards import against_the_rule, odd_boards, probable_typos
from xl_dipscore.rules.tournament.doubts.divisors import is_single_last, odd_rounds
from xl_dipscore.rules.tournament.doubts.exchanged import exchanged_names
from xl_dipscore.rules.tournament.doubts.missing import missing_entries
from xl_dipscore.rules.tournament.doubts.people import odd_names, stand_ins
from xl_dipscore.rules.tournament.doubts.powers import repeated_powers
from xl_dipscore.rules.tournament.doubts.rounds import find_repeated_seating, odd_dates, odd_finals
from xl_dipscore.rules.tournament.doubts.settings import odd_settings
from xl_dipscore.rules.tournament.doubts.tables import (
    doubts_of_system,
    odd_awards,
    odd_teams,
    open_ties,
    too_few,
)
from xl_dipscore.rules.tournament.games import NO_OPTIONS, add_double_faults, faulty_doubles, score_games
from xl_dipscore.rules.tournament.problem import Problem, of_game, of_stray, worst_first
from xl_dipscore.rules.tournament.standings import scored_event, standings
from xl_dipscore.rules.tournament.table import Standings


@without_cycle_collector("Looking for problems")
def problems(
    system: System | None,
    games: Iterable[Game],
    settings: Settings = USUAL,
    options: Mapping[str, object] = NO_OPTIONS,
    *,
    best: bool = False,
    table: Standings | None = None,
    roster: Sequence[str] = (),
) -> list[Problem]:
    """Everything that looks wrong in an event, worst first.

    system: the scoring system; None if unknown. Without a system, there are no doubts about scores and ranks.
    roster: the list of players; empty if there is no list.
    best: also report doubts about the best game with each power?
    table: the standings; None: compute the standings.
    """
    listed = list(games)
    found = [of_stray(fault, stray) for stray in settings.besides.rows for fault in stray.faults]
    found += map(Problem, settings.besides.unread)
    scored: Sequence[Scored] = ()
    if system is not None:
        try:
            table = table or standings(system, listed, settings, options)
        except Faults as refused:
            found += [Problem(fault, whole=True) for fault in refused.faults]
        try:
            scored = table.scored if table is not None else scored_event(system, listed, settings, options)
        except Faults:
            system = None
    if system is None:
        plain = [_score_by_own_system(game) for game in listed]
        scored = add_double_faults(plain, faulty_doubles(plain, settings), settings)
    found += [of_game(one.game, fault) for one in scored for fault in one.faults]
    found += probable_typos(scored)
    found += odd_boards(listed)
    found += find_repeated_seating([*listed, *settings.besides.to_come])
    found += odd_dates(listed, settings)
    if not settings.besides.by_dates:
        found += odd_rounds(
            listed, _with_format(settings, system), _before_last(system, listed, settings, options)
        )
    played = 0 if settings.besides.by_dates else last_round(listed)
    found += map(Problem, odd_settings(system, settings, options, played))
    found += missing_entries(listed, Progress(settings, listed).to_come)
    found += odd_finals(scored)
    found += odd_amounts(system, scored, options)
    found += odd_names(settings.besides, [*listed, *settings.besides.to_come], roster)
    found += exchanged_names([*listed, *settings.besides.to_come], roster)
    event = Event(scored, 0) if table is None else table.event
    found += repeated_powers(listed, lambda: event.all_results, settings)
    found += () if settings.besides.by_dates else stand_ins(scored)
    if system is not None:
        found += against_the_rule(system, scored, options)
        found += doubts_of_system(system, listed, scored, settings, options)
        if best and last_round(listed) > 1 and not system.progress(settings, listed).reasons:
            found += odd_awards(scored, settings)
    if table is not None:
        found += open_ties(table)
    if system is not None and table is not None:
        found += () if system.progress(settings, listed).reasons else too_few(table)
        found += odd_teams(system, listed, settings, table)
    if settings.besides.by_dates:
        dated = (*listed, *settings.besides.to_come)
        days: dict[Round, date | None] = {game.round: game.date for game in dated}
        found = [replace(one, days=days) for one in found]
    return worst_first(found)


def _with_format(settings: Settings, system: System | None) -> Settings:
    return settings if settings.format or system is None else replace(settings, format=system.format)


def _before_last(
    system: System | None, games: Sequence[Game], settings: Settings, options: Mapping[str, object]
) -> Standings | None:
    """The standings before the last round, if that round is a single board and may be a Final."""
    if system is None or not is_single_last(games, settings):
        return None
    earlier = [game for game in games if game.round != last_round(games)]
    so_far = replace(settings, rounds=None, provisional=True, format="all rounds")
    with suppress(Faults):  # the standings of all rounds report the fault
        return standings(system, earlier, so_far, options)
    return None


def _score_by_own_system(game: Game) -> Scored:
    """Score a game of an event without a system: by the game's own system, if the game has a system."""
    if game.system:
        return score_games(find(game.system), [game])[0]
    return Scored(game, None, game.faults, game.board)
