"""Score tournaments of the board game Diplomacy: in worksheets, on the command line, in Python."""

from __future__ import annotations

import xl_dipscore.systems  # noqa: F401  the room, before the function of its name

TYPE_CHECKING = False
"""As in `typing`, which is not imported: the command line must hear a Ctrl-C from its first moment."""
if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from xl_dipscore.board import POWERS, Board
    from xl_dipscore.errors import Fault, Faults
    from xl_dipscore.event.games import Game
    from xl_dipscore.event.settings import Settings
    from xl_dipscore.points import Points
    from xl_dipscore.system import System
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


_HOMES = {
    "board": ("POWERS", "Board"),
    "errors": ("Fault", "Faults"),
    "event.games": ("Game",),
    "event.settings": ("Settings",),
    "points": ("Points",),
    "system": ("System",),
    "tournament": ("Standing", "Standings"),
}


def systems() -> tuple[System, ...]:
    """Every scoring system, by key."""
    from xl_dipscore.system import systems

    return systems()


def score(system: str, board: Board, **options: object) -> tuple[Fraction, ...]:
    """Seven exact scores in the order of POWERS.

    system: a key, name or alias. options: the system's own parameters.
    Raises UnknownSystem, and Faults when the board or an option is not one for the system.
    """
    from xl_dipscore.system import find

    return find(system).score(board, **options)


def explain(system: str, board: Board, **options: object) -> Points:
    """The score as the labelled lines that add up to it. Raises as `score`."""
    from xl_dipscore.system import find

    return find(system)(board, **options)


def standings(
    system: str, games: Iterable[Game], settings: Settings | None = None, **options: object
) -> Standings:
    """A row a player, best first.

    settings: how rounds combine, the event's rounds, tie-breaks, format; the system's own by default.
    Raises UnknownSystem, and Faults for an unknown rule, tie-break or option.
    """
    from xl_dipscore import tournament
    from xl_dipscore.event.settings import USUAL
    from xl_dipscore.system import find

    return tournament.standings(find(system), games, settings or USUAL, options)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """A public name, from its room, when it is asked for."""
        from importlib import import_module

        for room, names in _HOMES.items():
            if name in names:
                return getattr(import_module(f"{__name__}.{room}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
