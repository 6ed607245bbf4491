"""Start the program: import only the file of the command that was typed.

`commands.tsv`, which `.ci/regenerate` writes, has the file, name, group and help of each command.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Callable, Sequence
from copy import copy
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path

from xl_dipscore import __version__

COMMANDS = Path(__file__).with_name("commands.tsv")
_MANY_OBJECTS = 50_000
"""How many new objects make Python look for cycles of references. Modules and games form hardly any."""

# Python looks for cycles among all objects once more before it ends, though memory is freed at once then.
atexit.register(gc.freeze)


def run_command_line() -> None:
    """Run the command that was typed. If it raises Faults, print them and exit with the status MISUSED."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(
            stream, TextIOWrapper
        ):  # a pipe's encoding on Windows lacks letters of some players' names
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    gc.set_threshold(_MANY_OBJECTS)
    words = sys.argv[1:]
    if words == ["--version"]:
        print(__version__)
        sys.exit()
    from xl_dipscore.cli.app import COMPLETE
    from xl_dipscore.cli.words import check_words
    from xl_dipscore.errors import Faults

    try:
        check_words(words)
        if COMPLETE in os.environ:
            words = words_to_complete()
        program_for(words)(complete_var=COMPLETE)
    except Faults as wrong:
        from xl_dipscore.cli.app import MISUSED
        from xl_dipscore.cli.writing import print_faults

        print_faults(wrong.faults)
        sys.exit(MISUSED)


def words_to_complete() -> list[str]:
    """The command that is typed in a shell which asks for completions; nothing if it is not complete."""
    from typer.completion import completion_init  # type: ignore[attr-defined]

    completion_init()
    typed = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")
    return [name for name in typed.split()[1:2] if any(name == line[1] for line in lines_of_commands())]


def lines_of_commands() -> list[list[str]]:
    """The cells of commands.tsv: file, name, group and help of each command."""
    return [line.split("\t") for line in COMMANDS.read_text("utf-8").splitlines()]


def program_for(words: Sequence[str]) -> Callable[..., object]:
    """Build a program with only the command that these words call.

    For an option such as `--help`, or without words, the program has only a line of help for each command. If
    commands.tsv lacks the command, the program has all commands.
    """
    from typer.main import get_group
    from typer.models import CommandInfo

    from xl_dipscore.cli.app import app, name_of

    lines = lines_of_commands()
    small = copy(app)
    if not words or words[0].startswith("-"):
        small.registered_commands = [
            CommandInfo(name, callback=do_nothing, help=help_, rich_help_panel=panel)
            for _, name, panel, help_ in lines
        ]
        return get_group(small)
    for module in {file for file, name, *_ in lines if name == words[0]}:
        import_module(f"{__package__}.{module}")
    small.registered_commands = [one for one in app.registered_commands if name_of(one) == words[0]]
    small.registered_groups = [one for one in app.registered_groups if one.name == words[0]]
    if small.registered_commands or small.registered_groups:
        return get_group(small)
    from xl_dipscore.cli import commands

    return commands.app


def do_nothing() -> None:
    """Do nothing. A command that is only listed in the help needs some function."""
