"""Excel for Windows: install the files that the macros need, and choose the Python that Excel starts.

The macros know no version or folder of Python: they load xlwings' library under a name of ours, and the
library finds in the settings file beside it how to start Python. The library can read only characters of the
system's ANSI code page: in that file, in paths, and in the environment variables that Python gets.
"""

import contextlib
import os
import re
import sys
from collections.abc import Mapping
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path

from xl_dipscore.errors import Fault
from xl_dipscore.sheets.files import reason_of
from xl_dipscore.sheets.xlsx.replace import CannotWrite, replace
from xl_dipscore.sheets.xlsx.target import FileKind

FOLDER = ".dipscore"
"""A folder in the user's folder, not in AppData: a Python from the Microsoft Store sees another AppData."""
SETTINGS = "dipscore.conf"
LIBRARIES = ("dipscore64.dll", "dipscore32.dll")
"""The libraries for 64-bit and for 32-bit Excel, under our names."""
TAB = "Diplomacy.xlam"
"""The add-in with the tab Diplomacy."""
ADD_IN = FileKind(
    "Excel's tab Diplomacy",
    ".xlam",
    lambda packed: b"customUI/customUI14.xml" in packed and b"xl/styles.xml" not in packed,
)
"""How to know our add-in, so that `--xlam` replaces no other file. Files that Excel saved have styles."""

_ANSI = "mbcs" if sys.platform == "win32" else "utf-8"
_LONGEST = 259
"""The most bytes of a path. Excel would crash if the command to start Python had over 2047 characters."""


_AGAIN = "Extract the zip again into a new folder, and start Install there."
"""The remedy for the folder with its own Python."""


class NoLibraries(
    Fault,
    remedy="Install the 64-bit Python for x64 from python.org (on an ARM processor too), and use it to "
    "install xl_dipscore.",
    in_menu=_AGAIN,
):
    """xlwings {version} has no libraries for Excel in this Python."""


class LostLibrary(Fault, remedy="Run: pip install --force-reinstall xlwings", in_menu=_AGAIN):
    """{path}, a part of xlwings, cannot be read ({why})."""


class UnreadableFolder(Fault):
    """Excel cannot start {path}, because of its letters or its length. Windows has no short name for it. \
Put it into a folder named in plain letters, such as C:\\dipscore."""


class UnreadableHome(
    Fault,
    remedy="Use xlwings Lite: dipscore attach WORKBOOK.XLSX --host lite",
    in_menu="Use a Windows account named in plain letters, or dipscore.html, which needs no Excel.",
):
    """Excel's macros cannot read the letters of {path}, and Windows has no short name for it."""


class InUse(Fault):
    """{path} cannot be changed ({why}); close Excel and run this again."""


def install(environment: Mapping[str, str] = os.environ, interpreter: str = sys.executable) -> Path:
    """Put the libraries and the settings into FOLDER in the user's folder, all or none. Returns the folder.

    The tab Diplomacy goes into the folder XLSTART.
    Raises NoLibraries, LostLibrary, UnreadableFolder, UnreadableHome, InUse, OSError.
    """
    home = Path(environment["USERPROFILE"])
    if _readable_path(str(home)) is None:
        raise UnreadableHome(path=home)
    text = settings(interpreter, environment).replace("\n", "\r\n").encode(_ANSI)
    wanted: dict[str, bytes | None] = {**_libraries(), SETTINGS: text}
    (home / FOLDER).mkdir(exist_ok=True)
    _change(home / FOLDER, wanted)
    if (start := start_folder(environment)) is not None:
        start.mkdir(parents=True, exist_ok=True)
        _change(start, {TAB: add_in()})
    return home / FOLDER


def uninstall(environment: Mapping[str, str] = os.environ) -> list[Path]:
    """Remove the files of `install`: libraries and settings all or none, then the tab. Raises InUse.

    Returns the files that existed.
    """
    folder = Path(environment["USERPROFILE"]) / FOLDER
    found = [folder / name for name in (*LIBRARIES, SETTINGS) if (folder / name).exists()]
    _change(folder, {path.name: None for path in found})
    if (start := start_folder(environment)) is not None and (start / TAB).exists():
        _change(start, {TAB: None})
        found.append(start / TAB)
    if found and not any(folder.iterdir()):
        folder.rmdir()
    return found


def other_python(interpreter: str, environment: Mapping[str, str]) -> str | None:
    """The Python that Excel starts in place of `interpreter`; None if there is no other one."""
    try:
        text = (Path(environment["USERPROFILE"]) / FOLDER / SETTINGS).read_text(encoding=_ANSI)
    except (OSError, UnicodeDecodeError):
        return None
    found = re.match(r'Command = "([^"]+)"', text)
    named = found[1] if found else ""
    return named if named != _readable_path(interpreter) and Path(named).is_file() else None


def start_folder(environment: Mapping[str, str]) -> Path | None:
    """The user's folder of add-ins that Excel opens when it starts, without asking about macros."""
    roaming = environment.get("APPDATA", "")
    return Path(roaming, "Microsoft", "Excel", "XLSTART") if Path(roaming).is_absolute() else None


def add_in() -> bytes:
    """The tab Diplomacy, built by .ci/regenerate."""
    return (files("xl_dipscore.hosts") / "parts" / TAB).read_bytes()


def settings(interpreter: str, environment: Mapping[str, str]) -> str:
    """The settings by which the library starts Python. Raises UnreadableFolder.

    The library replaces `$(CLSID)` by a name for this Excel, and hides the console.
    """
    python = _readable_path(interpreter)
    if python is None:
        raise UnreadableFolder(path=interpreter)
    # -P: do not import files beside the workbook, such as random.py.
    lines = [f"""Command = "{python}" -P -c "import xlwings; xlwings.serve('$(CLSID)')\""""]
    # Folders whose names the library cannot read get short names: otherwise Python would look for packages
    # and temporary files in folders that do not exist.
    for name in ("APPDATA", "LOCALAPPDATA", "TEMP", "TMP", "USERPROFILE"):
        folder = environment.get(name, "")
        short = _readable_path(folder)
        if short is not None and short != folder:
            lines.append(f"Environment:{name} = {short}")
    return "".join(f"{line}\n" for line in lines)


def _readable_path(path: str) -> str | None:
    """The path if the library can read it, or else its short form; None if the library can read neither."""
    for one in (path, _short_path(path)):
        with contextlib.suppress(UnicodeEncodeError):
            # In the settings, $( begins a placeholder.
            if len(one.encode(_ANSI)) <= _LONGEST and "$(" not in one:
                return one
    return None


def _short_path(path: str) -> str:
    """The path with each name in its short form (8.3), if Windows keeps short forms."""
    if sys.platform != "win32":
        return path
    import ctypes

    buffer = ctypes.create_unicode_buffer(2**15)
    found = ctypes.windll.kernel32.GetShortPathNameW(path, buffer, len(buffer))
    return buffer.value if found else path


def _libraries() -> dict[str, bytes]:
    """The libraries of the installed xlwings, under our names."""
    xlwings = distribution("xlwings")
    found = {}
    # Pip records where it put the package's libraries: beside Python, in a venv or in the user's folder.
    for file in xlwings.files or ():
        if bits := re.fullmatch(r"xlwings(32|64)-.*\.dll", file.name):
            path = Path(os.path.normpath(file.locate()))
            try:
                found[f"dipscore{bits[1]}.dll"] = path.read_bytes()
            except OSError as wrong:
                raise LostLibrary(path=path, why=reason_of(wrong)) from None
    if {*found} != {*LIBRARIES}:
        raise NoLibraries(version=xlwings.version)
    return found


def _change(folder: Path, wanted: Mapping[str, bytes | None]) -> None:
    """Write files, or remove those without data; all or none. Raises InUse: Windows locks files in use."""
    changed: dict[Path, bytes | None] = {}
    try:
        for name, data in wanted.items():
            path = folder / name
            old = path.read_bytes() if path.exists() else None
            # Settings are always written: a new date makes an open Excel restart Python with new packages.
            if data != old or name == SETTINGS:
                _write_or_remove(path, data)
                changed[path] = old
    except InUse:
        for path, old in changed.items():
            with contextlib.suppress(InUse):
                _write_or_remove(path, old)
        raise


def _write_or_remove(path: Path, data: bytes | None) -> None:
    try:
        if data is None:
            path.unlink()
        else:
            replace(path, data)
    except CannotWrite as wrong:
        raise InUse(path=path, why=wrong.facts["why"]) from None
    except OSError as wrong:
        raise InUse(path=path, why=reason_of(wrong)) from None
