"""How long short commands take, as ratios to an empty Typer program in the same run: at most twice.

python tests/benchmarks/start.py [ROUNDS]
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median

from command import DIPSCORE, spent

import xl_dipscore

GAMES = Path(xl_dipscore.__file__).parent / "data" / "weasels.csv"
MOST = 2.0
EMPTY = """
import typer
app = typer.Typer()
@app.command()
def one(number: int = 1): print(number)
@app.command()
def two(number: int = 1): print(number)
app()
"""
BASE = "an empty Typer program"
COMMANDS = {
    "python -c pass": (sys.executable, "-c", "pass"),
    BASE: (sys.executable, "-c", EMPTY, "one"),
    "dipscore score, four games": (*DIPSCORE, "score", "SOS", GAMES),
    "dipscore standings, four games": (*DIPSCORE, "standings", "SOS", GAMES, "--double", "sum"),
    "dipscore systems": (*DIPSCORE, "systems"),
    "dipscore --help": (*DIPSCORE, "--help"),
}


def main(rounds: int) -> int:
    """Everybody takes their turn in each of the rounds, whose ratios count; the first only warms up."""
    turns = [{name: spent(command).cpu for name, command in COMMANDS.items()} for _ in range(rounds + 1)][1:]
    ratios = {name: median(turn[name] / turn[BASE] for turn in turns) for name in COMMANDS}
    for name, ratio in ratios.items():
        print(f"{name:32}{1000 * median(turn[name] for turn in turns):6.0f} ms{ratio:6.2f}")
    worst = max(ratios.values())
    print(f"at most {worst:.2f} times the empty program; {MOST:g} is the limit")
    return 0 if worst <= MOST else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
