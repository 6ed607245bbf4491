"""Build our extension for LibreOffice Calc from the declared functions, and install it.

Formulas in .xlsx files call a function by its plain name, such as DCC_SCORE, which LibreOffice 25.2 and newer
look up in the extension. Older versions know only the full name, which .ods files contain; see spelling.py.
"""

import contextlib
import io
import os
import re
import shutil
import struct
import subprocess
import zipfile
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, metadata
from itertools import chain, groupby
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from xl_dipscore.errors import Fault
from xl_dipscore.hosts import carried
from xl_dipscore.hosts.calc_cells import method_name, takes_days
from xl_dipscore.sheets.calculate import find_office
from xl_dipscore.sheets.calculate.program_folder import make_program_folder
from xl_dipscore.sheets.files import reason_of
from xl_dipscore.sheets.xlsx.replace import TEMPORARY, CannotWrite
from xl_dipscore.sheets.xlsx.target import FileKind
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.declared import VERSION, Function
from xl_dipscore.workbooks.live.menu import Item, items

IDENTIFIER = "org.diplomacy.xldipscore"
SERVICE = f"{IDENTIFIER}.DipScore"
"""Never change this name: formulas in .ods files store it."""
KNOWS_PLAIN_NAMES = (25, 2)
"""The first version of LibreOffice that looks up plain names from .xlsx files."""
EXTENSION = FileKind(
    "our extension of LibreOffice", ".oxt", lambda packed: b"dipscore_component.py" in packed
)
OXT, UPDATE, NOTES = "xl_dipscore.oxt", "update.xml", "CHANGELOG.md"
"""Files at the address of the newest release: the extension, its update.xml, and the changes."""


class NotAsRoot(Fault):
    """You are the administrator. Use your own account, or add --bundled for everybody on this machine. \
For another account, run dipscore install calc --oxt xl_dipscore.oxt and open it there with LibreOffice."""


class NotAllowed(Fault):
    """{folder} cannot be changed ({why}); only the administrator can use --bundled."""


class NotInstalled(Fault):
    """LibreOffice does not have the functions; there is nothing to undo."""


class NoInstaller(Fault):
    """LibreOffice's unopkg was not found. Add --oxt xl_dipscore.oxt and open that file with LibreOffice."""


class Refused(Fault):
    """LibreOffice refused. Close all its windows and try again. It says: {why}"""


def extension(functions: Sequence[Function] = FUNCTIONS, releases: str | None = None) -> bytes:
    """The .oxt file, byte for byte reproducible.

    releases: the address where LibreOffice looks for updates; None: the project's own address; "": nowhere.
    """
    return carried.make_zip(_parts(functions, project_releases() if releases is None else releases))


def project_releases() -> str:
    """The address of the newest release's files, from pyproject.toml; empty if no address is there."""
    with contextlib.suppress(PackageNotFoundError):
        for address in metadata("xl_dipscore").get_all("Project-URL") or ():
            label, _, url = address.partition(", ")
            if label == "Releases":
                return str(url)
    return ""


def update(releases: str) -> bytes:
    """The file update.xml, which tells LibreOffice the newest version; it is released beside the .oxt."""
    text = (carried.PARTS / "update.xml").read_text("utf-8")
    file, notes = (_quoted_address(releases, name) for name in (OXT, NOTES))
    return text.format(version=VERSION, file=file, notes=notes).encode()


def _quoted_address(releases: str, name: str) -> str:
    return quoteattr(f"{releases.rstrip('/')}/{name}")


def _parts(functions: Sequence[Function], releases: str) -> Iterator[tuple[str, bytes]]:
    source = f"<src xlink:href={_quoted_address(releases, UPDATE)}/>"
    updates = f"<update-information>{source}</update-information>"
    address = escape(releases, {'"': "&quot;"})
    yield from carried.parts("oxt", version=VERSION, releases=address, updates=updates if releases else "")
    yield "XDipScore.rdb", type_library(functions)
    yield "CalcAddIns.xcu", add_ins(functions).encode()
    yield "Addons.xcu", addons().encode()
    yield "dipscore_component.py", Path(__file__).with_name("calc_component.py").read_bytes()
    code = carried.files("calc_cells", "calc_menu", "spelling", "vba", "vba_project", more=carried.WHOLE)
    for name, data in (*code, carried.macros(), carried.template()):
        yield f"pythonpath/{name}", data
    for name, data in carried.libraries():
        yield f"libraries/{name}", data


_MENU = f"{IDENTIFIER}.menu"
_BAR = f"{IDENTIFIER}.bar"
_REGISTRY = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<oor:component-data xmlns:oor="http://openoffice.org/2001/registry"'
    ' xmlns:xs="http://www.w3.org/2001/XMLSchema" oor:name="{name}" oor:package="org.openoffice.Office">\n'
    "{inside}</oor:component-data>\n"
)
_READ = ("Title", "DisplayName", "Description", "CompatibilityName")
"""Properties whose values are texts for people."""


def _node(name: str, *inside: str) -> str:
    return f'<node oor:name={quoteattr(name)} oor:op="replace">{"".join(inside)}</node>\n'


def _prop(name: str, value: str) -> str:
    """The XML of a property; texts for people are marked as English."""
    language = ' xml:lang="en"' if name in _READ else ""
    return f'<prop oor:name="{name}"><value{language}>{escape(value)}</value></prop>'


def addons() -> str:
    """Addons.xcu: the menu Diplomacy, and a toolbar with the items needed while games are played."""
    context = _prop("Context", "com.sun.star.sheet.SpreadsheetDocument")

    def entry(number: int, item: Item | None) -> str:
        name = f"N{number:02}"
        if item is None:
            return _node(name, _prop("URL", "private:separator"))
        title = f"{item.title}..." if item.wishes else item.title
        url = f"{IDENTIFIER}:{item.word}"
        return _node(name, _prop("URL", url), _prop("Title", title), _prop("Target", "_self"), context)

    def menu_entries(chosen: Sequence[Item]) -> str:
        groups = groupby(chosen, lambda item: item.order // 100)
        _, *entries = chain.from_iterable((None, *group) for _, group in groups)
        return "".join(entry(number, item) for number, item in enumerate(entries))

    all_ = items()
    title = _prop("Title", "Diploma~cy")  # no other menu uses this letter
    submenu = f'<node oor:name="Submenu">{menu_entries(all_)}</node>'
    menu = _node(_MENU, title, _prop("Target", "_self"), context, submenu)
    bar = _node(_BAR, menu_entries([item for item in all_ if item.in_play]))
    inside = (
        f'<node oor:name="AddonUI"><node oor:name="OfficeMenuBar">{menu}</node>'
        f'<node oor:name="OfficeToolBar">{bar}</node></node>'
    )
    return _REGISTRY.format(name="Addons", inside=inside)


def add_ins(functions: Sequence[Function] = FUNCTIONS) -> str:
    """CalcAddIns.xcu: the names and help texts that Calc shows, and the names in Excel files."""

    def describe_function(function: Function) -> str:
        arguments = (
            _node(one.name, _prop("DisplayName", one.name), _prop("Description", one.help))
            for one in function.arguments
        )
        return _node(
            method_name(function.name),
            _prop("DisplayName", function.name),
            _prop("Description", function.help),
            _prop("CompatibilityName", function.name),
            _prop("Category", "Add-In"),
            '<node oor:name="Parameters">',
            *arguments,
            "</node>",
        )

    listed = _node(
        SERVICE, '<node oor:name="AddInFunctions">\n', *map(describe_function, functions), "</node>"
    )
    inside = f'<node oor:name="AddInInfo">\n{listed}</node>'
    return _REGISTRY.format(name="CalcAddIns", inside=inside)


_BLOCK, _ANYTHING = "[][]any", "any"
"""UNO types. _BLOCK: rows of values, even for one cell. _ANYTHING: any value, for optional arguments."""
_CALLER = "com.sun.star.beans.XPropertySet"
"""UNO type of an argument that LibreOffice adds by itself: the document with the formula."""
_MODULE, _INTERFACE = b"\0", b"\5"


def type_library(functions: Sequence[Function] = FUNCTIONS) -> bytes:
    """The .rdb file that declares the component's only interface, XDipScore."""
    *modules, interface = f"{IDENTIFIER}.XDipScore".split(".")
    data = bytearray(b"UNOIDL\xff\0" + bytes(8))

    def append_piece(piece: bytes) -> int:
        data.extend(piece)
        return len(data) - len(piece)

    at, name = append_piece(_interface(functions)), interface
    for module in reversed(modules):
        entry = _number(append_piece(name.encode() + b"\0")) + _number(at)
        at, name = append_piece(_MODULE + _number(1) + entry), module
    entry = _number(append_piece(name.encode() + b"\0")) + _number(at)
    data[8:16] = _number(append_piece(entry)) + _number(1)
    return bytes(data)


def _interface(functions: Sequence[Function]) -> bytes:
    bases = _number(1) + _text("com.sun.star.uno.XInterface") + _number(0)
    no_attributes, no_exceptions, incoming = _number(0), _number(0), b"\0"
    written = _INTERFACE + bases + no_attributes + _number(len(functions))
    for function in functions:
        dated = takes_days(function)
        written += _text(method_name(function.name)) + _text(_BLOCK)
        written += _number(len(function.arguments) + dated)
        written += incoming + _text("document") + _text(_CALLER) if dated else b""
        for one in function.arguments:
            written += incoming + _text(one.name) + _text(_ANYTHING if one.optional else _BLOCK)
        written += no_exceptions
    return written


def _number(number: int) -> bytes:
    return struct.pack("<I", number)


def _text(text: str) -> bytes:
    return _number(len(text)) + text.encode("ascii")


def install(*, bundled: bool = False) -> None:
    """Install the extension for this user; bundled: with LibreOffice, for all its users. Raises a Fault."""
    if bundled:
        folder = bundled_folder()
        try:
            _unpack(extension(), folder)
        except OSError as why:
            raise NotAllowed(folder=folder, why=why.strerror) from None
        return
    try:
        with make_program_folder() as folder:
            file = folder / OXT
            file.write_bytes(extension())
            _unopkg("add", "--force", "--suppress-license", str(file))
    except OSError as why:
        raise CannotWrite(name=TEMPORARY, why=reason_of(why)) from None


def uninstall(*, bundled: bool = False) -> None:
    """Remove the extension. Raises a Fault, also if it is not installed."""
    if not bundled:
        _unopkg("remove", IDENTIFIER)
        return
    folder = bundled_folder()
    if not folder.exists():
        raise NotInstalled
    try:
        shutil.rmtree(folder)
    except OSError as why:
        raise NotAllowed(folder=folder, why=why.strerror) from None


def outdated_version() -> str:
    """The version of the installed LibreOffice if it does not know plain names, else empty."""
    found = re.search(r"(\d+)\.(\d+)[\d.]*", _run_command([str(_program()), "--version"]).stdout)
    if found is None or (int(found[1]), int(found[2])) >= KNOWS_PLAIN_NAMES:
        return ""
    return found[0]


def misleading_python() -> str:
    """The first python3 on PATH if LibreOffice would use its library instead of the system's; otherwise "".

    A LibreOffice without its own Python searches PATH for the library of the Python version that it needs.
    Only the system's Python has the module uno, without which neither the functions nor the menu start.
    """
    first, offices = shutil.which("python3"), next(find_office.pythons(_program()), None)
    systems = shutil.which("python3", path=os.defpath)
    if not first or not systems or offices != Path(systems) or offices.parent.samefile(Path(first).parent):
        return ""
    version = Path(systems).resolve().name
    return first if (Path(first).resolve().parents[1] / "lib" / version / "os.py").is_file() else ""


def bundled_folder() -> Path:
    """The folder of extensions bundled with LibreOffice."""
    inside = _program().parents[1]
    shared = inside / "Resources" if inside.name == "Contents" else inside / "share"
    return shared / "extensions" / "xl_dipscore"


def _unpack(data: bytes, folder: Path) -> None:
    """Replace the folder by the unpacked extension, so that LibreOffice never sees an incomplete folder."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh, old = (folder.parents[1] / f"xl_dipscore-{age}" for age in ("new", "old"))
    for leftover in (fresh, old):
        shutil.rmtree(leftover, ignore_errors=True)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(fresh)
    for path in (fresh, *fresh.rglob("*")):  # readable for all users, whatever the administrator's umask
        path.chmod(0o755 if path.is_dir() else 0o644)
    if folder.exists():
        folder.rename(old)
    fresh.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def _program() -> Path:
    found = find_office.program()
    if found is None:
        raise find_office.NoOffice
    return found.resolve()


def _unopkg(*words: str) -> None:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        raise NotAsRoot
    folder = _program().parent
    tool = next((path for name in ("unopkg.com", "unopkg") if (path := folder / name).exists()), None)
    if tool is None:
        raise NoInstaller
    done = _run_command([str(tool), *words])
    if "There is no such extension" in done.stderr:
        raise NotInstalled
    if done.returncode:
        lines = [line.strip() for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        raise Refused(why=" ".join(lines) or "nothing")


def _run_command(command: list[str]) -> subprocess.CompletedProcess[str]:
    nothing, clean = subprocess.DEVNULL, find_office.environment()
    return subprocess.run(command, stdin=nothing, capture_output=True, text=True, env=clean, check=False)
