"""Goff, Australia and New Zealand."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import (
    Points,
    centres,
    near_pots,
    to_each,
    winner_takes,
    years_played,
    years_survived,
)
from xl_dipscore.rules.system import Amount, NearTable, system


@system(
    "GOFF",
    "Goff",
    family="near the top",
    source="Diplomacy Association of Australia and New Zealand, Goff scoring system (daanz.org/sc-goff.htm)",
    needs=("year", "eliminated"),
    aliases=("Goff (DAANZ)",),
    marks=False,
)
def goff(
    board: Board,
    *,
    win: Amount = 16800,
    centre: Amount = 420,
    survivor: Amount = 1260,
    pots: NearTable = (420, 420, 420),
    year: Amount = 140,
) -> Points:
    """420 a centre, 1260 for being alive, and three pots of 420, shared by the top, by all within one centre
    of it, and by all within two; the dead get 140 for every year survived. A win scores 16,800, the others
    140 a year.

    A year is survived if at its end the power owned a centre and nobody had 18: a power eliminated in 1904
    gets 420, and so does a survivor of a solo in 1904. A concession is scored as a win; then the last year
    counts for the survivors, because nobody had 18. There are no draw members: every survivor is scored.

    Options:
        pots: points shared by the top, by all within one centre of it, by all within two, ...
        year: points for every year survived by the dead, and by the losers of a win

    Open:
        If the top has one or two centres, a dead power is near it too, and gets its share.
    """
    if board.conceded:
        return winner_takes(board, win) + years_survived(board, year, board.others)
    if board.winner is not None:
        return winner_takes(board, win) + years_played(board, year, board.others, last_too=False)
    points = centres(board, centre) + to_each("Survivor", survivor, board.survivors)
    return points + near_pots(board, pots) + years_survived(board, year, board.dead)
