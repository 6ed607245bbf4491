"""A workbook's list of players."""

from typing import Any

from tests.workbooks.layout.books import HEADER, board, book_of, event_of
from xl_dipscore.workbooks.layout.roster import find_unlisted_players, roster_teams, titled_list

PLAYERS: list[list[Any]] = [
    ["Player", "Team", "Présent 2"],
    ["a", "Red", "x"],
    ["b", None, None],
    [None],
    ["c", "Blue", None],
]


def event(players: Any = PLAYERS, last: int = 5, games: Any = None) -> Any:
    sheets = {"Players": players, "Games": games or [HEADER, *board()]}
    return event_of(sheets, Roster=f"Players!$A$2:$A${last}")


def test_names_rows_and_free_cells() -> None:
    its = event().roster
    assert its.rows_by_name == {"a": 2, "b": 3, "c": 5}
    assert its.free == [4]
    assert its.titles == {2: "Team", 3: "Présent 2"}
    assert its.columns == {"team": 2, "here 2": 3}


def test_the_list_below_its_heading() -> None:
    def rows(cells: list[Any], sheet: str = "Players") -> tuple[int, int] | None:
        found = titled_list(book_of({sheet: [[cell] for cell in cells]}))
        return None if found is None else (found.area.top, found.area.bottom)

    assert rows(["Player", "a", "b"]) == (2, 3)
    assert rows(["Title", "Player", "a", None, "b"]) == (3, 5)
    assert rows(["Player", "a", None, "Board", "b"]) == (2, 2)
    assert rows(["Player", "a", None, 7]) == (2, 2)
    assert rows(["Player", "a", 7]) == (2, 3)
    assert rows(["Player"]) is None
    assert rows(["Player", "a"], "Others") is None


def test_players_who_are_not_on_the_list() -> None:
    found = event().unlisted_player_notes
    assert [note.split()[0] for note in found] == ["d", "e", "f", "g"]
    near = event([["Player"], ["Anna Lee"]], 2, [HEADER, *board(players=["Ana Lee", *[""] * 6])])
    (note,) = near.unlisted_player_notes
    assert 'rename "Ana Lee" "Anna Lee"' in note
    assert find_unlisted_players(None, (), "") == ()
    assert event([["Player"], [None]], 2).unlisted_player_notes == ()
    assert event([["Player"], *[[letter.upper()] for letter in "abcdefg"]], 8).unlisted_player_notes == ()


def test_teams_of_players() -> None:
    assert event().teams == ({"a": "Red", "c": "Blue"}, [])
    twice = [["Player", "Team"], ["a", "Red"], ["a", "red"], ["a", "Blue"], ["a", None]]
    teams, faults = event(twice).teams
    assert teams == {"a": "Red"}
    assert [fault.facts["other"] for fault in faults] == ["Blue"]
    assert roster_teams(None, "") == ({}, [])
