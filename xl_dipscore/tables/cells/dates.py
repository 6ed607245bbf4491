"""Dates, and spans of time, in cells."""

import re
from collections.abc import Callable, Iterable
from datetime import date, timedelta

from xl_dipscore.errors import Fault
from xl_dipscore.rules.event.days import DATES, MONTHS, day_of
from xl_dipscore.rules.event.typed import visible_text
from xl_dipscore.tables.cells.values import Cell, number

_NUMBERS = re.compile(r"(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})(?:[ T].*)?")
_WORDS = re.compile(
    r"(?:([^\W\d]{2,})[.,]* +)?"
    r"(?:(\d{1,2})(?:st|nd|rd|th)?[-. ]+([^\W\d]{3,})[-., ]+(\d{4})"
    r"|([^\W\d]{3,})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4}))",
    re.IGNORECASE,
)
"""A date with the name of the month, perhaps after the name of the day."""
_WEEKDAYS = "mon tue wed thu fri sat sun"
_SPAN = re.compile(r"(0*[1-9]\d{0,2}) *(day|week|month|year)s?", re.IGNORECASE)


When = int | date
"""The number of a round, or the date of a league evening."""


class NoRoundNoDate(Fault):
    """{typed} is neither the number of a round nor a date such as 2026-05-28."""


def when_typed(typed: Cell) -> When:
    """Read `2` or `2026-05-28`, as a person types it. Raises NoRoundNoDate."""
    whole = number(typed)
    if isinstance(whole, int) and 0 < whole < DATES[0]:
        return whole
    if (day := date_in(typed)) is None:
        raise NoRoundNoDate(typed=repr(str(typed)))
    return day


def reader_of(cells: Iterable[Cell]) -> Callable[[Cell], date | None]:
    """A function that reads dates of a column. The column shows which number of 3/4/2024 is the month."""
    known = {_day_first(cell) for cell in cells} - {None}
    usual = next(iter(known)) if len(known) == 1 else None
    return lambda cell: date_in(cell, usual)


def date_in(cell: Cell, day_first: bool | None = None) -> date | None:
    """The date in a cell: a spreadsheet's day number, or text. None for other cells and ambiguous dates.

    day_first: is the first number of 3/4/2024 the day? None: unknown.
    """
    if isinstance(cell, date):
        return date(cell.year, cell.month, cell.day)
    day = number(cell)
    if day is not None:
        return day_of(day)
    text = visible_text(str(cell)).strip()
    if found := _WORDS.fullmatch(text):
        (day_, month) = found[2] or found[6], (found[3] or found[5])[:3].capitalize()
        months = [name[:3] for name in MONTHS.split()]
        named = _date(found[4] or found[7], months.index(month) + 1 if month in months else 0, day_)
        return named if named is None or _is_of_weekday(named, found[1] or "") else None
    if not (found := _NUMBERS.fullmatch(text)):
        return None
    one, mark, other, last = found.groups()
    if len(one) == 4:
        return _date(one, other, last)
    own = _day_first(cell)
    first = day_first if own is None else own
    if mark == "." or one == other:
        first = True
    if first is None:
        return None
    year = int(last) + (2000 if len(last) <= 2 else 0)
    return _date(year, other, one) if first else _date(year, one, other)


def _is_of_weekday(day: date, name: str) -> bool:
    """Does a day have this weekday? True for no name, and for names in other languages."""
    known = _WEEKDAYS.split()
    word = name[:3].casefold()
    return word not in known or word == known[day.weekday()]


def _date(year: object, month: object, day: object) -> date | None:
    try:
        return date(*(int(str(part)) for part in (year, month, day)))
    except ValueError:
        return None


def _day_first(cell: Cell) -> bool | None:
    """Is the first number of a date the day? None if both numbers may be months."""
    found = _NUMBERS.fullmatch(visible_text(str(cell)).strip())
    if found is None or len(found[1]) == 4 or (int(found[1]) <= 12 and int(found[3]) <= 12):
        return None
    return int(found[1]) > 12


def span_in(text: str) -> Callable[[date], date] | None:
    """A function from a day to the day that is, for example, `12 months` earlier; None for other text."""
    found = _SPAN.fullmatch(text.strip())
    if found is None:
        return None
    count, word = int(found[1]), found[2].casefold()
    if word in ("day", "week"):
        return lambda day: day - timedelta(count * (7 if word == "week" else 1))
    return lambda day: _months_before(day, count * (12 if word == "year" else 1))


def _months_before(day: date, months: int) -> date:
    years, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    ends = (_date(years, month + 1, min(day.day, last)) for last in (31, 30, 29, 28))
    return next(filter(None, ends))
