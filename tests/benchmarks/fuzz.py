"""Count random formulas whose value is stored, is listed as not computed, or differs from LibreOffice's.

    python -m tests.benchmarks.fuzz [FORMULAS [SEED]] [--clubs]

A fresh seed if none is given. --clubs: only formulas that directors type beside their games, about members,
fees, evenings, prizes and seasons; else a third is such as they type about the games, and the others are what
nobody would type.

Each is computed twice: in a workbook without a value for it, and in one with its value from older scores. A
formula that differs is printed with the command that shows it again.
"""

from __future__ import annotations

import secrets
import sys
import time

from tests.fuzz.clubs import Club, ClubGrammar
from tests.fuzz.judge import BATCH, Verdict, examined, made


def main(count: int, seed: str, *, of_clubs: bool) -> None:
    start, total = time.perf_counter(), Verdict()
    print(f"seed {seed}")
    for number, first in enumerate(range(0, count, BATCH)):
        part, size = f"{seed}:{number}", min(BATCH, count - first)
        if of_clubs:
            verdict = examined(part, ClubGrammar(part).club(size), Club)
        else:
            verdict = examined(part, made(part, size))
        print(*verdict.wrong, sep="\n", end="\n" * bool(verdict.wrong), flush=True)
        total.add(verdict)
    print(total)
    for reason, times in total.theirs.most_common():
        print(f"{times:8} {reason}")
    print(f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--clubs"]
    count, seed, *_ = [*words, *("100000", secrets.token_hex(4))[len(words) :]]
    main(int(count), seed, of_clubs="--clubs" in sys.argv)
