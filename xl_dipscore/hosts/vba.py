"""Excel for Windows: the worksheet functions as macros inside a director's own workbook.

One module: a function for each worksheet function, and the bridge to Python. The other half of the bridge is
xlwings' library and its Python; `dipscore install excel` puts the library where the macros look for it.
"""

import re
from collections.abc import Iterable
from importlib.resources import files

from xl_dipscore.errors import Fault, join
from xl_dipscore.functions import FUNCTIONS, VERSION, Function
from xl_dipscore.hosts.spelling import respell
from xl_dipscore.hosts.vba_project import modules_of, project
from xl_dipscore.xlsx.markup import unescape
from xl_dipscore.xlsx.package import DamagedWorkbook, Package

MODULE = "dipscore"
"""The name of our module."""
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
    """The project with our module; `workbook` is the code name of the workbook."""
    return project({MODULE: macros(FUNCTIONS)}, workbook)


_SHEET_OR_BOOK = re.compile(
    r"^Attribute VB_Base = .0\{000208(?:19|20|21)-0000-0000-C000-000000000046\}", re.MULTILINE
)
_MADE = "'Made by dipscore attach"


def _ours(name: str, source: str) -> bool:
    """Did we write it? Or is it the empty page that Excel keeps for each sheet?"""
    if name == MODULE:
        return _MADE in source
    code = [line for line in source.splitlines() if not line.startswith("Attribute ")]
    return bool(_SHEET_OR_BOOK.search(source)) and {*map(str.strip, code)} <= {"", "Option Explicit"}


_CODE_NAME = re.compile(
    rb"""(<(?:\w+:)?(?:workbook|sheet)Pr\b[^>]*?)\scodeName\s*=\s*(?:"([^"]*)"|'([^']*)')"""
)
_PROPERTIES = re.compile(rb"<(?:\w+:)?workbookPr\b[^>]*?(?=\s*/?>)")
_BEFORE_PROPERTIES = re.compile(
    rb"<((?:\w+:)?)workbook\b[^>]*>(?:\s*<(?:\w+:)?(?:fileVersion|fileSharing)\b[^>]*?(?:/>|>\s*</[^>]*>))*"
)


def _code_name(package: Package) -> str:
    """What macros call the workbook: ThisWorkbook, where it has no name or one that macros cannot write.

    A project is written in one code page, and Excel on another system reads it in another one. The sheets
    lose such names, and Excel gives them new ones.
    """
    workbook = _named(package, package.main_part, {MODULE})
    for kind in ("worksheet", "chartsheet", "dialogsheet"):
        for part in package.related(kind):
            data = package.part(part) or b""
            found = _CODE_NAME.search(data)
            if found is not None and not _plain(found, {MODULE, workbook.casefold()}):
                package.set_part(part, data[: found.end(1)] + data[found.end() :])
    return workbook


def _named(package: Package, part: str, taken: set[str]) -> str:
    data = package.part(part) or b""
    found = _CODE_NAME.search(data)
    if found is not None and (known := _plain(found, taken)):
        return known
    text = b' codeName="ThisWorkbook"'
    if found is not None:
        place, end = found.end(1), found.end()
    elif (there := _PROPERTIES.search(data)) is not None:
        place = end = there.end()
    elif (start := _BEFORE_PROPERTIES.search(data)) is not None:
        place = end = start.end()
        text = b"<%bworkbookPr%b/>" % (start[1], text)
    else:
        raise DamagedWorkbook(name=package.name)
    package.set_part(part, data[:place] + text + data[end:])
    return "ThisWorkbook"


def _plain(found: re.Match[bytes], taken: set[str]) -> str:
    """The name, if every Excel reads it alike and nothing else has it; else nothing."""
    name = unescape((found[2] or found[3] or b"").decode())
    return name if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,30}", name) and name.casefold() not in taken else ""


# -- the module -------------------------------------------------------------------------------


def macros(functions: Iterable[Function]) -> str:
    """The text of the module."""
    bridge = (files("xl_dipscore.hosts") / "bridge.bas").read_text("ascii")
    return bridge.format(version=VERSION, python=PYTHON) + "".join(map(_macro, functions))


def _macro(function: Function) -> str:
    name = function.name
    taken = ", ".join(("Optional " if one.optional else "") + one.name for one in function.arguments)
    given = ", ".join(f"DipCells({one.name})" for one in function.arguments)
    answer = "DipVersion()" if name == "DIP_VERSION" else f'DipAnswer("{name}", Array({given}))'
    return f"""
Function {name}({taken})
Attribute {name}.VB_Description = {_quoted(function.help)}
Attribute {name}.VB_ProcData.VB_Invoke_Func = " \\n14"
    {name} = {answer}
End Function
"""


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
