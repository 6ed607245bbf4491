"""The sheets Explain, with the lines of a board's scores, and Calculator, with a board under every system."""

from collections.abc import Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.errors import IS_IT_WRONG
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.system import EachCount, EachPlayer
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.front import FIRST_OPTION
from xl_dipscore.workbooks.author.games import IN_DRAW, WHOLE
from xl_dipscore.workbooks.author.lines import LINE_WIDTH
from xl_dipscore.workbooks.author.plan import EVERY_SYSTEM, LISTED, TOTAL_EXPLAINED, Plan
from xl_dipscore.workbooks.author.sheets import EventCells, sheet_kind

FACTS_ROW = 6
"""The row of Explain with the headings of the board's results."""
LINES_ROW = 15
LINE_COLUMNS = 8
WIDEST, BESIDE = 9, 6
"""The most columns that are shown, and the facts of a board that are beside the players: up to Docked."""
CALCULATED = {
    "Centres": (0, 11, 11, 1, 11, 0, 0),
    "Draw": (None, "x", "x", None, "x", None, None),
    "Eliminated": (1904, None, None, None, None, 1906, 1907),
}
"""The board that a new Calculator shows, by row label: a value for each power."""


@sheet_kind(
    "Explain",
    "Why this score? Choose a round and a board to see the lines that add up to each score.",
    place=80,
    colour=style.COMPUTED,
    hidden=False,
    kinds=("functions",),
)
def explain(sheet: Worksheet, of: EventCells) -> None:
    plan, book = of.plan, of.book
    block = BoardFacts(plan)
    shown = [LINE_WIDTH, 21.5, 9.5, 9.5, 11, *[9.5] * (WIDEST - 5), 3]
    style.widths(sheet, [*shown, *[8] * (2 + len(block.shown))])
    told = "Choose a round and a board to see its results and the lines that add up to each score."
    style.write_event_title(sheet, "Explain", told)
    _choose_board(sheet, of, plan.inputs[0])
    block.write(sheet)
    _results(sheet, block)
    first, end = FACTS_ROW + 1, FACTS_ROW + 7
    arguments = f"Scoring_system,,,,,Scoring_options,{block.whole}"
    day = f'IF(Explain_round="","",TEXT(Explain_round,"{style.DAY}"))'
    said = day if plan.league else "Explain_round"
    unknown = f'"{plan.inputs[0]} "&{said}&" has no board "&Explain_board&" on the sheet Games."'
    check = f"DIP_CHECK({arguments},ROW(A{first}))"
    rows = f"{block.row_of}{first}:{block.row_of}{end}"
    style.write_cell(sheet, LINES_ROW - 1, 1, f"=IF(SUM({rows})=0,{unknown},{check})", style.SMALL)
    last = LINES_ROW + plan.explanation_lines - 1
    style.show(sheet, f"A{LINES_ROW - 1}", style.fault_when(_not_ok(f"A{LINES_ROW - 1}")))
    _own_of_counts(sheet, plan, block.beside)
    _lines(sheet, LINES_ROW, plan.explanation_lines, f"=DIP_EXPLAIN({arguments})")
    # A line with a text in column B only explains: its figures are texts, and do not add to the total.
    aside = style.when(f"ISTEXT($B{LINES_ROW + 1})", font=Font(italic=True, color=style.MUTED))
    style.show(sheet, f"A{LINES_ROW + 1}:{letter(LINE_COLUMNS)}{last}", aside)
    style.decimals(sheet, f"B{LINES_ROW + 1}:{letter(LINE_COLUMNS)}{last}", plan.score_format)
    last = _further_facts(sheet, block, last + 1) + 1
    style.write_cell(sheet, last, 1, IS_IT_WRONG, style.SMALL)
    style.link(style.write_cell(sheet, 3, 4, "A player's total is below"), f"'Explain'!A{last + 1}")
    style.break_after(sheet, last)
    end_of_total = _total(book, sheet, plan, last)
    widest = max(LINE_COLUMNS, 1 + len(block.beside) + 2 * len(plan.own_functions(EachCount)))
    style.page(sheet, area=f"A1:{letter(widest)}{end_of_total}")
    of.hide_lost(sheet)


def _choose_board(sheet: Worksheet, of: EventCells, word: str | int) -> None:
    """Write the cells that choose the board. word: the heading of its round or date."""
    plan = of.plan
    for row, (label, value) in enumerate(zip((word, "Board"), plan.slots[0], strict=True), 3):
        style.write_cell(sheet, row, 1, label, style.BOLD)
        style.write_input(sheet, row, 2, value or None, alignment=Alignment(horizontal="left"))
    names = ",".join(dict.fromkeys(name for _, name in plan.slots))
    if plan.league:
        sheet["B3"].number_format = style.DAY
    else:
        rounds = ",".join(map(str, plan.round_names))
        style.choice(sheet, "B3", f'"{rounds}"', "Round", "A round of the sheet Games.", strict=False)
    style.choice(sheet, "B4", f'"{names}"', "Board", "A board of that round.", strict=False)
    style.define(of.book, "Explain_round", "Explain!$B$3")
    style.define(of.book, "Explain_board", "Explain!$B$4")


class BoardFacts:
    """Hidden columns with all facts of the board side by side, as our functions read them."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.shown = ("Player", "Centres", "Draw", "Eliminated", "Year", *plan.facts)
        self.beside = self.shown[:BESIDE]
        """The headings of facts that the sheet shows beside the players."""
        self.below = self.shown[BESIDE:]
        """The headings of facts that the sheet shows below, in a line each: the page stays narrow."""
        right = letter(WIDEST + 2 + len(self.shown))
        first, end = FACTS_ROW + 1, FACTS_ROW + 7
        left = letter(WIDEST + 2)
        self.whole = f"${left}${FACTS_ROW}:${right}${FACTS_ROW},${left}${first}:${right}${end}"
        self.row_of = letter(WIDEST + 3 + len(self.shown))
        """The column with the row number of each power on Games."""

    def cell(self, heading: str | int, row: int) -> str:
        return f"${letter(WIDEST + 3 + self.shown.index(heading))}${row}"

    def write(self, sheet: Worksheet) -> None:
        plan, left = self.plan, WIDEST + 2
        for column, heading in enumerate(("Power", *self.shown, "Row"), left):
            style.write_cell(sheet, FACTS_ROW, column, heading, style.SMALL)
        for row, seat in enumerate(POWERS, FACTS_ROW + 1):
            style.write_cell(sheet, row, left, seat, style.SMALL)
            where = f"({plan.cells('Round')}=Explain_round)*({plan.cells('Board')}=Explain_board)"
            where += "*(LEN(Explain_round)>0)" if plan.league else ""
            whose = f"({plan.cells('Power')}=$A{row})*{plan.places('Power')}"
            found = f"${self.row_of}{row}"
            style.write_cell(
                sheet, row, left + 1 + len(self.shown), f"=SUMPRODUCT({where}*{whose})", style.SMALL
            )
            for column, heading in enumerate(self.shown, left + 1):
                formula = _from_games(plan, heading, f"{letter(column)}${FACTS_ROW}", found)
                style.write_cell(sheet, row, column, formula, style.SMALL)
        style.hide(sheet, *range(left, left + 2 + len(self.shown)))


def _results(sheet: Worksheet, block: BoardFacts) -> None:
    """Show the players and results of the board, a line for each power."""
    style.header(sheet, FACTS_ROW, ["Power", "Player"])
    style.header(sheet, FACTS_ROW, block.beside[1:], 3, "center")
    for row, seat in enumerate(POWERS, FACTS_ROW + 1):
        style.power(sheet, row, 1, seat)
        for column, heading in enumerate(block.beside, 2):
            side = Alignment(horizontal="left" if column == 2 else "center", shrink_to_fit=column == 2)
            formula = f"={block.cell(heading, row)}"
            style.write_cell(sheet, row, column, formula, border=style.BOX, alignment=side)


def _further_facts(sheet: Worksheet, block: BoardFacts, top: int) -> int:
    """Show the facts that are not beside the players, with a column for each power. Return the last row."""
    if not block.below:
        return top - 1
    style.header(sheet, top + 1, ["Further facts"])
    style.header(sheet, top + 1, POWERS, 2, "center")
    for row, heading in enumerate(block.below, top + 2):
        style.write_cell(sheet, row, 1, heading, style.BOLD, alignment=Alignment(horizontal="left"))
        for seat, column in enumerate(range(2, LINE_COLUMNS + 1), FACTS_ROW + 1):
            formula = f"={block.cell(heading, seat)}"
            style.write_cell(sheet, row, column, formula, border=style.BOX, alignment=style.CENTRE)
    return top + 1 + len(block.below)


def _total(book: Workbook, sheet: Worksheet, plan: Plan, above: int) -> int:
    """Write the explanation of a player's total below the row `above`. Return its last row."""
    row = above + 1
    told = "Choose a player to see which scores counted, what decided the rank, and how ties were broken."
    style.write_cell(sheet, row, 1, "A player's total", style.TITLE)
    style.link(style.write_cell(sheet, row, 4, "A board's scores are above"), "'Explain'!A1")
    style.write_cell(sheet, row + 1, 1, told, style.SMALL)
    style.write_cell(sheet, row + 2, 1, "Player", style.BOLD)
    style.write_input(sheet, row + 2, 2, alignment=Alignment(horizontal="left"))
    style.choice(sheet, f"B{row + 2}", "Roster", "Player", "A name from the sheet Players.", strict=False)
    style.define(book, "Explain_player", f"Explain!$B${row + 2}")
    _own_of_player(sheet, plan, row + 2)
    top = row + 4
    first, last = top + 1, top + TOTAL_EXPLAINED - 1
    # Each part of the explanation begins with a heading, and the row above a heading is blank.
    heads = f"AND(LEN($A{first})>0,LEN($A{top})=0)"
    style.show(sheet, f"A{first}:{letter(LINE_COLUMNS)}{last}", style.bold_when(heads))
    total = f"DIP_EXPLAIN_TOTAL(Scoring_system,{plan.table},Explain_player,Event_options)"
    _lines(sheet, top, TOTAL_EXPLAINED, f"={total}")
    style.decimals(sheet, f"B{first}:{letter(LINE_COLUMNS)}{last}", max(plan.score_format, "0.00"))
    return last


def _own_of_counts(sheet: Worksheet, plan: Plan, shown: Sequence[str | int]) -> None:
    """Write the system's functions of a centre count: for each power, the value and its share of the sum."""
    first, end = FACTS_ROW + 1, FACTS_ROW + 7
    centres, draw, docked = (letter(shown.index(word) + 2) for word in ("Centres", "Draw", "Docked"))
    won = f"MAX(${centres}${first}:${centres}${end})>17"
    conceded = f"SUMPRODUCT(--(LEN(${draw}${first}:${draw}${end})>0))=1"
    for column, word in enumerate(plan.own_functions(EachCount), len(shown) + 2):
        style.header(sheet, FACTS_ROW, [word.capitalize(), "Share"], column, "center")
        for row in range(first, end + 1):
            count = f"${centres}{row}-SUM(${docked}{row})"
            asked = f'=IF(OR(${centres}{row}="",{won},{conceded}),"",{plan.system.key}_{word}({count}))'
            at = letter(column)
            part = f'=IF({at}{row}="","",{at}{row}/SUM({at}${first}:{at}${end}))'
            centred: dict[str, Any] = {"border": style.BOX, "alignment": style.CENTRE}
            style.write_cell(sheet, row, column, asked, number_format="0.000", **centred)
            style.write_cell(sheet, row, column + 1, part, number_format="0.00%", **centred)


def _own_of_player(sheet: Worksheet, plan: Plan, row: int) -> None:
    """For each EachPlayer of the system, write its value for the chosen player."""
    players, powers, scores = map(plan.cells, ("Player", "Power", "Counts"))
    planned = "" if plan.league else f",Setup!$B${FIRST_OPTION}"  # the number of rounds
    # SUMPRODUCT, because MATCH reads * in a name as a wildcard.
    place = f"SUMPRODUCT(MAX(({players}=Explain_player)*{plan.places('Player')}))"
    for column, word in enumerate(plan.own_functions(EachPlayer), 4):
        found = f"INDEX({plan.system.key}_{word}({players},{powers},{scores}{planned}),MAX(1,{place}))"
        said = f'=IF(Explain_player="","",IF({place}=0,"",{found}))'
        style.write_cell(sheet, row, column, word, style.BOLD, alignment=Alignment(horizontal="right"))
        style.write_cell(sheet, row, column + 1, said, border=style.BOX, number_format="0.00")


def _lines(sheet: Worksheet, top: int, rows: int, formula: str) -> None:
    """Write the array formula of an explanation, with words in its first column and numbers beside them."""
    right, end = letter(LINE_COLUMNS), top + rows - 1
    style.computed_header(sheet, top, LINE_COLUMNS)
    for cells, side in ((f"A{top}:A{end}", "left"), (f"B{top}:{right}{end}", "right")):
        shrink = side == "left"  # a row is one line high, so wrapped words would be cut
        style.align(
            sheet, cells, horizontal=side, vertical="center", wrap_text=not shrink, shrink_to_fit=shrink
        )
    # The cell is joined to empty text, for the reason stated at EVERY_SYSTEM.
    total, there = style.bold_when(f'$A{top + 1}&""="Total"'), style.underlined(f"LEN($A{top + 1})>0")
    style.show(sheet, f"A{top + 1}:{right}{end}", total, there)
    style.array(sheet, top, 1, rows, LINE_COLUMNS, formula)


def _from_games(plan: Plan, heading: str | int, said: str, row: str) -> str:
    """A formula that shows a cell of Games, or "". said, row: the cells with its heading and row number."""
    headings, cells = plan.input_areas
    place = f"MATCH({said},{headings},0)"
    found = f"INDEX({cells},{row},{place})"
    shown = f'IF(ISNUMBER({place}),IF({found}="","",{found}),"")'
    if heading in ("Player", "Centres"):
        found = f"INDEX({plan.cells(heading)},{row})"
        shown = f'IF({found}="","",{found})'
    # INDEX with row 0 would return the whole column.
    return f'=IF({row}=0,"",{shown})'


def _not_ok(cell: str) -> str:
    return f'AND(LEN({cell})>0,LEFT({cell},3)<>"OK:")'


@sheet_kind(
    "Calculator",
    "What if? Any seven centre counts, and their scores under every system.",
    place=120,
    kinds=("functions",),
)
def calculator(sheet: Worksheet, of: EventCells) -> None:
    style.widths(sheet, [26, *[11] * 7, 110])
    told = (
        "Type seven centre counts, x for each power in the draw, and years: each line has a system's scores."
    )
    style.write_event_title(sheet, "Calculator", told)
    style.header(sheet, 4, ["Power", *POWERS])
    for column, seat in enumerate(POWERS, 2):
        style.power(sheet, 4, column, seat)
        sheet.cell(4, column).alignment = style.CENTRE
    for row, (label, values) in enumerate(CALCULATED.items(), 5):
        style.write_cell(sheet, row, 1, label, style.BOLD)
        for column, value in enumerate(values, 2):
            style.write_input(sheet, row, column, value, alignment=style.CENTRE)
    style.write_cell(sheet, 8, 1, "Year", style.BOLD)
    style.write_input(sheet, 8, 2, 1908, alignment=style.CENTRE)
    style.choice(sheet, "B6:H6", '"x"', "Draw", IN_DRAW)
    for cells, kind in (("B5:H5", "Centres"), ("B7:H8", "Year")):
        style.whole(sheet, cells, *WHOLE[kind])
    style.header(sheet, 10, [""])
    style.header(sheet, 10, POWERS, 2, "right")
    style.header(sheet, 10, ["Check"], 9)
    style.array(sheet, 10, 1, LISTED + 1, 1, EVERY_SYSTEM)
    board = "$B$5:$H$5,$B$6:$H$6,$B$7:$H$7,$B$8"
    last = 10 + LISTED
    for row in range(11, last + 1):
        style.write_cell(sheet, row, 1, None, style.BOLD)
        for column in range(2, 9):
            style.write_cell(sheet, row, column, None, number_format="0.00")
        # Scores are blank if the board lacks a fact that the system needs; the last column says which fact.
        style.array(sheet, row, 2, 1, 7, f'=IF($A{row}="","",IFERROR(DIP_SCORE($A{row},{board}),""))')
        check = f'=IF($A{row}="","",DIP_CHECK($A{row},{board}))'
        beside = Alignment(horizontal="left", indent=1, shrink_to_fit=True)
        style.write_cell(sheet, row, 9, check, style.SMALL, alignment=beside)
    style.show(sheet, f"B11:H{last}", style.boxed("LEN($A11)>0"))
    style.show(sheet, f"A11:A{last}", style.muted_when(_not_ok("$I11")))
    sheet.freeze_panes = "B11"
    style.page(sheet, landscape=True, title_rows="10:10")
    of.hide_lost(sheet, heads="B10:I10")
