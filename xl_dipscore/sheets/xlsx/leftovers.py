"""Make temporary files, and remove temporary files that a killed program left.

The name of a temporary file contains a code of the machine that made it. The program that made the file locks
it; when the program ends, even if it is killed, the system unlocks the file. An unlocked file of this machine
is therefore removed. A file of another machine, perhaps on a network share, is removed only when old.
"""

import contextlib
import os
import re
import secrets
import socket
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import BinaryIO

OLD = 24 * 3600
"""Seconds. No program still uses an older file, even if another machine's clock set the file's time."""
if sys.platform == "win32":
    _UNLOCKED = 60
    """Seconds. Windows does not remove open files, and a closed file gets its final name much sooner."""

    def _lock(handle: int) -> None:
        """Do nothing: on Windows, opening the file locks it."""

    def _take(path: Path) -> int | None:
        path.rename(path)  # fails if the file is open
        return None

else:
    import fcntl

    _UNLOCKED = OLD

    def _lock(handle: int) -> None:
        with contextlib.suppress(OSError):  # some network shares have no locks
            fcntl.flock(handle, fcntl.LOCK_EX)

    def _take(path: Path) -> int | None:
        """Lock a file; None if the file system has no locks. Raises OSError if a program has locked it."""
        handle = os.open(path, os.O_RDWR)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as why:
            os.close(handle)
            if isinstance(why, BlockingIOError):
                raise
            return None
        return handle


_NAME = re.compile(r"\.dipscore-([0-9a-f]{8})-[0-9a-f]{16}")
_swept: set[tuple[Path, str]] = set()


@contextlib.contextmanager
def temporary(folder: Path, ending: str = ".tmp") -> Iterator[tuple[Path, BinaryIO]]:
    """Create and open a file in a folder; at the end, remove it unless it was renamed. Raises OSError."""
    path = folder / f".dipscore-{_machine()}-{secrets.token_hex(8)}{ending}"
    owner = os.getpid()
    try:
        with _open_locked(path) as file:
            yield path, file
    finally:
        if owner == os.getpid():  # not in a fork of the process that made it
            with contextlib.suppress(OSError):
                path.unlink()


def _open_locked(path: Path) -> BinaryIO:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        handle = os.open(path, flags, 0o600)
        _lock(handle)
        if path.exists():
            return os.fdopen(handle, "wb")
        os.close(handle)  # another program removed the file before it was locked


def sweep(folder: Path, ending: str = ".tmp", clear: Callable[[Path], None] = lambda path: None) -> None:
    """Remove files that killed programs left in a folder, once per folder in a run of this program.

    clear: called with the path before a file is removed; if it raises OSError, the file stays.
    """
    if (folder, ending) in _swept:
        return
    _swept.add((folder, ending))
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            found = _NAME.fullmatch(entry.name.removesuffix(ending))
            if found is not None and entry.name.endswith(ending):
                with contextlib.suppress(OSError):
                    _remove(Path(entry), clear, ours=found[1] == _machine())


def _remove(path: Path, clear: Callable[[Path], None], *, ours: bool) -> None:
    """Remove a file if no program can still use it. Raises OSError if it is locked or cannot be removed."""
    handle = _take(path)
    try:
        found = path.stat()
        age = time.time() - max(found.st_mtime, found.st_ctime)
        if (ours and handle is not None) or age > (_UNLOCKED if ours else OLD):
            clear(path)
            path.unlink()
    finally:
        if handle is not None:
            os.close(handle)


@cache
def _machine() -> str:
    """A code for this machine, the same in all programs. Other machines have other codes."""
    told = socket.gethostname()
    for file in ("/etc/machine-id", "/var/lib/dbus/machine-id"):
        with contextlib.suppress(OSError):
            told += Path(file).read_text(encoding="ascii")
            break
    return f"{zlib.crc32(told.encode()):08x}"
