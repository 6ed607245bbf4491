"""Convert between LibreOffice Calc's cell values and ours.

Standard library only: this runs inside LibreOffice too.
"""

import struct
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import isfinite
from typing import Any

from xl_dipscore.errors import NA, NUM, VALUE
from xl_dipscore.rules.event.days import counting_from
from xl_dipscore.tables.functions.declared import Function

_CODES = {NA: 32767, VALUE: 519, NUM: 503, "#DIV/0!": 532, "#REF!": 524, "#NAME?": 525, "#NULL!": 521}
"""The numbers by which Calc knows the errors that Excel has too."""
_MARKS = {code: mark for mark, code in _CODES.items()}
_YOUNGER = frozenset({"#SPILL!", "#CALC!", "#GETTING_DATA"})
"""Errors of newer Excel versions that Calc does not have."""

_MOST_ROWS, _MOST_COLUMNS = 10_000, 1_000
"""An argument with more rows or columns is taken for whole columns or rows: no event needs so many cells."""

_FEW_CELLS, _KEPT = 100, 2_000
"""Answers for arguments of at most _FEW_CELLS cells are cached, at most _KEPT for each function: Calc repeats
a call in each recalculation, and for every INDEX into its answer."""

FROM_1904 = 1904
"""The year from which some documents count days; others count from 1899."""

Rows = Sequence[Sequence[object]]
Answer = tuple[tuple[object, ...], ...]


def method_name(function: str) -> str:
    """Calc's internal name of a function: ndcProspects for NDC_PROSPECTS.

    Never change the spelling: formulas in .ods files store it.
    """
    first, *rest = function.lower().split("_")
    return first + "".join(word.capitalize() for word in rest)


def takes_days(function: Function) -> bool:
    """Does a function read dates? Then Calc also passes the document: some documents count days from 1904."""
    return any(argument.name == "games" for argument in function.arguments)


def make_calc_function(function: Function) -> Callable[..., Answer]:
    anew = partial(answer, function)
    kept = lru_cache(_KEPT)(anew)

    def answer_cached(*arguments: object) -> Answer:
        cells = sum(len(rows) * len(rows[0]) for rows in arguments if isinstance(rows, tuple))
        return (kept if cells <= _FEW_CELLS else anew)(*arguments)

    def answer_in_document(document: Any, *arguments: object) -> Answer:
        with counting_from(date1904=document.getPropertyValue("NullDate").Year == FROM_1904):
            return anew(*arguments)

    return answer_in_document if takes_days(function) else answer_cached


def answer(function: Function, *arguments: object) -> Answer:
    """Call the function with Calc's arguments, and return its result in Calc's form."""
    found = function.call(*map(_from_calc, _trim_arguments(arguments)))
    rows = found if isinstance(found, list | tuple) else [[found]]
    return tuple(tuple(map(_to_calc, row)) for row in rows)


def _from_calc(argument: object) -> object:
    """The argument as our functions take it: a cell's value, or rows as lists; None if it was omitted."""
    if not isinstance(argument, tuple):
        return argument
    return argument[0][0] if len(argument) == 1 and len(argument[0]) == 1 else [list(row) for row in argument]


def _to_calc(value: object) -> object:
    if isinstance(value, str):
        value = VALUE if value in _YOUNGER else value
        return _error(value) if value in _CODES else value
    if value is None:
        return ""
    if isinstance(value, bool | int | float):
        return float(value) if isfinite(value) else _error(NUM)
    return value


def mark_of(code: int) -> str:
    """The text of a Calc error, such as #N/A; #VALUE! if Excel has no such error."""
    return _MARKS.get(code, VALUE)


def _error(mark: str) -> float:
    """Encode an error as Calc does: a NaN with the error's number in its lowest bits."""
    (found,) = struct.unpack("<d", struct.pack("<Q", 0x7FF8_0000_0000_0000 | _CODES[mark]))
    return float(found)


def _trim_arguments(arguments: Sequence[object]) -> list[object]:
    """Shorten whole columns to the last row that any of them fills, and whole rows to the last column."""
    blocks = [argument for argument in arguments if isinstance(argument, tuple)]
    wide = [tuple(zip(*rows, strict=True)) for rows in blocks if len(rows[0]) > _MOST_COLUMNS]
    bottom = max((_count_filled_rows(rows) for rows in blocks if len(rows) > _MOST_ROWS), default=0)
    right = max(map(_count_filled_rows, wide), default=0)

    def trim_argument(argument: object) -> object:
        if not isinstance(argument, tuple):
            return argument
        # At least two rows or columns: a single cell would be another kind of argument.
        rows = argument[: max(bottom, 2)] if len(argument) > _MOST_ROWS else argument
        too_wide = len(argument[0]) > _MOST_COLUMNS
        return tuple(row[: max(right, 2)] for row in rows) if too_wide else rows

    return list(map(trim_argument, arguments))


def _count_filled_rows(rows: Rows) -> int:
    """The number of rows down to the last filled row."""
    blank = ("",) * len(rows[0])
    return next((n for n in range(len(rows), 0, -1) if rows[n - 1] != blank), 0)
