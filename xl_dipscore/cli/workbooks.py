"""Commands that fill, read and compute workbooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from xl_dipscore.cli.app import EngineName, Jobs, ListFile, OptionalListFile, app, check_apart, group, leave
from xl_dipscore.cli.help import PlainGroup
from xl_dipscore.cli.output import Document, print_document
from xl_dipscore.cli.records import of_games
from xl_dipscore.cli.writing import (
    check_output,
    exit_on_fault,
    kind_of_json,
    leave_acted,
    leave_unwritten,
    lines_of_computed,
    lines_of_not_computed,
    note,
    prefix_file,
    print_faults,
    print_or_write,
    stderr,
)
from xl_dipscore.rules.board import count_of

if TYPE_CHECKING:
    from xl_dipscore.workbooks.acts.rebuild_data import Report

command = group("Workbooks")
own = typer.Typer(
    cls=PlainGroup, help="Prepare a workbook of your own, to start events from it.", no_args_is_help=True
)
app.add_typer(own, name="template", rich_help_panel="More: workbooks")
template_command = group("Workbooks", own)
REGENERATED = ("Boards", "Different numbers", "Not computed")


@template_command("check")
def check_template(workbook: Path, json_: bool = False) -> None:
    """Check a workbook for the commands fill, regenerate and new: what they find, what is missing or wrong.

    Options:
        workbook MINE.XLSX: A workbook of your own.
    """
    from xl_dipscore.sheets.xlsx.package import Package
    from xl_dipscore.workbooks.acts.check import check

    findings = check(Package.read(workbook))
    if json_:
        about = {"found": findings.found, "missing": findings.missing, "unfilled": findings.unfilled}
        print_document("template-check", **about, wrong=findings.wrong)
        leave(findings.wrong)
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
    leave(findings.wrong)


@template_command("map")
def map_template(workbook: Path) -> None:
    """Add a sheet Map with the cells of each board that was recognised.

    Correct the Map, and every command follows it.

    Options:
        workbook MINE.XLSX: A workbook of your own.
    """
    from xl_dipscore.workbooks.acts.map import MapThere, NeedsNoMap, write_map

    with exit_on_fault(kinds=(MapThere, NeedsNoMap)):
        note(*prefix_file(workbook, write_map(workbook)))


@command()
def fill(
    workbook: Path,
    games: ListFile,
    new_only: bool = False,
    rest: bool = False,
    who: str | None = None,
    no_log: bool = False,
) -> None:
    """Write the results of a games file into the workbook's own cells, then rebuild it.

    Of a board without results, only the players are written. Where the file has no name, the name in the
    workbook stays. Faulty boards are listed, and then nothing is written. Replaced values are listed too. The
    sheet Log records each change; dipscore undo takes it back.

    Options:
        workbook WORKBOOK.XLSX: The workbook to fill.
        --new-only: Skip boards that have results already.
        --rest: Leave out faulty boards, and write all others.
    """
    from xl_dipscore.cli.reading import games_in, rows_of, tell_unplayed
    from xl_dipscore.sheets.xlsx.package import Package
    from xl_dipscore.workbooks.acts.fill import fill as filled
    from xl_dipscore.workbooks.acts.log import Act
    from xl_dipscore.workbooks.layout.event import EventIn

    event = EventIn(Package.read(workbook))
    listed = games_in(rows_of(games), games, fewer=event.scoring.takes_fewer)
    good, faults = listed.usable
    print_faults(faults)
    if faults and not rest:
        leave_unwritten(workbook, whole=not good)
    act = None if no_log else Act("fill", games.name, who or "")
    with exit_on_fault(workbook):
        report = filled(workbook, good, new_only=new_only, act=act, of=listed.boards, event=event)
    tell_unplayed(listed, games)
    leave_acted(workbook, report, faulty=bool(faults))


@command()
def rename(old: str, new_: str, workbook: Path, who: str | None = None, no_log: bool = False) -> None:
    """Change a player's name in the games, on the list of players and on Log, then rebuild the workbook.

    Other cells with the name are not changed, but listed.

    Options:
        old OLD: The player's present name.
        new NEW: The new name.
        workbook WORKBOOK.XLSX: The workbook to change.
    """
    from xl_dipscore.workbooks.acts.rename import rename as renamed

    with exit_on_fault(workbook):
        report = renamed(workbook, old, new_, act=not no_log, who=who or "")
    leave_acted(workbook, report)


@command()
def undo(workbook: Path, who: str | None = None, rest: bool = False) -> None:
    """Undo what the last fill, import, seat or rename changed in a workbook, then rebuild it.

    If a cell was changed since, or a drawn board has results, undo lists it and changes nothing. The sheet
    Log keeps the undone entry and marks it as taken back. Run undo again to undo the entry before that one.

    Options:
        workbook WORKBOOK.XLSX: A workbook with a sheet Log.
        --rest: Skip and list cells that were changed since and drawn boards with results; undo all others.
    """
    from xl_dipscore.workbooks.acts.undo import undo as undone

    with exit_on_fault(workbook):
        report = undone(workbook, who=who or "", rest=rest)
    leave_acted(workbook, report)


@command()
def extract(
    workbook: Path,
    output: OptionalListFile = None,
    rest: bool = False,
    excel: bool = False,
    json_: bool = False,
) -> None:
    """Read the results from a workbook's own cells, as a games file.

    Faulty boards are listed, and then nothing is written.

    Options:
        workbook WORKBOOK.XLSX: A workbook with results.
        --rest: Leave out faulty boards, and write all others.
    """
    from xl_dipscore.sheets.xlsx.package import Package
    from xl_dipscore.tables.cells.csv_text import csv_text
    from xl_dipscore.workbooks.layout.event import EventIn

    check_output(output, kind_of_json() if json_ else None)
    event = EventIn(Package.read(workbook))
    with exit_on_fault():
        found = event.game_extract
    note(*prefix_file(workbook, found.notes_beside_facts))
    if found.unplayed:
        note(f"{workbook}: {count_of(found.unplayed, 'board')} without results left out.")
    faults = [*found.unread_facts, *found.faults]
    table = found.sound_table if faults else found.table
    print_faults(faults)
    if faults and (not rest or not table[1:]):
        leave_unwritten(output, whole=not table[1:])
    if json_:
        from xl_dipscore.cli.reading import secret_scores_of

        secret = secret_scores_of(workbook)
        rows = [*of_games(table, secret=bool(secret))]
        made = Document("extract", {"rows": rows, "secret": secret}).text(faults)
        print_or_write(output, made, kind_of_json())
        leave(faults)
    print_or_write(output, csv_text(table), excel=excel)
    leave(faults)


@command()
def rebuild(
    paths: list[Path],
    jobs: Jobs = None,
    engine: EngineName = "auto",
    report: Path | None = None,
    dry_run: bool = False,
    backup: bool = False,
    changes: bool = False,
    json_: bool = False,
    watch: bool = False,
    keep_stale: bool = False,
    dask: str | None = None,
) -> None:
    """Compute every formula that depends on our functions, and store the values in the workbook.

    A workbook without such formulas is not changed. A cell that cannot be computed here and may be out of
    date is listed, and blank until Excel or LibreOffice opens the workbook.

    Options:
        paths PATH: Workbooks, folders of them, or patterns like *.xlsx.
        --report REPORT.JSON: Write a report of every cell, for programs.
        --dry-run: List every cell that would change, and change nothing.
        --backup: Keep each old file as NAME.bak.xlsx, then .bak2, .bak3, ...
        --changes: List changed scores, totals, ranks and best countries by player, as CSV.
        --dask ADDRESS: Send the work to a Dask cluster whose machines see these folders.
        --watch: Run until Ctrl-C: compute each workbook that is saved or added, such as in a shared folder. A
            workbook that is open in Excel or LibreOffice is computed when it is closed.
        --keep-stale: Leave old numbers in the cells that cannot be computed here.
    """
    from functools import partial

    from xl_dipscore.cli.many import REPORT, leave_rebuilt, progress
    from xl_dipscore.workbooks.acts.batch import rebuild_unless_known, run_batch
    from xl_dipscore.workbooks.acts.memory import find_remembered_report
    from xl_dipscore.workbooks.acts.paths import workbooks
    from xl_dipscore.workbooks.acts.rebuild_data import Order

    check_output(report, REPORT)
    check_apart({"--dry-run": dry_run, "--backup": backup})
    check_apart({"--dask": dask, "--jobs": jobs})
    order = Order(engine, dry_run=dry_run, backup=backup, changes=changes, keep_stale=keep_stale)
    work, known = partial(rebuild_unless_known, order=order), partial(find_remembered_report, order=order)
    if watch:
        if dry_run or changes or json_ or report is not None or dask is not None:
            others = "--dry-run, --changes, --json, --report and --dask"
            raise typer.BadParameter(f"--watch goes with none of {others}.")
        _watch(paths, work, known, jobs)
    files = list(workbooks(paths))
    with progress(len(files)) as bar:
        done = run_batch(work, files, known=known, jobs=jobs, dask=dask, watch=bar)
    leave_rebuilt(done, order, report, as_document=json_)


def _watch(
    paths: Sequence[Path],
    work: Callable[[Path], Report],
    known: Callable[[Path], Report | None],
    jobs: int | None,
) -> NoReturn:
    import xl_dipscore.workbooks.acts.rebuild  # noqa: F401  import now, not at the first save
    from xl_dipscore.cli.many import line_of_report
    from xl_dipscore.cli.watching import Watched

    def lines_of_report(path: Path, one: Report) -> Iterator[str]:
        yield line_of_report(path, one)
        yield from lines_of_computed(path, one)

    Watched(paths, work, lines_of_report, wrote=lambda one: one.wrote, known=known, jobs=jobs).watch()


@command()
def regenerate(
    old: list[Path],
    template: Path,
    output: Path,
    jobs: Jobs = None,
    engine: EngineName = "auto",
    json_: bool = False,
) -> None:
    """Copy old workbooks' results into a new template, and list every number that changed.

    Options:
        old OLD: Finished workbooks, or folders of them.
        --template NEW.XLSX: The template, without results.
        -o, --output FOLDER: The folder for the new workbooks.
    """
    from rich.markup import escape
    from rich.table import Column, Table

    from xl_dipscore.cli.many import leave_many, print_differences, progress, regenerated_record
    from xl_dipscore.workbooks.acts.paths import make_folder, workbooks
    from xl_dipscore.workbooks.acts.regenerate import regenerate as regenerated

    make_folder(output)
    files = list(workbooks(old))
    with progress(len(files)) as watch:
        done = regenerated(files, template, output, jobs=jobs, engine=engine, watch=watch)
    if json_:
        rows = [*map(regenerated_record, done.done.items())]
        print_document("regenerate", not_begun=done.left, rows=rows)
    else:
        print_differences(done)
    table = Table("Old", "New", *(Column(name, justify="right") for name in REGENERATED))
    for path, one in done.results.items():
        counts = one.boards, len(one.moved or ()), len(one.not_computed)
        table.add_row(escape(str(path)), escape(str(one.path)), *map(str, counts))
    if done.results:
        stderr().print(table)
    for path, one in done.results.items():
        note(*prefix_file(path, one.notes), *lines_of_not_computed(one.path, one))
    leave_many(done)
