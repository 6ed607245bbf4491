"""Doubts about the dates and players of rounds, and about Finals."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from xl_dipscore.errors import Doubt, group_by_key, join
from xl_dipscore.rules.event.days import day_in_words
from xl_dipscore.rules.event.games import Game, last_round, round_order
from xl_dipscore.rules.event.scored import Scored, results_of
from xl_dipscore.rules.event.settings import Settings
from xl_dipscore.rules.event.typed import same_person
from xl_dipscore.rules.tournament.problem import FEW, Problem, of_game, of_result, of_seat

A_YEAR = 366


class FarDate(Doubt, remedy="Check the date."):
    """The game is dated {day}, more than a year from all others."""


class SeatedAgain(Doubt, remedy="Check that the seats of one round were not typed for the other."):
    """Round {round} is seated like round {before}: everybody has the same power again. Boards: {boards}."""


class SatOutAndPlays(Doubt, remedy="Remove the player from this board, or from those who sat out."):
    """{player} is listed as out of round {round} but plays on board {board}."""


class FinalOfNoFinalists(Doubt, remedy="If it is a board of that round, type the round's number."):
    """Nobody on the Final played on a board of round {round}."""


class SeveralFinals(Doubt, remedy="Keep one Final, and give the others the number of a round."):
    """There are {count} Finals: boards {boards}."""


class UnknownFinalist(Doubt, remedy="Check the name."):
    """{player} won the Final but played no round before it."""


def find_repeated_seating(games: Iterable[Game]) -> Iterator[Problem]:
    """Rounds in which each board has the same players with the same powers as a board of the round before."""
    rounds = group_by_key((game.round, game) for game in games)
    for before, round_ in pairwise(sorted(rounds, key=round_order)):
        first = _seating(rounds[round_][0])
        if not any(_seating(game) == first for game in rounds[before]):
            continue  # the names of all boards of a large event need much memory
        earlier = {*map(_seating, rounds[before])}
        boards = {_seating(game): game for game in rounds[round_]}
        if boards.keys() <= earlier and max(players.count("") for players in boards) < FEW:
            names = join(one.name for one in boards.values())
            facts: dict[str, Any] = {"round": round_, "before": before, "boards": names}
            yield of_game(rounds[round_][0], SeatedAgain(field="player", **facts))


def _seating(game: Game) -> tuple[str, ...]:
    return tuple(same_person(seat.player) for seat in game.seats)


def odd_dates(games: Sequence[Game], settings: Settings) -> Iterator[Problem]:
    """Dates far from all others, and players listed as out of a round that they play."""
    dated = [(game, game.date) for game in games if game.date is not None]
    days = sorted({id(day): day for _, day in dated}.values())
    for game, day in dated if len(dated) > FEW else ():
        at = bisect_left(days, day)
        beside = (other for other in days[max(0, at - 1) : at + 2] if other is not day)
        if all(abs((other - day).days) > A_YEAR for other in beside):
            yield of_game(game, FarDate(field="date", day=day_in_words(day)))
    out = {(one.player, one.round) for one in settings.besides.out}
    for game in (*games, *settings.besides.to_come) if out else ():
        for seat, its in enumerate(game.seats):
            if (its.player, game.round) in out:
                facts = {"player": its.player, "round": game.round, "board": game.name}
                yield of_seat(game, seat, SatOutAndPlays, "player", **facts)


def odd_finals(scored: Sequence[Scored]) -> Iterator[Problem]:
    finals = [one for one in scored if one.game.round == "Final"]
    if not finals:
        return
    if len(finals) > 1:
        boards = join(one.game.name for one in finals)
        yield of_game(finals[-1].game, SeveralFinals(field="round", boards=boards, count=len(finals)))
    before = [one for one in scored if one.game.round != "Final"]
    known = {result.player for result in results_of(before)}
    last = last_round(one.game for one in scored)
    there = {result.player for result in results_of(one for one in before if one.game.round == last)}
    for one in finals:
        seated = {result.player for result in one.results}
        if seated and seated <= known and not seated & there:
            yield of_game(one.game, FinalOfNoFinalists(field="round", round=last))
    for result in results_of(finals):
        if known and result.won and result.player not in known:
            yield of_result(result, UnknownFinalist(field="player", player=result.player))
