"""The PlayDiplomacy League."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, to_each, win_or_draw
from xl_dipscore.rules.system import Amount, DrawTable, Signed, largest_draw, system


@system(
    "PDL",
    "PlayDiplomacy League",
    family="draw",
    source="PlayDiplomacy League, playdiplomacy.com, topic 56611",
    aliases=("PlayDiplomacy",),
    checks=(largest_draw(),),
    below_zero=True,
)
def pdl(
    board: Board, *, win: Amount = 40, draw: DrawTable = (20, 10, 5, 2), surrender: Signed = -5
) -> Points:
    """40 for a solo or 20/10/5/2 each for a 2-, 3-, 4- or 5-way draw; a player who surrenders gets -5.

    A larger draw gives nothing, as losing does. A mark under Civil disorder says who surrendered. A
    concession is scored as a solo. Level players are ranked by their final less their starting centres: that
    is the tie-break `centre gain`.

    Options:
        surrender: points for a player who gave the power up
    """
    return win_or_draw(board, win, draw) + to_each("Surrendered", surrender, board.idle)
