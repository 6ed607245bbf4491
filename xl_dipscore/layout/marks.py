"""Tables that only show something: a call of ours fills them, or a mark in the file tells them.

The mark is a hidden name of their sheet: it follows a sheet that is renamed or copied, and rows that are put
in, and stays where values stand in place of formulas.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from xl_dipscore.errors import group_by_key
from xl_dipscore.xlsx.book import Book, Page
from xl_dipscore.xlsx.cell import Cell
from xl_dipscore.xlsx.formula import (
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
from xl_dipscore.xlsx.package import Package

MARK = "Dipscore_shows"
"""The name of the cells; further tables of a sheet have a number behind it."""
_HEADED = by_letters((
    "DIP_AWARDS", "DIP_COMPARE", "DIP_EXPLAIN", "DIP_EXPLAIN_TOTAL", "DIP_PROBLEMS", "DIP_SEATS_CHECK",
    "DIP_STANDINGS", "DIP_SYSTEMS", "DIP_TEAMS",
))  # fmt: skip
"""The functions that give a table with headings."""


def whole_sheet(sheet: str) -> Area:
    """All cells of a sheet."""
    return Area(sheet, 1, 1, ROWS, COLUMNS)


def mark(package: Package, areas: Iterable[Area]) -> None:
    """Let readers know that these cells only show something; a sheet that has marks keeps its own."""
    known = {area.sheet.casefold() for area in marked_areas(package)}
    for sheet, its in group_by_key((area.sheet, area) for area in areas).items():
        for number, area in enumerate(its if sheet.casefold() not in known else (), 1):
            name = MARK if number == 1 else f"{MARK}_{number}"
            package.add_hidden_name(name, f"{quote_sheet(sheet)}!{reference(area)}", sheet)


def marked_areas(package: Book) -> Iterator[Area]:
    """The cells that only show something; a mark whose cells are gone marks none."""
    for name in package.defined_names:
        if name.name.rpartition("!")[2].startswith(MARK):
            try:
                yield area_of(name.text, name.sheet)
            except BadReference:
                continue


def typed_pages(package: Book) -> Iterator[Page]:
    """The worksheets on which games may stand, without the tables that only show something."""
    marked = [*marked_areas(package)]
    for page in map(package.sheet, package.sheet_names):
        areas = [area for area in marked if area.sheet.casefold() == page.name.casefold()]
        if not any(area[1:] == whole_sheet(page.name)[1:] for area in areas):
            areas += tables_in(page)
            yield cast("Page", PageBesides(page, areas)) if areas else page


def tables_in(page: Page) -> Iterator[Area]:
    """Arrays with headings that our functions fill."""
    for cell in page.cells.values():
        if cell.area is not None and min(cell.area.shape) > 1 and calls(cell.formula, _HEADED):
            yield cell.area


class PageBesides:
    """A worksheet without some of its cells."""

    def __init__(self, page: Page, areas: Sequence[Area]) -> None:
        self._page, self.cells = page, _CellsBesides(page, areas)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._page, name)


class _CellsBesides(Mapping[tuple[int, int], Cell]):
    """Those that a page has at any time, but for some areas."""

    def __init__(self, page: Page, areas: Sequence[Area]) -> None:
        self._page, self._areas = page, areas

    def __getitem__(self, place: tuple[int, int]) -> Cell:
        if any(area.holds(place) for area in self._areas):
            raise KeyError(place)
        return self._page.cells[place]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return (place for place in self._page.cells if place in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)
