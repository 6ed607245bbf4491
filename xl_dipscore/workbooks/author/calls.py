"""The sheet Board calls: who plays which power on which board of a round, in large letters for the wall.

The sheet Slips shows the boards of a round too, by the same formulas.
"""

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.board import POWERS, SEATS
from xl_dipscore.tables.native.columns import PlacedColumns
from xl_dipscore.tables.native.plan import FINAL
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.plan import Plan
from xl_dipscore.workbooks.author.sheets import CallFormulas, EventCells, sheet_kind
from xl_dipscore.workbooks.layout.pages import CALLS, CALLS_ON_A_PAGE, HEAD_HEIGHT, SPARE_CALLS

TOP, SIZE = 4, 16
"""The row of the headings, and the font size in points."""
HELPERS = 10
"""The first of the hidden columns: a board's line, and then the rows of its powers."""
ROUND_CELL, HELPER_CELL, LINE_CELL = (f"${letter(HELPERS)}{row}" for row in ("$1", "$2", "{row}"))
"""Cells with the round that is shown, with `CallFormulas.helper`, and with `CallFormulas.line` of `{row}`."""
NUMBER = "{number}"
"""Stands for a formula: the number of a board within the round, from 1."""


def formulas_by_slip(games: PlacedColumns) -> CallFormulas:
    """Make formulas that search the column `slip` of Games: 10 * the board's number + the seat (1 to 7)."""
    order, seated, slip, who, board = map(games.column, ("order", "seated", "slip", "who", "board"))
    latest = f"MAX(1,{seated})"
    final = f'IF(UPPER(TRIM({ROUND_CELL}))="FINAL",{FINAL},0)'
    before = f'COUNTIF({order},"<"&{FINAL}*{HELPER_CELL})'
    boards = f'(COUNTIF({order},"<"&{FINAL}*({HELPER_CELL}+1))-{before})'
    powers = [f"{letter(HELPERS + 1 + seat)}{{row}}" for seat in (SEATS[0], SEATS[-1])]
    return CallFormulas(
        who,
        f'IF({latest}={FINAL},"Final",{latest})',
        f"IF(ISNUMBER({ROUND_CELL}),INT({ROUND_CELL}),{final})",
        boards,
        f"IF({NUMBER}>{boards},0,10*({before}+{NUMBER}))",
        f"INDEX({board},MAX(1,${':$'.join(powers)}))",
        [f"IF({LINE_CELL}=0,0,IFERROR(MATCH({LINE_CELL}+{seat + 1},{slip},0),0))" for seat in SEATS],
    )


def formulas_by_array(plan: Plan) -> CallFormulas:
    """Make array formulas, which every program that has our functions can compute."""
    round_, board, seat, player = (plan.cells(heading) for heading in ("Round", "Board", "Power", "Player"))
    places = plan.places("Player")
    latest = f"SUMPRODUCT(MAX((LEN({player})>0)*(LEN({round_})>0)*{places}))"
    seated = f'COUNTIFS({round_},{round_},{board},{board},{player},"?*")>0'
    boards = f'({round_}={ROUND_CELL})*(LEFT({seat},1)="{POWERS[0][0]}")*({seated})'
    nth = f"SUMPRODUCT(LARGE({boards}*{places},{HELPER_CELL}+1-{NUMBER}))"
    mine = f"({round_}={ROUND_CELL})*({board}=INDEX({board},{LINE_CELL}))"
    its = f'SUMPRODUCT(MAX({mine}*(LEFT({seat},1)="{{power}}")*{places}))'

    def row_of(number: int, power: str) -> str:
        """A power's row: Austria's row + `number` if the power is there, else found by board and power."""
        at, there = f"{LINE_CELL}+{number}", its.replace("{power}", power)
        same = "*".join(f"(INDEX({cells},{at})=INDEX({cells},{LINE_CELL}))" for cells in (round_, board))
        beside = f'IFERROR({same}*(LEFT(INDEX({seat},{at}),1)="{power}"),0)'
        return f"IF({LINE_CELL}=0,0,IF({beside},{at},{there}))"

    return CallFormulas(
        player,
        f"INDEX({round_},MAX(1,{latest}))",
        f"SUMPRODUCT({boards})",
        HELPER_CELL,
        f"IF({NUMBER}>{HELPER_CELL},0,{nth})",
        f"INDEX({board},{LINE_CELL})",
        [row_of(number, name[0]) for number, name in enumerate(POWERS[1:], 1)],
    )


@sheet_kind(
    "Board calls",
    "Who sits where and plays what in a round, in large letters for the wall.",
    place=140,
    when=lambda plan: not plan.league,
)
def write_calls(sheet: Worksheet, of: EventCells) -> None:
    """Write who plays which power on which board of a round."""
    book, plan, found = of.book, of.plan, of.calls
    bottom = TOP + plan.boards + SPARE_CALLS
    right = letter(HELPERS + len(found.rows))
    style.widths(sheet, [12, *[21] * 7, 3, *[8] * (1 + len(found.rows))])
    shown = ROUND_CELL
    style.title(
        sheet, f'=IF(Event_name="","",Event_name&": ")&IF(ISNUMBER({shown}),"Round "&{shown},{shown}&"")'
    )
    more = f"{found.boards}>ROWS($A${TOP + 1}:$A${bottom})"
    style.write_cell(sheet, 2, 1, f'=IF({more},"{MORE_BOARDS}","")', style.SMALL)
    write_round_choice(book, sheet, TOP - 1, "Calls_round", plan)
    style.write_cell(sheet, TOP - 1, 3, TO_CHOOSE, style.SMALL)
    write_helpers(sheet, found, "Calls_round")
    _write_headings(sheet, found)
    for row in range(TOP + 1, bottom + 1):
        _write_line(sheet, found, row)
    style.define(book, CALLS, f"'{sheet.title}'!$A${TOP + 1}:${right}${bottom}")
    style.show(sheet, f"A{TOP + 1}:H{bottom}", style.boxed(f"LEN($A{TOP + 1})>0"))
    style.page(sheet, landscape=True, tall=-(-(bottom - TOP) // CALLS_ON_A_PAGE), title_rows=f"1:{TOP}")


MORE_BOARDS = "More boards are on the sheet Games."
TO_CHOOSE = "The round to show; blank means the latest with players"
_MIDDLE = Alignment(horizontal="center", vertical="center", wrap_text=True)
_PLAIN, _BOLD = (Font(name="Calibri", size=SIZE, bold=one, color=style.INK) for one in (False, True))


def _write_headings(sheet: Worksheet, found: CallFormulas) -> None:
    style.header(sheet, TOP, ["Board"], side="center")
    sheet.cell(TOP, 1).font = Font(name="Calibri", size=SIZE, bold=True, color="FFFFFF")
    for column, name in enumerate(POWERS, 2):
        style.power(sheet, TOP, column, name)
        sheet.cell(TOP, column).font, sheet.cell(TOP, column).alignment = _BOLD, _MIDDLE
    named = ["Board", *(f"Row {name[0]}" for name in POWERS)][-1 - len(found.rows) :]
    for column, name in enumerate(named, HELPERS):
        style.write_cell(sheet, TOP, column, name, style.SMALL)
    sheet.row_dimensions[TOP].height = 2 * HEAD_HEIGHT


def _write_line(sheet: Worksheet, found: CallFormulas, row: int) -> None:
    write_places(sheet, found, row, f"(ROW()-ROW(${letter(HELPERS)}${TOP}))")
    board = found.board.format(row=row)
    texts = [if_there(row, f'{board}&""'), *players_in(found, row)]
    for column, text in enumerate(texts, 1):
        style.write_cell(sheet, row, column, f"={text}", _PLAIN if column > 1 else _BOLD, alignment=_MIDDLE)
    sheet.row_dimensions[row].height = 3.5 * SIZE


def write_helpers(sheet: Worksheet, found: CallFormulas, chosen: str) -> None:
    """Write the round that is shown and `CallFormulas.helper`, and hide their columns.

    chosen: the name of the cell with the choice of the round.
    """
    style.write_cell(sheet, 1, HELPERS, f'=IF({chosen}="",{found.latest},{chosen})', style.SMALL)
    style.write_cell(sheet, 2, HELPERS, f"={found.helper}", style.SMALL)
    style.hide(sheet, *range(HELPERS, HELPERS + 1 + len(found.rows)))


def write_places(sheet: Worksheet, found: CallFormulas, row: int, number: str) -> None:
    """Write where a board is on Games into the hidden cells of a row. number: the formula for `NUMBER`."""
    for column, text in enumerate((found.line, *found.rows), HELPERS):
        style.write_cell(sheet, row, column, f"={text.format(row=row, number=number)}", style.SMALL)


def if_there(row: int, text: str, column: int = HELPERS) -> str:
    """The formula `text`; empty text if the hidden cell of this row and column has no place."""
    return f'IF(${letter(column)}{row}=0,"",{text})'


def players_in(found: CallFormulas, row: int) -> list[str]:
    """Formulas for the players of the board whose place is in this row, by power."""
    last = HELPERS + len(found.rows)
    columns = range(last + 1 - len(POWERS), last + 1)
    texts = {column: f'INDEX({found.player},${letter(column)}{row})&""' for column in columns}
    return [if_there(row, text, column) for column, text in texts.items()]


def write_round_choice(book: Workbook, sheet: Worksheet, row: int, name: str, plan: Plan) -> None:
    """Write the choice of the round. name: the name that its cell gets.

    The choice is printed with the boards. A print area could leave the choice out, but would make
    LibreOffice print the sheet even while the sheet is hidden.
    """
    style.write_cell(sheet, row, 1, "Round", style.BOLD)
    style.write_input(sheet, row, 2, alignment=Alignment(horizontal="center"))
    told = "A round of the sheet Games. Blank means the latest round with players."
    names = ",".join(map(str, plan.round_names))
    style.choice(sheet, f"B{row}", f'"{names}"', "Round", told, strict=False)
    style.define(book, name, f"'{sheet.title}'!$B${row}")
