"""Copies with values in place of our formulas: the same to look at, in programs that know none of ours."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import openpyxl
import pytest
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import PatternFill
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table

from tests.hosts.calc.calc_office import Office, missing
from tests.sheets.books import CENTRES, part_of, parts, saved, with_part
from tests.sheets.directors import made as rich
from tests.workbooks.googled import COMPUTED, downloaded, wrapper
from xl_dipscore.hosts import lite, vba
from xl_dipscore.hosts.spelling import respell
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.acts.rebuild_data import Report
from xl_dipscore.workbooks.author import templates_folder
from xl_dipscore.workbooks.plain.values import copy_of_values, values_name

OURS = re.compile("|".join(rf"{f.name}\(|{f.name.replace('_', '')}\(" for f in FUNCTIONS), re.IGNORECASE)
EXAMPLES = templates_folder() / "examples"
SHARE = [100 * count**2 / sum(one**2 for one in CENTRES) for count in CENTRES]
"""The scores of these counts under SOS."""


def one_board(folder: Path, formulas: Mapping[str, str], change: Callable[[openpyxl.Workbook], None]) -> Path:
    """Counts in A2:A8; `C2:C8` among the formulas is an array."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Games"
    for row, count in enumerate(CENTRES, 2):
        sheet.cell(row, 1).value = count
    for cells, text in formulas.items():
        first = cells.partition(":")[0]
        sheet[first] = ArrayFormula(cells, f"={text}") if first != cells else f"={text}"
    change(book)
    return saved(book, folder)


def plain(folder: Path, formulas: Mapping[str, str]) -> Path:
    return one_board(folder, formulas, lambda book: None)


def copied(path: Path) -> tuple[Package, Package, tuple[str, ...]]:
    """A computed workbook, its copy, and the messages."""
    package = Package.read(path)
    rebuild_package(package, path, engine="python")
    made, told = copy_of_values(package)
    return Package(package.to_bytes()), Package(made.to_bytes()), told


def shown(package: Package) -> dict[tuple[str, int, int], CellValue]:
    return {
        (name, *place): cell.value
        for name in package.sheet_names
        for place, cell in package.sheet(name).cells.items()
        if cell.value is not None
    }


def formulas(package: Package) -> dict[tuple[str, int, int], str]:
    return {
        (name, *place): cell.formula
        for name in package.sheet_names
        for place, cell in package.sheet(name).cells.items()
        if cell.formula_xml
    }


def same(one: Package, other: Package) -> bool:
    """Every value, and errors as errors."""
    first, second = shown(one), shown(other)
    kinds = [
        {place for place, value in cells.items() if isinstance(value, ErrorMark)} for cells in (first, second)
    ]
    return first == second and kinds[0] == kinds[1]


def written(path: Path, target: Path) -> tuple[Report, tuple[str, ...]]:
    """Compute a workbook in memory and write a copy of it; return both commands' messages."""
    package = Package.read(path)
    report = rebuild_package(package, path, engine="python")
    made, told = copy_of_values(package)
    made.write(target)
    return report, told


# -- our own workbooks -------------------------------------------------------------------------


@pytest.mark.slow
def test_an_event(corrected: bytes, tmp_path: Path) -> None:
    """Typed into and not computed since; the workbook itself stays as it is."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(corrected)
    assert values_name(path) == "event-values.xlsx"
    before, after, told = copied(path)
    assert path.read_bytes() == corrected
    assert told == ()
    assert shown(before) != shown(Package(corrected))
    assert same(before, after)
    old, left = formulas(before), formulas(after)
    ours = {place for place, text in old.items() if OURS.search(text)}
    assert len(ours) > 100
    assert not [text for text in left.values() if OURS.search(text)]
    assert {place: text for place, text in old.items() if place not in ours}.items() <= left.items()
    assert {text for place, text in left.items() if place not in old} <= {'""'}
    sheets = {before.sheet(name).part for name, *_ in ours}
    assert {part for part in before.part_names if before.part(part) != after.part(part)} == sheets
    assert after.part_names == before.part_names


@pytest.mark.parametrize(
    ("ending", "host"),
    [
        ("xlsm", vba.attach),
        pytest.param("xlsx", lite.attach, marks=pytest.mark.slow),
        pytest.param("xlsx", lambda package: respell(package, "libreoffice"), marks=pytest.mark.slow),
    ],
)
def test_however_our_functions_are_spelled(
    ending: str, host: Callable[[Package], object], small: bytes, tmp_path: Path
) -> None:
    package = Package(small)
    host(package)
    path = tmp_path / f"event.{ending}"
    path.write_bytes(package.to_bytes())
    before, after, told = copied(path)
    assert not [text for text in formulas(after).values() if OURS.search(text)]
    assert same(before, after)
    if ending == "xlsm":
        assert told == ("The macros of event.xlsm are left out, because an .xlsx has none.",)
        assert not [part for part in after.part_names if "vba" in part.lower()]
        names = parts(path)
        assert after.part_names == tuple(part for part in names if "vba" not in part.lower())
        assert b"macro" not in parts(after.to_bytes())["[Content_Types].xml"]
        assert b"vba" not in parts(after.to_bytes())["xl/_rels/workbook.xml.rels"]


@pytest.mark.slow
@pytest.mark.parametrize("arrays", ["kept", "spilled"])
def test_what_google_sheets_puts_away(arrays: str, played: bytes, tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(downloaded(played, arrays))
    before, after, _ = copied(path)
    assert not [text for text in formulas(after).values() if OURS.search(text) or "DUMMY" in text]
    assert same(before, after)


def test_what_only_google_sheets_computes(tmp_path: Path) -> None:
    """A program that knows our functions no more than Excel would compute it to an error there."""
    query = wrapper('QUERY(DIP_SYSTEMS(), "select A")', "DCC")
    path = plain(tmp_path, {"C2": query, "C3": wrapper(COMPUTED, "NDC"), "D2": wrapper("QUERY(A2:A8)", 10)})
    value = iter(["DCC", "NDC", "10"])
    with_part(
        path,
        part_of(path, "Games"),
        lambda xml: re.sub(
            "(<c [^>]*?)><f>(.*?)</f><v ?/>",
            lambda one: f'{one[1]} t="str"><f>{one[2]}</f><v>{next(value)}</v>',
            xml,
        ),
    )
    before, after, _ = copied(path)
    assert same(before, after)
    assert formulas(after) == {("Games", 2, 4): wrapper("QUERY(A2:A8)", 10)}


# -- directors' --------------------------------------------------------------------------------


def test_what_calls_us_is_a_value_and_what_does_not_is_a_formula(tmp_path: Path) -> None:
    path = plain(
        tmp_path,
        {
            "C2:C8": "SOS_SCORE(A2:A8)",
            "D2": 'ROUND(SUM(DIP_SCORE("SOS",A2:A8)),3)+1',
            "D3": "SUM(C2:C8)",
            "D4": 'DIP_CHECK("SOS",A2:A8)',
            "D5": "IFERROR(NO_SUCH(1),DIP_VERSION())",
            "D6": "DIP_SCORE(1)",
            "D7": "D6",
            "D8": "SUM(DIP_TOTAL(1,A2:A3))>0",
            "E2:E9": "SOS_SCORE(Z1:Z7)",
        },
    )
    before, after, _ = copied(path)
    assert same(before, after)
    assert {cell: after.cell("Games", cell).formula for cell in ("D3", "D7")} == {
        "D3": "SUM(C2:C8)",
        "D7": "D6",
    }
    assert [after.value("Games", f"C{row}") for row in range(2, 9)] == pytest.approx(SHARE)
    assert after.value("Games", "D2") == pytest.approx(101)
    assert isinstance(after.value("Games", "D6"), ErrorMark)
    assert set(formulas(after).values()) <= {"SUM(C2:C8)", "D6", '""'}


def test_empty_text_stays_what_it_was_to_others(tmp_path: Path) -> None:
    """A blank would be counted as none, and added as 0."""
    path = plain(tmp_path, {"C2:C8": "SOS_SCORE(H2:H8)", "D2": "COUNTA(C2:C8)"})
    _, after, _ = copied(path)
    assert [after.cell("Games", f"C{row}").value for row in (2, 8)] == ["", ""]
    assert after.value("Games", "D2") == 7
    again = tmp_path / "again.xlsx"
    after.set_value("Games", "A2", 1)
    after.write(again)
    assert copied(again)[1].value("Games", "D2") == 7


def test_copies_of_one_formula_in_any_part(tmp_path: Path) -> None:
    """Shared formulas, of which only the first has its text."""
    path = plain(tmp_path, {"B2": "A2"})

    def shared(xml: str) -> str:
        first = '<c r="B2"><f t="shared" ref="B2:B8" si="0">NDC_PROSPECTS(A2)</f></c>'
        xml = re.sub(r'<c r="B2".*?</c>', first, xml)
        for row in range(3, 9):
            xml = re.sub(rf'(<c r="A{row}".*?</c>)', rf'\1<c r="B{row}"><f t="shared" si="0"/></c>', xml)
        return xml

    with_part(path, part_of(path, "Games"), shared)
    _, after, _ = copied(path)
    assert formulas(after) == {}
    assert [after.value("Games", f"B{row}") for row in range(2, 9)] == pytest.approx(
        [count / (18 - count) for count in CENTRES]
    )


def test_a_name_that_calls_us(tmp_path: Path) -> None:
    """What uses it is a value; the name itself cannot be, and is told."""

    def named(book: openpyxl.Workbook) -> None:
        book.defined_names["MyScore"] = DefinedName("MyScore", attr_text="SUM(SOS_SCORE(Games!$A$2:$A$8))")
        book.defined_names["Twice"] = DefinedName("Twice", attr_text="2*MyScore")

    path = one_board(tmp_path, {"C2": "Twice+1", "C3": "C2+1"}, named)
    _, after, told = copied(path)
    assert after.value("Games", "C2") == pytest.approx(201)
    assert formulas(after) == {("Games", 3, 3): "C2+1"}
    assert told == ("Names that call our functions show an error without them: MyScore.",)


def test_a_function_of_theirs_that_calls_ours(tmp_path: Path) -> None:
    def named(book: openpyxl.Workbook) -> None:
        text = "_xlfn.LAMBDA(_xlpm.x,SUM(SOS_SCORE(_xlpm.x)))"
        book.defined_names["MINE"] = DefinedName("MINE", attr_text=text)

    path = one_board(tmp_path, {"C2": "MINE(A2:A8)", "C3": "SUM(A2:A8)"}, named)
    with_part(
        path,
        part_of(path, "Games"),
        lambda xml: re.sub("<v ?/>", "<v>100</v>", xml),
    )
    _, after, told = copied(path)
    assert after.cell("Games", "C2").formula == ""
    assert after.value("Games", "C2") == 100
    assert told == ("Names that call our functions show an error without them: MINE.",)


def test_rules_for_formats_and_for_what_is_typed_are_told(tmp_path: Path) -> None:
    def ruled(book: openpyxl.Workbook) -> None:
        rule = FormulaRule(["SUM(SOS_SCORE($A$2:$A$8))>0"], fill=PatternFill("solid", "FF0000"))
        book["Games"].conditional_formatting.add("A2:A8", rule)

    _, after, told = copied(one_board(tmp_path, {"C2": "DIP_VERSION()"}, ruled))
    assert told == ("Conditional formats or validations call our functions on Games; they stop working.",)
    assert after.cell("Games", "C2").formula == ""


def test_a_column_of_a_table_does_not_fill_itself_with_us(tmp_path: Path) -> None:
    def tabled(book: openpyxl.Workbook) -> None:
        sheet = book["Games"]
        sheet["A1"], sheet["B1"], sheet["C1"] = "Centres", "Prospects", "Twice"
        table = Table(displayName="Board", ref="A1:C8")
        table._initialise_columns()
        for column, name in zip(table.tableColumns, ("Centres", "Prospects", "Twice"), strict=True):
            column.name = name
        sheet.add_table(table)

    path = one_board(
        tmp_path,
        {
            f"{column}{row}": f"{text}(A{row})"
            for row in range(2, 9)
            for column, text in (("B", "NDC_PROSPECTS"), ("C", "2*"))
        },
        tabled,
    )
    [name] = [part for part in parts(path) if "/tables/" in part]
    written = re.compile(r'<tableColumn id="(\d)" name="(Prospects|Twice)" ?/>')
    texts = {"Prospects": "NDC_PROSPECTS(Board[[#This Row],[Centres]])", "Twice": "2*(A2)"}
    with_part(
        path,
        name,
        lambda xml: written.sub(
            lambda one: (
                f'<tableColumn id="{one[1]}" name="{one[2]}"><calculatedColumnFormula>{texts[one[2]]}'
                "</calculatedColumnFormula></tableColumn>"
            ),
            xml,
        ),
    )
    _, after, told = copied(path)
    table = (after.part(name) or b"").decode()
    assert re.findall("<calculatedColumnFormula>(.*?)<", table) == ["2*(A2)"]
    assert told == ()
    assert after.value("Games", "B2") == pytest.approx(CENTRES[0] / (18 - CENTRES[0]))


def test_one_of_everything(tmp_path: Path) -> None:
    path = rich(tmp_path)
    before, after, _ = copied(path)
    assert same(before, after)
    old, new = parts(before.to_bytes()), parts(after.to_bytes())
    assert old.keys() - new.keys() == {"xl/vbaProject.bin"} | {"xl/calcChain.xml"} & old.keys()
    unlike = {part for part in new if new[part] != old[part]}
    assert unlike == {"[Content_Types].xml", "xl/_rels/workbook.xml.rels", part_of(path, "Games")}


def test_signed_macros_leave_nothing(small: bytes) -> None:
    package = Package(small)
    vba.attach(package)
    kind = "http://schemas.microsoft.com/office/2006/relationships/vbaProjectSignature"
    content = "application/vnd.ms-office.vbaProjectSignature"
    package.add_part("xl/vbaProjectSignature.bin", b"signed", kind, content, "xl/vbaProject.bin")
    made, _ = copy_of_values(package)
    left = parts(made.to_bytes())
    assert not [part for part in left if "vba" in part]
    assert b"vba" not in left["[Content_Types].xml"]


def test_a_workbook_without_us_is_copied_as_it_is(tmp_path: Path) -> None:
    path = plain(tmp_path, {"C2": "SUM(A2:A8)"})
    with_part(
        path,
        part_of(path, "Games"),
        lambda xml: re.sub("<v ?/>", "<v>34</v>", xml),
    )
    target = tmp_path / "copy.xlsx"
    written(path, target)
    assert target.read_bytes() == path.read_bytes()


# -- in LibreOffice ----------------------------------------------------------------------------


@pytest.mark.calc
@pytest.mark.oldest
def test_a_libreoffice_without_the_functions_shows_the_same(tmp_path: Path) -> None:
    if missing():
        pytest.skip(missing())
    office = Office(tmp_path / "profile")
    try:
        for name in ("dcc-league", "any-system"):
            target = tmp_path / f"{name}-values.xlsx"
            written(EXAMPLES / f"{name}.xlsx", target)
            package = Package.read(target)
            with office.book(target) as book:
                book.calculate()
                wrong = {}
                for sheet in package.sheet_names:
                    cells = package.sheet(sheet).cells
                    bottom, right = max(row for row, _ in cells), max(column for _, column in cells)
                    area = f"A1:{openpyxl.utils.get_column_letter(right)}{bottom}"
                    got = book.read(sheet, area)
                    for (row, column), cell in cells.items():
                        wanted = "" if cell.value is None else cell.value
                        there = got[row - 1][column - 1]
                        if isinstance(wanted, bool | int | float):
                            wanted, there = pytest.approx(float(wanted), abs=1e-9), float(there or 0)
                        if there != wanted:
                            wrong[sheet, row, column] = there, wanted
                assert wrong == {}
    finally:
        office.end()
