"""Writing that leaves a file either the old one or the new one, whatever happens in between."""

import contextlib
import filecmp
import os
import shutil
import stat
from collections.abc import Callable
from itertools import count
from pathlib import Path

from xl_dipscore.errors import Fault
from xl_dipscore.files import kind_of, reason_of
from xl_dipscore.xlsx.leftovers import sweep, temporary


class CannotWrite(Fault):
    """{name} cannot be written: {why}."""

    passing = True


class OpenElsewhere(Fault):
    """{name} is open in {program}; close it first. (If it is not open, delete the file {lock} beside it.)"""

    passing = True


class WriteProtected(Fault):
    """{name} is write-protected."""


class ChangedMeanwhile(Fault):
    """{name} was changed by another program in the meantime; nothing was written."""

    passing = True


class GoneMeanwhile(Fault):
    """{name} was moved or deleted in the meantime; nothing was written."""

    passing = True


def is_there(path: Path) -> bool:
    """Not one whose name is too long, for which Path.exists raises an error."""
    return os.path.exists(path)  # noqa: PTH110


def check_writable(path: Path) -> None:
    """Raise the fault that stands against writing, if there is one."""
    # A symbolic link stays one: the file it points to is replaced.
    real = path.resolve()
    for file in {path, real}:
        for lock, program in ((f"~${file.name}", "Excel"), (f".~lock.{file.name}#", "LibreOffice")):
            if is_there(file.parent / lock):
                raise OpenElsewhere(name=file.name, program=program, lock=lock)
    with contextlib.suppress(OSError):  # there is none
        if not (real.stat().st_mode & 0o222 and os.access(real, os.W_OK)):
            raise WriteProtected(name=path.name)
    sweep(real.parent)


def check_same(path: Path, *known: bytes | None) -> None:
    """Raise the fault that a file has other contents than these by now; None is no file."""
    try:
        now = path.read_bytes()
    except FileNotFoundError:
        now = None
    except OSError as why:
        raise CannotWrite(name=path.name, why=reason_of(why)) from None
    if now not in known:
        raise (GoneMeanwhile if now is None else ChangedMeanwhile)(name=path.name)


def bytes_of(text: str) -> bytes:
    """Lines end as the system's do; the name of a file may have what is no character."""
    return text.replace("\n", os.linesep).encode(errors="backslashreplace")


def replace(path: Path, data: bytes, check: Callable[[], object] = lambda: None) -> None:
    """Put a file in place of the old one, in one step.

    The file keeps its permissions, and its owner and extended attributes where the system allows (Python on
    macOS knows no attributes); its time of creation is new. What is no file, such as a pipe, is written to.

    check: called when there is nothing left to do but the step itself; what it raises prevents it.
    Raises CannotWrite.
    """
    try:
        if kind_of(path):
            path.write_bytes(data)
            return
        real = path.resolve()
        _write_and_rename(real, data, real, check)
    except OSError as why:
        raise CannotWrite(name=path.name, why=reason_of(why)) from None
    _flush_folder(real.parent)


def keep_old(path: Path) -> Path | None:
    """Keep a file as name.bak.xlsx; an older backup with other contents stays, and this one is
    name.bak2.xlsx. None when there is a backup with the same contents. Raises CannotWrite."""
    real = path.resolve()
    for number in count(1):
        kept = real.with_name(f"{real.stem}.bak{number if number > 1 else ''}{real.suffix}")
        if not is_there(kept):
            break
        if _same(real, kept):
            return None
    try:
        _write_and_rename(kept, real.read_bytes(), real)
    except OSError as why:
        raise CannotWrite(name=kept.name, why=reason_of(why)) from None
    return kept


def _same(one: Path, other: Path) -> bool:
    with contextlib.suppress(OSError):
        return filecmp.cmp(one, other, shallow=False)
    return False


def _write_and_rename(
    path: Path, data: bytes, like: Path, check: Callable[[], object] = lambda: None
) -> None:
    """Write beside a file, flush, and rename. It is such a file as `like`, whose time a copy keeps."""
    sweep(path.parent)
    with temporary(path.parent) as (fresh, file):
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        if is_there(like):
            _make_like(fresh, like, timed=like != path)
        else:
            fresh.chmod(0o666 & ~_umask())
        check()
        try:
            fresh.replace(path)
        except OSError:  # not every system renames an open file
            file.close()
            fresh.replace(path)


def _make_like(fresh: Path, old: Path, *, timed: bool) -> None:
    """Give a file the permissions of another, its owner and attributes where the system allows, perhaps its
    time."""
    with contextlib.suppress(FileNotFoundError):  # which the check may mind
        there = old.stat()
        if hasattr(os, "chown"):
            with contextlib.suppress(PermissionError):
                os.chown(fresh, there.st_uid, there.st_gid)
        fresh.chmod(stat.S_IMODE(there.st_mode))
        shutil.copystat(old, fresh)
        if not timed:
            os.utime(fresh)


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
