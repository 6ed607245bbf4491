"""Our functions as names in LibreOffice: opened, typed in and saved, with our extension and without."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.formula import ArrayFormula

from tests import games
from tests.hosts.calc.calc_office import Office
from tests.hosts.calc.test_paper import check_errors, output
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.native.compiled import NO_NUMBER
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.names import put_names
from xl_dipscore.workbooks.acts.new import create_native
from xl_dipscore.workbooks.acts.rebuild import NAMES_ANEW, rebuild, rebuild_package
from xl_dipscore.workbooks.author import Plan
from xl_dipscore.workbooks.author.games import LOST as LOST_ON_GAMES
from xl_dipscore.workbooks.author.guide import NAMES_NOT_LIVE
from xl_dipscore.workbooks.author.style import LOST_NAMES

pytestmark = pytest.mark.calc


@pytest.fixture
def named(tmp_path: Path) -> Path:
    """A board whose scores are computed by a name."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Board"
    for seat, count in enumerate((10, 8, 16, 0, 0, 0, 0)):
        sheet.cell(2 + seat, 2, count)
    sheet["E2"] = ArrayFormula("E2:E8", "=SHARE_SCORE(B2:B8)")
    sheet["F2"] = "=INDEX(SHARE_SCORE(B2:B8),3)"
    book.save(path := tmp_path / "named.xlsx")
    package = Package.read(path)
    put_names(package)
    rebuild_package(package, path)
    package.write(path)
    return path


def scores(path: Path) -> list[object]:
    package = Package.read(path)
    return [package.value("Board", cell) for cell in ("E2", "E3", "E4", "F2")]


def test_without_the_extension_errors_show_and_a_rebuild_mends_them(bare: Office, named: Path) -> None:
    whole = {name.name: name.text for name in Package.read(named).defined_names}
    before, saved = scores(named), named.with_name("saved.xlsx")
    with bare.book(named) as book:
        assert str(book.value("Board", "E2")).startswith("Err:")
        book.put("Board", "H2", [[5]])
        book.store(saved)
    assert not [one for one in scores(saved) if isinstance(one, float | int) and one not in before]
    assert NAMES_ANEW in rebuild(saved).notes
    assert scores(saved) == pytest.approx(before)
    assert {name.name: name.text for name in Package.read(saved).defined_names} == whole


def errors_in(book: Any, sheet: str) -> Iterator[str]:
    """The headings of the columns that have an error."""
    head, *rows = (line for line in book.read(sheet, "A1:Z40"))
    for row in rows:
        for heading, value in zip(head, row, strict=True):
            if isinstance(value, str) and value.startswith(("#", "Err:")):
                yield heading


def test_a_whole_event_says_that_its_functions_do_not_work(bare: Office, tmp_path: Path) -> None:
    path, printed = tmp_path / "event.xlsx", tmp_path / "event.pdf"
    create_native(path, Plan(find("DCC"), 2, 2, by_name=True))
    fill(path, read_games(games.event()).games)
    with bare.book(path) as book:
        book.calculate()
        said = {"Guide": "B3", "Standings": "A3", "Print": "A2", "Best countries": "A2"}
        assert {book.value(sheet, cell) for sheet, cell in said.items()} == {LOST_NAMES}
        assert book.value("Guide", "B4") == NAMES_NOT_LIVE
        assert LOST_ON_GAMES in book.read("Games", "A1:O1")[0]
        # A cell that calls a function has an error whatever its formula says; no other cell has one.
        errors = {
            sheet: [*errors_in(book, sheet)] for sheet in ("Games", "Standings", "Print", "Best countries")
        }
        assert {sheet: {*columns} for sheet, columns in errors.items() if columns} == {"Games": {"Score"}}
        book.store(printed)
    check_errors(printed, unseen=r"#N/A|#VALUE!|Err:50\d")
    assert NO_NUMBER not in " ".join(output("pdftotext", printed, "-").split())


def test_with_the_extension_it_computes_whatever_the_names_say(office: Office, named: Path) -> None:
    saved = named.with_name("saved.xlsx")
    with office.book(named) as book:
        assert book.value("Board", "E2") == pytest.approx(100 * 10 / 34)
        book.put("Board", "B2", [[9]])
        assert book.value("Board", "E2") == pytest.approx(100 * 9 / 33)
        assert book.value("Board", "F2") == pytest.approx(100 * 16 / 33)
        book.store(saved)
    shown = [100 * count / 33 for count in (9, 8, 16, 16)]
    assert scores(saved) == pytest.approx(shown)
    assert NAMES_ANEW in rebuild(saved).notes
    assert scores(saved) == pytest.approx(shown)


def test_the_menu_repairs_the_names_in_the_file(office: Office, named: Path) -> None:
    whole = {name.name: name.text for name in Package.read(named).defined_names}
    with office.book(named) as book:
        book.put("Board", "B2", [[9]])
        done, said = book.menu("repair", {})
        assert (done, said) == (True, [NAMES_ANEW])
        assert {name.name: name.text for name in Package.read(named).defined_names} == whole
        assert scores(named) == pytest.approx([100 * count / 33 for count in (9, 8, 16, 16)])
        assert book.value("Board", "F2") == pytest.approx(100 * 16 / 33)


def test_an_event_shows_no_number_where_the_names_are_not_computed(bare: Office, tmp_path: Path) -> None:
    create_native(path := tmp_path / "event.xlsx", Plan(find("SHARE"), 1, 1, by_name=True))
    package = Package.read(path)
    for row, count in enumerate((10, 8, 16, 0, 0, 0, 0), 2):
        package.set_value("Games", f"D{row}", f"P{row}")
        package.set_value("Games", f"E{row}", count)
    rebuild_package(package, path)
    package.write(path)
    status = package.value("Guide", "B3")
    assert package.value("Standings", "C5") == pytest.approx(100 * 16 / 34)
    with bare.book(path) as book:
        book.put("Games", "E2", [[9]])
        assert book.value("Games", "O2") == NO_NUMBER
        assert book.value("Standings", "C5") == ""
        assert book.value("Guide", "B3") not in (status, "No problems.")
        book.store(saved := tmp_path / "saved.xlsx")
    rebuild(saved)
    assert Package.read(saved).value("Standings", "C5") == pytest.approx(100 * 16 / 33)


def test_a_typed_count_alone_says_that_the_functions_do_not_work(bare: Office, tmp_path: Path) -> None:
    """Without it, Games would call each board wrong until everything is computed again."""
    create_native(path := tmp_path / "event.xlsx", Plan(find("SHARE"), 1, 1, by_name=True))
    with bare.book(path) as book:
        book.put("Games", "E2:E8", [[count] for count in (10, 8, 16, 0, 0, 0, 0)])
        assert book.value("Guide", "B4") == NAMES_NOT_LIVE
        assert LOST_ON_GAMES in book.read("Games", "A1:O1")[0]
        # A cell that calls a function has an error whatever its formula says; no other cell has one.
        errors = {
            sheet: [*errors_in(book, sheet)] for sheet in ("Games", "Standings", "Print", "Best countries")
        }
        assert {sheet: {*columns} for sheet, columns in errors.items() if columns} == {"Games": {"Score"}}
