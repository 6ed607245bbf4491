"""How the cost of our acts grows with an event: each as a ratio to a plain piece of work in the same run.

    python -m tests.benchmarks.growth [BOARDS ...]

Fill and new are measured for events of 10, 100 and 399 boards, or of the given numbers. Every command is a
process of its own; its processor time counts, and of three turns the cheapest. The last column is the aim. By
hand, and before a release.
"""

from __future__ import annotations

import csv
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import openpyxl
from openpyxl.worksheet.formula import ArrayFormula

from tests.benchmarks.command import DIPSCORE, Spent, spent
from tests.benchmarks.standings import centres, event
from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.xlsx.package import Package

TURNS = 3
SIZES = {10: (2, 5), 100: (5, 20), 399: (7, 57)}
"""Rounds, and boards in each, by the number of boards."""
FLOOR = """
import io, sys, zipfile
from xml.parsers import expat
with zipfile.ZipFile(sys.argv[1]) as package:
    parts = {name: package.read(name) for name in package.namelist()}
for name, data in parts.items():
    if name.endswith((".xml", ".rels")):
        expat.ParserCreate().Parse(data, True)
with zipfile.ZipFile(io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as package:
    for name, data in parts.items():
        package.writestr(name, data)
"""
"""The least that anybody must do: unzip a workbook, parse its parts and deflate them again."""
RESAVE = "import sys, openpyxl; openpyxl.load_workbook(sys.argv[1]).save(sys.argv[2])"
BY_HAND = """
from fractions import Fraction
for counts in boards:
    whole = sum(n * n for n in counts)
    [Fraction(100 * n * n, whole) for n in counts]
"""
OURS = "from xl_dipscore import Board, scores\nfor one in scores('SOS', {given}): one.scores"
MANY_BOARDS = """
import random
dice, boards = random.Random(1), []
while len(boards) < 100_000:
    counts = [0] * 7
    for _ in range(34):
        counts[dice.randrange(7)] += 1
    if max(counts) < 18:
        boards.append(counts)
"""
BY_POWER = f"[dict(zip({POWERS}, counts)) for counts in boards]"
FIRST_SCORE = "from xl_dipscore import Board, score; score('SOS', {})"
BOARD = "(0, 13, 10, 3, 8, 0, 0)"


@dataclass(frozen=True)
class Row:
    """One line of the table: a piece of work, what it is compared with, and how often that fits into it."""

    work: str
    against: str
    ratio: float
    aim: str
    memory: float = 0.0

    def __str__(self) -> str:
        memory = f"{self.memory:8.0f} MB" if self.memory else " " * 11
        return f"{self.work:54}{self.against:34}{self.ratio:8.2f}{memory}  {self.aim}"


def cheapest(
    command: Sequence[object],
    *,
    before: Callable[[], object] = lambda: None,
    turns: int = TURNS,
    cache: Path | str = os.devnull,
) -> Spent:
    """The least processor time and memory of some turns.

    before: prepares each turn, uncounted. cache: the folder of remembered workbooks; by default none.
    """
    costs = []
    for _ in range(turns):
        before()
        costs.append(spent(command, XDG_CACHE_HOME=str(cache)))
    return Spent(*map(min, zip(*costs, strict=True)))


def python(code: str, *words: object) -> tuple[object, ...]:
    return (sys.executable, "-c", code, *words)


# -- workbooks -------------------------------------------------------------------------------------


def workbooks(folder: Path, boards: int) -> Iterator[Row]:
    """`new` and `fill`, with our functions and with plain formulas."""
    rounds, of_round = SIZES.get(boards, (1, boards))
    games = folder / f"{boards}.csv"
    write_games(games, rounds, of_round)
    cost: dict[str, tuple[Spent, Spent]] = {}
    for kind, options in (("ordinary", ()), ("plain", ("--host", "native"))):
        if kind == "plain" and boards > 100:
            continue
        made, filled = folder / f"{kind}{boards}.xlsx", folder / f"{kind}{boards} filled.xlsx"
        new = [*DIPSCORE, "new", "DCC", made, "--rounds", rounds, "--boards", of_round, *options]
        of_new = cheapest(new, before=partial(made.unlink, missing_ok=True))
        of_fill = cheapest([*DIPSCORE, "fill", filled, games], before=partial(shutil.copy, made, filled))
        cost[kind] = of_new, of_fill
    floor = cheapest(python(FLOOR, folder / f"ordinary{boards} filled.xlsx"))
    made, filled = cost["ordinary"]
    aim = {399: "16", 100: "14"}.get(boards, "")
    yield Row(f"fill of {boards} boards", "unzip, parse, deflate", filled.cpu / floor.cpu, aim, filled.memory)
    yield Row(f"new of {boards} boards", "unzip, parse, deflate", made.cpu / floor.cpu, "", made.memory)
    for place, act in enumerate(("new", "fill")):
        if "plain" in cost:
            plain, ordinary = cost["plain"][place], cost["ordinary"][place]
            aim = {"new": "2", "fill": "2.5"}[act] if boards == 100 else ""
            yield Row(
                f"plain {act} of {boards} boards", "ordinary", plain.cpu / ordinary.cpu, aim, plain.memory
            )


def write_games(path: Path, rounds: int, boards: int) -> None:
    """A games list in which everybody plays every round."""
    dice, players = random.Random(boards), [f"Player {number}" for number in range(7 * boards)]
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(["round", "board", "power", "player", "centres", "year"])
        for round_ in range(1, rounds + 1):
            dice.shuffle(players)
            for number in range(boards):
                seats = zip(POWERS, players[7 * number :], centres(dice), strict=False)
                out.writerows(
                    [round_, number + 1, power, player, count, 1908] for power, player, count in seats
                )


def two_counts(folder: Path) -> Iterator[Row]:
    """`rebuild` of 60 boards after two typed counts."""
    book = folder / "sixty.xlsx"
    games = folder / "sixty.csv"
    write_games(games, 4, 15)
    spent([*DIPSCORE, "new", "DCC", book, "--rounds", 4, "--boards", 15])
    spent([*DIPSCORE, "fill", book, games])
    turn = iter(range(100))
    ours = cheapest(
        [*DIPSCORE, "rebuild", book, "--jobs", 1],
        before=lambda: swap_two_counts(book, next(turn)),
        cache=folder / "cache",
    )
    theirs = cheapest(python(RESAVE, book, folder / "saved.xlsx"))
    times = ours.cpu / theirs.cpu
    yield Row("rebuild of 60 boards after two typed counts", "openpyxl load, save", times, "0.8", ours.memory)


def swap_two_counts(book: Path, turn: int) -> None:
    """Exchange the centres of two different powers of one board."""
    package = Package.read(book)
    cells = package.sheet("Games").cells
    column = next(n for (row, n), cell in cells.items() if cell.value == "Centres" and row < 10)
    header = next(row for (row, n), cell in cells.items() if cell.value == "Centres" and n == column)
    first = header + 1 + 7 * (turn % 60)
    for row in range(first, first + 6):
        one, two = cells[row, column].value, cells[row + 1, column].value
        if one != two:
            package.sheet("Games").set_value(row, column, two)
            package.sheet("Games").set_value(row + 1, column, one)
            break
    package.write()


def long_texts(folder: Path) -> Iterator[Row]:
    """A workbook with 200,000 long texts and one formula of ours."""
    dice, path = random.Random(1), folder / "texts.xlsx"
    texts = ["".join(dice.choice("abcdefghij klmno") for _ in range(100)) for _ in range(30_000)]
    book = openpyxl.Workbook()
    notes = book.active
    for _ in range(20_000):
        notes.append([dice.choice(texts) for _ in range(10)])
    games = book.create_sheet("Games")
    for count in (0, 13, 10, 3, 8, 0, 0):
        games.append(["", count])
    games["C1"] = ArrayFormula("C1:C7", '=DIP_SCORE("SOS",B1:B7)')
    book.save(path)
    copy = folder / "texts copy.xlsx"
    ours = cheapest([*DIPSCORE, "rebuild", copy, "--jobs", 1], before=lambda: shutil.copy(path, copy))
    theirs = cheapest(python(RESAVE, path, folder / "saved.xlsx"))
    yield Row("rebuild of 200,000 texts", "openpyxl load, save", ours.cpu / theirs.cpu, "0.8", ours.memory)


# -- lists and boards --------------------------------------------------------------------------------


def lists(folder: Path) -> Iterator[Row]:
    """`standings` and `check` of ten times as many games, without their start."""
    files = {boards: folder / f"list {boards}.csv" for boards in (4, 10_000, 100_000)}
    for boards, file in files.items():
        with file.open("w", encoding="utf-8", newline="") as out:
            csv.writer(out).writerows(event(boards))
    for act in ("standings", "check"):
        costs = [cheapest([*DIPSCORE, act, "DCC", file], turns=1) for file in files.values()]
        start, small, large = costs
        times = (large.cpu - start.cpu) / (small.cpu - start.cpu)
        yield Row(f"{act} of 100,000 games", "of 10,000", times, "10.5, 400 MB", large.memory)


def many_boards() -> Iterator[Row]:
    """`scores()` of 100,000 boards, against a loop by hand."""
    base = cheapest(python(MANY_BOARDS)).cpu
    hand = cheapest(python(MANY_BOARDS + BY_HAND)).cpu - base
    ways = (("lists", "boards", "3"), ("mappings", BY_POWER, "4"), ("Boards", "map(Board, boards)", ""))
    for what, given, aim in ways:
        ours = cheapest(python(MANY_BOARDS + OURS.format(given=given)))
        times = (ours.cpu - base) / hand
        yield Row(f"scores() of 100,000 boards as {what}", "by hand", times, aim, ours.memory)


def starts(folder: Path) -> Iterator[Row]:
    """The first score of a process, and short commands."""
    empty = cheapest(python("pass"), turns=10).cpu
    games = folder / "list 4.csv"
    works = {
        "first score() of a list": (python(FIRST_SCORE.format(BOARD)), "7"),
        "first score() of a Board": (python(FIRST_SCORE.format(f"Board({BOARD})")), "5"),
        "dipscore --help": ((*DIPSCORE, "--help"), "12"),
        "dipscore score, four games": ((*DIPSCORE, "score", "DCC", games), "13"),
        "dipscore standings, four games": ((*DIPSCORE, "standings", "DCC", games), "16"),
    }
    for work, (command, aim) in works.items():
        cost = cheapest(command, turns=10)
        yield Row(work, "an empty Python", cost.cpu / empty, aim)


def rows(folder: Path, sizes: Sequence[int]) -> Iterator[Row]:
    for boards in sizes:
        yield from workbooks(folder, boards)
    yield from two_counts(folder)
    yield from long_texts(folder)
    yield from lists(folder)
    yield from many_boards()
    yield from starts(folder)


def main(sizes: Sequence[int]) -> None:
    print(f"{'work':54}{'against':34}{'ratio':>8}{'memory':>11}  aim")
    with tempfile.TemporaryDirectory() as folder:
        for row in rows(Path(folder), sizes):
            print(row, flush=True)


if __name__ == "__main__":
    main([*map(int, sys.argv[1:])] or [*SIZES])
