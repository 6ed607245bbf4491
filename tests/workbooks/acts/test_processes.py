"""Several processes, with a pool in place of Python's: a file that kills its process, and Ctrl-C."""

import concurrent.futures
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from xl_dipscore.workbooks.acts.attempt import Desk, Failed
from xl_dipscore.workbooks.acts.processes import in_processes

PATHS = [Path(name) for name in "abcd"]


class Killed(Exception):
    """The work kills its process."""


class Pool:
    """Works at once in this process. After a death, the pool takes no more work, as Python's."""

    made: list[int] = []  # noqa: RUF012

    def __init__(self, jobs: int, *_: object) -> None:
        Pool.made.append(jobs)
        self.broken = False

    def submit(self, call: Callable[..., Any], work: Any, path: Path) -> Any:
        if self.broken:
            raise BrokenProcessPool
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        future.set_running_or_notify_cancel()
        try:
            result = work(path)
        except Killed:
            self.broken = True
            future.set_exception(BrokenProcessPool())
        else:
            future.set_result(result)
        return future

    def shutdown(self) -> None:
        pass


@pytest.fixture(autouse=True)
def _pool(monkeypatch: pytest.MonkeyPatch) -> None:
    Pool.made = []
    monkeypatch.setattr(concurrent.futures, "ProcessPoolExecutor", Pool)


def name_but(killer: str) -> Any:
    def work(path: Path) -> str:
        if path.name in killer:
            raise Killed
        return path.name

    return work


def test_all_are_done() -> None:
    desk = Desk(lambda path, done: None)
    in_processes(name_but(""), PATHS, 2, desk)
    assert desk.results == {path: path.name for path in PATHS}
    assert Pool.made == [2]


@pytest.mark.parametrize("killer", ["a", "b", "d", "bc", "abcd"])
def test_only_files_that_kill_their_process_fail(killer: str) -> None:
    desk = Desk(lambda path, done: None)
    in_processes(name_but(killer), PATHS, 2, desk)
    failed = {path.name for path, one in desk.results.items() if isinstance(one, Failed)}
    assert failed == {*killer}
    assert desk.results.keys() == {*PATHS}
    assert 1 in Pool.made  # each suspect once more, alone


def test_a_stop_keeps_finished_files() -> None:
    def watch(path: Path, done: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    desk = Desk(watch)
    with pytest.raises(KeyboardInterrupt):
        in_processes(name_but(""), PATHS, 1, desk)
    assert 2 <= len(desk.results) < 4
