"""Check, pressed until it wraps: each problem once, on its own cell, in every layout."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.formula import ArrayFormula

from tests import games
from tests.opened import opened
from tests.workbooks import own_books
from xl_dipscore.errors import At, Faults
from xl_dipscore.rules.board import TooManyCentres
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.doubts.people import NoName, TwoPeople
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.open_book import OpenBook
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.author import templates_folder
from xl_dipscore.workbooks.layout.event import EventIn, NoSystem, SeveralSystems
from xl_dipscore.workbooks.layout.games import HeadingsMoved
from xl_dipscore.workbooks.live.menu import Selected, item_of

FAST = ("rows", "columns", "sheets", "blocks_in_a_grid")
CHARTED = "sheets_with_charts"
OWN = [
    pytest.param(layout, marks=[] if layout in FAST else [pytest.mark.slow])
    for layout in own_books.LAYOUTS
    if layout != CHARTED
]
EXAMPLES = ("examples/c-diplo.xlsx", "examples/anywhere/c-diplo.xlsx", "examples/dcc-league.xlsx")
PLAYED = read_games(games.event()).games
MOST = 60


def filled(layout: str, folder: Path) -> Package:
    """A director's own layout with results; of formulas that score, no values."""
    package = Package.read(own_books.made(layout, folder / "mine.xlsx"))
    put_games(EventIn(package), PLAYED)
    return package


def put(package: Package, at: At, value: object) -> At:
    package.set_value(at[0], address(*at[1:]), value)  # type: ignore[arg-type]
    return at


def put_slips(package: Package) -> dict[At, str]:
    """Two names in one row, a count of 35, a count in words; the expected messages, by cell."""
    first, second = [one for one in EventIn(package).boards.check().slots if not one.free][:2]
    return {
        put(package, first.cells("player")[2], "Ann & Bob"): TwoPeople.remedy,
        put(package, first.cells("player")[5], "Nobody"): NoName.remedy,
        put(package, first.cells("centres")[1], 35): "35 centres",
        put(package, second.cells("centres")[3], "many"): "'many'",
    }


def press(book: OpenBook, start: Selected | None = None) -> dict[At, Sequence[str]]:
    """The message of Check on each cell, until the first cell comes again."""
    said: dict[At, Sequence[str]] = {}
    at = start
    for _ in range(MOST):
        done = item_of("check").run(book, at=at)
        assert done.go is not None
        if done.go[:3] in said:
            assert done.go[:3] == next(iter(said))
            return said
        said[done.go[:3]] = done.said
        at = done.go
    raise AssertionError("it never wraps")


def reread(package: Package) -> OpenBook:
    return opened(Package.read(package.to_bytes()))


def check_all(package: Package, slips: dict[At, str]) -> dict[At, Sequence[str]]:
    """Press until it wraps: all problems are said, each once, and each slip on its cell."""
    book = reread(package)
    said = press(book)
    problems = EventIn(book).problems
    numbered = [f"{n} of {len(problems)}: {one.text_without_commands}" for n, one in enumerate(problems, 1)]
    assert sorted(line for lines in said.values() for line in lines) == sorted(numbered)
    for at, words in slips.items():
        assert any(words in line for line in said[at])
    return said


@pytest.mark.parametrize("layout", OWN)
def test_each_problem_of_an_own_layout_is_shown_on_its_cell(layout: str, tmp_path: Path) -> None:
    package = filled(layout, tmp_path)
    slips = put_slips(package)
    said = check_all(package, slips)
    others = [line for at, lines in said.items() if at not in slips for line in lines]
    assert all(NoSystem.remedy in line for line in others)
    assert len(others) == (not EventIn(package).system_name)


def test_a_centre_chart_has_its_own_cells(tmp_path: Path) -> None:
    package = Package.read(own_books.made(CHARTED, tmp_path / "mine.xlsx"))
    its = EventIn(package).boards.check().own[0]
    for year, counts in ((1901, (5, 5, 5, 4, 4, 4, 4)), (1902, (5, 5, 5, 4, 4, 5, 7))):
        for at, count in zip(its.cells(year), counts, strict=True):
            put(package, at, count)
    assert check_all(package, {its.cells(1902)[0]: str(TooManyCentres(when=" of 1902", total=35))})


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_each_problem_of_our_own_workbooks_is_shown_on_its_cell(name: str) -> None:
    package = Package.read(templates_folder() / name)
    check_all(package, put_slips(package))


def test_another_cell_begins_with_the_first_problem(tmp_path: Path) -> None:
    package = filled("blocks_in_a_grid", tmp_path)
    put_slips(package)
    book = reread(package)
    there = EventIn(package).boards.check().slots[3].cells("player")[1]
    assert press(book, Selected(*there)) == press(book)


def test_a_problem_in_merged_cells_is_left_again(tmp_path: Path) -> None:
    """Programs select merged cells by their first one."""
    path = tmp_path / "merged.xlsx"
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.append(["Round", "Board", "Power", "Player", "Centres", "Year"])
    for power, count in zip(own_books.POWERS, (10, 9, 5, 4, 3, 2, 1), strict=True):
        sheet.append(["soon", "A", power, f"P {power}", count])
    sheet.merge_cells("A2:A8")
    book.save(path)
    package = Package.read(path)
    said = check_all(package, {})
    assert (sheet.title, 2, 1) in said
    assert said.keys().isdisjoint((sheet.title, row, 1) for row in range(3, 9))


# -- errors that formulas of ours only repeat ------------------------------------------------------


def show_errors(book: OpenBook, cells: Sequence[At]) -> OpenBook:
    for sheet, row, column in cells:
        page = book.sheet(sheet)
        page.cells[row, column] = page.cells[row, column]._replace(value="#VALUE!")
    return book


@pytest.mark.parametrize("layout", ["rows", "blocks", "blocks_on_their_side"])
def test_a_slip_is_one_problem_whatever_our_formulas_show(layout: str, tmp_path: Path) -> None:
    package = filled(layout, tmp_path)
    its = EventIn(package).boards.check().own[0]
    slip = put(package, its.cells("centres")[1], 35)
    book = show_errors(reread(package), its.cells("score"))
    assert [*press(book)] == [slip]


def listed(folder: Path, tie_break: str, centres: object) -> OpenBook:
    """A games list whose tie-break is computed and shows an error."""
    path = folder / "list.xlsx"
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.append(["Round", "Board", "Power", "Player", "Centres", "Score", "Tiebreak"])
    for n, (power, count) in enumerate(zip(own_books.POWERS, (centres, 9, 5, 4, 3, 2, 1), strict=True), 2):
        sheet.append([1, "A", power, f"P {power}", count, None, f"={tie_break.format(n)}"])
    sheet["F2"] = ArrayFormula("F2:F8", "=DCC_SCORE(E2:E8)")
    book.save(path)
    there = opened(Package.read(path))
    return show_errors(there, [(sheet.title, row, 7) for row in range(2, 9)])


def test_an_error_of_ours_is_a_problem_only_where_nothing_else_is_wrong(tmp_path: Path) -> None:
    ours = "INDEX(DCC_MSD(D$2:D$8,C$2:C$8,F$2:F$8),{}-1)"
    assert [*press(listed(tmp_path, ours, 35))] == [("Sheet", 2, 5)]
    echoes = {("Sheet", row, 7) for row in range(2, 9)}
    assert echoes == press(listed(tmp_path, ours, 10)).keys()
    assert echoes < press(listed(tmp_path, "1/0*{}", 35)).keys()


# -- formulas of several systems -------------------------------------------------------------------


def of_two_systems(layout: str, folder: Path, second: str) -> Package:
    """The boards by turns under SOS and another formula."""
    path = folder / "two.xlsx"
    filled(layout, folder).write(path)
    book = openpyxl.load_workbook(path)
    cells = [cell for sheet in book.worksheets for row in sheet.iter_rows() for cell in row]
    arrays = [cell.value for cell in cells if isinstance(cell.value, ArrayFormula)]
    for one in arrays[1::2]:
        one.text = one.text.replace("SOS_SCORE(", second)
    book.save(path)
    return Package.read(path)


@pytest.mark.parametrize("layout", ["rows", "blocks", pytest.param("sheets", marks=pytest.mark.slow)])
def test_which_of_two_systems_is_asked_and_boards_are_checked(layout: str, tmp_path: Path) -> None:
    package = of_two_systems(layout, tmp_path, "CDIPLO_SCORE(")
    first, second = EventIn(package).boards.check().own[:2]
    asked = {second.cells("score")[0]: SeveralSystems(systems="SOS and by CDIPLO").text_without_commands}
    assert {at: list(said) for at, said in press(reread(package)).items()} == {
        at: [said] for at, said in asked.items()
    }
    slip = put(package, first.cells("centres")[1], 35)
    check_all(package, {**asked, slip: "35 centres"})


def test_each_board_is_checked_by_the_system_of_its_own_formula(tmp_path: Path) -> None:
    """CALGARY allows four in a draw, SOS any number."""
    package = of_two_systems("rows", tmp_path, "CALGARY_SCORE(")
    first, second = EventIn(package).boards.check().own[:2]
    for its in (first, second):
        for at in its.cells("eliminated"):
            put(package, at, None)
        for at, count in zip(its.cells("centres"), (7, 7, 5, 5, 5, 5, 0), strict=True):
            put(package, at, count)
        put(package, its.cells("draw")[0], "AEFGIR")
    wrong = [one for one in EventIn(package).problems if one.rank == "wrong"]
    assert [(one.round, one.board) for one in wrong] == [(None, ""), (1, "B")]
    asked = EventIn(package, find("SOS"))  # as --system does
    assert not [one for one in asked.problems if one.rank == "wrong"]


# -- headings among rows -----------------------------------------------------------------------------


def in_lines(folder: Path, lines: Sequence[Sequence[object]]) -> Package:
    path = folder / "lines.xlsx"
    book = openpyxl.Workbook()
    own_books.put(book.worksheets[0], 1, 1, lines)
    book.save(path)
    return Package.read(path)


HEADINGS = ("Round", "Board", "Power", "Player", "Centres")
ROWS = [(1, "A", power, f"P {power}", n) for n, power in enumerate(own_books.POWERS, 1)]


@pytest.mark.parametrize("above", [1, 4, 7])
def test_rows_above_their_headings_are_not_passed_over(above: int, tmp_path: Path) -> None:
    package = in_lines(tmp_path, [*ROWS[:above], HEADINGS, *ROWS[above:]])
    with pytest.raises(Faults) as refused:
        EventIn(package).boards.check()
    assert [type(one) for one in refused.value.faults] == [HeadingsMoved]
    assert [one.cells for one in refused.value.faults] == [[("Sheet", above + 1, 3)]]


def test_another_list_above_a_games_list_is_no_part_of_it(tmp_path: Path) -> None:
    drawn = [row[:4] for row in ROWS]
    package = in_lines(tmp_path, [("Spring Cup",), HEADINGS[:4], *drawn, (), HEADINGS, *ROWS])
    assert [slot.rows for slot in EventIn(package).boards.check().slots] == [tuple(range(12, 19))]
