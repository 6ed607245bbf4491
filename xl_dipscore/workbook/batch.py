"""Many workbooks: in this process, in several, or on a Dask cluster; none of them stops the others."""

from __future__ import annotations

import filecmp
import json
import os
import shutil
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from itertools import count
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from xl_dipscore.errors import Fault, Faults
from xl_dipscore.workbook.extract import BEST, Difference, Numbers, differences, numbers, played_boards
from xl_dipscore.workbook.rebuild import Engine, Report, rebuild_package
from xl_dipscore.xlsx.package import CannotWrite, Package, temporary_beside
from xl_dipscore.xlsx.sheet import CellValue, ErrorMark

if TYPE_CHECKING:
    from rich.table import Table

T = TypeVar("T")
Watch = Callable[[Path, int], None]
"""Told the file in hand and how many are done."""

SHOWN = 20
"""Cells of a workbook that are told on the screen."""
FILES_WORTH_A_PROCESS = 8
"""Starting a process takes as long as computing a few workbooks."""


class BrokeDown(Fault):
    """The process that computed {name} broke down, perhaps for want of memory; the file is whole."""


class Unexpected(Fault):
    """{name} is whole, but computing it went wrong as it never should ({what}). Please report this."""


class NoDask(Fault):
    """Dask is not installed here; python -m pip install 'xl_dipscore[dask]' installs it."""


class NoCluster(Fault):
    """No Dask cluster answers at {address}."""


class NoWorkbookInside(Fault):
    """There is no workbook in the folder {name}."""


# -- running ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Failed:
    """A file that could not be done, and why, as sentences."""

    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Batch(Generic[T]):
    """What became of each file, in the order given; `left` were not begun when a person stopped it."""

    done: Mapping[Path, T | Failed]
    left: Sequence[Path]

    @property
    def failed(self) -> dict[Path, Failed]:
        return {path: one for path, one in self.done.items() if isinstance(one, Failed)}

    @property
    def well(self) -> dict[Path, T]:
        return {path: one for path, one in self.done.items() if not isinstance(one, Failed)}


def run(
    work: Callable[[Path], T],
    paths: Sequence[Path],
    *,
    jobs: int | None = None,
    dask: str | None = None,
    watch: Watch = lambda path, done: None,
) -> Batch[T]:
    """Do the work for every path. Ctrl-C lets the files in hand be finished and leaves the others.

    work: a function that other processes can import; it may raise Faults.
    jobs: processes; by default the cores, as far as there is work for them.
    dask: the address of a Dask cluster to send the work to instead.
    """
    desk = _Desk(watch)
    jobs = min(jobs or _default_jobs(len(paths)), len(paths))
    with suppress(KeyboardInterrupt):
        if dask:
            _on_dask(work, paths, dask, desk)
        elif jobs <= 1:
            for path in paths:
                desk.takes(path)
                desk.gets(path, _attempt(work, path))
        else:
            _in_processes(work, paths, jobs, desk)
    done = {path: desk.results[path] for path in paths if path in desk.results}
    return Batch(done, [path for path in paths if path not in done])


class _Desk:
    """Where results come in."""

    def __init__(self, watch: Watch) -> None:
        self.results: dict[Path, Any] = {}
        self._watch = watch

    def takes(self, path: Path) -> None:
        self._watch(path, len(self.results))

    def gets(self, path: Path, result: object) -> None:
        self.results[path] = result
        self._watch(path, len(self.results))


def _attempt(work: Callable[[Path], T], path: Path) -> T | Failed:
    try:
        return work(path)
    except (Fault, Faults) as wrong:
        faults = wrong.faults if isinstance(wrong, Faults) else [wrong]
        return Failed(tuple(_told(path, fault) for fault in faults))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as odd:  # the calculator's own breakdowns are no Exceptions
        return Failed((_told(path, Unexpected(name=path.name, what=f"{type(odd).__name__}: {odd}")),))


def _told(path: Path, fault: Fault) -> str:
    """A sentence names the file; of two files with one name, the folder tells which."""
    return str(fault) if path.name == str(path) else f"{path}: {fault}"


def _default_jobs(files: int) -> int:
    known = getattr(os, "sched_getaffinity", None)
    cores = len(known(0)) if known else os.cpu_count() or 1
    return max(1, min(cores, files // FILES_WORTH_A_PROCESS))


# -- in several processes ---------------------------------------------------------------------


def _in_processes(work: Callable[[Path], T], paths: Sequence[Path], jobs: int, desk: _Desk) -> None:
    waiting = deque(paths)
    while waiting:
        # Which of the files in hand broke a process is found out by doing each alone.
        for path in _in_pool(work, waiting, jobs, desk):
            if _in_pool(work, deque([path]), 1, desk):
                desk.gets(path, Failed((_told(path, BrokeDown(name=path.name)),)))


def _in_pool(work: Callable[[Path], T], waiting: deque[Path], jobs: int, desk: _Desk) -> list[Path]:
    """Do what is waiting; when a process breaks down, give back the files that were in hand."""
    running: dict[Future[T | Failed], Path] = {}
    # Forking a process that has threads is not safe, and Windows and macOS cannot or should not.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _start_worker)
    try:
        while waiting or running:
            while waiting and len(running) <= jobs:
                with _interrupt_held():
                    running[pool.submit(_attempt, work, waiting[0])] = waiting[0]
                    waiting.popleft()
            desk.takes(next(iter(running.values())))
            # Without a time limit, Windows would not notice Ctrl-C.
            for future in wait(running, timeout=0.2, return_when=FIRST_COMPLETED).done:
                desk.gets(running[future], future.result())
                del running[future]
    except (KeyboardInterrupt, BrokenProcessPool) as stop:
        in_hand = {future: path for future, path in running.items() if not future.cancel()}
        wait(in_hand)
        for future, path in in_hand.items():
            if future.exception() is None:
                desk.gets(path, future.result())
        if isinstance(stop, KeyboardInterrupt):
            raise
        return [path for path in running.values() if path not in desk.results]
    finally:
        pool.shutdown()
    return []


def _start_worker() -> None:
    """Ctrl-C reaches every process of a terminal: only the first one decides what happens then."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    first = parent_process()
    assert first is not None

    def end_with_it() -> None:
        first.join()
        os._exit(1)

    threading.Thread(target=end_with_it, daemon=True).start()


@contextmanager
def _interrupt_held() -> Iterator[None]:
    """A process started meanwhile is deaf to Ctrl-C from its first moment."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# -- on a Dask cluster ------------------------------------------------------------------------


def _on_dask(work: Callable[[Path], T], paths: Sequence[Path], address: str, desk: _Desk) -> None:
    """The cluster's machines see the same folders under the same names, and have this package.

    Dask may do a task twice: a workbook that is done needs no second change, so that is no harm.
    """
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise NoDask from None
    try:
        client = distributed.Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError):
        raise NoCluster(address=address) from None
    with client:
        # Dask takes calls with the same arguments for the same, and the files may have changed.
        tasks = client.map(partial(_attempt, work), [path.absolute() for path in paths], pure=False)
        begun = dict(zip(tasks, paths, strict=True))
        try:
            for task in distributed.as_completed(tasks, loop=client.loop):
                path = begun[task]
                try:
                    desk.gets(path, task.result())
                except Exception as odd:  # the machine died, or lacks this package
                    desk.gets(path, Failed((_told(path, Unexpected(name=path.name, what=str(odd))),)))
        except KeyboardInterrupt:
            client.cancel(tasks)
            raise


# -- progress ---------------------------------------------------------------------------------


@contextmanager
def progress(files: int) -> Iterator[Watch]:
    """A bar with the file in hand and the time left, on a terminal; nothing elsewhere."""
    from rich import progress as bars
    from rich.console import Console
    from rich.markup import escape

    with bars.Progress(
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeRemainingColumn(),
        bars.TextColumn("{task.description}"),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as bar:
        task = bar.add_task("", total=files)

        def watch(path: Path, done: int) -> None:
            bar.update(task, completed=done, description=escape(path.name))

        yield watch


# -- rebuilding one of them -------------------------------------------------------------------


@dataclass(frozen=True)
class Order:
    """What `dipscore rebuild` was asked for."""

    engine: Engine = "auto"
    dry_run: bool = False
    backup: bool = False
    changes: bool = False


@dataclass(frozen=True)
class Rebuilt:
    """What became of one workbook; `moved` when it was asked for and the workbook lists players."""

    report: Report
    boards: int | None
    moved: tuple[Difference, ...] | None = None


def rebuild_file(path: Path, order: Order) -> Rebuilt:
    """Rebuild one workbook. Raises the Fault that stands against it, and then has changed nothing."""
    start = time.perf_counter()
    if path.is_dir():
        raise NoWorkbookInside(name=path.name)
    package = Package.read(path)
    if not order.dry_run:
        package.check_writable()
    before = numbers(package) if order.changes else None
    report = rebuild_package(package, path, engine=order.engine)
    moved = None if before is None else _moved(before, numbers(package))
    if package.changed and not order.dry_run:
        kept = _keep_old(path) if order.backup else None
        try:
            package.write()
        except BaseException:
            if kept is not None:
                kept.unlink()
            raise
    seconds = time.perf_counter() - start
    return Rebuilt(replace(report, seconds=seconds), played_boards(package), moved)


def _moved(before: Numbers, after: Numbers) -> tuple[Difference, ...] | None:
    """The players whose score, total, rank or best country is another; Counts where a workbook has it, for
    it is Score with the director's own scores in it."""
    headings = after.headings
    told = {"Counts" if "Counts" in headings else "Score", "Total", "Rank", BEST}
    if not told & headings:
        return None
    before = replace(before, headings=headings)  # one that has never been computed shows none
    listed = (one for one in differences(before, after) if one.what in told)
    return tuple(one for one in listed if one.player or one.what == BEST)


def _keep_old(path: Path) -> Path | None:
    """Keep the old file as name.bak.xlsx; an older backup with other contents stays, and this one is
    name.bak2.xlsx. None when there is a backup with the same contents."""
    real = path.resolve()
    for number in count(1):
        kept = real.with_name(f"{real.stem}.bak{number if number > 1 else ''}{real.suffix}")
        if not kept.exists():
            break
        if filecmp.cmp(real, kept, shallow=False):
            return None
    temporary = None
    try:
        handle, temporary = temporary_beside(real)
        with os.fdopen(handle, "wb") as file, real.open("rb") as old:
            shutil.copyfileobj(old, file)
            file.flush()
            os.fsync(file.fileno())
        shutil.copystat(real, temporary)
        temporary.replace(kept)
    except BaseException as why:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        if isinstance(why, OSError):
            raise CannotWrite(name=kept.name, why=why.strerror) from None
        raise
    return kept


# -- saying what was done ---------------------------------------------------------------------


def shown(value: CellValue) -> str:
    """A cell's value as a sentence shows it."""
    if value is None or value == "":
        return "blank"
    if isinstance(value, bool | ErrorMark):
        return str(value).upper()
    return f'"{value}"' if isinstance(value, str) else f"{value:.15g}"


def lines_of_changes(batch: Batch[Rebuilt]) -> Iterator[str]:
    """Every cell with its old and its new value, a line each."""
    for path, one in batch.well.items():
        for sheet, ref, old, new in one.report.changed:
            yield f"{path}: {sheet}!{ref} {shown(old)} -> {shown(new)}"


def lines_of_not_computed(path: Path, done: Report, *, report: bool = False) -> Iterator[str]:
    """Every cell that keeps its old value, and why. report: could a report list those that are too many?"""
    for sheet, ref, reason in done.not_computed[:SHOWN]:
        yield f"{path}: {sheet}!{ref} keeps its old value: {reason}"
    if (more := len(done.not_computed) - SHOWN) > 0:
        yield f"{path}: and {more} more cells{'; --report lists them all' if report else ''}."


def summary(batch: Batch[Rebuilt], *, dry_run: bool = False) -> Table:
    """A line a file: boards, changed cells, cells not computed, seconds."""
    from rich.table import Table
    from rich.text import Text

    table = Table("File", show_footer=len(batch.done) > 1)
    for heading in ("Boards", "Would change" if dry_run else "Changed cells", "Not computed", "Seconds"):
        table.add_column(heading, justify="right")
    rows: list[tuple[int, int, int, float]] = []
    for path, one in batch.done.items():
        name = Text(str(path), overflow="fold")
        if isinstance(one, Failed):
            table.add_row(name, "", "not done", "", "")
            continue
        report = one.report
        row = one.boards or 0, len(report.changed), len(report.not_computed), report.seconds
        rows.append(row)
        boards = "" if one.boards is None else str(one.boards)
        table.add_row(name, boards, *map(str, row[1:3]), f"{row[3]:.2f}")
    if table.show_footer:
        *totals, seconds = (sum(column) for column in zip(*rows, strict=True)) if rows else (0, 0, 0, 0.0)
        footers = [f"{len(batch.done)} files", *map(str, totals), f"{seconds:.2f}"]
        for column, footer in zip(table.columns, footers, strict=True):
            column.footer = footer
    return table


def as_json(batch: Batch[Rebuilt], *, dry_run: bool = False) -> str:
    """The whole report, for programs."""
    files = [{"path": str(path), **_data(one)} for path, one in batch.done.items()]
    data = {"dry_run": dry_run, "files": files, "not_begun": [str(path) for path in batch.left]}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _data(one: Rebuilt | Failed) -> dict[str, object]:
    if isinstance(one, Failed):
        return {"faults": list(one.sentences)}
    report = one.report
    data: dict[str, object] = {
        "boards": one.boards,
        "changed": [
            {"sheet": sheet, "cell": ref, "old": old, "new": new} for sheet, ref, old, new in report.changed
        ],
        "not_computed": [
            {"sheet": sheet, "cell": ref, "reason": why} for sheet, ref, why in report.not_computed
        ],
        "seconds": round(report.seconds, 4),
    }
    if one.moved is not None:
        data["moved"] = [difference._asdict() for difference in one.moved]
    return data
