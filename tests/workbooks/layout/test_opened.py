"""The parts of an open workbook, each read once."""

from typing import Any

import pytest

from tests.workbooks.layout.books import HEADER, board, book_of, event_of
from xl_dipscore.errors import Faults
from xl_dipscore.workbooks.layout.games import NoGamesSheet
from xl_dipscore.workbooks.layout.opened import Opened

GAMES = [HEADER, *board(), *board(2)]
TITLED: dict[str, Any] = {"Games": GAMES, "Players": [["Player", "Team"], ["a", "Reds"], ["b", "Blues"]]}


def test_parts_are_read_once_until_the_workbook_is_opened_anew() -> None:
    event = Opened(book_of({"Games": GAMES}))
    assert event.slots is event.slots
    assert len(event.slots) == 2
    event.book.set_value("Games", "A9", None)
    event.book.set_value("Games", "B9", None)
    assert [slot.round for slot in event.slots] == [1, 2]
    assert [slot.round for slot in event.anew().slots] != [1, 2]
    assert type(event.anew()) is Opened


def test_without_a_list_of_games_and_with_two() -> None:
    with pytest.raises(NoGamesSheet):
        Opened(book_of({"Games": [["Nothing"]]})).check_sheets()
    twice = [[*HEADER, None, *HEADER], *([*row, None, *row] for row in board())]
    with pytest.raises(Faults):
        Opened(book_of({"Games": twice})).check_sheets()
    assert len(Opened(book_of({"Games": GAMES, "More": GAMES})).check_sheets()) == 2


def test_the_players_by_a_name_and_else_by_the_sheets_title() -> None:
    named = event_of({**TITLED, "Setup": [["Player"], ["a"], ["z"]]}, Roster="Setup!$A$2:$A$3")
    assert named.players == {"a": 2, "z": 3}
    assert named.any_roster is named.roster
    titled = event_of(TITLED)
    assert (titled.roster, titled.players) == (None, {})
    assert titled.any_roster is not None
    assert titled.any_roster.rows_by_name == {"a": 2, "b": 3}
    assert titled.unlisted_player_notes == ()
    assert len(named.unlisted_player_notes) >= 1


def test_teams_are_those_of_the_named_list() -> None:
    named = event_of(TITLED, Roster="Players!$A$2:$A$3")
    assert named.teams == ({"a": "Reds", "b": "Blues"}, [])
    assert event_of({"Games": GAMES}).teams == ({}, [])


def test_hidden_standings_on_print_are_not_shown() -> None:
    sheets = {"Games": [*GAMES, ["=DIP_STANDINGS(A1:F15)"]], "Print": [["=DIP_STANDINGS(Games!A1:F15,B1)"]]}
    assert [one[0].name for one in event_of(sheets).shown_tables] == ["Games", "Print"]
    event = event_of(sheets, Print_says="Print!$B$1")
    assert len(event.table_formulas) == 2
    assert [one[0].name for one in event.shown_tables] == ["Games"]


def test_only_a_file_has_bytes() -> None:
    event = Opened(book_of({"Games": GAMES}))
    assert event.file is event.book
    event.book = object()  # type: ignore[assignment]
    with pytest.raises(AssertionError, match="open in a program"):
        _ = event.file
