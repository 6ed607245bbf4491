"""Burgess DipCon: a draw is worth less to its larger members."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, above_least, centres, win_or_share
from xl_dipscore.rules.system import Amount, system


@system(
    "BURGESS",
    "Burgess DipCon",
    family="lead",
    source="Burgess DipCon, 1994, as the desktop program DCM has it",
    monotone=False,
    below_zero=True,
    taking_costs="a member of the draw loses a point for every centre above the smallest member's",
)
def burgess(board: Board, *, pot: Amount = 100, less: Amount = 1, outside: Amount = 3) -> Points:
    """100 points for a win, or shared equally by the draw. A member of the draw loses a point for every
    centre more than the smallest member owns. Survivors outside it, and those of a win, get 3 a centre.

    So the larger of two members scores less, and can fall below 0 in a large draw. A concession is scored as
    a win.

    Options:
        pot: points for a win, or shared by the draw
        less: points that a member of the draw loses for every centre above the smallest member's
        outside: points for every centre of a survivor that neither won nor drew
    """
    return (
        win_or_share(board, pot)
        + above_least(board, -less, board.drew)
        + centres(board, outside).only(board.outside)
    )
