"""One sentence about the event, shown where a director looks: how many rows need a look."""

from openpyxl import Workbook
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.author import style
from xl_dipscore.author.native.setup import MADE_FOR

STATUS = "Status"
"""The name of the cell with the sentence."""
CLEAN = "No problems."


def status(book: Workbook, sheet: Worksheet, column: int, bad: str, event: str, doubts: str) -> None:
    """The sentence itself, at the head of a sheet: about Setup, rows of Games, and the event.

    bad: the number of rows on faulty boards; event: a text, or ""; doubts: how many there are.
    """
    rows = f'{bad}&IF({bad}=1," row of Games needs"," rows of Games need")&" a look: see Check. "'
    said = f'TRIM(IF({bad}=0,"",{rows})&{event})'
    at = letter(column)
    style.put(sheet, 2, column, f'=IF({MADE_FOR}="",{said},{MADE_FOR})', style.BOLD)
    style.put(sheet, 4, column, f"={doubts}", style.BOLD)
    looks = f'IF(${at}$4=0,"",${at}$4&IF(${at}$4=1," doubt"," doubts")&": see Check.")'
    both = f'TRIM(${at}$2&" "&{looks})'
    style.put(sheet, 3, column, f'=IF({both}="","{CLEAN}",{both})', style.BOLD)
    style.define(book, STATUS, f"{sheet.title}!${at}$3")


def status_shown(sheet: Worksheet, row: int, column: int, columns: int) -> None:
    """The sentence on another sheet, across some columns."""
    style.put(sheet, row, column, f"={STATUS}", style.BOLD)
    first = sheet.cell(row, column).coordinate
    cells = f"{first}:{sheet.cell(row, column + columns - 1).coordinate}"
    said = f"${first[0]}${first[1:]}"
    sheet.conditional_formatting.add(cells, style.doubt_when(f'AND(LEN({said})>0,{said}<>"{CLEAN}")'))
    sheet.conditional_formatting.add(cells, style.good_when(f'{said}="{CLEAN}"'))
