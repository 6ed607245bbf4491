"""Handle signals that stop the command, from its first moment to its last.

Before the work begins, a signal ends the process, because there is nothing to clean up. During the work, a
signal raises an exception, so that open files are closed. This module imports little, to be ready early.
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
_handled: list[int] = []
"""The signals handled here. A signal that was ignored (under `nohup`) or had a handler is left alone."""
_working = False
_signal_in_import = 0
"""The number of a signal that came during an import, or 0."""


class StopSignal(KeyboardInterrupt):
    """A signal came while the command was working."""

    def __init__(self, number: int) -> None:
        self.number = number


def status_of(stopped: KeyboardInterrupt) -> int:
    """The exit status after a signal, by the convention of shells."""
    return 128 + getattr(stopped, "number", signal.SIGINT)


def listen() -> None:
    """Install handlers for the signals that stop the command."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
        number = getattr(signal, name, None)
        if number is None or signal.getsignal(number) not in (signal.SIG_DFL, signal.default_int_handler):
            continue
        try:
            signal.signal(number, _handle_signal)
        except ValueError:  # this is not the main thread, and only the main thread handles signals
            return
        _handled.append(number)
    sys.unraisablehook = _raise_lost_signal


def work(command: Callable[[], Any]) -> Any:
    """Run the command and return its result. Raises StopSignal if a signal comes meanwhile."""
    global _working
    _working = True
    try:
        return command()
    finally:
        _working = False
        if _signal_in_import:
            raise StopSignal(_signal_in_import)


def end() -> None:
    """Ignore further signals: the work is done, so the exit status must not change."""
    while _handled:
        signal.signal(_handled.pop(), signal.SIG_IGN)


def _handle_signal(number: int, frame: FrameType | None) -> None:
    global _signal_in_import
    while frame is not None and frame.f_code is not work.__code__:
        if _working and frame.f_code.co_filename.startswith("<frozen importlib"):
            # During an import, Python may replace an exception by another: repeat the signal later.
            _signal_in_import = number
            _thread.start_new_thread(_raise_later, (number,))
            return
        frame = frame.f_back
    _signal_in_import = 0
    if _working:
        raise StopSignal(number)
    try:
        os.write(2, f"{STOPPED}\n".encode())
    finally:  # the terminal may be gone
        os._exit(128 + number)


def _raise_lost_signal(lost: sys.UnraisableHookArgs) -> None:
    """Repeat a signal if its exception was lost: Python drops the exceptions that finalisers raise."""
    if isinstance(lost.exc_value, KeyboardInterrupt):
        _thread.start_new_thread(_raise_later, (status_of(lost.exc_value) - 128,))
    else:
        sys.__unraisablehook__(lost)


def _raise_later(number: int) -> None:
    time.sleep(0.02)
    signal.raise_signal(number)
