"""The sheet Seats: each round's boards, who sits where, and sentences about repeats from earlier rounds."""

from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.board import POWERS
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.front import ROSTER_TOP
from xl_dipscore.workbooks.author.plan import SEATS, Plan

TOP = 5
"""The row of the headings."""
COLUMNS = 3 + len(POWERS)
ASKED = COLUMNS + 2
"""The first of two hidden columns with the options for DIP_SEATS_CHECK, right of the printed page."""


def seats(sheet: Worksheet, plan: Plan) -> None:
    style.widths(sheet, [8, 8, 64, *[14] * len(POWERS), 4, 12, 12])
    told = "Who sits where, and which powers, opponents and neighbours repeat from earlier rounds."
    style.write_event_title(sheet, "Seats", told)
    style.write_cell(sheet, 3, 1, "Round", style.BOLD)
    style.write_input(sheet, 3, 2, alignment=style.CENTRE)
    style.write_cell(sheet, 3, 3, "The round to show and print; blank: all rounds", style.SMALL)
    rounds = ",".join(map(str, plan.round_names))
    style.choice(sheet, "B3", f'"{rounds}"', "Round", "A round of the sheet Games.", strict=False)
    asked = (
        ("powers", _of_event("powers")),
        ("double", _of_event("double")),
        ("round", '=$B$3&""'),
        ("boards", "yes"),
        ("rows", SEATS + 1),
        ("columns", COLUMNS),
    )
    for row, (name, value) in enumerate(asked, TOP):
        for column, text in enumerate((name, value), ASKED):
            style.write_cell(sheet, row, column, text, style.SMALL)
    first, last = TOP + 1, TOP + SEATS
    body = f"A{first}:{letter(COLUMNS)}{last}"
    # Added before the table's own formats, because LibreOffice uses only the first format that applies.
    style.show(sheet, f"C{first}:C{last}", style.good_when(f'LEFT($C{first},3)="OK:"'))
    ends = f'AND(LEN($A{first})>0,$A{first}&"|"&$B{first}<>$A{first + 1}&"|"&$B{first + 1})'
    style.show(sheet, body, style.ruled_off(ends))
    style.hide(sheet, ASKED, ASKED + 1)
    block = f"${letter(ASKED)}${TOP}:${letter(ASKED + 1)}${TOP + len(asked) - 1}"
    # &"" makes LibreOffice compare the texts of the table correctly; see plan.EVERY_SYSTEM.
    style.result_table(
        sheet, TOP, SEATS + 1, COLUMNS, f'=DIP_SEATS_CHECK({plan.table},{block},{_roster(plan)})&""'
    )
    for columns, side in (("A{}:B{}", "center"), (f"C{{}}:{letter(COLUMNS)}{{}}", "left")):
        style.align(sheet, columns.format(TOP, last), horizontal=side, vertical="center", shrink_to_fit=True)
    full = f'=IF(LEN($C{last})=0,"","There are more lines: choose a round.")'
    style.write_cell(sheet, last + 1, 3, full, style.SMALL)
    style.page(sheet, landscape=True, title_rows=f"1:{TOP}")


def _roster(plan: Plan) -> str:
    """A reference to Players with its headings, wide enough for columns that a director may add."""
    right = letter(24 + len(plan.round_names))
    return f"Players!$A${ROSTER_TOP}:${right}${ROSTER_TOP + plan.expected_players}"


def _of_event(option: str) -> str:
    return f'=IFERROR(VLOOKUP("{option}",Event_options,2,FALSE)&"","")'
