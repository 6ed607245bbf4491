"""Harris: points for a draw by its size, and for each centre by which a member is ahead of others."""

from fractions import Fraction

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, centres, gap, win_or_draw
from xl_dipscore.rules.system import Amount, DrawTable, system


@system("HARRIS", "Harris", family="lead", source="Harris, 1990, as the desktop program DCM has it")
def harris(
    board: Board,
    *,
    win: Amount = 100,
    draw: DrawTable = (50, 30, 25, 20, 15, 10),
    centre: Amount = Fraction(1, 100),
    ahead: Amount = Fraction(1, 10),
) -> Points:
    """100 for a win, or 50/30/25/20/15/10 each for a 2- to 7-way draw; its members also get 0.01 a centre and
    0.1 for every centre more than each smaller power owns. Everybody else gets 0.

    The dead and survivors outside the draw are smaller powers too. A concession is scored as a win.

    Options:
        centre: points for every centre of a member of the draw
        ahead: points for every centre more than a smaller power, for each smaller power
    """
    points = win_or_draw(board, win, draw)
    if board.winner is not None:
        return points
    return points + (centres(board, centre) + gap(board, ahead)).only(board.drew)
