"""WinNamur, the French online tournaments."""

from xl_dipscore.rules.board import SEATS, Board
from xl_dipscore.rules.points import Points, centre_table, near_by, pool, winner_takes, within, years_played
from xl_dipscore.rules.system import Amount, CountTable, system


@system(
    "WINNAMUR",
    "WinNamur",
    family="near the top",
    source="The game server of diplomania2.fr; Astrocup 2022 on its forum",
    marks=False,
)
def winnamur(
    board: Board,
    *,
    win: Amount = 82,
    values: CountTable = (5, 9, 12, 14, 16, 18),
    top: Amount = 18,
    near: Amount = 18,
    off: int = 2,
    year: Amount = 0,
) -> Points:
    """5/9/12/14/16/18 for one to six centres and 1 for every further one, 18 shared by the top, and 18 shared
    by all within two centres of it. A solo scores 82, the others 0.

    There are no draw members: every survivor is scored. A concession is scored as a solo.

    Options:
        values: points for 1, 2, 3, ... centres, and 1 for every further one
        top: points shared by all powers level at the top
        near: points shared by all powers at the top or near it
        off: how many centres off the top still count as near
        year: points for every year played, the year of an elimination too

    Open:
        The full form of the French tour adds 0.1 for every year played, which is `year` 0.1; it does not say
            whether this holds in a game with a solo: here it does not.
        If the top has one or two centres, a dead power is near it too, and gets its share.
    """
    if board.winner is not None:
        return winner_takes(board, win)
    points = centre_table(board, values) + pool(top, within(board, 0), near_by(0))
    points += pool(near, within(board, off), near_by(off))
    return points + years_played(board, year, SEATS) if year else points
