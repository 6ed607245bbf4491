"""A workbook whose numbers come from our functions."""

from itertools import chain
from typing import Any

from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.choice.typical import Typical
from xl_dipscore.sheets.xlsx.formula import calls as calls_one_of
from xl_dipscore.workbooks.author import calls, front, games, printed, style, tables
from xl_dipscore.workbooks.author.charts import chart_formulas
from xl_dipscore.workbooks.author.scores import write_scores_by_functions
from xl_dipscore.workbooks.author.sheets import (
    CallFormulas,
    CentresOwned,
    ChartFormulas,
    EventCells,
    equal_to,
)
from xl_dipscore.workbooks.layout.ours import OURS
from xl_dipscore.workbooks.layout.setup import STATUS


class FunctionCells(EventCells):
    """The event in a workbook with our functions."""

    kind = "functions"
    lost = None

    def column(self, heading: str | int) -> str:
        return self.plan.cells(heading)

    def of_power(self, cell: str) -> str:
        return f"{self.power},{cell}"

    def of_player(self, cell: str) -> str:
        return f"{self.player},{equal_to(cell)}"

    def count_games(self, player: str, power: str = "") -> str:
        # COUNTIFS is fast, but reads names such as 7, 007 and +1/2 as numbers, and * ? ~ as wildcards.
        named, powers = self.player, self.power
        found = f"COUNTIFS({self.of_player(player)}{f',{powers},{power}' if power else ''})"
        of_power = f"({powers}={power})" if power else "1"
        may_be_number = f'ISNUMBER(FIND(LEFT({player},1)," 0123456789+-.,("))'
        return f"IF({may_be_number},SUMPRODUCT(({named}={player})*{of_power}),{found})"

    @property
    def calls(self) -> CallFormulas:
        return calls.formulas_by_array(self.plan)

    @property
    def centres_owned(self) -> CentresOwned:
        return printed.ownership_by_cell(self.plan)

    @property
    def charts(self) -> ChartFormulas:
        return chart_formulas(self.plan)

    @property
    def standings(self) -> tables.TableOfStandings:
        return tables.TableOfStandings(self.plan)

    @property
    def countries(self) -> tables.TableOfAwards:
        return tables.TableOfAwards(self.plan)

    def write_setup(self, sheet: Worksheet) -> None:
        front.setup(self.book, sheet, self.plan)

    def write_games(self, sheet: Worksheet) -> None:
        games.games(sheet, self.plan)

    def write_scores(self, sheet: Worksheet, row: int, typical: Typical) -> str:
        return write_scores_by_functions(sheet, row)

    def hide_lost(self, sheet: Worksheet, sentence: str = "$A$2", heads: str = "") -> None:
        if heads:
            style.hide_heads_if_lost(sheet, sentence, heads)

    def finish(self) -> None:
        for sheet in self.book.worksheets:
            for cell in chain.from_iterable(sheet.iter_rows()):
                if cell.data_type == "f":
                    _prepare_for_loss(cell)
        style.avoid_general_formats(self.book)


def _prepare_for_loss(cell: Any) -> None:
    """Blank a result of our functions where they are missing, and let a sentence on the loss appear at once.

    A sentence is an array of one cell: LibreOffice 7.4 computes arrays when it opens a file, but shows the
    stored text of any other formula. Excel allows no array in merged cells.
    """
    is_array = isinstance(cell.value, ArrayFormula)
    formula = str(cell.value.text if is_array else cell.value)
    if style.LIVE in formula or formula == f"={STATUS}":
        if cell.coordinate not in cell.parent.merged_cells:
            cell.value = ArrayFormula(cell.coordinate, formula)
    elif calls_one_of(formula, OURS) and not formula.startswith(f"={style.VERSION}"):
        blank = formula if "IFERROR(DIP_" in formula else f"={style.blank_if_missing(formula[1:])}"
        cell.value = ArrayFormula(cell.value.ref, blank) if is_array else blank
