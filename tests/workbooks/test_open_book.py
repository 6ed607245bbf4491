"""An event is read in one way from a file and from the cells that an open program hands over."""

from __future__ import annotations

from collections.abc import Callable

import openpyxl
import pytest

from tests.opened import opened
from tests.samples import slow_but
from tests.sheets.books import saved
from tests.workbooks.own_books import blocks, rows, sheets
from xl_dipscore.sheets.xlsx.book import EditableBook
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.author import templates_folder
from xl_dipscore.workbooks.layout.event import EventIn

EXAMPLES = ["dcc-top-board", "mystery", "wbc", "anywhere/wbc", "custom-system"]


def read(book: EditableBook) -> list[object]:
    """Everything that is read of the event, as data."""
    event = EventIn(book)
    there = event.boards.check()
    shown = event.standings_shown, event.best_shown
    tables = [table and (table.columns, [*table.lines]) for table in shown]
    boards = [(board.kind, board.round, board.board, dict(board.places)) for board in there.own]
    problems = [*map(str, event.problems)]
    found = event.game_extract.table, list(map(str, event.game_extract.faults)), event.game_extract.notes
    table = event.table.table() if event.system_name else None
    return [event.system_name, event.typed_option_rows, found, tables, boards, problems, table]


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_but(["mystery", "anywhere/wbc"], EXAMPLES))
def test_an_example(name: str) -> None:
    package = Package.read(templates_folder() / "examples" / f"{name}.xlsx")
    assert read(opened(package)) == read(package)


@pytest.mark.parametrize("layout", [rows, sheets, blocks])
def test_a_layout_of_a_directors_own(layout: Callable[[openpyxl.Workbook], None], tmp_path) -> None:
    book = openpyxl.Workbook()
    layout(book)
    package = Package.read(saved(book, tmp_path))
    assert read(opened(package)) == read(package)
    assert read(package)[4]
