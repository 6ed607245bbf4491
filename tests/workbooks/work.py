"""Work for other processes, which import it from here."""

import os
import time
from pathlib import Path
from typing import Any

from xl_dipscore.workbooks.acts.rebuild import Order, Report, rebuild_with_order


def length(path: Path) -> int:
    """Breaks down, raises or counts, as the file's name says."""
    if "dies" in path.name:
        os._exit(9)
    if "raises" in path.name:
        raise RuntimeError("no such thing")
    return len(path.read_bytes())


def sleeps(path: Path) -> None:
    """Says that it has begun, and is busy for longer than any test."""
    path.write_text("begun")
    time.sleep(600)


def rebuilds(path: Path, order: Order) -> Report:
    """Rebuild a file as the command does; a file whose name says so waits for a file `go` beside it."""
    while path.name.startswith("waits") and not path.with_name("go").exists():
        time.sleep(0.01)
    return rebuild_with_order(path, order)


class Dies:
    """Work whose process dies before it begins."""

    def __reduce__(self) -> Any:
        return os._exit, (9,)

    def __call__(self, path: Path) -> None: ...


class NeverBegins:
    """Work whose process never begins."""

    def __reduce__(self) -> Any:
        return time.sleep, (600,)

    def __call__(self, path: Path) -> None: ...


class BeginsOnce(NeverBegins):
    """Work on which only one process begins, and the others never do."""

    def __init__(self, taken: Path) -> None:
        self._taken = taken

    def __reduce__(self) -> Any:
        return _begin_once, (self._taken,)


def _begin_once(taken: Path) -> Any:
    try:
        taken.mkdir()
    except FileExistsError:
        time.sleep(600)
    return length
