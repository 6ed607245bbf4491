"""The first sheets, Guide, Setup and Players, and the last, Systems."""

from __future__ import annotations

from openpyxl import Workbook
from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.board import POWERS
from xl_dipscore.cells import EVENT_OPTIONS
from xl_dipscore.system import Option, System, systems
from xl_dipscore.tournament import own_rule
from xl_dipscore.workbook.author.plan import EVERY_SYSTEM, EXPLAINED, LISTED, STAND_IN, TOTAL_EXPLAINED, Plan
from xl_dipscore.workbook.author.style import (
    BOLD,
    BOX,
    COMPUTED,
    PLAIN,
    PRINTED,
    SMALL,
    TYPED,
    array,
    choice,
    define,
    header,
    page,
    put,
    title,
    typed,
    whole,
    widths,
)

SPARE_ROWS = 4
"""Rows for the options of another system, below those of the one a workbook is made for."""
OPTION_VALUES = 7
FIRST_OPTION = 7
KEYS = f"Systems!$A$2:$A${LISTED + 1}"
CHOICES = "System_keys"
"""The name of those that are there, for drop-downs: without the empty text below them."""

STEPS = (
    "Setup: name the event, choose the scoring system, and change options where your event differs.",
    "Players: type their names. Games then offers them in a drop-down list.",
    "Games: choose the players of each board; type final centres, x for each power in the draw, and years.",
    "Scores and a check appear beside each board. If the check is not OK, it says what is wrong.",
    "Standings and Best countries fill themselves; Slips, Games and Print are for paper.",
)
ANSWERS = (
    (
        "Why this score?",
        "On Explain, choose a round and a board to see the lines that add up to each score.",
    ),
    (
        "What if?",
        "Calculator scores any seven counts under every system; Compare ranks your players under several.",
    ),
    (
        "Cells show #NAME?",
        "xl_dipscore is not installed here. To bring the numbers back, run dipscore rebuild on this file.",
    ),
    (
        "Your own style",
        "Rename, restyle and move what you like; keep only the headings and the names of cells.",
    ),
    ("More help", "dipscore --help, and the README of xl_dipscore, with every rule and its source."),
)


def guide(sheet: Worksheet) -> None:
    """What to do, the system's rule in words, and where help is."""
    sheet.sheet_properties.tabColor = COMPUTED
    widths(sheet, [20, 104])
    title(sheet, '=IF(Event_name="","A Diplomacy tournament",Event_name)', "=System_name")
    row = 4
    for number, step in enumerate(STEPS, 1):
        row = _told(sheet, row, f"Step {number}", step)
    row += 1
    for label, heading, nothing, lines in (
        ("The rule", "F", "", 3),
        ("What it needs", "D", "centres only", 1),
        ("Source", "E", "", 1),
        ("How it is read", "G", "The source leaves nothing open.", 3),
    ):
        found = f"INDEX(Systems!${heading}$2:${heading}${LISTED + 1},System_row)"
        shown = f'IF(LEN({found})=0,"{nothing}",{found})' if nothing else found
        row = _told(sheet, row, label, f'=IFERROR({shown},"")', lines)
    row += 1
    for label, text in ANSWERS:
        row = _told(sheet, row, label, text)
    page(sheet, landscape=True)


def _told(sheet: Worksheet, row: int, label: str, text: str, lines: int = 1) -> int:
    put(sheet, row, 1, label, BOLD, alignment=Alignment(vertical="top"))
    put(sheet, row, 2, text, alignment=Alignment(wrap_text=True, vertical="top"))
    sheet.row_dimensions[row].height = 16 * lines + 2
    return row + 1


def setup(book: Workbook, sheet: Worksheet, plan: Plan) -> None:
    """The event, its system, and every option with its default and its meaning."""
    sheet.sheet_properties.tabColor = TYPED
    system = plan.system
    widths(sheet, [20, 14, *[7] * (OPTION_VALUES - 1), 2, 100])
    title(sheet, "Setup")
    fields = (
        ("Event", None, "its name, as printed"),
        ("System", system.key, ""),
        ("Year", None, "the last game year, for boards without a Year of their own"),
    )
    for row, (label, value, hint) in enumerate(fields, 2):
        put(sheet, row, 1, label, BOLD)
        typed(sheet, row, 2, value, alignment=Alignment(horizontal="left"))
        put(sheet, row, OPTION_VALUES + 3, hint, SMALL)
    put(
        sheet,
        3,
        3,
        f'=IFERROR(INDEX(Systems!$B$2:$B${LISTED + 1},System_row),"not on the sheet Systems")',
        SMALL,
    )
    whole(sheet, "B4", 1, 1999, "Year", "A game year, such as 1907 or 07.")
    header(sheet, FIRST_OPTION - 1, ["Option", "Value", *[""] * (OPTION_VALUES - 1), "", "Meaning"])
    row = FIRST_OPTION
    for name, given, meaning in _event_options(plan):
        _option(sheet, row, name, given, meaning)
        row += 1
    put(sheet, row, 1, f"Options of {system.name}", BOLD)
    own = row + 1
    for option in _own_options(system):
        _option(sheet, own, option.name, plan.options.get(option.name), _meaning(option), option.many)
        own += 1
    for spare in range(own, own + SPARE_ROWS):
        told = "for the options of another system: a name, with its value or values beside it"
        _option(sheet, spare, "", None, told if spare == own else "", many=True)
    last = own + SPARE_ROWS
    _option(sheet, last, "rows", EXPLAINED, "the number of lines on Explain; do not change it")
    end = _told_by_the_event(sheet, last + 1, plan)
    right = letter(OPTION_VALUES + 1)
    define(book, "Event_name", "Setup!$B$2")
    define(book, "Scoring_system", "Setup!$B$3")
    define(book, "System_name", "Setup!$C$3")
    define(book, "Last_year", "Setup!$B$4")
    define(book, "Event_options", f"Setup!$A${FIRST_OPTION}:${right}${last}")
    define(book, "Scoring_options", f"Setup!$A${row + 1}:${right}${end}")
    choice(sheet, "B3", CHOICES, "Scoring system", "A key from the sheet Systems.")
    sheet.freeze_panes = f"A{FIRST_OPTION}"
    page(sheet, landscape=True)


def _told_by_the_event(sheet: Worksheet, row: int, plan: Plan) -> int:
    """What only the event tells a board, below the options that it is told by; gives the last row."""
    for system in systems() if plan.every_column else (plan.system,):
        for name in system.told_at_the_end:
            own = f"{system.key}_{name.upper()}"
            put(sheet, row, 1, f'=IF(Scoring_system="{system.key}","{name}","")', BOLD, border=BOX)
            value = f'=IF($A{row}="","",IFERROR({own}({plan.table},Event_options),""))'
            put(sheet, row, 2, value, border=BOX, alignment=Alignment(horizontal="left"))
            sheet.cell(row, 2).number_format = "0.00"
            told = f'=IF($A{row}="","","from the games, when the event is over; type nothing here")'
            put(sheet, row, OPTION_VALUES + 3, told, SMALL)
            row += 1
    return row - 1


def _event_options(plan: Plan) -> list[tuple[str, object, str]]:
    own = plan.system
    breaks = ", ".join(own.tiebreak) or "none"
    given: dict[str, object] = {"rounds": plan.rounds}
    if plan.no_total:
        given["combine"] = STAND_IN  # so the table has totals from the start; the director may want another
    given |= plan.options
    if plan.ending != "league":
        given["format"] = plan.ending
    told = [
        ("rounds", "the event's planned number of rounds"),
        ("combine", f"how rounds make a total: sum, best 2, mean, ...; blank means {own_rule(own).name}"),
        ("tiebreak", f"what separates equal totals, such as msd, wins; blank means {breaks}"),
        *((option.name, _meaning(option)) for option in EVENT_OPTIONS.values() if option.name != "rounds"),
    ]
    return [
        *((name, given.get(name), meaning) for name, meaning in told),
        ("rows", max(plan.most_players + 1, TOTAL_EXPLAINED), "the size of the tables; do not change it"),
        ("columns", plan.standings_columns, "the same"),
    ]


def _own_options(system: System) -> tuple[Option, ...]:
    return system.options + system.event_options


def _meaning(option: Option) -> str:
    return f"{option.help} ({option.what}); blank means {option.shown_default()}"


def _option(sheet: Worksheet, row: int, name: str, given: object, meaning: str, many: bool = False) -> None:
    """One row: the name, which is no affair of ours in a free row, and a place for each value."""
    if name:
        put(sheet, row, 1, name, BOLD, border=BOX, alignment=Alignment(vertical="center"))
    else:
        typed(sheet, row, 1)
    values = list(given) if isinstance(given, tuple) else [given]
    for column in range(OPTION_VALUES if many else 1):
        value = values[column] if column < len(values) else None
        typed(sheet, row, 2 + column, value, alignment=Alignment(horizontal="left", vertical="center"))
    told = put(sheet, row, OPTION_VALUES + 3, meaning or None, SMALL)
    told.alignment = Alignment(wrap_text=True, vertical="center")
    if len(meaning) > 130:
        sheet.row_dimensions[row].height = 28


def players(book: Workbook, sheet: Worksheet, plan: Plan) -> None:
    """The roster, and what each has played."""
    sheet.sheet_properties.tabColor = TYPED
    widths(sheet, [30, 36, 9, *[10] * 7])
    title(
        sheet,
        "Players",
        "These names are the drop-down list on Games. Beside them, the games played and the powers:",
    )
    top = 4
    header(sheet, top, ["Player", "Note", "Games", *POWERS])
    last = top + plan.expected_players
    named = plan.cells("Player")
    for row in range(top + 1, last + 1):
        typed(sheet, row, 1)
        typed(sheet, row, 2)
        count = f"SUMPRODUCT(--({named}=$A{row}))"
        put(sheet, row, 3, f'=IF($A{row}="","",{count})', border=BOX)
        for column in range(4, 11):
            here = f"({named}=$A{row})*({plan.cells('Power')}={letter(column)}${top})"
            put(sheet, row, column, f'=IF($A{row}="","",SUMPRODUCT({here}))', border=BOX)
        for column in range(3, 11):
            sheet.cell(row, column).number_format = "0;-0;;@"
            sheet.cell(row, column).alignment = Alignment(horizontal="center")
    define(book, "Roster", f"Players!$A${top + 1}:$A${last}")
    sheet.freeze_panes = f"B{top + 1}"
    page(sheet, title_rows=f"{top}:{top}")


def list_systems(book: Workbook, sheet: Worksheet) -> None:
    """Every system: as many as there are when the workbook is computed."""
    sheet.sheet_properties.tabColor = PRINTED
    widths(sheet, [20, 30, 30, 16, 50, 80, 80])
    header(sheet, 1, [""] * 7)
    for row in range(2, LISTED + 2):
        for column in range(1, 8):
            put(sheet, row, column, None, BOLD if column == 1 else PLAIN)
            sheet.cell(row, column).alignment = Alignment(wrap_text=True, vertical="top")
    array(sheet, 1, 1, LISTED + 1, 7, EVERY_SYSTEM)
    put(sheet, 1, 9, "Row", SMALL)
    put(sheet, 1, 10, f"=MATCH(Scoring_system,{KEYS},0)", SMALL)
    define(book, "System_row", "Systems!$J$1")
    define(book, CHOICES, f"Systems!$A$2:INDEX({KEYS},SUMPRODUCT(--(LEN({KEYS})>0)))")
    sheet.freeze_panes = "B2"
    page(sheet, landscape=True, title_rows="1:1", area=f"A1:G{1 + len(systems())}")
