"""What stands in for a call of ours: cells of the columns, by their place in what the call comes to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from xl_dipscore.plain.boards import Board
from xl_dipscore.plain.calls import NotPlain, quoted
from xl_dipscore.plain.columns import STRIP, Group, Placed
from xl_dipscore.xlsx.formula import Area, column_letters


class Answer(Protocol):
    """The cells that a call would fill."""

    @property
    def shape(self) -> tuple[int, int]: ...

    def one(self, row: int, column: int, here: Area) -> str:
        """The formula of one of them, in a cell of the director's. Raises NotPlain."""

    def whole(self, here: Area) -> tuple[str, ...]:
        """All of them, as one range or as single cells. Raises NotPlain."""


@dataclass(frozen=True)
class BoardRows:
    """The rows of one board of a call: of a block of its own, or some of a list's."""

    group: Group
    placed: Placed
    top: int
    board: Board

    def cell(self, token: str, seat: int, here: Area) -> str:
        """The cell of a seat, found by the row in which the director's board stands: it may be sorted."""
        if self.group.problem:
            raise NotPlain(self.group.problem)
        if self.board.first is None:
            return self.group.cell(token, self.top + seat)
        upright = self.board.upright
        found = f"MATCH({self._row(seat if upright else 0, here)},{self.group.column('at')},0)"
        further = f"+{seat}" if seat and not upright else ""
        return f"INDEX({self.group.column(token)},{found}{further})"

    def total(self, here: Area) -> str:
        """The sum of a board that stands in a row."""
        if self.group.problem:
            raise NotPlain(self.group.problem)
        return f"SUMIF({self.group.column('home')},{self._row(0, here)},{self.group.column('score')})"

    def _row(self, down: int, here: Area) -> str:
        """By which number a row of the director's is found."""
        assert self.board.first is not None
        sheet, row, column = self.board.first
        mark = "" if sheet == here.sheet else f"{quoted(sheet)}!"
        add = f"{self.placed.strip * STRIP}+" if self.placed.strip else ""
        return f"{add}ROW({mark}${column_letters(column)}{row + down})"

    def span(self, token: str) -> str:
        if self.group.problem:
            raise NotPlain(self.group.problem)
        first = self.group.cell(token, self.top)
        last = self.group.cell(token, self.top + len(self.board.rows) - 1).rpartition("!")[2]
        return f"{first}:{last}"


@dataclass(frozen=True)
class Scores:
    """The scores of a call's boards."""

    boards: Sequence[BoardRows]
    shape: tuple[int, int]

    def one(self, row: int, column: int, here: Area) -> str:
        if len(self.boards) > 1 or self.shape[0] == 1:
            return self.boards[row].cell("score", column, here)
        return self.boards[0].cell("score", row, here)

    def total(self, here: Area) -> str:
        """The sum of them, where each board stands in a row."""
        if any(one.board.upright or one.board.first is None for one in self.boards):
            return ",".join(self.whole(here))
        return ",".join(one.total(here) for one in self.boards)

    def whole(self, here: Area) -> tuple[str, ...]:
        if len(self.boards) == 1 and self.boards[0].board.upright:
            return (self.boards[0].span("score"),)
        rows, columns = self.shape
        return tuple(self.one(row, column, here) for row in range(rows) for column in range(columns))


@dataclass(frozen=True)
class Checks:
    """What is said of each board of a call."""

    boards: Sequence[BoardRows]

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.boards), 1

    def one(self, row: int, column: int, here: Area) -> str:
        return self.boards[row].cell("says", 0, here)

    def whole(self, here: Area) -> tuple[str, ...]:
        return tuple(self.one(row, 0, here) for row in range(len(self.boards)))


@dataclass(frozen=True)
class Single:
    """Formulas, one for each cell."""

    texts: Sequence[Sequence[str]]

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.texts), len(self.texts[0])

    def one(self, row: int, column: int, here: Area) -> str:
        return self.texts[row][column]

    def whole(self, here: Area) -> tuple[str, ...]:
        return tuple(text for row in self.texts for text in row)


@dataclass(frozen=True)
class Later:
    """Formulas that are known when the columns stand."""

    shape: tuple[int, int]
    text: Callable[[int, int, Area], str]

    def one(self, row: int, column: int, here: Area) -> str:
        return self.text(row, column, here)

    def whole(self, here: Area) -> tuple[str, ...]:
        rows, columns = self.shape
        return tuple(self.text(row, column, here) for row in range(rows) for column in range(columns))
