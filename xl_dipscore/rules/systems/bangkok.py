"""Bangkok and similar systems: points for being near the top."""

from fractions import Fraction

from xl_dipscore.rules.board import SEATS, Board
from xl_dipscore.rules.points import (
    Points,
    centres,
    clear_top,
    near_pots,
    near_top,
    to_each,
    top_table,
    winner_takes,
    years_played,
)
from xl_dipscore.rules.system import Amount, ClearTable, NearTable, TopTable, system, variant


@system(
    "BANGKOK",
    "Bangkok",
    family="near the top",
    source="World Diplomacy Wiki, Bangkok 2020 Scoring System",
    needs=("eliminated",),
    aliases=("Bangkok 2020",),
    marks=False,
)
def bangkok(
    board: Board,
    *,
    win: Amount = 41,
    loser: Amount = Fraction(1, 2),
    centre: Amount = 1,
    pot: Amount = 12,
    shares: NearTable = (3, 2, 1),
    survivor: Amount = 3,
    year: Amount = Fraction(3, 10),
    last_year: bool = True,
) -> Points:
    """1 a centre; 12 shared near the top, 3 shares for the top, 2 for one centre off it, 1 for two off; 3 for
    being alive; the dead get 0.3 for every year played. A win scores 41, survivors of it 0.5 a centre.

    There are no draw members: every survivor is scored. The 41 for a win are 18 for the centres, the pot
    of 12, 3 for being alive, and 8 more. A concession is scored as a win. A power eliminated in 1905 played
    five years and gets 1.5; one program does not count the year of elimination: set `last year` to no.

    Options:
        loser: points a centre for the survivors of a win
        pot: points shared by those near the top
        shares: shares of the pot for the top, for one centre off it, for two off
        year: points for every year played by the dead
        last year: does the year of elimination count as played?

    Open:
        The dead get nothing if there is a win, because there is no survival bonus then.
        If the top has one or two centres, a dead power is near it too, and gets its share.
    """
    if board.winner is not None:
        won = winner_takes(board, win)
        return won + centres(board, loser).only(board.others) if loser else won
    return (
        near_top(board, shares).scaled(pot, "Share of the {} points for being near the top", "shares")
        + centres(board, centre)
        + to_each("Survivor", survivor, board.survivors)
        + years_played(board, year, board.dead, last_too=last_year)
    )


variant(
    bangkok,
    "OLYMPIC",
    "Olympic",
    {"win": 46, "loser": 0, "shares": (4, Fraction(3, 2), Fraction(1, 2)), "last_year": False},
    source="Olympic, as diplomacytv.com scores it",
    doc="""1 a centre; 12 shared near the top, 4 shares for the top, 1.5 for one centre off it, 0.5 for two
    off; 3 for being alive; the dead get 0.3 for every year played before their last. A win scores 46, the
    others 0.

    Bangkok with other shares. There are no draw members: every survivor is scored. A concession is scored as
    a win.

    Open:
        If the top has one or two centres, a dead power is near it too, and gets its share.
    """,
)


@system(
    "BANGKOKPIKE",
    "Bangkok Pike",
    family="near the top",
    source="Bangkok Pike, as diplomacytv.com scores it",
    needs=("year", "eliminated"),
    marks=False,
)
def bangkok_pike(
    board: Board,
    *,
    win: Amount = 60,
    centre: Amount = 1,
    survivor: Amount = 3,
    top: TopTable = (6, 4, 4, 4, 4, 4, 4),
    clear: ClearTable = (4, 2),
    near: NearTable = (0, 4, 2),
    year: Amount = Fraction(1, 10),
    last_year: bool = True,
) -> Points:
    """1 a centre; 3 for being alive; 6 for a lone top, 4 more if nobody is one centre off, another 2 if
    nobody is two off either; 4 for each of level tops; 4 for one off the top, 2 for two off; the dead 0.1 a
    year. A win scores 60, the others 0.1 a year.

    All years played count, the last one too: the year of the elimination or of the win. There are no draw
    members: every survivor is scored. A concession is scored as a win.

    Options:
        clear: more points for a lone top with nobody within 1, 2, ... centres
        near: points for the top (added to those of `top`), for one centre off it, for two off
        year: points for every year played by the dead, and by the losers of a win
        last year: does the last year count as played? That is the year of the elimination, or the year of the
            win for powers that survive it

    Open:
        If the top has one or two centres, a dead power is near it too, and gets the points for it.
    """
    if board.winner is not None:
        return winner_takes(board, win) + years_played(board, year, board.others, last_too=last_year)
    return (
        centres(board, centre)
        + to_each("Survivor", survivor, board.survivors)
        + top_table(board, top)
        + clear_top(board, clear)
        + near_top(board, near)
        + years_played(board, year, board.dead, last_too=last_year)
    )


@system(
    "BANGKOK22",
    "Bangkok 2022",
    family="near the top",
    source="diplomania-gen.fr, scorage:bangkok_2022; World Championship 2023",
    needs=("year", "eliminated"),
    marks=False,
)
def bangkok_22(
    board: Board,
    *,
    win: Amount = 4000,
    centre: Amount = 105,
    pots: NearTable = (420, 420, 420),
    year: Amount = 35,
    most_years: Amount = 210,
    survivor: Amount = 210,
) -> Points:
    """105 a centre, three pots of 420, shared by the top, by all within one centre of it and by all within
    two; 35 for every year played, at most 210; 210 for being alive. A solo scores 4000, the others 0.

    There are no draw members: every survivor is scored. A concession is scored as a solo.

    Options:
        pots: points shared by the top, by all within one centre of it, by all within two, ...
        year: points for every year played
        most years: the most points that a power gets for `year`

    Open:
        The year of an elimination counts as played.
        If the top has one or two centres, a dead power is near it too, and gets its share.
    """
    if board.winner is not None:
        return winner_takes(board, win)
    return (
        centres(board, centre)
        + near_pots(board, pots)
        + years_played(board, year, SEATS, at_most=most_years)
        + to_each("Survivor", survivor, board.survivors)
    )
