"""The menu items "Check" and "Explain This Score"."""

from collections.abc import Sequence

from xl_dipscore.errors import IS_IT_WRONG, At, Fault
from xl_dipscore.rules.board import POWERS, SEATS
from xl_dipscore.rules.points import Line, text
from xl_dipscore.rules.tournament.problem import Problem
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
    problems = [Problem(one) for one in event.season.problems] if event.circuit else event.problems
    if not problems:
        return Done(said=["Nothing is wrong."])
    sentences: dict[At, list[str]] = {}
    for n, one in enumerate(problems, 1):
        place = _cell_to_select(event.book, one.fault.cells)
        number = f"{n} of {len(problems)}: " if len(problems) > 1 else ""
        sentences.setdefault(place, []).append(number + one.text_without_commands)
    places = [*sentences]
    selected = -1
    if at is not None and at[:3] in places:
        selected = places.index(at[:3])
    following = places[(selected + 1) % len(places)]
    return Done(said=sentences[following], go=Selected(*following))


def _cell_to_select(book: EditableBook, cells: Sequence[At]) -> At:
    """The first cell of `cells` that is not blank, or else the first; in a merged area, its top left cell."""
    filled = (at for at in cells if not is_blank(value_at(book, at)))
    sheet, row, column = next(filled, cells[0])
    for area in book.sheet(sheet).merged_areas:
        if area.contains((row, column)):
            return sheet, area.top, area.left
    return sheet, row, column


class NoBoardHere(Fault):
    """No board with results is selected. Select a cell of one first."""


@item("Explain This Score", order=130, picture="FunctionWizard")
def explain(event: EventIn, *, at: Selected) -> Done:
    """Show how the selected board's scores and its player's total are made: on the sheet Explain, if any."""
    slot = next((one for one in event.boards.check().slots if _is_around(one, at)), None)
    if slot is None:
        raise NoBoardHere
    areas = {name: area for name in EXPLAIN if (area := event.setup.area(name)) is not None}
    if isinstance(slot, OwnBoard) or not areas:
        return Done(table=_lines(event, slot), said=[IS_IT_WRONG])
    player = slot.home.value(at.row, "player")
    what = {"round": slot.round, "board": slot.board, "player": player}
    for name in areas:
        event.setup.write_named_cell(name, what[EXPLAIN[name]])
    first = next(iter(areas.values()))
    return Done(go=Selected(first.sheet, first.top, first.left))


def _is_around(board: Slot | OwnBoard, at: Selected) -> bool:
    """Is the cell `at` in a row of a games list's board, or in the block that another board's cells span?"""
    if isinstance(board, Slot):
        return board.home.name == at.sheet and at.row in board.rows
    cells = [cell for its in board.places.values() for cell in its]
    sheets, rows, columns = zip(*cells, strict=True)
    if at.sheet not in sheets:
        return False
    in_rows = min(rows) <= at.row <= max(rows)
    in_columns = min(columns) <= at.column <= max(columns)
    return bool(in_rows and in_columns)


def _lines(event: EventIn, board: Slot | OwnBoard) -> list[list[str]]:
    """A table of a board's scores: headings, a row for each kind of points, totals. Raises NoBoardHere."""
    points = next((points for game, points in event.points() if board.holds(game)), None)
    if points is None:
        raise NoBoardHere
    table = [[event.system.key, *POWERS]]
    for line in (*points.not_added, *points.lines, Line("Total", points.totals)):
        amounts = ["" if seat in points.untold else text(line.amounts[seat]) for seat in SEATS]
        table.append([line.label, *amounts])
    return table
