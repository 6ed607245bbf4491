"""A fresh workbook in the browser's Python, as xlwings Lite starts it: Pyodide, xlwings, and nothing else.

And commands on files there, with the libraries that they need.

`.ci/run` makes the folder .pyodide; where the variable PYODIDE names it, nothing is skipped.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlwings
from packaging.requirements import Requirement

import xl_dipscore
from tests.hosts.calls import CALLS, received, write_office_calls
from tests.hosts.file_acts import CENTRES, OWN
from tests.hosts.lite_books import code_in, new_and_attached, run
from tests.opened import opened
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.declared import VERSION
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.author import Plan, templates_folder
from xl_dipscore.workbooks.live.menu import Selected, item_of

HERE = Path(__file__).parent
FOLDER = Path(os.environ.get("PYODIDE", HERE.parents[1] / ".pyodide"))


def missing(folder: Path) -> str:
    if shutil.which("node") is None:
        return "node is not installed"
    if not (folder / "node_modules" / "pyodide").is_dir():
        return f"there is no pyodide in {folder}"
    if not list(folder.glob(f"xlwings-{xlwings.__version__}-*wasm32.whl")):
        return f"there is no wheel of xlwings {xlwings.__version__} for Pyodide in {folder}"
    return ""


REASON = missing(FOLDER)
assert not REASON or "PYODIDE" not in os.environ, REASON
pytestmark = [
    pytest.mark.pyodide,
    pytest.mark.skipif(bool(REASON), reason=REASON),
    pytest.mark.usefixtures("new_books"),
]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    work = tmp_path_factory.mktemp("pyodide")
    code = code_in(new_and_attached(work))
    (needed,) = map(Requirement, code["requirements.txt"].splitlines())
    assert needed.name == "xlwings"
    assert xlwings.__version__ in needed.specifier
    (work / "main.py").write_text(code["main.py"], "utf-8")
    write_office_calls(work / "calls.json")
    command = [
        "node", HERE / "pyodide_calls.mjs", FOLDER, work / "main.py", work / "calls.json",
        HERE / "office_calls.py", work / "answers.json",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads((work / "answers.json").read_text())


def test_a_browser_computes_what_python_computes(answers: dict[str, Any]) -> None:
    assert len(answers["results"]) == len(CALLS)
    for call, result in zip(CALLS, answers["results"], strict=True):
        assert received(result) == call.expected, call


def test_a_browser_is_told_of_every_function(answers: dict[str, Any]) -> None:
    told = {one["name"]: one["description"] for one in answers["meta"]["functions"]}
    assert told == {function.name: function.help for function in FUNCTIONS}
    others = {name for name in answers["names"] if not name.startswith("dip_")} - {*told}
    assert others == {"Literal", "xw", "script"}  # and nothing of ours besides


def test_a_browser_computes_with_the_version_in_the_workbook(answers: dict[str, Any]) -> None:
    number = next(i for i, call in enumerate(CALLS) if call.function == "DIP_VERSION")
    assert received(answers["results"][number]) == [[VERSION]]


# -- the buttons ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rounds of two boards, fourteen players."""
    path = tmp_path_factory.mktemp("buttons") / "event.xlsx"
    new.create(path, Plan(find("DCC"), rounds=2, boards=2))
    package = Package.read(path)
    for row in range(5, 19):
        package.set_value("Players", f"A{row}", f"Player {row}")
    package.set_value("Games", "E2", "many")
    package.write(path)
    run("attach", path, "--host", "lite")
    return path


def told_by_lite(package: Package) -> dict[str, Any]:
    """A workbook as xlwings Lite describes it: its structure, and the requested cells."""
    book = opened(package)
    cells, sheets = {}, []
    for name in book.sheet_names:
        its = book.sheet(name).cells
        rows, columns = (max((place[i] for place in its), default=1) for i in (0, 1))
        area = [[its.get((row, column)) for column in range(1, columns + 1)] for row in range(1, rows + 1)]
        values = [["" if one is None or one.value is None else one.value for one in row] for row in area]
        formulas = [
            [
                one.formula_xml.strip("{}") if one and one.formula_xml else value
                for one, value in zip(*pair, strict=True)
            ]
            for pair in zip(area, values, strict=True)
        ]
        cells[name] = {"values": values, "formulas": formulas}
        used = f"A1:{address(rows, columns)}"
        sheets.append(
            {"name": name, "values": [[]], "used_range_address": used, "pictures": [], "tables": []}
        )
    names = [
        {
            "name": one.name, "sheet_index": None, "address": None, "scope_sheet_name": None,
            "scope_sheet_index": None, "book_scope": True, "refers_to": f"={one.text}",
        }
        for one in book.defined_names
    ]  # fmt: skip
    place = {"name": "event.xlsx", "active_sheet_index": 0, "selection": "A1"}
    client = {"client": "Office.js", "version": xlwings.__version__}
    return {"book": {**client, "book": place, "names": names, "sheets": sheets}, "cells": cells}


def test_the_buttons_do_what_is_done_in_a_file(event: Path, tmp_path: Path) -> None:
    runs = [("draw_round", {"round_": 2, "seed": 7}), ("check", {}), ("take_back", {})]
    package = Package.read(event)
    (tmp_path / "main.py").write_text(code_in(event)["main.py"], "utf-8")
    (tmp_path / "book.json").write_text(json.dumps(told_by_lite(package)))
    (tmp_path / "runs.json").write_text(json.dumps(runs))
    given = (tmp_path / name for name in ("main.py", "book.json", "runs.json", "actions.json"))
    command = ["node", HERE / "pyodide_menu.mjs", FOLDER, *given]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    came = json.loads((tmp_path / "actions.json").read_text())
    assert {"Draw a Round", "Check", "Explain This Score"} <= {*came["buttons"]}
    for (word, wishes), (actions, said) in zip(runs, came["runs"], strict=True):
        done = item_of(word).run(Package.read(event), at=Selected("Guide", 1, 1), **wishes)
        assert said == list(done.said)
        wanted = {(one.sheet, one.ref): one.value for one in done.edits if one.sheet != "Log"}
        assert put_by(actions, package.sheet_names) == wanted
        assert any(one["func"] == "alert" for one in actions)


def put_by(actions: list[dict[str, Any]], sheets: tuple[str, ...]) -> dict[tuple[str, str], Any]:
    """The values that actions of xlwings write, by cell; without the sheet Log, which has the time."""
    put = {}
    for one in actions:
        if one["func"] == "setValues" and sheets[one["sheet_position"]] != "Log":
            for row, line in enumerate(one["values"]):
                for column, value in enumerate(line):
                    cell = address(one["start_row"] + 1 + row, one["start_column"] + 1 + column)
                    put[sheets[one["sheet_position"]], cell] = value
    return put


# -- commands on files ----------------------------------------------------------------------------


def write_libraries(path: Path) -> None:
    """The package with its templates, and the pure-Python libraries of its commands."""
    package = Path(xl_dipscore.__file__).parent
    with zipfile.ZipFile(path, "w") as archive:
        for of, under in ((package, ""), (templates_folder(), "templates/")):
            for one in of.rglob("*"):
                if one.is_file() and "__pycache__" not in one.parts:
                    archive.write(one, f"xl_dipscore/{under}{one.relative_to(of).as_posix()}")
        for name in with_needed("openpyxl", "typer", "rich"):
            for one in distribution(name).files or ():
                if one.suffix == ".py" or one.name == "METADATA":
                    archive.write(str(one.locate()), one.as_posix())


def with_needed(*names: str) -> list[str]:
    """Distributions, and their dependencies."""
    found: list[str] = []
    left = [*names]
    while left:
        name = left.pop()
        if name not in found:
            found.append(name)
            asked = map(Requirement, distribution(name).requires or ())
            left += [one.name for one in asked if one.marker is None or one.marker.evaluate({"extra": ""})]
    return found


def test_a_browser_fills_and_rebuilds_files_as_python_does(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    write_libraries(tmp_path / "libraries.zip")
    program = HERE / "file_acts.py"
    in_browser = ["node", HERE / "pyodide_files.mjs", FOLDER, tmp_path / "libraries.zip", program, there]
    for command in ([sys.executable, program, here], in_browser):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    for name in ("event.xlsx", "own.xlsx"):
        ours, theirs = parts_of(here / name), parts_of(there / name)
        assert theirs.keys() == ours.keys()
        assert [part for part in ours if theirs[part] != ours[part]] == []
    squares = [centres**2 for centres in CENTRES]
    board = openpyxl.load_workbook(there / "own.xlsx", data_only=True).active
    shares = [100 * square / sum(squares) for square in squares]
    assert [cell.value for cell in board["B3:H3"][0]] == pytest.approx(shares)
    own = [board[ref].value for ref in OWN]
    assert own == [len("0"), f"Score {shares[-1]:.15g}", 1 + sum(one > shares[1] for one in shares)]


def parts_of(path: Path) -> dict[str, bytes]:
    """The parts of a workbook, without the time at which openpyxl saved it."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name != "docProps/core.xml"}
