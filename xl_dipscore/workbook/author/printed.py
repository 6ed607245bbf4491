"""For paper: a result slip a board, and the standings on a page, where nothing need be given away."""

from __future__ import annotations

from openpyxl import Workbook
from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.board import POWERS
from xl_dipscore.workbook.author.plan import Plan
from xl_dipscore.workbook.author.problems import status_shown
from xl_dipscore.workbook.author.style import (
    BOLD,
    BOX,
    PLAIN,
    SMALL,
    break_after,
    choice,
    computed_header,
    define,
    header,
    page,
    power,
    put,
    title,
    typed,
    underlined,
    whole_when,
    widths,
)
from xl_dipscore.workbook.author.tables import TOP, qualified
from xl_dipscore.workbook.layout.pages import SLIP_ROWS, SLIPS_ON_A_PAGE, page_ends

LONGEST = 56
"""Players below each other on one page: more take several."""


def slips(sheet: Worksheet, plan: Plan) -> None:
    """A result slip for each board, with its players where they are known already."""
    widths(sheet, [12, 34, 11, 13, 13, 26])
    for number in range(len(plan.slots)):
        top, games = 1 + SLIP_ROWS * number, 2 + 7 * number
        put(sheet, top, 1, '=IF(Event_name="","Result slip",Event_name)', BOLD)
        put(sheet, top, 3, _called(f"Games!$A${games}", f"Games!$B${games}"), BOLD)
        put(sheet, top, 6, "Last year played: 19____", alignment=Alignment(horizontal="right"))
        header(sheet, top + 1, ["Power", "Player"])
        header(sheet, top + 1, ["Centres", "In the draw", "Eliminated"], 3, "center")
        header(sheet, top + 1, ["Signature"], 6)
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
    for end in page_ends([round_ for round_, _ in plan.slots], SLIPS_ON_A_PAGE):
        break_after(sheet, SLIP_ROWS * end)
    page(sheet)


def _called(round_: str, board: str) -> str:
    """Round 2, board C; Round 4, top board; Final."""
    of_round = f'IF(ISERROR({round_}*1),{round_},"Round "&{round_})'
    return f'={of_round}&IF({round_}={board},"",IF({board}="Top",", top board",", board "&{board}))'


SCORES, HIDDEN = "scores", "hidden until the awards"
"""What the page can show."""


def standings_page(book: Workbook, sheet: Worksheet, plan: Plan) -> None:
    """The standings for the wall; or who owned how much in which round, in the order of the roster, and no
    score, no rank, no total.
    """
    names = plan.round_names
    shown, last = 3 + len(names), TOP + plan.expected_players
    widths(sheet, [7, 30, 11, *[9] * len(names), 3, 26])
    hidden = 'LEFT(Print_shows,6)="hidden"'
    so_far = 'IF(Event_name="","Results so far",Event_name&": results so far")'
    ranked = 'IF(Event_name="","Standings","Standings of "&Event_name)'
    told = "Centres owned at the end of each round; the scores stay hidden until the awards."
    places = f"Standings!$B${TOP + 1}:$B${TOP + plan.most_players}"
    more = f"SUMPRODUCT(--(LEN({places})>0))>ROWS($A${TOP + 1}:$A${last})"
    below = f'=IF({hidden},"{told}",System_name)&IF({more},". More players are on the sheet Standings.","")'
    title(sheet, f"=IF({hidden},{so_far},{ranked})", below)
    _choice_of_print(book, sheet, shown + 2)
    status_shown(sheet, 1, shown + 2, 1)  # for the director, not for the wall
    computed_header(sheet, TOP, shown)
    player, centres = plan.cells("Player"), plan.cells("Centres")
    for row in range(TOP, last + 1):
        listed = f"INDEX(Roster,ROWS($A${TOP}:$A{row - 1}))"
        for column in range(1, shown + 1):
            there = f"Standings!{letter(column)}${row}"
            if row == TOP:
                instead = ('""', "", '"Games"')[column - 1] if column < 4 else ""
            elif column < 3:
                instead = '""' if column == 1 else f'IF({listed}="","",{listed})'
            elif column == 3:
                games = f"SUMPRODUCT(({player}=$B{row})*ISNUMBER({centres}))"
                instead = f'IF($B{row}="","",{games})'
            else:
                round_ = names[column - 4]
                said = f'"{round_}"' if isinstance(round_, str) else str(round_)
                mine = f"({plan.cells('Round')}={said})*({player}=$B{row})"
                played = f"SUMPRODUCT({mine}*ISNUMBER({centres}))"
                instead = f'IF($B{row}="","",IF({played}=0,"",SUMPRODUCT({mine},{centres})))'
            cell = sheet.cell(row, column)
            cell.value = f"=IF({hidden},{instead},{there})" if instead else f"={there}"
            side = "left" if column == 2 else "right" if column > 2 else "center"
            cell.alignment = Alignment(horizontal=side, vertical="center" if row == TOP else None)
            if row > TOP:
                cell.font = BOLD if column == 3 else PLAIN
                cell.number_format = plan.score_format if column > 2 else "General"
    there = f"LEN($B{TOP + 1})>0"
    players = f"A{TOP + 1}:B{last}"
    numbers = f"C{TOP + 1}:{letter(shown)}{last}"
    # Of several formats for a cell LibreOffice takes the first.
    sheet.conditional_formatting.add(numbers, whole_when(f"AND({hidden},{there})"))
    for cells in (players, numbers):
        sheet.conditional_formatting.add(cells, qualified(cells[0]))
        sheet.conditional_formatting.add(cells, underlined(there))
    fits = plan.expected_players <= LONGEST
    page(
        sheet,
        tall=1 if fits else 0,
        title_rows="" if fits else f"1:{TOP}",
        area=f"A1:{letter(shown)}{last}",
    )


def _choice_of_print(book: Workbook, sheet: Worksheet, column: int) -> None:
    """What the page shows, chosen beside it and not printed."""
    put(sheet, TOP - 1, column, "This page shows", BOLD)
    typed(sheet, TOP, column, SCORES)
    told = "Choose what is on the page before you print it."
    choice(sheet, f"{letter(column)}{TOP}", f'"{SCORES},{HIDDEN}"', "This page shows", told)
    define(book, "Print_shows", f"Print!${letter(column)}${TOP}")
