"""Being told to stop: by Ctrl-C, by the system, by a terminal that is closed."""

import signal
import threading
from typing import NoReturn


class Told(KeyboardInterrupt):
    """A signal, taken as Ctrl-C is."""

    def __init__(self, number: int) -> None:
        self.number = number


def obey() -> None:
    """Let what would end this program at once stop it as Ctrl-C does; `nohup` keeps it deaf."""
    if threading.current_thread() is not threading.main_thread():
        return
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)


def _stop(number: int, _: object) -> NoReturn:
    raise Told(number)
