"""Rebuild against LibreOffice and openpyxl over the same workbooks, as ratios of one run.

    python tests/benchmarks/rebuild.py [FILES [ROUNDS]]

Each workbook has 60 boards in 420 rows, scored by 60 array formulas and checked by 60 more, and 320
formulas of a director's own. Two ways of ours: every score new, and everything up to date. Whoever works
alone does so in a fresh process, whose start counts. Everybody takes their turn in each of the rounds, and
the best of these counts: one and the same work takes half as long again when others use the machine.
"""

from __future__ import annotations

import io
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import openpyxl
from openpyxl.worksheet.formula import ArrayFormula

from xl_dipscore.hosts import calc
from xl_dipscore.workbook.rebuild import rebuild
from xl_dipscore.xlsx.package import Package

BOARDS, PLAYERS = 60, 40
RECALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>0</value></prop></item></oor:items>
"""
SCORES, NAMES = "Games!$F$2:$F$421", "Games!$D$2:$D$421"


def centres(dice: random.Random) -> list[int]:
    counts = [0] * 7
    for _ in range(34):
        counts[dice.randrange(7)] += 1
    return counts


def make(path: Path, seed: int) -> None:
    dice = random.Random(seed)
    book = openpyxl.Workbook()
    games, table = book.active, book.create_sheet("Table")
    games.title = "Games"
    games.append(["Round", "Board", "Power", "Player", "Centres", "Score", "Check"])
    for number in range(BOARDS):
        top = 2 + 7 * number
        players = dice.sample(range(PLAYERS), 7)
        for power, count in enumerate(centres(dice)):
            games.append([number // 20 + 1, number % 20 + 1, "AEFGIRT"[power], f"P{players[power]}", count])
        games[f"F{top}"] = ArrayFormula(f"F{top}:F{top + 6}", f'=DIP_SCORE("SOS",E{top}:E{top + 6})')
        games[f"G{top}"] = ArrayFormula(f"G{top}", f'=DIP_CHECK("SOS",E{top}:E{top + 6})')
    table.append(["Player", "Total", "Played", "Mean", "Rank", "Round", "Power", "Best", "Note"])
    for player in range(PLAYERS):
        row = player + 2
        table.append([
            f"P{player}",
            f"=SUMIFS({SCORES},{NAMES},A{row})",
            f"=COUNTIF({NAMES},A{row})",
            f"=IFERROR(AVERAGEIFS({SCORES},{NAMES},A{row}),0)",
            f"=RANK(B{row},$B$2:$B${PLAYERS + 1})",
            f"=SUMIFS({SCORES},{NAMES},A{row},Games!$A$2:$A$421,1)",
            f"=INDEX(Games!$C$2:$C$421,MATCH(A{row},{NAMES},0))",
            f"=MAX(D{row},IF(C{row}=0,0,B{row}/C{row}))",
            f'=TEXT(B{row},"0.00")&IF(E{row}<=7," *","")',
        ])  # fmt: skip
    book.save(path)


def spoil(path: Path) -> None:
    """New centres on every board, in a workbook with values: as after a correction."""
    package = Package.read(path)
    dice = random.Random(path.name)
    for number in range(BOARDS):
        for place, count in enumerate(centres(dice)):
            package.set_value("Games", f"E{2 + 7 * number + place}", count)
    package.write()


def resaved(path: Path) -> None:
    openpyxl.load_workbook(path).save(path.with_suffix(".saved.xlsx"))


def in_one(act: Callable[[Path], object], files: Iterable[Path]) -> None:
    for file in files:
        act(file)


def alone(act: Callable[[Path], object], files: list[Path]) -> float:
    """All in one fresh process; its memory at most, in megabytes."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(done, act, files).result()


def done(act: Callable[[Path], object], files: list[Path]) -> float:
    in_one(act, files)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def in_two(files: list[Path]) -> None:
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(rebuild, files, chunksize=4))


def convert(files: list[Path], out: Path, *, compute: bool) -> None:
    """LibreOffice saves the files anew; with `compute` it has our functions and computes every formula."""
    profile, extensions = out / "profile", out / "extensions" / "xl_dipscore"
    places = [f"-env:UserInstallation={profile.as_uri()}"]
    if compute:
        zipfile.ZipFile(io.BytesIO(calc.extension())).extractall(extensions)
        places.append(f"-env:BUNDLED_EXTENSIONS={extensions.parent.as_uri()}")
        (profile / "user").mkdir(parents=True)
        (profile / "user" / "registrymodifications.xcu").write_text(RECALCULATE, encoding="utf-8")
    command = [
        "soffice",
        *places,
        "--headless",
        "--convert-to",
        "xlsx",
        "--outdir",
        str(out),
        *map(str, files),
    ]
    clean = {**os.environ, "PATH": os.defpath}
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True, env=clean)
    if compute:
        scores = openpyxl.load_workbook(out / files[0].name, data_only=True)["Games"]["F2":"F8"]
        assert all(isinstance(cell.value, int | float) for (cell,) in scores), "LibreOffice did not compute"


def main(count: int, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [folder / f"event{number:03}.xlsx" for number in range(count)]
        for number, file in enumerate(files):
            make(file, number)
        took: dict[str, tuple[float, float]] = {}

        def measure(what: str, act: Callable[[], object], times: int = count) -> None:
            start, busy = time.perf_counter(), sum(os.times()[:4])
            act()
            each = 1000 / times
            now = (time.perf_counter() - start) * each, (sum(os.times()[:4]) - busy) * each
            took[what] = min(took.get(what, now), now)

        half = files[: count // 2]
        measure("rebuild, no values yet", lambda: alone(rebuild, files))
        memory = 0.0
        for number in range(rounds):
            measure("rebuild, nothing to do", lambda: alone(rebuild, files))
            in_one(spoil, files)
            measure("rebuild, every score new", lambda: alone(rebuild, files))
            in_one(spoil, files)
            measure("the same, half the files", lambda: alone(rebuild, half), len(half))
            memory = max(memory, alone(rebuild, files))
            in_one(spoil, files)
            measure("rebuild, two processes", lambda: in_two(files))
            measure("openpyxl load + save", lambda: alone(resaved, files))
            if shutil.which("soffice"):
                out = folder / f"computed {number}", folder / f"saved {number}"
                measure("LibreOffice, all computed", partial(convert, files, out[0], compute=True))
                measure("LibreOffice, only saved", partial(convert, files, out[1], compute=False))
        ours = took["rebuild, every score new"]
        print(f"{count} workbooks of {BOARDS} boards; {memory:.0f} MB at most in our process")
        print(f"{'a file, and times every score new':28}{'by the clock':>14}{'processor':>18}")
        for what, (clock, busy) in took.items():
            print(f"{what:28}{clock:8.1f} ms{clock / ours[0]:6.2f}{busy:12.1f} ms{busy / ours[1]:6.2f}")


if __name__ == "__main__":
    wanted = [*map(int, sys.argv[1:])]
    main(*wanted, *(200, 3)[len(wanted) :])
