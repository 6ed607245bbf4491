"""Dragonflight, Seattle."""

from xl_dipscore.board import Board
from xl_dipscore.points import Amount, Points, pool, winner_takes
from xl_dipscore.system import system


@system(
    "DRAGONFLIGHT",
    "Dragonflight",
    family="draw",
    source="Edi Birsan, North American Face to Face Tournament Scoring Systems, 2003",
    pot=lambda board, options: options["win" if board.winner is not None else "pot"],
    marks=False,
    tiebreak=("typed",),
)
def dragonflight(board: Board, *, win: Amount = 61, pot: Amount = 60) -> Points:
    """60 points shared equally by the survivors. A win scores 61, the others 0.

    All survivors share, marked or not: nobody can be voted out. A concession is scored as a win. Dragonflight
    breaks ties with a hidden decimal of at most 0.24 a game, from the ratings of the countries and of the
    players met; the director types it as the tie-break.

    Options:
        win: points for a win
        pot: points shared by the survivors
    """
    if board.winner is not None:
        return winner_takes(board, win)
    return pool(pot, board.survivors, "the survivors")
