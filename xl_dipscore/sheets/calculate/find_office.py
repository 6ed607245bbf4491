"""Find LibreOffice on this machine, and environment variables for LibreOffice's programs."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from xl_dipscore.errors import Fault


class NoOffice(Fault):
    """LibreOffice is not installed, or its program soffice was not found."""


class NoAnswer(Fault):
    """LibreOffice does not start, or no Python here can talk to it (Debian, Ubuntu: install python3-uno)."""


_PROGRAMS = (
    "soffice",
    "libreoffice",
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    r"C:\Program Files\LibreOffice\program\soffice.exe",
)
_PYTHONS = ("python", "python3", "python.exe", "../Resources/python")
"""Paths of LibreOffice's own Python, relative to the folder of LibreOffice's program."""
_LEADS_ASTRAY = frozenset({"URE_BOOTSTRAP", "PYTHONPATH", "PYTHONHOME"})


def program() -> Path | None:
    """The path of LibreOffice's program; None if LibreOffice is not installed."""
    found = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    return None if found is None else Path(found)


def pythons(program: Path) -> Iterator[Path]:
    """Paths of Pythons that may be able to import uno: LibreOffice's own Python, then the system's Python."""
    folder = program.resolve().parent
    yield from (path for name in _PYTHONS if (path := folder / name).is_file())
    if os.name == "posix" and (found := shutil.which("python3", path=os.defpath)):
        yield Path(found)


def environment() -> dict[str, str]:
    """Environment variables for LibreOffice's programs: their Python must not find this Python's library."""
    clean = {key: value for key, value in os.environ.items() if key not in _LEADS_ASTRAY}
    if os.name == "posix":
        clean["PATH"] = os.defpath
    return clean
