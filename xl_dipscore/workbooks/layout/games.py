"""Find the sheets with games lists, and the boards in them, by headings and never by address."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from xl_dipscore.errors import At, Fault, group_by_key
from xl_dipscore.rules.board import SEATS
from xl_dipscore.rules.event.days import DAYS_TO_1904
from xl_dipscore.rules.event.games import Game, Round
from xl_dipscore.rules.event.typed import visible_text
from xl_dipscore.sheets.xlsx.book import Book, Page, value_in
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.formula import COLUMNS, ROWS, address, column_letters, position
from xl_dipscore.tables.cells.columns import is_count
from xl_dipscore.tables.cells.dates import date_in
from xl_dipscore.tables.cells.games import OUT, ends_list, find_columns_by_cells
from xl_dipscore.tables.cells.headings import PARTS, game_as_round, games_header, rank
from xl_dipscore.tables.cells.languages import Letters, Word, is_final, letters_in
from xl_dipscore.tables.cells.one_table import NOT_COMPUTED, Headings, OneTable, TwoLists
from xl_dipscore.tables.cells.rounds import round_in
from xl_dipscore.tables.cells.values import Cell, is_blank, number, power, text_in_one_line

HEADER_ROWS = 200
LONGEST_HEADER = 40
NEEDED = frozenset({"round", "board", "power"})
REPEATED = frozenset({"round", "date", "board"})
"""Facts of a board that may be typed in its first row and repeated by formulas in the other rows."""
RowHeads = tuple[CellValue, CellValue]
"""The round and the board of a row."""


class NoGamesSheet(
    Fault,
    remedy="Type these headings above the games, or start from dipscore new.",
    in_menu="Type these headings above the games, or start from New Event, ticked From nothing.",
):
    """{file} has no sheet with the headings Round, Board, Power and Centres in one row."""


class HeadingsMoved(Fault):
    """The headings of {sheet} are no longer above its rows: undo the sort."""


class NoSlots(
    Fault,
    remedy="See: dipscore template check FILE",
    in_menu="Type the powers below their heading, seven rows for each board.",
):
    """{file} has no board of seven rows, one for each power."""


@dataclass(frozen=True)
class Slot:
    """The seven rows of one board in a games list, in seat order. free: is the board without results?"""

    home: GamesSheet
    round: CellValue
    board: CellValue
    rows: tuple[int, ...]
    free: bool

    def holds(self, game: Game) -> bool:
        return self.is_of_round(game) and is_called(self.board, game.name)

    def can_take(self, game: Game) -> bool:
        """Can a game be written into these rows, if the game has no rows of its own?"""
        if not self.free or (self.by_dates and lacks_date(game)):
            return False
        return not self.by_dates or is_blank(self.round) or self.is_of_round(game)

    @property
    def by_dates(self) -> bool:
        """Does the board have a date in place of a round?"""
        return self.home.by_dates

    def is_of_round(self, game: Game) -> bool:
        if self.by_dates and game.date is not None:
            return date_in(self.round) == game.date
        return is_called(self.round, game.round) and not (self.by_dates and lacks_date(game))

    def cells(self, word: Word) -> tuple[tuple[str, int, int], ...]:
        """The seven cells of a column, in the order of the seats; empty without such a column."""
        column = self.home.columns.get(word)
        return () if column is None else tuple((self.home.name, row, column) for row in self.rows)

    def heading(self, word: Word) -> str:
        return label(self.home.value(self.home.header, word))


@dataclass(frozen=True, eq=False)
class Headed:
    """A sheet with a row of headings, and the column of each heading."""

    sheet: Page
    header: int
    columns: Mapping[Word, int]

    def value(self, row: int, word: Word) -> CellValue:
        column = self.columns.get(word)
        cell = None if column is None else self.sheet.cells.get((row, column))
        if cell is None:
            return None
        return day_in(self.sheet, cell.value) if column == self.columns.get("date") else cell.value


@dataclass(frozen=True, eq=False)
class GamesSheet(Headed):
    table: OneTable
    any_order: bool = False
    """Can the rows of a board be in any order? Then formulas find them by round and board."""
    doubts: tuple[Fault, ...] = ()
    """Faults: a second list on the sheet, headings among the rows, or columns that may belong to the list."""

    @property
    def name(self) -> str:
        return self.sheet.name

    @property
    def words(self) -> set[Word]:
        """The meanings of the columns; first and last names in two columns are together `player`."""
        return {"player" if word in PARTS else word for word in self.columns}

    def value(self, row: int, word: Word) -> CellValue:
        """The value of a cell. For `player`, first and last name are joined if they are in two columns."""
        if word == "player" and word not in self.columns and "player" in self.words:
            return " ".join(filter(None, (text_in_one_line(self.value(row, part)) for part in PARTS))) or None
        if word in REPEATED and (above := self._row_repeated(row, word)):
            # The formula's stored value is old if an act has changed the cell above in memory.
            return self.value(above, word)
        return super().value(row, word)

    def _row_repeated(self, row: int, word: Word) -> int:
        """The row above whose cell a formula repeats, as in `=IF(A2="","",A2)`; 0 for any other cell."""
        column = self.columns.get(word, 0)
        cell = self.sheet.cells.get((row, column))
        above, its = (0, 0) if cell is None or not cell.formula else _cell_repeated(cell.formula)
        return above if its == column and self.header < above < row else 0

    @cached_property
    def rows(self) -> list[int]:
        """The rows below the headings that have a power or a round, until another table or a text begins."""
        its, cells = {self.columns["power"], self.columns["round"]}, self.sheet.cells.items()
        found = sorted({r for (r, c), cell in cells if c in its and r > self.header and cell.has_content})
        letters = letters_in(self.value(row, "power") for row in found)
        last = max((r for r in found if power(self.value(r, "power"), letters) is not None), default=ROWS)
        end = next((row for row in found if row > last and self._ends(row)), ROWS + 1)
        return [r for r in found if r < end and games_header(self.value(r, "power")) != "power"]

    def _ends(self, row: int) -> bool:
        """Does another table or a text begin in this row, below the last power?"""
        above, cells = ({word: self.value(n, word) for word in self.columns} for n in (row - 1, row))
        return ends_list(cells, blank_above=all(map(is_blank, above.values())))

    @property
    def count_words(self) -> tuple[Word, ...]:
        """The columns of centre counts, final or by year. These counts show that a board was played."""
        return tuple(filter(is_count, self.columns))

    @cached_property
    def segments(self) -> tuple[list[int], ...]:
        """The rows of each board: consecutive rows, or if `any_order`, all rows of one round and board."""
        return tuple(_group_rows_by_board(self) if self.any_order else _segments(self))

    @property
    def slots(self) -> tuple[Slot, ...]:
        # Not cached: slots refer to this object, and a cycle of references would keep it in memory for long.
        return tuple(_slots(self))

    @cached_property
    def boards(self) -> Mapping[tuple[str, str], Mapping[int, RowHeads]]:
        """The rows of each board, played or not, by its round and name. Each row has its RowHeads."""
        boards: dict[tuple[str, str], dict[int, RowHeads]] = {}
        known: dict[RowHeads, tuple[str, str]] = {}
        for row, heads in _heads(self).items():
            if heads not in known:
                round_, board = map(label, heads)
                known[heads] = round_, board
            # Rows without a power that lack a round or a board, such as totals, belong to no board.
            if all(known[heads]) or self.seat(row) is not None:
                boards.setdefault(known[heads], {})[row] = heads
        return boards

    @property
    def keeps_boards(self) -> bool:
        """Does the list have a typed board of at least seven rows? A list of best results does not."""
        return not self.is_view and any(len(rows) >= len(SEATS) for rows in self.boards.values())

    @property
    def has_moved_headings(self) -> bool:
        """Are the headings among the rows, as after a sort that included the headings?"""
        return any(isinstance(doubt, HeadingsMoved) for doubt in self.doubts)

    @cached_property
    def letters(self) -> Letters | None:
        """The meaning of single letters in the column of powers; None if they are English."""
        return letters_in(self.value(row, "power") for row in self.rows)

    def seat(self, row: int) -> int | None:
        return power(self.value(row, "power"), self.letters)

    def is_computed(self, row: int, column: int) -> bool:
        return self.sheet.is_computed(row, column)

    @property
    def by_dates(self) -> bool:
        return self.columns["round"] == self.columns.get("date")

    def has_results(self, rows: Collection[int]) -> bool:
        """Does one of these rows have a centre count, or do all rows with a player have a typed score?"""
        counted = (self.value(row, word) for row in rows for word in self.count_words)
        if not all(map(is_blank, counted)):
            return True
        of_players = [row for row in rows if not is_blank(self.value(row, "player"))]
        scored = [not is_blank(self.value(row, "override")) for row in of_players]
        return bool(scored) and all(scored)

    @cached_property
    def is_view(self) -> bool:
        """Does the list repeat another sheet? Its headings, or its centre counts, are then all formulas."""
        columns = [self.columns[word] for word in self.count_words]
        headings = all(self.is_computed(self.header, column) for column in self.columns.values())
        return headings or (
            bool(self.rows) and all(self.is_computed(r, c) for r in self.rows for c in columns)
        )


_REPEAT = re.compile(r'IF\(([$A-Z\d]+)=""[,;]""[,;](?P<cell>\1)\)', re.IGNORECASE)


@lru_cache(maxsize=1 << 12)
def _cell_repeated(formula: str) -> tuple[int, int]:
    """Row and column of the cell that a formula repeats, blank if the cell is blank; 0, 0 if it does more."""
    found = _REPEAT.fullmatch(formula.replace(" ", ""))
    with suppress(ValueError):
        return position(found["cell"]) if found else (0, 0)
    return 0, 0


def day_in(page: Page | Book, value: CellValue) -> CellValue:
    """Convert the number of a day, counted from 1904, to the usual number from 1900. Keep other values."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not page.date1904:
        return value
    return value + DAYS_TO_1904


def sheets_with_games(pages: Iterable[Page], *, any_order: bool) -> tuple[GamesSheet, ...]:
    """The sheets with a games list, perhaps one for each round; no copies (`is_view`) if there are others."""
    sheets = [_games_sheet(page, any_order) for page in pages]
    found = tuple(sheet for sheet in sheets if sheet is not None)
    return tuple(sheet for sheet in found if not sheet.is_view) or found


class HeaderRow(NamedTuple):
    row: int
    columns: dict[Word, int]
    table: OneTable


def header_rows(
    sheet: Page, meaning: Callable[[Cell], Word | None], anchor: Word, needed: frozenset[Word] = frozenset()
) -> Iterator[HeaderRow]:
    """Yield each table with the heading `anchor` in the first rows of a sheet.

    Of headings with the same meaning, use the English one, or else the first.
    needed: headings without which a table is incomplete.
    """
    texts = {cell.value for cell in sheet.cells.values() if type(cell.value) is str}
    anchors = {text for text in texts if len(text) <= LONGEST_HEADER and meaning(text) == anchor}
    if not anchors:
        return
    rows = {row for (row, _), cell in sheet.cells.items() if row <= HEADER_ROWS and cell.value in anchors}
    in_rows = {place: cell for place, cell in sheet.cells.items() if place[0] in rows and cell.has_content}
    held = ((row, (n, NOT_COMPUTED if one.value is None else one.value)) for (row, n), one in in_rows.items())
    for row, titles in sorted(group_by_key(held).items()):
        its = dict(sorted(titles))
        short = ((n, value) for n, value in its.items() if len(str(value)) <= LONGEST_HEADER)
        said = [(n, meaning(value)) for n, value in short]
        meant = game_as_round([its[n] for n, _ in said], [word for _, word in said])
        words = {n: word for (n, _), word in zip(said, meant, strict=True) if word is not None}
        cells = ((place, cell.value) for place, cell in sheet.cells.items())
        for table in Headings(row, its, words, cells).tables({anchor}, needed):
            columns: dict[Word, int] = {}
            for n in sorted(table.columns & words.keys()):
                columns[words[n]] = max(columns.get(words[n], n), n, key=lambda n: (rank(its[n]), -n))
            yield HeaderRow(row, columns, table)


def _games_sheet(sheet: Page, any_order: bool) -> GamesSheet | None:
    lists: list[GamesSheet] = []
    tables = header_rows(sheet, games_header, "power", NEEDED)
    for n, (row, columns, table) in enumerate(tables):
        if any_order:
            end = _find_check_column(sheet, row)
            columns = {word: column for word, column in columns.items() if column < end}
        if "round" not in columns and "date" in columns:
            columns["round"] = columns["date"]
        if not columns.keys() >= NEEDED:
            continue
        columns |= _columns_known_by_cells(sheet, row, columns)
        found = GamesSheet(sheet, row, columns, table, any_order, tuple(table.doubts(sheet.name)))
        if found.count_words and not (lists and columns == lists[0].columns):
            moved = () if lists else _find_moved_headings(found, below_others=n > 0)
            lists.append(replace(found, doubts=(*found.doubts, *moved)))
    whole = lists if len(lists) < 2 else [one for one in lists if one.keeps_boards] or lists[:1]
    if len(whole) > 1:
        first, second = (address(one.header, one.columns["power"]) for one in whole[:2])
        heading = label(whole[0].value(whole[0].header, "power"))
        twice = TwoLists(sheet=sheet.name, heading=heading, first=first, second=second)
        return replace(whole[0], doubts=(*whole[0].doubts, twice))
    return whole[0] if whole else None


def _find_moved_headings(home: GamesSheet, *, below_others: bool) -> Iterator[HeadingsMoved]:
    """Report rows of boards above the headings, as after a sort that included the headings.

    below_others: are there other headings above? Then only rows with counts belong to this list.
    """
    words = ["power", "round", "board", *(home.count_words[:1] if below_others else ())]
    above = [[home.value(row, word) for word in words] for row in range(1, home.header)]
    letters = letters_in(cells[0] for cells in above)
    if any(power(cells[0], letters) is not None and not any(map(is_blank, cells)) for cells in above):
        moved = HeadingsMoved(place=f"{home.name} row {home.header}", sheet=home.name)
        yield moved.locate([(home.name, home.header, home.columns["power"])])


def _columns_known_by_cells(sheet: Page, header: int, columns: dict[Word, int]) -> dict[Word, int]:
    """Further columns, found by their cells: first and last names, and a status that tells who drew."""
    left, right = min(columns.values()), max(columns.values())
    while left > 1 and not is_blank(value_in(sheet, header, left - 1)):
        left -= 1
    while not is_blank(value_in(sheet, header, right + 1)):
        right += 1
    found = find_columns_by_cells(
        columns,
        [value_in(sheet, header, n) for n in range(left, right + 1)],
        lambda i: (cell.value for (row, n), cell in sheet.cells.items() if n == left + i and row > header),
    )
    return {word: left + i for word, i in found.items()}


def _find_check_column(sheet: Page, header: int) -> int:
    """The column headed `Check`, or with the event's name `Check | Spring Cup`. Helper columns follow it."""
    columns = (
        column
        for (row, column), cell in sheet.cells.items()
        if row == header and is_called(str(cell.value).partition("|")[0], "Check")
    )
    return min(columns, default=COLUMNS + 1)


def _slots(home: GamesSheet) -> Iterator[Slot]:
    """Yield the boards. A named board without a round gets the last round above, if its name is new there."""
    above: CellValue = None
    named: set[str] = set()
    for segment in home.segments:
        rows = {home.seat(row): row for row in segment}
        if len(rows) == len(segment) == 7:
            round_, board = home.value(segment[0], "round"), home.value(segment[0], "board")
            name = label(board).casefold()
            if not is_blank(round_):
                above, named = round_, {name} if label(round_) != label(above) else {name, *named}
            elif name and name not in named:
                round_, named = above, {name, *named}
            free = not home.has_results(segment) and not is_headed(board, OUT)
            yield Slot(home, round_, board, tuple(rows[s] for s in SEATS), free)


def _segments(home: GamesSheet) -> Iterator[list[int]]:
    rows: dict[int, int] = {}
    head: tuple[str, str] = "", ""
    for row in home.rows:
        seat = home.seat(row)
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


def _group_rows_by_board(home: GamesSheet) -> Iterator[list[int]]:
    """Group rows, in any order, by round and board. Rows without round or board stay as in `_segments`."""
    found: dict[tuple[str, str, int], list[int]] = {}
    for rows in _segments(home):
        for row in rows:
            round_, board = (word.casefold() for word in _head(home, row))
            found.setdefault((round_, board, 0 if round_ and board else rows[0]), []).append(row)
    return iter(found.values())


def _head(home: GamesSheet, row: int) -> tuple[str, str]:
    return label(home.value(row, "round")), label(home.value(row, "board"))


@lru_cache(maxsize=1 << 12, typed=True)
def label(cell: Cell) -> str:
    """A round or a board as text, whether typed as a number or as text; empty for a blank cell."""
    value = number(cell)
    if value is not None:
        return str(value)
    return " ".join(visible_text(str("" if cell is None else cell)).split())


def lacks_date(game: Game) -> bool:
    """Has the game neither a date nor the round Final, which a column of dates can hold too?"""
    return game.date is None and game.round != "Final"


def is_called(cell: Cell, other: Round | str) -> bool:
    """Does a cell name this round or board?"""
    of_a_round = isinstance(cell, str) and (other == "Final" or isinstance(other, int))
    return label(cell).casefold() == str(other).casefold() or (of_a_round and round_in(cell) == other)


def _heads(sheet: GamesSheet) -> dict[int, RowHeads]:
    heads: dict[int, RowHeads] = {row: (slot.round, slot.board) for slot in sheet.slots for row in slot.rows}
    for row in sheet.rows:
        mine, top = (sheet.value(row, "round"), sheet.value(row, "board")), heads.get(row, (None, None))
        heads[row] = top[0] if is_blank(mine[0]) else mine[0], top[1] if is_blank(mine[1]) else mine[1]
    return heads


def slots_to_number(sheets: Iterable[GamesSheet]) -> dict[str, list[Slot]]:
    """By sheet, the boards in rounds that have numbers: all boards except boards of a Final."""
    homes = {
        home.name: [slot for slot in home.slots if not is_headed(slot.round, "final")] for home in sheets
    }
    return {name: slots for name, slots in homes.items() if slots}


def slots_named(rounds: int, boards: int, *, top: bool = False) -> list[tuple[int, str]]:
    """The round and the name of each board. top: is the first board of the last round called Top?"""
    names = [column_letters(number) for number in range(1, boards + 1)]
    last = ["Top", *names[:-1]] if top else names
    return [(n, name) for n in range(1, rounds + 1) for name in (last if n == rounds else names)]


def is_headed(title: CellValue, word: str) -> bool:
    """Does a title mean the round or board `word` (in small letters), such as `final` or `top`?"""
    return not is_blank(title) and (label(title).casefold() == word or (word == "final" and is_final(title)))


def heading_cells(slot: Slot, word: Word, value: CellValue) -> Iterator[tuple[At, CellValue]]:
    """Yield the cells to set for a round or a board: the cell in the slot's first row.

    Also the cells in the other rows, if these have a value already or if the first row has no value.
    Cells covered by a merged cell, and formulas, stay unchanged.
    """
    home, column = slot.home, slot.home.columns[word]
    top, *others = sorted(slot.rows)
    headed = any(not is_blank(home.value(row, word)) for row in others)
    first = is_blank(home.value(top, word))
    yield (home.name, top, column), value
    for row in others:
        if home.sheet.is_covered(row, column) or home.sheet.is_computed(row, column):
            continue
        if headed or first:
            yield (home.name, row, column), value
