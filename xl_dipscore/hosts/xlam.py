"""The tab Diplomacy in Excel for Windows: an add-in of commands without a function, which no formula names.

Its drop-downs and boxes are the form of the items; the buttons do them in whatever workbook is in front.
"""

from importlib.resources import files
from xml.sax.saxutils import quoteattr

from xl_dipscore.hosts import carried, vba
from xl_dipscore.hosts.vba_project import project
from xl_dipscore.live.menu import Item, Wish, items

NAME = "Diplomacy.xlam"
GROUPS = ("Round", "Results", "Event")
"""The hundreds of the items' order."""
_UI = "http://schemas.microsoft.com/office/2009/07/customui"


def add_in() -> bytes:
    """The file; the same bytes for the same version."""
    parts = dict(carried.parts("xlam"))
    parts["xl/vbaProject.bin"] = project({vba.MODULE: macros()})
    parts["customUI/customUI14.xml"] = ribbon().encode()
    return carried.zipped(parts.items())


def macros() -> str:
    """The bridge to Python without functions, and what the tab calls."""
    menu = (files("xl_dipscore.hosts") / "menu.bas").read_text("ascii")
    bridge, option = vba.macros(()), "Option Explicit\n"
    declared, _, rest = menu.partition("\nPublic Sub")
    first = f"{option}Option Private Module\n{declared.lstrip()}"
    return f"{bridge.replace(option, first, 1)}\nPublic Sub{rest}"


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
