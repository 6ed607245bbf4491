"""A value that only an event can compute: that of a solo, on Setup and beside each board."""

from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils import get_column_letter

from tests.rules.tournament.events import BLANK, FOUR, SOLO, THREE, board, listing
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.new import create, create_from, create_native
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.author import Plan
from xl_dipscore.workbooks.layout.setup import EVENT_OPTIONS, OPTIONS, Setup

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("new_books")]

ONE_ROUND = (board(SOLO, "abcdefg", 1, "A"), board(FOUR, "hijklmn", 1, "B"))


@pytest.fixture
def event(tmp_path):
    """A workbook for as many rounds and boards as there are, with these boards in it."""

    def made(*boards, rounds=1, slots=2, system="MYSTERY", native=False, **changes):
        path = tmp_path / "event.xlsx"
        path.unlink(missing_ok=True)
        (create_native if native else create)(path, replace(Plan(find(system), rounds, slots), **changes))
        assert fill(path, read_games(listing(*boards)).games).not_computed == ()
        return Package.read(path)

    return made


def letter(package, heading):
    """The column of Games under this heading."""
    (column,) = (
        c
        for (r, c), cell in package.sheet("Games").cells.items()
        if r == 1 and str(cell.value).partition("|")[0].strip() == heading
    )
    return get_column_letter(column)


def scores(package, *rows):
    return [package.value("Games", f"{letter(package, 'Score')}{row}") for row in rows]


def check(package):
    """The workbook's check of the first board."""
    return package.value("Games", f"{letter(package, 'Check')}2")


def total(package, player):
    sheet = package.sheet("Standings").cells
    row = next(row for (row, column), cell in sheet.items() if column == 2 and cell.value == player)
    return sheet[row, 3].value


def solo(package):
    """The cell on Setup with the value of a solo in this event."""
    cells = package.sheet("Setup").cells
    return next(f"B{cell.row}" for cell in cells.values() if "MYSTERY_SOLO" in (cell.formula or ""))


def switched(package, system):
    """The same workbook under another system."""
    package.set_value("Setup", "B3", system)
    assert rebuild_package(package, Path("event.xlsx")).not_computed == ()


def test_beside_a_solo_stands_what_the_standings_count(event):
    package = event(*ONE_ROUND)
    assert scores(package, *range(2, 9)) == [400, *[0] * 6]
    assert check(package) == "OK: solo Austria with 18 centres, 1908."
    assert total(package, "a") == 400
    assert package.value("Setup", solo(package)) == 400


def test_before_the_end_only_the_winners_score_is_open(event):
    package = event(*ONE_ROUND, rounds=2)
    assert scores(package, *range(2, 9)) == ["#N/A", *[0] * 6]
    assert "The score of Austria is known when the event is over" in check(package)
    assert not package.value("Setup", solo(package))
    waiting = event(ONE_ROUND[0], board(BLANK, "h", 1, "B"))
    assert scores(waiting, 2, 3) == ["#N/A", 0]


@pytest.mark.parametrize("native", [False, True])
def test_an_override_of_a_solo_leaves_its_score_open(event, native):
    """In plain formulas too, which stood at 0 there."""
    package = event(board(SOLO, "abcdefg", 1, "A", override={"A": 60}), rounds=2, slots=1, native=native)
    assert scores(package, 2, 3) == ["#N/A", 0]
    assert total(package, "a") == 60 / 2


def test_a_typed_value_counts_beside_the_board_too(event):
    package = event(*ONE_ROUND, rounds=2, options={"solo": 150})
    assert scores(package, 2, 3) == [150, 0]
    assert total(package, "a") == 150 / 2


def test_where_another_system_is_chosen_the_row_is_empty(event):
    package = event(*ONE_ROUND, every_column=True)
    place = solo(package)
    switched(package, "SOS")
    assert [package.value("Setup", cell) or "" for cell in (place.replace("B", "A"), place)] == ["", ""]
    assert scores(package, 2, 3) == [100, 0]


def test_a_workbook_for_every_system_has_it_too(event):
    package = event(*ONE_ROUND, system="SOS", every_column=True)
    assert scores(package, 2) == [100]
    switched(package, "MYSTERY")
    assert scores(package, 2, 3) == [400, 0]


def test_the_computed_row_is_nobodys_typing(event):
    package = event(*ONE_ROUND)
    row = int(solo(package)[1:])
    for name in (OPTIONS, EVENT_OPTIONS):
        assert row not in Setup(package).options(name)
    switched(package, "SOS")  # its name is empty now
    assert row not in Setup(package).free_rows(OPTIONS)


def test_regenerated_the_value_is_computed_and_not_carried_over(event, dipscore, tmp_path, makes):
    event(*ONE_ROUND)
    (tmp_path / "template.xlsx").write_bytes(makes("MYSTERY", 1, 2))
    got = dipscore("regenerate", "event.xlsx", "--template", "template.xlsx", "-o", "new")
    assert got.status == 0, got.err
    new = Package.read(tmp_path / "new" / "event.xlsx")
    assert scores(new, 2, 3) == [400, 0]
    typed = {row[0]: row[1:] for row in Setup(new).options(OPTIONS).values()}
    assert typed["solo"] == []
    assert "MYSTERY_SOLO" in new.cell("Setup", solo(new)).formula


def test_a_grown_workbook_takes_the_value_from_all_its_games(tmp_path, makes):
    (tmp_path / "small.xlsx").write_bytes(makes("MYSTERY", 1, 2))
    create_from(tmp_path / "small.xlsx", tmp_path / "grown.xlsx", find("MYSTERY"), rounds=2, boards=2)
    games = (*ONE_ROUND, board(THREE, "abcdefg", 2, "A"), board(THREE, "hijklmn", 2, "B"))
    fill(tmp_path / "grown.xlsx", read_games(listing(*games)).games)
    package = Package.read(tmp_path / "grown.xlsx")
    assert f"Games!$A$1:${letter(package, 'Override')}$29" in package.cell("Setup", solo(package)).formula
    assert scores(package, 2, 3) == pytest.approx([(400 + 300 + 300) / 3, 0])
    assert total(package, "a") == pytest.approx(((400 + 300 + 300) / 3 + 100) / 2)


def test_what_an_event_tells_shows_its_decimals(event, tmp_path):
    event(*ONE_ROUND)
    book = openpyxl.load_workbook(tmp_path / "event.xlsx")
    for sheet, cell in (
        ("Games", "M2"),
        ("Games", "N2"),
        ("Standings", "C5"),
        ("Standings", "D5"),
        ("Explain", "B16"),
    ):
        assert book[sheet][cell].number_format == "0.00", sheet
