"""Work on many workbooks, in one process or several or on Dask. If one workbook fails, the work goes on."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic

from xl_dipscore.workbooks.acts.attempt import Desk, Failed, T, Watch, attempt
from xl_dipscore.workbooks.acts.cluster import on_dask

if TYPE_CHECKING:
    from xl_dipscore.workbooks.acts.rebuild_data import Order, Report

FILES_WORTH_A_PROCESS = 8
"""The least number of files for each process: to start a process takes as long as to compute a few files."""


@dataclass(frozen=True)
class Batch(Generic[T]):
    """The result of each file, in the order of the paths. left: the files without a result, after Ctrl-C."""

    done: Mapping[Path, T | Failed]
    left: Sequence[Path]
    stopped: KeyboardInterrupt | None = None

    @property
    def failed_files(self) -> dict[Path, Failed]:
        return {path: one for path, one in self.done.items() if isinstance(one, Failed)}

    @property
    def results(self) -> dict[Path, T]:
        return {path: one for path, one in self.done.items() if not isinstance(one, Failed)}


def rebuild_unless_known(path: Path, order: Order) -> Report:
    """Return the remembered report of a workbook. If there is none, rebuild the workbook."""
    from xl_dipscore.workbooks.acts.memory import find_remembered_report

    if (found := find_remembered_report(path, order)) is not None:
        return found
    from xl_dipscore.workbooks.acts.rebuild import rebuild_with_order  # slow to import

    return rebuild_with_order(path, order).compact()


def run_batch(
    work: Callable[[Path], T],
    paths: Sequence[Path],
    *,
    known: Callable[[Path], T | None] = lambda path: None,
    jobs: int | None = None,
    dask: str | None = None,
    watch: Watch = lambda path, done: None,
) -> Batch[T]:
    """Do the work for every path. Ctrl-C ends the work; with several processes, each first finishes its file.

    work: a function that other processes can import; it may raise Faults.
    known: a function that returns a file's result without work, or None. It is not used with Dask.
    jobs: the number of processes; by default one for each core, but at most one for every eight files.
    dask: the address of a Dask cluster that does the work, instead of processes on this computer.
    """
    desk, stopped = Desk(watch), None
    try:
        if dask:
            on_dask(work, paths, dask, desk)
        else:
            _here(work, [path for path in paths if not desk.store_known_result(path, known)], jobs, desk)
    except KeyboardInterrupt as interrupt:
        stopped = interrupt
    done = {path: desk.results[path] for path in paths if path in desk.results}
    return Batch(done, [path for path in paths if path not in done], stopped)


def _here(work: Callable[[Path], T], paths: Sequence[Path], jobs: int | None, desk: Desk) -> None:
    jobs = min(jobs or _default_jobs(len(paths)), len(paths))
    if jobs > 1 and sys.platform != "emscripten":  # browsers cannot start processes, and cannot import this
        from xl_dipscore.workbooks.acts.processes import in_processes

        in_processes(work, paths, jobs, desk)
        return
    for path in paths:
        desk.begin(path)
        desk.store_result(path, attempt(work, path))


def _default_jobs(files: int) -> int:
    known = getattr(os, "sched_getaffinity", None)
    cores = len(known(0)) if known else os.cpu_count() or 1
    return max(1, min(cores, files // FILES_WORTH_A_PROCESS))
