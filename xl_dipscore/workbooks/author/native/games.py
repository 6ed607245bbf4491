"""The sheet Games in plain formulas: a row for each seat, in any order, and the rule's columns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from openpyxl.styles import Alignment, Border, PatternFill, Side
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.board import POWERS
from xl_dipscore.tables.cells.headings import header_word
from xl_dipscore.tables.native.columns import TYPED, Column, PlacedColumns, chart_letters, lookup_columns
from xl_dipscore.tables.native.compiled import Compiled
from xl_dipscore.tables.native.notation import Formula, cell_text
from xl_dipscore.tables.native.once import OncePerBoard
from xl_dipscore.tables.native.plan import FINAL
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.games import LOST, finish, head, help_typing
from xl_dipscore.workbooks.author.native import doubts
from xl_dipscore.workbooks.author.plan import Plan
from xl_dipscore.workbooks.layout.pages import PLAIN_BOARD, ROW_HEIGHT

FREE_ROWS = 500
"""Free rows below the last board, for boards that are added later. Formulas also read these rows."""
CHECK_WIDTH = 90
NARROWEST = 6
BESIDE = Alignment(horizontal="left", indent=1, shrink_to_fit=True)
OF_BOARD = Alignment(horizontal="left", vertical="center", indent=1, wrap_text=True)
"""Check in the first row of a board, which is two lines high: it tells how the game ended, and doubts."""
MIDDLE = {side: Alignment(horizontal=side, vertical="center") for side in (None, "center")}
"""For the other cells of that row, by their side."""
PRINTED = (
    Column("seated", "round of a player", Formula('IF(OR([who]="",[b]=0),0,[turn])')),
    Column(
        "order",
        "order of boards",
        Formula(
            f'IF(AND([b]=[row],[turn]>0),IF(COUNTIFS([b:],[b],[seated:],">0")=0,"",{FINAL}*[turn]+[b]),"")'
        ),
    ),
    Column(
        "slip",
        "slip and seat",
        Formula(
            'IF(OR([b]=0,[turn]=0),0,IF(INDEX([order:],[b])="",0,'
            '10*(1+COUNTIF([order:],"<"&INDEX([order:],[b])))+[seat]))'
        ),
    ),
)
"""Columns that the sheets Board calls and Slips read: the round of a row with a player; a number that sorts
boards with players by round and first row; and 10 * the number of the board's slip + the seat (1 to 7).
"""


@dataclass(frozen=True)
class Games:
    """The columns of Games: typed columns, Score, Counts, Check, and the columns that compute these three."""

    plan: Plan
    compiled: Compiled
    own: tuple[Column, ...]
    """The columns of the system, then the columns of the event."""
    row_span: tuple[int, int] | None = None
    """The row of the headings and the last row that formulas read; None: as in a new workbook."""

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns right of Check: copies of typed cells, the rule, parts of printed pages, and doubts."""
        return self._once.columns

    @cached_property
    def shown(self) -> dict[str, Formula]:
        """The formulas of Score, Counts and Check, by their headings."""
        return {heading: self._once.formula(text) for heading, text in self._shown.items()}

    @cached_property
    def _once(self) -> OncePerBoard:
        words = (word for _, word in named_inputs(self.plan) if word != "player")
        odd = doubts.columns(typed_words(self.plan), self.compiled.lines, fewer=self.plan.system.fewer)
        columns = (*lookup_columns(words), *self.own, *PRINTED, *odd)
        made = OncePerBoard.of(columns, self._shown.values())
        return replace(made, columns=(made.columns[0], *map(_by_row_number, made.columns[1:])))

    @property
    def _shown(self) -> dict[str, Formula]:
        made = self.compiled
        counts = Formula(style.blank_if_names_lost(made.counts, self.plan.by_name))
        return {"Score": made.score, "Counts": counts, "Check": doubts.append_doubts(made.check)}

    @property
    def last(self) -> int:
        """The last row that formulas read."""
        return self.row_span[1] if self.row_span else -(-(self.plan.last_row + FREE_ROWS) // 100) * 100

    @cached_property
    def table(self) -> PlacedColumns:
        """The positions of the columns, for formulas on Games."""
        return replace(self.from_elsewhere, sheet="")

    @cached_property
    def from_elsewhere(self) -> PlacedColumns:
        """The positions of the columns, for formulas on other sheets."""
        return PlacedColumns(self._letters, self.last, "Games", self.row_span[0] if self.row_span else 1)

    @cached_property
    def _letters(self) -> dict[str, str]:
        plan = self.plan
        letters = {f"{TYPED}{word}": plan.column(heading) for heading, word in named_inputs(plan)}
        letters["score"] = plan.column("Score")
        letters |= chart_letters({year: plan.column(year) for year in plan.inputs if isinstance(year, int)})
        first = len(plan.headings) + 1
        return letters | {one.name: letter(first + n) for n, one in enumerate(self.columns)}


def _by_row_number(column: Column) -> Column:
    """The column, where the first column tells the number of the row."""
    return replace(column, text=Formula(column.text.replace("[row]", "[at]")))


def typed_words(plan: Plan) -> list[str]:
    """The words for typed columns that compile_system reads: `at`, words of a games list, `chart`, years."""
    years = [str(heading) for heading in plan.inputs if isinstance(heading, int)]
    return ["at", *(word for _, word in named_inputs(plan)), *(["chart", *years] if years else [])]


def named_inputs(plan: Plan) -> Iterator[tuple[str | int, str]]:
    """Each heading of a typed column with the word for it in a games list, without the years of a chart."""
    for heading in plan.inputs:
        word = header_word(heading)
        if isinstance(word, str):
            yield heading, word


def score_by_name(plan: Plan) -> str:
    """A formula for a row's score by the system's function. The seven rows of a board must be consecutive."""
    *_, (_, last) = named_inputs(plan)
    first, last = f"[{TYPED}round:]", f"[{TYPED}{last}:]"
    rows = f"INDEX({first},1):INDEX({last},1),INDEX({first},[b]):INDEX({last},[b]+6)"
    return f"INDEX({plan.system.key}_SCORE(,,,,Scoring_options,{rows}),[row]-[b]+1)"


def games(sheet: Worksheet, its: Games) -> None:
    plan, last = its.plan, its.last
    head(sheet, plan, CHECK_WIDTH)
    first, helpers = len(plan.headings) + 1, its.columns
    style.header(sheet, 1, [column.marked_heading for column in helpers], first, "center")
    for number, (round_, name) in enumerate(plan.slots):
        for seat, power in enumerate(POWERS):
            _row(sheet, its, 2 + 7 * number + seat, (round_, name, power))
    # Added before other formats, because LibreOffice uses only the first format that applies.
    if plan.by_name:
        _say_lost_names(sheet, plan, last)
    for name, fill in style.POWER_FILLS.items():
        shown = PatternFill("solid", bgColor=fill)
        rule = style.when(f'UPPER(LEFT(TRIM($C2),1))="{name[0]}"', fill=shown)
        style.show(sheet, f"C2:C{last}", rule)
    help_typing(sheet, plan, last)
    _separate_boards(sheet, f"A2:{letter(len(plan.headings))}{last}")
    _fold(sheet, first, [len(column.marked_heading) for column in helpers])
    finish(sheet, plan, PLAIN_BOARD)
    sheet.protection.sheet = False  # a protected sheet cannot be sorted where cells are locked


def _say_lost_names(sheet: Worksheet, plan: Plan, last: int) -> None:
    """Where the workbook's own functions do not work, say so above Check, and hide the errors."""
    heading, score = sheet[f"{plan.column('Check')}1"], plan.column("Score")
    heading.value = style.if_lost(str(heading.value), LOST, lost=style.NAMES_LOST)
    unseen = style.unseen_if_names_lost(f"{score}2", f"${plan.column('Check')}$1", LOST)
    style.show(sheet, f"{score}2:{plan.column('Counts')}{last}", unseen)
    # Check says in each row that there is no number: nothing is wrong with the row.
    quiet = style.unseen_when(f'${plan.column("Check")}$1="{LOST}"')
    quiet.stopIfTrue = True
    style.show(sheet, f"{plan.column('Check')}2:{plan.column('Check')}{last}", quiet)


def _row(sheet: Worksheet, its: Games, row: int, heads: tuple[object, ...]) -> None:
    """Write the row of a seat. All rows have the same formulas, so that rows may be moved."""
    plan, table = its.plan, its.table
    for column in range(1, len(plan.inputs) + 1):
        style.write_input(sheet, row, column, heads[column - 1] if column <= len(heads) else None)
    sheet[f"{plan.column('Year')}{row}"] = '=IF(Last_year="","",Last_year)'
    for heading, text in its.shown.items():
        column = plan.headings.index(heading) + 1
        font = style.BOLD if heading == "Counts" else style.PLAIN
        style.write_cell(sheet, row, column, cell_text(table.formula(text, row)), font, border=style.BOX)
    first = heads[-1] == POWERS[0]
    style.apply_style(sheet.cell(row, column), alignment=OF_BOARD if first else BESIDE)
    for column, heading_ in enumerate(plan.inputs, 1):
        if heading_ in style.CENTRED or isinstance(heading_, int):
            style.apply_style(sheet.cell(row, column), alignment=style.CENTRE)
    if first:
        sheet.row_dimensions[row].height = 2 * ROW_HEIGHT
        for cell in (sheet.cell(row, n) for n in range(1, len(plan.headings))):
            style.apply_style(cell, alignment=MIDDLE[cell.alignment.horizontal])
    for column, helper in enumerate(its.columns, len(plan.headings) + 1):
        shown = {"border": style.BOX, "number_format": plan.score_format}
        font, look = (style.PLAIN, shown) if helper.name in its.compiled.lines else (style.SMALL, {})
        text = Formula(cell_text(table.formula(helper.text, row)))
        style.write_cell(sheet, row, column, text, font, alignment=style.CENTRE, **look)


def _separate_boards(sheet: Worksheet, cells: str) -> None:
    """Draw a line above each row whose round or board differs from the row above.

    All four sides are said: in LibreOffice, the format would remove the others.
    """
    rule = style.RULE
    border = Border(top=Side(style="thin", color=style.MUTED), bottom=rule, left=rule, right=rule)
    style.show(sheet, cells, style.when("OR($A2<>$A1,$B2<>$B1)", border=border))


def _fold(sheet: Worksheet, first: int, lengths: Sequence[int]) -> None:
    """Fold the helper columns behind a plus sign above Check. lengths: the lengths of their headings."""
    last = first + len(lengths) - 1
    for column, length in enumerate(lengths, first):
        sheet.column_dimensions[letter(column)].width = 4 + max(NARROWEST, 1.05 * length)
    style.fold(sheet, range(first, last + 1))
