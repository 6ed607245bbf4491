"""The tab Diplomacy of Excel for Windows, as far as it can be tried without Excel."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import fake_com
import pytest
from fake_com import Excel
from opened import opened
from test_vba import BRANCHES, LEFT_OUT, branch, misread

from xl_dipscore.author import Plan
from xl_dipscore.hosts import vba, windows, xlam
from xl_dipscore.hosts.vba_project import modules_of
from xl_dipscore.live.book import OpenBook
from xl_dipscore.live.menu import Place, item_of, items
from xl_dipscore.system import find
from xl_dipscore.workbook import new
from xl_dipscore.xlsx.package import Package

PYTHON = "xl_dipscore.hosts.excel_menu"
UI = "{http://schemas.microsoft.com/office/2009/07/customui}"


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Package:
    """Two rounds of two boards, fourteen players, and a count that is none."""
    path = tmp_path_factory.mktemp("tab") / "event.xlsx"
    new.create(path, Plan(find("DCC"), rounds=2, boards=2))
    package = Package.read(path)
    for row in range(5, 19):
        package.set_value("Players", f"A{row}", f"Player {row}")
    package.set_value("Games", "E2", "many")
    package.write(path)
    return Package.read(path)


@pytest.fixture(scope="module")
def excel() -> Iterator[Excel]:
    with fake_com.excel(PYTHON) as host:
        yield host


def as_excel_gives_it(book: OpenBook) -> list[Any]:
    """Names, titles, and for each sheet its values and its formulas."""
    arrays = []
    for name in book.sheet_names:
        its = book.sheet(name).cells
        rows, columns = (max((place[i] for place in its), default=1) for i in (0, 1))
        area = [[its.get((row, column)) for column in range(1, columns + 1)] for row in range(1, rows + 1)]
        values = [[None if one is None else one.value for one in row] for row in area]
        numbers = [[float(v) if type(v) is int else v for v in row] for row in values]
        formulas = [
            ["" if one is None else one.formula_xml.strip("{}") or str(one.value) for one in row]
            for row in area
        ]
        arrays += [tuple(map(tuple, numbers)), tuple(map(tuple, formulas))]
    names = tuple((one.name, f"={one.text}") for one in book.defined_names)
    return [names, (tuple(book.sheet_names),), *arrays]


@pytest.mark.parametrize(
    ("word", "chosen"),
    [("draw_round", {"round_": 2.0, "powers": 0.0, "seed": 7}), ("check", {}), ("take_back", {})],
)
def test_the_tab_does_what_is_done_in_a_file(
    excel: Excel, event: Package, word: str, chosen: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("xl_dipscore.live.items.draw.randbelow", lambda _: 7)
    wishes = tuple((name, value) for name, value in chosen.items() if name != "seed")
    place = ("event.xlsx", "Guide", 1.0, 1.0, 1.0)
    told = as_excel_gives_it(opened(event))
    found = excel.call(PYTHON, "DIP_MENU", word, wishes or ((None, None),), place, *told)
    typed = {"round_": 2, "seed": 7} if word == "draw_round" else {}
    done = item_of(word).run(Package(event.to_bytes(), "event.xlsx"), at=Place("Guide", 1, 1), **typed)
    put = {(row[1], row[2]): row[4] for row in found if row[0] == "cell" and row[1] != "Log"}
    assert put == {(one.sheet, one.ref): one.value for one in done.edits if one.sheet != "Log"}
    said = [row[4] for row in found if row[0] == "said"]
    assert said[max(0, len(done.table) - 1) :] == list(done.said)
    assert [row[1:3] for row in found if row[0] == "go"] == ([["Games", "E2"]] if word == "check" else [])


def parts() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(xlam.add_in())) as file:
        return {name: file.read(name) for name in file.namelist()}


def test_the_add_in_has_commands_and_no_function() -> None:
    found = modules_of(parts()["xl/vbaProject.bin"])
    assert found is not None
    text = found[vba.MODULE].replace("\r\n", "\n")
    assert "Option Private Module" in text
    assert re.findall(r"^(?:Public )?Function (\w+)", text, flags=re.M) == []
    assert re.findall(r"^Public Sub (\w+)", text, flags=re.M) == [
        "DipText", "DipChoice", "DipTick", "DipPress", "DipTakeBack",
    ]  # fmt: skip
    code = re.sub(r"^Attribute .*$", "", text, flags=re.M)
    assert {*re.findall(LEFT_OUT, code.replace("Workbooks.Open path", ""))} <= {"Windows"}
    assert Package(xlam.add_in(), xlam.NAME).sheet_names == ("Sheet1",)


def test_the_tab_has_a_button_for_each_item_and_calls_only_what_is_there() -> None:
    root = ElementTree.fromstring(parts()["customUI/customUI14.xml"])
    buttons = {one.get("tag", "").split()[0] for one in root.iter(f"{UI}button")}
    assert buttons == {one.word for one in items()}
    called = {value for one in root.iter() for name, value in one.attrib.items() if name.startswith("on")}
    assert called == {"DipText", "DipChoice", "DipTick", "DipPress"}
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    assert len({*ids}) == len(ids)
    assert max(len(one.get("supertip") or "") for one in root.iter()) <= 1024


@pytest.mark.vba
@pytest.mark.skipif(find_spec("antlr4_vba") is None, reason="antlr4-vba is not installed")
@pytest.mark.parametrize(("mac", "win64"), BRANCHES.values(), ids=BRANCHES)
def test_the_text_is_vba(mac: bool, win64: bool) -> None:
    assert misread(branch(xlam.macros(), mac, win64)) == []


@pytest.mark.vba
@pytest.mark.skipif(find_spec("oletools") is None, reason="oletools is not installed")
def test_scanners_find_nothing_that_runs_by_itself(tmp_path: Path) -> None:
    (tmp_path / xlam.NAME).write_bytes(xlam.add_in())
    command = [sys.executable, "-W", "ignore", "-m", "oletools.mraptor", tmp_path / xlam.NAME]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    assert "Macro OK" in said, said


def test_it_lies_where_excel_starts(tmp_path: Path) -> None:
    start = windows.start_folder({"APPDATA": str(tmp_path)})
    assert start == tmp_path / "Microsoft" / "Excel" / "XLSTART"
    assert windows.start_folder({}) is None
