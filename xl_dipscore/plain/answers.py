"""What stands in for a call of ours: cells of the columns, by their place in what the call comes to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from xl_dipscore.plain.boards import BoardCells
from xl_dipscore.plain.columns import SharedColumns, row_of
from xl_dipscore.xlsx.formula import Area


@dataclass(frozen=True)
class StandIn:
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
        table, down, right = self.group.table, *((seat, 0) if self.board.upright else (0, seat))
        found = f"MATCH({row_of(self.board.first, down, here)},{table.column('at')},0)"
        return f"INDEX({table.column(token)},{found}{f'+{right}' if right else ''})"

    def total(self, here: Area) -> str:
        """The sum of a board that stands in a row."""
        at, scores = map(self.group.table.column, ("at", "score"))
        return f"SUMIF({at},{row_of(self.board.first, 0, here)},{scores})"

    def scores(self) -> str:
        """Those of all seats, as one range."""
        last = self.top + len(self.board.rows) - 1
        return replace(self.group.table, first=self.top, last=last).column("score")


def scores(boards: Sequence[BoardRows], shape: tuple[int, int]) -> StandIn:
    """The scores of a call's boards."""
    first = boards[0]

    def one(row: int, column: int, here: Area) -> str:
        board, seat = (first, row) if first.board.upright else (boards[row], column)
        return board.cell("score", seat, here)

    if first.board.upright:
        return StandIn(shape, one, first.scores)
    return StandIn(shape, one, summed=lambda here: ",".join(board.total(here) for board in boards))


def checks(boards: Sequence[BoardRows]) -> StandIn:
    """What is said of each board of a call."""
    return StandIn((len(boards), 1), lambda row, column, here: boards[row].cell("says", 0, here))
