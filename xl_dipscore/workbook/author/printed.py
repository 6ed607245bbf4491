"""For paper: a result slip a board, the standings on a page, and the same with nothing given away."""

from __future__ import annotations

from math import ceil

from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.board import POWERS
from xl_dipscore.workbook.author.plan import Plan
from xl_dipscore.workbook.author.style import (
    BOLD,
    BOX,
    PLAIN,
    PRINTED,
    SMALL,
    break_after,
    header,
    page,
    power,
    put,
    title,
    underlined,
    widths,
)
from xl_dipscore.workbook.author.tables import TOP

SLIP_ROWS = 12
SLIPS_ON_A_PAGE = 4
LONGEST = 56
"""Players below each other on one page."""


def slips(sheet: Worksheet, plan: Plan) -> None:
    """A result slip for each board, with its players where they are known already."""
    sheet.sheet_properties.tabColor = PRINTED
    widths(sheet, [12, 34, 11, 11, 13, 26])
    for number in range(len(plan.slots)):
        top, games = 1 + SLIP_ROWS * number, 2 + 7 * number
        put(sheet, top, 1, '=IF(Event_name="","Result slip",Event_name)', BOLD)
        put(sheet, top, 3, f'="Round "&Games!$A${games}&", board "&Games!$B${games}', BOLD)
        put(sheet, top, 6, "Last year played: 19____", alignment=Alignment(horizontal="right"))
        header(sheet, top + 1, ["Power", "Player", "Centres", "In the draw", "Eliminated", "Signature"])
        for i, seat in enumerate(POWERS):
            row = top + 2 + i
            power(sheet, row, 1, seat)
            player = f"Games!${plan.column('Player')}${games + i}"
            put(sheet, row, 2, f'=IF({player}="","",{player})', border=BOX)
            for column in range(3, 7):
                sheet.cell(row, column).border = BOX
            sheet.row_dimensions[row].height = 18
        told = "Centres add up to 34 at most. x: in the draw. Eliminated: the year the last centre was lost."
        put(sheet, top + 9, 1, told, SMALL)
        if (number + 1) % SLIPS_ON_A_PAGE == 0 and number + 1 < len(plan.slots):
            break_after(sheet, top + SLIP_ROWS - 1)
    page(sheet)


def standings_page(sheet: Worksheet, plan: Plan) -> None:
    """The standings on one page; long ones side by side, without the rounds."""
    sheet.sheet_properties.tabColor = PRINTED
    rounds = len(plan.round_names)
    panels = ceil(plan.expected_players / LONGEST)
    shown = 3 + (rounds if panels == 1 else 0)
    one = [7, 30, 11, *[9] * (shown - 3)]
    widths(sheet, [width for _ in range(panels) for width in [*one, 3]][:-1])
    title(sheet, '=IF(Event_name="","Standings","Standings of "&Event_name)', "=System_name")
    rows = ceil(plan.expected_players / panels)
    for panel in range(panels):
        left = panel * (shown + 1)
        for column in range(1, shown + 1):
            source = f"Standings!{letter(column)}"
            header(sheet, TOP, [f"={source}${TOP}"], left + column)
            side = "left" if column == 2 else "right" if column > 2 else "center"
            sheet.cell(TOP, left + column).alignment = Alignment(horizontal=side, vertical="center")
            for row in range(TOP + 1, TOP + 1 + rows):
                there = row + panel * rows
                cell = put(sheet, row, left + column, f"={source}${there}", BOLD if column == 3 else PLAIN)
                cell.alignment = Alignment(horizontal=side)
                cell.number_format = plan.score_format if column > 2 else "General"
        first, last = letter(left + 1), letter(left + shown)
        body = f"{first}{TOP + 1}:{last}{TOP + rows}"
        sheet.conditional_formatting.add(body, underlined(f"LEN(${letter(left + 2)}{TOP + 1})>0"))
    ranked = f"Standings!$B${TOP + 1}:$B${TOP + plan.most_players}"
    of_panel = f"ROWS($A${TOP + 1}:$A${TOP + rows})"
    more = f"SUMPRODUCT(--(LEN({ranked})>0))>{of_panel if panels == 1 else f'{panels}*{of_panel}'}"
    put(sheet, TOP - 1, 1, f'=IF({more},"More players are on the sheet Standings.","")', SMALL)
    page(sheet, landscape=panels > 1, tall=1)


def hidden_page(sheet: Worksheet, plan: Plan) -> None:
    """Who owned how much in which round, in the order of the roster: no score, no rank, no total."""
    sheet.sheet_properties.tabColor = PRINTED
    names = plan.round_names
    widths(sheet, [34, *[11] * len(names), 10])
    name = '=IF(Event_name="","Results so far",Event_name&": results so far")'
    title(sheet, name, "Centres owned at the end of each round; the scores stay hidden until the awards.")
    header(sheet, TOP, ["Player", *(f"Round {r}" if isinstance(r, int) else r for r in names), "Games"])
    for column in range(2, len(names) + 3):
        sheet.cell(TOP, column).alignment = Alignment(horizontal="center", vertical="center")
    player, centres = plan.cells("Player"), plan.cells("Centres")
    for number in range(plan.expected_players):
        row = TOP + 1 + number
        there = f"INDEX(Roster,ROWS($A${TOP}:$A{row - 1}))"
        put(sheet, row, 1, f'=IF({there}="","",{there})')
        for column, round_ in enumerate(names, 2):
            said = f'"{round_}"' if isinstance(round_, str) else str(round_)
            mine = f"({plan.cells('Round')}={said})*({player}=$A{row})"
            played = f"SUMPRODUCT({mine}*ISNUMBER({centres}))"
            formula = f'=IF($A{row}="","",IF({played}=0,"",SUMPRODUCT({mine},{centres})))'
            put(sheet, row, column, formula, alignment=Alignment(horizontal="center"))
        games = f'=IF($A{row}="","",SUMPRODUCT(({player}=$A{row})*ISNUMBER({centres})))'
        put(sheet, row, len(names) + 2, games, alignment=Alignment(horizontal="center"))
    body = f"A{TOP + 1}:{letter(len(names) + 2)}{TOP + plan.expected_players}"
    sheet.conditional_formatting.add(body, underlined(f"LEN($A{TOP + 1})>0"))
    fits = plan.expected_players <= LONGEST
    page(sheet, tall=1 if fits else 0, title_rows="" if fits else f"{TOP}:{TOP}")
