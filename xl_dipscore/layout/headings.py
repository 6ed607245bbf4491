"""The round and the board above its rows, put into them."""

from xl_dipscore.cells.languages import Word
from xl_dipscore.cells.values import is_blank
from xl_dipscore.layout.games import Slot
from xl_dipscore.xlsx.book import EditableBook
from xl_dipscore.xlsx.formula import address
from xl_dipscore.xlsx.sheet import CellValue


def set_heading(package: EditableBook, slot: Slot, word: Word, value: CellValue) -> None:
    """In the rows that have a heading of their own: not where it is merged or a formula repeats it."""
    home, column = slot.home, slot.home.columns[word]
    top, *others = sorted(slot.rows)
    headed = any(not is_blank(home.value(row, word)) for row in others)
    first = is_blank(home.value(top, word))
    package.set_value(home.name, address(top, column), value)
    for row in others:
        if home.sheet.is_covered(row, column) or home.sheet.is_computed(row, column):
            continue
        if headed or first:
            package.set_value(home.name, address(row, column), value)
