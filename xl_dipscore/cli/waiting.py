"""Show the current step of a slow command in one line of the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import monotonic

from xl_dipscore.errors import watch_steps

PATIENCE, EVERY = 2.0, 0.5
"""Seconds before the line is shown for the first time, and seconds between its updates."""
_WIDTH = 78


class _Line:
    def __init__(self) -> None:
        self.ended = Event()
        self._step, self._shown = "", False
        self._start, self._lock = monotonic(), Lock()

    def tell(self, step: str) -> None:
        with self._lock:
            self._step = step
            if not step and self._shown:
                self._write("", "\r")  # the command's output replaces the line
                self._shown = False

    def draw(self) -> None:
        while not self.ended.wait(EVERY):
            with self._lock:
                seconds = monotonic() - self._start
                if self._step and seconds >= PATIENCE:
                    self._write(f"{self._step}: {seconds:.0f} s; Ctrl-C stops it")
                    self._shown = True

    def _write(self, text: str, end: str = "") -> None:
        print(f"\r{text[:_WIDTH]:{_WIDTH}}", end=end, file=sys.stderr, flush=True)


def can_draw() -> bool:
    """Is there a terminal, and can a thread draw on it? A browser's Python has no threads."""
    return sys.stderr.isatty() and sys.platform != "emscripten"


@contextmanager
def show_steps() -> Iterator[None]:
    """Show the current step on a terminal while a command is slow. Without a terminal, do nothing."""
    if not can_draw():
        yield
        return
    line = _Line()
    Thread(target=line.draw, daemon=True).start()
    try:
        with watch_steps(line.tell):
            yield
    finally:
        line.ended.set()
        line.tell("")
