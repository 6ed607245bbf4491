"""Out of a workbook: the results as a games list, and the numbers it shows for them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice
from typing import NamedTuple

from xl_dipscore.board import POWERS
from xl_dipscore.cells import Cell, is_blank, power, read_games
from xl_dipscore.errors import Fault
from xl_dipscore.tournament import Game
from xl_dipscore.workbook.layout.games import (
    OURS,
    GamesSheet,
    Word,
    boards_of,
    find_games,
    games_header,
    games_if_any,
    header_rows,
    label,
)
from xl_dipscore.workbook.layout.setup import YEAR, takes_fewer, value_of
from xl_dipscore.xlsx.formula import address
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.sheet import CellValue

FIRST_COLUMNS: tuple[Word, ...] = (
    *("round", "board", "power", "player", "centres", "draw", "eliminated", "year"),
    *("docked", "civil_disorder", "new_player", "unranked", "tiebreak", "override"),
)
LEVEL = 1e-9
"""Numbers nearer than this are equal, as in the ranks."""


class NoValueYet(Fault):
    """{file}: {cell} holds a formula without a value; rebuild the workbook, or save it in Excel, first."""


class SameBoardTwice(Fault):
    """{file}: board {board} of round {round} is on two sheets, {first} and {second}."""


# -- results ----------------------------------------------------------------------------------


@dataclass
class Extract:
    """The results in a workbook."""

    columns: Sequence[Word]
    rows: list[list[Cell]] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)
    unplayed: int = 0
    faults: list[Fault] = field(default_factory=list)

    @property
    def table(self) -> list[list[str]]:
        """The games list as a CSV file holds it: text stays as it is, whatever it begins with."""
        return [list(map(str, self.columns)), *(list(map(as_text, row)) for row in self.rows)]


def extract(package: Package, *, setup_year: bool = True) -> Extract:
    """The played boards of a workbook, with the columns it has. Raises NoGamesSheet.

    setup_year: does a board without a year get the one of Setup, as its score does?
    """
    sheets = find_games(package)
    year = value_of(package, YEAR) if setup_year else None
    words = {word for sheet in sheets for word in sheet.columns} - OURS
    found = Extract(sorted(words if is_blank(year) else words | {"year"}, key=_column_order))
    fewer = takes_fewer(package)
    for sheet in sheets:
        found.faults += islice(_without_value(package, sheet), 1)
    homes: dict[tuple[str, str], str] = {}
    for sheet in sheets:
        lines: dict[int, list[Cell]] = {}
        for (round_, board), rows in boards_of(sheet).items():
            if not sheet.played(rows):
                found.unplayed += 1
                continue
            first = homes.setdefault((round_.casefold(), board.casefold()), sheet.name)
            if first != sheet.name:
                twice = SameBoardTwice(
                    file=package.name, board=board, round=round_, first=first, second=sheet.name
                )
                found.faults.append(twice)
            dated = any(not is_blank(sheet.value(r, w)) for r in rows for w in sheet.columns if _dates(w))
            for row, (own_round, own_board) in rows.items():
                filled: dict[Word, CellValue] = {"round": own_round, "board": own_board}
                if not dated:
                    filled["year"] = year
                lines[row] = [filled.get(word, sheet.value(row, word)) for word in found.columns]
        found.rows += (lines[row] for row in sorted(lines))
        titles = [sheet.value(sheet.header, word) or word for word in found.columns]
        below = (lines.get(row, []) for row in range(sheet.header + 1, max(lines, default=0) + 1))
        listed = read_games([titles, *below], f"{package.name} {sheet.name}", sheet.header, fewer=fewer)
        found.games += listed.games
        found.faults += listed.faults
    return found


def _without_value(package: Package, sheet: GamesSheet) -> Iterator[Fault]:
    """What a program that does not compute has left without a value could be any result."""
    for row in sheet.rows:
        for word, column in sheet.columns.items():
            cell = sheet.sheet.cells.get((row, column))
            if word not in OURS and cell is not None and cell.formula_xml and cell.value is None:
                yield NoValueYet(file=package.name, cell=f"{sheet.name}!{address(row, column)}")


def _dates(word: Word) -> bool:
    return word == "year" or isinstance(word, int)


def _column_order(word: Word) -> tuple[int, int, str]:
    if isinstance(word, int):
        return 2, word, ""
    return (0, FIRST_COLUMNS.index(word), "") if word in FIRST_COLUMNS else (1, 0, word)


def as_text(cell: Cell) -> str:
    """A cell of a CSV file: numbers with full precision, never with an exponent."""
    if cell is None or isinstance(cell, bool | str):
        return "" if cell is None else str(cell).upper() if isinstance(cell, bool) else str(cell)
    if isinstance(cell, float) and math.isfinite(cell):
        return f"{int(cell)}" if cell.is_integer() else f"{Decimal(repr(cell)):f}"
    return str(cell)


# -- numbers ----------------------------------------------------------------------------------


class Spot(NamedTuple):
    """What a number is about: a power of a board, or a player of the standings."""

    heading: str
    round: str = ""
    board: str = ""
    power: str = ""
    player: str = ""


class Difference(NamedTuple):
    """A number that is another one now. The player is the one who had the position before."""

    player: str
    round: str
    board: str
    power: str
    what: str
    old: CellValue
    new: CellValue


BEST = "Best country"
"""What a difference between two tables of DIP_AWARDS is called."""
_AWARDS: tuple[Word, ...] = ("power", "player", "score", "centres", "round", "board")

DIFFERENCE_COLUMNS = ("player", "round", "board", "power", "what", "old", "new")


@dataclass(frozen=True)
class Numbers:
    """The numbers that a workbook shows for its games and its players."""

    scores: Mapping[Spot, CellValue]
    standings: Mapping[Spot, CellValue]
    best: Mapping[Spot, CellValue]
    """The score of each player who was best with a power."""
    players: Mapping[tuple[str, str, str], str]
    headings: frozenset[str]
    """The columns it has for them."""


def numbers(package: Package) -> Numbers:
    """Score and Counts of each power of each played board, each player's line of the standings, and who
    was best with each power."""
    scores: dict[Spot, CellValue] = {}
    players: dict[tuple[str, str, str], str] = {}
    headings, standings = _standings(package)
    best = _best(package)
    headings |= {BEST} if best else set()
    for sheet in games_if_any(package):
        ours = [word for word in ("score", "counts") if word in sheet.columns]
        headings |= {word.capitalize() for word in ours}
        for (round_, board), rows in boards_of(sheet).items():
            if not sheet.played(rows):
                continue
            for row in rows:
                seat = power(sheet.value(row, "power"))
                if seat is None:
                    continue
                place = round_, board, POWERS[seat]
                if not is_blank(player := sheet.value(row, "player")):
                    players[place] = label(player)
                for word in ours:
                    scores.setdefault(Spot(word.capitalize(), *place), sheet.value(row, word))
    return Numbers(scores, standings, best, players, frozenset(headings))


def played_boards(package: Package) -> int | None:
    """How many boards have results; None when the workbook has no games list."""
    sheets = games_if_any(package)
    if not sheets:
        return None
    return sum(sheet.played(rows) for sheet in sheets for rows in boards_of(sheet).values())


def differences(old: Numbers, new: Numbers) -> Iterator[Difference]:
    """The numbers of the one that are others in the other, where both have such a column."""
    shared = old.headings & new.headings
    for before, after in ((old.scores, new.scores), (old.standings, new.standings), (old.best, new.best)):
        for spot in dict.fromkeys((*before, *after)):
            was, now = before.get(spot), after.get(spot)
            if spot.heading in shared and not _level(was, now):
                place = spot.round, spot.board, spot.power
                player = spot.player or old.players.get(place) or new.players.get(place) or ""
                yield Difference(player, *place, spot.heading, was, now)


def _standings(package: Package) -> tuple[set[str], dict[Spot, CellValue]]:
    """The first sheet headed Rank, Player and Total: its headings, and what each player has under them."""
    for name in sorted(package.sheet_names, key=lambda name: name.casefold() != "standings"):
        cells = package.sheet(name).cells
        for row, columns in header_rows(package.sheet(name), _standings_header).items():
            if not columns.keys() >= {"Rank", "Player", "Total"}:
                continue
            found: dict[Spot, CellValue] = {}
            for line in sorted({r for r, column in cells if r > row and column == columns["Player"]}):
                player = cells[line, columns["Player"]].value
                if is_blank(player):
                    continue
                for heading, column in columns.items():
                    if heading != "Player":
                        cell = cells.get((line, column))
                        value = None if cell is None else cell.value
                        found.setdefault(Spot(str(heading), player=label(player)), value)
            return set(map(str, columns)) - {"Player"}, found
    return set(), {}


def _standings_header(cell: Cell) -> str | None:
    word = " ".join(str(cell).split())
    return {"name": "Player"}.get(word.casefold(), word.capitalize()) or None


def _best(package: Package) -> dict[Spot, CellValue]:
    """The first table whose headings are those of DIP_AWARDS and, unlike those of games, computed."""
    for name in package.sheet_names:
        sheet = package.sheet(name)
        for row, left in sorted(place for place, cell in sheet.cells.items() if _is_power(cell.value)):
            columns = range(left, left + len(_AWARDS))
            table = GamesSheet(sheet, row, dict(zip(_AWARDS, columns, strict=True)))
            if all(
                games_header(table.value(row, word)) == word and table.is_computed(row, column)
                for word, column in table.columns.items()
            ):
                return _lines_of_best(table)
    return {}


def _lines_of_best(table: GamesSheet) -> dict[Spot, CellValue]:
    found: dict[Spot, CellValue] = {}
    for row in table.rows:
        seat = power(table.value(row, "power"))
        if seat is not None and table.is_computed(row, table.columns["power"]):
            player = table.value(row, "player")
            spot = Spot(BEST, power=POWERS[seat], player="" if is_blank(player) else label(player))
            found.setdefault(spot, table.value(row, "score"))
    return found


def _is_power(value: CellValue) -> bool:
    return isinstance(value, str) and games_header(value) == "power"


def _level(old: CellValue, new: CellValue) -> bool:
    """The same for whoever reads it."""
    if is_blank(old) or is_blank(new):
        return is_blank(old) and is_blank(new)
    if isinstance(old, bool | str) or isinstance(new, bool | str):
        return old == new
    assert old is not None
    assert new is not None
    return abs(old - new) <= LEVEL * max(1, abs(old), abs(new))
