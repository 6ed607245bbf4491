"""Puts a workbook in the place of another again and again, each time killed one step later.

Afterwards a new start writes it, and nothing may be left. A line for each: what the killed one left.
"""

import os
import signal
import sys
from pathlib import Path

from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.replace import keep_old

STEPS = ("open", "os.", "shutil.", "fcntl.")
path, fresh = map(Path, sys.argv[1:])
old, new = fresh.with_name("old.xlsx").read_bytes(), fresh.read_bytes()
cell = "Games", "D2"


def write() -> None:
    package = Package.read(path)
    package.check_writable()
    package.set_value(*cell, "changed")
    keep_old(path)
    package.write()


def started(steps: int) -> int:
    """How a program ended that was killed after so many."""
    if child := os.fork():
        return os.waitpid(child, 0)[1]
    left = [steps]

    def step(event: str, _: object) -> None:
        if event.startswith(STEPS):
            left[0] -= 1
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(step)
    write()
    os._exit(0)


def left_there() -> set[str]:
    kinds = {"old": path.read_bytes() == old, "new": Package.read(path).value(*cell) == "changed"}
    for found in {*path.parent.iterdir()} - {path}:
        kinds["temporary" if found.suffix == ".tmp" else "backup"] = True
        assert found.suffix == ".tmp" or found.read_bytes() == old
    return {kind for kind, so in kinds.items() if so}


steps, ended = 0, -1
while ended:
    steps += 1
    for found in path.parent.iterdir():
        found.unlink()
    path.write_bytes(old)
    ended = started(steps)
    assert ended in (0, signal.SIGKILL)
    print(*left_there(), flush=True)
    path.write_bytes(old)
    assert started(0) == 0
    assert left_there() == {"new", "backup"}
