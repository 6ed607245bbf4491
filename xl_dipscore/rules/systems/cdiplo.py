"""C-Diplo and its variants, from the European circuit."""

from xl_dipscore.rules.board import SEATS, Board
from xl_dipscore.rules.points import (
    Exact,
    Points,
    by_centres,
    centre_table,
    centres,
    places,
    to_each,
    winner_takes,
)
from xl_dipscore.rules.system import Amount, CountTable, Options, PlaceTable, Signed, system, variant


def pot(board: Board, options: Options) -> Exact | None:
    """The sum of a board's scores; None if it depends on who owns the centres or on how many survive."""
    won: Exact = options["win"] + 6 * options["others"]
    drawn: Exact = 7 * options["part"] + sum(board.counts) + sum(options["values"])
    if board.winner is not None:
        return won
    return None if options["centre_values"] or not options["dead_share"] else drawn


@system(
    "CDIPLO",
    "C-Diplo",
    family="place",
    source="Bruno-Andre Giraudon, 1992; World Diplomacy Database, scoring system 5",
    aliases=("C-Diplo 100", "CDIPLO100"),
    pot=pot,
    marks=False,
)
def cdiplo(
    board: Board,
    *,
    win: Amount = 100,
    others: Signed = 0,
    part: Amount = 1,
    centre_values: CountTable = (),
    values: PlaceTable = (38, 14, 7),
    dead_share: bool = True,
) -> Points:
    """1 point for taking part, 1 a centre, and 38/14/7 for the first three places, shared by ties. A solo
    scores 100, the others 0.

    Places go by centres alone; there is no draw bonus. Powers with equal counts share the values of the
    places they fill. A concession is scored as a solo.

    Options:
        others: points for each of the others when there is a solo
        part: points for taking part
        centre values: points for 1, 2, 3, ... centres, then 1 each; type none for 1 a centre
        values: points for first, second, third place
        dead share: if fewer than three survive, do the dead share the places left over?

    Open:
        With only two survivors the five dead share third place, so that the board stays at 100.
    """
    if board.winner is not None:
        return winner_takes(board, win, others)
    ranking = by_centres(board, SEATS if dead_share else board.survivors)
    owned = centre_table(board, centre_values) if centre_values else centres(board)
    return (to_each("Taking part", part, SEATS) if part else Points()) + owned + places(values, ranking)


variant(
    cdiplo,
    "CDIPLO73",
    "C-Diplo 73",
    {"win": 73},
    source="Bruno-Andre Giraudon, 1992; official C-Diplo of diplomania and the French association AFJD",
    aliases=("C-Diplo official",),
    doc="""1 point for taking part, 1 a centre, and 38/14/7 for the first three places, shared by ties. A solo
    scores 73, the others 0.

    C-Diplo with the official value of a solo: 38 for first place, 34 centres, 1 for taking part. Places go by
    centres alone; there is no draw bonus. A concession is scored as a solo.

    Open:
        What the others get when there is a solo: 0. It was 1 at EuroDipCon 1996, and -15 at the first
            National World Cup; the option `others` sets it.
        With only two survivors the five dead share third place, as in C-Diplo.
    """,
)

variant(
    cdiplo,
    "CDIPLO80",
    "C-Diplo 80",
    {"win": 80, "part": 0, "values": (25, 14, 7)},
    source="A variant of C-Diplo; which event first used it is not known",
    doc="""1 point a centre and 25/14/7 for the first three places, shared by ties. A solo scores 80, the
    others 0.

    C-Diplo with nothing for taking part. Places go by centres alone; there is no draw bonus. A concession is
    scored as a solo.

    Open:
        With only two survivors the five dead share third place, as in C-Diplo.
    """,
)

variant(
    cdiplo,
    "CDIPLONAMUR",
    "C-Diplo Namur",
    {"win": 85, "centre_values": (5, 9, 12, 14, 16, 18)},
    source="C-Diplo Namur, as used at the NDC in Groningen",
    aliases=("Namur", "Groningen", "NDC Groningen"),
    doc="""1 point for taking part, 5/9/12/14/16/18 for one to six centres and 1 for every further one, and
    38/14/7 for the first three places, shared by ties. A solo scores 85, the others 0.

    C-Diplo with first centres that are worth more than later ones. Places go by centres alone; there is no
    draw bonus. A concession is scored as a solo.

    Open:
        With only two survivors the five dead share third place, as in C-Diplo.
    """,
)

variant(
    cdiplo,
    "NAMURAGGRAVATED",
    "Namur aggravated",
    {"win": 73, "others": -15, "centre_values": (5, 9, 12, 14, 16, 18)},
    source="First National World Cup (stabbeurfou.org)",
    below_zero=True,
    doc="""1 point for taking part, 5/9/12/14/16/18 for one to six centres and 1 for every further one, and
    38/14/7 for the first three places, shared by ties. A solo scores 73, the others -15.

    C-Diplo Namur in which a solo costs everybody else points. Places go by centres alone; there is no draw
    bonus. A concession is scored as a solo.

    Open:
        With only two survivors the five dead share third place, as in C-Diplo.
    """,
)

variant(
    cdiplo,
    "CDIPLOARGIR",
    "C-Diplo Argir",
    {"win": 93, "others": 1, "values": (37, 14, 7)},
    family="place",
    source="World Diplomacy Database, scoring system 7",
    doc="""1 point for taking part, 1 a centre, and 37/14/7 for the first three places, shared by ties. A solo
    scores 93, the others 1.

    C-Diplo in which a board adds up to 99. Places go by centres alone; there is no draw bonus. A concession
    is scored as a solo. The database's printed tables have 38 for first place and add up to 100, which is not
    its rule.

    Open:
        With only two survivors the five dead share third place, as in C-Diplo.
    """,
)
