"""The sheet Games: seven rows for each board, with typed columns, and score and check on their right."""

from openpyxl.styles import Alignment
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.board import POWERS
from xl_dipscore.tables.cells.columns import GAME_COLUMNS, MARKS, title_of
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.plan import Plan
from xl_dipscore.workbooks.author.sheets import EventCells, sheet_kind
from xl_dipscore.workbooks.layout.pages import page_ends

WIDTHS = {
    "Round": 7,
    "Date": 12,
    "Board": 8,
    "Power": 11,
    "Player": 30,
    "Team": 18,
    "Draw": 7,
    "Eliminated": 11,
    "Year": 8,
    "Check": 60,
}
WRAPPED = Alignment(horizontal="left", wrap_text=True, vertical="top", indent=1)
LOST = "Check   |   This program lacks our functions: see Guide."


EVENINGS = (
    "Type the date of each game once, then players, centres, x for the draw, and years. Type out under Board "
    "for a player who sat out, and Final under Date for the play-off. If all rows are used, dipscore fill "
    "adds more; or copy seven below."
)


@sheet_kind(
    "Games",
    "Players and results of each board. Scores and a check appear beside them.",
    of_league=EVENINGS,
    place=30,
    colour=style.TYPED,
    hidden=False,
)
def games_of_event(sheet: Worksheet, of: EventCells) -> None:
    of.write_games(sheet)


def games(sheet: Worksheet, plan: Plan) -> None:
    said = (
        f'IF({plan.mismatch_cell}="",Event_name,{plan.mismatch_cell})'
        if plan.names_its_system
        else "Event_name"
    )
    head(sheet, plan, said=said)
    heading = sheet[f"{plan.column('Check')}1"]
    heading.value = style.if_lost(str(heading.value), LOST)
    for number, (round_, name) in enumerate(plan.slots):
        _board(sheet, plan, 2 + 7 * number, round_, name)
        if plan.league:
            _of_league(sheet, plan, 2 + 7 * number)
    help_typing(sheet, plan, plan.last_row)
    finish(sheet, plan)


def head(sheet: Worksheet, plan: Plan, check: float = WIDTHS["Check"], said: str = "Event_name") -> None:
    """Write the headings. check: the width of Check. said: a formula for a text in the heading of Check."""
    known = {**WIDTHS, "Check": check}
    style.widths(
        sheet,
        [6 if isinstance(h, int) else known.get(h, style.width_of(h)) for h in plan.headings],
    )
    style.fold(sheet, (plan.headings.index(heading) + 1 for heading in plan.folded))
    style.header(sheet, 1, plan.headings)
    # The event's name is in the heading of Check, because every printed page repeats only row 1.
    sheet[f"{plan.column('Check')}1"] = f'=IF({said}="","Check","Check   |   "&{said})'


def _board(sheet: Worksheet, plan: Plan, top: int, round_: int | str, name: str) -> None:
    end, last = top + 6, plan.column(plan.inputs[-1])
    headings = f"$A$1:${last}$1"
    rows = f"{headings},A{top}:{last}{end}"
    scores = f"{plan.scores},,,,Scoring_options,{rows})"
    score, counts, check = (plan.headings.index(h) + 1 for h in ("Score", "Counts", "Check"))
    given = plan.column("Score")
    for i, seat in enumerate(POWERS):
        row = top + i
        for column, value in enumerate((round_, name), 1):
            style.write_input(sheet, row, column, value)
        for column in range(4, len(plan.inputs) + 1):
            style.write_input(sheet, row, column)
        style.power(sheet, row, 3, seat)
        sheet[f"{plan.column('Year')}{row}"] = '=IF(Last_year="","",Last_year)'
        # A formula for each cell: without our functions LibreOffice loses the numbers of an array formula.
        style.write_cell(sheet, row, score, f"=INDEX({scores},{i + 1})", style.PLAIN)
        if plan.teams:
            player = f"{plan.column('Player')}{row}"
            # Not MATCH, which reads * in a name as a wildcard.
            place = f"SUMPRODUCT(MAX((Roster={player})*(ROW(Roster)-MIN(ROW(Roster))+1)))"
            named = f'IF({place}=0,"",INDEX(Teams,MAX(1,{place}))&"")'
            sheet[f"{plan.column('Team')}{row}"] = f'=IF({player}="","",{named})'
        # The column is found by its heading, because a director may delete Override.
        override = f'IFERROR(INDEX(A{row}:{last}{row},MATCH("Override",{headings},0)),"")'
        style.write_cell(sheet, row, counts, f'=IF({override}="",{given}{row},{override})', style.BOLD)
        for column, heading in enumerate(plan.headings, 1):
            cell = sheet.cell(row, column)
            style.apply_style(cell, border=style.board_border(i == 0, i == 6))
            if heading in style.CENTRED or isinstance(heading, int):
                style.apply_style(cell, alignment=style.CENTRE)
    told = f"DIP_CHECK(Scoring_system,,,,,Scoring_options,{rows},ROW(A{top}))"
    if plan.names_its_system:
        told = f'IF({plan.mismatch_cell}="",{told},{plan.mismatch_cell})'
    style.write_cell(sheet, top, check, f"={told}", alignment=WRAPPED)
    sheet.merge_cells(start_row=top, end_row=end, start_column=check, end_column=check)


def _of_league(sheet: Worksheet, plan: Plan, top: int) -> None:
    """Repeat the date and name of a board below its first row, and mark the guests of the sheet Players."""
    for row in range(top, top + 7):
        for column in "AB" if row > top else "":
            sheet[f"{column}{row}"] = f'=IF({column}{top}="","",{column}{top})'
        sheet[f"A{row}"].number_format = style.DAY
        guest, player = f"{plan.column('Unranked')}{row}", f"{plan.column('Player')}{row}"
        sheet[guest] = f'=IF({player}="","",IF(SUMPRODUCT((Roster={player})*(LEN(Guests)>0))>0,"x",""))'
    sheet[f"A{top}"] = None


COUNTS = "from 0 to 34"
WHOLE = {
    "Centres": (0, 34, "Centres", f"A whole number {COUNTS}; type 0 for a power without centres."),
    "Year": (1, 1999, "Year", "A game year, such as 1907 or 07."),
    "Docked": (0, 34, "Docked", "Centres taken off as a penalty."),
    "Chart": (0, 34, "Chart", f"The centres at that year's end, {COUNTS}."),
}
"""For each column of numbers: smallest and largest number, and title and text of the error message."""
IN_DRAW = "x for each power in the draw. A single x: the others concede to this power."


def help_typing(sheet: Worksheet, plan: Plan, last: int) -> None:
    """Add drop-downs and limits to the typed cells down to row `last`, and mark faults."""

    def cells(first: str | int, other: str | int | None = None) -> str:
        return f"{plan.column(first)}2:{plan.column(first if other is None else other)}{last}"

    style.choice(sheet, cells("Player"), "Roster", "Player", "A name from the sheet Players.", strict=False)
    for heading in ("Centres", "Docked"):
        style.whole(sheet, cells(heading), *WHOLE[heading])
    style.whole(sheet, cells("Eliminated", "Year"), *WHOLE["Year"])
    if plan.has_chart:
        years = [heading for heading in plan.facts if isinstance(heading, int)]
        style.whole(sheet, cells(years[0], years[-1]), *WHOLE["Chart"])
    if "Weight" in plan.inputs:  # as text, because a typed fraction would become a date
        style.looks(sheet, cells("Weight"), number_format="@")
    if "System" in plan.inputs:
        style.choice(sheet, cells("System"), "System_keys", "System", "Blank for the event's own.")
    marks = {title_of(word): "x for yes, blank for no." for word in GAME_COLUMNS if word in MARKS}
    marks["Draw"] = IN_DRAW
    for heading in (one for one in marks if one in plan.inputs):
        style.choice(sheet, cells(heading), '"x"', heading, marks[heading])
    score, check = plan.column("Score"), plan.column("Check")
    odd, bad = f'ISNUMBER(FIND("Doubt: ",{check}2))', f'AND(LEN({check}2)>0,LEFT({check}2,2)<>"OK")'
    style.show(sheet, cells("Check"), style.doubt_when(odd), style.fault_when(bad))
    style.show(sheet, cells("Score", "Counts"), style.fault_when(f"ISERROR({score}2)"))
    shown = f"{plan.column('Override')}2:{plan.column('Counts')}{plan.last_row}"
    style.decimals(sheet, shown, plan.score_format)


def finish(sheet: Worksheet, plan: Plan, a_board: int = 7) -> None:
    """Break pages between boards and at each round. Keep headings and the columns up to Player in view.

    a_board: the height of a board, in usual rows.
    """
    size = max(1, style.fitting_rows(sheet, len(plan.headings)) // a_board)
    for boards in page_ends([round_ for round_, _ in plan.slots], size):
        style.break_after(sheet, 1 + 7 * boards)
    sheet.freeze_panes = "E2"
    style.page(sheet, landscape=True, title_rows="1:1")
