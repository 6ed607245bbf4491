"""The command that writes other programs' formats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from xl_dipscore.board import count_of
from xl_dipscore.cli.app import FAULTY, OK, ScoresShown, group
from xl_dipscore.cli.writing import WrongEnding, list_kinds, make_folder, note, say, tell, write
from xl_dipscore.errors import Fault, Faults
from xl_dipscore.system import find

if TYPE_CHECKING:
    from xl_dipscore.cells import EventOptions, GameList, GivenEvent
    from xl_dipscore.exchange.writers import Outgoing, Written, writes
    from xl_dipscore.system import System

command = group("Workbooks")


class WhichSystem(Fault):
    """{kind} has scores, and {file} does not say by which system; add --system, such as --system DCC."""


class ScoresSecret(Fault, remedy='Choose "now" there when they may go out, or give --scores now.'):
    """{kind} is made of scores and ranks, which {cell} of {file} hides."""


class SeveralFiles(Fault):
    """{kind} makes {files}; name a folder for them, such as -o out/"""


@command("export")
def export(
    kind: str | None = None,
    event: Path | None = None,
    system: str | None = None,
    output: Path | None = None,
    list_: bool = False,
    scores: ScoresShown = None,
) -> None:
    """Write an event for archives, other programs and people. E-mail addresses are never written.

    While the workbook's sheet Print hides scores, they are left out.

    Options:
        kind KIND: What to write, such as wdd; --list says what there is.
        event EVENT: A workbook with results, or a games file, GAMES.CSV.
        --system KEY: The scoring system; by default, the one on the workbook's Setup.
        -o, --output FOLDER: The folder for the files, or the name of the file where it is a single one.
        --list: List the kinds of files that can be written.
    """
    from xl_dipscore.exchange.writers import WRITERS, writer_of
    from xl_dipscore.layout.pages import kept_secret

    if list_:
        list_kinds("Files that can be written", sorted((one.key, one.name) for one in WRITERS.values()))
    if kind is None or event is None:
        raise typer.BadParameter("A kind and an event are needed: dipscore export wdd event.xlsx -o out/")
    writer = writer_of(kind)
    outgoing = _event(event, writer, system, scores or "")
    secret = outgoing.hidden
    if secret and not writer.secret:
        _refuse([ScoresSecret(kind=writer.key, cell=secret, file=event.name)])
    try:
        written = writer.write(outgoing.without_scores() if secret else outgoing)
        if secret and (writer.scored or written != writer.write(outgoing)):
            note(f"{event}: {kept_secret(secret)}")
    except Faults as refused:
        _refuse(refused.faults)
    _put(written, writer.key, output)
    note(*(f"Note: {line}" for line in written.notes))
    raise typer.Exit(OK)


def _event(path: Path, writer: writes, typed: str | None, scores: str) -> Outgoing:
    """What goes out. A fault in it ends the command: an archive wants all boards, or none."""
    from xl_dipscore.cells import GivenEvent
    from xl_dipscore.exchange.writers import Outgoing
    from xl_dipscore.layout.event import EventIn
    from xl_dipscore.layout.pages import hidden_in
    from xl_dipscore.layout.system import system_of
    from xl_dipscore.tournament import problems
    from xl_dipscore.workbook.batch import is_workbook
    from xl_dipscore.workbook.for_export import event_name, people_in
    from xl_dipscore.xlsx.package import Package

    package = Package.read(path) if is_workbook(path) else None
    on_setup = "" if package is None else system_of(package)
    key = typed or on_setup
    if writer.scored and not key:
        raise WhichSystem(kind=writer.key, file=path.name)
    system = find(key) if key and (writer.scored or typed) else None
    listed, faults, chosen = (
        _of_csv(path, system) if package is None else _of_workbook(package, system, needed=writer.games)
    )
    faults += (fault for game in listed.to_come for fault in game.faults)
    if faults and writer.games:
        _refuse(faults)
    if writer.games:
        event = None if package is None else EventIn(package, system)
        tell(problems(system, listed.games, listed.of_event()) if event is None else event.problems, faults)
    outgoing = Outgoing(path.name, path.stem, listed.games, listed.to_come, system=system)
    if package is not None:
        name = event_name(package) or path.stem
        people, hidden = tuple(people_in(package)), hidden_in(package, scores)
        outgoing = replace(outgoing, name=name, people=people, hidden=hidden)
    if not writer.scored or system is None or not listed.games or outgoing.hidden:
        return outgoing
    return _with_scores(outgoing, GivenEvent(system, listed, chosen))


def _of_csv(path: Path, system: System | None) -> tuple[GameList, list[Fault], EventOptions]:
    from xl_dipscore.cells import EventOptions
    from xl_dipscore.cli.reading import games_in, rows_of

    listed = games_in(rows_of(path), path, fewer=system is not None and system.fewer)
    return listed, [*listed.faults], EventOptions()


def _of_workbook(
    package: Any, system: System | None, *, needed: bool
) -> tuple[GameList, list[Fault], EventOptions]:
    from xl_dipscore.cells import EventOptions, GameList
    from xl_dipscore.layout.event import EventIn
    from xl_dipscore.layout.games import games_if_any

    if not needed and not games_if_any(package):
        return GameList(()), [], EventOptions()
    event, chosen = EventIn(package, system), EventOptions()
    try:
        found = event.found
        if system is not None:
            chosen = event.given.chosen
    except (Fault, Faults) as wrong:
        _refuse(wrong.faults if isinstance(wrong, Faults) else [wrong])
    for line in found.notes:
        note(f"{package.name}: {line}")
    return found.listed, [*found.faults], chosen


def _with_scores(outgoing: Outgoing, event: GivenEvent) -> Outgoing:
    """The event with its standings, and its teams where it has any."""
    from xl_dipscore.tournament import standings, team_table

    try:
        table = standings(*event.asked)
        teams = team_table(*event.asked, table=table) if event.has_teams else None
    except Faults as refused:
        _refuse(refused.faults)
    if faults := [*table.faults, *(teams.faults if teams is not None else ())]:
        _refuse(faults)
    return replace(outgoing, table=table, teams=teams, by=event.chosen.by)


def _refuse(faults: Any) -> NoReturn:
    say(faults)
    note("Nothing was written.")
    raise typer.Exit(FAULTY)


def _put(written: Written, kind: str, output: Path | None) -> None:
    """Write the files; a single one goes to standard output where no place is named."""
    if output is None and len(written.files) == 1:
        print(*written.files.values(), sep="", end="")
        return
    many = count_of(len(written.files), "file")
    places = _places(written.files, kind, many, output)
    for path, content in places.items():
        write(path, content)
    first, *others = places
    note(f"{first} was written." if not others else f"{output}: {many} written, {first.name} first.")


def _places(files: Mapping[str, str], kind: str, many: str, output: Path | None) -> dict[Path, str]:
    """Where each file goes; its folder is there then. Raises SeveralFiles, WrongEnding and CannotWrite."""
    name, text = next(iter(files.items()))
    if output is None or (len(files) > 1 and output.suffix and not output.is_dir()):
        raise SeveralFiles(kind=kind, files=many)
    if output.suffix and not output.is_dir():
        ending = Path(name).suffix
        if output.suffix.casefold() != ending:
            raise WrongEnding(path=output, ending=ending)
        return {output: text}
    make_folder(output)
    return {output / one: content for one, content in files.items()}
