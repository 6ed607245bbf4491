"""Standings of 10,000 games against 1,000 in one run, as a ratio: linear cost is 10, at most 12 will do.

    python tests/benchmarks/standings.py

From the rows of a games list to the table, as DIP_STANDINGS and the command line do it. The players grow with
the games: four rounds, everybody on one board a round. Each size takes its best of several runs, in turns.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from xl_dipscore.board import POWERS
from xl_dipscore.functions import dip_standings

SIZES = (1_000, 10_000)
ROUNDS, RUNS, MOST = 4, 3, 12.0
HEADER = ["Round", "Board", "Power", "Player", "Centres", "Eliminated", "Year"]


def centres(dice: random.Random) -> list[int]:
    """A finished board; one in ten is a solo."""
    counts = [0] * 7
    alive = dice.sample(range(7), dice.randrange(2, 6))
    for _ in range(34):
        counts[dice.choice(alive)] += 1
    if dice.random() < 0.1:
        moved = max(0, 18 - counts[alive[0]])
        counts = [0] * 7
        counts[alive[0]], counts[alive[1]] = 18 + moved % 3, 16 - moved % 3
    return counts


def event(boards: int) -> list[list[Any]]:
    dice = random.Random(boards)
    rows: list[list[Any]] = [HEADER]
    a_round = boards // ROUNDS
    for round_ in range(1, ROUNDS + 1):
        people = list(range(7 * a_round))
        dice.shuffle(people)
        for number in range(a_round):
            for seat, count in enumerate(centres(dice)):
                player = f"P{people[7 * number + seat]}"
                gone = 1905 if count == 0 else None
                rows.append([round_, number, POWERS[seat], player, count, gone, 1908])
    return rows


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def ratio(system: str, events: Sequence[list[list[Any]]]) -> float:
    """How many times longer the larger event takes."""
    options = [["rounds", ROUNDS], ["combine", "best 3"]]
    taken = [
        [seconds(lambda games=games: dip_standings(system, games, options)) for games in events]  # type: ignore[misc]
        for _ in range(RUNS)
    ]
    small, large = map(min, zip(*taken, strict=True))
    print(f"{system:8} {small:7.3f} s  {large:7.3f} s  {large / small:5.1f} times")
    return large / small


def main() -> int:
    events = [event(size) for size in SIZES]
    print(f"{'':8} {SIZES[0]:>7,}    {SIZES[1]:>7,}")
    worst = max(ratio(system, events) for system in ("DCC", "MYSTERY", "BOSTON", "ARMADA"))
    print(f"at most {worst:.1f} times for 10 times the games; {MOST:g} is the limit")
    return 0 if worst <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
