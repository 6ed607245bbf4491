"""A fresh workbook in the browser's Python, as xlwings Lite starts it: Pyodide, xlwings, and nothing else.

`.ci/run` makes the folder .pyodide; where the variable PYODIDE names it, nothing is skipped.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import xlwings
from calls import CALLS, received, write_office_calls
from lite_books import code_in, new_and_attached, run
from opened import opened
from packaging.requirements import Requirement

from xl_dipscore.author import Plan
from xl_dipscore.functions import FUNCTIONS, VERSION
from xl_dipscore.live.menu import Selected, item_of
from xl_dipscore.system import find
from xl_dipscore.workbook import new
from xl_dipscore.xlsx.formula import address
from xl_dipscore.xlsx.package import Package

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
pytestmark = [pytest.mark.pyodide, pytest.mark.skipif(bool(REASON), reason=REASON)]


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
    """A workbook as xlwings Lite tells of it: its structure, and the cells that it is asked for."""
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
    """What actions of xlwings put into which cell, but on Log, which tells the time."""
    put = {}
    for one in actions:
        if one["func"] == "setValues" and sheets[one["sheet_position"]] != "Log":
            for row, line in enumerate(one["values"]):
                for column, value in enumerate(line):
                    cell = address(one["start_row"] + 1 + row, one["start_column"] + 1 + column)
                    put[sheets[one["sheet_position"]], cell] = value
    return put
