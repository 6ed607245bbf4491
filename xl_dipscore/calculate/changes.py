"""What computing a workbook did to its cells; known without a calculator, to whoever only tells it."""

from typing import NamedTuple

from xl_dipscore.xlsx.sheet import CellValue


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
