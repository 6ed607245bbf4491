"""The C-Diplo family of the European circuit."""

from xl_dipscore.board import SEATS, Board
from xl_dipscore.points import Amount, PlaceTable, Points, by_centres, centres, places, to_each, winner_takes
from xl_dipscore.system import system


@system(
    "CDIPLO",
    "C-Diplo",
    family="place + centre count",
    source="World Diplomacy Database, scoring system 5",
    aliases=("C-Diplo 100", "CDIPLO100"),
    pot=100,
)
def cdiplo(
    board: Board,
    *,
    win: Amount = 100,
    part: Amount = 1,
    values: PlaceTable = (38, 14, 7),
    dead_share: bool = True,
) -> Points:
    """1 point for taking part, 1 a centre, and 38/14/7 for the first three places, shared by ties. A solo
    scores 100, the others 0.

    Places go by centres alone; there is no draw bonus. Powers with equal counts share the values of the
    places they fill.

    Options:
        win: points for a solo
        part: points for taking part
        values: points for first, second, third place
        dead share: with two survivors or one, do the dead share the places left over?

    Open:
        With only two survivors the five dead share third place, so that the board stays at 100.
    """
    if board.winner is not None:
        return winner_takes(board, win)
    ranking = by_centres(board, SEATS if dead_share else board.survivors)
    return to_each("taking part", part, SEATS) + centres(board) + places(values, ranking)
