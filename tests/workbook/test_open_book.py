"""An event is read in one way from a file and from the cells that an open program hands over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import openpyxl
import pytest
from books import saved
from own_books import blocks, rows, sheets

from xl_dipscore.author import templates_folder
from xl_dipscore.layout.boards import find_boards
from xl_dipscore.layout.event import EventIn
from xl_dipscore.layout.tables import best_shown, standings_shown
from xl_dipscore.xlsx.book import Book, Found
from xl_dipscore.xlsx.formula import Area, Name, Table, position
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.sheet import Cell, CellValue

EXAMPLES = ["dcc-top-board", "mystery", "wbc", "anywhere/wbc", "custom-system"]


class OpenPage:
    """Values and formulas from A1 on; what an array fills has its formula too, as programs tell it."""

    def __init__(self, package: Package, name: str) -> None:
        sheet = package.sheet(name)
        self.name = name
        self.merged: Sequence[Area] = sheet.merged
        filled = {
            place: cell.formula for cell in sheet.cells.values() if cell.area for place in cell.area.cells
        }
        self._formulas = filled | {place: cell.formula for place, cell in sheet.cells.items() if cell.formula}
        self._values = {place: cell.value for place, cell in sheet.cells.items()}

    @cached_property
    def cells(self) -> dict[tuple[int, int], Cell]:
        formulas = self._formulas
        return {
            place: Cell(*place, value, formulas.get(place, ""), formula_xml=formulas.get(place, ""))
            for place, value in self._values.items()
        }

    def is_computed(self, row: int, column: int) -> bool:
        return (row, column) in self._formulas

    def is_covered(self, row: int, column: int) -> bool:
        places = ((area, (row, column) in area.cells) for area in self.merged)
        return any(within and (row, column) != (area.top, area.left) for area, within in places)


class OpenBook:
    """A workbook that is open in a program: nothing of its file."""

    def __init__(self, package: Package) -> None:
        self.name = package.name
        self.sheet_names: Sequence[str] = package.sheet_names
        self.defined_names: Sequence[Name] = package.defined_names
        self.tables: Sequence[Table] = package.tables
        self._pages = {name: OpenPage(package, name) for name in package.sheet_names}

    def sheet(self, name: str) -> OpenPage:
        return self._pages[name]

    def cell(self, sheet: str, reference: str) -> Cell:
        row, column = position(reference)
        return self.sheet(sheet).cells.get((row, column), Cell(row, column))

    def value(self, sheet: str, reference: str) -> CellValue:
        return self.cell(sheet, reference).value

    def found(self, find: Callable[[Book], Found]) -> Found:
        return find(self)


def read(book: Book) -> list[object]:
    """Everything that is read of the event, as data."""
    event = EventIn(book)
    there = find_boards(book)
    tables = [
        table and (table.columns, [*table.lines]) for table in (standings_shown(book), best_shown(book))
    ]
    boards = [(board.kind, board.round, board.board, dict(board.places)) for board in there.own]
    problems = [*map(str, event.problems)]
    found = event.found.table, list(map(str, event.found.faults)), event.found.notes
    table = event.table.table() if event.called else None
    return [event.called, event.typed, found, tables, boards, problems, table]


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example(name: str) -> None:
    package = Package.read(templates_folder() / "examples" / f"{name}.xlsx")
    assert read(OpenBook(package)) == read(package)


@pytest.mark.parametrize("layout", [rows, sheets, blocks])
def test_a_layout_of_a_directors_own(layout: Callable[[openpyxl.Workbook], None], tmp_path) -> None:
    book = openpyxl.Workbook()
    layout(book)
    package = Package.read(saved(book, tmp_path))
    assert read(OpenBook(package)) == read(package)
    assert read(package)[4]
