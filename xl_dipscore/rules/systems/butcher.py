"""Butcher: every survivor gets points for each dead power."""

from fractions import Fraction

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, number_of, points_of, to_each, winner_takes
from xl_dipscore.rules.system import Amount, system


@system("BUTCHER", "Butcher", family="draw", source="The game server of diplomania2.fr", marks=False)
def butcher(board: Board, *, win: Amount = 7, kill: Amount = 1, nobody: Amount = Fraction(1, 2)) -> Points:
    """7 for a solo. Else every survivor gets 1 for each dead power, or 0.5 if all seven survive.

    There are no draw members: every survivor is scored. A concession is scored as a solo.

    Options:
        kill: points of every survivor for each dead power
        nobody: points for each power if none is dead

    Open:
        The losers of a solo get nothing.
        A power in civil disorder that owns a centre is not dead: it survives.
    """
    if board.winner is not None:
        return winner_takes(board, win)
    if board.dead:
        return to_each(f"{points_of(kill)} per dead power", kill * number_of(board.dead), board.survivors)
    return to_each("Survivor, and nobody is dead", nobody, board.survivors)
