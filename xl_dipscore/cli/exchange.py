"""The command that takes in other people's formats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from xl_dipscore.board import count_of
from xl_dipscore.cli.app import FAULTY, OK, NoLog, Who, group
from xl_dipscore.cli.writing import about, giving_up, list_kinds, note, say, write
from xl_dipscore.errors import Fault

if TYPE_CHECKING:
    from xl_dipscore.cells import Cell, GameRow
    from xl_dipscore.event import Game
    from xl_dipscore.exchange.formats import File, Person, Read
    from xl_dipscore.xlsx.sheet import Sheet

command = group("Workbooks")
TITLES = 30
"""Rows above the headings of a table, with a title perhaps."""
WIDEST = 1_000
"""Columns of a sheet that are looked at."""


class NotJson(Fault):
    """{file} is damaged or cut off: line {line}, column {column} is no JSON ({why})."""


class NothingInIt(Fault):
    """{file} has nothing below its headings."""


class OnlyPlayers(Fault):
    """{file} has players and no games; they go into a workbook: -o event.xlsx"""


@command("import")
def import_(
    file: Path | None = None,
    output: Path | None = None,
    as_: str | None = None,
    email: bool = False,
    keep_scores: bool = False,
    who: Who = None,
    no_log: NoLog = False,
    list_: bool = False,
) -> None:
    """Take in what others have: a list of players, answers to a form, another program's files.

    A games file is made of it, or the own cells of a workbook are filled: games, and people on its list of
    players. A faulty board or player is named and left out. Of answers to a form, a later row for the same
    board corrects the earlier one, and it is said. Scores that differ from ours are listed.

    Options:
        file FILE: A CSV file, a workbook or JSON of one of the known kinds.
        -o, --output GAMES.CSV|EVENT.XLSX: A games file to write; or a workbook that is there, whose own cells
            are filled.
        --as KIND: What the file is, where it is not to be found out.
        --email: Take addresses too; they are left out otherwise.
        --keep-scores: Take the scores of the file too, which then stand instead of ours.
        --list: List the kinds of files that are known.
    """
    from xl_dipscore.cells.games import games_of
    from xl_dipscore.cli.reading import TORN
    from xl_dipscore.cli.workbooks import check_ending, leave_filled
    from xl_dipscore.exchange.differences import differences, with_scores
    from xl_dipscore.exchange.formats import READERS, NotThatKind, UnknownKind, opened
    from xl_dipscore.layout.system import takes_fewer
    from xl_dipscore.workbook.batch import is_workbook
    from xl_dipscore.workbook.fill import fill
    from xl_dipscore.workbook.log import Act
    from xl_dipscore.xlsx.package import Package

    if list_:
        list_kinds("Files that are known", ((one.key, one.name) for one in READERS.values()))
    if file is None:
        raise typer.BadParameter("A file is needed: dipscore import form.csv -o event.xlsx")
    into = output is not None and is_workbook(output)
    if not into:
        check_ending(output, ".csv")
    fewer = into and output is not None and takes_fewer(Package.read(output))
    with giving_up(kinds=(UnknownKind, NotThatKind, NotJson, *TORN)):
        found, reader = opened(_files(file), as_)
    read = reader.read(found)
    if keep_scores:
        read = replace(read, rows=with_scores(read))
    games = games_of(read.rows, fewer=fewer)
    good, wrong_in = games.usable
    faults = [*read.faults, *wrong_in]
    if not faults and not good and not read.people:
        faults = [NothingInIt(file=file.name)]
    note(f"{file}: {reader.name}, {_extent(found, read)}.", *about(file, read.notes))
    say(faults)
    note(*about(file, differences(read, games.games)))
    boards = len(games.games) + len(games.to_come)
    if output is not None and into:
        people = [*_without_email(read.people, email=email)]
        act = None if no_log else Act("import", file.name, who or "")
        with giving_up(output):
            report = fill(output, good, people=people, act=act)
        leave_filled(output, report, boards, faulty=bool(faults))
    if read.people and not read.rows:
        raise OnlyPlayers(file=file.name)
    if read.people:
        note(f"What it says of players goes into a workbook only: dipscore import {file} -o event.xlsx")
    _as_games_file(output, read.rows, good, faulty=bool(faults))


# -- reading ----------------------------------------------------------------------------------


def _files(path: Path) -> Iterator[File]:
    """A file in every way in which it may be read. Raises Fault for one that cannot be."""
    from xl_dipscore.cells import csv_rows
    from xl_dipscore.cli.reading import bytes_of
    from xl_dipscore.exchange.formats import File
    from xl_dipscore.xlsx.package import Package

    data = bytes_of(path)
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        package = Package(data, path.name)
        if not package.sheet_names:
            yield File(path.name)
        for sheet in package.sheet_names:
            yield from _below_titles(f"{path.name} {sheet}", _rows(package.sheet(sheet)))
    elif data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
        yield File(path.name, data=_json(path.name, data), beside=partial(_beside, path.parent))
    else:
        yield from _below_titles(path.name, csv_rows(data, path.name))


def _json(name: str, data: bytes) -> Any:
    """Raises NotJson."""
    import json

    try:
        found = json.loads(data)
        # Half a character is no text.
        return json.loads(json.dumps(found, ensure_ascii=False).encode(errors="replace"))
    except json.JSONDecodeError as wrong:
        raise NotJson(file=name, line=wrong.lineno, column=wrong.colno, why=wrong.msg) from None
    except (ValueError, RecursionError):
        raise NotJson(file=name, line=1, column=1, why="its characters cannot be read") from None


def _beside(folder: Path, name: str) -> Any:
    """What stands in the JSON file of that name in a folder, None where there is none. Raises Fault."""
    from xl_dipscore.cli.reading import bytes_of

    path = folder / name
    return _json(name, bytes_of(path)) if Path(name).name == name and path.is_file() else None


def _rows(sheet: Sheet) -> list[list[Cell]]:
    """The cells of a sheet, but for what stands far off."""
    cells = {place: cell.value for place, cell in sheet.cells.items() if cell.holds and place[1] <= WIDEST}
    height, width = (max((place[i] for place in cells), default=0) for i in (0, 1))
    return [[cells.get((row, column)) for column in range(1, width + 1)] for row in range(1, height + 1)]


def _below_titles(name: str, rows: Sequence[Sequence[Cell]]) -> Iterator[File]:
    """The table from each row on that may be its headings."""
    from xl_dipscore.cells import is_blank
    from xl_dipscore.exchange.formats import File

    yield File(name, rows)
    for first, row in enumerate(rows[1:TITLES], 2):
        if not all(map(is_blank, row)):
            yield File(name, rows[first - 1 :], first=first, above=rows[first - 2])


def _extent(file: File, read: Read) -> str:
    """How much it is, in rows where it is a table."""
    if file.data is not None:
        return count_of(len({(row.get("round"), row.get("board")) for row in read.rows}), "board")
    headless = any(row.row == file.first for row in read.rows)
    return count_of(len([*file.lines]) + headless, "row")


# -- writing ----------------------------------------------------------------------------------


def _without_email(people: Iterable[Person], *, email: bool) -> Iterator[Person]:
    from xl_dipscore.exchange.formats import EMAIL

    left = False
    for person in people:
        kept = {heading: text for heading, text in person.cells.items() if email or heading != EMAIL}
        left = left or kept != person.cells
        yield replace(person, cells=kept)
    if left:
        note("Addresses are left out; --email takes them too.")


def _as_games_file(
    output: Path | None, rows: Iterable[GameRow], games: Sequence[Game], *, faulty: bool
) -> NoReturn:
    from xl_dipscore.cells import csv_text
    from xl_dipscore.cells.games import board_of
    from xl_dipscore.exchange.formats import games_table

    if not games:
        if output is not None:
            note(f"{output} was not written.")
        raise typer.Exit(FAULTY)
    good = {(game.round, game.name) for game in games}
    written = csv_text(games_table(row for row in rows if board_of(row) in good))
    if output is None:
        print(written, end="")
    else:
        write(output, written)
        note(f"{output}: {count_of(len(games), 'board')}.")
    raise typer.Exit(FAULTY if faulty else OK)
