"""The systems that are typed on Setup to be compared: unknown ones, and ones beyond their cells."""

from collections.abc import Iterator

from xl_dipscore.errors import ERRORS, At, Doubt, Fault, join
from xl_dipscore.rules.system import UnknownSystem, find
from xl_dipscore.sheets.xlsx.book import value_in
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.formula import Area, reference
from xl_dipscore.tables.cells.values import is_blank, quote_value
from xl_dipscore.workbooks.layout.setup import COMPARED, Setup

_FAR = 100
"""How many cells beyond the cells for systems are read: nobody compares more systems."""


class UnknownCompared(Doubt, remedy=UnknownSystem.remedy, in_menu=UnknownSystem.in_menu):
    """The comparison has no ranks for {system}. {why}"""


class NotCompared(Doubt, remedy="Type each into one of those cells, or delete it."):
    """Not compared: {systems}. Only the systems in {cells} are."""


def faults_of_compared(setup: Setup) -> Iterator[Fault]:
    """Report unknown systems in the cells for Compare, and systems in the cells right of these or below."""
    area = setup.area(COMPARED)
    if area is None:
        return
    page = setup.book.sheet(area.sheet)
    for at in area.cells:
        value = value_in(page, *at)
        if (fault := fault_of_compared(value)) is not None:
            fault.place = f"{area.sheet} {reference(Area(area.sheet, *at, *at))}"
            yield fault.locate([(area.sheet, *at)])
    beyond: list[At] = []
    for row in range(area.top, area.bottom + 1):
        right = range(area.right + 1, area.right + _FAR)
        beyond += [(area.sheet, row, n) for n in right if _is_system(value_in(page, row, n))]
    for row in range(area.bottom + 1, area.bottom + _FAR):
        below = [(area.sheet, row, n) for n in range(area.left, area.right + 1)]
        found = [at for at in below if _is_system(value_in(page, *at[1:]))]
        if not found:
            break
        beyond += found
    if beyond:
        names = join(str(value_in(page, *at[1:])).strip() for at in beyond)
        cells = f"{area.sheet} {reference(area)}"
        yield NotCompared(systems=names, cells=cells, place=f"{area.sheet} row {beyond[0][1]}").locate(beyond)


def fault_of_compared(value: CellValue) -> UnknownCompared | None:
    """The fault of a cell that should name a system to compare; None for a system and a blank cell."""
    if is_blank(value) or value in ERRORS:
        return None
    try:
        find(str(value))
    except Fault as unknown:
        return UnknownCompared(system=quote_value(value), why=unknown.sentence)
    return None


def _is_system(value: CellValue) -> bool:
    return isinstance(value, str) and not is_blank(value) and fault_of_compared(value) is None
