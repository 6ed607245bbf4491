"""Types of values inside formulas: errors, references, and reasons why Excel's answer is uncertain.

Numbers are floats, a blank cell is None, an error is an Err.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Any, NoReturn, TypeAlias, TypeVar

from xl_dipscore.sheets.xlsx.formula import Area, words


class Why:
    WHOLE = "it uses a range where one value belongs"
    ORDER = "it depends on the order of names with accents, hyphens or symbols"
    READ = "it reads a number, date or time out of a text"
    DIGITS = "it depends on the last digit of a number"
    BEYOND_15 = "it depends on digits behind the 15th, which programs use in different ways"
    ABOVE_MINUS_1 = "it takes a number between -1 and 0 for 0, or refuses it, by program"
    HYPHENS = "it depends on the order of names with hyphens or apostrophes"
    UNSORTED = "it looks up the nearest value in cells that are not sorted"
    LOOKS_FOR_ERRORS = "it looks for errors with a condition"
    CIRCLE = "it depends on itself"
    DEPENDS = "it depends on a cell that could not be computed"
    COUNT = "it has too few or too many arguments"
    FORMAT = "it uses a format that is not known"
    EARLY = "it has a day before March 1900"
    TIMES = "it counts the days between two times, whole or in part, by program"
    EMPTY = "it depends on whether an empty text counts as other texts do, or as a blank cell"
    COLUMNS_WHOLE = "it refers to whole columns"
    TRUTHS = "it looks for TRUE or FALSE, which some cells hold as text"
    CURRENCY = "its currency depends on the computer"
    COMPUTER = "it depends on the computer that opens the workbook, or on chance"
    NOT_FOR_OFFICE = frozenset(
        {READ, EARLY, HYPHENS, UNSORTED, TRUTHS, CURRENCY, COMPUTER, BEYOND_15, ABOVE_MINUS_1, TIMES, EMPTY}
    )
    NOT_FOR_EXCEL = frozenset({READ, ORDER, TRUTHS, CURRENCY, COMPUTER})
    """Excel is not asked for a formula with such a reason: language or chance would decide the result."""


OF_COMPUTER = words("CELL INFO DOLLAR RAND RANDBETWEEN RANDARRAY")
"""Functions whose results depend on chance or on this computer, and must not be written into a workbook."""
NEVER_FOR_EXCEL = words("TEXT FIXED VALUE DATEVALUE TIMEVALUE SUBTOTAL AGGREGATE ISFORMULA FORMULATEXT")
"""Functions that depend on the language of Windows, or on formulas (Excel gets many formulas as values)."""


class Unsure(Exception):
    """Raised if Excel's answer is uncertain. The text of the exception is the reason."""


class Ambiguous(Unsure):
    """Raised if Excel may return either of two answers, for example by language or version."""


class Answers:
    """`chosen` tells `either` which of two possible answers to return.

    1 and 3: the first answer. 2 and 4: the second answer. 0: neither; `either` raises Ambiguous. In the order
    of texts, hyphens are ignored with 1 and 2, and come before letters with 3 and 4.
    """

    chosen = 0
    any_order = False
    """May texts be sorted in any order? If so, the first answer about the order of two texts is used."""
    ALL = (1, 2, 3, 4)


Answer = TypeVar("Answer")


def either(reason: str, first: Answer, second: Answer) -> Answer:
    """Return the answer that `Answers.chosen` selects. A formula with the same result for both is certain."""
    if not Answers.chosen:
        raise Ambiguous(reason)
    return first if Answers.chosen % 2 else second


class Err(Enum):
    """Error values as Excel writes them, in the order of their numbers in ERROR.TYPE, which begin at 1."""

    NULL = "#NULL!"
    DIV = "#DIV/0!"
    VALUE = "#VALUE!"
    REF = "#REF!"
    NAME = "#NAME?"
    NUM = "#NUM!"
    NA = "#N/A"


ERRORS = {err.value: err for err in Err}


class Raise(Exception):
    """Raised if an error value is the result of a function."""

    def __init__(self, err: Err) -> None:
        super().__init__(err)
        self.err = err


class Ref:
    """The cells of an argument, not yet read."""

    __slots__ = ("area",)

    def __init__(self, area: Area) -> None:
        self.area = area


class Union:
    """The cells of an argument that joins separate areas, or areas of several sheets, not yet read."""

    __slots__ = ("refs",)

    def __init__(self, refs: Sequence[Ref]) -> None:
        self.refs = refs


class _Missing:
    """The type of MISSING: an argument that was omitted, with nothing between its commas."""


MISSING = _Missing()
Value: TypeAlias = float | str | bool | Err | None
"""One value of a cell or of an argument."""
Array: TypeAlias = list[list[Value]]
"""Rows of values; never empty."""
Given: TypeAlias = Any
"""An argument as passed: a Value, an Array, a Ref, MISSING, or for some functions a Union."""


def ref_to(area: Area) -> Ref:
    """A reference that a function makes. Raises Raise(Err.REF) for an area that is not on a sheet."""
    fail_if(not area.on_sheet, Err.REF)
    return Ref(area)


def unsure(reason: str) -> NoReturn:
    raise Unsure(reason)


def fail(err: Err) -> NoReturn:
    raise Raise(err)


def unsure_if(doubtful: object, reason: str) -> None:
    if doubtful:
        raise Unsure(reason)


def fail_if(wrong: object, err: Err) -> None:
    if wrong:
        raise Raise(err)
