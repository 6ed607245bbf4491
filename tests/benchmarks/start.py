"""How long short commands take, as ratios to an empty Typer program and to an empty Python in the same run.

The first shows what our code adds; the second shows a library that starts more slowly than it did.

python -m tests.benchmarks.start [ROUNDS]
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

import xl_dipscore
from tests.benchmarks.command import DIPSCORE, spent

GAMES = Path(xl_dipscore.__file__).parent / "cli" / "data" / "weasels.csv"
EMPTY = """
import typer
app = typer.Typer()
@app.command()
def one(number: int = 1): print(number)
@app.command()
def two(number: int = 1): print(number)
app()
"""
ONE_BOARD = "from xl_dipscore import Board, score; score('SOS', Board((0, 13, 10, 3, 8, 0, 0)))"
PROGRAM, PYTHON = "an empty Typer program", "an empty Python"
MOST = {PROGRAM: 3.5, PYTHON: 22.0}
"""The limits of the ratios."""
ONE_SYSTEM, MOST_OF_ONE = "dipscore systems SOS", 12.0
"""The cheapest command, and its limit as a ratio to an empty Python."""
COMMANDS = {
    PYTHON: (sys.executable, "-c", "pass"),
    PROGRAM: (sys.executable, "-c", EMPTY, "one"),
    "dipscore score, four games": (*DIPSCORE, "score", "SOS", GAMES),
    "dipscore standings, four games": (*DIPSCORE, "standings", "SOS", GAMES, "--double", "sum"),
    "dipscore systems": (*DIPSCORE, "systems"),
    ONE_SYSTEM: (*DIPSCORE, "systems", "SOS"),
    "dipscore --help": (*DIPSCORE, "--help"),
    "dipscore score --help": (*DIPSCORE, "score", "--help"),
    "dipscore --version": (*DIPSCORE, "--version"),
    "import xl_dipscore": (sys.executable, "-c", "import xl_dipscore"),
    "score() of one board": (sys.executable, "-c", ONE_BOARD),
}


def main(rounds: int) -> int:
    """Time every command once in each round, and keep the ratios; the first round only warms up."""
    turns = [{name: spent(command).cpu for name, command in COMMANDS.items()} for _ in range(rounds + 1)][1:]
    for name in COMMANDS:
        ratios = (f"{_ratio(turns, name, base):8.2f}" for base in MOST)
        print(f"{name:32}{1000 * median(turn[name] for turn in turns):6.0f} ms", *ratios)
    worst = {base: max(_ratio(turns, name, base) for name in COMMANDS) for base in MOST}
    for base, most in MOST.items():
        print(f"at most {worst[base]:.2f} times {base}; {most:g} is the limit")
    of_one = _ratio(turns, ONE_SYSTEM, PYTHON)
    print(f"{ONE_SYSTEM} takes {of_one:.2f} times {PYTHON}; {MOST_OF_ONE:g} is the limit")
    within = of_one <= MOST_OF_ONE and all(worst[base] <= most for base, most in MOST.items())
    return 0 if within else 1


def _ratio(turns: Sequence[Mapping[str, float]], name: str, base: str) -> float:
    return median(turn[name] / turn[base] for turn in turns)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
