"""Read an event from cells or a file, and find its problems. If one part is wrong, others are still read."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from xl_dipscore.errors import Doubt, Fault, Faults, join_at_most
from xl_dipscore.rules.event.games import Game
from xl_dipscore.rules.event.settings import Settings
from xl_dipscore.rules.system import System
from xl_dipscore.rules.tournament.problem import MOST_NAMES, Problem, of_game, worst_first
from xl_dipscore.tables.cells.event_options import EventOptions, read_valid_options
from xl_dipscore.tables.cells.games import GameList, NobodyNamed, of_season
from xl_dipscore.tables.cells.values import Cell


class EventArguments(NamedTuple):
    """The arguments of `standings` and similar functions."""

    system: System
    games: Sequence[Game]
    settings: Settings
    options: Mapping[str, object]


@dataclass(frozen=True)
class GivenEvent:
    """An event: its system, its games, and the options that turn the games into standings."""

    system: System
    listed: GameList
    chosen: EventOptions

    @cached_property
    def call_arguments(self) -> EventArguments:
        """The arguments of `standings` and similar functions.

        Raises Faults if the options limit the event to a season and a game has no date.
        """
        listed = of_season(self.listed, self.chosen.settings)
        return EventArguments(
            self.system, listed.games, listed.of_event(self.chosen.settings), self.chosen.parameters
        )

    @property
    def has_teams(self) -> bool:
        return any(seat.team for game in self.listed.games for seat in game.seats)


class NotTogether(
    Doubt,
    remedy="Sort Games by Round, then by Board: a score needs the rows of its board together.",
):
    """The rows of boards {boards} are mixed, as after a sort by player."""


class ProblemsOfEvent(NamedTuple):
    """The problems of an event, the worst first, and its valid options."""

    problems: list[Problem]
    options: EventOptions


def read_problems(
    system: Callable[[], System],
    read: Callable[[bool], GameList],
    options: Iterable[Sequence[Cell]],
    roster: Sequence[Sequence[Cell]] = (),
    *,
    together: bool = False,
) -> ProblemsOfEvent:
    """The problems of an event, the worst first, and its valid options.

    system: returns the event's system, or raises a Fault.
    read: reads the games, or raises Faults. Its argument: may a board lack rows for some powers?
    roster: the list of players, with headings or without.
    together: must the rows of a board be adjacent? Scores that are computed beside the rows need this.
    """
    from xl_dipscore.rules.tournament.problems import problems
    from xl_dipscore.tables.cells.roster import names_in

    found: list[Problem] = []
    known: System | None = None
    listed = GameList()
    try:
        known = system()
    except Fault as unknown:
        found.append(Problem(unknown, whole=True))
    chosen, faults = read_valid_options(options, known)
    found += [Problem(fault, whole=True) for fault in faults]
    try:
        listed = read(known is not None and known.fewer)
    except Faults as unusable:
        found += [Problem(fault, row=1, whole=True) for fault in unusable.faults]
    try:
        listed = of_season(listed, chosen.settings)
    except Faults as undated:
        found += [Problem(fault, whole=True) for fault in undated.faults]
    settings = listed.of_event(chosen.settings)
    found += _find_scattered_boards(listed.games) if together else ()
    found += problems(known, listed.games, settings, chosen.parameters, best=True, roster=names_in(roster))
    if not any(one.rank == "wrong" for one in found):
        found += _find_no_names(listed.games)
    return ProblemsOfEvent(worst_first(found), chosen)


def _find_no_names(games: Sequence[Game]) -> Iterator[Problem]:
    """The fault of games that all lack names, for which no table of players can be made."""
    if games and not any(game.players for game in games):
        yield of_game(games[0], NobodyNamed(seat=0, field="player"))


def _find_scattered_boards(games: Sequence[Game]) -> Iterator[Problem]:
    rows = sorted((min(own), max(own), game.name) for game in games if (own := game.place.known_rows))
    mixed = {name: None for one, other in pairwise(rows) if other[0] < one[1] for name in (one[2], other[2])}
    if mixed:
        yield Problem(NotTogether(boards=join_at_most(mixed, MOST_NAMES)))
