"""Being told to stop while the calculator computes.

Python raises what Ctrl-C means wherever it is just then. In what the calculator calls back, that would be
#VALUE! in a cell, and the program would go on.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def caught(keep: Callable[[BaseException], None]) -> Iterator[None]:
    """What a signal raises here goes to `keep`. Only the main thread of a program hears signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = {int(number): signal.getsignal(number) for number in signal.valid_signals()}
    handlers = {number: handler for number, handler in usual.items() if callable(handler)}

    def hear(number: int, frame: FrameType | None) -> None:
        try:
            handlers[number](number, frame)
        except BaseException as told:
            keep(told)

    try:
        for number in handlers:
            signal.signal(number, hear)
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
