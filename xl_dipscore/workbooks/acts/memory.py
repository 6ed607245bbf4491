"""Recognise finished workbooks by their bytes, so that another rebuild need not compute them.

The report of a rebuild is kept in the user's cache folder, under a digest of everything that affects the
report. A workbook is finished if all its values are right and stay right: nothing is left to compute, and no
formula uses the time, a random number or another file. Without a cache folder, every workbook is computed.

The stored values alone do not show whether a workbook is finished. Even if the values of our functions are
right, a formula that depends on our functions may have an old value: a rebuild could not compute that
formula, or a program saved the workbook without computing the formula.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from xl_dipscore.sheets.calculate import find_office
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.replace import check_writable
from xl_dipscore.workbooks.acts.rebuild_data import Order, Report, digest

MOST = 30_000
"""The most reports that are kept: a few for each workbook of a very large season. If there are more, a tenth
is deleted: those that were not used for longest."""
_LARGEST = 50_000_000
"""The size, in bytes, above which a workbook is always computed."""
_MOVING = r"\b(?:TODAY|NOW|RAND\w*(?:\.NV)?|CELL|INFO|RTD|DDE|WEBSERVICE|IMPORT\w+)\s*\("
"""Finds functions whose values may differ tomorrow, or on another computer."""
_MOVING_NAME = re.compile(_MOVING, re.IGNORECASE)
_MOVING_CELL = re.compile(rf"<(?:\w+:)?f[ >][^<]*{_MOVING}|<!\[CDATA|\0".encode(), re.IGNORECASE)
"""Finds such functions in the formulas of a sheet's XML, and CDATA or zero bytes, which may hide formulas."""
_SIGNS = (*b"TODAY( NOW( RAND CELL( INFO( RTD( DDE( WEBSERVICE( IMPORT <![CDATA".split(), b"\0")
"""Texts without blanks, of which one is in each place that `_MOVING_CELL` finds: they are quicker to find."""
_CAPITALS = bytes(range(256)).upper()
_ITS_NAME = "\0"
"""Placeholder for the file's name in stored sentences, because a copy of the file may have another name."""


def find_remembered_report(path: Path, order: Order) -> Report | None:
    """The report that a second rebuild of a finished workbook would return; None for other workbooks."""
    start = time.perf_counter()
    try:
        # A pipe is not read: reading would wait for data.
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return None
        data = path.read_bytes()
        if not order.dry_run:
            check_writable(path)
        entry = _entry(data, order)
        if entry is None:
            return None
        stored = json.loads(entry.read_text(encoding="ascii"))
        with suppress(OSError):
            os.utime(entry)
        boards, lists_players = stored["boards"], stored["lists_players"]
        notes, problems = (
            tuple(str(sentence).replace(_ITS_NAME, path.name) for sentence in stored[what])
            for what in ("notes", "problems")
        )
    except (OSError, ValueError, LookupError, TypeError):
        return None  # computing the workbook reports the fault
    if not isinstance(boards, int | None):
        return None
    seconds = time.perf_counter() - start
    moved = () if lists_players else None
    return Report(path, (), (), seconds, notes, problems=problems, boards=boards, moved=moved)


def remember(data: bytes, path: Path, order: Order, done: Report) -> None:
    """Store the report `done` if the workbook is finished. data: the present content of the file."""
    if done.not_computed or _may_change_later(Package.read(data)):
        return
    notes = [note for note in done.notes if note not in done.once]
    stored = {
        "boards": done.boards,
        "lists_players": done.moved is not None,
        "notes": [sentence.replace(path.name, _ITS_NAME) for sentence in notes],
        "problems": [sentence.replace(path.name, _ITS_NAME) for sentence in done.problems],
    }
    with suppress(OSError, ValueError):
        if (entry := _entry(data, order)) is not None:
            _write(entry, json.dumps(stored))


def _write(entry: Path, text: str) -> None:
    """Write in one step, because other processes may read or write the same entry."""
    entry.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _forget_the_least_used(entry.parent)
    handle, temporary = tempfile.mkstemp(dir=entry.parent)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
        Path(temporary).replace(entry)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)  # missing if the program was stopped after `replace`
        raise


def _may_change_later(package: Package) -> bool:
    """Could a value of the workbook change later, although the bytes of the file stay the same?"""
    if package.external_values:
        return True
    parts = (package.part(part) or b"" for part in package.sheet_parts)
    return any(_MOVING_NAME.search(name.text) for name in package.defined_names) or any(
        _MOVING_CELL.search(data) for data in parts if _has_sign(data)
    )


def _has_sign(data: bytes) -> bool:
    capitals = data.translate(_CAPITALS, b" \t\n\r\f\v")
    return any(sign in capitals for sign in _SIGNS)


def _entry(data: bytes, order: Order) -> Path | None:
    """The path for a workbook's report in the cache (the file may not exist); None if no path is possible."""
    programs, folder = _programs(order.engine), _folder()
    if not programs or folder is None:
        return None
    # Next year's report may differ: a date typed without a year belongs to the current year.
    asked = order.engine, order.changes, time.localtime().tm_year
    return folder / digest(data + repr((asked, programs)).encode())


@cache
def _programs(engine: str) -> str:
    """A digest of the dates and sizes of this package's files and of LibreOffice's program files.

    Blank if the files of this package cannot be seen, or if `engine` is Excel, which updates itself.
    """
    files = (file for file in Path(__file__).parents[2].rglob("*") if "__pycache__" not in file.parts)
    ours = sorted(_stamp(file) for file in files if file.is_file())
    if not ours or engine == "excel":
        return ""
    others: list[object] = []
    if engine != "python" and (office := find_office.program()) is not None:
        real = office.resolve()
        others += [_stamp(file) for file in (real, real.with_name("versionrc")) if file.is_file()]
    return digest(repr((sys.version, sys.platform, ours, others)).encode())


def _stamp(file: Path) -> tuple[str, int, int]:
    found = file.stat()
    return str(file), found.st_mtime_ns, found.st_size


@cache  # once in each process is enough
def _forget_the_least_used(folder: Path) -> None:
    with os.scandir(folder) as found:
        entries = [*found]
    if len(entries) <= MOST:
        return
    by_use = sorted((entry.stat().st_mtime_ns, entry.path) for entry in entries)
    for _, old in by_use[: len(entries) - (MOST - MOST // 10)]:
        Path(old).unlink(missing_ok=True)


def _folder() -> Path | None:
    """Our folder in the user's cache folder; None without a cache folder."""
    if given := os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA"):
        folder = Path(given)
    else:
        try:
            folder = Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
        except RuntimeError:
            return None
    return folder / "xl_dipscore" / "finished" if folder.is_absolute() else None
