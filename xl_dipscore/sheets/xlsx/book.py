"""Protocols for readable and editable workbooks: files, or workbooks open in a program."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from xl_dipscore.sheets.xlsx.cell import Cell, CellValue
from xl_dipscore.sheets.xlsx.formula import Area, Name, Table


class Page(Protocol):
    """A readable worksheet."""

    @property
    def name(self) -> str: ...
    @property
    def cells(self) -> Mapping[tuple[int, int], Cell]: ...
    @property
    def merged_areas(self) -> Sequence[Area]: ...
    @property
    def date1904(self) -> bool: ...
    def is_covered(self, row: int, column: int) -> bool: ...
    def is_computed(self, row: int, column: int) -> bool:
        """Does the cell have a formula, or does an array formula fill the cell?"""


class Book(Protocol):
    """A readable workbook, such as a workbook in a file (`Package`)."""

    @property
    def name(self) -> str: ...
    @property
    def sheet_names(self) -> Sequence[str]: ...
    @property
    def defined_names(self) -> Sequence[Name]: ...
    @property
    def tables(self) -> Sequence[Table]: ...
    @property
    def date1904(self) -> bool:
        """Are dates stored as days since 1904, instead of days since 1900?"""

    def sheet(self, name: str) -> Page: ...
    def cell(self, sheet: str, reference: str) -> Cell: ...
    def value(self, sheet: str, reference: str) -> CellValue: ...


class EditablePage(Page, Protocol):
    """An editable worksheet. `original` returns a cell as it was before all changes."""

    @property
    def replaced_cells(self) -> frozenset[tuple[int, int]]:
        """Row and column of each cell whose content has been replaced."""

    def original(self, row: int, column: int) -> Cell: ...
    def set_value(self, row: int, column: int, value: CellValue) -> None: ...


class EditableBook(Book, Protocol):
    """An editable workbook: a file (`Package`), or one open in a program (`workbooks/live/book.py`)."""

    def sheet(self, name: str) -> EditablePage: ...
    def show(self, name: str) -> None:
        """Unhide a worksheet."""

    def set_value(self, sheet: str, reference: str, value: CellValue) -> None: ...
    def set_formula(
        self, sheet: str, reference: str, formula: str, *, array: bool = False, dynamic: bool = False
    ) -> None: ...


def value_in(page: Page, row: int, column: int) -> CellValue:
    """The value of a cell; None if the cell is blank or missing."""
    cell = page.cells.get((row, column))
    return None if cell is None else cell.value
