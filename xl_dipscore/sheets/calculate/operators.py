"""Compute the operators of formulas, and apply functions of single values to arrays."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, product, repeat
from operator import mul
from typing import Any

from xl_dipscore.sheets.calculate.digits import are_near
from xl_dipscore.sheets.calculate.kinds import Array, Err, Raise, Value, Why, either, fail_if
from xl_dipscore.sheets.calculate.values import compare, equal, finite, num, txt

Operator = Callable[[Any, Any], Value]


def add(one: Value, other: Value) -> float:
    return _add(num(one), num(other))


def subtract(one: Value, other: Value) -> float:
    return _add(num(one), -num(other))


def _add(one: float, other: float) -> float:
    """Add two numbers. If only their last digits remain, the sum is 0 in some programs and formulas."""
    total = one + other
    if total and abs(total) < 4e-15 * abs(one):
        return either(Why.BEYOND_15, 0.0, total)
    return finite(total)


def add_last(one: Value, other: Value) -> float:
    """Add two numbers as a formula's last step. There all programs take the last two binary digits for 0."""
    return _add_last(num(one), num(other))


def subtract_last(one: Value, other: Value) -> float:
    return _add_last(num(one), -num(other))


def _add_last(one: float, other: float) -> float:
    total = one + other
    return 0.0 if abs(total) <= 4 * math.ulp(one) and are_near(one, -other) else _add(one, other)


def multiply(one: Value, other: Value) -> float:
    return finite(num(one) * num(other))


def divide(one: Value, other: Value) -> float:
    dividend, divisor = num(one), num(other)
    if divisor == 0:
        raise Raise(Err.DIV)
    return finite(dividend / divisor)


def power(one: Value, other: Value) -> float:
    base, exponent = num(one), num(other)
    fail_if(base == 0 and exponent == 0, Err.NUM)
    try:
        result = base**exponent
    except OverflowError:
        raise Raise(Err.NUM) from None
    except ZeroDivisionError:
        raise Raise(Err.DIV) from None
    if isinstance(result, complex):
        raise Raise(Err.NUM)
    return finite(result)


def join(one: Value, other: Value) -> str:
    return txt(one) + txt(other)


OPERATORS: dict[str, Operator] = {
    "=": equal,
    "<>": lambda one, other: not equal(one, other),
    "<": lambda one, other: compare(one, other) < 0,
    ">": lambda one, other: compare(one, other) > 0,
    "<=": lambda one, other: compare(one, other) <= 0,
    ">=": lambda one, other: compare(one, other) >= 0,
    "&": join,
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": divide,
    "^": power,
}
LAST_OPERATORS = {**OPERATORS, "+": add_last, "-": subtract_last}
LEVELS = tuple(map(frozenset, (("=", "<>", "<", ">", "<=", ">="), ("&",), ("+", "-"), ("*", "/"), ("^",))))
"""Operators of equal precedence, the weakest first."""


def negative(value: Value) -> float:
    return 0.0 - num(value)


def percent(value: Value) -> float:
    return num(value) / 100


def value_at(block: Sequence[Sequence[Any]], row: int, column: int, beyond: Any) -> Any:
    """A value of an array; `beyond` outside the array. A single row or column is repeated, as in Excel."""
    row, column = 0 if len(block) == 1 else row, 0 if len(block[0]) == 1 else column
    if row >= len(block) or column >= len(block[0]):
        return beyond
    return block[row][column]


def over_arrays(function: Callable[..., Any], given: Sequence[Any]) -> Array:
    """Apply a function of single values, cell by cell, to arguments of which some are arrays."""
    blocks = [argument for argument in given if type(argument) is list]
    height, width = max(map(len, blocks)), max(len(block[0]) for block in blocks)
    if all((len(block), len(block[0])) == (height, width) for block in blocks):
        return _in_rows(_place_by_place(function, given), width)
    found = []
    for row, column in product(range(height), range(width)):
        values = [value_at(one, row, column, Err.NA) if type(one) is list else one for one in given]
        found.append(value_or_error(function, *values))
    return _in_rows(found, width)


def _place_by_place(function: Callable[..., Any], given: Sequence[Any]) -> list[Any]:
    """Apply the function to arrays of equal size, row by row. Returns all results in one flat list."""
    flat = [list(chain.from_iterable(one)) if type(one) is list else one for one in given]
    if function is multiply and (products := _products(flat)) is not None:
        return products
    columns = [one if type(one) is list else repeat(one) for one in flat]
    try:
        return list(map(function, *columns))
    except Raise:
        return list(map(partial(value_or_error, function), *columns))


def _products(flat: Sequence[Any]) -> list[Any] | None:
    """Multiply arrays of numbers and truths, the usual case, quickly.

    Returns None for arrays with other values, and if a product or the sum of the products overflows.
    """
    one, other = (values if type(values) is list else [values] for values in flat)
    if not (set(map(type, one)) <= _NUMERIC and set(map(type, other)) <= _NUMERIC):
        return None
    if len(one) == len(other):
        found = list(map(mul, map(float, one), other))
    else:
        few, many = sorted((one, other), key=len)
        factor = float(few[0])
        found = [factor * value for value in many]
    total = sum(found)
    return found if total - total == 0 else None


_NUMERIC = frozenset({float, bool})


def _in_rows(values: list[Any], width: int) -> Array:
    if width == 1:
        return [[value] for value in values]
    return [values[start : start + width] for start in range(0, len(values), width)]


def value_or_error(function: Callable[..., Any], *given: Any) -> Any:
    try:
        return function(*given)
    except Raise as failure:
        return failure.err


def is_error(value: object) -> bool:
    return type(value) is Err
