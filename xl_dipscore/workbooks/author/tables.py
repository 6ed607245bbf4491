"""The sheets Standings, Teams, Best countries and Compare, each an array formula that reads all of Games."""

from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.tournament import no_total
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.front import OPTION_VALUES
from xl_dipscore.workbooks.author.plan import OF_LEAGUE, TIE_BREAKS, Plan
from xl_dipscore.workbooks.author.problems import write_status
from xl_dipscore.workbooks.layout.setup import COMPARED

TOP = 4
"""The row of the headings."""
QUALIFY = 7
"""How many players go to a Final or a top board."""


def standings(sheet: Worksheet, plan: Plan) -> None:
    rounds, columns = len(plan.round_names), plan.standings_columns
    last = TOP + plan.most_players
    wide = [*[10] * rounds, 13, *[18] * (columns - rounds - 4)]
    shown = f"A1:{letter(columns)}{TOP + plan.expected_players}"
    if plan.league:
        rounds, wide = columns - 4, [9, 13, 9, *[9, 13] * ((columns - OF_LEAGUE) // 2), 13]
        shown = f"A1:{letter(OF_LEAGUE + 2 * plan.best_columns + TIE_BREAKS)}{TOP + plan.expected_players}"
        dated = style.day_when(f'LEFT(G${TOP},4)="Date"')
        style.show(sheet, f"G{TOP + 1}:{letter(columns)}{last}", dated)
    style.widths(sheet, [8, 34, 12, *wide])
    style.title(sheet, '=IF(Event_name="","Standings","Standings of "&Event_name)', "=System_name")
    write_status(sheet, TOP - 1, 1, columns)
    style.show(sheet, f"A{TOP + 1}:{letter(columns)}{last}", qualifier_rule(plan))
    table = f"=DIP_STANDINGS(Scoring_system,{plan.table},Event_options)"
    style.result_table(sheet, TOP, plan.most_players + 1, columns, table)
    style.decimals(sheet, f"C{TOP + 1}:{letter(columns)}{last}", plan.score_format)
    if plan.league:
        style.decimals(sheet, f"D{TOP + 1}:F{last}", "General")
    counted, broken, right = (letter(column) for column in (4 + rounds, 5 + rounds, columns))
    style.looks(sheet, f"C{TOP + 1}:C{last}", font=style.BOLD)
    style.align(sheet, f"{counted}{TOP + 1}:{counted}{last}", horizontal="right", vertical="center")
    # Before the Final the table lacks a column: tie-breaks begin in the column that Counted has later.
    style.looks(sheet, f"{counted}{TOP + 1}:{right}{last}", number_format="0.00")
    style.align(sheet, f"{broken}{TOP}:{right}{TOP}", horizontal="right", vertical="center", wrap_text=True)
    style.page(sheet, landscape=plan.expected_players < 30, tall=1, area=shown)


def qualifier_rule(plan: Plan, first: str = "A", place: str = f"ROWS($A${TOP + 1}:$A{TOP + 1})") -> Rule:
    """A format: a line below the first seven players, in events with a Final or a top board.

    first: the first column of the formatted cells. place: a formula for a row's line number in Standings.
    """
    has_one = f'OR(LEFT({plan.format_cell},5)="final",LEFT({plan.format_cell},3)="top")'
    seventh = f"{place}={QUALIFY}"
    headed = f"LEN({first}${TOP})>0"
    return style.ruled_off(f"AND({seventh},ISNUMBER($A{TOP + 1}),{headed},{has_one})")


def teams(sheet: Worksheet, plan: Plan) -> None:
    """Write the teams, each with its members in words. The team rule on Setup says which scores are used."""
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


def countries(sheet: Worksheet, plan: Plan) -> None:
    style.widths(sheet, [14, 34, 12, 10, 10, 10])
    style.write_event_title(sheet, "Best of each country", "=System_name")
    table = f"=DIP_AWARDS(Scoring_system,{plan.table},Event_options)"
    style.result_table(sheet, TOP, plan.most_players + 1, 6, table)
    style.decimals(sheet, f"C{TOP + 1}:C{TOP + plan.most_players}", plan.score_format)
    for columns, side in (("A", "left"), ("D", "center"), ("E", "center"), ("F", "center")):
        cells = f"{columns}{TOP}:{columns}{TOP + plan.most_players}"
        style.align(sheet, cells, horizontal=side, vertical="center")
    style.page(sheet, tall=1, area=f"A1:F{TOP + min(plan.most_players, 28)}")


def compare(sheet: Worksheet, plan: Plan) -> None:
    """Write each player's rank under the systems that are listed above the table."""
    columns = 1 + OPTION_VALUES
    style.widths(sheet, [34, *[13] * columns, *[9] * 4])
    told = "Each player's rank under the systems chosen on Setup, by each system's own rules."
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
        cells = f"{column_}{TOP}:{column_}{TOP + plan.most_players}"
        style.align(sheet, cells, horizontal=side, vertical="center")
    body = f"B{TOP + 1}:{last}{TOP + plan.most_players}"
    style.show(sheet, body, style.muted_when(f"ISERROR(B{TOP + 1})"))
    style.page(sheet, landscape=plan.expected_players < 30, tall=1)
