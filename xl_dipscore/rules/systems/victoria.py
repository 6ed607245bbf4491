"""Victoria, British Columbia."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, centres, win_or_draw
from xl_dipscore.rules.system import Amount, DrawTable, system


@system(
    "VICTORIA",
    "Victoria",
    family="draw",
    source="Edi Birsan, North American Face to Face Tournament Scoring Systems, 2003",
)
def victoria(
    board: Board,
    *,
    win: Amount = 125,
    draw: DrawTable = (100, 85, 60, 30, 15, 1),
    conceded_centres: bool = False,
    losers_centres: bool = True,
) -> Points:
    """125 for a solo or 100/85/60/30/15/1 each for a 2- to 7-way draw, and a point a centre for everybody;
    but no centres count in a conceded solo.

    The article's table calls centres a tie-breaker; its details, followed here, give a point for each "at the
    time of the draw or solo that ends in victory conditions".

    Options:
        conceded centres: do centres count in a conceded solo?
        losers centres: do the losers of a solo on the board get points for centres?

    Open:
        A conceded solo does not end in victory conditions: nobody gets a point for centres.
        The losers of a solo on the board get their points for centres.
        The article reports a top board "prior to 2003" without its details, so all rounds count alike. For an
            event with a top board choose the format top-board.
    """
    points = win_or_draw(board, win, draw)
    if board.conceded and not conceded_centres:
        return points
    keep_all = board.winner is None or losers_centres
    return points + (centres(board) if keep_all else centres(board).only(board.placed))
