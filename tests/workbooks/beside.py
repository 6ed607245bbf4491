"""Games lists with other tables around them, as directors keep them, and where the lists are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random

import openpyxl

from xl_dipscore.rules.board import POWERS

Line = Sequence[object]
COUNTS = ((0, 13, 10, 3, 8, 0, 0), (5, 5, 5, 5, 5, 5, 4), (17, 0, 0, 1, 16, 0, 0), (18, 1, 2, 3, 4, 5, 1))
PLAYERS = [f"Player {letter}" for letter in "ABCDEFGHIJKLMN"]
WORDS = ("Round", "Board", "Power", "Player", "Centres")
HEADINGS: dict[str, dict[str, str]] = {
    "English": {},
    "German": dict(zip(WORDS, ("Runde", "Brett", "Macht", "Spieler", "Zentren"), strict=True)),
    "French": dict(zip(WORDS, ("Ronde", "Table", "Pays", "Joueur", "Centres"), strict=True)),
    "Spanish": dict(zip(WORDS, ("Ronda", "Mesa", "País", "Jugador", "Centros"), strict=True)),
}
OTHERS: dict[str, tuple[Line, Line]] = {
    "players": (("Name", "Club"), ("Player N", "Club")),
    "teams": (("Team", "Bonus"), ("Team N", 7)),
    "captains": (("Team", "Captain"), ("Team N", "Player N")),
    "bonus": (("Name", "Bonus"), ("Player N", 5)),
    "bare bonus": (("", "Bonus"), ("Player N", 5)),
    "override": (("Player", "Override"), ("Player N", 99)),
    "schedule": (("Stage", "Date"), ("Stage N", datetime(2026, 1, 3))),
    "rounds": (("Round", "Date"), (1, datetime(2026, 1, 3))),
    "prizes": (("Place", "Prize"), (1, "A cup")),
    "years": (("Event", "Year", "Winner"), ("Cup N", 1998, "X")),
    "standings": (("Rank", "Player", "Total"), (1, "Player N", 115.5)),
    "countries": (("Country", "Wins"), ("Austria", 3)),
    "fees": (("Player", "Paid"), ("Player N", "x")),
    "German teams": (("Mannschaft", "Bonus"), ("Team N", 3)),
    "French players": (("Joueur", "Équipe"), ("Player N", "Team N")),
    "no headings": (("Cup N", 1998), ("Cup N", 1999)),
}
"""Headings of another table, and one of its rows."""


@dataclass
class Sheet:
    """The typed cells of a sheet."""

    cells: dict[tuple[int, int], object] = field(default_factory=dict)
    listed: set[tuple[int, int]] = field(default_factory=set)
    """The cells of the games list, blank ones too."""
    merged: list[tuple[int, int, int]] = field(default_factory=list)
    """Row, and the first and the last column."""

    def put(self, top: int, left: int, lines: Sequence[Line]) -> None:
        for row, line in enumerate(lines, top):
            for column, value in enumerate(line, left):
                if value not in ("", None):
                    self.cells[row, column] = value

    @property
    def rows(self) -> list[list[object]]:
        height, width = (max(place[n] for place in self.cells) for n in (0, 1))
        return [[self.cells.get((r, c)) for c in range(1, width + 1)] for r in range(1, height + 1)]

    def save(self, path: Path, people: int = 14) -> Path:
        """As a workbook, with a list of players, a table beside that, and a sheet of something else."""
        book = openpyxl.Workbook()
        page = book.active
        page.title = "Games"
        for (row, column), value in self.cells.items():
            page.cell(row, column).value = value
        for row, left, right in self.merged:
            page.merge_cells(start_row=row, end_row=row, start_column=left, end_column=right)
        listed = book.create_sheet("Players")
        for row in [
            ["Player", "Club", None, "Team", "Captain"],
            [PLAYERS[0], None, None, "Reds", PLAYERS[0]],
        ]:
            listed.append(row)
        for n in range(1, people):
            listed.append([PLAYERS[n] if n < len(PLAYERS) else f"Player {n}"])
        notes = book.create_sheet("Payments")
        for row, name in enumerate(["Player", *PLAYERS], 1):
            notes.cell(row, 1).value = name
            notes.cell(row, 2).value = "Paid" if row == 1 else 10
        book.save(path)
        return path


def games(boards: int = 4) -> list[list[object]]:
    """Rows of round, board, power, player and centres."""
    found: list[list[object]] = []
    for n in range(boards):
        players = PLAYERS[:7] if n % 2 == 0 else PLAYERS[7:]
        for seat, power in enumerate(POWERS):
            found.append([n // 2 + 1, "AB"[n % 2], power, players[seat - n // 2], COUNTS[n % 4][seat]])
    return found


def other(kind: str, lines: int) -> list[list[object]]:
    """A table of so many rows below its headings."""
    titles, row = OTHERS[kind]
    named = [
        [str(c).replace("N", chr(65 + n % 26)) if isinstance(c, str) else c for c in row]
        for n in range(lines)
    ]
    if kind == "countries":
        named = [[POWERS[n % 7], n] for n in range(lines)]
    return [list(titles), *named]


@dataclass
class Shape:
    """How a sheet is laid out."""

    kind: str
    lines: int
    where: str = "right"
    gap: int = 1
    language: str = "English"
    spacer: int = 0
    """Before which column of the list an empty one stands; 0: before none."""
    chart: bool = False
    down: int = 0
    """How many rows lower the other table begins."""
    title: bool = False
    spaced: bool = False
    """Is a row blank between boards?"""
    wide: bool = False
    """Has the list a row a board?"""


def sheet(shape: Shape, boards: int = 4) -> Sheet:
    """The sheet, with the list below and beside whatever else there is."""
    made = Sheet()
    words = HEADINGS[shape.language]
    lines: list[list[object]] = [[words.get(w, w) for w in WORDS]]
    for n, row in enumerate(games(boards)):
        lines += [[]] if shape.spaced and n and n % 7 == 0 else []
        lines.append([*row])
    if shape.wide:
        lines = [["Round", "Board", *POWERS, *(f"{power} player" for power in POWERS)]]
        for n in range(0, 7 * boards, 7):
            seven = games(boards)[n : n + 7]
            lines.append([*seven[0][:2], *(row[4] for row in seven), *(row[3] for row in seven)])
    if shape.spacer:
        lines = [[*line[: shape.spacer], "", *line[shape.spacer :]] if line else [] for line in lines]
    if shape.chart:
        years = [1901, 1907]
        for line in lines:
            last = line[-1] if line else ""
            line += [] if not line else ["", *(years if last == lines[0][-1] else (3, last))]
    table = other(shape.kind, shape.lines)
    top = 3 if shape.title else 1
    left = len(table[0]) + shape.gap + 1 if shape.where == "left" else 1
    top += len(table) + 1 if shape.where == "above" else 0
    width = max(map(len, lines))
    made.put(top, left, lines)
    made.listed = {(r, c) for r in range(top, top + len(lines)) for c in range(left, left + width)}
    at = {
        "right": (top + shape.down, left + width + shape.gap),
        "left": (top + shape.down, 1),
        "above": (3 if shape.title else 1, 1),
        "below": (top + len(lines) + 1 + shape.down, 1),
    }[shape.where]
    made.put(*at, table)
    if shape.title:
        made.put(1, 1, [["Spring Cup"]])
        made.merged.append((1, 1, left + width - 1))
    return made


def any_shape(chance: Random) -> Shape:
    """One by chance; the other table is never as long as the list."""
    wide = chance.random() < 0.25
    spaced = chance.random() < 0.2 and not wide
    length = 4 if wide else 28 + (3 if spaced else 0)
    lines = chance.choice([n for n in (1, 2, 3, 5, 10, 14, 20, 26, 33, 40) if n != length])
    return Shape(
        chance.choice([*OTHERS]),
        lines,
        chance.choice(["right", "right", "left", "above", "below"]),
        chance.choice([1, 1, 2]),
        chance.choice([*HEADINGS]),
        chance.choice([0, 0, 0, 2, 3, 9 if wide else 4]),
        chance.random() < 0.2 and not wide,
        chance.choice([0, 0, 0, 1, 2, 5]),
        chance.random() < 0.3,
        spaced,
        wide,
    )
