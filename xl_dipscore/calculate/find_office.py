"""Find LibreOffice on this machine, and the environment in which its programs start."""

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
"""LibreOffice's own Python, relative to its program."""
_LEADS_ASTRAY = frozenset({"URE_BOOTSTRAP", "PYTHONPATH", "PYTHONHOME"})


def program() -> Path | None:
    """LibreOffice's program; None if it is not installed."""
    found = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    return None if found is None else Path(found)


def pythons(program: Path) -> Iterator[Path]:
    """Pythons that may be able to import uno: LibreOffice's own, then the system's."""
    folder = program.resolve().parent
    yield from (path for name in _PYTHONS if (path := folder / name).is_file())
    if os.name == "posix" and (found := shutil.which("python3", path=os.defpath)):
        yield Path(found)


def environment() -> dict[str, str]:
    """Environment variables for LibreOffice's programs. Its Python must not find this Python's library."""
    clean = {key: value for key, value in os.environ.items() if key not in _LEADS_ASTRAY}
    if os.name == "posix":
        clean["PATH"] = os.defpath
    return clean
