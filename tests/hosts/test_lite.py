"""xlwings Lite: the two texts that it keeps in a workbook, the other parts, and the code's effect."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import openpyxl
import pytest
from packaging.requirements import Requirement
from typer.testing import CliRunner

import xl_dipscore
from tests.hosts.lite_books import PART, code_in
from xl_dipscore.cli.commands import app
from xl_dipscore.hosts import lite
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.declared import VERSION
from xl_dipscore.workbooks.live.menu import items

pytestmark = pytest.mark.usefixtures("new_books")

OWN_CODE = '''"""Ann's functions."""
from __future__ import annotations

from xlwings import func


@func
def hello(name):
    return f'Hello "{name}" & all <others>!'
'''


@pytest.fixture(scope="module", autouse=True)
def _packed_once() -> Iterator[None]:
    """The package as a text is the same for every workbook."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lite, "_pack_functions", cache(lite._pack_functions))
        yield


@pytest.fixture
def book(tmp_path: Path) -> Path:
    made = openpyxl.Workbook()
    made.active["A1"] = '=DIP_SCORE("SOS",B1:H1)'
    made.save(tmp_path / "book.xlsx")
    return tmp_path / "book.xlsx"


BUTTONS = [one for one in items() if not one.needs_files and one.word != "more_boards"]
NAMES = {function.name for function in FUNCTIONS} | {f"dip_{one.word}" for one in BUTTONS}
NAMES |= {"Literal", "script", "xw"}


def parts(source: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(source) as file:
        return {name: file.read(name) for name in file.namelist()}


def attach(book: Path, *more: object) -> Any:
    return CliRunner().invoke(app, ["attach", str(book), "--host", "lite", *map(str, more)])


def quoted(text: str) -> str:
    return escape(json.dumps(text), {'"': "&quot;"})


def with_lite(book: Path, code: dict[str, str]) -> None:
    """A workbook as the add-in left it, with texts of the director's own."""
    package = Package.read(book)
    lite.attach(package)
    old = (package.part(PART) or b"").decode()
    values = "".join(f'<we:property name="{name}" value="{quoted(text)}"/>' for name, text in code.items())
    start, end = old.index("<we:properties>"), old.index("</we:properties>")
    package.set_part(PART, (old[: start + len("<we:properties>")] + values + old[end:]).encode())
    package.write(book)


def started(*codes: str) -> list[dict[str, Any]]:
    """The functions of each main.py, run one after the other in a Python that has only xlwings."""
    script = """
import json, sys
from types import ModuleType
for code in json.load(sys.stdin):
    main = ModuleType("main")
    exec(code, vars(main))
    ours = {name: one for name, one in sys.modules.items() if name.partition(".")[0] == "xl_dipscore"}
    print(json.dumps({
        "names": [name for name in vars(main) if not name.startswith("__")],
        "version": main.DIP_VERSION(),
        "ours": sorted(ours),
        "places": sorted({one.__file__.rpartition("/xl_dipscore/")[0] for one in ours.values()}),
        "path": [path for path in sys.path if path.endswith(".zip") and "xl_dipscore-" in path],
        "same": getattr(sys, "before", None) is main.DIP_SCORE,
    }))
    sys.before = main.DIP_SCORE
"""
    done = subprocess.run(
        [sys.executable, "-I", "-c", script],
        input=json.dumps(codes), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [*map(json.loads, done.stdout.splitlines())]


def another_version(
    folder: Path, version: str, *words: object, copy: Callable[[Any, Any], object] = shutil.copy2
) -> str:
    """The command line of a copy of the package, which says another version."""
    package = Path(xl_dipscore.__file__).parent
    shutil.copytree(package, folder / "xl_dipscore", copy_function=copy)
    source = folder / "xl_dipscore" / "__init__.py"
    text = source.read_text("utf-8")
    assert f'"{VERSION}"' in text
    source.write_text(text.replace(f'"{VERSION}"', f'"{version}"'), "utf-8")
    run = "from xl_dipscore.cli.commands import app; app()"
    done = subprocess.run(
        [sys.executable, "-c", run, *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(folder)}, cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stderr


def split(code: str) -> tuple[str, str, str]:
    """The text before ours, our text, and the text behind it."""
    before, first, rest = code.partition("#region xl_dipscore")
    inside, last, after = rest.partition("#endregion xl_dipscore")
    end = "\r\n" if after.startswith("\r") else "\n"
    assert first, code
    assert after.startswith(end), code
    return before, f"{first}{inside}{last}{end}", after.removeprefix(end)


def test_a_workbook_gets_the_functions(book: Path) -> None:
    old = parts(book)
    done = attach(book)
    assert (done.exit_code, done.stdout) == (0, "")
    assert f"now has xl_dipscore {VERSION} for xlwings Lite" in done.stderr
    new = parts(book)
    found = code_in(book)
    assert found == lite.read_lite_code(Package.read(book))
    before, ours, after = split(found["main.py"])
    assert (before, after) == ("", "")
    assert ours.startswith(f"#region xl_dipscore {VERSION}: made by dipscore attach")
    assert max(map(len, ours.splitlines())) <= 120
    assert found == {"main.py": ours, "requirements.txt": "xlwings<1\n"}
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


@pytest.mark.slow
def test_the_code_brings_every_function_and_nothing_else(book: Path) -> None:
    attach(book)
    (first,) = started(code_in(book)["main.py"])
    assert {*first["names"]} == NAMES
    assert first["version"] == VERSION
    assert first["places"] == first["path"]  # nothing came from where the package is installed
    assert {name.split(".")[1] for name in first["ours"] if "." in name}.isdisjoint(
        {"workbook", "xlsx", "calculate", "cli"}
    )


@pytest.mark.slow
def test_an_editor_may_run_the_code_again(book: Path) -> None:
    attach(book)
    code = code_in(book)["main.py"]
    first, again, changed = started(code, code, f"{code}\nx = 1\n")
    assert (first["same"], again["same"], changed["same"]) == (False, True, True)
    assert len(changed["path"]) == 1


def test_the_parts_name_each_other(book: Path) -> None:
    attach(book)
    package = Package.read(book)
    (panes,) = package.related_parts("webextensiontaskpanes", "")
    (part,) = package.related_parts("webextension", panes)
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


@pytest.mark.slow
def test_the_directors_own_code_stays(book: Path) -> None:
    own = {
        "main.py": OWN_CODE,
        "requirements.txt": "pandas==2.2\nxlwings==0.37.8",
        "pyodideVersion": "314.0.7",
    }
    with_lite(book, own)
    assert code_in(book) == own
    assert attach(book).exit_code == 0
    found = code_in(book)
    before, _, after = split(found["main.py"])
    assert before + after == OWN_CODE
    assert {*started(found["main.py"])[0]["names"]} == {
        "annotations", "func", "hello", *NAMES,
    }  # fmt: skip
    assert {name: text for name, text in found.items() if name != "main.py"} == {
        name: text for name, text in own.items() if name != "main.py"
    }


PINNED = "# Generated by xlwings Lite\n# source sha256: 7f3a\npandas==2.2.3\n"


@pytest.mark.parametrize(("required", "stays"), [("pandas", False), ("pandas\nxlwings", True)])
def test_versions_for_other_requirements_are_taken_out(book: Path, required: str, stays: bool) -> None:
    """Without xlwings Lite would install the packages again; it writes the list anew if there is none."""
    with_lite(book, {"requirements.txt": required, lite.PINNED: PINNED, "pyodideVersion": "314.0.7"})
    assert attach(book).exit_code == 0
    found = code_in(book)
    assert found.get(lite.PINNED) == (PINNED if stays else None)
    assert found["pyodideVersion"] == "314.0.7"


def test_a_requirement_of_this_package_stays(book: Path) -> None:
    with_lite(book, {"requirements.txt": "xl_dipscore\n"})
    attach(book)
    assert code_in(book)["requirements.txt"] == "xlwings<1\nxl_dipscore\n"


@pytest.mark.slow
def test_the_directors_own_functions_win(book: Path) -> None:
    with_lite(book, {"main.py": "def DIP_VERSION():\n    return 'mine'\n"})
    attach(book)
    assert [one["version"] for one in started(code_in(book)["main.py"])] == ["mine"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("", "import os"),
        ("", "# mine\n\nimport os\n"),
        ("", "x = '_x0041_ \t é'\n"),
        ('"""Mine."""\r\nfrom __future__ import annotations\r\n', ""),
        ('"""Mine."""\r\n', "x = 1\r\n"),
        ("from __future__ import (\n    annotations,\n)\n", "import os\n"),
        ("'''Two\nlines.'''\n", "x = 1\n"),
        ("# mine\n'doc'; from __future__ import annotations  # too\n", "x = 1\n"),
    ],
)
def test_ours_stands_where_it_may(book: Path, before: str, after: str) -> None:
    with_lite(book, {"main.py": before + after})
    attach(book)
    code = code_in(book)["main.py"]
    assert split(code)[::2] == (before, after)
    compile(code, "main.py", "exec")
    assert ("\r\n" in split(code)[1]) is ("\r\n" in before)
    assert "up to date" in attach(book).stderr


@pytest.mark.parametrize("broken", ["x = (\n", "  x\n", '"""x\n', "x = 'a\n", "def f(:\n"])
def test_code_that_does_not_run_yet_stays(book: Path, broken: str) -> None:
    with_lite(book, {"main.py": f"from __future__ import annotations\n{broken}"})
    attach(book)
    assert split(code_in(book)["main.py"])[::2] == ("from __future__ import annotations\n", broken)


def test_a_last_line_without_an_end_gets_one(book: Path) -> None:
    with_lite(book, {"main.py": "from __future__ import annotations"})
    attach(book)
    assert split(code_in(book)["main.py"])[::2] == ("from __future__ import annotations\n", "")


@pytest.mark.slow
def test_another_version_replaces_only_ours(book: Path, tmp_path: Path) -> None:
    with_lite(book, {"main.py": OWN_CODE})
    assert "now has xl_dipscore 7.8.9 for" in another_version(
        tmp_path / "other", "7.8.9", "attach", book, "--host", "lite"
    )
    other = code_in(book)["main.py"]
    before, ours, after = split(other)
    assert ours.startswith("#region xl_dipscore 7.8.9: ")
    assert f"now has xl_dipscore {VERSION} for" in attach(book).stderr
    present = code_in(book)["main.py"]
    assert split(present)[::2] == (before, after)
    assert split(present)[1].startswith(f"#region xl_dipscore {VERSION}: ")
    # Each of them computes from the moment it runs, in one and the same session.
    told = started(other, present, other)
    assert [one["version"] for one in told] == ["7.8.9", VERSION, "7.8.9"]
    assert [len(one["path"]) for one in told] == [1] * 3
    assert all(one["places"] == one["path"] for one in told)


@pytest.mark.slow
def test_the_same_version_is_the_same_text(book: Path, tmp_path: Path) -> None:
    attach(book)
    same = another_version(
        tmp_path / "copy",
        VERSION,
        "attach",
        book,
        "--host",
        "lite",
        copy=shutil.copyfile,  # made today
    )
    assert "up to date" in same


def test_ours_cut_short_is_not_guessed_at(book: Path) -> None:
    attach(book)
    code = code_in(book)["main.py"].replace("#endregion xl_dipscore\n", "x = 1\n")
    with_lite(book, {"main.py": code})
    before = book.read_bytes()
    done = attach(book)
    assert (done.exit_code, book.read_bytes()) == (1, before)
    assert "book.xlsx: main.py has only part of our code" in done.stderr


@pytest.mark.parametrize(
    ("old", "new"),
    {
        "": "xlwings<1\n",
        "pandas": "xlwings<1\npandas",
        "pandas\r\n": "xlwings<1\r\npandas\r\n",
        "xlwings==0.37.8\npandas": None,
        "pandas\nXLWings[all] >= 0.36\n": None,
        "https://example.org/xlwings-0.37.8-py3-none-any.whl": None,
        "# xlwings\n": "xlwings<1\n# xlwings\n",
        "xlwings-server\n": "xlwings<1\nxlwings-server\n",
    }.items(),
)
def test_requirements(book: Path, old: str, new: str | None) -> None:
    with_lite(book, {"main.py": OWN_CODE, "requirements.txt": old})
    attach(book)
    assert code_in(book)["requirements.txt"] == (old if new is None else new)


MARKED = (
    '<a:ext xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    ' uri="{D87F86FE-615C-45B5-9D79-34F1136793EB}"><we:containsCustomFunctions/></a:ext>'
)
THEIRS = '<a:ext xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" uri="{0}"><b/></a:ext>'


@pytest.mark.parametrize(
    ("old", "new"),
    {
        "": f"<we:extLst>{MARKED}</we:extLst>",
        f"<we:extLst>{THEIRS}</we:extLst>\n": f"<we:extLst>{THEIRS}{MARKED}</we:extLst>\n",
        f"<we:extLst>{MARKED}{THEIRS}</we:extLst>": f"<we:extLst>{MARKED}{THEIRS}</we:extLst>",
    }.items(),
    ids=["none", "another", "marked"],
)
def test_the_file_says_that_there_are_functions(book: Path, old: str, new: str) -> None:
    with_lite(book, {"main.py": OWN_CODE})
    package = Package.read(book)
    text = (package.part(PART) or b"").decode()
    start = text.index("<we:extLst>")
    package.set_part(PART, f"{text[:start]}{old}</we:webextension>".encode())
    package.write(book)
    attach(book)
    assert parts(book)[PART].decode().endswith(f"/>{new}</we:webextension>")
    order = [one.tag.rpartition("}")[2] for one in ElementTree.fromstring(parts(book)[PART])]
    assert order == ["reference", "alternateReferences", "properties", "bindings", "snapshot", "extLst"]


def test_another_add_in_stays(book: Path) -> None:
    with_lite(book, {"main.py": OWN_CODE})
    package = Package.read(book)
    other = (package.part(PART) or b"").replace(b"WA200008175", b"WA999").replace(b"wa200008175", b"wa999")
    package.set_part(PART, other)
    package.write(book)
    assert lite.read_lite_code(Package.read(book)) == {}
    assert attach(book).exit_code == 0
    package = Package.read(book)
    assert package.part(PART) == other
    assert split(lite.read_lite_code(package)["main.py"])[::2] == ("", "")
    shown = ElementTree.fromstring(package.part("xl/webextensions/taskpanes.xml") or b"")
    assert len(shown) == 2


def test_code_kept_in_an_unknown_way_is_left_alone(book: Path) -> None:
    attach(book)
    package = Package.read(book)
    code = (package.part(PART) or b"").replace(b"we:properties", b"we:settings")
    package.set_part(PART, code.replace(b"we:property ", b"we:setting "))
    package.write(book)
    before = book.read_bytes()
    done = attach(book)
    assert (done.exit_code, book.read_bytes()) == (1, before)
    assert (
        "book.xlsx stores xlwings Lite in an unknown way. Move its sheets into a new workbook" in done.stderr
    )


def test_back_to_macros(book: Path) -> None:
    """The names of the functions are plain again; the Lite code stays where it is."""
    old = parts(book)
    attach(book)
    done = CliRunner().invoke(app, ["attach", str(book)])
    assert done.exit_code == 0
    new = parts(book.with_suffix(".xlsm"))
    assert new["xl/worksheets/sheet1.xml"] == old["xl/worksheets/sheet1.xml"]
    assert PART in new


def test_a_browser_needs_nothing_but_what_lite_brings() -> None:
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
    needed = [Requirement(line) for line in tomllib.loads(text)["project"]["dependencies"]]
    assert len(needed) > 3
    for one in needed:
        assert one.marker is not None
        assert not one.marker.evaluate({"sys_platform": "emscripten"}), one
        assert one.marker.evaluate({"sys_platform": "win32"}), one
