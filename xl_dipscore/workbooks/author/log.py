"""The sheet Log, which lists what commands and the menu changed. People do not type on this sheet."""

from openpyxl import Workbook
from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.sheets import EventCells, sheet_kind
from xl_dipscore.workbooks.layout.identity import IDENTITY
from xl_dipscore.workbooks.layout.log import ENTRY, HEADINGS, LOG, SOURCE, TAKEN, WHAT, WHERE

TOP = 4
"""The row of the headings."""
HIDDEN = 4
"""The number of hidden columns for the data that undo needs. Most entries fill only one column."""
WIDTHS = (7, 17, 10, 22, 12, 22, 80, 17, *[12] * HIDDEN)
WRAPPED = (SOURCE, WHERE, WHAT)
LAST = 5_000
"""The last formatted row."""


@sheet_kind(
    "Log",
    "What the menu and commands changed in this file, and when. dipscore undo takes back the last entry.",
    place=180,
)
def of_event(sheet: Worksheet, of: EventCells) -> None:
    log(of.book, sheet)


def log(book: Workbook, sheet: Worksheet) -> None:
    """Write the headings, and format the columns for future entries."""
    style.widths(sheet, WIDTHS)
    style.title(sheet, "Log", "What the menu and commands changed. dipscore undo takes back the last entry.")
    style.header(sheet, TOP, HEADINGS, side="left")
    for column, heading in enumerate(HEADINGS, 1):
        looks = sheet.column_dimensions[letter(column)]
        looks.font = style.PLAIN
        side = "center" if heading == ENTRY else "left"
        looks.alignment = Alignment(horizontal=side, vertical="top", wrap_text=heading in WRAPPED)
    last = letter(len(HEADINGS))
    for column in range(len(HEADINGS), len(HEADINGS) + HIDDEN):
        sheet.column_dimensions[letter(column)].hidden = True
    style.define(book, LOG, f"{sheet.title}!$A${TOP}:${last}${TOP}")
    # In a hidden column, and blank here: every new event gets a word of its own.
    style.define(book, IDENTITY, f"{sheet.title}!${letter(len(HEADINGS) + 1)}$1")
    taken = letter(HEADINGS.index(TAKEN) + 1)
    cells = f"A{TOP + 1}:{taken}{LAST}"
    # Grey for entries that were taken back, and a line between entries.
    style.show(sheet, cells, style.muted_when(f"LEN(${taken}{TOP + 1})>0"))
    style.show(sheet, cells, style.underlined(f"LEN($A{TOP + 1})>0"))
    sheet.freeze_panes = f"A{TOP + 1}"
    style.page(sheet, landscape=True, title_rows=f"{TOP}:{TOP}")
