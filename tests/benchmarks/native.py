"""Do cells equal numbers, for every system and option? And how long does an event take after one typed count?

    python tests/benchmarks/native.py [scores [SEED ...]] [splits] [options] [speed [BOOK.xlsx]]

Without words all of it, about an hour on two idle cores, as many processes as there are cores:

scores: every system on 150 boards, for each seed (1 to 4).
options: every option of every system changed once, and many together, on 150 boards.
splits: every system on all 3,120 splits of 34 centres.
speed: a workbook of 60 boards, every one played: seconds until LibreOffice has computed it after one count
    was typed, and the size of its file.

It needs LibreOffice and ironcalc; ends with 1 where a cell is wrong, a count takes more than 2 seconds, or
the file is larger than 400 KB.
"""

from __future__ import annotations

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

sys.path += [str(Path(__file__).parents[1] / folder) for folder in ("", "systems", "calc", "native")]

import openpyxl
from calc_office import Office
from calc_office import missing as no_office
from command import DIPSCORE
from engines import missing
from plain_boards import ENDINGS, Typed, as_typed, every_split, game, games, mixed
from plain_proof import Trial, proved
from plain_settings import Setting, changed_once, changed_together, defaults

from xl_dipscore.cells.games import header_word
from xl_dipscore.system import find

SEEDS = (1, 2, 3, 4)
BOARDS = 150
A_BOOK = 50
"""Boards of a workbook: what its columns take grows with their square."""
SECONDS, KILOBYTES = 2.0, 400


def _books(what: str, setting: Setting, seed: int) -> Iterator[list[Typed]]:
    played = every_split() if what == "splits" else games(seed, BOARDS)
    while some := list(islice(played, A_BOOK)):
        yield as_typed(some, seed, chart="chart" in setting.system.needs)


Job = tuple[str, str, Mapping[str, object], int]
"""What is tried: a system by its key, its options, and a seed."""


def tried(job: Job) -> tuple[int, list[str]]:
    """One setting on one seed's boards, or on all splits: how many cells, and what is wrong."""
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


def filled(made: Path) -> Path:
    """A workbook of four rounds of fifteen boards as it is made, and a copy with all of them played."""
    new = [*DIPSCORE, "new", "DCC", str(made), "--host", "native", "--rounds", "4", "--boards", "15"]
    subprocess.run(new, check=True, stdout=subprocess.DEVNULL)
    book = openpyxl.load_workbook(made)
    players, sheet = [f"Maximilian Oberhuber {n}" for n in range(105)], book["Games"]
    headings = next(row for row in sheet.iter_rows() if header_word(row[0].value) == "round")
    columns = {header_word(cell.value): cell.column for cell in headings}
    dice, first = Random(60), headings[0].row + 1
    for number in range(60):
        if number % 15 == 0:
            dice.shuffle(players)
        facts = game(dice, dice.choice([one for one in ENDINGS if not one.startswith("nobody")]))
        for seat in range(7):
            row = first + 7 * number + seat
            typed = {"player": players[7 * (number % 15) + seat], "centres": facts.centres[seat]}
            typed |= {"draw": "x" if seat in facts.draw else None, "year": facts.year}
            for word, value in typed.items():
                if word in columns:
                    sheet.cell(row, columns[word], value)
    people = book["Players"]
    for row in people.iter_rows():
        if str(row[0].value).casefold() == "player":
            for n, player in enumerate(sorted(players), row[0].row + 1):
                people.cell(n, 1, player)
    book.save(made.with_stem("filled"))
    return made.with_stem("filled")


def quick(path: Path | None) -> bool:
    """Seconds after one typed count, and the size of the file as LibreOffice stores it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = path or folder / "event.xlsx"
        book = path or filled(made)
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
        sizes = [one.stat().st_size // 1000 for one in (made, folder / "stored.xlsx")]
    once = median(took)
    print(f"speed: {once:.2f} s after one count (at most {SECONDS}), {whole:.2f} s for everything anew;")
    print(f"  {sizes[0]} KB as it was made (at most {KILOBYTES}), {sizes[1]} KB as LibreOffice stores it")
    return once <= SECONDS and sizes[0] <= KILOBYTES


def main(words: list[str]) -> None:
    if missing() or no_office():
        sys.exit(missing() or no_office())
    seeds = [int(word) for word in words if word.isdecimal()] or SEEDS
    files = [Path(word) for word in words if word.endswith(".xlsx")]
    wanted = [word for word in words if word.isalpha()] or ["scores", "options", "splits", "speed"]
    fine = [
        quick(files[0] if files else None) if what == "speed" else compared(what, seeds) for what in wanted
    ]
    sys.exit(not all(fine))


if __name__ == "__main__":
    main(sys.argv[1:])
