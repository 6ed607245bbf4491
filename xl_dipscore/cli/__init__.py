"""dipscore: the same scores without a spreadsheet program. One file for each group of commands."""

import signal
import sys
import threading
from io import TextIOWrapper
from typing import NoReturn

from xl_dipscore.errors import Faults

__all__ = ["main"]


def main() -> None:
    """Run the command line; whatever is wrong with a call is a sentence, not a traceback."""
    # Here, for a process that `rebuild` starts imports this module too, and needs no commands.
    from xl_dipscore.cli.app import MISUSED
    from xl_dipscore.cli.commands import app

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a pipe on Windows has not every player's letters
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    _obey()
    try:
        app()
    except Faults as wrong:
        for fault in wrong.faults:
            print(fault, file=sys.stderr)
        sys.exit(MISUSED)


class Told(KeyboardInterrupt):
    """A signal, taken as Ctrl-C is."""

    def __init__(self, number: int) -> None:
        self.number = number


def _obey() -> None:
    """Let what would end this program at once stop it as Ctrl-C does; `nohup` keeps it deaf."""
    if threading.current_thread() is not threading.main_thread():
        return
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)


def _stop(number: int, _: object) -> NoReturn:
    raise Told(number)
