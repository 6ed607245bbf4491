"""Read and write a sheet Map, on which a person types which cells contain the facts of each board."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from xl_dipscore.errors import At, Fault, did_you_mean
from xl_dipscore.rules.board import SEATS, count_of
from xl_dipscore.rules.event.games import Round, place_in_words
from xl_dipscore.sheets.xlsx.book import Book, Page
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.formula import Area, BadReference, address, area_of, reference, unquote_sheet
from xl_dipscore.tables.cells.columns import GAME_COLUMNS, ONCE_A_BOARD, SCORED, column_order, spoken
from xl_dipscore.tables.cells.games import NoBoardName, NotARound
from xl_dipscore.tables.cells.languages import Word
from xl_dipscore.tables.cells.values import Cell, is_blank, named_power, number, quote_value
from xl_dipscore.workbooks.layout.games import Headed, header_rows, label
from xl_dipscore.workbooks.layout.own import OwnBoard, head_word, heads_in, value_at

MAP = "Map"
"""The name of the sheet when we add it. It may be renamed."""
HEADINGS = ("Round", "Board", "What", "Where")
"""The headings by which the sheet is found, whatever its name."""
POWERS_THERE = "powers"
"""The word under the heading What for the cells with the names of the powers."""
WHATS = (POWERS_THERE, *(spoken(word) for word in (*GAME_COLUMNS[3:], "team", *sorted(SCORED))))
NOT_MAPPED = frozenset(("round", "board", "club"))
MOST_CELLS = 500
"""The largest number of cells in one entry under Where."""


class UnknownWhat(Fault):
    """{what} is not one of a board's columns.{hint}"""


class NotCells(Fault):
    """{where} is not a range of cells. Type one such as {example}."""


class NoSheetThere(Fault):
    """There is no sheet called {sheet}."""


class WrongCount(Fault):
    """{where} has {cells}, and {what} needs {needed}."""


class NotThePowers(Fault):
    """{where} does not have the names of the seven powers."""


class Claimed(Fault):
    """Row {first} already gives {cell} to {what} of board {board}, round {round}."""


class SaidAlready(Fault):
    """Row {first} already maps {what} of board {board} of round {round}. Delete one row."""


class NoCounts(Fault):
    """Board {board} of round {round} has no cells for centres."""


@dataclass(frozen=True)
class MapLine:
    """A valid row of a Map."""

    row: int
    what: Word
    where: str
    cells: tuple[At, ...]


@dataclass
class _Reading:
    """A Map while it is read: the faults found so far, and by cell the row that claims the cell."""

    package: Book
    sheet: str
    columns: Mapping[Word, int]
    faults: list[Fault] = field(default_factory=list)
    claimed: dict[At, tuple[str, str, str, int]] = field(default_factory=dict)

    def fault(self, kind: type[Fault], row: int, heading: str, **facts: Any) -> None:
        found = kind(place=place_in_words(f"{self.package.name} {self.sheet}", [row], heading), **facts)
        found.cells = [(self.sheet, row, self.columns[heading.casefold()])]
        found.row = row
        self.faults.append(found)


def map_of(package: Book) -> Headed | None:
    """The sheet with the headings of a Map, whatever its name; None without such a sheet."""
    words = {heading.casefold() for heading in HEADINGS}

    def meaning(cell: Cell) -> Word | None:
        word = str(cell).strip().casefold()
        return word if word in words else None

    for sheet in map(package.sheet, package.sheet_names):
        for row, columns, *_ in header_rows(sheet, meaning, "what"):
            if columns.keys() == words:
                return Headed(sheet, row, columns)
    return None


@dataclass
class _MappedBoard:
    round: Round
    board: str
    lines: list[MapLine] = field(default_factory=list)
    torn: bool = False
    """Were some rows of the board unreadable?"""


class BoardsOfMap(NamedTuple):
    """The boards of a Map, and the faults of the Map, sorted by row."""

    boards: tuple[OwnBoard, ...]
    faults: tuple[Fault, ...]


def read_map(package: Book, home: Headed) -> BoardsOfMap:
    """The boards of a Map, and the faults of the Map, sorted by row."""
    reading = _Reading(package, home.sheet.name, home.columns)
    boards: dict[tuple[Round, str], _MappedBoard] = {}
    for (round_, name), its in groupby(_filled_rows(home), lambda one: (one[1]["round"], one[1]["board"])):
        rows = list(its)
        known = _key(reading, rows[0][0], round_, name)
        lines = [line for row, cells in rows if (line := _line(reading, row, cells)) is not None]
        if known is not None:
            mapped = boards.setdefault((known[0], known[1].casefold()), _MappedBoard(*known))
            mapped.lines += lines
            mapped.torn |= len(lines) < len(rows)
    made = [_board(reading, mapped) for mapped in boards.values() if mapped.lines]
    faults = sorted(reading.faults, key=lambda fault: fault.row or 0)
    return BoardsOfMap(tuple(made), tuple(faults))


def _filled_rows(home: Headed) -> list[tuple[int, dict[Word, CellValue]]]:
    columns = home.columns
    rows = sorted({row for row, n in home.sheet.cells if row > home.header and n in columns.values()})
    typed = [(row, {word: _cell(home.sheet, row, n) for word, n in columns.items()}) for row in rows]
    return [(row, cells) for row, cells in typed if not all(map(is_blank, cells.values()))]


def _cell(sheet: Page, row: int, column: int) -> CellValue:
    """The typed value, or the formula if a person typed a reference as a formula."""
    cell = sheet.cells.get((row, column))
    return None if cell is None else cell.formula or cell.value


def _key(reading: _Reading, row: int, round_: CellValue, name: CellValue) -> tuple[Round, str] | None:
    known: Round | None = heads_in(f"Round {label(round_)}").round if number(round_) else None
    if isinstance(round_, str) and known is None:
        known = heads_in(round_).round
    if known is None:
        reading.fault(NotARound, row, "Round", value=quote_value(round_))
    if is_blank(name):
        reading.fault(NoBoardName, row, "Board")
    return None if known is None or is_blank(name) else (known, label(name))


def _line(reading: _Reading, row: int, cells: dict[Word, CellValue]) -> MapLine | None:
    what, text = _what(cells["what"]), "" if is_blank(cells["where"]) else str(cells["where"]).strip()
    if what is None:
        every = f" There are {', '.join(WHATS)}, and years from 1901."
        hint = did_you_mean(str(cells["what"] or ""), WHATS) or every
        reading.fault(UnknownWhat, row, "What", what=quote_value(cells["what"]), hint=hint)
    try:
        places = cells_of(reading.package, text)
    except (NoSheetThere, NotCells) as wrong:
        reading.fault(type(wrong), row, "Where", **wrong.facts)
        return None
    if what is None:
        return None
    if len(places) != 7 and not (len(places) == 1 and what in ONCE_A_BOARD):
        there = count_of(len(places), "cell")
        needed = "one, or seven" if what in ONCE_A_BOARD else "seven, one for each power"
        reading.fault(WrongCount, row, "Where", where=text, cells=there, what=spoken(what), needed=needed)
        return None
    return MapLine(row, what, text, places)


def _what(cell: CellValue) -> Word | None:
    if is_blank(cell):
        return None
    words = [str(cell).strip(), str(cell).strip().removesuffix("s")] if isinstance(cell, str) else [cell]
    found = [word for word in (head_word(one) for one in words) if word is not None]
    word = found[0] if found else None
    word = None if word in NOT_MAPPED else word
    return POWERS_THERE if word == "power" else word


def _board(reading: _Reading, mapped: _MappedBoard) -> OwnBoard:
    places: dict[Word, tuple[At, ...]] = {}
    lines: dict[Word, MapLine] = {}
    order = tuple(SEATS)
    facts: dict[str, Any] = {"board": mapped.board, "round": mapped.round}
    for line in mapped.lines:
        if (first := lines.setdefault(line.what, line)) is not line:
            reading.fault(SaidAlready, line.row, "What", what=spoken(line.what), first=first.row, **facts)
        elif line.what == POWERS_THERE:
            seats = [named_power(value_at(reading.package, at)) for at in line.cells]
            if {*seats} == {*SEATS} and len(seats) == 7:
                order = tuple(seats.index(seat) for seat in SEATS)
            else:
                reading.fault(NotThePowers, line.row, "Where", where=line.where)
        else:
            _claim(reading, line, facts)
            places[line.what] = line.cells
    ordered = {
        word: cells if len(cells) == 1 else tuple(cells[n] for n in order) for word, cells in places.items()
    }
    board = OwnBoard(reading.package, "map", reading.sheet, mapped.round, mapped.board, ordered)
    if not board.count_words and not mapped.torn:
        reading.fault(NoCounts, mapped.lines[0].row, "What", **facts)
    return board


def _claim(reading: _Reading, line: MapLine, facts: dict[str, Any]) -> None:
    """Report a cell that an earlier row lists too. Boards may share the single cell of a year or weight."""
    if line.what in ONCE_A_BOARD and line.what != "draw" and len(line.cells) == 1:
        return
    for at in line.cells:
        mine = spoken(line.what), str(facts["board"]), str(facts["round"]), line.row
        what, board, round_, first = reading.claimed.setdefault(at, mine)
        if first != line.row:
            there = {"what": what, "board": board, "round": round_, "first": first}
            cell = f"{quote_sheet_if_needed(at[0])}!{address(*at[1:])}"
            reading.fault(Claimed, line.row, "Where", cell=cell, **there)
            return


_PART = re.compile(r"\s*(?:((?:'(?:[^']|'')*'|[^'!,;]+)!)?([^'!,;]+))\s*(?:[,;]|$)")


def cells_of(package: Book, text: str) -> tuple[At, ...]:
    """The cells of one or more references such as `'R1 B2'!C4:C10`; only the first needs a sheet.

    Of a merged area only the first cell is listed. Raises NoSheetThere and NotCells.
    """
    sheets = {name.casefold(): name for name in package.sheet_names}
    example = f"{quote_sheet_if_needed(package.sheet_names[0])}!C4:C10"
    none = NotCells(where=quote_value(text), example=example)
    text = text.removeprefix("=").strip()
    found: list[At] = []
    sheet, place = "", 0
    while place < len(text):
        part = _PART.match(text, place)
        if part is None:
            raise none
        if part[1]:
            name = unquote_sheet(part[1][:-1].strip())
            if name.casefold() not in sheets:
                raise NoSheetThere(sheet=name)
            sheet = sheets[name.casefold()]
        try:
            area = area_of(part[2].strip().upper(), sheet)
        except BadReference:
            raise none from None
        if not sheet or area.size > MOST_CELLS:
            raise none
        covered = package.sheet(sheet).is_covered
        found += [(sheet, *cell) for cell in area.cells if not covered(*cell)]
        place = part.end()
    if not found:
        raise none
    return tuple(found)


def reference_to_cells(cells: Sequence[At]) -> str:
    """The reference for cells, the inverse of `cells_of`: a range, or else a list of single cells."""
    (sheet, top, left), (_, bottom, right) = cells[0], cells[-1]
    area = Area(sheet, top, left, bottom, right)
    if [(sheet, *place) for place in area.cells] == [*cells]:
        return f"{quote_sheet_if_needed(sheet)}!{reference(area)}"
    before = ["", *(home for home, _, _ in cells)]
    return ",".join(
        address(row, column) if home == last else f"{quote_sheet_if_needed(home)}!{address(row, column)}"
        for (home, row, column), last in zip(cells, before, strict=False)
    )


def quote_sheet_if_needed(sheet: str) -> str:
    plain = re.fullmatch(r"[^\W\d]\w*", sheet) and not re.fullmatch(r"[A-Za-z]{1,3}\d+|[RC]\d*", sheet, re.I)
    return sheet if plain else "'{}'".format(sheet.replace("'", "''"))


def rows_of_map(boards: Iterable[OwnBoard]) -> Iterator[tuple[CellValue, CellValue, str, str]]:
    for board in boards:
        for word in sorted(board.places, key=column_order):
            if word not in ("round", "board"):
                yield board.round, board.board, spoken(word), reference_to_cells(board.cells(word))
