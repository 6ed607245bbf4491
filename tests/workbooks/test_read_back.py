"""Every file that we write is the same event to every reader; cells that only show results are never read."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula

from tests.lists import HEADER, board_rows
from tests.samples import every
from xl_dipscore.rules.board import SEATS
from xl_dipscore.rules.circuit import find_circuit
from xl_dipscore.rules.event.games import Game, Place
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.csv_text import csv_rows
from xl_dipscore.tables.cells.games import GameList, read_games
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.acts.take_in import read_import
from xl_dipscore.workbooks.author import make_package, templates_folder
from xl_dipscore.workbooks.author.season import SeasonPlan, make_season
from xl_dipscore.workbooks.layout import season  # noqa: F401  it knows the circuits
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.marks import MARK, marked_areas, whole_sheet
from xl_dipscore.workbooks.plain.values import copy_of_values
from xl_dipscore.workbooks.publish.page import publish

TEMPLATES = templates_folder()
EXAMPLES = TEMPLATES / "examples"
NAMES = [
    *("any-system.xlsx", "c-diplo.xlsx", "conquest.xlsx", "dcc-league.xlsx", "dcc-top-board.xlsx"),
    *("mystery.xlsx", "anywhere/ndc-1995.xlsx"),
]
"""Any system, years, fewer powers, a league, a top board, facts, plain formulas: one example of each."""
NOWHERE = Place("", (None,) * len(SEATS), {})

COMMANDS = {
    "out/event-values.xlsx": "publish event.xlsx --values -o out",
    "extract.csv": "extract event.xlsx -o extract.csv",
    "out/games.csv": "export games event.xlsx -o out",
    "imported.csv": "import event.xlsx -o imported.csv",
    "again.csv": "import extract.csv -o again.csv",
    "values.csv": "extract out/event-values.xlsx -o values.csv",
    "taken.csv": "import out/event-values.xlsx -o taken.csv",
}
"""The command that writes each file, in an order in which what one reads is there."""
DEAR = {
    "lite.xlsx": "attach event.xlsx --host lite -o lite.xlsx",
    "macros.xlsm": "attach event.xlsx -o macros.xlsm",
    "plain.xlsx": "attach event.xlsx --host native -o plain.xlsx",
    "new/event.xlsx": "regenerate event.xlsx --template template.xlsx -o new",
}
"""Slow commands, tried with one workbook of our functions."""


def same_games(listed: GameList) -> list[Game]:
    """The games, and boards to come, wherever they stood."""
    assert [str(fault) for fault in listed.faults] == []
    placed = (replace(game, place=NOWHERE) for game in (*listed.games, *listed.to_come))
    return sorted(placed, key=lambda game: (str(game.round), game.name))


def readings(path: Path, *, fewer: bool) -> Iterator[GameList]:
    """Each reader's result for a file."""
    data = path.read_bytes()
    if path.suffix == ".csv":
        yield read_games(csv_rows(data, path.name), path.name, fewer=fewer)
    else:
        yield EventIn(Package.read(path)).game_extract.game_list
        yield EventIn(Package.read(path)).given_event.listed
    yield read_import(path.name, data, beside=path.parent, fewer=fewer).listed


def problems_in(package: Package) -> list[tuple[str, str]]:
    return [(one.key, one.rank) for one in EventIn(package).problems]


def ranked(package: Package) -> list[tuple[object, ...]]:
    return [(row.rank, row.player, row.total) for row in EventIn(package).table]


@pytest.mark.slow
@pytest.mark.parametrize("name", every(3, NAMES))
def test_every_file_is_the_same_event(name: str, dipscore: Any, tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / name, "event.xlsx")
    shutil.copy(TEMPLATES / name, "template.xlsx")
    event = Package.read("event.xlsx")
    games, problems, table = (
        same_games(EventIn(event).game_extract.game_list),
        problems_in(event),
        ranked(event),
    )
    assert len(games) > 3
    more = DEAR if name == "mystery.xlsx" else {}
    for file, words in (COMMANDS | more).items():
        done = dipscore(*words.split())
        assert (done.status, "wrong" in done.err) == (0, False), (words, done.err)
        for listed in readings(Path(file), fewer=EventIn(event).scoring.takes_fewer):
            assert same_games(listed) == games, words
        if not file.endswith(".csv"):
            written = Package.read(file)
            assert (problems_in(written), ranked(written)) == (problems, table), words
    for words in ("fill {} extract.csv", "rebuild {}", "publish {} -o site"):
        assert dipscore(*words.format("out/event-values.xlsx").split()).status == 0
        values = Package.read("out/event-values.xlsx")
        assert (same_games(EventIn(values).game_extract.game_list), problems_in(values)) == (
            games,
            problems,
        ), words


@pytest.mark.slow
def test_a_copy_with_values_is_the_same_event() -> None:
    event = Package.read(EXAMPLES / "ndc-1995.xlsx")
    values, _ = copy_of_values(event)
    assert same_games(EventIn(values).game_extract.game_list) == same_games(
        EventIn(event).game_extract.game_list
    )
    assert problems_in(values) == problems_in(event)
    assert {"Best countries", "Standings"} <= {area.sheet for area in marked_areas(values)}


# -- tables of ours beside what a director types ----------------------------------------------------

BEST = ("Power", "Player", "Score", "Centres", "Round", "Board")


def beside(folder: Path, tables: Iterable[tuple[str, str, str]]) -> Package:
    """A games list at A1 of the sheet Games, and arrays: their sheet, their cells and their formula."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Games"
    for row in ([*HEADER], *board_rows(), *board_rows((0, 3, 4, 5, 6, 7, 9), round_=2)):
        sheet.append(row)
    for name, cells, formula in tables:
        there = book[name] if name in book.sheetnames else book.create_sheet(name)
        there[cells.partition(":")[0]] = ArrayFormula(cells, formula)
    book.save(folder / "own.xlsx")
    package = Package.read(folder / "own.xlsx")
    assert rebuild_package(package, "", engine="python").not_computed == ()
    return package


@pytest.mark.parametrize("where", ["Games A18:F25", "Games H1:M8", "Best A1:F8"])
def test_values_of_a_table_on_any_sheet(where: str, tmp_path: Path) -> None:
    sheet, cells = where.split()
    event = beside(tmp_path, [(sheet, cells, '=DIP_AWARDS("SOS",Games!A1:E15)')])
    games = same_games(EventIn(event).game_extract.game_list)
    assert [game.round for game in games] == [1, 2]
    values, _ = copy_of_values(event)
    top = cells.partition(":")[0]
    assert values.value(sheet, top) == BEST[0]
    assert not values.cell(sheet, top).formula
    assert same_games(EventIn(values).game_extract.game_list) == games
    areas = {area.sheet: area for area in marked_areas(values)}
    assert (areas[sheet] == whole_sheet(sheet)) is (sheet != "Games")
    assert event.cell(sheet, top).formula  # the event is what it was


def test_a_sheet_that_is_marked_is_never_read(tmp_path: Path) -> None:
    """A mark goes with the sheet, whatever that is called and wherever its cells say that they are."""
    book = openpyxl.Workbook()
    del book["Sheet"]
    for name, counts in (("Shown", (34, 0, 0, 0, 0, 0, 0)), ("Typed", (10, 10, 10, 4, 0, 0, 0))):
        sheet = book.create_sheet(name)
        for row in ([*HEADER], *board_rows(counts)):
            sheet.append(row)
    for text in ("'Shown'!$1:$1048576", "Shown!$A$1:$XFD$1048576"):
        book["Shown"].defined_names[MARK] = DefinedName(MARK, attr_text=text, hidden=True)
        book.save(tmp_path / "marked.xlsx")
        [game] = EventIn(Package.read(tmp_path / "marked.xlsx")).game_extract.game_list.games
        assert game.board is not None
        assert game.board.centres == (10, 10, 10, 4, 0, 0, 0)
    book["Shown"].defined_names[MARK] = DefinedName(MARK, attr_text="Shown!#REF!", hidden=True)
    book.save(tmp_path / "marked.xlsx")
    assert (
        len(EventIn(Package.read(tmp_path / "marked.xlsx")).game_extract.faults) == 1
    )  # the board is on both


def test_a_seasons_table_is_marked() -> None:
    package = make_package(
        make_season(SeasonPlan(find_circuit("BISMARK"), events=2, results=9, names=2, places=2))
    )
    assert {area.sheet for area in marked_areas(package)} == {"Season"}


def test_publishing_changes_nothing_that_it_was_given(tmp_path: Path) -> None:
    event = beside(tmp_path, [("Best", "A1:F8", '=DIP_AWARDS("SOS",Games!A1:E15)')])
    before = event.to_bytes()
    assert publish(event, tmp_path / "out", engine=None, values=True).values is not None
    assert event.to_bytes() == before
