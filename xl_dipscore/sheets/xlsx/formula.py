"""Split formulas into tokens; read and move the references in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from xl_dipscore.errors import Fault

ROWS, COLUMNS = 1_048_576, 16_384

BEFORE = "= \t\r\n"
"""Characters to drop before a formula. Excel stores formulas without `=`; some programs write it."""


class BadReference(Fault):
    """{reference} is not the address of a cell."""


class Area(NamedTuple):
    """A rectangle of cells on one sheet. Rows and columns start at 1; `bottom` and `right` are included."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    @property
    def single(self) -> bool:
        return self.top == self.bottom and self.left == self.right

    @property
    def on_sheet(self) -> bool:
        """Is every cell of the area within the last row and the last column of a sheet?"""
        return 1 <= self.top <= self.bottom <= ROWS and 1 <= self.left <= self.right <= COLUMNS

    @property
    def size(self) -> int:
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and of columns."""
        return self.bottom - self.top + 1, self.right - self.left + 1

    @property
    def cells(self) -> Iterator[tuple[int, int]]:
        """Row and column of each cell, row by row."""
        return product(range(self.top, self.bottom + 1), range(self.left, self.right + 1))

    def span(self, *, columns: bool) -> tuple[int, int]:
        """The first and last row; with `columns`, the first and last column."""
        return (self.left, self.right) if columns else (self.top, self.bottom)

    def to(self, span: tuple[int, int], *, columns: bool) -> Area:
        """The area with another first and last row; with `columns`, another first and last column."""
        first, last = span
        if columns:
            return self._replace(left=first, right=last)
        return self._replace(top=first, bottom=last)

    def clip(self, row: int, column: int) -> Area:
        """End whole columns at `row`, and whole rows at `column`; other areas stay."""
        area = self if self.bottom < ROWS else self._replace(bottom=max(self.top, row))
        return area if area.right < COLUMNS else area._replace(right=max(area.left, column))

    def contains(self, place: tuple[int, int]) -> bool:
        return self.top <= place[0] <= self.bottom and self.left <= place[1] <= self.right

    def hull(self, other: Area) -> Area:
        """The smallest area that contains this area and another area of the same sheet."""
        first = self.sheet, min(self.top, other.top), min(self.left, other.left)
        return Area(*first, max(self.bottom, other.bottom), max(self.right, other.right))

    def overlaps(self, other: Area) -> bool:
        rows = self.top <= other.bottom and other.top <= self.bottom
        return rows and self.left <= other.right and other.left <= self.right and self.sheet == other.sheet


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
    row, column = (int(found[2]), column_number(found[1])) if found else (0, 0)
    if not Area("", row, column, row, column).on_sheet:
        raise BadReference(reference=reference)
    return row, column


@lru_cache(maxsize=1 << 16)
def area_of(reference: str, sheet: str = "") -> Area:
    """The area of `B7`, `B2:C9`, `B:C`, `2:9` or `'a sheet'!B7`. sheet: for a reference without a sheet.

    Raises BadReference for an area that is not on a sheet.
    """
    own, mark, cells = reference.rpartition("!")
    if mark:
        sheet = unquote_sheet(own)
    first, _, last = cells.replace("$", "").partition(":")
    last = last or first
    if first.isdigit():
        top, bottom = sorted((int(first), int(last)))
        area = Area(sheet, top, 1, bottom, COLUMNS)
    elif first.isalpha():
        left, right = sorted((column_number(first), column_number(last)))
        area = Area(sheet, 1, left, ROWS, right)
    else:
        (top, left), (bottom, right) = position(first), position(last)
        area = Area(sheet, min(top, bottom), min(left, right), max(top, bottom), max(left, right))
    if not area.on_sheet:
        raise BadReference(reference=reference)
    return area


def quote_sheet(sheet: str) -> str:
    """Quote a sheet's name for a reference."""
    return "'" + sheet.replace("'", "''") + "'"


def unquote_sheet(written: str) -> str:
    """The name of a sheet without quotes. written: the name in a reference, with or without quotes."""
    return written[1:-1].replace("''", "'") if written.startswith("'") else written


def reference(area: Area) -> str:
    """The address of an area, such as `B7` or `B2:C9`, without the sheet."""
    first = address(area.top, area.left)
    return first if area.single else f"{first}:{address(area.bottom, area.right)}"


@lru_cache(maxsize=1 << 16)
def in_order(cells: str) -> str:
    """Write a range from its first cell to its last: `B2:C9` for `C9:B2`, which some programs store."""
    first, _, last = cells.replace("$", "").partition(":")
    if not last or first == last:
        return cells
    area = area_of(cells)
    if first.isdigit():
        ordered = f"{area.top}:{area.bottom}"
    elif first.isalpha():
        ordered = f"{column_letters(area.left)}:{column_letters(area.right)}"
    else:
        ordered = reference(area)
    return cells if ordered == f"{first}:{last}" else ordered


_SHEET = r"(?:'(?:[^']|'')+'|[^\W\d][\w.]*)!"
_SHEETS = r"[^\W\d][\w.]*:[^\W\d][\w.]*!"
"""From one sheet to another, as in `R1:R3!C2`, where R1 is no cell."""
_CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}"
_REFERENCE = rf"{_CELL}:{_CELL}|{_CELL}|\$?[A-Za-z]{{1,3}}:\$?[A-Za-z]{{1,3}}|\$?\d{{1,7}}:\$?\d{{1,7}}"
_INSIDE = r"(?:'.|[^\[\]'])"
_TOKEN = re.compile(
    rf"""
      (?P<text>"(?:[^"]|"")*")
    | (?P<error>(?:{_SHEET})?\#(?:N/A|DIV/0!|[A-Z_]+[!?]))
    | (?P<function>(?:\[\d+\]!|{_SHEET})?[^\W\d][\w.\\]*\()
    | (?P<external>\[\d+\](?:{_SHEET}|!)\$?\w*(?::?\$?\w+)*|'[^']*\[(?:[^']|'')*'!\$?\w*(?::?\$?\w+)*)
    | (?P<reference>(?:{_SHEETS}|{_SHEET})?(?:{_REFERENCE})(?![\w.(!\[]))
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


# Formulas of a workbook repeat a few tokens very often, so each token is made only once.
_token = lru_cache(maxsize=1 << 16)(Token)


@lru_cache(maxsize=1 << 13)
def tokens(formula: str) -> tuple[Token, ...]:
    """Split a formula into tokens. The texts of all tokens together are the formula."""
    return tuple(_token(found.lastgroup or "", found[0]) for found in _TOKEN.finditer(formula))


def with_references(formula: str, change: Callable[[str], str]) -> str:
    """Change each reference of a formula."""
    return "".join(change(one.text) if one.kind == "reference" else one.text for one in tokens(formula))


_ENDS = re.compile(r"(\$?)([A-Za-z]{1,3})?(\$?)(\d+)?$")

_DEEPER = {"function": 1, "open": 1, "close": -1}


def index_of_closing(pieces: Sequence[Token], start: int) -> int | None:
    """The index of the token that closes the parenthesis opened at index `start`; None if no token does."""
    depth = 0
    for place in range(start, len(pieces)):
        depth += _DEEPER.get(pieces[place].kind, 0)
        if depth == 0:
            return place
    return None


def arguments(pieces: Sequence[Token], start: int) -> list[list[Token]]:
    """The tokens of each argument of the function whose parenthesis opens at index `start`."""
    found: list[list[Token]] = [[]]
    depth = 0
    for piece in pieces[start + 1 : index_of_closing(pieces, start)]:
        depth += _DEEPER.get(piece.kind, 0)
        if piece.kind == "comma" and depth == 0:
            found.append([])
        else:
            found[-1].append(piece)
    return found


class ReferenceEnd(NamedTuple):
    """One end of a reference, as written: `$B7`, or `B` of whole columns, or `7` of whole rows."""

    column_mark: str
    column: str
    row_mark: str
    row: str

    @classmethod
    def read(cls, text: str) -> ReferenceEnd:
        found = _ENDS.match(text)
        assert found is not None
        first, column, second, row = (piece or "" for piece in found.groups())
        return cls(first, column, second, row) if column else cls("", "", first or second, row)

    def __str__(self) -> str:
        return "".join(self)

    def line(self, *, columns: bool) -> int:
        """The number of the row (with `columns`: of the column); 0 if the end has no row (column)."""
        if columns:
            return column_number(self.column) if self.column else 0
        return int(self.row or 0)

    def has_dollar(self, *, columns: bool) -> bool:
        return bool(self.column_mark if columns else self.row_mark)

    def at(self, line: int, *, columns: bool) -> ReferenceEnd:
        return self._replace(column=column_letters(line)) if columns else self._replace(row=str(line))

    def move_by(self, by: int, *, columns: bool) -> ReferenceEnd:
        """Move the end by rows or columns. The first row (column) follows the last, as in Excel."""
        line, last = self.line(columns=columns), COLUMNS if columns else ROWS
        return self.at((line + by - 1) % last + 1, columns=columns) if line else self


class SplitReference(NamedTuple):
    """A reference: its sheet with the exclamation mark (or "" if none), and its one or two ends."""

    sheet: str
    ends: tuple[ReferenceEnd, ...]


@lru_cache(maxsize=1 << 16)
def split_reference(reference: str) -> SplitReference:
    """Split a reference into its sheet with the exclamation mark (or "" if none), and its one or two ends."""
    sheet, mark, cells = reference.rpartition("!")
    return SplitReference(sheet + mark, tuple(ReferenceEnd.read(end) for end in cells.split(":")))


def join_reference(mark: str, ends: Iterable[ReferenceEnd]) -> str:
    return mark + ":".join(map(str, ends))


def shift(formula: str, down: int, right: int) -> str:
    """The formula of a cell's copy that is `down` rows below and `right` columns to the right of the cell."""
    pieces = list(_pieces(formula))
    pieces[1::2] = [_shift_reference(reference, down, right) for reference in pieces[1::2]]
    return "".join(pieces)


@lru_cache(maxsize=1 << 10)
def _pieces(formula: str) -> tuple[str, ...]:
    """Split a formula: at even indexes text that stays in a copy, at odd indexes references that move."""
    pieces = [""]
    for token in tokens(formula):
        if token.kind == "reference" and not is_fixed(token.text):
            pieces += token.text, ""
        else:
            pieces[-1] += token.text
    return tuple(pieces)


@lru_cache(maxsize=1 << 16)
def _shift_reference(reference: str, down: int, right: int) -> str:
    mark, ends = split_reference(reference)
    for columns, by in ((False, down), (True, right)):
        ends = tuple(
            end if end.has_dollar(columns=columns) else end.move_by(by, columns=columns) for end in ends
        )
    return join_reference(mark, ends)


def is_fixed(reference: str) -> bool:
    """Whether every row and column in the reference has a $."""
    _, ends = split_reference(reference)
    return all(
        end.has_dollar(columns=columns) or not end.line(columns=columns)
        for end in ends
        for columns in (True, False)
    )


def continue_formula(
    before: str,
    formula: str,
    steps: int,
    *,
    right: bool = False,
    still: Callable[[str], str] = lambda reference: reference,
) -> str | None:
    """Continue a series of two formulas below or beside each other; None if they are no series.

    In a series, only the rows of references differ. With `right`, only the columns of references and whole
    numbers (such as the number of a round) differ.
    steps: which formula of the series to return: 0 for the second, 1 for the third, and so on.
    still: rewrites a reference. It is used for references (or their ends) that are equal in both formulas,
        and for the references of the first formula, from which the series is counted.
    """
    first, second = tokens(before), tokens(formula)
    if [token.kind for token in first] != [token.kind for token in second]:
        return None
    pieces = [_step_token(old, new, steps, right, still) for old, new in zip(first, second, strict=True)]
    return None if None in pieces else "".join(piece for piece in pieces if piece is not None)


def _step_token(old: Token, new: Token, steps: int, right: bool, still: Callable[[str], str]) -> str | None:
    if new.kind == "reference":
        return _step_reference(old.text, new.text, steps, right, still)
    if old.text != new.text and right and new.kind == "number" and (old.text + new.text).isdigit():
        return str(int(new.text) + steps * (int(new.text) - int(old.text)))
    return new.text if old.text == new.text else None


def _step_reference(old: str, new: str, steps: int, right: bool, still: Callable[[str], str]) -> str | None:
    (old_mark, before), (mark, ends) = split_reference(old), split_reference(new)
    if old_mark != mark or len(before) != len(ends):
        return None
    made = [*split_reference(still(new)).ends]
    for number, (was, end) in enumerate(zip(before, ends, strict=True)):
        line = end.line(columns=right)
        if was == end:
            continue
        if not line or was.at(line, columns=right) != end:
            return None
        _, [start] = split_reference(still(mark + str(was)))
        further = start.line(columns=right) + (steps + 1) * (line - was.line(columns=right))
        if not 0 < further <= (COLUMNS if right else ROWS):
            return None
        made[number] = end.at(further, columns=right)
    return join_reference(mark, made)


_A_REFERENCE = re.compile(rf"(?:{_SHEET})?(?:{_REFERENCE})")


def is_reference(text: str) -> bool:
    return _A_REFERENCE.fullmatch(text) is not None


_BEFORE = re.compile(r"^(?:_XLFN\.|_XLWS\.|_XLUDF\.|_XLL\.)+")


def function_name(written: str, ours: Mapping[str, str]) -> str:
    """A function's name without the prefixes of Excel and add-ins. ours: our functions, from `by_letters`."""
    book, _, name = written.upper().rpartition("!")
    name = _BEFORE.sub("", name)
    if "." in name:  # LibreOffice writes the name of the add-in's service before the function
        return ours.get(name.rpartition(".")[2], name)
    if name.startswith("_XLDUDF_"):  # as in _XLDUDF_XLW_DCC_SCORE, where XLW stands for the add-in
        words = name.split("_")[2:]
        endings = ("_".join(words[start:]) for start in range(len(words)))
        return next((ending for ending in endings if ending in ours.values()), name)
    return f"{book}!{name}" if book and name not in ours.values() else name


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_CALLED = re.compile(r"[^\W\d][\w.]*(?=\()")


def by_letters(names: Iterable[str]) -> dict[str, str]:
    """Map our functions' names without underscores, as LibreOffice writes them, to their usual names."""
    return {name.upper().replace("_", ""): name.upper() for name in names}


def calls(formula: str, ours: Mapping[str, str]) -> bool:
    """Does a text of one or several formulas call one of our functions? ours: from `by_letters`."""
    return any(function_name(name, ours) in ours.values() for name in set(_CALLED.findall(formula)))


@dataclass(frozen=True)
class Table:
    """An Excel table. Formulas may refer to its columns by name."""

    name: str
    area: Area
    header_rows: int = 1
    totals_rows: int = 0
    columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class Name:
    """A defined name; `sheet` is empty for a name of the whole workbook."""

    name: str
    text: str
    sheet: str = ""
