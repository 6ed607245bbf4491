"""Score tournaments of the board game Diplomacy: in worksheets, on the command line, in Python."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

import xl_dipscore.systems as _systems  # noqa: F401  declares every system
from xl_dipscore.board import POWERS, Board
from xl_dipscore.errors import Fault, Faults
from xl_dipscore.event import USUAL, Game, Settings
from xl_dipscore.points import Points
from xl_dipscore.system import System, find, systems

if TYPE_CHECKING:
    from xl_dipscore.tournament import Standing, Standings

__all__ = [
    "POWERS",
    "Board",
    "Fault",
    "Faults",
    "Game",
    "Points",
    "Settings",
    "Standing",
    "Standings",
    "System",
    "explain",
    "score",
    "standings",
    "systems",
]

__version__ = "0.1.0"


def score(system: str, board: Board, **options: object) -> tuple[Fraction, ...]:
    """Seven exact scores in the order of POWERS.

    system: a key, name or alias. options: the system's own parameters.
    Raises UnknownSystem, and Faults when the board or an option is not one for the system.
    """
    return find(system).score(board, **options)


def explain(system: str, board: Board, **options: object) -> Points:
    """The score as the labelled lines that add up to it. Raises as `score`."""
    return find(system)(board, **options)


def standings(system: str, games: Iterable[Game], settings: Settings = USUAL, **options: object) -> Standings:
    """A row a player, best first.

    settings: how rounds combine, the event's rounds, tie-breaks, format; the system's own by default.
    Raises UnknownSystem, and Faults for an unknown rule, tie-break or option.
    """
    from xl_dipscore import tournament

    return tournament.standings(find(system), games, settings, options)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """The classes of a table, which a board's score does without, when they are asked for."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from xl_dipscore import tournament

        return getattr(tournament, name)
