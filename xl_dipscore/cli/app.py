"""The program itself, and the words that several of its commands take.

A command imports what only it needs when it is called: most of the time of a short command is its start.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import typer
from typer.core import TyperGroup

from xl_dipscore import __version__
from xl_dipscore.errors import Fault

OK, FAULTY, MISUSED = 0, 1, 2
F = TypeVar("F", bound=Callable[..., Any])


class Stopped(Fault):
    """Stopped before the end; no file is half-written."""


class _Program(TyperGroup):
    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as told:
            with suppress(OSError):  # its terminal may be gone
                print(Stopped(), file=sys.stderr)
            # The status of a program that the signal ended.
            raise typer.Exit(128 + getattr(told, "number", signal.SIGINT)) from None


app = typer.Typer(
    cls=_Program,
    help="Score tournaments of the board game Diplomacy.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def group(name: str) -> Callable[..., Callable[[F], F]]:
    """What declares the commands of a group, under whose name `--help` shows them."""
    return partial(app.command, rich_help_panel=name)


SystemName = Annotated[str, typer.Argument(metavar="SYSTEM", help="A scoring system's key, such as DCC.")]
GamesFile = Annotated[Path, typer.Argument(metavar="GAMES.CSV", help="Games, one row per player per game.")]
Setting = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="An option of the system; may be repeated."),
]
Rounds = Annotated[
    int | None,
    typer.Option(min=1, help="The event's planned number of rounds; by default, the last one played."),
]
CombineRule = Annotated[
    str | None,
    typer.Option(
        "--combine", help="How rounds make a total, such as best 2; by default, the system's own rule."
    ),
]
TieBreaks = Annotated[
    str | None,
    typer.Option(
        "--tiebreak", help="What separates equal totals, such as msd,wins; by default, the system's own."
    ),
]
DoublePlay = Annotated[
    str | None, typer.Option("--double", help="best or sum: how two boards in one round count.")
]
FormatName = Annotated[
    str | None,
    typer.Option(
        "--format", help="league, final, top-board or top-places; a round called Final means final."
    ),
]
Groups = Annotated[
    bool,
    typer.Option(
        "--groups", help="Keep the last round's boards in groups of their own, below the Top board."
    ),
]
Provisional = Annotated[
    bool,
    typer.Option("--provisional", help="Value a solo before the event is over, from the results so far."),
]
Decimals = Annotated[
    int | None, typer.Option(help="Round each score to this many decimal places before adding it.")
]
MinRounds = Annotated[
    int | None, typer.Option("--min-rounds", help="The fewest rounds a player needs for a rank.")
]
TeamRuleName = Annotated[
    str | None,
    typer.Option(
        "--team-rule",
        help="How scores make a team's: sum, best 5, mean ... alone, per round or of totals; usually sum.",
    ),
]
TeamSize = Annotated[
    int | None, typer.Option("--team-size", help="The members of a team; by default, any number.")
]
TeamMissing = Annotated[
    str | None,
    typer.Option(
        "--team-missing",
        help="What each member counts that a team has too few: nothing, lowest or mean, of the round.",
    ),
]
TeamRounds = Annotated[
    str | None,
    typer.Option("--team-rounds", help="The rounds that count for teams, such as 2 or 1,3; by default, all."),
]
Output = Annotated[Path | None, typer.Option("-o", "--output", help="Write to this file.")]
Show = Annotated[bool, typer.Option("--show", help="Print a table for reading instead of CSV.")]
Jobs = Annotated[
    int | None, typer.Option(min=1, help="How many processes to use; by default, one for each core.")
]
Who = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Who did it, for the sheet Log; by default, nobody's name."),
]
NoLog = Annotated[bool, typer.Option("--no-log", help="Put nothing on the sheet Log.")]
EngineName = Annotated[
    Literal["auto", "python", "libreoffice"],
    typer.Option(help="What computes your own formulas; auto is python, and LibreOffice for the rest."),
]


@app.callback(invoke_without_command=True)
def dipscore(
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """Score tournaments of the board game Diplomacy."""
    if version:
        print(__version__)
        raise typer.Exit(OK)
