"""Makes new workbooks: Setup, Games, Standings, and the working that Standings is sorted from."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from openpyxl import Workbook
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter as letter
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.workbook.properties import CalcProperties
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.board import POWERS
from xl_dipscore.system import System, systems

CURRENT_EXCEL = 191029
"""The calculation engine of today's Excel: an older number would make it recalculate on load."""

INPUTS = ("Round", "Board", "Power", "Player", "Centres", "Draw", "Eliminated", "Year", "Override")
COMPUTED = ("Score", "Counts", "Check")
SPARE_ROWS = 4
"""Rows for the options of another system, below those of the one a workbook is made for."""
OPTION_VALUES = 7

INK = "1F2937"
MUTED = "6B7280"
RULE = Side(style="thin", color="D1D5DB")
BOARD_RULE = Side(style="medium", color="6B7280")
HEAD = PatternFill("solid", fgColor="1F3A5F")
INPUT = PatternFill("solid", fgColor="FFFBEB")
TITLE = Font(name="Calibri", size=16, bold=True, color=INK)
HEAD_FONT = Font(name="Calibri", size=11, bold=True, color="FFFFFF")
PLAIN = Font(name="Calibri", size=11, color=INK)
BOLD = Font(name="Calibri", size=11, bold=True, color=INK)
SMALL = Font(name="Calibri", size=10, italic=True, color=MUTED)
POWER_FILLS = {
    "Austria": "F6C6C6",
    "England": "C5CDEB",
    "France": "CBE7F5",
    "Germany": "D5D5D5",
    "Italy": "CBE8CB",
    "Russia": "EFE3F5",
    "Turkey": "F8EDB3",
}
FAULT = PatternFill("solid", bgColor="FAD4D4")
SCORE = "0.00"
RIGHT = frozenset({"Centres", "Override", "Score", "Counts", "Total"})
"""Headings that stand over numbers."""


class Span(NamedTuple):
    """The rows of Games that hold boards."""

    first: int
    last: int

    def of(self, column: str) -> str:
        """A column of Games over these rows, fixed, for a formula on another sheet."""
        return f"Games!${column}${self.first}:${column}${self.last}"


def make(system: System, *, rounds: int, boards: int) -> Workbook:
    """A workbook for an event of so many rounds of so many boards. Its formulas hold no values yet."""
    book = Workbook()
    setup = book.active
    assert isinstance(setup, Worksheet)
    setup.title = "Setup"
    games, standings, working, listing = map(book.create_sheet, ("Games", "Standings", "Working", "Systems"))
    _list_systems(listing)
    _setup(book, setup, system)
    span = _games(games, rounds, boards)
    players = min(span.last - span.first + 1, 7 * boards * rounds)
    picks = _working(working, span, rounds, players)
    _standings(standings, rounds, players, picks)
    book.calculation = CalcProperties(calcId=CURRENT_EXCEL, fullCalcOnLoad=False)
    return book


def templates_folder() -> Path:
    """Where the ready workbooks are: in the installed package, or beside it in a checkout."""
    installed = Path(__file__).parents[1] / "templates"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "templates"


# -- sheets -----------------------------------------------------------------------------------


def _setup(book: Workbook, sheet: Worksheet, system: System) -> None:
    _widths(sheet, [16, 14, *[7] * (OPTION_VALUES - 1), 2, 76])
    sheet["A1"], sheet["A1"].font = "Diplomacy tournament", TITLE
    steps = (
        "1. Choose the scoring system and type its options below.",
        "2. In Games, type for each board: players, final centres, x for the powers in the draw, years.",
        "3. Score and Check stand beside each board; Standings adds the scores up and sorts them.",
        "If cells show #NAME?, xl_dipscore is not installed here: run  dipscore rebuild  on this file.",
    )
    for row, step in enumerate(steps, 2):
        sheet.cell(row, 1, step).font = SMALL
    fields = (
        ("Event", None, ""),
        ("System", system.key, ""),
        ("Year", None, "the last game year, for boards whose Year is blank"),
    )
    for row, (label, typed, hint) in enumerate(fields, 7):
        sheet.cell(row, 1, label).font = BOLD
        _input(sheet.cell(row, 2, typed))
        sheet.cell(row, 3, hint).font = SMALL
    sheet["C8"] = (
        '=IFERROR(INDEX(Systems!$B$2:$B$99,MATCH(B8,Systems!$A$2:$A$99,0)),"not on the sheet Systems")'
    )
    head = 11
    _header(sheet, head, ["Option", "Value", *["" for _ in range(OPTION_VALUES - 1)], "", "Meaning"])
    option_rows = max(12, len(system.options) + SPARE_ROWS)
    for i in range(option_rows):
        row = head + 1 + i
        for column in range(1, OPTION_VALUES + 2):
            _input(sheet.cell(row, column))
            sheet.cell(row, column).alignment = Alignment(vertical="center")
        if i < len(system.options):
            option = system.options[i]
            sheet.cell(row, 1, option.name)
            meaning = f"{option.help} ({option.what}); {option.shown_default()} when left blank"
            told = sheet.cell(row, OPTION_VALUES + 3, meaning)
            told.font, told.alignment = SMALL, Alignment(wrap_text=True, vertical="center")
            sheet.row_dimensions[row].height = 30
    first, last = head + 1, head + option_rows
    _name(book, "Scoring_system", "Setup!$B$8")
    _name(book, "Last_year", "Setup!$B$9")
    _name(book, "Scoring_options", f"Setup!$A${first}:${letter(OPTION_VALUES + 1)}${last}")
    choice = DataValidation(type="list", formula1=f"Systems!$A$2:$A${len(systems()) + 1}", allow_blank=False)
    choice.error, choice.errorTitle = "Choose a key from the sheet Systems.", "Scoring system"
    choice.prompt, choice.promptTitle = (
        "The keys and what they mean are on the sheet Systems.",
        "Scoring system",
    )
    choice.showErrorMessage = choice.showInputMessage = True
    sheet.add_data_validation(choice)
    choice.add("B8")
    _page(sheet, landscape=True)


def _games(sheet: Worksheet, rounds: int, boards: int) -> Span:
    _widths(sheet, [7, 8, 11, 26, 9, 7, 11, 8, 10, 10, 10, 60])
    _header(sheet, 1, [*INPUTS, *COMPUTED])
    row = 2
    for round_ in range(1, rounds + 1):
        for board in range(1, boards + 1):
            _board(sheet, row, round_, board_name(board))
            row += 7
    last = row - 1
    sheet.freeze_panes = "D2"
    _validate(sheet, f"E2:E{last}", 0, 34, "Centres", "A whole number from 0 to 34; 0 for a dead power.")
    _validate(sheet, f"G2:H{last}", 1, 1999, "Year", "A game year, such as 1907 or 07.")
    marks = DataValidation(type="list", formula1='"x"', allow_blank=True)
    marks.prompt, marks.promptTitle, marks.showInputMessage = "x for each power in the draw.", "Draw", True
    sheet.add_data_validation(marks)
    marks.add(f"F2:F{last}")
    sheet.conditional_formatting.add(f"L2:L{last}", _fault_when('AND(L2<>"",LEFT(L2,3)<>"OK:")'))
    sheet.conditional_formatting.add(f"J2:K{last}", _fault_when("ISERROR(J2)"))
    _page(sheet, landscape=True, title_rows="1:1")
    return Span(2, last)


def board_name(number: int) -> str:
    """A, B, ... Z, AA: boards as events name them."""
    return letter(number)


def _board(sheet: Worksheet, top: int, round_: int, name: str) -> None:
    end = top + 6
    played = ",".join(f"{c}{top}:{c}{end}" for c in "EFG")
    year = f"IF(COUNT(H{top}:H{end})=0,Last_year,H{top}:H{end})"
    arguments = f"(Scoring_system,{played},{year},Scoring_options)"
    for i, power in enumerate(POWERS):
        row = top + i
        labels: tuple[int | str, ...] = (round_, name, power)
        for column, typed in enumerate(labels, 1):
            _input(sheet.cell(row, column, typed))
        for column in range(4, len(INPUTS) + 1):
            _input(sheet.cell(row, column))
        sheet.cell(row, 3).fill = PatternFill("solid", fgColor=POWER_FILLS[power])
        for column in (10, 11):
            sheet.cell(row, column).number_format = SCORE
            sheet.cell(row, column).font = BOLD if column == 11 else PLAIN
        sheet.cell(row, 9).number_format = SCORE
        sheet.cell(row, 11, f'=IF(I{row}="",J{row},I{row})')
        for column in range(1, 13):
            cell = sheet.cell(row, column)
            cell.border = Border(
                top=BOARD_RULE if i == 0 else RULE,
                bottom=BOARD_RULE if i == 6 else RULE,
                left=RULE,
                right=RULE,
            )
            if column in (1, 2, 6, 7, 8):
                cell.alignment = Alignment(horizontal="center")
    sheet[f"J{top}"] = ArrayFormula(f"J{top}:J{end}", f"=DIP_SCORE{arguments}")
    sheet[f"L{top}"] = f"=DIP_CHECK{arguments}"
    sheet[f"L{top}"].font = PLAIN
    sheet[f"L{top}"].alignment = Alignment(horizontal="left", wrap_text=True, vertical="top", indent=1)
    sheet.merge_cells(f"L{top}:L{end}")


def _working(sheet: Worksheet, span: Span, rounds: int, players: int) -> str:
    """One row a player, in the order of Games. Gives the column that says who stands on which line."""
    first_round = 4
    total, ranked, rank, order, line = (first_round + rounds + i for i in range(5))
    rounds_played = [f"R{r}" for r in range(1, rounds + 1)]
    names = ["New", "Player", "Find", *rounds_played, "Total", "Ranked", "Rank", "Order", "Line"]
    _widths(sheet, [7, 26, 26, *[9] * rounds, 10, 10, 8, 10, 8])
    _header(sheet, 1, names)
    last = players + 1

    def column(number: int) -> str:
        return f"${letter(number)}$2:${letter(number)}${last}"

    for i in range(players):
        row, its = i + 2, span.first + i
        here, player = f"Games!$D${its}", f"Games!$D${span.first}:$D{its}"
        sheet.cell(
            row, 1, f'=IF({here}="","",IF(SUMPRODUCT(--({player}={here}))=1,MAX(A$1:A{row - 1})+1,""))'
        )
        sheet.cell(row, 2, f'=IFERROR(INDEX({span.of("D")},MATCH({i + 1},$A$2:$A${last},0)),"")')
        find = f"B{row}"
        for wild in "~*?":
            find = f'SUBSTITUTE({find},"{wild}","~{wild}")'
        sheet.cell(row, 3, f'=IF(B{row}="","","="&{find})')
        mine = f"{span.of('D')},$C{row}"
        for r in range(1, rounds + 1):
            in_round = f"{mine},{span.of('A')},{r}"
            cell = sheet.cell(row, first_round + r - 1)
            cell.value = (
                f'=IF($B{row}="","",IF(COUNTIFS({in_round},{span.of("E")},">=0")=0,"",'
                f"SUMIFS({span.of('K')},{in_round})))"
            )
            cell.number_format = SCORE
        cell = sheet.cell(row, total)
        cell.value = (
            f'=IF($B{row}="","",IF(COUNTIFS({mine},{span.of("E")},">=0")=0,"",SUMIFS({span.of("K")},{mine})))'
        )
        cell.number_format = SCORE
        its_total, its_rank = f"{letter(total)}{row}", f"{letter(rank)}{row}"
        # LibreOffice does not call a function with an error in its range: a faulty total is left out here.
        sheet.cell(row, ranked, f'=IF(ISNUMBER({its_total}),{its_total},"")')
        step = f"{row}/{10 * players + 100}"
        unranked = f'IF(ISERROR({its_total}),{players + 1}+{step},"")'
        sheet.cell(row, order, f"=IF(ISNUMBER({its_rank}),{its_rank}+{step},{unranked})")
        sheet.cell(row, line, f'=IFERROR(MATCH(SMALL({column(order)},{i + 1}),{column(order)},0),"")')
    top = f"{letter(rank)}2"
    sheet[top] = ArrayFormula(f"{top}:{letter(rank)}{last}", f"=DIP_RANK({column(ranked)})")
    sheet.freeze_panes = "A2"
    sheet.sheet_state = "hidden"
    return letter(line)


def _standings(sheet: Worksheet, rounds: int, players: int, pick: str) -> None:
    columns = ["Rank", "Player", "Total", *(f"R{r}" for r in range(1, rounds + 1))]
    _widths(sheet, [8, 30, 12, *[10] * rounds])
    sheet["A1"], sheet["A1"].font = '=IF(Setup!B7="","Standings","Standings of "&Setup!B7)', TITLE
    sheet["A2"], sheet["A2"].font = '="Sum of the scores, "&Setup!C8', SMALL
    _header(sheet, 4, columns)
    total, rank = letter(4 + rounds), letter(6 + rounds)
    last = players + 1
    for i in range(players):
        row, line = i + 5, f"Working!${pick}${i + 2}"

        def from_working(column: str, line: str = line) -> str:
            return f"INDEX(Working!${column}$2:${column}${last},{line})"

        sources = ["B", total, *(letter(4 + r) for r in range(rounds))]
        sheet.cell(row, 1, f'=IF({line}="","",{from_working(rank)})')
        for column, source in enumerate(sources, 2):
            cell = sheet.cell(row, column, f'=IF({line}="","",{from_working(source)})')
            if column > 2:
                cell.number_format = SCORE
        for column in range(1, len(columns) + 1):
            shown = sheet.cell(row, column)
            shown.font = BOLD if column == 3 else PLAIN
            shown.border = Border(bottom=RULE)
            if column == 1:
                shown.alignment = Alignment(horizontal="center")
    sheet.freeze_panes = "A5"
    _page(sheet, landscape=rounds > 3, title_rows="4:4")


def _list_systems(sheet: Worksheet) -> None:
    _widths(sheet, [20, 30, 30, 16, 90, 60])
    _header(sheet, 1, ["Key", "Name", "Family", "Needs", "Rule", "Source"])
    for row, system in enumerate(systems(), 2):
        needs = ", ".join(system.needs) or "centres only"
        texts = (system.key, system.name, system.family, needs, system.help, system.source)
        for column, text in enumerate(texts, 1):
            cell = sheet.cell(row, column, text)
            cell.font = BOLD if column == 1 else PLAIN
            cell.alignment = Alignment(wrap_text=True, vertical="top")
    sheet.freeze_panes = "B2"
    _page(sheet, landscape=True, title_rows="1:1")


# -- small things -----------------------------------------------------------------------------


def _name(book: Workbook, name: str, target: str) -> None:
    book.defined_names[name] = DefinedName(name, attr_text=target)


def _widths(sheet: Worksheet, widths: Iterable[float]) -> None:
    for column, width in enumerate(widths, 1):
        sheet.column_dimensions[letter(column)].width = width


def _header(sheet: Worksheet, row: int, titles: Iterable[str]) -> None:
    for column, title in enumerate(titles, 1):
        cell = sheet.cell(row, column, title or None)
        cell.font, cell.fill = HEAD_FONT, HEAD
        right = title in RIGHT or title[1:].isdigit()
        side, indent = ("right", 0) if right else ("left", 1 if title == "Check" else 0)
        cell.alignment = Alignment(horizontal=side, vertical="center", indent=indent)
    sheet.row_dimensions[row].height = 20


def _input(cell: object) -> None:
    cell.fill, cell.font = INPUT, PLAIN  # type: ignore[attr-defined]
    cell.border = Border(top=RULE, bottom=RULE, left=RULE, right=RULE)  # type: ignore[attr-defined]


def _fault_when(formula: str) -> Rule:
    return Rule(type="expression", formula=[formula], dxf=DifferentialStyle(fill=FAULT))


def _validate(sheet: Worksheet, cells: str, low: int, high: int, title: str, text: str) -> None:
    rule = DataValidation(
        type="whole", operator="between", formula1=str(low), formula2=str(high), allow_blank=True
    )
    rule.error, rule.errorTitle, rule.showErrorMessage = text, title, True
    sheet.add_data_validation(rule)
    rule.add(cells)


def _page(sheet: Worksheet, *, landscape: bool, title_rows: str | None = None) -> None:
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.paperSize = 9
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_options.horizontalCentered = True
    sheet.sheet_view.showGridLines = False
    if title_rows:
        sheet.print_title_rows = title_rows
