"""Signals that tell the command to stop, from its first moment to its last.

While the command starts, it is in the middle of nothing and leaves at once. While it works, an exception
tells it, so that open files are closed. This module imports little, so that signals are heard early.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

STOPPED = "Stopped before the end; no file is half-written."
_heard: list[int] = []
"""The signals that are heard, and none that somebody else takes or ignores, as `nohup` wants it."""
_working = False


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


def end() -> None:
    """Hear nothing more: everything is done, so that the exit status stands."""
    while _heard:
        signal.signal(_heard.pop(), signal.SIG_IGN)


def _hear(number: int, _: object) -> None:
    if _working:
        raise Told(number)
    try:
        os.write(2, f"{STOPPED}\n".encode())
    finally:  # its terminal may be gone
        os._exit(128 + number)


def _tell_again(lost: sys.UnraisableHookArgs) -> None:
    """Where Python cleans up, an exception is printed and forgotten: the signal comes again after that."""
    if isinstance(lost.exc_value, KeyboardInterrupt):
        import threading

        threading.Timer(0.05, os.kill, (os.getpid(), status_of(lost.exc_value) - 128)).start()
    else:
        sys.__unraisablehook__(lost)
