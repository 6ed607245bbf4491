"""Change a player's name in the games and on the player list."""

from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

from xl_dipscore.errors import At, Fault, Faults, WithNotes, did_you_mean, join_at_most
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.event.typed import same_person
from xl_dipscore.sheets.xlsx.cell import CellValue, restore_error_mark
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.tables.cells.headings import PARTS
from xl_dipscore.tables.cells.values import is_blank, text_in_one_line
from xl_dipscore.workbooks.acts.edit import Edit, EditedPage, change_file
from xl_dipscore.workbooks.acts.log import (
    RENAME,
    Act,
    cells_of_renamed_log,
    spelling_in_log,
)
from xl_dipscore.workbooks.acts.rebuild_data import Report
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.maps import quote_sheet_if_needed
from xl_dipscore.workbooks.layout.own import value_at
from xl_dipscore.workbooks.layout.places import PLAYER

APART = "apart"
EXPLAINED = "Explain_player"
MOST_LISTED = 5
"""The most cells that a sentence lists."""


class NobodyCalled(Fault):
    """{file} has no player {old}.{hint}"""


class NoNewName(Fault):
    """Type the new name. To remove a player, clear their cells."""


class BothListed(Fault, remedy="If they are one person, clear one of the two rows first."):
    """{old} and {new} are both on the list of players, in rows {first} and {other}."""


def rename(path: Path, old: str, new: str, *, act: bool = True, who: str = "") -> Report:
    """Change a player's name in the games and on the list of players; compute and replace the workbook.

    act: is the change recorded on the sheet Log? Raises Fault, and then writes nothing.
    """
    return change_file(path, lambda event: rename_edit(event, old, new, act=act, who=who))


def rename_edit(event: EventIn, old: str, new: str, *, act: bool = True, who: str = "") -> Edit:
    """Change a player's name. The arguments are as in `rename`. Raises Fault."""
    old_typed, new_typed = old, new
    old, new = text_in_one_line(old), text_in_one_line(new)
    cells, notes = _rename_player(event, old, new)
    did = f"{old_typed} is {new_typed} now, in {count_of(len(cells), 'cell')}"
    if not act:
        return Edit({**cells, **dict(cells_of_renamed_log(event, old, new))}, notes=notes, did=did)
    spelling = spelling_in_log(event, old, new)
    named = (spelling, new) if spelling else ()
    logged = dict(cells_of_renamed_log(event, *named)) if named else {}
    entry = Act(RENAME, f"{old} -> {new}", who)
    return Edit({**cells, **logged}, act=entry, named=named, notes=notes, did=did)


def _rename_player(event: EventIn, old: str, new: str) -> WithNotes[dict[At, CellValue]]:
    """Find the cells for the new name.

    Also returns notes if boards have the new name already, or other cells have the old name.
    """
    if faults := event.boards.faults:
        raise Faults(faults)
    seated = {same_person(name): name for name in _names_at_boards(event)}
    mine, theirs = same_person(old), same_person(new)
    _check_names(event, seated, old, new)
    places = dict.fromkeys(_seats(event), PLAYER) | _name_cells_of_list(event)
    cells: dict[At, CellValue] = {}
    for (sheet, row, column), last in _in_parts(event, mine):
        name, _, surname = new.rpartition(" ")
        cells[sheet, row, column] = restore_error_mark(name or surname)
        if name or not is_blank(value_at(event.book, (sheet, row, last))):
            cells[sheet, row, last] = restore_error_mark(surname) if name else None
    elsewhere: list[str] = []
    for at, text in [*_texts(event, cells)]:
        if at not in places:
            if same_person(text) == mine:
                elsewhere.append(f"{quote_sheet_if_needed(at[0])}!{address(*at[1:])}")
            continue
        parts = text.split(";") if places[at] == APART else [text]
        said = ";".join(new if same_person(part.strip()) == mine else part for part in parts)
        if said != text or said == new != cells.get(at, value_at(event.book, at)):
            cells[at] = restore_error_mark(said)
    notes = []
    if theirs in seated and theirs != mine:
        notes.append(f"{new} has played already: the boards of {old} are theirs too.")
    if elsewhere:
        listed = join_at_most(elsewhere, MOST_LISTED)
        notes.append(
            f"{old} is also outside the games and the list of players, and was left there: {listed}."
        )
    return WithNotes(cells, notes)


def _check_names(event: EventIn, seated: Mapping[str, str], old: str, new: str) -> None:
    """Raise NoNewName, BothListed or NobodyCalled. seated: the names at boards, by `same_person`."""
    there = event.any_roster
    rows = {} if there is None else there.rows_by_name
    names = {same_person(name): (name, row) for name, row in rows.items()}
    mine, theirs = same_person(old), same_person(new)
    if not new:
        raise NoNewName
    first, other = names.get(mine), names.get(theirs)
    if first and other and first != other:
        raise BothListed(file=event.book.name, old=old, new=new, first=first[1], other=other[1])
    if mine not in {*names, *seated}:
        known = [name for name, _ in names.values()] + [*seated.values()]
        raise NobodyCalled(file=event.book.name, old=old, hint=did_you_mean(old, known))


def _texts(event: EventIn, cells: Mapping[At, CellValue]) -> Iterator[tuple[At, str]]:
    """Yield each typed text, in one line, once these cells are set. The sheet Log is left out."""
    log = event.log
    for name in event.book.sheet_names:
        sheet = EditedPage(event.book.sheet(name), cells)
        for (row, column), cell in sheet.cells.items() if log is None or name != log.sheet.name else ():
            if isinstance(cell.value, str) and not sheet.is_computed(row, column):
                yield (name, row, column), text_in_one_line(cell.value)


def _name_cells_of_list(event: EventIn) -> dict[At, str]:
    """PLAYER or APART for each cell with names on the player list; PLAYER for the player to explain."""
    found: dict[At, str] = {}
    if (there := event.any_roster) is not None:
        columns = {there.columns.get(APART, 0): APART, there.area.left: PLAYER}
        found = {(there.sheet.name, row, n): word for row in there.rows for n, word in columns.items()}
    shown = event.setup.area(EXPLAINED)
    return found if shown is None else {**found, (shown.sheet, shown.top, shown.left): PLAYER}


def _seats(event: EventIn) -> Iterator[At]:
    boards = event.boards.sound
    for home in boards.sheets:
        yield from ((home.name, row, home.columns[PLAYER]) for row in home.rows if PLAYER in home.columns)
    for board in boards.own:
        yield from board.cells(PLAYER)


def _in_parts(event: EventIn, person: str) -> Iterator[tuple[At, int]]:
    """Yield each seat of the person on sheets where names have two columns: the cell of the first name, and
    the column of the last name."""
    for home in event.boards.sound.sheets:
        if home.columns.keys() >= {*PARTS}:
            first, last = (home.columns[part] for part in PARTS)
            its = (
                row for row in home.rows if same_person(text_in_one_line(home.value(row, PLAYER))) == person
            )
            yield from (((home.name, row, first), last) for row in its)


def _names_at_boards(event: EventIn) -> Iterator[str]:
    boards = event.boards.sound
    listed = (home.value(row, PLAYER) for home in boards.sheets for row in home.rows)
    of_own = (value_at(event.book, at) for board in boards.own for at in board.cells(PLAYER))
    return filter(None, map(text_in_one_line, chain(listed, of_own)))
