"""Find formulas of ours that show an error in place of a result, or score or leave out other boards."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from xl_dipscore.errors import ERRORS, At, Doubt, Fault, Note, group_by_key, join_at_most
from xl_dipscore.rules.board import SEATS
from xl_dipscore.sheets.xlsx.book import Book, Page, value_in
from xl_dipscore.sheets.xlsx.cell import Cell
from xl_dipscore.sheets.xlsx.formula import Area, address, by_letters, calls, reference
from xl_dipscore.tables.cells.languages import Word
from xl_dipscore.tables.cells.values import is_blank, number
from xl_dipscore.workbooks.layout.compared import fault_of_compared
from xl_dipscore.workbooks.layout.games import GamesSheet, Slot, label
from xl_dipscore.workbooks.layout.ours import OURS


class FormulaShowsError(Fault, remedy="Correct the headings and cells that it reads."):
    """The formula in {sheet} {cell} shows {value} in place of a result."""


class CannotCompare(
    Note, remedy="Choose another system to compare, or leave it: nothing else depends on these cells."
):
    """{sheet} {cell} shows {value}, because {system} cannot score every board of this event."""


class ScoredButNotRead(
    Doubt,
    remedy="Head its round, board, powers and centres, or list it on a Map: dipscore template map.",
    in_menu="Head its round, board, powers and centres.",
):
    """The formula in {cell} scores {cells}, but no board is read there."""


class NotInStandings(
    Doubt, remedy="Insert rows within these cells for the board, or let the formula read its rows too."
):
    """Board {board} of round {round} is not in the standings: the formula in {cell} reads {area}."""


class WithoutFormulas(NotInStandings, remedy="Copy all formulas of another board's rows into its rows."):
    """Board {board} of round {round} is not in the standings: its rows have no formulas."""


class ScoreOfOthers(Doubt, remedy="Copy the formula of another board into the rows of this one."):
    """{cells}: the score is that of the board in rows {first} to {last}."""


_OfBoard = TypeVar("_OfBoard", bound=NotInStandings)


def formulas_without_result(book: Book) -> Iterator[Fault]:
    """Report the first cell with an error of each formula that calls one of our functions.

    In a comparison, an error below the name of a system is that system's answer.
    """
    for name in book.sheet_names:
        page = book.sheet(name)
        if not any(isinstance(cell.value, str) and cell.value in ERRORS for cell in page.cells.values()):
            continue
        reported: set[str] = set()
        formulas = {place: cell for place, cell in page.cells.items() if cell.formula}
        for (row, _), cell in sorted(formulas.items()):
            if cell.formula in reported:
                continue
            wrong = [at for at in _cells_of(cell) if _error_at(page, at)]
            if not wrong or not calls(cell.formula, OURS):
                continue
            firsts = {column: (row, column) for row, column in sorted(wrong, reverse=True)}
            faults = [_fault_at(page, cell, at) for at in sorted(firsts.values())]
            serious = [fault for fault in faults if fault.rank == "wrong"][:1]
            reported |= {cell.formula} if faults else set()
            for fault in serious or faults:
                fault.place = f"{name} row {row}"
                yield fault


def _fault_at(page: Page, cell: Cell, at: tuple[int, int]) -> Fault:
    """The fault of an error at a place that this cell's formula fills."""
    facts: dict[str, Any] = {"sheet": page.name, "cell": address(*at), "value": _error_at(page, at)}
    system = value_in(page, cell.row, at[1])
    answers = at[0] > cell.row and calls(cell.formula, _COMPARING) and not is_blank(system)
    fault: Fault = FormulaShowsError(**facts)
    if answers and system not in ERRORS:
        fault = fault_of_compared(system) or CannotCompare(system=system, **facts)
    return fault.locate([(page.name, *at)])


_COMPARING = by_letters(["DIP_COMPARE"])


def _cells_of(cell: Cell) -> Iterator[tuple[int, int]]:
    """The cells that a formula fills."""
    yield cell.row, cell.column
    if cell.kind == "array" and cell.area is not None:
        yield from cell.area.cells


def _error_at(page: Page, place: tuple[int, int]) -> str:
    value = value_in(page, *place)
    return value if isinstance(value, str) and value in ERRORS else ""


def not_in_standings(
    homes: Iterable[GamesSheet], standings: Iterable[tuple[At, Sequence[Area]]]
) -> Iterator[NotInStandings]:
    """Report boards with results in rows that no formula for the standings reads.

    standings: the cell of each formula, with the areas of its games. A formula that reads no headings of a
    list may have the games from elsewhere.
    """
    formulas = [*standings]
    if not all(areas for _, areas in formulas):
        return
    for home in homes:
        read = [(at, area) for at, its in formulas for area in its if _is_list(home, area)]
        for slot in home.slots if read else ():
            rows = range(min(slot.rows), max(slot.rows) + 1)
            if slot.free or any(area.top <= rows[0] and rows[-1] <= area.bottom for _, area in read):
                continue
            (sheet, *place), area = read[0]
            facts = {"cell": f"{sheet} {address(*place)}", "area": f"{home.name} {reference(area)}"}
            yield _fault_of_board(slot, NotInStandings, ["player"], **facts)


def without_formulas(homes: Iterable[GamesSheet]) -> Iterator[WithoutFormulas]:
    """Report boards with results, in a workbook of plain formulas, whose rows have no formula.

    Each row needs many: a board that is typed below the last one is counted nowhere.
    """
    for home in homes:
        computed = {row for (row, _), cell in home.sheet.cells.items() if cell.formula_xml}
        for slot in home.slots:
            if not slot.free and computed.isdisjoint(slot.rows):
                yield _fault_of_board(slot, WithoutFormulas, ["player", "score", "counts"])


def _fault_of_board(slot: Slot, kind: type[_OfBoard], words: Iterable[Word], **facts: Any) -> _OfBoard:
    """The fault of a board that the standings leave out. words: the columns with the cells of the fault."""
    first = min(slot.rows)
    fault = kind(board=label(slot.board), round=label(slot.round), **facts)
    fault.place = f"{slot.home.name} row {first}"
    cells = [at for word in words for at in slot.cells(word)]
    return fault.locate(cells or [(slot.home.name, first, 1)])


def _is_list(home: GamesSheet, area: Area) -> bool:
    """Does an area begin with the headings of the games list?"""
    return area.sheet == home.name and area.top <= home.header < area.bottom


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


def scores_of_others(found: Iterable[tuple[At, range]]) -> Iterator[ScoreOfOthers]:
    """Report scores that stand beside another board.

    found: the cell of each such score, and the rows that it is computed from.
    """
    groups = group_by_key(((at[0], rows), at) for at, rows in found)
    for (sheet, rows), cells in groups.items():
        fault = ScoreOfOthers(
            cells=join_at_most((address(*at[1:]) for at in cells), len(SEATS)), first=rows[0], last=rows[-1]
        )
        fault.place = f"{sheet} row {cells[0][1]}"
        yield fault.locate(cells)
