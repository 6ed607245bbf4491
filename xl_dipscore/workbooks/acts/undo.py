"""Undo the last entry of the sheet Log."""

from collections.abc import Iterator
from pathlib import Path

from xl_dipscore.errors import At, Fault, Faults
from xl_dipscore.rules.board import count_of
from xl_dipscore.sheets.xlsx.book import EditableBook
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.workbooks.acts.log import (
    ChangedCell,
    LogEntry,
    OldFormula,
    content_of_cell,
    is_same_content,
    last_entry,
    rename_in_log,
    text_of_content,
    text_of_now,
)
from xl_dipscore.workbooks.acts.rebuild import compute_and_write
from xl_dipscore.workbooks.acts.rebuild_data import Report
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.log import TAKEN
from xl_dipscore.workbooks.layout.places import Places


class NoLog(Fault):
    """{file} has no sheet Log, where changes are recorded. Workbooks that dipscore new makes have one."""


class NothingToUndo(Fault):
    """{file} has nothing to undo: every entry of its sheet Log is undone already."""


class ChangedSince(Fault):
    """{command} wrote {wrote} here, but now it is {now}."""


class CellGone(Fault):
    """{command} wrote {wrote} into {cell}{what}, but that cell has moved or is gone."""


class OrTheRest(Fault):
    """To leave these cells as they are and undo the rest: dipscore undo {file} --rest"""


def undo(path: Path, *, who: str = "", rest: bool = False) -> Report:
    """Undo the last entry that is not undone yet, compute the workbook, and replace its file in one step.

    If cells of the entry were changed after the entry, raises Faults for these cells, and writes nothing.
    rest: leave such cells unchanged instead, and restore all other cells of the entry.
    """
    package = Package.read(path)
    package.check_writable()
    event = EventIn(package)
    left: list[Fault] = []
    entry = take_back(event, who=who, left=left)
    if left and not rest:
        raise Faults([*left, OrTheRest(file=path)])
    stays = [f"{fault} It stays." for fault in left]
    event = event.anew()
    notes = (*stays, *_note_added_boards(entry), *_note_empty_columns(event, entry))
    restored = count_of(len(entry.cells) - len(stays), "cell")
    return compute_and_write(event, path, f"{entry.entry_label} is taken back: {restored} restored", notes)


def take_back(event: EventIn, *, who: str = "", left: list[Fault] | None = None) -> LogEntry:
    """Undo the last entry that is not undone yet, in memory. Raises Faults.

    left: a list to which faults of cells that were changed after the entry are added. With this list, these
        cells stay unchanged, and their faults are not raised.
    """
    log = event.log
    if log is None:
        raise NoLog(file=event.book.name)
    entry = last_entry(log, event.book.name)
    if entry is None:
        raise NothingToUndo(file=event.book.name)
    found, faults = _where_now(event, entry)
    if faults and left is None:
        raise Faults(faults)
    for place, one in found:
        _restore(event.book, place, one)
    if entry.named:
        old, new = entry.named
        rename_in_log(event, new, old)
    said = f"{text_of_now()}, {who}" if who else text_of_now()
    if faults and left is not None:
        left += faults
        said = f"{said}; {count_of(len(faults), 'cell')} changed since left"
    for row in entry.rows:
        log.write(event.book, row, {TAKEN: said})
    return entry


def _note_added_boards(entry: LogEntry) -> Iterator[str]:
    if entry.added:
        what = f"{entry.added} boards that {entry.act.command} added stay"
        yield f"The {what}." if entry.added > 1 else f"The board that {entry.act.command} added stays."


def _note_empty_columns(event: EventIn, entry: LogEntry) -> Iterator[str]:
    """Name the columns of the player list that undo left empty; an import may have added such columns."""
    there = event.roster
    if there is None:
        return
    name, own, cells = there.sheet.name, there.area.left, there.sheet.cells
    filled = [one for one in entry.cells if one.sheet == name and not one.about.power and is_blank(one.old)]
    for column, heading in {one.place[2]: one.about.heading for one in filled}.items():
        below = (cells.get((row, column)) for row in there.rows)
        if column != own and not any(cell.has_content for cell in below if cell is not None):
            yield f"The column {heading.capitalize()} stays on {name}, now empty."


def _where_now(event: EventIn, entry: LogEntry) -> tuple[list[tuple[At, ChangedCell]], list[Fault]]:
    """The present place of each cell that still has the written content; the faults of all other cells."""
    places = Places(event)
    found: list[tuple[At, ChangedCell]] = []
    faults: list[Fault] = []
    command = entry.act.command
    for one in entry.cells:
        place = _place(event.book, places, one)
        called = f" ({_label_of_change(one)})" if one.about.heading else ""
        wrote = text_of_content(one.new)
        if place is None:
            cell = f"{one.sheet}!{one.ref}"
            faults.append(CellGone(command=command, wrote=wrote, cell=cell, what=called))
            continue
        sheet, ref = place[0], address(*place[1:])
        now = content_of_cell(event.book.cell(sheet, ref))
        if is_same_content(now, one.new):
            found.append((place, one))
            continue
        where = f"{event.book.name} {sheet}!{ref}{called}"
        faults.append(ChangedSince(place=where, command=command, wrote=wrote, now=text_of_content(now)))
    return found, faults


def _place(book: EditableBook, places: Places, one: ChangedCell) -> At | None:
    if not one.about.heading:
        return one.place if one.sheet in book.sheet_names else None
    its = places.of(one.about)
    if one.place in its:
        return one.place
    return its[0] if len(its) == 1 else None


def _label_of_change(one: ChangedCell) -> str:
    about = one.about
    if about.power:
        return f"round {about.round}, board {about.board}, {about.power}, {about.heading}"
    return f"{about.player}, {about.heading}"


def _restore(book: EditableBook, place: At, one: ChangedCell) -> None:
    sheet, row, column = place
    if isinstance(one.old, OldFormula):
        kind = {"array": one.old.array and not one.old.dynamic, "dynamic": one.old.dynamic}
        book.set_formula(sheet, address(row, column), one.old.text, **kind)
    else:
        # `book.set_value` would turn a typed text such as #N/A into an error.
        book.sheet(sheet).set_value(row, column, one.old)
