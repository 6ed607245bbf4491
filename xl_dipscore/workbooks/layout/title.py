"""The title of an event: the cell of Setup with the event's name, or a title above the list of games."""

from collections.abc import Iterable, Iterator, Sequence

from xl_dipscore.sheets.xlsx.fonts import font_sizes
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.sheet import Sheet
from xl_dipscore.tables.cells.values import text_in_one_line
from xl_dipscore.workbooks.layout.games import GamesSheet
from xl_dipscore.workbooks.layout.setup import EVENT, Setup

LONGEST = 80
"""The most characters of a title; longer texts above a list explain something."""


def event_title(setup: Setup, sheets: Iterable[GamesSheet]) -> str:
    """The title of an event; empty if the workbook has none.

    Above a list, the title is the text in the largest font, or the first of several.
    """
    if typed := text_in_one_line(setup.value(EVENT)):
        return typed
    sizes = font_sizes(setup.book) if isinstance(setup.book, Package) else ()
    first, *others = [[*_texts_above(home, sizes)] for home in sheets] or [[]]
    # Above one of several lists, a text such as Round 1 is the title of that list alone.
    shared = [one for one in first if all(one in other for other in others)]
    largest = max((size for size, _ in shared), default=0)
    return next((text for size, text in shared if size == largest), "")


def _texts_above(home: GamesSheet, sizes: Sequence[float]) -> Iterator[tuple[float, str]]:
    """The sizes and texts of cells above the headings of a list, row by row."""
    sheet = home.sheet
    for (row, _), cell in sorted(sheet.cells.items()):
        if row >= home.header:
            return
        text = text_in_one_line(cell.value) if isinstance(cell.value, str) else ""
        if any(map(str.isalpha, text)) and len(text) <= LONGEST and not text.endswith(":"):
            style = sheet.style_number(cell) if isinstance(sheet, Sheet) else 0
            yield sizes[style] if style < len(sizes) else 0.0, text
