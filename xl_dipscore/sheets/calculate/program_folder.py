"""Make a folder for a program that we start, and clean up after programs that were killed."""

import contextlib
import hashlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from xl_dipscore.sheets.xlsx.leftovers import sweep, temporary

PROFILE = "profile"
"""The name of the folder for LibreOffice's settings, inside the program's folder."""
_IN_USE = ".room"
_PATIENCE = 10
"""Seconds to wait until killed programs have stopped writing into the folder."""


@contextlib.contextmanager
def make_program_folder() -> Iterator[Path]:
    """Make a temporary folder, and a file beside the folder that marks it as in use. Raises OSError.

    At the end, programs with the folder's name on their command line are killed, and the folder is removed.
    At the start, folders that killed programs left behind are removed in the same way.
    """
    place = Path(tempfile.gettempdir())
    sweep(place, _IN_USE, _clear_leftovers)
    with temporary(place, _IN_USE) as (path, _):
        folder, owner = path.with_suffix(""), os.getpid()
        try:
            folder.mkdir(0o700)
            yield folder
        finally:
            if owner == os.getpid():  # not in a fork of the process that made the folder
                _clear(folder)


def _clear_leftovers(in_use: Path) -> None:
    folder = in_use.with_suffix("")
    _clear(folder)
    if folder.exists():
        raise FileExistsError(folder)


def _clear(folder: Path) -> None:
    if not folder.is_dir():
        return
    for process in _programs_in(folder):
        with contextlib.suppress(OSError):
            os.kill(process, signal.SIGKILL)
    deadline = time.monotonic() + _PATIENCE
    while folder.exists() and time.monotonic() < deadline:
        shutil.rmtree(folder, ignore_errors=True)
    for listener in listeners(folder):
        with contextlib.suppress(OSError):
            listener.unlink()


def listeners(folder: Path) -> Iterator[Path]:
    """The socket files that a LibreOffice with its settings in `folder` leaves behind."""
    profile = "".join(f"{letter}\0" for letter in (folder / PROFILE).as_uri())
    digest = hashlib.md5(profile.encode("ascii"), usedforsecurity=False).digest()
    single = "".join(f"{byte:x}" for byte in digest)
    for place in ("/tmp", "/var/tmp"):
        for name in (folder.name, f"SingleOfficeIPC_{single}"):
            yield from Path(place).glob(f"OSL_PIPE_*_{name}")


def _programs_in(folder: Path) -> Iterator[int]:
    if Path("/proc/self/cmdline").exists():
        for commands in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                if os.fsencode(folder.name) in commands.read_bytes():
                    yield int(commands.parent.name)
    elif os.name == "posix":
        command = ["ps", "-axww", "-o", "pid=,args="]
        with contextlib.suppress(OSError):
            listed = subprocess.run(command, capture_output=True, errors="replace", check=False).stdout
            yield from (int(line.split()[0]) for line in listed.splitlines() if folder.name in line)
