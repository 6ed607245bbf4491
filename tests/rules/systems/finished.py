"""Every way to split 34 centres among seven powers, times every way a game can end."""

from collections.abc import Iterator
from functools import cache

from xl_dipscore import Board
from xl_dipscore.rules.board import CENTRES, SEATS

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


Key = tuple[tuple[int, ...], int]
"""A finished game: its counts, and the number of marked powers."""


def key_of(board: Board) -> Key:
    return board.centres, len(board.draw)


@cache
def takings() -> tuple[tuple[Key, int, Key, int], ...]:
    """For each game and each centre taken: the game, the taker's seat, the new game, and the seat in it.

    The game ends in the same way: both are won or neither is, and the same powers draw.
    """
    return tuple(_takings({key: key for key in map(key_of, finished())}))


def _takings(games: dict[Key, Key]) -> Iterator[tuple[Key, int, Key, int]]:
    for before in games:
        counts, marked = before
        alive = [seat for seat in SEATS if counts[seat]]
        # Of level powers the first gains and the last loses, so that counts stay in order.
        for taker in (seat for seat in alive if seat == 0 or counts[seat - 1] > counts[seat]):
            for other in (seat for seat in alive if seat == 6 or counts[seat + 1] < counts[seat]):
                after = list(counts)
                after[taker] += 1
                after[other] -= 1
                seat = taker
                if other < taker and counts[other] == counts[taker] + 1:
                    after, seat = list(counts), other  # the two change places
                key = tuple(after), marked
                same = (taker < marked) == (seat < marked) and (counts[0] >= 18) == (after[0] >= 18)
                if taker != other and same and key in games:
                    yield before, taker, games[key], seat
