"""A worksheet cell, and the form of numbers and dates in files."""

import math
import re
from datetime import datetime, timedelta, timezone
from typing import NamedTuple

from xl_dipscore.errors import ERRORS, NUM
from xl_dipscore.xlsx.formula import Area
from xl_dipscore.xlsx.markup import attribute

CellValue = None | bool | int | float | str


class ErrorMark(str):
    """The value of an error cell, unlike the same characters typed as text."""

    __slots__ = ()


def restore_error_mark(value: CellValue) -> CellValue:
    """Turn an error mark, which is plain text outside this package, back into an ErrorMark."""
    return ErrorMark(value) if isinstance(value, str) and value in ERRORS else value


class Cell(NamedTuple):
    """A cell, and its position in the part."""

    row: int
    column: int
    value: CellValue = None
    formula: str = ""
    """Without the equals sign; for the cells of a shared formula, written out."""
    kind: str = ""
    """`array`, `shared` or `dataTable`, if the formula is one of these."""
    area: Area | None = None
    """The cells of an array or data table, or (at its first cell) of a shared formula's copies."""
    dynamic: bool = False
    attributes: str | None = ""
    """None until they are looked up; they are then r, s and t, in this order."""
    formula_xml: str = ""
    rest: str = ""
    """Other content of the cell, besides formula and value."""
    start: int = -1
    end: int = -1

    @property
    def holds(self) -> bool:
        """Whether it has a formula or a value that is not blank."""
        value = self.value
        return bool(self.formula_xml or (value.strip() if isinstance(value, str) else value is not None))


def computes_on_load(cell: Cell) -> bool:
    """Whether programs recompute its formula when they open the workbook."""
    return attribute(cell.formula_xml.partition(">")[0], "ca") in ("1", "true")


def number_of(text: str) -> CellValue:
    """Read a number in a file; #NUM! for one that no spreadsheet program holds. Raises ValueError."""
    value = int(text) if text.isdecimal() and len(text) < LONG_NUMBER else float(text)
    return value if math.isfinite(value) else ErrorMark(NUM)


def number_text(value: float) -> str:
    """Write a number as files have it."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))


LONG_NUMBER = 16
"""Digits of a whole number from which on no program is exact."""

DATE_1900 = datetime(1899, 12, 30)
DATE_1904 = datetime(1904, 1, 1)
_CLOCK = re.compile(
    r"T?(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?Z?"
    r"|PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?"
)
"""A time without a date, or a duration."""


def days_of(text: str, epoch: datetime) -> float:
    """A date or time as Excel's number of days. Raises ValueError."""
    if (clock := _CLOCK.fullmatch(text)) is not None:
        parts = clock.groups("0")
        hours, minutes, seconds = map(float, parts[:3] if clock[1] else parts[3:])
        return (hours * 3600 + minutes * 60 + seconds) / 86_400
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is not None:
        moment = moment.astimezone(timezone.utc).replace(tzinfo=None)  # noqa: UP017  LibreOffice may have Python 3.10
    days = (moment - epoch) / timedelta(days=1)
    return days - 1 if epoch == DATE_1900 and days < 61 else days  # Excel's 1900 has a 29th of February
