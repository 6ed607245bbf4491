"""The sheet Charts: leaders' scores by round, the mean score of each power, a board's centres by year."""

from typing import Any

from openpyxl.chart import BarChart, Reference, ScatterChart, Series
from openpyxl.chart.axis import ChartLines, NumericAxis
from openpyxl.chart.data_source import AxDataSource, NumData, NumDataSource, StrRef
from openpyxl.chart.label import DataLabelList
from openpyxl.chart.layout import Layout, ManualLayout
from openpyxl.chart.legend import Legend
from openpyxl.chart.marker import DataPoint, Marker
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.drawing.line import LineProperties
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.board import POWERS
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.boards import FACTS_ROW, BoardFacts
from xl_dipscore.workbooks.author.plan import Plan
from xl_dipscore.workbooks.author.sheets import ChartFormulas, EventCells, sheet_kind
from xl_dipscore.workbooks.author.tables import TOP

TOLD = "The numbers of the charts are on the left. Numbers and charts follow the results."
LEADERS = 12
ROUND_COLOURS = ("0072B2", "E69F00", "009E73", "D55E00", "56B4E9", "CC79A7", "1F2937", "F0E442")
"""Colours that colour-blind people can tell apart. Neighbouring colours also differ in grey print."""
DROPPED = "D1D5DB"
"""The colour of scores that are not part of the total."""
WIDE, HIGH = 17, 9
"""The width and the height of a chart, in centimetres."""


@sheet_kind("Charts", "The event in pictures.", place=130, when=lambda plan: not plan.league)
def charts(sheet: Worksheet, of: EventCells) -> None:
    """Add the charts of leaders, of countries and, with our functions, of a board's centres by year."""
    plan, made = of.plan, of.charts
    wide = 3 + len(plan.round_names)
    style.widths(sheet, [16, *[9] * (max(8, wide) - 1), 3])
    style.write_event_title(sheet, "Charts", TOLD, lost=of.lost)
    beside = letter(max(wide, 1 + len(POWERS) if plan.has_chart else 3) + 2)
    sheet.add_chart(_leaders(sheet, plan, made.heading), f"{beside}4")
    sheet.add_chart(_countries(sheet, made.mean, made.boards), f"{beside}25")
    style.page(sheet, landscape=not plan.has_chart, tall=1)  # a third chart is below the others
    if plan.has_chart and of.kind == "functions":
        sheet.add_chart(_years(sheet, plan), f"{beside}46")
    of.hide_lost(sheet)


def chart_formulas(plan: Plan) -> ChartFormulas:
    """Make formulas for a workbook with our functions."""
    powers, counts = plan.cells("Power"), plan.cells("Counts")
    return ChartFormulas(
        # In LibreOffice neither MATCH nor = finds a text in a table that our functions return.
        'SUMPRODUCT(ISNUMBER(FIND("{word}",{among}))*COLUMN({among}))',
        f'IFERROR(AVERAGEIFS({counts},{powers},$A{{row}}),"")',
        f"SUMPRODUCT(({powers}=$A{{row}})*ISNUMBER({counts}))",
    )


def _leaders(sheet: Worksheet, plan: Plan, heading: str) -> BarChart:
    """A bar for each leader: a part for each score that the total includes, a pale part for all others."""
    top, rounds = 4, len(plan.round_names)
    first, last, dropped = "B", letter(1 + rounds), 2 + rounds
    style.header(sheet, top, ["Player", *(f"R{r}" if isinstance(r, int) else r for r in plan.round_names)])
    style.header(sheet, top, ["Dropped", "Counted"], dropped, "right")
    leaders = min(LEADERS, plan.most_players)
    looks: dict[str, Any] = {"border": style.BOX, "number_format": plan.score_format}
    for row in range(top + 1, top + 1 + leaders):
        there, counted = TOP + row - top, f"${letter(dropped + 1)}{row}"
        style.write_cell(sheet, row, 1, f"=Standings!$B${there}", border=style.BOX)
        for column in range(2, dropped):
            from_, name = f"Standings!{letter(column + 2)}${there}", f"{letter(column)}${top}"
            counts = f'ISNUMBER(FIND(" "&SUBSTITUTE({name},"R","")&" "," "&{counted}&" "))'
            shown = f'=IF(AND(ISNUMBER({from_}),OR(LEN({counted})=0,{counts})),{from_},"")'
            style.write_cell(sheet, row, column, shown, **looks)
        all_ = f"SUM(Standings!$D${there}:${letter(3 + rounds)}${there})"
        rest = f"ROUND({all_}-SUM(${first}{row}:${last}{row}),6)"
        style.write_cell(sheet, row, dropped, f'=IFERROR(IF({rest}=0,"",{rest}),"")', **looks)
        line, headings = (f"Standings!$A${at}:${letter(4 + rounds)}${at}" for at in (there, TOP))
        found = heading.format(word="Counted", among=headings)
        said = f'=IFERROR(IF({found}=0,"",INDEX({line},1,{found})&""),"")'
        style.write_cell(sheet, row, dropped + 1, said, border=style.BOX)
    chart = _bars("Leaders by round", stacked=True, direction="bar")
    for column in range(2, dropped + 1):
        series = _bar(chart, sheet, column, (top, top + leaders), plan.score_format)
        colour = DROPPED if column == dropped else ROUND_COLOURS[(column - 2) % len(ROUND_COLOURS)]
        series.graphicalProperties = GraphicalProperties(solidFill=colour)
    chart.x_axis.scaling.orientation = "maxMin"
    chart.y_axis.crosses = "max"  # the first bar is at the top, the numbers stay below
    return chart


def _countries(sheet: Worksheet, mean: str, boards: str) -> BarChart:
    """A chart of the mean score of each power."""
    top = 25
    style.header(sheet, top, ["Power"])
    style.header(sheet, top, ["Score", "Boards"], 2, "center")
    for row, seat in enumerate(POWERS, top + 1):
        style.power(sheet, row, 1, seat)
        for column, (text, pattern) in enumerate(((mean, "0.00"), (boards, "General")), 2):
            centred: dict[str, Any] = {"border": style.BOX, "alignment": style.CENTRE}
            style.write_cell(sheet, row, column, "=" + text.format(row=row), number_format=pattern, **centred)
    told = "the mean of the scores that count, leaving out faulty boards"
    style.write_cell(sheet, top + 8, 1, told, style.SMALL)
    chart = _bars("Mean score by country", stacked=False, direction="col")
    series = _bar(chart, sheet, 2, (top, top + 7), "0.00")
    for number, seat in enumerate(POWERS):
        fill = GraphicalProperties(solidFill=style.POWER_LINES[seat])
        series.dPt.append(DataPoint(idx=number, spPr=fill))
    series.dLbls = DataLabelList(showVal=True, showSerName=False, showCatName=False, showLegendKey=False)
    series.dLbls.numFmt = "0.0"
    chart.legend = None
    return chart


def _years(sheet: Worksheet, plan: Plan) -> ScatterChart:
    """A chart of the centres, by year, of the board on the sheet Explain.

    Rows after the last year of the game repeat the row of that year, so that no program draws lines further.
    """
    top = 46
    style.header(sheet, top, ["Year", *POWERS], side="center")
    years = [year for year in plan.facts if isinstance(year, int)]
    facts = BoardFacts(plan)
    last = top + len(years)
    for row, year in enumerate(years, top + 1):
        cells = [facts.cell(year, FACTS_ROW + 1 + number) for number in range(len(POWERS))]
        played = f"COUNT(Explain!{cells[0]}:{cells[-1]})>0"
        said = [str(year), *(f"Explain!{cell}" for cell in cells)]
        for column, value in enumerate(said, 1):
            above = '""' if row == top + 1 else f"{letter(column)}{row - 1}"
            shown = f"=IF({played},{value},{above})"
            style.write_cell(sheet, row, column, shown, border=style.BOX, alignment=style.CENTRE)
    table = f"A{top + 1}:{letter(1 + len(POWERS))}{last}"
    style.show(sheet, table, style.unseen_when(f"$A{top + 1}=$A{top}"))
    style.write_cell(sheet, last + 1, 1, "of the board that the sheet Explain shows", style.SMALL)
    chart = ScatterChart()
    _looks(chart, "Centres by year")
    chart.scatterStyle = "lineMarker"
    along = Reference(sheet, min_col=1, min_row=top + 1, max_row=last)
    for number, seat in enumerate(POWERS):
        values = Reference(sheet, min_col=2 + number, min_row=top, max_row=last)
        series = Series(values, along, title_from_data=True)
        colour = style.POWER_LINES[seat]
        dot = GraphicalProperties(solidFill=colour)
        dot.line.solidFill = colour
        series.marker = Marker("circle", size=5, spPr=dot)
        series.graphicalProperties = GraphicalProperties(ln=LineProperties(solidFill=colour, w=28575))
        series.smooth = False
        for source in (series.xVal, series.yVal):
            _say_format(source, "General")
        chart.series.append(series)
    time = chart.x_axis
    assert isinstance(time, NumericAxis)
    time.majorGridlines, time.scaling.min, time.majorUnit = None, years[0], 1
    chart.y_axis.scaling.min = 0
    time.number_format = chart.y_axis.number_format = "0"
    return chart


def _bars(name: str, *, stacked: bool, direction: str) -> BarChart:
    chart = BarChart()
    _looks(chart, name)
    chart.type, chart.gapWidth = direction, 50
    if stacked:
        chart.grouping, chart.overlap = "stacked", 100
    chart.y_axis.number_format = "General"
    return chart


def _bar(chart: BarChart, sheet: Worksheet, column: int, rows: tuple[int, int], code: str) -> Any:
    """Add a column of numbers to the chart: a bar for each row, named by the first column of the sheet."""
    (top, last) = rows
    values = Reference(sheet, min_col=column, min_row=top, max_row=last)
    series = Series(values, title_from_data=True)
    names = Reference(sheet, min_col=1, min_row=top + 1, max_row=last)
    series.cat = AxDataSource(strRef=StrRef(f=str(names)))  # openpyxl would store names as numbers
    _say_format(series.val, code)
    chart.series.append(series)
    return series


def bar_chart(sheet: Worksheet, name: str, rows: tuple[int, int], code: str) -> BarChart:
    """A chart with a horizontal bar for each number in column B, from the top; column A has the names.

    rows: the row of the headings, and the last row of numbers.
    """
    chart = _bars(name, stacked=False, direction="bar")
    _bar(chart, sheet, 2, rows, code)
    chart.legend = None
    chart.x_axis.scaling.orientation = "maxMin"
    chart.y_axis.crosses = "max"
    return chart


def _say_format(source: AxDataSource | NumDataSource, code: str) -> None:
    """Store the number format in the chart, for programs that do not read it from the cells."""
    assert source.numRef is not None
    source.numRef.numCache = NumData(formatCode=code)


def _looks(chart: BarChart | ScatterChart, name: str) -> None:
    chart.title, chart.style = name, 10
    chart.width, chart.height = WIDE, HIGH
    hairline = LineProperties(solidFill=style.LINE, w=6350)
    chart.y_axis.majorGridlines = ChartLines(spPr=GraphicalProperties(ln=hairline))
    for axis in (chart.x_axis, chart.y_axis):
        axis.delete, axis.tickLblPos = False, "nextTo"
    chart.legend = Legend()
    chart.legend.position = "b"
    assert chart.title is not None
    # These are set because the defaults of programs differ.
    chart.title.overlay = chart.legend.overlay = chart.roundedCorners = False
    chart.layout = Layout(manualLayout=ManualLayout())
