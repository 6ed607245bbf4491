"""The table of calls that every host runs, through the cells of LibreOffice Calc.

The answers equal the plain functions', to the last digit, except:

- An error cell in an argument: Calc does not call a function then, and the whole answer is an error.
- TRUE is the number 1, FALSE is 0.
- A lone blank cell is 0: left out where something may be left out, but a total of one blank score is 0,
  and a blank cell for the system is called 0.0 where it is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.cell import Cell
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from tests.hosts.calc.calc_office import Book, Office, spelt
from tests.hosts.calls import CALLS, LEFT, Call, Date, Error, Money
from tests.hosts.calls import rows as rows_of
from xl_dipscore.errors import ERRORS
from xl_dipscore.hosts.spelling import Spelling, spell_name
from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.xlsx.formula import Area, address

pytestmark = pytest.mark.calc

DIFFERENT = {
    *(f"DIP_{word}: ticks for counts" for word in ("SCORE", "CHECK", "EXPLAIN", "WORTH")),
    "DIP_CHECK: no system",
}
"""Calls with another answer in Calc, because Calc passes other arguments."""
SPELLINGS = [pytest.param("libreoffice", marks=pytest.mark.oldest), "plain"]


def has_error(call: Call) -> bool:
    blocks = [one if isinstance(one, list) else [[one]] for one in call.arguments]
    return any(isinstance(cell, Error) for block in blocks for row in block for cell in row)


def handed(argument: Any) -> Any:
    """An argument as Calc passes it."""

    def number(cell: Any) -> Any:
        return float(cell) if isinstance(cell, bool | int | float) else cell

    if isinstance(argument, list):
        return [["" if cell is None else number(cell) for cell in row] for row in argument]
    return None if argument is LEFT else 0.0 if argument is None else number(argument)


def expected(call: Call) -> list[list[Any]]:
    return rows_of(call.declared.call(*call.given(handed)))


# -- the calls, in a workbook -------------------------------------------------------------------


def put(cell: Cell, value: Any) -> None:
    if value == "" and not isinstance(value, Error):
        cell.value = '=""'
        return
    cell.value = value
    if isinstance(value, str) and not isinstance(value, Error):
        cell.data_type = "s"
    if isinstance(value, Date):
        cell.number_format = "yyyy-mm-dd"
    if isinstance(value, Money):
        cell.number_format = "#,##0.00"


def written(argument: Any, sheet: Worksheet, top: int, left: int) -> str:
    """An argument in a formula; blocks, and what can only be in a cell, go to the sheet."""
    if argument is LEFT:
        return ""
    if isinstance(argument, str) and not isinstance(argument, Error):
        return f'"{argument}"'
    if isinstance(argument, bool | int | float) and not isinstance(argument, Date | Money):
        return str(argument).upper()
    block = argument if isinstance(argument, list) else [[argument]]
    for i, row in enumerate(block):
        for j, value in enumerate(row):
            put(sheet.cell(top + i, left + j), value)
    last = address(top + len(block) - 1, left + len(block[0]) - 1)
    return f"{sheet.title}!{address(top, left)}:{last}".removesuffix(f":{address(top, left)}")


def workbook(path: Path) -> dict[str, Area]:
    """Type every call as an array formula, and return the place of each answer."""
    book = openpyxl.Workbook()
    answers, cells = book.active, book.create_sheet("Cells")
    assert isinstance(answers, Worksheet)
    answers.title = "Answers"
    top, found = 1, {}
    for call in CALLS:
        left, arguments = 1, []
        for argument in call.arguments:
            arguments.append(written(argument, cells, top, left))
            left += 1 + (len(argument[0]) if isinstance(argument, list) else 1)
        answer = expected(call)
        area = Area("Answers", top, 1, top + len(answer) - 1, len(answer[0]))
        reference = f"{address(top, 1)}:{address(area.bottom, area.right)}"
        answers[address(top, 1)] = ArrayFormula(reference, f"={call.function}({','.join(arguments)})")
        found[str(call)] = area
        heights = [len(one) for one in (answer, *call.arguments) if isinstance(one, list)]
        top += max(heights) + 1
    book.save(path)
    return found


@pytest.fixture(scope="session")
def answers(
    running: Office, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[Spelling], dict[str, list[list[Any]]]]:
    """Calc's answer to every call, with our functions called by these names."""
    kept: dict[str, dict[str, list[list[Any]]]] = {}
    path = tmp_path_factory.mktemp("calls") / "calls.xlsx"
    areas = workbook(path)

    def computed(spelling: Spelling) -> dict[str, list[list[Any]]]:
        if spelling not in kept:
            with running.book(spelt(path, spelling)) as book:
                book.calculate()
                kept[spelling] = dict(read(book, areas))
        return kept[spelling]

    return computed


def read(book: Book, areas: dict[str, Area]) -> Iterator[tuple[str, list[list[Any]]]]:
    bottom, right = (max(getattr(area, side) for area in areas.values()) for side in ("bottom", "right"))
    everything = book.read("Answers", f"A1:{address(bottom, right)}")
    for call, area in areas.items():
        yield call, [row[: area.right] for row in everything[area.top - 1 : area.bottom]]


@pytest.mark.usefixtures("office")
@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("call", CALLS, ids=str)
def test_calc_computes_what_python_computes(answers: Any, call: Call, spelling: Spelling) -> None:
    got = answers(spelling)[str(call)]
    if has_error(call):
        assert {cell in ERRORS or str(cell).startswith("Err:") for row in got for cell in row} == {True}
    else:
        assert got == expected(call)


def test_the_list_of_differences_is_right() -> None:
    told = {str(call) for call in CALLS if not has_error(call) and expected(call) != call.expected}
    assert told == DIFFERENT


# -- what only cells can show -------------------------------------------------------------------


@pytest.fixture
def book(office: Office) -> Iterator[Book]:
    with office.book() as book:
        yield book


BOARD = [10, 9, 8, 7, 0, 0, 0]
SCORES = rows_of(next(call for call in CALLS if call.function == "SOS_SCORE").declared.call([BOARD]))


@pytest.mark.oldest
def test_typed_by_hand_under_its_plain_name(book: Book) -> None:
    book.put("Sheet1", "A1:G1", [BOARD])
    book.put("Sheet1", "A2", [["=SUM(SOS_SCORE(A1:G1))"]])
    assert book.value("Sheet1", "A2") == pytest.approx(100, abs=1e-9)
    assert book.formula("Sheet1", "A2") == f"=SUM({spell_name('SOS_SCORE', 'libreoffice')}(A1:G1))"


@pytest.mark.oldest
def test_a_plain_formula_shows_the_first_cell(book: Book) -> None:
    book.put("Sheet1", "A1:G1", [BOARD])
    book.put("Sheet1", "A2:B2", [["=SOS_SCORE(A1:G1)", '=DIP_CHECK("SOS";A1:G1)']])
    assert book.read("Sheet1", "A2:B2") == [
        [SCORES[0][0], "OK: stopped by the clock, survivors Austria, England, France, Germany."]
    ]


@pytest.mark.oldest
def test_an_edit_is_followed_at_once(book: Book) -> None:
    book.put("Sheet1", "A1:G1", [BOARD])
    book.put("Sheet1", "A2", [["=INDEX(SOS_SCORE(A1:G1);1;1)"]])
    before = book.value("Sheet1", "A2")
    book.put("Sheet1", "A1:B1", [[12, 7]])
    assert book.value("Sheet1", "A2") > before


@pytest.mark.oldest
def test_an_edit_taken_back_gives_the_old_answer(book: Book) -> None:
    book.put("Sheet1", "A2", [['=DIP_TOTAL("mean";A1:B1)']])
    answers = []
    for typed in ([5, None], [5, 0], [5, None], [5, 0]):
        book.put("Sheet1", "A1:B1", [typed])
        answers.append(book.value("Sheet1", "A2"))
    assert answers == [5, 2.5, 5, 2.5]


@pytest.mark.oldest
def test_errors_are_true_errors(book: Book) -> None:
    """A sum does not skip a broken board, and IFERROR catches it."""
    book.put("Sheet1", "A1:G1", [[20, *BOARD[1:]]])
    book.put("Sheet1", "A2:B2", [["=SUM(SOS_SCORE(A1:G1))", "=IFERROR(SUM(SOS_SCORE(A1:G1));-1)"]])
    book.put("Sheet1", "C2:D2", [["=ISNA(INDEX(NDC_SCORE(A1:G1);1;1))", '=ISNA(DIP_SCORE("none";A1:G1))']])
    assert book.read("Sheet1", "A2:D2") == [["#VALUE!", -1, 0, 1]]


@pytest.mark.oldest
def test_a_lone_blank_cell_is_nothing_or_nought(book: Book) -> None:
    book.put("Sheet1", "A1:G1", [BOARD])
    book.put("Sheet1", "A2:B2", [["=SUM(SOS_SCORE(A1:G1;J1;J1;J1;J1))", '=DIP_TOTAL("sum";J1)']])
    assert book.read("Sheet1", "A2:B2") == [[pytest.approx(100, abs=1e-9), 0]]


@pytest.fixture
def sheets(office: Office, tmp_path: Path) -> Iterator[Book]:
    """Two sheets. On Games a board in the first row, which is hidden, its name, and the same in a column."""
    made = openpyxl.Workbook()
    asking, games = made.active, made.create_sheet("Games")
    assert isinstance(asking, Worksheet)
    asking.title = "Sheet1"
    games.append(BOARD)
    for row, centres in enumerate(BOARD, 11):
        games.cell(row, 10, centres)
    games.row_dimensions[1].hidden = True
    made.defined_names["board"] = DefinedName("board", attr_text="Games!$A$1:$G$1")
    made.save(tmp_path / "sheets.xlsx")
    with office.book(tmp_path / "sheets.xlsx") as book:
        yield book


WAYS = (
    "$Games.A1:G1",
    "$Games.A1:G1*1",
    "$Games.J11:J17",
    "TRANSPOSE($Games.J11:J17)",
    "board",
    "{10;9;8;7;0;0;0}",
    'INDIRECT("Games!A1:G1")',
    "OFFSET($Games.A1;0;0;1;7)",
    "INDEX($Games.A1:G9;1;0)",
    "IF(TRUE();$Games.A1:G1;0)",
    "$Games.A:G",
    "$Games.1:1",
)


@pytest.mark.oldest
@pytest.mark.parametrize("way", WAYS)
def test_a_board_comes_in_many_ways(sheets: Book, way: str) -> None:
    """As a reference or a computed array, and an edit on the other sheet is followed."""
    sheets.array("Sheet1", "A1", f"=INDEX({spell_name('SOS_SCORE', 'libreoffice')}({way});1;1)")
    assert sheets.value("Sheet1", "A1") == SCORES[0][0]
    sheets.put("Games", "A1:B1", [[9, 10]])
    sheets.put("Games", "J11:J12", [[9], [10]])
    assert sheets.value("Sheet1", "A1") == SCORES[0]["{" not in way]


@pytest.mark.oldest
def test_whole_columns_end_with_the_last_game(book: Book) -> None:
    book.put("Sheet1", "A1:G2", [BOARD, BOARD[::-1]])
    name = spell_name("SOS_SCORE", "libreoffice")
    book.array("Sheet1", "J1:P3", f"={name}(A:G)")
    assert book.read("Sheet1", "J1:P3") == [SCORES[0], SCORES[0][::-1], ["#N/A"] * 7]
    book.array("Sheet1", "J5:J6", f'={spell_name("DIP_CHECK", "libreoffice")}("DCC";A:G;;;H:H)')
    assert [cell[:3] for (cell,) in book.read("Sheet1", "J5:J6")] == ["OK:", "OK:"]


@pytest.mark.oldest
def test_a_column_goes_on_where_another_ends(book: Book) -> None:
    """Tie-breaks below the last total are nobody's: whole columns end together."""
    book.put("Sheet1", "A1:B4", [[5, 1], [5, 2], [9, None], [None, 7]])
    book.array("Sheet1", "D1:D4", f"={spell_name('DIP_RANK', 'libreoffice')}(A:A;B:B)")
    assert book.read("Sheet1", "D1:D4") == [[3], [2], [1], [""]]


def test_days_count_from_1904_where_the_document_does(office: Office, tmp_path: Path) -> None:
    """Games before the season's first day are left out: K won the later round."""
    made = openpyxl.Workbook()
    sheet = made.active
    assert isinstance(sheet, Worksheet)
    made.epoch = CALENDAR_MAC_1904
    sheet.append(["Date", "Board", "Power", "Player", "Centres"])
    for day, first in ((3, "D"), (10, "K")):
        for seat, count in enumerate((18, 3, 6, 4, 3, 0, 0)):
            player = first if seat == 0 else f"{first}{seat}"
            sheet.append([date(2026, 1, day), "A", POWERS[seat], player, count])
    sheet["G1"], sheet["H1"] = "from", date(2026, 1, 9)
    sheet["J1"] = ArrayFormula("J1:L3", '=DIP_STANDINGS("SOS",A1:E15,G1:H1)')
    made.save(tmp_path / "mac.xlsx")
    with office.book(tmp_path / "mac.xlsx") as book:
        book.calculate()
        assert book.read("Sheet", "K1:L2") == [["Player", "Total"], ["K", 100]]
