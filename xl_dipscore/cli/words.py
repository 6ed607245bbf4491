"""Check the words of the command line: cells can contain them, and no path is a link to itself."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import typer

from xl_dipscore.errors import Fault, Misuse, check_once
from xl_dipscore.sheets.files import NOT_IN_CELLS

REPEATED = frozenset(("--set", "--keep", "--weight", "--without", "--with"))
"""Options that may be given more than once."""


class EmptyWord(Misuse):
    """There is nothing {where}; type a value there, or leave it out."""


class StrayBytes(Misuse):
    """{word} has bytes that are not UTF-8 text; type it again in a terminal that uses UTF-8."""


class ControlCharacter(Misuse):
    """{word} has the character {character}, which no cell can hold; type it again without that."""


class LinkToItself(Misuse):
    """{path} is a symbolic link that leads to itself; name the file itself."""


def check_words(words: Sequence[str]) -> None:
    """Raise EmptyWord for a blank word or nothing after `=`, and NamedTwice for a repeated option."""
    options = (word.partition("=")[0] for word in words if word == "-o" or word[:2] == "--" != word)
    check_once("the command", (one for one in options if one not in REPEATED))
    for before, word in zip(("", *words), words, strict=False):
        if not word.strip():
            raise EmptyWord(where=f"after {before}" if before else "before the command")
        if word.startswith("--") and word.endswith("=") and word.index("=") == len(word) - 1:
            raise EmptyWord(where=f"after {word}")


def check_typed(values: Iterable[object]) -> None:
    """Raise a fault for a text that no cell can hold, or for a link that leads to itself."""
    for value in values:
        if isinstance(value, list):
            check_typed(value)
        elif isinstance(value, Path):
            _check_path(value)
        elif isinstance(value, str):
            _check_text(value)


def _check_text(word: str) -> None:
    if found := NOT_IN_CELLS.search(word):
        if "\ud800" <= found[0] <= "\udfff":
            raise StrayBytes(word=repr(word))
        raise ControlCharacter(word=repr(word), character=repr(found[0]))


def _check_path(path: Path) -> None:
    try:
        path.stat()
    except OSError as why:
        if why.errno == errno.ELOOP:
            raise LinkToItself(path=path) from None


def fault_of_number(option: Any, typed: str | None) -> Fault | None:
    """The fault of an option that takes a whole number; None if it takes what was typed, or other values."""
    from xl_dipscore.rules.system import OptionOutOfRange

    if typed is None or not option.type.name.startswith("int"):
        return None
    try:
        option.type.convert(typed, option, None)
    except typer.BadParameter as refused:
        least, most = (getattr(option.type, end, None) for end in ("min", "max"))
        limits = "" if least is None else f", {least} or more"
        limits = limits if most is None else f" from {least} to {most}"
        value = refused.message.rpartition(" is not ")[0]
        return OptionOutOfRange(name=option.opts[-1], what=f"a whole number{limits}", value=value)
    return None
