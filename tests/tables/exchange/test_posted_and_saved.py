"""Lines that clubs post, read back; and saved games of the Python package `diplomacy`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests import games
from xl_dipscore.rules.board import POWERS
from xl_dipscore.tables.cells.csv_text import csv_rows
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.exchange.saved_games import NoWholeYear
from xl_dipscore.tables.exchange.webdiplomacy import OtherVariant

pytestmark = pytest.mark.usefixtures("new_books")

OK, FAULTY = 0, 1


def taken(dipscore: Any, name: str) -> list[Any]:
    """The games of a file."""
    got = dipscore("import", name, "-o", "back.csv")
    assert got.status == OK, got.err
    return list(read_games(csv_rows(Path("back.csv").read_bytes(), "back.csv")).games)


# -- lines ----------------------------------------------------------------------------------------


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


# -- saved games ----------------------------------------------------------------------------------

START, AFTER, LAST = (3, 3, 3, 3, 3, 4, 3), (5, 4, 5, 5, 4, 6, 4), (0, 5, 7, 6, 5, 6, 5)


def phase(name: str, counts: Sequence[int]) -> dict[str, Any]:
    centres = {power.upper(): ["VIE"] * n for power, n in zip(POWERS, counts, strict=True)}
    return {"name": name, "state": {"name": name, "centers": centres}, "orders": {}, "results": {}}


def saved(last: str = "COMPLETED", name: str = "game", map_: str = "standard") -> dict[str, Any]:
    """A game of two years, the second of which ends with its last phase."""
    first = [phase("S1901M", START), phase("F1901M", START), phase("W1901A", AFTER)]
    return {
        "id": name,
        "map": map_,
        "rules": [],
        "phases": [*first, phase("S1902M", AFTER), phase("F1902M", AFTER), phase(last, LAST)],
    }


@pytest.mark.parametrize("last", ["COMPLETED", "W1902A", "S1903M"])
def test_a_saved_game_has_the_counts_after_each_fall(dipscore: Any, tmp_path: Path, last: str) -> None:
    (tmp_path / "game.json").write_text(json.dumps(saved(last), indent=1))
    (one,) = taken(dipscore, "game.json")
    assert (one.name, one.faults, one.board.year) == ("game", (), 1902)
    assert dict(one.board.chart) == {1901: AFTER, 1902: LAST}
    assert (one.board.centres, one.board.eliminated[0]) == (LAST, 1902)


def test_a_year_that_is_not_over_does_not_count(dipscore: Any, tmp_path: Path) -> None:
    game = saved()
    del game["phases"][-1]
    (tmp_path / "game.json").write_text(json.dumps(game))
    (one,) = taken(dipscore, "game.json")
    assert (one.board.year, one.board.centres) == (1901, AFTER)


def test_many_games_stand_in_a_list_or_one_a_line(dipscore: Any, tmp_path: Path) -> None:
    both = [saved(name="a"), saved(name="b"), saved(name="a")]
    (tmp_path / "list.json").write_text(json.dumps(both))
    (tmp_path / "lines.jsonl").write_text("\n".join(map(json.dumps, both)) + "\n")
    assert [one.name for one in taken(dipscore, "list.json")] == ["a", "b", "a (2)"]
    assert taken(dipscore, "list.json") == taken(dipscore, "lines.jsonl")


def test_what_is_no_standard_game_is_told_and_the_others_are_taken(dipscore: Any, tmp_path: Path) -> None:
    unplayed = {**saved(name="new"), "phases": saved()["phases"][:2]}
    three = [saved(name="good"), saved(name="pure", map_="pure"), unplayed]
    (tmp_path / "list.json").write_text(json.dumps(three))
    got = dipscore("import", "list.json", "-o", "games.csv")
    assert got.status == FAULTY
    assert str(OtherVariant(name="pure", variant="pure")) in got.err
    assert str(NoWholeYear(board="new", file="list.json")) in got.err
    assert "good" in Path("games.csv").read_text()
