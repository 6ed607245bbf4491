"""The worksheet functions in the browser's Python, which xlwings Lite runs: real Pyodide, real xlwings.

`.ci/run` makes the folder .pyodide; where the variable PYODIDE names it, nothing is skipped.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest
import xlwings
from calls import CALLS, Call, received, write_office_calls

from xl_dipscore.functions import FUNCTIONS, VERSION

pytestmark = pytest.mark.pyodide
HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def missing(folder: Path) -> str:
    if shutil.which("node") is None:
        return "node is not installed"
    if not (folder / "node_modules" / "pyodide").is_dir():
        return f"there is no pyodide in {folder}"
    if not list(folder.glob(f"xlwings-{xlwings.__version__}-*wasm32.whl")):
        return f"there is no wheel of xlwings {xlwings.__version__} for Pyodide in {folder}"
    return ""


def packed(path: Path) -> None:
    """The package as it is installed from its wheel, as far as a browser needs it."""
    with zipfile.ZipFile(path, "w") as file:
        for source in (ROOT / "xl_dipscore").rglob("*.py"):
            file.write(source, source.relative_to(ROOT))
        file.writestr(
            f"xl_dipscore-{VERSION}.dist-info/METADATA",
            f"Metadata-Version: 2.4\nName: xl_dipscore\nVersion: {VERSION}\n",
        )


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = Path(os.environ.get("PYODIDE", ROOT / ".pyodide"))
    if reason := missing(folder):
        assert "PYODIDE" not in os.environ, reason
        pytest.skip(reason)
    work = tmp_path_factory.mktemp("pyodide")
    packed(work / "package.zip")
    write_office_calls(work / "calls.json")
    command = [
        "node", HERE / "pyodide_calls.mjs", folder, work / "package.zip", work / "calls.json",
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
