"""The worth of one more centre at each power of a board: the score after the exchange, less the score now."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from xl_dipscore.errors import NA, Faults
from xl_dipscore.rules.board import SEATS, Board, End
from xl_dipscore.rules.points import Points
from xl_dipscore.rules.system import System


class Exchange(NamedTuple):
    """One centre moves from a survivor to another. An unknown change of a score is None."""

    giver: int
    gain: Fraction | None
    """The change of the taker's score."""
    loss: Fraction | None
    """The change of the giver's score, with the sign changed."""


class Worth(NamedTuple):
    """The worth of one more centre, from the survivor who loses least and from the one who loses most.

    None: the worth depends on a fact that is missing, or that is known only when the event is over.
    """

    least: Fraction | None
    most: Fraction | None


def move_centre(board: Board, giver: int, taker: int) -> Board:
    """The board after a centre has moved. A power without a centre left is eliminated in the last year."""
    counts = [*board.centres]
    counts[giver] -= 1
    counts[taker] += 1
    changes: dict[str, object] = {"centres": tuple(counts)}
    if board.chart:
        changes["chart"] = {**dict(board.chart), board.chart[-1][0]: tuple(counts)}
    if not counts[giver]:
        gone = [*board.eliminated]
        gone[giver] = board.year
        changes |= {"eliminated": tuple(gone), "draw": board.draw - {giver}}
    return replace(board, **changes)  # type: ignore[arg-type]


def is_over(system: System, board: Board, options: Mapping[str, object]) -> bool:
    """Has a power won the board, by a solo or by concession?"""
    return system.read(board, **options).ending.end in (End.SOLO, End.CONCESSION)


def worth_of_centre(system: System, board: Board, options: Mapping[str, object]) -> list[Worth | None]:
    """The worth of one more centre at each seat; None for a dead power, and for all if the board is over.

    If several survivors lose equally, the least worth counts as `least` and the most as `most`.
    Raises Faults if the system refuses the board.
    """
    before = system.so_far(board, **options)
    if is_over(system, board, options):
        return [None] * 7
    return [_worth([*exchanges_of(system, board, options, before, seat)]) for seat in SEATS]


def exchanges_of(
    system: System, board: Board, options: Mapping[str, object], before: Points, taker: int
) -> Iterator[Exchange]:
    """What changes if `taker` wins a centre from each other survivor in turn; nothing for a dead power.

    An exchange is left out if the system refuses the board after it, or if it leaves a single mark, which
    would be a concession. before: the points of the board.
    """
    for giver in board.survivors if taker in board.survivors else ():
        if giver == taker:
            continue
        moved = move_centre(board, giver, taker)
        if len(moved.draw) == 1 and system.read(moved, **options).conceded:
            continue
        try:
            after = system.so_far(moved, **options)
        except Faults as refused:
            if refused.cell == NA:
                yield Exchange(giver, None, None)
            continue
        change = [
            None if seat in {*before.untold, *after.untold} else after.totals[seat] - before.totals[seat]
            for seat in (taker, giver)
        ]
        gain, lost = change
        yield Exchange(giver, gain, None if lost is None else -lost)


def _worth(exchanges: Sequence[Exchange]) -> Worth | None:
    if not exchanges:
        return None
    losses = [one.loss for one in exchanges]
    known = [loss for loss in losses if loss is not None]
    if len(known) < len(losses):
        return Worth(None, None)
    least, most = _gains_at(exchanges, min(known)), _gains_at(exchanges, max(known))
    return Worth(min(least) if least else None, max(most) if most else None)


def _gains_at(exchanges: Sequence[Exchange], loss: Fraction) -> list[Fraction]:
    """What the taker gains by the exchanges of this loss; empty if a gain is unknown."""
    gains = [one.gain for one in exchanges if one.loss == loss]
    known = [gain for gain in gains if gain is not None]
    return known if len(known) == len(gains) else []
