"""An event that a Python program gives, with its settings in each form."""

from typing import Any

import pytest

from tests.lists import HEADER, board_rows, game
from xl_dipscore.rules.event.settings import USUAL, Settings
from xl_dipscore.rules.system import find
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.cells.given import NotRows
from xl_dipscore.tables.cells.given_event import NotSettings, event_given, table_of

SOS, CUSTOM = find("SOS"), find("CUSTOM")
TABLE = [HEADER, *board_rows()]


def read_table(table: Any, **how: Any) -> Any:
    assert how == {"fewer": False, "people": True}
    return read_games(table), ["a note"]


def given(games: Any, settings: Any = None, **options: Any) -> Any:
    return event_given(SOS, games, settings, options, read_table)


def test_games_pass_as_they_are() -> None:
    only = game()
    (system, games, settings, parameters), notes = given([only])
    assert (system, settings, parameters, notes) == (SOS, USUAL, {}, ())
    assert games == [only]
    assert given([])[0][1] == []


def test_settings_in_each_form() -> None:
    own = Settings(rounds=3)
    assert given([game()], own)[0][2] is own
    _, _, settings, _ = given([game()], {"rounds": 3, "round weights": [1, 2, 3], "last": "12 months"})[0]
    assert (settings.rounds, settings.round_weights, settings.last) == (3, (1, 2, 3), "12 months")
    for wrong in (3, "rounds", [("rounds", 3)]):
        with pytest.raises(NotSettings):
            given([game()], wrong)


def test_an_option_of_the_call_comes_before_that_of_the_settings() -> None:
    settings = {"win": 40, "survivor": 3}
    parameters = event_given(CUSTOM, [game()], settings, {"win": 50}, read_table)[0][3]
    assert parameters == {"win": 50, "survivor": 3}


def test_rows_become_a_table_with_all_headings() -> None:
    assert table_of([{"a": 1, "b": 2}, {"b": 3, "c": float("nan")}]) == [
        ["a", "b", "c"],
        [1, 2, None],
        [None, 3, None],
    ]
    assert table_of([("a", "b"), (1, 2)]) == [["a", "b"], [1, 2]]
    assert table_of([]) == [[]]


def test_a_table_is_read_and_its_notes_are_kept() -> None:
    (_, games, _, _), notes = given(TABLE)
    assert len(games) == 1
    assert [*notes] == ["a note"]
    assert len(given([dict(zip(HEADER, row, strict=True)) for row in board_rows()])[0][1]) == 1


@pytest.mark.parametrize("row", ["text", {"a"}, 5])
def test_what_is_no_row_is_refused(row: Any) -> None:
    for rows in ([row], [["a"], row]):
        with pytest.raises(NotRows):
            table_of(rows)


def test_a_game_or_mapping_among_rows_of_cells_is_refused() -> None:
    for mixed in ([["a"], {"a": 1}], [["a"], game()]):
        with pytest.raises(NotRows):
            table_of(mixed)
