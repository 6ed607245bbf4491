"""Where our functions of the whole list of games are called."""

from __future__ import annotations

from collections.abc import Iterator

from xl_dipscore.calculate.reader import Reader, Reading
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.sheet import Cell, Sheet

TABLES = frozenset({"DIP_STANDINGS", "DIP_AWARDS", "DIP_COMPARE"})
"""Functions of the whole list of games, whose arrays show a line a player."""
AWARDS = 8
"""Rows that hold the best of each country, and the header."""


def table_formulas(package: Package) -> Iterator[tuple[Sheet, Cell, Reading]]:
    """Every formula that calls a function of the whole list of games."""
    reader = Reader(package.sheet_names, package.defined_names, package.tables, TABLES)
    for name in package.sheet_names:
        sheet = package.sheet(name)
        for cell in sheet.cells.values():
            if "DIP" in cell.formula.upper():
                reading = reader.read(cell.formula, name, cell.row, cell.column)
                if reading.functions & TABLES:
                    yield sheet, cell, reading


def players_possible(seats: int, roster: int) -> int:
    """How many players there can be: as many as the list of players holds, if there is one."""
    return min(seats, roster) if roster else seats
