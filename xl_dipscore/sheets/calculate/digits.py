"""The last digits of numbers: one rule for every function that decides by a number.

Spreadsheets show and compare 15 digits. So 99.99999999999999 counts as 100 for the operators = and <, for
criteria, for rounding and in texts. Lookups, ranks and row numbers use 15 digits in some programs, and all
digits in others. A decision is uncertain only if a number may count as either of two neighbours, and these
lead to different results: see `either`.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from decimal import ROUND_HALF_UP, Context
from itertools import pairwise
from typing import TypeVar

from xl_dipscore.sheets.calculate.kinds import Why, either

T = TypeVar("T")
_NEAR = 2e-14
"""Numbers that differ by more, relative to their size, differ in their first 15 digits."""
_HALF_UP = Context(prec=15, rounding=ROUND_HALF_UP)


def to_15_digits(number: float) -> float:
    return number if number.is_integer() and abs(number) < 1e15 else float(f"{number:.15g}")


def neighbours(number: float) -> tuple[float, ...]:
    """The numbers of 15 digits as which a number may count: usually one; two if programs differ.

    Some programs round the number itself, and others its 17 digits, as files store them.
    """
    rounded = to_15_digits(number)
    if rounded == number:
        return (number,)
    digits = f"{number:.16e}"
    if digits.partition("e")[0][-2:] != "50":
        return (rounded,)
    other = float(_HALF_UP.create_decimal(digits))
    return (rounded,) if other == rounded else (rounded, other)


def by_15_digits(decide: Callable[[float], T], number: float) -> T:
    """Decide by the 15 digits of a number. See `either` if two neighbours lead to different results."""
    if number.is_integer() and abs(number) < 1e15:  # the usual case, quickly
        return decide(number)
    return same_or_either(*map(decide, neighbours(number)))


def by_15_or_all(decide: Callable[[float], T], number: float) -> T:
    """Decide by a number, of which programs use 15 digits or all digits. See `either`."""
    if number.is_integer() and abs(number) < 1e15:
        return decide(number)
    return same_or_either(by_15_digits(decide, number), decide(number))


def same_or_either(first: T, *others: T) -> T:
    for other in others:
        if other != first:
            return either(Why.BEYOND_15, first, other)
    return first


def are_near(one: float, other: float) -> bool:
    """May two different numbers be equal in their first 15 digits?"""
    return abs(one - other) <= _NEAR * abs(one)


def order(one: float, other: float) -> int:
    """Compare two numbers by their first 15 digits: -1, 0 or 1."""
    if one == other or not are_near(one, other):
        return (one > other) - (one < other)
    pairs = [(first, second) for first in neighbours(one) for second in neighbours(other)]
    return same_or_either(*((first > second) - (first < second) for first, second in pairs))


def order_in_lists(one: float, other: float) -> int:
    """Compare two numbers in a list, where programs use 15 digits or all digits: -1, 0 or 1."""
    return same_or_either(order(one, other), (one > other) - (one < other))


def numbers_near(numbers: Sequence[float], wanted: float) -> slice:
    """The part of sorted numbers that may equal `wanted` in their first 15 digits."""
    width = _NEAR * abs(wanted)
    return slice(bisect_left(numbers, wanted - width), bisect_right(numbers, wanted + width))


def in_lists(numbers: Iterable[float]) -> list[float]:
    """The numbers of a list in which programs look for equal ones, by 15 digits or by all digits."""
    exact = list(numbers)
    different = sorted(set(exact))
    if not any(are_near(one, other) and order(one, other) == 0 for one, other in pairwise(different)):
        return exact
    return either(Why.BEYOND_15, list(map(to_15_digits, exact)), exact)
