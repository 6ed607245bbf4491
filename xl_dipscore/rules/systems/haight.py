"""The Haight system."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, by_survival, centres, lead, places, winner_takes, years_played
from xl_dipscore.rules.system import Amount, PlaceTable, system


@system(
    "HAIGHT",
    "Haight v1.0",
    family="place",
    source="diplomacytv.com, Haight v1.0",
    needs=("year", "eliminated"),
    marks=False,
)
def haight(
    board: Board,
    *,
    win: Amount = 451,
    loser_centre: Amount = 5,
    values: PlaceTable = (66, 55, 44, 33, 22, 11, 0),
    centre: Amount = 10,
    lead_bonus: Amount = 5,
    year: Amount = 1,
) -> Points:
    """10 a centre, 66/55/44/33/22/11/0 for first to seventh place, 5 for every centre of a sole lead, and for
    the dead 1 for every year played. A win scores 451; the others 5 a centre, but at least 1 a year played.

    Level powers all take the lower place; the dead are placed by the year of their elimination. The year of
    an elimination is a year played, and so is the year of a win: out in 1904 is 4. There are no places when a
    game is won. There are no draw members. A concession is a win.

    Options:
        loser centre: points for every centre of the losers of a win
        lead bonus: points for every centre of the leader's lead
        year: points for every year played by the dead; a loser of a win gets at least as many for its years

    Open:
        The leading tournament program scores a win only from 18 centres on. It scores a conceded game
            with fewer as if nobody had won; the text has no such limit.
    """
    if board.winner is not None:
        lost = centres(board, loser_centre).only(board.others)
        return winner_takes(board, win) + lost.at_least(years_played(board, year, board.others))
    return (
        centres(board, centre)
        + places(values, by_survival(board), ties="lower")
        + lead(board, lead_bonus)
        + years_played(board, year, board.dead)
    )
