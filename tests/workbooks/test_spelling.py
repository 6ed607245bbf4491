"""Formulas spelled as each program stores them, and back to the same bytes."""

from __future__ import annotations

import re
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.formatting.rule import FormulaRule
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula

from tests.each import each
from tests.sheets.books import parts, with_part
from xl_dipscore.hosts.spelling import OURS, Spelling, respell, respell_formula, spell_name
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.functions import FUNCTIONS

pytestmark = pytest.mark.usefixtures("new_books")

SPELLINGS: tuple[Spelling, ...] = ("plain", "lite", "libreoffice")
PLAIN = "ROUND(SUM(DIP_SCORE(\"DIP_SCORE(\",'NDC_SCORE(1)'!A1:A7))*DIP_RANK(B1),2)&NDC_SCORE"
LITE = PLAIN.replace("SUM(DIP_SCORE(", "SUM(_xldudf_XLW_DIP_SCORE(").replace("*DIP", "*_xldudf_XLW_DIP")
OFFICE = PLAIN.replace("SUM(DIP_SCORE(", "SUM(ORG.DIPLOMACY.XLDIPSCORE.DIPSCORE.DIPSCORE(").replace(
    "*DIP_RANK", "*ORG.DIPLOMACY.XLDIPSCORE.DIPSCORE.DIPRANK"
)
TEXTS = dict(zip(SPELLINGS, (PLAIN, LITE, OFFICE), strict=True))


@each("old", SPELLINGS)
@each("new", SPELLINGS)
def test_only_names_of_our_functions_change(old: Spelling, new: Spelling) -> None:
    assert respell_formula(TEXTS[old], new) == TEXTS[new]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_function_comes_back(spelling: Spelling) -> None:
    for name in OURS:
        there = respell_formula(f"1+{name}(A1)", spelling)
        assert there == f"1+{spell_name(name, spelling)}(A1)"
        assert respell_formula(there, "plain") == f"1+{name}(A1)"


def test_no_two_functions_are_spelled_alike() -> None:
    for spelling in SPELLINGS:
        assert len({spell_name(function.name, spelling) for function in FUNCTIONS}) == len(FUNCTIONS)


LITE_MARK = "_xldudf_XLW_"
OTHERS = {
    "small letters": ("dip_score(A1)", f"{LITE_MARK}dip_score(A1)", "dip_score(A1)"),
    "another word for Lite": ("_xldudf_DIP_DIP_RANK(A1)", "_xldudf_DIP_DIP_RANK(A1)", "DIP_RANK(A1)"),
    "a broken link": (f"[2]!{LITE_MARK}DIP_RANK(A1)", f"{LITE_MARK}DIP_RANK(A1)", "DIP_RANK(A1)"),
    "an unknown function's mark": ("_xludf.DIP_RANK(A1)", f"{LITE_MARK}DIP_RANK(A1)", "DIP_RANK(A1)"),
    "another add-in's": (f"{LITE_MARK}HELLO(A1)",) * 3,
    "Excel's own": ("_xlfn.XLOOKUP(A1,B:B,C:C)",) * 3,
    "names like ours": ("MY_DIP_SCORE(A1)+DIP_SCORES(A1)",) * 3,
}


@each(("text", "lite", "plain"), OTHERS.values(), ids=OTHERS)
def test_other_spellings(text: str, lite: str, plain: str) -> None:
    assert respell_formula(text, "lite") == lite
    assert respell_formula(text, "plain") == plain


PIECES = [
    "DIP_SCORE(",
    "SUM(",
    ")",
    ",",
    '"a""b"',
    "A1:B2",
    "'it''s'!A1",
    "&",
    "<",
    "{1,2}",
    " ",
    "NDC_TOTAL(",
]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.permutations(SPELLINGS))
def test_any_formula_comes_back(formula: str, order: list[Spelling]) -> None:
    text = formula
    for spelling in order:
        text = respell_formula(text, spelling)
    assert respell_formula(text, "plain") == formula


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Our functions wherever a formula can stand."""
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    sheet["A1"] = '=IF(B1<>"",DIP_SCORE("SOS",B1:H1)&"<&>",DIP_CHECK("a & b",B1:H1))'
    sheet["A2"] = ArrayFormula("A2:G2", "=SOS_SCORE(B1:H1)")
    sheet["A3"] = "DIP_SCORE(no formula)"
    sheet["A4"] = "=SUM(B1:H1)"
    sheet.conditional_formatting.add("A1", FormulaRule(['LEFT(DIP_CHECK(B1))<>"O"']))
    made.defined_names["Best"] = DefinedName("Best", attr_text='MAX(DIP_SCORE("SOS",Sheet!$B$1:$H$1))')
    other = made.create_sheet("Other")
    other["A1"] = "=NDC_PROSPECTS(Sheet!B1)"
    path = tmp_path / "book.xlsx"
    made.save(path)
    with_part(path, "xl/worksheets/sheet1.xml", lambda text: text.replace("B1&lt;&gt;", "B1&#60;&gt;"))
    return path


@pytest.mark.parametrize("spelling", SPELLINGS[1:])
def test_a_workbook_comes_back_byte_for_byte(book: Path, spelling: Spelling) -> None:
    package = Package.read(book)
    assert respell(package, spelling) == 6
    there = package.to_bytes()
    old, new = parts(book), parts(there)
    assert {name for name in old if old[name] != new[name]} == {
        "xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml",
    }  # fmt: skip
    again = Package.read(there)
    assert respell(again, "plain") == 6
    assert parts(again.to_bytes()) == old


def test_what_is_spelled_so_already_is_not_touched(book: Path) -> None:
    package = Package.read(book)
    assert respell(package, "plain") == 0
    assert not package.changed


def test_values_and_everything_else_stay(book: Path) -> None:
    package = Package.read(book)
    package.set_cached_value("Sheet", "A2", 12.5)
    respell(package, "lite")
    assert package.value("Sheet", "A2") == 12.5
    sheet = parts(package.to_bytes())["xl/worksheets/sheet1.xml"].decode()
    assert any(b">DIP_SCORE(no formula)<" in data for data in parts(package.to_bytes()).values())
    assert re.search(r'<f t="array" ref="A2:G2">_xldudf_XLW_SOS_SCORE\(B1:H1\)</f><v>12.5</v>', sheet)
    assert '<f>IF(B1&#60;&gt;"",_xldudf_XLW_DIP_SCORE("SOS",B1:H1)' in sheet
