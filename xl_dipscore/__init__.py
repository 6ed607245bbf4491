"""Score tournaments of the board game Diplomacy: in worksheets, on the command line, in Python."""

from __future__ import annotations

TYPE_CHECKING = False
"""As in `typing`, whose import is slow: the command line must react to Ctrl-C from its first moment."""
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from fractions import Fraction
    from typing import Any

    from xl_dipscore.errors import Fault, Faults, WithFaults
    from xl_dipscore.rules.board import POWERS, Board, Given
    from xl_dipscore.rules.event.games import Game
    from xl_dipscore.rules.event.settings import Settings
    from xl_dipscore.rules.points import Points
    from xl_dipscore.rules.system import System
    from xl_dipscore.rules.tournament.table import Standing, Standings
    from xl_dipscore.tables.cells.given_scores import BoardScore
    from xl_dipscore.tables.exchange.tables import ListAndNotes

__all__ = [
    "POWERS",
    "Board",
    "BoardScore",
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
    "scores",
    "standings",
    "systems",
]

__version__ = "0.1.0"


_NAMES_OF_MODULES = {
    "rules.board": ("POWERS", "Board"),
    "tables.cells.given_scores": ("BoardScore",),
    "errors": ("Fault", "Faults"),
    "rules.event.games": ("Game",),
    "rules.event.settings": ("Settings",),
    "rules.points": ("Points",),
    "rules.system": ("System",),
    "rules.tournament.table": ("Standing", "Standings"),
}


def systems() -> tuple[System, ...]:
    """Every scoring system, sorted by key."""
    from xl_dipscore.rules.system import systems

    return systems()


def score(system: str | System, board: Any, **options: Any) -> tuple[Fraction, ...]:
    """Seven exact scores in the order of POWERS.

    system: a key, name or alias.
    board: a Board, or its seven centre counts in the order of POWERS or by power. With counts, other facts of
        the board may be given among the options, for example draw="EFG".
    options: the system's own parameters.
    Raises UnknownSystem, and Faults if the system does not accept the board or an option.
    """
    return explain(system, board, **options).totals


def explain(system: str | System, board: Any, **options: Any) -> Points:
    """The labelled lines that add up to the seven scores. Arguments and errors are as for `score`."""
    from xl_dipscore.rules.board import Board

    known = _found(system)
    if isinstance(board, Board):
        return known(board, **options)
    _read_boards()
    if type(board) in (list, tuple) and len(board) == 7 and not options:
        return known(Board(board))
    from xl_dipscore.tables.cells.given import board_given

    made, chosen = board_given(known, board, options)
    return known(made, **chosen)


def scores(system: str | System, boards: Iterable[Any], **options: Any) -> Iterator[BoardScore]:
    """Yield the scores of any number of boards, one by one.

    boards: a list, generator, CSV reader or DataFrame of boards that `score` accepts. A row of a table has a
        column for each power, and may have further columns, for example Draw and Year.
    A board that cannot be scored does not stop the others: its `scores` are None and its `faults` say why.
    Raises UnknownSystem, and Faults for a bad option, before the first board.
    """
    from xl_dipscore.tables.cells.given_scores import score_each

    _read_boards()
    known = _found(system)
    return score_each(known, boards, known.accept(options))


def standings(
    system: str | System,
    games: Iterable[Any],
    settings: Settings | Mapping[str, object] | None = None,
    **options: Any,
) -> Standings:
    """The table of an event: one row per player, best first.

    games: Game objects, or the rows of a games list: mappings by heading, a DataFrame, or rows below a row of
        headings. A row is one player of a game, or a whole game with a column for each power.
    settings: how rounds combine, the event's rounds, tie-breaks, format; by default the system's own. A
        mapping has names and values as in the sheet Setup: {"rounds": 3, "combine": "best 2"}.
    Raises UnknownSystem, and Faults for an unknown rule, tie-break or option, and for headings that cannot be
    used. Problems with single games are in `faults` and `notes` of the result.
    """
    from xl_dipscore.rules.tournament.standings import standings as standings_of
    from xl_dipscore.tables.cells.given_event import event_given

    known = _found(system)
    event = event_given(known, games, settings, options, _read_table)
    table = standings_of(*event.arguments)
    return table.with_notes(event.notes) if event.notes else table


def _read_table(table: Sequence[Sequence[object]], *, fewer: bool, people: bool) -> ListAndNotes:
    """Read a table like `dipscore score`. Raises Faults if a row for a game is faulty."""
    from xl_dipscore.tables.exchange.tables import read_table

    return read_table(table, fewer=fewer, people=people).or_faults()


def _found(system: str | System) -> System:
    """Find a system, and let its options accept values typed as in cells, such as `32 16 8`."""
    from xl_dipscore.rules.system import Option, find

    def read(option: Option, typed: Sequence[object]) -> object:
        from xl_dipscore.tables.cells.options import option_value

        return option_value(option, typed)

    Option.reader = staticmethod(read)
    return find(str(getattr(system, "key", system)))


def _read_boards() -> None:
    """Let Board accept values typed as in cells, such as `EFG`."""
    from xl_dipscore.rules.board import Board

    def read(given: Given) -> WithFaults[Given]:
        from xl_dipscore.tables.cells.given import read_board

        return read_board(given)

    Board.reader = staticmethod(read)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import a public name from its module when the name is first used."""
        from importlib import import_module

        for module, names in _NAMES_OF_MODULES.items():
            if name in names:
                if name == "Board":
                    _read_boards()
                return getattr(import_module(f"{__name__}.{module}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
