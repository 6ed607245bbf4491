"""Make dipscore.html: one file with the browser's Python (Pyodide), this package, and the screen."""

import base64
import gzip
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from hashlib import sha256
from html import escape
from pathlib import Path

import xl_dipscore
from xl_dipscore.errors import Fault
from xl_dipscore.hosts import carried
from xl_dipscore.sheets.xlsx.target import FileKind
from xl_dipscore.workbooks.live.items.new import LEAGUE

PYODIDE = "314.0.7"
"""The version of Pyodide that the page needs; the replaced lines are known for this one only."""
PAGE = FileKind(
    "dipscore's page for a browser", ".html", lambda data: b'content="dipscore-page"' in data[:2000]
)
PARTS = Path(__file__).with_name("parts")
SCRIPTS = ("words.js", "python.js", "files.js", "keep.js", "boards.js", "forms.js", "screen.js")
"""The page's scripts, in the order in which they use each other."""
FOR_PAGE = (
    *("vba", "vba_project", "spelling", "page/__init__", "page/desk", "page/forms", "page/paper"),
    *("page/services", "page/states", "page/view"),
)
"""The modules of hosts/ that run in the page."""
NEVER_IMPORTED = (
    "_pyrepl", "unittest", "pdb.py", "doctest.py", "pydoc", "xmlrpc", "wsgiref", "imaplib", "mailbox",
    "ftplib", "smtplib",
    "poplib", "idlelib", "turtle", "multiprocessing/dummy", "tkinter", "optparse", "curses",
    "lib2to3", "ensurepip", "venv", "sqlite3", "dbm",
)  # fmt: skip
"""Parts of Python's library that the page leaves out, because nothing in it imports them."""
REPLACED = {
    "pyodide.asm.mjs": {
        "export default _createPyodideModule;": "",
        "import.meta.url": "location.href",
    },
    "pyodide.mjs": {
        "export{dt as loadPyodide,U as version};": "globalThis.loadPyodide=dt;",
        "//# sourceMappingURL=pyodide.mjs.map": "",
    },
}
"""The replaced texts of Pyodide's files: a worker made from memory cannot be a module."""


class NoPyodide(Fault):
    """There is no Pyodide {version} in {folder}. Fetch it there with: npm install --prefix {folder} \
pyodide@{version}"""


class PyodideDiffers(Fault):
    """{file} of Pyodide lacks {text}, which the page replaces."""


def page(folder: Path) -> bytes:
    """The page as one file. folder: where `npm install` put Pyodide. Raises NoPyodide and PyodideDiffers."""
    python = find_pyodide(folder)
    data = {
        "code": _worker(python).encode(),
        "wasm": (python / "pyodide.asm.wasm").read_bytes(),
        "library": _library(python),
        "package": carried.make_zip(_package(), zipfile.ZIP_STORED),
    }
    blocks = "\n".join(
        f'<script type="text/plain" id="{name}">{_packed(one)}</script>' for name, one in data.items()
    )
    script = f'"use strict";\n(() => {{\n{"".join(map(_text, SCRIPTS))}\n}})();\n'
    facts = {
        "version": xl_dipscore.__version__,
        "style": _text("page.css"),
        "licences": "".join(_licences(python)),
        "data": blocks,
        "script": script,
        "hash": base64.b64encode(sha256(script.encode()).digest()).decode(),
    }
    return re.sub(r"\[\[(\w+)\]\]", lambda found: facts[found[1]], _text("page.html")).encode()


def find_pyodide(folder: Path) -> Path:
    """The folder with Pyodide's files. Raises NoPyodide if it is not there, or of another version."""
    places = (folder, folder / "node_modules" / "pyodide")
    found = next((one for one in places if (one / "pyodide.asm.wasm").is_file()), None)
    if found is None or json.loads((found / "package.json").read_bytes())["version"] != PYODIDE:
        raise NoPyodide(version=PYODIDE, folder=folder)
    return found


def _worker(python: Path) -> str:
    """The worker's script: Pyodide's two modules as plain scripts, then our own."""
    module, loader = (_replaced(python / name, texts) for name, texts in REPLACED.items())
    lock = json.loads((python / "pyodide-lock.json").read_bytes()) | {"packages": {}}
    # Pyodide refuses a worker in which importScripts exists.
    head = f"globalThis.importScripts = undefined;\n{{{loader}\n}}\n{module}\n"
    return f"{head}const LOCK = {json.dumps(lock)};\n{_text('worker.js')}"


def _replaced(path: Path, texts: Mapping[str, str]) -> str:
    data = path.read_text("utf-8")
    for old, new in texts.items():
        if old not in data:
            raise PyodideDiffers(file=path.name, text=old)
        data = data.replace(old, new)
    return data


def _library(python: Path) -> bytes:
    """Python's library, stored without packing, because all parts of the page are packed together."""
    with zipfile.ZipFile(python / "python_stdlib.zip") as archive:
        names = (name for name in archive.namelist() if not name.startswith(NEVER_IMPORTED))
        return carried.make_zip(((name, archive.read(name)) for name in names), zipfile.ZIP_STORED)


def _package() -> Iterator[tuple[str, bytes]]:
    yield from carried.files(*FOR_PAGE, more=carried.WHOLE)
    yield from (carried.macros(), carried.template(), carried.template(LEAGUE))
    yield from carried.libraries()


def _packed(data: bytes) -> str:
    """A part as text. The page unpacks it with the browser's own DecompressionStream."""
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def _licences(python: Path) -> Iterator[str]:
    """The licences of everything in the page, each in a fold of its own."""
    about = json.loads((python / "package.json").read_bytes())
    source = f"https://github.com/pyodide/pyodide/releases/tag/{about['version']}"
    lines = [
        f"{file}: {old!r} became {new!r}" for file, texts in REPLACED.items() for old, new in texts.items()
    ]
    changed = "\n".join(lines)
    left_out = ", ".join(NEVER_IMPORTED)
    yield _fold(
        f"Pyodide {about['version']}, {about['license']}",
        f"Mozilla Public License 2.0: https://www.mozilla.org/MPL/2.0/\nIts source: {source}\n"
        f"Replaced texts:\n{changed}\nLeft out of Python's library: {left_out}",
    )
    yield _fold("Python, PSF License 2", _text("python-licence.txt"))
    for name, data in carried.libraries():
        if "licenses" in Path(name).parts:
            yield _fold(name.partition("-")[0], data.decode())


def _fold(title: str, text: str) -> str:
    return f"<details><summary>{escape(title)}</summary><pre>{escape(text)}</pre></details>\n"


def _text(name: str) -> str:
    return (PARTS / name).read_text("utf-8")
