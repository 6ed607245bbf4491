"""Find the standings, the table of best countries, and calls of our functions that read all games."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from xl_dipscore.sheets.calculate.reader import Reader, Reading
from xl_dipscore.sheets.xlsx.book import Book, Page
from xl_dipscore.sheets.xlsx.cell import Cell
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.tables.cells.headings import games_header
from xl_dipscore.tables.cells.languages import Word
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.workbooks.layout.games import Headed, header_rows

TABLES = frozenset({"DIP_STANDINGS", "DIP_AWARDS", "DIP_COMPARE", "DIP_TEAMS"})
"""Functions that read the whole list of games and return a table."""
OF_SEATS = frozenset({"DIP_SEATS_CHECK"})
NOW_SAYS = "Print_says"
"""The defined name of the cell on Print that tells which scores may be shown now."""
AWARDS = 8
"""The number of rows of the table of best countries, with its headings."""


def table_formulas(book: Book, called: frozenset[str] = TABLES) -> Iterator[tuple[Page, Cell, Reading]]:
    """The formulas that call any of these functions, each with its sheet and its cell."""
    reader = Reader(book, called)
    for name in book.sheet_names:
        sheet = book.sheet(name)
        for cell in sheet.cells.values():
            if "DIP" in cell.formula.upper():
                reading = reader.read(cell.formula, name, cell.row, cell.column)
                if reading.functions & called:
                    yield sheet, cell, reading


def players_possible(seats: int, roster: int) -> int:
    """The most players possible: the seats, limited by the list of players if there is one."""
    return min(seats, roster) if roster else seats


class ShownTable(Headed):
    @property
    def area(self) -> Area:
        """The cells of the lines of the table, without the headings."""
        columns = self.columns.values()
        return Area(self.sheet.name, self.header + 1, min(columns), self.lines[-1], max(columns))

    def is_computed(self, row: int, word: Word) -> bool:
        return self.sheet.is_computed(row, self.columns[word])

    def rows_with_value(self, word: Word) -> list[int]:
        places = (row for row, column in self.sheet.cells if column == self.columns[word])
        return sorted(row for row in places if row > self.header and not is_blank(self.value(row, word)))

    @cached_property
    def lines(self) -> Sequence[int]:
        """The rows directly below the headings in which most cells are computed; a few may be typed over."""
        row = self.header + 1
        while 2 * sum(self.is_computed(row, word) for word in self.columns) > len(self.columns):
            row += 1
        return range(self.header + 1, row)


def standings_shown(book: Book) -> ShownTable | None:
    """The first table with the headings Rank, Player and Total. The sheet Standings is searched first."""
    for name in sorted(book.sheet_names, key=lambda name: name.casefold() != "standings"):
        sheet = book.sheet(name)
        for row, columns, *_ in header_rows(sheet, standings_header, "Rank"):
            if columns.keys() >= {"Rank", "Player", "Total"}:
                return ShownTable(sheet, row, columns)
    return None


def rounds_shown(table: ShownTable | None) -> int:
    """The number of columns for numbered rounds."""
    return 0 if table is None else sum(NUMBERED.fullmatch(str(word)) is not None for word in table.columns)


NUMBERED = re.compile(r"(R|Round ?)(\d+)", re.IGNORECASE)
"""The heading of a round's column."""


def standings_header(cell: object) -> str | None:
    """The heading in a cell as `standings_shown` compares it, such as Rank or Player; None if blank."""
    word = " ".join(str(cell).split()).removesuffix(" (tie-break)")
    return {"name": "Player"}.get(word.casefold(), word.capitalize()) or None


BEST: tuple[Word, ...] = ("power", "player", "score", "centres", "round", "board")
"""The columns of the table of DIP_AWARDS."""


def best_shown(book: Book) -> ShownTable | None:
    """The first table of formulas with the headings of DIP_AWARDS, which a typed games list may have too."""
    for name in book.sheet_names:
        sheet = book.sheet(name)
        texts = ((place, cell.value) for place, cell in sheet.cells.items() if isinstance(cell.value, str))
        for row, left in sorted(place for place, text in texts if games_header(text) == "power"):
            table = ShownTable(sheet, row, dict(zip(BEST, range(left, left + len(BEST)), strict=True)))
            headed = all(games_header(table.value(row, word)) == word for word in BEST)
            if headed and (table.lines or all(table.is_computed(row, word) for word in BEST)):
                return table
    return None
