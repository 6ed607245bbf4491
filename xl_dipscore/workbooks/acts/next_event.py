"""Make the next event's workbook from the last workbook: people, choices and looks stay, but no results."""

from collections.abc import Iterator
from pathlib import Path

from xl_dipscore.errors import At, WithNotes, join
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.system import System, find
from xl_dipscore.sheets.calculate.google import restore_formulas
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.target import check_free
from xl_dipscore.tables.cells.roster import roster_word
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.acts.new import NoSystemCell, as_workbook, name_event, put_new, start
from xl_dipscore.workbooks.acts.rebuild_data import Report
from xl_dipscore.workbooks.layout.boards import Boards
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.marks import sheets_of_results
from xl_dipscore.workbooks.layout.own import OwnBoard
from xl_dipscore.workbooks.layout.pages import TOPS_DRAWN
from xl_dipscore.workbooks.layout.roster import PlayerList
from xl_dipscore.workbooks.layout.setup import EVENT, OVER, SYSTEM, YEAR, Setup

STAYS = frozenset({"round", "board", "power", "weight"})
"""The columns that the next event keeps: the identity and the weight of a board, but no results."""
ANY_YEAR = 'IF(Last_year="","",Last_year)'
"""The formula in the cells for the year of a board. A person may type a year over the formula."""


def create_next(
    last: Path,
    path: Path,
    system: System | None = None,
    *,
    name: str | None = None,
    rounds: int | None = None,
    boards: int | None = None,
) -> Report:
    """Make the workbook of the next event from the workbook `last`. The notes tell what was cleared or kept.

    Results, players at boards, attendance and the sheet Log are cleared. An argument None changes nothing.
    Raises Faults, and then writes nothing.
    """
    check_free(path)
    package, notes = next_of(Package.read(last), path, system, name=name, rounds=rounds, boards=boards)
    return put_new(package, path, notes=notes)


def next_of(
    package: Package,
    path: Path,
    system: System | None = None,
    *,
    name: str | None = None,
    rounds: int | None = None,
    boards: int | None = None,
) -> WithNotes[Package]:
    """Make the next event's workbook in memory, for `path`. Returns the workbook and notes. Raises Faults."""
    notes, setup = [*_clear_last_event(package)], Setup(package)
    if system is None and rounds is None and boards is None:
        as_workbook(package, path)
        notes += restore_formulas(package, FUNCTIONS)
    else:
        if setup.area(SYSTEM) is None:
            raise NoSystemCell(file=package.name)
        system = system or find(str(setup.value(SYSTEM)))
        package, further = start(package, system, path, rounds=rounds, boards=boards)
        setup, notes = Setup(package), [*notes, *further]
    notes += name_event(package, name)
    home = setup.area(EVENT)
    if name is None and home is not None and not is_blank(called := setup.value(EVENT)):
        notes.append(f"It is still called {called}: type its new name on {home.sheet}.")
    return WithNotes(package, notes)


def _clear_last_event(package: Package) -> Iterator[str]:
    """Clear the contents of the last event. Yield sentences on cleared and kept contents."""
    event = EventIn(package)
    found, beside = event.boards.check(), event.unread
    played = sum(not slot.free for slot in found.slots)
    homes = (slot.sheet if isinstance(slot, OwnBoard) else slot.home.name for slot in found.slots)
    known = {*sheets_of_results(event.file), *event.setup.sheets, found.map, *homes}
    for place in dict.fromkeys(_cells_of_results(found)):
        _clear(package, place)
    if event.setup.area(YEAR) is not None:
        _restore_years(package, found)
    if event.setup.area(OVER) is not None:
        event.setup.write_named_cell(OVER, None)
    if event.setup.area(TOPS_DRAWN) is not None:
        event.setup.write_named_cell(TOPS_DRAWN, None)
    yield f"Cleared: {count_of(played, 'board')} with results, and the names on all boards."
    if (log := event.log) is not None and (entries := {*log.rows}):
        for row, column in [place for place in log.sheet.cells if place[0] in entries]:
            _clear(package, (log.sheet.name, row, column))
        yield f"Cleared: the sheet {log.sheet.name}."
    if (there := EventIn(package).any_roster) is not None:
        known.add(there.sheet.name)
        yield from _clear_player_list(package, there)
    if own := [name for name in package.sheet_names if name not in known]:
        yield f"Kept unchanged: {join(own)}."
    yield from map(str, beside)


def _cells_of_results(found: Boards) -> Iterator[At]:
    """The cells for results and for players at boards. Blank cells are included."""
    for home in found.sheets:
        rows = [row for row in home.rows if home.seat(row) is not None]
        for word in home.columns.keys() - STAYS:
            yield from ((home.name, row, home.columns[word]) for row in rows)
    for board in found.own:
        for word in board.places.keys() - STAYS:
            yield from board.cells(word)


def _restore_years(package: Package, found: Boards) -> None:
    """Restore the formula for the year of a board in cells where a person typed a year."""
    for home in found.sheets:
        column = home.columns.get("year", 0)
        for row in home.rows if column else ():
            if not home.is_computed(row, column) and home.seat(row) is not None:
                package.set_formula(home.name, address(row, column), ANY_YEAR)


def _clear_player_list(package: Package, there: PlayerList) -> Iterator[str]:
    """Clear attendance and scores on the player list. Yield sentences on cleared and kept columns."""
    name = there.sheet.name
    gone: list[str] = []
    kept: list[str] = []
    for column, title in sorted(there.titles.items()):
        typed = [(name, row, column) for row in there.rows if _is_typed(package, name, row, column)]
        word = roster_word(title)
        goes = isinstance(word, int) or word == "score"
        if typed:
            (gone if goes else kept).append(title)
        for place in typed if goes else ():
            _clear(package, place)
    if gone:
        yield f"Cleared on {name}: {join(gone)}."
    yield f"Kept: {count_of(len(there.players_with_rows), 'player')}{f', with {join(kept)}' if kept else ''}."


def _clear(package: Package, place: At) -> None:
    if _is_typed(package, *place):
        sheet, row, column = place
        package.set_value(sheet, address(row, column), None)


def _is_typed(package: Package, sheet: str, row: int, column: int) -> bool:
    page = package.sheet(sheet)
    cell = page.cells.get((row, column))
    return cell is not None and cell.has_content and not page.is_computed(row, column)
