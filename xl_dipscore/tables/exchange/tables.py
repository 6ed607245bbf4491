"""Read games from a table: a games list, form answers, or a row for each game.

Most tables are games lists. The formats of all others are imported when a table is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from xl_dipscore.errors import Fault, Faults
from xl_dipscore.rules.event.games import Stray
from xl_dipscore.tables.cells.games import GameList, NobodyNamed, games_of, read_games
from xl_dipscore.tables.cells.headings import header_words

if TYPE_CHECKING:
    from xl_dipscore.tables.exchange.formats import File, Read, Table, reads


class ListAndNotes(NamedTuple):
    """A games list without faults, and notes about it."""

    listed: GameList
    notes: Sequence[str]


@dataclass(frozen=True)
class TableOfGames:
    """The games of a table, and what is to be said of it."""

    listed: GameList
    notes: Sequence[str] = ()
    faults: Sequence[Fault] = ()
    """The faults of rows that each are a game."""
    by_game: bool = False
    """Has the table a row for each game?"""

    def or_faults(self) -> ListAndNotes:
        """The games and the notes. Raises Faults if there is one."""
        if self.faults:
            raise Faults(self.faults)
        return ListAndNotes(self.listed, self.notes)

    @property
    def with_strays(self) -> GameList:
        """The games; rows with faults belong to none."""
        strays = (Stray((fault,), fault.row or 0, "", None, "", "") for fault in self.faults)
        return replace(self.listed, rows=(*strays, *self.listed.rows))


def read_table(rows: Table, source: str = "", *, fewer: bool = False, people: bool = False) -> TableOfGames:
    """Read the games of a table. Arguments and errors are as for `read_games`."""
    found = _file_by_game(rows, source)
    if found is None:
        return TableOfGames(read_games(rows, source, fewer=fewer, people=people))
    read = found.reader.read(found.file)
    _check_headings(read)
    listed = games_of(read.rows, fewer=fewer)
    if people and listed.games and not any(game.players for game in listed.games):
        raise NobodyNamed(place=source)
    return TableOfGames(listed, read.notes, read.faults, by_game=True)


class _FileByGame(NamedTuple):
    """A table with a row for each game, as a file of its format."""

    reader: reads
    file: File


def _file_by_game(rows: Table, source: str) -> _FileByGame | None:
    """The file and reader of a table with a row for each game; None for other tables."""
    if "power" in header_words(rows[0] if rows else ()):
        return None
    from xl_dipscore.tables.exchange.formats import DECLARED, File
    from xl_dipscore.tables.exchange.forms import BY_GAME

    file = File(source, rows)
    readers = (DECLARED[key] for key in BY_GAME)
    return next((_FileByGame(reader, file) for reader in readers if reader.matches(file)), None)


def is_by_game(rows: Table) -> bool:
    """Has a table a row for each game?"""
    return _file_by_game(rows, "") is not None


def _check_headings(read: Read) -> None:
    """Raise the faults of a table whose headings cannot be used: it has no rows then."""
    if read.faults and not read.rows:
        raise Faults(read.faults)
