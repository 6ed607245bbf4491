"""Check whether a file may be written or replaced.

No file is overwritten that a person may still need. An input of the command is never overwritten. Another
existing file must be of the kind that is written, by its contents and not only by its name.
"""

import csv
import io
import json
import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from xl_dipscore.errors import Misuse
from xl_dipscore.sheets.files import LARGEST, kind_of, reason_of
from xl_dipscore.sheets.xlsx.replace import CannotWrite, bytes_of, check_writable, replace

_NOT_FOR_CSV = re.compile(r"\.(xl.*|od.|numbers|html?|json|oxt|pdf|zip)")
"""File name endings that a CSV file must not have: the program that opens them would call it damaged."""
_NO_TEXT = re.compile(rb"[\x00-\x08\x0b\x0e-\x1f]")
_ROWS = 1000
"""The number of rows that are read to decide whether a file is a list."""


class WrongEnding(Misuse):
    """{path} must end in {ending}{why}."""


class IsInput(Misuse):
    """{path} is a file that this command reads; name another one to write."""


class NoFolder(Misuse):
    """{path} cannot be written: there is no such folder."""


class FileThere(Misuse):
    """{path} already exists{what}; choose another name or folder, or delete it first."""


class LinkToAnother(Misuse):
    """{path} is a link to {real}, which is another list; name another file to write, or that file itself."""


@dataclass(frozen=True)
class FileKind:
    """A kind of file that we write; it may replace a file of the same kind."""

    name: str
    """The kind in a sentence: `a CSV file`."""
    ending: str
    is_one: Callable[[bytes], object]
    """Are these the contents of a file of this kind?"""


def write_file(path: Path, data: str | bytes, kind: FileKind, inputs: Sequence[Path] = ()) -> str:
    """Write a file in one step. Returns words for the file that was replaced; blank if there was none.

    Raises the faults of `check_target`, and LinkToAnother.
    """
    written = data if isinstance(data, bytes) else bytes_of(data)

    def check() -> bool:
        there = check_target(path, kind, inputs)
        if there and path.is_symlink() and kind is CSV and _head(_contents(path)) != _head(written):
            raise LinkToAnother(path=path, real=path.resolve())
        return there

    replaced = check()
    replace(path, written, check)
    return name_with_link(path) if replaced else ""


def name_with_link(path: Path) -> str:
    """The path and, if it is a link, the file to which it leads."""
    return f"{path}, a link to {path.resolve()}," if path.is_symlink() else str(path)


def check_target(path: Path, kind: FileKind, inputs: Sequence[Path] = ()) -> bool:
    """Check a path for writing. Returns whether a file would be replaced.

    Raises IsInput, WrongEnding, NoFolder, FileThere, CannotWrite, and the faults of `check_writable`.
    """
    what = kind_of(path)
    if what in ("a folder", "a socket") or (what == "a device" and path.is_block_device()):
        raise CannotWrite(name=path, why=f"it is {what}")
    if what:  # a pipe, or a terminal
        return False
    check_not_input(path, inputs)
    _check_name(
        path, "" if kind is CSV and not _NOT_FOR_CSV.fullmatch(path.suffix.casefold()) else kind.ending
    )
    if (old := _contents(path)) and not kind.is_one(old):
        raise FileThere(path=path, what=f" and is not {kind.name}")
    check_writable(path)
    return bool(old)


def check_not_input(path: Path, inputs: Sequence[Path]) -> None:
    """Raise IsInput if a path leads to one of the inputs, however the path is spelled."""
    for one in inputs:
        with suppress(OSError):  # if an input does not exist
            if path.samefile(one):
                raise IsInput(path=path)


def check_free(path: Path, ending: str = "") -> None:
    """Raise FileThere if the file exists, WrongEnding for another ending, or NoFolder."""
    _check_name(path, ending)
    if os.path.lexists(path):  # a dangling link may lead somewhere later
        raise FileThere(path=path, what="")


def _check_name(path: Path, ending: str) -> None:
    if ending and path.suffix.casefold() != ending:
        raise WrongEnding(path=path, ending=ending, why="")
    if not Path(os.path.realpath(path)).parent.is_dir():  # the folder where a link leads
        raise NoFolder(path=path)


def _contents(path: Path) -> bytes:
    """The contents of a file; empty if there is no file."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST * 1_000_000)
    except FileNotFoundError:
        return b""
    except OSError as why:  # such as a link to itself
        raise CannotWrite(name=path, why=reason_of(why)) from None


def _text_of(data: bytes) -> str:
    """The text; empty for binary data."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    return "" if _NO_TEXT.search(data) else data.decode("utf-8-sig", errors="replace")


def _is_list(data: bytes) -> bool:
    """Are these rows of several cells? Prose has spaces after commas; JSON and HTML begin with a bracket."""
    text = _text_of(data)
    separator = max(",;\t", key=text.partition("\n")[0].count)
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
        head, *others = [row for row in islice(rows, _ROWS) if row] or [[]]
    except csv.Error:
        return False
    prose = any(cell.startswith((" ", "{", "[", "<")) for cell in head)
    return not prose and min(map(len, (head, *others))) > 1


CSV = FileKind("a CSV file", ".csv", _is_list)


def kind_like(text: str, ending: str) -> FileKind:
    """The kind of file that `text` may replace. If the ending is .csv, it is a CSV file.

    Otherwise it is a file with the same beginning: in JSON the same keys, in other text the same first line.
    """
    head = _head(text.encode())
    return CSV if ending == CSV.ending else FileKind("such a file", ending, lambda old: _head(old) == head)


def _head(data: bytes) -> object:
    """The keys of JSON, or the first line of another text."""
    text = _text_of(data)
    with suppress(ValueError, TypeError, RecursionError):
        return {*json.loads(text)}
    return text.splitlines()[:1]
