"""Write the sheets Setup (the event and its options) and Systems."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.points import as_typed
from xl_dipscore.rules.system import ANY_SYSTEM, Option, System, systems
from xl_dipscore.rules.tournament.combine import own_rule
from xl_dipscore.rules.tournament.compare import USUAL_RIVALS
from xl_dipscore.tables.cells.event_options import AS_SAID, EVENT_OPTIONS, SEASON_OPTIONS, TEAM
from xl_dipscore.tables.cells.values import replace_backticks
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.games import WHOLE
from xl_dipscore.workbooks.author.lines import LONGEST_WORDS
from xl_dipscore.workbooks.author.plan import EVERY_SYSTEM, LISTED, PROBLEMS, TOTAL_EXPLAINED, Plan
from xl_dipscore.workbooks.author.sheets import EventCells, sheet_kind
from xl_dipscore.workbooks.layout.setup import COMPARED, COMPUTED_BY, DRAWN, OVER

SPARE_ROWS = 4
"""Free rows for options of another system, below the options of the workbook's system."""
OPTION_VALUES = 7
FIRST_OPTION = 7
MEANING = OPTION_VALUES + 2
"""The column with the meanings of options. The next column says what may be typed."""
MEANING_WIDTH, ADVICE_WIDTH = 36, 40
BESIDE = Alignment(horizontal="left", vertical="center", wrap_text=True, indent=1)
MIDDLE = Alignment(horizontal="left", vertical="center")
KEYS = f"Systems!$A$2:$A${LISTED + 1}"
CHOICES = "System_keys"
"""The defined name of the keys of all systems, for drop-downs. It leaves out the empty rows of the list."""


@sheet_kind(
    "Setup",
    "The event's name, its scoring system and its options. Change the yellow cells where yours differ.",
    place=10,
    colour=style.TYPED,
    hidden=False,
)
def setup_of_event(sheet: Worksheet, of: EventCells) -> None:
    of.write_setup(sheet)


def setup(book: Workbook, sheet: Worksheet, plan: Plan) -> None:
    """Write the event, its system, and every option with its meaning and the allowed values."""
    system = plan.system
    # The formula has the name of the system, for programs that cannot compute the list on Systems.
    unlisted = f'IF($B$3="{system.key}","{system.name}","not on the sheet Systems")'
    known = f"=IFERROR(INDEX(Systems!$B$2:$B${LISTED + 1},System_row),{unlisted})"
    setup_head(sheet, system.key, known)
    if plan.names_its_system:
        told = f'"Games scores by {system.key}_SCORE: choose {system.key} again, or make a workbook for '
        told += '"&$B$3&" with dipscore new "&$B$3&" NEW.xlsx"'
        its = ",".join(f'$B$3="{name}"' for name in (system.key, system.name, *system.aliases))
        style.write_cell(sheet, 3, MEANING + 1, f'=IF(OR({its}),"",{told})', style.BOLD, alignment=BESIDE)
        style.show(sheet, "A3:J3", style.fault_when("LEN($J$3)>0"))
    _write_rivals(book, sheet, system)
    rows = event_rows(plan)
    for row, option in enumerate(rows, FIRST_OPTION):
        option_row(sheet, row, option)
    row = FIRST_OPTION + len(rows)
    fold_options(sheet, rows)
    style.write_cell(sheet, row, 1, f"Options of {system.name}", style.TITLE)
    own = row + 1
    for one in (*system.options_with_headings, *ANY_SYSTEM):
        if isinstance(one, str):
            style.write_cell(sheet, own, 1, one, style.GROUP)
        else:
            option_row(sheet, own, row_of(one, plan.options.get(one.name)))
        own += 1
    for spare in range(own, own + SPARE_ROWS):
        told = "Free: type an option of another system, and its values beside it" if spare == own else ""
        option_row(sheet, spare, OptionRow("", None, told, many=True))
    last = own + SPARE_ROWS
    option_row(
        sheet,
        last,
        OptionRow(
            "rows", (plan.explanation_lines, LONGEST_WORDS), "Lines of the sheet Explain", computed=True
        ),
    )
    sheet.row_dimensions[last].hidden = True
    end = _told_by_the_event(sheet, last + 1, plan)
    name_setup(book, row + 1, last, end)
    style.choice(sheet, "B3", CHOICES, "Scoring system", "A key from the sheet Systems.")
    setup_page(sheet, end)


def setup_page(sheet: Worksheet, last: int) -> None:
    """Keep the headings in view, and print them on every page if the options need several pages."""
    sheet.freeze_panes = f"A{FIRST_OPTION}"
    headings = f"{FIRST_OPTION - 1}:{FIRST_OPTION - 1}"
    style.fitting_page(sheet, MEANING + 1, last, RIVALS_SIZE, landscape=True, title_rows=headings)


RIVALS_SIZE = 8
"""The size of the keys beside Compare, in points: the longest key fits too."""


def setup_head(sheet: Worksheet, key: str, name: str) -> None:
    """Write the event's name, its system (key and name), the year, and the headings of the options.

    All columns fit on a screen with a width of 1,366 pixels.
    """
    right = letter(OPTION_VALUES + 1)
    style.widths(sheet, [15, 16, *[10.5] * (OPTION_VALUES - 1), MEANING_WIDTH, ADVICE_WIDTH])
    style.title(sheet, "The event")
    fields = (
        ("Event", None, "Its name, as printed"),
        ("System", key, "How a game is scored"),
        ("Year", None, "Last game year of boards that have none"),
    )
    for row, (label, value, meaning) in enumerate(fields, 2):
        style.write_cell(sheet, row, 1, label, style.BOLD, alignment=MIDDLE)
        style.write_input(sheet, row, 2, value, alignment=MIDDLE)
        style.write_cell(sheet, row, MEANING, meaning, alignment=BESIDE)
    for column in range(3, OPTION_VALUES + 2):
        style.write_input(sheet, 2, column)
    sheet.merge_cells(f"B2:{right}2")
    style.write_cell(sheet, 3, 3, name, style.SMALL)
    style.whole(sheet, "B4", *WHOLE["Year"])
    blank = [""] * (OPTION_VALUES - 1)
    style.header(sheet, FIRST_OPTION - 1, ["Option", "Value", *blank, "Meaning", "What may be typed"])
    for column in (MEANING, MEANING + 1):
        sheet.cell(FIRST_OPTION - 1, column).alignment = BESIDE


def _write_rivals(book: Workbook, sheet: Worksheet, own: System) -> None:
    """Write the systems that the sheet Compare shows besides the event's system."""
    beside = Alignment(horizontal="left", vertical="center", shrink_to_fit=True)
    small = Font(name="Calibri", size=RIVALS_SIZE, color=style.INK)
    keys = [key for key in USUAL_RIVALS if key != own.key][:OPTION_VALUES]
    style.write_cell(sheet, 5, 1, "Compare", style.BOLD, alignment=MIDDLE)
    for column in range(2, OPTION_VALUES + 2):
        style.write_input(sheet, 5, column, dict(enumerate(keys, 2)).get(column), alignment=beside)
        style.apply_style(sheet.cell(5, column), font=small)
    style.write_cell(sheet, 5, MEANING, "The other systems on the sheet Compare", alignment=BESIDE)
    cells = f"$B$5:${letter(OPTION_VALUES + 1)}$5"
    style.define(book, COMPARED, f"Setup!{cells}")
    style.choice(sheet, cells.replace("$", ""), CHOICES, "System", "A key from the sheet Systems.")


def name_setup(book: Workbook, own: int, last: int, end: int) -> None:
    """Define the names of cells on Setup.

    own: the first row of the system's options. last: the last row that functions of an event read.
    end: the last row that functions of a board read.
    """
    right = letter(OPTION_VALUES + 1)
    style.define(book, "Event_name", "Setup!$B$2")
    style.define(book, "Scoring_system", "Setup!$B$3")
    style.define(book, "System_name", "Setup!$C$3")
    style.define(book, "Last_year", "Setup!$B$4")
    style.define(book, OVER, f"Setup!$B${FIRST_OPTION + 1}")  # the row below the option rounds
    style.define(book, "Event_options", f"Setup!$A${FIRST_OPTION}:${right}${last}")
    style.define(book, "Scoring_options", f"Setup!$A${own}:${right}${end}")


def _told_by_the_event(sheet: Worksheet, row: int, plan: Plan) -> int:
    """Write values that are computed from a whole event, such as the value of a solo. Return the last row."""
    for system in systems() if plan.every_column else (plan.system,):
        for name in system.computed_at_the_end:
            own = f"{system.key}_{name.upper()}"
            named = f'=IF(Scoring_system="{system.key}","{name}","")'
            value = f'=IF($A{row}="","",IFERROR({own}({plan.table},Event_options),""))'
            told = f'=IF($A{row}="","","Computed from the games when the event is over")'
            option_row(sheet, row, OptionRow(named, value, told, computed=True))
            sheet.cell(row, 2).number_format = "0.00"
            row += 1
    return row - 1


@dataclass(frozen=True)
class OptionRow:
    """A row of Setup for an option. If `name` is blank, the director types the name."""

    name: str
    given: object = None
    meaning: str = ""
    advice: str = ""
    choices: tuple[str, ...] = ()
    strict: bool = True
    """Are values that are not among the choices refused?"""
    many: bool = False
    computed: bool = False
    """Is the value computed, not typed?"""

    @property
    def typed(self) -> tuple[object, ...]:
        """The values as a person types them, one in each cell. Several words are in one cell, with commas."""
        values = tuple(map(_as_typed, self.given if isinstance(self.given, tuple) else (self.given,)))
        words = not self.many and len(values) > 1 and isinstance(values[0], str)
        return (", ".join(map(str, values)),) if words else values


def event_rows(plan: Plan) -> list[OptionRow]:
    own = plan.system
    breaks = ", ".join(own.tiebreak) or "none"
    given: dict[str, object] = {"rounds": None if plan.league else plan.rounds}
    given |= plan.options
    given["combine"] = plan.rule or None  # filled in, because Standings may have no totals without a rule
    if plan.ending != "all rounds" or (own.format != "all rounds" and not plan.league):
        given["format"] = plan.ending
    rows = {name: row_of(option, given.get(name)) for name, option in _BY_NAME.items()}
    if not plan.teams:
        rows = {name: row for name, row in rows.items() if not _BY_NAME[name].parameter.startswith(TEAM)}
    if not plan.league:
        rows = {name: row for name, row in rows.items() if name not in SEASON_OPTIONS}
    if plan.names_its_system:
        rows["format"] = replace(rows["format"], advice=rows["format"].advice.replace(AS_SAID, own.format))
    rows["double"] = replace(rows["double"], advice=f"{rows['double'].advice}. {SUBSTITUTE_TOO}")
    for name, (words, what) in OF_TEAMS.items() if plan.teams else ():
        rows[name] = replace(rows[name], advice=what, choices=words, strict=False)
    rules = RULES_OF_GAMES if plan.league else USUAL_RULES
    makes = f"How {'games' if plan.league else 'rounds'} make a total"
    usual = f"{', '.join(rules)}; blank means {own_rule(own).name}"
    broken = f"one or several, such as msd, wins; blank means {breaks}"
    told = (
        OptionRow("combine", given.get("combine"), makes, usual, rules, strict=False),
        OptionRow("tiebreak", given.get("tiebreak"), BREAKS, broken, USUAL_TIE_BREAKS, strict=False),
    )
    size = 1 + max(plan.most_players, PROBLEMS, TOTAL_EXPLAINED)
    return [
        rows.pop("rounds"),
        rows.pop("event is over"),
        FEW,
        *told,
        *rows.values(),
        OptionRow("rows", (size, LONGEST_WORDS), "The size of the tables", computed=True),
        OptionRow("columns", plan.standings_columns, "The same", computed=True),
    ]


def fold_options(sheet: Worksheet, rows: Sequence[OptionRow]) -> None:
    """Fold the rarely changed options of the event, and hide the rows with the size of its tables."""
    places = dict(enumerate(rows, FIRST_OPTION))
    for place, row in places.items():
        sheet.row_dimensions[place].hidden = row.name in DRAWN
    folded = [place for place, row in places.items() if row.given is None and row.name not in SHOWN]
    style.fold(sheet, rows=folded)


FEW = OptionRow("Rarely changed", None, "Open these options with the + at the left")
"""The heading above rarely changed options. It is not read as an option, because it has no value."""
SHOWN = (FEW.name, "event is over")
"""Rows that are never folded."""
BREAKS = "What breaks ties between equal totals"
USUAL_RULES = (
    *("sum", "mean", "mean all", "best 2", "drop 1", "100/100/50", "London Open", "sum/(count+10)"),
    *("best 2 + last", "best 2 + last x1.5 for top 21", "100/80/40 then 100/100/80/40", "ranks best 3"),
)
RULES_OF_GAMES = (
    *("best 3 games", "sum games", "mean games", "sum/(games+3)", "100/100/50 games"),
    "best 2 games + half the mean of the rest",
)
USUAL_TIE_BREAKS = (
    *("msd", "mppd", "wins", "draws", "centres", "mean centres"),
    *("countback centres", "best game", "best round", "second best", "dropped scores"),
    *("head to head", "shared games", "typed"),
)
"""Suggestions in drop-downs. They are not complete: a new rule or tie-break must change no workbook."""
SUBSTITUTE_TOO = "Needed if a substitute has their own board too: see Guide."
OF_TEAMS = {
    "team rule": (
        ("sum", "best 5", "best 5 per round", "mean", "sum of totals"),
        "sum, mean or best 5, optionally per round or of totals; blank means sum",
    ),
    "team rounds": (
        ("all", "Final"),
        "all, a round such as 2 or Final, or several such as 1, 3; blank means all",
    ),
}
"""By option of teams: suggestions in the drop-down, and the text that says what may be typed."""
_BY_NAME = {option.name: option for option in EVENT_OPTIONS.values()}


def row_of(option: Option, given: object) -> OptionRow:
    meaning = replace_backticks(option.help[:1].upper() + option.help[1:])
    what = "" if option.what == option.help else f"{option.what}; "
    advice = f"{what}blank means {option.shown_default()}"
    choices = ("yes", "no") if option.kind == "yes or no" else option.choices
    return OptionRow(option.name, given, meaning, advice, choices, strict=option.closed, many=option.many)


def option_row(sheet: Worksheet, row: int, option: OptionRow) -> None:
    """Write an option: its locked name, cells for its values, its meaning and the allowed values."""
    line = Border(bottom=style.RULE)
    if option == FEW:
        style.write_cell(sheet, row, 1, option.name, style.TITLE)
        style.write_cell(sheet, row, MEANING, option.meaning, style.SMALL, alignment=BESIDE)
        return
    if option.name:
        style.write_cell(sheet, row, 1, option.name, style.BOLD, border=style.BOX, alignment=MIDDLE)
    else:
        style.write_input(sheet, row, 1)
    places = OPTION_VALUES if option.many else 1
    for column in range(2, OPTION_VALUES + 2):
        value = option.typed[column - 2] if column - 2 < len(option.typed) else None
        if option.computed:
            style.write_cell(sheet, row, column, value, style.SMALL, border=line, alignment=MIDDLE)
        elif column - 2 < places:
            style.write_input(sheet, row, column, value, alignment=MIDDLE)
            if option.name == "round weights":  # as text, because programs make a date of 2/3
                sheet.cell(row, column).number_format = "@"
        else:
            style.apply_style(sheet.cell(row, column), border=line)
    texts = ((option.meaning, style.PLAIN, MEANING_WIDTH), (option.advice, style.SMALL, ADVICE_WIDTH))
    for column, (text, font, _) in enumerate(texts, MEANING):
        style.write_cell(sheet, row, column, text or None, font, border=line, alignment=BESIDE)
    sheet.row_dimensions[row].height = 3 + 14 * max(style.lines(len(text), width) for text, _, width in texts)
    if option.choices:
        offered = f'"{",".join(option.choices)}"'
        style.choice(sheet, f"B{row}", offered, option.name, option.meaning, strict=option.strict)


def _as_typed(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return as_typed(value) if isinstance(value, Fraction) else value


@sheet_kind(
    "Systems",
    "Every scoring system: its rule, its source, and how it is read.",
    place=160,
    kinds=("functions",),
)
def list_systems(sheet: Worksheet, of: EventCells) -> None:
    """Write a formula that lists all systems, because newer versions of our functions may have more."""
    book = of.book
    style.widths(sheet, [22, 22, 20, 12, 38, 48, 58, *[10] * 3])
    style.header(sheet, 1, [""] * 7)
    last = LISTED + 1
    for first, right, font in (("A", "A", style.BOLD), ("B", "G", style.PLAIN)):
        indent = int(first > "A")
        style.align(sheet, f"{first}1:{right}1", horizontal="left", vertical="center", indent=indent)
        beside = Alignment(horizontal="left", vertical="top", wrap_text=True, indent=indent)
        style.looks(sheet, f"{first}2:{right}{last}", font=font, alignment=beside)
    style.array(sheet, 1, 1, last, 7, EVERY_SYSTEM)
    style.show(sheet, f"A2:G{last}", style.underlined("LEN($A2)>0"))
    style.write_cell(sheet, 1, 9, "Row", style.SMALL)
    style.write_cell(sheet, 1, 10, f"=MATCH(Scoring_system,{KEYS},0)", style.SMALL)
    style.define(book, "System_row", "Systems!$J$1")
    style.define(book, style.LIVE, "Systems!$J$4")
    style.write_cell(sheet, 4, 9, "Functions", style.SMALL)
    style.write_cell(sheet, 4, 10, None, style.SMALL)
    style.array(sheet, 4, 10, 1, 1, f"={style.version_now(of.plan.results)}")
    style.write_cell(sheet, 2, 9, "Computed", style.SMALL)
    style.write_cell(sheet, 2, 10, None, style.SMALL, alignment=Alignment(horizontal="fill"))
    style.say_lost(sheet, style.write_cell(sheet, 3, 9, None, style.SMALL), "")
    style.hide(sheet, 10)  # its long text would make the printed page as wide as itself
    style.define(book, COMPUTED_BY, "Systems!$J$2")
    style.define(book, CHOICES, f"Systems!$A$2:INDEX({KEYS},SUMPRODUCT(--(LEN({KEYS})>0)))")
    sheet.freeze_panes = "B2"
    style.page(sheet, landscape=True, title_rows="1:1")
    of.hide_lost(sheet, "$I$3")
