"""The sheet Seats: a round's boards, who sits where, and sentences about repeats from earlier rounds."""

from openpyxl.styles import Font
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.board import POWERS
from xl_dipscore.tables.cells.seats import TOPS
from xl_dipscore.tables.functions.events import THE_TOP_BOARD
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.plan import Plan
from xl_dipscore.workbooks.author.players import ROSTER_TOP
from xl_dipscore.workbooks.author.sheets import EventCells, sheet_kind
from xl_dipscore.workbooks.layout.pages import SEATS_LINES, SEATS_ON_A_PAGE, TOPS_DRAWN, seats_lines

TOP = 5
"""The row of the headings."""
COLUMNS = 3 + len(POWERS)
ASKED = COLUMNS + 2
"""The first of two hidden columns with the options for DIP_SEATS_CHECK, right of the printed page."""
CHECK_WIDTH, LINE_HEIGHT = 100, 72
"""The width of Check, and the height of a line: in a later round a board can have ten sentences."""


@sheet_kind(
    "Seats",
    "A round's boards: who sits where, and which powers, opponents and neighbours repeat.",
    place=50,
    written=125,
    colour=style.COMPUTED,
    kinds=("functions",),
    when=lambda plan: not plan.league,
)
def seats(sheet: Worksheet, of: EventCells) -> None:
    """Write a line for each board of a round: every page then shows whole boards with their players."""
    plan = of.plan
    style.widths(sheet, [8, 8, CHECK_WIDTH, *[12] * len(POWERS), 4, 12, 12])
    told = "Who sits where, and which powers, opponents and neighbours repeat from earlier rounds."
    style.write_event_title(sheet, "Seats", told)
    style.write_cell(sheet, 3, 1, "Round", style.BOLD)
    style.write_input(sheet, 3, 2, alignment=style.CENTRE)
    style.write_cell(sheet, 3, 3, "The round to show; blank means the latest with players", style.SMALL)
    rounds = ",".join(map(str, plan.round_names))
    style.choice(sheet, "B3", f'"{rounds}"', "Round", "A round of the sheet Games.", strict=False)
    count = seats_lines(plan.boards)
    last = TOP + count
    style.define(of.book, SEATS_LINES, f"{sheet.title}!$A${TOP + 1}:${letter(COLUMNS)}${TOP + 1}")
    _mark_lines(sheet, last)
    _ask(sheet, of, rows=count + 1)
    _align_lines(sheet, last)
    full = '=IF(LEN(INDEX($A:$A,ROW()-1))=0,"","There may be more lines than fit here: see Games.")'
    style.write_cell(sheet, last + 1, 3, full, style.SMALL)
    style.page(sheet, landscape=True, title_rows=f"1:{TOP}", tall=-(-count // SEATS_ON_A_PAGE))
    of.hide_lost(sheet)


def _ask(sheet: Worksheet, of: EventCells, rows: int) -> None:
    """Write the options for DIP_SEATS_CHECK into hidden columns. rows: of the table, with its headings."""
    asked = (
        ("powers", _of_event("powers")),
        ("double", _of_event("double")),
        ("round", f'=IF($B$3="",{of.calls.latest},$B$3)&""'),
        ("boards", "yes"),
        ("joined", "yes"),
        (TOPS, None),
        ("rows", rows),
        ("columns", COLUMNS),
    )
    its = TOP + [name for name, _ in asked].index(TOPS)
    style.define(of.book, TOPS_DRAWN, f"{sheet.title}!${letter(ASKED + 1)}${its}")
    for row, (name, value) in enumerate(asked, TOP):
        for column, text in enumerate((name, value), ASKED):
            style.write_cell(sheet, row, column, text, style.SMALL)
    sheet.cell(its, ASKED + 1).protection = style.FREE  # a draw writes there, in open programs too
    style.hide(sheet, ASKED, ASKED + 1)
    block = f"${letter(ASKED)}${TOP}:${letter(ASKED + 1)}${TOP + len(asked) - 1}"
    # &"" makes LibreOffice compare the texts of the table correctly; see plan.EVERY_SYSTEM.
    formula = f'=DIP_SEATS_CHECK({of.plan.table},{block},{_roster(of.plan)})&""'
    style.result_table(sheet, TOP, rows, COLUMNS, formula)


def _mark_lines(sheet: Worksheet, last: int) -> None:
    """Mark the top board and an OK, before the table's formats: LibreOffice uses only the first one."""
    first = TOP + 1
    style.show(sheet, f"C{first}:C{last}", style.good_when(f'LEFT($C{first},3)="OK:"'))
    on_top = f'LEFT($C{first},{len(THE_TOP_BOARD)})="{THE_TOP_BOARD}"'
    style.show(sheet, f"A{first}:{letter(COLUMNS)}{last}", style.bold_when(on_top))


def _align_lines(sheet: Worksheet, last: int) -> None:
    first, right = TOP + 1, letter(COLUMNS)
    style.align(sheet, f"A{TOP}:B{last}", horizontal="center", vertical="center")
    style.align(sheet, f"C{TOP}:C{last}", horizontal="left", vertical="center", wrap_text=True)
    style.looks(sheet, f"C{first}:C{last}", font=Font(name="Calibri", size=9.5, color=style.INK))
    style.align(sheet, f"D{TOP}:{right}{TOP}", horizontal="left", vertical="center")
    style.align(sheet, f"D{first}:{right}{last}", horizontal="left", vertical="center", wrap_text=True)
    for row in range(first, last + 1):
        sheet.row_dimensions[row].height = LINE_HEIGHT


def _roster(plan: Plan) -> str:
    """A reference to Players with its headings, wide enough for columns that a director may add."""
    right = letter(24 + len(plan.round_names))
    return f"Players!$A${ROSTER_TOP}:${right}${ROSTER_TOP + plan.expected_players}"


def _of_event(option: str) -> str:
    return f'=IFERROR(VLOOKUP("{option}",Event_options,2,FALSE)&"","")'
