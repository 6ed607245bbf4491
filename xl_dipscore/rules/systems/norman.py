"""Norman: points for a win or a draw by its size; the others share the rest by years and centres."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Exact, Points, centres, win_or_draw, years_played
from xl_dipscore.rules.system import Amount, DrawTable, Options, system


def pot(board: Board, options: Options) -> Exact | None:
    """The sum of a board's scores; None if all seven powers draw, so that nobody gets the rest."""
    total: Exact = options["pot"]
    return total if board.others else None


@system(
    "NORMAN",
    "Norman",
    family="draw",
    source="The desktop program DCM, system 16 (1994)",
    needs=("year", "eliminated"),
    pot=pot,
)
def norman(
    board: Board, *, pot: Amount = 1000, win: Amount = 580, draw: DrawTable = (350, 266, 220, 188, 163, 143)
) -> Points:
    """580 for a win or 350/266/220/188/163/143 each for a 2- to 7-way draw. The others share the rest of 1000
    in proportion to years played and centres together.

    For a power that neither won nor drew, every year played counts one, the year of its elimination too, and
    every centre one more. A 7-way draw leaves no rest: it adds up to 1001. A concession is scored as a win.

    Options:
        pot: the points of a whole board
    """
    placed = win_or_draw(board, win, draw)
    rest = years_played(board, 1, board.others) + centres(board).only(board.others)
    return placed + rest.scaled(pot - placed.whole, "Share of the {} points left for the others")
