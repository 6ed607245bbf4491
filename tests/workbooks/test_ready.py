"""The ready workbooks and their examples: as the author makes them, and right in every number."""

from __future__ import annotations

import re
import zipfile
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import canonicalize, fromstring, tostring

import pytest
from openpyxl import load_workbook

from templates import make
from templates.make import (
    ANYWHERE,
    BOARDS,
    FUNCTIONS_BOOK,
    HOUSE,
    LATE,
    READY,
    ROUNDS,
    draft_of,
    games,
    make_ready,
    parts_of,
)
from tests.samples import one_of_each_family
from tests.sheets.kept import kept, stale
from xl_dipscore import score, standings
from xl_dipscore.rules.board import Board, End
from xl_dipscore.rules.event.settings import Settings
from xl_dipscore.rules.system import find, systems
from xl_dipscore.sheets.xlsx.cell import ErrorMark
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.names import INSIDE, formulas_of_names
from xl_dipscore.workbooks.acts.new import create
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.acts.rebuild_data import Report
from xl_dipscore.workbooks.author import Plan, templates_folder
from xl_dipscore.workbooks.author.plan import LISTED
from xl_dipscore.workbooks.layout.event import EventIn

pytestmark = pytest.mark.slow

AGAIN = "make it again: see templates/README.md"
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
PLAYERS = [f"Player {number}" for number in range(1, 141)]


def files(name: str) -> list[str]:
    """The workbooks by this name."""
    folders = ["", "examples/", *(["anywhere/", "examples/anywhere/"] if name in ANYWHERE else [])]
    return [f"{folder}{name}.xlsx" for folder in folders]


def errors(package: Package) -> list[tuple[str, int, int, str]]:
    """Cells that show an error, and formulas without a value."""
    return [
        (name, cell.row, cell.column, str(cell.value))
        for name in package.sheet_names
        for cell in package.sheet(name).cells.values()
        if isinstance(cell.value, ErrorMark) or (cell.formula_xml and cell.value is None)
    ]


def shown(package: Package) -> list[list[object]]:
    """The rows of Standings that have a player: rank, player, total and rounds."""
    cells = package.sheet("Standings").cells
    rows = (
        [cells[row, column].value for column in range(1, 12) if (row, column) in cells]
        for row in range(5, 5 + 7 * 200)
    )
    return [row for row in rows if len(row) > 1 and row[1]]


SOME = ("ndc-1995", "any-system")
"""Workbooks that are made and computed here; .ci/regenerate makes all, and git shows the changes."""


def parts(path: Path) -> dict[str, str]:
    """A workbook's parts: XML without its accidents, and without what one more system or award changes."""
    with zipfile.ZipFile(path) as archive:
        return {name: canonicalize(without_systems(archive.read(name))) for name in archive.namelist()}


def without_systems(xml: bytes) -> str:
    """Without what stands in or beside a list of systems, and without how far such a list is printed."""
    root = fromstring(xml)
    lists = [cell for cell in root.iter(f"{MAIN}c") if "DIP_SYSTEMS(" in (cell.findtext(f"{MAIN}f") or "")]
    top = min((int(re.sub(r"\D", "", cell.get("r", ""))) for cell in lists), default=None)
    for row in root.iter(f"{MAIN}row") if top is not None else ():
        for cell in row:
            if int(row.get("r", "")) > top or cell.find(f"{MAIN}f") is not None:
                cell.attrib.pop("t", None)
                for value in cell.findall(f"{MAIN}v"):
                    cell.remove(value)
    for name in root.iter(f"{MAIN}definedName"):
        if name.get("name") == "_xlnm.Print_Area":
            name.text = re.sub(r"^('(?:Calculator|Systems)'.*)\$\d+$", r"\1", name.text or "")
    for row in root.iter(f"{MAIN}row"):
        if "; blank means score" in "".join(row.itertext()):
            row.attrib.pop("ht", None)  # the list of awards may need one more line
    return re.sub(r"score, ?centres[\w, ]+(?=; blank means|\")", "awards", tostring(root, "unicode"))


@pytest.mark.parametrize("name", SOME)
def test_the_committed_workbooks_are_as_the_author_makes_them(name: str, tmp_path: Path) -> None:
    make_ready(tmp_path, [name])
    for file in files(name):
        ours, theirs = parts(tmp_path / file), parts(templates_folder() / file)
        assert ours.keys() == theirs.keys()
        assert [part for part in ours if ours[part] != theirs[part]] == [], (file, AGAIN)


@pytest.mark.parametrize("name", ["dcc-top-board", "mystery"])
def test_the_committed_workbooks_have_the_formulas_that_the_author_gives_them(
    name: str, tmp_path: Path, monkeypatch
) -> None:
    for module in (make, new):
        monkeypatch.setattr(module, "rebuild_package", lambda package, path: Report(path, (), (), 0.0))
    make_ready(tmp_path, [name])
    for file in files(name):
        ours, theirs = formulas(tmp_path / file), formulas(templates_folder() / file)
        assert {cell for cell in ours | theirs if ours.get(cell) != theirs.get(cell)} == set(), (file, AGAIN)


def formulas(path: Path) -> dict[tuple[str, int, int], str]:
    package = Package.read(path)
    return {
        (name, *at): cell.formula
        for name in package.sheet_names
        for at, cell in package.sheet(name).cells.items()
        if cell.formula
    }


@pytest.mark.parametrize("name", ANYWHERE)
def test_a_plain_example_shows_what_the_other_does(name: str) -> None:
    plain, other = (templates_folder() / "examples" / f"{place}{name}.xlsx" for place in ("anywhere/", ""))
    shown = [Package.read(path) for path in (plain, other)]
    assert shown[0].value("Guide", "B3") == "No problems."
    cells = [f"{column}{row}" for row in range(5, 12) for column in "ABC"]
    first, second = ([one.value("Standings", cell) for cell in cells] for one in shown)
    assert first == pytest.approx(second)


def test_the_functions_as_names_show_their_own_scores(tmp_path: Path) -> None:
    make_ready(tmp_path, [FUNCTIONS_BOOK])
    package = Package.read(tmp_path / f"{FUNCTIONS_BOOK}.xlsx")
    gone = (None,) * 3 + (1903,) * 4
    board = Board((12, 12, 10, 0, 0, 0, 0), draw=("Austria", "England"), eliminated=gone, year=1907)
    rows = {package.value("Functions", f"A{row}"): row for row in range(22, 23 + len(FUNCTIONS))}
    shown = {
        name: [package.value("Functions", f"{column}{row}") for column in "BCDEFGH"]
        for name, row in rows.items()
    }
    for key in ("DCC", "CDIPLO", "BOSTON", "NDC"):
        assert shown[f"{key}_SCORE"] == pytest.approx([float(one) for one in score(key, board)])
    assert not [name for name, cells in shown.items() if any(isinstance(one, ErrorMark) for one in cells)]
    assert (shown["DIP_TOTAL"][0], shown["DIP_RANK"][:2]) == ((50 + 30.5) / 2, [1, 2])
    # Another board typed, and the centres by year left as they were: the first line says so.
    assert shown["DIP_CHECK"][0] == "OK: 2-way draw Austria, England, 1907."
    package.set_value("Functions", "B8", 11)
    package.set_value("Functions", "D8", 11)
    rebuild_package(package, "functions.xlsx", engine="python")
    assert "the centre chart says 12, but 11 is typed" in str(
        package.value("Functions", f"B{rows['DIP_CHECK']}")
    )
    assert package.value("Functions", f"B{rows['DCC_SCORE']}") == ErrorMark("#VALUE!")
    texts, lacking = formulas_of_names([function.name for function in FUNCTIONS])
    assert {name.name for name in package.defined_names} == texts.keys() - lacking
    assert {name for name in rows if name} == texts.keys() - {*lacking, *INSIDE}


def test_the_lists_have_room_for_more_systems() -> None:
    assert len(systems()) < LISTED


def test_no_other_workbook_is_there() -> None:
    found = {str(path.relative_to(templates_folder())) for path in templates_folder().rglob("*.xlsx")}
    assert found == {"league.xlsx", "functions.xlsx", *(file for name in READY for file in files(name))}


@pytest.mark.parametrize("name", READY)
def test_no_ready_workbook_shows_an_error_or_has_columns_that_nobody_reads(name: str) -> None:
    for file in files(name):
        package = Package.read(templates_folder() / file)
        assert (errors(package), EventIn(package).unread) == ([], [])


@pytest.mark.parametrize("name", ["ndc-1995", "any-system", "league", "examples/dcc-league"])
def test_no_formula_has_a_format_that_libreoffice_replaces(name: str) -> None:
    book = load_workbook(templates_folder() / f"{name}.xlsx")
    formulas = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    assert len(formulas) > 100
    assert not [cell for cell in formulas if cell.number_format == "General"]


@pytest.mark.parametrize("name", READY)
def test_previews_draw_the_charts_without_the_cells(name: str) -> None:
    for file in files(name):
        path = templates_folder() / file
        assert all(one.count for one in kept(path)), (file, AGAIN)
        assert stale(path) == []


@pytest.mark.parametrize("name", READY)
def test_an_example_shows_what_can_happen(name: str) -> None:
    found = EventIn(Package.read(templates_folder() / "examples" / f"{name}.xlsx")).game_extract
    assert found.faults == []
    rounds = 2 if name == "ndc-1995" else ROUNDS
    assert len(found.game_list.games) == rounds * BOARDS + (READY[name].ending == "final")
    boards = [game.board for game in found.game_list.games if game.board is not None]
    assert {End.SOLO, End.CONCESSION, End.DRAW} <= {board.ending.end for board in boards}
    assert any(set(board.survivors) - set(board.drew) for board in boards if board.ending.end is End.DRAW)
    assert any(any(board.docked) for board in boards) == (rounds > 2)
    seats = [(game.round, seat) for game in found.game_list.games for seat in game.seats]
    assert {seat.unranked for _, seat in seats if seat.player == HOUSE} == {True}
    assert min(round_ for round_, seat in seats if seat.player == LATE and isinstance(round_, int)) == 2


LARGE = {"DCC": (2, 20), "NDC": (4, 4), "ORIGINS": (3, 4)}
"""A system that needs only counts, one that needs years, and one that needs the centre chart."""


@pytest.mark.parametrize(
    ("system", "size"),
    [
        *(pytest.param(system, (1, 1), id=f"{system.key}: one board") for system in one_of_each_family()),
        *(pytest.param(find(key), size, id=f"{key}: {size}") for key, size in LARGE.items()),
    ],
)
def test_systems_and_large_events(system, size: tuple[int, int], tmp_path: Path) -> None:
    """New, filled and computed: no error cell, and the standings that the library gives."""
    path = tmp_path / "event.xlsx"
    plan = Plan(system, *size)
    if system.meanwhile:
        plan = replace(plan, boards=2)  # a solo needs a drawn game beside it to have a value
    create(path, plan)
    assert errors(Package.read(path)) == []
    played = games(plan, PLAYERS)
    report = fill(path, played)
    assert report.not_computed == ()
    package = Package.read(path)
    assert errors(package) == []
    chosen = Settings(rounds=plan.rounds, combine="best 2" if plan.no_total else None)
    table = standings(system.key, played, chosen, **plan.options).table()[1:]
    found = shown(package)
    assert [row[:2] for row in found] == [[row[0] or "", row[1]] for row in table]
    assert [row[2] for row in found] == pytest.approx([float(row[2]) for row in table], abs=1e-9)


def test_a_workbook_with_the_same_parts_keeps_its_bytes(tmp_path: Path) -> None:
    def write(path: Path, text: str, compression: int) -> None:
        with zipfile.ZipFile(path, "w", compression) as archive:
            archive.writestr("xl/workbook.xml", text)

    kept = tmp_path / "kept.xlsx"
    write(kept, "the same " * 20, zipfile.ZIP_STORED)
    before = kept.read_bytes()
    with draft_of(kept) as path:
        write(path, "the same " * 20, zipfile.ZIP_DEFLATED)
    assert kept.read_bytes() == before
    with draft_of(kept) as path:
        write(path, "another " * 20, zipfile.ZIP_DEFLATED)
    assert parts_of(kept) == {"xl/workbook.xml": b"another " * 20}
