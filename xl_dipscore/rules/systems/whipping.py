"""The Whipping system of the Windy City Weasels, Chicago."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, centres, pool, top_centres, winner_takes, years_played
from xl_dipscore.rules.system import Amount, system, variant


@system(
    "WHIPPING",
    "Whipping",
    family="top",
    source="Windy City Weasels, games of 2007 to 2010; Weasel Moot 2007",
    needs=("eliminated",),
    aliases=("Weasel Moot 2007",),
    marks=False,
)
def whipping(
    board: Board,
    *,
    win: Amount = 450,
    centre: Amount = 10,
    pot: Amount = 60,
    top_centre: Amount = 2,
    year: Amount = 1,
    losers_years: bool = False,
) -> Points:
    """10 a centre, 60 shared by the survivors, 2 a centre more for a sole top, and for the dead 1 for every
    year played. A solo scores 450, the others 0.

    The year of an elimination is a year played: out in 1904 is 4. A level top gets no bonus. There are no
    draw members: every survivor has a share. A concession is scored as a solo.

    Options:
        pot: points shared by the survivors
        top centre: further points for every centre of a sole top
        year: points for every year that a dead power played
        losers years: do the losers of a solo get points for the years they played?
    """
    if board.winner is not None:
        won = winner_takes(board, win)
        return won + years_played(board, year, board.others) if losers_years else won
    return (
        centres(board, centre)
        + pool(pot, board.survivors, "survivor")
        + top_centres(board, top_centre)
        + years_played(board, year, board.dead)
    )


variant(
    whipping,
    "WHIPPING24",
    "Whipping 2024",
    {"win": 468, "losers_years": True},
    source="Windy City Weasels, today's Whipping as diplomacytv.com scores it",
    needs=("year", "eliminated"),
    doc="""10 a centre, 60 shared by the survivors, 2 a centre more for a sole top, and for the dead 1 for
    every year played. A solo scores 468, the others 1 for every year played.

    Today's Whipping. The year of an elimination is a year played: out in 1904 is 4. A level top gets no
    bonus. There are no draw members: every survivor has a share. A concession is scored as a solo.
    """,
)
