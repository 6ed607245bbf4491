"""A player's name, changed wherever it is typed."""

from collections.abc import Iterator
from pathlib import Path

from xl_dipscore.board import count_of
from xl_dipscore.cells.values import in_a_line
from xl_dipscore.errors import Fault, nearest
from xl_dipscore.layout.boards import boards_if_any
from xl_dipscore.layout.log import find_log
from xl_dipscore.layout.places import PLAYER, Places
from xl_dipscore.layout.roster import roster_names
from xl_dipscore.workbook.log import RENAME, Act, append, rename_in_log, written
from xl_dipscore.workbook.rebuild import computed
from xl_dipscore.workbook.rebuild_data import Report
from xl_dipscore.xlsx.book import Book, EditableBook, value_in
from xl_dipscore.xlsx.formula import address
from xl_dipscore.xlsx.package import Package

APART = "apart"


class NobodyCalled(Fault):
    """Nobody is called {old} in {file}.{hint}"""


class NoNewName(Fault):
    """A player needs a name; to take somebody off, clear their cells."""


class BothListed(Fault, remedy="If they are one person, clear one of the two rows first."):
    """{old} and {new} are both on the list of players, in rows {first} and {other}."""


def rename(path: Path, old: str, new: str, *, act: bool = True, who: str = "") -> Report:
    """Change a player's name wherever it is typed, compute the workbook, and replace it in one step.

    act: put it on the sheet Log. Raises Fault, and then has written nothing.
    """
    package = Package.read(path)
    package.check_writable()
    notes = rename_in(package, old, new, act=act, who=who)
    log = find_log(package)
    cells = sum(log is None or sheet != log.sheet.name for sheet, _, _ in written(package))
    return computed(package, path, f"{old} is {new} now, in {count_of(cells, 'cell')}", notes)


def rename_in(package: EditableBook, old: str, new: str, *, act: bool = True, who: str = "") -> list[str]:
    """The same in memory; gives what there is to be said about it."""
    old, new = in_a_line(old), in_a_line(new)
    notes = [*_renamed(package, old, new)]
    notes += append(package, Act(RENAME, f"{old} -> {new}", who) if act else None)
    rename_in_log(package, old, new)
    return notes


def _renamed(package: EditableBook, old: str, new: str) -> Iterator[str]:
    """Change it in all cells but those of Log; say where somebody was called so already."""
    names = {name.casefold(): (name, row) for name, row in roster_names(package).items()}
    seated = {name.casefold(): name for name in _seated(package)}
    if not new:
        raise NoNewName
    first, other = (names.get(one.casefold()) for one in (old, new))
    if first and other and first != other:
        raise BothListed(file=package.name, old=old, new=new, first=first[1], other=other[1])
    if old.casefold() not in {*names, *seated}:
        known = [name for name, _ in names.values()] + [*seated.values()]
        raise NobodyCalled(file=package.name, old=old, hint=nearest(old, known))
    log = find_log(package)
    places = Places(package)
    for name in package.sheet_names:
        sheet = package.sheet(name)
        for (row, column), cell in [*sheet.cells.items()]:
            its = isinstance(cell.value, str) and old.casefold() in cell.value.casefold()
            if not its or sheet.is_computed(row, column) or (log is not None and name == log.sheet.name):
                continue
            said, heading = in_a_line(cell.value), places.about(name, row, column).heading
            if heading == APART:
                parts = [
                    new if part.strip().casefold() == old.casefold() else part for part in said.split(";")
                ]
                text = ";".join(parts)
            else:
                text = new if heading in ("", PLAYER) and said.casefold() == old.casefold() else said
            if text != said:
                package.set_value(name, address(row, column), text)
    if new.casefold() in seated and new.casefold() != old.casefold():
        yield f"{new} has played already: the boards of {old} are theirs too."


def _seated(package: Book) -> Iterator[str]:
    """Who is named at a board."""
    for slot in boards_if_any(package).slots:
        for sheet, row, column in slot.cells(PLAYER):
            if name := in_a_line(value_in(package.sheet(sheet), row, column)):
                yield name
