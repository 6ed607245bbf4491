"""A season's table follows the circuit's rule from the places, in every spreadsheet program."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.tables.native.engines import ALL, at, in_each, missing
from tests.tables.native.test_plain_read import faults_of
from tests.workbooks.test_season import OWN, expected, made, some_events
from xl_dipscore.rules.circuit import find_circuit
from xl_dipscore.sheets.xlsx.package import Package

pytestmark = [pytest.mark.native, pytest.mark.usefixtures("new_books")]
CASES = {"TDF": {}, "BISMARK": {}, "NADF2010": {}, "CUSTOMCIRCUIT": OWN, "LONDON": {"total": "London Open"}}


@pytest.mark.skipif(bool(missing(ALL)), reason=missing(ALL))
def test_programs_agree_with_the_rule(tmp_path: Path) -> None:
    books, totals = [], []
    for seed, (name, options) in enumerate(CASES.items()):
        key = "CUSTOMCIRCUIT" if name == "LONDON" else name
        (folder := tmp_path / name).mkdir()
        events = some_events(6, seed)
        book = made(folder, events, key, options)
        package = Package.read(book)
        if find_circuit(key).least_boards:  # two rounds of two boards each are too few
            for row in range(7, 13):
                package.set_value("Events", f"I{row}", "Yes")
            package.write(book)
        books.append(book.rename(tmp_path / f"{name}.xlsx"))
        totals.append(expected(key, events, options, every=True))
    for book, wanted, computed in zip(
        books, totals, in_each(books, tmp_path / "lo", ["Season"], ALL), strict=True
    ):
        for program, sheets in computed.items():
            rows = sheets["Season"]
            there = {at(rows, row, 2): at(rows, row, 3) for row in range(7, 60) if at(rows, row, 2)}
            assert there == pytest.approx({name: float(one) for name, one in wanted.items()}), (book, program)


def test_its_formulas_are_plain(tmp_path: Path) -> None:
    book = openpyxl.load_workbook(made(tmp_path, some_events(2)))
    formulas = {cell.value for sheet in book for row in sheet for cell in row}
    wrong = {fault for one in formulas if str(one).startswith("=") for fault in faults_of(one[1:])}
    assert wrong == set()
