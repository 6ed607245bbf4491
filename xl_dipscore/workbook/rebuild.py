"""Rebuild: a workbook's formulas that depend on our functions get their values, and nothing else changes."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from glob import glob
from pathlib import Path
from typing import Literal

from xl_dipscore.calculate.engine import Function
from xl_dipscore.calculate.find_office import NoOffice
from xl_dipscore.calculate.office import installed_office
from xl_dipscore.calculate.recalc import Change, NotComputed, recalculate
from xl_dipscore.tournament.pace import steady
from xl_dipscore.xlsx.package import Package

Engine = Literal["auto", "python", "libreoffice"]

_ENDINGS = (".xlsx", ".xlsm", ".xltx", ".xltm")
_BACKUP = re.compile(r"\.bak\d*$")


@dataclass(frozen=True)
class Report:
    """What rebuilding one workbook did."""

    path: Path
    changed: tuple[Change, ...]
    not_computed: tuple[NotComputed, ...]
    seconds: float
    notes: tuple[str, ...] = ()
    """What was not put into it, where results were, as sentences."""


def workbooks(paths: Iterable[Path]) -> Iterable[Path]:
    """The files among the paths, and the workbooks in the folders and under the patterns among them, once.

    Lock files, hidden files and backups in folders are left out. A folder without workbooks and a pattern
    without a match are given back as they are: whoever opens them says what is wrong.
    """
    seen: set[Path] = set()
    for path in paths:
        for found in _inside(path) or [path]:
            real = found.resolve()
            if real not in seen:
                seen.add(real)
                yield found


def is_workbook(path: Path) -> bool:
    """By its name."""
    return path.suffix.lower() in _ENDINGS


def _inside(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(found for found in path.rglob("*") if _ours(found, path))
    if path.exists() or not set("*?[") & set(str(path)):
        return []
    matches = map(Path, sorted(glob(str(path), recursive=True)))  # noqa: PTH207  Path.glob takes no "/..."
    return [
        found
        for match in matches
        for found in (_inside(match) if match.is_dir() else [match])
        if _ours(found, match)
    ]


def _ours(found: Path, folder: Path) -> bool:
    parts = found.relative_to(folder).parts or (found.name,)
    hidden = any(part.startswith((".", "~$")) for part in parts)
    return is_workbook(found) and not hidden and not _BACKUP.search(found.stem) and found.is_file()


@steady()
def rebuild_package(
    package: Package,
    path: str | os.PathLike[str],
    functions: Sequence[Function] | None = None,
    *,
    engine: Engine = "auto",
) -> Report:
    """Compute a workbook in memory, after other changes to it perhaps; writing it is left to the caller.

    Our functions are always computed here, in Python. The formulas around them: `python` computes what
    this can be trusted with and lists the rest, `auto` asks LibreOffice for the rest where it is
    installed, `libreoffice` asks it for all of them and raises NoOffice where it is not.
    """
    start = time.perf_counter()
    office = None if engine == "python" else installed_office()
    if engine == "libreoffice" and office is None:
        raise NoOffice
    functions = _functions() if functions is None else functions
    done = recalculate(package, functions, office, everything=engine == "libreoffice")
    return Report(Path(path), done.changed, done.not_computed, time.perf_counter() - start)


@steady()
def rebuild(
    path: str | os.PathLike[str],
    *,
    functions: Sequence[Function] | None = None,
    dry_run: bool = False,
    engine: Engine = "auto",
) -> Report:
    """Compute a workbook's formulas and write the values beside them, in one step or not at all."""
    start = time.perf_counter()
    package = Package.read(path)
    if not dry_run:
        package.check_writable()
    report = rebuild_package(package, path, functions, engine=engine)
    if not dry_run:
        package.write()
    return replace(report, seconds=time.perf_counter() - start)


def _functions() -> Sequence[Function]:
    from xl_dipscore.functions import FUNCTIONS

    return FUNCTIONS
