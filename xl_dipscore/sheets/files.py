"""Read files that a person names, and tell files from folders, pipes and devices."""

import re
import stat
import sys
from contextlib import nullcontext
from functools import partial
from itertools import islice
from pathlib import Path

from xl_dipscore.errors import Fault, Misuse


class NoSuchFile(Misuse):
    """There is no file {name}."""

    passing = True


class CannotRead(Fault):
    """{name} cannot be read: {why}."""

    passing = True


class NotAFile(Misuse):
    """{name} is {kind}, not {wanted}."""


class TooLarge(Fault):
    """{name} holds more than {limit} megabytes. Make several files of it, such as one for each season."""


STANDARD_INPUT = Path("standard input")
"""Stands for what comes through a pipe. It is this very object: a file may have the same name."""
LARGEST = 500
"""The largest workbook, in megabytes."""
LARGEST_LIST = 100
"""The largest games file or other file that is not a workbook, in megabytes."""
_MEGABYTE = 1_000_000


def workbook_in(path: Path) -> bytes:
    """The contents of a workbook's file. Raises NoSuchFile, CannotRead, NotAFile and TooLarge."""
    return _contents(path, "a workbook", ("",), LARGEST)


def list_in(path: Path) -> bytes:
    """The contents of a games file, any other file, a pipe, or STANDARD_INPUT. Raises as `workbook_in`."""
    return _contents(path, "a games file", ("", "a pipe"), LARGEST_LIST)


def _contents(path: Path, wanted: str, kinds: tuple[str, ...], most: int) -> bytes:
    try:
        if (kind := kind_of(path)) not in kinds:
            raise NotAFile(name=path.name or path, kind=kind, wanted=wanted)
        with nullcontext(sys.stdin.buffer) if path is STANDARD_INPUT else path.open("rb") as file:
            parts = [*islice(iter(partial(file.read, _MEGABYTE), b""), most + 1)]
    except FileNotFoundError:
        raise NoSuchFile(name=path.name) from None
    except OSError as error:
        raise CannotRead(name=path.name, why=reason_of(error)) from None
    if len(parts) > most:
        raise TooLarge(name=path.name, limit=most)
    return b"".join(parts)


_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def kind_of(path: Path) -> str:
    """The kind of thing at a path, such as `a folder` or `a pipe`; empty for a plain file, or no file.

    The path is not opened, because opening a pipe would wait.
    """
    if path is STANDARD_INPUT:
        return "a pipe"
    try:
        mode = path.stat().st_mode
    except OSError:
        return ""
    return next((kind for is_one, kind in _KINDS if is_one(mode)), "")


NOT_IN_CELLS = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Characters that no cell can contain: control characters, and undecodable bytes of a file's name."""


def text_for_cell(text: str) -> str:
    """A line of text, for example a file's name, with the characters in NOT_IN_CELLS replaced."""
    return NOT_IN_CELLS.sub("\N{REPLACEMENT CHARACTER}", text)


ON_WINDOWS = sys.platform == "win32"


def reason_of(error: OSError) -> str:
    """The operating system's reason for the error, in small letters because it follows a colon."""
    reason = (error.strerror or str(error)).lower()
    # Windows says the same of a file that a program has open as of a file of another person.
    held = ON_WINDOWS and isinstance(error, PermissionError)
    return f"{reason}; perhaps another program has it open" if held else reason
