"""Start LibreOffice and let it compute workbooks: a program for a Python that can import uno.

    python office_driver.py SOFFICE FOLDER

The program prints "ready". It reads lines of JSON: [file ending, the workbook in base64, areas]. It answers
each line with a line of JSON: a list with the rows of each area. A cell is a number, a text, true, false,
{"error": mark}, or null if it was not computed. An area is [sheet, top, left, bottom, right], counted from 1.

When the program's input ends, the program ends LibreOffice, even in the middle of a computation. It then
removes FOLDER, with LibreOffice's files, and the file FOLDER.room, which marks the folder as in use.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

MARKS = {
    503: "#NUM!", 519: "#VALUE!", 521: "#NULL!", 524: "#REF!", 532: "#DIV/0!", 32767: "#N/A",
    502: "#VALUE!",  # LibreOffice saves error 502 with the mark of error 519
}  # fmt: skip
"""Error marks by LibreOffice's numbers. A cell with another error, such as an unknown name, has no result."""

SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>1</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel"
oor:op="fuse"><value>3</value></prop><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value>
</prop><prop oor:name="DisableActiveContent" oor:op="fuse"><value>true</value></prop></item>
</oor:items>
"""
"""Compute no formula when a workbook opens, but only in `compute`; run no macros; fetch nothing."""

NEVER_EXECUTE = NO_UPDATE = 0
VALUES, ERRORS = 1 | 2 | 4, 4
LOGICAL = 1024
ENGLISH, SPECIAL = 2, 0
BAD, MACRO = 7, 11
"""Places of unknown names and of macros in FormulaOpCodeMapper's list of codes."""
MACROS = (".xlsm", ".xltm")

STRINGS = re.compile(r"\"[^\"]*\"|'[^']*'")
WORDS = re.compile(r"[^\W\d][\w.]*")
NOTHING: list[list[Any]] = [[None]]
"""The rows of an area without results."""
PATIENCE = 3
"""Seconds to wait until LibreOffice ends after a signal, and until its folder can be removed."""

if TYPE_CHECKING:  # LibreOffice's own Python may be too old for these types
    Area = tuple[str, int, int, int, int]
    Place = tuple[int, int]


class Soffice:
    """A LibreOffice without a window, with its own folder."""

    def __init__(self, program: str, folder: str) -> None:
        self._folder = Path(folder)
        self._pipe = self._folder.name
        settings = self._folder / "profile" / "user" / "registrymodifications.xcu"
        settings.parent.mkdir(parents=True)
        settings.write_text(SETTINGS, encoding="utf-8")
        # Importing uno has set a variable with which another version of LibreOffice does not start.
        clean = {key: value for key, value in os.environ.items() if key != "URE_BOOTSTRAP"}
        self._process = subprocess.Popen(
            [
                program, "--headless", "--norestore", "--nologo", "--nodefault", "--nolockcheck",
                f"--accept=pipe,name={self._pipe};urp;",
                f"-env:UserInstallation={(self._folder / 'profile').as_uri()}",
            ],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**clean, "TMPDIR": str(self._folder)}, start_new_session=True,
        )  # fmt: skip

    def connect(self) -> None:
        """Wait until LibreOffice answers. Raises RuntimeError if LibreOffice ends instead."""
        here = uno.getComponentContext()
        resolver = here.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", here)
        while True:
            try:
                there = resolver.resolve(f"uno:pipe,name={self._pipe};urp;StarOffice.ComponentContext")
                break
            except NoConnectException:
                if self._process.poll() is not None:
                    raise RuntimeError("soffice ended") from None
                time.sleep(0.02)
        manager = there.ServiceManager
        self._desktop = manager.createInstanceWithContext("com.sun.star.frame.Desktop", there)

    def compute(self, ending: str, data: bytes, areas: list[Area]) -> list[list[list[Any]]]:
        source = self._folder / f"copy{ending}"
        source.write_bytes(data)
        wanted = {"Hidden": True, "MacroExecutionMode": NEVER_EXECUTE, "UpdateDocMode": NO_UPDATE}
        how = tuple(PropertyValue(Name=name, Value=value) for name, value in wanted.items())
        document = self._desktop.loadComponentFromURL(source.as_uri(), "_blank", 0, how)
        if document is None:
            return [NOTHING for _ in areas]
        try:
            document.calculateAll()
            book = ComputedBook(document, any_macros=ending in MACROS)
            return [book.rows(*area) for area in areas]
        finally:
            document.close(True)
            source.unlink()

    def is_there(self) -> bool:
        """Does LibreOffice still answer? If not, the kind of error depends on the version of LibreOffice."""
        try:
            self._desktop.getFrames()
        except Exception:
            return False
        return True

    def end(self) -> None:
        """End LibreOffice, and remove its files."""
        if os.name == "posix":
            for sign, patience in ((signal.SIGTERM, PATIENCE), (signal.SIGKILL, PATIENCE)):
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self._process.pid, sign)
                    self._wait(patience)
            # LibreOffice leaves its socket files behind.
            profile = (self._folder / "profile").as_uri().encode("utf-16-le")
            single = "".join(f"{byte:x}" for byte in hashlib.md5(profile).digest())
            for folder in ("/tmp", "/var/tmp"):
                for name in (self._pipe, "SingleOfficeIPC_" + single):
                    with contextlib.suppress(OSError):
                        Path(folder, f"OSL_PIPE_{os.getuid()}_{name}").unlink()
        else:
            command = ["taskkill", "/F", "/T", "/PID", str(self._process.pid)]
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        deadline = time.monotonic() + PATIENCE
        while self._folder.exists() and time.monotonic() < deadline:
            shutil.rmtree(self._folder, ignore_errors=True)
        # This file marks the folder as in use.
        with contextlib.suppress(OSError):
            self._folder.with_suffix(".room").unlink()

    def _wait(self, seconds: float) -> None:
        """Wait for `seconds`. Raises ProcessLookupError as soon as no process of the group is left."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self._process.poll()
            os.killpg(self._process.pid, 0)
            time.sleep(0.01)


class ComputedBook:
    def __init__(self, document: Any, *, any_macros: bool) -> None:
        self._document = document
        self._any_macros = any_macros
        mapper = document.createInstance("com.sun.star.sheet.FormulaOpCodeMapper")
        codes = [entry.Token.OpCode for entry in mapper.getAvailableMappings(ENGLISH, SPECIAL)]
        self._unknown = {codes[BAD], codes[MACRO]}
        self._names_with_unknown = self._find_names_with_unknown()
        self._sheets: dict[str, Answers] = {}

    def rows(self, name: str, top: int, left: int, bottom: int, right: int) -> list[list[Any]]:
        """The results in the cells that one formula fills; NOTHING if the formula uses unknown functions."""
        if name not in self._sheets:
            self._sheets[name] = Answers(self._document, name)
        sheet, first = self._sheets[name], (top, left)
        formula = sheet.formulas.get(first)
        # Look for unknown functions in the formula: IFERROR hides them in the result.
        if formula is None or self._uses_unknown(formula, lambda: sheet.cell(first)):
            return NOTHING
        columns = range(left, right + 1)
        return [[sheet.results.get((row, column)) for column in columns] for row in range(top, bottom + 1)]

    def _uses_unknown(self, formula: str, holder: Any) -> bool:
        words = WORDS.findall(STRINGS.sub("", formula))
        if not self._names_with_unknown.isdisjoint(map(str.casefold, words)):
            return True
        # LibreOffice writes unknown names in small letters. Without such a word, and without macros, do not
        # get the tokens: that is slow.
        if not self._any_macros and all(word != word.lower() for word in words):
            return False
        return any(token.OpCode in self._unknown for token in holder().getTokens())

    def _find_names_with_unknown(self) -> set[str]:
        """The defined names whose formulas use functions or names that LibreOffice does not know."""
        self._names_with_unknown = set()
        names = [name for names in self._all_names() for name in map(names.getByName, names.ElementNames)]
        while True:
            found = {
                name.Name.casefold()
                for name in names
                if self._uses_unknown(name.Content, lambda name=name: name)
            }
            if found == self._names_with_unknown:
                return found
            self._names_with_unknown = found

    def _all_names(self) -> Iterable[Any]:
        yield self._document.NamedRanges
        for name in self._document.Sheets.ElementNames:
            yield self._document.Sheets.getByName(name).NamedRanges


class Answers:
    """Formulas and results of a sheet, by row and column."""

    def __init__(self, document: Any, name: str) -> None:
        self._formats = document.NumberFormats
        self._cells: Any = document.Sheets.getByName(name) if document.Sheets.hasByName(name) else None
        self.formulas: dict[Place, str] = dict(self._each(VALUES, lambda cells: cells.getFormulaArray()))
        self.results = {place: self._result(place, value) for place, value in self._each(VALUES, _data)}
        for place, _ in self._each(ERRORS, _data):
            mark = MARKS.get(self.cell(place).getError())
            self.results[place] = mark and {"error": mark}

    def cell(self, place: Place) -> Any:
        return self._cells.getCellByPosition(place[1] - 1, place[0] - 1)

    def _result(self, place: Place, value: Any) -> Any:
        if value not in (0.0, 1.0):
            return value
        # In LibreOffice, TRUE and FALSE are the numbers 1 and 0 in a special format.
        shown = self._formats.getByKey(self.cell(place).NumberFormat).Type
        return bool(value) if shown & LOGICAL else value

    def _each(self, kinds: int, read: Callable[[Any], Any]) -> Iterator[tuple[Place, Any]]:
        """Yield formula cells with results of these kinds. Read whole areas, because each call is slow."""
        for area in self._cells.queryFormulaCells(kinds).getRangeAddresses() if self._cells else ():
            edges = area.StartColumn, area.StartRow, area.EndColumn, area.EndRow
            for row, line in enumerate(read(self._cells.getCellRangeByPosition(*edges)), area.StartRow + 1):
                for column, found in enumerate(line, area.StartColumn + 1):
                    yield (row, column), found


def _data(cells: Any) -> Any:
    return cells.getDataArray()


def main(program: str, folder: str) -> None:
    office = Soffice(program, folder)
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    over = threading.Lock()

    def end() -> None:
        with over:
            office.end()
            os._exit(0)

    def listen() -> None:
        for line in sys.stdin:
            lines.put(line)
        end()

    # Ignore signals: the process that started the driver decides about them, and ends the driver by closing
    # its input.
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    threading.Thread(target=listen, daemon=True).start()
    try:
        office.connect()
        _say("ready")
        while True:
            ending, data, areas = json.loads(lines.get())
            try:
                answer = office.compute(ending, base64.b64decode(data), areas)
            except Exception:
                if over.locked() or not office.is_there():
                    raise
                answer = [NOTHING for _ in areas]
            _say(answer)
    finally:
        end()


def _say(answer: object) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
