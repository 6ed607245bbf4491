"""The results of a workbook as a games list."""

from typing import Any

from tests.workbooks.layout.books import COUNTS, HEADER, block, board, event_of
from xl_dipscore.workbooks.layout.extract import extract


def test_the_rows_of_played_boards() -> None:
    rows = [HEADER, *board(), *board(2, "B", [None] * 7)]
    found = extract(event_of({"Games": rows}))
    assert [*found.columns] == ["round", "board", "power", "player", "centres"]
    assert [row[4] for row in found.rows] == [*COUNTS]
    assert found.table[0] == ["round", "board", "power", "player", "centres"]
    assert found.table[2] == ["1", "A", "England", "b", "9"]
    assert found.unplayed == 1
    assert [game.name for game in found.game_list.to_come] == ["B"]


def test_only_sound_boards_are_good() -> None:
    rows = [HEADER, *board(), *board(2, "B", (20, 20, 0, 0, 0, 0, 0))]
    found = extract(event_of({"Games": rows}))
    assert [game.name for game in found.good_games] == ["A"]
    assert len(found.sound_table) == 1 + 7
    assert len(found.table) == 1 + 14
    assert len(found.faults) == 1


def test_a_board_on_two_sheets_makes_all_unclear() -> None:
    found = extract(event_of({"One": [HEADER, *board()], "Two": [HEADER, *board()]}))
    assert [type(fault).__name__ for fault in found.faults] == ["SameBoardTwice"]
    assert found.good_games == []


def test_the_year_of_setup_and_the_teams_of_the_list() -> None:
    sheets: dict[str, Any] = {
        "Games": [HEADER, *board()],
        "Players": [["Player", "Team"], ["a", "Red"], [1908, None]],
    }
    names = {"Last_year": "Players!$A$3", "Roster": "Players!$A$2:$A$2"}
    found = extract(event_of(sheets, **names))
    assert [*found.columns][-2:] == ["year", "team"]
    assert found.rows[0][-2:] == [1908, "Red"]
    assert found.rows[1][-2:] == [1908, None]
    bare = extract(event_of(sheets, **names), setup_year=False, roster_team=False)
    assert [*bare.columns] == ["round", "board", "power", "player", "centres"]


def test_boards_in_a_layout_of_its_own() -> None:
    found = extract(event_of({"S": [["Round 1 Board A"], *block()]}))
    assert found.table[1] == ["1", "A", "Austria", "a", "10"]
    assert found.notes == []
