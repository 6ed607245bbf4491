"""The checklist: ten steps for the first person with Windows and Excel, and what should be seen.

python -m tests.workbooks.checklist excel.xlsx
"""

from __future__ import annotations

import sys
from itertools import islice, product
from pathlib import Path
from typing import NamedTuple

from openpyxl import Workbook
from openpyxl.styles import Alignment
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.errors import join
from xl_dipscore.rules.board import POWERS, Board
from xl_dipscore.tables.cells.values import block
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.boards import dip_check, dip_score
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.author import make_package
from xl_dipscore.workbooks.author.guide import as_it_is, write_version_check
from xl_dipscore.workbooks.author.style import (
    BOLD,
    BOX,
    COMPUTED,
    FURTHER,
    PLAIN,
    SMALL,
    TYPED,
    array,
    choice,
    header,
    lines,
    page,
    power,
    title,
    whole,
    widths,
    write_cell,
    write_input,
)

SYSTEM = "SOS"
CENTRES = (0, 13, 10, 3, 8, 0, 0)
TOO_MANY = 14
"""What step 5 types for England: one centre too many."""
SPEED = 500
"""Boards of the sheet Speed."""
DIPSCORE = "dipscore"
ANSWERS = "as described", "otherwise"
HELP = next(function.help for function in FUNCTIONS if function.name == "DIP_SCORE")
FIRST = 5
"""The row of Austria on the sheet Try."""
_COLUMNS = (6, 58, 54, 15, 36)
_TOP = Alignment(wrap_text=True, vertical="top")
_NUMBER = Alignment(horizontal="center", vertical="top")
_LEVEL = Alignment(vertical="center")


class Step(NamedTuple):
    do: str
    see: str


def steps(name: str) -> tuple[Step, ...]:
    """What to do, and what should be seen; `name` is the checklist's own, such as excel.xlsx."""
    stem = name.rpartition(".")[0]
    macros, lite, names = f"{stem}.xlsm", f"{stem}-lite.xlsx", f"{stem}-names.xlsx"
    event = f"{stem}-event.xlsx"
    good, bad = (_only(dip_check(SYSTEM, _column(england))) for england in (CENTRES[1], TOO_MANY))
    return (
        Step(
            "Unblock and extract the zip for Windows, as its READ ME says, and double-click Install. "
            "Put this workbook into your user folder.",
            "Three lines tell that Excel has the functions, where the ready workbooks are, and what the "
            "Start menu has. Excel opens one of them at Guide. No virus scanner complains.",
        ),
        Step(
            "Save and close this workbook. Double-click dipscore in the folder, and type in its window:\n"
            f"{DIPSCORE} attach {_word(name)}",
            f"A line says that {macros} now has the functions. It lies beside this workbook.",
        ),
        Step(
            f"In Explorer, right-click {macros}, choose Properties, and tick Unblock if it is there. "
            f"Open {macros} and choose Enable Content. From now on, write your answers in this file, "
            "those to steps 1 and 2 too.",
            "Excel opens the file. It says nothing about repair or damage, and nothing about a "
            "missing library.",
        ),
        Step(
            "On the sheet Try, type the numbers of column B into column C, beside them.",
            "The cells show #N/A until the last number is typed. Then the scores appear, the same as "
            "under Expected. Above these steps, Functions shows a version number in green.",
        ),
        Step(
            f"On Try, change England from {CENTRES[1]} to {TOO_MANY}, and read Check. Then change it "
            f"back to {CENTRES[1]}.",
            f"The seven scores and their sum become #VALUE!, and Check says: {bad} Then the scores come "
            f"back, and Check says: {good}",
        ),
        Step(
            "On Try, click an empty cell, then fx beside the formula bar. Choose the category User "
            "Defined, then DIP_SCORE, then OK. Then Cancel.",
            f"The list has our functions. Below it you read: {HELP} After OK there is a field for each "
            "thing that it takes.",
        ),
        Step(
            "On the sheet Speed, press Ctrl+Alt+F9. Count the seconds until you can type again, and "
            "write them down on that sheet.",
            f"The sum is still {100 * SPEED}. It takes some seconds, not minutes.",
        ),
        Step(
            "Click the tab Diplomacy, then Check. Tick From nothing, and click New Event. In the workbook "
            "that opens, type seven names on Players; click Draw a Round, Undo, More Boards, and Yes.",
            "The tab has three groups of buttons, each with a picture. Check says what is wrong, or that "
            "nothing is. The names come and go. More Boards asks to save first: in a saved copy it adds one.",
        ),
        Step(
            f"Save. In Explorer, make a copy of {macros}, and open the copy too. Change centres on Try"
            f" in both. Save both, close Excel, and open {macros} again.",
            "Each workbook has the scores of its own centres. What you saved is there at once, and "
            "new centres still change the scores.",
        ),
        Step(
            f"Mail {macros} to yourself. Open it on a PC without the folder, choose Enable Content, and "
            "change a number on Try.",
            "The mail arrives, with the file. All scores are there until you change a number. Then "
            "they show #VALUE!, and Functions has a sentence that says what is missing.",
        ),
        Step(
            f"Type in the window of step 2:\n{DIPSCORE} attach {_word(name)} --host lite -o {_word(lite)}\n"
            f"Open {lite} in Excel on the web or on a Mac. Add xlwings Lite (Home, Add-ins), open it, "
            "and trust the code. Do step 4.",
            "xlwings Lite starts without an error. The scores are the same as under Expected.",
        ),
        Step(
            f"Type in that window:\n{DIPSCORE} attach {_word(name)} --host names -o {_word(names)}\n"
            f"{DIPSCORE} new SOS {_word(event)} --host names\n"
            f"Open {names} in Excel 365 or 2024, on the web, on a Mac or on a phone, without anything "
            "installed. Do step 4. Then click Formulas, Name Manager. "
            f"Open {event} and type a board on Games.",
            "Excel opens the file and says nothing about repair. The scores are the same as under Expected. "
            "The Name Manager lists DIP_SCORE, DIP_BOARDS and the others, with what they do. Check begins as "
            f"under Expected. In {event}, Games shows scores and Standings a table.",
        ),
    )


def make(path: Path) -> None:
    """Write the workbook of the steps, with its values."""
    package = make_package(as_it_is(make_checklist(path.name)))
    rebuild_package(package, path)
    package.write(path)


def make_checklist(name: str) -> Workbook:
    """The workbook of the steps. Its formulas hold no values yet."""
    book = Workbook()
    book.remove(book.worksheets[0])
    first, board, speed = (book.create_sheet(one) for one in ("Checklist", "Try", "Speed"))
    _checklist(first, name)
    _try(board)
    _speed(speed)
    for sheet, colour in ((first, TYPED), (board, COMPUTED), (speed, FURTHER)):
        sheet.sheet_properties.tabColor = colour
    return book


def _checklist(sheet: Worksheet, name: str) -> None:
    widths(sheet, _COLUMNS)
    title(
        sheet,
        "xl_dipscore in Excel: ten steps",
        "For the first person with Windows and Excel, about half an hour. Choose what you saw beside each "
        "step, and send the workbook back, however far you came.",
    )
    row = 4
    for label, given in (
        ("Windows: version, system type (Settings, System, About)", ()),
        ("Excel: version (File, Account, About Excel)", ()),
        ("Excel: 64-bit or 32-bit (in the same place)", ("64-bit", "32-bit")),
        ("Python: version (type py --version)", ()),
    ):
        write_cell(sheet, row, 2, label, BOLD, alignment=_LEVEL)
        write_input(sheet, row, 3, alignment=Alignment(horizontal="left", vertical="center"))
        if given:
            choice(sheet, f"C{row}", f'"{",".join(given)}"', "Excel", "64-bit or 32-bit")
        sheet.row_dimensions[row].height = 18
        row += 1
    write_version_check(sheet, row, f"Try!$C${FIRST}:$C${FIRST + 6}", 2, table=f"Try!$D${FIRST}")
    top = row + 2
    header(sheet, top, ["Step", "What to do", "What you should see", "You saw", "If otherwise: what?"])
    row = top
    for row, step in enumerate(steps(name), top + 1):
        write_cell(sheet, row, 1, row - top, BOLD, border=BOX, alignment=_NUMBER)
        write_cell(sheet, row, 2, step.do, border=BOX, alignment=_TOP)
        write_cell(sheet, row, 3, step.see, border=BOX, alignment=_TOP)
        write_input(sheet, row, 4, alignment=_TOP)
        write_input(sheet, row, 5, alignment=_TOP)
        tall = max(_lines(text, width) for text, width in zip(step, _COLUMNS[1:3], strict=True))
        sheet.row_dimensions[row].height = 4 + 15 * max(3, tall)
    choice(sheet, f"D{top + 1}:D{row}", f'"{",".join(ANSWERS)}"', "You saw", join(ANSWERS, "or"))
    page(sheet, landscape=True, tall=1)


def _try(sheet: Worksheet) -> None:
    """A board to type, its scores, and the rule's scores beside them."""
    widths(sheet, [14, 12, 12, 14, 14, 44])
    title(sheet, "Try", "Sum of Squares: 100 points, shared in proportion to the squares of the centres.")
    header(sheet, FIRST - 1, ["Power", "Type this", "Centres", "Score", "Expected"], side="center")
    last = FIRST + 6
    expected = block(dip_score(SYSTEM, _column(CENTRES[1])))
    for seat, name in enumerate(POWERS):
        row = FIRST + seat
        power(sheet, row, 1, name)
        write_cell(sheet, row, 2, CENTRES[seat], border=BOX)
        write_input(sheet, row, 3)
        write_cell(sheet, row, 4, border=BOX, number_format="0.00")
        write_cell(sheet, row, 5, expected[seat][0], border=BOX, number_format="0.00")
    array(sheet, FIRST, 4, 7, 1, f'=DIP_SCORE("{SYSTEM}",C{FIRST}:C{last})')
    whole(sheet, f"C{FIRST}:C{last}", 0, 34, "Centres", "A whole number from 0 to 34.")
    write_cell(sheet, last + 1, 1, "Sum", BOLD, border=BOX)
    write_cell(sheet, last + 1, 2, sum(CENTRES), BOLD, border=BOX)
    write_cell(sheet, last + 1, 3, f"=SUM(C{FIRST}:C{last})", BOLD, border=BOX)
    write_cell(sheet, last + 1, 4, f"=SUM(D{FIRST}:D{last})", BOLD, border=BOX, number_format="0.00")
    write_cell(sheet, last + 1, 5, 100, BOLD, border=BOX, number_format="0.00")
    write_cell(sheet, last + 3, 1, "Check", BOLD)
    write_cell(sheet, last + 3, 2, f'=DIP_CHECK("{SYSTEM}",C{FIRST}:C{last})')
    page(sheet, tall=1)


def _speed(sheet: Worksheet) -> None:
    """Many boards, each with a call of its own."""
    widths(sheet, [16, *[9] * 14])
    title(sheet, "Speed", "For step 7. Each board has a formula of its own, as on a director's sheet.")
    write_cell(sheet, 3, 1, f"{SPEED} boards", BOLD)
    write_input(sheet, 3, 2)
    write_cell(sheet, 3, 3, "seconds", SMALL)
    write_cell(sheet, 4, 1, "Sum", BOLD)
    first, last = 7, 6 + SPEED
    write_cell(sheet, 4, 2, f"=SUM(I{first}:O{last})", BOLD, number_format="0.00")
    write_cell(sheet, 4, 3, f"expected: {100 * SPEED}", SMALL)
    header(sheet, first - 1, ["Board", *POWERS, *POWERS], side="center")
    write_cell(sheet, first - 2, 2, "Centres", BOLD)
    write_cell(sheet, first - 2, 9, "Score", BOLD)
    for number, board in enumerate(boards(), 1):
        row = first - 1 + number
        write_cell(sheet, row, 1, number)
        for column, count in enumerate(board.centres, 2):
            write_cell(sheet, row, column, count)
            write_cell(sheet, row, column + 7, None, PLAIN, number_format="0.00")
        array(sheet, row, 9, 1, 7, f'=DIP_SCORE("{SYSTEM}",B{row}:H{row})')
    sheet.freeze_panes = f"B{first}"
    page(sheet, landscape=True, tall=1, area="A1:O40")


def boards() -> tuple[Board, ...]:
    """As many different ones as the sheet Speed has."""
    counts = ([*four, 4, 3, 34 - 7 - sum(four)] for four in product(range(2, 7), repeat=4))
    return tuple(Board(board) for board in islice((one for one in counts if one[-1] < 18), SPEED))


def _column(england: int) -> list[list[int]]:
    return [[england if seat == 1 else count] for seat, count in enumerate(CENTRES)]


def _lines(text: str, width: float) -> int:
    return sum(lines(len(line), width) for line in text.split("\n"))


def _only(cell: object) -> str:
    ((found,),) = block(cell)
    return str(found)


def _word(name: str) -> str:
    """A file's name as it is typed after a command."""
    return f'"{name}"' if " " in name else name


if __name__ == "__main__":
    make(Path(sys.argv[1]))
    print(f"{sys.argv[1]}: open it in Excel on Windows and follow its twelve steps.")
