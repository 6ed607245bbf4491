"""A workbook that is no file: a spreadsheet program, or the rows of another file, supply its cells."""

from collections.abc import Sequence

from xl_dipscore.sheets.xlsx.cell import Cell, CellValue, restore_error_mark
from xl_dipscore.sheets.xlsx.formula import Area, Name, Table, area_of, position


class OpenPage:
    def __init__(
        self,
        name: str,
        cells: dict[tuple[int, int], Cell],
        merged: Sequence[Area] = (),
        date1904: bool = False,
    ) -> None:
        self.name, self.date1904 = name, date1904
        self.cells = cells
        self.merged_areas = tuple(merged)
        self._old: dict[tuple[int, int], Cell] = {}

    @property
    def replaced_cells(self) -> frozenset[tuple[int, int]]:
        return frozenset(self._old)

    def original(self, row: int, column: int) -> Cell:
        place = row, column
        return self._old[place] if place in self._old else self.cells.get(place, Cell(row, column))

    def is_computed(self, row: int, column: int) -> bool:
        cell = self.cells.get((row, column))
        return cell is not None and bool(cell.formula_xml)

    def is_covered(self, row: int, column: int) -> bool:
        within = (area for area in self.merged_areas if (row, column) in area.cells)
        return any((row, column) != (area.top, area.left) for area in within)

    def set_value(self, row: int, column: int, value: CellValue) -> None:
        self.store_cell(Cell(row, column, value))

    def store_cell(self, cell: Cell) -> None:
        place = cell.row, cell.column
        self._old.setdefault(place, self.original(*place))
        self.cells[place] = cell


class OpenBook:
    """The sheets and names of an open workbook."""

    tables: Sequence[Table] = ()

    def __init__(self, name: str, pages: Sequence[OpenPage], names: Sequence[Name] = ()) -> None:
        self.name = name
        self.date1904 = any(page.date1904 for page in pages)
        self.defined_names = tuple(names)
        self._pages = {page.name: page for page in pages}
        self.shown: list[str] = []
        """Sheets to unhide."""

    @property
    def sheet_names(self) -> tuple[str, ...]:
        return tuple(self._pages)

    def sheet(self, name: str) -> OpenPage:
        return self._pages[name]

    def show(self, name: str) -> None:
        self.shown.append(name)

    def cell(self, sheet: str, reference: str) -> Cell:
        row, column = position(reference)
        return self.sheet(sheet).cells.get((row, column), Cell(row, column))

    def value(self, sheet: str, reference: str) -> CellValue:
        return self.cell(sheet, reference).value

    def set_value(self, sheet: str, reference: str, value: CellValue) -> None:
        self.sheet(sheet).store_cell(Cell(*position(reference), restore_error_mark(value)))

    def set_formula(
        self, sheet: str, reference: str, formula: str, *, array: bool = False, dynamic: bool = False
    ) -> None:
        area = area_of(reference, sheet)
        kind, filled = ("array", area) if array or dynamic else ("", None)
        place = area.top, area.left
        cell = Cell(*place, None, formula, kind, filled, dynamic, formula_xml=f"={formula}")
        self.sheet(sheet).store_cell(cell)
