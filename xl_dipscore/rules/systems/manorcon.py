"""ManorCon, England."""

from fractions import Fraction

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, weighted_share, winner_takes, years_played
from xl_dipscore.rules.system import Amount, system, variant


@system(
    "MANORCON",
    "ManorCon",
    family="proportional",
    source="ManorCon, Diplomacy Tournament Scoring System (diplom.org/manorcon)",
    needs=("year", "eliminated"),
    combine="100/100/50",
    marks=False,
)
def manorcon(
    board: Board,
    *,
    win: Amount = 75,
    pot: Amount = 100,
    dead_weight: Amount = 16,
    year: Amount = Fraction(1, 10),
    last_year: bool = True,
) -> Points:
    """100 points in proportion to n x n + 4 x n + 16, where n is the centres owned. The dead count with
    16, but get 0.1 for every year played instead of their part. A solo scores 75, the others 0.1 a year.

    So a board adds up to less than 100 when somebody is dead. There are no draw members. A concession is
    scored as a solo. ManorCon rounds a score to two decimals; here it is exact.

    Options:
        pot: points shared in proportion
        dead weight: the number that each dead power adds to the sum by which the points are shared
        year: points for every year played by the dead, and by the losers of a solo
        last year: does the last year count as played? That is the year of the elimination, or the year of the
            solo for powers that survive it

    Open:
        The year of an elimination counts, as ManorCon's text says; some programs leave it out.
    """
    if board.winner is not None:
        return winner_takes(board, win) + years_played(board, year, board.others, last_too=last_year)
    return weighted_share(board, pot, dead_weight) + years_played(board, year, board.dead, last_too=last_year)


variant(
    manorcon,
    "MANORCONORIGINAL",
    "Original ManorCon",
    {"win": 100},
    family="proportional",
    source="ManorCon's first system, as diplomacytv.com scores it",
    doc="""100 points in proportion to n x n + 4 x n + 16, where n is the centres owned. The dead count with
    16, but get 0.1 for every year played instead of their part. A solo scores 100, the others 0.1 a year.

    ManorCon with 100 for a solo. There are no draw members. A concession is scored as a solo.

    Open:
        The year of an elimination counts, as ManorCon's text says; the leading tournament program leaves out
            the last year. The option `last year` with the value no does the same.
    """,
)

variant(
    manorcon,
    "MANORCONV2",
    "ManorCon v2",
    {"win": 100, "dead_weight": 0},
    family="proportional",
    source="A variant of ManorCon that diplomacytv.com scores",
    doc="""100 points shared by the survivors in proportion to n x n + 4 x n + 16, where n is the centres
    owned; the dead get 0.1 for every year played. A solo scores 100, the others 0.1 a year.

    ManorCon in which the dead take nothing from the survivors' 100. There are no draw members. A concession
    is scored as a solo.

    Open:
        The year of an elimination counts, as ManorCon's text says; the leading tournament program leaves out
            the last year. The option `last year` with the value no does the same.
    """,
)
