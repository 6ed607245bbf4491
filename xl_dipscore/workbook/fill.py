"""Results into a workbook's own cells, which are found by their headers and powers, never by address."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from xl_dipscore.board import FIRST_YEAR, SEATS
from xl_dipscore.cells import Cell, header_word, is_blank, number, power
from xl_dipscore.errors import Fault, Faults, join
from xl_dipscore.tournament import Game, Round
from xl_dipscore.workbook.setup import ROSTER, named
from xl_dipscore.xlsx.formula import address
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.sheet import CellValue, Sheet

HEADER_ROWS = 30
LONGEST_HEADER = 40
LONGEST_ROSTER = 10_000
NEEDED = frozenset({"round", "board", "power"})
OURS = frozenset({"score", "counts"})
"""Headings over numbers that a workbook computes; they are no results."""

Word = str | int
"""What a column holds: a word of ours, or a year of the centre chart."""


class NoGamesSheet(Fault):
    """{file} has no sheet with a row of headers Round, Board, Power and Centres."""


class NoBlock(Fault):
    """{file} has no free board for board {board} of round {round}; it holds {blocks} boards of seven rows. \
A larger workbook like it: dipscore new SYSTEM new.xlsx --template {file} --rounds R --boards B, from the \
template without results."""


class NoColumn(Fault):
    """{file} has no column for {what}, which board {board} of round {round} has."""


@dataclass(frozen=True, eq=False)
class Block:
    """Seven rows of a workbook that hold one board."""

    home: GamesSheet
    round: CellValue
    board: CellValue
    rows: tuple[int, ...]
    free: bool

    def holds(self, game: Game) -> bool:
        return _same(self.round, game.round) and _same(self.board, game.name)


@dataclass(frozen=True, eq=False)
class GamesSheet:
    """A sheet that keeps games, under a row of headers."""

    sheet: Sheet
    header: int
    columns: Mapping[Word, int]

    @property
    def name(self) -> str:
        return self.sheet.name

    @cached_property
    def rows(self) -> list[int]:
        """The rows below the header that are about a power or a round."""
        power, round_ = self.columns["power"], self.columns["round"]
        cells = self.sheet.cells.items()
        return sorted(
            {r for (r, c), cell in cells if c in (power, round_) and r > self.header and cell.holds}
        )

    @property
    def counted(self) -> tuple[Word, ...]:
        """The columns that say a board was played: its centres, and the years of its chart."""
        return tuple(word for word in self.columns if word == "centres" or isinstance(word, int))

    @cached_property
    def segments(self) -> tuple[list[int], ...]:
        """The rows of powers that belong together: without a gap, and under one round and board."""
        return tuple(_segments(self))

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        return tuple(_blocks(self))

    def value(self, row: int, word: Word) -> CellValue:
        column = self.columns.get(word)
        cell = None if column is None else self.sheet.cells.get((row, column))
        return None if cell is None else cell.value

    def is_computed(self, row: int, column: int) -> bool:
        return self.sheet.is_computed(row, column)

    def played(self, rows: Iterable[int]) -> bool:
        return not all(is_blank(self.value(row, word)) for row in rows for word in self.counted)

    @property
    def is_view(self) -> bool:
        """Does it only show counts that stand elsewhere?"""
        columns = [self.columns[word] for word in self.counted]
        headings = all(self.is_computed(self.header, column) for column in self.columns.values())
        return headings or (
            bool(self.rows) and all(self.is_computed(r, c) for r in self.rows for c in columns)
        )


def find_games(package: Package) -> tuple[GamesSheet, ...]:
    """The sheets whose headers are those of a games list: one, or one a round. Raises NoGamesSheet."""
    sheets = [_games_sheet(package.sheet(name)) for name in package.sheet_names]
    found = tuple(sheet for sheet in sheets if sheet is not None)
    if not found:
        raise NoGamesSheet(file=package.name)
    return tuple(sheet for sheet in found if not sheet.is_view) or found


def blocks_of(homes: Iterable[GamesSheet]) -> list[Block]:
    return [block for home in homes for block in home.blocks]


def header_rows(sheet: Sheet, meaning: Callable[[Cell], Word | None]) -> dict[int, dict[Word, int]]:
    """The first rows of a sheet that have headers, and the column of each; the first of two counts."""
    headers: dict[int, dict[Word, int]] = {}
    for row, column in sorted(place for place in sheet.cells if place[0] <= HEADER_ROWS):
        value = sheet.cells[row, column].value
        if value is None or (isinstance(value, str) and len(value) > LONGEST_HEADER):
            continue
        if (word := meaning(value)) is not None:
            headers.setdefault(row, {}).setdefault(word, column)
    return headers


def _games_sheet(sheet: Sheet) -> GamesSheet | None:
    for row, columns in header_rows(sheet, games_header).items():
        found = GamesSheet(sheet, row, columns)
        if columns.keys() >= NEEDED and found.counted:
            return found
    return None


def games_header(cell: Cell) -> Word | None:
    """What a header means in a workbook: as in a games list, and the columns that are ours."""
    if isinstance(cell, int | float) and not FIRST_YEAR <= cell <= 1999:
        return None
    word = str(cell).strip().casefold()
    return word if word in OURS else header_word(cell)


def _blocks(home: GamesSheet) -> Iterator[Block]:
    for segment in home.segments:
        rows = {power(home.value(row, "power")): row for row in segment}
        if len(rows) == len(segment) == 7:
            round_, board = home.value(segment[0], "round"), home.value(segment[0], "board")
            yield Block(home, round_, board, tuple(rows[s] for s in SEATS), not home.played(segment))


def _segments(home: GamesSheet) -> Iterator[list[int]]:
    rows: dict[int, int] = {}
    head: tuple[str, str] = "", ""
    for row in home.rows:
        seat = power(home.value(row, "power"))
        if seat is None:
            continue
        mine = _head(home, row)
        whole = len(set(rows.values())) == 7 or (not any(mine) and len(rows) >= 7)
        other = any(one and one != first for one, first in zip(mine, head, strict=True))
        if rows and (whole or other or row - 1 not in rows):
            yield list(rows)
            rows = {}
        if not rows:
            head = mine
        rows[row] = seat
    if rows:
        yield list(rows)


def _head(home: GamesSheet, row: int) -> tuple[str, str]:
    values = home.value(row, "round"), home.value(row, "board")
    round_, board = ("" if is_blank(value) else label(value) for value in values)
    return round_, board


def put_games(package: Package, games: Sequence[Game]) -> list[str]:
    """Set the games' cells in a workbook, and say which players its list has no room for.

    Raises Faults, and then has set nothing.

    A game goes into the block of its round and board; otherwise into a free block of its round, or a free
    block of another round. Blocks of other games stay as they are, and so do formulas where a game has
    nothing, such as a year that is the event's.
    """
    blocks = blocks_of(find_games(package))
    faults: list[Fault] = []
    edits: list[tuple[str, str, Any]] = []
    for game, block in _seated(blocks, games):
        facts: dict[str, Any] = {"file": package.name, "board": game.name, "round": game.round}
        if block is None:
            faults.append(NoBlock(blocks=len(blocks), **facts))
            continue
        home = block.home
        for word, values in _values(game):
            column = home.columns.get(word)
            if word in ("round", "board") and block.holds(game):
                continue  # its headings stay as the director made them, merged perhaps
            if column is not None:
                alike = len(set(values)) == 1
                for row, value in zip(block.rows, values, strict=True):
                    if alike and home.sheet.is_covered(row, column):
                        continue  # one merged cell holds it for all seven
                    if not is_blank(value) or not home.is_computed(row, column):
                        edits.append((home.name, address(row, column), value))
            elif not all(map(is_blank, values)) and not _in_chart(word, game, home):
                faults.append(NoColumn(what=str(word).replace("_", " "), **facts))
    if faults:
        raise Faults(faults)
    for sheet, ref, value in edits:
        package.set_value(sheet, ref, value)
    return put_names(package, (seat.player for game in games for seat in game.seats))


def missing_blocks(package: Package, games: Sequence[Game]) -> dict[str, int]:
    """How many more blocks the games need, on the last sheet that has any."""
    homes = [home for home in find_games(package) if home.blocks]
    blocks = blocks_of(homes)
    missing = sum(block is None for _, block in _seated(blocks, games))
    return {homes[-1].name: missing} if missing and homes else {}


# -- the list of players ----------------------------------------------------------------------


def roster_names(package: Package) -> dict[str, int]:
    """The players in a workbook's own list, and the row of each."""
    area = named(package, ROSTER)
    cells = {} if area is None else package.sheet(area.sheet).cells
    return {
        label(cell.value): row
        for (row, column), cell in sorted(cells.items())
        if area is not None and column == area.left and area.top <= row <= area.bottom
        if not is_blank(cell.value)
    }


def roster_headings(package: Package) -> dict[str, int]:
    """What stands above the columns beside the players' names, and which those are."""
    area = named(package, ROSTER)
    if area is None:
        return {}
    cells = package.sheet(area.sheet).cells
    row = area.top - 1
    return {
        label(cell.value).casefold(): column
        for (number, column), cell in sorted(cells.items(), reverse=True)
        if number == row and column != area.left and not is_blank(cell.value)
    }


def put_names(package: Package, names: Iterable[str]) -> list[str]:
    """Add players to a workbook's own list; say who found no free cell.

    A list that is computed throughout is not ours to fill.
    """
    area = named(package, ROSTER)
    if area is None:
        return []
    sheet = package.sheet(area.sheet)
    known = roster_names(package)
    rows = range(area.top, min(area.bottom, area.top + LONGEST_ROSTER) + 1)
    typed = [row for row in rows if not sheet.is_computed(row, area.left)]
    taken = set(known.values())
    free = [row for row in typed if row not in taken and not sheet.is_covered(row, area.left)]
    new = [name for name in dict.fromkeys(names) if name and name not in known]
    for name, row in zip(new, free, strict=False):
        package.set_value(area.sheet, address(row, area.left), name)
    left = new[len(free) :]
    if not left or not typed:
        return []
    return [f"The list of players on {area.sheet} has no free row for {join(left)}."]


def _in_chart(word: Word, game: Game, home: GamesSheet) -> bool:
    """Does a sheet without a column for centres have them in its chart?"""
    assert game.board is not None
    chart = dict(game.board.chart)
    return (
        word == "centres"
        and bool(chart)
        and chart[max(chart)] == game.board.centres
        and max(chart) in home.columns
    )


def _seated(blocks: Sequence[Block], games: Iterable[Game]) -> Iterator[tuple[Game, Block | None]]:
    """Each game with its block, or None when there is none left."""
    games = list(games)
    own = {id(game): next((b for b in blocks if b.holds(game)), None) for game in games}
    free = [b for b in blocks if b.free and b not in own.values()]
    for game in games:
        block = own[id(game)]
        if block is None:
            in_round = [b for b in free if _same(b.round, game.round)]
            block = next(iter(in_round or free), None)
            if block is not None:
                free.remove(block)
        yield game, block


def _values(game: Game) -> Iterator[tuple[Word, Sequence[Cell]]]:
    """What stands in each column of a game's seven rows; columns that its source has not are left alone."""
    board = game.board
    assert board is not None
    given = game.place.columns

    def marks(seats: Iterable[int]) -> list[Cell]:
        chosen = frozenset(seats)
        return ["x" if seat in chosen else None for seat in SEATS]

    yield "round", [game.round] * 7
    yield "board", [_as_typed(game.name)] * 7
    yield "centres", board.centres
    columns: dict[str, Sequence[Cell]] = {
        "player": [seat.player or None for seat in game.seats],
        "draw": marks(board.draw),
        "eliminated": board.eliminated,
        "year": [board.year] * 7,
        "docked": [n or None for n in board.docked],
        "civil_disorder": marks(board.civil_disorder),
        "new_player": marks(board.new_player),
        "unranked": marks(s for s in SEATS if game.seats[s].unranked),
        "override": [_float(seat.override) for seat in game.seats],
        "tiebreak": [_float(seat.tiebreak) for seat in game.seats],
    }
    for word, values in columns.items():
        if word in given:
            yield word, values
    yield from board.chart


def _as_typed(name: str) -> Cell:
    """A board called 116 is a number, as a person types it."""
    return int(name) if name.isdigit() and str(int(name)) == name else name


def _float(value: object) -> Cell:
    return None if value is None else float(value)  # type: ignore[arg-type]


def label(cell: Cell) -> str:
    """A round or a board as text, whether it is typed as a number or as text."""
    value = number(cell)
    return str(value) if value is not None else " ".join(str(cell).split())


def _same(cell: Cell, other: Round | str) -> bool:
    return label(cell).casefold() == str(other).casefold()
