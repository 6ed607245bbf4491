"""Check says that nothing is wrong only where it could read everything: whatever heading is broken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.formula import ArrayFormula

from tests import games
from tests.each import each
from tests.opened import opened
from tests.workbooks import own_books
from xl_dipscore.errors import ERRORS
from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.xlsx.formula import address, calls
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.ours import OURS
from xl_dipscore.workbooks.layout.without_result import (
    FormulaShowsError,
    NotInStandings,
    ScoredButNotRead,
    ScoreOfOthers,
)
from xl_dipscore.workbooks.live.menu import item_of

COUNTS = (0, 13, 10, 3, 8, 0, 0)
SILENT = ["Nothing is wrong."]
FAST = ("rows", "blocks_in_a_grid")
LONGEST = 40


def checked(package: Package) -> list[str]:
    """The message of Check, after the formulas are computed."""
    rebuild_package(package, "", engine="python")
    return list(item_of("check").run(opened(Package.read(package.to_bytes())), at=None).said)


def has_errors(package: Package) -> bool:
    """Does a cell of a formula of ours show an error?"""
    for name in package.sheet_names:
        cells = package.sheet(name).cells
        for cell in cells.values():
            its = cell.area.cells if cell.area is not None else [(cell.row, cell.column)]
            shown = [cells[at].value for at in its if at in cells]
            if calls(cell.formula, OURS) and any(str(value) in ERRORS for value in shown):
                return True
    return False


def list_with_formulas(path: Path, heads: list[str], *, broken: str = "") -> Package:
    """A list of a director's own, whose formula reads the headings and the rows of a board."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    rows = zip(POWERS, (f"Player {letter}" for letter in "ABCDEFG"), COUNTS, strict=True)
    sheet.append([broken if head == heads[0] and broken else head for head in heads])
    for row in rows:
        sheet.append([1, "A", *row])
    sheet["G1"] = "Score"
    sheet["G2"] = ArrayFormula("G2:G8", '=DIP_SCORE("SOS",,,,,,A1:E1,A2:E8)')
    book.save(path)
    return Package.read(path)


@pytest.mark.parametrize("first", ["Round", "Week", "Evening", "Session", "Game"])
def test_an_own_list_is_read_whatever_its_rounds_are_called(tmp_path: Path, first: str) -> None:
    package = list_with_formulas(tmp_path / "own.xlsx", [first, "Board", "Power", "Player", "SC"])
    assert checked(package) == SILENT
    assert not has_errors(package)
    (game,) = EventIn(package).game_extract.game_list.games
    assert game.board is not None
    assert game.board.centres == COUNTS


def test_an_error_of_a_formula_is_named_where_no_board_is_read(tmp_path: Path) -> None:
    heads = ["Round", "Board", "Zzz", "Player", "SC"]
    package = list_with_formulas(tmp_path / "own.xlsx", heads)
    (said,) = checked(package)
    assert has_errors(package)
    assert said.startswith(str(FormulaShowsError(sheet="Sheet", cell="G2", value="#VALUE!")))


def test_counts_that_are_scored_and_not_read_are_named(tmp_path: Path) -> None:
    path = own_books.made("rows", tmp_path / "mine.xlsx")
    package = Package.read(path)
    put_games(EventIn(package), read_games(games.event()).games)
    assert checked(package) == SILENT
    package.set_value("Results", "B3", "Zzz")
    assert str(ScoredButNotRead(cell="Z4", cells="C4:I4")) in checked(package)[0]


LIST = [list(games.HEADER)]
for number, name in enumerate("ABC"):
    LIST += games.rows(1 + number, name, COUNTS, players=[f"Player {one}" for one in "ABCDEFG"])
"""Three boards, in rows 2 to 22."""


@each(
    ("formulas", "missing"),
    [
        ([], ""),
        (["A1:H22"], ""),
        (["A:H"], ""),
        (["A1:H15"], "C"),
        (["A1:H8"], "BC"),
        (["A1:H21"], "C"),
        (["A1:H8", "A1:H15"], "C"),
        (["A1:H15", "A1:H22"], ""),
        (['IF(A1:A15=3,"",A1:H15)'], "C"),
        (["A1:H15", "OFFSET(A1,0,0,22,8)"], ""),
        (["A1:H15", "A1:INDEX(H:H,22)"], ""),
        (["Other!A1:H15"], ""),
        (['INDIRECT("A1:H15")'], ""),
    ],
)
def test_boards_that_no_standings_read_are_named(formulas: list[str], missing: str) -> None:
    """Somebody types a board below the list, or moves one there."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    book.create_sheet("Other").append(["Nothing"])
    for row in LIST:
        sheet.append(row)
    for number, area in enumerate(formulas):
        place = f"{'KR'[number]}1"
        sheet[place] = ArrayFormula(place, f'=DIP_STANDINGS("SOS",{area})')
    file = BytesIO()
    book.save(file)
    found = EventIn(Package(file.getvalue(), "own.xlsx")).problems
    said = [one.fault for one in found if isinstance(one.fault, NotInStandings)]
    assert "".join(str(fault.facts["board"]) for fault in said) == missing
    assert [fault.place for fault in said] == [f"Sheet row {2 + 7 * 'ABC'.index(board)}" for board in missing]


def cut_and_pasted(systems: Sequence[str], beside: Mapping[int, int]) -> Package:
    """Three boards. beside: the first row of the board that the score in each row is computed from."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in LIST:
        sheet.append(row)
    column = len(LIST[0]) + 1
    sheet.cell(1, column).value = "Score"
    for number, (row, first) in enumerate(beside.items()):
        call = f'DIP_SCORE("{systems[number % len(systems)]}",$E${first}:$E${first + 6})'
        sheet.cell(row, column).value = f"=INDEX({call},{1 + (row - 2) % 7})"
    file = BytesIO()
    book.save(file)
    return Package(file.getvalue(), "own.xlsx")


ITS_OWN = {row: 2 + (row - 2) // 7 * 7 for row in range(2, 23)}


@each("systems", [["SOS"], ["SOS", "DCC"]])
@each(
    ("moved", "rows"),
    [
        ({}, []),
        ({4: 16}, [4]),
        ({row: 11 - first for row, first in ITS_OWN.items() if row < 16}, [2, 9]),
        (dict.fromkeys(range(9, 23), 2), [9]),
        ({24: 2}, []),
    ],
)
def test_scores_beside_another_board_are_named(
    systems: list[str], moved: dict[int, int], rows: list[int]
) -> None:
    """The scores of two boards that were cut and pasted in each other's place, or below the boards."""
    package = cut_and_pasted(systems, ITS_OWN | moved)
    for event in (EventIn(package), EventIn(opened(package))):
        found = [one.fault for one in event.problems if isinstance(one.fault, ScoreOfOthers)]
        assert [fault.cells[0][1] for fault in found] == rows
        assert {at[1] for fault in found for at in fault.cells} == {row for row in moved if row < 23}
        assert all(fault.sentence in " ".join(event.problem_lines) for fault in found)


@pytest.mark.parametrize(
    "layout",
    [
        pytest.param(one, marks=[] if one == FAST[0] else [pytest.mark.slow])
        for one in own_books.LAYOUTS
        if one != "sheets_with_charts"
    ],
)
def test_check_is_silent_only_if_everything_is_read(tmp_path: Path, layout: str) -> None:
    """Break each heading in turn: Check is silent only if each formula has a result, and no board is lost."""
    package = Package.read(own_books.made(layout, tmp_path / "mine.xlsx"))
    put_games(EventIn(package), read_games(games.event()).games)
    rebuild_package(package, "", engine="python")
    before = len(EventIn(package).game_extract.game_list.games)
    whole = package.to_bytes()
    page = next(one for one in map(package.sheet, package.sheet_names) if one.name != "Notes")
    typed = {at: cell.value for at, cell in page.cells.items() if not cell.formula_xml}
    names = {name.casefold() for name in POWERS}
    heads = [
        at
        for at, value in typed.items()
        if isinstance(value, str) and len(value) < LONGEST and value.casefold() not in names
    ]
    for at in heads[:12]:
        broken = Package(whole, "mine.xlsx")
        broken.set_value(page.name, address(*at), "Zzz")
        if checked(broken) == SILENT:
            assert not has_errors(broken), (at, typed[at])
            assert len(EventIn(broken).game_extract.game_list.games) == before, (at, typed[at])
