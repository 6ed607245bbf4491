"""The ARMADA Regatta, Colorado."""

from collections.abc import Iterator
from dataclasses import replace

from xl_dipscore.errors import Fault
from xl_dipscore.rules.board import STANDARD_VICTORY, Board, End, Victory
from xl_dipscore.rules.points import (
    Points,
    by_last_year,
    by_survival,
    centres,
    centres_of,
    in_year,
    names,
    places,
    pool,
    product,
    to_each,
    win_or_draw,
    years_played,
)
from xl_dipscore.rules.system import Amount, DrawTable, Options, Signed, YearsOrNot, YearTable, system

CENTRES_TO_WIN = (*[18] * 7, 17, 16, 15, 14, 14, 13)
"""The number of centres that wins in 1901, 1902, ...; the last number is also for all later years."""


def declining_victory(board: Board, options: Options) -> Board:
    """In late years let fewer than 18 centres win, if they are two more than any other power owns."""
    declining = CENTRES_TO_WIN if options["declining"] is True else options["declining"]
    if not declining or board.year is None:
        return board
    to_win = in_year(declining, board.year)
    return replace(board, victory=Victory(to_win, 2)) if to_win < STANDARD_VICTORY.centres else board


def all_survivors_draw(board: Board, options: Options) -> Iterator[Fault | str]:
    if board.ending.end is End.DRAW and board.left_out:
        yield f"At the ARMADA no survivor can be left out of a draw; not marked: {names(board.left_out)}."


@system(
    "ARMADA",
    "ARMADA Regatta",
    family="draw",
    source="Edi Birsan, North American Face to Face Tournament Scoring Systems, 2003; World Diplomacy "
    "Database, scoring system 11 (Manus Hand)",
    needs=("year", "eliminated"),
    aliases=("Armada 2000", "Regatta"),
    checks=(all_survivors_draw,),
    combine="best 3",
    tiebreak=("countback centres",),
    reads=declining_victory,
    taking_costs="from 1908 on, a centre taken from the second power can give the largest the lead of two "
    "that wins",
)
def armada(
    board: Board,
    *,
    win: Amount = 104,
    draw: DrawTable = (80, 56, 40, 32, 24, 16),
    less: YearTable = tuple(range(1, 21)),
    effort: YearTable = tuple(range(1, 21)),
    declining: YearsOrNot = True,
) -> Points:
    """104 for a win or 80/56/40/32/24/16 each for a 2- to 7-way draw, less a point for every game year;
    everybody else gets a point for every year played. From 1908 on fewer than 18 centres win.

    The centres that win: 18 to 1907, then 17, 16, 15 and 14 in 1908 to 1911, 14 in 1912, 13 from 1913 on;
    fewer than 18 only with two more than any other power. Players cannot vote themselves out of a draw. A
    concession is scored as a win. The events of 2000 to 2003 used this system; that of 2018 used ARMADA18.

    Options:
        less: points that the winner or the draw's members lose, by the year in which the game ended
        effort: points of the others, by the last year they were in the game; the year of an elimination
            counts
        declining: do fewer centres win in later years? yes, no, or the centres that win in 1901, 1902, ...

    Open:
        The article takes off "typically from 5-14" by the year and gives "between 2 and 14 points for the
            effort": a point a year from 1901 on fits both, 5 in 1905 and 14 in 1914.
        The source gives no centres to win for 1912: here 14, as in 1911.
        A survivor left out of the marks is scored as one outside the draw, with a note.
    """
    board.need(year=True, eliminations=board.dead)
    assert board.year is not None, "Call board.need(year=True) before the year is used."
    return (
        win_or_draw(board, win, draw)
        + to_each(f"Taken off for an end in {board.year}", -in_year(less, board.year), board.placed)
        + by_last_year(board, "Points for the last year played", effort, board.others)
    )


@system(
    "ARMADA18",
    "ARMADA 2018",
    family="draw",
    source="The desktop program DCM, system 4, by its own description; armada-dip.com/scoring.html",
    needs=("year", "eliminated"),
    checks=(all_survivors_draw,),
    pot=lambda board, options: options["pot"],
    below_zero=True,
    monotone=False,
    taking_costs="a centre takes a point off a survivor's score and, in a draw, off a member's",
)
def armada18(
    board: Board, *, pot: Amount = 420, survivor: Amount = 6, centre: Signed = -1, most: Amount = 60
) -> Points:
    """The winner or the draw shares 420 less the others' points, with a point more or less for every centre
    below or above the members' average. The others get the order of elimination times years played, less
    centres, at most 60.

    The first power to go is 1 in the order, the next 2; powers eliminated in the same year have the mean of
    their numbers, and a survivor that neither won nor drew has 6. The year of an elimination counts as
    played. Players cannot vote themselves out of a draw. A concession is scored as a win.

    Options:
        pot: the points of a whole board
        survivor: the number in the order of elimination for a survivor that neither won nor drew
        centre: points for each centre of a survivor that neither won nor drew
        most: the most points for a power that neither won nor drew

    Open:
        A survivor's centres count against it, by DCM's own description. ARMADA's page adds them: `centre` 1.
        A survivor left out of the marks is scored as one outside the draw, with a note.
    """
    order = places((7, 6, 5, 4, 3, 2, 1), by_survival(board))
    dead = product("Order of elimination times years played", order, years_played(board, 1)).only(board.dead)
    outside = years_played(board, survivor, board.outside) + centres(board, centre).only(board.outside)
    others = (dead + outside).capped(most)
    whole = pot + centres_of(board, board.placed)
    rest = pool(whole, board.placed, "power that won or drew", others.whole, "for the others")
    return others + rest + centres(board, -1).only(board.placed)
