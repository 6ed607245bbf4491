"""Nickie-Carlotta, of Dragonflight 1991."""

from fractions import Fraction

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, number_of, points_of, text, to_each
from xl_dipscore.rules.system import Amount, system


@system(
    "NICKIECARLOTTA",
    "Nickie-Carlotta",
    family="draw",
    source="The desktop program DCM, system 15",
    aliases=("Dragonflight 1991",),
)
def nickiecarlotta(board: Board, *, most: Amount = 16, less: Amount = 2) -> Points:
    """14 for a win or 12/10/8/6/4/2 each for a 2- to 7-way draw; a survivor outside, or beaten by a win, gets
    half as much.

    That is 16 less 2 for each power that wins or draws, and 8 less 1 for a survivor that does not. The dead
    get nothing. A concession is scored as a win.

    Options:
        most: the points of powers that win or draw, before `less` comes off
        less: the points taken off for each power that wins or draws
    """
    each = most - less * number_of(board.placed)
    outside = each * Fraction(1, 2)
    label = f"Won or drew: {points_of(most)} less {text(less)} for every power that did"
    placed = to_each(label, each, board.placed)
    return placed + to_each("Survivor outside the draw: half as much", outside, board.outside)
