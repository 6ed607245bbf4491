"""Where a workbook shows standings and best countries, and where our functions of all games are called."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from xl_dipscore.calculate.reader import Reader, Reading
from xl_dipscore.cells.headings import games_header
from xl_dipscore.cells.languages import Word
from xl_dipscore.cells.values import is_blank
from xl_dipscore.layout.games import Headed, header_rows
from xl_dipscore.xlsx.book import Book, Page
from xl_dipscore.xlsx.cell import Cell
from xl_dipscore.xlsx.formula import Area

TABLES = frozenset({"DIP_STANDINGS", "DIP_AWARDS", "DIP_COMPARE", "DIP_TEAMS"})
"""Functions of the whole list of games, whose arrays show a line a player."""
NOW_SAYS = "Print_says"
"""The name of the cell that says what comes of what Print is told to show."""
AWARDS = 8
"""Rows that hold the best of each country, and the header."""


def table_formulas(book: Book) -> Iterator[tuple[Page, Cell, Reading]]:
    """Every formula that calls a function of the whole list of games."""
    reader = Reader(book, TABLES)
    for name in book.sheet_names:
        sheet = book.sheet(name)
        for cell in sheet.cells.values():
            if "DIP" in cell.formula.upper():
                reading = reader.read(cell.formula, name, cell.row, cell.column)
                if reading.functions & TABLES:
                    yield sheet, cell, reading


def players_possible(seats: int, roster: int) -> int:
    """How many players there can be: as many as the list of players holds, if there is one."""
    return min(seats, roster) if roster else seats


class ShownTable(Headed):
    """A table that is computed below a row of headings."""

    @property
    def area(self) -> Area:
        """The cells of its lines."""
        columns = self.columns.values()
        return Area(self.sheet.name, self.header + 1, min(columns), self.lines[-1], max(columns))

    def is_computed(self, row: int, word: Word) -> bool:
        return self.sheet.is_computed(row, self.columns[word])

    def rows_with_value(self, word: Word) -> list[int]:
        """The rows with something under a heading."""
        places = (row for row, column in self.sheet.cells if column == self.columns[word])
        return sorted(row for row in places if row > self.header and not is_blank(self.value(row, word)))

    @cached_property
    def lines(self) -> Sequence[int]:
        """The rows below the headings, filled or not; one or two cells of a line may be typed over."""
        row = self.header + 1
        while 2 * sum(self.is_computed(row, word) for word in self.columns) > len(self.columns):
            row += 1
        return range(self.header + 1, row)


def standings_shown(book: Book) -> ShownTable | None:
    """The first sheet headed Rank, Player and Total, Standings before all others."""
    for name in sorted(book.sheet_names, key=lambda name: name.casefold() != "standings"):
        sheet = book.sheet(name)
        for row, columns, *_ in header_rows(sheet, standings_header, "Rank"):
            if columns.keys() >= {"Rank", "Player", "Total"}:
                return ShownTable(sheet, row, columns)
    return None


def rounds_shown(table: ShownTable | None) -> int:
    """How many numbered rounds the standings have columns for."""
    return 0 if table is None else sum(NUMBERED.fullmatch(str(word)) is not None for word in table.columns)


NUMBERED = re.compile(r"(R|Round ?)(\d+)", re.IGNORECASE)
"""The heading of a round's column."""


def standings_header(cell: object) -> str | None:
    """A heading of the standings as one is found by."""
    word = " ".join(str(cell).split()).removesuffix(" (tie-break)")
    return {"name": "Player"}.get(word.casefold(), word.capitalize()) or None


BEST: tuple[Word, ...] = ("power", "player", "score", "centres", "round", "board")
"""What DIP_AWARDS shows."""


def best_shown(book: Book) -> ShownTable | None:
    """The first table with the headings of DIP_AWARDS that is computed, unlike one of games."""
    for name in book.sheet_names:
        sheet = book.sheet(name)
        texts = ((place, cell.value) for place, cell in sheet.cells.items() if isinstance(cell.value, str))
        for row, left in sorted(place for place, text in texts if games_header(text) == "power"):
            table = ShownTable(sheet, row, dict(zip(BEST, range(left, left + len(BEST)), strict=True)))
            headed = all(games_header(table.value(row, word)) == word for word in BEST)
            if headed and (table.lines or all(table.is_computed(row, word) for word in BEST)):
                return table
    return None
