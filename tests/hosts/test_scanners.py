"""How mail gateways and virus scanners judge the macros: mraptor and olevba of oletools, on real files.

They are BSD, but oletools asks for pcodedmp too, which is GPL and which they work without. So no extra of
ours installs them; `.ci/run` does, without what they ask for.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import openpyxl
import pytest
from typer.testing import CliRunner

from templates.macros.vba_writer import project
from xl_dipscore.cli.commands import app
from xl_dipscore.hosts import vba

pytestmark = [
    pytest.mark.vba,
    pytest.mark.skipif(find_spec("oletools") is None, reason="oletools is not installed"),
    pytest.mark.usefixtures("new_books"),
]
FINDINGS = {
    ("Suspicious", "Lib"),  # the bridge declares xlwings' library, under two names
    ("IOC", "dipscore64.dll"),
    ("IOC", "dipscore32.dll"),
    ("Suspicious", "system"),  # the argument of DIP_SCORE; it is a command only with the C library of a Mac
    ("Suspicious", "Open"),  # a system's name in a help text: Open Mind the Gap
    ("Suspicious", "Hex Strings"),  # the name that Microsoft gave the page of a workbook
    ("Suspicious", "Base64 Strings"),  # "dipscore"
}


def scanned(tool: str, *arguments: object) -> str:
    """The output of a tool in a process of its own, because it does not load where warnings are errors."""
    command = [sys.executable, "-W", "ignore", "-m", f"oletools.{tool}", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=600).stdout


NAMES = ("ThisWorkbook", "ЭтаКнига", "このブック", "ΑυτόΤοΒιβλίο", "Ünïcode")


@pytest.fixture(scope="module", params=["an event", *NAMES])
def attached(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of ours, or a plain workbook with that code name."""
    path = tmp_path_factory.mktemp("book") / "book.xlsx"
    if request.param == "an event":
        assert CliRunner().invoke(app, ["new", "NDC", str(path)]).exit_code == 0
    else:
        book = openpyxl.Workbook()
        book.code_name = request.param
        book["Sheet"].sheet_properties.codeName = f"{request.param}1"
        book.save(path)
    done = CliRunner().invoke(app, ["attach", str(path)])
    assert done.exit_code == 0, done.output
    return path.with_suffix(".xlsm")


def test_mraptor_lets_the_macros_through(attached: Path) -> None:
    """X: they may execute, for they call a library. But nothing runs by itself (A) or is written (W)."""
    assert re.findall(rf"^(.+?) *\|(\S+) *\|.*{attached.name}", scanned("mraptor", attached), flags=re.M) == [
        ("Macro OK", "--X")
    ]


def test_olevba_finds_all_modules_and_no_more_than_this(attached: Path) -> None:
    (found,) = (one for one in json.loads(scanned("olevba", "--json", attached)) if one["type"] == "OpenXML")
    assert {one["vba_filename"]: one["ole_stream"] for one in found["macros"]} == {
        "ThisWorkbook.cls": "VBA/ThisWorkbook",
        "dipscore.bas": "VBA/dipscore",
    }
    assert {(one["type"], one["keyword"]) for one in found["analysis"]} <= FINDINGS
    assert openpyxl.load_workbook(attached).code_name == "ThisWorkbook"


def test_the_scanners_know_what_is_suspicious(tmp_path: Path) -> None:
    """A macro that runs by itself, such as the one in xlwings' own module."""
    path = tmp_path / "book.xlsx"
    openpyxl.Workbook().save(path)
    text = 'Attribute VB_Name = "dipscore"\nSub Auto_Open()\n    Shell "cmd"\nEnd Sub\n'
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(vba, "vba_project", lambda: project({vba.MODULE: text}))
        assert CliRunner().invoke(app, ["attach", str(path)]).exit_code == 0
    assert "SUSPICIOUS" in scanned("mraptor", path.with_suffix(".xlsm"))
