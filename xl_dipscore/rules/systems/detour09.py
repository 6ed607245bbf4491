"""Detour09 of Australia and New Zealand, after Detour 98."""

from fractions import Fraction

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import (
    Points,
    by_centres,
    centres,
    lead,
    places,
    to_each,
    winner_takes,
    years_played,
)
from xl_dipscore.rules.system import Amount, PlaceTable, system


@system(
    "DETOUR09",
    "Detour09",
    family="lead",
    source="Detour09 of the Diplomacy Association of Australia and New Zealand, as diplomacytv.com scores it",
    needs=("year", "eliminated"),
    taking_costs="it can separate level powers, and their points for places then make every other share "
    "of the 100 smaller",
    tiebreak=("wins", "draws", "best game"),
    marks=False,
)
def detour09(
    board: Board,
    *,
    win: Amount = 110,
    survivor: Amount = 2,
    values: PlaceTable = (4, 3, 2, 1),
    pot: Amount = 100,
    year: Amount = Fraction(1, 4),
    most: Amount = 2,
) -> Points:
    """1 a centre, 2 for a survivor, a sole leader's lead over the second and 4/3/2/1 for place, scaled to
    100; the dead get 0.25 a year, at most 2, on top. A solo scores 110, the others 0.25 a year, at most 2.

    Level powers all take the lower place: two level in second both get 2. The dead have no place. A year
    counts if at its end the power owned a centre and nobody had won: out in 1904 is 3, and a loser of a solo
    in 1909 has 8. There are no draw members. A concession is scored as a solo.

    Options:
        survivor: points for a survivor, before scaling
        values: points for first, second, third, fourth place, before scaling
        pot: the sum of the survivors' points, after scaling
        year: points for every year survived by the dead, and by the losers of a solo
        most: the most points that a power gets for years
    """
    if board.winner is not None:
        lost = years_played(board, year, board.others, last_too=False, at_most=most)
        return winner_takes(board, win) + lost
    raw = (
        centres(board)
        + to_each("Survivor", survivor, board.survivors)
        + lead(board)
        + places(values, by_centres(board, board.survivors), ties="lower")
    )
    return raw.scaled(pot) + years_played(board, year, board.dead, last_too=False, at_most=most)
