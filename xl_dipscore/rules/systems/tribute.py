"""Tribute, and variants of Tribute by the Windy City Weasels."""

from fractions import Fraction

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, centres, open_tribute, to_each, tribute, winner_takes
from xl_dipscore.rules.system import Amount, system, variant


@system(
    "TRIBUTE",
    "Tribute",
    family="lead",
    source="Brandon Fogel, To Whom Tribute Is Due (Diplomacy World 149, 2020); Windy City Weasels",
    pot=lambda board, options: (
        options["win"] if board.winner is not None else options["pot"] + sum(board.counts)
    ),
    taking_costs="an eliminated power no longer pays the top, which can be worth more than its last centre",
    marks=False,
)
def tribute_system(
    board: Board, *, win: Amount = 100, pot: Amount = 66, over: int = 6, each: Amount = 1
) -> Points:
    """A point a centre and 66 points shared by the survivors, each of whom pays the top a point for every
    centre above 6 that the top owns. A solo scores 100, the others 0.

    Nobody pays more than their share of the 66. Level tops share the payments. There are no draw members:
    every survivor has a share. A concession is scored as a solo.

    Options:
        pot: points shared by the survivors
        over: the top's centres for which the others pay nothing
        each: points that every other survivor pays for each of the top's centres above `over`
    """
    if board.winner is not None:
        return winner_takes(board, win)
    return centres(board) + tribute(board, pot, over, each)


variant(
    tribute_system,
    "HALFTRIBUTE",
    "Half-Tribute",
    {"each": Fraction(1, 2)},
    source="Windy City Weasels, Half-Tribute Scoring System (windycityweasels.org)",
    taking_costs="",
    doc="""A point a centre and 66 points shared by the survivors, each of whom pays the top half a point for
    every centre above 6 that the top owns. A solo scores 100, the others 0.

    Tribute at half the price. Nobody pays more than their share of the 66. Level tops share the payments.
    There are no draw members: every survivor has a share. A concession is scored as a solo.
    """,
)


@system(
    "OPENTRIBUTE",
    "OpenTribute",
    family="lead",
    source="Windy City Weasels, OpenTribute Scoring System (windycityweasels.org); diplomacytv.com",
    marks=False,
)
def opentribute(
    board: Board, *, win: Amount = 340, survivor: Amount = 34, centre: Amount = 3, whole: bool = True
) -> Points:
    """Survivors get 34 and 3 a centre, and pay the top a point for every centre they are behind it; the top
    gets as much for the dead. Level tops get less, rounded down. A solo scores 340, the others 0.

    Each of two level tops gets a quarter of the payments, each of three a ninth, and so on. Nobody pays the
    part for the dead: they score 0. There are no draw members. A concession is scored as a solo.

    Options:
        survivor: points for a survivor
        whole: are the points of level tops rounded down to whole numbers?
    """
    if board.winner is not None:
        return winner_takes(board, win)
    alive = to_each("Survivor", survivor, board.survivors)
    return alive + centres(board, centre) + open_tribute(board, whole=whole)


variant(
    opentribute,
    "OPENTRIBUTEFRAC",
    "OpenTribute, fractional",
    {"whole": False},
    source="Diplomacy Broadcast Network, OpenTributeFrac",
    doc="""Survivors get 34 and 3 a centre, and pay the top a point for every centre they are behind it; the
    top gets as much for the dead. Level tops get less. A solo scores 340, the others 0.

    OpenTribute without the rounding: each of two level tops gets a quarter of the payments, each of three a
    ninth, and so on. Nobody pays the part for the dead: they score 0. There are no draw members. A concession
    is scored as a solo.
    """,
)
