"""The size of an event that a season reads from a table of standings."""

from pathlib import Path

import pytest

from xl_dipscore.rules.circuit import find_circuit
from xl_dipscore.workbooks.acts.season import read_standings


@pytest.mark.parametrize(
    ("scored", "known"),
    [
        ((7, 7), (2, 14)),
        ((14, 7), (3, 21)),
        ((6, 8), (None, None)),
        ((9, 10), (None, None)),
        ((), (None, None)),
    ],
)
def test_rounds_without_whole_boards_leave_boards_and_games_blank(
    scored: tuple[int, ...], known: tuple[int | None, int | None], tmp_path: Path
) -> None:
    """scored: by round, the number of players with a score; known: the numbers of boards and of games."""
    rounds = range(len(scored))
    rows = [["rank", "player", "total", *(f"R{n + 1}" for n in rounds)]]
    for place in range(1, max(scored, default=7) + 1):
        cells = ("5" if place <= scored[n] else "" for n in rounds)
        rows.append([str(place), f"P{place}", "5", *cells])
    path = tmp_path / "event.csv"
    path.write_text("".join(",".join(row) + "\n" for row in rows), encoding="utf-8")
    facts = read_standings(path, find_circuit("NADF2010")).facts
    assert (facts["boards"], facts["games"]) == known
