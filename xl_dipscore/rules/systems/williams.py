"""Williams: a member of the draw gets points for every power with fewer centres."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, beaten, centres, winner_takes
from xl_dipscore.rules.system import Amount, system


@system(
    "WILLIAMS",
    "Williams",
    family="lead",
    source="Williams (STRS), as the desktop program DCM has it",
    aliases=("STRS",),
)
def williams(
    board: Board, *, win: Amount = 250, smaller: Amount = 25, centre: Amount = 3, outside: Amount = 1
) -> Points:
    """250 for a win. A member of the draw gets 25 for every power with fewer centres, and 3 a centre.
    Survivors outside it get a point a centre, the losers of a win too.

    The dead have fewer centres. A concession is scored as a win.

    Options:
        smaller: points for a member of the draw for every power with fewer centres
        centre: points for every centre of a member of the draw
        outside: points for every centre of a survivor that neither won nor drew

    Open:
        Whom a member has beaten: every power with fewer centres. DCM subtracts ranks instead, and notes that
            the text is unclear.
    """
    rest = centres(board, outside).only(board.outside)
    if board.winner is not None:
        return winner_takes(board, win) + rest
    return (beaten(board, smaller) + centres(board, centre)).only(board.drew) + rest
