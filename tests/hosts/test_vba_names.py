"""The names in the macros' text: Excel compiles a module only if each name is declared, once."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from templates.macros.make_macros import functions_module, tab_module
from tests.each import each
from tests.hosts.test_vba import BRANCHES, branch
from xl_dipscore.tables.functions import FUNCTIONS

TEXTS = {"the functions": functions_module(FUNCTIONS), "the tab": tab_module()}
LANGUAGE = """
And As ByRef ByVal Case Const Declare Dim Do Each Else ElseIf End Error Exit Explicit False For Function
GoTo If In Is Lib Like Loop Mod Module Next Not Nothing On Option Optional Or Private PtrSafe Public
Resume Select Set Static Step Sub Then To True Until While With Boolean Double Long LongPtr Object String
Variant
"""
"""Words of the language, and its types."""
GIVEN = """
Array ReDim Preserve CDbl CLng CStr CVErr Err InStr IsArray IsEmpty IsError IsMissing IsNull IsNumeric LBound
LCase Left Len Mid MsgBox Replace Right Split StrPtr TypeName UBound UCase VarType vbLf vbBoolean vbNullChar
vbString vbInformation vbExclamation vbQuestion vbYes vbYesNo
"""
"""Functions and constants of VBA's own library."""
EXCEL = """
ActiveWorkbook ActiveSheet ActiveCell Application IRibbonControl Range Selection ThisWorkbook Workbook
Workbooks Worksheet Name
"""
"""Excel's objects and classes. Its constants begin with xl or mso."""
PROCEDURE = re.compile(r"^(?:Public |Private )?(Function|Sub) (\w+)\((.*?)\)(.*)$")


def code_lines(text: str) -> Iterator[str]:
    """Lines of code, without texts, comments and attributes."""
    for line in text.split("\n"):
        without = re.sub(r'"(?:[^"]|"")*"', '""', line).partition("'")[0]
        if without.strip() and not without.startswith(("Attribute ", "#")):
            yield without


def declared_in(line: str) -> set[str]:
    """The variables and constants that a line declares."""
    found = re.match(
        r"\s*(?:(?:Private|Public) )?(?:Dim|Static|Const|Private|Public) (?!Declare|Function|Sub)(.*)", line
    )
    parts = found[1].partition(" = ")[0] if found else ""
    return {
        match[1].lower() for match in re.finditer(r"(?:^|, )(?:Const )?(\w+)(?:\(\))?(?: As \w+)?", parts)
    }


def parameters(text: str) -> set[str]:
    words = r"(?:Optional |ByVal |ByRef |ParamArray )*(\w+)"
    return {match[1].lower() for match in re.finditer(rf"(?:^|, ){words}", text)}


def names_used(line: str) -> Iterator[str]:
    """Names that are no member of another and no name of an argument."""
    yield from re.findall(r"(?<![\w.!])([A-Za-z]\w*)(?![\w]|\s*:=|:$)", line)


def undeclared(text: str) -> list[str]:
    """Each use of a name that nothing declares, as the compiler would refuse it under Option Explicit."""
    lines = [*code_lines(text)]
    known = {name.lower() for words in (LANGUAGE, GIVEN, EXCEL) for name in words.split()}
    inside: set[str] | None = None
    for line in lines:
        if found := PROCEDURE.match(line):
            known.add(found[2].lower())
            inside = set()
        elif re.match(r"End (Function|Sub)$", line):
            inside = None
        elif found := re.match(r"\s*Private Declare PtrSafe Function (\w+)", line):
            known.add(found[1].lower())
        elif inside is None:
            known |= declared_in(line)
    wrong = []
    for line in lines:
        if found := PROCEDURE.match(line):
            inside = parameters(found[3])
            continue
        if "Declare PtrSafe" in line:
            continue
        inside = (inside or set()) | declared_in(line)
        jumps = {word.lower() for word in re.findall(r"GoTo (\w+)", line)}
        here = known | inside | jumps
        used = [name for name in names_used(line) if not re.match(r"(xl|mso)[A-Z]", name)]
        wrong += [f"{name}: {line.strip()}" for name in used if name.lower() not in here]
    return wrong


@each("text", TEXTS.values(), ids=TEXTS)
@each(("mac", "win64"), BRANCHES.values(), ids=BRANCHES)
def test_every_name_is_declared(text: str, mac: bool, win64: bool) -> None:
    assert undeclared(branch(text, mac, win64)) == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("DipAnswer = CVErr(xlErrValue)", "DipAnswer = CVErr(xErrValue)"),
        ("Dim found As Variant, wrong As Long", "Dim found As Variant"),
        ("Private Function DipPython() As Object", "Private Function DipPythons() As Object"),
        ("Set DipPython = found", "Set DipPython = foud"),
        ("ByVal asked As String", "ByVal askd As String"),
    ],
)
def test_a_name_that_nothing_declares_is_found(right: str, wrong: str) -> None:
    text = branch(TEXTS["the functions"], *BRANCHES["64 bits"])
    assert right in text
    assert undeclared(text.replace(right, wrong))


@each("text", TEXTS.values(), ids=TEXTS)
@each(("mac", "win64"), BRANCHES.values(), ids=BRANCHES)
def test_every_declaration_is_for_this_excel(text: str, mac: bool, win64: bool) -> None:
    """Excel of 64 bits refuses `Declare` without PtrSafe; labels and blocks must close."""
    lines = [*code_lines(branch(text, mac, win64))]
    declared = [line for line in lines if re.search(r"\bDeclare\b", line)]
    assert all(re.match(r" *Private Declare PtrSafe (Function|Sub) \w+ Lib ", line) for line in declared)
    assert bool(declared) != mac
    assert lines[0] == "Option Explicit"
    for opening, closing in {
        "If": "End If",
        "For": "Next",
        "Select": "End Select",
        "With": "End With",
    }.items():
        opened = [line for line in lines if re.match(rf"\s*{opening}\b", line) and not is_one_line(line)]
        closed = [line for line in lines if re.match(rf"\s*{closing}\b", line)]
        assert len(opened) == len(closed), opening
    for jump in re.findall(r"GoTo (\w+)", "\n".join(lines)):
        assert jump == "0" or f"{jump}:" in lines


def is_one_line(line: str) -> bool:
    """Is it an `If` that ends in its line?"""
    return re.match(r"\s*If\b", line) is not None and not line.rstrip().endswith("Then")


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_lines_and_letters_are_what_the_editor_takes(text: str) -> None:
    assert max(map(len, text.split("\n"))) <= 1023
    assert text.isascii()
    assert "_\n" not in text  # at most 24 lines could go on; ours have none
