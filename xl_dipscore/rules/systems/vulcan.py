"""Vulcan."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, centres, gap, to_each, top, winner_takes
from xl_dipscore.rules.system import Amount, system


@system("VULCAN", "Vulcan", family="lead", source="Vulcan, as diplomacytv.com scores it", marks=False)
def vulcan(
    board: Board,
    *,
    win: Amount = 130,
    survivor: Amount = 5,
    centre: Amount = 1,
    ahead: Amount = 1,
    top_bonus: Amount = 10,
) -> Points:
    """A point a centre, 5 for a survivor, a point for every centre more than each smaller power owns, and 10
    for the top, shared by ties. A solo scores 130, the other survivors 5.

    The dead are smaller powers too: 13 centres are 13 ahead of each of them. There are no draw members. A
    concession is scored as a solo.

    Options:
        survivor: points for a survivor, in a lost game too
        ahead: points for every centre more than a smaller power, for each smaller power
        top bonus: points shared by the tops
    """
    if board.winner is not None:
        return winner_takes(board, win) + to_each("Survivor", survivor, board.outside)
    return (
        centres(board, centre)
        + to_each("Survivor", survivor, board.survivors)
        + gap(board, ahead)
        + top(board, top_bonus, "Largest power", "share")
    )
