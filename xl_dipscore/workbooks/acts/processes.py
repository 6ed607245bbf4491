"""Work on many files in several processes. After Ctrl-C or the death of a process, finished results stay.

ProcessPoolExecutor is not used: it waits without end for a process that never begins, and under Wine even for
some that do, because it wakes itself by empty messages, which Wine loses.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Generic

from xl_dipscore.errors import Fault
from xl_dipscore.sheets.files import reason_of
from xl_dipscore.workbooks.acts.attempt import Desk, T, attempt, failure

START_SECONDS = 120
"""How long a process may take to begin: far longer than on a slow and busy computer."""
_MOST = 60
"""Windows can wait for no more processes at once."""
_STOPS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
]


class BrokeDown(Fault):
    """The process computing {name} died, perhaps for lack of memory; the file was not changed."""


class NotBegun(Fault, remedy="Try `--jobs 1`."):
    """{name} was not changed: no process for it could begin ({why})."""


def in_processes(work: Callable[[Path], T], paths: Sequence[Path], jobs: int, desk: Desk) -> None:
    """Do the work in `jobs` processes. If work on a file kills the process, only this file fails."""
    # Two files at once may need more memory than there is, so those whose process died are tried again alone.
    for path in _in_pool(work, paths, min(jobs, _MOST), desk):
        if _in_pool(work, [path], 1, desk):
            desk.store_result(path, failure(path, BrokeDown(name=path.name)))


def _in_pool(work: Callable[[Path], T], paths: Sequence[Path], jobs: int, desk: Desk) -> list[Path]:
    """Work on files. Returns those whose process died. After Ctrl-C, the files in hand are finished."""
    pool = _Pool(work, paths, desk)
    try:
        pool.start(jobs)
        pool.work_on()
    except KeyboardInterrupt:
        pool.waiting.clear()
        pool.work_on()
        raise
    finally:
        pool.close()
    return pool.died


class _Pool(Generic[T]):
    """Processes that take the waiting files, one at a time."""

    def __init__(self, work: Callable[[Path], T], paths: Sequence[Path], desk: Desk) -> None:
        self.waiting, self.died = deque(paths), list[Path]()
        self._work, self._desk = work, desk
        self._workers: list[_Worker[T]] = []
        self._wrong = ""
        """Why the last process that did not begin did not."""

    def start(self, count: int) -> None:
        for _ in range(count):
            try:
                with _stops_held():
                    self._workers.append(_Worker(self._work))
            except OSError as wrong:
                self._wrong = reason_of(wrong)
                return

    def work_on(self) -> None:
        """Work until no file waits or is in hand."""
        while self.waiting or any(worker.path for worker in self._workers):
            if not self._workers:
                self._give_up()
                return
            in_hand = [worker.path for worker in self._workers if worker.path]
            if in_hand:
                self._desk.begin(in_hand[0])
            # Without a time limit, Windows would not notice Ctrl-C.
            ready = wait([worker.pipe for worker in self._workers], timeout=0.2)
            with _stops_held():
                for worker in [*self._workers]:
                    if worker.pipe in ready:
                        self._hear(worker)
                    elif worker.is_late():
                        self._lose(worker, None, f"it was not ready after {START_SECONDS} seconds")

    def _hear(self, worker: _Worker[T]) -> None:
        """Take a worker's result, and give it the next file."""
        # In this order: Windows cannot hold a Ctrl-C back, and nobody may wait for a file that no worker has.
        path, worker.path = worker.path, None
        try:
            result = worker.pipe.recv()
        except (EOFError, OSError):
            self._lose(worker, path, "it died at once")
            return
        worker.begun = True
        if path:
            self._desk.store_result(path, result)
        if self.waiting:
            self._give(worker, self.waiting[0])

    def _give(self, worker: _Worker[T], path: Path) -> None:
        try:
            worker.pipe.send(path)
        except OSError:
            self._lose(worker, None, "")
            return
        worker.path = path
        self.waiting.popleft()

    def _lose(self, worker: _Worker[T], path: Path | None, why: str) -> None:
        """Do without a worker, which had a file in hand. If it had begun, another one replaces it."""
        self._workers.remove(worker)
        worker.close()
        if path:
            self.died.append(path)
        if not worker.begun:
            self._wrong = why
        elif self.waiting:
            self.start(1)

    def _give_up(self) -> None:
        while self.waiting:
            path = self.waiting.popleft()
            self._desk.store_result(path, failure(path, NotBegun(name=path.name, why=self._wrong)))

    def close(self) -> None:
        for worker in self._workers:
            worker.close()


class _Worker(Generic[T]):
    """A process, the pipe to it, and the file that it works on."""

    def __init__(self, work: Callable[[Path], T]) -> None:
        # Forking a process with threads is unsafe; Windows cannot fork, and macOS should not.
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        self.path: Path | None = None
        self.begun = False
        self._since = time.monotonic()
        try:
            self._process.start()
        finally:
            theirs.close()  # so that the pipe ends when the process does

    def is_late(self) -> bool:
        return not self.begun and time.monotonic() - self._since > START_SECONDS

    def close(self) -> None:
        """End the process. If it has a file in hand, wait for the end of that work."""
        self.pipe.close()
        if not self.begun:
            self._process.kill()
        self._process.join()


def _serve(pipe: Connection, work: Callable[[Path], T]) -> None:
    """Run in the other process: tell that it has begun, then work on files until the pipe ends."""
    _start_worker()
    with contextlib.suppress(EOFError, OSError):  # the parent has no more files, or is gone
        pipe.send(None)
        while True:
            pipe.send(attempt(work, pipe.recv()))


def _start_worker() -> None:
    """Ignore stop signals, and end when the parent process ends.

    Ctrl-C in a terminal reaches every process, but only the parent decides what happens then.
    """
    from multiprocessing import parent_process

    for number in _STOPS:
        # A handler, unlike SIG_IGN, is not inherited by started programs: LibreOffice still obeys signals.
        signal.signal(number, lambda *_: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPS)
    parent = parent_process()
    assert parent is not None

    def end_with_parent() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()


@contextmanager
def _stops_held() -> Iterator[None]:
    """Block stop signals. A process that is started meanwhile blocks them too, until `_start_worker` runs."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
