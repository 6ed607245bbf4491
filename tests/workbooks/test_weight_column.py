"""The column Weight of a workbook: its cells are text, and fractions in them count exactly."""

from __future__ import annotations

import io
from fractions import Fraction
from pathlib import Path

import openpyxl
import pytest

from tests.championship import CHAMPIONSHIP, NAMES, championship, squares
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.acts.new import create, create_native
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.author import Plan, make, templates_folder
from xl_dipscore.workbooks.layout.event import EventIn

pytestmark = pytest.mark.usefixtures("new_books")

PLAN = Plan(find("SOS"), 4, 1, options={"combine": "sum"}, every_column=True)


def weights(package: Package) -> list[str]:
    """The cells of the column, of each board's first row."""
    (home,) = EventIn(package).check_sheets()
    return [address(slot.rows[0], home.columns["weight"]) for slot in home.slots]


@pytest.fixture(scope="module")
def new() -> openpyxl.Workbook:
    return make(PLAN)


@pytest.mark.slow
def test_its_cells_are_text_in_a_new_workbook(new: openpyxl.Workbook) -> None:
    sheet = new["Games"]
    column = PLAN.column("Weight")
    assert {sheet[f"{column}{row}"].number_format for row in range(2, PLAN.last_row + 1)} == {"@"}


@pytest.mark.slow
def test_a_fraction_typed_once_in_the_shipped_example_is_that_of_its_board() -> None:
    package = Package.read(templates_folder() / "examples" / "any-system.xlsx")
    first, second, third, *_ = weights(package)
    package.set_value("Games", first, "2/3")
    package.set_value("Games", second, "0,5")
    package.set_value("Games", third, "2")
    found = EventIn(package).game_extract
    assert (found.faults, [game.weight for game in found.game_list.games[:3]]) == (
        [],
        [Fraction(2, 3), Fraction(1, 2), 2],
    )
    assert {row[found.table[0].index("weight")] for row in found.table[1:8]} == {"2/3", ""}
    package.set_value("Games", first, 46056)  # what a spreadsheet makes of 2/3 in a cell of numbers
    (fault,) = EventIn(package).game_extract.faults
    assert "46056 is a date" in str(fault)
    assert any("46056 is a date" in line for line in EventIn(package).problem_lines)


@pytest.mark.slow
def test_fill_writes_fractions_as_they_are_typed_and_names_no_other_spelling(new: openpyxl.Workbook) -> None:
    saved = io.BytesIO()
    new.save(saved)
    package = Package.read(saved.getvalue())
    games = read_games(championship()).games
    put_games(EventIn(package), games)
    assert [package.value("Games", cell) for cell in weights(package)] == ["2/3", "7/9", "8/9", "16/21"]
    package.set_value("Games", weights(package)[3], "8/9*6/7")
    assert put_games(EventIn(package), games).replaced == ()


@pytest.mark.slow
@pytest.mark.parametrize("made", [create, create_native])
def test_a_championship_is_computed(tmp_path: Path, made) -> None:
    """Through our functions, and through plain formulas, which take the text apart."""
    path = tmp_path / "event.xlsx"
    made(path, PLAN)
    package = championship_in(path)
    report = rebuild_package(package, path)
    assert report.not_computed == ()
    (alike,) = EventIn(package).problems  # all boards have the same counts
    assert "the same seven counts" in str(alike)
    assert totals(package) == pytest.approx({name: float(squares(name)) for name in NAMES}, abs=1e-9)


def championship_in(path: Path) -> Package:
    """The workbook with its event named, and each weight typed once."""
    package = Package.read(path)
    put_games(EventIn(package), read_games(championship()).games)
    package.set_value("Setup", "B2", "World Championship")
    column = PLAN.column("Weight")
    for board, weight in enumerate(CHAMPIONSHIP):
        for row in range(7):
            package.set_value("Games", f"{column}{2 + 7 * board + row}", weight if row == 0 else None)
    return package


def totals(package: Package) -> dict[str, object]:
    table = EventIn(package).standings_shown
    assert table is not None
    cells = openpyxl.load_workbook(io.BytesIO(package.to_bytes()), data_only=True)["Standings"]
    rows = ([cell.value for cell in row[:3]] for row in cells.iter_rows())
    return {row[1]: row[2] for row in rows if row[1] in NAMES}
