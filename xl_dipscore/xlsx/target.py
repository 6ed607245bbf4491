"""What stands where a file is to be written, and whether it may be replaced.

Nothing that a person could miss is written over: no input of the same command, and no file but one of the
kind that is written. A file is judged by its contents, not only by its name.
"""

import csv
import io
import json
import os
import re
import zipfile
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from xl_dipscore.errors import Misuse
from xl_dipscore.files import LARGEST, kind_of, reason_of
from xl_dipscore.xlsx.replace import CannotWrite, bytes_of, check_writable, is_there, replace

_OTHER_ENDINGS = re.compile(r"\.(xl.*|od.|numbers|html?|json|oxt|pdf|zip)")
"""Endings of files that are no lists: opened under such a name, a list would look damaged."""
_ROWS = 1000
"""Rows of a file that show whether it is a list."""


class WrongEnding(Misuse):
    """{path} must end in {ending}{why}."""


class IsInput(Misuse):
    """{path} is a file that this command reads; name another one to write."""


class FileThere(Misuse):
    """{path} already exists{what}; choose another name or folder, or delete it first."""


@dataclass(frozen=True)
class FileKind:
    """A kind of file that we write, over another of that kind if need be."""

    name: str
    """As a sentence says it: `a CSV file`."""
    ending: str
    is_one: Callable[[bytes], bool]
    """Are these the contents of such a file?"""
    other_names: bool = False
    """May the name end otherwise, as long as it does not promise another kind of file?"""


def write_file(path: Path, data: str | bytes, kind: FileKind, inputs: Iterable[Path] = ()) -> bool:
    """Write a file in one step; whether another was replaced. Raises what `check_target` raises."""
    inputs = [*inputs]
    replaced = check_target(path, kind, inputs)

    def check() -> None:
        check_target(path, kind, inputs)

    replace(path, data if isinstance(data, bytes) else bytes_of(data), check)
    return replaced


def check_target(path: Path, kind: FileKind, inputs: Iterable[Path] = ()) -> bool:
    """Whether there is a file that would be replaced.

    Raises WrongEnding, IsInput, FileThere, CannotWrite, and what `check_writable` raises.
    """
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        size = 0
    except OSError as why:  # such as a link to itself
        raise CannotWrite(name=path, why=reason_of(why)) from None
    what = kind_of(path)
    if what in ("a folder", "a socket") or path.is_block_device():
        raise CannotWrite(name=path, why=f"it is {what}")
    if what:  # a pipe, or a terminal
        return False
    ending = path.suffix.casefold()
    if ending != kind.ending and not (kind.other_names and _OTHER_ENDINGS.fullmatch(ending) is None):
        raise WrongEnding(path=path, ending=kind.ending, why="")
    check_not_input(path, inputs)
    if not path.absolute().parent.is_dir():
        raise CannotWrite(name=path, why="there is no such folder")
    check_writable(path)
    if size and not (size <= LARGEST * 1_000_000 and kind.is_one(_contents(path))):
        raise FileThere(path=path, what=f" and is not {kind.name}")
    return size > 0


def check_not_input(path: Path, inputs: Iterable[Path]) -> None:
    """Raise IsInput for a path that leads to one of these files, however it is spelled."""
    if any(is_same(path, one) for one in inputs):
        raise IsInput(path=path)


def check_free(path: Path, ending: str = "") -> None:
    """Raise FileThere where a file has that name, and WrongEnding where it is to end otherwise."""
    if ending and path.suffix.casefold() != ending:
        raise WrongEnding(path=path, ending=ending, why="")
    if is_there(path):
        raise FileThere(path=path, what="")


def is_same(one: Path, other: Path) -> bool:
    """Do both lead to one file, by links or by other spellings of its name?"""
    try:
        return os.path.samefile(one, other)  # noqa: PTH121  Path.samefile
    except OSError:
        return False


def _contents(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as why:
        raise CannotWrite(name=path, why=reason_of(why)) from None


# -- what a file is ---------------------------------------------------------------------------


def _text_of(data: bytes) -> str:
    """Nothing for what is no text."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    return "" if b"\0" in data else data.decode("utf-8-sig", errors="replace")


def _is_list(data: bytes) -> bool:
    """Rows of at least two cells, most of them of the same length, that are no page and no JSON."""
    text = _text_of(data).lstrip()
    first = text.partition("\n")[0]
    separator = max(",;\t", key=first.count)
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
        lengths = [len(row) for row in islice(rows, _ROWS) if row]
    except csv.Error:
        return False
    if not lengths or min(lengths) < 2 or text.startswith(("<", "{", "[")):
        return False
    return 2 * max(map(lengths.count, {*lengths})) >= len(lengths)


def has_keys(keys: Collection[str]) -> Callable[[bytes], bool]:
    """What tells JSON with these keys from other files."""

    def is_one(data: bytes) -> bool:
        try:
            found = json.loads(data)
        except (ValueError, RecursionError):
            return False
        return isinstance(found, dict) and found.keys() == {*keys}

    return is_one


def has_part(part: str, mark: bytes) -> Callable[[bytes], bool]:
    """What tells a packed file with this in one of its parts from other files."""

    def is_one(data: bytes) -> bool:
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as packed:
                return mark in packed.read(part)
        except Exception:  # however it is damaged, it is not known to be one
            return False

    return is_one


CSV = FileKind("a CSV file", ".csv", _is_list, other_names=True)


def kind_like(text: str, ending: str) -> FileKind:
    """The kind of a text that is to be written: with the same first line, or JSON with the same keys."""
    if ending == CSV.ending:
        return CSV
    if ending == ".json":
        return FileKind("JSON of this kind", ending, has_keys(json.loads(text)))
    first = text.partition("\n")[0]

    def begins(data: bytes) -> bool:
        return _text_of(data).splitlines()[:1] == [first]

    return FileKind(f"a text that begins with {first!r}", ending, begins)
