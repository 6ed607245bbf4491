"""dipscore: the same scores without a spreadsheet program."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal, NoReturn, TypeVar

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from xl_dipscore.board import POWERS, count_of
from xl_dipscore.cells import (
    Cell,
    EventOptions,
    GameList,
    option_value,
    read_csv,
    read_event_options,
    read_games,
)
from xl_dipscore.errors import ERRORS, Fault, Faults, join, nearest
from xl_dipscore.functions import VERSION, check_text, own_standings
from xl_dipscore.hosts import calc, lite, vba
from xl_dipscore.points import text
from xl_dipscore.system import System, find, systems
from xl_dipscore.tournament import (
    Game,
    Scored,
    Standings,
    awards,
    doubles,
    located,
    qualify,
    score_games,
    scored_event,
    side_by_side,
    spelling_twins,
    standings,
)
from xl_dipscore.workbook import batch
from xl_dipscore.workbook import report as reports
from xl_dipscore.workbook.author import Ending, Plan
from xl_dipscore.workbook.batch import is_workbook, workbooks
from xl_dipscore.workbook.check import check as checked
from xl_dipscore.workbook.extract import as_text
from xl_dipscore.workbook.extract import extract as extracted
from xl_dipscore.workbook.fill import fill as filled
from xl_dipscore.workbook.grow.boards import InTheWay
from xl_dipscore.workbook.layout.games import NoBlocks, find_games
from xl_dipscore.workbook.layout.setup import takes_fewer
from xl_dipscore.workbook.new import NoSystemCell, create, create_from
from xl_dipscore.workbook.numbers import DIFFERENCE_COLUMNS, Difference, Spot, numbers
from xl_dipscore.workbook.rebuild import Engine, Order, Report, rebuild_file
from xl_dipscore.workbook.regenerate import Regenerated
from xl_dipscore.workbook.regenerate import regenerate as regenerated
from xl_dipscore.xlsx.package import Package

app = typer.Typer(
    help="Score tournaments of the board game Diplomacy.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

own = typer.Typer(help="Workbooks of your own to start events from.", no_args_is_help=True)
app.add_typer(own, name="template")

OK, FAULTY, MISUSED = 0, 1, 2
ROUNDS, BOARDS = 3, 4
"""Of a new workbook, where nothing is said."""
T = TypeVar("T")

SystemName = Annotated[str, typer.Argument(metavar="SYSTEM", help="A scoring system's key, such as DCC.")]
GamesFile = Annotated[Path, typer.Argument(metavar="GAMES.CSV", help="The games, a row a player and game.")]
Setting = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="An option of the system; repeatable.")
]
Rounds = Annotated[
    int | None, typer.Option(min=1, help="The event's rounds; the last one played if left out.")
]
CombineRule = Annotated[
    str | None,
    typer.Option("--combine", help="How rounds make a total, such as best 2; the system's own if left out."),
]
TieBreaks = Annotated[
    str | None,
    typer.Option(
        "--tiebreak", help="What separates equal totals, such as msd,wins; the system's own if left out."
    ),
]
DoublePlay = Annotated[
    str | None, typer.Option("--double", help="best or sum: what counts of two boards in one round.")
]
MinRounds = Annotated[int | None, typer.Option("--min-rounds", help="The fewest rounds that give a rank.")]
Output = Annotated[Path | None, typer.Option("-o", "--output", help="Write to this file instead.")]
Jobs = Annotated[
    int | None, typer.Option(min=1, help="How many processes to use; by default the machine's cores.")
]
EngineName = Annotated[
    Engine,
    typer.Option(
        help="What computes your own formulas: python, LibreOffice, or python and LibreOffice for the rest."
    ),
]


class NotASetting(Fault):
    """{word} is not NAME=VALUE."""


class NoSuchBoard(Fault):
    """There is no board {board} in round {round}.{hint}"""


class CannotRead(Fault):
    """{path} cannot be read: {why}."""


class CannotWrite(Fault):
    """{path} cannot be written: {why}."""


class WrongEnding(Fault):
    """{path} must end in {ending}, so that no workbook is written over."""


class AlreadyThere(Fault):
    """{path} is there already; attach that one, or name another file with -o."""


def main() -> None:
    """Run the command line; whatever is wrong with a call is a sentence, not a traceback."""
    try:
        app()
    except (Fault, Faults) as wrong:
        _say(wrong.faults if isinstance(wrong, Faults) else [wrong])
        sys.exit(MISUSED)


# -- commands ---------------------------------------------------------------------------------


@app.callback(invoke_without_command=True)
def dipscore(
    version: Annotated[bool, typer.Option("--version", help="Show the version and leave.")] = False,
) -> None:
    """Score tournaments of the board game Diplomacy."""
    if version:
        print(VERSION)
        raise typer.Exit(OK)


@app.command("systems")
def systems_(
    as_json: Annotated[bool, typer.Option("--json", help="Everything about them, for programs.")] = False,
) -> None:
    """List every scoring system, what it needs and its source."""
    if as_json:
        print(json.dumps([_as_data(system) for system in systems()], indent=2, ensure_ascii=False))
        return
    table = Table(show_lines=True)
    for heading in ("Key", "Name", "Needs", "Rule", "Source"):
        table.add_column(heading, no_wrap=heading == "Key", style="bold" if heading == "Key" else "")
    for system in systems():
        needs = ", ".join(("centres", *system.needs))
        table.add_row(system.key, system.name, needs, system.help, system.source)
    _stdout().print(table)


@app.command()
def score(system: SystemName, games: GamesFile, settings: Setting = None, output: Output = None) -> None:
    """Score every game: the rows of the file with one more column."""
    known = find(system)
    rows = _rows(games)
    listed = _listed(rows, games, fewer=known.fewer)
    scored = score_games(known, listed.games, _options(known, settings))
    by_row = {
        row: _csv_cell(one.scores[seat])
        for one in scored
        if one.scores is not None
        for seat, row in enumerate(one.game.place.rows)
        if row is not None
    }
    header = [str(cell).strip().casefold() for cell in rows[0]]
    column = header.index("score") if "score" in header else len(header)
    table = [_with(rows[0], column, "score")]
    table += [_with(row, column, by_row.get(i, "")) for i, row in enumerate(rows[1:], 2) if any(row)]
    _finish(table, output, [*listed.strays, *_faults(scored)])


@app.command("standings")
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
        bool, typer.Option("--groups", help="With top-board: the last round's boards keep their places.")
    ] = False,
    double: DoublePlay = None,
    provisional: Annotated[
        bool, typer.Option("--provisional", help="Value a solo before the event is over, on what is known.")
    ] = False,
    min_rounds: MinRounds = None,
    decimals: Annotated[
        int | None, typer.Option(help="Round each score to so many places before it is added.")
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="A table to read instead of CSV.")] = False,
    settings: Setting = None,
    output: Output = None,
) -> None:
    """The table of the event: rank, player, total, the score of each round, and the tie-breaks."""
    known = find(system)
    typed = {
        "rounds": rounds, "combine": combine, "tiebreak": tiebreak, "format": format_,
        "groups": groups or None,
        "double": double, "provisional": provisional or None, "min rounds": min_rounds, "decimals": decimals,
    }  # fmt: skip
    listed, chosen = _event(known, games, typed, settings)
    try:
        table = standings(known, listed.games, chosen.settings, chosen.parameters)
    except Faults as refused:
        _refuse(listed, refused)
    faults = [*listed.strays, *table.faults]
    for note in table.notes:
        print(f"Note: {note}", file=sys.stderr)
    if show:
        _show_standings(known, table)
        if output is None:
            _say(faults)
            raise typer.Exit(FAULTY if faults else OK)
    header, *lines = table.table()
    named = [name if re.fullmatch(r"R\d+|Final", str(name)) else str(name).casefold() for name in header]
    _finish([named, *([_csv_cell(cell) for cell in line] for line in lines)], output, faults)


@app.command()
def compare(
    games: GamesFile,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="SYSTEM", help="Systems; every one if left out.")
    ] = None,
    output: Output = None,
) -> None:
    """Each player's rank under each system, by its own rules, best first by the first of them."""
    chosen = [find(name) for name in names] if names else list(systems())
    rows = _rows(games)
    listings = {fewer: _listed(rows, games, fewer=fewer) for fewer in {one.fewer for one in chosen}}
    listed = listings[min(listings)]
    tables: list[Standings | str] = []
    for system in chosen:
        try:
            tables.append(table := own_standings(system, listings[system.fewer]))
        except Faults as refused:
            if any(fault.place for fault in refused.faults):
                _refuse(listed, refused)
            tables.append(refused.cell)
            print(f"Note: {refused}", file=sys.stderr)
            continue
        left_out = [one.faults[0] for one in table.scored if one.faults and one.game.board is not None]
        if left_out:
            boards = count_of(len(left_out), "board")
            print(f"Note: {system.key} leaves out {boards}, the first: {left_out[0]}", file=sys.stderr)
    header = ["player", *(system.key for system in chosen)]
    lines = ([_csv_cell(cell) for cell in row] for row in side_by_side(listed.games, tables))
    _finish([header, *lines], output, listed.faults)


@app.command("qualify")
def qualify_(
    system: SystemName,
    games: GamesFile,
    rounds: Rounds = None,
    combine: CombineRule = None,
    tiebreak: TieBreaks = None,
    format_: Annotated[
        str | None, typer.Option("--format", help="final, or top-board: a last round with seats for seven.")
    ] = None,
    double: DoublePlay = None,
    min_rounds: MinRounds = None,
    settings: Setting = None,
    output: Output = None,
) -> None:
    """Who goes to the final or the top board; for GENCON, who advances from each country."""
    known = find(system)
    typed = {
        "rounds": rounds, "combine": combine, "tiebreak": tiebreak, "format": format_,
        "double": double, "min rounds": min_rounds,
    }  # fmt: skip
    listed, chosen = _event(known, games, typed, settings)
    try:
        found = qualify(known, listed.games, chosen.settings, chosen.parameters)
    except Faults as refused:
        _refuse(listed, refused)
    for note in found.notes:
        print(f"Note: {note}", file=sys.stderr)
    rows = [[one.to, one.power, one.player, _csv_cell(one.worth), one.remark] for one in found.rows]
    header = ["to", "power", "player", "points", "remark"]
    _finish([header, *rows], output, [*listed.strays, *found.faults])


@app.command("awards")
def awards_(
    system: SystemName,
    games: GamesFile,
    by: Annotated[str | None, typer.Option(help="score or centres.")] = None,
    settings: Setting = None,
    output: Output = None,
) -> None:
    """Best of each country, ties all listed."""
    known = find(system)
    listed, chosen = _event(known, games, {"by": by}, settings)
    scored = scored_event(known, listed.games, chosen.settings, chosen.parameters)
    rows = [
        [one.power, one.player, plain(one.score), one.centres, one.game.round, one.game.name]
        for one in awards(scored, chosen.by)
    ]
    header = ["power", "player", "score", "centres", "round", "board"]
    _finish([header, *rows], output, [*listed.strays, *_faults(scored)])


@app.command()
def explain(
    system: SystemName,
    games: GamesFile,
    round_: Annotated[str, typer.Option("--round", help="The round, a number or Final.")],
    board: Annotated[str, typer.Option("--board", help="The board, as the file names it.")],
    settings: Setting = None,
) -> None:
    """One board's scores, line by line, as the rule makes them."""
    known = find(system)
    options = _options(known, settings)
    game = _game(_listed(_rows(games), games, fewer=known.fewer), round_, board)
    try:
        if game.board is None:
            raise Faults(game.faults)
        points = known(game.board, **options)
    except Faults as found:
        _say(located(found.faults, game.place))
        raise typer.Exit(FAULTY) from None
    out = _stdout()
    out.print(f"[bold]{known.name}[/bold]: {known.help}", highlight=False)
    out.print(
        f"Board {game.name} of round {game.round}: {known.read(game.board, **options).described()}.",
        highlight=False,
    )
    table = Table("")
    for power in POWERS:
        table.add_column(power, justify="right")
    table.add_row(
        "[dim]centres owned[/dim]", *(f"[dim]{n}[/dim]" for n in game.board.centres), end_section=True
    )
    for i, part in enumerate(points.lines, 1):
        table.add_row(part.label, *map(text, part.amounts), end_section=i == len(points.lines))
    table.add_row("[bold]Total[/bold]", *(f"[bold]{text(total)}[/bold]" for total in points.totals))
    out.print(table)
    for note in known.notes(game.board, **options):
        out.print(f"Note: {note}", highlight=False)


@app.command()
def check(system: SystemName, games: GamesFile, settings: Setting = None) -> None:
    """Say how each game was read, and everything that is wrong, a line each."""
    known = find(system)
    options = _options(known, settings)
    if known.event == "solo value":
        options.setdefault("solo", 0)  # what it is worth, the event decides; nothing is wrong with the board
    listed = _listed(_rows(games), games, fewer=known.fewer)
    found = list(listed.strays)
    for fault in listed.strays:
        print(fault)
    scored = score_games(known, listed.games, options)
    for one in scored:
        if one.scores is None:
            found.extend(one.faults)
            for fault in one.faults:
                print(fault)
        elif one.game.board is not None:
            where = one.game.place.of(Fault())
            reading, *notes = check_text(known, one.game.board, options).split(" Note: ")
            for line in (reading, *(f"Note: {note}" for note in notes)):
                print(f"{where}: {line}")
        for seat, power in zip(one.game.seats, POWERS, strict=True):
            if seat.override is not None:
                place = one.game.place.of(Fault(seat=POWERS.index(power), field="override"))
                print(f"{place}: Note: {power} counts {plain(seat.override)}, typed by the director.")
    for typed, one in zip(listed.games, scored, strict=True):
        for again in sorted(new_players(typed) - new_players(one.game)) if known.welcome is not None else ():
            place = typed.place.of(Fault(seat=again, field="new_player"))
            print(f"{place}: Note: {typed.seats[again].player} has played before and is no new player here.")
    for before, result in doubles(scored):
        place = result.game.place.of(Fault(seat=result.seat, field="player"))
        both = join([before.game.name, result.game.name])
        print(f"{place}: Note: {result.player} is on two boards of round {result.round}: {both}.")
    for twins in spelling_twins(listed.games):
        print(f"{games.name}: Note: {join(twins)} differ only in case or accents: one player or several?")
    boards, faults = len(listed.games), len(found)
    _stderr().print(f"{count_of(boards, 'board')}, {count_of(faults, 'fault')}.", highlight=False)
    raise typer.Exit(FAULTY if found else OK)


@app.command()
def new(
    system: SystemName,
    out: Annotated[Path, typer.Argument(metavar="OUT.XLSX", help="The workbook to make.")],
    rounds: Annotated[
        int | None, typer.Option(min=1, max=20, help=f"Rounds of the event; {ROUNDS}, or the template's.")
    ] = None,
    boards: Annotated[
        int | None, typer.Option(min=1, max=60, help=f"Boards in a round; {BOARDS}, or the template's.")
    ] = None,
    ending: Annotated[
        Ending | None,
        typer.Option("--format", help="How the event is decided; as a league, or as the template has it."),
    ] = None,
    mine: Annotated[
        Path | None,
        typer.Option("--template", metavar="MINE.XLSX", help="A workbook of your own, without results."),
    ] = None,
) -> None:
    """Make a workbook for an event, sized for its rounds and boards."""
    known = find(system)
    if mine is not None:
        if ending is not None:
            raise typer.BadParameter("A template has its own format: choose it there, on Setup.")
        _new_from(mine, out, known, rounds, boards)
    rounds, boards = rounds or ROUNDS, boards or BOARDS
    report = create(out, Plan(known, rounds, boards, ending or "league"))
    _note(f"{out}: {count_of(rounds, 'round')} of {count_of(boards, 'board')}, scored by {known.name}.")
    _leave_made(out, report)


def _new_from(mine: Path, out: Path, system: System, rounds: int | None, boards: int | None) -> NoReturn:
    try:
        report = create_from(mine, out, system, rounds=rounds, boards=boards)
    except (NoSystemCell, NoBlocks, InTheWay) as wrong:
        _say([wrong])
        raise typer.Exit(FAULTY) from None
    places = sum(len(home.blocks) for home in find_games(Package.read(out)))
    _note(f"{out}: made from {mine}, with {count_of(places, 'board')}, scored by {system.name}.")
    _leave_made(out, report)


def _leave_made(workbook: Path, report: Report) -> NoReturn:
    """Say what is to be said about a workbook that is written, and end."""
    for line in (*report.notes, *reports.lines_of_not_computed(workbook, report)):
        _note(line)
    raise typer.Exit(FAULTY if report.not_computed else OK)


@own.command("check")
def check_template(
    workbook: Annotated[Path, typer.Argument(metavar="MINE.XLSX", help="A workbook of your own.")],
) -> None:
    """Say what fill, regenerate and new find in a workbook, what they miss, and what is wrong with it."""
    findings = checked(Package.read(workbook))
    parts = (
        ("Found", findings.found),
        ("Missing", findings.missing),
        ("Will not be filled", findings.unfilled),
        ("Wrong", tuple(map(str, findings.wrong))),
    )
    for heading, sentences in parts:
        if sentences:
            print(f"{heading}:")
        for sentence in sentences:
            print(f"  {sentence}")
    raise typer.Exit(FAULTY if findings.wrong else OK)


@app.command()
def fill(
    workbook: Annotated[Path, typer.Argument(metavar="WORKBOOK.XLSX", help="The workbook to fill.")],
    games: GamesFile,
) -> None:
    """Put the results of a games file into the workbook's own cells, then rebuild it."""
    listed = _listed(_rows(games), games, fewer=takes_fewer(Package.read(workbook)))
    faults: Sequence[Fault] = listed.faults
    if not faults:
        try:
            report = filled(workbook, listed.games)
        except (Fault, Faults) as wrong:
            faults = wrong.faults if isinstance(wrong, Faults) else [wrong]
    if faults:
        _say(faults)
        _note(f"{workbook} is left as it was.")
        raise typer.Exit(FAULTY)
    _note(f"{workbook}: {_several(len(report.changed), 'value')} changed.")
    for line in report.notes:
        _note(f"{workbook}: {line}")
    for line in reports.lines_of_not_computed(workbook, report):
        _note(line)
    raise typer.Exit(FAULTY if report.not_computed else OK)


@app.command()
def extract(
    workbook: Annotated[Path, typer.Argument(metavar="WORKBOOK.XLSX", help="A workbook with results.")],
    output: Output = None,
) -> None:
    """Take the results out of a workbook's own cells, as a games file."""
    _check_ending(output, ".csv")
    package = Package.read(workbook)
    try:
        found = extracted(package)
    except Fault as wrong:
        _say([wrong])
        raise typer.Exit(FAULTY) from None
    if found.unplayed:
        _note(f"{workbook}: {_several(found.unplayed, 'board')} without results left out.")
    _finish(found.table, output, found.faults)


@app.command()
def rebuild(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH", help="Workbooks, folders of them, or patterns like *.xlsx."),
    ],
    jobs: Jobs = None,
    engine: EngineName = "auto",
    report: Annotated[
        Path | None,
        typer.Option(metavar="REPORT.JSON", help="Write what was done, cell by cell, for programs."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say cell by cell what would change, and change nothing.")
    ] = False,
    backup: Annotated[
        bool, typer.Option("--backup", help="Keep each old file as NAME.bak.xlsx, then .bak2, .bak3, ...")
    ] = False,
    changes: Annotated[
        bool,
        typer.Option("--changes", help="List the players whose score, total or rank is another, as CSV."),
    ] = False,
    dask: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Send the work to a Dask cluster whose machines see these folders."
        ),
    ] = None,
) -> None:
    """Compute every formula that depends on our functions, and write the values beside the formulas."""
    _check_ending(report, ".json")
    order = Order(engine, dry_run=dry_run, backup=backup, changes=changes)
    files = list(workbooks(paths))
    with batch.progress(len(files)) as watch:
        work = partial(rebuild_file, order=order)
        done = batch.run(work, files, jobs=jobs, dask=dask, watch=watch)
    if changes:
        _print_differences((path, one.moved or ()) for path, one in done.well.items())
    elif dry_run:
        for line in reports.lines_of_changes(done):
            print(line)
    _stderr(table=True).print(reports.summary(done, dry_run=dry_run))
    for path, one in done.well.items():
        for line in reports.lines_of_not_computed(path, one.report, report=report is None):
            _note(line)
        if changes and one.moved is None:
            _note(f"{path}: no players to list; it has neither a Score column nor Standings.")
    if report is not None:
        _write(report, reports.as_json(done, dry_run=dry_run))
    _leave(done, any(one.report.not_computed for one in done.well.values()))


@app.command()
def regenerate(
    old: Annotated[list[Path], typer.Argument(metavar="OLD", help="Finished workbooks, or folders of them.")],
    template: Annotated[Path, typer.Option(metavar="NEW.XLSX", help="The new workbook, without results.")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FOLDER", help="Where the new ones go.")],
    jobs: Jobs = None,
    engine: EngineName = "auto",
) -> None:
    """Pour old workbooks' results into a new template, and list every number that came out different."""
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(path=output, why=_why(error)) from None
    files = list(workbooks(old))
    with batch.progress(len(files)) as watch:
        done = regenerated(files, template, output, jobs=jobs, engine=engine, watch=watch)
    _print_differences((path, one.differences) for path, one in done.well.items())
    table = Table("Old", "New", *(Column(name, justify="right") for name in REGENERATED))
    for path, one in done.well.items():
        counts = one.boards, len(one.differences), len(one.report.not_computed)
        table.add_row(escape(str(path)), escape(str(one.target)), *map(str, counts))
    if done.well:
        _stderr(table=True).print(table)
    for path, one in done.well.items():
        for line in _notes(path, one):
            _note(line)
    _leave(done, any(one.report.not_computed for one in done.well.values()))


REGENERATED = ("Boards", "Different numbers", "Not computed")


@app.command()
def attach(
    workbook: Annotated[Path, typer.Argument(metavar="WORKBOOK.XLSX", help="A workbook of your own.")],
    host: Annotated[
        Literal["excel", "lite"],
        typer.Option(help="excel: macros, for Windows. lite: xlwings Lite, for Mac, web and Windows."),
    ] = "excel",
    output: Output = None,
) -> None:
    """Make the functions live in Excel: a copy with macros beside the workbook, or xlwings Lite inside it."""
    ending = vba.ENDINGS.get(workbook.suffix.casefold(), "") if host == "excel" else workbook.suffix
    target = output or workbook.with_suffix(ending or workbook.suffix)
    if target.suffix.casefold() != (ending or target.suffix).casefold():
        raise WrongEnding(path=target, ending=ending)
    package = Package.read(workbook)
    same = target.resolve() == workbook.resolve()
    if target.exists() and not same:
        raise AlreadyThere(path=target)
    try:
        (vba if host == "excel" else lite).attach(package)
        written = package.write(target)
    except Fault as wrong:
        _say([wrong])
        raise typer.Exit(FAULTY) from None
    _note(f"{target}: {ATTACHED[host]}" if written else f"{target} is up to date.")


ATTACHED = {
    "excel": "the functions are in it as macros, for Excel on Windows.",
    "lite": "the functions are in it for xlwings Lite, in Excel on a Mac, the web or Windows.",
}
Program = Annotated[
    Literal["excel", "calc"], typer.Argument(metavar="WHAT", help="excel (on Windows) or calc (LibreOffice).")
]
Bundled = Annotated[
    bool, typer.Option("--bundled", help="LibreOffice for everybody on this machine; for the administrator.")
]


@app.command()
def install(
    what: Program,
    bundled: Bundled = False,
    oxt: Annotated[
        Path | None,
        typer.Option(metavar="FILE.OXT", help="Only write LibreOffice's extension to this file."),
    ] = None,
) -> None:
    """Tell Excel which Python computes the functions, or give LibreOffice the extension that has them."""
    if what == "excel":
        _install_excel()
    elif oxt is not None:
        _write_extension(oxt)
    else:
        calc.install(bundled=bundled)
        _note("LibreOffice has the functions. Close it if it is open; they are there when it starts again.")
        if old := calc.too_old():
            _note(f"This is LibreOffice {old}: formulas in Excel's files (.xlsx) need 25.2 or newer.")


@app.command()
def uninstall(what: Program, bundled: Bundled = False) -> None:
    """Take back what install did."""
    if what == "excel":
        _uninstall_excel()
    else:
        calc.uninstall(bundled=bundled)
        _note("LibreOffice no longer has the functions. Close it if it is open.")


def _write_extension(path: Path) -> None:
    if path.suffix.casefold() != ".oxt":
        raise WrongEnding(path=path, ending=".oxt")
    try:
        path.write_bytes(calc.extension())
    except OSError as error:
        raise CannotWrite(path=path, why=_why(error)) from None
    _note(f"{path}: open it with LibreOffice, which then has the functions.")


def _install_excel() -> None:
    if sys.platform != "win32":
        where = vba.settings_file(Path("%USERPROFILE%")).as_posix().replace("/", "\\")
        print(f"On Windows this would write {where}:")
        print(vba.settings(sys.executable, {}), end="")
        print("Excel on this system has the functions through xlwings Lite: dipscore attach --host lite")
        return
    try:
        _note(f"{vba.install()}: Excel computes with {sys.executable}.")
    except OSError as error:
        raise CannotWrite(path=error.filename, why=_why(error)) from None


def _uninstall_excel() -> None:
    removed = vba.uninstall() if sys.platform == "win32" else None
    _note("There is nothing to take back." if removed is None else f"{removed} is removed.")


@app.command()
def demo() -> None:
    """Score a real club's games from the box, end to end, and say what was made."""
    source = Path(str(files("xl_dipscore") / "data" / "weasels.csv"))
    rows = _rows(source)
    listed = _listed(rows, source)
    known = find("SOS")
    out = _stdout()
    workbook = _free_name("dipscore-demo.xlsx")
    out.print(
        "Four games of the Windy City Weasels, a Diplomacy club in Chicago, scored by Sum of Squares,\n"
        "and the scores that the club published:\n",
        highlight=False,
    )
    create(workbook, Plan(known, rounds=1, boards=len(listed.games)))
    filled(workbook, listed.games)
    published = {i: row[rows[0].index("published")] for i, row in enumerate(rows[1:], 2)}
    computed = numbers(Package.read(workbook)).scores
    agree = 0
    for game in listed.games:
        assert game.board is not None
        table = Table("Power", title=f"Game {game.name}, {game.board.year}", title_justify="left")
        for heading in ("Centres", "Score", "Published"):
            table.add_column(heading, justify="right")
        for seat, power in enumerate(POWERS):
            mine = f"{computed[Spot('Score', str(game.round), game.name, power)]:.3f}"
            theirs = str(published[game.place.rows[seat] or 0])
            agree += mine == theirs
            table.add_row(power, str(game.board.centres[seat]), mine, theirs)
        out.print(table)
    out.print(f"{agree} of {7 * len(listed.games)} scores agree to three decimals.\n", highlight=False)
    best = Table("Best country", title="Best of each country", title_justify="left")
    best.add_column("Score", justify="right")
    best.add_column("Game")
    for one in awards(score_games(known, listed.games)):
        best.add_row(one.power, f"{float(one.score):.3f}", one.game.name)
    out.print(best)
    out.print(f"The workbook, filled and computed: {workbook.resolve()}", highlight=False, soft_wrap=True)
    out.print("Open it, change a centre count, and run  dipscore rebuild  on it.", highlight=False)
    raise typer.Exit(OK if agree == 7 * len(listed.games) else FAULTY)


# -- reading ----------------------------------------------------------------------------------


def _rows(path: Path) -> list[list[Cell]]:
    try:
        return read_csv(path)
    except OSError as error:
        raise CannotRead(path=path, why=_why(error)) from None


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _listed(rows: Sequence[Sequence[Cell]], path: Path, *, fewer: bool = False) -> GameList:
    """The games of a file; a file whose header cannot be used ends the command."""
    try:
        return read_games(rows, path.name, fewer=fewer)
    except Faults as unusable:
        _say(unusable.faults)
        raise typer.Exit(FAULTY) from None


def _options(system: System, settings: Iterable[str] | None) -> dict[str, object]:
    """`--set name=value` as the system takes it. Raises Faults."""
    options: dict[str, object] = {}
    for name, _, typed in map(_name_and_value, settings or ()):
        option = system.option(name)
        options[option.parameter] = option.accept(
            option_value(option, _values(typed) if option.many else [typed])
        )
    return options


def _name_and_value(word: str) -> tuple[str, str, str]:
    name, equals, typed = word.partition("=")
    if not equals:
        raise NotASetting(word=repr(word))
    return name.strip(), equals, typed.strip()


def _values(typed: str) -> list[Cell]:
    """`22,10,4,1` as the four cells it would be in a worksheet."""
    return [*typed.replace(";", " ").replace(",", " ").split()] if "," in typed or ";" in typed else [typed]


def _event(
    system: System, path: Path, typed: Mapping[str, Cell], settings: Iterable[str] | None
) -> tuple[GameList, EventOptions]:
    """The games of a file and the options of the event. Raises Faults for an option that is not one."""
    words = [(name, *_values(value)) for name, _, value in map(_name_and_value, settings or ())]
    chosen = read_event_options([*((n, v) for n, v in typed.items() if v is not None), *words], system)
    listed = _listed(_rows(path), path, fewer=system.fewer)
    return listed, replace(chosen, settings=replace(chosen.settings, unplayed=listed.unplayed))


def _refuse(listed: GameList, refused: Faults) -> NoReturn:
    """Everything that is wrong, and no table; what is wrong with the call alone is a misuse."""
    placed = any(fault.place for fault in refused.faults)
    _say([*(listed.strays if placed else ()), *refused.faults])
    raise typer.Exit(FAULTY if placed else MISUSED)


def new_players(game: Game) -> frozenset[int]:
    """The seats of new players."""
    return game.board.new_player if game.board is not None else frozenset()


def _game(listed: GameList, round_: str, board: str) -> Game:
    wanted = (round_.strip().casefold(), board.strip().casefold())
    for game in listed.games:
        if (str(game.round).casefold(), game.name.casefold()) == wanted:
            return game
    there = [game.name for game in listed.games if str(game.round).casefold() == wanted[0]]
    hint = nearest(board, there) or (f" There are {', '.join(there)}." if there else "")
    raise NoSuchBoard(board=board, round=round_, hint=hint)


def _faults(scored: Iterable[Scored]) -> Iterator[Fault]:
    for one in scored:
        yield from one.faults


# -- writing ----------------------------------------------------------------------------------


def plain(exact: Fraction) -> str:
    """A score with full precision: whole, or as the nearest double."""
    return str(exact.numerator) if exact.denominator == 1 else repr(float(exact))


def _csv_cell(cell: object) -> Cell:
    """A cell of a CSV file: numbers with full precision, nothing where there is no number."""
    return plain(cell) if isinstance(cell, Fraction) else "" if cell is None or cell in ERRORS else cell


def _show_standings(system: System, table: Standings) -> None:
    """The standings as a table to read; a score that a director typed has a star."""
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
    out = _stdout()
    out.print(shown)
    if starred:
        out.print("* typed by the director", highlight=False)


def _with(row: Sequence[Cell], column: int, cell: Cell) -> list[Cell]:
    padded = [*row, *[""] * (column + 1 - len(row))]
    padded[column] = cell
    return padded


def _finish(table: Sequence[Sequence[Cell]], output: Path | None, faults: Sequence[Fault]) -> NoReturn:
    """Print or write the CSV and leave; with faults, nothing is written to a file."""
    written = io.StringIO(newline="")
    csv.writer(written, lineterminator="\n").writerows(table)
    _say(faults)
    if output is None:
        print(written.getvalue(), end="")
    elif faults:
        _stderr().print(f"{output} is not written.", highlight=False)
    else:
        _write(output, written.getvalue())
    raise typer.Exit(FAULTY if faults else OK)


def _say(faults: Iterable[Fault]) -> None:
    for fault in faults:
        print(fault, file=sys.stderr)


def _note(line: str) -> None:
    """A sentence that is no result."""
    print(line, file=sys.stderr)


def _several(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _check_ending(path: Path | None, ending: str) -> None:
    """Would a workbook be written over, typed by mistake after an option? And is there such a folder?"""
    if path is None:
        return
    if path.suffix.casefold() != ending and (ending == ".json" or is_workbook(path)):
        raise WrongEnding(path=path, ending=ending)
    if not path.absolute().parent.is_dir():
        raise CannotWrite(path=path, why="there is no such folder")


def _write(path: Path, text_: str) -> None:
    try:
        path.write_text(text_, encoding="utf-8")
    except OSError as error:
        raise CannotWrite(path=path, why=_why(error)) from None


def _print_differences(found: Iterable[tuple[Path, Iterable[Difference]]]) -> None:
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["workbook", *DIFFERENCE_COLUMNS])
    for path, differences in found:
        for one in differences:
            out.writerow([path, *map(as_text, one)])


def _notes(path: Path, one: Regenerated) -> Iterator[str]:
    if one.unplayed:
        yield f"{path}: {_several(one.unplayed, 'board')} without results left out."
    for sentence in one.notes:
        yield f"{path}: {sentence}"
    yield from reports.lines_of_not_computed(one.target, one.report)


def _leave(done: batch.Batch[T], incomplete: bool) -> NoReturn:
    """Say what was not done, and leave."""
    for failed in done.failed.values():
        for sentence in failed.sentences:
            _note(sentence)
    if done.left:
        files = len(done.done) + len(done.left)
        _note(f"Stopped: {len(done.well)} of {_several(files, 'workbook')} done.")
        _note("The others are whole; the same command does them.")
    raise typer.Exit(FAULTY if done.failed or done.left or incomplete else OK)


def _free_name(name: str) -> Path:
    """A name not taken in this folder: nothing of a director's is written over."""
    path = Path(name)
    for n in range(2, 1000):
        if not path.exists():
            break
        path = Path(name).with_stem(f"{Path(name).stem}-{n}")
    return path


def _as_data(system: System) -> dict[str, object]:
    return {
        "key": system.key,
        "name": system.name,
        "aliases": list(system.aliases),
        "family": system.family,
        "needs": ["centres", *system.needs],
        "rule": system.rule_text,
        "source": system.source,
        "unsettled": list(system.unsettled),
        "options": [
            {"name": o.name, "default": o.shown_default(), "may be": o.what, "meaning": o.help}
            for o in (*system.options, *system.event_options)
        ],
    }


def _stdout() -> Console:
    """Where tables go; a pipe has no width, so nothing is folded there."""
    return Console(width=None if sys.stdout.isatty() else 160)


def _stderr(*, table: bool = False) -> Console:
    """Where sentences and reports go; a table is as wide as it needs to be where it is no terminal."""
    if table:
        return Console(stderr=True, width=None if sys.stderr.isatty() else 160)
    return Console(stderr=True, soft_wrap=True)
