"""References whose values a formula needs, and those of which it uses only the place or the look."""

from collections.abc import Sequence
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.table import Table

from tests.sheets.books import FUNCTIONS, board, saved
from xl_dipscore.sheets.calculate.needs import Needs, needs_of
from xl_dipscore.sheets.calculate.recalc import recalculate
from xl_dipscore.sheets.xlsx.formula import Token, tokens
from xl_dipscore.sheets.xlsx.package import Package

CELLS = [
    "C2", "$C$2:$C$8", "C:C", "2:2", "G:G", "Games!C2:C8", "Scores", "Own", "List[Score]", "Games:Other!C2",
    'INDIRECT("C2")', 'OFFSET(INDIRECT("C"&B2),0,0)',
]  # fmt: skip
"""Scores, or cells with the formula itself."""
USES = ['CELL("width",{})', 'CELL( "Format" , {} )', 'CELL("color",{})', "_xlfn.SHEET({})", "AREAS({})"]
WAYS = [
    "({})", "(({}))", "({},B1)", "(B1:B2,{})", "{} A1:G9", "_xlfn.SINGLE({})", "{}:INDEX(B2:B8,1)",
    "INDEX({},1)", "INDEX({},0,1)", "OFFSET({},1,0)", "OFFSET({},0,0,B2,1)", "IF(B2>1,{},A1)",
    "IF(B2>1,A1,{})", "CHOOSE(2,A1,{})", "_xlfn.XLOOKUP(B2,B2:B8,{})", "_xlfn.IFS(B2>1,{})",
    "_xlfn.SWITCH(B2,1,{},2,{})",
]  # fmt: skip
"""Ways to write a reference in which no score is a value."""
READS = [
    "INDEX({},C2)", "OFFSET({},C3,0)", "IF(C2>0,{},A1)", "CHOOSE(C4,A1,{})", 'INDIRECT("B"&C2)',
    "{}:INDEX(B2:B8,C2)", "_xlfn.XLOOKUP(C2,B2:B8,{})", "_xlfn.XLOOKUP(1,C2:C8,{})", "SUM(C2)", "C2&{}",
    "(C2+1)", "_xlfn.ANCHORARRAY(C2)",
]  # fmt: skip
"""Ways in which a score is a value."""


def written(pieces: Sequence[str], cells: str) -> str:
    for piece in pieces:
        cells = piece.replace("{}", cells)
    return cells


ways = st.lists(st.sampled_from(WAYS), max_size=3)


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workbook with scores in C2:C8, a table of them, and names of them."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Games"
    board(sheet)
    sheet["A1"], sheet["B1"], sheet["C1"] = "Player", "Centres", "Score"
    sheet.add_table(Table(displayName="List", ref="A1:C8"))
    book.create_sheet("Other")
    book.defined_names["Scores"] = DefinedName("Scores", attr_text="Games!$C$2:$C$8")
    book.defined_names["Own"] = DefinedName("Own", attr_text="Games!$G$1:$G$9,Scores")
    sheet["G2"] = "=0"
    return saved(book, tmp_path_factory.mktemp("needs"))


def kept(event: Path, formula: str) -> tuple[object, bool]:
    """The value of a formula that was stored as 9 before the scores changed, and whether it is listed."""
    package = Package.read(event)
    package.set_formula("Games", "G2", formula)
    package.set_cached_value("Games", "G2", 9)
    package = Package(package.to_bytes(), event.name)
    done = recalculate(package, FUNCTIONS)
    return package.value("Games", "G2"), bool(done.not_computed)


@given(st.sampled_from(USES), ways, st.sampled_from(CELLS))
def test_no_value_matters_however_the_reference_is_written(
    event: Path, use: str, way: Sequence[str], cells: str
) -> None:
    assert kept(event, use.replace("{}", written(way, cells))) == (9, False)


@given(st.sampled_from(USES), ways, st.sampled_from(READS), ways, st.sampled_from(CELLS))
def test_a_value_within_a_reference_matters(
    event: Path, use: str, outer: Sequence[str], read: str, inner: Sequence[str], cells: str
) -> None:
    """A program computes the formula on opening: its stored value may be out of date."""
    reference = written([*inner, read, *outer], cells)
    assert kept(event, use.replace("{}", reference)) != (9, False)


@pytest.mark.parametrize(
    ("formula", "needed", "anywhere"),
    [
        ("AREAS(A:A)", [], False),
        ("AREAS((A1,B1:B2))+A1", ["A1"], False),
        ('CELL("width",(A:A))', [], False),
        ('CELL("contents",(A1))', ["A1"], False),
        ('CELL(A1,INDEX(B:B,2))', ["A1", "B:B"], False),
        ("ISREF(IF(A1,B1,C1))", ["A1"], False),
        ("SHEET(A1&B1)", ["A1", "B1"], False),
        ('AREAS(OFFSET(A1,B1,0))', ["B1"], False),
        ('AREAS(INDIRECT("A1"))&INDIRECT("B1")', [], True),
        ('ISREF(A1:B2 B2:INDEX(C1:C2,1))', [], False),
        ('ISREF(1)&SUM(A1:INDEX(C1:C2,1))', ["A1", "C1:C2"], True),
    ],
)  # fmt: skip
def test_needs(formula: str, needed: Sequence[str], anywhere: bool) -> None:
    parts = [
        Token("function", part.text[:-1]) if part.kind == "function" else part for part in tokens(formula)
    ]
    assert needs_of(parts) == Needs(needed, anywhere)


def test_no_needs_of_what_cannot_be_parsed() -> None:
    assert needs_of(tokens("AREAS(A1))")) is None
