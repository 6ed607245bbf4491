"""Where pages end on a sheet that shows one board below the other: each round is printed alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

SLIPS_ON_A_PAGE, SLIP_ROWS = 4, 12
CALLS = "Board_calls"
"""The name of the lines that say who plays what in a round."""
SLIPS = "Board_slips"
"""The name of the slips where formulas find the rows of each board."""
SPARE_CALLS = 2
"""Those below the lines of a round's boards: for boards that are added."""


def page_ends(rounds: Sequence[object], a_page: int) -> list[int]:
    """How many boards stand before each break, with at most so many on a page."""
    ends, here = [], 0
    for number, (round_, following) in enumerate(pairwise(rounds), 1):
        here += 1
        if round_ != following or here == a_page:
            ends.append(number)
            here = 0
    return ends


def boards_a_page(rounds: Sequence[object], ends: Sequence[int], rows: int) -> int | None:
    """The most boards on a page, where each round is printed alone; None where it is not.

    rows: of a board. Where no round is too long for a page, as many as go on a page of slips.
    """
    longest = max((after - before for before, after in pairwise([0, *ends, len(rounds)])), default=0)
    usual = max(1, SLIPS_ON_A_PAGE * SLIP_ROWS // rows)
    fitting = [n for n in {longest, max(longest, usual)} if page_ends(rounds, n) == [*ends]]
    return max(fitting, default=None)
