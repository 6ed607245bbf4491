"""Charts: who leads and by which rounds, what each power scored, and a board's centres by year."""

from __future__ import annotations

from openpyxl.chart import BarChart, Reference, Series
from openpyxl.chart.axis import ChartLines
from openpyxl.chart.label import DataLabelList
from openpyxl.chart.layout import Layout, ManualLayout
from openpyxl.chart.marker import DataPoint
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.drawing.line import LineProperties
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.board import POWERS
from xl_dipscore.workbook.author.boards import FACTS_ROW
from xl_dipscore.workbook.author.plan import Plan
from xl_dipscore.workbook.author.style import (
    BOX,
    COMPUTED,
    LINE,
    POWER_LINES,
    SMALL,
    header,
    page,
    power,
    put,
    title,
    widths,
)
from xl_dipscore.workbook.author.tables import TOP

LEADERS = 12
ROUND_SHADES = ("1F3A5F", "4F7CAC", "9DB8D2", "C98A2B", "E8C98A", "6B7280", "B4BAC4", "14532D")
"""From dark to light and back: neighbours differ in print too."""
WIDE, HIGH = 17, 9
"""In centimetres."""


def charts(sheet: Worksheet, plan: Plan) -> None:
    sheet.sheet_properties.tabColor = COMPUTED
    widths(sheet, [16, *[9] * max(7, len(plan.round_names)), 3])
    title(sheet, "Charts", "The numbers in the charts are on the left; both follow the results.")
    beside = letter(max(1 + len(plan.round_names), 1 + len(POWERS) if plan.has_chart else 3) + 2)
    sheet.add_chart(_leaders(sheet, plan), f"{beside}4")
    sheet.add_chart(_countries(sheet, plan), f"{beside}25")
    if plan.has_chart:
        sheet.add_chart(_years(sheet, plan), f"{beside}46")
    page(sheet, landscape=True, tall=1)


def _leaders(sheet: Worksheet, plan: Plan) -> BarChart:
    """The first players of the standings, each bar made of the rounds."""
    top, rounds = 4, len(plan.round_names)
    header(sheet, top, ["Player", *(f"R{r}" if isinstance(r, int) else r for r in plan.round_names)])
    leaders = min(LEADERS, plan.most_players)
    for row in range(top + 1, top + 1 + leaders):
        there = TOP + row - top
        put(sheet, row, 1, f"=Standings!$B${there}", border=BOX)
        for column in range(2, 2 + rounds):
            from_ = f"Standings!{letter(column + 2)}${there}"
            formula = f'=IF(ISNUMBER({from_}),{from_},"")'
            put(sheet, row, column, formula, border=BOX, number_format=plan.score_format)
    chart = _bars("Leaders by round", stacked=True, direction="bar")
    for number in range(rounds):
        values = Reference(sheet, min_col=2 + number, min_row=top, max_row=top + leaders)
        series = Series(values, title_from_data=True)
        series.graphicalProperties = GraphicalProperties(solidFill=ROUND_SHADES[number % len(ROUND_SHADES)])
        chart.series.append(series)
    chart.set_categories(Reference(sheet, min_col=1, min_row=top + 1, max_row=top + leaders))
    chart.x_axis.scaling.orientation = "maxMin"
    chart.y_axis.crosses = "max"  # the bars go down from the top, the numbers stay below
    return chart


def _countries(sheet: Worksheet, plan: Plan) -> BarChart:
    """The mean score of each power."""
    top = 25
    header(sheet, top, ["Power", "Score", "Boards"])
    for row, seat in enumerate(POWERS, top + 1):
        power(sheet, row, 1, seat)
        powers, counts = plan.cells("Power"), plan.cells("Counts")
        mean = f'=IFERROR(AVERAGEIFS({counts},{powers},$A{row}),"")'
        put(sheet, row, 2, mean, border=BOX, number_format="0.00")
        boards = f"=SUMPRODUCT(({powers}=$A{row})*ISNUMBER({counts}))"
        put(sheet, row, 3, boards, border=BOX)
    put(sheet, top + 8, 1, "the mean of the scores that count, leaving out faulty boards", SMALL)
    chart = _bars("Mean score by country", stacked=False, direction="col")
    series = Series(Reference(sheet, min_col=2, min_row=top, max_row=top + 7), title_from_data=True)
    for number, seat in enumerate(POWERS):
        fill = GraphicalProperties(solidFill=POWER_LINES[seat])
        series.dPt.append(DataPoint(idx=number, spPr=fill))
    series.dLbls = DataLabelList(showVal=True, showSerName=False, showCatName=False, showLegendKey=False)
    series.dLbls.numFmt = "0.0"
    chart.series.append(series)
    chart.set_categories(Reference(sheet, min_col=1, min_row=top + 1, max_row=top + 7))
    chart.legend = None
    return chart


def _years(sheet: Worksheet, plan: Plan) -> BarChart:
    """The centres of the board that Explain shows, year by year."""
    top = 46
    header(sheet, top, ["Year", *POWERS])
    years = [year for year in plan.facts if isinstance(year, int)]
    before = 1 + len(("Power", "Player", "Centres", "Draw", "Eliminated", "Year"))
    offset = before + plan.facts.index(years[0])
    for row, year in enumerate(years, top + 1):
        put(sheet, row, 1, year, border=BOX)
        for number in range(len(POWERS)):
            at = f"Explain!{letter(offset + row - top - 1)}${FACTS_ROW + 1 + number}"
            put(sheet, row, 2 + number, f"={at}", border=BOX)
    put(sheet, top + len(years) + 1, 1, "of the board that the sheet Explain shows", SMALL)
    chart = _bars("Centres by year", stacked=True, direction="col")
    for number, seat in enumerate(POWERS):
        values = Reference(sheet, min_col=2 + number, min_row=top, max_row=top + len(years))
        series = Series(values, title_from_data=True)
        series.graphicalProperties = GraphicalProperties(solidFill=POWER_LINES[seat])
        chart.series.append(series)
    chart.set_categories(Reference(sheet, min_col=1, min_row=top + 1, max_row=top + len(years)))
    return chart


def _bars(name: str, *, stacked: bool, direction: str) -> BarChart:
    chart = BarChart()
    chart.type, chart.title, chart.style = direction, name, 10
    chart.width, chart.height, chart.gapWidth = WIDE, HIGH, 50
    if stacked:
        chart.grouping, chart.overlap = "stacked", 100
    chart.x_axis.delete = chart.y_axis.delete = False
    hairline = LineProperties(solidFill=LINE, w=6350)
    chart.y_axis.majorGridlines = ChartLines(spPr=GraphicalProperties(ln=hairline))
    chart.legend.position = "b"
    chart.layout = Layout(manualLayout=ManualLayout())
    return chart
