"""Evenings with dates in workbooks that directors made, and the columns that fill adds to one of ours."""

from __future__ import annotations

import io
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.layout.event import EventIn

pytestmark = pytest.mark.usefixtures("new_books")

OK, FAULTY = 0, 1
DAYS = (date(2024, 1, 5), date(2024, 1, 12), date(2024, 1, 19))
COUNTS = ((10, 8, 6, 5, 3, 1, 1), (9, 8, 7, 5, 3, 1, 1), (11, 8, 6, 4, 3, 1, 1))
NAMES = ("Ann", "Bob", "Cas", "Dan", "Eve", "Fay", "Gus")


def a_row_each() -> list[list[Any]]:
    players = [f"{power} player" for power in POWERS]
    rows = [[day, "A", *counts, *NAMES] for day, counts in zip(DAYS, COUNTS, strict=True)]
    return [["Date", "Board", *POWERS, *players], *rows]


def a_block_each() -> list[list[Any]]:
    rows: list[list[Any]] = []
    for day, counts in zip(DAYS, COUNTS, strict=True):
        rows += [["Date", day], ["Board", "A"], ["Power", "Player", "Centres"]]
        rows += [*map(list, zip(POWERS, NAMES, counts, strict=True)), []]
    return rows


def book_of(rows: list[list[Any]]) -> Package:
    book, saved = openpyxl.Workbook(), io.BytesIO()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    book.save(saved)
    return Package.read(saved.getvalue())


@pytest.mark.parametrize("rows", [a_row_each(), a_block_each()], ids=["rows", "blocks"])
def test_dates_are_the_rounds_of_a_layout_of_its_own(rows: list[list[Any]]) -> None:
    found = EventIn(book_of(rows)).game_extract
    assert found.faults == []
    assert found.by_dates
    assert [(game.round, game.date) for game in found.game_list.games] == [*enumerate(DAYS, 1)]
    assert found.table[0] == ["board", "power", "player", "centres", "date"]
    assert found.table[1] == ["A", "Austria", "Ann", "10", "2024-01-05"]
    again = book_of([*rows[:-1], rows[-1][:2]] if len(rows) < 5 else [*rows[:22], ["Date", DAYS[2]]])
    assert {str(game.date) for game in EventIn(again).game_extract.game_list.games} == {
        "2024-01-05",
        "2024-01-12",
    }


def test_results_of_an_evening_go_where_its_date_stands() -> None:
    games = EventIn(book_of(a_row_each())).game_extract.game_list.games
    blank = [[*row[:2], *[None] * 7, *row[9:]] for row in a_row_each()[1:]]
    package = book_of([a_row_each()[0], *blank])
    put_games(EventIn(package), games[1:2])
    assert [package.value("Sheet", f"C{row}") for row in (2, 3, 4)] == [None, 9, None]


# -- a column more ------------------------------------------------------------------------------

GAMES = """round,board,power,player,centres,year,system,extra points,reason
1,A,Austria,Ann,10,1908,SOS,2,host
1,A,England,Bob,8,,,,
1,A,France,Cas,6,,,,
1,A,Germany,Dan,5,,,,
1,A,Italy,Eve,3,,,,
1,A,Russia,Fay,1,,,,
1,A,Turkey,Gus,1,,,,
"""


@pytest.mark.slow
def test_fill_adds_the_columns_of_systems_and_of_reasons(dipscore: Any, tmp_path: Path) -> None:
    (tmp_path / "games.csv").write_text(GAMES)
    assert dipscore("new", "CDIPLO", "event.xlsx", "--rounds", 1, "--boards", 1).status == OK
    assert dipscore("fill", "event.xlsx", "games.csv").status == OK
    sheet = openpyxl.load_workbook(tmp_path / "event.xlsx", data_only=True)["Games"]
    head = [cell.value for cell in sheet[1]]
    assert (head[-6:-3], head[-3:-1]) == (["System", "Reason", "Override"], ["Score", "Counts"])
    assert [sheet.cell(row, head.index("System") + 1).value for row in (2, 8)] == ["SOS", "SOS"]
    squares = 100 + 64 + 36 + 25 + 9 + 1 + 1
    score = sheet.cell(2, head.index("Score") + 1).value
    assert score == pytest.approx(100 * 10**2 / squares)
    assert EventIn(Package.read(tmp_path / "event.xlsx")).problem_lines == ()
    told = dipscore("standings", "CDIPLO", "games.csv").out.splitlines()[1]
    assert told.startswith(f"1,Ann,{score + 2:.12f}"[:20])


@pytest.mark.slow
def test_plain_formulas_have_one_system_and_say_so(dipscore: Any, tmp_path: Path) -> None:
    (tmp_path / "games.csv").write_text(GAMES)
    assert dipscore("new", "SOS", "p.xlsx", "--rounds", 1, "--boards", 1, "--host", "native").status == OK
    before = (tmp_path / "p.xlsx").read_bytes()
    got = dipscore("fill", "p.xlsx", "games.csv")
    assert got.status == FAULTY
    assert "p.xlsx has plain formulas, which score all games by one system, but board A of round 1" in got.err
    assert (tmp_path / "p.xlsx").read_bytes() == before
    package = Package.read(before)
    package.set_value("Games", "J1", "System")  # as where a column is put in, and its heading typed
    (tmp_path / "p.xlsx").write_bytes(package.to_bytes())
    dipscore("rebuild", "p.xlsx")
    status = openpyxl.load_workbook(tmp_path / "p.xlsx", data_only=True)["Guide"]["B3"].value
    assert "The column System has no effect: plain formulas score all games by one system." in status
