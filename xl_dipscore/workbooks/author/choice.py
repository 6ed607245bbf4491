"""The workbook of a comparison of systems: a sheet for each table, and a chart."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import ceil

from openpyxl import Workbook
from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.choice.tables import MOVED, SYSTEM, Part, Section
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.charts import bar_chart

WIDEST, SENTENCES, NARROWEST, UPRIGHT = 34, 70, 9, 5
"""Widths of columns: the most for names and for sentences, the least, and that below an upright heading."""
MARGIN, CAPITAL = 2, 1.25
"""The empty space of a column, and the width of a capital letter as a part of a digit's."""
MANY = 16
"""From so many columns on, headings that are wider than their columns stand upright."""
HEADS, UPRIGHT_LETTER = 50, 7
"""The height of the headings, and of a letter in an upright heading, in points."""
ROOM = 130
"""The width of the sentences above a table, so that they stay on the first of several pages."""
ROWS_OF_CHART = 46
"""The systems of one chart. It fills a page beside its table."""
WRAPPED = Alignment(wrap_text=True, vertical="top")
INDENTED = Alignment(horizontal="left", vertical="top", wrap_text=True, indent=1)


def make_choice(sections: Sequence[Section], about: Sequence[str]) -> Workbook:
    """A new workbook with these tables. about: sentences on the first sheet."""
    book = Workbook()
    first = book.active
    assert isinstance(first, Worksheet)
    book.remove(first)
    for number, section in enumerate(sections):
        sheet = book.create_sheet(section.title)
        _write_section(sheet, section, about if not number else ())
        if not number:
            _add_charts(book, section)
    for sheet in book.worksheets:
        style.keep_texts(sheet)
    book.active = 0
    book.worksheets[0].sheet_view.tabSelected = True
    return book


def _write_section(sheet: Worksheet, section: Section, about: Sequence[str]) -> None:
    """Write a table below its title and sentences."""
    title = "Which system should we play?" if about else section.title
    style.title(sheet, title)
    columns = [_Column(section, number) for number in range(len(section.heads))]
    style.widths(sheet, [one.width for one in columns])
    top = _write_sentences(sheet, (*about, *section.told), [one.width for one in columns])
    style.header(sheet, top, section.heads)
    upright = [one for one in columns if one.is_upright]
    sheet.row_dimensions[top].height = max(HEADS, *(UPRIGHT_LETTER * len(one.head) for one in upright), 0)
    for number, one in enumerate(columns, 1):
        turn = 90 if one.is_upright else 0
        place = f"{letter(number)}{top}:{letter(number)}{top}"
        style.align(sheet, place, wrap_text=not turn, vertical="center", text_rotation=turn)
    for below, values in enumerate(section.rows, top + 1):
        for column, value in enumerate(values, 1):
            _write(sheet, below, column, value)
    sheet.freeze_panes = f"{letter(section.names + 1)}{top + 1}"
    style.page(sheet, landscape=len(columns) > 4, title_rows=f"{top}:{top}")
    if len(columns) > 4:
        style.pages_across(sheet, len(columns), repeated=section.names)


def _write_sentences(sheet: Worksheet, sentences: Iterable[str], widths: Sequence[float]) -> int:
    """Write each sentence over the columns of the first page. Returns the row below an empty row."""
    row = 2
    over = next((n for n, wide in enumerate(accumulate(widths), 1) if wide >= ROOM), len(widths))
    for sentence in sentences:
        style.write_cell(sheet, row, 1, sentence, style.SMALL, alignment=WRAPPED)
        sheet.merge_cells(start_row=row, start_column=1, end_row=row, end_column=over)
        sheet.row_dimensions[row].height = 14 * style.lines(len(sentence), sum(widths[:over]))
        row += 1
    return row + 1


class _Column:
    """The heading and the width of a column. Many narrow columns have upright headings."""

    def __init__(self, section: Section, number: int) -> None:
        cells = (len(_as_text(row[number])) + MARGIN for row in section.rows)
        self.head = section.heads[number]
        words = max(map(len, self.head.split())) * CAPITAL + MARGIN
        longest = max(cells, default=0) * (CAPITAL if self.head == SYSTEM else 1)
        content = min(SENTENCES if longest > 2 * WIDEST else WIDEST, longest)
        self.is_upright = len(section.heads) >= MANY and number >= section.names and content < words
        self.width = max(UPRIGHT, content) if self.is_upright else max(NARROWEST, content, min(WIDEST, words))


def _as_text(cell: object) -> str:
    return "" if cell is None or isinstance(cell, Fraction) else str(cell)


def _write(sheet: Worksheet, row: int, column: int, cell: object) -> None:
    shown = "0.00" if isinstance(cell, Fraction) else "General"
    shown = "0%" if isinstance(cell, Part) else shown
    value = float(cell) if isinstance(cell, Fraction) else cell
    align = INDENTED if isinstance(cell, str) and column > 1 else WRAPPED
    style.write_cell(sheet, row, column, value, border=style.BOX, alignment=align, number_format=shown)


def _add_charts(book: Workbook, section: Section) -> None:
    """A sheet with a bar for each system: by how many places it moves the players.

    A chart of many systems would be cut at the end of a page, so each page has its own table and chart.
    """
    column = section.heads.index(MOVED)
    moved: list[tuple[Fraction, object]] = []
    for cells in section.rows:
        places = cells[column]
        if isinstance(places, Fraction):
            moved.append((places, cells[0]))
    if not moved:
        return
    sheet = book.create_sheet("Chart")
    style.title(sheet, MOVED, "By how many places each system moves a player, as the mean of all events.")
    style.widths(sheet, [28, 12, 3])
    moved.sort(reverse=True, key=lambda pair: pair[0])
    parts = [moved[first : first + ROWS_OF_CHART] for first in range(0, len(moved), ROWS_OF_CHART)]
    top = 4
    for part in parts:
        if top > 4:
            style.break_after(sheet, top - 2)
        _add_chart(sheet, top, part, float(moved[0][0]) if len(parts) > 1 else None)
        top += len(part) + 2
    style.page(sheet, area=f"A1:{letter(14)}{max(top, 30)}")


def _add_chart(
    sheet: Worksheet, top: int, moved: Sequence[tuple[Fraction, object]], longest: float | None
) -> None:
    """Add a table and its chart. longest: the longest bar of all charts, where there are several."""
    style.header(sheet, top, [SYSTEM, MOVED])
    for row, (places, name) in enumerate(moved, top + 1):
        _write(sheet, row, 1, name)
        _write(sheet, row, 2, places)
    chart = bar_chart(sheet, MOVED, (top, top + len(moved)), "0.00")
    chart.height = max(8, 0.53 * (len(moved) + 1))
    if longest is not None:
        chart.y_axis.scaling.min, chart.y_axis.scaling.max = 0, ceil(longest)
    sheet.add_chart(chart, f"{letter(4)}{top}")
