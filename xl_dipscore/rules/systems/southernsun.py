"""The Southern Sun system."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, by_centres, centres, places, to_each, winner_takes, years_played
from xl_dipscore.rules.system import Amount, PlaceTable, system


@system(
    "SOUTHERNSUN",
    "Southern Sun",
    family="place",
    source="diplomacytv.com, Southern Sun",
    needs=("eliminated",),
    marks=False,
)
def southern_sun(
    board: Board,
    *,
    win: Amount = 500,
    values: PlaceTable = (130, 80, 50, 30, 20, 10, 10),
    survivor: Amount = 30,
    centre: Amount = 10,
    year: Amount = 3,
) -> Points:
    """For survivors 30, 10 a centre and 130/80/50/30/20/10/10 by place, shared by ties and rounded. The dead
    have 3 for every year played. A win scores 500, the others 0.

    Only survivors have places. Three level at the top have 87 each, for 260/3 is 86.667. The year of an
    elimination is a year played: out in 1904 is 12 points. There are no draw members. A concession is scored
    as a win.

    Options:
        survivor: points for every survivor
        year: points for every year that a dead power played

    Open:
        Half a point is rounded to the even number, as the leading tournament program does.
    """
    if board.winner is not None:
        return winner_takes(board, win)
    return (
        to_each("Survivor", survivor, board.survivors)
        + centres(board, centre)
        + places(values, by_centres(board, board.survivors)).rounded()
        + years_played(board, year, board.dead)
    )
