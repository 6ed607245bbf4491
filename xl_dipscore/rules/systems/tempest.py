"""Tempest, Washington DC."""

from typing import Literal

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Exact, Points, centres, centres_of, pool, winner_takes
from xl_dipscore.rules.system import Amount, Options, system


def pot(board: Board, options: Options) -> Exact | None:
    """The sum of a board's scores; None if nobody gets the points for centres outside the draw."""
    kept: Exact = options["pot"]
    return kept if options["outside"] == "centres" or board.winner is not None else None


@system(
    "TEMPEST",
    "Tempest",
    family="draw",
    source="Edi Birsan, North American Face to Face Tournament Scoring Systems, 2003",
    pot=pot,
)
def tempest(board: Board, *, pot: Amount = 150, outside: Literal["centres", "nothing"] = "centres") -> Points:
    """150 for a solo, the others 0. In a draw the survivors outside it get a point a centre, and the members
    share what is left of the 150.

    So every survivor left out makes a draw cheaper. A concession is scored as a solo.

    Options:
        pot: points for a solo, and of a drawn board
        outside: the points of survivors outside the draw

    Open:
        The article takes the centres of the survivors outside from the 150 and does not say where they go: to
            those survivors, because otherwise taking them off would mean nothing.
    """
    if board.winner is not None:
        return winner_takes(board, pot)
    left = board.outside
    points = pool(pot, board.drew, "member of the draw", centres_of(board, left), "for centres outside it")
    return points + centres(board).only(left) if left and outside == "centres" else points
