"""Excel for Windows: the worksheet functions as macros inside a director's own workbook.

The macros are what xlwings would import, with three differences: every error mark becomes a true error
value, arguments go over without their number formats, and the settings have a folder of our own. xlwings'
module (BSD licence, notice inside) comes from the installed xlwings: its library's name has the version.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files

import xlwings

from xl_dipscore.errors import Fault, join
from xl_dipscore.functions import FUNCTIONS, VERSION, Function
from xl_dipscore.hosts.excel import CATEGORY
from xl_dipscore.hosts.spelling import respell
from xl_dipscore.hosts.vba_project import modules_of, project
from xl_dipscore.xlsx.markup import attribute
from xl_dipscore.xlsx.package import DamagedWorkbook, Package

WRAPPERS, XLWINGS = "dipscore", "xlwings"
"""The names of the two modules."""
PYTHON = "xl_dipscore.hosts.excel"

_PART = "xl/vbaProject.bin"
_KIND = "http://schemas.microsoft.com/office/2006/relationships/vbaProject"
_CONTENT = "application/vnd.ms-office.vbaProject"
_WITH_MACROS = {
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml": (
        "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
    ),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml": (
        "application/vnd.ms-excel.template.macroEnabled.main+xml"
    ),
}
ENDINGS = {".xlsx": ".xlsm", ".xltx": ".xltm", ".xlsm": ".xlsm", ".xltm": ".xltm"}
"""How the name of a workbook ends with macros in it."""


class MacrosOfItsOwn(Fault):
    """{name} has macros of its own ({modules}), which would be lost; save a copy as .xlsx and attach that."""


class WrongXlwings(Fault):
    """xlwings {version} is not laid out as expected; install another version: pip install "xlwings<1"."""


# -- attaching --------------------------------------------------------------------------------


def attach(package: Package) -> None:
    """Put the macros into the workbook, or renew them. Raises MacrosOfItsOwn."""
    present = package.related("vbaProject")
    if present:
        found = modules_of(package.part(present[0]) or b"")
        if found is None:
            raise DamagedWorkbook(name=package.name)
        if foreign := sorted(name for name, source in found.items() if not _ours(name, source)):
            raise MacrosOfItsOwn(name=package.name, modules=join(foreign))
    respell(package, "plain")
    built = vba_project(_code_name(package))
    if present:
        package.set_part(present[0], built)
    else:
        package.add_part(_PART, built, _KIND, _CONTENT)
    content = package.content_type(package.main_part)
    package.set_content_type(package.main_part, _WITH_MACROS.get(content, content))


def vba_project(workbook: str = "ThisWorkbook") -> bytes:
    """The project with our modules; `workbook` is the code name of the workbook."""
    return project({XLWINGS: xlwings_module(), WRAPPERS: wrappers(FUNCTIONS)}, workbook)


_SHEET_OR_BOOK = re.compile(
    r"^Attribute VB_Base = .0\{000208(?:19|20|21)-0000-0000-C000-000000000046\}", re.MULTILINE
)
_MADE = "'Made by dipscore attach"


def _ours(name: str, source: str) -> bool:
    """Did we write it? Or is it the empty page that Excel keeps for each sheet?"""
    if name == WRAPPERS:
        return _MADE in source
    if name == XLWINGS:
        return "xlwings is distributed under a BSD 3-clause license" in source
    code = [line for line in source.splitlines() if not line.startswith("Attribute ")]
    return bool(_SHEET_OR_BOOK.search(source)) and {*map(str.strip, code)} <= {"", "Option Explicit"}


_PROPERTIES = re.compile(rb"<((?:\w+:)?)workbookPr\b([^>]*?)(\s*/?>)")
_BEFORE_PROPERTIES = re.compile(
    rb"<((?:\w+:)?)workbook\b[^>]*>(?:\s*<(?:\w+:)?(?:fileVersion|fileSharing)\b[^>]*?(?:/>|>\s*</[^>]*>))*"
)


def _code_name(package: Package) -> str:
    """What macros call the workbook; given to it where it has none."""
    data = package.part(package.main_part) or b""
    found = _PROPERTIES.search(data)
    if found is not None:
        known = attribute(found[2].decode(), "codeName")
        if known:
            return known
        place, text = found.end(2), b' codeName="ThisWorkbook"'
    else:
        start = _BEFORE_PROPERTIES.search(data)
        if start is None:
            raise DamagedWorkbook(name=package.name)
        place, text = start.end(), b'<%bworkbookPr codeName="ThisWorkbook"/>' % start[1]
    package.set_part(package.main_part, data[:place] + text + data[place:])
    return "ThisWorkbook"


# -- the modules ------------------------------------------------------------------------------


def xlwings_module() -> str:
    """xlwings' own macros, with settings of our own so that nobody's xlwings settings are touched."""
    source = (files("xlwings") / "xlwings.bas").read_text("utf-8")
    text, replaced = re.subn(
        r'^(Public Const PROJECT_NAME As String = )"xlwings"$', rf'\1"{WRAPPERS}"', source, flags=re.M
    )
    if replaced != 1 or f'XLWINGS_VERSION As String = "{xlwings.__version__}"' not in text:
        raise WrongXlwings(version=xlwings.__version__)
    return text


def wrappers(functions: Iterable[Function]) -> str:
    """The module with a macro function for each worksheet function, and with their help texts."""
    listed = list(functions)
    parts = [
        f'Attribute VB_Name = "{WRAPPERS}"',
        f"{_MADE}, which replaces this page whenever it runs.",
        f'Private Const MADE_BY As String = "{VERSION}"',
        f'Private Const MADE_FOR As String = "{xlwings.__version__}"',
        "",
        *map(_wrapper, listed),
        _HELPERS.strip("\n"),
        "",
        "' The help texts of the function wizard. Excel keeps them only until it is closed.",
        "Sub Auto_Open()",
        "    Dim unchanged As Boolean",
        "    unchanged = ThisWorkbook.Saved",
        "    On Error Resume Next",
        *(f"    Help_{one.name}" for one in listed),
        "    ThisWorkbook.Saved = unchanged",
        "End Sub",
        "",
        *map(_help, listed),
        _HELP.strip("\n").format(category=CATEGORY),
    ]
    return "\n".join(parts) + "\n"


def _wrapper(function: Function) -> str:
    name = function.name
    taken = ", ".join(("Optional " if one.optional else "") + one.name for one in function.arguments)
    given = ", ".join(f"DipCells({one.name})" for one in function.arguments)
    result, failed = "DipResult", "CVErr(xlErrValue)"
    if name == "DIP_VERSION":
        result, failed = "DipVersion", "DipUnanswered(Err.Description)"
    return f"""\
Function {name}({taken})
    On Error GoTo failed
    {name} = {result}(XLPy.CallUDF("{PYTHON}", "{name}", Array({given}), ThisWorkbook, Application.Caller))
    Exit Function
failed:
    {name} = {failed}
End Function
"""


def _help(function: Function) -> str:
    arguments = ", _\n        ".join(_quoted(one.help) for one in function.arguments)
    given = f", _\n        Array({arguments})" if arguments else ""
    return f"""\
Private Sub Help_{function.name}()
    DipHelp "{function.name}", {_quoted(function.help)}{given}
End Sub
"""


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


_HELPERS = """
' Cells as they are, without number formats: Excel would round money and shift the dates of some workbooks.
Private Function DipCells(Optional given)
    Dim cells As Object, last As Long
    If IsMissing(given) Then Exit Function
    If TypeName(given) <> "Range" Then
        DipCells = given
        Exit Function
    End If
    Set cells = given
    If cells.Areas.Count > 1 Then Err.Raise 5
    If cells.Rows.Count = cells.Worksheet.Rows.Count Then
        last = cells.Worksheet.UsedRange.Row + cells.Worksheet.UsedRange.Rows.Count - 1
        DipCells = cells.Resize(last).Value2
    Else
        DipCells = cells.Value2
    End If
End Function

' Marks such as "#N/A" become true errors, so that a sum over a bad board is an error, never a smaller number.
Private Function DipResult(ByVal result)
    Dim i As Long, j As Long, last As Long
    If Not IsArray(result) Then
        DipResult = DipMark(result)
        Exit Function
    End If
    ' A single row comes as an array of one dimension.
    last = -1
    On Error Resume Next
    last = UBound(result, 2)
    On Error GoTo 0
    If last = -1 Then
        For i = LBound(result) To UBound(result)
            result(i) = DipMark(result(i))
        Next i
    Else
        For i = LBound(result, 1) To UBound(result, 1)
            For j = LBound(result, 2) To last
                result(i, j) = DipMark(result(i, j))
            Next j
        Next i
    End If
    DipResult = result
End Function

Private Function DipMark(value)
    DipMark = value
    If VarType(value) <> vbString Then Exit Function
    Select Case value
        Case "#N/A": DipMark = CVErr(xlErrNA)
        Case "#VALUE!": DipMark = CVErr(xlErrValue)
        Case "#NUM!": DipMark = CVErr(xlErrNum)
        Case "#DIV/0!": DipMark = CVErr(xlErrDiv0)
        Case "#REF!": DipMark = CVErr(xlErrRef)
        Case "#NAME?": DipMark = CVErr(xlErrName)
        Case "#NULL!": DipMark = CVErr(xlErrNull)
    End Select
End Function

Private Function DipVersion(answered)
    DipVersion = answered
    If answered <> MADE_BY Then DipVersion = answered & "; the macros in this workbook are of " & MADE_BY & \
". To renew them, close the workbook and run: dipscore attach " & ThisWorkbook.Name
End Function

Private Function DipUnanswered(why)
    DipUnanswered = "Python does not answer the macros in this workbook, made by xl_dipscore " & MADE_BY & \
" for xlwings " & MADE_FOR & "; close Excel, run: dipscore install excel, then: dipscore attach " & \
ThisWorkbook.Name & " (" & why & ")"
End Function
"""

_HELP = """
Private Sub DipHelp(name, text, Optional arguments)
    Dim macro As String
    macro = "'" & Replace(ThisWorkbook.Name, "'", "''") & "'!" & name
    If IsMissing(arguments) Then
        Application.MacroOptions Macro:=macro, Description:=text, Category:="{category}"
    Else
        Application.MacroOptions Macro:=macro, Description:=text, Category:="{category}", \
ArgumentDescriptions:=arguments
    End If
End Sub
"""
