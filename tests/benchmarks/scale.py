"""How `dipscore rebuild` of a season grows with its workbooks: time and memory of one, by their number.

    python -m tests.benchmarks.scale [WORKBOOKS ...] [--dask]

Each workbook is made by chance and has scores to compute, none of them remembered. `--jobs 1`, `--jobs 2`,
and with --dask a cluster of two local workers. Then one process of two is killed halfway, with --dask also
one worker of two, and the folder of the workbooks vanishes for a minute halfway, as a network drive does. By
hand: 10,000 workbooks take more than an hour.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks import rebuild
from tests.benchmarks.command import DIPSCORE, Spent, spent
from xl_dipscore.sheets.xlsx.package import Package

SOURCES = 10
"""Different workbooks that are made; the season consists of their copies, each with one count of its own."""
SCORED = "F2"


def make_season(folder: Path, number: int, sources: Sequence[Path]) -> None:
    """Fill an empty folder with workbooks without values."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for place in range(number):
        shutil.copy(sources[place % len(sources)], folder / f"{place:05}.xlsx")


def is_done(path: Path) -> bool:
    return Package.read(path).value("Games", SCORED) is not None


def season(folder: Path, number: int, sources: Sequence[Path], options: Sequence[object]) -> Spent:
    make_season(folder, number, sources)
    cost = spent([*DIPSCORE, "rebuild", folder, *options], XDG_CACHE_HOME=os.devnull)
    assert all(map(is_done, folder.iterdir())), f"rebuild {options} left workbooks without scores"
    return cost


def report(work: str, number: int, cost: Spent) -> None:
    each = 1000 * cost.cpu / number, 1000 * cost.clock / number
    print(f"{number:8,} {work:28}{each[0]:12.0f}{each[1]:12.0f}{cost.memory:10.0f}", flush=True)


class Cluster(NamedTuple):
    """The address of a Dask cluster, and the processes of its workers."""

    address: str
    workers: list[int]


@contextmanager
def two_workers() -> Iterator[Cluster]:
    """A Dask cluster of two local processes, which remember no workbooks."""
    from distributed import Client, LocalCluster

    nothing = {"XDG_CACHE_HOME": os.devnull}
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, env=nothing) as cluster:
        with Client(cluster) as client:
            workers = [*client.run(os.getpid).values()]
        yield Cluster(cluster.scheduler_address, workers)


def begin(folder: Path, *options: object) -> subprocess.Popen[str]:
    """Start a rebuild, and return when about half of the workbooks have scores."""
    running = subprocess.Popen(
        [*map(str, DIPSCORE), "rebuild", str(folder), *map(str, options)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "XDG_CACHE_HOME": os.devnull},
    )
    files = sorted(folder.iterdir())[::5]
    while running.poll() is None and sum(map(is_done, files)) < len(files) / 2:
        time.sleep(0.1)
    return running


def children(pid: int) -> list[int]:
    """The processes that a process has started; only on Linux."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [*map(int, listed.split())]


def finish(what: str, running: subprocess.Popen[str], folder: Path) -> None:
    """Print how an interrupted rebuild ended, and what a second one costs."""
    said, _ = running.communicate()
    done = sum(map(is_done, folder.iterdir()))
    print(f"{what}: ended with {running.returncode}; {done} of {len([*folder.iterdir()])} workbooks done")
    print(*said.splitlines()[-2:], sep="\n")
    again = spent([*DIPSCORE, "rebuild", folder, "--jobs", 1], XDG_CACHE_HOME=os.devnull)
    done = sum(map(is_done, folder.iterdir()))
    print(f"  once more: {done} done after {again.cpu:.1f} s of processor time", flush=True)


def kill_one(folder: Path) -> None:
    running = begin(folder, "--jobs", 2)
    for process in children(running.pid)[-1:]:
        os.kill(process, signal.SIGKILL)
    finish("a process killed", running, folder)


def kill_worker(folder: Path) -> None:
    with two_workers() as cluster:
        running = begin(folder, "--dask", cluster.address)
        os.kill(cluster.workers[0], signal.SIGKILL)
        finish("a Dask worker killed", running, folder)


def vanish(folder: Path, seconds: float) -> None:
    running = begin(folder, "--jobs", 1)
    away = folder.with_name("away")
    folder.rename(away)
    time.sleep(seconds)
    away.rename(folder)
    finish(f"the folder away for {seconds:g} s", running, folder)


def main(words: list[str]) -> None:
    numbers = [int(word) for word in words if word.isdigit()] or [100, 300, 1000]
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        sources = [top / f"source {seed}.xlsx" for seed in range(SOURCES)]
        for seed, path in enumerate(sources):
            rebuild.make(path, seed)
        print(f"{'':8} {'milliseconds of a workbook':28}{'processor':>12}{'clock':>12}{'MB':>10}")
        for number in numbers:
            for jobs in (1, 2):
                report(f"--jobs {jobs}", number, season(top / "season", number, sources, ("--jobs", jobs)))
            if "--dask" in words:
                with two_workers() as cluster:
                    cost = season(top / "season", number, sources, ("--dask", cluster.address))
                    report("--dask (the client alone)", number, cost)
        interrupts = [kill_one, *([kill_worker] if "--dask" in words else []), partial(vanish, seconds=60)]
        for interrupt in interrupts:
            make_season(top / "season", 100, sources)
            interrupt(top / "season")


if __name__ == "__main__":
    main(sys.argv[1:])
