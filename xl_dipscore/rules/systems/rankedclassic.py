"""Ranked Classic."""

from typing import Literal

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, by_centres, centres, places, to_each, winner_takes, years_played
from xl_dipscore.rules.system import Amount, PlaceTable, system, variant


@system(
    "RANKEDCLASSIC",
    "Ranked Classic",
    family="place",
    source="diplomacytv.com, Ranked Classic",
    needs=("year", "eliminated"),
    marks=False,
)
def ranked_classic(
    board: Board,
    *,
    win: Amount = 550,
    values: PlaceTable = (200, 90, 60, 40, 30, 20, 10),
    two_level: PlaceTable = (135, 70, 50, 35, 25, 15),
    more_level: Literal["lower", "pair"] = "lower",
    survivor: Amount = 30,
    centre: Amount = 10,
    year: Amount = 1,
) -> Points:
    """For survivors 30, 10 a centre and 200/90/60/40/30/20/10 by place; two level powers have
    135/70/50/35/25/15 each, three or more the lowest value. The dead have 1 for every year survived. A win
    scores 550, the others 1 a year survived.

    Only survivors have places. The year of an elimination does not count: out in 1904 is 3. Neither does the
    year of a win. There are no draw members. A concession is scored as a win.

    Options:
        two level: points each for two powers level in first and second, second and third, ... place
        more level: three or more level powers take the lowest value of their places, or the value of two
            level powers in the last two of these places
        survivor: points for every survivor
        year: points for every year before the last one, for the dead and for the losers of a win

    Open:
        The leading tournament program scores a win only from 18 centres on. It scores a conceded game
            with fewer as if nobody had won.
    """
    if board.winner is not None:
        return winner_takes(board, win) + years_played(board, year, board.others, last_too=False)
    return (
        to_each("Survivor", survivor, board.survivors)
        + centres(board, centre)
        + places(values, by_centres(board, board.survivors), ties=more_level, pairs=two_level)
        + years_played(board, year, board.dead, last_too=False)
    )


variant(
    ranked_classic,
    "RANKEDCLASSICV2",
    "Ranked Classic v2",
    {"more_level": "pair"},
    source="diplomacytv.com, Ranked Classic v2",
    doc="""For survivors 30, 10 a centre and 200/90/60/40/30/20/10 by place; two level powers have
    135/70/50/35/25/15 each, three or more what two in their last two places have. The dead have 1 a year
    survived. A win scores 550, the others 1 a year survived.

    Ranked Classic, where three or more level powers have the value of two level powers in the last two of
    their places: three at the top have 70 each. Only survivors have places. The year of an elimination does
    not count, nor that of a win: out in 1904 is 3. There are no draw members. A concession is scored as a
    win.

    Open:
        The leading tournament program scores a win only from 18 centres on. It scores a conceded game
            with fewer as if nobody had won.
    """,
)
