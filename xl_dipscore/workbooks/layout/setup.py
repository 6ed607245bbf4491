"""The typed cells of Setup and of the list of players, found by defined names."""

import re
from functools import cached_property

from xl_dipscore.errors import Fault
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.book import EditableBook, value_in
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.formula import Area, BadReference, address, area_of, unquote_sheet
from xl_dipscore.tables.cells.columns import squeeze_heading
from xl_dipscore.tables.cells.values import is_blank

EVENT, SYSTEM, YEAR = "Event_name", "Scoring_system", "Last_year"
EVENT_OPTIONS, OPTIONS = "Event_options", "Scoring_options"
"""Defined names of the typed cells on Setup."""
COMPARED = "Compared_systems"
"""The cells with the systems that Compare shows beside the event's own."""
OVER = "Event_over"
"""The cell in which the director types whether the event is over."""
COMPUTED_BY = "Last_computed"
"""The cell with the version that computed the workbook, and with digests of the inputs."""
KEYS, LOOKED_AT = "Problem_keys", "Looked_at"
"""The keys of the lines in the list of doubts, and the cells beside the lines for the director's `ok`."""
STATUS, CLEAN = "Status", "No problems."
"""The cell with the summary of the problems, such as `1 wrong, 2 doubts`, which other sheets repeat by the
formula `=Status`; and its text if there are none. A director's own cell of that name lacks this text."""
ROSTER = "Roster"
"""The cells of the players' names."""
PLAIN = "Plain_formulas"
"""The defined name that marks a workbook of plain formulas. Its text is the key of the workbook's system."""
MADE_FOR = "Made_for"
"""In a workbook of plain formulas, the cell that tells how Setup differs from the formulas' settings."""
EXPLAIN = {"Explain_round": "round", "Explain_board": "board", "Explain_player": "player"}
"""The cells that choose the board and the player to explain."""
SETUP = {
    EVENT: "the event's name",
    SYSTEM: "the scoring system",
    YEAR: "the last game year",
    EVENT_OPTIONS: "the event's options",
    OPTIONS: "the system's options",
}
DRAWN = frozenset({"rows", "columns"})
"""Options that set the size of a workbook's tables, and are not options of the event."""
MOST = 200
"""The most rows, and the most columns, that are read of an options block."""
Row = list[CellValue]


class Setup:
    """The typed cells that a workbook's defined names point at, on Setup and elsewhere."""

    def __init__(self, book: EditableBook) -> None:
        self.book = book
        self._names = {one.name.casefold(): one for one in reversed(book.defined_names) if not one.sheet}

    def area(self, name: str) -> Area | None:
        """The cells of a defined name; None without such a name, or if its content is no range."""
        if (known := self._names.get(name.casefold())) is None:
            return None
        sheet, _, cells = known.text.rpartition("!")
        sheets = {one.casefold(): one for one in self.book.sheet_names}
        home = sheets.get(unquote_sheet(sheet).casefold())
        try:
            return None if home is None else area_of(cells, home)
        except BadReference:
            return None

    @property
    def sheets(self) -> set[str]:
        """The sheets with cells in which the event is described."""
        return {area.sheet for area in map(self.area, SETUP) if area is not None}

    def value(self, name: str) -> CellValue:
        """The value of the first cell of a defined name; None without such a name."""
        area = self.area(name)
        return None if area is None else self.book.value(area.sheet, address(area.top, area.left))

    def write_named_cell(self, name: str, value: CellValue) -> None:
        """Write into the first cell of a defined name that exists."""
        area = self.area(name)
        assert area is not None, f"The workbook has no cell named {name}: look for it with area()."
        self.book.set_value(area.sheet, address(area.top, area.left), value)

    @cached_property
    def plain(self) -> str:
        """The key of the system that plain formulas were made for; empty if our functions compute."""
        texts = (one.text for one in self.book.defined_names if one.name.casefold() == PLAIN.casefold())
        return next(texts, "").strip().strip('"') or self._find_system_in_formula()

    def _find_system_in_formula(self) -> str:
        """The key in the formula beside the cell of the system: some programs drop defined names of texts."""
        area = self.area(SYSTEM)
        if area is None:
            return ""
        cells = self.book.sheet(area.sheet).cells.items()
        formulas = (cell.formula for (row, _), cell in cells if row == area.top and cell.formula)
        found = (re.match(r'=?IF\(UPPER\([$A-Z\d]+\)="([^"]+)",""', one) for one in formulas)
        return next((one[1] for one in found if one), "")

    def options(self, name: str) -> dict[int, Row] | None:
        """By row number, the options of a block: each name with its values, without blanks at the end.

        None without such a block. Left out are rows without a name or with a computed name, rows that set the
        size of a table, and in the block of the event, rows of the system's own options.
        """
        area = self.area(name)
        if area is None:
            return None
        others = self._own_rows(name)
        return {number: row for number, row in self.rows_typed(area).items() if number not in others}

    def rows_typed(self, area: Area) -> dict[int, Row]:
        """The same as `options` for the cells of an area, including the system's own options."""
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
        """The rows of the system's own options, if `name` is the event's block and contains them."""
        event, own = self.area(EVENT_OPTIONS), self.area(OPTIONS)
        if name != EVENT_OPTIONS or event is None or own is None or not own.overlaps(event):
            return set()
        return set(range(own.top, own.bottom + 1))

    def option_cell(self, option: str) -> tuple[str, str] | None:
        """Sheet and cell of the value of an option of the event; None if the option has no row."""
        area = self.area(EVENT_OPTIONS)
        if area is None:
            return None
        others, sheet = self._own_rows(EVENT_OPTIONS), self.book.sheet(area.sheet)
        for row in rows_of(area):
            if row not in others and option_word(value_in(sheet, row, area.left)) == option:
                return area.sheet, address(row, area.left + 1)
        return None

    def how_to_end(self) -> str:
        """A sentence that tells the director how to say that the event is over."""
        if (area := self.area(OVER)) is not None:
            return f"If the event is over, type yes in {area.sheet}!{address(area.top, area.left)}."
        return f"If the event is over, type yes in a free cell, and give that cell the name {OVER}."

    def free_rows(self, name: str) -> list[int]:
        """The rows of an options block without a name, into which options can be typed."""
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
    """The key of the system with this key or name; the text itself if no system has it."""
    try:
        return find(str(system)).key
    except Fault:
        return str(system)


def rows_of(area: Area) -> range:
    return range(area.top, min(area.bottom, area.top + MOST) + 1)


def option_word(name: CellValue) -> str:
    return squeeze_heading(name).replace("-", "")
