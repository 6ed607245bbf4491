"""How `dipscore rebuild` of a season grows with its workbooks: time and memory, by their number.

    python -m tests.benchmarks.scale [WORKBOOKS ...] [--boards N] [--interrupt WORKBOOKS] [--dask]

Each workbook is made by chance, has N boards (60 by default), and no other is the same. Its scores are
computed by `--jobs 1`, by `--jobs 2` (which remembers them for a second run with nothing to do), and with
--dask by a cluster of two local workers. Memory is that of the command itself, without its processes and
workers, after each tenth of its time. Then, in a season of 100 workbooks or as many as --interrupt says, one
process of two is killed halfway, and all of them; with --dask also one worker of two; and the folder of the
workbooks vanishes for a minute halfway, as a network drive does. By hand: 10,000 workbooks of 3 boards take
half an hour on two idle cores, of 60 boards a few hours.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks import rebuild
from tests.benchmarks.command import DIPSCORE, spent
from xl_dipscore.sheets.xlsx.package import Package

SOURCES = 10
"""Different workbooks that are made. The season consists of their copies, each with another first player."""
SCORED = "F2"
TENTHS = 10
SAID = "said.txt"
"""The file beside the season that gets what the command says."""


def make_season(folder: Path, number: int, sources: Sequence[Path]) -> None:
    """Fill an empty folder with workbooks without values."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for place in range(number):
        package = Package.read(sources[place % len(sources)])
        package.set_value("Games", "D2", f"Guest {place}")
        package.write(folder / f"{place:05}.xlsx")


def is_done(path: Path) -> bool:
    return Package.read(path).value("Games", SCORED) is not None


class Watched(NamedTuple):
    """The cost of a command: seconds; megabytes of its first process after each tenth of its time."""

    cpu: float
    clock: float
    memory: Sequence[float]


def watched(folder: Path, options: Sequence[object], cache: Path | str) -> Watched:
    """Rebuild a season, and watch the memory of the command meanwhile."""
    running = start(folder, *options, cache=cache)
    started, seen = time.perf_counter(), [0.0]
    status = Path(f"/proc/{running.pid}/status")
    while (found := os.wait4(running.pid, os.WNOHANG))[0] == 0:
        with suppress(OSError):
            told = re.search(r"VmRSS:\s*(\d+)", status.read_text(encoding="ascii"))
            seen += [int(told[1]) / 1024] if told else []
        time.sleep(0.05)
    clock, usage = time.perf_counter() - started, found[2]
    running.returncode = os.waitstatus_to_exitcode(found[1])
    assert running.returncode == 0, f"rebuild {options} ended with {running.returncode}"
    tenths = [seen[len(seen) * part // TENTHS - 1] for part in range(1, TENTHS)]
    return Watched(usage.ru_utime + usage.ru_stime, clock, [*tenths, max(seen)])


def report(work: str, folder: Path, options: Sequence[object], cache: Path | str = os.devnull) -> None:
    cost = watched(folder, options, cache)
    number = len(files := [*folder.iterdir()])
    assert all(map(is_done, files)), f"rebuild {options} left workbooks without scores"
    each = 1000 * cost.cpu / number, 1000 * cost.clock / number
    grown = " ".join(f"{size:.0f}" for size in cost.memory)
    print(f"{number:8,} {work:28}{each[0]:12.1f}{each[1]:12.1f}  {grown}", flush=True)


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


def start(folder: Path, *options: object, cache: Path | str = os.devnull) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*map(str, DIPSCORE), "rebuild", str(folder), *map(str, options)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=(folder.parent / SAID).open("w", encoding="utf-8"),
        text=True,
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
    )


def begin(folder: Path, *options: object) -> subprocess.Popen[str]:
    """Start a rebuild, and return when about half of the workbooks have scores."""
    running = start(folder, *options)
    files = sorted(folder.iterdir())
    while running.poll() is None and not is_done(files[len(files) // 2]):
        time.sleep(0.1)
    return running


def children(pid: int) -> list[int]:
    """The processes that a process has started; only on Linux."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [*map(int, listed.split())]


def finish(what: str, running: subprocess.Popen[str], folder: Path) -> None:
    """Print how an interrupted rebuild ended, and what a second one costs."""
    running.wait()
    files = [*folder.iterdir()]
    done = sum(map(is_done, files))
    print(f"{what}: ended with {running.returncode}; {done} of {len(files)} workbooks done")
    print(*(folder.parent / SAID).read_text(encoding="utf-8").splitlines()[-2:], sep="\n")
    again = spent([*DIPSCORE, "rebuild", folder, "--jobs", 2], XDG_CACHE_HOME=os.devnull)
    done = sum(map(is_done, files))
    print(f"  once more: {done} done after {again.cpu:.1f} s of processor time", flush=True)


def kill_one(folder: Path) -> None:
    running = begin(folder, "--jobs", 2)
    for process in children(running.pid)[-1:]:
        os.kill(process, signal.SIGKILL)
    finish("a process killed", running, folder)


def kill_all(folder: Path) -> None:
    running = begin(folder, "--jobs", 2)
    running.kill()
    finish("the command killed", running, folder)


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
    asking = argparse.ArgumentParser()
    asking.add_argument("workbooks", type=int, nargs="*", default=[100, 300, 1000])
    asking.add_argument("--boards", type=int, default=rebuild.BOARDS)
    asking.add_argument("--interrupt", type=int, default=100)
    asking.add_argument("--dask", action="store_true")
    asked = asking.parse_args(words)
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        season = top / "season"
        sources = [top / f"source {seed}.xlsx" for seed in range(SOURCES)]
        for seed, path in enumerate(sources):
            rebuild.make(path, seed, asked.boards)
        print(f"{'':8} {'milliseconds of a workbook':28}{'processor':>12}{'clock':>12}  MB")
        for number in asked.workbooks:
            make_season(season, number, sources)
            report("--jobs 1", season, ("--jobs", 1))
            make_season(season, number, sources)
            report("--jobs 2", season, ("--jobs", 2), top / "cache")
            report("nothing to do", season, (), top / "cache")
            shutil.rmtree(top / "cache")
            if asked.dask:
                make_season(season, number, sources)
                with two_workers() as cluster:
                    report("--dask (the client alone)", season, ("--dask", cluster.address))
        if not asked.interrupt:
            return
        interrupts: list[Callable[[Path], None]] = [kill_one, kill_all, partial(vanish, seconds=60)]
        for interrupt in [*interrupts, *([kill_worker] if asked.dask else [])]:
            make_season(season, asked.interrupt, sources)
            interrupt(season)


if __name__ == "__main__":
    main(sys.argv[1:])
