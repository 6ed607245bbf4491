"""Doubts about powers that a player has again, or that contradict the event's way of assigning powers."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from xl_dipscore.errors import Doubt, Note, join, join_at_most
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.event.games import Game, Round, round_order
from xl_dipscore.rules.event.scored import Result
from xl_dipscore.rules.event.settings import Settings
from xl_dipscore.rules.tournament.problem import MOST_LINES, MOST_NAMES, Problem, of_game, of_result


class SamePowerAgain(Note, remedy="Ignore this if it was drawn so; else correct the player or the power."):
    """{player} has {power} more than once, in rounds {rounds}."""


class SamePowersAgain(Note, remedy="Ignore this if they were drawn so."):
    """These players have a power more than once: {players}."""


class AgainstTheDraw(
    Doubt, remedy="Correct the player or the power; or, if any draw is allowed, set the option powers to any."
):
    """{words}."""


class MuchAgainstTheDraw(
    Doubt, remedy="DIP_SEATS_CHECK and the sheet Seats list each one; or set the option powers to any."
):
    """{words}"""


def repeated_powers(
    games: Sequence[Game], results: Callable[[], Mapping[str, Sequence[Result]]], settings: Settings
) -> Iterator[Problem]:
    """results: returns the results of each player, which few events need."""
    if settings.powers is not None:
        yield from _against_the_draw([*games, *settings.besides.to_come], settings.powers)
        return
    if settings.besides.by_dates:
        return  # in a league of many evenings, everybody repeats powers
    again = [one for its in results().values() for one in _powers_again(its)]
    if len(again) <= MOST_NAMES:
        yield from map(_problem_of_repeat, again)
    else:
        # Powers that are drawn by lot repeat often. A line for each repeat would hide the other doubts.
        players = join_at_most(dict.fromkeys(results[-1].player for results in again), MOST_NAMES)
        first = _problem_of_repeat(again[0])
        yield Problem(SamePowersAgain(field="player", players=players).locate(first.fault.cells))


def _problem_of_repeat(results: Sequence[Result]) -> Problem:
    """The doubt about a player's results with one power, in the order of their rounds."""
    last, rounds = results[-1], join(one.round for one in results)
    return of_result(
        last, SamePowerAgain(field="player", player=last.player, power=last.power, rounds=rounds)
    )


def _against_the_draw(games: Sequence[Game], powers: str) -> Iterator[Problem]:
    """Powers that contradict the way of assigning powers; more than MOST_LINES of a kind become one doubt."""
    from xl_dipscore.rules.tournament.seats import costs_against_draw, group_costs  # few events need it

    for words, costs in group_costs(costs_against_draw(games, powers), MOST_LINES):
        if words:
            first, cost = costs[0]
            much = MuchAgainstTheDraw(seat=cost.seats[0], field="player", words=words)
            yield Problem(much.locate(first.place.cells_of(much)))
            continue
        for game, cost in costs:
            yield of_game(game, AgainstTheDraw(seat=cost.seats[0], field="player", words=cost.words))


def _powers_again(results: Iterable[Result]) -> Iterator[Sequence[Result]]:
    """For each power that a player repeats, the results with it, one a round, in the order of the rounds.

    None for a player with more than seven games, who must repeat powers. Finals and Top boards are left out,
    because players choose their powers on these boards.
    """
    drawn = [one for one in results if isinstance(one.round, int) and not one.game.is_top]
    if len(drawn) > len(POWERS) or len({one.seat for one in drawn}) == len(drawn):
        return
    by_power: dict[int, dict[Round, Result]] = defaultdict(dict)
    for one in drawn:
        by_power[one.seat][one.round] = one
    for rounds in by_power.values():
        if len(rounds) > 1:
            yield [rounds[round_] for round_ in sorted(rounds, key=round_order)]
