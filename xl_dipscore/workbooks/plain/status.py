"""The status of a converted workbook: what is wrong in its games, and which sheets keep old values."""

from collections.abc import Sequence

from xl_dipscore.sheets.xlsx.formula import address, quote_sheet
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.pages import NOW_HIDDEN, ROUND_BEFORE
from xl_dipscore.workbooks.layout.setup import CLEAN, STATUS, Setup
from xl_dipscore.workbooks.layout.tables import NOW_SAYS

NOT_LIVE = "What you type no longer changes: {sheets}."
"""The sentence about sheets whose tables became values."""


def write_status(package: Package, page: str, cells: Sequence[str]) -> None:
    """Let the cell Status show the sentences in these cells of the sheet `page`, not the old problems."""
    if (cell := Setup(package).area(STATUS)) is None:
        return
    ref = address(cell.top, cell.left)
    if cells and CLEAN in package.cell(cell.sheet, ref).formula:
        shown = '&" "&'.join(f"{quote_sheet(page)}!{one}" for one in cells)
        shown = f"TRIM({shown})"
        package.set_formula(cell.sheet, ref, f'IF({shown}="","{CLEAN}",{shown})')


def hide_running_round(package: Package) -> None:
    """Let Print hide all scores during a round: plain formulas have no standings without that round."""
    if (cell := Setup(package).area(NOW_SAYS)) is None:
        return
    ref = address(cell.top, cell.left)
    formula = package.cell(cell.sheet, ref).formula
    if f'"{ROUND_BEFORE}"' in formula:
        new = formula.replace(f'"{ROUND_BEFORE}"', f'"{NOW_HIDDEN}"')
        package.set_formula(cell.sheet, ref, new, package.value(cell.sheet, ref))
