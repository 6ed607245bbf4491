"""The sheets Standings, Teams, Best countries and Compare.

With our functions, each is an array formula that reads all of Games.
"""

from collections.abc import Sequence

from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.tournament.combine import no_total
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.front import OPTION_VALUES
from xl_dipscore.workbooks.author.plan import OF_LEAGUE, TIE_BREAKS, Plan
from xl_dipscore.workbooks.author.problems import write_status
from xl_dipscore.workbooks.author.sheets import EventCells, PlaceTable, RankTable, sheet_kind
from xl_dipscore.workbooks.layout.setup import COMPARED

TOP = 4
"""The row of the headings."""
TIE_BREAK_WIDTH, TWO_LINES = 15, 34
"""The width of a tie-break's column, and the height of its heading in two lines, such as "mean centres"."""
MORE_BELOW = "The last players are in hidden rows: select all rows, and unhide them."
"""The sentence on Compare if more players have a line than lines are shown."""
QUALIFY = 7
"""How many players go to a Final or a top board."""


@sheet_kind(
    "Standings",
    "The table of the whole event. It fills itself.",
    place=60,
    colour=style.COMPUTED,
    hidden=False,
)
def standings(sheet: Worksheet, of: EventCells) -> None:
    plan, table = of.plan, of.standings
    right, last = letter(table.columns), TOP + table.places
    shown = table.columns
    if plan.league:
        shown = OF_LEAGUE + 2 * plan.best_columns + TIE_BREAKS
        dated = style.day_when(f'LEFT(G${TOP},4)="Date"')
        style.show(sheet, f"G{TOP + 1}:{right}{last}", dated)
    style.widths(sheet, [7, 32, 11, *table.widths])
    told = f"={style.say_not_printed(sheet, table.players)}&System_name"
    style.title(sheet, '=IF(Event_name="","Standings","Standings of "&Event_name)', told)
    write_status(sheet, TOP - 1, 1, table.columns)
    table.mark_qualifiers(sheet)
    table.write(sheet)
    style.decimals(sheet, f"C{TOP + 1}:{right}{last}", plan.score_format)
    if plan.league:
        style.decimals(sheet, f"D{TOP + 1}:F{last}", "General")
    style.looks(sheet, f"C{TOP + 1}:C{last}", font=style.BOLD)
    table.align_tie_breaks(sheet)
    sheet.row_dimensions[TOP].height = TWO_LINES
    style.list_page(sheet, shown, TOP, plan.expected_players, plan.usual_players)
    of.hide_lost(sheet, "$A$3")


class TableOfAwards(PlaceTable):
    """A table that one of our functions returns: by default, the best results with each power."""

    function = "DIP_AWARDS"

    def __init__(self, plan: Plan) -> None:
        self.plan, self.places, self.columns = plan, plan.most_players, 6

    def write(self, sheet: Worksheet) -> None:
        table = f"={self.function}(Scoring_system,{self.plan.table},Event_options)"
        style.result_table(sheet, TOP, self.places + 1, self.columns, table)


class TableOfStandings(TableOfAwards, RankTable):
    function = "DIP_STANDINGS"

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.columns = plan.standings_columns

    @property
    def widths(self) -> Sequence[float]:
        if self.plan.league:
            return [9, 13, 9, *[9, 13] * ((self.columns - OF_LEAGUE) // 2), 13]
        rounds = len(self.plan.round_names)
        return [*[9] * rounds, 12, *[TIE_BREAK_WIDTH] * (self.columns - rounds - 4)]

    @property
    def players(self) -> str:
        return f"SUMPRODUCT(--(LEN($B${TOP + 1}:$B${TOP + self.places})>0))"

    def mark_qualifiers(self, sheet: Worksheet) -> None:
        cells = f"A{TOP + 1}:{letter(self.columns)}{TOP + self.places}"
        style.show(sheet, cells, qualifier_rule(self.plan))

    def align_tie_breaks(self, sheet: Worksheet) -> None:
        rounds = self.columns - 4 if self.plan.league else len(self.plan.round_names)
        counted, right = letter(4 + rounds), letter(self.columns)
        first, last = TOP + 1, TOP + self.places
        style.align(sheet, f"{counted}{first}:{counted}{last}", horizontal="right", vertical="center")
        # Before the Final the table lacks a column: tie-breaks begin in the column that Counted has later.
        style.looks(sheet, f"{counted}{first}:{right}{last}", number_format="0.00")
        headings = f"{counted}{TOP}:{right}{TOP}"
        style.align(sheet, headings, horizontal="right", vertical="center", wrap_text=True)


def qualifier_rule(plan: Plan, first: str = "A", place: str = f"ROWS($A${TOP + 1}:$A{TOP + 1})") -> Rule:
    """A format: a line below the first seven players, in events with a Final or a top board.

    first: the first column of the formatted cells. place: a formula for a row's line number in Standings.
    """
    has_one = f'OR(LEFT({plan.format_cell},5)="final",LEFT({plan.format_cell},3)="top")'
    seventh = f"{place}={QUALIFY}"
    headed = f"LEN({first}${TOP})>0"
    return style.ruled_off(f"AND({seventh},ISNUMBER($A{TOP + 1}),{headed},{has_one})")


@sheet_kind(
    "Teams",
    "The table of teams. Type each player's team on Players, and choose the rule on Setup.",
    place=70,
    colour=style.COMPUTED,
    kinds=("functions",),
    when=lambda plan: plan.teams,
)
def teams(sheet: Worksheet, of: EventCells) -> None:
    """Write the teams, each with its members in words. The team rule on Setup says which scores are used."""
    plan = of.plan
    rounds, columns = len(plan.round_names), plan.teams_columns
    last = TOP + plan.most_players
    style.widths(sheet, [8, 26, 12, *[10] * rounds, 64, 36])
    rule = """VLOOKUP("team rule",Event_options,2,FALSE)"""
    told = f'=System_name&", teams: "&IF({rule}="","sum",{rule})'
    style.write_event_title(sheet, "Teams", told)
    table = f"=DIP_TEAMS(Scoring_system,{plan.table},Event_options)"
    style.result_table(sheet, TOP, plan.most_players + 1, columns, table)
    style.decimals(sheet, f"C{TOP + 1}:{letter(3 + rounds)}{last}", plan.score_format)
    words = f"{letter(columns - 1)}{TOP}:{letter(columns)}{last}"
    style.align(sheet, words, horizontal="left", vertical="center", wrap_text=True, indent=1)
    style.looks(sheet, f"C{TOP + 1}:C{last}", font=style.BOLD)
    style.page(sheet, landscape=True, title_rows=f"1:{TOP}")
    of.hide_lost(sheet)


@sheet_kind("Best countries", "The best result with each power.", place=100, written=65, hidden=False)
def countries(sheet: Worksheet, of: EventCells) -> None:
    table = of.countries
    last = TOP + table.places
    style.widths(sheet, [14, 34, 12, *[10] * (table.columns - 3)])
    style.write_event_title(sheet, "Best of each country", "=System_name", lost=of.lost)
    table.write(sheet)
    if note := table.note():
        style.write_cell(sheet, TOP - 1, 1, note, style.SMALL)
    style.decimals(sheet, f"C{TOP + 1}:C{last}", of.plan.score_format)
    right = letter(table.columns)
    for cells, side in ((f"A{TOP}:A{last}", "left"), (f"D{TOP}:{right}{last}", "center")):
        style.align(sheet, cells, horizontal=side, vertical="center")
    style.page(sheet, tall=1, area=f"A1:{right}{TOP + min(table.places, 28)}")
    of.hide_lost(sheet)


@sheet_kind("Compare", "Your players' ranks under several systems.", place=110, kinds=("functions",))
def compare(sheet: Worksheet, of: EventCells) -> None:
    """Write each player's rank under the systems that are listed above the table."""
    plan = of.plan
    columns = 1 + OPTION_VALUES
    style.widths(sheet, [34, *[13] * columns, *[9] * 4])
    every = TOP + plan.most_players
    listed = plan.expected_players, plan.most_players
    shown = style.hide_spare_lines(sheet, columns + 1, TOP, listed, plan.usual_players)
    told = (
        f'=IF(COUNTIF($A${TOP + 1}:$A${every},"?*")>COUNTA({shown}),"{MORE_BELOW} ","")'
        "&\"Each player's rank under the systems chosen on Setup, by each system's own rules.\""
    )
    style.write_event_title(sheet, "Compare", told)
    style.write_cell(sheet, TOP - 1, 1, "Systems", style.BOLD)
    others = (f'=INDEX({COMPARED},{n})&""' for n in range(1, columns))
    own = "=Scoring_system"
    if no_total(plan.system, plan.rounds):  # Compare uses the system's own rule, not the rule on Setup
        own = f'=IF(Scoring_system="{plan.system.key}","",Scoring_system)'
    for column, key in enumerate((own, *others), 2):
        style.write_cell(sheet, TOP - 1, column, key, style.SMALL, alignment=Alignment(horizontal="right"))
    size = ("rows", plan.most_players + 1, "columns", columns + 1)
    for column, word in enumerate(size, columns + 2):
        style.write_cell(sheet, TOP - 1, column, word, style.SMALL)
    style.hide(sheet, *range(columns + 2, columns + 6))
    last = letter(columns + 1)
    asked = f"$B${TOP - 1}:${letter(columns + 5)}${TOP - 1}"
    style.result_table(sheet, TOP, plan.most_players + 1, columns + 1, f"=DIP_COMPARE({plan.table},{asked})")
    for column_, side in (("A", "left"), ("B", "right")):
        cells = f"{column_}{TOP}:{column_}{every}"
        style.align(sheet, cells, horizontal=side, vertical="center")
    body = f"B{TOP + 1}:{last}{every}"
    style.show(sheet, body, style.muted_when(f"ISERROR(B{TOP + 1})"))
    of.hide_lost(sheet)
