"""Compute a copy of a workbook in a LibreOffice that has its own settings, not the user's.

Python computes the formulas that call our functions. In the copy, values replace these formulas, and
LibreOffice computes the other formulas.
"""

from __future__ import annotations

import atexit
import base64
import contextlib
import json
import os
import subprocess
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from xl_dipscore.sheets.calculate import find_office
from xl_dipscore.sheets.calculate.block import Block, Failure
from xl_dipscore.sheets.calculate.excel import Excel
from xl_dipscore.sheets.calculate.program_folder import make_program_folder
from xl_dipscore.sheets.calculate.recalc import NOT_BY_OFFICE, Office
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.sheets.xlsx.package import Package

_SECONDS = 180
"""The most seconds to wait for the start of LibreOffice, and for each answer."""
_TO_END = 20
_DRIVER = Path(__file__).with_name("office_driver.py")
_NOTHING: Block = [[Failure(NOT_BY_OFFICE)]]


def office_for(engine: str) -> Office | None:
    """The program to ask for values of which Python is not certain, if any. Raises NoOffice and NoExcel."""
    if engine == "excel":
        return Excel()
    office = None if engine == "python" else installed_office()
    if engine == "libreoffice" and office is None:
        raise find_office.NoOffice
    return office


@cache
def installed_office() -> Office | None:
    program = find_office.program()
    return None if program is None else LibreOffice(program)


class LibreOffice:
    """A LibreOffice that starts when first needed and runs until this process ends.

    Another Python, which can import uno, talks to LibreOffice. NoAnswer is raised if no Python can do so.
    """

    def __init__(self, program: Path) -> None:
        self._program = program
        self._turn = threading.Lock()
        self._running: _Running | None = None

    def __call__(self, package: Package, values: Sequence[Area], asked: Sequence[Area]) -> list[Block]:
        """The values of the areas `asked`; a Failure for each area without values. Raises NoAnswer."""
        # LibreOffice needs the ending of a file's name to know the kind of workbook. The default is .xlsx.
        ending = Path(package.name).suffix.lower() or ".xlsx"
        blocks = self._request_blocks(package.with_values(values), ending, asked)
        return [_restore_truths(package, area, block) for area, block in zip(asked, blocks, strict=True)]

    def _request_blocks(self, data: bytes, ending: str, asked: Sequence[Area]) -> list[Block]:
        request = [ending, base64.b64encode(data).decode(), asked]
        with self._turn:
            for _ in range(2):
                running = self._start()
                had_served = running.served
                with contextlib.suppress(_Ended):
                    return list(map(_block, running.ask(request)))
                # If LibreOffice has answered before, somebody may have ended it: start it again once.
                if running.took_too_long or not had_served:
                    break
        return [_NOTHING for _ in asked]

    def end(self) -> None:
        """End LibreOffice. The next request starts it again."""
        if self._running is not None:
            self._running.end()
            self._running = None

    def _start(self) -> _Running:
        if self._running is not None and self._running.is_ours:
            return self._running
        self.end()
        for python in find_office.pythons(self._program):
            with contextlib.suppress(OSError, _Ended):
                self._running = _Running(python, self._program)
                return self._running
        raise find_office.NoAnswer


class _Ended(Exception):
    """LibreOffice, or the driver that talks to it, has ended."""


class _Running:
    def __init__(self, python: Path, program: Path) -> None:
        """Raises OSError or _Ended if `python` cannot import uno, or if LibreOffice does not start."""
        self._owner = os.getpid()
        self.served = self.took_too_long = False
        with contextlib.ExitStack() as cleanup:
            folder = cleanup.enter_context(make_program_folder())
            self._process = subprocess.Popen(
                [str(python), str(_DRIVER), str(program), str(folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=find_office.environment(),
                encoding="ascii",
                # Ctrl-C must reach only this process, which then ends the driver.
                start_new_session=True,
            )
            self._cleanup = cleanup.pop_all()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        atexit.register(self.end)
        try:
            self._read_answer()
        except BaseException:
            self.end()
            raise

    @property
    def is_ours(self) -> bool:
        """Did this process start LibreOffice, and does it still run? A fork must not use its parent's."""
        return self._owner == os.getpid() and not self._input.closed

    def ask(self, request: object) -> Any:
        """Send a request and return its answer. Raises _Ended."""
        try:
            self._input.write(json.dumps(request) + "\n")
            self._input.flush()
            answer = self._read_answer()
        except BaseException as why:
            # A late answer must not be taken for the answer to the next request.
            self.end()
            if isinstance(why, OSError):
                raise _Ended from None
            raise
        self.served = True
        return answer

    def _read_answer(self) -> Any:
        alarm = threading.Timer(_SECONDS, self._time_out)
        alarm.start()
        try:
            line = self._output.readline()
        finally:
            alarm.cancel()
        if self.took_too_long or not line.endswith("\n"):
            raise _Ended
        return json.loads(line)

    def _time_out(self) -> None:
        self.took_too_long = True
        self._hang_up()

    def _hang_up(self) -> None:
        """Close the driver's input. The driver then ends LibreOffice, and sends no more answers."""
        with contextlib.suppress(OSError):
            self._input.close()

    def end(self) -> None:
        """End the driver and LibreOffice, and wait until their processes and files are gone."""
        atexit.unregister(self.end)
        self._hang_up()
        try:
            self._process.wait(_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._output.close()
        self._cleanup.close()


def _block(rows: list[list[Any]]) -> Block:
    if any(value is None for row in rows for value in row):
        return _NOTHING
    return [
        [ErrorMark(value["error"]) if isinstance(value, dict) else value for value in row] for row in rows
    ]


def _restore_truths(package: Package, area: Area, block: Block) -> Block:
    """Turn 0 and 1 into FALSE and TRUE in cells that had FALSE or TRUE: for LibreOffice both are numbers."""
    cells = package.sheet(area.sheet).cells if area.sheet in package.sheet_names else {}

    def value_as_stored(row: int, column: int, value: CellValue) -> CellValue:
        cell = cells.get((row, column))
        was_truth = cell is not None and isinstance(cell.value, bool)
        return bool(value) if was_truth and value in (0.0, 1.0) else value

    return [
        [value_as_stored(row, column, value) for column, value in enumerate(line, area.left)]
        for row, line in enumerate(block, area.top)
    ]
