"""Rows in English: words of other languages, marks, days and results as our own files have them."""

from typing import Any

from tests.lists import HEADER, board_rows
from xl_dipscore.rules.event.games import Game
from xl_dipscore.tables.cells.english import in_english
from xl_dipscore.tables.cells.games import GameRow, read_games


def row(**cells: Any) -> dict[Any, Any]:
    """A row in English. A year's column is named as in Python: `y1901`."""
    words = {int(word[1:]) if word[1:].isdecimal() else word: cell for word, cell in cells.items()}
    return {**in_english(GameRow(2, words, {}, "games.csv"))}


def test_powers_days_and_rounds_of_other_languages() -> None:
    assert row(power="Österreich", date="31.12.2024", round="Runde 3") == {
        "power": "Austria",
        "date": "2024-12-31",
        "round": 3,
    }
    assert row(round="Finale")["round"] == "Final"


def test_cells_that_nobody_understands_stay() -> None:
    odd = {"power": "Spain", "date": "31.02.2024", "round": "the late one"}
    assert row(**odd) == odd
    assert row(round=2) == {"round": 2}


def test_a_dash_counts_no_centres_and_a_star_stays() -> None:
    assert row(centres="-") == {"centres": 0}
    assert row(centres=" 7 ") == {"centres": 7}
    assert row(centres="7*") == {"centres": "7*"}
    assert row(centres="many") == {"centres": "many"}
    assert row(centres=None) == {"centres": None}


def test_a_result_in_words_becomes_a_count_and_a_year() -> None:
    assert row(centres="Eliminated in 1905") == {"centres": 0, "eliminated": 1905}
    assert row(centres="13 centres") == {"centres": 13}


def test_marks_become_x_or_blank() -> None:
    assert row(draw="ja") == {"draw": "x"}
    assert row(draw="nein") == {"draw": None}
    assert row(draw="perhaps") == {"draw": "perhaps"}
    assert row(civil_disorder="yes", new_player=False) == {"civil_disorder": "x", "new_player": None}
    assert row(unranked=True, not_counted="") == {"unranked": "x", "not_counted": None}


def game(header: Any, seven: Any) -> tuple[GameRow, Game]:
    (only,) = read_games([[*HEADER, *header], *seven]).games
    words = [word if isinstance(word, int) else word.lower() for word in (*HEADER, *header)]
    first = GameRow(2, dict(zip(words, seven[0], strict=True)), {}, "games.csv")
    return first, only


def test_a_chart_gives_the_centres_and_the_year_at_the_end() -> None:
    start, end = (3, 3, 3, 3, 3, 4, 3), (5, 5, 5, 5, 5, 5, 4)
    chart = game((1901, 1902), board_rows([None] * 7, y1901=start, y1902=end))
    assert {"centres": 5, "year": 1902}.items() <= in_english(*chart).items()
    assert in_english(chart[0])["centres"] is None
    typed = game(("Year", 1901, 1902), board_rows([None] * 7, year=[1902] * 7, y1901=start, y1902=end))
    assert in_english(*typed)["year"] == 1902
    counted = game((1901, 1902), board_rows(end, y1901=start, y1902=end))
    assert "year" not in in_english(*counted)
