"""Compute a copy of a workbook in a hidden Excel, if the user asks for Excel (Windows only).

This module is untested in Excel itself: the tests imitate COM.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from xl_dipscore.errors import Fault
from xl_dipscore.sheets.calculate.block import Block, Failure
from xl_dipscore.sheets.calculate.program_folder import make_program_folder
from xl_dipscore.sheets.xlsx.cell import ErrorMark
from xl_dipscore.sheets.xlsx.formula import Area, address
from xl_dipscore.sheets.xlsx.package import Package


class NoExcel(Fault):
    """Excel does not start here. --engine excel needs Excel and xlwings on Windows; without it, Python \
computes what it can."""


NOT_BY_EXCEL = "Excel could not compute it"
_SECONDS = 180
_NO_MACROS = 3
"""msoAutomationSecurityForceDisable."""
_NUMBERS = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 36: "#NUM!", 42: "#N/A"}
_MARKS = {number - 2_146_826_288: ErrorMark(mark) for number, mark in _NUMBERS.items()}
"""Error marks by COM's integers; numbers in cells are floats. Other errors, such as #NAME?, are no result."""
_NOTHING: Block = [[Failure(NOT_BY_EXCEL)]]


class Excel:
    """An Excel that is started for each request and ended after the answer.

    Excel computes only formulas that call its own functions. It runs without macros, add-ins and other files.
    """

    def __init__(self) -> None:
        """Raises NoExcel."""
        if sys.platform != "win32":
            raise NoExcel

    def __call__(self, package: Package, values: Sequence[Area], asked: Sequence[Area]) -> list[Block]:
        """The values of the areas `asked`; a Failure for each area without values. Raises NoExcel."""
        with make_program_folder() as folder:
            copy = folder / f"copy{Path(package.name).suffix.lower() or '.xlsx'}"
            copy.write_bytes(package.with_values(values))
            # COM raises several kinds of errors if Excel refuses a workbook or has ended.
            with _own_excel() as app, contextlib.suppress(Exception):
                return _compute_copy(app, copy, asked)
        return [_NOTHING for _ in asked]


@contextlib.contextmanager
def _own_excel() -> Iterator[Any]:
    """Start a hidden Excel, and end it afterwards, even after an error. Raises NoExcel."""
    try:
        import xlwings

        app = xlwings.engines["excel"].apps.add(visible=False, add_book=False)
        process = app.pid
    except Exception:
        raise NoExcel from None
    # End Excel after a time, because it may wait for the answer to a question that nobody sees.
    alarm = threading.Timer(_SECONDS, _end, [process])
    alarm.start()
    try:
        yield app
    finally:
        try:
            # xlwings' own quit() would also end another program's Excel if that Excel has no workbook.
            app.api.Quit()
        except Exception:
            _end(process)
        alarm.cancel()


def _end(process: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(process, signal.SIGTERM)


def _compute_copy(app: Any, copy: Path, asked: Sequence[Area]) -> list[Block]:
    app.display_alerts = app.enable_events = False
    app.api.AutomationSecurity = _NO_MACROS
    book = app.books.open(copy, update_links=False, read_only=True, add_to_mru=False)
    try:
        # xlwings' calculate() would not recompute values that are stored in the file.
        app.api.CalculateFull()
        foreign = _foreign_words(app)
        return [_block(book.sheets[area.sheet].api, area, foreign) for area in asked]
    finally:
        book.close()


def _foreign_words(app: Any) -> re.Pattern[str]:
    """A pattern for TRUE, FALSE and decimals in the computer's language. A text that matches is no result."""
    written = [str(app.api.Evaluate(f'{one}&""')) for one in ("TRUE", "FALSE", "1/2")]
    true, false, half = map(re.escape, written)
    english = written == ["TRUE", "FALSE", "0.5"]
    return re.compile("(?!)" if english else rf"{true}|{false}|\d{half[1:-1]}\d", re.IGNORECASE)


def _block(sheet: Any, area: Area, foreign: re.Pattern[str]) -> Block:
    first = address(area.top, area.left)
    # SpillingToRange is missing in versions before Excel 365, and if the formula fills only one cell.
    with contextlib.suppress(Exception):
        spilled = sheet.Range(first).SpillingToRange
        if (spilled.Rows.Count, spilled.Columns.Count) != area.shape:
            return _NOTHING
    found = sheet.Range(f"{first}:{address(area.bottom, area.right)}").Value2
    rows = found if isinstance(found, tuple) else ((found,),)
    block = [[_MARKS.get(value) if type(value) is int else value for value in row] for row in rows]
    values = [value for row in block for value in row]
    local = any(type(value) is str and foreign.search(value) for value in values)
    # If Excel repairs a broken workbook, it may keep values without their formulas.
    return block if sheet.Range(first).HasFormula and None not in values and not local else _NOTHING
