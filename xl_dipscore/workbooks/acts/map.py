"""Write a sheet Map: the cells that we recognise for each fact of each board, for a person to correct."""

from pathlib import Path

from xl_dipscore.errors import Fault, join
from xl_dipscore.rules.board import count_of
from xl_dipscore.sheets.calculate.links import find_free_name
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.added import AddedSheet
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.maps import HEADINGS, MAP, WHATS, rows_of_map

GUIDE = (
    "Each row gives the cells of one fact of one board.",
    "While this sheet exists, boards are read only from here.",
    "Round: a number, or Final. Board: its name, the same in all its rows.",
    f"What: {', '.join(WHATS[:8])},",
    f"{', '.join(WHATS[8:])},",
    "or a year of the centre chart, such as 1901.",
    "Where: seven cells, such as 'R1 B2'!C4:C10,",
    "or cells that are apart, such as 'R1 B2'!C4,E4,G4,I4,K4,M4,O4;",
    "in the order Austria, England, France, Germany, Italy, Russia, Turkey,",
    "or in the order of the cells in the row for powers.",
    "One cell is enough for the year, and for a draw that names its powers.",
)
WIDTHS = {1: 9, 2: 12, 3: 16, 4: 44, 5: 3, 6: 70}


class NeedsNoMap(Fault):
    """{file} has a games list on {sheet}, found by its headings. It needs no Map."""


class MapThere(Fault, remedy="Edit it; or delete it to have a new one made."):
    """{file} has a Map already, the sheet {sheet}."""


def write_map(path: Path) -> list[str]:
    """Add a sheet Map, and replace the file in one step. Returns notes. Raises NeedsNoMap and MapThere."""
    package = Package.read(path)
    package.check_writable()
    found = EventIn(package).boards
    if found.map:
        raise MapThere(file=package.name, sheet=found.map)
    if found.sheets:
        raise NeedsNoMap(file=package.name, sheet=join(sheet.name for sheet in found.sheets))
    named = [board for board in found.own if board.is_named]
    sheet = find_free_name(MAP, package.sheet_names)
    page = AddedSheet(sheet, {(1, n): heading for n, heading in enumerate(HEADINGS, 1)}, dict(WIDTHS))
    package.add_sheet(sheet, page.xml())
    rows = list(rows_of_map([*named, *found.unsure]))
    for row, cells in enumerate(rows, 2):
        for column, value in enumerate(cells, 1):
            if value not in (None, ""):
                package.set_value(sheet, address(row, column), value)
    for row, sentence in enumerate(GUIDE, 2):
        package.set_value(sheet, address(row, 6), sentence)
    package.write()
    boards, in_rows = count_of(len(named), "board"), count_of(len(rows), "row")
    said = [f"the sheet {sheet} gives the cells of {boards}, in {in_rows}."]
    if found.unsure:
        more = f"{count_of(len(found.unsure), 'more board')} not fully known"
        said.append(f"{more}; type round and board there.")
    if spare := len(found.own) - len(named):
        said.append(f"{count_of(spare, 'place')} without a name left out; add those you need.")
    return said if named or found.unsure else [*said, "nothing was recognised; type it there."]
