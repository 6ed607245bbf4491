"""Convert values of other libraries, such as numpy and pandas, to Python's own types.

No library is imported: `__index__` or `__float__` tells a number, columns and `to_dict` tell a DataFrame.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from datetime import date
from fractions import Fraction
from operator import index
from typing import Any


class Odd(str):
    """A text in place of a value that no cell can hold, such as a list: its type and repr, always refused."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)

    @classmethod
    def of(cls, value: object) -> "Odd":
        """The type name in front keeps `['England']` from being read as England."""
        return cls(f"{type(value).__name__} {quoted(value)}")


LONGEST = 60
"""Most characters of a value quoted in a sentence."""


def quoted(value: object) -> str:
    """The repr of a value, shortened to LONGEST characters."""
    try:
        text = repr(value)
    except (ArithmeticError, TypeError, ValueError):  # some libraries fail on their own values
        text = f"<{type(value).__name__}>"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def cell_of(value: Any) -> object:
    """The value as a cell would hold it: Python's own number types; None for NaN and other missing values."""
    if value is None or type(value) in (str, int, bool):
        return value
    try:
        if not bool(value == value):
            return None
    except (TypeError, ArithmeticError):  # pandas.NA and signalling NaN cannot be compared
        return None
    except ValueError:  # arrays compare value by value
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
    """The value of an option as a cell would hold it; an array or other list as a tuple of such values."""
    if isinstance(value, str | Mapping | AbstractSet) or not is_list(value):
        return cell_of(value)
    return tuple(cell_of(one) for one in value)


def is_list(given: Any) -> bool:
    """Can values be read from it one by one? Bytes and DataFrames are no lists."""
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
