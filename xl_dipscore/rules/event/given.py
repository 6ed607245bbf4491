"""Convert values of other libraries, such as numpy and pandas, to Python's own types.

No library is imported: numbers have `__index__` or `__float__`; DataFrames have `columns` and `to_dict`.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from datetime import date
from fractions import Fraction
from operator import index
from typing import Any


class Odd(str):
    """The type and repr of a value that no cell can contain, such as a list. This text is always refused."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)

    @classmethod
    def of(cls, value: object) -> "Odd":
        """Describe a value. The type name in front makes sure that `['England']` is not read as England."""
        return cls(f"{type(value).__name__} {quoted(value)}")


LONGEST = 60
"""The most characters of a value that a sentence quotes."""


def quoted(value: object) -> str:
    """The repr of a value, shortened to LONGEST characters."""
    try:
        text = repr(value)
    except (ArithmeticError, TypeError, ValueError):  # `repr` of some libraries fails
        text = f"<{type(value).__name__}>"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def cell_of(value: Any) -> object:
    """The value as a cell would contain it, in Python's own types; None for NaN and other missing values."""
    if value is None or type(value) in (str, int, bool):
        return value
    try:
        if not bool(value == value):
            return None
    except (TypeError, ArithmeticError):  # pandas.NA and signalling NaN cannot be compared
        return None
    except ValueError:  # an array is compared value by value
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
    """The value of an option as a cell would contain it. An array or other list becomes a tuple of values."""
    if isinstance(value, str | Mapping | AbstractSet) or not has_items(value):
        return cell_of(value)
    return tuple(cell_of(one) for one in value)


def has_items(given: Any) -> bool:
    """Can the object be read value by value? Bytes and DataFrames are not treated as lists."""
    if isinstance(given, bytes) or is_frame(given):
        return False
    try:
        iter(given)
    except TypeError:
        return False
    return True


def is_frame(given: Any) -> bool:
    """Is the object a table of pandas or of a similar library?"""
    return hasattr(given, "columns") and (hasattr(given, "to_dict") or hasattr(given, "to_dicts"))
