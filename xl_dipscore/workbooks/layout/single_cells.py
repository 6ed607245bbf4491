"""Find formulas of seven scores that show only the first, because they were entered with Enter alone."""

import re
from collections.abc import Iterator

from xl_dipscore.errors import Fault
from xl_dipscore.rules.board import SEATS
from xl_dipscore.sheets.xlsx.book import Book
from xl_dipscore.sheets.xlsx.cell import Cell
from xl_dipscore.sheets.xlsx.formula import Area, address, area_of, function_name, is_reference, reference
from xl_dipscore.workbooks.layout.ours import OURS


class OneScoreOfSeven(Fault):
    """The formula in {cell} gives seven scores but shows only the first. Select {area}, press F2, then \
Ctrl+Shift+Enter."""


_CALL = re.compile(r'([\w.]+_SCORE\()(?:"\w+",\s*)?([^,()]+)[^()]*\)', re.I)


def single_cells(book: Book) -> Iterator[Fault]:
    """Report the first formula of each column or row that shows only one of seven scores."""
    for name in book.sheet_names:
        cells = book.sheet(name).cells
        turned = {
            place: down for place, cell in cells.items() if cell.formula and (down := _score_direction(cell))
        }
        for (row, column), down in sorted(turned.items()):
            after = cells.get((row + down[0], column + down[1]))
            spilled = after is not None and not after.formula and after.value is not None
            if spilled or (row - down[0], column - down[1]) in turned:  # or a copy of the formula before
                continue
            seven = Area(name, row, column, row + 6 * down[0], column + 6 * down[1])
            cell_, cells_ = address(row, column), reference(seven)
            fault = OneScoreOfSeven(place=f"{name} row {row}", cell=cell_, area=cells_)
            yield fault.locate([(name, *place) for place in seven.cells])


def _score_direction(cell: Cell) -> tuple[int, int] | None:
    """The step from one score to the next, in rows and columns; None if the cell has no such formula."""
    if "SCORE(" not in cell.formula.upper() or cell.kind == "array" or cell.formula_xml.startswith("{"):
        return None
    call = _CALL.fullmatch(cell.formula.strip())
    if call is None or function_name(call[1][:-1], OURS) not in OURS.values() or not is_reference(call[2]):
        return None
    shape = area_of(call[2]).shape
    return {(len(SEATS), 1): (1, 0), (1, len(SEATS)): (0, 1)}.get(shape)
