"""The command that writes other programs' formats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from xl_dipscore.board import count_of
from xl_dipscore.cli.app import ScoresShown, group, leave
from xl_dipscore.cli.writing import WrongEnding, list_kinds, make_folder, note, say, tell, write
from xl_dipscore.errors import Fault, Faults

if TYPE_CHECKING:
    from xl_dipscore.exchange.writers import Outgoing, Written, writes

command = group("Workbooks")


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
    from xl_dipscore.workbook.for_export import written_as

    if list_:
        list_kinds("Files that can be written", sorted((one.key, one.name) for one in WRITERS.values()))
    if kind is None or event is None:
        raise typer.BadParameter("A kind and an event are needed: dipscore export wdd event.xlsx -o out/")
    writer = writer_of(kind)
    try:
        written, secret = written_as(writer, _event(event, writer, system, scores or ""))
    except Faults as refused:
        _refuse(refused.faults)
    if secret:
        note(f"{event}: {secret}")
    _put(written, writer.key, output)
    note(*(f"Note: {line}" for line in written.notes))
    leave()


def _event(path: Path, writer: writes, typed: str | None, scores: str) -> Outgoing:
    """What goes out. A fault in it ends the command: an archive wants all boards, or none."""
    from xl_dipscore.cells.event import GivenEvent
    from xl_dipscore.cells.options import EventOptions
    from xl_dipscore.cli.reading import games_in, rows_of
    from xl_dipscore.exchange.writers import Outgoing
    from xl_dipscore.tournament import problems
    from xl_dipscore.workbook.batch import is_workbook
    from xl_dipscore.workbook.for_export import faults_of, of_workbook, system_for, with_scores
    from xl_dipscore.xlsx.package import Package

    if is_workbook(path):
        found = of_workbook(Package.read(path), writer, typed or "", scores)
        note(*(f"{path.name}: {line}" for line in found.notes))
        tell(found.problems, [])
        return found.outgoing
    system = system_for(writer, path.name, typed or "")
    listed = games_in(rows_of(path), path, fewer=system is not None and system.fewer)
    if writer.games:
        if faults := faults_of(listed, listed.faults):
            raise Faults(faults)
        tell(problems(system, listed.games, listed.of_event()), faults)
    outgoing = Outgoing(path.name, path.stem, listed.games, listed.to_come, system=system)
    event = None if system is None else GivenEvent(system, listed, EventOptions())
    return with_scores(outgoing, writer, event)


def _refuse(faults: Iterable[Fault]) -> NoReturn:
    say(faults)
    note("Nothing was written.")
    leave(faulty=True)


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
