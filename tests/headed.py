"""Columns of the sheet Players in the tests' workbooks, found by heading: people may add one more."""

from xl_dipscore.sheets.xlsx.formula import column_letters
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.author.players import ROSTER_TOP


def columns_of_players(package: Package) -> dict[str, str]:
    """The letters of each column, by its heading."""
    cells = package.sheet("Players").cells.items()
    headings = {column: str(cell.value) for (row, column), cell in cells if row == ROSTER_TOP}
    return {heading: column_letters(column) for column, heading in sorted(headings.items())}
