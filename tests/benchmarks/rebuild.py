"""`dipscore rebuild` against LibreOffice and openpyxl over the same workbooks, as ratios of one run.

    python -m tests.benchmarks.rebuild [FILES [ROUNDS]]

Each workbook has 60 boards in 420 rows, scored by 60 array formulas and checked by 60 more, and 320
formulas of a director's own. Three ways of ours: every score new; everything up to date, but not known to
be; everything as the last rebuild left it. Everybody is a command of their own, whose start counts, and takes
their turn in each of the rounds; the best of these counts. Processor time is that of all processes of a
command; only the clock shows what a second one is for. Ends with 1 when nothing to do costs more than MOST.
"""

from __future__ import annotations

import io
import os
import random
import shutil
import sys
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import openpyxl
from openpyxl.worksheet.formula import ArrayFormula

from tests.benchmarks.command import DIPSCORE, Spent, spent
from xl_dipscore.hosts import calc
from xl_dipscore.sheets.xlsx.package import Package

BOARDS, PLAYERS = 60, 40
MOST = 0.05
RECALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>0</value></prop></item></oor:items>
"""
RESAVE = """
import sys, openpyxl
for file in sys.argv[1:]:
    openpyxl.load_workbook(file).save(file + ".saved.xlsx")
"""
SCORES, NAMES = "Games!$F$2:$F$421", "Games!$D$2:$D$421"


def centres(dice: random.Random) -> list[int]:
    counts = [0] * 7
    for _ in range(34):
        counts[dice.randrange(7)] += 1
    return counts


def make(path: Path, seed: int, boards: int = BOARDS) -> None:
    dice = random.Random(seed)
    book = openpyxl.Workbook()
    games, table = book.active, book.create_sheet("Table")
    games.title = "Games"
    games.append(["Round", "Board", "Power", "Player", "Centres", "Score", "Check"])
    for number in range(boards):
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


def spoil(path: Path, turn: int) -> None:
    """Type new centres on every board of a workbook with values, different ones each turn."""
    package = Package.read(path)
    dice = random.Random(f"{path.name} {turn}")
    for number in range(BOARDS):
        for place, count in enumerate(centres(dice)):
            package.set_value("Games", f"E{2 + 7 * number + place}", count)
    package.write()


def rebuilding(files: Sequence[Path], jobs: int, cache: Path | str = os.devnull) -> Spent:
    """Run a rebuild, by default without a folder of remembered workbooks."""
    return spent([*DIPSCORE, "rebuild", *files, "--jobs", jobs], XDG_CACHE_HOME=str(cache))


def resaving(files: Sequence[Path]) -> Spent:
    return spent([sys.executable, "-c", RESAVE, *files])


def converting(files: Sequence[Path], out: Path, *, compute: bool) -> Spent:
    """LibreOffice saves the files anew; with `compute` it has our functions and computes every formula."""
    profile, extensions = out / "profile", out / "extensions" / "xl_dipscore"
    places = [f"-env:UserInstallation={profile.as_uri()}"]
    if compute:
        zipfile.ZipFile(io.BytesIO(calc.extension())).extractall(extensions)
        places.append(f"-env:BUNDLED_EXTENSIONS={extensions.parent.as_uri()}")
        (profile / "user").mkdir(parents=True)
        (profile / "user" / "registrymodifications.xcu").write_text(RECALCULATE, encoding="utf-8")
    command = ["soffice", *places, "--headless", "--convert-to", "xlsx", "--outdir", out, *files]
    took = spent(command, PATH=os.defpath)
    if compute:
        scores = openpyxl.load_workbook(out / files[0].name, data_only=True)["Games"]["F2":"F8"]
        assert all(isinstance(cell.value, int | float) for (cell,) in scores), "LibreOffice did not compute"
    return took


def main(count: int, rounds: int) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [folder / f"event{number:03}.xlsx" for number in range(count)]
        for number, file in enumerate(files):
            make(file, number)
        rebuilding(files, 2)
        took: dict[str, list[Spent]] = defaultdict(list)
        for number in range(rounds):
            for jobs in (1, 2):
                for file in files:
                    spoil(file, 2 * number + jobs)
                took[f"rebuild --jobs {jobs}"].append(rebuilding(files, jobs, folder / "cache"))
            took["--jobs 1, nothing new, not known"].append(rebuilding(files, 1))
            took["nothing new"].append(rebuilding(files, 1, folder / "cache"))
            took["openpyxl load + save"].append(resaving(files))
            if shutil.which("soffice"):
                out = folder / f"computed {number}", folder / f"saved {number}"
                took["LibreOffice, all computed"].append(converting(files, out[0], compute=True))
                took["LibreOffice, only saved"].append(converting(files, out[1], compute=False))
        best = {what: Spent(*map(min, zip(*times, strict=True))) for what, times in took.items()}
        ours = best["rebuild --jobs 1"]
        print(f"{count} workbooks of {BOARDS} boards; {ours.memory:.0f} MB at most in a process of ours")
        print(f"{'a file, and times --jobs 1':32}{'processor':>18}{'by the clock':>18}")
        for what, one in best.items():
            cpu = f"{1000 * one.cpu / count:9.1f} ms{one.cpu / ours.cpu:6.2f}"
            print(f"{what:32}{cpu}{1000 * one.clock / count:9.1f} ms{one.clock / ours.clock:6.2f}")
    idle = best["nothing new"].cpu / ours.cpu
    print(f"nothing to do takes {idle:.3f} of a rebuild; {MOST:g} is the limit")
    return 0 if idle <= MOST else 1


if __name__ == "__main__":
    wanted = [*map(int, sys.argv[1:])]
    sys.exit(main(*wanted, *(200, 3)[len(wanted) :]))
