"""The columns of one system with its options, and where each board of the director's stands in them."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from xl_dipscore.cells.columns import FIRST_COLUMNS, spoken
from xl_dipscore.layout.added import VALUE, AddedSheet
from xl_dipscore.native.columns import Column, Table
from xl_dipscore.native.compiled import Compiled, compiled
from xl_dipscore.native.event import for_an_event
from xl_dipscore.native.plan import EventPlan
from xl_dipscore.native.results import games_columns
from xl_dipscore.plain.boards import Board, Typed
from xl_dipscore.plain.calls import NotPlain, Source, quoted
from xl_dipscore.plain.settings import Settings
from xl_dipscore.xlsx.formula import absolute, column_letters, column_number

STRIP = 2_000_000
"""More than a sheet has rows: boards on other sheets, or beside each other, are told apart by multiples."""


@dataclass
class Placed:
    """A board in its rows."""

    board: Board
    top: int
    strip: int
    number: int
    prefix: str = ""


@dataclass
class Group:
    """Boards under one system with the same options; they share their columns."""

    settings: Settings
    placed: list[Placed] = field(default_factory=list)
    listed: bool = False
    """Are its rows those of one list of games, and nothing else?"""
    letters: dict[str, str] = field(default_factory=dict)
    sheet: str = ""
    last: int = 0
    compiled: Compiled | None = None
    problem: str = ""
    """Why it has no columns."""
    plan: EventPlan | None = None
    """The event that its list is of."""
    notes: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    """The rows of its settings, and one for what is not as it was made for."""

    @property
    def next(self) -> int:
        return max((one.top + len(one.board.rows) for one in self.placed), default=2)

    def place(self, board: Board) -> Placed:
        """Where a board stands; the same board stands there once."""
        for one in self.placed:
            if one.board == board:
                return one
        prefix = ""
        if board.named and not self.listed:
            lists = dict.fromkeys(_list_of(one.board) for one in self.placed if one.board.named)
            number = [*lists, _list_of(board)].index(_list_of(board))
            prefix = f"{number + 1}: " if number else ""
        new = Placed(board, self.next, self._strip(board), len(self.placed) + 1, prefix)
        self.placed.append(new)
        return new

    def within(self, board: Board) -> tuple[Placed, int] | None:
        """The list that has these rows, and the first of them there."""
        for one in self.placed:
            for start in range(len(one.board.rows) - len(board.rows) + 1):
                rows = one.board.rows[start : start + len(board.rows)]
                if all(_same(own, theirs) for own, theirs in zip(board.rows, rows, strict=True)):
                    return one, one.top + start
        return None

    def _strip(self, board: Board) -> int:
        """The first in which no other board's rows have the same numbers."""
        strip = 0
        while any(
            one.strip == strip and (_home(one.board) != _home(board) or _meet(one.board, board))
            for one in self.placed
        ):
            strip += 1
        return strip

    # -- the columns

    def write_settings(self, page: AddedSheet, row: int) -> int:
        """Put its settings on the sheet, from a row on; the next free row."""
        for line in self.settings.lines:
            page.setting(row, line.label, line.shown)
            row += 1
        page.setting(row, "not as made", "")
        self.lines = tuple(range(row - len(self.settings.lines), row + 1))
        return row + 2

    def write(self, page: AddedSheet) -> None:
        """Put the columns on the sheet. Raises NotPlain."""
        lines = self.lines
        self.sheet = quoted(page.name)
        self.last = self.next + 1
        words = {word for one in self.placed for word in one.board.words}
        years = sorted(word for word in words if isinstance(word, int))
        if years and years[0] != 1901:
            raise NotPlain("its centre chart does not begin in 1901")
        years = [*range(1901, max(years[-1], 1902) + 1)] if years else []
        typed = [word for word in FIRST_COLUMNS if word in words or word in ("round", "board")]
        cells: dict[str, list[str]] = {"made_for": [absolute(lines[-1], VALUE)]}
        for row, line in zip(lines, self.settings.lines, strict=False):
            if line.parameter:
                cells.setdefault(line.parameter, []).append(absolute(row, VALUE))
        known = self.settings
        asked = [*typed, *(["chart", *map(str, years)] if years else [])]
        made = self.compiled = compiled(known.system, known.parameters, asked, cells)
        page.cells[lines[-1], VALUE] = f"={made.made_for}"
        self._put(page, "cells", known.system.key, {row: _where(board) for row, board in self._tops()})
        self._put(page, "at", "row", self._rows_of_sheets())
        if not all(one.board.upright for one in self.placed):
            self._put(page, "home", "row of the board", self._homes())
        for word in typed:
            self._put(page, word, spoken(word), self._typed(word))
        charted = [self._put(page, str(year), str(year), self._typed(year)) for year in years]
        if charted:
            self.letters["chart"] = f"{charted[0]}:{charted[-1]}"
            self.letters["chart_before"] = f"{charted[0]}:{charted[-2]}"
            self.letters["chart_after"] = f"{charted[1]}:{charted[-1]}"
        own = made.columns
        if self.plan is not None:
            own = (*for_an_event(made, self.plan), *games_columns(self.plan))
        before = [
            Column("score", "Score", made.score),
            Column("check", "Check", made.check),
            Column("says", "Board", ""),
        ]
        columns = [*before, *own]
        self.letters |= {one.name: column_letters(n) for n, one in enumerate(columns, page.next)}
        table = Table(self.letters, self.last)
        rows = [row for one in self.placed for row in range(one.top, one.top + len(one.board.rows))]
        for one in columns:
            if one.name == "says":
                page.column(
                    one.heading, {row: self._says(row, count, table) for row, count in self._boards()}
                )
            else:
                page.column(one.heading, {row: "=" + table.formula(one.text, row) for row in rows})
        page.gap()

    def column(self, token: str) -> str:
        """A whole column, as other sheets have it."""
        return Table(self.letters, self.last, self.sheet).column(token)

    def cell(self, token: str, row: int) -> str:
        return f"{self.sheet}!{absolute(row, column_number(self.letters[token]))}"

    def _put(self, page: AddedSheet, token: str, heading: str, cells: dict[int, str]) -> str:
        self.letters[token] = page.column(heading, cells)
        return self.letters[token]

    def _tops(self) -> list[tuple[int, Board]]:
        return [(one.top, one.board) for one in self.placed]

    def _typed(self, word: str | int) -> dict[int, str]:
        found = {}
        for one in self.placed:
            for row, typed in enumerate(one.board.rows, one.top):
                found[row] = self._cell(one, word, typed)
        return found

    def _cell(self, one: Placed, word: str | int, typed: Typed) -> str:
        if word in ("round", "board") and not one.board.named:
            return "=1" if word == "round" else f'="#{one.number}"'
        source = typed.get(word)
        if source is None or not source.copied:
            return ""
        if word == "board" and one.prefix:
            return f'=IF({source.reference}="","","{one.prefix}"&{source.reference})'
        return f"={source.copied}"

    def _rows_of_sheets(self) -> dict[int, str]:
        """By which the director's cells find theirs: the number of the row there."""
        found = {}
        for one in self.placed:
            if one.board.first is None:
                continue
            sheet, row, column = one.board.first
            add = f"{one.strip * STRIP}+" if one.strip else ""
            for down in range(len(one.board.rows) if one.board.upright else 1):
                found[one.top + down] = f"={add}ROW({quoted(sheet)}!{absolute(row + down, column)})"
        return found

    def _homes(self) -> dict[int, str]:
        """The same in every row of a board that stands in one row of the director's sheet."""
        return {
            row: f"=${self.letters['at']}${one.top}"
            for one in self.placed
            if not one.board.upright and one.board.first
            for row in range(one.top, one.top + len(one.board.rows))
        }

    def _boards(self) -> Iterator[tuple[int, int]]:
        """Where checks of whole boards stand, and their rows: in a list, wherever one may begin."""
        for one in self.placed:
            count = len(one.board.rows)
            if self.listed:
                yield from ((one.top + n, min(7, count - n)) for n in range(count))
            else:
                yield one.top, count

    def _says(self, row: int, count: int, table: Table) -> str:
        """A board's check in one cell: what its rows say, or what is wrong in each of them."""
        wrong = "&".join(
            table.formula('IF([wrong]="","",[power]&": "&[wrong]&" ")', one)
            for one in range(row, row + count)
        )
        apart = f"{table.cell('b', row)}<>{table.cell('b', row + count - 1)}"
        alone = table.formula(f"OR([played]=0,[all_bad]=0,{apart})", row)
        return f"=IF({alone},{table.cell('check', row)},TRIM({wrong}))"


def _where(board: Board) -> str:
    if board.first is None:
        return "written out"
    sheet, row, column = board.first
    return f"{sheet}!{absolute(row, column).replace('$', '')}"


def _home(board: Board) -> tuple[str, int] | None:
    return None if board.first is None else (board.first[0], board.first[2])


def _meet(one: Board, other: Board) -> bool:
    """Do their rows have numbers in common?"""
    if one.first is None or other.first is None:
        return False
    spans = []
    for board in (one, other):
        assert board.first is not None
        spans.append((board.first[1], board.first[1] + (len(board.rows) if board.upright else 1)))
    return spans[0][0] < spans[1][1] and spans[1][0] < spans[0][1]


def _list_of(board: Board) -> tuple[str, int]:
    """The sheet and column in which its rows say their boards."""
    place = board.rows[0]["board"].place
    return ("", 0) if place is None else (place[0], place[2])


def _same(own: Typed, theirs: Typed) -> bool:
    return all(_place(source) == _place(theirs.get(word)) for word, source in own.items())


def _place(source: Source | None) -> object:
    return None if source is None else source.place or source.value
