"""Samuel: the winner or the draw's members get points for the years that all others played."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, pool, text, years_played
from xl_dipscore.rules.system import system


@system(
    "SAMUEL",
    "Samuel",
    family="draw",
    source="The desktop program DCM, system 18 (1993)",
    needs=("year", "eliminated"),
    taking_costs="a power that loses its last centre sooner has played fewer years, which are the points",
)
def samuel(board: Board) -> Points:
    """The winner, or each member of the draw, gets the years that all others played, divided by the game's
    years and by how many won or drew. The others get nothing.

    The year of an elimination counts as played, and so does the game's last. Beating six powers that last to
    the end is worth 6, a 7-way draw nothing. A concession is scored as a win.
    """
    board.need(year=True)
    assert board.year is not None, "Call board.need(year=True) before the year is used."
    played, years = years_played(board, 1, board.others).whole, board.year - 1900
    why = f"years that the others played ({text(played)}) / years of the game ({text(years)})"
    return pool(played / years, board.placed, f"power that won or drew: {why}")
