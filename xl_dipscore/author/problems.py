"""Problems: whatever is wrong or odd in the event, with links to the rows, and the one sentence about it."""

from openpyxl import Workbook
from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.author import style
from xl_dipscore.author.plan import PROBLEMS, Plan

TOP = 4
"""The header's row."""
STATUS = "Status"
"""The name of the cell with the sentence about all of them."""
CLEAN = "No problems."
COSTS = {"no table": "the table unmade", "no rank": "players without a rank"}
"""What the worst problems leave behind."""
WIDTHS = {
    "Weight": 11,
    "Problem": 74,
    "Round": 8,
    "Board": 8,
    "Power": 10,
    "Player": 22,
    "Row": 8,
    "What to do": 58,
}
LINK_COLUMN = len(WIDTHS) + 1
ROW = "G"
"""The column of the function's own row numbers, which the links make the sheet's."""


def problems(book: Workbook, sheet: Worksheet, plan: Plan) -> None:
    style.widths(sheet, [*WIDTHS.values(), 16])
    sheet.column_dimensions[ROW].hidden = True
    style.title(sheet, "Problems")
    first, last = TOP + 1, TOP + PROBLEMS
    weights = f"$A${first}:$A${last}"
    status = _status(weights, f"$A${last}")
    if plan.by_its_own:
        status = f'=IF({plan.amiss}="",{status[1:]},{plan.amiss})'
    style.put(sheet, 2, 1, style.if_lost(f"$A${TOP}", f'"{style.LOST}"', status), style.BOLD)
    style.define(book, STATUS, "Problems!$A$2")
    # Before the table's own rules: of several LibreOffice takes the first.
    cells = f"A{first}:A{last}"
    sheet.conditional_formatting.add(cells, style.fault_when(f'LEFT($A{first},2)="no"'))
    sheet.conditional_formatting.add(cells, style.doubt_when(f'$A{first}="to check"'))
    # Joined to empty text, for in LibreOffice a text straight out of a function's table is equal to no other.
    table = f'=DIP_PROBLEMS(Scoring_system,{plan.table},Event_options)&""'
    style.result_table(sheet, TOP, PROBLEMS + 1, len(WIDTHS), table)
    style.header(sheet, TOP, ["Go to"], LINK_COLUMN)
    style.align(sheet, f"A{TOP}:{letter(LINK_COLUMN)}{TOP}", horizontal="left", vertical="center")
    style.align(sheet, f"A{first}:{letter(LINK_COLUMN - 1)}{last}", wrap_text=True, vertical="center")
    for row in range(first, last + 1):
        there = f"(ROW({plan.table.partition(':')[0]})-1+VALUE({ROW}{row}))"
        link = f'=IF(LEN({ROW}{row})=0,"",HYPERLINK("#Games!A"&{there},"Games row "&{there}))'
        beside = Alignment(horizontal="left", vertical="center", indent=1)
        style.put(sheet, row, LINK_COLUMN, link, style.LINK, alignment=beside)
        sheet.row_dimensions[row].height = 32
    full = f'=IF(LEN($A{last})=0,"","There may be more: mend these, and the others appear.")'
    style.put(sheet, last + 1, 1, full, style.SMALL)
    links = f"{letter(LINK_COLUMN)}{first}:{letter(LINK_COLUMN)}{last}"
    sheet.conditional_formatting.add(links, style.underlined(f"LEN($B{first})>0"))
    style.page(sheet, landscape=True, tall=1)


def status_shown(sheet: Worksheet, row: int, column: int, columns: int) -> None:
    """The sentence on another sheet, across some columns."""
    style.put(sheet, row, column, f"={STATUS}", style.BOLD)
    cells = f"{letter(column)}{row}:{letter(column + columns - 1)}{row}"
    said = f"${letter(column)}${row}"
    sheet.conditional_formatting.add(cells, style.fault_when(f'ISNUMBER(SEARCH(" leave",{said}))'))
    sheet.conditional_formatting.add(cells, style.doubt_when(f'AND(LEN({said})>0,{said}<>"{CLEAN}")'))


def _status(weights: str, last: str) -> str:
    """`3 problems, 1 leaves players without a rank; 2 notes to check.`, as the command line says it."""
    serious, notes = (f'SUMPRODUCT(--(LEFT({weights},2)="{word}"))' for word in ("no", "to"))
    more = f'IF(LEN({last})>0," or more","")'  # of the last kind, for they stand worst first
    parts = [f'{serious}&IF({notes}=0,{more},"")&IF({serious}=1," problem"," problems")']
    for weight, what in COSTS.items():
        costly = f'SUMPRODUCT(--({weights}="{weight}"))'
        parts.append(f'IF({costly}=0,"",", "&{costly}&IF({costly}=1," leaves "," leave ")&"{what}")')
    both = f'IF({serious}*{notes}=0,"","; ")'
    told = f'IF({serious}=0,"",{"&".join(parts)})&{both}'
    told += f'&IF({notes}=0,"",{notes}&{more}&IF({notes}=1," note"," notes")&" to check")'
    return f'=IFERROR(IF({serious}+{notes}=0,"{CLEAN}",{told}&"."),"")'
