"""Open Mind the Gap."""

from fractions import Fraction

from xl_dipscore.rules.board import SEATS, Board
from xl_dipscore.rules.points import Points, by_centres, centres, levy, places, to_each, winner_takes
from xl_dipscore.rules.system import Amount, PlaceTable, system


@system(
    "OMG",
    "Open Mind the Gap",
    family="lead",
    source="Open Mind the Gap, as diplomacytv.com scores it",
    taking_costs="an eliminated power no longer pays the top, which can be worth more than its last centre",
    marks=False,
)
def omg(
    board: Board,
    *,
    win: Amount = 100,
    centre: Amount = Fraction(3, 2),
    survivor: Amount = 9,
    values: PlaceTable = (Fraction(9, 2), 3, Fraction(3, 2)),
    part: Amount = Fraction(1, 2),
    dead_share: bool = True,
) -> Points:
    """1.5 a centre, 9 for a survivor and 4.5/3/1.5 for the first three places; then a sole top takes from
    every other power as many points as it leads by, at most half of theirs. A solo scores 100, the others 0.

    Places go by centres; powers that are level share the values of the places they fill, and level tops take
    nothing. There are no draw members. A concession is scored as a solo.

    Options:
        survivor: points for a survivor
        values: points for first, second, third place
        part: the largest part of its points that a power pays to the top
        dead share: if fewer than three survive, do the dead share the places left over?

    Open:
        With only two survivors the five dead share third place, as in C-Diplo, and so pay the top too.
    """
    if board.winner is not None:
        return winner_takes(board, win)
    ranking = by_centres(board, SEATS if dead_share else board.survivors)
    points = centres(board, centre) + to_each("Survivor", survivor, board.survivors) + places(values, ranking)
    return points + levy(board, points, part)
