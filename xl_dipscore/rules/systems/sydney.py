"""The Sydney League, Australia."""

from fractions import Fraction

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, by_survival, centres, places, years_played
from xl_dipscore.rules.system import Amount, PlaceTable, system


@system(
    "SYDNEY",
    "Sydney League",
    family="place",
    source="diplomacytv.com, Sydney League",
    needs=("eliminated",),
    marks=False,
)
def sydney(
    board: Board,
    *,
    values: PlaceTable = (700, 600, 500, 400, 300, 200, 100),
    centre: Amount = 25,
    year: Amount = 1,
    winner_times: Amount = Fraction(3, 2),
    losers_times: Amount = Fraction(1, 2),
) -> Points:
    """700/600/500/400/300/200/100 for first to seventh place, shared by ties, 25 a centre, and for the dead 1
    for every year played. If somebody wins, the winner's points count 1.5 times, everybody else's half.

    The dead are placed by the year of their elimination, which is a year played: out in 1904 is 4. There are
    no draw members. A concession is scored as a win.

    Options:
        year: points for every year that a dead power played
        winner times: the factor for the points of a winner
        losers times: the factor for the points of the others in a won game
    """
    points = (
        places(values, by_survival(board)) + centres(board, centre) + years_played(board, year, board.dead)
    )
    return points.times_on_a_win(board, winner_times, losers_times)
