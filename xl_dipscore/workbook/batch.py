"""Many workbooks: in this process, in several, or on a Dask cluster; none of them stops the others."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from glob import glob
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from xl_dipscore.errors import Fault, Faults, Misuse
from xl_dipscore.files import kind_of, reason_of
from xl_dipscore.xlsx.replace import is_there

if TYPE_CHECKING:
    from concurrent.futures import Future

    from xl_dipscore.workbook.rebuild_data import Order, Report

T = TypeVar("T")
Watch = Callable[[Path, int], None]
"""Told the file in hand and how many are done."""
FILES_WORTH_A_PROCESS = 8
"""Starting a process takes as long as computing a few workbooks."""
_ENDINGS = (".xlsx", ".xlsm", ".xltx", ".xltm")
_STOPS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
]
"""The signals by which a person or the system wants a program to stop."""
_BACKUP = re.compile(r"\.bak\d*$")


class BrokeDown(Fault):
    """The process computing {name} died, perhaps for lack of memory; the file was not changed."""


class Unexpected(Fault):
    """{name} was not changed: an internal error occurred ({what}). Please report it."""


class NoDask(Fault):
    """Dask is not installed; install it with: python -m pip install 'xl_dipscore[dask]'."""


class NoCluster(Fault):
    """No Dask cluster answers at {address}."""


class NotAFolder(Fault):
    """{path} is {kind}, not a folder."""


class CannotMakeFolder(Fault):
    """The folder {path} cannot be made: {why}."""


# -- running ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Failed:
    """A file that could not be done, and why, as sentences."""

    sentences: tuple[str, ...]
    passing: bool = False
    """Whether another try in a moment may do, without a change of the file."""
    misuse: bool = False
    """Whether there is no such file, so that the call is wrong."""


@dataclass(frozen=True)
class Batch(Generic[T]):
    """What became of each file, in the order given; `left` were not begun when a person stopped it."""

    done: Mapping[Path, T | Failed]
    left: Sequence[Path]
    stopped: KeyboardInterrupt | None = None

    @property
    def failed(self) -> dict[Path, Failed]:
        return {path: one for path, one in self.done.items() if isinstance(one, Failed)}

    @property
    def well(self) -> dict[Path, T]:
        return {path: one for path, one in self.done.items() if not isinstance(one, Failed)}


def rebuild_unless_known(path: Path, order: Order) -> Report:
    """Rebuild one workbook; the calculator is imported where there is something for it to do."""
    from xl_dipscore.workbook.memory import known

    if (found := known(path, order)) is not None:
        return found
    from xl_dipscore.workbook.rebuild import rebuild_file

    return rebuild_file(path, order)


def run(
    work: Callable[[Path], T],
    paths: Sequence[Path],
    *,
    known: Callable[[Path], T | None] = lambda path: None,
    jobs: int | None = None,
    dask: str | None = None,
    watch: Watch = lambda path, done: None,
) -> Batch[T]:
    """Do the work for every path. Ctrl-C leaves the others; what other processes have in hand is finished.

    work: a function that other processes can import; it may raise Faults.
    known: gives a result without any work, where there is one; not asked for what a cluster is to do.
    jobs: processes; by default the cores, as far as there is work for them.
    dask: the address of a Dask cluster to send the work to instead.
    """
    desk, stopped = _Desk(watch), None
    try:
        if dask:
            _on_dask(work, paths, dask, desk)
        else:
            _here(work, [path for path in paths if not desk.knows(path, known)], jobs, desk)
    except KeyboardInterrupt as told:
        stopped = told
    done = {path: desk.results[path] for path in paths if path in desk.results}
    return Batch(done, [path for path in paths if path not in done], stopped)


def _here(work: Callable[[Path], T], paths: Sequence[Path], jobs: int | None, desk: _Desk) -> None:
    jobs = min(jobs or _default_jobs(len(paths)), len(paths))
    if jobs > 1 and sys.platform != "emscripten":  # browsers start no process
        _in_processes(work, paths, jobs, desk)
        return
    for path in paths:
        desk.takes(path)
        desk.gets(path, _attempt(work, path))


class _Desk:
    """Where results come in."""

    def __init__(self, watch: Watch) -> None:
        self.results: dict[Path, Any] = {}
        self._watch = watch

    def knows(self, path: Path, known: Callable[[Path], object]) -> bool:
        result = known(path)
        if result is not None:
            self.gets(path, result)
        return result is not None

    def takes(self, path: Path) -> None:
        self._watch(path, len(self.results))

    def gets(self, path: Path, result: object) -> None:
        self.results[path] = result
        self._watch(path, len(self.results))


def _attempt(work: Callable[[Path], T], path: Path) -> T | Failed:
    try:
        return work(path)
    except Faults as wrong:
        passing = any(fault.passing for fault in wrong.faults)
        misuse = isinstance(wrong, Misuse)
        return Failed(tuple(_told(path, fault) for fault in wrong.faults), passing, misuse)
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
    from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    running: dict[Future[T | Failed], Path] = {}
    # Forking a process that has threads is not safe, and Windows and macOS cannot or should not.
    with _stops_held():
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), _start_worker)
    try:
        while waiting or running:
            while waiting and len(running) <= jobs:
                with _stops_held():
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
    from multiprocessing import parent_process

    for number in _STOPS:
        # What is started here is not deaf: LibreOffice ends when it is told to.
        signal.signal(number, lambda *_: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPS)
    first = parent_process()
    assert first is not None

    def end_with_it() -> None:
        first.join()
        os._exit(1)

    threading.Thread(target=end_with_it, daemon=True).start()


@contextmanager
def _stops_held() -> Iterator[None]:
    """A process started meanwhile is deaf to them from its first moment."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
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


# -- which files ------------------------------------------------------------------------------


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


def is_pattern(path: Path) -> bool:
    """Does it stand for others? A file may have such a name too."""
    return bool(set("*?[") & set(str(path))) and not is_there(path)


def is_workbook(path: Path) -> bool:
    """By its name."""
    return path.suffix.lower() in _ENDINGS


def _inside(path: Path) -> list[Path]:
    if kind_of(path) == "a folder":
        return sorted(found for found in path.rglob("*") if _one_of_ours(found, path))
    if not is_pattern(path):
        return []
    matches = map(Path, sorted(glob(str(path), recursive=True)))  # noqa: PTH207  Path.glob takes no "/..."
    return [
        found
        for match in matches
        for found in (_inside(match) if match.is_dir() else [match])
        if _one_of_ours(found, match)
    ]


def _one_of_ours(found: Path, folder: Path) -> bool:
    parts = found.relative_to(folder).parts or (found.name,)
    hidden = any(part.startswith((".", "~$")) for part in parts)
    return is_workbook(found) and not hidden and not _BACKUP.search(found.stem) and found.is_file()


def make_folder(path: str | os.PathLike[str]) -> Path:
    """The folder, made if need be. Raises NotAFolder and CannotMakeFolder."""
    folder = Path(path)
    try:
        if folder.exists() and not folder.is_dir():
            raise NotAFolder(path=folder, kind=kind_of(folder) or "a file")
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        raise CannotMakeFolder(path=folder, why=reason_of(why)) from None
    return folder
