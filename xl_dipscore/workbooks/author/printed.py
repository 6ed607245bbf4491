"""Pages for paper: board calls, a result slip for each board, and standings that can hide the scores."""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.board import POWERS, SEATS
from xl_dipscore.tables.cells.languages import words_of_scores
from xl_dipscore.tables.native.columns import PlacedColumns
from xl_dipscore.tables.native.plan import FINAL
from xl_dipscore.tables.native.results import mark_condition
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.plan import LISTED, OF_LEAGUE, Plan
from xl_dipscore.workbooks.author.problems import write_status
from xl_dipscore.workbooks.author.sheets import CallFormulas, CentresOwned, EventCells, sheet_kind
from xl_dipscore.workbooks.author.tables import TOP, qualifier_rule
from xl_dipscore.workbooks.layout.pages import (
    CALLS,
    CALLS_ON_A_PAGE,
    CENTRES_ONLY,
    HEAD_HEIGHT,
    NOW_HIDDEN,
    ROUND_BEFORE,
    SLIP_ROWS,
    SLIPS,
    SLIPS_ON_A_PAGE,
    SPARE_CALLS,
    page_ends,
)
from xl_dipscore.workbooks.layout.secrecy import HIDDEN, LAST_ROUND, NOW, SHOWS, SHOWS_LABEL
from xl_dipscore.workbooks.layout.setup import OVER
from xl_dipscore.workbooks.layout.tables import NOW_SAYS

STATUS_WIDTH = 64


class SlipTexts(NamedTuple):
    """Formulas of a result slip, without their equals signs."""

    title: str
    """The title of the board; "" without players."""
    players: Sequence[str]
    instead: str
    """A line in place of a slip without players."""


@sheet_kind(
    "Slips",
    "A result slip for each board, to fill in at the table.",
    place=150,
    hidden=False,
    when=lambda plan: not plan.league,
)
def slips(sheet: Worksheet, of: EventCells) -> None:
    of.write_slips(sheet)


def write_slips(sheet: Worksheet, plan: Plan) -> None:
    """Write a result slip for each board of the plan, with the board's players from the sheet Games."""

    def slip_texts(number: int, top: int) -> SlipTexts:
        first, column = 2 + 7 * number, plan.column("Player")
        players = (f"Games!${column}${first + seat}" for seat in SEATS)
        called = _board_title_formula(f"Games!$A${first}", f"Games!$B${first}")
        nobody = f'COUNTIF(Games!${column}${first}:${column}${first + 6},"?*")=0'
        return SlipTexts(
            f'IF({nobody},"",{called})',
            [f'IF({player}="","",{player})' for player in players],
            f'{called}&": {NOBODY_YET}"',
        )

    _slips(sheet, plan, len(plan.slots), slip_texts)


NOBODY_YET = "no players yet"
INSTEAD = 10
"""The line of a slip, from 0, with the words in place of a slip without players."""
SPARE_SLIPS, SLIP_HELPER = 2, "H"
"""For `write_sorted_slips`: the most spare slips for later boards, and a hidden column for row numbers."""


def write_sorted_slips(book: Workbook, sheet: Worksheet, plan: Plan, games: PlacedColumns) -> None:
    """Write the slips in the order of rounds and boards. The rows of Games may be in any order.

    games: the columns of Games. The column `slip` is 10 * the number of the board's slip (from 1) + the seat
        (1 to 7).
    """
    boards = [round_ for round_, _ in plan.slots]
    on_last_page = len(boards) - max([0, *page_ends(boards, SLIPS_ON_A_PAGE)])
    # Spare slips only fill the last page: a page of spare slips would be printed empty.
    count = len(boards) + min(SPARE_SLIPS, SLIPS_ON_A_PAGE - on_last_page)

    def slip_texts(number: int, top: int) -> SlipTexts:
        rows = [f"${SLIP_HELPER}{top + 2 + seat}" for seat in SEATS]
        for seat, row in zip(SEATS, rows, strict=True):
            slip = f"10*INT((ROW()-ROW($A$1))/{SLIP_ROWS})+{11 + seat}"
            sheet[row.replace("$", "")] = f"=IFERROR(MATCH({slip},{games.column('slip')},0),0)"
        there = f"${SLIP_HELPER}{top}"
        sheet[f"{SLIP_HELPER}{top}"] = f"=MAX({rows[0]}:{rows[-1]})"
        called = _board_title_formula(
            *(f"INDEX({games.column(word)},MAX(1,{there}))" for word in ("round", "board"))
        )
        players = [f'IF({row}=0,"",INDEX({games.column("who")},MAX(1,{row})))' for row in rows]
        instead = f'"A board with {NOBODY_YET}"' if number < len(boards) else '""'
        return SlipTexts(f'IF({there}=0,"",{called})', players, instead)

    _slips(sheet, plan, count, slip_texts, widths=[10, 13])
    sheet.column_dimensions[SLIP_HELPER].hidden = True
    more = f"COUNT({games.column('order')})>{count}"
    told = f'=IF({more},"More boards are on the sheet Games.","")'
    style.write_cell(sheet, SLIP_ROWS * count + 1, 1, told, style.SMALL)
    style.define(book, SLIPS, f"{sheet.title}!$A$1:$F${SLIP_ROWS * count}")


def _slips(
    sheet: Worksheet,
    plan: Plan,
    count: int,
    texts: Callable[[int, int], SlipTexts],
    widths: Sequence[float] = (),
) -> None:
    """Write slips. texts: from the number of a slip (from 0) and its top row, its formulas."""
    style.widths(sheet, [12, 34, 11, 13, 13, 26, *widths])
    _show_slips(sheet, SLIP_ROWS * count)
    for number in range(count):
        top = 1 + SLIP_ROWS * number
        said = texts(number, top)
        style.write_cell(sheet, top, 1, '=IF(Event_name="","Result slip",Event_name)', style.BOLD)
        style.write_cell(sheet, top, 3, f"={said.title}", style.BOLD)
        style.write_cell(sheet, top, 6, "Last year played: 19____", alignment=Alignment(horizontal="right"))
        style.header(sheet, top + 1, ["Power", "Player"], band=False)
        style.header(sheet, top + 1, ["Centres", "In the draw", "Eliminated"], 3, "center", band=False)
        style.header(sheet, top + 1, ["Signature"], 6, band=False)
        for i, seat in enumerate(POWERS):
            row = top + 2 + i
            style.write_cell(sheet, row, 1, seat)
            style.write_cell(sheet, row, 2, f"={said.players[i]}")
            sheet.row_dimensions[row].height = 18
        told = "Centres: at most 34 in all. x: in the draw. Eliminated: the year the last centre was lost."
        style.write_cell(sheet, top + 9, 1, told, style.SMALL)
        style.write_cell(sheet, top + INSTEAD, 1, f'=IF($C{top}="",{said.instead},"")', style.SMALL)
    rounds = [round_ for round_, _ in plan.slots]
    rounds += rounds[-1:] * (count - len(rounds))
    for end in page_ends(rounds, SLIPS_ON_A_PAGE):
        style.break_after(sheet, SLIP_ROWS * end)
    style.page(sheet)


def _show_slips(sheet: Worksheet, last: int) -> None:
    """Show the slips of boards with players, whose title is not blank. The others have one line only."""
    line = f"MOD(ROW()-ROW($A$1),{SLIP_ROWS})"
    titled = f"LEN(INDEX($C$1:$C${last},ROW()-ROW($A$1)+1-{line}))>0"
    style.show(sheet, f"A1:F{last}", style.unseen_when(f"AND(NOT({titled}),{line}<>{INSTEAD})"))
    style.show(sheet, f"A1:F{last}", style.banded_when(f"AND({titled},{line}=1)"))
    for row, fill in enumerate(style.POWER_FILLS.values(), 2):
        its = PatternFill("solid", bgColor=fill)
        style.show(
            sheet, f"A1:A{last}", style.when(f"AND({titled},{line}={row})", fill=its, border=style.BOX)
        )
    style.show(sheet, f"B1:F{last}", style.boxed(f"AND({titled},{line}>1,{line}<{2 + len(POWERS)})"))


def _board_title_formula(round_: str, board: str) -> str:
    """A formula for the title of a board, such as: Round 2, board C; Round 4, top board; Final."""
    of_round = f'IF(ISERROR({round_}*1),{round_},"Round "&{round_})'
    return f'{of_round}&IF({round_}={board},"",IF({board}="Top",", top board",", board "&{board}))'


CALLS_TOP, CALLS_HELPERS, CALLS_SIZE = 4, 10, 16
"""On Board calls: the row of the headings, the first helper column, and the font size in points."""
ROUND_CELL, HELPER_CELL, LINE_CELL = (f"${letter(CALLS_HELPERS)}{row}" for row in ("$1", "$2", "{row}"))
"""Cells with the round that is shown, with `CallFormulas.helper`, and with `CallFormulas.line` of `{row}`."""


NUMBER = f"(ROW()-ROW(${letter(CALLS_HELPERS)}${CALLS_TOP}))"
"""A formula for the number of a board within the round, from 1."""


def call_formulas_by_slip(games: PlacedColumns) -> CallFormulas:
    """Make formulas that search the column `slip` of Games: 10 * the board's number + the seat (1 to 7)."""
    order, seated, slip, who, board = map(games.column, ("order", "seated", "slip", "who", "board"))
    latest = f"MAX(1,{seated})"
    final = f'IF(UPPER(TRIM({ROUND_CELL}))="FINAL",{FINAL},0)'
    before = f'COUNTIF({order},"<"&{FINAL}*{HELPER_CELL})'
    boards = f'(COUNTIF({order},"<"&{FINAL}*({HELPER_CELL}+1))-{before})'
    powers = [f"{letter(CALLS_HELPERS + 1 + seat)}{{row}}" for seat in (SEATS[0], SEATS[-1])]
    return CallFormulas(
        who,
        f'IF({latest}={FINAL},"Final",{latest})',
        f"IF(ISNUMBER({ROUND_CELL}),INT({ROUND_CELL}),{final})",
        boards,
        f"IF({NUMBER}>{boards},0,10*({before}+{NUMBER}))",
        f"INDEX({board},MAX(1,${':$'.join(powers)}))",
        [f"IF({LINE_CELL}=0,0,IFERROR(MATCH({LINE_CELL}+{seat + 1},{slip},0),0))" for seat in SEATS],
    )


def call_formulas_by_array(plan: Plan) -> CallFormulas:
    """Make array formulas, which every program that has our functions can compute."""
    round_, board, seat, player = (plan.cells(heading) for heading in ("Round", "Board", "Power", "Player"))
    latest = f"SUMPRODUCT(MAX((LEN({player})>0)*(LEN({round_})>0)*(ROW({player})-1)))"
    seated = f'COUNTIFS({round_},{round_},{board},{board},{player},"?*")>0'
    boards = f'({round_}={ROUND_CELL})*(LEFT({seat},1)="{POWERS[0][0]}")*({seated})'
    nth = f"SUMPRODUCT(LARGE({boards}*(ROW({seat})-1),{HELPER_CELL}+1-{NUMBER}))"
    mine = f"({round_}={ROUND_CELL})*({board}=INDEX({board},{LINE_CELL}))"
    its = f'SUMPRODUCT(MAX({mine}*(LEFT({seat},1)="{{power}}")*(ROW({seat})-1)))'

    def row_of(number: int, power: str) -> str:
        """A power's row: Austria's row + `number` if the power is there, else found by board and power."""
        at, there = f"{LINE_CELL}+{number}", its.replace("{power}", power)
        same = "*".join(f"(INDEX({cells},{at})=INDEX({cells},{LINE_CELL}))" for cells in (round_, board))
        beside = f'IFERROR({same}*(LEFT(INDEX({seat},{at}),1)="{power}"),0)'
        return f"IF({LINE_CELL}=0,0,IF({beside},{at},{there}))"

    return CallFormulas(
        player,
        f"INDEX({round_},MAX(1,{latest}))",
        f"SUMPRODUCT({boards})",
        HELPER_CELL,
        f"IF({NUMBER}>{HELPER_CELL},0,{nth})",
        f"INDEX({board},{LINE_CELL})",
        [row_of(number, name[0]) for number, name in enumerate(POWERS[1:], 1)],
    )


@sheet_kind(
    "Board calls",
    "Who sits where and plays what in a round, in large letters for the wall.",
    place=140,
    when=lambda plan: not plan.league,
)
def write_calls(sheet: Worksheet, of: EventCells) -> None:
    """Write who plays which power on which board of a round."""
    book, plan, found = of.book, of.plan, of.calls
    top, bottom = CALLS_TOP, CALLS_TOP + plan.boards + SPARE_CALLS
    columns = [letter(CALLS_HELPERS + n) for n in range(1 + len(found.rows))]
    style.widths(sheet, [12, *[21] * 7, 3, *[8] * len(columns)])
    shown = ROUND_CELL
    style.title(
        sheet, f'=IF(Event_name="","",Event_name&": ")&IF(ISNUMBER({shown}),"Round "&{shown},{shown}&"")'
    )
    more = f"{found.boards}>ROWS($A${top + 1}:$A${bottom})"
    style.write_cell(sheet, 2, 1, f'=IF({more},"More boards are on the sheet Games.","")', style.SMALL)
    _round_to_call(book, sheet, plan)
    style.write_cell(sheet, 1, CALLS_HELPERS, f'=IF(Calls_round="",{found.latest},Calls_round)', style.SMALL)
    style.write_cell(sheet, 2, CALLS_HELPERS, f"={found.helper}", style.SMALL)
    middle = Alignment(horizontal="center", vertical="center", wrap_text=True)
    plain, bold = (Font(name="Calibri", size=CALLS_SIZE, bold=one, color=style.INK) for one in (False, True))
    style.header(sheet, top, ["Board"], side="center")
    sheet.cell(top, 1).font = Font(name="Calibri", size=CALLS_SIZE, bold=True, color="FFFFFF")
    for n, name in enumerate(POWERS):
        style.power(sheet, top, 2 + n, name)
        sheet.cell(top, 2 + n).font, sheet.cell(top, 2 + n).alignment = bold, middle
    for n, name in enumerate(
        ["Board", *(f"Row {name[0]}" for name in POWERS)][-len(columns) :], CALLS_HELPERS
    ):
        style.write_cell(sheet, top, n, name, style.SMALL)
    sheet.row_dimensions[top].height = 2 * HEAD_HEIGHT
    seats = [(column, f"INDEX({found.player},${column}{{row}})") for column in columns[-len(POWERS) :]]
    for row in range(top + 1, bottom + 1):
        for n, text in enumerate((found.line, *found.rows), CALLS_HELPERS):
            style.write_cell(sheet, row, n, f"={text}".format(row=row), style.SMALL)
        for n, (column, text) in enumerate([(columns[0], found.board), *seats], 1):
            known = f'=IF(${column}{row}=0,"",{text.format(row=row)}&"")'
            style.write_cell(sheet, row, n, known, plain if n > 1 else bold, alignment=middle)
        sheet.row_dimensions[row].height = 3.5 * CALLS_SIZE
    style.hide(sheet, *range(CALLS_HELPERS, CALLS_HELPERS + len(columns)))
    style.define(book, CALLS, f"'{sheet.title}'!$A${top + 1}:${columns[-1]}${bottom}")
    style.show(sheet, f"A{top + 1}:H{bottom}", style.boxed(f"LEN($A{top + 1})>0"))
    style.page(sheet, landscape=True, tall=-(-(bottom - top) // CALLS_ON_A_PAGE), title_rows=f"1:{top}")


def _round_to_call(book: Workbook, sheet: Worksheet, plan: Plan) -> None:
    """Write the choice of the round above the boards.

    The choice is printed with the boards. A print area could leave the choice out, but would make
    LibreOffice print the sheet even while the sheet is hidden.
    """
    row = CALLS_TOP - 1
    style.write_cell(sheet, row, 1, "Round", style.BOLD)
    style.write_input(sheet, row, 2, alignment=Alignment(horizontal="center"))
    style.write_cell(sheet, row, 3, "The round to show; blank means the latest with players", style.SMALL)
    told = "A round of the sheet Games. Blank means the latest round with players."
    names = ",".join(map(str, plan.round_names))
    style.choice(sheet, f"B{row}", f'"{names}"', "Round", told, strict=False)
    style.define(book, "Calls_round", f"'{sheet.title}'!$B${row}")


def ownership_by_cell(plan: Plan) -> CentresOwned:
    """Make formulas that read the typed columns of Games, for workbooks with our functions."""
    player, centres = plan.cells("Player"), plan.cells("Centres")
    places = f"Standings!$B${TOP + 1}:$B${TOP + plan.most_players}"

    def of(cell: str, round_: int | str | None) -> tuple[str, str]:
        said = f'"{round_}"' if isinstance(round_, str) else str(round_)
        mine = ("" if round_ is None else f"({plan.cells('Round')}={said})*") + f"({player}={cell})"
        return f"SUMPRODUCT({mine}*ISNUMBER({centres}))", f"SUMPRODUCT({mine},{centres})"

    # Formulas read scores here, because all programs with our functions recompute what depends on scores.
    round_, score = plan.cells("Round"), plan.cells("Score")
    begun, later = (f'COUNTIFS({round_},{which}{round_},{centres},">=0")' for which in ("", '">"&'))
    no_result = f"(ISNUMBER({score})+ISERROR({score})=0)"
    no_end = f'(TRIM({OVER}&"")="no")' + _lacks_its_year(plan)
    waiting = f"(LEN({player})>0)*({begun}>0)*({no_result}+({later}=0)*({no_end})>0)"
    board, counts = plan.cells("Board"), plan.cells("Counts")
    here = f"(LEN({player})>0)*ISNUMBER({counts})"
    final = f'SUMPRODUCT(({round_}="Final")*{here})'
    scored = f'IF({final}>0,{final},SUMPRODUCT(({board}="Top")*{here}))'
    own = "top-board" in plan.system.formats
    tops = "0" if own else f'IF(LEFT({plan.format_cell}&"",3)="top",{scored},0)'
    running = f"AND(NOT({mark_condition(OVER)}),SUMPRODUCT({waiting})>0)"
    latest = "" if plan.league else f"INDEX({round_},SUMPRODUCT(MAX({waiting}*(ROW({round_})-1))))"
    return CentresOwned(f"SUMPRODUCT(--(LEN({places})>0))", of, running, tops, latest)


def _lacks_its_year(plan: Plan) -> str:
    """A term of a sum: 1 in rows of boards that lack the year; "" if the system needs no year."""
    if plan.names_its_system and "year" not in plan.system.needs:
        return ""
    if plan.names_its_system:
        return f"+ISNA({plan.cells('Score')})*(LEN({plan.cells('Year')})=0)"
    headings, rows = plan.input_areas
    # The column is found by its heading: a director may delete Year if the system needs no year.
    years = f'INDEX({rows},0,IFERROR(MATCH("Year",{headings},0),1))'
    needs = f'ISNUMBER(SEARCH("year",INDEX(Systems!$D$2:$D${LISTED + 1},System_row)))'
    return f"+ISNA({plan.cells('Score')})*(LEN({years})=0)*{needs}"


EMPTY = '""'


@sheet_kind(
    "Print",
    "The standings for the wall, or only the centres while scores are secret.",
    place=90,
    written=155,
    colour=style.COMPUTED,
    hidden=False,
)
def standings_page(sheet: Worksheet, of: EventCells) -> None:
    """Write the sheet Print: the standings for the wall. While scores are secret, the page lists centres by
    round in the order of the roster, without scores, ranks or totals.
    """
    plan, counted = of.plan, of.centres_owned
    wall = _Wall(sheet, plan, counted)
    wall.put_title()
    _choice_of_print(of.book, sheet, wall.shown + 2, counted)
    before = _before_the_round(sheet, plan, counted, wall.shown) if counted.running else 0
    _status_beside(sheet, wall.shown + 2)
    wall.put_headings()
    for row in range(TOP + 1, wall.last + 1):
        wall.put_line(row, before)
    wall.put_looks()
    style.list_page(sheet, wall.shown, TOP, plan.expected_players, plan.usual_players)
    if of.lost != "":
        style.say_lost(sheet, sheet["A2"], str(sheet["A2"].value), of.lost)
    of.hide_lost(sheet)


def _status_beside(sheet: Worksheet, column: int) -> None:
    """Write the summary of problems beside the printed area, for the director.

    The columns on its right are hidden and would cut a long sentence, so it has two lines.
    """
    write_status(sheet, 1, column, 1)
    sheet.merge_cells(start_row=1, end_row=2, start_column=column, end_column=column)
    sheet.cell(1, column).alignment = Alignment(wrap_text=True, vertical="top")


_HIDDEN = f'LEFT({NOW_SAYS},6)="hidden"'
"""A condition that is true while scores are secret."""
_WITHOUT_ROUND = f'{NOW_SAYS}="{ROUND_BEFORE}"'
"""A condition that is true while Print leaves out a round that is being played."""


class _Wall:
    def __init__(self, sheet: Worksheet, plan: Plan, counted: CentresOwned) -> None:
        self.sheet, self.plan, self.counted = sheet, plan, counted
        best = [None] * (OF_LEAGUE - 3 + 2 * plan.best_columns)
        self.names: Sequence[int | str | None] = best if plan.league else plan.round_names
        """The rounds, one for each column after the third; in a league, None for columns on best games."""
        self.shown, self.last = 3 + len(self.names), TOP + plan.expected_players
        self.lines = self.shown + 3
        """A hidden column. Each row has the number of a line of Standings, or a heading such as Top board."""
        self.above = f"${letter(self.lines)}${TOP}"
        """The cell with the number of players on the top board."""

    def put_title(self) -> None:
        sheet, plan, counted = self.sheet, self.plan, self.counted
        wide = [9, 13, 9, *[9, 13] * plan.best_columns] if plan.league else [9] * len(self.names)
        style.widths(sheet, [7, 30, 11, *wide, 3, STATUS_WIDTH, 9, *[9] * (self.shown + 1)])
        style.hide(sheet, self.lines)
        tops = f"=IF({_WITHOUT_ROUND},0,{counted.tops})"
        style.write_cell(sheet, TOP, self.lines, tops, style.SMALL)
        so_far = 'IF(Event_name="","Results so far",Event_name&": results so far")'
        ranked = 'IF(Event_name="","Standings","Standings of "&Event_name)'
        told = style.say_not_printed(sheet, f"{counted.players}+IF({self.above}=0,0,2)")
        style.title(
            sheet, f"=IF({_HIDDEN},{so_far},{ranked})", f'={told}&IF({_HIDDEN},"{CENTRES_ONLY}",System_name)'
        )

    def put_headings(self) -> None:
        """Repeat the headings of Standings by formulas. Two headings differ while scores are secret."""
        style.computed_header(self.sheet, TOP, self.shown)
        secret = {1: '""', 3: '"Games"'}
        for column in range(1, self.shown + 1):
            there = f"Standings!{letter(column)}${TOP}"
            text = f"=IF({_HIDDEN},{secret[column]},{there})" if column in secret else f"={there}"
            style.write_cell(self.sheet, TOP, column, text, style.BOLD)

    def put_line(self, row: int, before: int) -> None:
        """Write a line: a player or a heading. before: the result of `_before_the_round`, or 0."""
        plan, counted, above = self.plan, self.counted, self.above
        place, which = f"ROW()-ROW($A${TOP})", f"${letter(self.lines)}{row}"
        others = f'IF({place}={above}+2,"The others",{place}-2)'
        parted = f'IF({place}=1,"Top board",IF({place}<={above}+1,{place}-1,{others}))'
        style.write_cell(
            self.sheet, row, self.lines, f"=IF(OR({_HIDDEN},{above}=0),{place},{parted})", style.SMALL
        )
        listed = f"INDEX(Roster,ROWS($A${TOP + 1}:$A{row}))"  # the code that adds rows looks for this formula
        nobody = f'IF($B{row}="","",'
        secret = [
            EMPTY,
            f'IF({listed}="","",{listed})',
            f"{nobody}{counted.formulas_of(f'$B{row}', None)[0]})",
        ]
        for name in self.names:
            played, centres = counted.formulas_of(f"$B{row}", name)
            secret.append(EMPTY if plan.league else f'{nobody}IF({played}=0,"",{centres}))')
        for column, instead in enumerate(secret, 1):
            its = f"Standings!{letter(column)}${TOP + 1}:{letter(column)}${TOP + plan.most_players}"
            there = f"IF(ISNUMBER({which}),INDEX({its},{which}),{which if column == 2 else EMPTY})"
            if before:
                there = f"IF({_WITHOUT_ROUND},{letter(before + column)}{row},{there})"
            style.write_cell(self.sheet, row, column, f"=IF({_HIDDEN},{instead},{there})")

    def put_looks(self) -> None:
        sheet, plan, right, last = self.sheet, self.plan, letter(self.shown), self.last
        for first, end, side in (("A", "A", "center"), ("B", "B", "left"), ("C", right, "right")):
            style.align(sheet, f"{first}{TOP}:{end}{TOP}", horizontal=side, vertical="center")
            style.align(sheet, f"{first}{TOP + 1}:{end}{last}", horizontal=side)
        style.looks(sheet, f"C{TOP + 1}:C{last}", font=style.BOLD)
        players, numbers = f"A{TOP + 1}:B{last}", f"C{TOP + 1}:{right}{last}"
        style.looks(sheet, numbers, number_format=plan.score_format)
        for column in range(4, self.shown + 1) if plan.league else ():
            of_best = plan.score_format if column % 2 else style.DAY
            cells = f"{letter(column)}{TOP + 1}:{letter(column)}{last}"
            style.looks(sheet, cells, number_format=of_best if column > OF_LEAGUE else "General")
        there, first = f"LEN($B{TOP + 1})>0", f"${letter(self.lines)}{TOP + 1}"
        # LibreOffice uses only the first format that applies.
        style.show(sheet, numbers, style.whole_when(f"AND({_HIDDEN},{there})"))
        style.show(sheet, players, style.bold_when(f"ISTEXT({first})"))
        for cells in (players, numbers):
            style.show(sheet, cells, qualifier_rule(plan, cells[0], first), style.underlined(there))


def _before_the_round(sheet: Worksheet, plan: Plan, counted: CentresOwned, columns: int) -> int:
    """Write standings without the round being played into hidden columns. Return the column to their left."""
    first = columns + 4
    style.hide(sheet, *range(first, first + columns + 1))
    style.write_cell(sheet, TOP, first, f'=IF({counted.in_a_round},{counted.running},"")', style.SMALL)
    rounds = plan.table.partition(":")[0], plan.cells("Round").partition(":")[2]
    games = f'IF({plan.table}="","",{plan.table})'  # a blank cell would become 0
    games = f'IF({":".join(rounds)}=${letter(first)}${TOP},"",{games})'
    table = f"DIP_STANDINGS(Scoring_system,{games},Event_options)"
    text = f'=IF({_WITHOUT_ROUND},{table},"")'
    style.array(sheet, TOP, first + 1, plan.expected_players + 1, columns, text)
    return first


def _choice_of_print(book: Workbook, sheet: Worksheet, column: int, counted: CentresOwned) -> None:
    """Write the choice of the scores to show, and a cell that says what is shown, beside the printed area."""
    cell = f"{letter(column)}{TOP}"
    style.write_cell(sheet, TOP - 1, column, SHOWS_LABEL, style.BOLD)
    style.write_input(sheet, TOP, column, NOW)
    told = (
        f"{NOW}: all scores. {LAST_ROUND}: of finished rounds. {HIDDEN}: none until you choose {NOW} again."
    )
    style.choice(sheet, cell, f'"{NOW},{LAST_ROUND},{HIDDEN}"', SHOWS_LABEL, told)
    style.define(book, SHOWS, f"Print!${letter(column)}${TOP}")
    says = ROUND_BEFORE if counted.running else NOW_HIDDEN
    running = f'IF({counted.in_a_round},"{says}","shown")'
    hides = f'OR(LEFT({SHOWS},6)="after ",LEFT({SHOWS},6)="hidden",{_is_word("hidden")})'
    secret = f'IF({hides},"hidden","{UNKNOWN}")'
    open_ = f'IF({_is_word("now")},"shown",IF({_is_word("last_round")},{running},{secret}))'
    style.write_cell(sheet, TOP + 1, column, f"={open_}", style.SMALL)
    style.define(book, NOW_SAYS, f"Print!${letter(column)}${TOP + 1}")


UNKNOWN = "hidden: this word is not known"
"""What Print says it shows if the cell for the scores shown has another word."""


def _is_word(entry: Literal["now", "last_round", "hidden"]) -> str:
    """A condition: does the cell for the scores shown have a word of this entry? A blank cell means `now`."""
    blank = [""] if entry == "now" else []
    words = f"|{'|'.join([*blank, *words_of_scores(entry)])}|"
    texts = '"&"'.join(words[start : start + LONGEST_TEXT] for start in range(0, len(words), LONGEST_TEXT))
    typed = f'SUBSTITUTE(TRIM({SHOWS}&""),"|","/")'
    return f'ISNUMBER(FIND("|"&LOWER({typed})&"|","{texts}"))'


LONGEST_TEXT = 250
"""The most characters of a text in a formula, rounded down."""
