"""The title of an event."""

from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.styles import Font

from tests.workbooks.layout.books import HEADER, board, event_of
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.title import LONGEST


def title(*above: Any, **names: str) -> str:
    return event_of({"Games": [*([text] for text in above), HEADER, *board()]}, **names).title


def test_the_text_above_the_games() -> None:
    assert title("Spring  Cup") == "Spring Cup"
    assert title("Spring Cup", "at the club") == "Spring Cup"
    assert title() == title(2026) == title("Director:") == title("1234") == ""
    assert title("x" * LONGEST) == "x" * LONGEST
    assert title("x" * (LONGEST + 1)) == ""


def test_the_text_in_the_largest_font() -> None:
    book = Workbook()
    for row in (["at the club"], ["Spring Cup"], HEADER, *board()):
        book.worksheets[0].append(row)
    book.worksheets[0]["A2"].font = Font(size=20)
    book.save(data := BytesIO())
    assert EventIn(Package(data.getvalue(), "own.xlsx")).title == "Spring Cup"


def test_a_named_cell_comes_first() -> None:
    assert title("Spring Cup", "Other", Event_name="Games!$A$2") == "Other"


def test_above_several_lists_only_the_shared_text() -> None:
    rounds = {f"R{n}": [["Spring Cup"], [f"Round {n}"], HEADER, *board(n)] for n in (1, 2)}
    assert event_of(rounds).title == "Spring Cup"
    alone = {f"R{n}": [[f"Round {n}"], HEADER, *board(n)] for n in (1, 2)}
    assert event_of(alone).title == ""
