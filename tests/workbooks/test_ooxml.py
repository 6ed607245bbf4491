"""Every workbook that a command writes is one that Excel's own rules and the published schemas allow."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.styles import Font
from openpyxl.worksheet.table import Table

from templates.make import ANYWHERE, FUNCTIONS_BOOK, READY, make_ready
from tests import games
from tests.samples import every, every_fourth, one_of_each_sheet
from tests.sheets import directors
from tests.sheets.books import with_part
from tests.workbooks import checklist
from tests.workbooks.googled import ARRAYS, downloaded
from tests.workbooks.ooxml import FOLDER, examine
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.author import templates_folder
from xl_dipscore.workbooks.layout.pages import HIDDEN, SHOWS
from xl_dipscore.workbooks.layout.setup import Setup
from xl_dipscore.workbooks.plain.values import copy_of_values

pytestmark = [
    pytest.mark.ooxml,
    pytest.mark.slow,
    pytest.mark.skipif(not FOLDER.exists(), reason=f"there are no schemas in {FOLDER}"),
    pytest.mark.skipif(find_spec("lxml") is None, reason="lxml is not installed"),
]

EXAMPLE = "dcc-league"
Valid = Callable[..., None]


@pytest.fixture
def valid(record_property: Callable[[str, object], None]) -> Valid:
    """Check that these files have no faults beyond those of the file they were made from."""

    def check(*paths: str | Path, before: str | Path | None = None) -> None:
        had = examine(Path(before)).kinds if before is not None else set()
        wrong = {}
        for path in map(Path, paths):
            found = examine(path)
            record_property("workbooks", 1)
            record_property("parts", found.parts)
            if new := found.kinds - had:
                wrong[path.name] = new, found.findings
        assert wrong == {}

    return check


@pytest.fixture
def event(tmp_path: Path) -> Path:
    """A games file of two rounds of two boards."""
    return games.write(tmp_path / "games.csv", games.event())


def ready(name: str, *, example: bool = False) -> Path:
    return templates_folder() / ("examples" if example else "") / f"{name}.xlsx"


def copied(source: str | Path, target: str) -> Path:
    return Path(shutil.copyfile(source, target))


# -- what we make ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", READY)
def test_the_ready_workbooks_and_their_examples(name: str, valid: Valid) -> None:
    valid(ready(name), ready(name, example=True))


@pytest.mark.parametrize("name", every_fourth(ANYWHERE))
def test_the_workbooks_that_need_nothing(name: str, valid: Valid) -> None:
    valid(templates_folder() / "anywhere" / f"{name}.xlsx")


@pytest.mark.parametrize("ending", ["final", "top-board"])
def test_one_that_needs_nothing_then_filled(ending: str, event: Path, dipscore: Any, valid: Valid) -> None:
    words = "WBC", "new.xlsx", "--host", "native", "--rounds", 2, "--boards", 2, "--format", ending
    assert dipscore("new", *words).status == 0
    copied("new.xlsx", "filled.xlsx")
    assert "4 of 4 boards filled" in dipscore("fill", "filled.xlsx", event).err
    valid("new.xlsx", "filled.xlsx")


def test_every_function_as_a_name(tmp_path: Path, valid: Valid) -> None:
    make_ready(tmp_path, [FUNCTIONS_BOOK])
    valid(tmp_path / f"{FUNCTIONS_BOOK}.xlsx")


@pytest.mark.parametrize("host", [(), ("--host", "native"), ("--host", "names")])
def test_one_with_a_round_drawn_that_grew(host: tuple[str, ...], dipscore: Any, valid: Valid) -> None:
    assert dipscore("new", "DCC", "event.xlsx", "--rounds", 2, "--boards", 2, *host).status == 0
    package = Package.read("event.xlsx")
    for row in range(5, 26):
        package.set_value("Players", f"A{row}", f"Player {row}")
    package.write()
    assert dipscore("seat", "event.xlsx", "--round", 1).status == 0
    valid("event.xlsx")


@pytest.mark.parametrize("system", [system.key for system in every(3, one_of_each_sheet())])
def test_new_for_every_kind_of_columns_then_filled(
    system: str, event: Path, dipscore: Any, valid: Valid
) -> None:
    assert dipscore("new", system, "new.xlsx", "--rounds", 2, "--boards", 2).status < 2
    copied("new.xlsx", "filled.xlsx")
    assert re.search(r"[1-4] of 4 boards filled", dipscore("fill", "filled.xlsx", event).err)
    valid("new.xlsx", "filled.xlsx")


@pytest.mark.parametrize(
    ("ending", "rounds", "boards"), [("all rounds", 1, 1), ("final", 5, 1), ("top-board", 2, 12)]
)
def test_new_of_every_kind_and_size(
    ending: str, rounds: int, boards: int, dipscore: Any, valid: Valid
) -> None:
    words = "DCC", "new.xlsx", "--rounds", rounds, "--boards", boards, "--format", ending
    assert dipscore("new", *words).status < 2
    valid("new.xlsx")


def test_new_without_a_word_more_and_demo(dipscore: Any, valid: Valid) -> None:
    assert dipscore("new", "ORIGINS", "new.xlsx").status == 0
    assert "Scores" in Package.read("new.xlsx").sheet_names
    assert dipscore("demo").status == 0
    valid("new.xlsx", "dipscore-demo/event.xlsx", "dipscore-demo/event.xlsm")


def test_new_with_teams_then_filled(event: Path, dipscore: Any, valid: Valid) -> None:
    assert dipscore("new", "DCC", "new.xlsx", "--rounds", 2, "--boards", 2, "--teams").status == 0
    copied("new.xlsx", "filled.xlsx")
    assert "4 of 4 boards filled" in dipscore("fill", "filled.xlsx", event).err
    valid("new.xlsx", "filled.xlsx")


def test_the_checklist_and_what_its_steps_make(dipscore: Any, valid: Valid) -> None:
    checklist.make(Path("excel.xlsx"))
    assert dipscore("attach", "excel.xlsx").status == 0
    assert dipscore("attach", "excel.xlsx", "--host", "lite", "-o", "excel-lite.xlsx").status == 0
    valid("excel.xlsx", "excel.xlsm", "excel-lite.xlsx")


def test_new_where_openpyxl_writes_with_lxml(tmp_path: Path, valid: Valid) -> None:
    """Its other way of writing, wherever lxml happens to be installed."""
    there = {**os.environ, "OPENPYXL_LXML": "True"}
    words = [sys.executable, "-c", "from xl_dipscore.cli import main; main()", "new", "CUSTOM", "new.xlsx"]
    made = subprocess.run(words, cwd=tmp_path, env=there, capture_output=True, text=True, timeout=600)
    assert made.returncode == 0, made.stderr
    valid(tmp_path / "new.xlsx")


# -- what we make of our own -------------------------------------------------------------------


@pytest.mark.parametrize("name", [EXAMPLE, "dcc-final-game", "any-system"])
def test_new_from_a_template_that_grows(name: str, dipscore: Any, valid: Valid) -> None:
    template = ready(name)
    words = READY[name].system.key, "new.xlsx", "--template", template, "--rounds", 5, "--boards", 6
    assert dipscore("new", *words).status < 2
    valid("new.xlsx")


def test_a_template_with_macros_that_grows_and_is_filled(event: Path, dipscore: Any, valid: Valid) -> None:
    assert dipscore("attach", ready("dcc-top-board"), "-o", "mine.xlsm").status == 0
    words = "new", "WBC", "new.xlsm", "--template", "mine.xlsm", "--rounds", 6, "--boards", 5
    assert dipscore(*words).status < 2
    copied("new.xlsm", "filled.xlsm")
    assert "4 of 4 boards filled" in dipscore("fill", "filled.xlsm", event).err
    valid("mine.xlsm", "new.xlsm", "filled.xlsm")


@pytest.mark.parametrize("name", [EXAMPLE, "any-system"])
def test_attached(name: str, dipscore: Any, valid: Valid) -> None:
    copied(ready(name, example=True), "event.xlsx")
    assert dipscore("attach", "event.xlsx").status == 0
    assert dipscore("attach", "event.xlsx", "--host", "lite", "-o", "lite.xlsx").status == 0
    assert dipscore("attach", "lite.xlsx", "-o", "both.xlsm").status == 0
    assert dipscore("attach", "lite.xlsx", "--host", "lite").status == 0
    assert dipscore("attach", "both.xlsm", "--host", "lite").status == 0
    valid("event.xlsm", "lite.xlsx", "both.xlsm")


def test_rebuilt(dipscore: Any, valid: Valid) -> None:
    copied(ready(EXAMPLE, example=True), "event.xlsx")
    package = Package.read("event.xlsx")
    for cell, value in (("E16", 5), ("E17", 4), ("D2", " a <name> & spaces "), ("D3", None), ("D4", "")):
        package.set_value("Games", cell, value)
    package.write()
    assert dipscore("rebuild", "event.xlsx", "--jobs", 1, "--backup").status == 0
    valid("event.xlsx", "event.bak.xlsx")


@pytest.mark.parametrize("name", [EXAMPLE, "mystery", "ndc-1995"])
def test_regenerated_and_filled_from_an_extract(name: str, dipscore: Any, valid: Valid) -> None:
    copied(ready(name, example=True), "old.xlsx")
    assert dipscore("regenerate", "old.xlsx", "--template", ready(name), "-o", "new", "--jobs", 1).status < 2
    assert dipscore("extract", "old.xlsx", "-o", "old.csv").status == 0
    copied("new/old.xlsx", "again.xlsx")
    assert dipscore("fill", "again.xlsx", "old.csv").status < 2
    valid("new/old.xlsx", "again.xlsx")


def test_put_back_after_google_sheets(dipscore: Any, valid: Valid) -> None:
    """All ways in which Google Sheets writes our arrays: unchanged, spilled, and typed there."""
    for arrays in ARRAYS:
        Path(f"{arrays}.xlsx").write_bytes(downloaded(ready(EXAMPLE).read_bytes(), arrays))
    copied("kept.xlsx", "rebuilt.xlsx")
    assert dipscore("rebuild", "rebuilt.xlsx", "--jobs", 1).status == 0
    assert dipscore("attach", "spilled.xlsx").status == 0
    assert dipscore("new", "SOS", "new.xlsx", "--template", "typed.xlsx", "--boards", 5).status < 2
    valid("rebuilt.xlsx", "spilled.xlsm", "new.xlsx", before="kept.xlsx")


@pytest.mark.parametrize("host", ["excel", "lite"])
def test_values_in_place_of_our_formulas(host: str, dipscore: Any, valid: Valid) -> None:
    ending = "xlsm" if host == "excel" else "xlsx"
    words = "attach", ready(EXAMPLE, example=True), "--host", host, "-o", f"event.{ending}"
    assert dipscore(*words).status == 0
    assert dipscore("publish", f"event.{ending}", "-o", "site", "--values").status == 0
    valid("site/event-values.xlsx")


def test_values_without_scores(dipscore: Any, valid: Valid) -> None:
    package = Package.read(ready(EXAMPLE, example=True))
    shows = Setup(package).area(SHOWS)
    assert shows is not None
    package.set_value(shows.sheet, address(shows.top, shows.left), HIDDEN)
    package.write("event.xlsx")
    assert dipscore("publish", "event.xlsx", "-o", "site", "--values").status == 0
    valid("site/event-values.xlsx")


# -- what we make of a director's --------------------------------------------------------------


def _attached(dipscore: Any, path: Path) -> Iterator[Path]:
    """Rebuilt; with values in place of the functions; with these, as macros unless it has some of its own."""
    copied(path, "rebuilt" + path.suffix)
    dipscore("rebuild", "rebuilt" + path.suffix, "--jobs", 1)
    yield Path("rebuilt" + path.suffix)
    package = Package.read(path)
    rebuild_package(package, path)
    copy_of_values(package)[0].write("values.xlsx")
    yield Path("values.xlsx")
    if path.suffix == ".xlsx":
        assert dipscore("attach", path, "-o", "macros.xlsm").status == 0
        yield Path("macros.xlsm")
    assert dipscore("attach", path, "--host", "lite", "-o", "lite" + path.suffix).status == 0
    yield Path("lite" + path.suffix)


def test_a_workbook_with_one_of_everything(tmp_path: Path, dipscore: Any, valid: Valid) -> None:
    path = directors.made(tmp_path)
    valid(*_attached(dipscore, path), before=path)


def _restyled(path: Path) -> Path:
    """A ready workbook in a director's hands: tables, pictures in cells, merged cells, rules and links."""
    copied(ready(EXAMPLE), str(path))
    book = openpyxl.load_workbook(path)
    games_, players = book["Games"], book["Players"]
    for row in range(2, games_.max_row + 1, 7):
        games_.cell(row, 1).font = Font(name="Arial", bold=True, strike=True, vertAlign="superscript")
        games_.merge_cells(start_row=row, end_row=row + 6, start_column=2, end_column=2)
    players["K1"], players["L1"] = "Club", "Fee"
    players["K2"], players["L2"] = "Lions", 5
    players.add_table(Table(displayName="Clubs", ref="K1:L2"))
    games_["D2"].hyperlink = "https://example.org/?a=1&b=2"
    book["Setup"].sheet_state = "hidden"
    book["Standings"].oddHeader.center.text = "&A & more"
    book.active = book["Games"]
    book.save(path)
    with_part(path, "xl/workbook.xml", lambda xml: xml.replace("<calcPr", '<calcPr iterate="1"'))
    return path


def test_a_restyled_template_that_grows_and_is_filled(
    event: Path, tmp_path: Path, dipscore: Any, valid: Valid
) -> None:
    mine = _restyled(tmp_path / "mine.xlsx")
    words = "new", "DCC", "new.xlsx", "--template", mine, "--rounds", 6, "--boards", 6
    assert dipscore(*words).status < 2
    copied("new.xlsx", "filled.xlsx")
    assert "4 of 4 boards filled" in dipscore("fill", "filled.xlsx", event).err
    valid("new.xlsx", "filled.xlsx", *_attached(dipscore, mine), before=mine)


# -- whether it would be seen ------------------------------------------------------------------

WRONG = {
    "a text without text": (
        "xl/worksheets/sheet2.xml",
        lambda xml: re.sub(r"<is><t>[^<]*</t></is>", "", xml, count=1),
        "inlineStr",
    ),
    "a style that is not there": (
        "xl/worksheets/sheet2.xml",
        lambda xml: re.sub(r'(<c r="A1" s=)"\d+"', r'\1"9999"', xml),
        "cell style out of range",
    ),
    "parts of a sheet out of order": (
        "xl/worksheets/sheet2.xml",
        lambda xml: re.sub(r"(<sheetData>.*</sheetData>)(.*)</worksheet>", r"\2\1</worksheet>", xml),
        "XSD worksheet",
    ),
    "a font as openpyxl writes it": (
        "xl/styles.xml",
        lambda xml: re.sub(r"(<b [^>]*/>)(.*?)(<name [^>]*/>)", r"\3\2\1", xml, count=1),
        "another order",
    ),
    "one number for two formats": (
        "xl/styles.xml",
        lambda xml: re.sub("(</dxfs>)", r'<dxf><numFmt numFmtId="1" formatCode="@"/></dxf>\1', xml),
        "two formats: @",
    ),
    "a newer function without its mark": (
        "xl/worksheets/sheet2.xml",
        lambda xml: xml.replace("<f>IFERROR(", "<f>IFNA(", 1),
        "IFNA( without the mark",
    ),
    "something else in the properties": (
        "docProps/core.xml",
        lambda xml: xml.replace("</cp:coreProperties>", "<cp:colour/></cp:coreProperties>"),
        "core properties with 1 of colour",
    ),
}


IN_A_DIRECTORS = {
    "a table with another heading": (
        "xl/tables/table1.xml",
        lambda xml: xml.replace('name="Points"', 'name="Score"'),
        "headings are not those in its cells: ['Player', 'Score']",
    ),
    "a table that is named as cells are": (
        "xl/tables/table1.xml",
        lambda xml: re.sub('displayName="[^"]*"', 'displayName="scores"', xml),
        "a table named as another",
    ),
    "a chain to a cell without a formula": (
        "xl/calcChain.xml",
        lambda xml: xml.replace("E2", "E99"),
        "no formula in E99",
    ),
    "a formula that spills, by a line that is not there": (
        "xl/worksheets/sheet1.xml",
        lambda xml: xml.replace('cm="1"', 'cm="2"'),
        "points at no cellMetadata",
    ),
    "macros in a workbook without them": (
        "[Content_Types].xml",
        lambda xml: xml.replace(
            "vnd.ms-excel.sheet.macroEnabled.main",
            "vnd.openxmlformats-officedocument.spreadsheetml.sheet.main",
        ),
        "macros in a kind of workbook without them",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_found(what: str, dipscore: Any) -> None:
    part, change, said = WRONG[what]
    assert dipscore("new", "SOS", "new.xlsx", "--boards", 1, "--rounds", 1).status == 0
    assert examine(Path("new.xlsx")).findings == ()
    with_part(Path("new.xlsx"), part, change)
    assert any(said in text for _, text in examine(Path("new.xlsx")).findings)


@pytest.mark.parametrize("what", IN_A_DIRECTORS)
def test_what_is_wrong_with_a_directors_is_found(what: str, tmp_path: Path) -> None:
    part, change, said = IN_A_DIRECTORS[what]
    path = directors.made(tmp_path)
    before = examine(path).findings
    with_part(path, part, change)
    assert not any(said in text for _, text in before)
    assert any(said in text for _, text in examine(path).findings)


def test_a_season_and_one_more_event(event: Path, dipscore: Any, valid: Valid) -> None:
    table = dipscore("standings", "SOS", event).out
    Path("first.csv").write_text(table, "utf-8")
    Path("second.csv").write_text(table, "utf-8")
    assert dipscore("season", "first.csv", "--circuit", "TDF", "-o", "season.xlsx").status == 0
    copied("season.xlsx", "longer.xlsx")
    assert dipscore("season", "second.csv", "-o", "longer.xlsx").status == 0
    valid("season.xlsx", "longer.xlsx")


def test_past_events_compared(event: Path, dipscore: Any, valid: Valid) -> None:
    """A system that ranks, one that has only ranges, and one that needs a chart."""
    assert (
        dipscore("choose", event, event, "SOS", "ORIGINS", "--with", "WBC win=40", "-o", "c.xlsx").status == 0
    )
    valid("c.xlsx")
