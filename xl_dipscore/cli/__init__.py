"""dipscore: the same scores without a spreadsheet program. One file for each group of commands."""

import sys
from io import TextIOWrapper

from xl_dipscore.errors import Fault, Faults

__all__ = ["main"]


def main() -> None:
    """Run the command line; whatever is wrong with a call is a sentence, not a traceback."""
    # Here, for a process that `rebuild` starts imports this module too, and needs no commands.
    from xl_dipscore.cli.app import MISUSED
    from xl_dipscore.cli.commands import app
    from xl_dipscore.cli.stop import obey

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a pipe on Windows has not every player's letters
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    obey()
    try:
        app()
    except (Fault, Faults) as wrong:
        for fault in wrong.faults if isinstance(wrong, Faults) else [wrong]:
            print(fault, file=sys.stderr)
        sys.exit(MISUSED)
