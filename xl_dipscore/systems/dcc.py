"""The DC(C) system of the tournament scoring series, with its exchangeable last hundred."""

from typing import Literal

from xl_dipscore.board import Board
from xl_dipscore.points import Points, centres, pool, share, squares, tribute, winner_takes
from xl_dipscore.system import system


def pot(board: Board) -> int:
    """700 points, but only 100 when all seven draw."""
    return 100 if board.winner is None and len(board.drew) == 7 else 700


@system(
    "DCC",
    "DC(C)",
    family="draw + centres",
    source="DC(C), A Suggested Scoring System for Tournaments",
    combine="DCC",
    pot=pot,
)
def dcc(
    board: Board,
    *,
    scs: Literal["squares", "share", "tribute"] = "squares",
    members: Literal["named", "survivors"] = "named",
) -> Points:
    """600 points shared by the draw (a 7-way draw gets none) and 100 by the squares of the centres. A solo
    scores 700, the others 0.

    The draw is those marked, or all survivors where nobody is marked. A survivor left out of the draw still
    has a part in the last hundred. A concession is scored as a solo.

    Options:
        scs: how the last 100 points are shared, by squares of centres, share of centres or tribute
        members: who shares the 600, the powers named in the draw or all survivors whatever is marked

    Open:
        Tribute with centres unowned: one point a centre, and the rest of the 100 shared by the survivors.
    """
    if board.winner is not None:
        return winner_takes(board, 700)
    drew = board.drew if members == "named" else board.active
    draw = pool(600 if len(drew) < 7 else 0, drew, "the draw")
    match scs:
        case "squares":
            return draw + squares(board, 100)
        case "share":
            return draw + share(board, 100)
        case "tribute":
            return draw + centres(board) + tribute(board, 100 - sum(board.counts))
