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
from calls import CALLS, Call, received, write_office_calls
from lite_books import code_in, new_and_attached
from packaging.requirements import Requirement

from xl_dipscore.functions import FUNCTIONS, VERSION

pytestmark = pytest.mark.pyodide
HERE = Path(__file__).parent


def missing(folder: Path) -> str:
    if shutil.which("node") is None:
        return "node is not installed"
    if not (folder / "node_modules" / "pyodide").is_dir():
        return f"there is no pyodide in {folder}"
    if not list(folder.glob(f"xlwings-{xlwings.__version__}-*wasm32.whl")):
        return f"there is no wheel of xlwings {xlwings.__version__} for Pyodide in {folder}"
    return ""


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = Path(os.environ.get("PYODIDE", HERE.parents[1] / ".pyodide"))
    if reason := missing(folder):
        assert "PYODIDE" not in os.environ, reason
        pytest.skip(reason)
    work = tmp_path_factory.mktemp("pyodide")
    code = code_in(new_and_attached(work))
    (needed,) = map(Requirement, code["requirements.txt"].splitlines())
    assert needed.name == "xlwings"
    assert xlwings.__version__ in needed.specifier
    (work / "main.py").write_text(code["main.py"], "utf-8")
    write_office_calls(work / "calls.json")
    command = [
        "node", HERE / "pyodide_calls.mjs", folder, work / "main.py", work / "calls.json",
        HERE / "office_calls.py", work / "answers.json",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads((work / "answers.json").read_text())


@pytest.mark.parametrize(("number", "call"), [*enumerate(CALLS)], ids=map(str, CALLS))
def test_a_browser_computes_what_python_computes(answers: dict[str, Any], number: int, call: Call) -> None:
    assert received(answers["results"][number]) == call.expected


def test_a_browser_is_told_of_every_function(answers: dict[str, Any]) -> None:
    told = {one["name"]: one["description"] for one in answers["meta"]["functions"]}
    assert told == {function.name: function.help for function in FUNCTIONS}
    assert {*answers["names"]} == {*told}  # and nothing of ours besides


def test_a_browser_computes_with_the_version_in_the_workbook(answers: dict[str, Any]) -> None:
    number = next(i for i, call in enumerate(CALLS) if call.function == "DIP_VERSION")
    assert received(answers["results"][number]) == [[VERSION]]
