"""Write files so that either the old file or the new one exists, whatever happens meanwhile."""

import contextlib
import filecmp
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from xl_dipscore.errors import Fault
from xl_dipscore.sheets.files import kind_of, reason_of
from xl_dipscore.sheets.xlsx.leftovers import sweep, temporary


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


TEMPORARY = "The temporary folder"


def is_there(path: Path) -> bool:
    """Does the path exist? Path.exists raises an error for too long names."""
    return os.path.exists(path)  # noqa: PTH110


def check_writable(path: Path) -> None:
    """Raise a fault if a file is in use or write-protected. Also remove old temporary files in its folder."""
    # A symbolic link stays; the file it points to is replaced.
    real = path.resolve()
    for file in {path, real}:
        for lock, program in ((f"~${file.name}", "Excel"), (f".~lock.{file.name}#", "LibreOffice")):
            if is_there(file.parent / lock):
                raise OpenElsewhere(name=file.name, program=program, lock=lock)
    with contextlib.suppress(OSError):  # no such file
        if not (real.stat().st_mode & 0o222 and os.access(real, os.W_OK)):
            raise WriteProtected(name=path.name)
    sweep(real.parent)


def check_same(path: Path, *known: bytes | None) -> None:
    """Raise a fault if the file's contents are not in `known`. None in `known` allows a missing file."""
    try:
        now = path.read_bytes()
    except FileNotFoundError:
        now = None
    except OSError as why:
        raise CannotWrite(name=path.name, why=reason_of(why)) from None
    if now not in known:
        raise (GoneMeanwhile if now is None else ChangedMeanwhile)(name=path.name)


def bytes_of(text: str) -> bytes:
    """Encode a text with the system's line ends. Escape what cannot be encoded, as in some file names."""
    return text.replace("\n", os.linesep).encode(errors="backslashreplace")


def replace(path: Path, data: bytes, check: Callable[[], object] = lambda: None) -> None:
    """Replace a file in one step.

    The new file keeps the permissions of the old one, and its owner and extended attributes if the system
    allows (on macOS Python cannot copy the attributes). Its creation time is new. A pipe, terminal or other
    device is written to directly.

    check: called just before the replacement; if it raises, nothing is replaced.
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


@contextlib.contextmanager
def temporary_folder() -> Iterator[Path]:
    """Make a temporary folder, and remove it at the end. Raises CannotWrite, also if the folder is full."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder)
    except OSError as why:
        raise CannotWrite(name=TEMPORARY, why=reason_of(why)) from None


def keep_old(path: Path) -> Path | None:
    """Copy a file to name.bak.xlsx, or if other backups exist, to name.bak2.xlsx and so on.

    Returns the copy; None, without copying, if a backup has the same contents. Raises CannotWrite.
    """
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
    """Write a temporary file, flush it, and rename it to `path`.

    The file gets the permissions of `like`; if `like` is not `path`, also the time of `like`.
    """
    sweep(path.parent)
    with temporary(path.parent) as (fresh, file):
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        if is_there(like):
            _make_like(fresh, like, timed=like != path)
        else:
            os.umask(mask := os.umask(0o022))  # the mask can only be read by setting it
            fresh.chmod(0o666 & ~mask)
        check()
        try:
            fresh.replace(path)
        except OSError:  # not every system renames an open file
            file.close()
            fresh.replace(path)


def _make_like(fresh: Path, old: Path, *, timed: bool) -> None:
    """Copy a file's permissions, its owner and attributes if the system allows, and its time if `timed`."""
    with contextlib.suppress(FileNotFoundError):  # `old` has just gone; `check` may refuse that
        there = old.stat()
        if hasattr(os, "chown"):
            with contextlib.suppress(PermissionError):
                os.chown(fresh, there.st_uid, there.st_gid)
        fresh.chmod(stat.S_IMODE(there.st_mode))
        shutil.copystat(old, fresh)
        if not timed:
            os.utime(fresh)


def _flush_folder(folder: Path) -> None:
    """Make sure that the file's new name is on the disk too; not every system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
