"""Weights typed as text in plain formulas: LibreOffice and IronCalc take them apart as we do."""

from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils import get_column_letter as letter

from tests.tables.native.engines import in_each, missing
from xl_dipscore.tables.cells.values import fraction
from xl_dipscore.tables.native.columns import PlacedColumns
from xl_dipscore.tables.native.facts import facts

pytestmark = [pytest.mark.native, pytest.mark.skipif(bool(missing()), reason=missing())]
READ = [
    *("2/3", "8/9*6/7", " 2 / 3 ", "8/9 * 6/7", "8/9×6/7", "2/3*6/7*5/7", "6*2/3", "2/3*2", "00012/3", "0/3"),
    *("2", "0", "0.5", "0,5", ".5", "5.", "12.25"),
]
REFUSED = [
    *("1/0", "2/", "/3", "2//3", "2/3/4", "*2", "-2/3", "-1", "2 3/4", "1.5/2", ".", "1,000,000", "2**3"),
    *("2-Mar", "03/02/2026", "1e3", "10%", "$2", "(2)", "two", "½", "x"),
]


def test_every_program_takes_a_text_apart_as_we_do(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["weight"])
    columns = [one for one in facts(["weight"], "0", "") if one.name.startswith("weigh")]
    letters = {"weight": "A"} | {one.name: letter(n) for n, one in enumerate(columns, 2)}
    for row, typed in enumerate([*READ, *REFUSED, -1, 46056, "46056", 2, 0.25, None], 2):
        cell = sheet.cell(row, 1, typed)
        if isinstance(typed, str):
            cell.data_type, cell.number_format = "s", "@"
        for n, one in enumerate(columns, 2):
            sheet.cell(row, n, "=" + PlacedColumns(letters, 100).formula(one.text, row))
    path = tmp_path / "weights.xlsx"
    book.save(path)
    for programs in in_each([path], tmp_path / "office", [sheet.title]):
        for program, sheets in programs.items():
            got = [row[len(columns)] for row in sheets[sheet.title][1:]]
            read = [float(fraction(typed)) for typed in READ]
            assert got[: len(READ)] == pytest.approx(read, rel=1e-12), program
            refused = got[len(READ) : len(READ) + len(REFUSED)]
            assert refused == ["?"] * len(REFUSED), program
            assert all(fraction(typed) is None or fraction(typed) < 0 for typed in REFUSED)
            assert got[-6:-1] == ["?", "day", "day", 2, 0.25], program
            assert got[-1] in (None, ""), program
