"""A headless LibreOffice for the tests, and workbooks for it."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.games import HEADER, rows
from xl_dipscore.hosts.spelling import Spelling, respell
from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.xlsx.package import Package

DRIVER = Path(__file__).with_name("driver.py")
PLAIN_NAMES = (25, 2)
"""The first version of LibreOffice that finds our functions in an .xlsx by their plain names."""


@cache
def missing() -> str:
    """The part of LibreOffice that is not installed here, or empty text."""
    if not shutil.which("soffice"):
        return "LibreOffice is not installed here (no soffice on the path)"
    return "" if _python() else "LibreOffice's Python is not installed here (python3-uno)"


def soffice() -> Path:
    return Path(shutil.which("soffice") or "soffice").resolve()


@cache
def _python() -> str:
    """A Python that knows LibreOffice: its own, or the system's."""
    for python in (str(soffice().with_name("python")), "/usr/bin/python3"):
        with contextlib.suppress(OSError):
            if subprocess.run([python, "-c", "import uno"], capture_output=True, check=False).returncode == 0:
                return python
    return ""


class Office:
    """One running LibreOffice; driver.py lists the requests that it answers."""

    def __init__(self, profile: Path, *options: str, driver: Path = DRIVER, **start: Any) -> None:
        command = [_python(), str(driver), str(soffice()), str(profile), *options]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **start
        )
        self.version: str = self._answer()

    @property
    def knows_plain_names(self) -> bool:
        return tuple(map(int, self.version.split(".")[:2])) >= PLAIN_NAMES

    def __getattr__(self, name: str) -> Any:
        def ask(*arguments: object) -> Any:
            assert self._process.stdin is not None
            self._process.stdin.write(json.dumps([name, arguments], default=os.fspath) + "\n")
            self._process.stdin.flush()
            return self._answer()

        return ask

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = next((line for line in self._process.stdout if line.strip()), '["failed", "no answer"]')
        kind, answer = json.loads(line)
        assert kind == "ok", answer
        return answer

    @contextlib.contextmanager
    def book(self, path: Path | None = None) -> Iterator[Book]:
        number = self.open(path)
        try:
            yield Book(self, number)
        finally:
            self.close(number)

    def end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)
        assert self._process.stdout is not None
        self._process.stdout.close()


class Book:
    """One open workbook."""

    def __init__(self, office: Office, number: int) -> None:
        self._office, self._number = office, number

    def __getattr__(self, name: str) -> Any:
        def ask(*arguments: object) -> Any:
            return getattr(self._office, name)(self._number, *arguments)

        return ask

    def value(self, sheet: str, cell: str) -> Any:
        return self.read(sheet, cell)[0][0]


def spelt(path: Path, spelling: Spelling) -> Path:
    """A copy of a workbook whose formulas call our functions in this spelling."""
    package = Package.read(path)
    respell(package, spelling)
    copied = path.with_stem(f"{path.stem}-{spelling}")
    package.write(copied)
    return copied


def full_event(rounds: int, boards: int, seed: int = 0) -> list[list[Any]]:
    """Every board played, by people with long names: solos, draws, stops by the clock."""
    dice = Random(seed)
    players = [f"Maximilian Oberhuber-Szczepański {n}" for n in range(7 * boards)]
    table: list[list[Any]] = [list(HEADER)]
    for round_ in range(1, rounds + 1):
        dice.shuffle(players)
        for board in range(boards):
            counts = [0] * 7
            for _ in range(34):
                counts[dice.choice((0, 1, 1, 2, 2, 3, 4, 5))] += 1
            if board == 0:
                counts = [0, 18, 3, 4, 4, 5, 0]
            gone = {power: dice.randint(1903, 1907) for power, n in zip(POWERS, counts, strict=True) if not n}
            seated = players[7 * board : 7 * board + 7]
            name = "ABCDEFGH"[board]
            table += rows(round_, name, counts, eliminated=gone, year=1908, players=seated)
    return table
