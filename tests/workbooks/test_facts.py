"""A games sheet whose facts stand beside the rows, and the comparison over it, rebuilt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula

from tests.sheets.books import saved, values
from xl_dipscore import POWERS, Board, score
from xl_dipscore.rules.points import as_double
from xl_dipscore.workbooks.acts.rebuild import rebuild

COUNTS = (10, 9, 8, 7, 0, 0, 0)
DOCKED = (2, 0, 0, 0, 0, 0, 0)
CHART = {1901: (6, 6, 5, 5, 5, 0, 0), 1902: COUNTS}
CALL = "Scoring_system,E{0}:E{1},F{0}:F{1},G{0}:G{1},H{0}:H{1},Scoring_options,$I$1:$X$1,I{0}:X{1}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Two boards of the same counts: one with facts beside it, known by its chart alone, and one without."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Games"
    sheet.append(["Round", "Board", "Power", "Player", "Centres", "Draw", "Eliminated", "Year"])
    for column, heading in enumerate(["Docked", "Override", None, "New player", *CHART], 9):
        sheet.cell(1, column).value = heading
    for board, top in enumerate((2, 9)):
        for seat, power in enumerate(POWERS):
            row: list[Any] = [1, board, power, f"{power} {board}", COUNTS[seat] if board else None]
            if not board:
                row += [None, None, None, DOCKED[seat] or None, None, None, None]
                row += [counts[seat] for counts in CHART.values()]
            for column, value in enumerate(row, 1):
                sheet.cell(top + seat, column).value = value
        call = CALL.format(top, top + 6)
        sheet[f"Y{top}"] = ArrayFormula(f"Y{top}:Y{top + 6}", f"=DIP_SCORE({call})")
        sheet[f"Z{top}"] = f"=DIP_CHECK({call})"
    setup = book.create_sheet("Setup")
    setup["A1"] = "SOS"
    for name, cells in {"Scoring_system": "$A$1", "Scoring_options": "$A$3:$H$9"}.items():
        book.defined_names[name] = DefinedName(name, attr_text=f"Setup!{cells}")
    compare = book.create_sheet("Compare")
    compare["A1"] = ArrayFormula("A1:C16", "=DIP_COMPARE(Games!A1:X15,Setup!J1:K4)")
    for n, row in enumerate((["SOS", None], ["SHARE", None], ["rows", 16]), 1):
        setup[f"J{n}"], setup[f"K{n}"] = row
    return saved(book, tmp_path)


def test_a_games_sheet_and_the_comparison_over_it(path: Path) -> None:
    assert rebuild(path).not_computed == ()
    gone = [None] * 4 + [1902, 1901, 1901]
    charted = Board(COUNTS, docked=DOCKED, year=1902, chart=CHART, eliminated=gone)
    assert values(path, "Games", "Y2:Y8") == [as_double(exact) for exact in score("SOS", charted)]
    assert values(path, "Games", "Y9:Y15") == [as_double(exact) for exact in score("SOS", Board(COUNTS))]
    read = "OK: stopped by the clock, survivors Austria, England, France, Germany"
    assert values(path, "Games", "Z2") == [f"{read}, 1902. Note: Austria is docked 2 centres: 8 scored."]
    assert values(path, "Games", "Z9") == [f"{read}."]
    table = openpyxl.load_workbook(path, data_only=True)["Compare"]
    rows = [[cell or "" for cell in row] for row in table.iter_rows(values_only=True)]
    assert rows[:2] == [["Player", "SOS", "SHARE"], ["Austria 1", 1, 1]]
    assert {row[0] for row in rows[1:15]} == {f"{power} {board}" for power in POWERS for board in (0, 1)}
    assert rows[15:] == [["", "", ""]]
