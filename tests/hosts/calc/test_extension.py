"""The extension: its files, its functions in Calc, and the values that pass between the two."""

from __future__ import annotations

import ast
import io
import math
import struct
import subprocess
import sys
import zipfile
from email.message import Message
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.each import each
from tests.hosts.calc.calc_office import Office
from xl_dipscore.cli import main
from xl_dipscore.hosts import calc
from xl_dipscore.hosts.calc import SERVICE, extension
from xl_dipscore.hosts.calc_cells import answer, make_calc_function, method_name
from xl_dipscore.hosts.spelling import spell_name
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.declared import VERSION, Argument, Function

ADD_IN = 11
"""Calc's number of the category."""
OLDEST_PYTHON = (3, 10)
"""The Python that LibreOffice brings on some systems; our component refuses an older one."""


@pytest.fixture(scope="module")
def archive() -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(extension()))


# -- its parts ----------------------------------------------------------------------------------


def test_it_is_the_same_file_every_time(archive: zipfile.ZipFile) -> None:
    assert extension() == extension()
    for name in archive.namelist():
        if name.endswith((".xml", ".xcu")):
            ElementTree.fromstring(archive.read(name))


@pytest.mark.slow
def test_the_python_in_it_needs_no_package_and_no_new_python(archive: zipfile.ZipFile) -> None:
    """Outside functions, modules import no packages; the page's two libraries lie beside them."""
    modules = [
        name for name in archive.namelist() if name.endswith(".py") and not name.startswith("libraries/")
    ]
    assert len(modules) > 20
    for name in modules:
        tree = ast.parse(archive.read(name), name, feature_version=OLDEST_PYTHON)
        for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
            function.body = [ast.Pass()]
        for node in ast.walk(tree):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            allowed = {*sys.stdlib_module_names, "xl_dipscore", "uno", "unohelper", "com", "org"}
            allowed |= {"jinja2", "markupsafe"} if "/publish/" in name else set()
            assert {one.partition(".")[0] for one in names} <= allowed, name


@pytest.mark.slow
def test_every_module_that_they_import_is_in_it(archive: zipfile.ZipFile, tmp_path: Path) -> None:
    archive.extractall(tmp_path)
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import xl_dipscore.hosts.calc_cells as cells\n"
        "from xl_dipscore.tables.functions import FUNCTIONS\n"
        "from xl_dipscore.tables.functions.declared import VERSION\n"
        "assert cells.__file__.startswith(sys.argv[1]), cells.__file__\n"
        "print(len(FUNCTIONS), VERSION)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script, str(tmp_path / "pythonpath")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == (f"{len(FUNCTIONS)} {VERSION}\n", "")


def test_the_names_inside_are_burnt_into_files() -> None:
    assert SERVICE == "org.diplomacy.xldipscore.DipScore"
    assert [method_name(name) for name in ("DIP_SCORE", "NDC_PROSPECTS", "CDIPLO73_TOTAL")] == [
        "dipScore",
        "ndcProspects",
        "cdiplo73Total",
    ]
    for function in FUNCTIONS:
        full = f"{SERVICE}.{method_name(function.name)}".upper()
        assert full == spell_name(function.name, "libreoffice")
    assert len({method_name(function.name).upper() for function in FUNCTIONS}) == len(FUNCTIONS)


def test_it_says_what_the_site_of_extensions_shows(archive: zipfile.ZipFile) -> None:
    described = ElementTree.fromstring(archive.read("description.xml"))
    kinds = {one.tag.partition("}")[2]: one for one in described.iter()}
    assert {"publisher", "icon", "license-text", "extension-description", "display-name"} <= kinds.keys()
    named = {one.get(XLINK) for one in described.iter() if one.get(XLINK)}
    assert {one for one in named if "://" not in one} <= {*archive.namelist()}
    licence = Path(__file__).parents[3] / "LICENSE"
    assert archive.read(kinds["license-text"].get(XLINK, "")) == licence.read_bytes()
    picture = archive.read(kinds["default"].get(XLINK, ""))
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) == (42, 42)  # the size that LibreOffice's guide asks for


XLINK = "{http://www.w3.org/1999/xlink}href"


def addresses(part: bytes) -> list[str | None]:
    return [one.get(XLINK) for one in ElementTree.fromstring(part).iter() if one.tag.endswith("}src")]


@pytest.mark.slow
@pytest.mark.parametrize("project", ["https://example.org/a&b/", "https://example.org/a&b"])
def test_it_says_where_a_newer_one_is_told_of(project: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = Message()
    told["Project-URL"] = "Homepage, https://example.org"
    monkeypatch.setattr(calc, "metadata", lambda name: told)
    with zipfile.ZipFile(io.BytesIO(extension())) as archive:
        assert b"update-information" not in archive.read("description.xml")
    told["Project-URL"] = f"Releases, {project}"
    with zipfile.ZipFile(io.BytesIO(extension())) as archive:
        found = addresses(archive.read("description.xml"))
        assert found == ["description.txt", "https://example.org/a&b/update.xml"]
    update = calc.update(project)
    assert addresses(update) == [f"https://example.org/a&b/{name}" for name in (calc.NOTES, calc.OXT)]
    assert [one.get("value") for one in ElementTree.fromstring(update)][:2] == [calc.IDENTIFIER, VERSION]


def test_a_copy_that_pip_did_not_install_has_no_such_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(name: str) -> Message:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(calc, "metadata", unknown)
    assert calc.project_releases() == ""


def test_the_command_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def dipscore(path: Path) -> int | str | None:
        monkeypatch.setattr("sys.argv", ["dipscore", "install", "calc", "--oxt", str(path)])
        with pytest.raises(SystemExit) as ended:
            main()
        return ended.value.code

    assert dipscore(tmp_path / "xl_dipscore.oxt") in (0, None)
    assert (tmp_path / "xl_dipscore.oxt").read_bytes() == extension()
    assert dipscore(tmp_path / "event.xlsx") == 2
    assert "must end in .oxt" in capsys.readouterr().err
    assert not (tmp_path / "event.xlsx").exists()


# -- what passes through ------------------------------------------------------------------------

seen: list[object] = []


def look(*arguments: object) -> object:
    seen[:] = arguments
    return ""


LOOK = Function("TOY_LOOK", "Looks.", (Argument("block", "Cells."), Argument("more", "Cells.", True)), look)


@each(
    ("given", "arrived"),
    {
        "a number": (5.0, 5.0),
        "a word": ("SOS", "SOS"),
        "left out": (None, None),
        "one cell": (((5.0,),), 5.0),
        "a block": (((1.0, ""), ("x", 2.0)), [[1.0, ""], ["x", 2.0]]),
    }.values(),
)
def test_what_arrives(given: Any, arrived: Any) -> None:
    answer(LOOK, given, None)
    assert seen == [arrived, None]


def test_whole_columns_are_cut_together() -> None:
    first = ((1.0, ""), ("", 2.0), *[("", "")] * 1_048_574)
    second = (("",), ("",), ("x",), *[("",)] * 1_048_573)
    answer(LOOK, first, second)
    assert seen == [[[1.0, ""], ["", 2.0], ["", ""]], [[""], [""], ["x"]]]
    answer(LOOK, (("",),) * 1_048_576, (("a",), ("",)))
    assert seen == [[[""], [""]], [["a"], [""]]]


def test_whole_rows_too() -> None:
    answer(LOOK, (("", 1.0, 2.0, *[""] * 16_381), ("",) * 16_384), None)
    assert seen == [[["", 1.0, 2.0], ["", "", ""]], None]


def test_a_long_list_that_is_no_column_keeps_its_blanks() -> None:
    answer(LOOK, (("x",), *[("",)] * 499), None)
    assert seen == [[["x"], *[[""]] * 499], None]


@each(
    ("mark", "code"), [("#N/A", 32767), ("#VALUE!", 519), ("#NUM!", 503), ("#DIV/0!", 532), ("#SPILL!", 519)]
)
def test_an_error_is_a_number_that_is_none(mark: str, code: int) -> None:
    give = Function("TOY_GIVE", "Gives.", (), lambda: [[mark, 1, True, None, math.inf]])
    ((error, *rest, infinite),) = answer(give)
    assert struct.unpack("<Q", struct.pack("<d", error))[0] & 0xFFFF == code
    assert struct.unpack("<Q", struct.pack("<d", infinite))[0] & 0xFFFF == 503
    assert [repr(cell) for cell in rest] == ["1.0", "1.0", "''"]


def test_the_same_few_cells_are_computed_once() -> None:
    asked = []
    count = Function("TOY_COUNT", "Counts.", LOOK.arguments, lambda *cells: asked.append(cells) or len(asked))
    call = make_calc_function(count)
    for _ in range(2):
        for few in ("5", 5.0, ((5.0,),), ((5.0, ""),), ((5.0, 0.0),)):
            call(few, None)
    assert len(asked) == 5
    many = ((5.0, ""),) * 100
    assert call(many, None) != call(many, None)


# -- in Calc ------------------------------------------------------------------------------------


@pytest.mark.calc
@pytest.mark.oldest
def test_the_function_wizard_shows_every_function(office: Office) -> None:
    shown = office.functions()
    for function in FUNCTIONS:
        told, category, arguments = shown[function.name]
        assert (told, category) == (function.help, ADD_IN)
        assert arguments == [[one.name, one.help, one.optional] for one in function.arguments]


@pytest.mark.calc
@pytest.mark.oldest
def test_it_computes_with_its_own_copy(office: Office) -> None:
    with office.book() as book:
        book.put("Sheet1", "A1", [["=DIP_VERSION()"]])
        assert book.value("Sheet1", "A1") == VERSION
