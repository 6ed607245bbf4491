"""The menu items "Check" and "Explain This Score"."""

from collections.abc import Sequence

from xl_dipscore.errors import IS_IT_WRONG, At, Fault, group_by_key
from xl_dipscore.rules.board import POWERS, SEATS
from xl_dipscore.rules.points import Line, text
from xl_dipscore.rules.tournament import Problem
from xl_dipscore.sheets.xlsx.book import EditableBook
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import Slot
from xl_dipscore.workbooks.layout.own import OwnBoard, value_at
from xl_dipscore.workbooks.layout.setup import EXPLAIN
from xl_dipscore.workbooks.live.menu import Done, Selected, item


@item("Check", order=120, picture="Spelling")
def check(event: EventIn, *, at: Selected | None = None) -> Done:
    """Select the cell of the first problem and say what is wrong; press it again for the next problem."""
    found = [Problem(one) for one in event.season.problems] if event.circuit else event.problems
    count = len(found)
    said = group_by_key(
        (
            _cell_to_select(event.book, one.fault.cells),
            (f"{n} of {count}: " if count > 1 else "") + one.full_text,
        )
        for n, one in enumerate(found, 1)
    )
    if not said:
        return Done(said=["Nothing is wrong."])
    places = [*said]
    here = places.index(at[:3]) if at is not None and at[:3] in places else -1
    place = places[(here + 1) % len(places)]
    return Done(said=said[place], go=Selected(*place))


def _cell_to_select(book: EditableBook, cells: Sequence[At]) -> At:
    """The first cell of `cells` that is not blank, or else the first; in a merged area, its top left cell."""
    sheet, row, column = next((at for at in cells if not is_blank(value_at(book, at))), cells[0])
    merged = (area for area in book.sheet(sheet).merged_areas if area.contains((row, column)))
    return next(((sheet, area.top, area.left) for area in merged), (sheet, row, column))


class NoBoardHere(Fault):
    """No board with results is selected. Select a cell of one first."""


@item("Explain This Score", order=130, picture="FunctionWizard")
def explain(event: EventIn, *, at: Selected) -> Done:
    """Show how the selected board's scores and its player's total are made: on the sheet Explain, if any."""
    slot = next((one for one in event.boards.check().slots if _is_around(one, at)), None)
    if slot is None:
        raise NoBoardHere
    there = {name: word for name, word in EXPLAIN.items() if event.setup.area(name) is not None}
    if isinstance(slot, OwnBoard) or not there:
        return Done(table=_lines(event, slot), said=[IS_IT_WRONG])
    what = {"round": slot.round, "board": slot.board, "player": slot.home.value(at.row, "player")}
    for name, word in there.items():
        event.setup.write_named_cell(name, what[word])
    area = event.setup.area(next(iter(there)))
    assert area is not None
    return Done(go=Selected(area.sheet, area.top, area.left))


def _is_around(board: Slot | OwnBoard, at: Selected) -> bool:
    """Is the cell `at` in a row of a games list's board, or in the block that another board's cells span?"""
    if isinstance(board, Slot):
        return board.home.name == at.sheet and at.row in board.rows
    cells = [cell for its in board.places.values() for cell in its]
    sheets, rows, columns = zip(*cells, strict=True)
    inside = min(rows) <= at.row <= max(rows) and min(columns) <= at.column <= max(columns)
    return at.sheet in sheets and inside


def _lines(event: EventIn, board: Slot | OwnBoard) -> list[list[str]]:
    """A table of a board's scores: headings, a row for each kind of points, totals. Raises NoBoardHere."""
    points = next((points for game, points in event.points() if board.holds(game)), None)
    if points is None:
        raise NoBoardHere
    lines = (*points.not_added, *points.lines, Line("Total", points.totals))
    rows = [
        [one.label, *("" if seat in points.untold else text(one.amounts[seat]) for seat in SEATS)]
        for one in lines
    ]
    return [[event.system.key, *POWERS], *rows]
