"""The sheet Scores: eight typical boards under the event's system, and what one more centre is worth."""

from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.choice.typical import TYPICAL, WORTH_MEANS, WORTH_ROWS, YEAR, Typical, years_gone
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.guide import lines_about_system
from xl_dipscore.workbooks.author.sheets import EventCells, sheet_kind

TOP = 5
"""The row of the headings."""
ROWS = ("Centres", "Eliminated", "Score", *WORTH_ROWS)
FIRST = 3
"""The column of Austria."""
WIDTHS = (30, 31, *[11] * 7)


@sheet_kind(
    "Scores",
    "What the system gives for eight typical results, and what one more centre is worth.",
    place=126,
)
def scores(sheet: Worksheet, of: EventCells) -> None:
    style.widths(sheet, WIDTHS)
    told = (
        f"Typical boards that ended in {YEAR}; no power is marked in a draw. Scores that need more facts are "
        "blank."
    )
    style.write_event_title(sheet, "Scores", told, lost=of.lost)
    means = " ".join((WORTH_MEANS, of.worth_is_fixed)).rstrip()
    style.write_cell(sheet, 3, 1, means, style.SMALL, alignment=Alignment(wrap_text=True, vertical="top"))
    sheet.merge_cells(start_row=3, start_column=1, end_row=3, end_column=FIRST + 6)
    sheet.row_dimensions[3].height = 42 if of.worth_is_fixed else 28
    style.header(sheet, TOP, ["Board", ""])
    for column, seat in enumerate(POWERS, FIRST):
        style.power(sheet, TOP, column, seat)
    style.align(sheet, f"C{TOP}:{letter(FIRST + 6)}{TOP}", horizontal="right")
    for number, typical in enumerate(TYPICAL):
        _board(sheet, of, TOP + 1 + number * len(ROWS), typical)
    last = TOP + len(ROWS) * len(TYPICAL)
    _rule(sheet, of, last + 2)
    style.decimals(sheet, f"C{TOP + 1}:I{last}", of.plan.score_format)
    for number in range(len(TYPICAL)):
        first = TOP + 1 + number * len(ROWS)
        style.decimals(sheet, f"C{first}:I{first + 1}", "General")
    sheet.freeze_panes = f"C{TOP + 1}"
    style.page(sheet, tall=1)  # a print area would make LibreOffice print the sheet while it is hidden
    of.hide_lost(sheet)


def _board(sheet: Worksheet, of: EventCells, row: int, typical: Typical) -> None:
    """Write the rows of a board, from its counts to the worth of one more centre."""
    style.write_cell(sheet, row, 1, typical.name, style.BOLD)
    for shift, word in enumerate(ROWS):
        style.write_cell(sheet, row + shift, 2, word)
    facts = zip(typical.centres, years_gone(typical.centres), strict=True)
    for column, (count, gone) in enumerate(facts, FIRST):
        style.write_cell(sheet, row, column, count)
        style.write_cell(sheet, row + 1, column, gone)
    said = Alignment(wrap_text=True, vertical="top", shrink_to_fit=False)
    style.write_cell(sheet, row + 1, 1, of.write_scores(sheet, row, typical), style.SMALL, alignment=said)
    sheet.merge_cells(start_row=row + 1, start_column=1, end_row=row + len(ROWS) - 1, end_column=1)


def _rule(sheet: Worksheet, of: EventCells, row: int) -> None:
    """Write the rule, its source and its open points below the boards."""
    top = Alignment(wrap_text=True, vertical="top")
    for label, text, longest in lines_about_system(of.plan, plain=of.kind != "functions"):
        style.write_cell(sheet, row, 1, label, style.BOLD, alignment=top)
        style.write_cell(sheet, row, 2, text, alignment=top)
        sheet.merge_cells(start_row=row, start_column=2, end_row=row, end_column=FIRST + 6)
        sheet.row_dimensions[row].height = 3 + 15 * style.lines(longest, sum(WIDTHS[1:]))
        row += 1


def write_scores_by_functions(sheet: Worksheet, row: int) -> str:
    """Write the scores of a board and the worths, as our functions compute them; return its check."""
    style.array(sheet, row + 2, FIRST, 1, 7, f'=IFERROR(DIP_SCORE({arguments(row, "Scoring_system")}),"")')
    write_worth(sheet, row, "Scoring_system")
    return f"=DIP_CHECK({arguments(row, 'Scoring_system')})"


def write_worth(sheet: Worksheet, row: int, system: str) -> None:
    style.array(sheet, row + 3, FIRST, 2, 7, f'=IFERROR(DIP_WORTH({arguments(row, system)}),"")')


def arguments(row: int, system: str) -> str:
    """The arguments of a function for the board whose counts are in this row."""
    counts, dead = (f"$C${row + shift}:$I${row + shift}" for shift in (0, 1))
    return f"{system},{counts},,{dead},{YEAR},Scoring_options"
