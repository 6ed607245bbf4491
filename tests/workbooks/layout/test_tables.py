"""The standings and other tables that a workbook shows."""

from typing import Any

from tests.workbooks.layout.books import HEADER, board, book_of
from xl_dipscore.workbooks.layout.tables import (
    best_shown,
    players_possible,
    rounds_shown,
    standings_header,
    standings_shown,
    table_formulas,
)

HEAD = ["Rank", "Player", "Total", "Round 1", "R2"]
LINE = ["=1", "=2", "=3", "=4", "=5"]


def test_the_standings_and_their_lines() -> None:
    rows: list[list[Any]] = [["Cup"], HEAD, LINE, [1, *LINE[1:]], [1, "Ann", 3, None, None], LINE]
    table = standings_shown(book_of({"Other": [["x"]], "Standings": rows}))
    assert table is not None
    assert (table.header, [*table.lines]) == (2, [3, 4])
    assert table.area[1:] == (3, 1, 4, 5)
    assert rounds_shown(table) == 2
    assert table.rows_with_value("Rank") == [4, 5]
    assert rounds_shown(None) == 0
    assert standings_shown(book_of({"S": [HEAD[:2]]})) is None


def test_the_sheet_standings_comes_first() -> None:
    table = standings_shown(book_of({"A": [HEAD, LINE], "Standings": [HEAD, LINE, LINE]}))
    assert table is not None
    assert table.sheet.name == "Standings"


def test_headings_of_standings() -> None:
    assert [standings_header(cell) for cell in ("name", " rank ", "wins (tie-break)", "", "Round 1")] == [
        *("Player", "Rank", "Wins", None, "Round 1")
    ]


def test_the_best_of_each_country() -> None:
    head = ["Power", "Player", "Score", "Centres", "Round", "Board"]
    table = best_shown(book_of({"S": [["x"], [None, *head], [None, *["=1"] * 6]]}))
    assert table is not None
    assert (table.header, table.columns["board"], [*table.lines]) == (2, 7, [3])
    assert best_shown(book_of({"S": [head, ["Austria", "Ann", 5, 5, 1, 1]]})) is None
    assert best_shown(book_of({"S": [HEADER, *board()]})) is None


def test_formulas_of_all_games() -> None:
    book = book_of({"S": [['=DIP_STANDINGS("SOS",B1:B9)', "=DIP_VERSION()", "=SUM(A1)"]]})
    assert [cell.column for _, cell, _ in table_formulas(book)] == [1]
    assert [*table_formulas(book, frozenset({"DIP_TEAMS"}))] == []


def test_the_most_players() -> None:
    assert [players_possible(*pair) for pair in ((14, 20), (14, 10), (14, 0))] == [14, 10, 14]
