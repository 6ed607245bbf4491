"""A point a centre and a bonus for the top: Mischief, Base 3, World Classic, Duct Tape and others."""

from fractions import Fraction
from typing import Literal

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import (
    Points,
    centre_table,
    centres,
    near_by,
    pool,
    to_each,
    top_table,
    winner_takes,
    within,
    years_played,
)
from xl_dipscore.rules.system import Amount, CountTable, TopTable, system, variant


@system("MISCHIEF", "Mischief", family="top", source="Mischief, as diplomacytv.com scores it", marks=False)
def mischief(
    board: Board,
    *,
    win: Amount = 34,
    centre: Amount = 1,
    centre_values: CountTable = (),
    survivor: Amount = 0,
    top: TopTable = (5, 1),
    top_pot: Amount = 0,
    who: Literal["survivors", "draw"] = "survivors",
    year: Amount = 0,
    last_year: bool = False,
) -> Points:
    """1 a centre, and 5 for the lone top, or 1 each if two are level at the top. A win scores 34, the others
    0.

    Three or more powers level at the top get nothing for it. There are no draw members: every survivor is
    scored. A concession is scored as a win.

    Options:
        centre values: points for 1, 2, 3, ... centres, then 1 each; type none for `centre` each
        survivor: points for being alive, or for being in the draw
        top pot: points shared by all powers level at the top
        who: who is scored in a game that nobody won, all survivors or only the draw's members
        year: points for every year played by the dead, and by the losers of a win
        last year: does the last year count as played? That is the year of the elimination, or the year of the
            win for powers that survive it
    """
    if board.winner is not None:
        won = winner_takes(board, win)
        return won + years_played(board, year, board.others, last_too=last_year) if year else won
    points = centre_table(board, centre_values) if centre_values else centres(board, centre)
    if survivor:
        points += to_each(
            "Survivor" if who == "survivors" else "Bonus for the draw", survivor, board.survivors
        )
    if top:
        points += top_table(board, top)
    if top_pot:
        points += pool(top_pot, within(board, 0), near_by(0))
    if who == "draw":
        points = points.only(board.drew)
    return points + years_played(board, year, board.dead, last_too=last_year) if year else points


variant(
    mischief,
    "BASE3",
    "Base 3",
    {
        "win": 46,
        "survivor": 3,
        "top": (9, 3, 1, Fraction(1, 3), Fraction(1, 9), Fraction(1, 27), Fraction(1, 81)),
    },
    source="Base 3, as diplomacytv.com scores it",
    doc="""1 a centre, 3 for being alive, and 9 for the lone top; 3 each for two that are level at the top, 1
    each for three, and so on by thirds. A win scores 46, the others 0.

    There are no draw members: every survivor is scored. A concession is scored as a win.
    """,
)

CLASSIC = variant(
    mischief,
    "WORLDCLASSIC",
    "World Classic",
    {"win": 420, "centre": 10, "survivor": 30, "top": (), "top_pot": 48, "year": 1},
    source="World Classic, by P. McNamara; as diplomacytv.com scores it",
    needs=("year", "eliminated"),
    doc="""10 a centre, 30 for being alive, and 48 shared by the top; the dead get 1 for every year played
    before their last. A win scores 420, the others 1 for every year played before their last.

    So a power eliminated in 1904 gets 3, and a survivor of a win in 1909 gets 8. There are no draw members:
    every survivor is scored. A concession is scored as a win.
    """,
)

variant(
    CLASSIC,
    "SUMMERCLASSIC",
    "Summer Classic",
    {"top": (48, 24), "top_pot": 0},
    source="Summer Classic, as diplomacytv.com scores it",
    doc="""10 a centre, 30 for being alive, and 48 for the lone top or 24 each for two; the dead get 1 for
    every year played before their last. A win scores 420, the others 1 for every year played before their
    last.

    World Classic, but three or more that are level at the top get nothing for it. There are no draw members:
    every survivor is scored. A concession is scored as a win.
    """,
)

variant(
    mischief,
    "BEARCON",
    "BearCon 2009",
    {"centre_values": (4, 7), "top": (5,)},
    source="World Diplomacy Database, scoring system 52 (Alex Lebedev, Russian DipCon 2009)",
    aliases=("Russian DipCon", "BearCon 2009 (Russian DipCon)"),
    doc="""4 for the first centre, 3 for the second and 1 for each further one, and 5 for the lone top. A win
    scores 34, the others 0.

    A level top gets no 5: it is "not shared". There are no draw members: every survivor is scored. A
    concession is scored as a win.
    """,
)

TAPE = variant(
    mischief,
    "DUCTTAPE",
    "Duct Tape",
    {"win": 49, "survivor": 10, "top": (5,), "who": "draw"},
    source="Diplomacy World 161; the desktop program DCM, system 28",
    aliases=("Duct Tape 2022", "Duct Tape (2022)"),
    marks=True,
    doc="""10 for each member of the draw, 1 a centre for them, and 5 for the largest power if it is one of
    them. A win scores 49, the others 0, and so do all outside the draw.

    A win is 10, 5 and 34 more. A concession is scored as a win.

    Open:
        A level top gets no 5: it is for the single largest power.
        If the largest power is outside the draw, nobody gets the 5.
    """,
)

variant(
    TAPE,
    "DUCTTAPE24",
    "Duct Tape 2024",
    {"survivor": 5},
    source="The desktop program DCM, system 29",
    doc="""5 for each member of the draw, 1 a centre for them, and 5 for the largest power if it is one of
    them. A win scores 49, the others 0, and so do all outside the draw.

    Duct Tape with 5 for the draw instead of 10. A concession is scored as a win. DCM also adds or takes off
    0.01 a year, to break ties.

    Open:
        DCM's text still says 10 for the draw; 5 is what it scores.
        A level top gets no 5. If the largest power is outside the draw, nobody gets it.
    """,
)

YOURS = variant(
    mischief,
    "YDS",
    "Your Draw Size (short games)",
    {"win": 300, "centre_values": (*[21] * 3, *[30] * 4, *[42] * 3, *[70] * 3, *[105] * 4), "top": ()},
    source="Your Draw Size, as diplomacytv.com scores it",
    aliases=("Your Draw Size",),
    doc="""By the number of centres: 21 for 1 to 3, 30 for 4 to 7, 42 for 8 to 10, 70 for 11 to 13, 105 for 14
    to 17. A win scores 300, the others 0.

    Only a power's own centres count, whoever else survives. There are no draw members. A concession is scored
    as a win.
    """,
)

variant(
    YOURS,
    "YDSUNLIMITED",
    "Your Draw Size (unlimited)",
    {"win": 320},
    doc="""By the number of centres: 21 for 1 to 3, 30 for 4 to 7, 42 for 8 to 10, 70 for 11 to 13, 105 for 14
    to 17. A win scores 320, the others 0.

    Your Draw Size for games without a time limit. There are no draw members. A concession is scored as a win.
    """,
)
