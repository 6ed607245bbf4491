"""Doubts that need scores or ranks: doubts of the system itself, and about awards, teams, ties and ranks."""

from collections.abc import Iterator, Mapping, Sequence

from xl_dipscore.errors import Doubt, Faults, Note, group_by_key, join_at_most
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.games import Game, last_round
from xl_dipscore.rules.event.scored import Scored
from xl_dipscore.rules.event.settings import Settings
from xl_dipscore.rules.system import System
from xl_dipscore.rules.tournament.awards import awards
from xl_dipscore.rules.tournament.problem import MOST_NAMES, Problem, of_game, of_result
from xl_dipscore.rules.tournament.standings import NoTieBreak, TooFewPlayed
from xl_dipscore.rules.tournament.table import Standings
from xl_dipscore.rules.tournament.tiebreaks import tie_breaks_named


class NotNew(Doubt, remedy="Remove the mark."):
    """{player} has played before, so is not a new player here."""


class BestWithoutCentres(Note, remedy="Leave this line out of the prizes."):
    """Best {power} is a player without a centre: {players}."""


class InNoTeam(Note, remedy="Type their team, unless they play for none."):
    """These players are in no team: {players}."""


def doubts_of_system(
    system: System,
    games: Sequence[Game],
    scored: Sequence[Scored],
    settings: Settings,
    options: Mapping[str, object],
) -> Iterator[Problem]:
    """Marks of new players after their first game, and doubts that the system itself declares."""
    if system.welcome is not None:
        for typed, one in zip(games, scored, strict=True):
            for seat in sorted(_new_players(typed) - _new_players(one.game)):
                player = typed.seats[seat].player
                yield of_game(typed, NotNew(seat=seat, field="new_player", player=player))
    if system.doubts is not None:
        event = Event(scored, max(settings.rounds or 0, last_round(games)), settings)
        for result, fault in system.doubts(event, system.all_settings(options)):
            yield of_result(result, fault)


def _new_players(game: Game) -> frozenset[int]:
    return game.board.new_player if game.board is not None else frozenset()


def odd_awards(scored: Sequence[Scored], settings: Settings) -> Iterator[Problem]:
    """Powers whose award goes to a player without a centre, alone or with other players."""
    best = awards(scored, settings)
    dead = ((one.power, one) for one in best if one.board and not one.board.centres[one.seat])
    for power, results in group_by_key(dead).items():
        names = (one.player or f"board {one.game.name} of round {one.round}" for one in results)
        players = join_at_most(dict.fromkeys(names), MOST_NAMES)
        yield of_result(results[0], BestWithoutCentres(field="centres", power=power, players=players))


def odd_teams(
    system: System, games: Sequence[Game], settings: Settings, table: Standings
) -> Iterator[Problem]:
    """In an event with teams: the players without a team, and the reasons why teams have no total."""
    seats = [seat for game in games for seat in game.seats]
    if not any(seat.team for seat in seats):
        return
    from xl_dipscore.rules.tournament.teams import team_table  # few events need it

    alone = {seat.player for seat in seats} - {seat.player for seat in seats if seat.team}
    if players := sorted(filter(None, alone), key=str.casefold):
        yield Problem(InNoTeam(field="team", players=join_at_most(players, MOST_NAMES)))
    try:
        faults = team_table(system, games, settings, table=table).faults
    except Faults as refused:
        yield from (Problem(fault, whole=True) for fault in refused.faults)
        return
    for fault in faults:
        game = next(game for game in games if game.place.of(fault) == fault.place)
        yield of_game(game, fault)


def open_ties(table: Standings) -> Iterator[Problem]:
    """Tie-breaks that cannot separate level players because a value is missing."""
    totals = group_by_key((row.total, row) for row in table if row.rank is not None)
    level = [row for rows in totals.values() if len(rows) > 1 for row in rows]
    for position, one in enumerate(tie_breaks_named(table.tiebreaks)):
        without = [row.player for row in level if not row.breaks[position]]
        known = any(row.breaks[position] for row in table)  # if no row has a value, typing cannot help
        if without and one.without and known:
            yield Problem(NoTieBreak(without=one.without, players=join_at_most(without, MOST_NAMES)))


def too_few(table: Standings) -> Iterator[Problem]:
    for few, fewest in table.too_few:
        yield Problem(TooFewPlayed(fewest=fewest, players=join_at_most(few, MOST_NAMES)))
