"""What a workbook says of the event and its players beside the games, as other formats are written of it."""

from collections.abc import Iterator

from xl_dipscore.cells import is_blank
from xl_dipscore.exchange.formats import EMAIL, PERSON, PLAYER, Person
from xl_dipscore.layout.games import label
from xl_dipscore.layout.roster import roster_headings, roster_names
from xl_dipscore.layout.setup import EVENT, ROSTER, named, value_of
from xl_dipscore.xlsx.package import Package

NEVER = frozenset({EMAIL})
"""Columns of Players that no file gets."""


def event_name(package: Package) -> str:
    name = value_of(package, EVENT)
    return "" if is_blank(name) else label(name)


def people_in(package: Package) -> Iterator[Person]:
    """Who is on the list of players, with what its columns say of them; never an e-mail address."""
    area = named(package, ROSTER)
    if area is None:
        return
    headings = roster_headings(package)
    columns = {word: headings[word.casefold()] for word in PERSON if word.casefold() in headings}
    cells = package.sheet(area.sheet).cells
    for player, row in roster_names(package).items():
        beside = {word: cells.get((row, column)) for word, column in columns.items() if word not in NEVER}
        told = {word: label(cell.value) for word, cell in beside.items() if cell and not is_blank(cell.value)}
        yield Person({**told, PLAYER: player}, f"{area.sheet} row {row}")
