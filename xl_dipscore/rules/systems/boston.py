"""Boston Massacre, called Detour 98 in Australia and New Zealand."""

from typing import Literal

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import (
    Points,
    alive_after,
    by_centres,
    centres,
    lead,
    places,
    to_each,
    winner_takes,
)
from xl_dipscore.rules.system import Amount, PlaceTable, system


@system(
    "BOSTON",
    "Boston Massacre",
    family="lead",
    source="Edi Birsan, North American Face to Face Tournament Scoring Systems, 2003; Detour 98f of the "
    "Diplomacy Association of Australia and New Zealand",
    needs=("year", "eliminated"),
    aliases=("Detour98", "Detour 98f"),
    pot=lambda board, options: options["win"] if board.winner is not None else 100,
    taking_costs="it can separate level powers, and their points for places then make every other share "
    "of the 100 smaller",
    tiebreak=("wins", "draws", "best game"),
)
def boston(
    board: Board,
    *,
    win: Amount = 110,
    values: PlaceTable = (4, 3, 2, 1),
    members: Literal["named", "survivors"] = "named",
) -> Points:
    """1 a centre, 1 for being alive after 1905, 1 for being in the draw, a sole leader's lead over the
    second, and 4/3/2/1 for place, all scaled so that a board adds up to 100. A solo scores 110, the others 0.

    The point for 1905 goes to every power that owned a centre after the Fall of that year, even if it was
    eliminated later. Level powers all take the lower place: two level in second both get 2. The dead have no
    place. A concession is scored as a solo. Boston rounds a score to two decimals; here it is exact.

    Options:
        values: points for first, second, third, fourth place
        members: who gets the point for the draw, the powers marked in it, or all survivors whatever is marked

    Open:
        The article gives a point for being "in the draw", Detour 98f for owning a centre at the end. Both are
            the same if all survivors draw. If only some are marked, they alone get the point.
    """
    if board.winner is not None:
        return winner_takes(board, win)
    raw = (
        centres(board)
        + alive_after(board, 1905, 1)
        + to_each("Member of the draw", 1, board.drew if members == "named" else board.survivors)
        + lead(board)
        + places(values, by_centres(board, board.survivors), ties="lower")
    )
    return raw.scaled(100)
