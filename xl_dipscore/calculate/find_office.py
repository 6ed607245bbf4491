"""LibreOffice on this machine: where its programs are, and in what surroundings they start."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from xl_dipscore.errors import Fault


class NoOffice(Fault):
    """LibreOffice is not installed, or its program soffice was not found."""


class NoAnswer(Fault):
    """LibreOffice does not start, or no Python here knows it (on Debian and Ubuntu, install python3-uno)."""


_PROGRAMS = (
    "soffice",
    "libreoffice",
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    r"C:\Program Files\LibreOffice\program\soffice.exe",
)
_PYTHONS = ("python", "python3", "python.exe", "../Resources/python")
"""Its own Python, as seen from its program."""
_LEADS_ASTRAY = frozenset({"URE_BOOTSTRAP", "PYTHONPATH", "PYTHONHOME"})


def program() -> Path | None:
    """What starts it, or None where it is not installed."""
    found = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    return None if found is None else Path(found)


def pythons(program: Path) -> Iterator[Path]:
    """The Pythons that may know how to talk to it: its own, then the system's."""
    folder = program.resolve().parent
    yield from (path for name in _PYTHONS if (path := folder / name).is_file())
    if os.name == "posix" and (found := shutil.which("python3", path=os.defpath)):
        yield Path(found)


def surroundings() -> dict[str, str]:
    """The environment for its programs: its own Python must not find the library of this one."""
    clean = {key: value for key, value in os.environ.items() if key not in _LEADS_ASTRAY}
    if os.name == "posix":
        clean["PATH"] = os.defpath
    return clean
