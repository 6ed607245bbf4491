"""A stand-in for Pyodide: files that the page's build accepts, in which no Python runs."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from xl_dipscore.hosts.page.build import PYODIDE, REPLACED


def write_pyodide(folder: Path) -> None:
    """Write the files that `build.page` reads."""
    folder.mkdir()
    for name, texts in REPLACED.items():
        (folder / name).write_text("\n".join(texts), "utf-8")
    (folder / "pyodide.asm.wasm").write_bytes(b"\0asm")
    facts = {"package.json": {"version": PYODIDE, "license": "MPL-2.0"}, "pyodide-lock.json": {}}
    for name, fact in facts.items():
        (folder / name).write_text(json.dumps(fact), "utf-8")
    with zipfile.ZipFile(folder / "python_stdlib.zip", "w") as archive:
        archive.writestr("os.py", "")
