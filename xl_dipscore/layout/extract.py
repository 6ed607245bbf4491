"""Out of a workbook: the results as a games list."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import chain, product

from xl_dipscore.board import POWERS, SEATS
from xl_dipscore.cells.columns import MARKS, SCORED, in_order
from xl_dipscore.cells.dates import date_in
from xl_dipscore.cells.games import OUT, GameList, GameRow, games_of, in_one_spelling, of_season
from xl_dipscore.cells.languages import Word, is_final, mark
from xl_dipscore.cells.values import Cell, is_blank
from xl_dipscore.cells.wide import with_draw
from xl_dipscore.errors import Fault
from xl_dipscore.event import USUAL, Game, SatOut, Stray
from xl_dipscore.layout.boards import find_boards, said_of, unread_in
from xl_dipscore.layout.games import label
from xl_dipscore.layout.own import At, OwnBoard
from xl_dipscore.layout.roster import roster_teams
from xl_dipscore.layout.setup import YEAR, value_of
from xl_dipscore.layout.system import takes_fewer
from xl_dipscore.xlsx.book import Book
from xl_dipscore.xlsx.formula import address
from xl_dipscore.xlsx.sheet import CellValue


class NoValueYet(Fault):
    """{file}: {cell} holds a formula without a value; rebuild the workbook, or save it in Excel, first."""


class SameBoardTwice(Fault):
    """{file}: board {board} of round {round} is on two sheets, {first} and {second}."""


@dataclass
class Extract:
    """The results in a workbook."""

    columns: Sequence[Word]
    rows: list[list[Cell]] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)
    strays: list[Stray] = field(default_factory=list)
    """Rows that belong to no game."""
    unplayed: int = 0
    waiting: int = 0
    """Those of the boards without results that have a player."""
    to_come: list[Game] = field(default_factory=list)
    """The same boards, with who sits where."""
    out: list[SatOut] = field(default_factory=list)
    by_dates: bool = False
    """Has it dates in place of rounds?"""
    faults: list[Fault] = field(default_factory=list)
    unread: tuple[Fault, ...] = ()
    """Columns that nobody reads."""
    notes: list[str] = field(default_factory=list)
    """What is left out, and why, as sentences."""

    @property
    def listed(self) -> GameList:
        """The games, as they are scored."""
        listed = GameList(
            tuple(self.games), tuple(self.strays), self.waiting, tuple(self.to_come), self.unread
        )
        listed = replace(listed, out=tuple(self.out), by_dates=self.by_dates)
        return of_season(in_one_spelling(listed), USUAL)

    @property
    def table(self) -> list[list[str]]:
        """The games list, all of it text."""
        return [list(map(str, self.columns)), *(list(map(as_text, row)) for row in self.rows)]


def extract(package: Book, *, setup_year: bool = True, roster_team: bool = True) -> Extract:
    """The played boards of a workbook, with the columns it has. Raises NoGamesSheet, and Faults for a Map.

    setup_year: does a board without a year get the one of Setup, as its score does?
    roster_team: has a player the team that stands on the list of players, where Games has no column for it?
    """
    there = find_boards(package)
    sheets, own = there.sheets, there.own
    year = value_of(package, YEAR) if setup_year else None
    days = [board.day for board in own if board.named]
    by_dates = any(sheet.by_dates for sheet in sheets) or (bool(days) and None not in days)
    words = {word for sheet in sheets for word in sheet.columns}
    if own:
        words = {"round", "board", "power", *(word for board in own for word in board.places)}
    words -= SCORED | ({"round"} if by_dates else set())
    teams, in_two = roster_teams(package) if roster_team else ({}, [])
    further = {*([] if is_blank(year) else ["year"]), *(["team"] if teams else [])}
    found = Extract(sorted(words | further, key=in_order), by_dates=by_dates, faults=in_two)
    fewer = takes_fewer(package)
    for sheet in sheets:
        columns = [column for word, column in sheet.columns.items() if word not in SCORED]
        found.faults += _without_value(package, product([sheet.name], sheet.rows, columns))
    _read_own(found, own, year, teams, fewer=fewer)
    found.unread = tuple(unread_in(package))
    found.notes += map(str, found.unread)
    found.notes += (f"Left out: {said_of(one)}." for one in there.unsure if not one.free)
    homes: dict[tuple[str, str], str] = {}
    for sheet in sheets:
        titles = {str(word): str(sheet.value(sheet.header, word) or word).strip() for word in found.columns}
        played: list[GameRow] = []
        to_come: list[GameRow] = []
        for (round_, board), rows in sheet.boards.items():
            cells: dict[int, dict[Word, Cell]] = {}
            for row, (head, name) in rows.items():
                typed = (word for word in sheet.columns if word not in SCORED)
                cells[row] = {word: sheet.value(row, word) for word in typed}
                cells[row] |= {"round": head, "board": name}
                if sheet.by_dates:
                    cells[row] |= {"round": None, "date": head}
            if not sheet.played(rows) and board.casefold() != OUT:
                found.unplayed += 1
                drawn = any(not is_blank(one.get("player")) for one in cells.values())
                found.waiting += drawn
                its = to_come if drawn else []
            else:
                its = played
                first = homes.setdefault((round_.casefold(), board.casefold()), sheet.name)
                if first != sheet.name:
                    twice = SameBoardTwice(
                        file=package.name, board=board, round=round_, first=first, second=sheet.name
                    )
                    found.faults.append(twice)
                dated = any(not is_blank(one[word]) for one in cells.values() for word in one if _dates(word))
                for one in cells.values():
                    _add(one, None if dated else year, {} if "team" in sheet.columns else teams)
            source = f"{package.name} {sheet.name}"
            its += (GameRow(row, one, titles, source, letters=sheet.letters) for row, one in cells.items())
        for listed in (played, to_come):
            listed.sort(key=lambda one: one.row)
        found.rows += ([_in_english(row).get(word) for word in found.columns] for row in played)
        _read(found, played, to_come, fewer=fewer)
    return found


def _add(cells: dict[Word, Cell], year: CellValue, teams: Mapping[str, str]) -> None:
    """What a workbook says of a row elsewhere: the year on Setup, and the player's team."""
    if not is_blank(year) and is_blank(cells.get("year")):
        cells["year"] = year
    if teams:
        cells["team"] = teams.get(label(cells.get("player") or ""))


def _read(found: Extract, played: Iterable[GameRow], to_come: Iterable[GameRow], *, fewer: bool) -> None:
    """Add the games of these rows, and those to come."""
    listed = games_of(played, fewer=fewer)
    found.games += listed.games
    found.strays += listed.rows
    found.out += listed.out
    # What is wrong with a cell of the whole board is wrong with each of its rows.
    found.faults += {str(fault): fault for fault in listed.faults}.values()
    found.to_come += games_of(to_come, fewer=fewer).to_come


def _in_english(row: GameRow) -> dict[Word, Cell]:
    """The cells of a row as we write them, whatever language they are typed in."""
    cells: dict[Word, Cell] = {**row.cells}
    if row.letters is not None and row.seat is not None:
        cells["power"] = POWERS[row.seat]
    if day := date_in(cells.get("date")):
        cells["date"] = str(day)
    if is_final(cells.get("round")) and str(cells["round"]).strip().casefold() != "final":
        cells["round"] = "Final"
    for word in MARKS & cells.keys():
        yes = mark(str(cells[word]))
        if yes is not None:
            cells[word] = "x" if yes else None
    return cells


def _without_value(package: Book, places: Iterable[At]) -> Iterator[Fault]:
    """The first cell that a program which does not compute left without a value: it could be anything."""
    for sheet, row, column in places:
        cell = package.sheet(sheet).cells.get((row, column))
        if cell is not None and cell.formula_xml and cell.value is None:
            yield NoValueYet(file=package.name, cell=f"{sheet}!{address(row, column)}")
            return


# -- a layout of the director's own -----------------------------------------------------------


def _read_own(
    found: Extract, boards: Sequence[OwnBoard], year: CellValue, teams: Mapping[str, str], *, fewer: bool
) -> None:
    """Seven rows of each board, each of which knows where it stood."""
    played: list[GameRow] = []
    to_come: list[GameRow] = []
    for board in boards:
        dated = any(not is_blank(board.value(w, seat)) for w in board.places if _dates(w) for seat in SEATS)
        rows, faults = _rows_of(board, None if dated else year, teams)
        cells = chain.from_iterable(board.cells(word) for word in board.places if word not in SCORED)
        found.faults += [*_without_value(board.package, cells), *faults]
        if not board.free:
            played += rows
            found.rows += ([row.get(word) for word in found.columns] for row in rows)
        elif board.named:
            found.unplayed += 1
            if any(not is_blank(row.get("player")) for row in rows):
                found.waiting += 1
                to_come += rows
    _read(found, played, to_come, fewer=fewer)


def _rows_of(board: OwnBoard, year: CellValue, teams: Mapping[str, str]) -> tuple[list[GameRow], list[Fault]]:
    """The rows of a board as a games list has them, and what is wrong with the names of its draw."""
    rows: list[GameRow] = []
    faults: list[Fault] = []
    for seat in SEATS:
        cells: dict[Word, Cell] = {word: board.value(word, seat) for word in board.places}
        headers = {str(word): board.titles.get((word, seat), board.heading(word)) for word in board.places}
        round_ = board.round if board.day is None else None
        cells |= {"round": round_, "board": board.board, "power": POWERS[seat]}
        if day := date_in(cells.get("date")):
            cells["date"] = str(day)
        _add(cells, year, {} if "team" in board.places else teams)
        sheet, row, column = board.cells(board.counted[0])[seat]
        line = column if board.turned else row
        one = GameRow(line, cells, headers, f"{board.package.name} {sheet}", board.turned, board.letters)
        if len(board.cells("draw")) == 1:
            one, wrong = with_draw(one, seat)
            faults += wrong if seat == 0 else []
        rows.append(one)
    return rows, faults


def _dates(word: Word) -> bool:
    return word == "year" or isinstance(word, int)


def as_text(cell: Cell) -> str:
    """A cell of a CSV file: numbers with full precision, never with an exponent."""
    if cell is None or isinstance(cell, bool | str):
        return "" if cell is None else str(cell).upper() if isinstance(cell, bool) else str(cell)
    if isinstance(cell, float) and math.isfinite(cell):
        return f"{int(cell)}" if cell.is_integer() else f"{Decimal(repr(cell)):f}"
    return str(cell)
