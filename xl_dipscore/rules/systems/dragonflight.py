"""Dragonflight, Seattle."""

from collections.abc import Iterator
from fractions import Fraction

from xl_dipscore.errors import Doubt, Fault
from xl_dipscore.rules.board import Board
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.scored import Result, results_of
from xl_dipscore.rules.points import Points, pool, text, winner_takes
from xl_dipscore.rules.system import Amount, Options, system

LARGEST = Fraction(24, 100)


class LargeDecimal(Doubt, remedy="Correct the tie-break typed for this game."):
    """DRAGONFLIGHT's hidden decimal is from 0 to {largest} a game; {player} has {typed}."""


def large_decimals(event: Event, options: Options) -> Iterator[tuple[Result, Fault]]:
    """Results whose typed tie-break is below 0 or above LARGEST, each with a doubt."""
    for result in results_of(event.scored):
        typed = result.typed.tiebreak
        if typed is not None and not 0 <= typed <= LARGEST:
            yield (
                result,
                LargeDecimal(
                    field="tiebreak", largest=text(LARGEST), player=result.player, typed=text(typed)
                ),
            )


@system(
    "DRAGONFLIGHT",
    "Dragonflight",
    family="draw",
    source="Edi Birsan, North American Face to Face Tournament Scoring Systems, 2003",
    pot=lambda board, options: options["win" if board.winner is not None else "pot"],
    marks=False,
    tiebreak=("typed",),
    doubts=large_decimals,
)
def dragonflight(board: Board, *, win: Amount = 61, pot: Amount = 60) -> Points:
    """60 points shared equally by the survivors. A win scores 61, the others 0.

    All survivors share, marked or not: nobody can be voted out. A concession is scored as a win. Dragonflight
    breaks ties with a hidden decimal of at most 0.24 a game, from the ratings of the countries and of the
    players met; the director types it as the tie-break.

    Options:
        pot: points shared by the survivors

    Open:
        The article adds the decimal to the score; here it is a tie-break, and decides between equal totals.
        `dipscore seat --by dragonflight` seeds boards by rating in round 1. Later it goes by score, and by
            rating if scores are equal, in groups of about one size: two in round 2, three in round 3, four
            from round 4 on. If a group is no multiple of seven, the players in its middle move on toward the
            middle of the field. The article does not say who meets whom within a group.
    """
    if board.winner is not None:
        return winner_takes(board, win)
    return pool(pot, board.survivors, "survivor")
