"""Lines that clubs post, read back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests import games
from xl_dipscore.tables.cells.csv_text import csv_rows
from xl_dipscore.tables.cells.games import read_games

pytestmark = pytest.mark.usefixtures("new_books")

OK, FAULTY = 0, 1


def taken(dipscore: Any, name: str) -> list[Any]:
    """The games of a file."""
    got = dipscore("import", name, "-o", "back.csv")
    assert got.status == OK, got.err
    return list(read_games(csv_rows(Path("back.csv").read_bytes(), "back.csv")).games)


def test_what_is_exported_as_text_is_read_back(dipscore: Any, tmp_path: Path) -> None:
    games.write(tmp_path / "games.csv", games.event())
    assert dipscore("export", "text", "games.csv", "--system", "SOS", "-o", "out").status == OK
    here = read_games(games.event()).games
    back = taken(dipscore, "out/results.txt")
    assert [(one.round, one.name) for one in back] == [(one.round, one.name) for one in here]
    for one, other in zip(back, here, strict=True):
        assert (one.board.centres, one.board.draw) == (other.board.centres, other.board.draw)
        assert [seat.player for seat in one.seats] == [seat.player for seat in other.seats]
        assert one.board.year == other.board.year
    compared = dipscore("standings", "SOS", "back.csv").table
    assert compared == dipscore("standings", "SOS", "games.csv").table


CLUB = """Weasels, June
• Austria (A. Player): 9; 34.615 points.
England (B (new)): 5; 1 point.
Frankreich: 5.
Germany (C): 5; 10,5 points
Italy (D): 5 centres
Russia (E): 5
Turkey (F): 0; points not known yet.

Austria: 34
England: 0
France: 0
Germany: 0
Italy: 0
Russia: 0
Turkey: 0
"""


def test_lines_without_titles_are_boards_one_after_the_other(dipscore: Any, tmp_path: Path) -> None:
    (tmp_path / "post.txt").write_text(CLUB)
    first, second = taken(dipscore, "post.txt")
    assert (first.round, first.name, second.name) == (1, "1", "2")
    assert first.board.centres == (9, 5, 5, 5, 5, 5, 0)
    assert [seat.player for seat in first.seats] == ["A. Player", "B (new)", "", "C", "D", "E", "F"]
    assert second.board.centres == (34, *[0] * 6)
