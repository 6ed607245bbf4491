"""Excel on a Mac, on the web and on Windows: the functions through xlwings Lite, inside the workbook.

The add-in keeps a workbook's Python in a part of the file: two texts, main.py and requirements.txt. What a
director has there already stays.
"""

from __future__ import annotations

import json
import re
from itertools import count

from xl_dipscore.errors import Fault
from xl_dipscore.functions import VERSION
from xl_dipscore.hosts.spelling import respell
from xl_dipscore.xlsx.markup import encode, unescape
from xl_dipscore.xlsx.package import Package

IMPORT = "from xl_dipscore.hosts.excel import *"
REQUIREMENT = f"xl_dipscore=={VERSION}"
STORE = "WA200008175"
"""xlwings Lite in Microsoft's store of add-ins."""

_KINDS = "http://schemas.microsoft.com/office/2011/relationships/"
_CONTENTS = "application/vnd.ms-office."
_FOLDER = "xl/webextensions"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PANES = "http://schemas.microsoft.com/office/webextensions/taskpanes/2010/11"
_EXTENSION = "http://schemas.microsoft.com/office/webextensions/webextension/2010/11"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


class UnknownLite(Fault):
    """{name} stores its xlwings Lite code in an unknown way; open it there and add to main.py: {line}."""


def attach(package: Package) -> None:
    """Put the functions into the workbook's Lite code, and spell its formulas as Lite does."""
    code = read(package)
    part = _lite_part(package) or _new_part(package)
    _write(package, part, "main.py", _with_import(code.get("main.py", "")))
    _write(package, part, "requirements.txt", _with_requirement(code.get("requirements.txt", "")))
    respell(package, "lite")


def read(package: Package) -> dict[str, str]:
    """The texts of the workbook's Lite code by their names; none where there is no Lite in it."""
    part = _lite_part(package)
    if part is None:
        return {}
    text = (package.part(part) or b"").decode()
    found = {unescape(one[2]): json.loads(unescape(one[3])) for one in _PROPERTY.finditer(text)}
    return {name: value for name, value in found.items() if isinstance(value, str)}


# -- the two texts ----------------------------------------------------------------------------


def _with_import(code: str) -> str:
    if re.search(rf"^{re.escape(IMPORT)}", code, re.MULTILINE):
        return code
    # First, so that the director's own functions win where two have the same name; but after what must
    # come before every other line.
    first = re.match(
        r"""(?:[ \t]*(?:\#[^\n]*)?\n|(?:'{3}.*?'{3}|"{3}.*?"{3})[ \t\r]*\n"""
        r"""|from[ ]__future__[ ]import[ ](?:\([^)]*\)[^\n]*|[^(\n]*)\n)*""",
        code,
        re.DOTALL,
    )
    place = first.end() if first is not None else 0
    return f"{code[:place]}{IMPORT}\n{code[place:]}"


def _with_requirement(text: str) -> str:
    """Other lines stay; a line of ours with a version gets the present one."""
    pattern = re.compile(
        r"^xl[-_.]dipscore(?=[ \t]*(?:[=<>!~;,\[#\r]|$))[^\n]*$", re.MULTILINE | re.IGNORECASE
    )
    if pattern.search(text):
        return pattern.sub(REQUIREMENT, text)
    if re.search(r"^xl[-_.]dipscore\s*@|/xl_dipscore-[^/\s]+\.whl", text, re.MULTILINE | re.IGNORECASE):
        return text  # from an address of the director's own
    return text + ("\n" if text and not text.endswith("\n") else "") + REQUIREMENT + "\n"


# -- the parts of the file ----------------------------------------------------------------------

_PROPERTY = re.compile(r'<((?:[\w.-]+:)?)property\s+name="([^"]*)"\s+value="([^"]*)"\s*/>')
_LIST = re.compile(r"<((?:[\w.-]+:)?)properties\s*(?:/>|>(.*?)</\1properties\s*>)", re.DOTALL)


def _write(package: Package, part: str, name: str, text: str) -> None:
    """Set one property of the add-in; every other byte of the part stays."""
    data = (package.part(part) or b"").decode()
    value = encode(json.dumps(text, ensure_ascii=False)).replace('"', "&quot;")
    for found in _PROPERTY.finditer(data):
        if unescape(found[2]) == name:
            if json.loads(unescape(found[3])) != text:
                data = data[: found.start(3)] + value + data[found.end(3) :]
            break
    else:
        listed = _LIST.search(data)
        if listed is None:
            raise UnknownLite(name=package.name, line=IMPORT)
        prefix, inner = listed[1], listed[2] or ""
        one = f'<{prefix}property name="{name}" value="{value}"/>'
        new = f"<{prefix}properties>{inner}{one}</{prefix}properties>"
        data = data[: listed.start()] + new + data[listed.end() :]
    package.set_part(part, data.encode())


def _lite_part(package: Package) -> str | None:
    for panes in package.related("webextensiontaskpanes", ""):
        for part in package.related("webextension", panes):
            if re.search(rf'\sid="{STORE}"'.encode(), package.part(part) or b"", re.IGNORECASE):
                return part
    return None


def _new_part(package: Package) -> str:
    """Xlwings Lite as one more add-in of the workbook, without code yet."""
    panes = next(iter(package.related("webextensiontaskpanes", "")), None)
    if panes is None:
        panes = f"{_FOLDER}/taskpanes.xml"
        empty = f'{_HEAD}<wetp:taskpanes xmlns:wetp="{_PANES}"></wetp:taskpanes>'
        kind, content = f"{_KINDS}webextensiontaskpanes", f"{_CONTENTS}webextensiontaskpanes+xml"
        package.add_part(panes, empty.encode(), kind, content, "")
    names = (f"{_FOLDER}/webextension{number}.xml" for number in count(1))
    part = next(name for name in names if package.part(name) is None)
    extension = (
        f'{_HEAD}<we:webextension xmlns:we="{_EXTENSION}" id="{{6D2D0B0E-3C0C-4C0B-8C55-6F1C1B1F7A10}}">'
        f'<we:reference id="{STORE.lower()}" version="1.0.0.0" store="en-US" storeType="OMEX"/>'
        f'<we:alternateReferences><we:reference id="{STORE}" version="1.0.0.0" store="{STORE}" '
        'storeType="OMEX"/></we:alternateReferences><we:properties></we:properties><we:bindings/>'
        f'<we:snapshot xmlns:r="{_RELATIONS}"/></we:webextension>'
    )
    kind, content = f"{_KINDS}webextension", f"{_CONTENTS}webextension+xml"
    package.add_part(part, extension.encode(), kind, content, panes)
    shown = (package.part(panes) or b"").decode()
    prefix = re.search(r"<((?:[\w.-]+:)?)taskpanes\b", shown)
    if prefix is None:
        raise UnknownLite(name=package.name, line=IMPORT)
    place = shown.rindex("</")
    pane = (
        f'<{prefix[1]}taskpane dockstate="right" visibility="0" width="438" row="3">'
        f'<{prefix[1]}webextensionref xmlns:r="{_RELATIONS}" r:id="{_relation(package, panes, part)}"/>'
        f"</{prefix[1]}taskpane>"
    )
    package.set_part(panes, (shown[:place] + pane + shown[place:]).encode())
    return part


def _relation(package: Package, panes: str, part: str) -> str:
    folder, _, name = panes.rpartition("/")
    data = (package.part(f"{folder}/_rels/{name}.rels") or b"").decode()
    found = re.search(rf'<[^>]*Id="([^"]*)"[^>]*Target="/{re.escape(part)}"', data)
    assert found is not None
    return found[1]
