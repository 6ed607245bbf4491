"""`scores` of many boards against Python's csv module, which only reads the same boards, in one run.

python -m tests.benchmarks.scores [BOARDS]
"""

from __future__ import annotations

import csv
import io
import random
import sys
from collections import deque
from collections.abc import Iterable
from statistics import median
from time import process_time

from xl_dipscore import POWERS, scores

RUNS, MOST = 3, 20.0


def table(boards: int) -> str:
    """Random finished boards as CSV, a row each."""
    dice, lines = random.Random(1), [",".join(POWERS)]
    for _ in range(boards):
        ends = sorted(dice.randint(0, 34) for _ in range(6))
        counts = (last - first for first, last in zip([0, *ends], [*ends, 34], strict=True))
        lines.append(",".join(map(str, counts)))
    return "\n".join(lines)


def spent(work: Iterable[object]) -> float:
    before = process_time()
    deque(work, maxlen=0)
    return process_time() - before


def main(words: list[str]) -> int:
    boards = int(words[0]) if words else 100_000
    text, ratios = table(boards), []
    for _ in range(RUNS):
        reading = spent(csv.DictReader(io.StringIO(text)))
        ratios.append(spent(scores("SOS", csv.DictReader(io.StringIO(text)))) / reading)
    found = median(ratios)
    print(f"`scores` of {boards:,} boards, Python's csv module = 1: {found:.0f}")
    return int(found > MOST)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
