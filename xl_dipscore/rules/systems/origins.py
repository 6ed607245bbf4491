"""Origins, Ohio."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, average_centres, in_proportion, line, win_or_share
from xl_dipscore.rules.system import Amount, draw_takes, system


@system(
    "ORIGINS",
    "Origins",
    family="chart",
    source="World Diplomacy Database, scoring system 23 (2003); Edi Birsan, North American Face to Face "
    "Tournament Scoring Systems, 2003",
    needs=("chart",),
    concession=13,
    checks=(draw_takes(30),),
    combine="best 2",
    pot=lambda board, options: options["victors"] + options["pot"],
    monotone=False,
)
def origins(board: Board, *, victors: Amount = 100, pot: Amount = 100) -> Points:
    """100 points for the winner or shared by the draw, and 100 in proportion to N x N + Y: N is a power's
    average centres over the years it played, Y the number of those years.

    The year of an elimination is a year played, with 0 centres. A game is conceded only to the largest power,
    with at least 13 centres. The votes of 30 centres pass a draw: a note says so if its members own fewer and
    a survivor is left outside. There is no top board: the best two of three rounds decide. The article of
    2003 keeps the formula secret; the World Diplomacy Database printed it later. A smaller power can score
    more than a larger one that grew late.

    Options:
        victors: points for the winner, or shared by the draw
        pot: points in proportion to N x N + Y

    Open:
        N and Y count the years up to a power's elimination, that year included.
        A docked centre comes off the last year's count.
        The formula of 2007 is printed only in part and not used.
    """
    size, years = average_centres(board)
    parts = [n * n + y for n, y in zip(size, years, strict=True)]
    return (
        win_or_share(board, victors)
        + line("Average centres a year", size).as_figures()
        + line("Years played", years).as_figures()
        + in_proportion(pot, parts, "", "Average centres squared, plus the years played")
    )
