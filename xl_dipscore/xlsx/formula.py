"""The text of formulas: what they consist of, where they point, how they move."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from xl_dipscore.errors import Fault

ROWS, COLUMNS = 1_048_576, 16_384


class BadReference(Fault):
    """{reference} is not the address of a cell."""


class Area(NamedTuple):
    """A block of cells of one sheet; rows and columns count from 1, both ends included."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    @property
    def single(self) -> bool:
        return self.top == self.bottom and self.left == self.right

    @property
    def size(self) -> int:
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    @property
    def cells(self) -> Iterator[tuple[int, int]]:
        """Row by row."""
        return product(range(self.top, self.bottom + 1), range(self.left, self.right + 1))

    def overlaps(self, other: Area) -> bool:
        return (
            self.top <= other.bottom
            and other.top <= self.bottom
            and self.left <= other.right
            and other.left <= self.right
            and self.sheet == other.sheet
        )


@cache
def column_number(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


@cache
def column_letters(number: int) -> str:
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def address(row: int, column: int) -> str:
    return f"{column_letters(column)}{row}"


def absolute(row: int, column: int) -> str:
    return f"${column_letters(column)}${row}"


_POSITION = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})")


@lru_cache(maxsize=1 << 16)
def position(reference: str) -> tuple[int, int]:
    """Row and column of `B7` or `$B$7`."""
    found = _POSITION.fullmatch(reference)
    if found is None or int(found[2]) > ROWS or column_number(found[1]) > COLUMNS:
        raise BadReference(reference=reference)
    return int(found[2]), column_number(found[1])


@lru_cache(maxsize=1 << 16)
def block(reference: str, sheet: str = "") -> Area:
    """The area of `B7`, `B2:C9`, `B:C` or `2:9`."""
    first, _, last = reference.replace("$", "").partition(":")
    last = last or first
    if first.isdigit():
        top, bottom = sorted((int(first), int(last)))
        return Area(sheet, top, 1, bottom, COLUMNS)
    if first.isalpha():
        left, right = sorted((column_number(first), column_number(last)))
        return Area(sheet, 1, left, ROWS, right)
    (top, left), (bottom, right) = position(first), position(last)
    return Area(sheet, min(top, bottom), min(left, right), max(top, bottom), max(left, right))


def reference(area: Area) -> str:
    """`B7` or `B2:C9`, without the sheet."""
    first = address(area.top, area.left)
    return first if area.single else f"{first}:{address(area.bottom, area.right)}"


@lru_cache(maxsize=1 << 16)
def in_order(cells: str) -> str:
    """A range from its first cell to its last; some programs store it the other way round."""
    first, _, last = cells.replace("$", "").partition(":")
    if not last or first == last:
        return cells
    area = block(cells)
    if first.isdigit():
        ordered = f"{area.top}:{area.bottom}"
    elif first.isalpha():
        ordered = f"{column_letters(area.left)}:{column_letters(area.right)}"
    else:
        ordered = reference(area)
    return cells if ordered == f"{first}:{last}" else ordered


def area_in(written: str, sheet: str) -> Area:
    """The area of a reference as it stands in a formula of a sheet."""
    own, mark, cells = written.rpartition("!")
    if not mark:
        return block(cells, sheet)
    return block(cells, own[1:-1].replace("''", "'") if own.startswith("'") else own)


_SHEET = r"(?:'(?:[^']|'')+'|[^\W\d][\w.]*+)!"
_CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}"
_REFERENCE = rf"{_CELL}:{_CELL}|{_CELL}|\$?[A-Za-z]{{1,3}}:\$?[A-Za-z]{{1,3}}|\$?\d{{1,7}}:\$?\d{{1,7}}"
_INSIDE = r"(?:'.|[^\[\]'])"
_TOKEN = re.compile(
    rf"""
      (?P<text>"(?:[^"]|"")*")
    | (?P<error>(?:{_SHEET})?\#(?:N/A|DIV/0!|[A-Z_]+[!?]))
    | (?P<function>(?:\[\d+\]!|{_SHEET})?[^\W\d][\w.\\]*+\()
    | (?P<external>\[\d+\](?:{_SHEET}|!)\$?\w*(?::?\$?\w+)*|'[^']*\[(?:[^']|'')*'!\$?\w*(?::?\$?\w+)*)
    | (?P<reference>(?:{_SHEET})?(?:{_REFERENCE})(?![\w.(!\[]))
    | (?P<number>(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d+)?)
    | (?P<table>(?:[^\W\d][\w.\\]*)?\[(?:{_INSIDE}|\[{_INSIDE}*\])*\])
    | (?P<name>(?:{_SHEET})?[^\W\d][\w.\\?]*)
    | (?P<constants>\{{(?:"(?:[^"]|"")*"|[^{{}}"])*\}})
    | (?P<open>\()
    | (?P<close>\))
    | (?P<comma>,)
    | (?P<percent>%)
    | (?P<operator><>|<=|>=|[-+*/^&=<>])
    | (?P<space>\s+)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    kind: str
    text: str


def tokens(formula: str) -> list[Token]:
    return [_token(found.lastgroup or "", found[0]) for found in _TOKEN.finditer(formula)]


# A workbook's formulas consist of the same few pieces again and again.
_token = lru_cache(maxsize=1 << 16)(Token)


def shift(formula: str, down: int, right: int) -> str:
    """The formula as it reads when its cell is copied so many rows down and columns right."""
    return "".join(
        _shifted(token.text, down, right) if token.kind == "reference" else token.text
        for token in tokens(formula)
    )


def is_fixed(reference: str) -> bool:
    """Whether every row and column in it has its $."""
    ends = [_ENDS.match(end) for end in reference.split(":")]
    return all(
        end is not None and bool(end[1]) and (end[3] == "$" or not (end[2] and end[4])) for end in ends
    )


_ENDS = re.compile(r"(\$?)([A-Za-z]{1,3})?(\$?)(\d+)?$")


def _shifted(reference: str, down: int, right: int) -> str:
    sheet, mark, cells = reference.rpartition("!")
    ends = []
    for end in cells.split(":"):
        found = _ENDS.match(end)
        assert found is not None
        column_fixed, column, row_fixed, row = found.groups()
        if column is None:  # a whole row: the first $ belongs to it
            column_fixed, row_fixed = "", column_fixed or row_fixed
        if column and not column_fixed:
            column = column_letters((column_number(column) + right - 1) % COLUMNS + 1)
        if row and not row_fixed:
            row = str((int(row) + down - 1) % ROWS + 1)
        ends.append(f"{column_fixed}{column or ''}{row_fixed}{row or ''}")
    return sheet + mark + ":".join(ends)


def continued(before: str, formula: str, steps: int, *, right: bool = False) -> str | None:
    """The formula so many steps on, of two that follow each other below or to the right; None if they do not.

    They differ in the rows of references, or in their columns; to the right also in whole numbers, such as a
    round's.
    """
    first, second = tokens(before), tokens(formula)
    if [token.kind for token in first] != [token.kind for token in second]:
        return None
    pieces = [_stepped(old, new, steps, right) for old, new in zip(first, second, strict=True)]
    return None if None in pieces else "".join(piece for piece in pieces if piece is not None)


def _stepped(old: Token, new: Token, steps: int, right: bool) -> str | None:
    if old.text == new.text:
        return new.text
    if right and new.kind == "number" and old.text.isdigit() and new.text.isdigit():
        return str(_further(int(old.text), int(new.text), steps))
    (old_sheet, _, old_cells), (sheet, mark, cells) = old.text.rpartition("!"), new.text.rpartition("!")
    if new.kind != "reference" or old_sheet != sheet or old_cells.count(":") != cells.count(":"):
        return None
    ends = [
        _end_stepped(*pair, steps, right) for pair in zip(old_cells.split(":"), cells.split(":"), strict=True)
    ]
    return None if None in ends else sheet + mark + ":".join(end for end in ends if end is not None)


def _end_stepped(old: str, new: str, steps: int, right: bool) -> str | None:
    was, found = _ENDS.match(old), _ENDS.match(new)
    assert was is not None
    assert found is not None
    moving = 2 if right else 4  # the column, or the row
    same = all(was[group] == found[group] for group in (1, 2, 3, 4) if group != moving)
    if not same or found[moving] is None or was[moving] is None:
        return None
    if right:
        number = _further(column_number(was[2]), column_number(found[2]), steps)
        written = column_letters(number) if 0 < number <= COLUMNS else None
    else:
        number = _further(int(was[4]), int(found[4]), steps)
        written = str(number) if 0 < number <= ROWS else None
    return written and new[: found.start(moving)] + written + new[found.end(moving) :]


def _further(before: int, now: int, steps: int) -> int:
    return now + steps * (now - before)


_A_REFERENCE = re.compile(rf"(?:{_SHEET})?(?:{_REFERENCE})")


def is_reference(text: str) -> bool:
    return _A_REFERENCE.fullmatch(text) is not None


def area_of(reference: str) -> Area:
    """The area of a reference whose sheet, if it names one, is in quotes."""
    sheet, _, cells = reference.rpartition("!")
    return block(cells, sheet[1:-1].replace("''", "'"))


_BEFORE = re.compile(r"^(?:_XLFN\.|_XLWS\.|_XLUDF\.|_XLL\.)+")


def function_name(written: str, ours: Mapping[str, str]) -> str:
    """A function's own name, without the marks that Excel and its add-ins put before it.

    `ours` gives our names by what LibreOffice makes of them: without their underscores.
    """
    book, _, name = written.upper().rpartition("!")
    name = _BEFORE.sub("", name)
    if "." in name:  # in LibreOffice an add-in's function has the name of its service before it
        return ours.get(name.rpartition(".")[2], name)
    if name.startswith("_XLDUDF_"):  # what follows is the add-in's own word and then the name
        words = name.split("_")[2:]
        endings = ("_".join(words[start:]) for start in range(len(words)))
        return next((ending for ending in endings if ending in ours.values()), name)
    return f"{book}!{name}" if book and name not in ours.values() else name


@dataclass(frozen=True)
class Table:
    """A table of Excel's, whose columns formulas call by their names."""

    name: str
    area: Area
    header_rows: int = 1
    totals_rows: int = 0
    columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class Name:
    """A defined name; `sheet` is empty when the whole workbook knows it."""

    name: str
    text: str
    sheet: str = ""
