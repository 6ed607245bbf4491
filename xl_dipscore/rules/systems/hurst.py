"""The Hurst Tournament Mean system."""

from collections.abc import Iterator
from dataclasses import replace

from xl_dipscore.rules.board import Board, count_of
from xl_dipscore.rules.event.decision import Part
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.games import name_of
from xl_dipscore.rules.event.scored import Scored
from xl_dipscore.rules.event.worth import power_means
from xl_dipscore.rules.points import Points, centres, round_to_decimals, text
from xl_dipscore.rules.system import Options, system


def less_the_mean(event: Event, options: Options) -> Event:
    """Subtract from each score the mean score of the same power in all games of the event."""
    means = power_means(event, lambda game: game.score)

    def subtract_means(one: Scored) -> Scored:
        if one.scores is None or not one.game.counts:
            return one
        less = [None if score is None else score - means[seat] for seat, score in enumerate(one.scores)]
        decimals = event.settings.decimals
        return replace(one, scores=tuple(n if n is None else round_to_decimals(n, decimals) for n in less))

    note = "A score in this table is a player's centres less the mean of that power over all games."
    return replace(event, scored=[*map(subtract_means, event.scored)], notes=(*event.notes, note))


def centres_and_means(event: Event, options: Options, player: str) -> Iterator[Part]:
    """Explain each of the player's scores: the centres, less the mean score of the power."""
    for one in event.results.get(player, ()):
        if one.board is not None and one.score is not None and one.typed.override is None:
            mean = text(one.centres - one.score)
            made = f"{count_of(one.centres)} less {mean}, the mean of {one.power} in this event"
            yield Part(f"{name_of(one.round)}, {one.power}: {made}", (one.score,))


@system(
    "HURST",
    "Hurst Tournament Mean",
    family="country",
    source="Tom Hurst, The Hurst Tournament Mean System (diplom.org/~diparch); diplomaticon.com",
    aliases=("HTM",),
    at_the_end=less_the_mean,
    explains=centres_and_means,
    pot=lambda board, options: sum(board.counts),
    marks=False,
)
def hurst(board: Board) -> Points:
    """A point a centre, however the game ended; in the standings each score is less the mean of that power
    over all games of the event.

    A solo has no value of its own. Because of the means, scores change until the last board is in, and may be
    below zero. There are plain formulas for a board's score, but not for the standings.

    Open:
        A player's differences are added over the games; the rule `mean` averages them.
        A conceded game scores its centres, like every other result.
    """
    return centres(board)
