"""Sum of Squares."""

from xl_dipscore.board import Board
from xl_dipscore.points import Amount, Points, squares, winner_takes
from xl_dipscore.system import system


@system(
    "SOS",
    "Sum of Squares",
    family="proportional",
    source="Secondary scoring examples of the DC(C) article; games of the Windy City Weasels",
    aliases=("Sum-of-Squares", "Squares"),
    pot=lambda board, options: options["pot"],
    marks=False,
)
def sos(board: Board, *, pot: Amount = 100) -> Points:
    """100 points shared in proportion to the squares of the centres. A solo takes them all.

    There are no draw members: every survivor has a share.

    Options:
        pot: points shared on a board, and points for a solo
    """
    if board.winner is not None:
        return winner_takes(board, pot)
    return squares(board, pot)
