"""An event as it is given: its system, its games, and the options that say how these make a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from xl_dipscore.cells.games import GameList, of_season
from xl_dipscore.cells.options import EventOptions
from xl_dipscore.event import Game, Settings
from xl_dipscore.system import System


@dataclass(frozen=True)
class GivenEvent:
    """An event as it is given, in cells or in a file, and read."""

    system: System
    listed: GameList
    chosen: EventOptions

    @cached_property
    def asked(self) -> tuple[System, Sequence[Game], Settings, Mapping[str, object]]:
        """What the functions of an event take: `standings(*event.asked)`.

        Raises Faults for a game without a date where a season is asked for.
        """
        listed = of_season(self.listed, self.chosen.settings)
        return self.system, listed.games, listed.of_event(self.chosen.settings), self.chosen.parameters

    @property
    def has_teams(self) -> bool:
        """Does anybody play for a team?"""
        return any(seat.team for game in self.listed.games for seat in game.seats)
