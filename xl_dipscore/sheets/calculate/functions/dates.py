"""Functions of dates (numbers of days since 1900 or 1904) and of times (fractions of a day)."""

import calendar
import datetime as dt
import math
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple, TypeVar

from xl_dipscore.sheets.calculate.functions.registry import Cells, computes, raise_first_error, values_of
from xl_dipscore.sheets.calculate.kinds import (
    MISSING,
    Err,
    Given,
    Unsure,
    Value,
    Why,
    either,
    fail,
    fail_if,
    unsure,
    unsure_if,
)
from xl_dipscore.sheets.calculate.values import (
    DAYS_TO_1904,
    SECONDS,
    Dated,
    num,
    read_number,
    truth,
    txt,
    whole,
)

_T = TypeVar("_T")
_EPOCH = dt.date(1899, 12, 30)
LEAP_DAY = 60
"""29 February 1900, a day only in Excel. An earlier day has the number of days since _EPOCH, minus 1."""
LAST_DAY = 2_958_465
"""31 December 9999, as a number of days since 1900."""
EARLY_1904 = "it has a day before 1904"
_LATE = 2_700_000
_MOST = 32_767


class Day(NamedTuple):
    """A day as Excel shows it. Excel also has the days 0 January 1900 and 29 February 1900."""

    year: int
    month: int
    day: int


def _since_1900(cells: Cells, value: Value) -> int:
    """The number of a day since 1900. Raises `Raise`, and Unsure if last digits decide which day it is."""
    number = num(value)
    unsure_if(cells.date1904 and number < 0, EARLY_1904)
    unsure_if(-1 < number < 0, Why.ABOVE_MINUS_1)
    unsure_if(0 < round(number) - number < 1e-8, Why.DIGITS)
    day = math.floor(number) + (DAYS_TO_1904 if cells.date1904 else 0)
    return day if 0 <= day <= LAST_DAY else fail(Err.NUM)


def day_of(cells: Cells, value: Value) -> Day:
    number = _since_1900(cells, value)
    if number in (0, LEAP_DAY):
        return Day(1900, 1, 0) if number == 0 else Day(1900, 2, 29)
    date = _EPOCH + dt.timedelta(number + (number < LEAP_DAY))
    return Day(date.year, date.month, date.day)


def _date(cells: Cells, value: Value) -> dt.date:
    """The Python date of a day's number. Raises Unsure before March 1900, and from the number _LATE on."""
    number = _since_1900(cells, value)
    if not LEAP_DAY < number < _LATE:
        raise Unsure(Why.EARLY if number <= LEAP_DAY else "it has a day after the year 9000")
    return _EPOCH + dt.timedelta(number)


def _serial(cells: Cells, date: dt.date) -> float:
    number = (date - _EPOCH).days
    unsure_if(number <= LEAP_DAY, Why.EARLY)
    if cells.date1904:
        number -= DAYS_TO_1904
    return float(number) if number >= 0 else fail(Err.NUM)


def weekday_of(cells: Cells, value: Value) -> int:
    """0 for Sunday to 6 for Saturday. As in Excel, weekdays before the false leap day of 1900 are wrong."""
    return (_since_1900(cells, value) - 1) % 7


computes("TODAY", "s", 0)(lambda cells: float(math.floor(cells.now)))
computes("NOW", "s", 0)(lambda cells: cells.now)
computes("YEAR", "s", 1)(lambda cells, value: float(day_of(cells, value).year))
computes("MONTH", "s", 1)(lambda cells, value: float(day_of(cells, value).month))
computes("DAY", "s", 1)(lambda cells, value: float(day_of(cells, value).day))


@computes("DATE", "s", 3)
def _date_of(cells: Cells, year: Value, month: Value, day: Value) -> float:
    """Month 13 is January of the next year, and so on, also for days. 1900 is added to years below 1900."""
    years, months, days = whole(year), whole(month), whole(day)
    unsure_if(abs(months) > _MOST, "it makes a date of too large numbers")
    fail_if(not 0 <= years <= 9999, Err.NUM)
    years += 0 if years >= 1900 else 1900
    years, months = years + (months - 1) // 12, (months - 1) % 12
    unsure_if(cells.date1904 and years < 1904, EARLY_1904)
    fail_if(not 1900 <= years <= 9999, Err.NUM)
    number = (dt.date(years, months + 1, 1) - _EPOCH).days + days - 1
    number -= DAYS_TO_1904 if cells.date1904 else (years, months) < (1900, 2)
    return float(number) if 0 <= number <= LAST_DAY else fail(Err.NUM)


@computes("WEEKDAY", "s", 1, 2)
def _weekday(cells: Cells, value: Value, kind: Value = 1.0) -> float:
    """1 to 7. With kind 1 or 17, Sunday is 1; with 2 or 11, Monday, and so on. With kind 3, Monday is 0."""
    day, way = weekday_of(cells, value), whole(kind)
    if way == 3:
        return float((day - 1) % 7)
    first = {1: 0, 2: 1}.get(way, way - 10 if 11 <= way <= 17 else -1)
    return (day - first) % 7 + 1.0 if first >= 0 else fail(Err.NUM)


@computes("WEEKNUM", "s", 1, 2)
def _week(cells: Cells, value: Value, kind: Value = 1.0) -> float:
    """Week 1 contains 1 January. With kind 21, week 1 contains the year's first Thursday."""
    way = whole(kind)
    date = _date(cells, value)
    if way == 21:
        return float(date.isocalendar().week)
    fail_if(way not in (1, 2, *range(11, 18)), Err.NUM)
    new_year = _serial(cells, date.replace(month=1, day=1))
    return (date.timetuple().tm_yday - 1 + _weekday(cells, new_year, kind) - 1) // 7 + 1


computes("ISOWEEKNUM", "s", 1)(lambda cells, value: float(_date(cells, value).isocalendar().week))


@computes("DAYS", "s", 2)
def _days(cells: Cells, end: Value, start: Value) -> float:
    days = float((_date(cells, end) - _date(cells, start)).days)
    exact = num(end) - num(start)
    return days if exact == days else either(Why.TIMES, days, exact)


class _MonthsLater(NamedTuple):
    """A date; then, for a later month: its year, its number, its last day."""

    date: dt.date
    year: int
    month: int
    last_day: int


def _months_later(cells: Cells, value: Value, months: Value) -> _MonthsLater:
    """Return a date; then, for the month that is `months` later: its year, its number, its last day."""
    fail_if(isinstance(value, bool) or isinstance(months, bool), Err.VALUE)
    date = _date(cells, value)
    year, month = divmod(date.year * 12 + date.month - 1 + whole(months), 12)
    fail_if(not 1900 <= year <= 9999, Err.NUM)
    return _MonthsLater(date, year, month + 1, calendar.monthrange(year, month + 1)[1])


@computes("EDATE", "s", 2)
def _same_day_later(cells: Cells, value: Value, months: Value) -> float:
    date, year, month, last = _months_later(cells, value, months)
    return _serial(cells, dt.date(year, month, min(date.day, last)))


@computes("EOMONTH", "s", 2)
def _end_of_month(cells: Cells, value: Value, months: Value) -> float:
    _, year, month, last = _months_later(cells, value, months)
    return _serial(cells, dt.date(year, month, last))


@computes("DATEDIF", "s", 3)
def _difference(cells: Cells, start: Value, end: Value, unit: Value) -> float:
    """The days (d), whole months (m) or whole years (y) between two dates; ym: months beside the years."""
    first, last, what = _date(cells, start), _date(cells, end), txt(unit).lower()
    fail_if(first > last or what not in ("d", "m", "y", "ym", "md", "yd"), Err.NUM)
    unsure_if(what in ("md", "yd"), "it counts days beside months, which Excel warns about")
    if what == "d":
        return float((last - first).days)
    months = (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
    return float({"m": months, "y": months // 12, "ym": months % 12}[what])


def _holidays(cells: Cells, given: Given) -> set[dt.date]:
    values = [value for value in values_of(cells, given) if value is not None]
    raise_first_error(values)
    unsure_if(any(type(value) is not float for value in values), "its holidays are no dates")
    return {_date(cells, value) for value in values}


def _is_free(date: dt.date, holidays: Collection[dt.date]) -> bool:
    return date.weekday() >= _SATURDAY or date in holidays


_SATURDAY, _MOST_DAYS = 5, 100_000


@computes("NETWORKDAYS", "ssr", 2, 3)
def _work_days(cells: Cells, start: Value, end: Value, holidays: Given = MISSING) -> float:
    """Count the days from one date to another, without weekends and holidays; below 0 if they go back."""
    fail_if(isinstance(start, bool) or isinstance(end, bool), Err.VALUE)
    first, last, free = _date(cells, start), _date(cells, end), _holidays(cells, holidays)
    days = abs((last - first).days) + 1
    unsure_if(days > _MOST_DAYS, _TOO_LONG)
    earliest = min(first, last)
    counted = sum(not _is_free(earliest + dt.timedelta(day), free) for day in range(days))
    return float(counted if first <= last else -counted)


@computes("WORKDAY", "ssr", 2, 3)
def _work_day_later(cells: Cells, start: Value, days: Value, holidays: Given = MISSING) -> float:
    """The date that is a number of days later, without weekends and holidays."""
    fail_if(isinstance(start, bool) or isinstance(days, bool), Err.VALUE)
    date, free, left = _date(cells, start), _holidays(cells, holidays), whole(days)
    unsure_if(abs(left) > _MOST_DAYS, _TOO_LONG)
    step = dt.timedelta(1 if left > 0 else -1)
    while left:
        date += step
        left -= 0 if _is_free(date, free) else step.days
    return _serial(cells, date)


_TOO_LONG = "it counts more days than any season has"


@computes("DAYS360", "s", 2, 3)
def _days_of_360(cells: Cells, start: Value, end: Value, european: Value = False) -> float:
    """The days between two dates in a year of 12 months with 30 days, by the American or European rule."""
    first, last = _date(cells, start), _date(cells, end)
    ends = [one for one in (first, last) if one.month == 2 and (one + dt.timedelta(1)).month == 3]
    unsure_if(not truth(european) and (ends or first > last), "it ends in February, or goes back")
    begins = min(first.day, 30)
    ends_on = 30 if last.day == 31 and (truth(european) or begins == 30) else last.day
    return float((last.year - first.year) * 360 + (last.month - first.month) * 30 + ends_on - begins)


@computes("TIME", "s", 3)
def _time_of(hour: Value, minute: Value, second: Value) -> float:
    parts = whole(hour), whole(minute), whole(second)
    unsure_if(max(map(abs, parts)) > _MOST, "it makes a time of too large numbers")
    seconds = parts[0] * 3600 + parts[1] * 60 + parts[2]
    return seconds / SECONDS % 1 if seconds >= 0 else fail(Err.NUM)


def seconds_in(value: Value) -> tuple[int, int]:
    """A number of days as whole seconds, twice: with the fraction cut off, and rounded. Raises `Raise`."""
    number = num(value)
    fail_if(not 0 <= number < LAST_DAY + 1, Err.NUM)
    seconds = number * SECONDS
    near = round(seconds)
    # Few times are exact as floats. A time near a whole second is taken as this second.
    return (near, near) if abs(seconds - near) < 1e-4 else (math.floor(seconds), math.floor(seconds + 0.5))


def same_or_either(found: Iterable[_T]) -> _T:
    """The common value of two results: for seconds cut off and seconds rounded. If they differ: `either`."""
    first, second = found
    return first if first == second else either(Why.DIGITS, first, second)


def _part_of_time(seconds: int) -> Callable[[Value], float]:
    return lambda value: same_or_either(float(found % SECONDS // seconds) for found in seconds_in(value))


computes("HOUR", "s", 1)(_part_of_time(3600))
computes("MINUTE", "s", 1)(lambda value: _part_of_time(60)(value) % 60)
computes("SECOND", "s", 1)(lambda value: _part_of_time(1)(value) % 60)


def number_in(cells: Cells, text: str) -> float | None:
    """Read a text as a number, or as a date and time; None if the text is neither."""
    try:
        return read_number(text)
    except Dated as shown:
        return shown.number(cells.date1904)


@computes("DATEVALUE", "s", 1)
def _date_in(cells: Cells, value: Value) -> float:
    if not isinstance(value, str):
        fail(Err.VALUE)
    try:
        number = read_number(value)
    except Dated as shown:
        return float(math.floor(shown.number(cells.date1904)))
    odd = number is None and any(map(str.isdigit, value))
    return unsure(Why.READ) if odd or ":" in value else fail(Err.VALUE)


@computes("TIMEVALUE", "s", 1)
def _time_in(value: Value) -> float:
    if not isinstance(value, str):
        fail(Err.VALUE)
    try:
        number = read_number(value)
    except Dated as shown:
        return shown.time
    return number if number is not None and ":" in value else fail(Err.VALUE)
