"""GenCon, Indianapolis."""

from collections.abc import Sequence
from fractions import Fraction

from xl_dipscore.board import Board
from xl_dipscore.points import Points, centres
from xl_dipscore.system import system


def all_rounds(scores: Sequence[Fraction], rounds: int, *, preliminary: int = 2) -> Fraction:
    """The sum of the scores; who advances is decided by country.

    Options:
        preliminary: the number of preliminary rounds; the one after them is the intermediate round
    """
    return sum(scores, Fraction())


@system(
    "GENCON",
    "GenCon",
    family="country",
    source="Edi Birsan, North American Face to Face Tournament Scoring Systems, 2003",
    combine=all_rounds,
    event="countries",
    pot=lambda board: sum(board.counts),
    marks=False,
)
def gencon(board: Board) -> Points:
    """A point a centre, however the game ended; the best counts of each country go on to the next round.

    There are no votes and no draws. Who advances is decided over all boards of a round: for each country the
    two best counts reach the intermediate round and the best one of that the top board, where the most
    centres win. Where nobody survived as a country, the last one eliminated advances.

    Open:
        What a solo or a concession is worth: its centres, as everything else.
        Equal counts, and a player who is best in two countries: the director decides.
        The article has four preliminary rounds in one place and two in another.
    """
    return centres(board)
