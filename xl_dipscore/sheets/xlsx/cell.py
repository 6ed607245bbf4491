"""A cell of a worksheet, and the form in which files store numbers and dates."""

import math
import re
from datetime import datetime, timedelta, timezone
from typing import NamedTuple

from xl_dipscore.errors import ERRORS, NUM
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.sheets.xlsx.markup import attribute

CellValue = None | bool | int | float | str


class ErrorMark(str):
    """The value of an error cell, such as #N/A. The same characters typed as text are a plain str."""

    __slots__ = ()


def restore_error_mark(value: CellValue) -> CellValue:
    """Return an ErrorMark for an error as plain text, such as "#N/A"; return other values unchanged."""
    return ErrorMark(value) if isinstance(value, str) and value in ERRORS else value


class Cell(NamedTuple):
    """A cell, and its place in the XML text of its worksheet."""

    row: int
    column: int
    value: CellValue = None
    formula: str = ""
    """Without the equals sign. Each cell of a shared formula has the formula's text for its own position."""
    kind: str = ""
    """`array`, `shared` or `dataTable` (a what-if table); empty for an ordinary formula."""
    area: Area | None = None
    """In the first cell of an array, what-if table or shared formula: all its cells. Otherwise None."""
    dynamic: bool = False
    attributes: str | None = ""
    """The attributes in the XML; None for a plain cell, which has at most r, s and t, in this order."""
    formula_xml: str = ""
    rest: str = ""
    """Other XML in the cell, besides formula and value."""
    start: int = -1
    end: int = -1
    """The indexes at which the cell's XML starts and ends; both are -1 if the file lacks the cell."""

    @property
    def has_content(self) -> bool:
        """Whether the cell has a formula or a value. A text of spaces is not a value here."""
        value = self.value
        return bool(self.formula_xml or (value.strip() if isinstance(value, str) else value is not None))


def computes_on_load(cell: Cell) -> bool:
    """Whether programs recompute the cell's formula when they open the workbook."""
    return attribute(cell.formula_xml.partition(">")[0], "ca") in ("1", "true")


def number_of(text: str) -> CellValue:
    """Convert a number's text; #NUM! if the number is too large for spreadsheets. Raises ValueError."""
    value = int(text) if text.isdecimal() and len(text) < LONG_NUMBER else float(text)
    return value if math.isfinite(value) else ErrorMark(NUM)


def number_text(value: float) -> str:
    """A number as text, as workbook files store it."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))


LONG_NUMBER = 16
"""Whole numbers with at least this many digits are not exact in any spreadsheet program."""

DATE_1900 = datetime(1899, 12, 30)
DATE_1904 = datetime(1904, 1, 1)
_CLOCK = re.compile(
    r"T?(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?Z?"
    r"|PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?"
)
"""A time without a date, or a duration."""


def days_of(text: str, epoch: datetime) -> float:
    """A date, time or duration as Excel's number of days after `epoch`. Raises ValueError."""
    if (clock := _CLOCK.fullmatch(text)) is not None:
        parts = clock.groups("0")
        hours, minutes, seconds = map(float, parts[:3] if clock[1] else parts[3:])
        return (hours * 3600 + minutes * 60 + seconds) / 86_400
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is not None:
        moment = moment.astimezone(timezone.utc).replace(tzinfo=None)  # noqa: UP017  LibreOffice may have Python 3.10
    days = (moment - epoch) / timedelta(days=1)
    return days - 1 if epoch == DATE_1900 and days < 61 else days  # Excel's 1900 has a 29th of February
