"""Number functions: totals, counts, ranks, rounding and arithmetic."""

import math
from collections.abc import Callable, Iterable, Sequence
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Context, Decimal
from fractions import Fraction
from functools import reduce
from itertools import chain
from operator import add

from xl_dipscore.sheets.calculate.digits import by_15_digits, by_15_or_all, numbers_near, order_in_lists
from xl_dipscore.sheets.calculate.functions.registry import (
    Cells,
    computes,
    numbers_of,
    parts_of,
    raise_first_error,
    rows_of,
    values_of,
)
from xl_dipscore.sheets.calculate.kinds import (
    MISSING,
    Err,
    Given,
    Raise,
    Ref,
    Union,
    Unsure,
    Value,
    Why,
    either,
    fail,
    fail_if,
    unsure,
    unsure_if,
)
from xl_dipscore.sheets.calculate.operators import power
from xl_dipscore.sheets.calculate.values import finite, num, read_number, whole
from xl_dipscore.sheets.xlsx.formula import words


def total(numbers: Iterable[float]) -> float:
    """Add numbers one by one, as spreadsheets do. Since Python 3.12, `sum` corrects rounding errors."""
    return finite(reduce(add, numbers, 0.0))


computes("SUM", "u", 1, 255)(lambda cells, *given: total(numbers_of(cells, given)))
computes("MAX", "u", 1, 255)(lambda cells, *given: max(numbers_of(cells, given), default=0.0))
computes("MIN", "u", 1, 255)(lambda cells, *given: min(numbers_of(cells, given), default=0.0))
computes("SUMSQ", "u", 1, 255)(lambda cells, *given: total([x * x for x in numbers_of(cells, given)]))


@computes("PRODUCT", "u", 1, 255)
def _product(cells: Cells, *given: Given) -> float:
    unsure_if(any(argument is MISSING for argument in given), "it multiplies by nothing")
    numbers = numbers_of(cells, given)
    return finite(math.prod(numbers)) if numbers else 0.0


@computes("COUNT", "u", 1, 255)
def _count(cells: Cells, *given: Given) -> float:
    """Count numbers in cells and arrays; of single values, also TRUE, FALSE and texts that show a number."""
    found = 0
    for argument in parts_of(given):
        if type(argument) in (Ref, list):
            found += sum(type(value) is float for value in values_of(cells, argument))
        elif type(argument) is str:
            found += read_number(argument) is not None
        else:
            found += argument is MISSING or type(argument) in (float, bool)
    return float(found)


@computes("COUNTA", "u", 1, 255)
def _count_any(cells: Cells, *given: Given) -> float:
    found = 0
    for argument in parts_of(given):
        values = [*values_of(cells, argument)]
        unsure_if(type(argument) is not Ref and None in values, "it counts values that may be blank cells")
        found += sum(value is not None for value in values)
    return float(found)


@computes("COUNTBLANK", "r", 1)
def _count_blank(cells: Cells, given: Given) -> float:
    """Count blank cells and cells with an empty text."""
    unsure_if(type(given) is not Ref, "it counts blanks in values outside cells")
    return float(given.area.size - sum(value not in (None, "") for value in values_of(cells, given)))


@computes("SUMPRODUCT", "a", 1, 255)
def _sum_products(cells: Cells, *given: Given) -> float:
    """A value that is not a number, even TRUE, is taken as 0. The first error is the result."""
    blocks = [rows_of(cells, argument) for argument in given]
    areas = {argument.area.shape for argument in given if type(argument) is Ref}
    fail_if(len({(len(rows), len(rows[0])) for rows in blocks}) > 1 or len(areas) > 1, Err.VALUE)
    if len(blocks) == 1:
        return total(numbers_of(cells, blocks))
    found = 0.0
    for values in zip(*map(chain.from_iterable, blocks), strict=True):
        product = 1.0
        for value in values:
            if isinstance(value, Err):
                raise Raise(value)
            product *= value if type(value) is float else 0.0
        found += product
    return finite(found)


def pairs_of(cells: Cells, one: Given, other: Given) -> list[tuple[float, float]]:
    """The pairs of numbers at equal positions of two arrays, which must be equally long. Raises `Raise`."""
    first, second = [*values_of(cells, one)], [*values_of(cells, other)]
    raise_first_error((*first, *second))
    pairs = zip(first, second, strict=True) if len(first) == len(second) else fail(Err.NA)
    return [(x, y) for x, y in pairs if type(x) is float and type(y) is float]


def sorted_numbers(cells: Cells, given: Given) -> Sequence[float]:
    if type(given) is Ref:
        return cells.numbers_in_order(given.area)
    return sorted(numbers_of(cells, [given if type(given) in (list, Union) else [[given]]]))


def _nth(cells: Cells, given: Given, place: Value, *, largest: bool) -> float:
    """For a place such as 1.5, return the lower of the numbers at the places 1 and 2, as Excel did."""
    numbers, wanted = sorted_numbers(cells, given), num(place)
    fail_if(not 1 <= wanted <= len(numbers), Err.NUM)
    return numbers[-by_15_or_all(math.ceil, wanted) if largest else by_15_or_all(math.floor, wanted) - 1]


computes("LARGE", "us", 2)(lambda cells, given, place: _nth(cells, given, place, largest=True))
computes("SMALL", "us", 2)(lambda cells, given, place: _nth(cells, given, place, largest=False))


def _better_and_level(cells: Cells, wanted: Value, given: Given, rising: Value) -> tuple[int, int]:
    """Count the numbers that rank before `wanted`, and the numbers that equal `wanted`."""
    unsure_if(type(given) not in (Ref, Union), "it ranks among values outside cells")
    fail_if(isinstance(rising, str), Err.VALUE)
    numbers, number = sorted_numbers(cells, given), num(wanted)
    near = numbers_near(numbers, number)
    orders = [order_in_lists(other, number) for other in numbers[near]]
    low, level = near.start + orders.count(-1), orders.count(0)
    fail_if(not level, Err.NA)
    return low if num(rising) else len(numbers) - low - level, level


@computes("RANK RANK.EQ", "sus", 2, 3)
def _rank(cells: Cells, wanted: Value, given: Given, rising: Value = 0.0) -> float:
    return _better_and_level(cells, wanted, given, rising)[0] + 1.0


@computes("RANK.AVG", "sus", 2, 3)
def _rank_mean(cells: Cells, wanted: Value, given: Given, rising: Value = 0.0) -> float:
    better, level = _better_and_level(cells, wanted, given, rising)
    return better + (level + 1) / 2


_MOST_DIGITS = 400
_ALL = Context(prec=2 * _MOST_DIGITS)


def _unit(places: int) -> Decimal:
    return Decimal(1).scaleb(-max(-_MOST_DIGITS, min(places, _MOST_DIGITS)))


def round_as_shown(number: float, places: int, way: str = ROUND_HALF_UP) -> float:
    """Round a number by the 15 digits that a cell shows, as ROUND does: 1.005 becomes 1.01."""
    return by_15_digits(lambda shown: _round(Decimal(repr(shown)), _unit(places), way), number)


def _round(shown: Decimal, unit: Decimal, way: str) -> float:
    if shown.as_tuple().exponent >= unit.as_tuple().exponent:  # type: ignore[operator]
        return float(shown)
    return finite(float(shown.quantize(unit, way)))


def round_if_sure(number: float, places: int, *, typed: bool = True) -> Decimal:
    """Round a number by the 15 digits that a cell shows.

    If the exact float rounds to another result, Excel may show either result: see `either`. But if `typed`
    is set and the 15 digits read back as the same float, Excel always rounds the 15 digits.
    """
    unit, text = _unit(places), f"{number:.15g}"
    shown = Decimal(text).quantize(unit, ROUND_HALF_UP, _ALL)
    exact = Decimal(number).quantize(unit, ROUND_HALF_UP, _ALL)
    sure = shown == exact or (typed and float(text) == number)
    return shown if sure else either(Why.DIGITS, shown, exact)


computes("ROUND", "s", 2)(lambda v, n: round_as_shown(num(v), whole(n)))
computes("ROUNDUP", "s", 2)(lambda v, n: round_as_shown(num(v), whole(n), ROUND_UP))
computes("ROUNDDOWN", "s", 2)(lambda v, n: round_as_shown(num(v), whole(n), ROUND_DOWN))
computes("TRUNC", "s", 1, 2)(lambda v, n=0.0: round_as_shown(num(v), whole(n), ROUND_DOWN))


def _to_multiple(value: Value, unit: Value, *, up: bool) -> float:
    number, by = num(value), num(unit)
    if by == 0:
        fail_if(number and not up, Err.DIV)
        unsure_if(not up, "it rounds 0 to multiples of 0")
        return 0.0
    fail_if(number > 0 > by, Err.NUM)
    return _multiple(number, by, up=up)


def _to_multiple_of_size(value: Value, unit: Value, turned: Value, *, up: bool) -> float:
    """Round to a multiple of a unit, whose sign is ignored. turned: round negative numbers the other way?"""
    number, by = num(value), abs(num(unit))
    up = up != (number < 0 and bool(num(turned)))
    return _multiple(number, by, up=up) if by else 0.0


def _multiple(number: float, by: float, *, up: bool) -> float:
    step: Callable[[float], int] = math.ceil if up else math.floor
    return finite(by * by_15_digits(step, number / by))


for _name, _up in (("CEILING", True), ("FLOOR", False)):
    computes(_name, "s", 2)(lambda value, unit, up=_up: _to_multiple(value, unit, up=up))
    computes(f"{_name}.MATH", "s", 1, 3)(
        lambda value, unit=1.0, turned=0.0, up=_up: _to_multiple_of_size(value, unit, turned, up=up)
    )


@computes("MROUND", "s", 2)
def _round_to_multiple(value: Value, unit: Value) -> float:
    """Round to the nearest multiple; a number halfway between two multiples is rounded away from 0."""
    if not (isinstance(value, float | str | Err) and isinstance(unit, float | str | Err)):
        raise Unsure("it rounds a value that is no number to multiples")
    number, by = num(value), num(unit)
    if not number or not by:
        return 0.0
    fail_if((number > 0) != (by > 0), Err.NUM)
    times = number / by
    half = times - math.floor(times)
    unsure_if(half != 0.5 and abs(half - 0.5) < 1e-9, Why.DIGITS)
    return finite(math.floor(times + 0.5) * by)


@computes("MOD", "s", 2)
def _modulo(value: Value, divisor: Value) -> float:
    """The remainder, with the divisor's sign. Raises Unsure if the last digits of fractions decide it."""
    number, by = num(value), num(divisor)
    fail_if(by == 0, Err.DIV)
    times = number / by
    near = round(times)
    if number.is_integer() and by.is_integer() and abs(times) < 1e12:
        return finite(number - by * math.floor(Fraction(number) / Fraction(by)))
    if abs(times) > 1e12 or (abs(times - near) < 1e-12 and Fraction(number) != near * Fraction(by)):
        raise Unsure(Why.DIGITS)
    return finite(number - by * math.floor(times))


computes("QUOTIENT", "s", 2)(
    lambda value, divisor: (
        float(by_15_or_all(math.trunc, num(value) / num(divisor))) if num(divisor) else fail(Err.DIV)
    )
)
computes("POWER", "s", 2)(power)


@computes("LOG", "s", 1, 2)
def _logarithm(value: Value, base: Value = 10.0) -> float:
    by = num(base)
    return _in_range(math.log10 if by == 10 else lambda x: math.log(x) / math.log(by), value)


computes("PI", "s", 0)(lambda: math.pi)
computes("ATAN2", "s", 2)(lambda x, y: math.atan2(num(y), num(x)) if num(x) or num(y) else fail(Err.DIV))


def _in_range(function: Callable[[float], float], value: Value) -> float:
    try:
        return finite(function(num(value)))
    except (ValueError, OverflowError):
        raise Raise(Err.NUM) from None
    except ZeroDivisionError:
        raise Raise(Err.DIV) from None


_IN_MATH = "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh"
_OF_ONE_NUMBER: dict[str, Callable[[float], float]] = {
    "ABS": abs,
    "SIGN": lambda x: float((x > 0) - (x < 0)),
    "EVEN": lambda x: math.copysign(by_15_or_all(lambda y: math.ceil(y / 2), abs(x)) * 2, x),
    "ODD": lambda x: (
        math.copysign(by_15_or_all(lambda y: math.ceil((y - 1) / 2), abs(x)) * 2 + 1, x) if x else 1.0
    ),
    "INT": lambda x: float(by_15_digits(math.floor, x)),
    "SQRT": math.sqrt,
    "EXP": math.exp,
    "LN": math.log,
    "LOG10": math.log10,
    "DEGREES": math.degrees,
    "RADIANS": math.radians,
    **{name.upper(): getattr(math, name) for name in words(_IN_MATH)},
    "FACT": lambda x: float(math.factorial(whole(x))) if x < 171 else fail(Err.NUM),
}
for _name, _function in _OF_ONE_NUMBER.items():
    computes(_name, "s", 1)(lambda value, of=_function: _in_range(of, value))


@computes("COMBIN", "s", 2)
def _choices(value: Value, chosen: Value) -> float:
    number, count = whole(value), whole(chosen)
    fail_if(not 0 <= count <= number, Err.NUM)
    return float(math.comb(number, count)) if number <= 500 else unsure("it chooses among too many")


@computes("PERMUT", "s", 2)
def _ordered_choices(value: Value, chosen: Value) -> float:
    number, count = whole(value), whole(chosen)
    fail_if(not 0 <= count <= number, Err.NUM)
    unsure_if(number == 0 or number > 500, "it chooses among none or too many")
    return finite(float(math.perm(number, count)) if math.perm(number, count) < 10**308 else math.inf)


def _whole_numbers(cells: Cells, given: Sequence[Given]) -> list[int]:
    """Whole numbers among arguments, without their fractions. A blank cell is left out of a range only."""
    found: list[int] = []
    for argument in given:
        values = [*values_of(cells, argument)]
        raise_first_error(values)
        odd = (bool, str) if type(argument) in (Ref, list) else bool
        unsure_if(argument is MISSING or any(isinstance(value, odd) for value in values), _NO_NUMBER)
        fail_if(len(values) == 1 and values[0] is None, Err.VALUE)
        numbers = [num(value) for value in values if value is not None]
        unsure_if(any(-1 < number < 0 for number in numbers), "it cuts off a negative fraction")
        found += map(whole, numbers)
    fail_if(any(number < 0 for number in found), Err.NUM)
    unsure_if(any(number >= 2**53 for number in found), _TOO_LARGE)
    return found


_TOO_LARGE = "it divides numbers that are too large"
_NO_NUMBER = "it takes TRUE, FALSE, a text or nothing for a number"


def _least_multiple(cells: Cells, *given: Given) -> float:
    numbers = _whole_numbers(cells, given)
    found = math.lcm(*numbers) if numbers else 0
    return float(found) if found < 2**53 else unsure(_TOO_LARGE)


computes("GCD", "r", 1, 255)(lambda cells, *given: float(math.gcd(*_whole_numbers(cells, given))))
computes("LCM", "r", 1, 255)(_least_multiple)


@computes("PMT", "s", 3, 5)
def _payment(rate: Value, periods: Value, now: Value, later: Value = 0.0, at_start: Value = 0.0) -> float:
    """The equal payment of each period that turns a value now, with interest, into a later one."""
    interest, count, first, last = num(rate), num(periods), num(now), num(later)
    fail_if(count == 0, Err.NUM)
    if interest == 0:
        return finite(-(first + last) / count)
    unsure_if(interest <= -1 or abs(count) > 10_000 or interest > 100, "its rate or its periods are unusual")
    growth = finite((1 + interest) ** count)
    return finite(
        -interest * (first * growth + last) / ((1 + interest * (num(at_start) != 0)) * (growth - 1))
    )
