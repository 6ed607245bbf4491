"""Tribute."""

from xl_dipscore.board import Board
from xl_dipscore.points import Amount, Points, centres, tribute, winner_takes
from xl_dipscore.system import system


@system(
    "TRIBUTE",
    "Tribute",
    family="lead",
    source="Brandon Fogel, To Whom Tribute Is Due (Diplomacy World 149, 2020); Windy City Weasels",
    pot=lambda board, options: (
        options["win"] if board.winner is not None else options["pot"] + sum(board.counts)
    ),
    taking_costs="a power that is eliminated pays the top no more, which can be worth more than its last "
    "centre",
    marks=False,
)
def tribute_system(board: Board, *, win: Amount = 100, pot: Amount = 66, over: int = 6) -> Points:
    """A point a centre and 66 points shared by the survivors, each of whom pays the top a point for every
    centre above 6 that the top owns. A solo scores 100, the others 0.

    Nobody pays more than their share of the 66. Tops that are level share what is paid. There are no draw
    members: every survivor has a share. A concession is scored as a solo.

    Options:
        win: points for a solo
        pot: points shared by the survivors
        over: the centres that cost the others nothing
    """
    if board.winner is not None:
        return winner_takes(board, win)
    return centres(board) + tribute(board, pot, over)
