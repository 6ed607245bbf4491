"""DiploLigue, the French online league."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, by_centres, places, top_table
from xl_dipscore.rules.system import PlaceTable, TopTable, system


@system("DIPLOLIGUE", "DiploLigue", family="place", source="The game server of diplomania2.fr", marks=False)
def diploligue(
    board: Board, *, values: PlaceTable = (16, 14, 12, 10, 8, 6, 4), top: TopTable = (4, 1, 1, 1, 1, 1, 1)
) -> Points:
    """16/14/12/10/8/6/4 for first to seventh place among the survivors, shared by ties, and 4 for a lone top
    or 1 each for a level one. A solo is scored in the same way.

    Places go by centres alone, and the dead have none. There are no draw members.

    Open:
        A conceded game is scored by its centres, as a solo is.
    """
    return places(values, by_centres(board, board.survivors)) + top_table(board, top)
