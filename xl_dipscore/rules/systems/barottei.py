"""ASGS-Barottei, of the European championship of 2003."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import (
    Points,
    by_centres,
    centres_of_years,
    in_proportion,
    places,
    win_or_draw,
    years_played,
)
from xl_dipscore.rules.system import Amount, DrawTable, PlaceTable, system


@system(
    "BAROTTEI",
    "ASGS-Barottei",
    family="proportional",
    source="The desktop program DCM, system 10; EuroDipCon 2003",
    needs=("year", "eliminated", "chart"),
    aliases=("EDC 2003",),
    monotone=False,
    below_zero=True,
    taking_costs="powers that become level all take the best of their places, which leaves less of the 100 "
    "for the others; and in most 7-way draws the order is reversed",
)
def barottei(
    board: Board,
    *,
    win: Amount = 75,
    draw: DrawTable = (31, 16, 0, -16, -31, -75),
    values: PlaceTable = (33, 25, 18, 12, 7, 4, 1),
    year: Amount = 1,
    pot: Amount = 100,
    scale: Amount = 100,
) -> Points:
    """75 for a win or 31/16/0/-16/-31/-75 each for a 2- to 7-way draw, 33/25/18/12/7/4/1 by place, 1 for
    every year played, and 100 in proportion to the centres of all years; all of it scaled to 100.

    Level powers all take the best of their places, the dead too. The year of an elimination is a year played:
    out in 1904 is 4. A score is negative if a large draw takes off more than the rest gives. A concession is
    scored as a win.

    Options:
        year: points for every year played
        pot: points in proportion to the centres of all years
        scale: the points of a whole board, after scaling

    Open:
        In most 7-way draws the board adds up to less than 0 before it is scaled to 100. Scaling then reverses
            the order: the power with the fewest points has the highest score.
        A docked centre comes off the last year's count.
    """
    points = (
        win_or_draw(board, win, draw)
        + places(values, by_centres(board), ties="higher")
        + years_played(board, year)
        + in_proportion(pot, centres_of_years(board), "centres of all years")
    )
    return points.scaled(scale)
