"""The sheet Print: the standings for the wall, which can hide the scores."""

from collections.abc import Sequence
from typing import Literal

from openpyxl import Workbook
from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.tables.cells.languages import words_of_scores
from xl_dipscore.tables.native.results import mark_condition
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.plan import LISTED, OF_LEAGUE, Plan
from xl_dipscore.workbooks.author.problems import write_status
from xl_dipscore.workbooks.author.sheets import CentresOwned, EventCells, sheet_kind
from xl_dipscore.workbooks.author.tables import TOP, qualifier_rule
from xl_dipscore.workbooks.layout.pages import CENTRES_ONLY, NOW_HIDDEN, ROUND_BEFORE
from xl_dipscore.workbooks.layout.secrecy import HIDDEN, LAST_ROUND, NOW, SHOWS, SHOWS_LABEL
from xl_dipscore.workbooks.layout.setup import OVER
from xl_dipscore.workbooks.layout.tables import NOW_SAYS

STATUS_WIDTH = 64


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
    latest = "" if plan.league else f"INDEX({round_},SUMPRODUCT(MAX({waiting}*{plan.places('Round')})))"
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
