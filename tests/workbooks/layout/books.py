"""Small workbooks in memory: rows of cells by sheet."""

import datetime as dt
import io
from collections.abc import Mapping, Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula

from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.event.games import Game, Place, Round, Seat
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.event import EventIn

HEADER = ["Round", "Board", "Power", "Player", "Centres"]
COUNTS = (10, 9, 8, 7, 0, 0, 0)
Rows = Sequence[Sequence[Any]]


def book_of(sheets: Mapping[str, Rows], arrays: Mapping[str, str] | None = None, **names: str) -> Package:
    """A workbook. arrays: array formulas of the first sheet by area. names: the text of defined names."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for number, row in enumerate(rows, 1):
            for column, value in enumerate(row, 1):
                sheet.cell(number, column).value = value
    for area, formula in (arrays or {}).items():
        book.worksheets[0][area.partition(":")[0]] = ArrayFormula(area, formula)
    for name, text in names.items():
        book.defined_names[name] = DefinedName(name, attr_text=text)
    data = io.BytesIO()
    book.save(data)
    return Package(data.getvalue(), "book.xlsx")


def event_of(sheets: Mapping[str, Rows], **names: str) -> EventIn:
    return EventIn(book_of(sheets, **names))


def board(
    round_: Any = 1, name: Any = "A", counts: Sequence[Any] = COUNTS, players: Sequence[Any] = "abcdefg"
) -> list[list[Any]]:
    return [[round_, name, *cells] for cells in zip(POWERS, players, counts, strict=True)]


def block(counts: Sequence[Any] = COUNTS) -> list[list[Any]]:
    """A board without round and name: headings, and seven rows."""
    return [["Power", "Player", "Centres"], *map(list, zip(POWERS, "abcdefg", counts, strict=True))]


def game_of(round_: Round = 1, name: str = "A", date: dt.date | None = None) -> Game:
    """A game without players or results."""
    return Game(round_, name, (Seat(),) * 7, None, Place("", (None,) * 7, {}), date=date)
