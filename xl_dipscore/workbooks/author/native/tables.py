"""The sheets Standings, Best countries and Totals of a workbook of plain formulas."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.tables.native import event
from xl_dipscore.tables.native.columns import Column, PlacedColumns
from xl_dipscore.tables.native.plan import FINAL, EventPlan, round_heading
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.native.games import Games
from xl_dipscore.workbooks.author.plan import Plan
from xl_dipscore.workbooks.author.problems import write_status
from xl_dipscore.workbooks.author.tables import QUALIFY, TOP

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
        return PlacedColumns(letters, self.plan.players + 1, "Totals")


def totals(sheet: Worksheet, its: Totals) -> None:
    """Write the sheet Totals, which Standings and Best countries read. Most of its columns are folded."""
    named = [column.heading for column in its.columns]
    style.widths(sheet, [*(max(10, 4 + 1.05 * len(heading)) for heading in named), 4, 60])
    style.header(sheet, 1, named, side="center")
    points = {"Total", *map(round_heading, its.plan.columns)}
    for row in range(2, its.table.last + 1):
        for column, one in enumerate(its.columns, 1):
            cell = style.write_cell(
                sheet, row, column, "=" + its.table.formula(one.text, row), alignment=style.CENTRE
            )
            if one.heading in points:
                cell.number_format = its.games.plan.score_format
    seen = {"No.", "Player", "Rank", "Place", *points}
    style.fold(sheet, (column for column, heading in enumerate(named, 1) if heading not in seen))
    told = "One row for each player: how totals and ranks are made. Standings and Best countries sort them."
    style.write_cell(sheet, 1, len(named) + 2, told, style.SMALL)
    sheet.freeze_panes = "B2"
    style.page(sheet, landscape=True, title_rows="1:1")


def standings(sheet: Worksheet, plan: Plan, its: Totals) -> None:
    columns = event.standings_columns(its.plan)
    rounds = len(its.plan.columns)
    listed = {one.heading for one in its.plan.breaks if one.worth is not None and one.worth.lists}
    sizes = [LONG if one.heading in listed else 18 for one in columns[rounds + 4 :]]
    style.widths(sheet, [8, 34, 12, *[10] * rounds, 13, *sizes])
    style.title(sheet, '=IF(Event_name="","Standings","Standings of "&Event_name)', "=System_name")
    write_status(sheet, TOP - 1, 1, len(columns))
    last = TOP + its.plan.players
    if plan.ending != "all rounds":
        seventh = f"AND(ROW()-ROW($A${TOP})={QUALIFY},ISNUMBER($A{TOP + 1}))"
        style.show(sheet, f"A{TOP + 1}:{letter(len(columns))}{last}", style.ruled_off(seventh))
    _write_place_table(sheet, columns, its)
    if its.plan.on_top:  # the column of a Final, with a heading only if there is a Final
        final = its.from_elsewhere.formula("[finals]", 2)
        sheet.cell(TOP, 3 + rounds).value = f'=IF({final}=1,"{round_heading(FINAL)}","")'
    style.decimals(sheet, f"C{TOP + 1}:{letter(len(columns))}{last}", plan.score_format)
    style.looks(sheet, f"C{TOP + 1}:C{last}", font=style.BOLD)
    for n, column in enumerate(columns[3 + rounds :], 4 + rounds):
        pattern = "General" if column.heading in listed else "0.00"
        cells = f"{letter(n)}{TOP + 1}:{letter(n)}{last}"
        style.looks(sheet, cells, number_format=pattern, alignment=Alignment(horizontal="right"))
    style.page(sheet, landscape=its.plan.players < 30, tall=1, area=f"A1:{letter(len(columns))}{last}")


def countries(sheet: Worksheet, plan: Plan, its: Totals) -> None:
    columns = event.countries_columns(its.plan, its.games.from_elsewhere)
    style.widths(sheet, [14, 34, 12, *[10] * (len(columns) - 3)])
    style.write_event_title(
        sheet, "Best of each country", "=System_name", lost=style.NAMES_LOST if plan.by_name else ""
    )
    _write_place_table(sheet, columns, its)
    last = TOP + its.plan.players
    more = f"MAX({its.games.from_elsewhere.column('best place')})>{its.plan.players}"
    told = f'=IF({more},"More players are level than there are lines: the last are not shown.","")'
    style.write_cell(sheet, TOP - 1, 1, told, style.SMALL)
    style.decimals(sheet, f"C{TOP + 1}:C{last}", plan.score_format)
    for cells, side in ((f"A{TOP}:A{last}", "left"), (f"D{TOP}:{letter(len(columns))}{last}", "center")):
        style.align(sheet, cells, horizontal=side, vertical="center")
    style.page(sheet, tall=1, area=f"A1:{letter(len(columns))}{TOP + min(its.plan.players, 28)}")


def _write_place_table(sheet: Worksheet, columns: Sequence[Column], its: Totals) -> None:
    """Write a table with a row for each place, found through Totals. Rows without a player look empty."""
    style.header(sheet, TOP, [column.heading for column in columns])
    for number in range(1, len(columns) + 1):
        side = {1: "center", 2: "left"}.get(number, "right")
        sheet.cell(TOP, number).alignment = Alignment(horizontal=side, vertical="center", wrap_text=True)
    table = its.from_elsewhere
    for place in range(1, its.plan.players + 1):
        for number, column in enumerate(columns, 1):
            style.write_cell(sheet, TOP + place, number, "=" + table.formula(column.text, place + 1))
    last = TOP + its.plan.players
    style.align(sheet, f"A{TOP + 1}:A{last}", horizontal="center")
    style.show(sheet, f"A{TOP + 1}:{letter(len(columns))}{last}", style.underlined(f"LEN($B{TOP + 1})>0"))
    sheet.freeze_panes = f"A{TOP + 1}"
