"""What formulas come to: blocks of values, or the reason why there is none, and what that changes."""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from xl_dipscore.xlsx.cell import CellValue, ErrorMark


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


EQUAL_WITHIN = 1e-9
"""Of a number, or of 1 where that is less: as near as people see."""


def agree(value: CellValue, other: CellValue, *, near: float = 1e-13) -> bool:
    """Equal but for what the order of sums does to the last digits."""
    if isinstance(value, bool) or isinstance(other, bool):
        return value is other
    if isinstance(value, int | float) and isinstance(other, int | float):
        return math.isclose(value, other, rel_tol=near, abs_tol=near)
    if value in (None, "") and other in (None, ""):
        return True
    return value == other and isinstance(value, ErrorMark) == isinstance(other, ErrorMark)
