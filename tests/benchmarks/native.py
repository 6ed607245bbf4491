"""Do cells equal numbers, for every system and option? And how long does an event take after one typed count,
and its results to be filled in?

    python -m tests.benchmarks.native [scores [SEED ...]] [splits] [options] [speed [BOOK.xlsx]] [fill [N]]

Without words all of it, about an hour on two idle cores, as many processes as there are cores:

scores: every system on 150 boards, for each seed (1 to 4).
options: every option of every system changed once, and many together, on 150 boards.
splits: every system on all 3,120 splits of 34 centres.
speed: a workbook of 60 boards, every one played: seconds until LibreOffice has computed it after one count
    was typed, and the size of its file.
fill: `dipscore fill` and then `dipscore rebuild` of 60 boards in a workbook of plain formulas, beside one
    with our functions: processor time and memory of the whole command, the best of N times (3).

It needs LibreOffice and ironcalc, except for `fill`; ends with 1 where a cell is wrong, a count takes more
than 2 seconds, the file is larger than 400 KB, or plain formulas take more than 3 times what our functions
take to be filled, or more than 600 MB.
"""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median

from tests.benchmarks.command import DIPSCORE, Spent, spent
from tests.hosts.calc.calc_office import Office
from tests.hosts.calc.calc_office import missing as no_office
from tests.tables.native.engines import missing
from tests.tables.native.plain_boards import ENDINGS, Typed, as_typed, every_split, game, games, mixed
from tests.tables.native.plain_proof import Trial, proved
from tests.tables.native.plain_settings import Setting, changed_once, changed_together, defaults
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.system import find
from xl_dipscore.tables.cells.headings import header_word

SEEDS = (1, 2, 3, 4)
BOARDS = 150
A_BOOK = 50
"""Boards in one workbook; the time for its columns grows with the square of this number."""
SECONDS, KILOBYTES = 2.0, 400
TIMES, MEGABYTES = 3, 600
"""Limits for filling a workbook of plain formulas: time as a multiple of our functions' time, and memory."""


def _books(what: str, setting: Setting, seed: int) -> Iterator[list[Typed]]:
    played = every_split() if what == "splits" else games(seed, BOARDS)
    while some := list(islice(played, A_BOOK)):
        yield as_typed(some, seed, chart="chart" in setting.system.needs)


Job = tuple[str, str, Mapping[str, object], int]
"""One setting to try: a system's key, its options, and a seed."""


def tried(job: Job) -> tuple[int, list[str]]:
    """Try one setting on a seed's boards, or on all splits: the number of cells, and the wrong ones."""
    what, key, options, seed = job
    setting = Setting(find(key), options)
    books = (mixed(some, seed) for some in _books(what, setting, seed))
    trials = (Trial(setting, rows, typed_options=seed % 2 > 0) for rows in books)
    with tempfile.TemporaryDirectory() as folder:
        verdicts = list(proved(trials, Path(folder)))
    return sum(one.cells for one in verdicts), [str(one) for one in verdicts if one.wrong]


def jobs(what: str, seeds: Sequence[int]) -> Iterator[Job]:
    settings = [*changed_once(), *changed_together(7, 5)] if what == "options" else defaults()
    for number, (system, options) in enumerate(settings):
        turns = seeds if what == "scores" else [1 + number % 4]
        yield from ((what, system.key, dict(options), turn) for turn in turns)


def compared(what: str, seeds: Sequence[int]) -> bool:
    """Is everything equal?"""
    start, cells, trials, faults = time.monotonic(), 0, 0, 0
    with ProcessPoolExecutor() as pool:
        for compared_cells, wrong in pool.map(tried, jobs(what, seeds)):
            cells, trials, faults = cells + compared_cells, trials + 1, faults + len(wrong)
            for one in wrong:
                print(one, flush=True)
    print(f"{what}: {trials} settings, {cells} cells in two programs, {faults} workbooks with wrong ones;")
    print(f"  {time.monotonic() - start:.0f} s", flush=True)
    return not faults


# -- speed --------------------------------------------------------------------------------------


def made(folder: Path, *options: str) -> Path:
    """A workbook of four rounds of fifteen boards, and beside it the results of all of them."""
    new = [*DIPSCORE, "new", "DCC", "event.xlsx", "--rounds", "4", "--boards", "15", *options]
    subprocess.run(new, check=True, stdout=subprocess.DEVNULL, cwd=folder)
    players, dice = [f"Maximilian Oberhuber {n}" for n in range(105)], Random(60)
    with (folder / "games.csv").open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(["round", "board", "power", "player", "centres", "draw", "year"])
        for number in range(60):
            round_, board = divmod(number, 15)
            if not board:
                dice.shuffle(players)
            facts = game(dice, dice.choice([one for one in ENDINGS if not one.startswith("nobody")]))
            for seat, power in enumerate(POWERS):
                result = facts.centres[seat], "x" if seat in facts.draw else "", facts.year
                out.writerow([round_ + 1, chr(65 + board), power, players[7 * board + seat], *result])
    return folder / "event.xlsx"


def filled(made: Path) -> tuple[Path, Spent]:
    """A copy with all boards played, and the cost of filling it."""
    copy = shutil.copy(made, made.with_stem("filled"))
    return copy, spent([*DIPSCORE, "fill", copy, made.with_name("games.csv")])


def filling(times: int) -> bool:
    """Are plain formulas only a little slower than our functions?"""
    took: dict[str, list[Spent]] = {}
    with tempfile.TemporaryDirectory() as name:
        books = {}
        for kind, options in (("functions", []), ("plain", ["--host", "native"])):
            (folder := Path(name, kind)).mkdir()
            books[kind] = made(folder, *options)
        for _ in range(times):
            for kind, book in books.items():
                copy, cost = filled(book)
                took.setdefault(f"fill, {kind}", []).append(cost)
                again = spent([*DIPSCORE, "rebuild", copy], XDG_CACHE_HOME=os.devnull)
                took.setdefault(f"rebuild, {kind}", []).append(again)
    best = {what: Spent(*map(min, zip(*costs, strict=True))) for what, costs in took.items()}
    for what, one in best.items():
        print(f"{what:20}{one.cpu:6.2f} s{one.memory:6.0f} MB")
    plain = best["fill, plain"]
    more = plain.cpu / best["fill, functions"].cpu
    print(f"fill: plain formulas take {more:.2f} times what our functions take (at most {TIMES}),")
    print(f"  and {plain.memory:.0f} MB (at most {MEGABYTES})", flush=True)
    return more <= TIMES and plain.memory <= MEGABYTES


def quick(path: Path | None) -> bool:
    """Seconds after one typed count, and the size of the file as LibreOffice stores it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        new = path or made(folder, "--host", "native")
        book = path or filled(new)[0]
        office = Office(folder / "profile")
        try:
            with office.book(book) as opened:
                whole = opened.calculate()
                head = next(
                    row for row in range(1, 40) if header_word(opened.value("Games", f"A{row}")) == "round"
                )
                titles = opened.read("Games", f"A{head}:Z{head}")[0]
                column = chr(65 + [header_word(title) for title in titles].index("centres"))
                cell, took = f"{column}{head + 10}", []
                for count in (3, 4, 5, 3, 4):
                    start = time.perf_counter()
                    opened.put("Games", cell, [[count]])
                    opened.value("Standings", "C12")
                    took.append(time.perf_counter() - start)
                opened.store(folder / "stored.xlsx")
        finally:
            office.end()
        sizes = [one.stat().st_size // 1000 for one in (new, folder / "stored.xlsx")]
    once = median(took)
    print(f"speed: {once:.2f} s after one count (at most {SECONDS}), {whole:.2f} s for everything anew;")
    print(f"  {sizes[0]} KB as it was made (at most {KILOBYTES}), {sizes[1]} KB as LibreOffice stores it")
    return once <= SECONDS and sizes[0] <= KILOBYTES


def main(words: list[str]) -> None:
    numbers = [int(word) for word in words if word.isdecimal()]
    files = [Path(word) for word in words if word.endswith(".xlsx")]
    wanted = [word for word in words if word.isalpha()] or ["scores", "options", "splits", "speed", "fill"]
    if wanted != ["fill"] and (missing() or no_office()):
        sys.exit(missing() or no_office())
    kinds = {"speed": lambda: quick(files[0] if files else None), "fill": lambda: filling(*numbers or [3])}
    fine = [kinds[what]() if what in kinds else compared(what, numbers or SEEDS) for what in wanted]
    sys.exit(not all(fine))


if __name__ == "__main__":
    main(sys.argv[1:])
