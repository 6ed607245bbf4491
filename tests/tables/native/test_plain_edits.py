"""A shipped workbook of plain formulas whose typed cells are cut and pasted onto other boards.

LibreOffice edits and computes it; IronCalc computes what LibreOffice saved. Other edits are in plain_edits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hosts.calc.calc_office import Book as Open
from tests.hosts.calc.calc_office import Office
from tests.hosts.calc.calc_office import missing as no_office
from tests.tables.native.engines import in_ironcalc, missing, same
from tests.tables.native.plain_books import expected
from tests.tables.native.shipped import BOARDS, BOOK, FIRST, Book
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.system import find
from xl_dipscore.tables.cells.headings import header_word

pytestmark = [
    pytest.mark.native,
    pytest.mark.skipif(bool(missing() or no_office()), reason=missing() or no_office()),
]

LAST = FIRST + 7 * BOARDS - 1
"""The last row of Games."""
TYPED_TO = "L"
"""The last column that is typed."""
SHEETS = ("Guide", "Setup", "Players", "Games", "Standings", "Best countries", "Slips", "Totals")
Edit = Callable[[Open], object]


class LibreOffice:
    """The shipped book, open in LibreOffice."""

    def __init__(self, opened: Open) -> None:
        self.opened = opened

    def put(self, sheet: str, row: int, column: int, value: Any) -> None:
        cell = f"{chr(64 + column)}{row}"
        typed = (
            str(value).upper()
            if isinstance(value, bool)
            else f"'{value}"
            if isinstance(value, str)
            else value
        )
        self.opened.put(sheet, cell, [[typed]])

    def rows(self, sheet: str) -> list[list[Any]]:
        return [[None if one == "" else one for one in row] for row in self.opened.read(sheet, "A1:AN240")]


class Saved:
    """What LibreOffice saved, computed by IronCalc."""

    def __init__(self, path: Path) -> None:
        self.computed = in_ironcalc(path, SHEETS)

    def put(self, sheet: str, row: int, column: int, value: Any) -> None:
        raise NotImplementedError

    def rows(self, sheet: str) -> list[list[Any]]:
        return [[*row[:40], *[None] * 40][:40] for row in self.computed[sheet]]


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    office = Office(tmp_path_factory.mktemp("office"))
    yield office
    office.end()


@pytest.fixture
def opened(office: Office) -> Iterator[Open]:
    with office.book(BOOK) as book:
        book.unprotect()
        yield book


@pytest.fixture
def book(opened: Open) -> Book:
    book = Book(LibreOffice(opened))
    book.event()
    return book


def both(book: Book, opened: Open, folder: Path) -> Iterator[Book]:
    """The book as LibreOffice has it, and as IronCalc computes what is saved."""
    yield book
    opened.store(folder / "saved.xlsx")
    saved = object.__new__(Book)
    saved.program, saved.head = Saved(folder / "saved.xlsx"), book.head
    yield saved


def judged(book: Book) -> tuple[int, int]:
    """The number of rows of Games that are OK and right, and of rows refused as the package refuses them."""
    games = [row for row in book.games if row["Check"] not in (None, "")]
    words = [word for head in games[0] if isinstance(word := header_word(head), str)]
    rows = [{header_word(head): value for head, value in row.items()} for row in book.games]
    rows = [{word: row.get(word) for word in words} for row in rows]
    told = [one for one in expected(find("DCC"), {}, rows, words) if one.played]
    right = 0
    for row, one in zip(games, told, strict=True):
        assert str(row["Check"]).startswith("OK") == one.ok, (row, one.faults)
        if one.ok:
            assert same(row["Score"], one.score), row
            right += 1
    return right, len(games) - right


def slips(book: Book) -> dict[str, list[str]]:
    """The expected slips: the players of the latest round, by board. A board without players has none."""
    found: dict[str, list[str]] = {}
    listed = [row for row in book.games if row["Round"] and row["Board"] and row["Power"]]
    latest = max(int(row["Round"]) for row in listed if row["Player"])
    for row in (row for row in listed if int(row["Round"]) == latest):
        board = f"Round {latest}, board {str(row['Board']).strip()}"
        players = found.setdefault(board, [""] * 7)
        players[POWERS.index(row["Power"])] = str(row["Player"] or "")
    return {board: players for board, players in found.items() if any(players)}


CUTS = [
    {"B2": "B16", "C9": "C18", "D30": "D11", "E37": "E19"},
    {"A2": "A19", "E9": "E10", "F30": "F40", "G7": "G33", "H37": "H3"},
]
"""Typed cells of four boards, and where they are pasted: on another board, or on their own."""


@pytest.mark.parametrize("cuts", CUTS, ids=["".join(one) for one in CUTS])
def test_typed_cells_are_cut_and_pasted(
    book: Book, opened: Open, tmp_path: Path, cuts: dict[str, str]
) -> None:
    """Every pasted cell counts in its new place, and replaces the cell there."""
    opened.put("Games", "F30", [["x"]])
    opened.put("Games", "G7", [[1903]])
    opened.put("Games", "H37", [[1907]])
    for source, target in cuts.items():
        opened.shift("Games", source, target)
    for one in both(book, opened, tmp_path):
        right, refused = judged(one)
        assert right < 28
        assert refused
        assert one.slips == slips(one)
        assert not [found for found in one.errors() if found[0] not in ("Standings", "Best countries")]


def test_a_name_on_players_is_cut_and_pasted(book: Book, opened: Open, tmp_path: Path) -> None:
    opened.put("Players", "A5:A6", [["Ann"], ["Bob"]])
    before = book.seats
    opened.shift("Players", "A5", "A9")
    for one in both(book, opened, tmp_path):
        assert one.seats == before
        assert list(one.errors()) == []
