"""The calculator: formualizer, fed with values and formulas cell by cell, never with a director's file.

What it does differently from Excel is levelled here: array formulas fill the cells they were entered
in, plain formulas give one value, errors among the cells of a conditional sum come through.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, Protocol

import formualizer

from xl_dipscore.errors import NA, NUM, VALUE, Fault
from xl_dipscore.workbook.formula import Area
from xl_dipscore.workbook.sheet import CellValue, ErrorMark


class CalculatorFailed(Fault):
    """The formulas of this workbook could not be computed ({why}); it was left as it is."""


class Argument(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def optional(self) -> bool: ...


class Function(Protocol):
    """What a worksheet function of ours looks like from here."""

    @property
    def name(self) -> str: ...
    @property
    def arguments(self) -> Sequence[Argument]: ...
    @property
    def call(self) -> Callable[..., Any]: ...


MARKS = {
    "Null": "#NULL!",
    "Div": "#DIV/0!",
    "Value": VALUE,
    "Ref": "#REF!",
    "Name": "#NAME?",
    "Num": NUM,
    "Na": NA,
}
_KINDS = {mark: kind for kind, mark in MARKS.items()}
_CODES = dict(enumerate(MARKS, 1))
"""The kinds by the number that ERROR.TYPE gives them."""
_BEYOND = {
    "Name": "it uses something the calculator does not know",
    "Circ": "it depends on itself",
    "Spill": "its result no longer has the size of the cells it fills",
    "Cancelled": "it took too long",
}
_SECONDS = 120
_WORK = 2_000_000_000


class Failure(str):
    """The reason why a cell has no trustworthy value."""

    __slots__ = ()


class Calculator:
    """One workbook's values and formulas, to be computed once."""

    def __init__(self, sheets: Sequence[str], functions: Sequence[Function], date1904: bool) -> None:
        config = formualizer.EvaluationConfig()
        config.enable_parallel = False
        config.date_system = "1904" if date1904 else "1900"
        config.max_eval_time_ms = _SECONDS * 1000
        config.max_work_units = _WORK
        self._book = formualizer.Workbook(config=formualizer.WorkbookConfig(eval_config=config))
        self._book.set_temporal_egress("serial")
        for sheet in sheets:
            self._book.add_sheet(sheet)
        self._failure: BaseException | None = None
        for function in functions:
            needed = sum(not argument.optional for argument in function.arguments)
            self._register(function.name, self._ours(function.call), needed, len(function.arguments))
        self._register("DIP_FIT", _fit, 3, 3)
        self._register("DIP_SAME", _same, 3, 3)
        self._register("DIP_MARK", _mark, 1, 1)

    def _register(self, name: str, call: Callable[..., Any], least: int, most: int) -> None:
        self._book.register_function(name, call, min_args=least, max_args=most)

    def _ours(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any) -> Any:
            if self._failure is not None:
                return _error(VALUE)
            try:
                return _outgoing(call(*map(_incoming, arguments)))
            except BaseException as failure:
                # The calculator would turn a mistake of ours, or Ctrl-C, into #VALUE! in the workbook.
                self._failure = failure
                return _error(VALUE)

        return called

    def put(self, sheet: str, cells: Iterable[tuple[int, int, CellValue]]) -> None:
        """Constants, in the order of rows. A blank must not be put: it would hide what an array fills in."""
        target = self._book.sheet(sheet)
        runs = groupby(enumerate(cells), key=lambda item: (item[1][0], item[1][1] - item[0]))
        for _, run in runs:
            found = [cell for _, cell in run]
            row, column, _ = found[0]
            values = [_constant(value) for _, _, value in found]
            target.set_values_batch(row, column, 1, len(values), [values])

    def formula(self, area: Area, text: str, *, array: bool = False, dynamic: bool = False) -> None:
        if array:
            rows, columns = area.bottom - area.top + 1, area.right - area.left + 1
            text = f"={'DIP_SAME' if dynamic else 'DIP_FIT'}({text},{rows},{columns})"
        else:
            text = f"=@({text})"
        self._book.set_formula(area.sheet, area.top, area.left, text)

    def error_code(self, sheet: str, row: int, column: int, cell: str) -> None:
        """At this place, the number of the error in the cell, counted up by rows."""
        text = f'=IF(ISERROR({cell}),ROW({cell})*10+IFERROR(ERROR.TYPE({cell}),3),"")'
        self._book.set_formula(sheet, row, column, text)

    def run(self) -> None:
        try:
            self._book.evaluate_all()
        except BaseException as failure:  # a panic of the calculator is not an Exception
            if isinstance(failure, KeyboardInterrupt | SystemExit):
                raise
            if self._failure is None:
                why = str(failure).splitlines()[0] if str(failure) else type(failure).__name__
                raise CalculatorFailed(why=why) from failure
        if self._failure is not None:
            raise self._failure

    def values(self, area: Area) -> list[list[CellValue | Failure]]:
        there = formualizer.RangeAddress(area.sheet, area.top, area.left, area.bottom, area.right)
        return [list(map(_result, row)) for row in self._book.sheet(area.sheet).get_values(there)]


def _error(mark: str) -> dict[str, str]:
    return {"type": "Error", "kind": _KINDS[mark]}


def _constant(value: CellValue) -> Any:
    if isinstance(value, ErrorMark):
        return formualizer.LiteralValue.error(_KINDS.get(value, "Value"), None)
    return value


def _result(value: Any) -> CellValue | Failure:
    match value:
        case {"kind": kind}:
            if kind in MARKS and kind != "Name":
                return ErrorMark(MARKS[kind])
            return Failure(_BEYOND.get(kind, "the calculator cannot compute it"))
        case bool() | str():
            return value
        case int() | float():
            return float(value) + 0.0 if math.isfinite(value) else ErrorMark(NUM)
        case _:
            return Failure("the calculator cannot compute it")


def _incoming(value: Any) -> Any:
    if isinstance(value, list):
        return [list(map(_incoming, row)) if isinstance(row, list) else _incoming(row) for row in value]
    if isinstance(value, dict):
        return MARKS.get(value.get("kind", ""), VALUE)
    return value


def _outgoing(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [[_cell(cell) for cell in row] for row in value]
    return _cell(value)


def _cell(value: Any) -> Any:
    if value is None:
        return ""  # the calculator would make it 0
    if isinstance(value, str):
        return _error(value) if value in _KINDS else value
    if isinstance(value, bool):
        return value
    return float(value) if math.isfinite(value) else _error(NUM)


def _fit(value: Any, rows: float, columns: float) -> Any:
    """Excel's rule for an array formula of fixed size: one value, row or column repeats, the rest is #N/A."""
    block = value if isinstance(value, list) else [[value]]
    height, width = len(block), len(block[0])

    def cell(row: int, column: int) -> Any:
        row, column = 0 if height == 1 else row, 0 if width == 1 else column
        if row >= height or column >= width:
            return _error(NA)
        found = block[row][column]
        return 0.0 if found is None else found

    return [[cell(row, column) for column in range(int(columns))] for row in range(int(rows))]


def _same(value: Any, rows: float, columns: float) -> Any:
    """A dynamic array whose size is still that of the cells it fills."""
    block = value if isinstance(value, list) else [[value]]
    if (len(block), len(block[0])) != (rows, columns):
        return {"type": "Error", "kind": "Spill"}
    return _fit(block, rows, columns)


def _mark(code: Any) -> Any:
    """The error that `error_code` counted."""
    kind = _CODES.get(int(code) % 10, "Value") if isinstance(code, float | int) else "Value"
    return {"type": "Error", "kind": kind}
