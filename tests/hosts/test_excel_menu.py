"""The tab Diplomacy of Excel for Windows, as far as it can be tried without Excel."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from templates.macros.make_macros import ribbon, tab_module
from templates.macros.vba_writer import project
from tests.hosts import fake_com
from tests.hosts.fake_com import Excel
from tests.hosts.test_vba import BRANCHES, HERE, LEFT_OUT, branch, misread, python_of_office
from tests.opened import opened
from xl_dipscore.hosts import vba, windows
from xl_dipscore.hosts.excel_menu import OnlyOnline
from xl_dipscore.hosts.vba_project import modules_of
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.open_book import OpenBook
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.target import FileThere
from xl_dipscore.tables.cells.dates import NoRoundNoDate
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.acts.names import NothingToAttach
from xl_dipscore.workbooks.author import Plan, templates_folder
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.live.menu import LARGER, Selected, item_of, items

pytestmark = pytest.mark.usefixtures("new_books")

PYTHON = "xl_dipscore.hosts.excel_menu"
UI = "{http://schemas.microsoft.com/office/2009/07/customui}"


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Package:
    """Two rounds of two boards, fourteen players, and a count that is not a number."""
    path = tmp_path_factory.mktemp("tab") / "event.xlsx"
    new.create(path, Plan(find("DCC"), rounds=2, boards=2))
    package = Package.read(path)
    for row in range(5, 19):
        package.set_value("Players", f"A{row}", f"Player {row}")
    package.set_value("Games", "E2", "many")
    package.write(path)
    return Package.read(path)


@pytest.fixture(scope="module")
def excel() -> Iterator[Excel]:
    with fake_com.excel(PYTHON) as host:
        yield host


def as_excel_gives_it(book: OpenBook) -> list[Any]:
    """Names, titles, and for each sheet its values and its formulas."""
    arrays = []
    for name in book.sheet_names:
        its = book.sheet(name).cells
        rows, columns = (max((place[i] for place in its), default=1) for i in (0, 1))
        area = [[its.get((row, column)) for column in range(1, columns + 1)] for row in range(1, rows + 1)]
        values = [[None if one is None else one.value for one in row] for row in area]
        numbers = [[float(v) if type(v) is int else v for v in row] for row in values]
        formulas = [
            ["" if one is None else one.formula_xml.strip("{}") or str(one.value) for one in row]
            for row in area
        ]
        arrays += [tuple(map(tuple, numbers)), tuple(map(tuple, formulas))]
    names = tuple((one.name, f"={one.text}") for one in book.defined_names)
    return [names, (tuple(book.sheet_names),), *arrays]


@pytest.mark.parametrize(
    ("word", "chosen"),
    [("draw_round", {"round_": 2.0, "powers": 0.0, "seed": 7}), ("check", {}), ("take_back", {})],
)
def test_the_tab_does_what_is_done_in_a_file(
    excel: Excel, event: Package, word: str, chosen: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("xl_dipscore.workbooks.acts.seat.randbelow", lambda _: 7)
    wishes = tuple((name, value) for name, value in chosen.items() if name != "seed")
    place = ("event.xlsx", "Guide", 1.0, 1.0, 1.0)
    told = as_excel_gives_it(opened(event))
    found = excel.call(PYTHON, "DIP_MENU", word, wishes or ((None, None),), place, *told)
    typed = {"round_": 2, "seed": 7} if word == "draw_round" else {}
    done = item_of(word).run(Package(event.to_bytes(), "event.xlsx"), at=Selected("Guide", 1, 1), **typed)
    put = {(row[1], row[2]): row[4] for row in found if row[0] == "cell" and row[1] != "Log"}
    assert put == {(one.sheet, one.ref): one.value for one in done.edits if one.sheet != "Log"}
    said = [row[4] for row in found if row[0] == "said"]
    assert said[len(done.table) :] == list(done.said)
    assert [row[1:3] for row in found if row[0] == "go"] == ([["Games", "E3"]] if word == "check" else [])


def asked(excel: Excel, word: str, path: Path | str, *told: Any, **wishes: Any) -> list[list[Any]]:
    """The answer to the macros for a menu item, on a workbook that is open or closed first."""
    place = (str(path), "Games", 2.0, 1.0, 1.0)
    function = "DIP_MENU" if told else "DIP_LARGER"
    rows: list[list[Any]] = excel.call(
        PYTHON, function, word, tuple(wishes.items()) or ((None, None),), place, *told
    )
    return rows


def test_a_question_comes_after_its_reasons(excel: Excel, event: Package, tmp_path: Path) -> None:
    file, told = tmp_path / "round-1.csv", as_excel_gives_it(opened(event))
    lines = [
        f"1,{board},{power},{centres}"
        for board, counts in (("A", (9, 8, 7, 5, 3, 2, 0)), ("B", (9,) * 7))
        for power, centres in zip(POWERS, counts, strict=True)
    ]
    file.write_text("\n".join(["round,board,power,centres", *lines]))
    done = item_of("take_in").run(opened(event), file=file)
    shown = [
        row[4] for row in asked(excel, "take_in", "event.xlsx", *told, file=str(file)) if row[0] == "ask"
    ]
    assert shown == [*done.said, done.question]
    assert any("63" in line for line in shown)


@pytest.mark.slow
def test_rows_are_put_into_the_closed_file(excel: Excel, event: Package, tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(event.to_bytes())
    told = as_excel_gives_it(opened(event))
    (question,) = (
        row[4] for row in asked(excel, "more_boards", path, *told, round_=2.0) if row[0] == "larger"
    )
    assert question == f"Round 2 gets 1 more board. {LARGER}"
    rows = asked(excel, "more_boards", path, round_=2.0, boards=2.0)
    assert ["said", "", "", "", "Round 2 has 2 more boards."] in rows
    assert not [row for row in rows if row[0] == "cell"]
    assert len(EventIn(Package.read(path)).slots) == 2 * 2 + 2
    assert path.with_name("event.bak.xlsx").read_bytes() == event.to_bytes()
    assert asked(excel, "more_boards", tmp_path / "gone.xlsx", round_=2.0)[-1][4] == "refused"
    wrong = asked(excel, "more_boards", path, round_="2 or 3")
    assert [row[4] for row in wrong] == [str(NoRoundNoDate(typed="'2 or 3'")), "refused"]


def test_a_new_event_is_a_file_that_excel_opens_without_a_name(
    excel: Excel, event: Package, tmp_path: Path
) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(event.to_bytes())
    rows = asked(excel, "new_event", path, *as_excel_gives_it(opened(event)), called="Autumn")
    (made,) = (Path(row[4]) for row in rows if row[0] == "new")
    assert made.name == "Autumn.xlsx"
    assert {*EventIn(Package.read(made)).players} == {f"Player {row}" for row in range(5, 19)}


def test_attach_makes_a_copy_with_macros_and_renews_them_there(
    excel: Excel, event: Package, tmp_path: Path
) -> None:
    path, copy = tmp_path / "event.xlsx", tmp_path / "event.xlsm"
    path.write_bytes(event.to_bytes())
    told = as_excel_gives_it(opened(event))
    rows = asked(excel, "attach", path, *told)
    assert [row[4] for row in rows if row[0] == "copy"] == [str(copy)]
    assert Package.read(copy).part("xl/vbaProject.bin") == vba.vba_project()
    assert path.read_bytes() == event.to_bytes()
    again = asked(excel, "attach", path, *told)  # somebody may work in the copy
    assert [row[4] for row in again] == [str(FileThere(path=copy, what="")), "refused"]

    old = Package.read(copy)
    old.set_part("xl/vbaProject.bin", project({vba.MODULE: "'Made by dipscore attach"}))
    old.write()
    kept = copy.read_bytes()
    (question,) = (row[4] for row in asked(excel, "attach", copy, *told) if row[0] == "larger")
    assert question.endswith(LARGER)
    assert copy.read_bytes() == kept
    assert asked(excel, "attach", copy)[-1][4] == ""
    assert Package.read(copy).part("xl/vbaProject.bin") == vba.vba_project()
    assert copy.with_name("event.bak.xlsm").read_bytes() == kept


def test_plain_formulas_need_no_functions(excel: Excel, tmp_path: Path) -> None:
    path = tmp_path / "conquest.xlsx"
    path.write_bytes((templates_folder() / "anywhere" / "conquest.xlsx").read_bytes())
    rows = asked(excel, "attach", path, *as_excel_gives_it(opened(Package.read(path))))
    assert [row[4] for row in rows] == [str(NothingToAttach(path="conquest.xlsx")), "refused"]
    assert not path.with_suffix(".xlsm").exists()


def test_a_workbook_in_onedrive_has_no_file(excel: Excel, event: Package) -> None:
    told = [as_excel_gives_it(opened(event)), []]
    rows = [
        asked(excel, word, "https://d.docs.live.net/1/event.xlsx", *more)
        for word, more in (("attach", told[0]), ("new_event", told[0]), ("more_boards", told[1]))
    ]
    fault = OnlyOnline(path="https://d.docs.live.net/1/event.xlsx")
    assert [[row[4] for row in one] for one in rows] == 3 * [[f"{fault} {fault.remedy}", "refused"]]


def test_macros_of_somebody_else_are_kept(excel: Excel, event: Package, tmp_path: Path) -> None:
    package = Package(event.to_bytes(), "event.xlsm")
    vba.attach(package)
    package.set_part("xl/vbaProject.bin", project({"Mine": "Sub Mine()"}))
    path = tmp_path / "event.xlsm"
    path.write_bytes(package.to_bytes())
    said = asked(excel, "attach", path)
    assert [row[4] for row in said] == [str(vba.MacrosOfItsOwn(name="event.xlsm", modules="Mine")), "refused"]
    assert path.read_bytes() == package.to_bytes()


@pytest.mark.slow
def test_what_a_formula_spills_over_is_computed(excel: Excel, tmp_path: Path) -> None:
    """The macros mark cells with formulas; otherwise tables of results would pass for typed games."""
    example = Package.read(templates_folder() / "examples" / "dcc-league.xlsx")
    told = as_excel_gives_it(opened(example))
    first = asked(excel, "check", tmp_path / "event.xlsx", *told)[0]
    assert first == ["said", "", "", "", "Nothing is wrong."]
    anchors = [told[0], told[1]]
    for n, name in enumerate(example.sheet_names):
        its = example.sheet(name).cells
        values, formulas = told[2 + 2 * n], told[3 + 2 * n]
        anchors += [
            values,
            tuple(
                tuple(
                    text
                    if (cell := its.get((row, column))) is not None and cell.formula_xml
                    else str(values[row - 1][column - 1] or "")
                    for column, text in enumerate(line, 1)
                )
                for row, line in enumerate(formulas, 1)
            ),
        ]
    assert asked(excel, "check", tmp_path / "event.xlsx", *anchors)[0] != first


def parts() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(windows.add_in())) as file:
        return {name: file.read(name) for name in file.namelist()}


def test_the_add_in_has_commands_and_no_function() -> None:
    found = modules_of(parts()["xl/vbaProject.bin"])
    assert found is not None
    text = found[vba.MODULE].replace("\r\n", "\n")
    assert "Option Private Module" in text
    assert re.findall(r"^(?:Public )?Function (\w+)", text, flags=re.M) == []
    assert re.findall(r"^Public Sub (\w+)", text, flags=re.M) == [
        "DipText", "DipChoice", "DipTick", "DipPress", "DipTakeBack",
    ]  # fmt: skip
    code = re.sub(r"^Attribute .*$", "", text, flags=re.M)
    assert {*re.findall(LEFT_OUT, code.replace("Workbooks.Open path", ""))} <= {"Windows"}
    assert Package(windows.add_in(), windows.TAB).sheet_names == ("Sheet1",)


def test_the_tab_has_a_button_for_each_item_and_calls_only_what_is_there() -> None:
    root = ElementTree.fromstring(parts()["customUI/customUI14.xml"])
    buttons = {one.get("tag", "").split()[0] for one in root.iter(f"{UI}button")}
    assert buttons == {one.word for one in items()}
    called = {value for one in root.iter() for name, value in one.attrib.items() if name.startswith("on")}
    assert called == {"DipText", "DipChoice", "DipTick", "DipPress"}
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    assert len({*ids}) == len(ids)
    assert max(len(one.get("supertip") or "") for one in root.iter()) <= 1024


SAYS = {"id", "tag", "label", "showLabel", "screentip", "supertip", "keytip", "enabled", "visible"}
PICTURED = {"image", "imageMso", "showImage"}
GRAMMAR: dict[str, tuple[set[str], set[str]]] = {
    "customUI": ({"ribbon"}, {"onLoad", "loadImage"}),
    "ribbon": ({"tabs"}, {"startFromScratch"}),
    "tabs": ({"tab"}, set()),
    "tab": ({"group"}, {"id", "tag", "label", "keytip", "visible", "insertAfterMso", "insertBeforeMso"}),
    "group": (
        {"button", "checkBox", "dropDown", "editBox"},
        {"id", "label", "image", "imageMso", "screentip", "supertip", "keytip", "visible", "autoScale"},
    ),
    "button": (set(), SAYS | PICTURED | {"size", "description", "onAction"}),
    "checkBox": (set(), SAYS | {"description", "onAction"}),
    "dropDown": ({"item"}, SAYS | PICTURED | {"sizeString", "showItemImage", "showItemLabel", "onAction"}),
    "item": (set(), {"id", "label", "image", "imageMso", "screentip", "supertip"}),
    "editBox": (set(), SAYS | PICTURED | {"sizeString", "maxLength", "onChange"}),
}
"""Of the elements that the tab has, what Office 2010 and later allow in them, after [MS-CUSTOMUI2]: elements,
and attributes but for those that ask a macro."""
PICTURES = {
    "ChartInsert", "DistributionListSelectMembers", "ExportExcel", "FileNew", "FileSaveAs",
    "FileSaveAsExcelXlsxMacro", "Filter", "FunctionWizard", "ImportTextFile", "NameManager", "RefreshAll",
    "ReplaceDialog", "Spelling", "TableInsert", "Undo",
}  # fmt: skip
"""Names of Office's own pictures, as other ribbons use them: a wrong name gives a blank, not an error."""


def broken(root: ElementTree.Element) -> list[str]:
    """The parts of the tab's XML that break the grammar."""
    found = []
    for element in root.iter():
        name = element.tag.removeprefix(UI)
        inside, said = GRAMMAR.get(name, (set(), set()))
        children = {child.tag.removeprefix(UI) for child in element}
        found += [
            f"{name}: {wrong}" for wrong in sorted((children - inside) | (element.attrib.keys() - said))
        ]
        found += [f"{name}: too long" for text in element.attrib.values() if not 0 < len(text) <= 1024]
        if "id" in said and re.fullmatch(r"[A-Za-z_][\w.-]*", element.get("id", "")) is None:
            found.append(f"{name}: id")
        if element.get("size", "normal") not in ("normal", "large"):
            found.append(f"{name}: size")
    return found


def test_the_tab_is_as_office_wants_it() -> None:
    root = ElementTree.fromstring(ribbon())
    assert broken(root) == []
    assert {one.get("imageMso") for one in root.iter(f"{UI}button")} <= PICTURES
    next(root.iter(f"{UI}button")).set("Size", "large")
    next(root.iter(f"{UI}checkBox")).set("imageMso", "Undo")
    next(root.iter(f"{UI}group")).append(ElementTree.Element(f"{UI}tab", id="1st"))
    assert {*broken(root)} == {"button: Size", "checkBox: imageMso", "group: tab", "tab: id"}


@pytest.mark.vba
@pytest.mark.skipif(find_spec("antlr4_vba") is None, reason="antlr4-vba is not installed")
@pytest.mark.parametrize(("mac", "win64"), BRANCHES.values(), ids=BRANCHES)
def test_the_text_is_vba(mac: bool, win64: bool) -> None:
    assert misread(branch(tab_module(), mac, win64)) == []


@pytest.mark.vba
@pytest.mark.skipif(find_spec("oletools") is None, reason="oletools is not installed")
def test_scanners_find_nothing_that_runs_by_itself(tmp_path: Path) -> None:
    (tmp_path / windows.TAB).write_bytes(windows.add_in())
    command = [sys.executable, "-W", "ignore", "-m", "oletools.mraptor", tmp_path / windows.TAB]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    assert "Macro OK" in said, said


def test_it_lies_where_excel_starts(tmp_path: Path) -> None:
    start = windows.start_folder({"APPDATA": str(tmp_path)})
    assert start == tmp_path / "Microsoft" / "Excel" / "XLSTART"
    assert windows.start_folder({}) is None


@pytest.mark.calc
def test_libreoffice_runs_the_tabs_macros(event: Package, tmp_path: Path) -> None:
    """Draw a round, check (which goes to the wrong count), and undo the draw."""
    (tmp_path / "event.xlsx").write_bytes(event.to_bytes())
    (tmp_path / "menu.bas").write_text(tab_module())
    wishes = {"round_": 2, "powers": 0}
    pressed: list[dict[str, Any]] = [{"hide": name} for name in ("Log", "Seats", "Compare")]
    for word, its in (("draw_round", wishes), ("check", {}), ("check", {}), ("take_back", {})):
        pressed.append({"tag": f"{word} - ", "wishes": its})
    (tmp_path / "pressed.json").write_text(json.dumps(pressed))
    files = [tmp_path / name for name in ("event.xlsx", "menu.bas", "pressed.json", "profile")]
    files[2:2] = [Path(sys.executable), HERE / "macro_worker.py"]
    command = [python_of_office(), HERE / "run_menu.py", *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    drawn, blank, checked, taken = found["told"]
    assert drawn.startswith("Take back: Diplomacy|Board: Austria, England, ")
    assert "no centres" in blank
    assert "many" in checked
    assert found["place"] == ["Games", 2, 5]
    assert taken.startswith("Take back: Diplomacy|Taken back: seat of ")
    assert {"Log", "Seats"} <= {*found["shown"]}
    assert "Compare" not in found["shown"]
    assert {row[3] for row in found["sheets"]["Games"][15:29]} == {""}
