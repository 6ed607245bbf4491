"""`dipscore standings` of 10,000 games against 1,000 in one run: linear cost is 10, at most 12 will do.

    python -m tests.benchmarks.standings

The command as a whole, from a games file to the table; what it takes for four games, which is its start, is
taken off first. The players grow with the games: four rounds, everybody on one board a round. The
sizes take turns, and the median of their ratios counts.
"""

from __future__ import annotations

import csv
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from tests.benchmarks.command import DIPSCORE, spent
from xl_dipscore.rules.board import POWERS

SIZES = (4, 1_000, 10_000)
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


def ratio(system: str, files: Sequence[Path]) -> float:
    """The time of the larger event as a multiple of the smaller one's."""
    turns = [[_seconds(system, file) for file in files] for _ in range(RUNS)]
    times = median((large - start) / (small - start) for start, small, large in turns)
    start, small, large = map(median, zip(*turns, strict=True))
    print(f"{system:8}{start:8.2f} s{small:8.2f} s{large:8.2f} s{times:7.1f} times")
    return times


def _seconds(system: str, file: Path) -> float:
    words = ("standings", system, file, "--rounds", ROUNDS, "--combine", "best 3")
    return spent([*DIPSCORE, *words]).cpu


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{size}.csv" for size in SIZES]
        for size, file in zip(SIZES, files, strict=True):
            with file.open("w", encoding="utf-8", newline="") as out:
                csv.writer(out).writerows(event(size))
        print(f"{'games':8}{''.join(f'{size:8,}  ' for size in SIZES)}")
        worst = max(ratio(system, files) for system in ("DCC", "MYSTERY", "BOSTON", "ARMADA"))
    print(f"at most {worst:.1f} times for 10 times the games; {MOST:g} is the limit")
    return 0 if worst <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
