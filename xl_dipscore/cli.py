"""dipscore: the same scores without a spreadsheet program."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.table import Table

from xl_dipscore.board import POWERS
from xl_dipscore.cells import Cell, GameList, option_value, read_csv, read_games
from xl_dipscore.errors import Fault, Faults, nearest
from xl_dipscore.functions import VERSION, check_text
from xl_dipscore.points import text
from xl_dipscore.system import System, find, systems
from xl_dipscore.tournament import (
    Game,
    Scored,
    best_of_each_country,
    combining_rule,
    located,
    rounds_of,
    score_games,
    standings,
)
from xl_dipscore.workbook import event
from xl_dipscore.workbook.rebuild import Report, workbooks
from xl_dipscore.workbook.rebuild import rebuild as rebuilt

app = typer.Typer(
    help="Score tournaments of the board game Diplomacy.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

OK, FAULTY, MISUSED = 0, 1, 2

SystemName = Annotated[str, typer.Argument(metavar="SYSTEM", help="A scoring system's key, such as DCC.")]
GamesFile = Annotated[Path, typer.Argument(metavar="GAMES.CSV", help="The games, a row a player and game.")]
Setting = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="An option of the system; repeatable.")
]
Output = Annotated[Path | None, typer.Option("-o", "--output", help="Write to this file instead.")]


class NotASetting(Fault):
    """{word} is not NAME=VALUE."""


class NoSuchBoard(Fault):
    """There is no board {board} in round {round}.{hint}"""


class CannotRead(Fault):
    """{path} cannot be read: {why}."""


class CannotWrite(Fault):
    """{path} cannot be written: {why}."""


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
    listed = _listed(rows, games)
    scored = score_games(known, listed.games, **_options(known, settings))
    by_row = {
        row: plain(one.scores[seat])
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
    combine: Annotated[
        str | None, typer.Option(help="How rounds make a total; the system's own rule when left out.")
    ] = None,
    settings: Setting = None,
    output: Output = None,
) -> None:
    """The table of the event: rank, player, total and the score of each round."""
    known = find(system)
    rule = combining_rule(known, combine)
    listed = _listed(_rows(games), games)
    scored = score_games(known, listed.games, **_options(known, settings))
    faults = [*listed.strays, *_faults(scored)]
    try:
        table = standings(scored, combine=rule)
    except Faults as doubles:
        _say([*faults, *doubles.faults])
        raise typer.Exit(FAULTY) from None
    rounds = rounds_of(listed.games)
    header: list[Cell] = ["rank", "player", "total", *(_round_name(r) for r in rounds), "counted"]
    lines: list[list[Cell]] = [
        [
            row.rank or "",
            row.player,
            "" if row.total is None else plain(row.total),
            *("" if (mine := row.scores.get(r)) is None else plain(mine) for r in rounds),
            " ".join(map(str, row.counted)),
        ]
        for row in table
    ]
    _finish([header, *lines], output, faults)


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
    game = _game(_listed(_rows(games), games), round_, board)
    try:
        if game.board is None:
            raise Faults(game.faults)
        points = known(game.board, **options)
    except Faults as found:
        _say(located(found.faults, game.place))
        raise typer.Exit(FAULTY) from None
    out = _stdout()
    out.print(f"[bold]{known.name}[/bold]: {known.help}", highlight=False)
    out.print(f"Board {game.name} of round {game.round}: {game.board.described()}.", highlight=False)
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
    for note in known.notes(game.board):
        out.print(f"Note: {note}", highlight=False)


@app.command()
def check(system: SystemName, games: GamesFile, settings: Setting = None) -> None:
    """Say how each game was read, and everything that is wrong, a line each."""
    known = find(system)
    options = _options(known, settings)
    listed = _listed(_rows(games), games)
    found = list(listed.strays)
    for fault in listed.strays:
        print(fault)
    for one in score_games(known, listed.games, **options):
        if one.scores is None:
            found.extend(one.faults)
            for fault in one.faults:
                print(fault)
        elif one.game.board is not None:
            where = one.game.place.of(Fault())
            reading, *notes = check_text(known, one.game.board, options).split(" Note: ")
            for line in (reading, *(f"Note: {note}" for note in notes)):
                print(f"{where}: {line}")
    boards, faults = len(listed.games), len(found)
    _stderr().print(f"{boards} boards, {faults} faults.", highlight=False)
    raise typer.Exit(FAULTY if found else OK)


@app.command()
def new(
    system: SystemName,
    out: Annotated[Path, typer.Argument(metavar="OUT.XLSX", help="The workbook to make.")],
    rounds: Annotated[int, typer.Option(min=1, max=20, help="Rounds of the event.")] = 3,
    boards: Annotated[int, typer.Option(min=1, max=60, help="Boards in a round.")] = 4,
) -> None:
    """Make a workbook for an event, sized for its rounds and boards."""
    known = find(system)
    event.create(out, known, rounds=rounds, boards=boards)
    _stderr().print(f"{out}: {rounds} rounds of {boards} boards, scored by {known.name}.", highlight=False)


@app.command()
def fill(
    workbook: Annotated[Path, typer.Argument(metavar="WORKBOOK.XLSX", help="The workbook to fill.")],
    games: GamesFile,
) -> None:
    """Put the results of a games file into the workbook's own cells, then rebuild it."""
    listed = _listed(_rows(games), games)
    if listed.faults:
        _say([*listed.faults])
        _stderr().print(f"{workbook} is left as it was.", highlight=False)
        raise typer.Exit(FAULTY)
    report = event.fill(workbook, listed.games)
    _report([report])
    raise typer.Exit(FAULTY if report.not_computed else OK)


@app.command()
def rebuild(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Workbooks, or folders of them.")],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would change, and change nothing.")
    ] = False,
) -> None:
    """Compute every formula that depends on our functions, and write the values beside the formulas."""
    reports: list[Report] = []
    faults: list[Fault] = []
    for path in workbooks(paths):
        try:
            reports.append(rebuilt(path, dry_run=dry_run))
        except (Fault, Faults) as wrong:
            faults += wrong.faults if isinstance(wrong, Faults) else [wrong]
    _report(reports, dry_run=dry_run)
    _say(faults)
    raise typer.Exit(FAULTY if faults or any(report.not_computed for report in reports) else OK)


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
    event.create(workbook, known, rounds=1, boards=len(listed.games))
    event.fill(workbook, listed.games)
    published = {i: row[rows[0].index("published")] for i, row in enumerate(rows[1:], 2)}
    computed = event.scores(workbook)
    agree = 0
    for game in listed.games:
        assert game.board is not None
        table = Table("Power", title=f"Game {game.name}, {game.board.year}", title_justify="left")
        for heading in ("Centres", "Score", "Published"):
            table.add_column(heading, justify="right")
        for seat, power in enumerate(POWERS):
            mine = f"{computed[str(game.round), game.name, power]:.3f}"
            theirs = str(published[game.place.rows[seat] or 0])
            agree += mine == theirs
            table.add_row(power, str(game.board.centres[seat]), mine, theirs)
        out.print(table)
    out.print(f"{agree} of {7 * len(listed.games)} scores agree to three decimals.\n", highlight=False)
    best = Table("Best country", title="Best of each country", title_justify="left")
    best.add_column("Score", justify="right")
    best.add_column("Game")
    for power, (top, games) in best_of_each_country(score_games(known, listed.games)).items():
        best.add_row(power, f"{float(top):.3f}", ", ".join(game.name for game in games))
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


def _listed(rows: Sequence[Sequence[Cell]], path: Path) -> GameList:
    """The games of a file; a file whose header cannot be used ends the command."""
    try:
        return read_games(rows, path.name)
    except Faults as unusable:
        _say(unusable.faults)
        raise typer.Exit(FAULTY) from None


def _options(system: System, settings: Iterable[str] | None) -> dict[str, object]:
    """`--set name=value` as the system takes it. Raises Faults."""
    options: dict[str, object] = {}
    for word in settings or ():
        name, equals, typed = word.partition("=")
        if not equals:
            raise NotASetting(word=repr(word))
        option = system.option(name)
        values = typed.replace(";", " ").replace(",", " ").split() if option.many else [typed.strip()]
        options[option.parameter] = option.accept(option_value(option, values))
    return options


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


def _with(row: Sequence[Cell], column: int, cell: Cell) -> list[Cell]:
    padded = [*row, *[""] * (column + 1 - len(row))]
    padded[column] = cell
    return padded


def _round_name(round_: object) -> str:
    return str(round_) if round_ == "Final" else f"R{round_}"


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
        try:
            output.write_text(written.getvalue(), encoding="utf-8")
        except OSError as error:
            raise CannotWrite(path=output, why=_why(error)) from None
    raise typer.Exit(FAULTY if faults else OK)


def _say(faults: Iterable[Fault]) -> None:
    for fault in faults:
        print(fault, file=sys.stderr)


def _report(reports: Sequence[Report], *, dry_run: bool = False) -> None:
    err = _stderr()
    for report in reports:
        cells = len(report.changed)
        verb = "would change" if dry_run else "changed"
        err.print(f"{report.path}: {cells} {'value' if cells == 1 else 'values'} {verb}.", highlight=False)
        for sheet, ref, reason in report.not_computed:
            err.print(f"  {sheet}!{ref} keeps its old value: {reason}", highlight=False)


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
            for o in system.options
        ],
    }


def _stdout() -> Console:
    """Where tables go; a pipe has no width, so nothing is folded there."""
    return Console(width=None if sys.stdout.isatty() else 160)


def _stderr() -> Console:
    return Console(stderr=True, soft_wrap=True)
