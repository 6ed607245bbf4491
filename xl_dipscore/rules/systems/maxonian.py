"""Maxonian and 7Eleven: the centres of earlier years decide between powers that are level at the end."""

from xl_dipscore.rules.board import SEATS, Board
from xl_dipscore.rules.points import Points, by_history, centres, places
from xl_dipscore.rules.system import Amount, PlaceTable, system, variant


@system(
    "MAXONIAN",
    "Maxonian",
    family="place",
    source="diplomacytv.com, Maxonian",
    needs=("chart",),
    monotone=False,
    marks=False,
)
def maxonian(
    board: Board,
    *,
    values: PlaceTable = (7, 6, 5, 4, 3, 2, 1),
    over: int = 13,
    most: int = 18,
    centre: Amount = 1,
) -> Points:
    """7/6/5/4/3/2/1 for first to seventh place, and 1 for every centre above 13, up to 18. Of level powers
    the one that had more centres in the latest earlier year is ahead. A win has no value of its own.

    Only powers that were level in every year share the values of the places they fill. So the centre chart is
    needed if any two powers are level in the end, as two dead powers are; of two dead powers the last to go
    is ahead. When a game is won or conceded, only the winner gets points for centres above 13. There are no
    draw members. Of two powers with equal centres one can score more.

    Options:
        over: the number of centres above which each gives points
        most: the most centres that count
        centre: points for every centre above `over`
    """
    top = board.placed if board.winner is not None else SEATS
    return places(values, by_history(board)) + centres(board, centre, over=over, cap=most).only(top)


variant(
    maxonian,
    "SEVENELEVEN",
    "7Eleven",
    {"over": 11},
    source="diplomacytv.com, 7Eleven",
    doc="""7/6/5/4/3/2/1 for first to seventh place, and 1 for every centre above 11, up to 18. Of level
    powers the one that had more centres in the latest earlier year is ahead. A win has no value of its own.

    Maxonian with points from the twelfth centre on. Only powers that were level in every year share the
    values of the places they fill. When a game is won or conceded, only the winner gets points for centres
    above 11. There are no draw members.
    """,
)
