"""World Boardgaming Championships."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, centres, win_or_draw
from xl_dipscore.rules.system import Amount, DrawTable, largest_draw, system


@system(
    "WBC",
    "World Boardgaming Championships",
    family="draw",
    source="Edi Birsan, North American Face to Face Tournament Scoring Systems, 2003",
    concession=15,
    checks=(largest_draw(),),
    combine="best 2",
    tiebreak=("mean centres",),
)
def wbc(board: Board, *, win: Amount = 46, draw: DrawTable = (22, 10, 4, 1), conceded: int = 18) -> Points:
    """A point a centre, and 46 for a win or 22/10/4/1 each for a 2-, 3-, 4- or 5-way draw.

    A conceded win is credited with 18 centres; it needs 15 centres, and no power may be larger. Survivors may
    vote themselves out of a draw. A draw of six or seven gets no bonus.

    Options:
        conceded: the centres that a conceded win is credited with

    Open:
        The centres per game-year, which break ties, count every game, also one that best 2 drops.
        The article has votes by centres owned and also unanimous ones: here unanimous, and not checked.
    """
    return centres(board, conceded=conceded) + win_or_draw(board, win, draw)
