"""Work on many files in several processes. After Ctrl-C or the death of a process, finished results stay."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from xl_dipscore.errors import Fault
from xl_dipscore.workbooks.acts.attempt import Desk, Failed, T, attempt, failure

if TYPE_CHECKING:
    from concurrent.futures import Future

_STOPS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
]


class BrokeDown(Fault):
    """The process computing {name} died, perhaps for lack of memory; the file was not changed."""


def in_processes(work: Callable[[Path], T], paths: Sequence[Path], jobs: int, desk: Desk) -> None:
    """Do the work in `jobs` processes. If work on a file kills the process, only this file fails."""
    waiting = deque(paths)
    while waiting:
        # Work on each unfinished file alone, to find the file that kills its process.
        for path in _in_pool(work, waiting, jobs, desk):
            if _in_pool(work, deque([path]), 1, desk):
                desk.store_result(path, failure(path, BrokeDown(name=path.name)))


def _in_pool(work: Callable[[Path], T], waiting: deque[Path], jobs: int, desk: Desk) -> list[Path]:
    """Work on the waiting files. If a process dies, stop, and return the files begun but not finished."""
    from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    running: dict[Future[T | Failed], Path] = {}
    # Forking a process with threads is unsafe; Windows cannot fork, and macOS should not.
    with _stops_held():
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), _start_worker)
    try:
        while waiting or running:
            while waiting and len(running) <= jobs:
                with _stops_held():
                    running[pool.submit(attempt, work, waiting[0])] = waiting[0]
                    waiting.popleft()
            desk.begin(next(iter(running.values())))
            # Without a time limit, Windows would not notice Ctrl-C.
            for future in wait(running, timeout=0.2, return_when=FIRST_COMPLETED).done:
                desk.store_result(running[future], future.result())
                del running[future]
    except (KeyboardInterrupt, BrokenProcessPool) as stop:
        in_hand = {future: path for future, path in running.items() if not future.cancel()}
        wait(in_hand)
        for future, path in in_hand.items():
            if future.exception() is None:
                desk.store_result(path, future.result())
        if isinstance(stop, KeyboardInterrupt):
            raise
        return [path for path in running.values() if path not in desk.results]
    finally:
        pool.shutdown()
    return []


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
