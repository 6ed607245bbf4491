"""The sheet Slips: a form for the result of each board of a round, to fill in at the table."""

from collections.abc import Sequence

from openpyxl.styles import Alignment, PatternFill
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.board import POWERS
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.calls import (
    HELPERS,
    MORE_BOARDS,
    ROUND_CELL,
    TO_CHOOSE,
    if_there,
    players_in,
    write_helpers,
    write_places,
    write_round_choice,
)
from xl_dipscore.workbooks.author.sheets import CallFormulas, EventCells, sheet_kind
from xl_dipscore.workbooks.layout.pages import SLIP_ROWS, SLIPS, SLIPS_ON_A_PAGE, page_ends, slips_of_round

TOP = 2
"""The first row of the first slip, below the choice of the round."""
INSTEAD = 10
"""The line of a slip, from 0, with the words in place of a slip without players."""
NOBODY = "boards with players"
"""Follows `no` or `no more` in those words."""
_PLACES = 1
"""The line of a slip, from 0, whose hidden cells have the places of the board's players on Games."""


@sheet_kind(
    "Slips",
    "A result slip for each board of a round, to fill in at the table.",
    place=150,
    hidden=False,
    when=lambda plan: not plan.league,
)
def slips(sheet: Worksheet, of: EventCells) -> None:
    """Write the slips of a round: those of other rounds would take pages that nobody needs."""
    plan, found = of.plan, of.calls
    count = slips_of_round(plan.boards)
    style.widths(sheet, [12, 34, 11, 13, 13, 26, 3, 3, 3, *[8] * (1 + len(found.rows))])
    write_round_choice(of.book, sheet, TOP - 1, "Slips_round", plan)
    write_helpers(sheet, found, "Slips_round")
    last = TOP + SLIP_ROWS * count - 1
    style.write_cell(sheet, TOP - 1, 3, _advice(found.boards, last), style.SMALL)
    _show_slips(sheet, last)
    for top in range(TOP, last, SLIP_ROWS):
        _write_slip(sheet, found, top)
    for end in page_ends([""] * count, SLIPS_ON_A_PAGE):
        style.break_after(sheet, TOP - 1 + SLIP_ROWS * end)
    right = letter(HELPERS + len(found.rows))
    style.define(of.book, SLIPS, f"{sheet.title}!$A${TOP}:${right}${last}")
    style.page(sheet)


def _advice(boards: str, last: int) -> str:
    """A formula for the words beside the choice: which pages a small round needs, or what to choose."""
    there = f"ROWS($A${TOP}:$A${last})/{SLIP_ROWS}"
    pages, needed = (f"INT(({count}+{SLIPS_ON_A_PAGE - 1})/{SLIPS_ON_A_PAGE})" for count in (there, boards))
    those = f'IF({needed}=1,"the first page","pages 1 to "&{needed})'
    few = f'"This round needs only "&{those}&"."'
    chosen = f'IF(AND({boards}>0,{needed}<{pages}),{few},"{TO_CHOOSE}")'
    return f'=IF({boards}>{there},"{MORE_BOARDS}",{chosen})'


def _write_slip(sheet: Worksheet, found: CallFormulas, top: int) -> None:
    places = top + _PLACES
    first = f"ROW($A${TOP + _PLACES})"
    write_places(sheet, found, places, f"(1+INT((ROW()-{first})/{SLIP_ROWS}))")
    style.write_cell(sheet, top, 1, '=IF(Event_name="","Result slip",Event_name)', style.BOLD)
    style.write_cell(sheet, top, 3, f"={_title(found, places)}", style.BOLD)
    style.write_cell(sheet, top, 6, "Last year played: 19____", alignment=Alignment(horizontal="right"))
    style.header(sheet, top + 1, ["Power", "Player"], band=False)
    style.header(sheet, top + 1, ["Centres", "In the draw", "Eliminated"], 3, "center", band=False)
    style.header(sheet, top + 1, ["Signature"], 6, band=False)
    _write_powers(sheet, players_in(found, places), top + 2)
    told = "Centres: at most 34 in all. x: in the draw. Eliminated: the year the last centre was lost."
    style.write_cell(sheet, top + 9, 1, told, style.SMALL)
    more = f'IF(ROW()<ROW($A${TOP})+{SLIP_ROWS},"no ","no more ")'
    instead = f'=IF($C{top}="",{_ROUND}&": "&{more}&"{NOBODY}","")'
    style.write_cell(sheet, top + INSTEAD, 1, instead, style.SMALL)


def _write_powers(sheet: Worksheet, players: Sequence[str], top: int) -> None:
    for row, (power, player) in enumerate(zip(POWERS, players, strict=True), top):
        style.write_cell(sheet, row, 1, power)
        style.write_cell(sheet, row, 2, f"={player}")
        sheet.row_dimensions[row].height = 17.5


_ROUND = f'IF(ISERROR({ROUND_CELL}*1),{ROUND_CELL},"Round "&{ROUND_CELL})'


def _title(found: CallFormulas, places: int) -> str:
    """A formula for the title of a board, such as: Round 2, board C; Round 4, top board; Final."""
    board = found.board.format(row=places)
    named = f'IF({board}="Top",", top board",", board "&{board})'
    return if_there(places, f'{_ROUND}&IF({ROUND_CELL}&""={board}&"","",{named})')


def _show_slips(sheet: Worksheet, last: int) -> None:
    """Show the slips of boards with players, whose title is not blank. The others have one line only."""
    line = f"MOD(ROW()-ROW($A${TOP}),{SLIP_ROWS})"
    titled = f"LEN(INDEX($C${TOP}:$C${last},ROW()-ROW($A${TOP})+1-{line}))>0"
    hidden = f"AND(NOT({titled}),{line}<>{INSTEAD})"
    style.show(sheet, f"A{TOP}:F{last}", style.unseen_when(hidden))
    style.show(sheet, f"A{TOP}:F{last}", style.banded_when(f"AND({titled},{line}=1)"))
    for row, fill in enumerate(style.POWER_FILLS.values(), 2):
        its = PatternFill("solid", bgColor=fill)
        style.show(
            sheet, f"A{TOP}:A{last}", style.when(f"AND({titled},{line}={row})", fill=its, border=style.BOX)
        )
    boxed = f"AND({titled},{line}>1,{line}<{2 + len(POWERS)})"
    style.show(sheet, f"B{TOP}:F{last}", style.boxed(boxed))
