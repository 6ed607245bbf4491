"""Find the workbooks that a command's paths and patterns name, and make folders to write into."""

import os
import re
from collections.abc import Iterable
from glob import glob
from pathlib import Path

from xl_dipscore.errors import Fault
from xl_dipscore.sheets.files import kind_of, reason_of
from xl_dipscore.sheets.xlsx.replace import is_there

_ENDINGS = (".xlsx", ".xlsm", ".xltx", ".xltm")
_BACKUP = re.compile(r"\.bak\d*$")


class NotAFolder(Fault):
    """{path} is {kind}, not a folder."""


class CannotMakeFolder(Fault):
    """The folder {path} cannot be made: {why}."""


def workbooks(paths: Iterable[Path]) -> Iterable[Path]:
    """Yield each file once: given files, workbooks in given folders, and workbooks that match given patterns.

    Lock files, hidden files and backups are left out, unless they are given. A folder without workbooks and a
    pattern without a match are yielded unchanged: an attempt to open them reports the fault.
    """
    seen: set[Path] = set()
    for path in paths:
        for found in _inside(path) or [path]:
            real = found.resolve()
            if real not in seen:
                seen.add(real)
                yield found


def is_pattern(path: Path) -> bool:
    """Is the path a pattern, such as `*.xlsx`, and not the name of an existing file?"""
    return bool(set("*?[") & set(str(path))) and not is_there(path)


def is_workbook(path: Path) -> bool:
    return path.suffix.lower() in _ENDINGS


def _inside(path: Path) -> list[Path]:
    if kind_of(path) == "a folder":
        return sorted(found for found in path.rglob("*") if _is_wanted(found, path))
    if not is_pattern(path):
        return []
    matches = map(Path, sorted(glob(str(path), recursive=True)))  # noqa: PTH207  Path.glob takes no "/..."
    return [
        found
        for match in matches
        for found in (_inside(match) if match.is_dir() else [match])
        if _is_wanted(found, match)
    ]


def _is_wanted(found: Path, folder: Path) -> bool:
    parts = found.relative_to(folder).parts or (found.name,)
    hidden = any(part.startswith((".", "~$")) for part in parts)
    return is_workbook(found) and not hidden and not _BACKUP.search(found.stem) and found.is_file()


def make_folder(path: str | os.PathLike[str]) -> Path:
    """Make a folder if it does not exist, and return its path. Raises NotAFolder and CannotMakeFolder."""
    folder = Path(path)
    try:
        if folder.exists() and not folder.is_dir():
            raise NotAFolder(path=folder, kind=kind_of(folder) or "a file")
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        raise CannotMakeFolder(path=folder, why=reason_of(why)) from None
    return folder
