"""Results of formulas: blocks of values, reasons for missing values, and changes of a workbook's cells."""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark


class Parameter(Protocol):
    @property
    def optional(self) -> bool: ...


class OurFunction(Protocol):
    """One of our worksheet functions: the attributes that the calculator uses."""

    @property
    def name(self) -> str: ...
    @property
    def arguments(self) -> Sequence[Parameter]: ...
    @property
    def call(self) -> Callable[..., Any]: ...


class Failure(str):
    """The reason why a cell has no trustworthy value."""

    __slots__ = ()


Block = list[list[CellValue]]
"""The values of an area, row by row; [[Failure]] if they could not be computed. A Failure is also a str."""


class Change(NamedTuple):
    sheet: str
    ref: str
    old: CellValue
    new: CellValue


class NotComputed(NamedTuple):
    """A cell that could not be computed, and the reason."""

    sheet: str
    ref: str
    reason: str
    waits: bool = False
    """True: the cell has no value until a program opens the workbook. False: the cell keeps its old value."""


EQUAL_WITHIN = 1e-9
"""The largest difference between numbers that people see as equal: relative, or absolute below 1."""


def agree(value: CellValue, other: CellValue, *, near: float = 1e-13) -> bool:
    """Are the values equal? Numbers may differ by `near`: last digits depend on the order of additions."""
    if isinstance(value, bool) or isinstance(other, bool):
        return value is other
    if isinstance(value, int | float) and isinstance(other, int | float):
        return math.isclose(value, other, rel_tol=near, abs_tol=near)
    if value in (None, "") and other in (None, ""):
        return True
    return value == other and isinstance(value, ErrorMark) == isinstance(other, ErrorMark)
