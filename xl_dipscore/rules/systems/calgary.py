"""Calgary, Alberta."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from xl_dipscore.errors import Fault
from xl_dipscore.rules.board import Board, End
from xl_dipscore.rules.points import Points, centres, stand_out, win_or_share
from xl_dipscore.rules.system import Amount, Options, system

LARGEST = 4


class DrawTooLarge(Fault):
    """CALGARY allows a draw of at most four; {count} are marked."""


def adjudicate_clock(board: Board, options: Options) -> Board:
    """Adjudicate a game stopped by the clock: decide which power has won, or which have drawn, if any."""
    if board.ending.end is not End.CLOCK:
        return board
    to = stand_out(board, LARGEST, options["centres_to_win"], options["margin"], options["otherwise"])
    return replace(board, adjudicated=to)


def at_most_four(board: Board, options: Options) -> Iterator[Fault | str]:
    if board.ending.end is End.DRAW and len(board.drew) > LARGEST:
        yield DrawTooLarge(field="draw", count=len(board.drew))


@system(
    "CALGARY",
    "Calgary",
    family="draw",
    source="Edi Birsan, North American Face to Face Tournament Scoring Systems, 2003",
    checks=(at_most_four,),
    reads=adjudicate_clock,
    format="top-board",
    unmarked="adjudicated: a win, a draw of two to four or no draw",
    taking_costs="if the clock stopped the game, it can undo the margin that a draw needs",
)
def calgary(
    board: Board,
    *,
    pot: Amount = 12,
    centres_to_win: int = 12,
    margin: int = 3,
    otherwise: Literal["nobody", "survivors"] = "nobody",
) -> Points:
    """12 points for the winner, or shared by a draw of at most four, and a point a centre for everybody. A
    game stopped by the clock is adjudicated: a win, a draw or neither.

    Marks are what the table agreed on. Without marks, if two or more powers are still played, a power with at
    least 12 centres and 3 more than any other has won. Otherwise the draw goes to the smallest group of two
    to four powers that together own more than half the board, each with at least 3 more than anybody else.
    The losers of a win keep their centres.

    Options:
        pot: points for a win, or shared by the draw
        centres to win: the centres that win a game stopped by the clock
        margin: how many more centres than anybody else a win or a draw then needs
        otherwise: who shares the points if there is neither a win nor a draw

    Open:
        If no group of four or fewer qualifies, nobody gets the 12: "the largest allowable draw is a 4-way
            draw".
        The article's table gives Calgary a top board and "various histories of systems" without any details.
            The article does not name Calgary among the events with a top board. Here its seven players rank
            first, by the points of all rounds. For an event without a top board choose the format all rounds.
    """
    return win_or_share(board, pot) + centres(board)
