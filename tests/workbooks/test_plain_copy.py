"""The plain copy of a workbook of ours shows what a new one of plain formulas does, or says what it lacks."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from typing import get_args

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.styles import PatternFill

from tests import games
from tests.samples import every_fourth, one_of_each_event, one_of_each_sheet
from xl_dipscore.errors import NA, Faults
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.event.settings import Format
from xl_dipscore.rules.system import System, find, systems
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.formula import tokens
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.author import make, make_package
from xl_dipscore.workbooks.author.plan import Plan, fitting_rounds
from xl_dipscore.workbooks.author.tables import TOP
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.ours import without_guard
from xl_dipscore.workbooks.layout.setup import STATUS, Setup
from xl_dipscore.workbooks.plain.convert import NothingLive, make_plain
from xl_dipscore.workbooks.plain.status import NOT_LIVE

pytestmark = pytest.mark.slow

LIVE = ("Standings", "Best countries", "Print", "Players", "Board calls", "Games")
OLD = {"Problems", "Seats", "Explain", "Compare", "Calculator"}
"""Sheets that only our functions compute."""
PEOPLE = [f"Player {n}" for n in range(14)]
PLACES = {"now", "Counted", *(f"Row {power[0]}" for power in POWERS)}
"""Headings of helpers, and of a column that is further left in our tables before the Final."""


def results(plan: Plan, boards: int) -> list[list[object]]:
    """The results of the first boards of a plan, most of them with other people than the round before."""
    counts = (games.SOLO, games.CLOCK, games.CLOCK[::-1], games.THREE_WAY)
    table: list[list[object]] = [list(games.HEADER)]
    for number, (round_, name) in enumerate(plan.slots[:boards]):
        people = PEOPLE[number % 2 :: 2] if round_ == 1 else PEOPLE[7 * (number % 2) :][:7]
        its = counts[number % 4]
        gone = {power: 1905 for power, count in zip(POWERS, its, strict=True) if not count}
        table += games.rows(round_, name, its, eliminated=gone, year=1907, players=people)
    return table


def filled(package: Package, table: list[list[object]]) -> Package:
    event = EventIn(Package(package.to_bytes()))
    put_games(event, read_games(table).games)
    rebuild_package(event.file, "event.xlsx", engine="python")
    return event.file


def status(package: Package) -> str:
    cell = Setup(package).area(STATUS)
    assert cell is not None
    return str(package.sheet(cell.sheet).cells[cell.top, cell.left].value)


def not_live(package: Package) -> set[str]:
    """The sheets that the status names."""
    said = status(package).partition(NOT_LIVE.partition("{")[0])[2]
    return {name for name in package.sheet_names if name in said}


def lines(package: Package, sheet: str) -> list[dict[str, str]]:
    """The lines of a sheet: by heading, the values that are not blank."""
    top = 1 if sheet == "Games" else TOP
    rows: dict[int, dict[int, CellValue]] = {}
    for (row, column), cell in package.sheet(sheet).cells.items():
        if row >= top:
            rows.setdefault(row, {})[column] = cell.value
    heads = {column: str(value or "") for column, value in rows.pop(top).items()}
    keep: Collection[str] = {"Player", "Power", "Score"} if sheet == "Games" else {*heads.values()} - PLACES
    keep = {*keep} - ({"", "Board"} if sheet == "Board calls" else {""})
    table = [{heads.get(at, ""): text(value) for at, value in row.items()} for _, row in sorted(rows.items())]
    shown = [{head: value for head, value in line.items() if value and head in keep} for line in table]
    return [line for line in shown if line]


def text(value: CellValue) -> str:
    return f"{value:.9g}" if isinstance(value, int | float) else str(value or "")


SAMPLE = {"MYSTERY", *(system.key for system in every_fourth([*one_of_each_event(), *one_of_each_sheet()]))}
SYSTEMS = [system for system in systems() if "EVERY" in os.environ or system.key in SAMPLE]
"""Every fourth of the systems that decide an event in their own way, or need columns of their own.

In MYSTERY the value of a solo depends on the whole event.
"""
CASES = [(system, get_args(Format)[number % 4]) for number, system in enumerate(SYSTEMS)]
"""Each system with one of the formats."""


@pytest.mark.parametrize(("system", "ending"), CASES)
def test_it_shows_what_a_new_one_shows(system: System, ending: Format) -> None:
    plan = Plan(system, min(2, fitting_rounds(system, 2, ending)), 2, ending)
    copy = make_package(make(plan))
    try:
        make_plain(copy, Path("event plain.xlsx"), engine="python")
        new = make_package(make(plan, "plain"))
    except Faults:  # no new workbook of plain formulas has this event
        assert {"Standings", "Best countries"} <= not_live(copy)
        return
    for boards in {1, len(plan.slots)}:
        table = results(plan, boards)
        copied, expected = filled(copy, table), filled(new, table)
        assert not_live(copied) >= OLD
        faulty = any(NA in line.values() for line in lines(expected, "Standings"))
        # Print orders players differently while nobody on the Top board has a score.
        for sheet in {*LIVE} - not_live(copied) - ({"Print"} if faulty else set()):
            assert lines(copied, sheet) == lines(expected, sheet), sheet


@pytest.mark.parametrize(
    ("system", "ending"), [("DCC", "final"), ("GENCON", "top-board"), ("WBC", "top-places")]
)
def test_standings_stay_live(system: str, ending: Format) -> None:
    plan = Plan(find(system), 1, 1, ending)
    copy = make_package(make(plan))
    make_plain(copy, Path("event plain.xlsx"), engine="python")
    copied = filled(copy, results(plan, 1))
    assert not_live(copied) & {*LIVE} == set()
    assert {line["Player"] for line in lines(copied, "Standings")} == {*PEOPLE[::2]}


def test_a_copy_that_would_compute_no_score_is_refused() -> None:
    """A director computes an option by one of our functions."""
    package = make_package(make(Plan(find("DCC"), 1, 1)))
    options = Setup(package).area("Scoring_options")
    assert options is not None
    package.sheet(options.sheet).set_value(options.top, options.left, "event")
    package.set_formula(options.sheet, f"B{options.top}", 'IF(DIP_VERSION()="","no","yes")')
    with pytest.raises(NothingLive, match=r"new DCC NEW\.xlsx --host native"):
        make_plain(package, Path("event plain.xlsx"), engine="python")


@pytest.mark.parametrize("version", ["DIP_VERSION", "dip_version", "ORG.DIPLOMACY.XLDIPSCORE.DIPVERSION"])
def test_no_copy_asks_whether_our_functions_are_there(version: str) -> None:
    text = f'IF(IFERROR( ERROR.TYPE({version}()),0)=5,"",DIP_AWARDS("SOS",A1:B9)&"")'
    asked = "".join(piece.text for piece in without_guard(tokens(text)))
    assert asked == 'DIP_AWARDS("SOS",A1:B9)&""'
    for other in (text.replace("=5", "=4"), f"{text}&A1", "A1"):
        assert "".join(piece.text for piece in without_guard(tokens(other))) == other


def test_a_league_names_its_table() -> None:
    package = make_package(make(Plan(find("DCC"), 1, 4, league=True)))
    make_plain(package, Path("league plain.xlsx"), engine="python")
    assert {"Standings", "Best countries", "Print"} <= not_live(package)


def test_a_round_that_is_being_played_is_hidden() -> None:
    """Plain formulas cannot leave it out, as our functions do."""
    plan = Plan(find("DCC"), 1, 2)
    package = make_package(make(plan))
    area = Setup(package).area("Print_shows")
    assert area is not None
    package.sheet(area.sheet).set_value(area.top, area.left, "last round")
    make_plain(package, Path("event plain.xlsx"), engine="python")
    for row in range(9, 16):
        package.set_value("Games", f"D{row}", f"Other {row}")
    shown = lines(filled(package, results(plan, 1)), "Print")
    assert "Total" not in {head for line in shown for head in line}


def test_nothing_that_a_director_added_is_lost(tmp_path: Path) -> None:
    plan = Plan(find("DCC"), 1, 1, "final")
    (source := tmp_path / "event.xlsx").write_bytes(make_package(make(plan)).to_bytes())
    book = openpyxl.load_workbook(source)
    book["Standings"]["B5"].comment = Comment("Ask her about the lunch", "Director")
    book["Players"]["Z4"], book["Players"]["Z5"] = "Shirt", "XL"
    book["Games"]["D2"].fill = PatternFill("solid", fgColor="FF12AB34")
    book.create_sheet("Lunch")["A1"] = "=1+1"
    book.save(source)
    package = Package.read(source)
    make_plain(package, source, engine="python")
    (new := tmp_path / "plain.xlsx").write_bytes(package.to_bytes())
    book = openpyxl.load_workbook(new)
    assert book["Standings"]["B5"].comment.text == "Ask her about the lunch"
    assert [book["Players"][cell].value for cell in ("Z4", "Z5")] == ["Shirt", "XL"]
    assert book["Games"]["D2"].fill.fgColor.rgb == "FF12AB34"
    assert book["Lunch"]["A1"].value == "=1+1"
