"""Excel for Windows: attach the worksheet functions, as macros, to a workbook.

The module of macros is the same for everybody, built before a release (templates/macros/). It calls Python
through xlwings' library, which `dipscore install excel` puts where the macros look for it.
"""

import re
from collections.abc import Sequence
from importlib.resources import files

from xl_dipscore.errors import Fault, join
from xl_dipscore.hosts.spelling import respell
from xl_dipscore.hosts.vba_project import modules_of
from xl_dipscore.sheets.calculate.google import restore_formulas
from xl_dipscore.sheets.xlsx.package import DamagedWorkbook, Package
from xl_dipscore.tables.functions import FUNCTIONS

MODULE = "dipscore"

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
"""By suffix of a workbook, its suffix after macros were attached."""


class MacrosOfItsOwn(Fault):
    """{name} has macros of its own ({modules}), which would be lost. Save a copy as .xlsx and attach that."""


def attach(package: Package) -> None:
    """Put our macros into the workbook, or replace our older macros. Raises MacrosOfItsOwn."""
    present = package.related_parts("vbaProject")
    if present:
        found = modules_of(package.part(present[0]) or b"")
        if found is None:
            raise DamagedWorkbook(name=package.name)
        if foreign := sorted(name for name, source in found.items() if not _is_our_module(name, source)):
            raise MacrosOfItsOwn(name=package.name, modules=join(foreign))
    respell(package, "plain")
    built = vba_project()
    _reset_code_names(package)
    if present:
        package.set_part(present[0], built)
    else:
        package.add_part(_PART, built, _KIND, _CONTENT)
    content = package.content_type(package.main_part)
    package.set_content_type(package.main_part, _WITH_MACROS.get(content, content))


def put_macros(package: Package) -> Sequence[str]:
    """Attach the macros, and restore formulas that Google Sheets replaced. Returns notes on formulas."""
    put = restore_formulas(package, FUNCTIONS)
    attach(package)
    return put


def vba_project() -> bytes:
    return (files("xl_dipscore.hosts") / "parts" / "vbaProject.bin").read_bytes()


_SHEET_OR_BOOK = re.compile(
    r"^Attribute VB_Base = .0\{000208(?:19|20|21)-0000-0000-C000-000000000046\}", re.MULTILINE
)
_MADE = "'Made by dipscore attach"


def _is_our_module(name: str, source: str) -> bool:
    """Is a module ours, or an empty module, such as Excel keeps for the workbook and for each sheet?"""
    if name == MODULE:
        return _MADE in source
    code = [line for line in source.splitlines() if not line.startswith("Attribute ")]
    return bool(_SHEET_OR_BOOK.search(source)) and {*map(str.strip, code)} <= {"", "Option Explicit"}


_CODE_NAME = re.compile(rb"""(<(?:\w+:)?(?:workbook|sheet)Pr\b[^>]*?)\scodeName\s*=\s*(?:"[^"]*"|'[^']*')""")
_PROPERTIES = re.compile(rb"<(?:\w+:)?workbookPr\b[^>]*?(?=\s*/?>)")
_BEFORE_PROPERTIES = re.compile(
    rb"<((?:\w+:)?)workbook\b[^>]*>(?:\s*<(?:\w+:)?(?:fileVersion|fileSharing)\b[^>]*?(?:/>|>\s*</[^>]*>))*"
)


def _reset_code_names(package: Package) -> None:
    """Set the workbook's code name to ThisWorkbook; remove the sheets' code names, as Excel makes new ones.

    A VBA project stores names in one code page, but Excel may read them in the code page of another system.
    """
    for kind in ("worksheet", "chartsheet", "dialogsheet"):
        for part in package.related_parts(kind):
            package.set_part(part, _CODE_NAME.sub(rb"\1", package.part(part) or b"", count=1))
    data = _CODE_NAME.sub(rb"\1", package.part(package.main_part) or b"", count=1)
    text = b' codeName="ThisWorkbook"'
    if (there := _PROPERTIES.search(data)) is None:
        if (there := _BEFORE_PROPERTIES.search(data)) is None:
            raise DamagedWorkbook(name=package.name)
        text = b"<%bworkbookPr%b/>" % (there[1], text)
    package.set_part(package.main_part, data[: there.end()] + text + data[there.end() :])
