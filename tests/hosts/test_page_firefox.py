"""The page in Firefox, opened from its file. A release runs this, with node and puppeteer-core."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from base64 import b64decode
from pathlib import Path

import pytest

from tests.hosts.test_page import EXAMPLES, folder, parts_of, with_edits
from xl_dipscore.hosts.page import build

HERE = Path(__file__).parent
pytestmark = [
    pytest.mark.firefox,
    pytest.mark.skipif("FIREFOX" not in os.environ, reason="FIREFOX names no folder with puppeteer-core"),
]


@pytest.mark.parametrize("example", ["wbc"])
def test_firefox_saves_what_rebuild_writes(tmp_path: Path, example: str) -> None:
    page = tmp_path / "dipscore.html"
    page.write_bytes(build.page(folder("PYODIDE", ".pyodide", "pyodide")))
    path = EXAMPLES / f"{example}.xlsx"
    cells, edited = with_edits(path)
    (tmp_path / "cells.json").write_text(json.dumps(cells))
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    assert program, "Firefox is not installed"
    given = (page, path, tmp_path / "cells.json", tmp_path / "out.json")
    words = ["node", HERE / "page_in_firefox.mjs", os.environ["FIREFOX"], program, *given]
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "out.json").read_text())
    assert found["errors"] == []
    assert {one.partition(":")[0] for one in found["requests"]} <= {"file", "blob", "data"}
    assert found["name"] == f"{example} 2.xlsx"
    ours, theirs = parts_of(edited), parts_of(b64decode(found["data"]))
    assert [part for part in ours if theirs.get(part) != ours[part]] == []
