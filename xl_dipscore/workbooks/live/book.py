"""A workbook that is open in a spreadsheet program, built from the cells that the program supplies."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from xl_dipscore.sheets.xlsx.book import EditableBook
from xl_dipscore.sheets.xlsx.cell import Cell, CellValue, restore_error_mark
from xl_dipscore.sheets.xlsx.formula import Area, Name, Table, address, area_of, position, reference

Rows = Sequence[Sequence[object]]


class Edit(NamedTuple):
    """A change of one cell, as data that every spreadsheet program can apply."""

    sheet: str
    ref: str
    value: CellValue = None
    """The new value; None empties the cell."""
    formula: str = ""
    """The new formula, without its equals sign."""
    array: str = ""
    """The reference of the cells that a new array formula fills; blank if the edit makes no array."""
    old: CellValue = None
    old_formula: str = ""


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


def edits_in(book: EditableBook) -> Iterator[Edit]:
    """The edits of all cells that were changed in `book`, which may be a file or an open workbook."""
    for name in book.sheet_names:
        page = book.sheet(name)
        for row, column in sorted(page.replaced_cells):
            old, new = page.original(row, column), page.cells.get((row, column), Cell(row, column))
            if (old.value, old.formula) != (new.value, new.formula):
                array = reference(new.area) if new.kind == "array" and new.area is not None else ""
                value = None if new.formula else new.value
                was = None if old.value == "" else old.value
                yield Edit(name, address(row, column), value, new.formula, array, was, old.formula)


class Strip(NamedTuple):
    """New values for consecutive cells of a column, which a spreadsheet program can write in one call."""

    sheet: str
    top: int
    left: int
    values: list[CellValue]
    formula: str = ""
    """The formula of a single cell, or blank. With a formula, `values` has one item; nobody uses it."""


def strips(edits: Sequence[Edit]) -> list[Strip]:
    """Group edits of neighbouring cells in a column. An edit with a formula stays alone."""
    found: list[Strip] = []
    for one in sorted(edits, key=lambda edit: (edit.sheet, *reversed(position(edit.ref)))):
        row, column = position(one.ref)
        last = found[-1] if found else None
        below = None if last is None else (last.sheet, last.top + len(last.values), last.left)
        if last is not None and below == (one.sheet, row, column) and not last.formula and not one.formula:
            last.values.append(one.value)
        else:
            found.append(Strip(one.sheet, row, column, [one.value], one.formula))
    return found


def book_of(
    name: str,
    sheets: Sequence[tuple[str, Rows, Rows]],
    names: Mapping[str, str],
    merged: Mapping[str, Sequence[str]] | None = None,
    *,
    date1904: bool = False,
) -> OpenBook:
    """Build a workbook from data that every program can supply.

    sheets: for each sheet its title, its rows of values and its rows of formulas, both from A1 on. A formula
    begins with an equals sign. Each cell of an array has the array's formula in braces, such as `{=A1:A7}`.
    Any other text in the rows of formulas is ignored.
    names: the reference or formula of each defined name. merged: the merged areas of each sheet.
    date1904: are the workbook's days counted from 1904?
    """
    pages: list[OpenPage] = []
    for title, values, formulas in sheets:
        areas = [area_of(one, title) for one in (merged or {}).get(title, ())]
        pages.append(OpenPage(title, dict(_cells(values, formulas)), areas, date1904))
    return OpenBook(name, pages, [Name(key, text.lstrip("="), "") for key, text in names.items()])


def _cells(values: Rows, formulas: Rows) -> Iterator[tuple[tuple[int, int], Cell]]:
    for row, (row_values, row_formulas) in enumerate(zip(values, formulas, strict=True), 1):
        for column, (value, text) in enumerate(zip(row_values, row_formulas, strict=True), 1):
            formula = text if isinstance(text, str) and text.startswith(("=", "{=")) else ""
            if value not in (None, "") or formula:
                plain = formula.strip("{}")[1:]
                yield (row, column), Cell(row, column, _value(value), plain, formula_xml=formula)


def _value(value: object) -> CellValue:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return restore_error_mark(value) if isinstance(value, bool | int | float | str) else ""
