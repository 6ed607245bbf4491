"""A workbook's own list of players."""

from collections.abc import Iterator

from xl_dipscore.cells.languages import Word, heading, presence
from xl_dipscore.cells.roster import roster_word
from xl_dipscore.cells.values import Cell, is_blank
from xl_dipscore.errors import Fault, nearest
from xl_dipscore.layout.games import games_if_any, header_rows, label
from xl_dipscore.layout.setup import ROSTER, named
from xl_dipscore.xlsx.book import Book, value_in
from xl_dipscore.xlsx.formula import Area

LONGEST_ROSTER = 10_000
TEAM = "team"
"""The heading of players' teams."""
LISTS = frozenset({"players", "roster"})
"""Sheets with a list of players, where no cells are named so."""


class NoRoster(Fault):
    """{file} has no list of players: name their cells Roster, or its sheet Players."""


class ListedTwice(Fault, remedy="Write one team, in one way."):
    """{player} is listed twice, with the teams {first} and {other}."""


def roster_area(package: Book) -> Area | None:
    """The cells of the players' names: those named so, or what is below Player on a sheet Players."""
    area = named(package, ROSTER)
    titled = (name for name in package.sheet_names if name.casefold() in LISTS)
    for name in titled if area is None else ():
        sheet = package.sheet(name)
        for row, words in header_rows(sheet, _player).items():
            column = words["player"]
            bottom = max(r for (r, c), cell in sheet.cells.items() if c == column and cell.holds)
            if bottom > row:
                return Area(name, row + 1, column, bottom, column)
    return area


def _player(cell: Cell) -> Word | None:
    return "player" if roster_word(cell) == "player" else None


def _listed(package: Book) -> Iterator[tuple[str, int]]:
    """The players in a workbook's own list, and their rows."""
    area = named(package, ROSTER)
    if area is None:
        return
    for (row, column), cell in sorted(package.sheet(area.sheet).cells.items()):
        if column == area.left and area.top <= row <= area.bottom and not is_blank(cell.value):
            yield label(cell.value), row


def roster_names(package: Book) -> dict[str, int]:
    """The players in a workbook's own list, and the row of each."""
    return dict(_listed(package))


def unlisted(package: Book) -> tuple[str, ...]:
    """Who plays and is not on the list of players, which has others: one of the two may be an old name."""
    area, names = named(package, ROSTER), roster_names(package)
    homes = games_if_any(package) if area is not None and names else ()
    cells = ((home.name, home.value(row, "player")) for home in homes for row in home.rows)
    seated = {label(cell): sheet for sheet, cell in cells if not is_blank(cell)}
    listed, at_boards = ({name.casefold() for name in some} for some in (names, seated))
    free = [name for name in names if name.casefold() not in at_boards]
    found = []
    for name, sheet in seated.items():
        if name.casefold() not in listed and area is not None:
            near = nearest(name, free).removeprefix(" Did you mean ").rstrip("?")
            hint = f' If this is {near}: dipscore rename "{name}" "{near}" {package.name}' if near else ""
            found.append(f"{name} is on {sheet} and not on {area.sheet}.{hint}")
    return tuple(found)


def roster_headings(package: Book) -> dict[str, int]:
    """What stands above the columns beside the players' names, in English, and which those are."""
    area = named(package, ROSTER)
    if area is None:
        return {}
    cells = package.sheet(area.sheet).cells
    row = area.top - 1
    return {
        _in_english(label(cell.value)): column
        for (number, column), cell in sorted(cells.items(), reverse=True)
        if number == row and column != area.left and not is_blank(cell.value)
    }


def _in_english(title: str) -> str:
    here = presence(title)
    return heading(title) or (f"here {here}" if here else title.casefold())


def roster_teams(package: Book) -> tuple[dict[str, str], list[Fault]]:
    """The team of each player in a list with a column Team, and who is in two."""
    area, column = named(package, ROSTER), roster_headings(package).get(TEAM)
    teams: dict[str, str] = {}
    faults: list[Fault] = []
    if area is None or column is None:
        return teams, faults
    for player, row in _listed(package):
        team = label(value_in(package.sheet(area.sheet), row, column))
        first = teams.setdefault(player, team) if team else ""
        if first.casefold() != team.casefold():
            place = f"{package.name} {area.sheet} row {row}, column Team"
            faults.append(ListedTwice(place=place, field="team", player=player, first=first, other=team))
    return teams, faults
