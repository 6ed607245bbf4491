"""Read single cells and blocks of cells, from any spreadsheet program.

A cell value is None or "" (blank), a bool, a number, or text. An error is a text such as "#N/A".
"""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Any

from xl_dipscore.errors import ERRORS
from xl_dipscore.rules.event.days import DATES
from xl_dipscore.rules.event.typed import NO, YES, visible_text
from xl_dipscore.rules.points import as_double, to_15_digits
from xl_dipscore.tables.cells.languages import (
    Letters,
    is_letter,
    is_shared,
    mark,
    seat_coded,
    seat_named,
    turn_in,
)

Cell = object
Block = list[list[Cell]]


def as_cell(cell: object) -> Cell:
    """A value for a cell: an exact number as a double, None as empty text, anything else unchanged."""
    if cell is None:
        return ""
    return as_double(cell) if isinstance(cell, Fraction) else cell


def is_blank(cell: Cell) -> bool:
    """Is the cell empty, or only spaces?"""
    return cell is None or (isinstance(cell, str) and not visible_text(cell).strip())


_DIGITS = 100
_TOO_LARGE = 10**_DIGITS
_LONGEST = 400
"""The most characters of a number as text. Even the smallest number, written out, has fewer."""


def number(cell: Cell) -> Fraction | int | None:
    """The number in a cell, exactly as typed. A text may have a decimal point or a decimal comma.

    Every program keeps 15 digits. If these are the digits of a simple fraction such as 80/3, it results.
    None for other values, and for over 100 digits before the point: scores of such numbers would fit no cell.
    """
    if cell is None:
        return None
    if type(cell) is int:
        return cell if -_TOO_LARGE < cell < _TOO_LARGE else None
    exact: int | float | Fraction
    if isinstance(cell, str):
        text = visible_text(cell).strip()
        if text.isdecimal() and len(text) <= _DIGITS:
            return _whole(text)
        if not 0 < len(text) <= _LONGEST or not re.fullmatch(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)", text):
            return None
        exact = Fraction(text.replace(",", "."))
    elif isinstance(cell, int | float | Fraction) and not isinstance(cell, bool):
        exact = cell
    else:
        return None
    if not -_TOO_LARGE < exact < _TOO_LARGE:
        return None
    if isinstance(exact, float):
        exact = int(exact) if exact.is_integer() else _restore_fraction(exact)
    elif exact.denominator > 1 and not isinstance(cell, Fraction):
        exact = _restore_fraction(float(exact))
    return int(exact) if exact.denominator == 1 else exact


_whole = lru_cache(maxsize=1 << 10)(int)
"""Reads a whole number. Years and counts are repeated in every row, and each number is kept once."""


@lru_cache(maxsize=1 << 14)
def _restore_fraction(double: float) -> Fraction:
    """Restore the exact score from the first 15 digits of a cell, so that equal scores are equal again."""
    rounded = to_15_digits(double)
    decimal = Fraction(repr(rounded))
    simple = decimal.limit_denominator(_LARGEST_DIVISOR)
    return simple if to_15_digits(simple) == rounded else decimal


_LARGEST_DIVISOR = 1_000_000
"""The largest denominator of scores, except in NDC. 15 digits still distinguish such scores."""


_FACTOR = r"\s*\d{1,15}\s*(?:/\s*\d{1,15}\s*)?"
_PRODUCT = re.compile(rf"{_FACTOR}(?:[*×]{_FACTOR})*")


def fraction(cell: Cell) -> Fraction | int | None:
    """The number in a cell, or the product of fractions as text: `2/3`, `8/9*6/7`. None for other values."""
    text = visible_text(cell).strip() if isinstance(cell, str) and len(cell) <= _LONGEST else ""
    if not _PRODUCT.fullmatch(text):
        return number(cell)
    try:
        return number(prod(map(Fraction, re.split("[*×]", re.sub(r"\s", "", text)))))
    except ZeroDivisionError:
        return None


_MONTH = r"[^\W\d]{3,}\.?"
_DATE = re.compile(rf"\d+([-./])\d+\1\d+(?:[ T].*)?|\d+[-. ]+{_MONTH}(?:[- ]+\d+)?|{_MONTH}[- ]+\d+")


def is_date(cell: Cell) -> bool:
    """Is a cell a date, as a day number or text? Spreadsheets turn a typed 2/3 into a date."""
    if isinstance(cell, str) and _DATE.fullmatch(cell.strip()):
        return True
    day = number(cell)
    return isinstance(day, int) and DATES[0] <= day <= DATES[1]


DASHES = frozenset("-\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}")
"""A cell with only a dash means no, or 0: accounting formats show 0 as a dash."""
_STARRED = re.compile(r"(\d{1,2})\s*\*+")


def count(cell: Cell) -> Any:
    """A centre count: None for a blank, 0 for a dash, 13 for `13*`. Other values stay; Board refuses them."""
    if cell is None or (value := number(cell)) is not None:
        return None if cell is None else value
    if not isinstance(cell, str):
        return cell
    text = visible_text(cell).strip()
    if starred := _STARRED.fullmatch(text):
        return int(starred[1])
    if not text:
        return None
    return 0 if text in DASHES else cell


def is_starred(cell: Cell) -> bool:
    """Does a count have a star? The meaning of the star is not decided here."""
    return isinstance(cell, str) and _STARRED.fullmatch(visible_text(cell).strip()) is not None


def year(cell: Cell) -> Any:
    """A game year, also from two digits or from `F08`; None for blank or 0; other values unchanged."""
    value = count(cell)
    if isinstance(value, str) and (turn := turn_in(value)) is not None and not turn.in_spring:
        value = turn.year
    if type(value) is not int:
        return value
    return (1900 + value if 1 <= value <= 99 else value) or None


def last_year(cell: Cell) -> Any:
    """The last completed year in a cell, such as 1908 for `F08` (Fall), and 1907 for `S08` (Spring)."""
    turn = turn_in(cell) if isinstance(cell, str) else None
    return year(turn.year - turn.in_spring) if turn is not None else year(cell)


def read_mark(cell: Cell) -> bool | None:
    """A mark as True or False; False for a blank; None for other values."""
    if cell is None or cell == "" or isinstance(cell, bool):
        return bool(cell)
    value = number(cell)
    word = str(value) if value is not None else visible_text(str(cell)).strip().casefold()
    if word in _TICKED:
        return True
    return False if word in _UNTICKED else mark(word)


_TICKED, _UNTICKED = {*YES, *"✅☒🗹🗸●■"}, {*NO, *"□◻⬜▢❏❑○◯", *DASHES}
"""Marks, including symbols of fonts and other programs; a lone ✗ may mean either, so it is in neither set."""


def is_in_draw(cell: Cell) -> bool | None:
    """Does a mark, or words for how the game ended, say that a power is in the draw? None for other cells."""
    mark = read_mark(cell)
    return is_shared(str(cell)) if mark is None else mark


def power(cell: Cell, letters: Letters | None = None) -> int | None:
    """The seat, 0 to 6, of a power, by a name in any language, or its first letter or first three letters.

    letters: the meaning of single letters in the cell's column; None if they are English.
    """
    seat = named_power(cell, letters)
    return seat_coded(cell) if seat is None and isinstance(cell, str) else seat


def named_power(cell: Cell, letters: Letters | None = None) -> int | None:
    """As `power`, but without three-letter codes of other languages: for cells that may contain any words."""
    word = str(cell)
    return letters.seat(word) if letters is not None and is_letter(word) else seat_named(word)


def text_in_one_line(cell: Cell) -> str:
    """A cell as people see it, in one line: trimmed, with single spaces; a whole number without decimals."""
    whole = int(cell) if isinstance(cell, float) and cell.is_integer() else cell
    return "" if cell is None else " ".join(visible_text(str(whole)).split())


def quote_value(cell: Cell) -> str:
    """A cell's value for quoting in a sentence."""
    if is_blank(cell):
        return "A blank cell"
    value = number(cell)
    if value is None:
        return repr(cell)
    return str(value) if isinstance(value, int) else f"{float(value):g}"


def replace_backticks(text: str) -> str:
    """Our text for a cell: names of options in quotes instead of Markdown's backticks."""
    return text.replace("`", '"')


def block(value: Cell) -> Block:
    """Rows of cells from any value that a spreadsheet program passes: a scalar, one row, or rows."""
    if not isinstance(value, _ROWS):
        return [[value]]
    if all(isinstance(row, _ROWS) for row in value):
        return list(map(list, value)) or [[None]]
    return [[list(row) if isinstance(row, _ROWS) else row for row in value]]


_ROWS = (list, tuple)


def is_omitted(cells: Block) -> bool:
    """Is an argument for a block or a year left out? Programs pass a single blank cell or 0 instead."""
    return len(cells) == 1 and len(cells[0]) == 1 and (is_blank(cells[0][0]) or number(cells[0][0]) == 0)


def error_in(cells: Iterable[Cell]) -> str:
    return next((cell for cell in cells if isinstance(cell, str) and cell in ERRORS), "")


def size(cells: Block) -> tuple[int, int]:
    return len(cells), len(cells[0])


def match_orientation(rows: Sequence[Sequence[Cell]], like: tuple[int, int]) -> Block:
    """The values of boards as rows, or as a column if `like` (the shape of a board) is a column."""
    if like[1] == 1:
        return [[cell] for cell in rows[0]]
    return [list(row) for row in rows]


def fill_down(said: Sequence[str | None]) -> list[str]:
    """Fill each None with the text above it; a None before the first text gets the first text."""
    found: list[str] = []
    last = next((one for one in said if one is not None), "")
    for one in said:
        last = last if one is None else one
        found.append(last)
    return found
