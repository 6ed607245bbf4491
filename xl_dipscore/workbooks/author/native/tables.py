"""The tables of a workbook of plain formulas: Totals, and those of Standings and Best countries."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.tables.native import event
from xl_dipscore.tables.native.columns import Column, EventColumn, PlacedColumns
from xl_dipscore.tables.native.notation import Formula
from xl_dipscore.tables.native.plan import FINAL, EventPlan, round_heading
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.native.games import Games
from xl_dipscore.workbooks.author.sheets import PlaceTable, RankTable
from xl_dipscore.workbooks.author.tables import QUALIFY, TIE_BREAK_WIDTH, TOP

LONG = 30
"""The width of a tie-break's column that shows several numbers."""


@dataclass(frozen=True)
class Totals:
    """The columns of the sheet Totals, which has a row for each player."""

    plan: EventPlan
    games: Games

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        return event.totals_columns(self.plan, self.games.from_elsewhere)

    @cached_property
    def table(self) -> PlacedColumns:
        """The positions of the columns, for formulas on Totals."""
        return replace(self.from_elsewhere, sheet="")

    @cached_property
    def from_elsewhere(self) -> PlacedColumns:
        """The positions of the columns, for formulas on other sheets."""
        letters = {column.name: letter(number) for number, column in enumerate(self.columns, 1)}
        single = frozenset(one.name for one in self.columns if isinstance(one, EventColumn))
        return PlacedColumns(letters, self.plan.players + 1, "Totals", single=single)


class TableOfCountries(PlaceTable):
    """The table of the best results with each power, whose rows are found through Totals."""

    def __init__(self, its: Totals) -> None:
        self.totals, self.shown = its, self._columns_of(its)
        self.columns, self.places = len(self.shown), its.plan.players

    def _columns_of(self, its: Totals) -> Sequence[Column]:
        return event.countries_columns(its.plan, its.games.from_elsewhere)

    def write(self, sheet: Worksheet) -> None:
        """Write a row for each place. Rows without a player look empty."""
        right, last = letter(self.columns), TOP + self.places
        style.header(sheet, TOP, [column.heading for column in self.shown])
        for number in range(1, self.columns + 1):
            side = {1: "center", 2: "left"}.get(number, "right")
            sheet.cell(TOP, number).alignment = Alignment(horizontal=side, vertical="center", wrap_text=True)
        table = self.totals.from_elsewhere
        for place in range(1, self.places + 1):
            for number, column in enumerate(self.shown, 1):
                by_name = self.totals.games.plan.by_name
                text = style.blank_if_names_lost(table.formula(column.text, place + 1), by_name)
                style.write_cell(sheet, TOP + place, number, f"={text}")
        style.align(sheet, f"A{TOP + 1}:A{last}", horizontal="center")
        style.show(sheet, f"A{TOP + 1}:{right}{last}", style.underlined(f"LEN($B{TOP + 1})>0"))
        sheet.freeze_panes = f"A{TOP + 1}"

    def note(self) -> str:
        more = f"MAX({self.totals.games.from_elsewhere.column('best place')})>{self.places}"
        return f'=IF({more},"More players are level than there are lines: the last are not shown.","")'


class TableOfPlaces(TableOfCountries, RankTable):
    """The table of Standings, whose rows are found through Totals."""

    def _columns_of(self, its: Totals) -> Sequence[Column]:
        return event.standings_columns(its.plan)

    @property
    def rounds(self) -> int:
        return len(self.totals.plan.columns)

    @property
    def widths(self) -> Sequence[float]:
        tie_breaks = self.shown[self.rounds + 4 :]
        sizes = (LONG if one.heading in self._listed else TIE_BREAK_WIDTH for one in tie_breaks)
        return [*[9] * self.rounds, 12, *sizes]

    @property
    def players(self) -> str:
        return f"MAX({self.totals.games.from_elsewhere.column('list no')})"

    @property
    def _listed(self) -> set[str]:
        """The headings of tie-breaks that show several numbers."""
        breaks = self.totals.plan.breaks
        return {one.heading for one in breaks if one.worth is not None and one.worth.lists}

    def mark_qualifiers(self, sheet: Worksheet) -> None:
        if self.totals.games.plan.ending != "all rounds":
            seventh = f"AND(ROW()-ROW($A${TOP})={QUALIFY},ISNUMBER($A{TOP + 1}))"
            cells = f"A{TOP + 1}:{letter(self.columns)}{TOP + self.places}"
            style.show(sheet, cells, style.ruled_off(seventh))

    def write(self, sheet: Worksheet) -> None:
        super().write(sheet)
        if self.totals.plan.on_top:  # the column of a Final, with a heading only if there is a Final
            final = self.totals.from_elsewhere.formula(Formula("[finals]"), 2)
            sheet.cell(TOP, 3 + self.rounds).value = f'=IF({final}=1,"{round_heading(FINAL)}","")'

    def note(self) -> str:
        return ""  # Totals has a row for everybody

    def align_tie_breaks(self, sheet: Worksheet) -> None:
        for n, column in enumerate(self.shown[3 + self.rounds :], 4 + self.rounds):
            pattern = "General" if column.heading in self._listed else "0.00"
            cells = f"{letter(n)}{TOP + 1}:{letter(n)}{TOP + self.places}"
            style.looks(sheet, cells, number_format=pattern, alignment=Alignment(horizontal="right"))
