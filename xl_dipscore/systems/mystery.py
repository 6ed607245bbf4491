"""The Mystery system of 2020."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from xl_dipscore.board import Board
from xl_dipscore.errors import NA, Fault, Faults
from xl_dipscore.points import Amount, Points, to_each, winner_takes
from xl_dipscore.system import system


class SoloUnknown(Fault):
    """{system} knows what a solo is worth only when the event is over; give its value in the option solo."""

    cell = NA


def over_the_rounds(
    scores: Sequence[Fraction], rounds: int, *, start: Literal["started", "scored"] = "started"
) -> Fraction:
    """The sum over the event's rounds. Players who joined after the first round, missed none since and have a
    solo are divided by the rounds from their start on.

    Options:
        start: where the rounds of such a late joiner begin, with their first game or where they first scored
    """
    return sum(scores, Fraction()) / rounds


@system(
    "MYSTERY",
    "Mystery",
    family="draw",
    source="Tournament Scoring, Part 7: The Mystery Scoring System (The Embassy, 2020)",
    combine=over_the_rounds,
    tiebreak=("mppd",),
    event="solo value",
)
def mystery(board: Board, *, solo: Amount | None = None, draw: Amount = 100, survivor: Amount = 10) -> Points:
    """100 each for the draw's members, 10 for a survivor outside the draw, 0 for the dead. What a solo is
    worth is known when the event is over; its losers get 0.

    A solo's value is the average of the points scored in a drawn game of the event, divided by the number of
    solos: 2410 points in six drawn games and two solos make 2410 / 6 / 2 = 200.83. A concession is scored as
    a solo.

    Options:
        solo: points for a solo, where they are known
        draw: points for each member of the draw
        survivor: points for a survivor outside the draw

    Open:
        Without a drawn game in the event, a solo has no value: 0 divided by 0.
    """
    if board.winner is not None:
        if solo is None:
            raise Faults([SoloUnknown(field="solo", system="MYSTERY")])
        return winner_takes(board, solo)
    points = to_each(f"{len(board.drew)}-way draw", draw, board.drew)
    outside = [seat for seat in board.survivors if seat not in board.drew]
    return points + to_each("survivor outside the draw", survivor, outside) if outside else points
