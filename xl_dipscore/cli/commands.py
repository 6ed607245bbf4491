"""Every command. `--help` shows their groups in this order."""

import sys
from collections.abc import Callable, Sequence
from copy import copy
from io import TextIOWrapper

from typer.main import get_command_name, get_group
from typer.models import CommandInfo

# isort: off
from xl_dipscore.cli import new, games, demo, formula, events, seat, workbooks, season  # noqa: F401
from xl_dipscore.cli import publish, exchange, hosts  # noqa: F401

# isort: on
from xl_dipscore.cli.app import MISUSED, app
from xl_dipscore.cli.words import check_words
from xl_dipscore.cli.writing import print_faults
from xl_dipscore.errors import Faults

__all__ = ["app", "run_command_line"]


def program_for(words: Sequence[str]) -> Callable[[], object]:
    """Build the program with only the command that these words call, in a tenth of the time of all."""
    commands = [one for one in app.registered_commands if words[:1] == [_name(one)]]
    groups = [one for one in app.registered_groups if words[:1] == [one.name]]
    if not commands and not groups:
        return app
    small = copy(app)
    small.registered_commands, small.registered_groups = commands, groups
    return get_group(small)


def _name(command: CommandInfo) -> str:
    return command.name or get_command_name(getattr(command.callback, "__name__", ""))


def run_command_line() -> None:
    """Run the command that is typed."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a pipe on Windows has not every player's letters
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        check_words(sys.argv[1:])
        program_for(sys.argv[1:])()
    except Faults as wrong:
        print_faults(wrong.faults)
        sys.exit(MISUSED)
