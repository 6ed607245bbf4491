"""A workbook that is open in a spreadsheet program, built from the cells that the program supplies."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from xl_dipscore.sheets.xlsx.book import EditableBook
from xl_dipscore.sheets.xlsx.cell import Cell, CellValue, restore_error_mark
from xl_dipscore.sheets.xlsx.formula import Name, address, area_of, position, reference
from xl_dipscore.sheets.xlsx.open_book import OpenBook, OpenPage

Rows = Sequence[Sequence[object]]


class CellEdit(NamedTuple):
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


def edits_in(book: EditableBook) -> Iterator[CellEdit]:
    """The edits of all cells that were changed in `book`, which may be a file or an open workbook."""
    for name in book.sheet_names:
        page = book.sheet(name)
        for row, column in sorted(page.replaced_cells):
            old = page.original(row, column)
            new = page.cells.get((row, column), Cell(row, column))
            if (old.value, old.formula) == (new.value, new.formula):
                continue
            area = new.area if new.kind == "array" else None
            yield CellEdit(
                name,
                address(row, column),
                None if new.formula else new.value,
                new.formula,
                "" if area is None else reference(area),
                None if old.value == "" else old.value,
                old.formula,
            )


class Strip(NamedTuple):
    """New values for consecutive cells of a column, which a spreadsheet program can write in one call."""

    sheet: str
    top: int
    left: int
    values: list[CellValue]
    formula: str = ""
    """The formula of a single cell, or blank. With a formula, `values` has one item; nobody uses it."""


def strips(edits: Sequence[CellEdit]) -> list[Strip]:
    """Group edits of neighbouring cells in a column. An edit with a formula stays alone."""
    found: list[Strip] = []
    for one in sorted(edits, key=lambda edit: (edit.sheet, *reversed(position(edit.ref)))):
        if found and _continues(found[-1], one):
            found[-1].values.append(one.value)
        else:
            row, column = position(one.ref)
            found.append(Strip(one.sheet, row, column, [one.value], one.formula))
    return found


def _continues(strip: Strip, edit: CellEdit) -> bool:
    """Is the edited cell the one below the strip, and are both without a formula?"""
    if strip.formula or edit.formula or strip.sheet != edit.sheet:
        return False
    return position(edit.ref) == (strip.top + len(strip.values), strip.left)


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
            is_formula = isinstance(text, str) and text.startswith(("=", "{="))
            formula = str(text) if is_formula else ""
            if value not in (None, "") or formula:
                without_sign = formula.strip("{}")[1:]
                cell = Cell(row, column, _value(value), without_sign, formula_xml=formula)
                yield (row, column), cell


def _value(value: object) -> CellValue:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if not isinstance(value, bool | int | float | str):
        return ""
    return restore_error_mark(value)
