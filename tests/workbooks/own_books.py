"""Workbooks as directors lay them out for themselves, still empty, for two rounds of two boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import openpyxl
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.board import POWERS

Line = Sequence[object]
PLACES = ((1, "A"), (1, "B"), (2, "A"), (2, "B"))
YELLOW = PatternFill("solid", fgColor="FFFFCC")


def put(sheet: Worksheet, top: int, left: int, lines: Iterable[Line]) -> None:
    for row, line in enumerate(lines, top):
        for column, value in enumerate(line, left):
            if value != "":
                sheet.cell(row, column).value = value


def score(sheet: Worksheet, area: str, counts: str) -> None:
    """One array formula for the seven scores of a board."""
    sheet[area.partition(":")[0]] = ArrayFormula(area, f"=SOS_SCORE({counts})")


def title(sheet: Worksheet, cells: str, text: str) -> None:
    """A heading over several cells that are one."""
    sheet.merge_cells(cells)
    first = sheet[cells.partition(":")[0]]
    first.value, first.font = text, Font(bold=True, size=14)


# -- a row a game -----------------------------------------------------------------------------


def rows(book: openpyxl.Workbook) -> None:
    """One list, its scores beside it, and averages below."""
    sheet = book.create_sheet("Results")
    title(sheet, "A1:I1", "Spring Cup 2026")
    players = [f"{power} player" for power in POWERS]
    gone = [f"Eliminated ({power})" for power in POWERS]
    scores = [f"{power} score" for power in POWERS]
    put(sheet, 3, 1, [["Round", "Board", *POWERS, "Draw", "Year", *players, *gone, *scores]])
    put(sheet, 4, 1, PLACES)
    for row in (4, 5, 6, 7):
        score(sheet, f"Z{row}:AF{row}", f"C{row}:I{row}")
    put(sheet, 9, 1, [["", "Average", *[f"=AVERAGE({c}4:{c}7)" for c in "CDEFGHI"]]])


def row_groups(book: openpyxl.Workbook) -> None:
    """The powers twice, with a merged title over each seven; no formulas, and nothing typed yet."""
    sheet = book.create_sheet("All games")
    title(sheet, "C1:I1", "Players")
    title(sheet, "J1:P1", "Supply centres")
    title(sheet, "Q1:W1", "Eliminated")
    put(sheet, 2, 1, [["Round", "Game", *POWERS, *POWERS, *POWERS, "Draw", "Year"]])
    put(sheet, 12, 1, [["All counts are final."]])


def row_pairs(book: openpyxl.Workbook) -> None:
    """A sheet a round; under each power its player, and the count beside."""
    for round_ in (1, 2):
        sheet = book.create_sheet(f"Round {round_}")
        pairs = [heading for power in POWERS for heading in (power, "SCs")]
        out = [f"{power} eliminated" for power in POWERS]
        put(sheet, 1, 1, [["Table", *pairs, "Final year", "Year", "Draw", *out], ["A"], ["B"]])


def row_two_lines(book: openpyxl.Workbook) -> None:
    """Each power over three columns of its own, and the rounds over their games."""
    sheet = book.create_sheet("Season")
    put(sheet, 1, 1, [["Round", "Board"]])
    for seat, power in enumerate(POWERS):
        left = 3 + 3 * seat
        put(sheet, 1, left, [[power], ["Player", "SCs", "Elim"]])
        sheet.merge_cells(start_row=1, end_row=1, start_column=left, end_column=left + 2)
    put(sheet, 2, 24, [["Year", "Draw"]])
    put(sheet, 3, 1, [[1, "A"], ["", "B"], [2, "A"], ["", "B"]])
    for cells in ("A1:A2", "B1:B2", "A3:A4", "A5:A6"):
        sheet.merge_cells(cells)


def row_one_name(book: openpyxl.Workbook) -> None:
    """Round and board in one word, and the powers cut to three letters."""
    sheet = book.create_sheet("Games")
    codes = [power[:3].upper() for power in POWERS]
    more = [f"{code} {what}" for what in ("player", "elim") for code in codes]
    names = [[f"R{round_}B{name}"] for round_, name in PLACES]
    put(sheet, 1, 1, [["Game", *codes, *more, "Draw", "Year"], *names])


def columns(book: openpyxl.Workbook) -> None:
    """A column a game: the same on its side."""
    sheet = book.create_sheet("Games by column")
    put(sheet, 2, 1, [["Round", 1, 1, 2, 2], ["Board", "A", "B", "A", "B"]])
    headings = [*POWERS, "Year", "Draw", *[f"{power} player" for power in POWERS]]
    put(sheet, 4, 1, [[heading] for heading in [*headings, *[f"{power} eliminated" for power in POWERS]]])


# -- a sheet a board --------------------------------------------------------------------------


def sheets(book: openpyxl.Workbook) -> None:
    """Named in full; the powers below each other, the year below them."""
    for round_, name in PLACES:
        sheet = book.create_sheet(f"Round {round_} Board {name}")
        title(sheet, "A1:F1", "Spring Cup 2026")
        put(sheet, 3, 1, [["Power", "Player", "Centres", "Draw", "Eliminated", "Score"]])
        put(sheet, 4, 1, [[power] for power in POWERS])
        put(sheet, 11, 1, [["Total", "", "=SUM(C4:C10)"], ["Year"]])
        score(sheet, "F4:F10", "C4:C10")
        for row in range(4, 11):
            sheet.cell(row, 3).fill = YELLOW


def sheets_on_their_side(book: openpyxl.Workbook) -> None:
    """Round and board beside labels; the powers side by side, the last one first."""
    order = ("Turkey", "Russia", "Italy", "Germany", "France", "England", "Austria")
    for number, (round_, name) in enumerate(PLACES, 1):
        sheet = book.create_sheet(f"Sheet {number}")
        put(sheet, 1, 1, [["Round:", round_], ["Board:", name], ["Draw:"], ["Year:"]])
        put(sheet, 6, 1, [["", *order], ["Player"], ["SCs"], ["Eliminated"], ["Points"]])
        score(sheet, "B10:H10", "B8:H8")


def sheets_with_charts(book: openpyxl.Workbook) -> None:
    """Only the centre chart, the years below each other; the sheets short."""
    for round_, name in PLACES:
        sheet = book.create_sheet(f"R{round_}B{name}")
        put(sheet, 1, 2, [POWERS, [], []])
        put(sheet, 2, 1, [["Player"], ["Draw"], *[[year] for year in range(1901, 1910)]])


def sheets_under_labels(book: openpyxl.Workbook) -> None:
    """Round, board and year in a row of their own, each under its word."""
    for number, (round_, name) in enumerate(PLACES, 1):
        sheet = book.create_sheet(f"No {number}")
        put(sheet, 1, 1, [["Round", "Board", "Year"], [round_, name]])
        put(sheet, 4, 1, [["", "Player", "Dots", "Draw", "Elim"], *[[power] for power in POWERS]])


def sheets_in_german(book: openpyxl.Workbook) -> None:
    """The words are those of another language."""
    powers = ("Österreich", "England", "Frankreich", "Deutschland", "Italien", "Russland", "Türkei")
    for round_, name in PLACES:
        sheet = book.create_sheet(f"Runde {round_} Brett {name}")
        put(sheet, 1, 1, [["Macht", "Spieler", "Zentren", "Remis", "Ausgeschieden"]])
        put(sheet, 2, 1, [*[[power] for power in powers], ["Jahr"]])


def sheets_and_more(book: openpyxl.Workbook) -> None:
    """With a summary and a games list that only show them, and a typed table of the best."""
    heads = ("Power", "Player", "Centres", "Score", "Round", "Board")
    best, summary, games = map(book.create_sheet, ("Best", "Summary", "Games"))
    put(best, 1, 1, [heads, *[[power, "Ann", 5, 5.5, 1 + n % 2, "A"] for n, power in enumerate(POWERS)]])
    put(summary, 1, 1, [["Round", "Board", *POWERS]])
    put(games, 1, 1, [["Round", "Board", "Power", "Player", "Centres"]])
    for number, (round_, name) in enumerate(PLACES):
        there = f"'Round {round_} Board {name}'!"
        put(summary, 2 + number, 1, [[round_, name, *[f"={there}C{row}" for row in range(4, 11)]]])
        lines = [
            [round_, name, power, f"={there}B{row}", f"={there}C{row}"] for row, power in enumerate(POWERS, 4)
        ]
        put(games, 2 + 7 * number, 1, lines)
    sheets(book)


# -- a block a board on one sheet -------------------------------------------------------------


def blocks(book: openpyxl.Workbook) -> None:
    """One below the other, with titles over them, totals below, and one more for a third round."""
    sheet = book.create_sheet("Boards")
    for number, (round_, name) in enumerate([*PLACES, (3, "A")]):
        top = 1 + 12 * number
        title(sheet, f"B{top}:G{top}", f"Round {round_}, Board {name}")
        put(sheet, top + 1, 2, [["Country", "Name", "SCs", "Draw", "Eliminated", "Score"]])
        put(sheet, top + 2, 2, [[power] for power in POWERS])
        put(sheet, top + 9, 2, [["Total", "", f"=SUM(D{top + 2}:D{top + 8})"], ["Year"]])
        score(sheet, f"G{top + 2}:G{top + 8}", f"D{top + 2}:D{top + 8}")


def blocks_in_a_grid(book: openpyxl.Workbook) -> None:
    """Two beside each other for each round, under a title of the round; the board's name in the corner."""
    sheet = book.create_sheet("Wall chart")
    for round_, name in PLACES:
        top, left = 3 + 14 * (round_ - 1), 1 + 6 * "AB".index(name)
        title(sheet, f"A{top - 2}:K{top - 2}", f"Round {round_}")
        put(sheet, top, left, [[f"Board {name}", "Player", "Centres", "Draw", "Eliminated"]])
        put(sheet, top + 1, left, [[power[0]] for power in POWERS])
        put(sheet, top + 8, left, [["Year"]])


def blocks_of_a_day(book: openpyxl.Workbook) -> None:
    """A sheet a day, which says its round once; boards side by side without a gap, below standings."""
    for round_ in (1, 2):
        sheet = book.create_sheet(f"Day {round_}")
        put(sheet, 1, 1, [["Round", round_], [], ["Player", "Round 1", "Round 2", "Total"], ["Ann", 1, 2, 3]])
        for number, name in enumerate("AB"):
            left = 1 + 5 * number
            put(sheet, 6, left, [[f"Board {name}"], ["Power", "Player", "SCs", "Draw", "Elim"]])
            put(sheet, 8, left, [*[[power] for power in POWERS], ["Year"]])


def blocks_beside_titles(book: openpyxl.Workbook) -> None:
    """Without a gap, under one row of headings; the title of each merged to its left."""
    sheet = book.create_sheet("All boards")
    put(sheet, 1, 2, [["", "Player", "Centres", "Draw", "Eliminated", "Year"]])
    for number, (round_, name) in enumerate(PLACES):
        top = 2 + 7 * number
        title(sheet, f"A{top}:A{top + 6}", f"Round {round_} - Board {name}")
        put(sheet, top, 2, [[power] for power in POWERS])


def blocks_on_their_side(book: openpyxl.Workbook) -> None:
    """One below the other, the powers side by side, all labels in one column; one more without a name yet."""
    sheet = book.create_sheet("Results")
    for number, (round_, name) in enumerate([*PLACES, ("", "")]):
        labels = ("Power", "Player", "Centres", "Draw", "Eliminated", "Year", "Score")
        top = 2 + 10 * number
        put(sheet, top, 1, [["Round", round_], ["Board", name], *[[label] for label in labels]])
        put(sheet, top + 2, 2, [POWERS])
        score(sheet, f"B{top + 8}:H{top + 8}", f"B{top + 4}:H{top + 4}")


def blocks_under_one_heading(book: openpyxl.Workbook) -> None:
    """A sheet a round, and one row of headings for all its boards, which follow without a gap."""
    for round_ in (1, 2):
        sheet = book.create_sheet(f"Round {round_}")
        put(sheet, 1, 1, [["Board", "Power", "Player", "Centres", "Draw", "Eliminated", "Year"]])
        for number, name in enumerate("AB"):
            top = 2 + 7 * number
            put(sheet, top, 1, [[name if not seat else "", power] for seat, power in enumerate(POWERS)])
            sheet.merge_cells(f"A{top}:A{top + 6}")
            sheet.merge_cells(f"G{top}:G{top + 6}")


LAYOUTS: dict[str, Callable[[openpyxl.Workbook], None]] = {
    layout.__name__: layout
    for layout in (
        *(rows, row_groups, row_pairs, row_two_lines, row_one_name, columns),
        *(
            sheets,
            sheets_on_their_side,
            sheets_with_charts,
            sheets_under_labels,
            sheets_in_german,
            sheets_and_more,
        ),
        *(blocks, blocks_in_a_grid, blocks_of_a_day, blocks_beside_titles),
        *(blocks_on_their_side, blocks_under_one_heading),
    )
}


def made(layout: str, path: Path) -> Path:
    """The workbook, with a sheet of the director's own notes before the games."""
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.title = "Notes"
    put(book.active, 1, 1, [["Lunch at one"], ["Austria", "England"], ["Best of Austria", "Ann", 12]])
    LAYOUTS[layout](book)
    book.save(path)
    return path
