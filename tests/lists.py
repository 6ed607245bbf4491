"""Games lists for the tests: rows of cells as a director has them."""

from collections.abc import Sequence
from typing import Any

from xl_dipscore import POWERS
from xl_dipscore.rules.event.games import Game
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.cells.values import Cell

HEADER = ("Round", "Board", "Power", "Player", "Centres")
COUNTS = (10, 10, 10, 4, 0, 0, 0)


def board_rows(
    counts: Sequence[Any] = COUNTS,
    *,
    round_: Any = 1,
    board: Any = 1,
    powers: Sequence[Any] = POWERS,
    players: Sequence[Any] = "abcdefg",
    **columns: Sequence[Any],
) -> list[list[Cell]]:
    """One board's seven rows, without the header; further columns in the order given."""
    seven = zip(powers, players, counts, *columns.values(), strict=True)
    return [[round_, board, *cells] for cells in seven]


def listed(counts: Sequence[Any] = COUNTS, **columns: Any) -> list[list[Cell]]:
    """A list of one board; a further column is named as in Python, `y1901` for a year's."""
    own = {"round_", "board", "powers", "players"}
    more = [word.removeprefix("y").replace("_", " ") for word in columns if word not in own]
    return [[*HEADER, *more], *board_rows(counts, **columns)]


def game(counts: Sequence[Any] = COUNTS, **columns: Any) -> Game:
    """The one game of such a list."""
    (only,) = read_games(listed(counts, **columns)).games
    return only
