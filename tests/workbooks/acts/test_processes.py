"""Several processes, with workers in this process in place of them: deaths, late starts, and Ctrl-C."""

from pathlib import Path
from typing import Any

import pytest

from xl_dipscore.workbooks.acts import processes
from xl_dipscore.workbooks.acts.attempt import Desk, Failed
from xl_dipscore.workbooks.acts.processes import in_processes

PATHS = [Path(name) for name in "abcd"]


class Killed(Exception):
    """The work kills its process."""


class Worker:
    """Works when it is asked for a result. `never` of them die at once, `late` of them do not begin."""

    made = never = late = 0
    refused: OSError | None = None

    def __init__(self, work: Any) -> None:
        if Worker.refused is not None:
            raise Worker.refused
        Worker.made += 1
        self.pipe, self.path, self.begun, self.work = self, None, False, work
        self.number, self.given = Worker.made, None
        self.closed = False

    def recv(self) -> Any:
        if not self.begun:
            if self.number <= Worker.never:
                raise EOFError
            return None
        path, self.given = self.given, None
        try:
            return self.work(path)
        except Killed:
            raise EOFError from None

    def send(self, path: Path) -> None:
        self.given = path  # type: ignore[assignment]

    def is_late(self) -> bool:
        return not self.begun and self.number <= Worker.late

    def close(self) -> None:
        self.closed = True


@pytest.fixture(autouse=True)
def _workers(monkeypatch: pytest.MonkeyPatch) -> None:
    def wait(pipes: list[Worker], timeout: float) -> list[Worker]:
        return [one for one in pipes if one.given or not (one.begun or one.is_late())]

    monkeypatch.setattr(processes, "_Worker", Worker)
    monkeypatch.setattr(processes, "wait", wait)
    for name, value in (("made", 0), ("never", 0), ("late", 0), ("refused", None)):
        monkeypatch.setattr(Worker, name, value)


def name_but(killer: str) -> Any:
    def work(path: Path) -> str:
        if path.name in killer:
            raise Killed
        return path.name

    return work


def worked(killer: str = "", jobs: int = 2) -> dict[str, Any]:
    desk = Desk(lambda path, done: None)
    in_processes(name_but(killer), PATHS, jobs, desk)
    return {path.name: one for path, one in desk.results.items()}


def test_all_are_done_by_as_many_as_asked() -> None:
    assert worked() == {name: name for name in "abcd"}
    assert Worker.made == 2


@pytest.mark.parametrize("killer", ["a", "b", "d", "bc", "abcd"])
def test_only_files_that_kill_their_process_fail(killer: str) -> None:
    found = worked(killer)
    assert found.keys() == {*"abcd"}
    assert {name for name, one in found.items() if isinstance(one, Failed)} == {*killer}
    assert "died" in found[killer[0]].sentences[0]


def test_a_file_that_died_beside_another_is_tried_again_alone() -> None:
    tries: list[str] = []

    def work(path: Path) -> str:
        tries.append(path.name)
        if path.name == "b" and tries.count("b") == 1:
            raise Killed
        return path.name

    desk = Desk(lambda path, done: None)
    in_processes(work, PATHS, 2, desk)
    assert desk.results == {path: path.name for path in PATHS}
    assert sorted(tries) == [*"abbcd"]


def test_one_that_begins_does_the_work_of_those_that_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    for what in ("never", "late"):
        monkeypatch.setattr(Worker, "made", 0)
        monkeypatch.setattr(Worker, what, 2)
        assert worked(jobs=3) == {name: name for name in "abcd"}
        monkeypatch.setattr(Worker, what, 0)


@pytest.mark.parametrize("what", ["never", "late", "refused"])
def test_without_any_process_each_file_has_a_sentence(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Worker, what, OSError("no memory") if what == "refused" else 9)
    found = worked()
    assert found.keys() == {*"abcd"}
    assert all("no process for it could begin" in one.sentences[0] for one in found.values())


def test_a_stop_finishes_the_files_in_hand_and_no_others() -> None:
    def watch(path: Path, done: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    desk = Desk(watch)
    with pytest.raises(KeyboardInterrupt):
        in_processes(name_but(""), PATHS, 1, desk)
    assert 1 <= len(desk.results) < 4
