"""Makes new workbooks: Setup, Games, Standings, Best countries, Systems."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

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
from xl_dipscore.cells import EVENT_OPTIONS
from xl_dipscore.system import Option, System, systems
from xl_dipscore.tournament import own_rule

CURRENT_EXCEL = 191029
"""The calculation engine of today's Excel: an older number would make it recalculate on load."""

INPUTS = ("Round", "Board", "Power", "Player", "Centres", "Draw", "Eliminated", "Year", "Override")
COMPUTED = ("Score", "Counts", "Check")
STANDINGS_BEFORE = 3
TIE_BREAKS = 3
"""Columns of Standings before the rounds, and for tie-breaks after them."""
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


def make(system: System, *, rounds: int, boards: int) -> Workbook:
    """A workbook for an event of so many rounds of so many boards. Its formulas hold no values yet."""
    book = Workbook()
    setup = book.active
    assert isinstance(setup, Worksheet)
    setup.title = "Setup"
    games, standings, countries, listing = map(
        book.create_sheet, ("Games", "Standings", "Best countries", "Systems")
    )
    last = _games(games, rounds, boards)
    table = f"Games!$A$1:${letter(len(INPUTS))}${last}"
    size = (last, STANDINGS_BEFORE + rounds + 1 + TIE_BREAKS)
    _setup(book, setup, system, rounds, size)
    _standings(standings, table, rounds, size)
    _countries(countries, table, last)
    _list_systems(listing)
    book.calculation = CalcProperties(calcId=CURRENT_EXCEL, fullCalcOnLoad=False)
    return book


def templates_folder() -> Path:
    """Where the ready workbooks are: in the installed package, or beside it in a checkout."""
    installed = Path(__file__).parents[1] / "templates"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "templates"


# -- sheets -----------------------------------------------------------------------------------


def _setup(book: Workbook, sheet: Worksheet, system: System, rounds: int, size: tuple[int, int]) -> None:
    _widths(sheet, [18, 14, *[7] * (OPTION_VALUES - 1), 2, 76])
    sheet["A1"], sheet["A1"].font = "Diplomacy tournament", TITLE
    steps = (
        "1. Choose the scoring system, and type options below where the event differs from the usual.",
        "2. In Games, type for each board: players, final centres, x for the powers in the draw, years.",
        "3. Score and Check stand beside each board; Standings and Best countries fill themselves.",
        "If cells show #NAME?, xl_dipscore is not installed here: run  dipscore rebuild  on this file.",
    )
    for row, step in enumerate(steps, 2):
        sheet.cell(row, 1, step).font = SMALL
    fields = (
        ("Event", None, ""),
        ("System", system.key, ""),
        ("Year", None, "the last game year of boards whose own Year is not typed over"),
    )
    for row, (label, typed, hint) in enumerate(fields, 7):
        sheet.cell(row, 1, label).font = BOLD
        _input(sheet.cell(row, 2, typed))
        sheet.cell(row, 3, hint).font = SMALL
    sheet["C8"] = (
        '=IFERROR(INDEX(Systems!$B$2:$B$99,MATCH(B8,Systems!$A$2:$A$99,0)),"not on the sheet Systems")'
    )
    _header(sheet, 11, ["Option", "Value", *["" for _ in range(OPTION_VALUES - 1)], "", "Meaning"])
    breaks = ", ".join(system.tiebreak) or "none"
    event: list[tuple[str, int | None, str]] = [
        ("rounds", rounds, "the event's planned number of rounds"),
        (
            "combine",
            None,
            f"how rounds make a total: sum, best 2, mean, ...; {own_rule(system).name} when left blank",
        ),
        ("tiebreak", None, f"what separates equal totals, such as msd, wins; {breaks} when left blank"),
        *((o.name, None, _meaning(o)) for o in EVENT_OPTIONS.values() if o.name != "rounds"),
        ("rows", size[0], "the size of the table on Standings: leave it"),
        ("columns", size[1], "the same"),
    ]
    own: list[tuple[str, int | None, str]] = [
        (option.name, None, _meaning(option)) for option in system.options + system.event_options
    ]
    first = 12
    between = first + len(event)
    for row, (name, given, meaning) in enumerate(event, first):
        _option(sheet, row, name, given, meaning)
    sheet.cell(between, 1, f"Options of {system.name}" if own else "Options of the system").font = BOLD
    for row, (name, given, meaning) in enumerate([*own, *[("", None, "")] * SPARE_ROWS], between + 1):
        _option(sheet, row, name, given, meaning)
    last, right = between + len(own) + SPARE_ROWS, letter(OPTION_VALUES + 1)
    _name(book, "Event_name", "Setup!$B$7")
    _name(book, "Scoring_system", "Setup!$B$8")
    _name(book, "Last_year", "Setup!$B$9")
    _name(book, "Event_options", f"Setup!$A${first}:${right}${last}")
    _name(book, "Scoring_options", f"Setup!$A${between + 1}:${right}${last}")
    choice = DataValidation(type="list", formula1=f"Systems!$A$2:$A${len(systems()) + 1}", allow_blank=False)
    choice.errorTitle = choice.promptTitle = "Scoring system"
    choice.error = "Choose a key from the sheet Systems."
    choice.prompt = "The keys and what they mean are on the sheet Systems."
    choice.showErrorMessage = choice.showInputMessage = True
    sheet.add_data_validation(choice)
    choice.add("B8")
    _page(sheet, landscape=True)


def _meaning(option: Option) -> str:
    return f"{option.help} ({option.what}); {option.shown_default()} when left blank"


def _option(sheet: Worksheet, row: int, name: str, typed: int | None, meaning: str) -> None:
    sheet.cell(row, 1, name or None)
    sheet.cell(row, 2, typed)
    for column in range(1, OPTION_VALUES + 2):
        _input(sheet.cell(row, column))
        sheet.cell(row, column).alignment = Alignment(vertical="center")
    told = sheet.cell(row, OPTION_VALUES + 3, meaning or None)
    told.font, told.alignment = SMALL, Alignment(wrap_text=True, vertical="center")
    if len(meaning) > 105:
        sheet.row_dimensions[row].height = 30


def _games(sheet: Worksheet, rounds: int, boards: int) -> int:
    _widths(sheet, [7, 8, 11, 30, 9, 8, 11, 8, 10, 10, 10, 60])
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
    sheet.conditional_formatting.add(f"L2:L{last}", _fault_when('AND(LEN(L2)>0,LEFT(L2,3)<>"OK:")'))
    sheet.conditional_formatting.add(f"J2:K{last}", _fault_when("ISERROR(J2)"))
    _page(sheet, landscape=True, title_rows="1:1")
    return last


def board_name(number: int) -> str:
    """A, B, ... Z, AA: boards as events name them."""
    return letter(number)


def _board(sheet: Worksheet, top: int, round_: int, name: str) -> None:
    end = top + 6
    played = ",".join(f"{c}{top}:{c}{end}" for c in "EFGH")
    arguments = f"(Scoring_system,{played},Scoring_options)"
    for i, power in enumerate(POWERS):
        row = top + i
        labels: tuple[int | str, ...] = (round_, name, power)
        for column, typed in enumerate(labels, 1):
            _input(sheet.cell(row, column, typed))
        for column in range(4, len(INPUTS) + 1):
            _input(sheet.cell(row, column))
        sheet.cell(row, 8, '=IF(Last_year="","",Last_year)')
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


def _standings(sheet: Worksheet, table: str, rounds: int, size: tuple[int, int]) -> None:
    rows, columns = size
    _widths(sheet, [8, 34, 12, *[10] * rounds, 12, *[15] * TIE_BREAKS])
    sheet["A1"], sheet["A1"].font = '=IF(Setup!B7="","Standings","Standings of "&Setup!B7)', TITLE
    sheet["A2"], sheet["A2"].font = "=Setup!C8", SMALL
    top, last = 4, rows + 3
    _table(sheet, top, last, columns, f"=DIP_STANDINGS(Scoring_system,{table},Event_options)")
    for row in range(top + 1, last + 1):
        sheet.cell(row, 3).font = BOLD
        for column in range(3, columns + 1):
            sheet.cell(row, column).number_format = SCORE
        counted = sheet.cell(row, STANDINGS_BEFORE + rounds + 1)
        counted.number_format, counted.alignment = "@", Alignment(horizontal="right")
    _page(sheet, landscape=rounds > 2, title_rows="4:4")


def _countries(sheet: Worksheet, table: str, rows: int) -> None:
    _widths(sheet, [14, 34, 12, 10, 10, 10])
    sheet["A1"], sheet["A1"].font = "Best of each country", TITLE
    sheet["A2"], sheet["A2"].font = "=Setup!C8", SMALL
    top, last = 4, rows + 3
    _table(sheet, top, last, 6, f"=DIP_AWARDS(Scoring_system,{table},Event_options)")
    for row in range(top + 1, last + 1):
        sheet.cell(row, 3).number_format = SCORE
        for column in (5, 6):
            sheet.cell(row, column).alignment = Alignment(horizontal="right")
    _page(sheet, landscape=False, title_rows="4:4")


def _table(sheet: Worksheet, top: int, last: int, columns: int, formula: str) -> None:
    """One array formula whose first row is the header."""
    _header(sheet, top, [""] * columns)
    for row in range(top, last + 1):
        for column in range(1, columns + 1):
            cell = sheet.cell(row, column)
            if row > top:
                cell.font = PLAIN
            if column == 1 or (row == top and column > 2):
                cell.alignment = Alignment(horizontal="center" if column == 1 else "right", vertical="center")
    ruled = Rule(
        type="expression", formula=[f"LEN($B{top + 1})>0"], dxf=DifferentialStyle(border=Border(bottom=RULE))
    )
    sheet.conditional_formatting.add(f"A{top + 1}:{letter(columns)}{last}", ruled)
    sheet[f"A{top}"] = ArrayFormula(f"A{top}:{letter(columns)}{last}", formula)
    sheet.freeze_panes = f"A{top + 1}"


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
        side, indent = ("right", 0) if right else ("left", 1 if title in ("Check", "Draw") else 0)
        cell.alignment = Alignment(horizontal=side, vertical="center", indent=indent)
    sheet.row_dimensions[row].height = 20


def _input(cell: object) -> None:
    cell.fill, cell.font = INPUT, PLAIN  # type: ignore[attr-defined]
    cell.border = Border(top=RULE, bottom=RULE, left=RULE, right=RULE)  # type: ignore[attr-defined]


def _fault_when(formula: str) -> Rule:
    # In LibreOffice's conditional formats a function's empty text is unequal to "": LEN tells it right.
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
