"""Draw size: a pot for the winner, or shared by the draw."""

from xl_dipscore.board import Board
from xl_dipscore.points import Amount, Points, centres, win_or_share
from xl_dipscore.system import system, variant


@system(
    "DRAWSIZE",
    "Draw Size",
    family="draw",
    source="One point for a win or shared by the draw, after Allan Calhamer; for Toronto: Edi Birsan, North "
    "American Face to Face Tournament Scoring Systems, 2003",
    aliases=("DSS", "Toronto"),
    pot=lambda board, options: options["pot"] + options["centre"] * sum(board.counts),
)
def drawsize(board: Board, *, pot: Amount = 100, centre: Amount = 0) -> Points:
    """100 points for a win, or shared equally by the draw.

    Survivors left out of the draw get nothing. A concession is scored as a win. Toronto is scored like this:
    "Draw" is all that Edi Birsan's article of 2003 says about its system.

    Options:
        pot: points for a win, or shared by the draw
        centre: points for every centre
    """
    points = win_or_share(board, pot)
    return centres(board, centre) + points if centre else points


COMMON = "One of two common systems, in Fred Townsend, Scoring in Diplomacy Tournaments (Diplomacy World 76)"

variant(
    drawsize,
    "DRAW60",
    "Draw 60",
    {"pot": 60},
    source=COMMON,
    doc="""60 points for a win, or shared equally by the draw.

    30 each in a 2-way draw, 20 in a 3-way draw and so forth; survivors left out of the draw get nothing.
    Centres only break ties. A concession is scored as a win.
    """,
)

variant(
    drawsize,
    "CENTRES60",
    "Centres and 60",
    {"pot": 60, "centre": 1},
    source=COMMON,
    doc="""A point a centre, and 60 for a win or shared equally by the draw.

    Everybody keeps the points for centres, in a lost game too. A concession is scored as a win, with the
    centres owned.
    """,
)
