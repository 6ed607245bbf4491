"""xlwings Lite: the two texts that it keeps in a workbook, and what else is in there."""

from __future__ import annotations

import json
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import openpyxl
import pytest
from packaging.requirements import Requirement
from typer.testing import CliRunner

from xl_dipscore.cli.commands import app
from xl_dipscore.functions import FUNCTIONS, VERSION
from xl_dipscore.hosts import lite
from xl_dipscore.xlsx.package import Package

OWN_CODE = '''"""Ann's functions."""
from __future__ import annotations

from xlwings import func


@func
def hello(name):
    return f'Hello "{name}" & all <others>!'
'''


@pytest.fixture
def book(tmp_path: Path) -> Path:
    made = openpyxl.Workbook()
    made.active["A1"] = '=DIP_SCORE("SOS",B1:H1)'
    made.save(tmp_path / "book.xlsx")
    return tmp_path / "book.xlsx"


def parts(source: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(source) as file:
        return {name: file.read(name) for name in file.namelist()}


def attach(book: Path, *more: object) -> Any:
    return CliRunner().invoke(app, ["attach", str(book), "--host", "lite", *map(str, more)])


def quoted(text: str) -> str:
    return escape(json.dumps(text), {'"': "&quot;"})


def with_lite(book: Path, code: dict[str, str]) -> None:
    """As the add-in itself left it, with texts of the director's own."""
    package = Package.read(book)
    lite.attach(package)
    part = "xl/webextensions/webextension1.xml"
    old = (package.part(part) or b"").decode()
    values = "".join(f'<we:property name="{name}" value="{quoted(text)}"/>' for name, text in code.items())
    start, end = old.index("<we:properties>"), old.index("</we:properties>")
    package.set_part(part, (old[: start + len("<we:properties>")] + values + old[end:]).encode())
    package.write(book)


def test_a_workbook_gets_the_functions(book: Path) -> None:
    old = parts(book)
    done = attach(book)
    assert (done.exit_code, done.stdout) == (0, "")
    assert "xlwings Lite" in done.stderr
    new = parts(book)
    assert lite.read(Package.read(book)) == {
        "main.py": "from xl_dipscore.hosts.excel import *\n",
        "requirements.txt": f"xl_dipscore=={VERSION}\n",
    }
    assert new.keys() - old.keys() == {
        "xl/webextensions/taskpanes.xml",
        "xl/webextensions/_rels/taskpanes.xml.rels",
        "xl/webextensions/webextension1.xml",
    }
    assert {name for name in old if old[name] != new[name]} == {
        "[Content_Types].xml", "_rels/.rels", "xl/worksheets/sheet1.xml",
    }  # fmt: skip
    assert b"<f>_xldudf_XLW_DIP_SCORE(" in new["xl/worksheets/sheet1.xml"]
    for name in new:
        if name.endswith((".xml", ".rels")):
            ElementTree.fromstring(new[name])


def test_the_parts_name_each_other(book: Path) -> None:
    attach(book)
    package = Package.read(book)
    (panes,) = package.related("webextensiontaskpanes", "")
    (part,) = package.related("webextension", panes)
    assert package.content_type(panes) == "application/vnd.ms-office.webextensiontaskpanes+xml"
    assert package.content_type(part) == "application/vnd.ms-office.webextension+xml"
    shown = ElementTree.fromstring(package.part(panes) or b"")
    relations = ElementTree.fromstring(package.part("xl/webextensions/_rels/taskpanes.xml.rels") or b"")
    (reference,) = (e for e in shown.iter() if e.tag.endswith("}webextensionref"))
    assert next(v for k, v in reference.items() if k.endswith("}id")) == relations[0].get("Id")


def test_attaching_again_changes_nothing(book: Path) -> None:
    attach(book)
    before = book.read_bytes()
    done = attach(book)
    assert (done.exit_code, book.read_bytes()) == (0, before)
    assert "up to date" in done.stderr


def test_the_directors_own_code_stays(book: Path) -> None:
    own = {
        "main.py": OWN_CODE,
        "requirements.txt": "pandas==2.2\nxl_dipscore==0.0.1",
        "pyodideVersion": "314.0.7",
    }
    with_lite(book, own)
    assert lite.read(Package.read(book)) == own
    assert attach(book).exit_code == 0
    found = lite.read(Package.read(book))
    assert found["main.py"].replace("from xl_dipscore.hosts.excel import *\n", "") == OWN_CODE
    compile(found["main.py"], "main.py", "exec")  # the import of __future__ is still the first
    assert found["requirements.txt"] == f"pandas==2.2\nxl_dipscore=={VERSION}"
    assert found["pyodideVersion"] == "314.0.7"


@pytest.mark.parametrize(
    "code",
    [
        "",
        "import os",
        "# mine\n\nimport os\n",
        '"""Mine."""\r\nfrom __future__ import annotations\r\n',
        "from __future__ import (\n    annotations,\n)\nimport os\n",
        "'''Two\nlines.'''\nx = 1\n",
    ],
)
def test_the_line_stands_where_it_may(book: Path, code: str) -> None:
    with_lite(book, {"main.py": code})
    attach(book)
    found = lite.read(Package.read(book))["main.py"]
    assert found.replace(f"{lite.IMPORT}\n", "", 1) == code
    compile(found, "main.py", "exec")


@pytest.mark.parametrize(
    ("old", "new"),
    {
        "": f"{lite.REQUIREMENT}\n",
        "pandas": f"pandas\n{lite.REQUIREMENT}\n",
        "xl-dipscore": lite.REQUIREMENT,
        "XL_DipScore>=0.0.1  # scores\nx": f"{lite.REQUIREMENT}\nx",
        "xl-dipscore-extras": f"xl-dipscore-extras\n{lite.REQUIREMENT}\n",
        "xl_dipscore_extras\n": f"xl_dipscore_extras\n{lite.REQUIREMENT}\n",
        "https://example.org/xl_dipscore-9-py3-none-any.whl": None,
        "xl_dipscore @ https://example.org/x.whl": None,
    }.items(),
)
def test_requirements(book: Path, old: str, new: str | None) -> None:
    with_lite(book, {"main.py": OWN_CODE, "requirements.txt": old})
    attach(book)
    assert lite.read(Package.read(book))["requirements.txt"] == (old if new is None else new)


def test_another_add_in_stays(book: Path) -> None:
    with_lite(book, {"main.py": OWN_CODE})
    package = Package.read(book)
    part = "xl/webextensions/webextension1.xml"
    other = (package.part(part) or b"").replace(b"WA200008175", b"WA999").replace(b"wa200008175", b"wa999")
    package.set_part(part, other)
    package.write(book)
    assert lite.read(Package.read(book)) == {}
    assert attach(book).exit_code == 0
    package = Package.read(book)
    assert package.part(part) == other
    assert lite.read(package)["main.py"] == "from xl_dipscore.hosts.excel import *\n"
    shown = ElementTree.fromstring(package.part("xl/webextensions/taskpanes.xml") or b"")
    assert len(shown) == 2


def test_code_kept_in_an_unknown_way_is_left_alone(book: Path) -> None:
    attach(book)
    package = Package.read(book)
    part = "xl/webextensions/webextension1.xml"
    code = (package.part(part) or b"").replace(b"we:properties", b"we:settings")
    package.set_part(part, code.replace(b"we:property ", b"we:setting "))
    package.write(book)
    before = book.read_bytes()
    done = attach(book)
    assert (done.exit_code, book.read_bytes()) == (1, before)
    assert "add to main.py: from xl_dipscore.hosts.excel import *" in done.stderr


def test_back_to_macros(book: Path) -> None:
    """The names of the functions are plain again; the Lite code stays where it is."""
    old = parts(book)
    attach(book)
    done = CliRunner().invoke(app, ["attach", str(book)])
    assert done.exit_code == 0
    new = parts(book.with_suffix(".xlsm"))
    assert new["xl/worksheets/sheet1.xml"] == old["xl/worksheets/sheet1.xml"]
    assert "xl/webextensions/webextension1.xml" in new


def test_the_one_line_brings_every_function() -> None:
    main = ModuleType("main")
    exec(lite.IMPORT, vars(main))
    assert {function.name for function in FUNCTIONS} <= set(vars(main))


def test_a_browser_needs_nothing_but_what_lite_brings() -> None:
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
    needed = [Requirement(line) for line in tomllib.loads(text)["project"]["dependencies"]]
    assert len(needed) > 3
    for one in needed:
        assert one.marker is not None
        assert not one.marker.evaluate({"sys_platform": "emscripten"}), one
        assert one.marker.evaluate({"sys_platform": "win32"}), one
