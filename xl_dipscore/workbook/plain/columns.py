"""The columns of one system with its options, and where each board of the director's stands in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from xl_dipscore.native.columns import Table
from xl_dipscore.native.compiled import Compiled, compiled
from xl_dipscore.workbook.plain.boards import Board, Typed
from xl_dipscore.workbook.plain.calls import NoForm, Source, quoted
from xl_dipscore.workbook.plain.page import Page
from xl_dipscore.workbook.plain.settings import Setting, Settings
from xl_dipscore.xlsx.formula import absolute, column_number

STRIP = 2_000_000
"""More than a sheet has rows: boards on other sheets, or beside each other, are told apart by multiples."""

_ORDER = (
    "round", "board", "power", "player", "centres", "draw", "eliminated", "year", "docked", "civil_disorder",
    "new_player", "unranked", "tiebreak", "override",
)  # fmt: skip


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

    def write(self, page: Page, lines: Sequence[int]) -> None:
        """Put the columns on the sheet; `lines` are the rows of its settings. Raises NoForm."""
        self.sheet = quoted(page.name)
        self.last = self.next + 1
        words = {word for one in self.placed for word in one.board.words}
        years = sorted(word for word in words if isinstance(word, int))
        if years and years[0] != 1901:
            raise NoForm("its centre chart does not begin in 1901")
        years = [*range(1901, years[-1] + 1)] if years else []
        typed = [word for word in _ORDER if word in words or word in ("round", "board")]
        cells: dict[str, list[str]] = {}
        for row, line in zip(lines, self.settings.lines, strict=True):
            if line.parameter:
                cells.setdefault(line.parameter, []).append(absolute(row, _VALUE))
        known = self.settings
        asked = [*typed, *(["chart"] if years else [])]
        made = self.compiled = compiled(known.system, known.parameters, asked, cells)
        self._put(page, "cells", known.system.key, {row: _where(board) for row, board in self._tops()})
        self._put(page, "at", "row", self._rows_of_sheets())
        for word in typed:
            self._put(page, word, word.replace("_", " "), self._typed(word))
        charted = [self._put(page, str(year), str(year), self._typed(year)) for year in years]
        if charted:
            self.letters["chart"] = f"{charted[0]}:{charted[-1]}"
        same = f"MIN({absolute(lines[0], _SAME)}:{absolute(lines[-1], _SAME)})=1"
        other = f'"Made for {known.system.key} with other options; attach the workbook anew."'
        last = {"score": f"IF({same},{made.score},NA())", "check": f"IF({same},{made.check},{other})"}
        computed = [(one.name, one.heading, one.text) for one in made.columns]
        first = self._after(page, [*last, "says", *(name for name, _, _ in computed)])
        self.letters |= first
        table = Table(self.letters, self.last)
        rows = [row for one in self.placed for row in range(one.top, one.top + len(one.board.rows))]
        for name, heading, text in (
            ("score", "Score", last["score"]),
            ("check", "Check", last["check"]),
        ):
            page.column(heading, {row: "=" + table.formula(text, row) for row in rows})
        page.column("Says", {row: self._says(row, len(board.rows), table) for row, board in self._tops()})
        for _, heading, text in computed:
            page.column(heading, {row: "=" + table.formula(text, row) for row in rows})
        page.gap()

    def column(self, token: str) -> str:
        """A whole column, as other sheets have it."""
        return Table(self.letters, self.last, self.sheet).column(token)

    def cell(self, token: str, row: int) -> str:
        return f"{self.sheet}!{absolute(row, column_number(self.letters[token]))}"

    def _put(self, page: Page, token: str, heading: str, cells: dict[int, str]) -> str:
        self.letters[token] = page.column(heading, cells)
        return self.letters[token]

    @staticmethod
    def _after(page: Page, tokens: Iterable[str]) -> dict[str, str]:
        """The letters that the next columns will have."""
        from xl_dipscore.xlsx.formula import column_letters

        return {token: column_letters(number) for number, token in enumerate(tokens, page.next)}

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

    def _says(self, row: int, count: int, table: Table) -> str:
        """A board's check in one cell: what its rows say of each, where not all is well."""
        own = [table.formula("[check]", one) for one in range(row, row + count)]
        well = table.formula('IF([played]=0,"",IF([ok]=1,[check],', row)
        wrong = "&".join(f'IF(OR({one}="",LEFT({one},2)="OK"),"",{one}&" ")' for one in own)
        return f"={well}TRIM({wrong})))"


_LABEL, _VALUE, _SAME = 3, 4, 5
"""The columns of the settings."""


def write_settings(page: Page, groups: Sequence[Group]) -> list[list[int]]:
    """The settings of all, a line below the other; the rows of each."""
    labels, shown, same = {}, {}, {}
    rows: list[list[int]] = []
    row = 2
    for group in groups:
        mine = []
        for line in group.settings.lines:
            labels[row], shown[row], same[row] = _called(line), f"={line.shown}", f"={line.same}"
            mine.append(row)
            row += 1
        rows.append(mine)
        row += 1
    page.column("Setting", labels, wide=True)
    page.column("Value", shown)
    page.column("As made", same)
    page.gap()
    return rows


def _called(line: Setting) -> str:
    return line.label or "(blank)"


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
