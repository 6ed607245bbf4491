"""The macros for Excel on Windows: their text, the project that holds them, and attaching it to workbooks."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import olefile
import openpyxl
import pytest
import xlwings
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.chart import BarChart
from openpyxl.chartsheet.properties import ChartsheetProperties
from openpyxl.worksheet.formula import ArrayFormula
from typer.testing import CliRunner

from templates.macros.make_macros import functions_module, made
from templates.macros.vba_writer import compress, project
from tests.each import each
from tests.hosts import fake_com
from tests.hosts.calls import BY_NAME, CALLS, CALLS_OF, Call, macros, ranges, rows
from tests.hosts.fake_com import Excel
from tests.samples import slow_but
from xl_dipscore.cli.commands import app
from xl_dipscore.errors import ERRORS
from xl_dipscore.hosts import vba, windows
from xl_dipscore.hosts.vba_project import decompress, modules_of
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.target import FileThere, WrongEnding
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.declared import VERSION, Function

pytestmark = pytest.mark.usefixtures("new_books")

HERE = Path(__file__).parent
GOLDEN = HERE / "golden" / "dipscore.bas"
SHOWN = ("DIP_SCORE", "DIP_SYSTEMS", "DIP_VERSION", "NDC_PROSPECTS", "SOS_TOTAL")
"""The functions in the golden text: each kind once, so that one more scoring system changes nothing there."""
PYTHON = "xl_dipscore.hosts.excel"
XLWINGS = Path(xlwings.__file__).parent


@pytest.fixture(scope="module")
def excel() -> Iterator[Excel]:
    with fake_com.excel(PYTHON) as host:
        yield host


# Calls


@pytest.mark.parametrize("function", slow_but([*BY_NAME][::8], BY_NAME))
@pytest.mark.parametrize("hand", [macros, ranges], ids=["macros", "ranges"])
def test_excel_computes_what_python_computes(excel: Excel, function: str, hand: Callable[[Any], Any]) -> None:
    for call in CALLS_OF[function]:
        expected = call.expected
        got = rows(excel.call(PYTHON, call.function, *call.given(hand)))
        assert got in (expected, row_of(expected)), call


def row_of(expected: list[list[Any]]) -> list[list[Any]]:
    """xlwings turns a single row into one list of its cells."""
    return [expected[0]] if len(expected) == 1 else expected


def test_there_are_enough_calls() -> None:
    assert len(CALLS) > 300
    assert {call.function for call in CALLS} == set(BY_NAME)
    assert Counter(map(str, CALLS)).most_common(1)[0][1] == 1
    marks = {cell for call in CALLS for row in call.expected for cell in row if cell in ERRORS}
    assert marks == {"#N/A", "#VALUE!", "#NUM!", "#REF!"}


# The text of the macros


def functions_in(text: str) -> dict[str, tuple[str, str]]:
    """Each function's arguments, and the ones it passes on."""
    found = re.findall(r"^Function (\w+)\((.*)\)$(?s:(.*?))^End Function$", text, flags=re.M)
    handed = {name: re.search(r", Array\((.*?)\)", body) for name, _, body in found}
    return {name: (taken, one[1] if (one := handed[name]) else "") for name, taken, _ in found}


def test_the_macros_take_and_hand_on_what_those_of_xlwings_would(excel: Excel) -> None:
    theirs = functions_in(excel.import_functions(PYTHON).vba)
    assert functions_in(re.sub(r"DipCells\((\w+)\)", r"\1", functions_module(FUNCTIONS))) == theirs


def test_the_macros_read_as_agreed() -> None:
    """After a wanted change: python -m tests.hosts.test_vba"""
    assert GOLDEN.read_text() == golden()


def golden() -> str:
    return functions_module(BY_NAME[name] for name in SHOWN).replace(f'"{VERSION}"', '"VERSION"')


@pytest.fixture(scope="module")
def modules() -> dict[str, str]:
    found = modules_of(vba.vba_project())
    assert found is not None
    return {name: text.replace("\r\n", "\n") for name, text in found.items()}


def test_only_the_worksheet_functions_can_be_typed_into_a_cell(modules: dict[str, str]) -> None:
    """Each function once: a second one would make its name ambiguous."""
    assert list(modules) == ["ThisWorkbook", vba.MODULE]
    text = "\n".join(modules.values())
    declared = re.findall(
        r"^\s*(Private )?(?:Static |Declare |PtrSafe )*(?:Function|Sub|Property \w+|Const) (\w+)",
        text,
        flags=re.M,
    )
    open_to_all = [name for private, name in declared if not private]
    assert sorted(open_to_all) == sorted(function.name for function in FUNCTIONS)
    assert not re.search(r"^\s*(Public|Global|Friend|Dim \w+ As New)\b", text, flags=re.M | re.I)


LEFT_OUT = r"""(?ix) \b (
    Auto_\w+ | Workbook_\w+ | Worksheet_\w+ | Shell\w* | CreateObject | GetObject | Open | Kill | Environ
    | GetSetting | SaveSetting | SendKeys | MkDir | RmDir | ChDir | FileCopy | Evaluate | Execute\w* | Run
    | VBProject | Windows | RunPython | WScript
) \b"""


def test_the_macros_touch_no_file_and_start_nothing(modules: dict[str, str]) -> None:
    """No macro runs by itself, and no word makes a mail gateway suspicious."""
    code = "\n".join(re.sub(r"^Attribute .*$", "", text, flags=re.M) for text in modules.values())
    assert re.findall(LEFT_OUT, code) == []


BRANCHES = {"a Mac": (True, True), "64 bits": (False, True), "32 bits": (False, False)}


def branch(text: str, mac: bool, win64: bool) -> str:
    """The text that the compiler sees."""
    lines, shown = [], [True]
    for line in text.split("\n"):
        match line.split():
            case ["#If", "Mac" | "Win64" as what, "Then"]:
                shown.append(mac if what == "Mac" else win64)
            case ["#Else"]:
                shown[-1] = not shown[-1]
            case ["#End", "If"]:
                shown.pop()
            case [word, *_] if word.startswith("#"):
                raise AssertionError(line)
            case _:
                lines += [line] * all(shown)
    assert shown == [True]
    return "\n".join(lines)


@pytest.mark.parametrize(("mac", "win64"), BRANCHES.values(), ids=BRANCHES)
def test_every_computer_has_a_whole_module(modules: dict[str, str], mac: bool, win64: bool) -> None:
    text = branch(modules[vba.MODULE], mac, win64)
    assert " Declare " not in text[text.index("\nPrivate Function ") :]
    declared = re.findall(
        r"^ *(?:Private )?(?:Declare PtrSafe )?(?:Function|Sub|Const) (\w+)", text, flags=re.M
    )
    assert len({name.upper() for name in declared}) == len(declared)
    code = re.sub(r'"[^"\n]*"|\'.*', "", text)
    ours = {*re.findall(r"\b(Dip[A-Z]\w+|XLPy\w+|\w+W(?=\()|LIBRARY|MADE_BY)\b", code)}
    assert ours <= {*declared}
    opened = re.findall(r"^(?:Private )?(?:Function|Sub) ", text, flags=re.M)
    assert len(opened) == len(re.findall(r"^End (?:Function|Sub)$", text, flags=re.M))
    if mac:
        assert not re.search(r"LongPtr|StrPtr|Declare|\.dll", text)
    else:
        library = "dipscore64.dll" if win64 else "dipscore32.dll"
        assert {*re.findall(r"\w+\.dll", text)} == {library}
        assert all(
            line.split()[:3] == ["Private", "Declare", "PtrSafe"] for line in re.findall(r".* Lib .*", text)
        )


@pytest.mark.vba
@pytest.mark.skipif(find_spec("antlr4_vba") is None, reason="antlr4-vba is not installed")
@pytest.mark.parametrize(("mac", "win64"), BRANCHES.values(), ids=BRANCHES)
def test_the_text_is_vba(mac: bool, win64: bool) -> None:
    """By a grammar of VBA 7.1, which knows no #If."""
    text = branch(functions_module(BY_NAME[name] for name in SHOWN), mac, win64)
    assert misread(text) == []


@pytest.mark.vba
@pytest.mark.skipif(find_spec("antlr4_vba") is None, reason="antlr4-vba is not installed")
def test_other_text_is_not_vba() -> None:
    text = branch(functions_module([BY_NAME["SOS_TOTAL"]]), *BRANCHES["64 bits"])
    assert misread(text.replace("As Variant) As", "As Variant As", 1))


def misread(text: str) -> list[str]:
    import antlr4
    from antlr4.error.ErrorListener import ErrorListener
    from antlr4_vba.vbaLexer import vbaLexer
    from antlr4_vba.vbaParser import vbaParser

    found: list[str] = []

    class Listener(ErrorListener):  # type: ignore[misc]
        def syntaxError(self, *said: Any) -> None:  # noqa: N802
            found.append(str(said[2:5]))

    lexer = vbaLexer(antlr4.InputStream(text.replace("\n", "\r\n")))
    parser = vbaParser(antlr4.CommonTokenStream(lexer))
    for one in (lexer, parser):
        one.removeErrorListeners()
        one.addErrorListener(Listener())
    parser.startRule()
    return found


def test_the_macros_look_where_install_puts_things(modules: dict[str, str]) -> None:
    texts = re.findall(r'"([^" ]*\.[^" ]+)"', re.sub(r"^Attribute .*$", "", modules[vba.MODULE], flags=re.M))
    assert {*texts} == {*windows.LIBRARIES, windows.SETTINGS, f"\\{windows.FOLDER}", PYTHON, VERSION}


def test_excel_can_read_the_text(modules: dict[str, str]) -> None:
    """The limits of its editor: 1,023 characters a line; no letters that another system reads otherwise."""
    text = modules[vba.MODULE]
    assert max(map(len, text.split("\n"))) <= 1023
    assert text.isascii()


def test_no_name_looks_like_a_cell() -> None:
    names = re.findall(r"^(?:Private )?(?:Function|Sub) (\w+)\(", functions_module(FUNCTIONS), flags=re.M)
    assert not [name for name in names if re.fullmatch(r"[A-Z]{1,3}\d+", name, re.IGNORECASE)]


@each("function", FUNCTIONS, ids=lambda function: function.name)
def test_the_help_of_every_function_is_there(modules: dict[str, str], function: Function) -> None:
    """Where Excel itself writes it: below the function's first line. 14 is the category User Defined."""
    (name, text, category) = re.findall(
        rf"^Function {function.name}\(.*\)\nAttribute (\w+)\.VB_Description = \"(.*)\"\n"
        rf"Attribute {function.name}\.VB_ProcData\.VB_Invoke_Func = \"(.*)\"\n",
        modules[vba.MODULE],
        flags=re.M,
    )[0]
    assert (name, text.replace('""', '"'), category) == (function.name, function.help, r" \n14")
    assert len(text) <= 255


def test_a_quotation_mark_in_a_help_text_is_doubled() -> None:
    odd = Function("DIP_ODD", 'Says "well".', (), lambda: None)
    assert 'Attribute DIP_ODD.VB_Description = "Says ""well""."\n' in functions_module([odd])


# The project file


@pytest.mark.parametrize(("name", "data"), made().items(), ids=made())
def test_a_committed_file_is_as_the_writer_makes_it(name: str, data: bytes) -> None:
    assert Path(vba.__file__).with_name("parts").joinpath(name).read_bytes() == data, "run .ci/regenerate"


# [MS-OVBA] 3.2
PACKED = {
    b"abcdefghijklmnopqrstuv.": "0119B000 6162636465666768 00 696A6B6C6D6E6F70 00 71727374 75762E",
    b"#aaabcdefaaaaghijaaaaaklaaamnopqaaaaaaaaaaaarstuvwxyzaaa": (
        "012FB000 2361616162636465 82 66007061 6768696A 0138 08 616B6C0030 6D6E6F70"
        " 06 71 0270 0410 7273747576 10 7778797A 003C"
    ),
    b"a" * 73: "0103B002 614500",
}


@pytest.mark.parametrize(("text", "packed"), PACKED.items(), ids=["no copies", "copies", "one letter"])
def test_packing_is_that_of_the_specification(text: bytes, packed: str) -> None:
    assert decompress(bytes.fromhex(packed)) == text
    assert decompress(compress(text)) == text


@given(
    st.binary(max_size=300)
    | st.lists(st.sampled_from([b"Dim a", b"End", b"\r\n"]), max_size=3000).map(b"".join)
)
def test_what_is_packed_comes_back(data: bytes) -> None:
    packed = compress(data)
    assert decompress(packed) == data


@pytest.mark.parametrize("size", [0, 1, 2, 4095, 4096, 4097, 8192, 9000])
def test_chunks_of_every_size_come_back(size: int) -> None:
    noise = bytes((i * i * 7 + i // 3) % 251 for i in range(size))
    assert decompress(compress(noise)) == noise
    assert decompress(compress(b"ab" * size)) == b"ab" * size


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 10, 63, 64, 4095, 4096, 70_000, 600_000])
def test_the_container_holds_modules_of_every_size(size: int) -> None:
    # random bytes, which do not compress, so that the streams keep their length
    text = "".join(f"'{(i * 7919) % 99991}\n" for i in range(size // 7))
    data = project({"one": text, "another": "'x\n", "third": ""})
    assert olefile.isOleFile(io.BytesIO(data))
    with olefile.OleFileIO(io.BytesIO(data), raise_defects=olefile.DEFECT_UNSURE) as file:
        assert sorted(map("/".join, file.listdir())) == sorted(
            ["PROJECT", "PROJECTwm", *(f"VBA/{name}" for name in STREAMS)]
        )
    found = modules_of(data)
    assert found is not None
    assert {name: found[name].replace("\r\n", "\n") for name in ("one", "another", "third")} == {
        "one": text, "another": "'x\n", "third": "",
    }  # fmt: skip


STREAMS = ("ThisWorkbook", "_VBA_PROJECT", "another", "dir", "one", "third")


def test_the_reader_reads_a_project_that_others_wrote() -> None:
    with zipfile.ZipFile(XLWINGS / "quickstart_standalone.xlsm") as file:
        found = modules_of(file.read("xl/vbaProject.bin"))
    assert found is not None
    assert sorted(found) == ["Dictionary", "Module1", "Sheet1", "Sheet2", "ThisWorkbook", "xlwings"]
    assert "Sub SampleCall()" in found["Module1"]
    assert found["xlwings"].replace("\r\n", "\n").rstrip() == (XLWINGS / "xlwings.bas").read_text().rstrip()


def unscrambled(text: str, project_id: str) -> bytes:
    """[MS-OVBA] 2.4.3.3"""
    seed, version, key, *rest = bytes.fromhex(text)
    assert seed ^ version == 2
    assert seed ^ key == sum(project_id.encode()) & 0xFF
    before, one, two = seed ^ key, key, version
    out = []
    for byte in rest:
        before = byte ^ (two + before & 0xFF)
        two, one = one, byte
        out.append(before)
    out = out[(seed & 6) // 2 :]
    assert int.from_bytes(out[:4], "little") == len(out[4:])
    return bytes(out[4:])


def test_the_project_is_open_and_has_no_password() -> None:
    theirs = "{5CF9CDAB-B77B-4FE4-BD7E-D29900070E1B}"  # as a real project has them
    assert unscrambled("8D8FA61394EA98EA98EA98EA98", theirs) == bytes(4)
    with olefile.OleFileIO(io.BytesIO(vba.vba_project())) as file:
        listing = file.openstream("PROJECT").read().decode()
    values = dict(re.findall(r'^(\w+)="(.*)"\r$', listing, flags=re.M))
    assert [unscrambled(values[name], values["ID"]) for name in ("CMG", "DPB", "GC")] == [
        bytes(4), b"\0", b"\xff",
    ]  # fmt: skip


@pytest.mark.parametrize("damage", [b"", b"no project", None], ids=["empty", "text", "cut off"])
def test_a_damaged_project_is_no_project(damage: bytes | None) -> None:
    assert modules_of(vba.vba_project()[:2000] if damage is None else damage) is None


# Attaching


def workbook(folder: Path, name: str = "book.xlsx") -> Path:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for seat, count in enumerate((10, 8, 16, 0, 0, 0, 0), 2):
        sheet.cell(seat, 1).value = count
    sheet["B2"] = ArrayFormula("B2:B8", '=DIP_SCORE("SOS",A2:A8)')
    sheet["C2"] = "=SUM(B2:B8)"
    path = folder / name
    book.save(path)
    return path


def parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name) for name in file.namelist()}


def put(path: Path, changed: dict[str, bytes]) -> None:
    old = parts(path)
    with zipfile.ZipFile(path, "w") as file:
        for name, data in {**old, **changed}.items():
            file.writestr(name, data)


def dipscore(*arguments: object) -> Any:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_a_copy_with_macros_beside_the_workbook(tmp_path: Path) -> None:
    book = workbook(tmp_path)
    before = book.read_bytes()
    done = dipscore("attach", book)
    assert (done.exit_code, done.stdout) == (0, "")
    assert "book.xlsm now has the functions as macros" in done.stderr
    assert book.read_bytes() == before
    old, new = parts(book), parts(tmp_path / "book.xlsm")
    assert new.keys() - old.keys() == {"xl/vbaProject.bin"}
    assert {name for name in old if new[name] != old[name]} == {
        "[Content_Types].xml", "xl/_rels/workbook.xml.rels", "xl/workbook.xml",
    }  # fmt: skip
    assert re.sub(b' codeName="ThisWorkbook"', b"", new["xl/workbook.xml"]) == old["xl/workbook.xml"]
    found = modules_of(new["xl/vbaProject.bin"])
    assert found is not None
    assert list(found) == ["ThisWorkbook", "dipscore"]


def test_other_programs_open_the_copy(tmp_path: Path) -> None:
    book = workbook(tmp_path)
    assert dipscore("attach", book).exit_code == 0
    opened = openpyxl.load_workbook(tmp_path / "book.xlsm", keep_vba=True)
    assert opened.code_name == "ThisWorkbook"
    assert opened.active["B2"].value.text == '=DIP_SCORE("SOS",A2:A8)'
    opened.save(tmp_path / "again.xlsm")
    opened.vba_archive.close()
    data = parts(tmp_path / "again.xlsm")["xl/vbaProject.bin"]
    assert data == parts(tmp_path / "book.xlsm")["xl/vbaProject.bin"]


@pytest.mark.parametrize(("ending", "kind"), [(".xlsx", "sheet"), (".xltx", "template")])
def test_the_kind_of_file_changes(tmp_path: Path, ending: str, kind: str) -> None:
    book = workbook(tmp_path)
    if kind == "template":
        types = parts(book)["[Content_Types].xml"].replace(b"sheet.main+xml", b"template.main+xml")
        put(book, {"[Content_Types].xml": types})
        book = book.rename(book.with_suffix(ending))
    assert dipscore("attach", book).exit_code == 0
    package = Package.read(book.with_suffix(vba.ENDINGS[ending]))
    assert package.content_type("xl/workbook.xml") == f"application/vnd.ms-excel.{kind}.macroEnabled.main+xml"
    assert package.content_type("xl/vbaProject.bin") == "application/vnd.ms-office.vbaProject"


PROPERTIES = {
    "none": b"",
    "empty": b"<workbookPr/>",
    "with an end": b'<workbookPr date1904="0"></workbookPr>',
    "in German": b"<workbookPr codeName='DieseArbeitsmappe'/>",
    "no name": b'<workbookPr codeName="" date1904="0"/>',
    "in Cyrillic": '<workbookPr codeName="ЭтаКнига" date1904="0"/>'.encode(),
    "in numbers": b"<workbookPr codeName='&#x42D;&#1090;&#1072;'/>",
    "in Japanese": '<workbookPr date1904="0" codeName="このブック"></workbookPr>'.encode(),
    "our own": b'<workbookPr codeName="DipScore"/>',
}


@pytest.mark.parametrize("properties", PROPERTIES.values(), ids=PROPERTIES)
def test_the_code_name_of_the_workbook(tmp_path: Path, properties: bytes) -> None:
    book = workbook(tmp_path)
    text, replaced = re.subn(rb"<workbookPr(?: [^>]*)?/>", properties, parts(book)["xl/workbook.xml"])
    assert replaced == 1
    put(book, {"xl/workbook.xml": text})
    assert dipscore("attach", book).exit_code == 0
    made = tmp_path / "book.xlsm"
    assert openpyxl.load_workbook(made).code_name == "ThisWorkbook"
    new = parts(made)["xl/workbook.xml"]
    assert re.sub(rb"<workbookPr.*?(/>|</workbookPr>)", b"", new) == re.sub(
        rb"<workbookPr.*?(/>|</workbookPr>)", b"", text
    )
    assert (b"date1904" in new) == (b"date1904" in text)
    found = modules_of(parts(made)["xl/vbaProject.bin"])
    assert found is not None
    assert next(iter(found)) == "ThisWorkbook"


SHEETS = ("Лист1", "シート1", "Φύλλο1", "Blätter", "Sheet5", "dipscore")


def test_sheets_lose_their_code_names_which_another_system_may_read_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name in SHEETS:
        sheet = book.create_sheet(f"of {name}")
        sheet.sheet_properties.codeName = name
        sheet.sheet_properties.tabColor = "FF0000"
        sheet["A1"] = "=DIP_VERSION()"
    chart = book.create_chartsheet("chart")
    chart.sheetPr = ChartsheetProperties(codeName="Диаграмма1")
    chart.add_chart(BarChart())
    book.code_name = "ЭтаКнига"
    book.save(path)
    old = parts(path)
    assert dipscore("attach", path).exit_code == 0
    made = tmp_path / "book.xlsm"
    opened = openpyxl.load_workbook(made)
    assert {sheet.sheet_properties.codeName for sheet in opened} == {None}
    assert opened["chart"].sheetPr.codeName is None
    assert opened.code_name == "ThisWorkbook"
    new = parts(made)
    for part in (name for name in old if "sheets/" in name):
        assert new[part] == re.sub(rb' codeName="[^"]*"', b"", old[part])
    before = made.read_bytes()
    assert dipscore("attach", made).exit_code == 0
    assert made.read_bytes() == before


def test_attaching_again_changes_nothing(tmp_path: Path) -> None:
    dipscore("attach", workbook(tmp_path))
    made = tmp_path / "book.xlsm"
    before = made.read_bytes()
    done = dipscore("attach", made)
    assert (done.exit_code, made.read_bytes()) == (0, before)
    assert "up to date" in done.stderr


def as_excel_saves(book: str = "DieseArbeitsmappe", **changes: str) -> bytes:
    """Our project with a page for each sheet, as Excel adds them, and with a director's changes."""
    return project({vba.MODULE: functions_module(FUNCTIONS), "Sheet1": SHEET, **changes}, book)


def page(name: str, kind: str) -> str:
    base = f'"0{{000208{kind}-0000-0000-C000-000000000046}}"'
    return f'Attribute VB_Name = "{name}"\nAttribute VB_Base = {base}\nOption Explicit\n\n'


SHEET = page("Sheet1", "20")


FOREIGN = {
    "a module": {"Mine": 'Attribute VB_Name = "Mine"\nSub Hello()\nEnd Sub\n'},
    "code on a sheet's page": {"Sheet1": SHEET + "Private Sub Worksheet_Change(ByVal t)\nEnd Sub\n"},
    "code on the workbook's page": {"Book": page("Book", "19") + "Sub Workbook_Open()\nEnd Sub\n"},
    "an empty form": {
        "Form": 'Attribute VB_Name = "Form"\nAttribute VB_Base = "0{1A2B}{3C4D}"\n',
    },
    "xlwings for something else": {"xlwings": (XLWINGS / "xlwings.bas").read_text()},
    "a module of the same name": {"dipscore": 'Attribute VB_Name = "dipscore"\nSub Hello()\nEnd Sub\n'},
}


@pytest.mark.parametrize("changes", FOREIGN.values(), ids=FOREIGN)
def test_macros_of_the_director_are_never_dropped(tmp_path: Path, changes: dict[str, str]) -> None:
    dipscore("attach", workbook(tmp_path))
    made = tmp_path / "book.xlsm"
    put(made, {"xl/vbaProject.bin": as_excel_saves(**changes)})
    before = made.read_bytes()
    done = dipscore("attach", made)
    assert (done.exit_code, made.read_bytes()) == (1, before)
    (name,) = changes
    assert done.stderr == (
        f"book.xlsm has macros of its own ({name}), which would be lost. "
        "Save a copy as .xlsx and attach that.\n"
    )


def test_a_workbook_of_somebody_elses_macros_is_refused(tmp_path: Path) -> None:
    theirs = tmp_path / "theirs.xlsm"
    shutil.copy(XLWINGS / "quickstart_standalone.xlsm", theirs)
    before = theirs.read_bytes()
    done = dipscore("attach", theirs)
    assert (done.exit_code, theirs.read_bytes()) == (1, before)
    assert "has macros of its own (Dictionary, Module1 and xlwings)" in done.stderr


def test_a_project_that_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    dipscore("attach", workbook(tmp_path))
    made = tmp_path / "book.xlsm"
    put(made, {"xl/vbaProject.bin": b"damaged"})
    before = made.read_bytes()
    done = dipscore("attach", made)
    assert (done.exit_code, made.read_bytes()) == (1, before)
    assert "is damaged" in done.stderr


def test_nothing_is_written_over(tmp_path: Path) -> None:
    book = workbook(tmp_path)
    other = tmp_path / "book.xlsm"
    other.write_bytes(b"a director's own")
    done = dipscore("attach", book)
    assert isinstance(done.exception, FileThere)
    assert other.read_bytes() == b"a director's own"
    assert dipscore("attach", book, "-o", tmp_path / "new.xlsm").exit_code == 0
    wrong = dipscore("attach", book, "-o", tmp_path / "new.xlsx").exception
    assert isinstance(wrong, WrongEnding)
    assert not (tmp_path / "new.xlsx").exists()


# LibreOffice runs the macros


def python_of_office() -> str:
    python = shutil.which("python3", path="/usr/bin") or sys.executable
    done = subprocess.run([python, "-c", "import uno"], capture_output=True, check=False)
    if done.returncode or shutil.which("soffice") is None:
        pytest.skip("LibreOffice, or its python3-uno, is not installed")
    return python


CLOCK = (4, 5, 6, 7, 8, 2, 2)
CELLS: dict[str, object] = {
    **{f"{column}1": count for column, count in zip("ABCDEFG", CLOCK, strict=True)},
    **{f"{column}2": count for column, count in zip("ABCDEF", CLOCK, strict=False)},
    "A4:G5": '{=DIP_SCORE("SOS";A1:G2)}',
    "I4": "=SUM(A4:G4)",
    "I5": "=SUM(A5:G5)",
    "A6:G6": "{=SOS_SCORE(A1:G1)}",
    "A7": "=DIP_VERSION()",
    "A8": "=DIP_BOOM(1)",
    "B8": "=SUM(A8;1)",
    "A10": 1,
    "B10": "#N/A",
    "C10": "text",
    "A11": "#NUM!",
    "B11": "#VALUE!",
    "A12:C13": "{=DIP_ECHO(A10:C11)}",
    "D12": "=SUM(A12:C12)",
    "E12": "=ISNA(B12)",
    "F12": '=IFERROR(B12;"caught")',
    "G12": "=ERROR.TYPE(A13)",
    "A14": "=DIP_ECHO(A10)",
    "A15": '=DIP_CHECK("SOS";A1:G1)',
    "I1": 9,
    "I2": 17,
    "A16:A17": "{=NDC_PROSPECTS(I:I)}",
    "A18": "=DIP_SCORE(H1;A1:G1)",
}


def in_libreoffice(
    folder: Path, book: Path, cells: dict[str, object], worker: Path = HERE / "macro_worker.py"
) -> dict[str, Any]:
    """The values that LibreOffice shows in the cells with formulas."""
    python = python_of_office()
    wanted = folder / "formulas.json"
    shown = [address for address, content in cells.items() if str(content).startswith(("=", "{="))]
    wanted.write_text(json.dumps({"cells": cells, "show": shown}))
    command = [python, HERE / "run_macros.py", book, sys.executable, worker, wanted, folder / "profile"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert sorted(answer["modules"]) == ["ThisWorkbook", "dipscore"]
    found: dict[str, Any] = answer["shown"]
    return found


@pytest.mark.calc
def test_libreoffice_runs_the_macros(tmp_path: Path) -> None:
    assert dipscore("attach", workbook(tmp_path)).exit_code == 0
    shown = in_libreoffice(tmp_path, tmp_path / "book.xlsm", CELLS)
    scores = Call("", "SOS_SCORE", ([list(CLOCK)],)).expected[0]
    assert shown["A4:G5"] == [pytest.approx(scores), ["#N/A"] * 7]
    assert shown["A6:G6"] == [pytest.approx(scores)]
    assert (shown["I4"], shown["I5"]) == ([[pytest.approx(100)]], [["#N/A"]])
    assert shown["A7"] == [[VERSION]]
    assert (shown["A8"], shown["B8"]) == ([["#VALUE!"]], [["#VALUE!"]])
    assert shown["A12:C13"] == [[1, "#N/A", "text"], ["#NUM!", "#VALUE!", ""]]
    assert (shown["D12"], shown["E12"], shown["F12"], shown["G12"]) == (
        [["#N/A"]],
        [[1]],
        [["caught"]],
        [[6]],
    )
    assert shown["A14"] == [[1]]
    assert shown["A15"] == [[Call("", "DIP_CHECK", ("SOS", [list(CLOCK)])).expected[0][0]]]
    assert shown["A16:A17"] == [[1], [17]]
    assert shown["A18"] == [["#N/A"]]


@pytest.mark.calc
def test_on_a_mac_a_sentence_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_a_mac = project({vba.MODULE: branch(functions_module(FUNCTIONS), mac=True, win64=True)})
    monkeypatch.setattr(vba, "vba_project", lambda: on_a_mac)
    assert dipscore("attach", workbook(tmp_path)).exit_code == 0
    cells: dict[str, object] = {"A1": "=DIP_VERSION()", "A2": "=NDC_PROSPECTS(9)", "A3": "=SUM(A2;1)"}
    assert in_libreoffice(tmp_path, tmp_path / "book.xlsm", cells) == {
        "A1": [
            [
                "Excel for Mac computes with xlwings Lite, not with macros: close this workbook, then type "
                'in a terminal: dipscore attach "book.xlsm" --host lite'
            ]
        ],
        "A2": [["#VALUE!"]],
        "A3": [["#VALUE!"]],
    }


@pytest.mark.calc
def test_macros_of_another_version_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    older = project({vba.MODULE: functions_module(FUNCTIONS).replace(f'"{VERSION}"', '"0.0.1"')})
    monkeypatch.setattr(vba, "vba_project", lambda: older)
    assert dipscore("attach", workbook(tmp_path)).exit_code == 0
    shown = in_libreoffice(tmp_path, tmp_path / "book.xlsm", {"A1": "=DIP_VERSION()"})
    assert shown["A1"] == [
        [
            f"Python has xl_dipscore {VERSION} and this workbook has macros of 0.0.1: "
            "choose Attach the Functions on the tab Diplomacy; or "
            'close it, then type in a terminal: dipscore attach "book.xlsm"'
        ]
    ]


@pytest.mark.calc
def test_macros_without_their_python_say_so(tmp_path: Path) -> None:
    assert dipscore("attach", workbook(tmp_path)).exit_code == 0
    worker = tmp_path / "worker.py"
    worker.write_text("""for _ in open(0): print('{"failure": "Could not load"}', flush=True)""")
    cells: dict[str, object] = {"A1": "=DIP_VERSION()", "A2": "=NDC_PROSPECTS(9)", "A3": "=SUM(A2;1)"}
    shown = in_libreoffice(tmp_path, tmp_path / "book.xlsm", cells, worker)
    (((sentence,),), *others) = shown.values()
    assert sentence.startswith(
        "Python does not answer: close Excel, then start Install in the folder of xl_dipscore, "
        "or type in a terminal: dipscore install excel ("
    )
    assert "Could not load" in sentence
    assert others == [[["#VALUE!"]], [["#VALUE!"]]]


if __name__ == "__main__":
    GOLDEN.write_text(golden())
