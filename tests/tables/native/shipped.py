"""A shipped workbook of plain formulas in a director's hands, in any program: named, and boards typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Protocol

from openpyxl.utils import get_column_letter

from xl_dipscore import Board, score
from xl_dipscore.rules.board import POWERS
from xl_dipscore.tables.cells.headings import header_word
from xl_dipscore.workbooks.author import templates_folder

BOOK = templates_folder() / "anywhere" / "dcc-league.xlsx"
"""DC(C): four rounds of four boards, A to D, row by row."""
EVENT = "Spring Cup | of words"
FIRST, BOARDS = 2, 16
COUNTS = ((0, 13, 10, 3, 8, 0, 0), (18, 10, 6, 0, 0, 0, 0), (4, 5, 5, 5, 5, 5, 5), (1, 17, 16, 0, 0, 0, 0))
PLAYERS = (
    *("Ann", "Bob", "Cid", "Dora", "Eve", "Finn", "Gus"),
    *("Hal", "Ida", "Jim", "Kim", "Leo", "Mia", "Ned"),
)
CLEAN = "No problems."


class Program(Protocol):
    """A spreadsheet program with the book open; rows and columns count from 1, and a blank is None."""

    def put(self, sheet: str, row: int, column: int, value: Any) -> None: ...

    def rows(self, sheet: str) -> list[list[Any]]:
        """The values of a sheet's cells, computed now."""


class Book:
    """The book; its headings may be in any row."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.head = program.rows("Games")[FIRST - 2]
        program.put("Setup", 2, 2, EVENT)

    def column(self, heading: str) -> int:
        found = (n for n, cell in enumerate(self.head, 1) if str(cell).partition("|")[0].strip() == heading)
        return next(found)

    def letter(self, heading: str) -> str:
        return get_column_letter(self.column(heading))

    def type(self, row: int, **typed: Any) -> None:
        for heading, value in typed.items():
            self.program.put("Games", row, self.column(heading.capitalize()), value)

    def board(self, number: int, counts: Sequence[Any] = COUNTS[0], **typed: Any) -> None:
        """The players and counts of a board, by its number; the typed cells of each of its rows."""
        for seat in range(7):
            player = PLAYERS[(seat + 7 * number + number // 2) % len(PLAYERS)]
            self.type(FIRST + 7 * number + seat, **{"player": player, "centres": counts[seat], **typed})

    def event(self) -> None:
        """The first two rounds, and of them the first two boards."""
        for number in (0, 1, 4, 5):
            self.board(number, COUNTS[number % 4])

    @property
    def games(self) -> list[dict[str, Any]]:
        """The rows of Games below the headings, as dicts by heading."""
        rows = self.program.rows("Games")
        at = next(n for n, row in enumerate(rows) if header_word(row[0]) == "round")
        self.head = rows[at]
        heads = [str(head).partition("|")[0].strip() for head in self.head]
        heads = heads[: heads.index("Check") + 1]
        return [dict(zip(heads, row, strict=False)) for row in rows[at + 1 :] if any(row[:5])]

    @property
    def standings(self) -> list[tuple[Any, Any, Any]]:
        return [(row[0], row[1], row[2]) for row in self.program.rows("Standings")[4:] if row[1]]

    @property
    def status(self) -> str:
        return str(self.program.rows("Guide")[2][1])

    @property
    def well(self) -> bool:
        """Does the sheet show no fault? Doubts are allowed."""
        return re.sub(r"\d+ doubts?: see Check\.", "", self.status).strip() in ("", CLEAN)

    @property
    def slips(self) -> dict[str, list[str]]:
        """The players of each slip that has a board, by its heading."""
        rows = self.program.rows("Slips")
        tops = [row for row in range(1, len(rows) - 8, 12) if rows[row][2]]
        return {str(rows[top][2]): [str(rows[top + n][1] or "") for n in range(2, 9)] for top in tops}

    @property
    def seats(self) -> dict[str, tuple[Any, Any]]:
        """The games of each player on the sheet Players, and those with Austria."""
        rows = self.program.rows("Players")
        first = [str(one) for one in rows[3]].index("Games")
        return {str(row[0]): (row[first], row[first + 1]) for row in rows[4:] if row[0]}

    def errors(self) -> Iterator[tuple[str, int, int, Any]]:
        """Cells of the sheets for players that show an error."""
        for sheet in ("Guide", "Setup", "Players", "Standings", "Best countries", "Slips", "Totals"):
            for r, row in enumerate(self.program.rows(sheet), 1):
                for c, value in enumerate(row, 1):
                    if isinstance(value, str) and value.startswith(("#", "Err:")):
                        yield sheet, r, c, value


def scores(counts: Sequence[int]) -> list[Fraction | None]:
    return [None if one is None else Fraction(one) for one in score("DCC", Board(tuple(counts)))]


def is_right(rows: Sequence[dict[str, Any]], counts: Sequence[int]) -> bool:
    """Are these the seven rows of a board with these counts, each scored and OK?"""
    seats = {row["Power"]: row for row in rows}
    return len(seats) == len(rows) == 7 and all(
        str(seats[power]["Check"]).startswith("OK")
        and isinstance(seats[power]["Score"], int | float)
        and abs(seats[power]["Score"] - float(exact or 0)) < 1e-9
        for power, exact in zip(POWERS, scores(counts), strict=True)
    )
