"""Results of formulas: blocks of values, reasons for missing ones, and the changes in a workbook."""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from xl_dipscore.xlsx.cell import CellValue, ErrorMark


class Parameter(Protocol):
    @property
    def optional(self) -> bool: ...


class OurFunction(Protocol):
    """One of our worksheet functions, as the calculator sees it."""

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
"""The values of an area. A Failure, which is text too, takes the place of a missing value."""


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
    """True: it has no value until a spreadsheet program opens the workbook. False: it keeps its old one."""


EQUAL_WITHIN = 1e-9
"""Relative tolerance (absolute below 1) within which people see numbers as equal."""


def agree(value: CellValue, other: CellValue, *, near: float = 1e-13) -> bool:
    """Are the values equal? Numbers may differ in last digits, which depend on the order of additions."""
    if isinstance(value, bool) or isinstance(other, bool):
        return value is other
    if isinstance(value, int | float) and isinstance(other, int | float):
        return math.isclose(value, other, rel_tol=near, abs_tol=near)
    if value in (None, "") and other in (None, ""):
        return True
    return value == other and isinstance(value, ErrorMark) == isinstance(other, ErrorMark)
