"""Values of other libraries' kinds, such as numpy's and pandas', as Python's own.

No library is imported: a number has `__index__` or `__float__`, and a DataFrame has columns and `to_dict`.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from datetime import date
from fractions import Fraction
from operator import index
from typing import Any


class Odd(str):
    """What no cell can hold, such as a list: its kind and how it looks, a text that nothing reads."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)

    @classmethod
    def of(cls, value: object) -> "Odd":
        """The kind keeps `['England']` from being read as England."""
        return cls(f"{type(value).__name__} {quoted(value)}")


LONGEST = 60
"""Characters of a value that a sentence quotes."""


def quoted(value: object) -> str:
    """A value as a sentence quotes it."""
    try:
        text = repr(value)
    except (ArithmeticError, TypeError, ValueError):  # of a library that cannot show one of its values
        text = f"<{type(value).__name__}>"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def cell_of(value: Any) -> object:
    """A value as a cell has it: a number of Python's own; NaN and other missing values are blank."""
    if value is None or type(value) in (str, int, bool):
        return value
    try:
        if not bool(value == value):
            return None
    except (TypeError, ArithmeticError):  # pandas.NA and signalling NaN do not say
        return None
    except ValueError:  # an array
        return Odd.of(value)
    if isinstance(value, str | int | float | Fraction | date):
        return value
    if callable(item := getattr(value, "item", None)) and getattr(value, "ndim", 1) == 0:
        value = item()
        return value if isinstance(value, str | int | float | date) else Odd.of(value)
    for kind, able in ((index, "__index__"), (float, "__float__")):
        if hasattr(value, able):
            with suppress(TypeError, ValueError, OverflowError):
                return kind(value)
    return Odd.of(value)


def option_given(value: Any) -> object:
    """The value of an option; one of several, such as an array, as a tuple of cells."""
    if isinstance(value, str | Mapping | AbstractSet) or not is_list(value):
        return cell_of(value)
    return tuple(cell_of(one) for one in value)


def is_list(given: Any) -> bool:
    """Can it be gone through, value by value?"""
    if isinstance(given, bytes) or is_frame(given):
        return False
    try:
        iter(given)
    except TypeError:
        return False
    return True


def is_frame(given: Any) -> bool:
    """Is it a table of pandas or of a library like it?"""
    return hasattr(given, "columns") and (hasattr(given, "to_dict") or hasattr(given, "to_dicts"))
