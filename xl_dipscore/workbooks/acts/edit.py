"""The one door for acts that change typed cells: an act returns an Edit, and the door carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from xl_dipscore.errors import At
from xl_dipscore.sheets.xlsx.book import Page
from xl_dipscore.sheets.xlsx.cell import Cell
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.log import (
    Act,
    Content,
    OldFormula,
    add_log_entry,
    replaced_cells,
    set_cells,
)
from xl_dipscore.workbooks.acts.rebuild import compute_and_write
from xl_dipscore.workbooks.acts.rebuild_data import Report
from xl_dipscore.workbooks.layout.event import EventIn

Grown = tuple[EventIn, list[str]]
"""The event with more room, and notes on parts of the workbook that could not grow."""


@dataclass(frozen=True)
class Room:
    """Boards, rows or columns that a workbook lacks. Only a file gets them, never an open workbook."""

    why: str
    """The sentence that says what is lacking."""
    make: Callable[[EventIn], Grown]
    boards: int = 0
    """The number of boards that `make` adds. The sheet Log records it."""


@dataclass(frozen=True)
class Edit:
    """The changes that an act wants. An act only returns it; `carry_out` makes the changes."""

    cells: Mapping[At, Content] = field(default_factory=dict)
    """New values and formulas, by cell. None empties a cell."""
    shows: Sequence[str] = ()
    """Hidden sheets to show."""
    act: Act | None = None
    """The entry for the sheet Log; None if nothing is recorded."""
    named: Sequence[str] = ()
    """As in LogEntry."""
    notes: Sequence[str] = ()
    """Sentences about the changes."""
    did: str = ""
    """As in Report."""
    idle: bool = False
    """Did the act find nothing to do? Then a file without changes is not computed."""
    room: Room | None = None
    """Room to make first. Such an edit has no cells: `then` finds them once the room is there."""
    then: Callable[[EventIn, Sequence[str]], Any] = lambda event, notes: Edit(notes=notes)
    """Returns the edit of the event with more room. It gets the notes of `Grown`."""


E = TypeVar("E", bound=Edit)


class CarriedOut(NamedTuple, Generic[E]):
    """An event after an edit, and the edit with all its cells and notes."""

    event: EventIn
    edit: E


def carry_out(event: EventIn, edit: E) -> CarriedOut[E]:
    """Make an edit's changes in memory: make room, set the cells, and record the changes on the sheet Log.

    Returns the event as it is now, and the edit with all its cells and notes. An open workbook gets no room.
    """
    added = 0
    if edit.room is not None:
        notes: Sequence[str] = ()
        if isinstance(event.book, Package):
            added = edit.room.boards
            event, notes = edit.room.make(event)
        edit = edit.then(event, notes)
    before = replaced_cells(event.book) if edit.act is not None else {}
    for name in edit.shows:
        event.book.show(name)
    set_cells(event.book, edit.cells)
    event = event.anew()
    logged = add_log_entry(event, edit.act, before, added=added, named=edit.named)
    return CarriedOut(event, replace(edit, notes=(*edit.notes, *logged)))


def change_file(path: Path, act: Callable[[EventIn], Edit], event: EventIn | None = None) -> Report:
    """Carry out an act on a workbook's file, compute the workbook, and replace the file in one step.

    event: the event in the file, if it has been read already. Raises Faults, and then writes nothing.
    """
    event = event or EventIn(Package.read(path))
    event.file.check_writable()
    return write_edit(event, path, act(event))


def write_edit(event: EventIn, path: Path, edit: Edit) -> Report:
    """As `change_file`, for an event that was read from the file, and an edit of this event."""
    old = event.file.to_bytes()
    event, edit = carry_out(event, edit)
    if edit.idle and event.file.to_bytes() == old:
        notes = (*edit.notes, f"{path} was not changed.")
        return Report(path, (), (), 0.0, notes, problems=event.problem_lines)
    return compute_and_write(event, path, edit.did, edit.notes, old=old)


class EditedPage:
    """A worksheet as it will be once the values of an edit are set."""

    def __init__(self, page: Page, cells: Mapping[At, Content]) -> None:
        self._page = page
        self.name, self.date1904 = page.name, page.date1904
        after = dict(page.cells)
        for (sheet, *at), content in cells.items():
            if sheet == page.name:
                row, column = at
                after[row, column] = _cell(row, column, content)
        self.cells: Mapping[tuple[int, int], Cell] = after

    @property
    def merged_areas(self) -> Sequence[Area]:
        return self._page.merged_areas

    def is_covered(self, row: int, column: int) -> bool:
        return self._page.is_covered(row, column)

    def is_computed(self, row: int, column: int) -> bool:
        return self._page.is_computed(row, column)


def _cell(row: int, column: int, content: Content) -> Cell:
    if isinstance(content, OldFormula):
        return Cell(row, column, content.value, content.text, formula_xml=f"={content.text}")
    return Cell(row, column, content)
