"""Sum of Squares."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, squares, winner_takes
from xl_dipscore.rules.system import Amount, system


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


@system(
    "SOSTOPBOARD",
    "SoS Top Board",
    family="proportional",
    source="The desktop program DCM, system 3",
    pot=lambda board, options: options["pot"] + (0 if board.winner is None else options["win"]),
    marks=False,
)
def sos_top_board(board: Board, *, win: Amount = 1000, pot: Amount = 100) -> Points:
    """100 points shared in proportion to the squares of the centres, and 1000 for a win. A solo takes them
    all, 1100; a conceded win has the 1000 beside its share.

    Sum of Squares for a top board: whoever wins it is first, whatever the squares say. There are no draw
    members: every survivor has a share. An event whose top board decides needs no such points.

    Options:
        win: points for a win beside the squares
        pot: points shared on a board

    Open:
        If a game is conceded, the others have their shares, as the winner has.
    """
    if board.winner is None:
        return squares(board, pot)
    if board.conceded:
        return winner_takes(board, win) + squares(board, pot)
    return winner_takes(board, win + pot)
