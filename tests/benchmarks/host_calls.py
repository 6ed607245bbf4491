"""The cost of a call through the code for Excel on Windows, against the plain Python function.

    python -m tests.benchmarks.host_calls

The Windows interface itself is replaced, so this is the cost on Python's side; every call's own way from
Excel to Python comes on top and is the same for an empty function.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from itertools import cycle
from types import ModuleType

from tests.hosts import fake_com
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.declared import Argument, Function

PYTHON = "xl_dipscore.hosts.excel"
CELLS = Argument("cells", "Any cells.")
BOARDS = 1000
Block = tuple[tuple[float, ...], ...]


def board(dice: random.Random) -> tuple[float, ...]:
    """A random board of 34 centres without a solo."""
    counts = [0.0] * 7
    while sum(counts) < 34:
        seat = dice.randrange(7)
        counts[seat] += counts[seat] < 17
    return tuple(counts)


def seconds(call: Callable[[], object], times: int) -> float:
    """Seconds for one call: the median of five rounds."""
    rounds = []
    for _ in range(5):
        started = time.perf_counter()
        for _ in range(times):
            call()
        rounds.append((time.perf_counter() - started) / times)
    return statistics.median(rounds)


def main() -> None:
    functions = {function.name: function for function in FUNCTIONS}
    score, empty = functions["DIP_SCORE"], Function("EMPTY", "Does nothing.", (CELLS,), lambda cells: 0.0)
    dice = random.Random(1908)
    boards = [board(dice) for _ in range(BOARDS)]
    # Never the same arguments twice: what was read is kept for a while.
    blocks = iter([(*boards[n:], *boards[:n]) for n in range(1, 2 * 5 * 3 + 1)])
    single = cycle([(row,) for row in boards])
    left = [None] * 4

    def in_python(cells: Block) -> object:
        return score.call("DCC", [list(row) for row in cells])

    with fake_com.excel(PYTHON) as excel:
        module = sys.modules["toys"] = ModuleType("toys")
        module.__file__ = __file__
        vars(module).update(sys.modules[PYTHON].worksheet_functions([empty]))

        def through_com(cells: Block) -> object:
            return excel.call(PYTHON, "DIP_SCORE", "DCC", cells, *left)

        com = seconds(lambda: through_com(next(blocks)), 3)
        python = seconds(lambda: in_python(next(blocks)), 3)
        com_one = seconds(lambda: through_com(next(single)), 500) * 1e6
        python_one = seconds(lambda: in_python(next(single)), 500) * 1e6
        nothing = seconds(lambda: excel.call("toys", "EMPTY", next(single)), 500) * 1e6
    print(f"{BOARDS:,} boards in one call: {com * 1e3:.1f} ms, {python * 1e3:.1f} ms in plain Python,")
    print(f"  {com / python:.2f} times as long (at most 3)")
    print(f"one board: {com_one:.0f} us, {python_one:.0f} us in plain Python")
    print(f"an empty function: {nothing:.0f} us; a board costs {com_one - nothing:.0f} us more")


if __name__ == "__main__":
    main()
