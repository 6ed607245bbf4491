"""Slips of a tired scorer are reported wherever the director looks; correct events get no report."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from openpyxl.utils import get_column_letter as letter

from tests.further_slips import planted_further, with_further
from tests.slips import BOARD, HEADER, PLAYER, SYSTEMS, Event, planted, right, with_slip
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.csv_text import csv_text
from xl_dipscore.tables.functions.events import dip_problems
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.author import Plan, make, make_compact_package, templates_folder
from xl_dipscore.workbooks.layout.event import EventIn

pytestmark = pytest.mark.usefixtures("new_books")

CANNOT_KNOW = {
    # Slips that plain formulas do not find: other spellings of names, a Final, amounts.
    *("a letter wrong", "letters swapped", "an accent", "last name first", "first name alone", "an initial"),
    *("a cyrillic letter", "a number for a name", "two people", "final for a board of a round"),
    *(
        "an override too high",
        "an override left behind",
        "extra points too many",
        "extra points beside nobody",
    ),
    *("unranked in one game", "a power again", "the mark of the largest forgotten"),
    *("sorted by player",),  # which changes nothing there
}


def told(event: Event) -> set[tuple[Any, ...]]:
    """The lines of the list, by rank, sentence and key."""
    roster = [[name] for name in event.roster] or None
    lines = dip_problems(event.system, event.table, event.options or None, roster)[1:]
    return {(line[0], line[1], line[8]) for line in lines}


@pytest.mark.slow
def test_slips_are_told_by_functions() -> None:
    """All slips are found, because only findable ones are planted."""
    slips = planted()
    assert len(slips) > 150
    assert {system for *_, system in slips} == {*SYSTEMS}
    silent = [one for one in slips if not told(with_slip(*one)) - told(right(one[2], one[1]))]
    assert silent == []


@pytest.mark.slow
def test_further_slips_are_told_by_functions() -> None:
    slips = planted_further()
    assert len(slips) > 150
    silent = [one for one in slips if not told(with_further(*one)) - told(right(one[2], one[1]))]
    assert silent == []


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_is_told_of_right_events(system: str) -> None:
    events = [right(system, number) for number in range(40)]
    for event in events[::2]:  # names and weights that are right, though they look like slips
        event.roster = []
        for row in event.rows:
            row[PLAYER] = (
                row[PLAYER].replace("Ada ", "Ai ").replace("Bruno ", "Bot ").replace("Rosso", "Vacante")
            )
            row.append(0.5 if row[BOARD] == "A" else None)
        event.header.append("Weight")
    found = [line for event in events for line in told(event) if line[0] != "note"]
    assert found == []


@pytest.mark.slow
def test_nothing_is_told_of_the_examples() -> None:
    folder = templates_folder() / "examples"
    files = [*folder.glob("*.xlsx"), *folder.glob("anywhere/*.xlsx")]
    assert len(files) > 20
    found = [(file.name, str(one)) for file in files for one in EventIn(Package.read(file)).problems]
    assert [one for one in found if "Note: " not in one[1]] == []


@pytest.mark.slow
def test_slips_are_told_on_the_command_line(dipscore: Any, tmp_path: Path) -> None:
    silent = []
    for name, number, system in planted(1):
        event = with_slip(name, number, system)
        if name in ("sorted by player", "somebody who is not on players"):
            continue  # a file may be in any order, and has no list of players
        rows = [["" if cell is None else cell for cell in row] for row in event.table]
        (tmp_path / "games.csv").write_text(csv_text(rows), encoding="utf-8")
        options = [word for option in event.options for word in ("--set", "=".join(option))]
        if not dipscore("standings", system, "games.csv", *options).err:
            silent.append(name)
    assert silent == []


@cache
def blank(system: str, native: bool) -> bytes:
    return make_compact_package(make(Plan(find(system), 2, 3), "plain" if native else "functions")).to_bytes()


def typed_in(event: Event, native: bool) -> Package:
    """A new workbook with the event typed into it."""
    plan = Plan(find(event.system), 2, 3)
    package = Package.read(blank(event.system, native))
    rows = sorted(event.rows, key=lambda row: (str(row[0]), row[1]))
    columns = {word: letter(plan.headings.index(word) + 1) for word in event.header if word}
    for n, row in enumerate(rows, 2):
        for word, value in zip(event.header, row, strict=True):
            if word:
                package.set_value("Games", f"{columns[word]}{n}", value)
    for n, name in enumerate(event.roster, 5):
        package.set_value("Players", f"A{n}", name)
    for n in range(2 + len(rows), 2 + 7 * len(plan.slots)):
        for column in "ABC":
            package.set_value("Games", f"{column}{n}", None)
    rebuild_package(package, "event.xlsx", engine="python")
    return package


@pytest.mark.slow
@pytest.mark.parametrize("native", [False, True], ids=["functions", "plain"])
def test_slips_are_told_in_workbooks(native: bool) -> None:
    """Their status says so on Guide, Standings and Print."""
    clean = typed_in(right("DCC", 0), native)
    assert "doubt" not in str(clean.value("Guide", "B3"))
    silent = []
    # What our functions find is tried above: here a few are enough to see that the status tells them.
    tried = [one for one in planted(1) if one[0] not in CANNOT_KNOW] if native else planted(1)[::5]
    for name, number, _ in tried:
        event = with_slip(name, number, "DCC")
        in_order = name != "sorted by player"  # as `typed_in` types it
        if in_order and event.header[:8] == HEADER and len(event.rows) % 7 == 0:
            status = typed_in(event, native).value("Guide", "B3")
            if status in ("No problems.", clean.value("Guide", "B3")):
                silent.append((name, status))
    assert silent == []
