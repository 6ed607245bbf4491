"""Boards in the director's own layout, with the cell of each fact of each power."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, Literal, NamedTuple

from xl_dipscore.errors import At, Fault
from xl_dipscore.rules.event.games import Game, Round
from xl_dipscore.rules.event.typed import visible_text
from xl_dipscore.sheets.xlsx.book import Book, Page, value_in
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.tables.cells.columns import ONCE_A_BOARD, is_count, title_of
from xl_dipscore.tables.cells.dates import date_in
from xl_dipscore.tables.cells.headings import games_header
from xl_dipscore.tables.cells.languages import Letters, Word, is_final
from xl_dipscore.tables.cells.unread import find_unread_columns
from xl_dipscore.tables.cells.values import Cell, is_blank, read_mark
from xl_dipscore.tables.cells.wide import word_of
from xl_dipscore.workbooks.layout.games import day_in, is_called, label

Kind = Literal["row", "column", "block", "map"]
"""How a board is typed: in a row, a column, a block of cells, or in cells that a sheet Map lists."""


@dataclass(frozen=True, eq=False)
class OwnBoard:
    """One board. `places` has for each fact seven cells in the order of the seats, or one cell for all."""

    package: Book
    kind: Kind
    sheet: str
    round: CellValue
    board: CellValue
    places: Mapping[Word, tuple[At, ...]]
    titles: Mapping[tuple[Word, int], str] = field(default_factory=dict)
    """Headings by fact and seat that differ from the fact's usual heading."""
    turned: bool = False
    letters: Letters | None = None
    """The powers that single letters mean in the cell Draw; None if the powers are named in English."""

    def cells(self, word: Word) -> tuple[At, ...]:
        return self.places.get(word, ())

    def heading(self, word: Word) -> str:
        return title_of(word)

    def of(self, seat: int) -> dict[Word, At]:
        """The cells of a power by fact, including cells for the whole board."""
        return {word: cells[seat if len(cells) > 1 else 0] for word, cells in self.places.items() if cells}

    @property
    def count_words(self) -> tuple[Word, ...]:
        return tuple(filter(is_count, self.places))

    @property
    def free(self) -> bool:
        counts = (at for word in self.count_words for at in self.cells(word))
        return all(is_blank(value_at(self.package, at)) for at in counts)

    @property
    def is_named(self) -> bool:
        return not is_blank(self.round) and not is_blank(self.board)

    @property
    def lacks(self) -> tuple[str, ...]:
        """The words `round` and `board`, if their values are unknown.

        If the board has no results, a word is listed only for a block that has no cell for the word.
        """
        heads = {"round": self.round, "board": self.board}
        unknown = [word for word, value in heads.items() if is_blank(value)]
        return tuple(w for w in unknown if not self.free or (self.kind == "block" and not self.cells(w)))

    @property
    def by_dates(self) -> bool:
        """Does the board have a cell for a date and none for a round?"""
        return "date" in self.places and "round" not in self.places

    @property
    def day(self) -> date | None:
        """The date of a board with a cell for a date and none for a round; otherwise None."""
        return date_in(self.round) if self.by_dates else None

    def is_of_round(self, game: Game) -> bool:
        return self.day == game.date if self.day is not None else is_called(self.round, game.round)

    def holds(self, game: Game) -> bool:
        return self.is_named and self.is_of_round(game) and is_called(self.board, game.name)

    def can_take(self, game: Game) -> bool:
        """Can a game be written here? The board must be free, with a blank cell for the game's name."""
        if not self.free or not is_blank(self.board) or not self.cells("board"):
            return False
        if is_blank(self.round):
            return bool(self.cells("round") or (self.cells("date") and game.date))
        return is_called(self.round, game.round)

    @cached_property
    def is_view(self) -> bool:
        """Is each centre count of the board a formula? Then the board only repeats other cells."""
        return all(is_computed(self.package, at) for word in self.count_words for at in self.cells(word))


def round_or_date(package: Book, round_: CellValue, places: Mapping[Word, tuple[At, ...]]) -> CellValue:
    """The board's date if it has a cell for a date, none for a round, and no round; otherwise `round_`."""
    if not is_blank(round_) or "round" in places or "date" not in places:
        return round_
    day = date_in(day_in(package, value_at(package, places["date"][0])))
    return None if day is None else str(day)


def value_at(package: Book, at: At) -> CellValue:
    sheet, row, column = at
    return value_in(package.sheet(sheet), row, column)


def is_computed(package: Book, at: At) -> bool:
    sheet, row, column = at
    return package.sheet(sheet).is_computed(row, column)


@dataclass(frozen=True)
class Grid:
    """The filled cells of a sheet. A line is a row, `across` a column; if `turned`, the other way round."""

    sheet: Page
    turned: bool = False

    @cached_property
    def cells(self) -> dict[tuple[int, int], CellValue]:
        found = ((place, cell.value) for place, cell in sorted(self.sheet.cells.items()))
        return {self.place(*place): value for place, value in found if not is_blank(value)}

    def get(self, line: int, across: int) -> CellValue:
        value = value_in(self.sheet, *self.place(line, across))
        return None if is_blank(value) else value

    def place(self, line: int, across: int) -> tuple[int, int]:
        """Convert line and across to row and column; the same swap converts them back."""
        return (across, line) if self.turned else (line, across)

    def at(self, line: int, across: int) -> At:
        return (self.sheet.name, *self.place(line, across))

    def is_computed(self, line: int, across: int) -> bool:
        return self.sheet.is_computed(*self.place(line, across))

    @cached_property
    def last(self) -> int:
        return max((line for line, _ in self.cells), default=0)

    def unread(
        self,
        header: int,
        used: Collection[int],
        lines: Iterable[int],
        known: Iterable[str],
        across: range | None = None,
        words: Collection[object] = (),
    ) -> tuple[Fault, ...]:
        """Faults for columns that have typed cells and are not among the used columns.

        lines: the lines to search. known: other headings that the table could have.
        words: the meanings of the used columns.
        across: the columns to search; by default, up to a blank heading on both sides of `used`.
        """
        if across is None:
            left, right = min(used), max(used)
            while left > 1 and self.get(header, left - 1) is not None:
                left -= 1
            while self.get(header, right + 1) is not None:
                right += 1
            across = range(left, right + 2)
        typed = [[None if self.is_computed(at, n) else self.get(at, n) for n in across] for at in lines]
        titles = [self.get(header, n) for n in across]
        read = [n - across.start for n in used]
        return find_unread_columns(titles, typed, read, known, self.sheet.name, words)


def first_place_if_shared(package: Book, places: tuple[At, ...], word: Word) -> tuple[At, ...]:
    """Only the first cell, if it has a fact of the whole board and the other cells are blank; else all."""
    first, *others = (value_at(package, at) for at in places)
    if word not in ONCE_A_BOARD or not all(map(is_blank, others)):
        return places
    if word == "draw" and (is_blank(first) or read_mark(first) is not None):
        return places
    return places[:1]


class RoundAndBoard(NamedTuple):
    """The round and board of a title such as `Round 1 Board A`, `R1 B2`, `Board A` or `Final`."""

    round: Round | None = None
    board: str | None = None


NO_HEADS = RoundAndBoard()
LONGEST_TITLE = 40
_SHORT = {"r": "round", "rd": "round", "b": "board", "g": "board", "t": "board"}
_TITLE = re.compile(r"(?:[^\W_]|[\s.,:;#/|()–—-])+")
_PIECES = re.compile(r"[BGT](?=[A-Z]$)|[^\W\d_]+|\d+")


def head_word(cell: Cell) -> Word | None:
    """The meaning of a label, read like a heading, without its colon. Game and Table mean `board`."""
    if not isinstance(cell, str) or len(cell) > LONGEST_TITLE:
        return games_header(cell) if isinstance(cell, int | float) and not isinstance(cell, bool) else None
    return word_of(cell.strip().rstrip(":").strip())


def title_in(cell: Cell) -> RoundAndBoard:
    """The round and board of a title. R1 or B2 alone is no title: it may be a heading of the standings."""
    found = heads_in(cell)
    pieces = _PIECES.findall(str(cell))
    return NO_HEADS if None in found and pieces and pieces[0].casefold() in _SHORT else found


def heads_in(cell: Cell) -> RoundAndBoard:
    """The round and the board in a text, such as a sheet's name; NO_HEADS if the text has other words."""
    if (
        not isinstance(cell, str)
        or len(cell) > LONGEST_TITLE
        or not _TITLE.fullmatch(cell := visible_text(cell))
    ):
        return NO_HEADS
    found: dict[str, Any] = {}
    value: Round | str
    pieces = _PIECES.findall(cell)
    while pieces:
        word = pieces.pop(0).casefold()
        kind = _SHORT.get(word) or word_of(word)
        following = pieces[0] if pieces else ""
        if is_final(word) or (word == "top" and word_of(following) == "board"):
            kind, value = ("board", "Top") if word == "top" else ("round", "Final")
            del pieces[: word == "top"]
        elif kind == "round" and following.isdecimal() and 0 < int(following) <= 9999:
            value = int(pieces.pop(0))
        elif kind == "board" and (
            following.isdecimal() or len(following) == 1 or following.casefold() == "top"
        ):
            value = label(pieces.pop(0))
        else:
            return NO_HEADS
        if kind in found:
            return NO_HEADS
        found[str(kind)] = value
    return RoundAndBoard(found.get("round"), found.get("board"))
