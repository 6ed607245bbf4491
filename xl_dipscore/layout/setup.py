"""What is typed on Setup and the list of players, which a workbook's defined names find."""

import re
from functools import cached_property

from xl_dipscore.cells.columns import squeeze_heading
from xl_dipscore.cells.values import is_blank
from xl_dipscore.errors import Fault
from xl_dipscore.system import find
from xl_dipscore.xlsx.book import EditableBook, value_in
from xl_dipscore.xlsx.cell import CellValue
from xl_dipscore.xlsx.formula import Area, BadReference, address, area_of, unquote_sheet

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


class Setup:
    """The typed cells that a workbook's defined names point at, on Setup and elsewhere."""

    def __init__(self, book: EditableBook) -> None:
        self.book = book
        self._names = {one.name.casefold(): one for one in reversed(book.defined_names) if not one.sheet}

    def area(self, name: str) -> Area | None:
        """The cells that a name of the workbook stands for; None when it has no such name, or an odd one."""
        if (known := self._names.get(name.casefold())) is None:
            return None
        sheet, _, cells = known.text.rpartition("!")
        sheets = {one.casefold(): one for one in self.book.sheet_names}
        home = sheets.get(unquote_sheet(sheet).casefold())
        try:
            return None if home is None else area_of(cells, home)
        except BadReference:
            return None

    def value(self, name: str) -> CellValue:
        """What stands in the first cell of a name; None when there is no such name."""
        area = self.area(name)
        return None if area is None else self.book.value(area.sheet, address(area.top, area.left))

    def write_named_cell(self, name: str, value: CellValue) -> None:
        """Into the first cell of a name, which there is."""
        area = self.area(name)
        assert area is not None
        self.book.set_value(area.sheet, address(area.top, area.left), value)

    @cached_property
    def plain(self) -> str:
        """The key of the system that plain formulas are made for; nothing where ours compute."""
        texts = (one.text for one in self.book.defined_names if one.name.casefold() == PLAIN.casefold())
        return next(texts, "").strip().strip('"') or self._find_system_in_formula()

    def _find_system_in_formula(self) -> str:
        """The same by the formula beside the system: some programs keep no name that stands for a text."""
        area = self.area(SYSTEM)
        if area is None:
            return ""
        cells = self.book.sheet(area.sheet).cells.items()
        formulas = (cell.formula for (row, _), cell in cells if row == area.top and cell.formula)
        found = (re.match(r'=?IF\(UPPER\([$A-Z\d]+\)="([^"]+)",""', one) for one in formulas)
        return next((one[1] for one in found if one), "")

    def options(self, name: str) -> dict[int, Row] | None:
        """The rows of an options block that have a name: the name, and the values without blanks behind them.

        None when the workbook has no such block. How large a table is drawn is the template's own affair,
        and a row whose very name is computed.
        """
        area = self.area(name)
        if area is None:
            return None
        others = self._own_rows(name)
        return {number: row for number, row in self.rows_typed(area).items() if number not in others}

    def rows_typed(self, area: Area) -> dict[int, Row]:
        """The same of these cells."""
        sheet = self.book.sheet(area.sheet)
        rows: dict[int, Row] = {}
        columns = range(area.left, min(area.right, area.left + MOST) + 1)
        for number in self._typed_rows(area):
            row = [value_in(sheet, number, column) for column in columns]
            while row and is_blank(row[-1]):
                row.pop()
            if row and not is_blank(row[0]) and option_word(row[0]) not in DRAWN:
                rows[number] = row
        return rows

    def _own_rows(self, name: str) -> set[int]:
        """The rows of the event's options that are the system's own: their block lies within the other."""
        event, own = self.area(EVENT_OPTIONS), self.area(OPTIONS)
        if name != EVENT_OPTIONS or event is None or own is None or not own.overlaps(event):
            return set()
        return set(range(own.top, own.bottom + 1))

    def option_cell(self, option: str) -> tuple[str, str] | None:
        """Sheet and cell of the value of one of the event's options; None where it has no row."""
        area = self.area(EVENT_OPTIONS)
        if area is None:
            return None
        others, sheet = self._own_rows(EVENT_OPTIONS), self.book.sheet(area.sheet)
        for row in rows_of(area):
            if row not in others and option_word(value_in(sheet, row, area.left)) == option:
                return area.sheet, address(row, area.left + 1)
        return None

    def how_to_end(self) -> str:
        """How a director says that the event is over, as a sentence."""
        if (area := self.area(OVER)) is not None:
            return f"If the event is over, type yes in {area.sheet}!{address(area.top, area.left)}."
        return f"If the event is over, type yes in a free cell, and give that cell the name {OVER}."

    def free_rows(self, name: str) -> list[int]:
        """The rows of an options block in which nothing is typed yet."""
        area = self.area(name)
        if area is None:
            return []
        sheet, others = self.book.sheet(area.sheet), self._own_rows(name)
        rows = (row for row in self._typed_rows(area) if row not in others)
        return [row for row in rows if is_blank(value_in(sheet, row, area.left))]

    def _typed_rows(self, area: Area) -> list[int]:
        """The rows of an options block whose name is not computed."""
        sheet = self.book.sheet(area.sheet)
        return [number for number in rows_of(area) if not sheet.is_computed(number, area.left)]


def key_of(system: CellValue) -> str:
    """The key of the system that is called so; the same word where there is none."""
    try:
        return find(str(system)).key
    except Fault:
        return str(system)


def rows_of(area: Area) -> range:
    return range(area.top, min(area.bottom, area.top + MOST) + 1)


def option_word(name: CellValue) -> str:
    return squeeze_heading(name).replace("-", "")
