"""Points in proportion to the centres owned."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, share, winner_takes
from xl_dipscore.rules.system import Amount, system


@system(
    "SHARE",
    "Centre Share",
    family="proportional",
    source="DC(C), A Suggested Scoring System for Tournaments (one way to share its last 100 points)",
    aliases=("Percentage", "SC%"),
    pot=lambda board, options: options["pot"],
    marks=False,
)
def centre_share(board: Board, *, pot: Amount = 100) -> Points:
    """100 points in proportion to the centres: the percentage that a power owns. A solo takes them all.

    There are no draw members. A concession is scored as a solo.

    Options:
        pot: points shared on a board, and points for a solo

    Open:
        A solo takes all 100, as under Sum of Squares; the article scores a solo before it shares the 100.
        If some centres are unowned, the percentage is of the owned ones.
    """
    if board.winner is not None:
        return winner_takes(board, pot)
    return share(board, pot)
