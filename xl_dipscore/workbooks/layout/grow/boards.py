"""Add boards to a workbook before its last board, and lengthen the tables that depend on the boards."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from xl_dipscore.errors import Fault, WithNotes
from xl_dipscore.rules.board import count_of
from xl_dipscore.sheets.calculate.reader import Reader
from xl_dipscore.sheets.xlsx.book import EditableBook, value_in
from xl_dipscore.sheets.xlsx.formula import ROWS, Area, address
from xl_dipscore.sheets.xlsx.moves import Insertion
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.values import is_blank, number
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import GamesSheet, is_headed, label
from xl_dipscore.workbooks.layout.grow.paper import fit_lists
from xl_dipscore.workbooks.layout.grow.plan import Growth, stands_apart, table_columns
from xl_dipscore.workbooks.layout.grow.shown import add_board_pieces, lengthen_lists, lengthen_rounds
from xl_dipscore.workbooks.layout.setup import ROSTER, Setup, option_word
from xl_dipscore.workbooks.layout.tables import (
    AWARDS,
    OF_SEATS,
    TABLES,
    ShownTable,
    players_possible,
    table_formulas,
)

WIDEST_GAP = 3
"""Rows between two boards are copied along with a new board if they are at most this many."""
NewBoards = Mapping[int, int]
"""The number of new boards, by the number of the sheet's boards before them."""


class InTheWay(Fault):
    """{file} has {slots} of seven rows but needs {needed}, and {what} is in the way on {sheet}. Move that \
to another sheet."""


def with_more_boards(
    event: EventIn, more: Mapping[str, int | NewBoards], *, a_round: int | None = None, players: int = 0
) -> WithNotes[EventIn]:
    """A copy of a workbook with more boards on its sheets, and notes on tables that could not grow.

    more: new boards by sheet. If only a number is given, they go before the last board that is not a Final.
    a_round: boards per round. The list of players grows in proportion to it; if None, to all boards.
    players: the list of players gets room for at least this many.
    Raises InTheWay.
    """
    homes = [home for home in event.sheets if home.slots]
    new = {home.name: _before_the_last(home, more.get(home.name, 0)) for home in homes}
    count = sum(sum(places.values()) for places in new.values())
    if not count and not players:
        return WithNotes(event, [])
    growth = Growth(event, [])
    there = sum(len(home.slots) for home in homes)
    for home in homes:
        its = [*_boards(home, new[home.name])]
        if what := _find_torn_table(home, its) or growth.plan_insertions(*its):
            slots, needed = count_of(there, "board"), there + count
            raise InTheWay(file=event.book.name, slots=slots, needed=needed, sheet=home.name, what=what)
    seats = 7 * there, 7 * (there + count)
    rosters = _roster(growth, max(_room(event, homes, count, a_round), players))
    were, are = map(players_possible, seats, rosters)
    rows = [_lengthen_tables(growth, home, seats, (were, are)) for home in homes]
    if event.setup.plain:
        _plain_tables(growth, max(were, are))
    for home in homes if count else ():
        add_board_pieces(growth, home, new[home.name])
    lengthen_rounds(growth, a_round if a_round and count else 0)
    made = growth.make_grown_copy()
    raise_option(made.setup, "rows", max(rows, default=0))
    _raise_own(made)
    fit_lists(made, a_round)
    # Read the workbook again: then the sheet Log does not record the options, and undo keeps them.
    return WithNotes(EventIn(made.file.reread()), growth.notes)


def _before_the_last(home: GamesSheet, wanted: int | NewBoards) -> NewBoards:
    if isinstance(wanted, int):
        last = max((n for n, one in enumerate(home.slots) if not is_headed(one.round, "final")), default=0)
        wanted = {max(1, last): wanted}
    return {before: times for before, times in wanted.items() if times > 0}


def _room(event: EventIn, homes: Iterable[GamesSheet], count: int, a_round: int | None) -> int:
    """The rows that the list of players needs in proportion to the boards; 0 without a list."""
    area = event.setup.area(ROSTER)
    slots = [slot for home in homes for slot in home.slots]
    if area is None or not slots:
        return 0
    before, after = len(slots), len(slots) + count
    rounds = Counter(label(slot.round) for slot in slots if not is_blank(slot.round))
    if a_round is not None and rounds:
        before, after = max(rounds.values()), a_round
    return -(-(area.bottom - area.top + 1) * after // before)


def _lengthen_tables(
    growth: Growth, home: GamesSheet, seats: tuple[int, int], players: tuple[int, int]
) -> int:
    """Lengthen our tables that read the games of a sheet. Returns the rows that the largest table needs."""
    rows = 0
    for area, called in _results_arrays(growth.event, home):
        needed = _rows_needed(called, area, seats, players[1])
        rows = max(rows, needed)
        few = called == {"DIP_AWARDS"}  # the best of seven countries: its other lines are spare
        growth.lengthen(area._replace(top=area.top + 1), needed - 1, computed=True, printed=not few)
        if "DIP_STANDINGS" in called:
            lengthen_lists(growth, area._replace(top=area.top + 1), "", players)
    return rows


def _boards(home: GamesSheet, places: NewBoards) -> Iterator[Insertion]:
    """The insertions of new boards. Each board includes the rows between it and the next board."""
    slots = home.slots
    across = table_columns(home.sheet, home.header, home.columns.values())
    band = across if stands_apart(home.sheet, home.header, across) else None
    typed = {column: word == "power" for word, column in home.columns.items()}
    for before, times in places.items():
        top, bottom = min(slots[before - 1].rows), max(slots[before - 1].rows)
        below = min(slots[before].rows) if before < len(slots) else bottom + 1
        at = below if below - bottom - 1 <= WIDEST_GAP else bottom + 1
        yield Insertion(home.name, at, at - top, times, len(slots), before, across, typed, band=band)


def _find_torn_table(home: GamesSheet, new: Iterable[Insertion]) -> str:
    """Words for a table that would tear if only the list's columns got new rows; empty if there is none."""
    held = {place for place, cell in home.sheet.cells.items() if cell.has_content}
    for one in new:
        edges = () if one.band is None else (one.band.start, one.band.stop)
        if any(row >= one.at and (row, n - 1) in held for n in edges for row, at in held if at == n):
            return "the table below"
    return ""


def _roster(growth: Growth, room: int) -> tuple[int, int]:
    """Lengthen the list of players. Returns its numbers of rows before and after; 0, 0 without a list."""
    area = growth.event.setup.area(ROSTER)
    if area is None:
        return 0, 0
    size = area.bottom - area.top + 1
    if area.bottom == ROWS or room <= size:
        return size, size
    sheet = growth.package.sheet(area.sheet)
    columns = table_columns(sheet, area.top - 1, [area.left])
    growth.lengthen(area, room, columns, dict.fromkeys(columns, False))
    lengthen_lists(growth, area, ROSTER, (size, room))
    return size, room


def _results_arrays(event: EventIn, home: GamesSheet) -> Iterator[tuple[Area, set[str]]]:
    """For each of our array formulas that read all games of a sheet: its area, and the functions it calls."""
    top = min(home.slots[0].rows)
    bottom = max(row for slot in home.slots for row in slot.rows)
    for sheet, cell, reading in event.shown_tables:
        covers = (
            area.sheet == home.name and area.top <= top and area.bottom >= bottom for area in reading.areas
        )
        if cell.kind == "array" and not cell.dynamic and cell.area is not None and any(covers):
            yield cell.area._replace(sheet=sheet.name), reading.functions & TABLES


def _plain_tables(growth: Growth, players: int) -> None:
    """Lengthen standings of plain formulas, and tables on other sheets with a row for each of their lines."""
    event, package = growth.event, growth.package
    ranked, best = event.standings_shown, event.best_shown
    tables = [one for one in (ranked, best) if one is not None]
    there = len(tables[0].lines) if tables else 0
    for table in tables if there > 1 else ():
        if len(table.lines) != there:
            continue
        first, last = (dict(_cells_read(package, table, row)) for row in (table.lines[0], table.lines[-1]))
        for name, top in first.items():
            if last.get(name) == top + there - 1:
                across = table_columns(package.sheet(name), top - 1, [1])
                growth.lengthen(Area(name, top, across[0], last[name], across[-1]), players, across)
        growth.lengthen(table.area, players, printed=table is ranked)
        lengthen_lists(growth, table.area, "", (there, players))


def _cells_read(package: Package, table: ShownTable, row: int) -> Iterator[tuple[str, int]]:
    """The sheet and the row of each single cell on another sheet to which a line of a table refers."""
    reader = Reader(package, ())
    for column in table.columns.values():
        cell = table.sheet.cells.get((row, column))
        if cell is not None and cell.formula:
            areas = reader.read(cell.formula, table.sheet.name, row, column).areas
            yield from ((one.sheet, one.top) for one in areas if one.single and one.sheet != table.sheet.name)


def _rows_needed(called: set[str], area: Area, seats: tuple[int, int], players: int) -> int:
    """The rows of a table with its headings: one per seat if it had so many before, else one per player."""
    rows = area.bottom - area.top + 1
    if rows > seats[0]:
        return seats[1] + 1
    if called == {"DIP_AWARDS"}:
        return max(rows, AWARDS)
    return max(rows, players + 1)


def raise_option(setup: Setup, option: str, size: int) -> None:
    """Raise the option `rows` or `columns` to `size`. Empty text fills our tables up to that size."""
    if (place := setup.option_cell(option)) is not None:
        _raise_value(setup.book, *place, size)


def _raise_own(event: EventIn) -> None:
    """Raise the option `rows` also in cells on a table's own sheet that the table's function reads."""
    for sheet, cell, reading in (*event.table_formulas, *table_formulas(event.book, OF_SEATS)):
        if cell.kind != "array" or cell.dynamic or cell.area is None:
            continue
        its = (place for area in reading.areas if area.sheet == sheet.name for place in area.cells)
        for row, column in its:
            if option_word(value_in(sheet, row, column)) == "rows":
                _raise_value(event.book, sheet.name, address(row, column + 1), cell.area.shape[0])


def _raise_value(book: EditableBook, sheet: str, ref: str, size: int) -> None:
    now = number(book.value(sheet, ref))
    if now is not None and now < size and not book.cell(sheet, ref).formula_xml:
        book.set_value(sheet, ref, size)
