"""Writing that leaves a file either the old one or the new one, whatever happens in between."""

from __future__ import annotations

import contextlib
import filecmp
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import BinaryIO

from xl_dipscore.errors import Fault


class CannotWrite(Fault):
    """{name} cannot be written ({why})."""


class OpenElsewhere(Fault):
    """{name} is open in {program}; close it first. (If it is not open, delete the file {lock} beside it.)"""


class WriteProtected(Fault):
    """{name} is write-protected."""


class ChangedMeanwhile(Fault):
    """{name} was changed by another program in the meantime; nothing was written."""


STALE = 3600
"""Seconds after which nobody is still writing a file."""
Stamp = tuple[int, int]
"""By which a file is known to be as it was: its time and its size."""


def stamp(found: os.stat_result) -> Stamp:
    return found.st_mtime_ns, found.st_size


def check_writable(path: Path, known: Stamp | None = None) -> None:
    """Raise the fault that stands against writing, if there is one; `known` is what it was when read."""
    # A symbolic link stays one: the file it points to is replaced.
    real = path.resolve()
    for file in {path, real}:
        for lock, program in ((f"~${file.name}", "Excel"), (f".~lock.{file.name}#", "LibreOffice")):
            if file.with_name(lock).exists():
                raise OpenElsewhere(name=file.name, program=program, lock=lock)
    if not real.exists():
        return
    found = real.stat()
    if not found.st_mode & 0o222 or not os.access(real, os.W_OK):
        raise WriteProtected(name=path.name)
    if known is not None and stamp(found) != known:
        raise ChangedMeanwhile(name=path.name)


def replace(path: Path, data: bytes) -> None:
    """Put a file in place of the old one, in one step. Raises CannotWrite.

    The file keeps its permissions, and its owner where the system allows; its time of creation is new.
    """
    real = path.resolve()
    try:
        mode = stat.S_IMODE(real.stat().st_mode) if real.exists() else 0o666 & ~_umask()

        def finish(temporary: Path) -> None:
            _own(temporary, real)
            temporary.chmod(mode)

        _put(real, real, lambda file: file.write(data), finish)
    except OSError as why:
        raise CannotWrite(name=path.name, why=why.strerror) from None
    _flush_folder(real.parent)
    _sweep(real)


def keep_old(path: Path) -> Path | None:
    """Keep a file as name.bak.xlsx; an older backup with other contents stays, and this one is
    name.bak2.xlsx. None when there is a backup with the same contents. Raises CannotWrite."""
    real = path.resolve()
    for number in count(1):
        kept = real.with_name(f"{real.stem}.bak{number if number > 1 else ''}{real.suffix}")
        if not kept.exists():
            break
        if filecmp.cmp(real, kept, shallow=False):
            return None
    try:
        with real.open("rb") as old:
            _put(
                real,
                kept,
                lambda file: shutil.copyfileobj(old, file),
                lambda temporary: shutil.copystat(real, temporary),
            )
    except OSError as why:
        raise CannotWrite(name=kept.name, why=why.strerror) from None
    return kept


def _put(
    beside: Path, path: Path, fill: Callable[[BinaryIO], object], finish: Callable[[Path], None]
) -> None:
    """Write beside a file, flush, and rename."""
    handle, name = tempfile.mkstemp(prefix=f".{beside.name}-", suffix=".tmp", dir=beside.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            fill(file)
            file.flush()
            os.fsync(file.fileno())
        finish(temporary)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _sweep(path: Path) -> None:
    """Remove what was left beside the file when a program was killed; younger ones may be in use."""
    left = re.compile(re.escape(f".{path.name}-") + r"[a-z0-9_]{8}\.tmp")
    with contextlib.suppress(OSError), os.scandir(path.parent) as entries:
        # Both times are by the clock of the disk, which may be another machine's.
        now = path.stat().st_ctime
        for entry in entries:
            if left.fullmatch(entry.name) and now - entry.stat(follow_symlinks=False).st_ctime > STALE:
                Path(entry).unlink()


def _own(temporary: Path, path: Path) -> None:
    """Owner and group of the old file, where the system lets us."""
    if hasattr(os, "chown") and path.exists():
        old = path.stat()
        with contextlib.suppress(PermissionError):
            os.chown(temporary, old.st_uid, old.st_gid)


def _flush_folder(folder: Path) -> None:
    """So that the new name is on the disk too; not every system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _umask() -> int:
    current = os.umask(0o022)
    os.umask(current)
    return current
