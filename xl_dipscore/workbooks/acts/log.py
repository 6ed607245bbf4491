"""Record a command's changes on the sheet Log: a row for each board, and a row for a sheet's other cells."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from xl_dipscore.errors import At, Fault, group_by_key, join
from xl_dipscore.rules.board import POWERS, count_of
from xl_dipscore.sheets.files import text_for_cell
from xl_dipscore.sheets.xlsx.book import EditableBook
from xl_dipscore.sheets.xlsx.cell import Cell, CellValue, ErrorMark
from xl_dipscore.sheets.xlsx.formula import address, position
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.log import (
    BY,
    COMMAND,
    ENTRY,
    FOR_UNDO,
    SOURCE,
    TAKEN,
    WHAT,
    WHEN,
    WHERE,
    LogSheet,
    NoLogHeading,
)
from xl_dipscore.workbooks.layout.places import PLAYER, About, Places

RENAME = "rename"
"""The command that changes a player's name, also in earlier entries of the sheet Log."""
LONGEST_TEXT = 60
"""The most characters of a cell's text that a sentence shows."""
LONGEST_WHAT = 2_000
"""The most characters of the text about the changes of a board or a sheet."""
EXACT = 15
"""The number of digits of a number that every spreadsheet program saves."""


class LogFaulty(Fault, remedy="Undo it in your spreadsheet program, or reverse the change by hand."):
    """This row was changed, so undo can no longer read it."""


class RowsMissing(Fault):
    """Entry {entry} had {rows} but now has {there}, so it cannot be undone completely."""


@dataclass(frozen=True)
class OldFormula:
    """The formula of a cell, usually a formula that a command replaced."""

    text: str
    array: bool = False
    dynamic: bool = False
    value: CellValue = field(default=None, compare=False)
    """The value of the formula, as stored in the workbook."""


Content = CellValue | OldFormula


@dataclass(frozen=True)
class Act:
    """A command that changes typed cells."""

    command: str
    source: str = ""
    """The file that contains the values, or another word for the source of the values."""
    who: str = ""
    """The person who gave the command; blank if this is not known."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", text_for_cell(self.source))


class ChangedCell(NamedTuple):
    """A typed cell that changed. about: the fact in the cell, such as the centres of a power on a board."""

    sheet: str
    ref: str
    about: About
    old: Content
    new: Content

    @property
    def place(self) -> At:
        return self.sheet, *position(self.ref)


@dataclass(frozen=True)
class LogEntry:
    """The changes of one command."""

    number: int
    act: Act
    when: str
    rows: tuple[int, ...]
    """The rows of the entry on the sheet Log."""
    cells: tuple[ChangedCell, ...]
    added: int
    """The number of boards that the command added. Undo does not remove these boards."""
    named: Sequence[str] = ()
    """The player's old name in earlier entries and the new one, if the command renamed the player there."""

    @property
    def entry_label(self) -> str:
        """`fill of 2026-05-09 14:03 (round-2.csv)`."""
        source = f" ({self.act.source})" if self.act.source else ""
        return f"{self.act.command} of {self.when}{source}"


def replaced_cells(book: EditableBook) -> dict[At, Cell]:
    """The cells whose content was replaced since the workbook was read, with their present content."""
    return {
        (name, row, column): book.sheet(name).cells[row, column]
        for name in book.sheet_names
        for row, column in book.sheet(name).replaced_cells
    }


def add_log_entry(
    event: EventIn,
    act: Act | None,
    since: Mapping[At, Cell] | None = None,
    *,
    added: int = 0,
    named: Sequence[str] = (),
) -> tuple[str, ...]:
    """Record the changed cells of `act` on the sheet Log. Do nothing without an act, changes or that sheet.

    event: opened after the changes, and not computed since. Returns a warning if the sheet Log lacks a
    heading.
    since: the result of `replaced_cells` before this command, to keep earlier changes out of the entry.
        By default the entry has all changes after the workbook was read.
    added: the number of boards that the command added. named: as in LogEntry.
    """
    if act is None:
        return ()
    try:
        log = event.log
    except NoLogHeading as gone:
        return (f"{gone} Nothing was put on it.",)
    places = Places(event)
    own = None if log is None else log.sheet.name
    changes = [one for one in _changed_cells(event.book, places, since or {}) if one.sheet != own]
    if log is None or not changes:
        return ()
    there = log.rows
    numbers = [value for row in there if isinstance(value := log.value(row, ENTRY), int | float)]
    number, now = int(max(numbers, default=0)) + 1, text_of_now()
    groups = _group_changes(changes, places)
    source = f"{act.source}; {count_of(added, 'board')} added" if added else act.source
    first = max(there, default=log.header) + 1
    for row, (where, what, cells) in enumerate(groups, first):
        values: dict[str, CellValue] = {ENTRY: number, WHEN: now, COMMAND: act.command, SOURCE: source}
        undo_text = _make_undo_text(cells, entry=number, rows=len(groups), added=added, named=named)
        values |= {BY: act.who, WHERE: where, WHAT: what, FOR_UNDO: undo_text}
        kept = {heading: value for heading, value in values.items() if value != ""}
        set_cells(event.book, dict(log.cells(row, kept)))
    if number == 1:
        event.book.show(log.sheet.name)
    return ()


def set_cells(book: EditableBook, cells: Mapping[At, Content]) -> None:
    """Set the contents of cells. Raises CellRefused."""
    for (sheet, row, column), content in cells.items():
        if isinstance(content, OldFormula):
            kind = {"array": content.array and not content.dynamic, "dynamic": content.dynamic}
            book.set_formula(sheet, address(row, column), content.text, **kind)
        else:
            book.sheet(sheet).set_value(row, column, content)


def text_of_now() -> str:
    return datetime.now().strftime("%Y-%m-%d %H:%M")


def _changed_cells(book: EditableBook, places: Places, since: Mapping[At, Cell]) -> Iterator[ChangedCell]:
    for place, cell in sorted(replaced_cells(book).items(), key=lambda one: one[0]):
        sheet, row, column = place
        before = since[place] if place in since else book.sheet(sheet).original(row, column)
        old, new = content_of_cell(before), content_of_cell(cell)
        if old != new or _kind(old) is not _kind(new):
            yield ChangedCell(sheet, address(row, column), places.about(*place), old, new)


def content_of_cell(cell: Cell) -> Content:
    if cell.formula_xml:
        return OldFormula(cell.formula, cell.kind == "array", cell.dynamic, cell.value)
    return cell.value


def is_same_content(one: Content, other: Content) -> bool:
    """Are two contents of a cell equal? Digits that a program may lose when it saves are ignored."""
    if isinstance(one, OldFormula) or isinstance(other, OldFormula):
        return one == other
    if is_blank(one) or is_blank(other):
        return is_blank(one) and is_blank(other)
    if _kind(one) is _kind(other) is float:
        return f"{one:.{EXACT}g}" == f"{other:.{EXACT}g}"
    return _kind(one) is _kind(other) and one == other


def _kind(value: Content) -> type:
    return float if type(value) is int else type(value)


def text_of_content(value: Content) -> str:
    """The content of a cell as text for a sentence. Line breaks become spaces; a long text is shortened."""
    if isinstance(value, OldFormula):
        return f"={value.text}"
    if is_blank(value):
        return "blank"
    if isinstance(value, bool):
        return str(value).upper()
    text = " ".join(value.split()) if isinstance(value, str) else f"{value:.{EXACT}g}"
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]} ..."


def _describe_change(heading: str, one: ChangedCell) -> str:
    """Describe a change, as `Centres 5 -> 7`. If the cell was blank: only the new content, `Centres 7`."""
    old = one.old.value if isinstance(one.old, OldFormula) else one.old
    new = text_of_content(one.new)
    return f"{heading} {new if is_blank(old) else f'{text_of_content(old)} -> {new}'}".strip()


def _group_changes(
    changes: Sequence[ChangedCell], places: Places
) -> list[tuple[str, str, list[ChangedCell]]]:
    """Group the changes by board, and changes outside boards by sheet.

    Returns for each group: the board or sheet in words, the changes in words, and the changed cells.
    """
    groups: dict[tuple[str, str], list[ChangedCell]] = {}
    for one in changes:
        about = one.about
        where = f"Round {about.round}, board {about.board}" if about.power else one.sheet
        groups.setdefault((one.sheet, where), []).append(one)
    found = []
    for (_, where), cells in groups.items():
        words = "; ".join(_describe_board(cells, places) if cells[0].about.power else _describe_sheet(cells))
        what = words if len(words) <= LONGEST_WHAT else f"{words[:LONGEST_WHAT]} ..."
        found.append((where, what, cells))
    return found


def _describe_board(cells: Sequence[ChangedCell], places: Places) -> Iterator[str]:
    """Describe the changes that are the same for all seven powers, then the other changes of each power."""
    by_heading = group_by_key((one.about.heading, one) for one in cells)
    alike = {
        heading: its[0]
        for heading, its in by_heading.items()
        if len(its) == len(POWERS)
        and len({(text_of_content(one.old), text_of_content(one.new)) for one in its}) == 1
    }
    for heading, one in alike.items():
        yield _describe_change("" if heading == PLAYER else places.heading(*one.place), one)
    for power in POWERS:
        words = [
            _describe_change("" if one.about.heading == PLAYER else places.heading(*one.place), one)
            for one in cells
            if one.about.power == power and one.about.heading not in alike
        ]
        if words:
            yield f"{power}: {', '.join(words)}"


def _describe_sheet(cells: Sequence[ChangedCell]) -> Iterator[str]:
    new = [one for one in cells if one.about.heading == PLAYER and is_blank(one.old)]
    if new:
        yield f"Added {join(text_of_content(one.new) for one in new)}"
    for one in cells:
        if one in new:
            continue
        about = one.about
        whose = f"{about.player}: {_describe_change(about.heading.capitalize(), one)}"
        yield whose if about.player else _describe_change(one.ref, one)


def _make_undo_text(
    cells: Sequence[ChangedCell], *, entry: int, rows: int, added: int, named: Sequence[str]
) -> str:
    first = cells[0]
    kept: dict[str, Any] = {"entry": entry, "rows": rows, "sheet": first.sheet}
    if first.about.power:
        kept |= {"round": first.about.round, "board": first.about.board}
    if added:
        kept["added"] = added
    if named:
        kept["named"] = [*named]
    kept["cells"] = []
    for one in cells:
        old, new = _encode_content(one.old), _encode_content(one.new)
        kept["cells"].append([one.ref, one.about.power or one.about.player, one.about.heading, old, new])
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def _encode_content(value: Content) -> Any:
    if isinstance(value, OldFormula):
        return {"formula": value.text, "array": value.array, "dynamic": value.dynamic}
    return {"error": str(value)} if isinstance(value, ErrorMark) else value


def _decode_content(value: Any) -> Content:
    """Decode a result of `_encode_content`. Raises ValueError, LookupError and TypeError."""
    if isinstance(value, dict):
        if "error" in value:
            return ErrorMark(value["error"])
        return OldFormula(str(value["formula"]), bool(value["array"]), bool(value["dynamic"]))
    if value is not None and not isinstance(value, bool | int | float | str):
        raise TypeError(value)
    return value


def spelling_in_log(event: EventIn, old: str, new: str) -> str:
    """The only spelling of a player's name in undo texts, if these do not have the new name; otherwise blank.

    If the spelling is blank, undoing the rename could not restore the texts.
    """
    log = event.log
    kept = [] if log is None else [said for row in log.rows if (said := _read_names(log, row)) is not None]
    texts = {text for said, _ in kept for text in _texts_in(said)}
    if any(text.casefold() == new.casefold() for text in texts):
        return ""
    its = [text for text in texts if text.casefold() == old.casefold()]
    return its[0] if len(its) == 1 else ""


def cells_of_renamed_log(event: EventIn, old: str, new: str) -> Iterator[tuple[At, CellValue]]:
    """Yield the cells to set on the sheet Log, so that entries and undo texts have a player's new name.

    Entries of renames stay.
    """
    log = event.log
    if log is None:
        return
    word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE)

    def replace_name(kept: Any) -> Any:
        if isinstance(kept, list):
            return [replace_name(one) for one in kept]
        if isinstance(kept, dict):
            return {key: replace_name(one) for key, one in kept.items()}
        return new if isinstance(kept, str) and kept.casefold() == old.casefold() else kept

    for row in log.rows:
        if (names := _read_names(log, row)) is None:
            continue
        said, note = names
        if replace_name(said) != said:
            text = json.dumps(replace_name(said), ensure_ascii=False, separators=(",", ":")) + note
            what = word.sub(lambda _: new, _text(log.value(row, WHAT)))
            yield from log.cells(row, {FOR_UNDO: text, WHAT: what})


class _RenamesInLog(NamedTuple):
    """The undo text of a row as data, and the director's note behind it."""

    names: Any
    note: str


def _read_names(log: LogSheet, row: int) -> _RenamesInLog | None:
    """The undo text of a row as data, and the director's note behind it; None if no rename changes them."""
    kept = log.read_undo_text(row)
    if log.value(row, COMMAND) == RENAME or not kept.startswith("{"):
        return None
    try:
        said, end = json.JSONDecoder().raw_decode(kept)
    except ValueError:
        return None  # `undo` reports the damaged text
    return _RenamesInLog(said, kept[end:])


def _texts_in(kept: Any) -> Iterator[str]:
    if isinstance(kept, list | dict):
        for one in kept.values() if isinstance(kept, dict) else kept:
            yield from _texts_in(one)
    elif isinstance(kept, str):
        yield kept


def last_entry(log: LogSheet, file: str) -> LogEntry | None:
    """The last entry that is not undone; None if all are undone. Raises LogFaulty and RowsMissing."""
    open_: dict[int, list[int]] = {}
    for row in log.rows:
        number = log.value(row, ENTRY)
        if isinstance(number, int | float) and log.read_undo_text(row) and is_blank(log.value(row, TAKEN)):
            open_.setdefault(int(number), []).append(row)
    if not open_:
        return None
    number = max(open_)
    rows = open_[number]
    read = [_read_entry(log, row, file) for row in rows]
    promised = max(one["rows"] for one in read)
    place = f"{file} {log.sheet.name} row {rows[0]}"
    if promised != len(rows):
        raise RowsMissing(place=place, entry=number, rows=count_of(promised, "row"), there=len(rows))
    first = rows[0]
    act = Act(*(_text(log.value(first, heading)) for heading in (COMMAND, SOURCE, BY)))
    cells = [cell for one in read for cell in one["cells"]]
    added = max(one["added"] for one in read)
    named = read[0]["named"]
    return LogEntry(number, act, _text(log.value(first, WHEN)), tuple(rows), tuple(cells), added, named)


def _text(value: CellValue) -> str:
    return "" if is_blank(value) else str(value)


def _read_entry(log: LogSheet, row: int, file: str) -> dict[str, Any]:
    """Read the undo text of a row. Raises LogFaulty."""
    try:
        # The undo text may continue in the next columns. Ignore a director's own note after the undo text.
        kept, _ = json.JSONDecoder().raw_decode(log.read_undo_text(row))
        if kept["entry"] != log.value(row, ENTRY):  # the rows were sorted, but not the undo texts
            raise ValueError
        sheet, head = str(kept["sheet"]), (str(kept.get("round", "")), str(kept.get("board", "")))
        board = "board" in kept
        cells = list(_cells(kept["cells"], sheet, head if board else None))
        rows, added, named = int(kept["rows"]), int(kept.get("added", 0)), [*map(str, kept.get("named", ()))]
        if len(named) not in (0, 2):
            raise ValueError
        return {"rows": rows, "added": added, "named": named, "cells": cells}
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError):
        raise LogFaulty(place=f"{file} {log.sheet.name} row {row}") from None


def _cells(kept: Iterable[Any], sheet: str, head: tuple[str, str] | None) -> Iterator[ChangedCell]:
    for ref, who, heading, old, new in kept:
        if head is not None:
            about = About(str(heading), *head, power=str(who))
        else:
            about = About(str(heading), player=str(who))
        position(ref)
        yield ChangedCell(sheet, ref, about, _decode_content(old), _decode_content(new))
