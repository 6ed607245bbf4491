"""A workbook of plain formulas, which needs none of our functions."""

from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.board import LETTERS
from xl_dipscore.rules.choice.typical import Typical
from xl_dipscore.tables.native import event
from xl_dipscore.tables.native.columns import clean
from xl_dipscore.tables.native.plan import FINAL
from xl_dipscore.tables.native.results import mark_condition
from xl_dipscore.workbooks.author import calls, style
from xl_dipscore.workbooks.author.native import contents
from xl_dipscore.workbooks.author.native.games import Games, games
from xl_dipscore.workbooks.author.native.scores import FIXED, TypicalColumns
from xl_dipscore.workbooks.author.native.setup import MADE_FOR, setup
from xl_dipscore.workbooks.author.native.tables import TableOfCountries, TableOfPlaces
from xl_dipscore.workbooks.author.plan import Plan
from xl_dipscore.workbooks.author.scores import TOP
from xl_dipscore.workbooks.author.sheets import (
    CallFormulas,
    CentresOwned,
    ChartFormulas,
    EventCells,
    equal_to,
)
from xl_dipscore.workbooks.layout.setup import OVER, PLAIN


class PlainCells(EventCells):
    """The event in a workbook of plain formulas."""

    kind = "plain"

    def __init__(self, book: Workbook, plan: Plan) -> None:
        super().__init__(book, plan)
        self.choices, self.games, self.totals = contents(plan)
        self.without_form = event.messages(self.totals.plan)
        self.lost = style.NAMES_LOST if plan.by_name else ""
        self.worth_is_fixed = "" if plan.by_name else FIXED
        self._typical = TypicalColumns(self.choices, plan.by_name)

    def column(self, heading: str | int) -> str:
        at = self.plan.column(heading)
        return f"Games!${at}$1:${at}${self.games.last}"

    def of_power(self, cell: str) -> str:
        return f'{self._computed("seat")},FIND(LEFT({cell},1),"{LETTERS}")'

    def of_player(self, cell: str) -> str:
        return f"{self._computed('who')},{equal_to(clean(cell))}"

    def count_games(self, player: str, power: str = "") -> str:
        who, seat = (self._computed(name) for name in ("who", "seat"))
        played = f'*({seat}=FIND(LEFT({power},1),"{LETTERS}"))' if power else "*1"
        return f"SUMPRODUCT(({who}={clean(player)}){played})"

    def _computed(self, name: str) -> str:
        """A reference to a computed column of Games."""
        return self.games.from_elsewhere.column(name)

    @property
    def calls(self) -> CallFormulas:
        return calls.formulas_by_slip(self.games.from_elsewhere)

    @property
    def centres_owned(self) -> CentresOwned:
        return ownership_by_row(self.games)

    @property
    def charts(self) -> ChartFormulas:
        ok, points, power = self._computed("ok"), self._computed("points"), self.of_power("$A{row}")
        boards = f"COUNTIFS({power},{ok},1)"
        mean = f'IF({boards}=0,"",SUMIFS({points},{power},{ok},1)/MAX(1,{boards}))'
        return ChartFormulas('MATCH("{word}",{among},0)', mean, boards)

    @property
    def standings(self) -> TableOfPlaces:
        return TableOfPlaces(self.totals)

    @property
    def countries(self) -> TableOfCountries:
        return TableOfCountries(self.totals)

    def write_setup(self, sheet: Worksheet) -> None:
        totals = self.totals.from_elsewhere
        told = {name: event.solo_cell(totals) for name in self.choices.rows_of_end_values}
        setup(self.book, sheet, self.choices, self.games.compiled, told)

    def write_games(self, sheet: Worksheet) -> None:
        games(sheet, self.games)

    def write_scores(self, sheet: Worksheet, row: int, typical: Typical) -> str:
        if row == TOP + 1:
            self._typical.write_headings(sheet)
        return self._typical.write(sheet, row, typical)

    def hide_lost(self, sheet: Worksheet, sentence: str = "$A$2", heads: str = "") -> None:
        if self.lost:
            style.hide_errors_if_names_lost(sheet, sentence)

    def finish(self) -> None:
        self.book.defined_names[PLAIN] = DefinedName(
            PLAIN, attr_text=f'"{self.plan.system.key}"', hidden=True
        )
        style.define(self.book, "Made_for", MADE_FOR)


def ownership_by_row(its: Games) -> CentresOwned:
    """Make formulas that count centres in computed columns of Games, whose rows may be in any order."""
    who, round_, played, owned = map(its.from_elsewhere.column, ("who", "turn", "played", "owned"))

    def of(cell: str, named: int | str | None) -> tuple[str, str]:
        mine = f"({who}={clean(cell)})*({played}=1)"
        if named is not None:
            mine += f"*({round_}={FINAL if named == 'Final' else named})"
        return f"SUMPRODUCT({mine})", f"SUMPRODUCT({mine},{owned})"

    tops = "0"
    if its.plan.ending.startswith("top") and "top-board" not in its.plan.system.formats:
        on_top, no = map(its.from_elsewhere.column, ("on top", "player no"))
        tops = f'COUNTIFS({on_top},1,{no},">0")'
    running = f"AND(NOT({mark_condition(OVER)}),COUNTIF({its.from_elsewhere.column('in play')},1)>0)"
    return CentresOwned(f"MAX({its.from_elsewhere.column('list no')})", of, running, tops)
