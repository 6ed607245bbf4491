"""Rebuild: a workbook's formulas that depend on our functions get their values, and nothing else changes."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from xl_dipscore.workbook.engine import Function
from xl_dipscore.workbook.package import Package
from xl_dipscore.workbook.recalc import Change, NotComputed, recalculate

_ENDINGS = (".xlsx", ".xlsm", ".xltx", ".xltm")


@dataclass(frozen=True)
class Report:
    """What rebuilding one workbook did."""

    path: Path
    changed: tuple[Change, ...]
    not_computed: tuple[NotComputed, ...]
    seconds: float


def workbooks(paths: Iterable[Path]) -> Iterable[Path]:
    """The workbooks among the paths, and those in the folders among them."""
    for path in paths:
        if path.is_dir():
            inside = (found for found in path.rglob("*") if found.suffix.lower() in _ENDINGS)
            yield from sorted(found for found in inside if not found.name.startswith("~$"))
        else:
            yield path


def rebuild_package(
    package: Package, path: str | os.PathLike[str], functions: Sequence[Function] | None = None
) -> Report:
    """Compute a workbook in memory, after other changes to it perhaps; writing it is left to the caller."""
    start = time.perf_counter()
    done = recalculate(package, _functions() if functions is None else functions)
    return Report(Path(path), done.changed, done.not_computed, time.perf_counter() - start)


def rebuild(
    path: str | os.PathLike[str], *, functions: Sequence[Function] | None = None, dry_run: bool = False
) -> Report:
    """Compute a workbook's formulas and write the values beside them, in one step or not at all."""
    start = time.perf_counter()
    package = Package.read(path)
    if not dry_run:
        package.check_writable()
    report = rebuild_package(package, path, functions)
    if not dry_run:
        package.write()
    return replace(report, seconds=time.perf_counter() - start)


def _functions() -> Sequence[Function]:
    from xl_dipscore.functions import FUNCTIONS

    return FUNCTIONS
