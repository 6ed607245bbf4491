"""The sheet Totals of a workbook of plain formulas, with the summary of problems beside its table."""

from openpyxl import Workbook
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.tables.native import event
from xl_dipscore.tables.native.columns import MARK, TYPED, EventColumn, PlacedColumns
from xl_dipscore.tables.native.notation import Formula, cell_text
from xl_dipscore.tables.native.plan import round_heading
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.native import doubts
from xl_dipscore.workbooks.author.native.cells import PlainCells
from xl_dipscore.workbooks.author.native.setup import MADE_FOR
from xl_dipscore.workbooks.author.native.tables import Totals
from xl_dipscore.workbooks.author.sheets import sheet_kind
from xl_dipscore.workbooks.layout.games import HeadingsMoved
from xl_dipscore.workbooks.layout.setup import CLEAN, STATUS

ONE_SYSTEM = "The column System has no effect: plain formulas score all games by one system."
"""The sentence in the status if a director adds the column System to Games."""
UNRANKED = (
    "Standings lacks players of Games: copy the formulas of another row into each row of Games without any."
)


@sheet_kind(
    "Totals",
    "How each player's total and rank are made. Nothing to type.",
    place=170,
    kinds=("plain",),
)
def totals(sheet: Worksheet, of: PlainCells) -> None:
    _table(sheet, of.totals)
    _status(of.book, sheet, of.totals)


def _table(sheet: Worksheet, its: Totals) -> None:
    """Write the table, which Standings and Best countries read. Most of its columns are folded."""
    named = [column.heading for column in its.columns]
    style.widths(sheet, [*(max(10, 4 + 1.05 * len(heading)) for heading in named), 4, 60])
    style.header(sheet, 1, named, side="center")
    points = {"Total", *map(round_heading, its.plan.columns)}
    for row in range(2, its.table.last + 1):
        for column, one in enumerate(its.columns, 1):
            if row > 2 and isinstance(one, EventColumn):
                continue
            cell = style.write_cell(
                sheet, row, column, cell_text(its.table.formula(one.text, row)), alignment=style.CENTRE
            )
            if one.heading in points:
                cell.number_format = its.games.plan.score_format
    seen = {"No.", "Player", "Rank", "Place", *points}
    style.fold(sheet, (column for column, heading in enumerate(named, 1) if heading not in seen))
    told = "One row for each player: how totals and ranks are made. Standings and Best countries sort them."
    style.write_cell(sheet, 1, len(named) + 2, told, style.SMALL)
    sheet.freeze_panes = "B2"
    style.page(sheet, landscape=True, title_rows="1:1")


def _status(book: Workbook, sheet: Worksheet, made: Totals) -> None:
    """Write cells on Totals: the faults, the summary for other sheets, the doubts, and the version."""
    its = made.games.from_elsewhere
    column = len(made.columns) + 2
    at = f"${letter(column)}$"
    looks = f'IF({at}4=0,"",{at}4&IF({at}4=1," doubt"," doubts")&": see Check.")'
    both = f'TRIM({at}2&" "&{looks})'
    moved = _headings_moved(its)
    texts: tuple[str, ...] = (
        f'IF({moved},"{HeadingsMoved(sheet="Games")}",IF({MADE_FOR}="",{_wrong(made)},{MADE_FOR}))',
        f'IF({both}="","{CLEAN}",{both})',
        f"IF({moved},0,{doubts.count(its)})",
    )
    if made.games.plan.by_name:
        # LibreOffice without our functions computes the second cell again after typing, but never the first.
        style.write_cell(sheet, 6, column, "=DIP_VERSION()", style.BOLD)
        style.write_cell(sheet, 5, column, f"={at}6&LEFT(COUNT({made.games.plan.results}),0)", style.BOLD)
        style.define(book, style.LIVE, f"{sheet.title}!{at}5")
        # No row is wrong only because the program lacks functions.
        nothing = ('""', f'"{style.LOST_NAMES}"', "0")
        pairs = zip(nothing, texts, strict=True)
        texts = tuple(f"IF({style.NAMES_LOST},{lost},{text})" for lost, text in pairs)
    for row, text in enumerate(texts, 2):
        style.write_cell(sheet, row, column, f"={text}", style.BOLD)
    style.define(book, STATUS, f"{sheet.title}!{at}3")


def _headings_moved(its: PlacedColumns) -> str:
    """A condition that is true if a sort has moved the headings of Games away from the first row."""
    heads = (f"{TYPED}round", f"{TYPED}power", "odd row")
    first, power, behind = (f"{its.sheet}!${its.letters[name]}${its.first}" for name in heads)
    return f'OR(ISNUMBER({first}),{power}="",LEFT({behind},1)<>"{MARK}")'


def _wrong(made: Totals) -> str:
    """A formula for sentences about the faults in rows of Games and in the event."""
    its = made.games.from_elsewhere
    bad = f"COUNTIFS({its.column('played')},1,{its.column('ok')},0)"
    rows = f'{bad}&IF({bad}=1," row of Games needs"," rows of Games need")&" a look: see Check. "'
    first, last = (f"${its.letters[name]}${its.first}" for name in (f"{TYPED}round", "score"))
    unread_column = f'IF(COUNTIF({its.sheet}!{first}:{last},"System")>0,"{ONE_SYSTEM} ","")'
    typed, who, at = (its.column(name) for name in (f"{TYPED}player", "who", "at"))
    unread, named = f'SUMPRODUCT(({typed}<>"")*({at}=""))', f'SUMPRODUCT(({who}<>"")*1)-1-[waiting]'
    ranked = 'SUM([in table:])-COUNTIF([here:],">0")'
    unranked = f'IF(OR({unread}>0,{named}<>SUM([on games:]),{ranked}<>0),"{UNRANKED} ","")'
    amiss = made.table.formula(Formula(f"{unread_column}&{unranked}&{event.status(made.plan)}"), 2)
    return f'TRIM(IF({bad}=0,"",{rows})&{amiss})'
