"""Days in words, and as the workbook counts them whose functions are called."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, timedelta
from fractions import Fraction


def day_in_words(day: date) -> str:
    """`5 January 2024`."""
    return f"{day.day} {MONTHS.split()[day.month - 1]} {day.year}"


MONTHS = "January February March April May June July August September October November December"


FIRST_DAY = date(1899, 12, 30)

LATER = 1462
"""So many days later some workbooks begin to count."""
_later: ContextVar[int] = ContextVar("later", default=0)


def day_number(day: date) -> int:
    """A day as the workbook counts it whose functions are called."""
    return (day - FIRST_DAY).days - _later.get()


def day_of(number: Fraction | int) -> date | None:
    """The day that a workbook counts so whose functions are called; None for a number that hardly is one."""
    days = int(number) + _later.get()
    return FIRST_DAY + timedelta(days) if DATES[0] <= days <= DATES[1] else None


@contextmanager
def counting_from(*, date1904: bool) -> Iterator[None]:
    """Days in cells count from 1900, or from 1904, while functions of a workbook are called."""
    token = _later.set(LATER if date1904 else 0)
    try:
        yield
    finally:
        _later.reset(token)


DATES = 10_959, 73_050
"""Days from 1930 to the end of 2099, as spreadsheets count them: what they make of 2/3, or of 3/32."""
