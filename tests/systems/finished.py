"""Every way to split 34 centres among seven powers, times every way a game can end."""

from collections.abc import Iterator
from functools import cache

from xl_dipscore import Board
from xl_dipscore.board import CENTRES, SEATS

YEAR = 1908


def splits(centres: int, powers: int, most: int) -> Iterator[tuple[int, ...]]:
    """The largest first, then zeros."""
    if not centres:
        yield (0,) * powers
    elif powers:
        for first in range(min(centres, most), 0, -1):
            for rest in splits(centres - first, powers - 1, first):
                yield (first, *rest)


@cache
def finished() -> tuple[Board, ...]:
    """Won; or conceded to the largest, drawn by the two, three ... largest, or stopped by the clock."""
    games = []
    for counts in splits(CENTRES, len(SEATS), CENTRES):
        gone = [None if n else 1903 + seat for seat, n in enumerate(counts)]
        gone = [year if year is None else min(year, YEAR) for year in gone]
        years = range(1901, YEAR)
        chart: dict[int, tuple[int, ...]] = {y: tuple(0 if g and g <= y else 4 for g in gone) for y in years}
        chart[YEAR] = counts
        alive = sum(n > 0 for n in counts)
        sizes = [0] if counts[0] >= 18 else range(alive + 1)
        games += [Board(counts, range(size), gone, YEAR, chart=chart) for size in sizes]
    return tuple(games)
