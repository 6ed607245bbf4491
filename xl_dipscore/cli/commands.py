"""Every command. `--help` shows their groups in this order."""

import sys
from io import TextIOWrapper

# isort: off
from xl_dipscore.cli import games, demo, formula, events, seat, workbooks, season, publish, exchange, hosts  # noqa: F401

# isort: on
from xl_dipscore.cli.app import MISUSED, app
from xl_dipscore.cli.words import check_words
from xl_dipscore.cli.writing import say
from xl_dipscore.errors import Faults

__all__ = ["app", "run"]


def run() -> None:
    """Run the command that is typed."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a pipe on Windows has not every player's letters
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        check_words(sys.argv[1:])
        app()
    except Faults as wrong:
        say(wrong.faults)
        sys.exit(MISUSED)
