"""What formulas come to: blocks of values, or the reason why there is none, and what that changes in a
workbook; known without a calculator."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from xl_dipscore.errors import NA, NUM, VALUE, Fault
from xl_dipscore.xlsx.formula import Area
from xl_dipscore.xlsx.sheet import CellValue, ErrorMark


class Parameter(Protocol):
    @property
    def optional(self) -> bool: ...


class OurFunction(Protocol):
    """What a worksheet function of ours looks like from here."""

    @property
    def name(self) -> str: ...
    @property
    def arguments(self) -> Sequence[Parameter]: ...
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
KINDS = {mark: kind for kind, mark in MARKS.items()}
NAME = "it uses something the calculator does not know"
_BEYOND = {
    "Name": NAME,
    "Circ": "it depends on itself",
    "Spill": "its result no longer fits the cells it fills",
    "Cancelled": "it took too long",
}
_MOST_FILLED = 10_000
"""Cells that the calculator lets one formula fill."""


class CalculatorFailed(Fault):
    """The formulas in this workbook could not be computed ({why}); the file was not changed."""


class Failure(str):
    """The reason why a cell has no trustworthy value."""

    __slots__ = ()


Block = list[list[CellValue]]
"""The values of an area; a Failure, which is text too, where there is none."""


class Change(NamedTuple):
    """A cell whose value has changed."""

    sheet: str
    ref: str
    old: CellValue
    new: CellValue


class NotComputed(NamedTuple):
    """A cell that could not be computed, and why."""

    sheet: str
    ref: str
    reason: str
    waits: bool = False
    """Whether it has no value until a spreadsheet program opens the workbook; else it keeps its old one."""


def called(function: OurFunction, arguments: Sequence[CellValue | Block]) -> Block:
    """What a function of ours gives, without the calculator."""
    needed = sum(not argument.optional for argument in function.arguments)
    if not needed <= len(arguments) <= len(function.arguments):
        return [[ErrorMark(VALUE)]]
    found = function.call(*arguments)
    rows = found if isinstance(found, list | tuple) else [[found]]
    return [[_finished(cell) for cell in row] for row in rows]


def picked(results: Block, one: int) -> Block:
    """The cell that INDEX picks, from 1, of one row or column; all of them for 0, or where it picks none."""
    cells = [cell for row in results for cell in row]
    if not one or one > len(cells) or len(cells) not in (len(results), len(results[0])):
        return results
    return [[cells[one - 1]]]


def filled(results: Block, area: Area, *, array: bool) -> Block:
    """An area with what its formula gives."""
    size = area.shape if array else (1, 1)
    if (len(results), len(results[0])) == size:
        return results
    return [
        [one_of(results, row, column, ErrorMark(NA)) for column in range(size[1])] for row in range(size[0])
    ]


def in_rows(values: Iterable[CellValue], area: Area) -> Block:
    """The values of an area's cells, row by row."""
    return list(map(list, zip(*[iter(values)] * area.shape[1], strict=True)))


def error_of(mark: str) -> dict[str, str]:
    return {"type": "Error", "kind": KINDS[mark]}


def result_of(value: Any) -> CellValue:
    match value:
        case bool() | str():
            return value
        case int() | float():
            return float(value) + 0.0 if math.isfinite(value) else ErrorMark(NUM)
        case {"kind": kind} if kind in MARKS and kind != "Name":
            return ErrorMark(MARKS[kind])
        case {"kind": kind}:
            return Failure(_BEYOND.get(kind, "the calculator cannot compute it"))
        case _:
            return Failure("the calculator cannot compute it")


def _finished(value: Any) -> CellValue:
    """What a function of ours returned, as a cell holds it."""
    if type(value) is float and math.isfinite(value):
        return value + 0.0
    return result_of(cell_of(value))


def cell_of(value: Any) -> Any:
    if value is None:
        return ""  # the calculator would make it 0
    if isinstance(value, str):
        return error_of(value) if value in KINDS else value
    if isinstance(value, bool):
        return value
    return float(value) if math.isfinite(value) else error_of(NUM)


def one_of(block: list[list[Any]], row: int, column: int, beyond: Any) -> Any:
    """Excel's rule for arrays of unequal size: one value, row or column repeats, the rest is `beyond`."""
    row, column = 0 if len(block) == 1 else row, 0 if len(block[0]) == 1 else column
    if row >= len(block) or column >= len(block[0]):
        return beyond
    return block[row][column]


def parts_of(area: Area) -> Iterator[Area]:
    """An area in parts of as many rows as the calculator fills at once."""
    rows = max(1, _MOST_FILLED // (area.right - area.left + 1))
    for top in range(area.top, area.bottom + 1, rows):
        yield area._replace(top=top, bottom=min(top + rows - 1, area.bottom))
