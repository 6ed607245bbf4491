"""What is typed on Setup and the list of players, which a workbook's defined names find."""

import re

from xl_dipscore.cells.columns import squeezed
from xl_dipscore.cells.values import is_blank
from xl_dipscore.errors import Fault
from xl_dipscore.system import find
from xl_dipscore.xlsx.book import Book, EditableBook, value_in
from xl_dipscore.xlsx.cell import CellValue
from xl_dipscore.xlsx.formula import Area, BadReference, address, area_of, unquoted

EVENT, SYSTEM, YEAR = "Event_name", "Scoring_system", "Last_year"
EVENT_OPTIONS, OPTIONS = "Event_options", "Scoring_options"
"""The names that our workbooks give to what is typed on Setup."""
COMPARED = "Compared_systems"
"""The cells of the systems that Compare shows beside the event's own."""
OVER = "Event_over"
"""The cell in which the director says that the event is over, or that it is not."""
COMPUTED_BY = "Last_computed"
"""The cell that says which version computed the workbook, and from what."""
KEYS, LOOKED_AT = "Problem_keys", "Looked_at"
"""What each line of the list of doubts is known by, and what the director typed beside it."""
ROSTER = "Roster"
"""The cells of the players' names."""
PLAIN = "Plain_formulas"
"""The name that marks a workbook which computes all by plain formulas: a text, the key of its system."""
MADE_FOR = "Made_for"
"""The cell of such a workbook that says what on Setup is not as the formulas were made for."""
SHEETS = frozenset({
    "Guide", "Setup", "Players", "Games", "Problems", "Seats", "Standings", "Teams", "Explain", "Print",
    "Best countries", "Compare", "Calculator", "Charts", "Board calls", "Slips", "Systems", "Log", "Totals",
})  # fmt: skip
"""What the sheets of our workbooks are called."""
EXPLAIN = {"Explain_round": "round", "Explain_board": "board", "Explain_player": "player"}
"""The cells that say which board is explained, and whose total."""
SETUP = {
    EVENT: "the event's name",
    SYSTEM: "the scoring system",
    YEAR: "the last game year",
    EVENT_OPTIONS: "the event's options",
    OPTIONS: "the system's options",
}
DRAWN = frozenset({"rows", "columns"})
"""Options that say how large a table a workbook has, and nothing about the event."""
MOST = 200
"""Rows and columns of an options block that are looked at."""
Row = list[CellValue]


def named(package: Book, name: str) -> Area | None:
    """The cells that a name of the workbook stands for; None when it has no such name, or an odd one."""
    sheets = {sheet.casefold(): sheet for sheet in package.sheet_names}
    for known in package.defined_names:
        if known.name.casefold() == name.casefold() and not known.sheet:
            sheet, _, cells = known.text.rpartition("!")
            home = sheets.get(unquoted(sheet).casefold())
            try:
                return None if home is None else area_of(cells, home)
            except BadReference:
                return None
    return None


def plain_for(package: Book) -> str:
    """The key of the system that a workbook's plain formulas are made for; nothing where ours compute."""
    texts = (name.text for name in package.defined_names if name.name.casefold() == PLAIN.casefold())
    return next(texts, "").strip().strip('"') or _checked_for(package)


def _checked_for(package: Book) -> str:
    """The same by the formula beside the system: some programs keep no name that stands for a text."""
    area = named(package, SYSTEM)
    if area is None:
        return ""
    cells = package.sheet(area.sheet).cells.items()
    formulas = (cell.formula for (row, _), cell in cells if row == area.top and cell.formula)
    found = (re.match(r'=?IF\(UPPER\([$A-Z\d]+\)="([^"]+)",""', one) for one in formulas)
    return next((one[1] for one in found if one), "")


def key_of(system: CellValue) -> str:
    """The key of the system that is called so; the same word where there is none."""
    try:
        return find(str(system)).key
    except Fault:
        return str(system)


def value_of(package: Book, name: str) -> CellValue:
    """What stands in the first cell of a name; None when there is no such name."""
    area = named(package, name)
    return None if area is None else package.value(area.sheet, address(area.top, area.left))


def put_named(package: EditableBook, name: str, value: CellValue) -> None:
    """Into the cell that has this name."""
    area = named(package, name)
    assert area is not None
    package.set_value(area.sheet, address(area.top, area.left), value)


def typed_options(package: Book, name: str) -> dict[int, Row] | None:
    """The rows of an options block that have a name: the name, and the values without blanks behind them.

    None when the workbook has no such block. How large a table is drawn is the template's own affair, and
    a row whose very name is computed.
    """
    area = named(package, name)
    if area is None:
        return None
    others = own_rows(package, name)
    return {number: row for number, row in rows_typed(package, area).items() if number not in others}


def rows_typed(package: Book, area: Area) -> dict[int, Row]:
    """The same of these cells."""
    sheet = package.sheet(area.sheet)
    rows: dict[int, Row] = {}
    columns = range(area.left, min(area.right, area.left + MOST) + 1)
    for number in _typed_rows(package, area):
        row = [value_in(sheet, number, column) for column in columns]
        while row and is_blank(row[-1]):
            row.pop()
        if row and not is_blank(row[0]) and option_word(row[0]) not in DRAWN:
            rows[number] = row
    return rows


def own_rows(package: Book, name: str) -> set[int]:
    """The rows of the event's options that are the system's own: their block lies within the other."""
    event, own = named(package, EVENT_OPTIONS), named(package, OPTIONS)
    if name != EVENT_OPTIONS or event is None or own is None or not own.overlaps(event):
        return set()
    return set(range(own.top, own.bottom + 1))


def option_cell(package: Book, option: str) -> tuple[str, str] | None:
    """Sheet and cell of the value of one of the event's options; None where it has no row."""
    area = named(package, EVENT_OPTIONS)
    if area is None:
        return None
    others, sheet = own_rows(package, EVENT_OPTIONS), package.sheet(area.sheet)
    for row in rows_of(area):
        if row not in others and option_word(value_in(sheet, row, area.left)) == option:
            return area.sheet, address(row, area.left + 1)
    return None


def how_to_end(package: Book) -> str:
    """How a director says that the event is over, as a sentence."""
    if (area := named(package, OVER)) is not None:
        return f"If the event is over, type yes in {area.sheet}!{address(area.top, area.left)}."
    return f"If the event is over, type yes in a free cell, and give that cell the name {OVER}."


def free_rows(package: Book, name: str) -> list[int]:
    """The rows of an options block in which nothing is typed yet."""
    area = named(package, name)
    if area is None:
        return []
    sheet, others = package.sheet(area.sheet), own_rows(package, name)
    rows = (row for row in _typed_rows(package, area) if row not in others)
    return [row for row in rows if is_blank(value_in(sheet, row, area.left))]


def _typed_rows(package: Book, area: Area) -> list[int]:
    """The rows of an options block whose name is not computed."""
    sheet = package.sheet(area.sheet)
    return [number for number in rows_of(area) if not sheet.is_computed(number, area.left)]


def rows_of(area: Area) -> range:
    return range(area.top, min(area.bottom, area.top + MOST) + 1)


def option_word(name: CellValue) -> str:
    return squeezed(name).replace("-", "")
