"""Find formulas of ours that show an error in place of a result, or score cells that are read as no board."""

from collections.abc import Iterable, Iterator

from xl_dipscore.errors import ERRORS, At, Doubt, Fault
from xl_dipscore.sheets.xlsx.book import Book, Page, value_in
from xl_dipscore.sheets.xlsx.cell import Cell
from xl_dipscore.sheets.xlsx.formula import Area, address, calls, reference
from xl_dipscore.tables.cells.values import number
from xl_dipscore.workbooks.layout.ours import OURS


class FormulaShowsError(Fault, remedy="Correct the headings and cells that it reads."):
    """The formula in {cell} shows {value} in place of a result."""


class ScoredButNotRead(
    Doubt, remedy="Head its round, board, powers and centres, or list it on a Map: dipscore template map."
):
    """The formula in {cell} scores {cells}, but no board is read there."""


def formulas_without_result(book: Book) -> Iterator[Fault]:
    """Report the first cell with an error of each formula that calls one of our functions."""
    for name in book.sheet_names:
        page = book.sheet(name)
        reported: set[str] = set()
        for (row, _), cell in sorted(page.cells.items()):
            if cell.formula in reported or not calls(cell.formula, OURS):
                continue
            wrong = next((at for at in _cells_of(cell) if _error_at(page, at)), None)
            if wrong is not None:
                reported.add(cell.formula)
                fault = FormulaShowsError(cell=address(*wrong), value=_error_at(page, wrong))
                fault.place = f"{name} row {row}"
                yield fault.locate([(name, *wrong)])


def _cells_of(cell: Cell) -> Iterator[tuple[int, int]]:
    """The cells that a formula fills."""
    yield cell.row, cell.column
    if cell.kind == "array" and cell.area is not None:
        yield from cell.area.cells


def _error_at(page: Page, place: tuple[int, int]) -> str:
    value = value_in(page, *place)
    return value if isinstance(value, str) and value in ERRORS else ""


def scored_but_not_read(
    book: Book, scored: Iterable[tuple[At, Area]], read: Iterable[At]
) -> Iterator[ScoredButNotRead]:
    """Report counts that a formula scores, though no board has them.

    scored: the cell of each formula for scores, with the area of its counts. read: the cells of all boards.
    """
    known = set(read)
    for at, area in scored:
        cells = [(area.sheet, row, column) for row, column in area.cells]
        counted = any(number(value_in(book.sheet(area.sheet), *place)) is not None for _, *place in cells)
        if counted and known.isdisjoint(cells):
            fault = ScoredButNotRead(cell=address(*at[1:]), cells=reference(area))
            fault.place = f"{at[0]} row {at[1]}"
            yield fault.locate([at])
