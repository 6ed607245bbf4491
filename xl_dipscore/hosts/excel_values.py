"""Values of cells as Excel passes them through xlwings, without xlwings itself."""

from datetime import datetime, timedelta
from decimal import Decimal

from xl_dipscore.errors import VALUE

_SERIAL_ZERO, _SERIAL_1904 = datetime(1899, 12, 30), datetime(1904, 1, 1)
_DAY = timedelta(days=1)

_ERROR_ZERO = -(2**31) + 0xA0000
"""Excel passes an error as an integer: this integer plus the number of the error, 2000 or a little more."""
YOUNGER_ERRORS = {2043: "#GETTING_DATA", 2045: "#SPILL!", 2050: "#CALC!"}
"""Newer errors of Excel by number. xlwings passes them on as integers: it converts only seven older ones."""


def cell_value(cell: object, *, date1904: bool = False) -> object:
    """The value without its number format: Excel passes dates and money as types of their own.

    date1904: convert a date to the number of a workbook that counts days from 1904.
    """
    if isinstance(cell, datetime):
        # The exact inverse of Excel's conversion: a count of 8 formatted as a date becomes 8 again.
        return (cell - (_SERIAL_1904 if date1904 else _SERIAL_ZERO)) / _DAY
    if isinstance(cell, Decimal):
        return float(cell)
    if isinstance(cell, int) and 2000 <= cell - _ERROR_ZERO < 2100:
        return YOUNGER_ERRORS.get(cell - _ERROR_ZERO, VALUE)
    return cell
