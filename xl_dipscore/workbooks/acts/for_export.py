"""Prepare a workbook's event, players, games and standings for export formats."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from xl_dipscore.errors import Fault, Faults
from xl_dipscore.rules.system import System, find
from xl_dipscore.rules.tournament.problem import Problem
from xl_dipscore.rules.tournament.standings import standings
from xl_dipscore.rules.tournament.teams import team_table
from xl_dipscore.sheets.xlsx.book import value_in
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.event import GivenEvent
from xl_dipscore.tables.cells.games import GameList
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.tables.exchange.formats import EMAIL, PERSON, PLAYER, Person
from xl_dipscore.tables.exchange.writers import Outgoing, Written, writes
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import label
from xl_dipscore.workbooks.layout.pages import event_of_finished_rounds, find_secrecy_cell, secrecy_message

NEVER = frozenset({EMAIL})
"""Columns of the player list that are never exported."""


class WhichSystem(Fault, remedy="Add --system, such as --system DCC."):
    """{kind} contains scores, but {file} names no scoring system."""


class NoneOnSetup(Fault, remedy="Or add --system, such as --system DCC."):
    """{kind} contains scores, but {file} names no scoring system. Choose one on Setup."""


class ScoresSecret(
    Fault,
    remedy='To publish them, choose "now" there; or add --scores now.',
    in_menu='To publish them, choose "now" there.',
):
    """{kind} contains scores and ranks, which {cell} of {file} keeps secret."""


class ForExport(NamedTuple):
    """The data of a workbook that a format needs, and notes and problems for the director."""

    outgoing: Outgoing
    notes: Sequence[str]
    problems: Sequence[Problem]


def outgoing_of_workbook(event: EventIn, writer: writes, typed: str = "", scores: str = "") -> ForExport:
    """Collect the data that a format needs from a workbook. Also returns notes and problems.

    If the format contains games, raises Faults for a faulty board: an archive wants all boards or none.
    typed: the key of a scoring system to use in place of the workbook's system; may be blank.
    scores: used in place of the workbook's cell that may keep scores secret; may be blank.
    """
    if isinstance(event.book, Package):
        event = event_of_finished_rounds(event, scores)
    name = event.book.name
    system = system_for(writer, name, typed, event.system_name)
    title, people = event.title or Path(name).stem, tuple(people_in(event))
    hidden = find_secrecy_cell(event, scores)
    outgoing = Outgoing(name, title, people=people, system=system, hidden=hidden)
    if not writer.games and not event.sheets:
        return ForExport(outgoing, (), ())
    event = EventIn(event.book, system) if typed else event
    found, given = event.game_extract, None if system is None else event.given_event
    if writer.games and (faults := faults_of(found.game_list, found.faults)):
        raise Faults(faults)
    outgoing = replace(outgoing, games=found.game_list.games, to_come=found.game_list.to_come)
    problems = event.problems if writer.games and system else ()
    return ForExport(with_scores(outgoing, writer, given), found.notes, problems)


def system_for(writer: writes, file: str, typed: str, on_setup: str | None = None) -> System | None:
    """The scoring system for an export; None if the format has no scores and no system is typed.

    on_setup: the system on a workbook's Setup; None for other files. Raises WhichSystem and NoneOnSetup.
    """
    key = typed or on_setup
    if writer.scored and not key:
        raise (WhichSystem if on_setup is None else NoneOnSetup)(kind=writer.key, file=file)
    return find(key) if key and (writer.scored or typed) else None


def faults_of(listed: GameList, faults: Iterable[Fault]) -> list[Fault]:
    """Join `faults` and the faults of games that are still to be played."""
    return [*faults, *(fault for game in listed.to_come for fault in game.faults)]


def with_scores(outgoing: Outgoing, writer: writes, event: GivenEvent | None) -> Outgoing:
    """Add standings and a team table if the format has scores and scores are not hidden. Raises Faults."""
    if not writer.scored or event is None or not outgoing.games or outgoing.hidden:
        return outgoing
    table = standings(*event.call_arguments)
    teams = team_table(*event.call_arguments, table=table) if event.has_teams else None
    if faults := [*table.faults, *(teams.faults if teams is not None else ())]:
        raise Faults(faults)
    return replace(outgoing, table=table, teams=teams, awards=event.chosen.settings.awards)


class Exported(NamedTuple):
    """The files of a format, and a sentence if hidden scores were left out."""

    written: Written
    secret: str


def write_export(writer: writes, outgoing: Outgoing) -> Exported:
    """Return the files of a format, and a sentence if hidden scores were left out. Raises Faults."""
    if not outgoing.hidden:
        return Exported(writer.write(outgoing), "")
    if not writer.secret:
        raise ScoresSecret(kind=writer.key, cell=outgoing.hidden, file=outgoing.file)
    written = writer.write(outgoing.without_scores())
    missing = writer.scored or written != writer.write(outgoing)
    return Exported(written, secrecy_message(outgoing.hidden) if missing else "")


def people_in(event: EventIn) -> Iterator[Person]:
    """The people on the player list, with the facts in the list's columns, except e-mail addresses."""
    there = event.roster
    if there is None:
        return
    headings = there.columns
    columns = {word: headings[word.casefold()] for word in PERSON if word.casefold() in headings}
    for player, row in there.rows_by_name.items():
        beside = {word: value_in(there.sheet, row, n) for word, n in columns.items() if word not in NEVER}
        facts = {word: label(value) for word, value in beside.items() if not is_blank(value)}
        yield Person({**facts, PLAYER: player}, f"{there.sheet.name} row {row}")
