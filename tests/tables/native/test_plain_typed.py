"""A director types into a shipped workbook of plain formulas; IronCalc computes it, fast enough for every
run.

Cells that are cut, sorted and deleted are in test_plain_edits and test_plain_shipped.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.tables.native.shipped import BOARDS, BOOK, COUNTS, FIRST, PLAYERS, Book, is_right

ironcalc = pytest.importorskip("ironcalc")


class IronCalc:
    """The shipped book in IronCalc."""

    def __init__(self) -> None:
        self.model = ironcalc.load_from_xlsx(str(BOOK))
        self.sheets = [one["name"] for one in self.model.get_worksheets_properties()]
        self._computed = True

    def put(self, sheet: str, row: int, column: int, value: Any) -> None:
        self._computed, number = False, self.sheets.index(sheet)
        match value:
            case None:
                self.model.clear_cell_contents(number, row, column)
            case bool():
                self.model.update_cell_with_bool(number, row, column, value)
            case str():
                self.model.update_cell_with_text(number, row, column, value)
            case _:
                self.model.update_cell_with_number(number, row, column, value)

    def rows(self, sheet: str) -> list[list[Any]]:
        if not self._computed:
            self.model.evaluate()
            self._computed = True
        number = self.sheets.index(sheet)
        _, rows, _, columns = self.model.get_sheet_dimensions(number)
        columns = min(columns, 40)
        return [
            [self.model.get_cell_value(number, row, column) for column in range(1, columns + 1)]
            for row in range(1, rows + 1)
        ]

    def insert(self, sheet: str, row: int) -> None:
        self._computed = False
        self.model.insert_rows(self.sheets.index(sheet), row, 1)


@pytest.fixture
def program() -> IronCalc:
    return IronCalc()


@pytest.fixture
def book(program: IronCalc) -> Book:
    return Book(program)


def of_board(games: list[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    return games[7 * number : 7 * number + 7]


def right(book: Book, boards: int) -> list[bool]:
    games = book.games
    return [is_right(of_board(games, n), COUNTS[n % 4]) for n in range(boards)]


@pytest.mark.slow
def test_a_title_above_the_headings(program: IronCalc, book: Book) -> None:
    book.event()
    before, slips = book.standings, book.slips
    assert len(before) == len(PLAYERS)
    program.insert("Games", 1)
    program.put("Games", 1, 1, "All games")
    assert book.standings == before
    assert book.slips == slips
    assert right(book, 2) == [True, True]
    assert book.well


@pytest.mark.slow
def test_boards_of_any_name(book: Book) -> None:
    """Names of one round, among them names that lookups would take for another name or a pattern."""
    names = [
        "1-1",
        "01",
        "1",
        "1.0",
        "001",
        "1e3",
        "1000",
        "<5",
        "*",
        "?",
        "~",
        "TRUE",
        "=A",
        "A",
        "Board",
        "b/1",
    ]
    for number, name in enumerate(names):
        book.board(number, COUNTS[number % 4], round=1, board=name, player=None)
    # Outer spaces do not matter.
    for row, name in enumerate(("1-1 ", " 1-1", "1-1\N{NO-BREAK SPACE}"), FIRST):
        book.type(row, board=name)
    assert right(book, BOARDS) == [True] * BOARDS
    assert book.well


@pytest.mark.slow
def test_players_of_any_name(program: IronCalc, book: Book) -> None:
    names = [
        "In the event?",
        "player",
        "ƒ  player",
        "Player no.",
        "board's name",
        "*",
        "<5",
        "1-1",
        " Zoe ",
        "Z?e",
    ]
    for number, name in enumerate(names):
        book.board(number, COUNTS[number % 4], player=None)
        book.type(FIRST + 7 * number, player=name)
        program.put("Players", 5 + number, 1, name)
    assert right(book, len(names)) == [True] * len(names)
    assert {" ".join(name.split()) for name in names} == {row[1] for row in book.standings}
    assert book.seats == dict.fromkeys(names, (1, 1))
    assert book.well


@pytest.mark.slow
def test_a_truth_is_no_number(book: Book) -> None:
    wrong = [
        (word, value)
        for word in ("centres", "year", "docked", "override", "round")
        for value in (True, False)
    ]
    for number, (word, value) in enumerate(wrong):
        book.board(number)
        book.type(FIRST + 7 * number, **{word: value})
    book.board(BOARDS - 1)
    for seat, ticked in enumerate((False, True, True, False, False, False, False)):
        book.type(FIRST + 7 * (BOARDS - 1) + seat, draw=ticked)
    games = book.games
    told = [{str(row["Check"]) for row in of_board(games, n)} for n in range(BOARDS)]
    assert not [one for one in told[: len(wrong)] if any(says.startswith("OK") for says in one)]
    assert told[-1] == {"OK: 2-way draw England, France.", "OK"}


@pytest.mark.slow
def test_rows_without_formulas_are_told(book: Book) -> None:
    """A director types one more board below the last, and one more row of board A, and copies nothing."""
    book.event()
    row = FIRST + 7 * BOARDS
    for seat in range(7):
        book.type(row + seat, round=1, board="New", power="AEFGIRT"[seat], player=f"New {seat}", centres=5)
    assert book.status.startswith("Standings lacks players of Games")
    assert right(book, 2) == [True, True]
    book.type(row, board="A")
    games = book.games
    assert {row["Check"] for row in of_board(games, 0)} == {"A row of this board lacks its formulas."}
    assert right(book, 2) == [False, True]
