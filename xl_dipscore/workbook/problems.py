"""What is wrong or odd in the event that a workbook keeps."""

from xl_dipscore.cells import read_problems
from xl_dipscore.layout.boards import NONE, boards_if_any, unread_in
from xl_dipscore.layout.system import option_rows, system_of
from xl_dipscore.tournament import Problem, lines, steady
from xl_dipscore.workbook.extract import extract
from xl_dipscore.xlsx.package import Package

SHOWN = 5
"""Of what is only to check."""


@steady()
def problems_of(package: Package) -> tuple[str, ...]:
    """A line for columns that nobody reads; and, where a workbook names its scoring system, one for each
    problem and one for all."""
    return (*unread_in(package), *lines(found_problems(package), most=SHOWN))


def found_problems(package: Package) -> list[Problem]:
    """The same, the worst first, each with its weight and its place."""
    system = system_of(package)
    if not system or boards_if_any(package) == NONE:
        return []

    found, _ = read_problems(system, lambda _: extract(package).listed, option_rows(package))
    for one in found:
        one.fault.place = one.fault.place.removeprefix(f"{package.name} ")
    return found
