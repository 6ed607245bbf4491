"""The messages of rebuild and fill about a workbook's event."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName

from tests import games
from tests.each import each
from tests.opened import opened
from tests.sheets.books import board, saved
from xl_dipscore.cli.writing import SHOWN, lines_of_not_computed
from xl_dipscore.rules.board import SEATS
from xl_dipscore.rules.system import UnknownSystem
from xl_dipscore.sheets.calculate.block import NotComputed
from xl_dipscore.sheets.xlsx.formula import position
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.rebuild import Order, rebuild_with_order
from xl_dipscore.workbooks.acts.rebuild_data import Report
from xl_dipscore.workbooks.acts.shown_numbers import numbers
from xl_dipscore.workbooks.layout.event import EventIn, NoFormulaLeft
from xl_dipscore.workbooks.layout.games import NoGamesSheet
from xl_dipscore.workbooks.live.menu import Selected, item_of

pytestmark = pytest.mark.usefixtures("new_books")

TWICE = (
    "Games row 9, column Player: Player 0 is on two boards of round 1: A and B. Correct the name; or, if "
    "both count, set the option double to best or sum."
)
Spoil = Callable[[Package], None]


@pytest.fixture
def event(played: bytes, tmp_path: Path) -> Callable[..., Path]:
    """A played event's workbook with other cells typed."""

    def make(spoil: Spoil = lambda package: None) -> Path:
        path = tmp_path / "event.xlsx"
        path.write_bytes(played)
        package = Package.read(path)
        spoil(package)
        path.write_bytes(package.to_bytes())
        return path

    return make


def wrong_name(package: Package) -> None:
    package.set_value("Games", "D9", "Player 0")


def test_nothing_is_wrong(event: Any) -> None:
    assert EventIn(Package.read(event())).problem_lines == ()


def test_a_name_picked_twice(event: Any) -> None:
    assert EventIn(Package.read(event(wrong_name))).problem_lines == (
        TWICE,
        "1 wrong.",
    )


@pytest.mark.parametrize(("cell", "heading"), [("M3", "Score"), ("N3", "Counts")])
def test_a_number_typed_over_a_formula_of_the_score(event: Any, cell: str, heading: str) -> None:
    """It stands beside OK, and the standings use another one."""
    before = Package.read(event()).value("Games", cell)

    def spoil(package: Package) -> None:
        package.set_value("Games", cell, 555)

    (told, summary) = EventIn(Package.read(event(spoil))).problem_lines
    assert told.startswith(f"Games row 3: Doubt: England shows 555, typed over the formula of {heading}; ")
    assert (f"the standings count {before:g}" in told, summary) == (True, "1 doubt.")
    assert (
        EventIn(Package.read(event(lambda package: package.set_value("Games", cell, before)))).problem_lines
        == ()
    )


@each(("column", "nothing", "seats"), [("M", None, [3]), ("N", "", [0, 6]), ("M", " ", [*SEATS])])
def test_a_formula_of_the_score_that_was_deleted(
    played: bytes, column: str, nothing: str | None, seats: list[int]
) -> None:
    """The cells of each board are named once, in whatever way a formula was lost."""
    package = Package(played, "event.xlsx")
    for seat in seats:
        package.set_value("Games", f"{column}{9 + seat}", nothing)
    (only,) = EventIn(package).problems
    assert isinstance(only.fault, NoFormulaLeft)
    assert only.fault.cells == [("Games", 9 + seat, position(f"{column}9")[1]) for seat in seats]
    assert item_of("check").run(opened(package), at=None).go == Selected(*only.fault.cells[0])


def test_a_formula_that_was_deleted_before_the_results_came(makes: Any) -> None:
    package = Package(makes(), "event.xlsx")
    package.set_value("Games", "M9", None)
    assert EventIn(package).problem_lines == ()


def test_a_heading_without_which_there_are_no_games(event: Any) -> None:
    def misspell(package: Package) -> None:
        package.set_value("Games", "C1", "Powre")

    assert EventIn(Package.read(event(misspell))).problem_lines == (
        NoGamesSheet(file="event.xlsx").full_text,
        "1 wrong.",
    )


def test_a_word_on_setup_that_is_not_understood(event: Any) -> None:
    def spoil(package: Package) -> None:
        package.set_value("Setup", setup_cell(package, "Scoring_system"), "TRIBUT")

    assert EventIn(Package.read(event(spoil))).problem_lines == (
        f"There is no scoring system TRIBUT. Did you mean TRIBUTE? {UnknownSystem.remedy}",
        "1 wrong.",
    )


def setup_cell(package: Package, name: str) -> str:
    (known,) = (one for one in package.defined_names if one.name == name)
    return known.text.rpartition("!")[2].replace("$", "")


def test_a_handful_of_what_is_only_to_check(event: Any) -> None:
    def spoil(package: Package) -> None:
        header = next(
            ref for ref in (f"{column}1" for column in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
            if package.value("Games", ref) == "Override"
        )  # fmt: skip
        for row in range(2, 10):
            package.set_value("Games", f"{header[0]}{row}", row)

    found = EventIn(Package.read(event(spoil))).problem_lines
    assert len(found) == 5 + 2
    typed = "Games row 2, column Override: Note: Austria counts 2, typed by the director."
    assert found[0].startswith(typed)
    assert found[-2:] == ("And 4 more to look at.", "9 notes.")


def test_notes_are_no_problems(event: Any) -> None:
    def typed(package: Package) -> None:
        column = next(c for c in "ABCDEFGHIJKLMNOPQRS" if package.value("Games", f"{c}1") == "Override")
        for row in (2, 3):
            package.set_value("Games", f"{column}{row}", row)

    def both(package: Package) -> None:
        typed(package)
        wrong_name(package)

    assert EventIn(Package.read(event(typed))).problem_lines[-1] == "2 notes."
    told = EventIn(Package.read(event(both))).problem_lines
    assert told[-1] == "1 wrong, 2 notes."


def test_a_board_without_headings_is_named(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Games"
    board(sheet)
    doubt, count = EventIn(Package.read(saved(book, tmp_path))).problem_lines
    assert "C2" in doubt
    assert "B2:B8" in doubt
    assert count == "1 doubt."


@pytest.mark.slow
def test_rebuild_says_it_and_does_its_work(event: Any, dipscore: Any) -> None:
    path = event(wrong_name)
    assert rebuild_with_order(path, Order(dry_run=True)).problems[0] == TWICE
    got = dipscore("rebuild", str(path.parent))
    assert got.status == 0
    assert f"{path}: {TWICE}" in got.err.splitlines()
    assert got.err.splitlines()[-1] == f"{path}: 1 wrong."


@pytest.mark.slow
def test_fill_says_it(makes: Any, dipscore: Any, tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(makes())
    table = games.event()
    table[8][3] = "Player 0"
    got = dipscore("fill", str(path), str(games.write(tmp_path / "g.csv", table)))
    assert got.status == 0
    assert got.err.splitlines()[-2:] == [
        f"{path}: {TWICE}",
        f"{path}: 1 wrong.",
    ]


@pytest.mark.slow
def test_one_of_something_is_said_in_the_singular(makes: Any, dipscore: Any, tmp_path: Path) -> None:
    (tmp_path / "event.xlsx").write_bytes(makes("SOS", 1, 1))
    table = [games.HEADER, *(row for name in "AB" for row in games.rows(1, name, games.CLOCK))]
    got = dipscore("fill", "event.xlsx", games.write(tmp_path / "g.csv", table))
    assert "event.xlsx has no free board for board B of round 1; it has 1 board of seven rows. " in got.err
    cells = tuple(NotComputed("Games", f"Z{row}", "it is odd") for row in range(SHOWN + 1))
    *_, last = lines_of_not_computed(Path("event.xlsx"), Report(Path("event.xlsx"), (), cells, 0))
    assert last == "event.xlsx: and 1 more cell."


@pytest.mark.slow
def test_a_power_without_a_row_is_told_once_a_workbook_has_one(dipscore, makes, tmp_path):
    """Filled in as dead from the start, it leaves the others the scores that the file gives them."""
    (tmp_path / "event.xlsx").write_bytes(makes("CONQUEST", 1, 2))
    rows = [row for row in games.rows(1, "A", (12, 10, 8, 0, 0, 0, 0), players="abcdefg") if row[4]]
    games.write(tmp_path / "games.csv", [games.HEADER, *rows])
    scores = [row[-1] for row in dipscore("score", "CONQUEST", "games.csv").table[1:]]
    got = dipscore("fill", "event.xlsx", "games.csv")
    assert (
        "event.xlsx: Board A of round 1: Germany, Italy, Russia and Turkey have no row and are read as not "
        "played. Type their rows, unless nobody played them." in got.err
    )
    assert "needs" not in got.err
    (tmp_path / "out.csv").write_text(dipscore("extract", "event.xlsx").out, encoding="utf-8")
    again = [row[-1] for row in dipscore("score", "CONQUEST", "out.csv").table[1:]]
    assert again == [*scores, "0", "0", "0", "0"]
    kept = numbers(EventIn(Package.read(tmp_path / "event.xlsx"))).scores.values()
    assert {*kept} == {0, *map(float, scores)}


@pytest.mark.slow
def test_a_power_without_a_row_in_an_old_workbook_is_told_of_the_new_one(dipscore, makes, tmp_path):
    book = openpyxl.Workbook()
    rows = games.rows(1, "A", (12, 10, 8, 0, 0, 0, 0), players="abcdefg")
    for row in (games.HEADER, *rows[:3]):
        book.active.append(row)
    book.create_sheet("Setup").append(["Scoring system", "CONQUEST"])
    book.defined_names["Scoring_system"] = DefinedName("Scoring_system", attr_text="Setup!$B$1")
    saved(book, tmp_path, "old.xlsx")
    (tmp_path / "template.xlsx").write_bytes(makes("CONQUEST", 1, 2))
    got = dipscore("regenerate", "old.xlsx", "--template", "template.xlsx", "-o", "new")
    assert "Board A of round 1: Germany, Italy, Russia and Turkey have no row and are read as" in got.err
