"""The scores that a board can have had if its last year, or years of eliminations, are missing."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import Board
from xl_dipscore.rules.system import Options, System

FIRST_YEAR, LAST_YEAR = 1904, 1914
"""The first and the last year in which a game without a year can have ended."""
FIRST_GONE = 1902
"""The first year in which a power can have been eliminated."""


class Ranges(NamedTuple):
    """One possible board, and for each seat its least score and its most."""

    board: Board
    scores: tuple[Sequence[Fraction], Sequence[Fraction]]


def score_ranges(system: System, board: Board, options: Options) -> Ranges | None:
    """The range of each seat's score over all boards that the missing facts allow; None if none is scored.

    With eliminations missing, every power was eliminated as early or as late as can be, in all combinations
    in which one power differs from the others: scores rise or fall steadily between these.
    """
    least: list[Fraction] = []
    most: list[Fraction] = []
    known: Board | None = None
    for possible in _boards_of(board, year_counts="year" in system.needs):
        try:
            totals = system.score(possible, **options)
        except Faults:
            continue
        if known is None:
            known, least, most = possible, [*totals], [*totals]
        else:
            least = [min(pair) for pair in zip(least, totals, strict=True)]
            most = [max(pair) for pair in zip(most, totals, strict=True)]
    return None if known is None else Ranges(known, (least, most))


@lru_cache(maxsize=256)
def _boards_of(board: Board, *, year_counts: bool) -> tuple[Board, ...]:
    """The possible boards, stored: many systems lack the same facts of a board and try the same ones."""
    return tuple(possible_boards(board, year_counts=year_counts))


def possible_boards(board: Board, *, year_counts: bool = True) -> Iterator[Board]:
    """The board itself if nothing is missing; otherwise boards with every possible year.

    year_counts: does the score depend on the last year? If not, the last year only has to be late enough for
    every elimination.
    """
    unknown = [seat for seat in board.dead if board.eliminated[seat] is None]
    first = max([FIRST_YEAR, *filter(None, board.eliminated)])
    every = [*range(first, max(first, LAST_YEAR) + 1)]
    possible = every if year_counts else every[-1:]
    years = [board.year] if board.year else possible
    for year, late in product(years, _patterns(unknown)):
        gone = [*board.eliminated]
        for seat in unknown:
            gone[seat] = year if seat in late else min(FIRST_GONE, year or FIRST_GONE)
        yield replace(board, year=year, eliminated=tuple(gone))


def _patterns(seats: Sequence[int]) -> list[frozenset[int]]:
    """Which of these seats were eliminated late: all, none, only one, all but one."""
    whole = frozenset(seats)
    each = [frozenset({seat}) for seat in seats]
    return [*dict.fromkeys([whole, frozenset(), *each, *(whole - one for one in each)])]
