"""The PiggyBack Society, Oregon."""

from typing import Literal

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, centres, to_each, top, win_or_draw
from xl_dipscore.rules.system import Amount, DrawTable, system


@system(
    "PIGGYBACK",
    "PiggyBack",
    family="draw",
    source="Edi Birsan, North American Face to Face Tournament Scoring Systems, 2003",
    aliases=("PiggyBack Society",),
    format="top-board",
)
def piggyback(
    board: Board,
    *,
    win: Amount = 80,
    draw: DrawTable = (35, 20, 12, 7, 4, 2),
    top_bonus: Amount = 5,
    level_tops: Literal["nobody", "share"] = "nobody",
) -> Points:
    """80 for a solo or 35/20/12/7/4/2 each for a 2- to 7-way draw, 1 for everybody else, a point a centre,
    and 5 for topping a drawn board.

    The eliminated get their 1 too. A conceded solo counts the centres owned, not 18.

    Options:
        top bonus: points for the most centres on a drawn board
        level tops: who gets those points if the top is level

    Open:
        A level top gets no 5, as with the other leads of these conventions.
        The leader of the tournament "will come from" the top board; the article does not say how. Here its
            seven players rank first, by the points of all rounds.
    """
    apart = to_each("Neither won nor drew", 1, board.others)
    points = win_or_draw(board, win, draw) + apart + centres(board)
    return points if board.winner is not None else points + top(board, top_bonus, "Largest power", level_tops)
