"""CruiseCon."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, centres, part_of_centres, win_or_draw
from xl_dipscore.rules.system import Amount, DrawTable, system


@system(
    "CRUISECON",
    "CruiseCon",
    family="draw",
    source="Chris Martin; World Diplomacy Database, scoring system 19",
    aliases=("Cruise Con",),
)
def cruisecon(board: Board, *, win: Amount = 96, draw: DrawTable = (48, 32, 24, 19, 16, 13)) -> Points:
    """48/32/24/19/16/13 for each member of a 2- to 7-way draw, and its centres divided by the number of
    members, rounded down. A win scores 96 and its centres.

    With 16 or 15 centres a member of a 3-way draw has 5 more. A concession is scored as a win.

    Options:
        win: points for a win, beside the centres

    Open:
        The source does not give the value of a win. Draws share 96, rounded down, so a win scores 96 and its
            centres here; `win` changes it.
        Survivors outside the draw get nothing, and neither do the losers of a win.
    """
    won_or_drew = win_or_draw(board, win, draw)
    if board.winner is not None:
        return won_or_drew + centres(board).only(board.placed)
    return won_or_drew + part_of_centres(board, board.drew)
