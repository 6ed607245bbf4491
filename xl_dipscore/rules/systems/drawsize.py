"""Points for a win or a draw: a pot for the winner or shared by the draw, or a table by draw size."""

from xl_dipscore.rules.board import SEATS, Board
from xl_dipscore.rules.points import Exact, Points, centres, centres_of, to_each, win_or_draw, win_or_share
from xl_dipscore.rules.system import (
    Amount,
    DrawTable,
    Options,
    Signed,
    concession_takes,
    draw_takes,
    largest_draw,
    system,
    variant,
)


def pot(board: Board, options: Options) -> Exact:
    """The sum of scores: the pot, points for taking part, and for centres if not taken out of the pot."""
    kept = SEATS if options["outside_centres"] or board.winner is not None else board.drew
    beside = 0 if options["less_centres"] else options["centre"] * centres_of(board, kept)
    total: Exact = options["pot"] + beside + 7 * options["part"]
    return total


@system(
    "DRAWSIZE",
    "Draw Size",
    family="draw",
    source="One point for a win or shared by the draw, after Allan Calhamer; for Toronto: Edi Birsan, North "
    "American Face to Face Tournament Scoring Systems, 2003",
    aliases=("DSS", "Toronto"),
    pot=pot,
)
def drawsize(
    board: Board,
    *,
    pot: Amount = 100,
    centre: Amount = 0,
    less_centres: bool = False,
    outside_centres: bool = True,
    part: Signed = 0,
) -> Points:
    """100 points for a win, or shared equally by the draw.

    Survivors left out of the draw get nothing. A concession is scored as a win. Toronto is scored like this:
    "Draw" is all that Edi Birsan's article of 2003 says about its system.

    Options:
        pot: points for a win, or shared by the draw
        less centres: do the points for centres come out of the pot?
        outside centres: does a survivor outside the draw get points for centres?
        part: points for taking part; below 0, everybody pays them
    """
    kept = SEATS if outside_centres or board.winner is not None else board.drew
    less = centre * centres_of(board, kept) if less_centres else 0
    points = win_or_share(board, pot, less, "for centres")
    if centre:
        points = centres(board, centre).only(kept) + points
    return to_each("Taking part", part, SEATS) + points if part else points


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

variant(
    drawsize,
    "DERRICK",
    "Derrick",
    {"pot": 100, "centre": 1, "less_centres": True},
    source="The desktop program DCM, system 13 (1984)",
    doc="""A point a centre, and the rest of 100 for a win or shared equally by the draw: 66 when all 34
    centres are owned.

    Everybody keeps the points for centres, in a lost game too. A board always adds up to 100. A concession is
    scored as a win, with the centres owned.
    """,
)

variant(
    drawsize,
    "THOMAS",
    "Thomas",
    {"pot": 32, "centre": 2},
    source="The desktop program DCM, system 19 (1976)",
    doc="""2 points a centre, and 32 for a win or shared equally by the draw.

    So a board adds up to 100 when all 34 centres are owned. If some are not, the desktop program DCM keeps
    the board at 100, as `pot` 100 with `less centres` does. Everybody keeps the points for centres, in a lost
    game too. A concession is scored as a win, with the centres owned.
    """,
)

variant(
    drawsize,
    "ODC",
    "ODC",
    {"pot": 420, "centre": 1, "outside_centres": False},
    source="Online Diplomacy Championship (tournaments.webdiplomacy.net/online-diplomacy-championship)",
    aliases=("Online Diplomacy Championship", "webDiplomacy championship"),
    doc="""420 points for a win or shared equally by the draw, and a point a centre; but a survivor outside
    the draw gets nothing.

    The losers of a win keep their points for centres. A concession is scored as a win, with the centres
    owned.
    """,
)

variant(
    drawsize,
    "ZEROSUM",
    "Zero Sum",
    {"pot": 420, "part": -60},
    source="The desktop program DCM, system 23 (1996)",
    aliases=("Black",),
    below_zero=True,
    doc="""Everybody pays 60, and the 420 are for the winner or shared equally by the draw.

    So a board adds up to 0: a win scores 360, a 2-way draw 150 each, a 7-way draw nothing, and
    whoever neither wins nor draws loses 60. A concession is scored as a win.
    """,
)


@system(
    "AVALONCON92",
    "AvalonCon 1992",
    family="draw",
    source="Jim Yerkey; World Diplomacy Database, scoring system 40",
    checks=(largest_draw(), draw_takes(29), concession_takes(15)),
)
def avaloncon92(board: Board, *, win: Amount = 15, draw: DrawTable = (7, 4, 1), centre: Amount = 1) -> Points:
    """A point a centre, and 15 for a win or 7/4/1 each for a 2-, 3- or 4-way draw.

    Everybody keeps the points for centres, in a lost game too. Larger draws get no bonus. The votes of 29
    centres pass a draw or a concession, and a concession goes to the largest power, with at least 15. A board
    that contradicts this is still scored, with a note. A concession is scored as a win, with the centres
    owned.
    """
    points = win_or_draw(board, win, draw)
    return centres(board, centre) + points if centre else points


variant(
    avaloncon92,
    "YERKEY",
    "Yerkey",
    {"win": 21, "draw": (10, 5, 3)},
    source="The desktop program DCM, system 22",
    aliases=("AvalonCon 1994",),
    checks=(largest_draw(),),
    doc="""A point a centre, and 21 for a win or 10/5/3 each for a 2-, 3- or 4-way draw.

    Everybody keeps the points for centres, in a lost game too. Larger draws get no bonus. A concession is
    scored as a win, with the centres owned.
    """,
)

variant(
    avaloncon92,
    "OLLOY",
    "Olloy-O-Matic",
    {"win": 6, "draw": (3, 2), "centre": 0},
    source="The desktop program DCM, system 17",
    checks=(largest_draw(),),
    doc="""6 points for a win, 3 each for a 2-way draw and 2 each for a 3-way draw.

    Larger draws get nothing, and centres do not count. A concession is scored as a win.
    """,
)


@system(
    "SOLOS",
    "Solo or bust",
    family="draw",
    source="diplomacytv.com",
    pot=lambda board, options: options["win"] if board.winner is not None else 0,
    marks=False,
)
def solos(board: Board, *, win: Amount = 100) -> Points:
    """100 points for a win, and nothing for anything else.

    A concession is scored as a win.
    """
    return win_or_draw(board, win, ())
