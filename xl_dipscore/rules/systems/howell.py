"""Incremental Control: a point for every centre in every year."""

from fractions import Fraction

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Exact, Points, centres_of, centres_of_years, line, to_each
from xl_dipscore.rules.system import Amount, Options, system


def pot(board: Board, options: Options) -> Exact:
    """The sum of scores: the centres of all years, and the last year's again for each year to `until`."""
    assert board.year is not None, "Call board.need(year=True) before the year is used."
    left: int = max(0, options["until"] - board.year)
    return sum(centres_of_years(board)) + board.owned * left


@system(
    "HOWELL",
    "Incremental Control",
    family="chart",
    source="The desktop program DCM, system 30",
    needs=("year", "chart"),
    aliases=("Howell 2024",),
    pot=pot,
    monotone=False,
    solo_is_best=False,
    marks=False,
)
def howell(board: Board, *, until: int = 1910, taken: Amount = Fraction(1, 2)) -> Points:
    """1 point for every centre at the end of every year. A game that ends before 1910 counts as if nothing
    changed until then; but if it is won, the winner also has half of the others' centres in those years.

    Years after the game's end count like its last year. In a won game the others keep half of their centres
    in each of these years. There are no draw members. A concession is scored as a win. A soloist who grew
    late can score less than another power.

    Options:
        until: the last year of the event's games
        taken: the part of the others' centres that a winner has in the years after the game

    Open:
        A docked centre comes off the last year's count.
        A game that goes on after the event's last year counts as it was played.
    """
    board.need(year=True, chart=True)
    assert board.year is not None, "Call board.need(year=True) before the year is used."
    points = line("1 point per centre, added up over all years", centres_of_years(board))
    left = until - board.year
    if left <= 0:
        return points
    again = f"The last year's centres again, for each year up to {until}"
    points += line(again, [left * count for count in board.counts])
    if board.winner is None:
        return points
    lost = line("Taken by the winner", [-taken * left * count for count in board.counts])
    won = taken * left * centres_of(board, board.others)
    return points + lost.only(board.others) + to_each("Taken from the losers", won, board.placed)
