"""The ready workbooks, filled, in LibreOffice Calc: cell for cell what `dipscore rebuild` wrote."""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from templates.make import FUNCTIONS_BOOK, READY
from tests import games
from tests.hosts.calc.calc_office import Book, Office, full_event, spelt
from xl_dipscore.errors import ERRORS
from xl_dipscore.hosts.spelling import Spelling
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import OpenDocument, Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.rebuild import rebuild, rebuild_package
from xl_dipscore.workbooks.author import templates_folder
from xl_dipscore.workbooks.layout.marks import marked_areas

pytestmark = [pytest.mark.calc, pytest.mark.usefixtures("new_books")]

TEMPLATES = sorted(path for path in templates_folder().glob("*.xlsx") if path.stem != FUNCTIONS_BOOK)
FULL_NAMES = ("dcc-league", "wbc")
"""The ready workbooks that are tried with LibreOffice's full names too, in the oldest one: the others have
the same formulas."""
FEW = (*FULL_NAMES, "mystery", "any-system")
"""Workbooks for further tests; all are tested to have the same values in Calc."""
BROKEN = {"E16": 11, "E23": 20, "E24": 20, **{f"E{row}": 0 for row in range(25, 30)}}
"""Cells that break the third and fourth board of round 1: one count alone, and 40 centres."""


@pytest.fixture
def template(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copy(request.param, tmp_path))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every ready workbook or a few, in each spelling of functions that the test names."""
    law = metafunc.function is test_calc_computes_what_rebuild_wrote
    some = [path for path in TEMPLATES if law or path.stem in FEW]
    if "spelling" in metafunc.fixturenames:
        pairs = [
            pytest.param(path, spelling, id=f"{path.stem}-{spelling}", marks=marks)
            for path in some
            for spelling, marks in (("plain", ()), ("libreoffice", pytest.mark.oldest))
            if spelling == "plain" or path.stem in FULL_NAMES
        ]
        metafunc.parametrize(("template", "spelling"), pairs, indirect=["template"])
    else:
        metafunc.parametrize("template", some, indirect=True, ids=lambda path: path.stem)


@pytest.fixture(scope="session")
def kept() -> dict[str, bytes]:
    """Filled workbooks by their names."""
    return {}


@pytest.fixture
def filled(template: Path, kept: dict[str, bytes]) -> Path:
    """Four boards played, two broken, the rest not played."""
    if template.name not in kept:
        played = games.event()
        if template.stem == "league":
            played = [["date", *played[0][1:]], *([f"2026-03-0{row[0]}", *row[1:]] for row in played[1:])]
        fill(template, read_games(played).games)
        package = Package.read(template)
        for cell, count in BROKEN.items():
            package.set_value("Games", cell, count)
        package.write()
        assert not rebuild(template).not_computed
        kept[template.name] = template.read_bytes()
    template.write_bytes(kept[template.name])
    return template


@pytest.fixture
def full(template: Path) -> Path:
    """Every board played."""
    plan = READY[template.stem]
    played = full_event(plan.rounds, plan.boards)
    for number, row in enumerate(played[1:]):
        row[:2] = plan.slots[number // 7]
    assert not fill(template, read_games(played).games).not_computed
    return template


def formulas(path: Path) -> dict[tuple[str, str], Any]:
    """The stored value of each formula, and of each cell that an array fills."""
    package = Package.read(path)
    found = {}
    for sheet in package.sheet_names:
        cells = package.sheet(sheet).cells
        for cell in cells.values():
            if cell.formula:
                for place in cell.area.cells if cell.area and cell.kind == "array" else [cell[:2]]:
                    found[sheet, address(*place)] = cells[place].value if place in cells else None
    return found


def computed(book: Book, path: Path) -> dict[tuple[str, str], Any]:
    """The same cells as Calc has them now."""
    found: dict[tuple[str, str], Any] = {}
    for sheet in Package.read(path).sheet_names:
        rows = book.read(sheet, "A1:AZ300")
        found |= {
            (sheet, address(i, j)): value for i, row in enumerate(rows, 1) for j, value in enumerate(row, 1)
        }
    return {place: found[place] for place in formulas(path)}


def near(value: Any) -> Any:
    """The value as Calc stores it: empty text for a blank, 1 for TRUE; numbers within 1e-9."""
    if isinstance(value, bool | int | float):
        return pytest.approx(float(value), abs=1e-9, rel=0)
    return "" if value is None else value


def test_calc_computes_what_rebuild_wrote(office: Office, filled: Path, spelling: Spelling) -> None:
    with office.book(spelt(filled, spelling)) as book:
        book.calculate()
        got = computed(book, filled)
    wrote = formulas(filled)
    assert len(wrote) > 500
    assert {"#N/A", "#VALUE!"} <= {value for value in wrote.values() if isinstance(value, str)}
    assert {place: value for place, value in got.items() if value != near(wrote[place])} == {}


def test_scores_and_standings_follow_a_change(office: Office, filled: Path, spelling: Spelling) -> None:
    before = formulas(filled)
    with office.book(spelt(filled, spelling)) as book:
        book.calculate()
        book.put("Games", "E30", [[3]])
        got = computed(book, filled)
    package = Package.read(filled)
    assert (package.value("Games", "A30"), package.value("Games", "E30")) == (2, games.CLOCK[0])
    package.set_value("Games", "E30", 3)
    rebuild_package(package, filled)
    package.write()
    wrote = formulas(filled)
    changed = {sheet for (sheet, cell), value in wrote.items() if value != before[sheet, cell]}
    assert "Games" in changed
    assert {"Standings", "Compare"} & changed  # under Mystery a centre more or less makes no points
    assert {place: value for place, value in got.items() if value != near(wrote[place])} == {}


def test_nothing_shown_is_clipped_or_wrong(
    office: Office, full: Path, tmp_path: Path, spelling: Spelling
) -> None:
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed here (poppler-utils)")
    printed = tmp_path / "printed.pdf"
    with office.book(spelt(full, spelling)) as book:
        book.calculate()
        book.store(printed)
    text = subprocess.run(
        ["pdftotext", "-layout", str(printed), "-"], capture_output=True, text=True, check=True
    ).stdout
    assert "Maximilian Oberhuber-Szczepański 3" in text
    assert [mark for mark in (*ERRORS, "###", "Err:") if mark in text] == []


def test_saved_as_xlsx_the_names_stay_plain(office: Office, filled: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.xlsx"
    with office.book(filled) as book:
        book.calculate()
        book.store(saved)
    names = set(re.findall(rb"[\w.]*DIP\w*(?=\()", sheets(saved), re.IGNORECASE))
    used = (
        "SCORE",
        "CHECK",
        "EXPLAIN",
        "EXPLAIN_TOTAL",
        "PROBLEMS",
        "SEATS_CHECK",
        "STANDINGS",
        "AWARDS",
        "COMPARE",
        "SYSTEMS",
        "VERSION",
        "WORTH",
    )
    assert names == {f"DIP_{word}".encode() for word in used}
    marked, still = ({area.sheet for area in marked_areas(Package.read(one))} for one in (filled, saved))
    assert marked == still >= {"Best countries", "Standings"}
    report = rebuild(saved)
    assert not report.not_computed
    moved = [one for one in report.changed if one.old != near(one.new)]
    assert moved == []


def test_there_and_back_as_ods(office: Office, filled: Path, tmp_path: Path, spelling: Spelling) -> None:
    saved = tmp_path / "saved.ods"
    with office.book(spelt(filled, spelling)) as book:
        book.calculate()
        book.store(saved)
    with zipfile.ZipFile(saved) as archive:
        text = archive.read("content.xml").decode()
    assert "ORG.DIPLOMACY.XLDIPSCORE.DIPSCORE.DIPSCORE(" in text
    assert "DIP_SCORE(" not in text
    wrote = formulas(filled)
    with office.book(saved) as book:
        book.calculate()
        got = computed(book, filled)
        if spelling == "plain":
            book.store(tmp_path / "back.xlsx")
            assert b"DIP_SCORE(" in sheets(tmp_path / "back.xlsx")
    assert {place: value for place, value in got.items() if value != near(wrote[place])} == {}
    with pytest.raises(OpenDocument, match=r"saved\.ods .*\.xlsx"):
        rebuild(saved)


def sheets(path: Path) -> bytes:
    def parts() -> Iterator[bytes]:
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if name.startswith("xl/worksheets/sheet"):
                    yield archive.read(name)

    return b"".join(parts())
