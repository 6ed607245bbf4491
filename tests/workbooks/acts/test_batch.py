"""Many workbooks in one process: results in order, known results, and Ctrl-C."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from xl_dipscore.errors import Fault
from xl_dipscore.workbooks.acts import processes as others
from xl_dipscore.workbooks.acts.attempt import Failed
from xl_dipscore.workbooks.acts.batch import FILES_WORTH_A_PROCESS, _default_jobs, run_batch

PATHS = [Path(name) for name in ("a", "b", "c")]


class Wrong(Fault):
    """{what} is wrong."""


def name_but(wrong: str) -> Any:
    def work(path: Path) -> str:
        if path.name == wrong:
            raise Wrong(what=path.name)
        return path.name

    return work


def test_one_that_fails_leaves_the_others() -> None:
    done = run_batch(name_but("b"), PATHS)
    assert [*done.done] == PATHS
    assert done.results == {PATHS[0]: "a", PATHS[2]: "c"}
    assert done.failed_files == {PATHS[1]: Failed(("b is wrong.",))}
    assert (done.left, done.stopped) == ([], None)


def test_known_results_need_no_work_and_stay_in_order() -> None:
    worked: list[str] = []

    def work(path: Path) -> str:
        worked.append(path.name)
        return path.name

    done = run_batch(work, PATHS, known=lambda path: "known" if path.name == "c" else None)
    assert worked == ["a", "b"]
    assert [*done.done.items()] == [(PATHS[0], "a"), (PATHS[1], "b"), (PATHS[2], "known")]


def test_a_stop_keeps_what_is_done() -> None:
    def work(path: Path) -> str:
        if path.name == "b":
            raise KeyboardInterrupt
        return path.name

    done = run_batch(work, PATHS)
    assert done.done == {PATHS[0]: "a"}
    assert done.left == PATHS[1:]
    assert isinstance(done.stopped, KeyboardInterrupt)


def test_progress_is_told_at_the_begin_and_end_of_each() -> None:
    seen: list[tuple[str, int]] = []
    run_batch(name_but(""), PATHS[:2], watch=lambda path, done: seen.append((path.name, done)))
    assert seen == [("a", 0), ("a", 1), ("b", 1), ("b", 2)]


@pytest.mark.parametrize(
    ("jobs", "paths", "platform", "processes"),
    [
        (None, 3, "linux", 0),
        (2, 3, "linux", 2),
        (5, 3, "linux", 3),
        (2, 1, "linux", 0),
        (2, 3, "emscripten", 0),
    ],
)
def test_how_many_processes(
    jobs: int | None, paths: int, platform: str, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def in_processes(work: Any, waiting: Any, jobs: int, desk: Any) -> None:
        asked.append(jobs)

    monkeypatch.setattr(others, "in_processes", in_processes)
    monkeypatch.setattr(sys, "platform", platform)
    run_batch(name_but(""), PATHS[:paths], jobs=jobs)
    assert asked == ([processes] if processes else [])


def test_by_default_a_process_for_eight_files_and_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 1, 2}, raising=False)
    eight = FILES_WORTH_A_PROCESS
    assert [_default_jobs(files) for files in (0, 1, eight, 2 * eight - 1, 2 * eight, 9 * eight)] == [
        *(1, 1, 1, 1, 2, 3),
    ]
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert _default_jobs(9 * eight) == 1
