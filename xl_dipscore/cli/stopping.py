"""Signals that tell the command to stop, from its first moment to its last.

While the command starts, it is in the middle of nothing and leaves at once. While it works, an exception
tells it, so that open files are closed. This module imports little, so that signals are heard early.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any

STOPPED = "Stopped before the end; no file is half-written."
_heard: list[int] = []
"""The signals that are heard, and none that somebody else takes or ignores, as `nohup` wants it."""
_working = False
_waiting = 0
"""A signal that came in the middle of an import."""


class Told(KeyboardInterrupt):
    """A signal, while the command works."""

    def __init__(self, number: int) -> None:
        self.number = number


def status_of(told: KeyboardInterrupt) -> int:
    """The exit status of a program that the signal ended, as shells have it."""
    return 128 + getattr(told, "number", signal.SIGINT)


def listen() -> None:
    """Hear the signals; the command leaves when one comes."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
        number = getattr(signal, name, None)
        if number is None or signal.getsignal(number) not in (signal.SIG_DFL, signal.default_int_handler):
            continue
        try:
            signal.signal(number, _hear)
        except ValueError:  # in a thread, which hears none
            return
        _heard.append(number)
    sys.unraisablehook = _tell_again


def work(command: Callable[[], Any]) -> Any:
    """What the command gives. Raises Told when a signal comes meanwhile."""
    global _working
    _working = True
    try:
        return command()
    finally:
        _working = False
        if _waiting:
            raise Told(_waiting)


def end() -> None:
    """Hear nothing more: everything is done, so that the exit status stands."""
    while _heard:
        signal.signal(_heard.pop(), signal.SIG_IGN)


def _hear(number: int, frame: FrameType | None) -> None:
    global _waiting
    while frame is not None and frame.f_code is not work.__code__:
        if _working and frame.f_code.co_filename.startswith("<frozen importlib"):
            # Python makes another exception of one in the middle of an import.
            _waiting = number
            _thread.start_new_thread(_tell_later, (number,))
            return
        frame = frame.f_back
    _waiting = 0
    if _working:
        raise Told(number)
    try:
        os.write(2, f"{STOPPED}\n".encode())
    finally:  # its terminal may be gone
        os._exit(128 + number)


def _tell_again(lost: sys.UnraisableHookArgs) -> None:
    """Where Python cleans up, an exception is printed and forgotten."""
    if isinstance(lost.exc_value, KeyboardInterrupt):
        _thread.start_new_thread(_tell_later, (status_of(lost.exc_value) - 128,))
    else:
        sys.__unraisablehook__(lost)


def _tell_later(number: int) -> None:
    time.sleep(0.02)
    signal.raise_signal(number)
