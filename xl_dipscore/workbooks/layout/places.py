"""Convert cells to meanings and back: rows may be sorted, columns moved, sheets renamed in between."""

from collections import defaultdict
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
        for slot in (slot for home in event.sheets for slot in home.slots):
            round_, board = label(slot.round), label(slot.board)
            for power, row in zip(POWERS, slot.rows, strict=True):
                about = About(round=round_, board=board, power=power)
                self._rows[slot.home.name, row] = slot.home, about
                self._boards[round_.casefold(), board.casefold(), power].append((slot.home, row))
        self._list = event.roster
        self._names = {} if self._list is None else self._list.rows_by_name
        self._players = {row: name for name, row in self._names.items()}
        self._columns = {} if self._list is None else {PLAYER: self._list.area.left, **self._list.columns}

    def about(self, sheet: str, row: int, column: int) -> About:
        if (sheet, row) in self._rows:
            home, about = self._rows[sheet, row]
            found = next((str(word) for word, at in home.columns.items() if at == column), "")
            return about._replace(heading=found) if found else About()
        if self._list is None or sheet != self._list.sheet.name or row not in self._players:
            return About()
        found = next((word for word, at in self._columns.items() if at == column), "")
        return About(found, player=self._players[row]) if found else About()

    def heading(self, sheet: str, row: int, column: int) -> str:
        """The typed heading above a board's cell."""
        home, _ = self._rows[sheet, row]
        return label(home.sheet.cells[home.header, column].value)

    def of(self, about: About) -> list[At]:
        """The cells with this meaning in the workbook; several if the meaning is ambiguous."""
        if about.power:
            heads = about.round.casefold(), about.board.casefold(), about.power
            word: Word = int(about.heading) if about.heading.isdecimal() else about.heading
            homes = self._boards.get(heads, ())
            return [(home.name, row, home.columns[word]) for home, row in homes if word in home.columns]
        column = self._columns.get(about.heading)
        if self._list is None or column is None or about.player not in self._names:
            return []
        return [(self._list.sheet.name, self._names[about.player], column)]
