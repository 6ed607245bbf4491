"""What stands in for a call of ours: cells of the columns, by their place in what the call comes to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from xl_dipscore.plain.boards import BoardCells
from xl_dipscore.plain.calls import quoted
from xl_dipscore.plain.columns import SharedColumns
from xl_dipscore.xlsx.formula import Area, column_letters


@dataclass(frozen=True)
class Answer:
    """The cells that a call would fill, as formulas; each of them may raise NotPlain."""

    shape: tuple[int, int]
    one: Callable[[int, int, Area], str]
    """That of a row and a column, in a cell of the director's."""
    range: Callable[[], str] | None = None
    """All of them as one range, where they are one."""
    summed: Callable[[Area], str] | None = None
    """What SUM is given in their place, where that is shorter."""

    def whole(self, here: Area) -> tuple[str, ...]:
        """All of them, as one range or as single cells."""
        if self.range:
            return (self.range(),)
        rows, columns = self.shape
        return tuple(self.one(row, column, here) for row in range(rows) for column in range(columns))


@dataclass(frozen=True)
class BoardRows:
    """The rows of one board of a call: of a block of its own, or some of a list's."""

    group: SharedColumns
    top: int
    board: BoardCells

    def cell(self, token: str, seat: int, here: Area) -> str:
        """The cell of a seat, found by the row in which the director's board stands: it may be sorted."""
        upright = self.board.upright
        found = f"MATCH({self._row(seat if upright else 0, here)},{self.group.table.column('at')},0)"
        further = f"+{seat}" if seat and not upright else ""
        return f"INDEX({self.group.table.column(token)},{found}{further})"

    def total(self, here: Area) -> str:
        """The sum of a board that stands in a row."""
        return (
            f"SUMIF({self.group.table.column('at')},{self._row(0, here)},{self.group.table.column('score')})"
        )

    def _row(self, down: int, here: Area) -> str:
        """By which number a row of the director's is found."""
        sheet, row, column = self.board.first
        mark = "" if sheet == here.sheet else f"{quoted(sheet)}!"
        return f"ROW({mark}${column_letters(column)}{row + down})"

    def scores(self) -> str:
        """Those of all seats, as one range."""
        last = self.top + len(self.board.rows) - 1
        return replace(self.group.table, first=self.top, last=last).column("score")


def scores(boards: Sequence[BoardRows], shape: tuple[int, int]) -> Answer:
    """The scores of a call's boards."""
    first = boards[0]

    def one(row: int, column: int, here: Area) -> str:
        return (
            first.cell("score", row, here) if first.board.upright else boards[row].cell("score", column, here)
        )

    if first.board.upright:
        return Answer(shape, one, first.scores)
    return Answer(shape, one, summed=lambda here: ",".join(board.total(here) for board in boards))


def checks(boards: Sequence[BoardRows]) -> Answer:
    """What is said of each board of a call."""
    return Answer((len(boards), 1), lambda row, column, here: boards[row].cell("says", 0, here))
