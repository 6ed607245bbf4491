"""Games of webDiplomacy: game.json, and history.json for the years."""

# ruff: noqa: E501  sentences stay whole

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.each import each
from tests.tables.exchange.round_trips import boards_of, faults_of, read
from xl_dipscore.rules.board import POWERS, Board, End
from xl_dipscore.tables.cells.games import games_of
from xl_dipscore.tables.exchange.formats import File, Read

IN_ORDER = ("England", "France", "Italy", "Germany", "Austria", "Turkey", "Russia")
"""As webDiplomacy numbers them, from 1."""
START = {"England": 3, "France": 3, "Italy": 3, "Germany": 3, "Austria": 3, "Turkey": 3, "Russia": 4}
CHART = {
    1901: {"England": 5, "France": 5, "Italy": 4, "Germany": 5, "Austria": 4, "Turkey": 4, "Russia": 6},
    1902: {"England": 6, "France": 7, "Italy": 5, "Germany": 5, "Austria": 2, "Turkey": 5, "Russia": 4},
    1903: {"England": 8, "France": 9, "Italy": 6, "Germany": 4, "Austria": 0, "Turkey": 4, "Russia": 3},
}


def centres(counts: dict[str, int]) -> list[dict[str, int]]:
    owners = [IN_ORDER.index(power) + 1 for power, count in counts.items() for _ in range(count)]
    return [{"terrID": n, "countryID": owner} for n, owner in enumerate(owners, 1)]


def phase(turn: int, name: str, counts: dict[str, int]) -> dict[str, Any]:
    return {
        "turn": turn,
        "phase": name,
        "turnText": "",
        "units": [],
        "orders": [],
        "centers": centres(counts),
    }


def history(*last: dict[str, Any]) -> dict[str, Any]:
    """1901 to 1903, and what comes then. Builds stand where there were any."""
    phases = [
        phase(0, "Diplomacy", START),
        phase(1, "Diplomacy", START),
        phase(1, "Builds", CHART[1901]),
        phase(2, "Diplomacy", CHART[1901]),
        phase(3, "Diplomacy", CHART[1901]),
        phase(3, "Retreats", CHART[1901]),
        phase(4, "Diplomacy", CHART[1902]),
        phase(5, "Diplomacy", CHART[1902]),
    ]
    return {
        "schema": 1,
        "gameID": 71,
        "file": "history",
        "version": "x",
        "generated": 1,
        "phases": [*phases, *last],
    }


STATUS = dict.fromkeys(POWERS, "Drawn") | {"Austria": "Defeated", "Germany": "Survived"}


def game(
    status: dict[str, str] = STATUS, counts: dict[str, int] = CHART[1903], **changes: Any
) -> dict[str, Any]:
    members = [
        {
            "countryID": n,
            "country": power,
            "status": status[power],
            "supplyCenterNo": counts[power],
            "unitNo": counts[power],
            "bet": 5,
            "pointsWon": 0,
            "user": {"userID": 900 + n, "username": f"user{n}", "points": 100, "type": "User"},
            "missedPhases": 0,
        }
        for n, power in enumerate(IN_ORDER, 1)
    ]
    return {
        "schema": 1,
        "gameID": 71,
        "file": "game",
        "version": "x",
        "generated": 1,
        "name": "Open R1 B2",
        "variant": {"id": 1, "name": "Classic"},
        "turn": 6,
        "phase": "Finished",
        "turnText": "Spring, 1904",
        "gameOver": "Drawn",
        "potType": "Unranked",
        "drawType": "draw-votes-public",
        "pressType": "Regular",
        "anon": False,
        "startTime": 1,
        "finishTime": 2,
        "members": members,
        "civilDisorders": [],
        **changes,
    }


def opened(data: Any, past: Any = None) -> Read:
    return read(File("game.json", data=data, beside={"history.json": past}.get))


def board(found: Read) -> Board:
    (one,) = boards_of(found)
    assert one.board is not None
    return one.board


def test_a_draw_in_spring() -> None:
    """1904 was not played: the last year is 1903, and Austria was out then."""
    found = opened(game(), history(phase(6, "Diplomacy", CHART[1903]), phase(6, "Finished", CHART[1903])))
    (one,) = boards_of(found)
    assert (one.round, one.name) == (1, "Open R1 B2")
    assert [seat.player for seat in one.seats] == [f"user{IN_ORDER.index(power) + 1}" for power in POWERS]
    read_ = board(found)
    assert read_.centres == (0, 8, 9, 4, 6, 3, 4)
    assert (read_.year, read_.eliminated[0]) == (1903, 1903)
    assert [year for year, _ in read_.chart] == [1901, 1902, 1903]
    assert [POWERS[seat] for seat in read_.drew] == ["England", "France", "Italy", "Russia", "Turkey"]
    assert found.notes == ("webDiplomacy has no rounds: the game is in round 1, on a board with its name.",)


def test_a_draw_in_autumn_before_its_orders() -> None:
    """Nothing moved and nothing was built: 1903 does not count."""
    before = game(counts=CHART[1902], status=STATUS | {"Austria": "Drawn"}, turn=5)
    read_ = board(opened(before, history(phase(5, "Finished", CHART[1902]))))
    assert (read_.year, [year for year, _ in read_.chart]) == (1902, [1901, 1902])


@pytest.mark.parametrize("built", [False, True])
def test_a_draw_in_autumn_after_its_orders(built: bool) -> None:
    builds = [phase(5, "Builds", CHART[1903])] if built else []
    read_ = board(opened(game(turn=5), history(*builds, phase(5, "Finished", CHART[1903]))))
    assert (read_.year, read_.eliminated[0]) == (1903, 1903)


def test_a_solo_and_a_concession() -> None:
    won = dict.fromkeys(POWERS, "Survived") | {"France": "Won", "Austria": "Defeated"}
    counts = CHART[1903] | {"France": 18, "England": 2, "Italy": 3}
    read_ = board(opened(game(won, counts, gameOver="Won", turn=5), history(phase(5, "Finished", counts))))
    assert (read_.ending.end, read_.winner, read_.draw, read_.year) == (End.SOLO, 2, frozenset(), 1903)
    given = board(opened(game(won, gameOver="Won", turn=5), history(phase(5, "Finished", CHART[1903]))))
    assert (given.ending.end, given.winner) == (End.CONCESSION, 2)


def test_without_its_history() -> None:
    found = opened(game())
    read_ = board(found)
    assert (read_.year, read_.chart, read_.eliminated[0]) == (1903, (), None)
    assert found.notes[-1] == "The years of eliminations are in history.json, which is not in the folder."
    found = opened(game(turn=5))
    assert board(found).year is None
    assert (
        found.notes[-1]
        == "The years of eliminations and the last year are in history.json, which is not in the folder."
    )
    assert board(opened(game(turn=0))).year is None
    solo = dict.fromkeys(POWERS, "Survived") | {"France": "Won", "Austria": "Defeated"}
    assert board(opened(game(solo, gameOver="Won", turn=5))).year == 1903


def test_the_history_finds_its_game() -> None:
    past = history(phase(6, "Finished", CHART[1903]))
    found = read(File("history.json", data=past, beside={"game.json": game()}.get))
    assert board(found).year == 1903
    assert faults_of(read(File("history.json", data=past))) == [
        "history.json has the turns of a game but not its players."
    ]


def test_a_game_that_is_not_over() -> None:
    playing = dict.fromkeys(POWERS, "Playing")
    data = game(playing, CHART[1902], gameOver="No", phase="Diplomacy", turn=5)
    for member in data["members"][:3]:
        member["user"] = None
    found = opened(data, history())
    listed = games_of(found.rows)
    assert (listed.games, len(listed.to_come)) == ((), 1)
    assert [seat.player for seat in listed.to_come[0].seats] == [
        "user5",
        "",
        "",
        "user4",
        "",
        "user7",
        "user6",
    ]
    assert found.notes[1:] == (
        "The game is not over, so it has no result.",
        "The players of England, France and Italy are not named.",
    )


def test_who_left_and_who_took_over() -> None:
    """A player who had left at the end is in civil disorder, and is not in the draw."""
    data = game(STATUS | {"Turkey": "Resigned", "Austria": "Left"})
    data["civilDisorders"] = [
        {"userID": 1, "username": "gone", "countryID": 1, "turn": 3, "supplyCenterNo": 5},
        {"userID": 906, "username": "user6", "countryID": 6, "turn": 5, "supplyCenterNo": 4},
        {"userID": 2, "username": "nowhere", "countryID": 9, "turn": 3, "supplyCenterNo": 5},
    ]
    found = opened(data, history(phase(6, "Finished", CHART[1903])))
    read_ = board(found)
    assert [POWERS[seat] for seat in read_.civil_disorder] == ["Turkey"]
    assert found.notes[1:] == ("gone left England in 1902; user1 is named, as the player at the end.",)


@each(
    ("changes", "sentence"),
    [
        (
            {"variant": {"id": 2, "name": "World"}},
            "game.json: Open R1 B2 is a game of World, not of the standard map.",
        ),
        ({"variant": 1}, "game.json: variant is missing, or is not an object with a name."),
        ({"members": {}}, "game.json: members is missing, or is not a list of objects."),
        ({"members": [{"country": "Poland"}]}, "game.json member 1: country is missing, or is not a power."),
        ({"members": []}, "game.json: members is missing, or is not a list of objects."),
        ({"gameID": 72}, "history.json belongs to game 71, but game.json to game 72."),
    ],
)
def test_a_wrong_part_is_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    assert sentence in faults_of(opened(game(**changes), history(phase(6, "Finished", CHART[1903]))))


@pytest.mark.parametrize(
    ("past", "sentence"),
    [
        ([], "history.json: phases is missing, or is not a list."),
        ({"gameID": 71, "phases": [1]}, "history.json phase 1: turn is missing, or is not a whole number."),
        ({"gameID": 71, "phases": [{"turn": "0"}]}, "history.json phase 1: turn is missing, or is not a whole number."),
        ({"gameID": 71, "phases": [{"turn": 0, "centers": [7]}]}, "history.json phase 1: centers is missing, or is not a list of centres and their owners."),
    ],
)  # fmt: skip
def test_a_wrong_part_of_the_history_is_a_sentence(past: Any, sentence: str) -> None:
    assert sentence in faults_of(opened(game(), past))


def test_counts_that_differ() -> None:
    data = copy.deepcopy(game())
    data["members"][1]["supplyCenterNo"] = 8
    told = faults_of(opened(data, history(phase(6, "Finished", CHART[1903]))))
    assert told == ["game.json, France supplyCenterNo: France: the centre chart says 9, but 8 is typed."]
    data["members"][1]["supplyCenterNo"] = "nine"
    told = faults_of(opened(data))
    assert told == [
        "game.json, France supplyCenterNo: France has 'nine' centres; a count is a whole number from 0 to 34."
    ]
    del data["members"][1]
    assert faults_of(opened(data)) == ["game.json: Board Open R1 B2 of round 1 has no row for France."]
