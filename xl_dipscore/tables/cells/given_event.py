"""Read an event that a Python program gives: Games, a table of any library, or mappings by heading."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from xl_dipscore.errors import Fault
from xl_dipscore.rules.event.games import Game
from xl_dipscore.rules.event.given import cell_of, has_items, option_given, quoted
from xl_dipscore.rules.event.settings import USUAL, Settings
from xl_dipscore.rules.system import System
from xl_dipscore.tables.cells.event import EventArguments, GivenEvent
from xl_dipscore.tables.cells.event_options import EventOptions, read_event_options
from xl_dipscore.tables.cells.games import GameList
from xl_dipscore.tables.cells.given import NotRows, by_seat, powers_given, rows_of
from xl_dipscore.tables.cells.given_rows import flat_row, row_given
from xl_dipscore.tables.cells.values import Cell


class NotSettings(Fault):
    """{value} is neither Settings nor a mapping such as {{"rounds": 3, "combine": "best 2"}}."""


class EventWithNotes(NamedTuple):
    """The arguments of `standings` for an event, and sentences about unread rows and columns."""

    arguments: EventArguments
    notes: Sequence[str]


def event_given(
    system: System,
    games: Iterable[Any],
    settings: Settings | Mapping[str, Any] | None,
    options: Mapping[str, Any],
    read_table: Callable[..., tuple[GameList, Sequence[str]]],
) -> EventWithNotes:
    """The arguments of `standings` for an event, and sentences about unread rows and columns.

    read_table: reads a table with a row for each player of a game, or for each game, and notes on it.
    Raises Faults.
    """
    if settings is None or isinstance(settings, Settings):
        chosen = EventOptions(settings or USUAL, options)
    elif isinstance(settings, Mapping):
        rows = [(name, *_values(option_given(value))) for name, value in settings.items()]
        read = read_event_options(rows, system)
        chosen = EventOptions(read.settings, {**read.parameters, **options})
    else:
        raise NotSettings(value=quoted(settings))
    listed = [*rows_of(games)]
    if all(isinstance(game, Game) for game in listed):
        return EventWithNotes(EventArguments(system, listed, chosen.settings, chosen.parameters), ())
    given, notes = read_table(table_of(listed), fewer=system.fewer, people=True)
    said = [*map(str, (*given.strays, *given.unread)), *notes]
    return EventWithNotes(GivenEvent(system, given, chosen).call_arguments, said)


def _values(value: object) -> Sequence[object]:
    return value if isinstance(value, tuple) else (value,)


def table_of(rows: Iterable[Any]) -> list[list[Cell]]:
    """A table of cells with a header row. rows: mappings by heading, or a whole table. Raises NotRows."""
    listed: list[Any] = [_named_or_given(row) for row in rows]
    if all(isinstance(row, Mapping) for row in listed):
        listed = [flat_row(row, by_seat, powers_given) for row in listed]
        header = [*dict.fromkeys(key for row in listed for key in row)]
        return [[*map(cell_of, header)], *([cell_of(row.get(key)) for key in header] for row in listed)]
    for row in listed:
        if isinstance(row, str | Mapping | Game | AbstractSet) or not has_items(row):
            raise NotRows(value=quoted(row))
    return [[*map(cell_of, row)] for row in listed]


def _named_or_given(row: Any) -> Any:
    named = row_given(row)
    return row if named is None else named
