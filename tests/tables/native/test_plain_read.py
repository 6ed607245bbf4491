"""Read the files: formulas use only plain functions, which every spreadsheet program takes."""

import re
from collections.abc import Iterator
from importlib import import_module
from inspect import isfunction, unwrap
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from templates.make import ANYWHERE
from tests.each import each
from tests.samples import every_fourth, one_of_each_family, slow_but
from tests.tables.native.plain_boards import boards
from tests.tables.native.plain_books import references, typed, words_of, written
from tests.tables.native.plain_settings import Setting, changed_once, changed_together, defaults
from xl_dipscore.rules import circuit, points
from xl_dipscore.tables.native.compiled import FACTS, compile_system
from xl_dipscore.workbooks.author import templates_folder

PLAIN = {
    "ABS", "AND", "AVERAGEIF", "CHOOSE", "COUNT", "COUNTA", "COUNTIF", "COUNTIFS", "FIND", "IF",
    "IFERROR", "INDEX", "INT", "ISBLANK", "ISERROR", "ISLOGICAL", "ISNUMBER", "ISTEXT", "LARGE", "LEFT",
    "LEN", "LOWER", "MATCH", "MAX", "MID", "MIN", "MOD", "NA", "NOT", "OR", "REPT", "ROUND", "ROW",
    "ROWS", "SUBSTITUTE", "SUM", "SUMIF", "SUMIFS", "SUMPRODUCT", "SUMSQ", "TRIM", "UPPER", "VALUE",
}  # fmt: skip
"""Functions of Excel 2007 that work alike in all programs; not N, because Gnumeric refuses N of a text."""
LONGEST = 2_000
CHANGED = [*changed_once(), *changed_together(3, 2)]


BUT_INDEX = r"(?!INDEX\b|ROW\b)[A-Z]+"


def given(code: str, name: str) -> Iterator[str]:
    """The arguments of a function's calls, and of the calls inside them."""
    for call in re.finditer(rf"\b{name}\(", code):
        depth = 1
        for end in range(call.end(), len(code)):
            depth += {"(": 1, ")": -1}.get(code[end], 0)
            if not depth:
                yield re.sub(r"\bINDEX\([^()]*", "", code[call.end() : end])
                break


def faults_of(formula: str) -> Iterator[str]:
    """The parts of a formula that are not plain."""
    code = re.sub(r'"[^"]*"', '""', formula)
    names = set(re.findall(r"([A-Za-z_][\w.]*)\s*\(", code))
    yield from sorted(names - PLAIN)
    if re.search(r"\b(TRUE|FALSE)\b", code):
        yield "a bare TRUE or FALSE"
    if "{" in code:
        yield "an array constant"
    if re.search(r"\d[eE][+-]?\d", re.sub(r"\$?[A-Z]{1,3}\$?\d+", "", code)):
        yield "an exponent"
    if re.search(r"\[|\]|@", code):
        yield "a token, or a table's reference"
    if any(":" in within for array in given(code, "SUMPRODUCT") for within in given(array, BUT_INDEX)):
        yield "an array within a function"
    if len(formula) > LONGEST:
        yield f"{len(formula)} characters"
    if re.search(r'COUNTIFS?\((?:[^()"]|"[^"]*")*"[^"]*[*?~][^"]*"', formula):
        yield "a search for text"


def formulas(book: Path) -> Iterator[tuple[str, str]]:
    """Every formula of a workbook and the part that it stands in: of cells, formats, drop-downs and names."""
    with ZipFile(book) as package:
        for part in package.namelist():
            if not part.endswith(".xml"):
                continue
            for element in ElementTree.fromstring(package.read(part)).iter():
                name = element.tag.rpartition("}")[2]
                if name in ("f", "formula", "formula1", "formula2", "definedName") and element.text:
                    yield part, element.text
                if name == "f":
                    assert element.get("t") in (None, "normal", "shared"), (part, element.attrib)


def test_every_word_of_rules_has_a_form_in_cells() -> None:
    import_module("xl_dipscore.tables.native.circuits")
    said = {**vars(points), **vars(points.Points), **vars(circuit)}
    words = {
        name
        for name, say in said.items()
        if isfunction(say) and hasattr(say, "__wrapped__") and name[0] != "_"
    }
    assert len(words) > 20
    assert words == set(points.InCells.formulas)


def test_that_is_found() -> None:
    for fine in ('IF(SUM(A1:A7)=0,"DIP_SCORE(x) {",1)', 'SUMPRODUCT(($A$1:$A$9<$A2)*($A$1:$A$9<>""))'):
        assert list(faults_of(fine)) == []
    for formula, fault in {
        "DIP_SCORE(A1)": "DIP_SCORE",
        "_xlfn.LET(a,1,a)": "_xlfn.LET",
        "TRUE=1": "a bare TRUE or FALSE",
        "SUM({1,2})": "an array constant",
        "1E+99+1": "an exponent",
        "[won]": "a token, or a table's reference",
        'COUNTIF($A$1:$A$9,"?*")': "a search for text",
        'SUMPRODUCT(MAX((Games!$A$1:$A$9="x")*1))': "an array within a function",
        'SUMPRODUCT((LEFT(A1:A9,1)="x")*1)': "an array within a function",
        f"SUM({'1+' * LONGEST}1)": f"{len('1+') * LONGEST + 6} characters",
    }.items():
        assert list(faults_of(formula)) == [fault]


@each("setting", defaults(), ids=str)
def test_a_compiled_system_has_the_columns_of_an_event(setting: Setting) -> None:
    system, options = setting
    cells = {name: [cell for cell, _ in pairs] for name, pairs in references(system, options).items()}
    made = compile_system(system, options, typed(words_of(system)), cells)
    names = [column.name for column in made.columns]
    assert len(names) == len(set(names))
    assert set(FACTS) <= set(names)


@pytest.mark.parametrize("name", slow_but([*ANYWHERE][:3], ANYWHERE))
def test_a_workbook_that_people_get_is_plain(name: str) -> None:
    found = list(formulas(templates_folder() / "anywhere" / f"{name}.xlsx"))
    assert len(found) > 1000
    for part, formula in dict.fromkeys(found):
        assert part.startswith("xl/charts/") or list(faults_of(formula)) == [], (part, formula)


SETTINGS = [
    *slow_but([one for one in defaults() if one.system in one_of_each_family()], defaults()),
    # Systems with the same rule differ only in numbers: one is enough.
    *(
        pytest.param(one, marks=pytest.mark.slow)
        for one in every_fourth({(unwrap(one.system.rule), *one.options): one for one in CHANGED}.values())
    ),
]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_written_workbook_is_plain(setting: Setting, tmp_path: Path) -> None:
    chart = "chart" in setting.system.needs
    rows = [row for one in boards(1, 1, chart=chart) for row in one.rows]
    written(tmp_path / "book.xlsx", *setting, rows, last=9999)
    found = list(formulas(tmp_path / "book.xlsx"))
    assert len(found) > 7
    for part, formula in found:
        assert list(faults_of(formula)) == [], (part, formula)
