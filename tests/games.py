"""Games files for the tests of the command line and of workbooks."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from xl_dipscore.rules.board import POWERS

HEADER = ("round", "board", "power", "player", "centres", "draw", "eliminated", "year")

SOLO = (18, 3, 6, 4, 3, 0, 0)
THREE_WAY = (0, 13, 10, 3, 8, 0, 0)
CLOCK = (4, 5, 6, 7, 8, 2, 2)


def rows(
    round_: object,
    board: str,
    centres: Sequence[object],
    *,
    draw: str = "",
    eliminated: Mapping[str, int] | None = None,
    year: object = 1908,
    players: Sequence[str] = (),
) -> list[list[object]]:
    """Seven rows under HEADER; `draw` names the marked powers by their first letters."""
    gone = eliminated or {}
    return [
        [
            round_,
            board,
            power,
            players[seat] if players else "",
            centres[seat],
            "x" if power[0] in draw else "",
            gone.get(power, ""),
            year,
        ]
        for seat, power in enumerate(POWERS)
    ]


def text(table: Sequence[Sequence[object]], delimiter: str = ",") -> str:
    return "".join(delimiter.join(map(str, row)) + "\n" for row in table)


def write(
    path: Path, table: Sequence[Sequence[object]], delimiter: str = ",", encoding: str = "utf-8"
) -> Path:
    path.write_text(text(table, delimiter), encoding=encoding)
    return path


def event() -> list[list[object]]:
    """Two rounds of two boards: a solo, a three-way draw, a stop by the clock, and an odd player's name."""
    first, second = [f"Player {i}" for i in range(7)], ["=1+1", "@x", "Jo*", "a~b", ">5", "Zoë", "O'Brien"]
    dead = {"Russia": 1905, "Turkey": 1904}
    return [
        list(HEADER),
        *rows(1, "A", SOLO, eliminated=dead, players=first),
        *rows(1, "B", THREE_WAY, draw="EFG", eliminated={"Austria": 1903, **dead}, players=second),
        *rows(2, "A", CLOCK, year=1907, players=[*second[3:], *first[:3]]),
        *rows(2, "B", CLOCK[::-1], year=1907, players=[*first[3:], *second[:3]]),
    ]
