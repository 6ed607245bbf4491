"""Writes what Excel for Windows gets of us, the same for everybody, into the package: the VBA project of the
worksheet functions, and Diplomacy.xlam, the add-in with the tab Diplomacy.

python -m templates.macros.make_macros [--check]
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.sax.saxutils import quoteattr

from templates.macros.vba_writer import project
from xl_dipscore.hosts import carried, vba, windows
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.declared import VERSION, Function
from xl_dipscore.workbooks.live.menu import Item, Wish, items

HERE = Path(__file__).parent
GROUPS = ("Round", "Results", "Event")
"""The hundreds of the items' order."""
_UI = "http://schemas.microsoft.com/office/2009/07/customui"


def made() -> dict[str, bytes]:
    """The files by their names in xl_dipscore/hosts/parts/; the same bytes for the same version."""
    return {"vbaProject.bin": project({vba.MODULE: functions_module(FUNCTIONS)}), windows.TAB: add_in()}


# -- the worksheet functions ----------------------------------------------------------------------


def functions_module(functions: Iterable[Function]) -> str:
    """The text of the module: the bridge to Python, and a function for each worksheet function."""
    return _bridge() + "".join(map(_macro, functions))


def _bridge() -> str:
    return (HERE / "bridge.bas").read_text("ascii").format(version=VERSION)


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


# -- the tab: commands without a function, which no formula names --------------------------------------


def add_in() -> bytes:
    """Diplomacy.xlam: in it nothing is packed, for not every Python packs alike."""
    parts = dict(_always())
    parts["xl/vbaProject.bin"] = project({vba.MODULE: tab_module()})
    parts["customUI/customUI14.xml"] = ribbon().encode()
    return carried.make_zip(parts.items(), zipfile.ZIP_STORED)


def _always() -> Iterator[tuple[str, bytes]]:
    folder = HERE / "xlam"
    for path in sorted(folder.rglob("*.*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def tab_module() -> str:
    """The text of the module: the bridge to Python, and what the tab calls."""
    option = "Option Explicit\n"
    declared, _, rest = (HERE / "menu.bas").read_text("ascii").partition("\nPublic Sub")
    first = f"{option}Option Private Module\n{declared.lstrip()}"
    return f"{_bridge().replace(option, first, 1)}\nPublic Sub{rest}"


def ribbon() -> str:
    """The tab: what the items ask for, and a button for each."""
    wishes = {wish.name: wish for one in items() for wish in one.form}
    form = "".join(map(_control, wishes.values()))
    groups = f'<group id="dipForm" label="Choose first">{form}</group>'
    for hundred, label in enumerate(GROUPS):
        buttons = "".join(_button(one) for one in items() if one.order // 100 == hundred)
        groups += f'<group id="dip{label}" label="{label}">{buttons}</group>'
    tab = f'<tab id="dipTab" label="Diplomacy">{groups}</tab>'
    return f'<customUI xmlns="{_UI}"><ribbon><tabs>{tab}</tabs></ribbon></customUI>'


def _control(wish: Wish) -> str:
    about = f'id="dipAsk_{wish.name}" tag="{wish.name}" label={quoteattr(wish.label)}'
    tip = f"screentip={quoteattr(wish.label)} supertip={quoteattr(wish.help)}"
    if wish.kind == "tick":
        return f'<checkBox {about} {tip} onAction="DipTick"/>'
    if wish.kind == "choice":
        labels = enumerate(map(quoteattr, wish.choices))
        listed = "".join(f'<item id="dipAsk_{wish.name}_{n}" label={label}/>' for n, label in labels)
        return f'<dropDown {about} {tip} onAction="DipChoice">{listed}</dropDown>'
    return f'<editBox {about} {tip} onChange="DipText"/>'


def _button(item: Item) -> str:
    """Its tag is its word, the wish that is a file or a folder, and whether the workbook is saved before."""
    paths = "".join(f" {wish.name}" for wish in item.paths) or " -"
    tag = f"{item.word}{paths}{' save' if item.needs('host') else ''}"
    tip = f"screentip={quoteattr(item.title)} supertip={quoteattr(item.help)}"
    return (
        f'<button id="dip_{item.word}" tag="{tag}" label={quoteattr(item.title)} size="large"'
        f' imageMso="{item.picture}" {tip} onAction="DipPress"/>'
    )


if __name__ == "__main__":
    for name, data in made().items():
        path = carried.PARTS / name
        if "--check" not in sys.argv:
            path.write_bytes(data)
        elif not path.exists() or path.read_bytes() != data:
            sys.exit(f"{path} is out of date; run .ci/regenerate.")
