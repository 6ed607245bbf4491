"""The commands import and export, which read and write files of archives and other programs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from xl_dipscore.cli.app import OptionalListFile, ScoresShown, as_typed, check_apart, group, leave, only_for
from xl_dipscore.cli.output import print_document
from xl_dipscore.cli.writing import (
    check_output,
    exit_on_fault,
    leave_acted,
    leave_unwritten,
    note,
    prefix_file,
    print_faults,
    print_or_write,
    print_problems,
    show_table,
    write,
)
from xl_dipscore.errors import Fault, Faults, Misuse
from xl_dipscore.rules.board import count_of

if TYPE_CHECKING:
    from xl_dipscore.sheets.xlsx.package import Package
    from xl_dipscore.tables.exchange.formats import Person
    from xl_dipscore.tables.exchange.writers import Outgoing, Written, writes
    from xl_dipscore.workbooks.acts.log import Act
    from xl_dipscore.workbooks.acts.take_in import TakenIn
    from xl_dipscore.workbooks.layout.event import EventIn

command = group("Workbooks")


class OnlyPlayers(Fault):
    """{file} has players but no games. Write them into a workbook: -o event.xlsx"""


@command("import")
def import_(
    file: OptionalListFile = None,
    output: OptionalListFile = None,
    as_: str | None = None,
    email: bool = False,
    keep_scores: bool = False,
    rest: bool = False,
    who: str | None = None,
    no_log: bool = False,
    list_: bool = False,
    excel: bool = False,
    json_: bool = False,
) -> None:
    """Import a list of players, form answers or another program's files.

    The result is a games file; or with -o EVENT.XLSX, games and players are written into that workbook.
    Faulty boards and players are listed, and then nothing is written. In form answers, a later row for the
    same board corrects the earlier one, with a note. Scores that differ from ours are listed.

    Options:
        file FILE: A CSV file, a workbook or JSON of one of the known kinds; - for standard input.
        -o, --output GAMES.CSV|EVENT.XLSX: The games file to write, - for standard output; or an
            existing workbook to fill.
        --as KIND: The kind of the file, if it is not detected; --list lists all kinds.
        --email: Include e-mail addresses; by default they are left out.
        --keep-scores: Use the file's scores instead of ours.
        --rest: Leave out faulty boards and players, and write all others.
        --list: List the known kinds of files.
    """
    from xl_dipscore.cli.reading import NOT_CSV_FAULTS
    from xl_dipscore.sheets.files import list_in
    from xl_dipscore.sheets.xlsx.package import Package
    from xl_dipscore.sheets.xlsx.target import check_not_input
    from xl_dipscore.tables.exchange.differences import differences
    from xl_dipscore.tables.exchange.formats import NotThatKind, UnknownKind, readers
    from xl_dipscore.workbooks.acts.log import Act
    from xl_dipscore.workbooks.acts.paths import is_workbook
    from xl_dipscore.workbooks.acts.take_in import NotJson, read_import
    from xl_dipscore.workbooks.layout.event import EventIn

    if list_:
        others = {"-o": output, "--as": as_, "--email": email, "--keep-scores": keep_scores, "--rest": rest}
        check_apart({"--list": True, "FILE": file, **others, "--who": who, "--no-log": no_log})
        kinds = [(one.key, one.name) for one in readers().values()]
        _list_kinds("Files that are known", kinds, json=json_)
    if json_:
        raise only_for("the list of kinds", "--list", ["json"])
    if file is None:
        raise typer.BadParameter("A file is needed: dipscore import form.csv -o event.xlsx")
    into = output is not None and is_workbook(output)
    check_apart({f"{output} (a workbook)": into, "--excel": excel})
    for_workbooks = {"email": email, "who": who, "no log": no_log}
    if not into and (given := [word for word, value in for_workbooks.items() if value]):
        raise only_for("a workbook", "-o EVENT.XLSX", given)
    if output is not None and into:
        check_not_input(output, [file])
    else:
        check_output(output)
    event = EventIn(Package.read(output)) if into and output is not None else None
    fewer = event is not None and event.scoring.takes_fewer
    with exit_on_fault(kinds=(UnknownKind, NotThatKind, NotJson, *NOT_CSV_FAULTS)):
        taken = read_import(
            file.name, list_in(file), as_, beside=file.parent, scores=keep_scores, fewer=fewer
        )
    note(f"{file}: {taken.summary}", *prefix_file(file, taken.read.notes))
    print_faults(taken.faults)
    note(*prefix_file(file, differences(taken.read, taken.listed.games)))
    if taken.faults and not rest:
        leave_unwritten(output, whole=not (taken.good or taken.read.people))
    if output is not None and event is not None:
        _fill(output, event, taken, None if no_log else Act("import", file.name, who or ""), email=email)
    _as_games_file(output, file, taken, excel=excel)


def _fill(workbook: Path, event: EventIn, taken: TakenIn, act: Act | None, *, email: bool) -> NoReturn:
    from xl_dipscore.workbooks.acts.fill import fill

    people = [*_without_email(taken.read.people, email=email)]
    boards = len(taken.listed.games) + len(taken.listed.to_come)
    with exit_on_fault(workbook):
        report = fill(workbook, taken.good, people=people, act=act, of=boards, event=event)
    leave_acted(workbook, report, faulty=bool(taken.faults))


def _without_email(people: Iterable[Person], *, email: bool) -> Iterator[Person]:
    from xl_dipscore.tables.exchange.formats import EMAIL

    left = False
    for person in people:
        kept = {heading: text for heading, text in person.cells.items() if email or heading != EMAIL}
        left = left or kept != person.cells
        yield replace(person, cells=kept)
    if left:
        note("E-mail addresses are left out; --email includes them.")


def _as_games_file(output: Path | None, file: Path, taken: TakenIn, *, excel: bool) -> NoReturn:
    from xl_dipscore.tables.cells.csv_text import csv_text
    from xl_dipscore.tables.cells.english import in_english
    from xl_dipscore.tables.cells.games import read_dates
    from xl_dipscore.tables.exchange.formats import games_table

    rows = taken.read.rows
    if taken.read.people and not rows:
        raise OnlyPlayers(file=file.name)
    if taken.read.people:
        note(f"Only a workbook can take its players' details: dipscore import {as_typed(file)} -o event.xlsx")
    if not taken.good:
        leave_unwritten(output, whole=True)
    good = {(game.round, game.name): game for game in taken.good}
    known = {(row.source, row.row): row.key for row in read_dates(rows).rows}
    its = (good.get(known.get((row.source, row.row)) or (1, "")) for row in rows)
    kept = ((row, game) for row, game in zip(rows, its, strict=True) if game is not None)
    written = csv_text(games_table(row._replace(cells=in_english(row, game)) for row, game in kept))
    print_or_write(output, written, excel=excel)
    if output is not None:
        note(f"{output}: {count_of(len(taken.good), 'board')}.")
    leave(taken.faults)


def _list_kinds(title: str, kinds: Sequence[tuple[str, str]], *, json: bool) -> NoReturn:
    """Print the known kinds of files, and exit."""
    if json:
        print_document("formats", rows=[{"kind": kind, "name": name} for kind, name in kinds])
    else:
        show_table(title, ("Kind", "What it is"), kinds)
    leave()


class SeveralFiles(Fault):
    """{kind} makes {files}; name a folder for them, such as -o out/"""


@command("export")
def export(
    kind: str | None = None,
    event: OptionalListFile = None,
    system: str | None = None,
    output: OptionalListFile = None,
    list_: bool = False,
    scores: ScoresShown | None = None,
    excel: bool = False,
    json_: bool = False,
) -> None:
    """Write an event for archives, other programs and people. E-mail addresses are never written.

    While a workbook hides its scores (a setting on its sheet Print), they are not written.

    Options:
        kind KIND: The kind of files to write, such as wdd; --list lists all kinds.
        event EVENT: A workbook with results, or a games file, GAMES.CSV; - for standard input.
        --system KEY: The scoring system; by default, the one on the workbook's Setup.
        -o, --output FOLDER: The folder for the files; or a file name, or - for standard output, if
            there is only one.
        --list: List the kinds of files that can be written.
    """
    from xl_dipscore.rules.system import UnknownSystem
    from xl_dipscore.sheets.xlsx.package import Package
    from xl_dipscore.tables.exchange.writers import writer_of, writers
    from xl_dipscore.workbooks.acts.for_export import WhichSystem, write_export
    from xl_dipscore.workbooks.acts.paths import is_workbook

    if list_:
        others = {"KIND": kind, "--system": system, "-o": output, "--scores": scores}
        check_apart({"--list": True, **others})
        kinds = sorted((one.key, one.name) for one in writers().values())
        _list_kinds("Files that can be written", kinds, json=json_)
    if json_:
        raise only_for("the list of kinds", "--list", ["json"])
    if kind is None or event is None:
        raise typer.BadParameter("A kind and an event are needed: dipscore export wdd event.xlsx -o out/")
    writer = writer_of(kind)
    package = Package.read(event) if is_workbook(event) else None
    check_apart({f"{event} (no workbook)": package is None, "--scores": scores})
    try:
        written, secret = write_export(writer, _event(event, package, writer, system, scores or ""))
    except (Misuse, UnknownSystem, WhichSystem):
        raise
    except Faults as refused:
        print_faults(refused.faults)
        note("Nothing was written.")
        leave(faulty=True)
    if secret:
        note(f"{event}: {secret}")
    _write_files(written, writer.key, output, excel=excel)
    note(*(f"Note: {line}" for line in written.notes))
    leave()


def _event(path: Path, package: Package | None, writer: writes, typed: str | None, scores: str) -> Outgoing:
    """The event to export. Raises Faults for a faulty board, because an archive needs all boards or none."""
    from xl_dipscore.cli.reading import games_in, rows_of
    from xl_dipscore.rules.tournament.problems import problems
    from xl_dipscore.sheets.files import STANDARD_INPUT
    from xl_dipscore.tables.cells.event import GivenEvent
    from xl_dipscore.tables.cells.event_options import EventOptions
    from xl_dipscore.tables.exchange.writers import Outgoing
    from xl_dipscore.workbooks.acts.for_export import faults_of, outgoing_of_workbook, system_for, with_scores
    from xl_dipscore.workbooks.layout.event import EventIn

    if package is not None:
        outgoing, notes, odd = outgoing_of_workbook(EventIn(package), writer, typed or "", scores)
        note(*(f"{path.name}: {line}" for line in notes))
        print_problems(odd)
        return outgoing
    system = system_for(writer, path.name, typed or "")
    listed = games_in(rows_of(path), path, fewer=system is not None and system.fewer)
    if writer.games:
        if faults := faults_of(listed, listed.faults):
            raise Faults(faults)
        print_problems(problems(system, listed.games, listed.of_event()), faults)
    name = "" if path is STANDARD_INPUT else path.stem
    outgoing = Outgoing(path.name, name, listed.games, listed.to_come, system=system)
    event = None if system is None else GivenEvent(system, listed, EventOptions())
    return with_scores(outgoing, writer, event)


def _write_files(written: Written, kind: str, output: Path | None, *, excel: bool) -> None:
    """Write the files. Without `output`, print a single file, or raise SeveralFiles for more files."""
    from xl_dipscore.sheets.xlsx.target import CSV, kind_like

    if output is None and len(written.files) == 1:
        print(*written.files.values(), sep="", end="")
        return
    many = count_of(len(written.files), "file")
    places = _places(written.files, kind, many, output)
    kinds = [kind_like(content, Path(name).suffix) for name, content in written.files.items()]
    for path, kind_of_file in zip(places, kinds, strict=True):
        check_output(path, kind_of_file)  # check all paths before the first file is written
    for path, text, kind_of_file in zip(places, written.files.values(), kinds, strict=True):
        write(path, text, kind_of_file, excel=excel and kind_of_file is CSV)
    first, *others = places
    note(f"{first} was written." if not others else f"{output}: {many} written, {first.name} first.")


def _places(files: Collection[str], kind: str, many: str, output: Path | None) -> list[Path]:
    """Return the path of each file, and make the folder. Raises SeveralFiles and CannotMakeFolder."""
    if output is None or (len(files) > 1 and output.suffix and not output.is_dir()):
        raise SeveralFiles(kind=kind, files=many)
    if output.suffix and not output.is_dir():
        return [output]
    from xl_dipscore.workbooks.acts.paths import make_folder

    make_folder(output)
    return [output / one for one in files]
