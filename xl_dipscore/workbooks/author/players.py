"""The sheet Players: who plays, what the draw of seats should know of them, and how often they played."""

from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.board import POWERS
from xl_dipscore.tables.cells.columns import PEOPLE, title_of
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.plan import Plan
from xl_dipscore.workbooks.author.sheets import EventCells, sheet_kind
from xl_dipscore.workbooks.layout.pages import OF_PLAYERS

ROSTER_TOP = 4
"""The row of the headings."""
PLAYERS_TOLD = (
    "One row for each player, latecomers too. Under Here 1, a blank means here in round 1, and - means away. "
    "You can add columns such as Level, Prefers or Rating: type the heading."
)
MEMBERS_TOLD = (
    "One row for each member. Type x under Here for those who are here this evening; no x means everybody. "
    "You can add columns such as Level, Prefers or Rating: type the heading."
)

GUEST, NOTE = "Guest", "Note"
WIDTHS = {"Player": 30, "Team": 18, GUEST: 9, "Club": 18, "Apart": 16, "Two boards": 11}


@sheet_kind(
    "Players",
    "The players' names, which Games offers in a drop-down list, and who is here when.",
    place=20,
    colour=style.TYPED,
    hidden=False,
)
def players(sheet: Worksheet, of: EventCells) -> None:
    """Write rows for the players, with columns for wishes that the draw of seats uses."""
    plan, book = of.plan, of.book
    places, top = plan.expected_players, ROSTER_TOP
    here = [f"Here {round_}" for round_ in plan.round_names if isinstance(round_, int)] or ["Here"]
    wide = {**_columns_of_people(plan), **dict.fromkeys(here, 7), NOTE: 24}
    games, last = 1 + len(wide), top + places

    def cells(heading: str, until: str = "") -> str:
        first, end = (letter(1 + [*wide].index(one)) for one in (heading, until or heading))
        return f"${first}${top + 1}:${end}${last}"

    style.widths(sheet, [*wide.values(), 7, *[9] * 7])
    style.title(sheet, "Players")
    style.write_cell(sheet, 2, 1, MEMBERS_TOLD if plan.league else PLAYERS_TOLD, style.NOTE)
    style.header(sheet, top, [*wide, "Games", *POWERS])
    for column in range(1, games):
        sheet.cell(top, column).protection = style.FREE
    for column in range(games, games + 8):
        sheet.cell(top, column).alignment = Alignment(horizontal="center", vertical="center")
    told = "x: here this evening." if plan.league else "Blank: plays in this round. -: does not play."
    marks = '"x"' if plan.league else '"-"'
    style.choice(sheet, cells(here[0], here[-1]).replace("$", ""), marks, "Here", told, strict=False)
    for row in range(top + 1, last + 1):
        for column in range(1, games):
            style.write_input(sheet, row, column)
        for column in range(games, games + 8):
            # The name is found by row number: a plain reference would follow a name that is cut and pasted.
            player = f"INDEX(Roster,ROW()-ROW($A${top}))"
            played = of.count_games(player, f"{letter(column)}${top}" if column > games else "")
            cell = style.write_cell(sheet, row, column, f'=IF({player}="","",{played})', border=style.BOX)
            style.apply_style(cell, number_format="0;-0;;@", alignment=style.CENTRE)
    style.define(book, "Roster", f"Players!{cells('Player')}")
    if plan.teams:
        style.define(book, "Teams", f"Players!{cells('Team')}")
    if plan.league:
        style.define(book, "Guests", f"Players!{cells(GUEST)}")
        told = "x for a guest: guests have scores, but no rank and no award."
        style.choice(sheet, cells(GUEST).replace("$", ""), '"x"', GUEST, told)
    sheet.freeze_panes = f"B{top + 1}"
    style.write_cell(sheet, top - 1, 1, f"={style.say_not_printed(sheet, 'COUNTA(Roster)')}", style.NOTE)
    style.list_page(sheet, games + 7, top, places, plan.usual_players, OF_PLAYERS)


def _columns_of_people(plan: Plan) -> dict[str, float]:
    """The headings of the columns of `PEOPLE`, with their widths. Those that decide ranks come first."""
    words = [one.word for one in PEOPLE if not one.seldom]
    first = ["Player", *(["Team"] if plan.teams else []), *([GUEST] if plan.league else [])]
    others = (title_of(word) for word in words if word not in ("player", "team", "unranked"))
    return {heading: WIDTHS.get(heading, style.width_of(heading)) for heading in (*first, *others)}
