"""Commands about events: standings, and who qualifies."""

from __future__ import annotations

import re
import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from xl_dipscore.board import count_of
from xl_dipscore.cli.app import (
    FAULTY,
    OK,
    CombineRule,
    DoublePlay,
    GamesFile,
    MinRounds,
    Output,
    Rounds,
    Setting,
    SystemName,
    TieBreaks,
    group,
)
from xl_dipscore.errors import Faults
from xl_dipscore.system import System, find, systems

if TYPE_CHECKING:
    from xl_dipscore.tournament import Standings

command = group("Events")


@command("standings")
def standings_(
    system: SystemName,
    games: GamesFile,
    rounds: Rounds = None,
    combine: CombineRule = None,
    tiebreak: TieBreaks = None,
    format_: Annotated[
        str | None,
        typer.Option("--format", help="league, final or top-board; a round called Final means final."),
    ] = None,
    groups: Annotated[
        bool,
        typer.Option("--groups", help="With top-board, keep the last round's boards in separate groups."),
    ] = False,
    double: DoublePlay = None,
    provisional: Annotated[
        bool,
        typer.Option("--provisional", help="Value a solo before the event is over, from the results so far."),
    ] = False,
    min_rounds: MinRounds = None,
    decimals: Annotated[
        int | None, typer.Option(help="Round each score to this many decimal places before adding it.")
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Print a table for reading instead of CSV.")] = False,
    settings: Setting = None,
    output: Output = None,
) -> None:
    """The event's table: rank, player, total, the score of each round, and the tie-breaks."""
    from xl_dipscore.cli.reading import event_in, refuse
    from xl_dipscore.cli.writing import csv_cell, finish, say
    from xl_dipscore.tournament import standings

    known = find(system)
    typed = {
        "rounds": rounds, "combine": combine, "tiebreak": tiebreak, "format": format_,
        "groups": groups or None,
        "double": double, "provisional": provisional or None, "min rounds": min_rounds, "decimals": decimals,
    }  # fmt: skip
    listed, chosen = event_in(known, games, typed, settings)
    try:
        table = standings(known, listed.games, chosen.settings, chosen.parameters)
    except Faults as refused:
        refuse(listed, refused)
    faults = [*listed.strays, *table.faults]
    for note in table.notes:
        print(f"Note: {note}", file=sys.stderr)
    if show:
        _show_standings(known, table)
        if output is None:
            say(faults)
            raise typer.Exit(FAULTY if faults else OK)
    header, *lines = table.table()
    named = [name if re.fullmatch(r"R\d+|Final", str(name)) else str(name).casefold() for name in header]
    finish([named, *([csv_cell(cell) for cell in line] for line in lines)], output, faults)


def _show_standings(system: System, table: Standings) -> None:
    """The standings as a table to read; a score that a director typed has a star."""
    from rich.table import Table

    from xl_dipscore.cli.writing import stdout
    from xl_dipscore.points import text

    header, *lines = table.table()
    shown = Table(title=f"{system.name}, {table.rule}", title_justify="left")
    for name in header:
        shown.add_column(str(name), justify="left" if name in ("Player", "Counted") else "right")
    starred = False
    for row, line in zip(table.rows, lines, strict=True):
        cells = [
            text(cell) if isinstance(cell, Fraction) else str("" if cell is None else cell) for cell in line
        ]
        for i, round_ in enumerate(table.rounds):
            if round_ in row.overridden:
                cells[3 + i] += "*"
                starred = True
        shown.add_row(*cells)
    out = stdout()
    out.print(shown)
    if starred:
        out.print("* typed by the director", highlight=False)


@command()
def compare(
    games: GamesFile,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="SYSTEM", help="Systems to compare; by default, all of them."),
    ] = None,
    output: Output = None,
) -> None:
    """Each player's rank under each system, by its own rules; sorted by the first one."""
    from xl_dipscore.cli.reading import games_in, refuse, rows_of
    from xl_dipscore.cli.writing import csv_cell, finish
    from xl_dipscore.functions import own_standings
    from xl_dipscore.tournament import side_by_side

    chosen = [find(name) for name in names] if names else list(systems())
    rows = rows_of(games)
    listings = {fewer: games_in(rows, games, fewer=fewer) for fewer in {one.fewer for one in chosen}}
    listed = listings[min(listings)]
    tables: list[Standings | str] = []
    for system in chosen:
        try:
            tables.append(table := own_standings(system, listings[system.fewer]))
        except Faults as refused:
            if any(fault.place for fault in refused.faults):
                refuse(listed, refused)
            tables.append(refused.cell)
            print(f"Note: {refused}", file=sys.stderr)
            continue
        left_out = [one.faults[0] for one in table.scored if one.faults and one.game.board is not None]
        if left_out:
            boards = count_of(len(left_out), "board")
            print(f"Note: {system.key} leaves out {boards}, the first: {left_out[0]}", file=sys.stderr)
    header = ["player", *(system.key for system in chosen)]
    lines = ([csv_cell(cell) for cell in row] for row in side_by_side(listed.games, tables))
    finish([header, *lines], output, listed.faults)


@command("qualify")
def qualify_(
    system: SystemName,
    games: GamesFile,
    rounds: Rounds = None,
    combine: CombineRule = None,
    tiebreak: TieBreaks = None,
    format_: Annotated[
        str | None,
        typer.Option("--format", help="final, or top-board: a last round whose top board seats seven."),
    ] = None,
    double: DoublePlay = None,
    min_rounds: MinRounds = None,
    settings: Setting = None,
    output: Output = None,
) -> None:
    """Who goes on to the final or the top board, or from each country."""
    from xl_dipscore.cli.reading import event_in, refuse
    from xl_dipscore.cli.writing import csv_cell, finish
    from xl_dipscore.tournament import qualify

    known = find(system)
    typed = {
        "rounds": rounds, "combine": combine, "tiebreak": tiebreak, "format": format_,
        "double": double, "min rounds": min_rounds,
    }  # fmt: skip
    listed, chosen = event_in(known, games, typed, settings)
    try:
        found = qualify(known, listed.games, chosen.settings, chosen.parameters)
    except Faults as refused:
        refuse(listed, refused)
    for note in found.notes:
        print(f"Note: {note}", file=sys.stderr)
    rows = [[one.to, one.power, one.player, csv_cell(one.worth), one.remark] for one in found.rows]
    header = ["to", "power", "player", "points", "remark"]
    finish([header, *rows], output, [*listed.strays, *found.faults])


@command("awards")
def awards_(
    system: SystemName,
    games: GamesFile,
    by: Annotated[str | None, typer.Option(help="What decides: score or centres.")] = None,
    settings: Setting = None,
    output: Output = None,
) -> None:
    """The best player of each country; ties are all listed."""
    from xl_dipscore.cli.reading import event_in, faults_of
    from xl_dipscore.cli.writing import finish, plain
    from xl_dipscore.tournament import awards, scored_event

    known = find(system)
    listed, chosen = event_in(known, games, {"by": by}, settings)
    scored = scored_event(known, listed.games, chosen.settings, chosen.parameters)
    rows = [
        [one.power, one.player, plain(one.score), one.centres, one.game.round, one.game.name]
        for one in awards(scored, chosen.by)
    ]
    header = ["power", "player", "score", "centres", "round", "board"]
    finish([header, *rows], output, [*listed.strays, *faults_of(scored)])
