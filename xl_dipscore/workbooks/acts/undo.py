"""Undo the last entry of the sheet Log."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from xl_dipscore.errors import At, Fault, Faults, WithFaults, group_by_key, join
from xl_dipscore.rules.board import SEATS, count_of
from xl_dipscore.sheets.xlsx.book import EditableBook
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.tables.cells.columns import is_count
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.workbooks.acts.edit import Edit, change_file
from xl_dipscore.workbooks.acts.log import (
    ChangedCell,
    Content,
    LogEntry,
    cells_of_renamed_log,
    content_of_cell,
    is_same_content,
    last_entry,
    text_of_content,
    text_of_now,
)
from xl_dipscore.workbooks.acts.people import list_after
from xl_dipscore.workbooks.acts.rebuild_data import Report
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import Slot, label
from xl_dipscore.workbooks.layout.log import TAKEN
from xl_dipscore.workbooks.layout.own import OwnBoard
from xl_dipscore.workbooks.layout.places import PLAYER, Places
from xl_dipscore.workbooks.layout.roster import PlayerList

DRAW = "seat"
"""The command that writes names: never on a board that has results."""


class NoLog(
    Fault,
    remedy="Workbooks that dipscore new makes have one.",
    in_menu="Workbooks that New Event makes have one.",
):
    """{file} has no sheet Log, where changes are recorded."""


class NothingToUndo(Fault):
    """{file} has nothing to undo: every entry of its sheet Log is undone already."""


class EmptyLog(Fault):
    """{file} has nothing to undo: its sheet Log records no change."""


class ChangedSince(Fault):
    """{command} wrote {wrote} here, but now it is {now}."""


class CellGone(Fault):
    """{command} wrote {wrote} into {cell}{what}, but that cell has moved or is gone."""


class ResultsSince(Fault):
    """{where}: results are typed there, so the names stay."""


class OrTheRest(Fault):
    """To leave these cells as they are and undo the rest: dipscore undo {file} --rest"""


@dataclass(frozen=True)
class Undoing(Edit):
    """The cells that have their old contents again, and the entry that is undone."""

    entry_label: str = ""
    left: Sequence[Fault] = ()
    """Why some cells of the entry stay as they are."""
    restored: int = 0
    """The number of cells that have their old contents again."""


def undo(path: Path, *, who: str = "", rest: bool = False) -> Report:
    """Undo the last entry that is not undone yet, compute the workbook, and replace its file in one step.

    If cells of the entry were changed after the entry, or results were typed beside names that it wrote,
    raises Faults for these cells and boards, and writes nothing.
    rest: leave such cells unchanged instead, and restore all other cells of the entry.
    """
    return change_file(path, lambda event: undo_edit(event, who=who, rest=rest, file=path))


def undo_edit(event: EventIn, *, who: str = "", rest: bool = False, file: Path | None = None) -> Undoing:
    """Undo the last entry that is not undone yet. Raises Faults.

    rest: as in `undo`. file: the workbook's file, if a command can undo the rest.
    """
    log = event.log
    if log is None:
        raise NoLog(file=event.book.name)
    entry = last_entry(log, event.book.name)
    if entry is None:
        recorded = any(log.read_undo_text(row) for row in log.rows)
        raise (NothingToUndo if recorded else EmptyLog)(file=event.book.name)
    found, left = _names_without_results(event, entry, *_where_now(event, entry))
    if left and not rest:
        raise Faults([*left, *([] if file is None else [OrTheRest(file=file)])])
    restored = count_of(len(found), "cell")
    said = f"{text_of_now()}, {who}" if who else text_of_now()
    said += f"; {count_of(len(left), 'cell')} changed since left" if left else ""
    cells: dict[At, Content] = {place: one.old for place, one in found}
    if entry.named:
        old, new = entry.named
        cells |= cells_of_renamed_log(event, new, old)
    for row in entry.rows:
        cells |= log.cells(row, {TAKEN: said})
    stays = [str(one) if isinstance(one, ResultsSince) else f"{one} It stays." for one in left]
    notes = (
        *stays,
        *_note_boards(entry, found),
        *_note_added_boards(entry),
        *_note_empty_columns(list_after(event, cells), entry),
    )
    did = f"{entry.entry_label} is taken back: {restored} restored"
    label_ = entry.entry_label
    return Undoing(cells, notes=notes, did=did, entry_label=label_, left=left, restored=len(found))


Found = list[tuple[At, ChangedCell]]
"""The present place of each cell that is to be restored."""


def _names_without_results(
    event: EventIn, entry: LogEntry, found: Found, left: list[Fault]
) -> WithFaults[Found]:
    """Leave the names of boards whose results would stay: the names of a draw, or all that a board has."""
    old, stays = {place: one.old for place, one in found}, list[tuple[str, Slot | OwnBoard]]()
    written = any(one.about.heading == PLAYER for _, one in found) and not entry.named
    for slot in event.boards.sound.slots if written else ():
        names = [place for place in slot.cells(PLAYER) if place in old]
        nobody = len(names) == len(SEATS) and all(is_blank(old[place]) for place in names)
        lost = names if nobody or entry.act.command == DRAW else []
        if lost and _keeps_results(event, slot, old):
            stays.append((label(slot.round), slot))
    their = {place for _, slot in stays for place in slot.cells(PLAYER)}
    faults = [
        ResultsSince(where=_boards_in_words(round_, [label(slot.board) for slot in slots]))
        for round_, slots in group_by_key(stays).items()
    ]
    return WithFaults([one for one in found if one[0] not in their], [*left, *faults])


def _boards_in_words(round_: str, boards: Sequence[str]) -> str:
    """`Round 1, board A`, or `Round 1, boards A and B`."""
    return f"Round {round_}, {'boards' if len(boards) > 1 else 'board'} {join(boards)}"


def _keeps_results(event: EventIn, slot: Slot | OwnBoard, old: Mapping[At, Content]) -> bool:
    """Has a board results that stay when these cells are restored?"""
    words = ("override", *filter(is_count, event.boards.words))
    counts = [] if slot.free else [place for word in words for place in slot.cells(word)]
    now = (old[at] if at in old else event.book.value(at[0], address(*at[1:])) for at in counts)
    return any(not is_blank(value) for value in now)


def _note_boards(entry: LogEntry, found: Found) -> Iterator[str]:
    """Say which boards lose or change names or results."""
    kinds = {PLAYER: "names", "centres": "results"}
    changed = [one for _, one in found if one.about.power and one.about.heading in kinds and not entry.named]
    said = (((one.about.round, _change_in_words(one, kinds)), one.about.board) for one in changed)
    for (round_, what), boards in group_by_key(said).items():
        yield f"{_boards_in_words(round_, list(dict.fromkeys(boards)))}: {what}."


def _change_in_words(one: ChangedCell, kinds: Mapping[str, str]) -> str:
    kind = kinds[one.about.heading]
    return f"no {kind} any more" if is_blank(one.old) else f"{kind} as before"


def _note_added_boards(entry: LogEntry) -> Iterator[str]:
    if entry.added:
        what = f"{entry.added} boards that {entry.act.command} added stay"
        yield f"The {what}." if entry.added > 1 else f"The board that {entry.act.command} added stays."


def _note_empty_columns(there: PlayerList | None, entry: LogEntry) -> Iterator[str]:
    """Name the columns of the player list that undo left empty; an import may have added such columns."""
    if there is None:
        return
    name, own, cells = there.sheet.name, there.area.left, there.sheet.cells
    filled = [one for one in entry.cells if one.sheet == name and not one.about.power and is_blank(one.old)]
    for column, heading in {one.place[2]: one.about.heading for one in filled}.items():
        below = (cells.get((row, column)) for row in there.rows)
        if column != own and not any(cell.has_content for cell in below if cell is not None):
            yield f"The column {heading.capitalize()} stays on {name}, now empty."


def _where_now(event: EventIn, entry: LogEntry) -> WithFaults[Found]:
    """The present place of each cell that still has the written content; the faults of all other cells."""
    places = Places(event)
    found: Found = []
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
    return WithFaults(found, faults)


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
