"""KIS and KISS: points for centres and for a draw."""

from fractions import Fraction

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, alive_after, centres, to_draw, to_each, winner_takes
from xl_dipscore.rules.system import Amount, system


@system(
    "KISS",
    "KISS 1.1",
    family="top",
    source="The desktop program DCM, system 25",
    needs=("year", "eliminated"),
)
def kiss(
    board: Board,
    *,
    win: Amount = 34,
    draw: Amount = 2,
    outside: Amount = Fraction(1, 2),
    least: Amount = 1,
    survive_year: int = 1905,
    survive: Amount = 1,
) -> Points:
    """1 a centre and 2 for each member of the draw. Survivors outside it, and of a win, get half a point a
    centre but at least 1; the dead get 1 if they were eliminated after 1905. A win scores 34.

    A concession is scored as a win.

    Options:
        draw: points for each member of the draw, beside a point a centre
        outside: points a centre for survivors that neither won nor drew
        least: the fewest points of such a survivor
        survive year: the year whose Fall the dead must have outlived for the points of `survive`
        survive: points for the dead that outlived that Fall

    Open:
        Survivors outside the draw get half a point a centre and at least 1, as DCM scores them.
    """
    others = centres(board, outside).at_least(least).only(board.outside)
    others += alive_after(board, survive_year, survive).only(board.dead)
    if board.winner is not None:
        return winner_takes(board, win) + others
    return centres(board).only(board.drew) + to_draw(board, draw) + others


@system(
    "KIS",
    "KIS",
    family="top",
    source="Diplomacy Association of Australia and New Zealand, KIS scoring system (daanz.org/sc-kis)",
    needs=("year", "eliminated"),
    aliases=("KIS (DAANZ)",),
    tiebreak=("wins", "draws", "best game"),
    marks=False,
)
def kis(
    board: Board,
    *,
    win: Amount = 34,
    draw: Amount = 2,
    loser: Amount = Fraction(1, 2),
    least: Amount = 1,
    survive_year: int = 1905,
    survive: Amount = 1,
) -> Points:
    """1 a centre and 2 for surviving a draw; the dead get 1 if they were eliminated after 1905. A solo scores
    34, and the survivors of it half a point a centre, but at least 1.

    There are no draw members: every survivor is scored. A concession is scored as a solo. KISS 1.1 developed
    from it.

    Options:
        draw: points for surviving a draw, beside a point a centre
        loser: points a centre for the survivors of a solo
        least: the fewest points of such a survivor
        survive year: the year whose Fall the dead must have outlived for the points of `survive`
        survive: points for the dead that outlived that Fall

    Open:
        The dead get their point in a game with a solo too.
    """
    dead = alive_after(board, survive_year, survive).only(board.dead)
    if board.winner is not None:
        losers = centres(board, loser).at_least(least).only(board.outside)
        return winner_takes(board, win) + losers + dead
    return centres(board) + to_each("Survived a draw", draw, board.survivors) + dead
