"""Printed pages after lines were added: print areas, names of printed lines, numbers of pages."""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.workbooks.layout.books import HEADER, board, book_of
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.cell import ErrorMark
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts import rebuild
from xl_dipscore.workbooks.acts.new import create
from xl_dipscore.workbooks.author import Plan
from xl_dipscore.workbooks.author.tables import MORE_BELOW
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.grow.paper import _end_areas, _print_areas, fit_lists, show_filled_lines
from xl_dipscore.workbooks.layout.pages import CALLS, CALLS_ON_A_PAGE, PRINTED, SHOWN_LINES

NAME = f"{PRINTED}wall"


def book(players: int = 100, *, printed: bool = True, **names: str) -> Package:
    """A list of players, and a wall list that prints its first 20 lines."""
    lines = [["No", "Player"], *[[n, f"P{n}"] for n in range(1, players + 1)]]
    sheets = {"Games": [HEADER, *board()], "Wall": lines, "Players": lines, "It's": [["x"]]}
    named = {"Roster": f"Players!$A$2:$A${players + 1}", NAME: "Wall!$A$2:$B$21", **names}
    made = load_workbook(io.BytesIO(book_of(sheets, **named).to_bytes()))
    if printed:
        made["Wall"].print_area = "A1:B21"
    made["It's"].print_area = "A1:B5"
    for sheet in made.worksheets:
        sheet.page_setup.orientation, sheet.page_setup.fitToHeight = "portrait", 7
    data = io.BytesIO()
    made.save(data)
    return Package(data.getvalue(), "book.xlsx")


def areas(package: Package) -> dict[str, int]:
    return {sheet: area.bottom for sheet, area in _print_areas(package).items()}


def pages(package: Package, sheet: str) -> dict[str, str]:
    xml = (package.part(package.sheet(sheet).part) or b"").decode()
    found = re.search(r"<pageSetup([^>]*)/>", xml)
    return dict(re.findall(r'(\w+)="([^"]*)"', found[1])) if found else {}


def test_print_areas_by_sheet() -> None:
    assert areas(book()) == {"Wall": 21, "It's": 5}


def test_areas_and_names_end_in_the_same_row() -> None:
    package = book()
    _end_areas(package, {NAME: _print_areas(package)["Wall"]}, {"Wall": 33})
    assert areas(package) == {"Wall": 33, "It's": 5}
    after = EventIn(package.reread()).setup.area(NAME)
    assert after is not None
    assert (after.top, after.bottom) == (2, 33)
    roster = EventIn(package.reread()).setup.area("Roster")
    assert roster is not None
    assert roster.bottom == 101


def fitted(a_round: int | None, **how: Any) -> Package:
    event = EventIn(book(**how))
    fit_lists(event, a_round)
    return event.file


@pytest.mark.slow
def test_a_list_is_printed_for_those_who_can_play() -> None:
    few, many = (areas(fitted(a_round))["Wall"] for a_round in (2, 14))
    assert 1 + 14 <= few < many == 1 + 100
    assert 1 + 2 * 100 // 3 <= areas(fitted(None))["Wall"] < 1 + 100
    assert areas(fitted(99))["Wall"] == 1 + 100
    few_pages, many_pages = (pages(fitted(a_round), "Wall")["fitToHeight"] for a_round in (2, 14))
    assert (few_pages, int(many_pages) > 1) == ("1", True)
    assert pages(fitted(14), "It's")["fitToHeight"] == "7"


def test_without_our_names_or_a_print_area_nothing_changes() -> None:
    assert "Wall" not in areas(fitted(14, printed=False))
    package = book_of({"Games": [HEADER, *board()], "Wall": [["x"]]})
    event = EventIn(package)
    fit_lists(event, 14)
    assert not event.file.changed


@pytest.mark.slow
def test_calls_get_as_many_pages_as_their_lines_need() -> None:
    for lines, tall in ((CALLS_ON_A_PAGE, "1"), (CALLS_ON_A_PAGE + 1, "2")):
        setup = pages(fitted(5, **{CALLS: f"Players!$A$2:$A${lines + 1}"}), "Players")
        assert (setup["fitToHeight"], setup["orientation"]) == (tall, "landscape")
    assert pages(fitted(None, **{CALLS: "Players!$A$2:$A$99"}), "Players")["fitToHeight"] == "7"


def spare_lines(filled: int, *, shown: int = 20, error: bool = False) -> Package:
    """A list of 100 lines, of which the first are filled, and those below `shown` will be hidden."""
    below = ErrorMark("#N/A") if error else ""
    lines = [["Player"], *[[f"P{n}" if n <= filled else below] for n in range(1, 101)]]
    sheets = {"Games": [HEADER, *board()], "Wall": lines, "Players": [["Player"], *[["x"]] * 100]}
    named = {"Roster": "Players!$A$2:$A$101", f"{SHOWN_LINES}Wall": f"Wall!$A$2:$A${shown + 1}"}
    return book_of(sheets, **named)


def shown_lines(package: Package) -> tuple[int, int]:
    """The last line that is shown, and the last one in the defined name. Hidden lines are those below."""
    package = package.reread()
    hidden = package.sheet("Wall").hidden_rows
    first = hidden[0] if hidden else 102
    assert [*hidden] == [*range(first, 102)]
    area = EventIn(package).setup.area(f"{SHOWN_LINES}Wall")
    assert area is not None
    return first - 2, area.bottom - 1


@pytest.mark.parametrize("filled", [0, 1, 14, 30, 99, 100])
def test_no_line_with_a_value_is_hidden(filled: int) -> None:
    event = EventIn(spare_lines(filled))
    fit_lists(event, 2)
    last, named = shown_lines(event.file)
    assert last == named == max(filled, 2 * 7 + 14)
    grown = EventIn(event.file.reread())
    fit_lists(grown, 9)
    assert min(shown_lines(grown.file)) >= 7 * 9
    assert "Wall" not in areas(grown.file)


@pytest.mark.parametrize(("filled", "error"), [(3, False), (20, False), (21, False), (77, False), (3, True)])
def test_lines_show_when_people_have_typed_more(filled: int, error: bool) -> None:
    event = EventIn(spare_lines(filled, error=error))
    assert show_filled_lines(event) == (filled > 20)
    assert event.file.changed == (filled > 20)
    last, named = shown_lines(event.file)
    assert (named, last) == (max(20, filled), filled if filled > 20 else 100)


@pytest.mark.slow
def test_compare_shows_who_is_typed_beyond_its_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is lost: first the sheet says that lines are hidden, and the next computing shows them."""
    path = tmp_path / "cup.xlsx"
    create(path, Plan(find("WBC"), 2, 3))
    event = EventIn(Package.read(path))
    (games,) = event.sheets
    for number, row in enumerate(row for slot in games.slots for row in sorted(slot.rows)):
        for word, value in (("player", f"P{number}"), ("centres", 5 - (number % 7 == 0))):
            event.file.set_value(games.name, address(row, games.columns[word]), value)
    with monkeypatch.context() as typing:
        typing.setattr(rebuild, "show_filled_lines", lambda event: False)
        rebuild.rebuild_package(event.file, path)
    assert str(event.file.value("Compare", "A2")).startswith(MORE_BELOW)
    rebuild.rebuild_package(event.file, path)
    made = event.file.reread()
    assert made.sheet("Compare").hidden_rows == ()
    assert {made.value("Compare", f"A{row}") for row in range(5, 47)} == {f"P{n}" for n in range(42)}
    assert not str(made.value("Compare", "A2")).startswith(MORE_BELOW)
