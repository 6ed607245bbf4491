"""A workbook in a LibreOffice without our functions shows stored values, and says so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.hosts.calc.calc_office import Book, Office
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.functions.declared import VERSION
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.acts.new import create_from
from xl_dipscore.workbooks.acts.rebuild import rebuild
from xl_dipscore.workbooks.author import Plan, templates_folder
from xl_dipscore.workbooks.author.guide import NOT_LIVE
from xl_dipscore.workbooks.author.style import LOST
from xl_dipscore.workbooks.layout.event import EventIn

pytestmark = [pytest.mark.calc, pytest.mark.oldest, pytest.mark.usefixtures("new_books")]

DARK = NOT_LIVE
ERROR = re.compile(r"#[A-Z/0]+[?!A]|Err:\d+")
NEEDED = {("Systems", "J1"), ("Systems", "J4")}
"""Hidden cells: one tells whether our functions are missing, the other would find the system by them."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a new workbook, one that grew, and one with a centre chart."""
    folder = tmp_path_factory.mktemp("made")
    new.create(folder / "new.xlsx", Plan(find("SOS"), 2, 2))
    create_from(folder / "new.xlsx", folder / "grown.xlsx", find("SOS"), rounds=3, boards=3)
    new.create(folder / "chart.xlsx", Plan(find("WBC"), 2, 1))
    return folder


def errors_in(book: Book) -> set[tuple[str, str]]:
    """The cells that show an error, in the whole workbook."""
    found = set()
    for sheet in book.sheets():
        for row, line in enumerate(book.read(sheet, "A1:AZ250"), 1):
            wrong = (column for column, value in enumerate(line, 1) if ERROR.match(str(value)))
            found |= {(sheet, address(row, column)) for column in wrong}
    return found


def test_no_cell_shows_an_error_and_the_light_is_out(bare: Office, made: Path) -> None:
    """Say so from the start, because LibreOffice keeps no number of an array with an unknown function."""
    for name in ("new", "grown", "chart"):
        with bare.book(made / f"{name}.xlsx") as book:
            assert (book.value("Standings", "A4"), book.value("Guide", "B4")) == ("", DARK)
            assert errors_in(book) <= NEEDED
            book.put("Players", "A5", [["Ann"]])
            book.put("Games", "J9" if name == "chart" else "E2", [[5]])
            assert book.value("Guide", "B4") == DARK
            assert errors_in(book) <= NEEDED
            book.calculate()
            assert errors_in(book) == NEEDED


@pytest.mark.parametrize(
    "counts", [(5, 5, 5, 5, 5, 5, 6), (34, 1, 0, 0, 0, 0, 0), (5.5, 5, 5, 5, 5, 5, 3), ("?",) * 7]
)
def test_a_board_that_plain_formulas_refuse_shows_errors_that_excel_knows(
    bare: Office, plain: Path, counts: tuple[object, ...]
) -> None:
    """Err:502 and its like tell a director nothing."""
    with bare.book(plain) as book:
        book.put("Games", "E2:E8", [[count] for count in counts])
        rows = book.read("Games", "A2:N8")
    assert {cell for row in rows for cell in row if str(cell).startswith(("#", "Err:"))} == {"#VALUE!"}


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("plain") / "plain.xlsx"
    new.create_native(path, Plan(find("SOS"), 1, 1))
    return path


EXAMPLES = sorted((templates_folder() / "examples").glob("*.xlsx"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_scores_stay_and_every_table_says_why_it_is_lost(bare: Office, path: Path) -> None:
    package = Package.read(path)
    (games,) = EventIn(package).check_sheets()
    with bare.book(path) as book:
        for word in ("score", "counts"):
            for row in range(2, 9):
                cell = address(row, games.columns[word])
                if package.value("Games", cell) is not None:
                    assert book.value("Games", cell) == pytest.approx(package.value("Games", cell))
        told = {"Problems": "A2", "Seats": "A2", "Standings": "A3", "Explain": "A2", "Compare": "A2"}
        told |= {"Best countries": "A2", "Calculator": "A2", "Charts": "A2", "Print": "A2", "Guide": "B3"}
        assert {sheet: book.value(sheet, cell) for sheet, cell in told.items()} == dict.fromkeys(told, LOST)
        assert book.value("Guide", "B4") == DARK
        assert errors_in(book) <= NEEDED


def test_scores_are_blank_and_a_rebuild_brings_everything_back(
    bare: Office, made: Path, tmp_path: Path
) -> None:
    saved = tmp_path / "saved.xlsx"
    (games,) = EventIn(Package.read(made / "new.xlsx")).check_sheets()
    scores = [address(row, games.columns["score"]) for row in range(2, 9)]
    with bare.book(made / "new.xlsx") as book:
        book.put("Games", "E2:E8", [[5], [5], [5], [5], [5], [5], [4]])
        assert {book.value("Games", score) for score in scores} == {""}
        book.store(saved)
    assert rebuild(saved).not_computed == ()
    package = Package.read(saved)
    assert package.value("Guide", "B4") == VERSION
    assert package.value("Games", scores[0]) == pytest.approx(100 * 25 / (6 * 25 + 16))
    assert package.value("Standings", "A4") == "#VALUE!"  # nobody sits there: a fault stays visible
