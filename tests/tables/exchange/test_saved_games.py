"""Saved games of the Python package `diplomacy`: exported games, and the files of its server."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.said import check_said
from xl_dipscore.rules.board import POWERS
from xl_dipscore.tables.cells.csv_text import csv_rows
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.exchange.saved_games import CancelledGame, NoWholeYear
from xl_dipscore.tables.exchange.webdiplomacy import MissingPart, OtherVariant

pytestmark = pytest.mark.usefixtures("new_books")

OK, FAULTY = 0, 1


def taken(dipscore: Any, name: str) -> list[Any]:
    """The games of a file."""
    got = dipscore("import", name, "-o", "back.csv")
    assert got.status == OK, got.err
    return list(read_games(csv_rows(Path("back.csv").read_bytes(), "back.csv")).games)


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
    got = dipscore("import", "list.json", "-o", "games.csv", "--rest")
    assert got.status == FAULTY
    assert str(OtherVariant(name="pure", variant="pure")) in got.err
    assert str(NoWholeYear(board="new", file="list.json")) in got.err
    assert "good" in Path("games.csv").read_text()


NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "guy")
DRAWN, WON = ["S1903M", "ENGLAND", "FRANCE", "TURKEY"], ["W1902A", "FRANCE"]
SOLO = (0, 5, 18, 6, 5, 0, 0)


def on_server(
    last: str = "COMPLETED", counts: Sequence[int] = LAST, outcome: Sequence[str] = DRAWN, **other: Any
) -> dict[str, Any]:
    """The same game as the package's server saves it: the phase `last`, in which it is now, is no history."""
    history = {one["name"]: one["state"] for one in saved()["phases"][:-1]}
    if outcome and outcome[0] not in history and outcome[0][0] != "W":
        history |= {name: phase(name, counts)["state"] for name in ("W1902A", outcome[0])}
    powers = {
        power.upper(): {"centers": ["VIE"] * n, "controller": {"9": "dummy", "10": name}}
        for power, n, name in zip(POWERS, counts, NAMES, strict=True)
    }
    return {
        "game_id": "game",
        "map_name": "standard",
        "status": "completed" if outcome else "active",
        "outcome": [*outcome],
        "phase": last,
        "powers": powers,
        "state_history": history,
        **other,
    }


def imported(dipscore: Any, data: Any, status: int = OK) -> Any:
    Path("game.json").write_text(json.dumps(data))
    Path("back.csv").unlink(missing_ok=True)
    got = dipscore("import", "game.json", "-o", "back.csv")
    assert got.status == status, got.err
    return got


def test_a_game_of_the_server_has_its_players_and_its_draw(dipscore: Any, tmp_path: Path) -> None:
    imported(dipscore, on_server())
    (one,) = read_games(csv_rows(Path("back.csv").read_bytes(), "back.csv")).games
    assert [seat.player for seat in one.seats] == [*NAMES]
    assert (one.board.centres, one.board.draw, one.board.year) == (LAST, {1, 2, 6}, 1902)
    assert dict(one.board.chart) == {1901: AFTER, 1902: LAST}


@pytest.mark.parametrize(
    ("game", "year", "drew"),
    [
        (on_server(counts=SOLO, outcome=WON), 1902, set()),  # a solo by its counts needs no mark
        (on_server(counts=AFTER, outcome=["F1902M", "RUSSIA", "ITALY"]), 1901, {4, 5}),
        (on_server(counts=AFTER, outcome=["F1902M", "RUSSIA"]), 1901, {5}),  # conceded
        (on_server("FALL 1902 MOVEMENT", AFTER, []), 1901, set()),
        (on_server("WINTER 1902 ADJUSTMENTS", LAST, []), 1902, set()),
        (on_server("SPRING 1903 MOVEMENT", LAST, []), 1902, set()),
    ],
)
def test_a_fall_without_orders_is_no_year(
    dipscore: Any, tmp_path: Path, game: Mapping[str, Any], year: int, drew: set[int]
) -> None:
    imported(dipscore, game)
    (one,) = read_games(csv_rows(Path("back.csv").read_bytes(), "back.csv")).games
    assert (one.board.year, one.board.draw) == (year, drew)


def test_an_exported_game_names_its_draw_in_a_note(dipscore: Any, tmp_path: Path) -> None:
    game = saved()
    before, last = game["phases"][-2:]
    last["state"] = {**before["state"], "note": "Victory by: ENG, RUS"}
    imported(dipscore, game)
    (one,) = read_games(csv_rows(Path("back.csv").read_bytes(), "back.csv")).games
    assert (one.board.centres, one.board.draw, one.board.year) == (AFTER, {1, 5}, 1901)


def test_a_player_who_left_is_told(dipscore: Any, tmp_path: Path) -> None:
    game = on_server()
    game["powers"]["AUSTRIA"]["controller"] = {"9": "dummy", "10": "ann", "11": "dummy", "12": "zoe"}
    game["powers"]["TURKEY"]["controller"]["11"] = "dummy"
    got = imported(dipscore, game)
    assert all(name in got.err for name in ("ann", "zoe", "guy"))
    assert "1,game,Austria,zoe," in Path("back.csv").read_text()


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (CancelledGame, {"status": "canceled"}),
        (OtherVariant, {"map_name": "pure"}),
        (NoWholeYear, {"state_history": {}, "phase": "FORMING"}),
        (MissingPart, {"powers": {"FRANCE": {"centers": []}}}),
        (MissingPart, {"powers": []}),
        (MissingPart, {"powers": {"FRANCE": 5}}),
        (MissingPart, {"state_history": None}),
        (MissingPart, {"outcome": ["W1902A", "ATLANTIS"]}),
        (MissingPart, {"outcome": None}),
        (MissingPart, {"status": 5}),
    ],
)
def test_a_game_of_the_server_without_a_sure_result(
    dipscore: Any, tmp_path: Path, kind: Any, change: Mapping[str, Any]
) -> None:
    got = imported(dipscore, {**on_server(), **change}, FAULTY)
    check_said(got.err, kind)
    assert not Path("back.csv").exists()
