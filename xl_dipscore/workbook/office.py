"""LibreOffice as a calculator: on a copy, with a profile of its own, never on the original.

Our functions are computed in Python; LibreOffice gets their results as plain values and computes the
formulas around them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from xl_dipscore.errors import Fault
from xl_dipscore.workbook.engine import MARKS, Block, Failure
from xl_dipscore.workbook.formula import Area
from xl_dipscore.workbook.package import Package
from xl_dipscore.workbook.recalc import Office
from xl_dipscore.workbook.sheet import CellValue, ErrorMark


class NoOffice(Fault):
    """LibreOffice is not installed, or its program soffice is not found."""


_SECONDS = 180
_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>0</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel"
oor:op="fuse"><value>3</value></prop></item>
</oor:items>
"""
"""Compute everything when a workbook is opened; run no macros."""


@cache
def find_office() -> Office | None:
    """LibreOffice, where it is installed."""
    program = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    return None if program is None else _LibreOffice(program)


_PROGRAMS = (
    "soffice",
    "libreoffice",
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    r"C:\Program Files\LibreOffice\program\soffice.exe",
)


class _LibreOffice:
    def __init__(self, program: str) -> None:
        self._program = program

    def __call__(self, package: Package, values: Sequence[Area], asked: Sequence[Area]) -> list[Block]:
        """What the asked cells come to, a Failure where LibreOffice gives no answer."""
        with tempfile.TemporaryDirectory(prefix="dipscore-") as name:
            folder = Path(name)
            settings = folder / "profile" / "user" / "registrymodifications.xcu"
            settings.parent.mkdir(parents=True)
            settings.write_text(_SETTINGS, encoding="utf-8")
            source = folder / f"copy{_ending(package)}"
            source.write_bytes(package.with_values(values))
            computed = self._computed(folder, source)
            if computed is None:
                return [[[Failure("LibreOffice could not compute it")]] for _ in asked]
            answers = Package.read(computed)
            return [_block(answers, area) for area in asked]

    def _computed(self, folder: Path, source: Path) -> Path | None:
        out = folder / "out"
        command = [
            self._program,
            f"-env:UserInstallation={(folder / 'profile').as_uri()}",
            *("--headless", "--norestore", "--convert-to", "xlsx:Calc MS Excel 2007 XML"),
            *("--outdir", str(out), str(source)),
        ]
        # A LibreOffice of another version must not be started with what this process was started by.
        clean = {
            key: value for key, value in os.environ.items() if key not in ("URE_BOOTSTRAP", "PYTHONPATH")
        }
        try:
            subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_SECONDS,
                env=clean,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        found = out / f"{source.stem}.xlsx"
        return found if found.exists() else None


def _ending(package: Package) -> str:
    """The copy's name must tell LibreOffice what kind of workbook it is; macros do not matter."""
    return Path(package.name).suffix.lower() or ".xlsx"


def _block(answers: Package, area: Area) -> Block:
    if area.sheet not in answers.sheet_names:
        return [[Failure("LibreOffice could not compute it")]]
    cells = answers.sheet(area.sheet).cells
    width = area.right - area.left + 1
    found = [_answer(cells[place].value if place in cells else None) for place in area.cells]
    return [found[start : start + width] for start in range(0, len(found), width)]


def _answer(value: CellValue) -> CellValue:
    if value is None or value == "#NAME?" or (isinstance(value, ErrorMark) and value not in MARKS.values()):
        return Failure("LibreOffice could not compute it")
    return value
