"""Convert cells to meanings and back: rows may be sorted, columns moved, sheets renamed in between."""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from xl_dipscore.errors import At
from xl_dipscore.rules.board import POWERS
from xl_dipscore.tables.cells.languages import Word
from xl_dipscore.workbooks.layout.games import GamesSheet, label
from xl_dipscore.workbooks.layout.opened import Opened

PLAYER = "player"


class About(NamedTuple):
    """The meaning of a cell: a fact of a power on a board, or of a listed player; else all is empty."""

    heading: str = ""
    round: str = ""
    board: str = ""
    power: str = ""
    player: str = ""


class Places:
    """Converts cells of boards and of the list of players to meanings, and meanings to cells."""

    def __init__(self, event: Opened) -> None:
        self._boards: dict[tuple[str, str, str], list[tuple[GamesSheet, int]]] = defaultdict(list)
        self._rows: dict[tuple[str, int], tuple[GamesSheet, About]] = {}
        for home in event.sheets:
            for slot in home.slots:
                for power, row in zip(POWERS, slot.rows, strict=True):
                    about = About(round=label(slot.round), board=label(slot.board), power=power)
                    self._rows[slot.home.name, row] = slot.home, about
                    self._boards[_key(about)].append((slot.home, row))
        self._list = event.roster
        self._names: Mapping[str, int] = {}
        self._columns: Mapping[str, int] = {}
        if self._list is not None:
            self._names = self._list.rows_by_name
            self._columns = {PLAYER: self._list.area.left, **self._list.columns}
        self._players = {row: name for name, row in self._names.items()}

    def about(self, sheet: str, row: int, column: int) -> About:
        if (sheet, row) in self._rows:
            home, about = self._rows[sheet, row]
            word = _word_of(home.columns, column)
            return about._replace(heading=word) if word else About()
        if self._list is None or sheet != self._list.sheet.name or row not in self._players:
            return About()
        word = _word_of(self._columns, column)
        return About(word, player=self._players[row]) if word else About()

    def heading(self, sheet: str, row: int, column: int) -> str:
        """The typed heading above a board's cell."""
        home, _ = self._rows[sheet, row]
        return label(home.sheet.cells[home.header, column].value)

    def of(self, about: About) -> list[At]:
        """The cells with this meaning in the workbook; several if the meaning is ambiguous."""
        if about.power:
            word: Word = int(about.heading) if about.heading.isdecimal() else about.heading
            found = []
            for home, row in self._boards.get(_key(about), ()):
                if word in home.columns:
                    found.append((home.name, row, home.columns[word]))
            return found
        column = self._columns.get(about.heading)
        if self._list is None or column is None or about.player not in self._names:
            return []
        return [(self._list.sheet.name, self._names[about.player], column)]


def _key(about: About) -> tuple[str, str, str]:
    """The key of a power on a board, whatever the capitals."""
    return about.round.casefold(), about.board.casefold(), about.power


def _word_of(columns: Mapping[Word, int] | Mapping[str, int], column: int) -> str:
    """The word of a column; blank if it has none."""
    for word, at in columns.items():
        if at == column:
            return str(word)
    return ""
