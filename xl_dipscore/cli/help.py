"""Pages of help in plain text, with commands and options under headings.

Typer's own pages load rich, which takes longer than everything else that a short command does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from typer import BadParameter
from typer.core import TyperCommand, TyperGroup

from xl_dipscore.cli.words import fault_of_number
from xl_dipscore.errors import Faults, group_by_key

ARGUMENTS, OPTIONS, COMMANDS = "Arguments", "Options", "Commands"
"""Headings of parameters and commands without a heading of their own."""
Rows = Iterable[tuple[str, tuple[str, str]]]
"""Lines of a page: the heading above each line, then its word and the meaning of the word."""


VALUES = {"<str>": "TEXT", "<int>": "NUMBER", "<int range>": "NUMBER", "<path>": "PATH"}
"""What a person types after an option, in place of the words that programmers have for it."""


class PlainCommand(TyperCommand):
    """A command with a page of help in plain text, whose refused numbers are told in our words."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        typed = [*args]
        try:
            return super().parse_args(ctx, args)
        except BadParameter as refused:
            given, *_ = self.make_parser(ctx).parse_args(typed)
            found = (fault_of_number(one, given.get(one.name or "")) for one in self.get_params(ctx))
            faults = [fault for fault in found if fault is not None]
            raise Faults(faults) if faults else refused from None

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The words of the first line, without braces; dots follow an argument that may be repeated."""
        pieces = [self.options_metavar or ""]
        for parameter in self.get_params(ctx):
            more = "..." if getattr(parameter, "nargs", 1) == -1 else ""
            words = (re.sub(r"[{}]|\.\.\.$", "", piece) for piece in parameter.get_usage_pieces(ctx))
            pieces += [word + more for word in words]
        return pieces

    def format_options(self, ctx: Any, formatter: Any) -> None:
        write_sections(formatter, rows_of_parameters(self, ctx))


class PlainGroup(TyperGroup):
    """A group of commands with a page of help in plain text. Commands come first, then options."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        write_sections(formatter, [*self.rows_of_commands(ctx), *rows_of_parameters(self, ctx)])

    def rows_of_commands(self, ctx: Any) -> Iterator[tuple[str, tuple[str, str]]]:
        """Each command, with the first paragraph of its help."""
        for name in self.list_commands(ctx):
            command: Any = self.get_command(ctx, name)
            first, *_ = (command.help or "").split("\n\n")
            yield command.rich_help_panel or COMMANDS, (name, " ".join(first.split()))


def rows_of_parameters(command: Any, ctx: Any) -> Iterator[tuple[str, tuple[str, str]]]:
    """Each argument and option of a command, with its help."""
    for parameter in command.get_params(ctx):
        if row := parameter.get_help_record(ctx):
            usual = ARGUMENTS if parameter.param_type_name == "argument" else OPTIONS
            word, meaning = row
            for theirs, ours in VALUES.items():
                word = word.replace(theirs, ours)
            yield getattr(parameter, "rich_help_panel", None) or usual, (word, meaning)


def write_sections(formatter: Any, rows: Rows) -> None:
    """Write the lines below their headings, the headings in the order of their first lines."""
    for heading, its in group_by_key(rows).items():
        formatter.write_paragraph()
        formatter.write(f"{heading}\n")
        with formatter.indentation():
            formatter.write_dl(its)
