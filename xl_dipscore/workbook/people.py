"""People into a workbook's own list of players."""

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar, cast

from xl_dipscore.board import count_of
from xl_dipscore.cells.values import is_blank, number
from xl_dipscore.errors import join
from xl_dipscore.exchange.formats import FIRST_NAME, LAST_NAME, PLAYER, Person
from xl_dipscore.exchange.rosters import HEADINGS, person_heading
from xl_dipscore.layout.games import label
from xl_dipscore.layout.grow.boards import with_more_players
from xl_dipscore.layout.roster import LONGEST_ROSTER, NoRoster, roster_area, roster_teams
from xl_dipscore.layout.setup import ROSTER, named
from xl_dipscore.points import as_double
from xl_dipscore.xlsx.book import Book, EditableBook, Page, value_in
from xl_dipscore.xlsx.formula import Area, address
from xl_dipscore.xlsx.insert import Insertion, insert, obstacle
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.sheet import CellValue

TEAMS = "Teams"
"""The sheet that is hidden until somebody has a team."""


Held = TypeVar("Held", bound=EditableBook)


def lacking(book: Book, people: Sequence[Person]) -> str:
    """What the list of players has too few of for these people: rows, or columns for what is said of them."""
    area = roster_area(book)
    if area is None or not people:
        return ""
    sheet = book.sheet(area.sheet)
    new = _new_headings(sheet, area, people)
    known = _names(sheet, area)
    more = sum(person.player.casefold() not in known for person in people)
    rows = named(book, ROSTER) is not None and more > len([*free_rows(sheet, area)])
    return f"columns: {join(new)} would be new" if new else "rows" if rows else ""


def put_people(package: Held, people: Sequence[Person]) -> tuple[Held, list[str]]:
    """The workbook with these people on its list, in columns of their own where it has none for what is said
    of them; what a list has and they have not stays. An open workbook gets neither columns nor rows.

    Gives also what is to be said of it: what was typed of somebody and is another now, how many are new, and
    what is left out. Raises Faults where it has no list.
    """
    if not people:
        return package, []
    area = roster_area(package)
    if area is None:
        raise NoRoster(file=package.name)
    grouped = any(roster_teams(package)[0].values())
    notes: list[str] = []
    if isinstance(package, Package):
        wider, area = _with_columns(package, area, people, notes)
        package = cast("Held", wider)
    known = _names(package.sheet(area.sheet), area)
    new = [person for person in people if person.player.casefold() not in known]
    package, area, left = _with_rows(package, area, new, notes)
    sheet = package.sheet(area.sheet)
    columns = _columns(sheet, area)
    free = free_rows(sheet, area)
    replaced: list[str] = []
    cells = 0
    for person in people:
        if person.player in left:
            continue
        there = known.get(person.player.casefold())
        row = next(free) if there is None else there
        for heading, text in {PLAYER: person.player, **person.cells}.items():
            column = columns.get(heading)
            if column is None or (there is not None and heading == PLAYER):
                continue
            old = label(value_in(sheet, row, column))
            if old == label(text):
                continue
            if sheet.is_computed(row, column) or sheet.is_covered(row, column):
                notes.append(f"{person.player}, {heading}: {text} is not taken, for the cell is computed.")
                continue
            if old:
                replaced.append(f"{person.player}, {heading}: {old} -> {text}")
            package.set_value(area.sheet, address(row, column), _as_typed(heading, text))
            cells += 1
    if not grouped and any(roster_teams(package)[0].values()) and TEAMS in package.sheet_names:
        package.show(TEAMS)
    met = sum(person.player.casefold() in known for person in people)
    there_too = f", {met} on the list already" if met else ""
    added = f"{count_of(len(new) - len(left), 'player')} added{there_too}, {count_of(cells, 'cell')} filled."
    return package, [*replaced, added, *notes]


def _as_typed(heading: str, text: str) -> CellValue:
    """A number where it reads as one, as a person types it; not a name."""
    found = number(text) if re.fullmatch(r"[1-9]\d{0,14}|(0|[1-9]\d{0,9})\.\d+", text) else None
    return text if found is None or heading in (PLAYER, FIRST_NAME, LAST_NAME) else as_double(found)


def _names(sheet: Page, area: Area) -> dict[str, int]:
    """The row of each name."""
    return {
        label(cell.value).casefold(): row
        for (row, column), cell in sorted(sheet.cells.items(), reverse=True)
        if column == area.left and area.top <= row <= area.bottom and not is_blank(cell.value)
    }


def _columns(sheet: Page, area: Area) -> dict[str, int]:
    """The columns of the list by the headings that we write; that of the names is the one of its area."""
    row = area.top - 1
    found = {
        person_heading(cell.value): column
        for (number, column), cell in sorted(sheet.cells.items(), reverse=True)
        if number == row and not is_blank(cell.value)
    }
    found.pop(None, None)
    return {str(word): column for word, column in found.items()} | {PLAYER: area.left}


def _new_headings(sheet: Page, area: Area, people: Sequence[Person]) -> list[str]:
    """What is said of people and the list has no column for, in the order in which they would stand."""
    said = {heading for person in people for heading in person.cells}
    return sorted(said - _columns(sheet, area).keys(), key=lambda one: (_order(one), one))


def _with_columns(
    package: Package, area: Area, people: Sequence[Person], notes: list[str]
) -> tuple[Package, Area]:
    """The workbook with a column for all that is said of somebody, behind those of the kind that it has."""
    sheet = package.sheet(area.sheet)
    there = _columns(sheet, area)
    new = _new_headings(sheet, area, people)
    rows = list_rows(area)
    typed = [
        column
        for heading, column in there.items()
        if heading != "Note" and not any(sheet.is_computed(row, column) for row in rows)
    ]
    if not new:
        return package, area
    at = max([area.left, *typed]) + 1
    # One more than are there, so that what covers the names alone goes on to do so.
    across = range(area.top - 1, rows[-1] + 1)
    never = dict.fromkeys(across, False)
    one = Insertion(area.sheet, at, 1, len(new), 2, 1, across, never)
    if what := obstacle(package, one, columns=True):
        notes.append(f"{join(new)} left out: {what} is in the way of more columns on {area.sheet}.")
        return package, area
    package = insert(package, [one], columns=True)
    for column, heading in enumerate(new, at):
        package.set_value(area.sheet, address(area.top - 1, column), heading)
    # A column is there from now on: what is typed into it is the change.
    return Package(package.to_bytes(), package.name), area


def _order(heading: str) -> int:
    return HEADINGS.index(heading) if heading in HEADINGS else len(HEADINGS)


def _with_rows(
    package: Held, area: Area, people: Sequence[Person], notes: list[str]
) -> tuple[Held, Area, set[str]]:
    """The workbook with a row for each of them, and who finds none."""
    missing = len(people) - len([*free_rows(package.sheet(area.sheet), area)])
    if missing > 0 and isinstance(package, Package) and named(package, ROSTER) is not None:
        longer, more = with_more_players(package, area.bottom - area.top + 1 + missing)
        package = cast("Held", longer)
        notes += more
        area = named(package, ROSTER) or area
    elif missing > 0:
        area = _downwards(package.sheet(area.sheet), area, missing)
    free = len([*free_rows(package.sheet(area.sheet), area)])
    left = [person.player for person in people[free:]]
    notes += no_room(area, left)
    return package, area, {*left}


def no_room(area: Area, left: Sequence[str]) -> list[str]:
    """That the list of players is full, where somebody is left."""
    return [f"The list of players on {area.sheet} has no free row for {join(left)}."] if left else []


def list_rows(area: Area) -> range:
    """The rows of a list of players."""
    return range(area.top, min(area.bottom, area.top + LONGEST_ROSTER) + 1)


def _downwards(sheet: Page, area: Area, more: int) -> Area:
    """A list that nobody has named, with the blank rows below it."""
    columns = {column for row, column in sheet.cells if row == area.top - 1}
    bottom = area.bottom
    while bottom < area.bottom + more and not any(
        (cell := sheet.cells.get((bottom + 1, column))) is not None and cell.holds for column in columns
    ):
        bottom += 1
    return area._replace(bottom=bottom)


def free_rows(sheet: Page, area: Area) -> Iterator[int]:
    """The rows where nobody stands yet."""
    for row in list_rows(area):
        cell = sheet.cells.get((row, area.left))
        computed = sheet.is_computed(row, area.left) or sheet.is_covered(row, area.left)
        if (cell is None or not cell.holds) and not computed:
            yield row
