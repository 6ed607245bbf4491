"""The command that takes in other people's formats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from xl_dipscore.board import count_of
from xl_dipscore.cli.app import NoLog, Who, group, leave
from xl_dipscore.cli.writing import about, giving_up, list_kinds, note, say, write
from xl_dipscore.errors import Fault

if TYPE_CHECKING:
    from xl_dipscore.cells.games import GameRow
    from xl_dipscore.event import Game
    from xl_dipscore.exchange.formats import Person

command = group("Workbooks")


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
    from xl_dipscore.cli.reading import TORN, bytes_of
    from xl_dipscore.cli.workbooks import check_ending, leave_filled
    from xl_dipscore.exchange.differences import differences
    from xl_dipscore.exchange.formats import READERS, NotThatKind, UnknownKind
    from xl_dipscore.layout.system import takes_fewer
    from xl_dipscore.workbook.batch import is_workbook
    from xl_dipscore.workbook.fill import fill
    from xl_dipscore.workbook.log import Act
    from xl_dipscore.workbook.take_in import NotJson, taken_in
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
        taken = taken_in(file.name, bytes_of(file), as_, beside=file.parent, scores=keep_scores, fewer=fewer)
    read, games, good, faults = taken.read, taken.listed.games, taken.good, taken.faults
    note(f"{file}: {taken.told}", *about(file, read.notes))
    say(faults)
    note(*about(file, differences(read, games)))
    boards = len(games) + len(taken.listed.to_come)
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
    from xl_dipscore.cells.csv_text import csv_text
    from xl_dipscore.cells.games import board_of
    from xl_dipscore.exchange.formats import games_table

    if not games:
        if output is not None:
            note(f"{output} was not written.")
        leave(faulty=True)
    good = {(game.round, game.name) for game in games}
    written = csv_text(games_table(row for row in rows if board_of(row) in good))
    if output is None:
        print(written, end="")
    else:
        write(output, written)
        note(f"{output}: {count_of(len(games), 'board')}.")
    leave(faulty)
