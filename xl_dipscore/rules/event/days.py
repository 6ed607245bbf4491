"""Write days in words. Convert days to the numbers for days in the cells of a workbook, and back."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, timedelta
from fractions import Fraction


def day_in_words(day: date) -> str:
    """A day in words, such as `5 January 2024`."""
    return f"{day.day} {MONTHS.split()[day.month - 1]} {day.year}"


MONTHS = "January February March April May June July August September October November December"


FIRST_DAY = date(1899, 12, 30)

DAYS_TO_1904 = 1462
"""The number of days from day 0 of Excel's usual date system to day 0 of Excel's date system of 1904."""
_offset: ContextVar[int] = ContextVar("offset", default=0)


def day_number(day: date) -> int:
    """The number of a day in the workbook that calls our functions."""
    return (day - FIRST_DAY).days - _offset.get()


def day_of(number: Fraction | int) -> date | None:
    """The day with this number in the workbook that calls our functions; None if it is outside DATES."""
    days = int(number) + _offset.get()
    return FIRST_DAY + timedelta(days) if DATES[0] <= days <= DATES[1] else None


@contextmanager
def counting_from(*, date1904: bool) -> Iterator[None]:
    """In a `with` block, number days from 1904 if `date1904` is true, otherwise from 1900."""
    token = _offset.set(DAYS_TO_1904 if date1904 else 0)
    try:
        yield
    finally:
        _offset.reset(token)


DATES = 10_959, 73_050
"""The first and the last number that mean a day: 1930 to 2099. Spreadsheets turn a typed 1/2 into a day."""
