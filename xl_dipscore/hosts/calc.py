"""LibreOffice Calc: our extension for it, built from the declared functions, and installed.

A formula in an .xlsx holds a function's plain name, DCC_SCORE, which LibreOffice 25.2 and newer look up
in the extension. Older ones know only the full name, as .ods files hold it: spelling.py.
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
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from xl_dipscore.calculate import find_office
from xl_dipscore.calculate.program_folder import room
from xl_dipscore.errors import Fault
from xl_dipscore.functions import FUNCTIONS, VERSION, Function
from xl_dipscore.hosts import carried
from xl_dipscore.hosts.calc_cells import method_name

IDENTIFIER = "org.diplomacy.xldipscore"
SERVICE = f"{IDENTIFIER}.DipScore"
"""Formulas in .ods files begin with this name: it is never changed."""
KNOWS_PLAIN_NAMES = (25, 2)
"""The first LibreOffice that looks up the plain names of .xlsx files."""
OXT, UPDATE = "xl_dipscore.oxt", "update.xml"
"""The files of the newest release that LibreOffice looks for."""


class NotAsRoot(Fault):
    """You are the administrator: add --bundled to install for everybody, or use your own account."""


class NotAllowed(Fault):
    """{folder} cannot be changed ({why}); only the administrator can use --bundled."""


class NotInstalled(Fault):
    """LibreOffice does not have the functions; there is nothing to undo."""


class NoInstaller(Fault):
    """LibreOffice's unopkg was not found. Add --oxt xl_dipscore.oxt and open that file with LibreOffice."""


class Refused(Fault):
    """LibreOffice refused. Close all its windows and try again. It says: {why}"""


# -- the extension ----------------------------------------------------------------------------


def extension(functions: Sequence[Function] = FUNCTIONS, releases: str | None = None) -> bytes:
    """The .oxt file; the same bytes for the same version.

    releases: the address where LibreOffice looks for updates; the project's by default, none if empty.
    """
    return carried.zipped(_parts(functions, project_releases() if releases is None else releases))


def project_releases() -> str:
    """Where the files of the newest release lie, as pyproject.toml says; empty where it does not."""
    with contextlib.suppress(PackageNotFoundError):
        for address in metadata("xl_dipscore").get_all("Project-URL") or ():
            label, _, url = address.partition(", ")
            if label == "Releases":
                return str(url)
    return ""


def update(releases: str) -> bytes:
    """The file that lies there beside the .oxt, and tells LibreOffice of its version."""
    return _UPDATE.format(identifier=IDENTIFIER, version=VERSION, file=_at(releases, OXT)).encode()


def _at(releases: str, name: str) -> str:
    return quoteattr(f"{releases.rstrip('/')}/{name}")


def _parts(functions: Sequence[Function], releases: str) -> Iterator[tuple[str, bytes]]:
    updates = _UPDATES.format(file=_at(releases, UPDATE)) if releases else ""
    yield "META-INF/manifest.xml", _MANIFEST.encode()
    yield (
        "description.xml",
        _DESCRIPTION.format(identifier=IDENTIFIER, version=VERSION, updates=updates).encode(),
    )
    yield "XDipScore.rdb", type_library(functions)
    yield "CalcAddIns.xcu", add_ins(functions).encode()
    yield "dipscore_component.py", Path(__file__).with_name("calc_component.py").read_bytes()
    for name, data in carried.files("calc_cells"):
        yield f"pythonpath/{name}", data


_MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest">
 <manifest:file-entry manifest:full-path="XDipScore.rdb"
  manifest:media-type="application/vnd.sun.star.uno-typelibrary;type=RDB"/>
 <manifest:file-entry manifest:full-path="CalcAddIns.xcu"
  manifest:media-type="application/vnd.sun.star.configuration-data"/>
 <manifest:file-entry manifest:full-path="dipscore_component.py"
  manifest:media-type="application/vnd.sun.star.uno-component;type=Python"/>
</manifest:manifest>
"""

_DESCRIPTION = """<?xml version="1.0" encoding="UTF-8"?>
<description xmlns="http://openoffice.org/extensions/description/2006"
 xmlns:lo="http://libreoffice.org/extensions/description/2011" xmlns:xlink="http://www.w3.org/1999/xlink">
 <identifier value="{identifier}"/>
 <version value="{version}"/>
 <dependencies><lo:LibreOffice-minimal-version value="7.4" lo:name="LibreOffice 7.4"/></dependencies>
 <display-name><name lang="en">xl_dipscore: Diplomacy scores</name></display-name>
{updates}</description>
"""

_UPDATES = """ <update-information><src xlink:href={file}/></update-information>
"""

_UPDATE = """<?xml version="1.0" encoding="UTF-8"?>
<description xmlns="http://openoffice.org/extensions/update/2006" xmlns:xlink="http://www.w3.org/1999/xlink">
 <identifier value="{identifier}"/>
 <version value="{version}"/>
 <update-download><src xlink:href={file}/></update-download>
</description>
"""


def add_ins(functions: Sequence[Function] = FUNCTIONS) -> str:
    """CalcAddIns.xcu: the names and the help texts that Calc shows, and the names in Excel's files."""

    def texts(**properties: str) -> str:
        return "".join(
            f'<prop oor:name="{name}"><value xml:lang="en">{escape(text)}</value></prop>'
            for name, text in properties.items()
        )

    def node(name: str, *inside: str) -> str:
        return f'<node oor:name={quoteattr(name)} oor:op="replace">{"".join(inside)}</node>\n'

    def described(function: Function) -> str:
        arguments = (
            node(one.name, texts(DisplayName=one.name, Description=one.help)) for one in function.arguments
        )
        return node(
            method_name(function.name),
            texts(DisplayName=function.name, Description=function.help, CompatibilityName=function.name),
            '<prop oor:name="Category"><value>Add-In</value></prop>',
            '<node oor:name="Parameters">',
            *arguments,
            "</node>",
        )

    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<oor:component-data xmlns:oor="http://openoffice.org/2001/registry"'
        ' xmlns:xs="http://www.w3.org/2001/XMLSchema"'
        ' oor:name="CalcAddIns" oor:package="org.openoffice.Office">\n<node oor:name="AddInInfo">\n'
        + node(SERVICE, '<node oor:name="AddInFunctions">\n', *map(described, functions), "</node>")
        + "</node></oor:component-data>\n"
    )


# -- the type library: LibreOffice's binary format, little-endian, offsets from the start of the file ------

_BLOCK, _ANYTHING = "[][]any", "any"
"""A range, an array or a value as rows; only what may be anything may be left out."""
_MODULE, _INTERFACE = b"\0", b"\5"


def type_library(functions: Sequence[Function] = FUNCTIONS) -> bytes:
    """The .rdb file that declares the component's one interface, XDipScore."""
    *modules, interface = f"{IDENTIFIER}.XDipScore".split(".")
    data = bytearray(b"UNOIDL\xff\0" + bytes(8))

    def put(piece: bytes) -> int:
        data.extend(piece)
        return len(data) - len(piece)

    at, name = put(_interface(functions)), interface
    for module in reversed(modules):
        entry = _number(put(name.encode() + b"\0")) + _number(at)
        at, name = put(_MODULE + _number(1) + entry), module
    entry = _number(put(name.encode() + b"\0")) + _number(at)
    data[8:16] = _number(put(entry)) + _number(1)
    return bytes(data)


def _interface(functions: Sequence[Function]) -> bytes:
    bases = _number(1) + _text("com.sun.star.uno.XInterface") + _number(0)
    no_attributes, no_exceptions, incoming = _number(0), _number(0), b"\0"
    written = _INTERFACE + bases + no_attributes + _number(len(functions))
    for function in functions:
        written += _text(method_name(function.name)) + _text(_BLOCK) + _number(len(function.arguments))
        for one in function.arguments:
            written += incoming + _text(one.name) + _text(_ANYTHING if one.optional else _BLOCK)
        written += no_exceptions
    return written


def _number(number: int) -> bytes:
    return struct.pack("<I", number)


def _text(text: str) -> bytes:
    return _number(len(text)) + text.encode("ascii")


# -- installing -------------------------------------------------------------------------------


def install(*, bundled: bool = False) -> None:
    """For this person, or bundled with LibreOffice for everybody on the machine. Raises a Fault."""
    if bundled:
        folder = bundled_folder()
        try:
            _unpack(extension(), folder)
        except OSError as why:
            raise NotAllowed(folder=folder, why=why.strerror) from None
        return
    with room() as folder:
        file = folder / OXT
        file.write_bytes(extension())
        _unopkg("add", "--force", str(file))


def uninstall(*, bundled: bool = False) -> None:
    """Take it away again. Raises a Fault, also where it is not installed."""
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


def too_old() -> str:
    """The version of an installed LibreOffice that does not know plain names, or nothing."""
    told = _run([str(_program()), "--version"]).stdout
    found = re.search(r"(\d+)\.(\d+)[\d.]*", told)
    if found is None or (int(found[1]), int(found[2])) >= KNOWS_PLAIN_NAMES:
        return ""
    return found[0]


def bundled_folder() -> Path:
    """Where LibreOffice finds extensions that came with it."""
    inside = _program().parents[1]
    shared = inside / "Resources" if inside.name == "Contents" else inside / "share"
    return shared / "extensions" / "xl_dipscore"


def _unpack(data: bytes, folder: Path) -> None:
    """Into the folder's place, whole: LibreOffice sees the old one or the new one."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh, old = (folder.parents[1] / f"xl_dipscore-{age}" for age in ("new", "old"))
    for leftover in (fresh, old):
        shutil.rmtree(leftover, ignore_errors=True)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(fresh)
    for path in (fresh, *fresh.rglob("*")):  # for everybody, whatever the administrator's usual rights
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
    done = _run([str(tool), *words])
    if "There is no such extension" in done.stderr:
        raise NotInstalled
    if done.returncode:
        lines = [line.strip() for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        raise Refused(why=" ".join(lines) or "nothing")


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    nothing, clean = subprocess.DEVNULL, find_office.surroundings()
    return subprocess.run(command, stdin=nothing, capture_output=True, text=True, env=clean, check=False)
