"""The sheet Problems: the problems with links to their rows, the director's remarks, and the summary."""

from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.lines import LINE_WIDTH
from xl_dipscore.workbooks.author.plan import PROBLEMS, Plan
from xl_dipscore.workbooks.author.sheets import EventCells, sheet_kind
from xl_dipscore.workbooks.layout.setup import CLEAN, KEYS, LOOKED_AT, STATUS

TOP = 4
"""The row of the headings."""
PRINTED = 40
"""The most rows that are printed: they fit on one page in a readable size."""
WIDTHS = {
    "Kind": 9,
    "Problem": LINE_WIDTH,
    "Round": 10,
    "Board": 10,
    "Power": 10,
    "Player": 30,
    "Row": 8,
    "What to do": LINE_WIDTH,
    "Key": 8,
}
"""Round and Board are wide enough for an error: LibreOffice marks errors that are wider than their cells."""
LOOKED, LINK, OPEN = (letter(len(WIDTHS) + n) for n in (1, 2, 3))
"""Columns right of the table: the director's remark, the link to the row, the open rank.

The open rank repeats the rank of the line; + in the further rows of a sentence. It is blank if the line is a
doubt or note with the remark ok."""
ROW, KEY = "G", "I"
"""Hidden columns: the row's number within the games list, and the key that identifies the problem."""
HELP = "ok: the doubt no longer counts. Your remark stays with the doubt, even if its line moves."


@sheet_kind(
    "Problems",
    "Everything wrong or odd, the worst first: where it is and what to do.",
    place=40,
    colour=style.COMPUTED,
    hidden=False,
    kinds=("functions",),
)
def problems(sheet: Worksheet, of: EventCells) -> None:
    plan = of.plan
    style.widths(sheet, [*WIDTHS.values(), 12, 16, 8])
    for hidden in (ROW, KEY, OPEN):
        sheet.column_dimensions[hidden].hidden = True
    style.title(sheet, "Problems")
    first, last = TOP + 1, TOP + PROBLEMS
    status = _status(first, last)
    if plan.names_its_system:
        status = f'=IF({plan.mismatch_cell}="",{status[1:]},{plan.mismatch_cell})'
    style.write_cell(sheet, 2, 1, style.if_lost(status), style.BOLD)
    for name, cells in {
        STATUS: "$A$2",
        KEYS: f"${KEY}${first}:${KEY}${last}",
        LOOKED_AT: f"${LOOKED}${first}:${LOOKED}${last}",
    }.items():
        style.define(of.book, name, f"Problems!{cells}")
    # Added before the table's own formats, because LibreOffice uses only the first format that applies.
    done = f"AND(LEN($B{first})>0,LEN(${OPEN}{first})=0)"
    style.show(sheet, f"A{first}:H{last}", style.when(done, font=style.SMALL))
    cells = f"A{first}:A{last}"
    style.show(sheet, cells, style.fault_when(f'$A{first}="wrong"'))
    style.show(sheet, cells, style.doubt_when(f'$A{first}="doubt"'))
    # The table is joined to empty text, for the reason stated at plan.EVERY_SYSTEM.
    roster = 'IF(ISERROR(ROWS(Roster)),"",Roster)'  # the sheet Players may be gone
    table = f'=DIP_PROBLEMS(Scoring_system,{plan.table},Event_options,{roster})&""'
    ends = f"AND(LEN($B{first})>0,LEN($A{first + 1})+(LEN($B{first + 1})=0)>0)"
    style.result_table(sheet, TOP, PROBLEMS + 1, len(WIDTHS), table, ends)
    style.header(sheet, TOP, ["Looked at", "Go to", "Open"], len(WIDTHS) + 1)
    sheet.cell(TOP, 1).number_format = ';;;"Kind"'  # shown in place of Rank: a doubt is no rank
    style.align(sheet, f"A{TOP}:{LINK}{TOP}", horizontal="left", vertical="center")
    style.align(sheet, f"A{first}:{letter(len(WIDTHS))}{last}", shrink_to_fit=True, vertical="center")
    for row in range(first, last + 1):
        _line(sheet, plan, row)
    style.choice(sheet, f"{LOOKED}{first}:{LOOKED}{last}", f"=${KEY}{first}", "Looked at", HELP, strict=False)
    more = f'=IF(LEN($B{first + PRINTED})=0,"","Only the first {PRINTED} rows are printed.")'
    style.write_cell(sheet, 3, 1, more, style.SMALL)
    full = f'=IF(LEN($B{last})=0,"","There may be more: correct these, and the others appear.")'
    style.write_cell(sheet, last + 1, 1, full, style.SMALL)
    links = f"{LINK}{first}:{LINK}{last}"
    style.show(sheet, links, style.underlined(ends))
    there = style.when(f"LEN($A{first})>0", fill=style.SHOWN_INPUT, border=style.BOX)
    style.show(sheet, f"{LOOKED}{first}:{LOOKED}{last}", there)
    style.page(sheet, landscape=True, tall=1, area=f"A1:{OPEN}{TOP + PRINTED}")
    of.hide_lost(sheet, heads=f"{LOOKED}{TOP}:{OPEN}{TOP}")


def _line(sheet: Worksheet, plan: Plan, row: int) -> None:
    """Write the cells beside a line of the table."""
    middle = Alignment(horizontal="center", vertical="center", shrink_to_fit=True)
    style.write_cell(sheet, row, len(WIDTHS) + 1, protection=style.FREE, alignment=middle)
    there = f"(ROW({plan.table.partition(':')[0]})-1+VALUE({ROW}{row}))"
    link = f'=IF(LEN({ROW}{row})=0,"",HYPERLINK("#Games!A"&{there},"Games row "&{there}))'
    beside = Alignment(horizontal="left", vertical="center", indent=1)
    style.write_cell(sheet, row, len(WIDTHS) + 2, link, style.LINK, alignment=beside)
    first, last = TOP + 1, TOP + PROBLEMS
    here = f'LOWER(TRIM({LOOKED}{row}))="ok"'
    anywhere = f"SUMPRODUCT(--(${LOOKED}${first}:${LOOKED}${last}={KEY}{row}))>0"
    looked = f'IF($A{row}="wrong",$A{row},IF(OR({here},{anywhere}),"",$A{row}))'
    goes_on = f'IF(LEN({OPEN}{row - 1})=0,"","+")'
    text = f'=IF(LEN($B{row})=0,"",IF(LEN($A{row})=0,{goes_on},{looked}))'
    style.write_cell(sheet, row, len(WIDTHS) + 3, text, style.SMALL)


def write_status(sheet: Worksheet, row: int, column: int, columns: int) -> None:
    """Show the summary on another sheet. The colour covers `columns` columns."""
    style.write_cell(sheet, row, column, f"={STATUS}", style.BOLD)
    cells = f"{letter(column)}{row}:{letter(column + columns - 1)}{row}"
    said = f"${letter(column)}${row}"
    has = 'ISNUMBER(FIND(" {}",' + said + "))"
    style.show(sheet, cells, style.fault_when(has.format("wrong")))
    quiet = f'OR(LEN({said})=0,{said}="{CLEAN}",AND({has.format("note")},NOT({has.format("doubt")})))'
    style.show(sheet, cells, style.doubt_when(f"NOT({quiet})"), style.good_when(f'{said}="{CLEAN}"'))


def _status(first: int, last: int) -> str:
    """The formula of the summary, such as `1 wrong, 2 doubts, 1 note.`

    Doubts and notes that are marked ok are not counted, as in the reports of the command dipscore.
    """
    ranks = f"${OPEN}${first}:${OPEN}${last}"
    more = f'IF(LEN($B${last})>0," or more","")'
    parts = []
    for rank, several in (("wrong", ""), ("doubt", "s"), ("note", "s")):
        count = f'SUMPRODUCT(--({ranks}="{rank}"))'
        plural = f'&IF({count}=1,"","{several}")' if several else ""
        parts.append(f'IF({count}=0,"",", "&{count}&" {rank}"{plural})')
    told = "&".join(parts)
    return f'=IFERROR(IF(LEN({told})=0,"{CLEAN}",MID({told},3,99)&{more}&"."),"")'
