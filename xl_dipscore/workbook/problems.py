"""What is wrong or odd in the event that a workbook keeps."""

from __future__ import annotations

from xl_dipscore.cells import GameList, is_blank, read_problems
from xl_dipscore.tournament import Problem, lines
from xl_dipscore.workbook.extract import extract
from xl_dipscore.workbook.layout.boards import NONE, boards_if_any, unread_in
from xl_dipscore.workbook.layout.setup import EVENT_OPTIONS, OPTIONS, SYSTEM, typed_options, value_of
from xl_dipscore.xlsx.package import Package

SHOWN = 5
"""Of what is only to check."""


def problems_of(package: Package) -> tuple[str, ...]:
    """A line for columns that nobody reads; and, where a workbook names its scoring system, one for each
    problem and one for all."""
    return (*unread_in(package), *lines(found_problems(package), most=SHOWN))


def found_problems(package: Package) -> list[Problem]:
    """The same, the worst first, each with its weight and its place."""
    system = value_of(package, SYSTEM)
    if is_blank(system) or boards_if_any(package) == NONE:
        return []
    event, own = (typed_options(package, name) or {} for name in (EVENT_OPTIONS, OPTIONS))

    def read(fewer: bool) -> GameList:
        found = extract(package)
        return GameList(tuple(found.games), tuple(found.strays), found.waiting, tuple(found.to_come))

    found, _ = read_problems(str(system), read, [*event.values(), *own.values()])
    for one in found:
        one.fault.place = one.fault.place.removeprefix(f"{package.name} ")
    return found
