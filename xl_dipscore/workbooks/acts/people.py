"""Put people on a workbook's own list of players."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from xl_dipscore.errors import At, join
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.event.typed import same_person
from xl_dipscore.rules.points import as_double
from xl_dipscore.sheets.xlsx.book import value_in
from xl_dipscore.sheets.xlsx.cell import CellValue, restore_error_mark
from xl_dipscore.sheets.xlsx.columns import with_width
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.insert import insert, obstacle
from xl_dipscore.sheets.xlsx.moves import Insertion
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.values import number
from xl_dipscore.tables.exchange.formats import FIRST_NAME, LAST_NAME, PLAYER, Person
from xl_dipscore.tables.exchange.rosters import HEADINGS, person_heading
from xl_dipscore.workbooks.acts.edit import Edit, EditedPage, Grown
from xl_dipscore.workbooks.acts.log import Content
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import label
from xl_dipscore.workbooks.layout.grow.boards import with_more_boards
from xl_dipscore.workbooks.layout.roster import NoRoster, PlayerList, roster_teams

TEAMS = "Teams"
"""The sheet that is hidden until a player has a team."""


NARROWEST, WIDEST = 9, 34
"""The limits for the width, in digits, of a column that is added to the list of players."""


@dataclass
class Listed:
    """The result of putting people on a list."""

    new: int = 0
    """The number of people who are added to the list."""
    cells: dict[At, CellValue] = field(default_factory=dict)
    """The cells to set."""
    replaced: list[str] = field(default_factory=list)
    """The replaced values, in the form `Ann, Club: old -> new`."""
    computed: list[str] = field(default_factory=list)
    covered: list[str] = field(default_factory=list)
    """Sentences on omitted values: the cell has a formula (`computed`), or is merged (`covered`)."""
    left: list[str] = field(default_factory=list)
    """People for whom the list has no free row."""


def fill_player_list(
    roster: PlayerList, people: Iterable[tuple[str, Mapping[str, CellValue]]], columns: Mapping[str, int]
) -> Listed:
    """Put new people into free rows of a list, and the facts of all people into the given columns."""
    done = Listed()
    rows = {same_person(name): row for name, row in roster.rows_by_name.items()}
    free = iter(roster.free)
    for player, cells in people:
        row = rows.get(same_person(player))
        values = {columns[word]: value for word, value in cells.items() if word in columns}
        if row is None:
            row = next(free, None)
            if row is None:
                done.left.append(player)
                continue
            rows[same_person(player)] = row
            done.new += 1
            values = {roster.area.left: player, **values}
        for column, value in values.items():
            _put_value(done, roster, player, (row, column), value)
    return done


def _put_value(done: Listed, roster: PlayerList, player: str, at: tuple[int, int], value: CellValue) -> None:
    """Put a value into a cell of the list, unless the cell is computed, merged or has this value."""
    sheet, place = roster.sheet, (roster.sheet.name, *at)
    old, new = label(done.cells.get(place, value_in(sheet, *at))), label(value)
    what = f"{player}, {roster.titles.get(at[1], PLAYER)}"
    if old == new:
        return
    if sheet.is_computed(*at):
        done.computed.append(f"{what}: {new} was not written: the cell is computed.")
        return
    if sheet.is_covered(*at):
        done.covered.append(f"{what}: {new} was not written: a merged cell covers the cell.")
        return
    if old:
        done.replaced.append(f"{what}: {old} -> {new}")
    done.cells[place] = restore_error_mark(value)


def no_room(roster: PlayerList, left: Sequence[str]) -> list[str]:
    """A sentence about the people `left`, for whom the player list has no free row; empty without them."""
    return [f"The list of players on {roster.sheet.name} has no free row for {join(left)}."] if left else []


def missing_rows_or_columns(event: EventIn, people: Sequence[Person]) -> str:
    """What the player list lacks for these people: `rows` or, for example, `columns: Club`; may be blank."""
    roster = event.any_roster
    if roster is None or not people:
        return ""
    if new := _new_headings(roster, people):
        return f"columns: {join(new)}"
    return "rows" if event.roster is not None and _count_missing_rows(roster, people) > 0 else ""


def make_room_for_people(event: EventIn, people: Sequence[Person]) -> Grown:
    """Add to the player list the rows for new people, and a column for each fact that has no column."""
    notes: list[str] = []
    if missing_rows_or_columns(event, people) and (roster := event.any_roster) is not None:
        event, roster = _with_columns(event, roster, people, notes)
        event = _with_rows(event, roster, _count_missing_rows(roster, people), notes)
    return event, notes


def people_edit(event: EventIn, people: Sequence[Person], further: Sequence[str] = ()) -> Edit:
    """Put people on the event's player list, as far as it has room. Other contents of the list stay.

    further: notes on room that could not be made. They come among the notes on replaced values, new people
    and omitted values. Raises NoRoster.
    """
    if not people:
        return Edit()
    roster = event.any_roster
    if roster is None:
        raise NoRoster(file=event.book.name)
    missing = _count_missing_rows(roster, people)
    if missing > 0 and not (isinstance(event.book, Package) and event.roster is not None):
        roster = _downwards(roster, missing)
    typed = [
        (person.player, {word: _as_typed(word, text) for word, text in person.cells.items()})
        for person in people
    ]
    done = fill_player_list(roster, typed, _columns(roster))
    first_team = not any(event.teams[0].values()) and any(teams_after(event, done.cells).values())
    shows = [TEAMS] if first_team and TEAMS in event.book.sheet_names else []
    met = len(people) - done.new - len(done.left)
    there_too = f", {met} on the list already" if met else ""
    added = f"{count_of(done.new, 'player')} added{there_too}, {count_of(len(done.cells), 'cell')} filled."
    left = no_room(roster, done.left)
    notes = [*done.replaced, added, *further, *left, *done.computed, *done.covered]
    return Edit(done.cells, shows, notes=notes)


def teams_after(event: EventIn, cells: Mapping[At, Content]) -> dict[str, str]:
    """The team of each player once these cells are set."""
    roster = list_after(event, cells)
    return roster_teams(roster, event.book.name).sound


def list_after(event: EventIn, cells: Mapping[At, Content]) -> PlayerList | None:
    """The list of players once these cells are set; None if no cells are named Roster."""
    roster = event.roster
    return None if roster is None else replace(roster, sheet=EditedPage(roster.sheet, cells))


def _as_typed(heading: str, text: str) -> CellValue:
    """Convert the text of a number to a number, as a spreadsheet does with typed text. Names stay text."""
    found = number(text) if re.fullmatch(r"[1-9]\d{0,14}|(0|[1-9]\d{0,9})\.\d+", text) else None
    return text if found is None or heading in (PLAYER, FIRST_NAME, LAST_NAME) else as_double(found)


def _columns(roster: PlayerList) -> dict[str, int]:
    """The columns beside the names, by our standard heading for the title of each column."""
    found = {person_heading(title): column for column, title in roster.titles.items()}
    return {word: column for word, column in found.items() if word not in (None, PLAYER)}


def _count_missing_rows(roster: PlayerList, people: Sequence[Person]) -> int:
    """The number of rows that the list lacks; negative if the list has more free rows than are needed."""
    known = {*map(same_person, roster.rows_by_name)}
    return sum(same_person(person.player) not in known for person in people) - len(roster.free)


def _new_headings(roster: PlayerList, people: Sequence[Person]) -> list[str]:
    """The headings of facts for which the list has no column, in the order of the columns to add."""
    said = {heading for person in people for heading in person.cells} - {PLAYER}
    return sorted(
        said - _columns(roster).keys(),
        key=lambda one: (HEADINGS.index(one) if one in HEADINGS else len(HEADINGS), one),
    )


class _WithColumns(NamedTuple):
    """An event with a column for each fact, and its list of players."""

    event: EventIn
    players: PlayerList


def _with_columns(
    event: EventIn, roster: PlayerList, people: Sequence[Person], notes: list[str]
) -> _WithColumns:
    """Add a column for each fact without a column, after the last typed column that is not Note."""
    new = _new_headings(roster, people)
    if not new:
        return _WithColumns(event, roster)
    sheet, area, rows = roster.sheet, roster.area, roster.rows
    typed = [
        column
        for heading, column in _columns(roster).items()
        if heading != "Note" and not any(sheet.is_computed(row, column) for row in rows)
    ]
    at = max([area.left, *typed]) + 1
    # Insert as if the list had two columns, before and after `at`: then a range over the names does not grow.
    across = range(area.top - 1, rows[-1] + 1)
    never = dict.fromkeys(across, False)
    one = Insertion(area.sheet, at, 1, len(new), 2, 1, across, never)
    if what := obstacle(event.file, one, columns=True):
        notes.append(f"{join(new)} left out: {what} is in the way of more columns on {area.sheet}.")
        return _WithColumns(event, roster)
    package = insert(event.file, [one], columns=True)
    part = package.sheet(area.sheet).part
    for column, heading in enumerate(new, at):
        longest = max(len(text) for text in (heading, *(person.cells.get(heading, "") for person in people)))
        width = min(WIDEST, max(NARROWEST, longest + 2))
        package.set_part(part, with_width(package.part(part) or b"", part, column, width))
    for column, heading in enumerate(new, at):
        package.set_value(area.sheet, address(area.top - 1, column), heading)
    # Read the workbook again: then the sheet Log records the values in new columns, but not the columns.
    package = package.reread()
    return _WithColumns(EventIn(package), replace(roster, sheet=package.sheet(area.sheet)))


def _with_rows(event: EventIn, roster: PlayerList, missing: int, notes: list[str]) -> EventIn:
    """Add `missing` rows for players, or as many as possible."""
    if missing <= 0 or event.roster is None:
        return event
    room = roster.area.bottom - roster.area.top + 1 + missing
    longer, more = with_more_boards(event, {}, players=room)
    notes += more
    return longer


def _downwards(roster: PlayerList, more: int) -> PlayerList:
    """Extend the list by at most `more` rows that are blank and directly below the list."""
    bottom, columns = roster.area.bottom, {roster.area.left, *roster.titles}
    cells = roster.sheet.cells.items()
    held = {row for (row, column), cell in cells if column in columns and cell.has_content}
    while bottom < roster.area.bottom + more and bottom + 1 not in held:
        bottom += 1
    return replace(roster, area=roster.area._replace(bottom=bottom))
