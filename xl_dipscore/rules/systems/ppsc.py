"""Survivors-Win of webDiplomacy: a draw shares the pot equally, a solo shares it by centres."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, centres, pool
from xl_dipscore.rules.system import Amount, system

TO_WIN = 18
"""The centres that win a game: the winner's further centres are left out."""


@system(
    "PPSC",
    "Points per Supply Centre",
    family="draw",
    source="webDiplomacy (webdiplomacy.net), games with the scoring Survivors-Win",
    aliases=("Survivors-Win", "Points per Supply Center"),
    pot=lambda board, options: options["pot"],
    marks=False,
)
def ppsc(board: Board, *, pot: Amount = 100) -> Points:
    """100 points shared equally by the survivors of a draw; in a game with a solo, shared in proportion to
    the centres, where the winner's centres beyond 18 are left out.

    So a soloist with 20 centres beside 6, 4, 2 and 1 gets 18/31 of the points, and the others 6/31, 4/31,
    2/31 and 1/31. There are no draw members: every survivor that still has a player shares a draw. A
    concession is scored as a solo, with the centres owned. On the site, the points are what the players bet.

    Options:
        pot: points shared on a board
    """
    if board.winner is None:
        return pool(pot, board.active, "survivor")
    return centres(board, cap=TO_WIN).scaled(pot, unit="centres")
