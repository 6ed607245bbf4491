"""Tables that only show results: our functions fill them, or a mark in the file identifies them.

The mark is a hidden defined name of the sheet. It survives renaming and copying the sheet, inserted rows,
and formulas replaced by values.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from xl_dipscore.errors import group_by_key
from xl_dipscore.sheets.xlsx.book import Book, Page
from xl_dipscore.sheets.xlsx.cell import Cell
from xl_dipscore.sheets.xlsx.formula import (
    COLUMNS,
    ROWS,
    Area,
    BadReference,
    area_of,
    by_letters,
    calls,
    quote_sheet,
    reference,
)
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.functions import FUNCTIONS

MARK = "Dipscore_shows"
"""The name of the first mark of a sheet. The names of further marks have a number at the end."""
_HEADED = by_letters(tuple(function.name for function in FUNCTIONS if function.headed))
"""The functions that return a table with headings."""


def whole_sheet(sheet: str) -> Area:
    return Area(sheet, 1, 1, ROWS, COLUMNS)


def mark(package: Package, areas: Iterable[Area]) -> None:
    """Mark areas that only show results. A sheet that has marks already gets no further marks."""
    known = {area.sheet.casefold() for area in marked_areas(package)}
    for sheet, its in group_by_key((area.sheet, area) for area in areas).items():
        for number, area in enumerate(its if sheet.casefold() not in known else (), 1):
            name = MARK if number == 1 else f"{MARK}_{number}"
            package.add_hidden_name(name, f"{quote_sheet(sheet)}!{reference(area)}", sheet)


def marked_areas(package: Book) -> Iterator[Area]:
    """The marked areas; marks of deleted cells are skipped."""
    for name in package.defined_names:
        if name.name.rpartition("!")[2].startswith(MARK):
            try:
                yield area_of(name.text, name.sheet)
            except BadReference:
                continue


def sheets_of_results(package: Book) -> set[str]:
    """The sheets that only show results, from their first to their last cell."""
    return {area.sheet for area in marked_areas(package) if area == whole_sheet(area.sheet)}


def typed_pages(package: Book) -> Iterator[Page]:
    """The worksheets that may have games, without their tables that only show results."""
    marked = [*marked_areas(package)]
    for page in map(package.sheet, package.sheet_names):
        areas = [area for area in marked if area.sheet.casefold() == page.name.casefold()]
        if not any(area[1:] == whole_sheet(page.name)[1:] for area in areas):
            areas += tables_in(page)
            yield cast("Page", PageBesides(page, areas)) if areas else page


def tables_in(page: Page) -> Iterator[Area]:
    """The areas of array formulas in which our functions return tables with headings."""
    for cell in page.cells.values():
        if cell.area is not None and min(cell.area.shape) > 1 and calls(cell.formula, _HEADED):
            yield cell.area


class PageBesides:
    """A view of a worksheet without some areas."""

    def __init__(self, page: Page, areas: Sequence[Area]) -> None:
        self._page, self.cells = page, _CellsBesides(page, areas)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._page, name)


class _CellsBesides(Mapping[tuple[int, int], Cell]):
    """A view of a page's cells without some areas. It follows changes of the page."""

    def __init__(self, page: Page, areas: Sequence[Area]) -> None:
        self._page, self._areas = page, areas

    def __getitem__(self, place: tuple[int, int]) -> Cell:
        if any(area.contains(place) for area in self._areas):
            raise KeyError(place)
        return self._page.cells[place]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return (place for place in self._page.cells if place in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)
