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
from lite_books import code_in, new_and_attached
from packaging.requirements import Requirement

from xl_dipscore.functions import FUNCTIONS, VERSION

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
    assert {*answers["names"]} == {*told}  # and nothing of ours besides


def test_a_browser_computes_with_the_version_in_the_workbook(answers: dict[str, Any]) -> None:
    number = next(i for i, call in enumerate(CALLS) if call.function == "DIP_VERSION")
    assert received(answers["results"][number]) == [[VERSION]]
