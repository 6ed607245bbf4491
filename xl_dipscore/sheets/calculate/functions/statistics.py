"""Statistical functions: means, spreads, percentiles, and lines through pairs of numbers."""

import math
import statistics
from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import chain, pairwise

from xl_dipscore.sheets.calculate.digits import by_15_or_all, in_lists, order_in_lists
from xl_dipscore.sheets.calculate.functions.conditions import mean
from xl_dipscore.sheets.calculate.functions.numbers import pairs_of, round_as_shown, sorted_numbers, total
from xl_dipscore.sheets.calculate.functions.registry import (
    Cells,
    computes,
    numbers_of,
    parts_of,
    raise_first_error,
    values_of,
)
from xl_dipscore.sheets.calculate.kinds import (
    MISSING,
    Array,
    Err,
    Given,
    Raise,
    Ref,
    Value,
    either,
    fail,
    fail_if,
    unsure_if,
)
from xl_dipscore.sheets.calculate.operators import subtract
from xl_dipscore.sheets.calculate.values import finite, num, whole


def _mode(numbers: Sequence[float]) -> float:
    """The most frequent number. If there are several, some programs return the first, others the smallest."""
    found = statistics.multimode(in_lists(numbers))
    fail_if(len(found) == len(numbers), Err.NA)
    return found[0] if len(found) == 1 else either(_SEVERAL, found[0], min(found))


_SEVERAL = "several numbers are the most frequent"


def _positive(numbers: Sequence[float]) -> Sequence[float]:
    return numbers if min(numbers, default=0) > 0 else fail(Err.NUM)


def _distances(numbers: Sequence[float]) -> list[float]:
    """The distances of numbers from their mean."""
    middle = mean(numbers) if numbers else fail(Err.NUM)
    return [abs(number - middle) for number in numbers]


_OF_MANY: dict[str, tuple[Err, Callable[[Sequence[float]], float]]] = {
    "AVERAGE": (Err.DIV, mean),
    "MEDIAN": (Err.NUM, statistics.median),
    "MODE MODE.SNGL": (Err.NA, _mode),
    "STDEV STDEV.S": (Err.DIV, statistics.stdev),
    "STDEVP STDEV.P": (Err.DIV, statistics.pstdev),
    "VAR VAR.S": (Err.DIV, statistics.variance),
    "VARP VAR.P": (Err.DIV, statistics.pvariance),
    "GEOMEAN": (Err.NUM, lambda numbers: statistics.geometric_mean(_positive(numbers))),
    "HARMEAN": (Err.NUM, lambda numbers: statistics.harmonic_mean(_positive(numbers))),
    "AVEDEV": (Err.NUM, lambda numbers: mean(_distances(numbers))),
    "DEVSQ": (Err.NUM, lambda numbers: total(distance**2 for distance in _distances(numbers))),
}

_MOST = 1e150


def _compute_statistic(function: Callable[..., float], error: Err, *given: Sequence[float]) -> float:
    """Compute a statistic. Raises `Raise(error)` if the numbers are too few, or all equal."""
    unsure_if(max(map(abs, chain(*given)), default=0.0) > _MOST, "it squares numbers that are too large")
    try:
        return finite(function(*given))
    except statistics.StatisticsError:
        raise Raise(error) from None


for _names, (_error, _function) in _OF_MANY.items():
    computes(_names, "u", 1, 255)(
        lambda cells, *given, of=_function, err=_error: _compute_statistic(of, err, numbers_of(cells, given))
    )


def _at(numbers: Sequence[float], place: float) -> float:
    """The number at a place, counted from 0. Between two places, interpolate between their numbers."""
    near = round(place)
    if abs(place - near) < 1e-9:
        return numbers[near]
    before = numbers[math.floor(place)]
    return before + (place - math.floor(place)) * (numbers[math.ceil(place)] - before)


@computes("PERCENTILE PERCENTILE.INC", "us", 2)
def _percentile(cells: Cells, given: Given, part: Value) -> float:
    numbers, share = sorted_numbers(cells, given), num(part)
    return _at(numbers, (len(numbers) - 1) * share) if numbers and 0 <= share <= 1 else fail(Err.NUM)


computes("QUARTILE QUARTILE.INC", "us", 2)(
    lambda cells, given, quarter: _percentile(cells, given, whole(quarter) / 4)
)


@computes("TRIMMEAN", "us", 2)
def _trimmed_mean(cells: Cells, given: Given, part: Value) -> float:
    """The mean without equally many of the smallest and the largest numbers, together at most this part."""
    numbers, share = sorted_numbers(cells, given), num(part)
    fail_if(not numbers or not 0 <= share < 1, Err.NUM)
    left_out = by_15_or_all(math.floor, len(numbers) * share / 2)
    return mean(numbers[left_out : len(numbers) - left_out])


@computes("FREQUENCY", "a", 2)
def _frequency(cells: Cells, given: Given, limits: Given) -> Array:
    """Count the numbers up to each limit and above the one before, and last the numbers above all limits."""
    values = [*values_of(cells, limits)]
    raise_first_error(values)
    bounds = [value for value in values if type(value) is float]
    rising = all(one < other for one, other in pairwise(bounds))
    unsure_if(len(bounds) < len(values) or not rising, "its limits are not rising numbers")
    numbers = numbers_of(cells, [given if type(given) in (Ref, list) else [[given]]])
    unsure_if(not numbers, "it counts among no numbers")
    counts = [0.0] * (len(bounds) + 1)
    for number in numbers:
        counts[sum(order_in_lists(number, bound) > 0 for bound in bounds)] += 1
    return [[count] for count in counts]


def _numbers_and_texts(cells: Cells, given: Sequence[Given]) -> list[float]:
    """The numbers among arguments, with TRUE as 1, and with FALSE and texts in cells as 0."""
    found: list[float] = []
    for argument in parts_of(given):
        unsure_if(type(argument) is list, "it takes texts of values outside cells for 0")
        if type(argument) is Ref:
            values = [value for value in values_of(cells, argument) if value is not None]
            raise_first_error(values)
            found += [0.0 if isinstance(value, str) else num(value) for value in values]
        else:
            found.append(0.0 if argument is MISSING else num(argument))
    return found


computes("AVERAGEA", "u", 1, 255)(lambda cells, *given: mean(_numbers_and_texts(cells, given)))
computes("MAXA", "u", 1, 255)(lambda cells, *given: max(_numbers_and_texts(cells, given), default=0.0))
computes("MINA", "u", 1, 255)(lambda cells, *given: min(_numbers_and_texts(cells, given), default=0.0))


@computes("STANDARDIZE", "s", 3)
def _standardize(value: Value, middle: Value, spread: Value) -> float:
    by = num(spread)
    fail_if(by <= 0, Err.NUM)
    return finite(subtract(num(value), num(middle)) / by)


@computes("PERCENTRANK PERCENTRANK.INC", "rss", 2, 3)
def _percent_rank(cells: Cells, given: Given, value: Value, digits: Value = 3.0) -> float:
    """The share of the other numbers that are below `value`, cut to `digits` digits.

    If `value` is not in the list, its share is interpolated.
    """
    *numbers, number = in_lists([*sorted_numbers(cells, given), num(value)])
    fail_if(not numbers or whole(digits) < 1, Err.NUM)
    fail_if(not numbers[0] <= number <= numbers[-1], Err.NA)
    below = bisect_left(numbers, number)
    place = float(below)
    if numbers[below] != number:
        place += (number - numbers[below - 1]) / (numbers[below] - numbers[below - 1]) - 1
    share = place / (len(numbers) - 1) if len(numbers) > 1 else 1.0
    unit = 10.0 ** whole(digits)
    return math.floor(round_as_shown(share * unit, 9)) / unit


_OF_PAIRS: dict[str, Callable[[Sequence[float], Sequence[float]], float]] = {
    "CORREL PEARSON": statistics.correlation,
    "RSQ": lambda x, y: statistics.correlation(x, y) ** 2,
    "SLOPE": lambda x, y: statistics.linear_regression(x, y).slope,
    "INTERCEPT": lambda x, y: statistics.linear_regression(x, y).intercept,
}


def _along(function: Callable[..., float], cells: Cells, x: Given, y: Given) -> float:
    pairs = pairs_of(cells, x, y)
    return _compute_statistic(function, Err.DIV, [one for one, _ in pairs], [other for _, other in pairs])


@computes("FORECAST FORECAST.LINEAR", "saa", 3)
def _forecast(cells: Cells, value: Value, y: Given, x: Given) -> float:
    """The height of the line through pairs of numbers at `value`."""
    at = num(value)

    def height(xs: Sequence[float], ys: Sequence[float]) -> float:
        line = statistics.linear_regression(xs, ys)
        return line.intercept + line.slope * at

    return _along(height, cells, x, y)


for _names, _of_pairs in _OF_PAIRS.items():
    computes(_names, "a", 2)(lambda cells, y, x, of=_of_pairs: _along(of, cells, x, y))
