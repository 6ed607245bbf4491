"""Excel on a Mac, on the web and on Windows: attach the functions through xlwings Lite.

The add-in xlwings Lite stores Python code in a part of the workbook's file, as two texts: main.py and
requirements.txt. Our code lies in main.py between two marker lines; a director's own code is kept.
"""

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Callable
from io import StringIO
from itertools import count
from tokenize import COMMENT, NEWLINE, NL, STRING, TokenError, generate_tokens
from xml.sax.saxutils import escape
from zipfile import ZIP_STORED

from xl_dipscore.errors import Fault
from xl_dipscore.hosts import carried
from xl_dipscore.hosts.lite_menu import scripts
from xl_dipscore.hosts.spelling import respell
from xl_dipscore.sheets.xlsx.markup import append_element, unescape
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.functions.declared import VERSION

STORE = "WA200008175"
"""The id of xlwings Lite in Microsoft's add-in store."""
REQUIREMENT = "xlwings<1"
"""A line for requirements.txt: Lite installs only packages listed there, even xlwings."""
PINNED = "requirements-pinned.txt"
"""The text with the exact versions that Lite chose by requirements.txt, and installs at every start."""

_KINDS = "http://schemas.microsoft.com/office/2011/relationships/"
_CONTENTS = "application/vnd.ms-office."
_FOLDER = "xl/webextensions"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PANES = "http://schemas.microsoft.com/office/webextensions/taskpanes/2010/11"
_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
_FUNCTIONS = "{D87F86FE-615C-45B5-9D79-34F1136793EB}"
"""Excel's identifier of the extension containsCustomFunctions, described in [MS-OWEXML], 2.2.11."""
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


class UnknownLite(Fault):
    """{name} stores xlwings Lite in an unknown way. Move its sheets into a new workbook, and attach that."""


class CutShort(Fault):
    """{name}: main.py has only part of our code. In xlwings Lite delete that part, from {first} on."""


def attach(package: Package) -> None:
    """Put the functions into the workbook's Lite code, and respell its formulas for Lite."""
    code = read_lite_code(package)
    main = _with_core(code.get("main.py", ""), package.name)
    part = _lite_part(package) or _new_part(package)
    _write(package, part, "main.py", main)
    old = code.get("requirements.txt", "")
    if (required := _with_requirement(old)) != old:
        _write(package, part, "requirements.txt", required)
        _remove(package, part, PINNED)
    _mark(package, part)
    respell(package, "lite")


def read_lite_code(package: Package) -> dict[str, str]:
    """The texts of the workbook's Lite code by name; empty without Lite."""
    part = _lite_part(package)
    if part is None:
        return {}
    text = (package.part(part) or b"").decode()
    found = {unescape(one[2]): json.loads(unescape(one[3])) for one in _PROPERTY.finditer(text)}
    return {name: value for name, value in found.items() if isinstance(value, str)}


_FIRST, _LAST = "#region xl_dipscore", "#endregion xl_dipscore"
"""How the lines around our code in main.py begin. They make the code a region that editors can fold."""
_OURS = re.compile(rf"^{_FIRST}\b.*?^{_LAST}\b[^\n]*(?:\n|\Z)", re.MULTILINE | re.DOTALL)
_WIDTH = 120


def _pack_functions() -> str:
    """Python source that unpacks and imports the functions."""
    # All files are compressed together, which takes a quarter less room than one by one.
    whole = carried.make_zip(
        carried.files("excel", "excel_values", "lite_menu", more=carried.MENU), ZIP_STORED
    )
    packed = b64encode(zlib.compress(whole, 9)).decode()
    lines = "\n".join(packed[start : start + _WIDTH] for start in range(0, len(packed), _WIDTH))
    text = (carried.PARTS / "lite.txt").read_text("utf-8")
    put = {"VERSION": VERSION, "PACKED": lines, "SCRIPTS": scripts()}
    return re.sub(r"@(\w+)@", lambda found: put[found[1]], text)


def _with_core(code: str, name: str) -> str:
    """Insert our code before the director's code: of two functions with one name, the later one wins."""
    newline = "\r\n" if "\r\n" in code else "\n"
    own = _OURS.sub("", code)
    if re.search(rf"^{_FIRST}\b", own, re.MULTILINE):
        raise CutShort(name=name, first=_FIRST)
    place = _place(own)
    before = own[:place] + (newline if place and own[place - 1] != "\n" else "")
    return before + _pack_functions().replace("\n", newline) + own[place:]


def _place(code: str) -> int:
    """The position in the code after its docstring and imports of __future__: these must stay first."""
    rows, statement = 0, []
    try:
        for token in generate_tokens(StringIO(code).readline):
            if token.type not in (COMMENT, NL):
                statement.append(token)
            if token.type == NEWLINE:
                words = [word.string for word in statement[:2]]
                if statement[0].type != STRING and words != ["from", "__future__"]:
                    break
                rows, statement = token.end[0], []
    except (SyntaxError, TokenError):
        pass  # Lite shows the error
    return sum(len(line) for _, line in zip(range(rows), StringIO(code), strict=False))


_XLWINGS = re.compile(
    r"^[ \t]*(?:xlwings(?![\w.-])|[^#\s]*\bxlwings-[^/\s]*\.whl\b)", re.MULTILINE | re.IGNORECASE
)


def _with_requirement(text: str) -> str:
    if _XLWINGS.search(text):
        return text
    return REQUIREMENT + ("\r\n" if "\r\n" in text else "\n") + text


_PROPERTY = re.compile(r'<((?:[\w.-]+:)?)property\s+name="([^"]*)"\s+value="([^"]*)"\s*/>')


def _write(package: Package, part: str, name: str, text: str) -> None:
    """Store a text as a property of the add-in; other bytes of the part are unchanged."""
    data = (package.part(part) or b"").decode()
    value = escape(json.dumps(text, ensure_ascii=False), {'"': "&quot;"})
    present = next((one for one in _PROPERTY.finditer(data) if unescape(one[2]) == name), None)
    if present is None:
        _append(package, part, "properties", lambda p: f'<{p}property name="{name}" value="{value}"/>')
    elif json.loads(unescape(present[3])) != text:
        package.set_part(part, (data[: present.start(3)] + value + data[present.end(3) :]).encode())


def _remove(package: Package, part: str, name: str) -> None:
    data = (package.part(part) or b"").decode()
    for one in _PROPERTY.finditer(data):
        if unescape(one[2]) == name:
            package.set_part(part, (data[: one.start()] + data[one.end() :]).encode())


def _append(package: Package, part: str, listed: str, one: Callable[[str], str]) -> None:
    """Append to the XML list `listed` the element that `one` makes from the XML prefix; keep other bytes."""
    data = append_element(package.part(part) or b"", listed, one)
    if data is None:
        raise UnknownLite(name=package.name)
    package.set_part(part, data)


def _mark(package: Package, part: str) -> None:
    """Mark the workbook, as Excel does, as using functions of the add-in."""
    data = (package.part(part) or b"").decode()
    if re.search(r"<(?:[\w.-]+:)?containsCustomFunctions\b", data):
        return

    def mark(p: str) -> str:
        return f'<a:ext xmlns:a="{_DRAWING}" uri="{_FUNCTIONS}"><{p}containsCustomFunctions/></a:ext>'

    if re.search(r"</(?:[\w.-]+:)?extLst\s*>\s*</(?:[\w.-]+:)?webextension\s*>", data):
        _append(package, part, "extLst", mark)
    else:
        _append(package, part, "webextension", lambda p: f"<{p}extLst>{mark(p)}</{p}extLst>")


def _lite_part(package: Package) -> str | None:
    for panes in package.related_parts("webextensiontaskpanes", ""):
        for part in package.related_parts("webextension", panes):
            if re.search(rf'\sid="{STORE}"'.encode(), package.part(part) or b"", re.IGNORECASE):
                return part
    return None


def _new_part(package: Package) -> str:
    """Add xlwings Lite, without code yet, to the workbook's add-ins. Returns the part of the add-in."""
    panes = next(iter(package.related_parts("webextensiontaskpanes", "")), None)
    if panes is None:
        panes = f"{_FOLDER}/taskpanes.xml"
        empty = f'{_HEAD}<wetp:taskpanes xmlns:wetp="{_PANES}"></wetp:taskpanes>'
        kind, content = f"{_KINDS}webextensiontaskpanes", f"{_CONTENTS}webextensiontaskpanes+xml"
        package.add_part(panes, empty.encode(), kind, content, "")
    names = (f"{_FOLDER}/webextension{number}.xml" for number in count(1))
    part = next(name for name in names if package.part(name) is None)
    extension = (carried.PARTS / "webextension.xml").read_text("ascii")
    extension = extension.format(store=STORE, lower=STORE.lower())
    kind, content = f"{_KINDS}webextension", f"{_CONTENTS}webextension+xml"
    relation = package.add_part(part, extension.encode(), kind, content, panes)
    shown = 'dockstate="right" visibility="0" width="438" row="3"'
    reference = f'xmlns:r="{_RELATIONS}" r:id="{relation}"'

    def pane(p: str) -> str:
        return f"<{p}taskpane {shown}><{p}webextensionref {reference}/></{p}taskpane>"

    _append(package, panes, "taskpanes", pane)
    return part
