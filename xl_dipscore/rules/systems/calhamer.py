"""Calhamer's system of 1982."""

from xl_dipscore.rules.board import SEATS, Board
from xl_dipscore.rules.points import Points, beyond, centres, to_each, top_table, winner_takes
from xl_dipscore.rules.system import Amount, TopTable, system


@system(
    "CALHAMER82",
    "Calhamer 1982",
    family="top",
    source="The desktop program DCM, system 11; DipCon XIII, 1980",
    aliases=("DipCon XIII 1980",),
    marks=False,
)
def calhamer(
    board: Board,
    *,
    win: Amount = 30,
    part: Amount = 10,
    top: TopTable = (2,),
    behind: int = 8,
    limit: Amount = 3,
) -> Points:
    """10 and 1 a centre, and 2 for the lone top. If the top has more than 8 centres, all others lose 1 for
    each above 8. Nobody gets more than 3 a centre. A win scores 30, the others 0.

    So the dead get nothing. There are no draw members: every power is scored. Powers that are level at the
    top get no 2 and lose nothing. A concession is scored as a win. NDC 1995 (after Calhamer 1974) differs.

    Options:
        part: points for taking part
        behind: all others lose a point for each of the top's centres above this number
        limit: the most points a centre
    """
    if board.winner is not None:
        return winner_takes(board, win)
    points = to_each("Taking part", part, SEATS) + centres(board) + top_table(board, top)
    if board.most > behind:
        label = f"Behind the top: 1 point less for each of the top's centres above {behind}"
        points += to_each(label, behind - board.most, beyond(board, 0))
    return points.capped(centres(board, limit))
