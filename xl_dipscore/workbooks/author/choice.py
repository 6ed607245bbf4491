"""The workbook of a comparison of systems: a sheet for each table, and a chart."""

from collections.abc import Sequence
from fractions import Fraction

from openpyxl import Workbook
from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.choice.tables import MOVED, Part, Section
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.charts import bar_chart

WIDEST, NARROWEST = 44, 9
WRAPPED = Alignment(wrap_text=True, vertical="top")


def make_choice(sections: Sequence[Section], about: Sequence[str]) -> Workbook:
    """A new workbook with these tables. about: sentences on the first sheet."""
    book = Workbook()
    first = book.active
    assert isinstance(first, Worksheet)
    book.remove(first)
    for number, section in enumerate(sections):
        sheet = book.create_sheet(section.title)
        heads = _write_section(sheet, section, about if not number else ())
        if not number:
            _add_chart(book, section, heads)
    for sheet in book.worksheets:
        style.keep_texts(sheet)
    book.active = 0
    book.worksheets[0].sheet_view.tabSelected = True
    return book


def _write_section(sheet: Worksheet, section: Section, about: Sequence[str]) -> int:
    """Write a table below its title and sentences. Returns the row of its headings."""
    title = "Which system should we play?" if about else section.title
    style.title(sheet, title)
    sizes = [_width(section, column) for column in range(len(section.heads))]
    style.widths(sheet, sizes)
    room = min(sum(sizes), 150)
    row = 2
    for sentence in (*about, *section.told):
        style.write_cell(
            sheet, row, 1, sentence, style.SMALL, alignment=Alignment(wrap_text=True, vertical="top")
        )
        sheet.merge_cells(start_row=row, start_column=1, end_row=row, end_column=len(section.heads))
        sheet.row_dimensions[row].height = 14 * style.lines(len(sentence), room)
        row += 1
    top = row + 1
    style.header(sheet, top, section.heads)
    sheet.row_dimensions[top].height = 50
    style.align(sheet, f"A{top}:{letter(len(section.heads))}{top}", wrap_text=True, vertical="center")
    for below, values in enumerate(section.rows, top + 1):
        for column, value in enumerate(values, 1):
            _write(sheet, below, column, value)
    sheet.freeze_panes = f"B{top + 1}"
    style.page(sheet, landscape=len(section.heads) > 4, title_rows=f"{top}:{top}")
    return top


def _width(section: Section, column: int) -> float:
    cells = (len(_as_text(row[column])) for row in section.rows)
    words = max(map(len, section.heads[column].split()))
    return min(WIDEST, max(NARROWEST, words + 2, 2 + max(cells, default=0)))


def _as_text(cell: object) -> str:
    return "" if cell is None or isinstance(cell, Fraction) else str(cell)


def _write(sheet: Worksheet, row: int, column: int, cell: object) -> None:
    shown = "0.00" if isinstance(cell, Fraction) else "General"
    shown = "0%" if isinstance(cell, Part) else shown
    value = float(cell) if isinstance(cell, Fraction) else cell
    style.write_cell(sheet, row, column, value, border=style.BOX, alignment=WRAPPED, number_format=shown)


def _add_chart(book: Workbook, section: Section, heads: int) -> None:
    """A sheet with a bar for each system: by how many places it moves the players."""
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
    style.header(sheet, 4, ["System", MOVED])
    moved.sort(reverse=True, key=lambda pair: pair[0])
    for row, (places, name) in enumerate(moved, 5):
        _write(sheet, row, 1, name)
        _write(sheet, row, 2, places)
    chart = bar_chart(sheet, MOVED, (4, 4 + len(moved)), "0.00")
    chart.height = max(8, 0.55 * len(moved) + 3)
    sheet.add_chart(chart, f"{letter(4)}4")
    style.page(sheet, area=f"A1:{letter(14)}{max(5 + len(moved), 30)}")
