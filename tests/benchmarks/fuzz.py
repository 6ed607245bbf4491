"""Count random formulas whose value is stored, is listed as not computed, or differs from LibreOffice's.

    python -m tests.benchmarks.fuzz [FORMULAS [SEED]]

Each is computed twice: in a workbook without a value for it, and in one with its value from older scores. A
formula that differs is printed with the command that shows it again.
"""

from __future__ import annotations

import sys
import time

from tests.fuzz.judge import BATCH, Verdict, examined, made


def main(count: int, seed: str) -> None:
    start, total = time.perf_counter(), Verdict()
    for number, first in enumerate(range(0, count, BATCH)):
        part = f"{seed}:{number}"
        verdict = examined(part, made(part, min(BATCH, count - first)))
        print(*verdict.wrong, sep="\n", end="\n" * bool(verdict.wrong), flush=True)
        total.add(verdict)
    print(total)
    for reason, times in total.theirs.most_common():
        print(f"{times:8} {reason}")
    print(f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    count, seed, *_ = [*sys.argv[1:], *("100000", "1")[len(sys.argv) - 1 :]]
    main(int(count), seed)
