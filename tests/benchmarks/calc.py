"""Our functions in LibreOffice Calc, as ratios to its own SUMSQ over the same cells, in one run.

Counted is LibreOffice's processor time, on Linux: after every board has changed, and when the same boards are
computed once more.

python -m tests.benchmarks.calc [BOARDS]
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median

from tests.hosts.calc.calc_office import Book, Office, missing
from xl_dipscore.hosts import calc

FORMULAS = {"SUMSQ": "SUMSQ", "ours": f"{calc.SERVICE}.SOSSCORE".upper()}
ROUNDS = 6


def office_clock(pid: int) -> int:
    """The processor-time clock of the process at the end of the chain of children, each one's last child."""
    lists = [task / "children" for task in Path(f"/proc/{pid}/task").iterdir()]
    children = [int(child) for one in lists for child in one.read_text().split()]
    return office_clock(children[-1]) if children else (~pid << 3) | 2


def boards(dice: Random, many: int) -> list[list[int]]:
    """Centres of ended games without a solo."""
    found = []
    for _ in range(many):
        counts = [0] * 7
        while sum(counts) < 34:
            seat = dice.randrange(7)
            counts[seat] += counts[seat] < 17
        found.append(counts)
    return found


def seconds(book: Book, clock: int, many: int) -> tuple[float, float]:
    """Processor time after every board has changed, and of a hard recalculation."""
    dice, new, again = Random(1), [], []
    for _ in range(ROUNDS):
        changed = boards(dice, many)
        start = time.clock_gettime(clock)
        book.put("Sheet1", f"A1:G{many}", changed)
        new.append(time.clock_gettime(clock) - start)
        start = time.clock_gettime(clock)
        book.calculate()
        again.append(time.clock_gettime(clock) - start)
    return median(new[1:]), median(again[1:])  # the first loads what it needs


def measure(office: Office, clock: int, many: int) -> dict[str, tuple[float, float]]:
    took = {}
    for name, function in FORMULAS.items():
        calls = {
            "one call": {f"I1:O{many}" if name == "ours" else "I1": f"={function}(A1:G{many})"},
            f"{many} calls": {f"I{row}": f"={function}(A{row}:G{row})" for row in range(1, many + 1)},
            "whole columns": {"I1": f"=SUM({function}(A:G))"},
        }
        for what, arrays in calls.items():
            with office.book() as book:
                for area, formula in arrays.items():
                    book.array("Sheet1", area, formula)
                took[f"{name}, {what}"] = seconds(book, clock, many)
    return took


def main(many: int) -> None:
    if missing():
        sys.exit(missing())
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        folder = home / "share" / "extensions"
        calc._program = lambda: home / "program" / "soffice"
        calc.install(bundled=True)
        office = Office(home / "profile", f"-env:BUNDLED_EXTENSIONS={folder.as_uri()}")
        try:
            took = measure(office, office_clock(office._process.pid), many)
        finally:
            office.end()
        print(f"LibreOffice {office.version}, {many} boards")
        for what, times in took.items():
            bases = took[what.replace("ours", "SUMSQ")]
            for when, one, base in zip(("new", "again"), times, bases, strict=True):
                print(f"{what:22} {when:5} {one * 1000:9.2f} ms  {one / base:8.1f} x SUMSQ")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
