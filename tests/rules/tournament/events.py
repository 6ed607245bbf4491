"""Events for the tests: boards as a director lists them, in as few words as possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from xl_dipscore import POWERS, Standings
from xl_dipscore.rules.event.games import Game
from xl_dipscore.tables.cells.games import GameList, read_games

LETTERS = "AEFGIRT"
SOLO = (18, 10, 6, 0, 0, 0, 0)
TWO = (17, 17, 0, 0, 0, 0, 0)
THREE = (12, 11, 11, 0, 0, 0, 0)
FOUR = (10, 9, 8, 7, 0, 0, 0)
FIVE = (8, 8, 7, 6, 5, 0, 0)
SEVEN = (5, 5, 5, 5, 5, 5, 4)
BAD = (36, 0, 0, 0, 0, 0, 0)
BLANK = (None,) * 7

Rows = list[dict[str, Any]]


def board(
    counts: Sequence[Any], players: str | Sequence[str] = "", round_: Any = 1, name: Any = 1, **columns: Any
) -> Rows:
    """Seven rows. `players` is a letter each, or names; the seats left over are nobody's.

    columns: seven values, or {letter of a power: value}; `draw` may be letters. `y1901` is a year's column.
    By default the game ended in 1908 and the dead went in 1905.
    """
    if not any(word[1:].isdigit() for word in columns):
        usual = {"year": [1908] * 7, "eliminated": [1905 if count == 0 else None for count in counts]}
        columns = {**usual, **columns}
    seated = [*players, *[""] * 7][:7]
    rows = []
    for seat, power in enumerate(POWERS):
        row = {
            "Round": round_,
            "Board": name,
            "Power": power,
            "Player": seated[seat],
            "Centres": counts[seat],
        }
        for name_, values in columns.items():
            by_letter = dict.fromkeys(values, "x") if isinstance(values, str) else values
            value = by_letter.get(power[0]) if isinstance(by_letter, Mapping) else by_letter[seat]
            word = name_[1:] if name_[1:].isdigit() else name_.replace("_", " ").capitalize()
            row[word] = value
        rows.append(row)
    return rows


def fixed(
    scores: Mapping[str, Any], round_: Any = 1, name: Any = 1, counts: Any = THREE, **columns: Any
) -> Rows:
    """A board whose players have exactly these scores, typed as overrides."""
    return board(counts, [*scores], round_, name, override=[*scores.values(), *BLANK][:7], **columns)


def listing(*boards: Rows) -> list[list[Any]]:
    """A games list: a header and the rows."""
    header = list(dict.fromkeys(word for rows in boards for row in rows for word in row))
    return [header, *([row.get(word) for word in header] for rows in boards for row in rows)]


def listed(*boards: Rows, fewer: bool = False) -> GameList:
    return read_games(listing(*boards), "games.csv", fewer=fewer)


def games(*boards: Rows, fewer: bool = False) -> tuple[Game, ...]:
    return listed(*boards, fewer=fewer).games


def ranks(table: Standings) -> list[tuple[int | None, str]]:
    return [(row.rank, row.player) for row in table]


def totals(table: Standings) -> dict[str, Any]:
    return {row.player: row.total for row in table}


def write(path: Path, *boards: Rows) -> Path:
    """The games file."""
    lines = (",".join("" if cell is None else str(cell) for cell in row) for row in listing(*boards))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
