"""What is wrong or odd in an event, from the cells as they are, whatever can be read of them."""

from collections.abc import Callable, Iterable, Sequence

from xl_dipscore.cells.games import GameList, of_season
from xl_dipscore.cells.options import EventOptions, understood
from xl_dipscore.cells.values import Cell
from xl_dipscore.errors import Fault, Faults
from xl_dipscore.system import System, find
from xl_dipscore.tournament import Problem, problems, worst_first


def read_problems(
    system: str, read: Callable[[bool], GameList], options: Iterable[Sequence[Cell]]
) -> tuple[list[Problem], EventOptions]:
    """The problems of an event, the worst first, and those of its options that can be read.

    read: gives the games, and is told whether powers may have no row; it may raise Faults.
    """
    found: list[Problem] = []
    known: System | None = None
    listed = GameList(())
    try:
        known = find(system)
    except Fault as unknown:
        found.append(Problem("no table", unknown))
    chosen, faults = understood(options, known)
    found += [Problem("no table", fault) for fault in faults]
    try:
        listed = read(known is not None and known.fewer)
    except Faults as unusable:
        found += [Problem("no table", fault, row=1) for fault in unusable.faults]
    try:
        listed = of_season(listed, chosen.settings)
    except Faults as undated:
        found += [Problem("no table", fault) for fault in undated.faults]
    settings = listed.of_event(chosen.settings)
    found += problems(known, listed.games, settings, chosen.parameters, by=chosen.by)
    return worst_first(found), chosen
