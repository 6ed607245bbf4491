"""Fred Townsend's recommended system."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, centres, country, win_or_draw
from xl_dipscore.rules.system import Amount, DrawTable, PerPower, system


@system(
    "TOWNSEND",
    "Townsend",
    family="draw",
    source="Fred Townsend, Scoring in Diplomacy Tournaments (Diplomacy World 76)",
    aliases=("Townsend DW76",),
    by_country=True,
    below_zero=True,
)
def townsend(
    board: Board,
    *,
    win: Amount = 100,
    draw: DrawTable = (48, 31, 22, 17, 13, 7),
    cap: int = 18,
    country_table: PerPower = (1, -2, -2, 0, 2, 0, -1),
) -> Points:
    """A point a centre (at most 18 count), 100 for a win or 48/31/22/17/13/7 each for a 2- to 7-way draw,
    adjusted for the country played.

    Italy +2, Austria +1, Russia and Germany 0, Turkey -1, England and France -2, for every player, also the
    eliminated. The article adds 10 + 48 + 2 up to 56; it is 60.

    Options:
        cap: the most centres that count
        country table: points of each power for being hard or easy to play, Austria to Turkey

    Open:
        Players "who are cut out of the draw by the time limit" keep only their centres: mark the others, to
            whom the draw is adjudicated.
        The seven points of a 7-way draw go to each of the seven, as in the other rows.
    """
    return centres(board, cap=cap) + win_or_draw(board, win, draw) + country(country_table)
