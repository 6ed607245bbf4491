"""The workbook of a comparison: every system has a bar, and wide tables are printed on several pages."""

from fractions import Fraction
from typing import Any

from openpyxl import Workbook
from openpyxl.utils.cell import range_boundaries
from openpyxl.worksheet.worksheet import Worksheet

from tests.each import each
from xl_dipscore.rules.choice.tables import MOVED, Section
from xl_dipscore.workbooks.author.choice import ROWS_OF_CHART, make_choice


def book_of(systems: int, players: int = 3) -> Workbook:
    """An overview of so many systems, and the places of the players under each."""
    keys = [f"SYSTEM{number:03}" for number in range(systems)]
    overview = Section(
        "Overview", ("Told.",), ("System", MOVED), [(key, Fraction(n, 7)) for n, key in enumerate(keys)]
    )
    rows = [("spring", f"Player {number}", *range(1, systems + 1)) for number in range(players)]
    return make_choice(
        [overview, Section("Places", (), ("Event", "Player", *keys), rows, names=2)], ["About."]
    )


def sheet_of(book: Workbook, name: str) -> Worksheet:
    sheet = book[name]
    assert isinstance(sheet, Worksheet)
    return sheet


def charted(sheet: Worksheet) -> list[tuple[object, object]]:
    """The names and the numbers of all bars, from the cells that the charts refer to."""
    found: list[tuple[object, object]] = []
    for chart in sheet._charts:
        (bars,) = chart.series
        names, numbers = (_values(sheet, one.f) for one in (bars.cat.strRef, bars.val.numRef))
        found += zip(names, map(float, numbers), strict=True)
    return found


def _values(sheet: Worksheet, reference: str) -> tuple[Any, ...]:
    left, top, right, bottom = range_boundaries(reference.partition("!")[2])
    (column,) = sheet.iter_cols(left, right, top, bottom, values_only=True)
    return column


@each("systems", [1, 2, 7, 40, ROWS_OF_CHART, ROWS_OF_CHART + 1, 97])
def test_the_charts_have_a_bar_for_each_system_and_no_other(systems: int) -> None:
    sheet = sheet_of(book_of(systems), "Chart")
    assert charted(sheet) == [(f"SYSTEM{n:03}", n / 7) for n in reversed(range(systems))]
    assert len(sheet.row_breaks.brk) == len(sheet._charts) - 1 == (systems - 1) // ROWS_OF_CHART


def test_a_table_of_many_systems_is_printed_on_several_pages_side_by_side() -> None:
    few, many = (sheet_of(book_of(systems), "Places") for systems in (2, 97))
    assert few.page_setup.fitToWidth == 1
    assert many.page_setup.fitToWidth > 1
    assert many.print_title_cols == "$A:$B"
    assert [sheet["C3"].alignment.textRotation for sheet in (few, many)] == [0, 90]
