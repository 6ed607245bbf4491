"""A workbook's list of players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from xl_dipscore.errors import Fault, WithFaults, did_you_mean
from xl_dipscore.rules.event.typed import same_person
from xl_dipscore.sheets.xlsx.book import Book, Page, value_in
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.tables.cells.headings import games_header
from xl_dipscore.tables.cells.languages import Word, heading, presence
from xl_dipscore.tables.cells.one_table import Headings
from xl_dipscore.tables.cells.roster import roster_word
from xl_dipscore.tables.cells.values import Cell, is_blank, number
from xl_dipscore.workbooks.layout.games import GamesSheet, header_rows, label
from xl_dipscore.workbooks.layout.setup import ROSTER, Setup

LONGEST_ROSTER = 10_000
TEAM = "team"
LISTS = frozenset({"players", "roster"})
"""Sheets that may have the list of players if no cells are named Roster."""


class NoRoster(Fault):
    """{file} has no list of players. Name its cells Roster, or call its sheet Players."""


class ListedTwice(Fault, remedy="Give the player one team, spelt the same way everywhere."):
    """{player} is listed twice, with the teams {first} and {other}."""


@dataclass(frozen=True, eq=False)
class PlayerList:
    """A column of names, and the columns of facts beside it."""

    sheet: Page
    area: Area
    """The cells of the names."""

    @property
    def rows(self) -> range:
        return range(self.area.top, min(self.area.bottom, self.area.top + LONGEST_ROSTER) + 1)

    @property
    def players_with_rows(self) -> list[tuple[str, int]]:
        """The players with their rows; a name listed twice appears twice."""
        names = ((value_in(self.sheet, row, self.area.left), row) for row in self.rows)
        return [(label(name), row) for name, row in names if not is_blank(name)]

    @property
    def rows_by_name(self) -> dict[str, int]:
        return dict(self.players_with_rows)

    @property
    def free(self) -> list[int]:
        """The rows that have no name yet, and where one can be typed."""
        cells, column = self.sheet.cells, self.area.left
        blank = (row for row in self.rows if (row, column) not in cells or not cells[row, column].has_content)
        closed = self.sheet.is_computed, self.sheet.is_covered
        return [row for row in blank if not any(is_so(row, column) for is_so in closed)]

    @cached_property
    def titles(self) -> dict[int, str]:
        """The headings of the columns beside the names, by column, without headings of other tables."""
        above, own = self.area.top - 1, self.area.left
        held = {place: cell.value for place, cell in self.sheet.cells.items() if not is_blank(cell.value)}
        titles = {n: label(held[row, n]) for row, n in sorted(held, reverse=True) if row == above}
        titles.setdefault(own, "")
        words = {n: word for n in titles if (word := roster_word(titles[n])) is not None}
        last = max((row for row, n in held if n == own and row in self.rows), default=above)
        its = Headings(above, titles, words, held.items()).table_of(own, last=last).columns
        return {n: title for n, title in titles.items() if n != own and n in its}

    @property
    def columns(self) -> dict[str, int]:
        """The columns beside the names by English heading; of equal headings, the first column."""
        return {_in_english(title): column for column, title in self.titles.items()}


def named_list(setup: Setup) -> PlayerList | None:
    """The list of players whose cells have the defined name Roster."""
    area = setup.area(ROSTER)
    return None if area is None else PlayerList(setup.book.sheet(area.sheet), area)


def titled_list(book: Book) -> PlayerList | None:
    """The list below the heading Player on a sheet Players or Roster."""
    for name in (name for name in book.sheet_names if name.casefold() in LISTS):
        sheet = book.sheet(name)
        for row, words, *_ in header_rows(sheet, _player, "player"):
            column = words["player"]
            held = {r: cell.value for (r, c), cell in sheet.cells.items() if c == column and cell.has_content}
            bottom = _bottom(held, row)
            if bottom > row:
                return PlayerList(sheet, Area(name, row + 1, column, bottom, column))
    return None


def _bottom(cells: Mapping[int, CellValue], header: int) -> int:
    """The last row of the names. After a blank row, a heading or a number belongs to another table."""
    last = header
    for row in sorted(row for row in cells if row > header):
        headed = roster_word(cells[row]) is not None or games_header(cells[row]) is not None
        if row > last + 1 and (headed or {number(cells[row]), number(cells.get(row + 1))} != {None}):
            break
        last = row
    return last


def _player(cell: Cell) -> Word | None:
    return "player" if roster_word(cell) == "player" else None


def _in_english(title: str) -> str:
    here = presence(title)
    return heading(title) or (f"here {here}" if here else title.casefold())


def find_unlisted_players(
    there: PlayerList | None, homes: Sequence[GamesSheet], file: str
) -> tuple[str, ...]:
    """A sentence for each player in games who is not on the list of players; empty if the list has no names.

    A sentence proposes a similar name on the list, if the player with that name has no game.
    """
    if there is None or not (names := there.rows_by_name):
        return ()
    cells = ((home.name, home.value(row, "player")) for home in homes for row in home.rows)
    seated = {label(cell): sheet for sheet, cell in cells if not is_blank(cell)}
    listed, at_boards = ({*map(same_person, some)} for some in (names, seated))
    free = [name for name in names if same_person(name) not in at_boards]
    found = []
    for name, sheet in seated.items():
        if same_person(name) not in listed:
            near = did_you_mean(name, free).removeprefix(" Did you mean ").rstrip("?")
            hint = f' If this is {near}: dipscore rename "{name}" "{near}" {file}' if near else ""
            found.append(f"{name} is on {sheet} and not on {there.sheet.name}.{hint}")
    return tuple(found)


def roster_teams(there: PlayerList | None, file: str) -> WithFaults[dict[str, str]]:
    """The team of each player, from the list's column Team, and faults for players with two teams."""
    column = None if there is None else there.columns.get(TEAM)
    teams: dict[str, str] = {}
    faults: list[Fault] = []
    if there is None or column is None:
        return WithFaults(teams, faults)
    for player, row in there.players_with_rows:
        team = label(value_in(there.sheet, row, column))
        first = teams.setdefault(player, team) if team else ""
        if first.casefold() != team.casefold():
            place = f"{file} {there.sheet.name} row {row}, column Team"
            faults.append(ListedTwice(place=place, field="team", player=player, first=first, other=team))
    return WithFaults(teams, faults)
