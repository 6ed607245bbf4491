"""Write and read games files. This is our own format."""

from collections.abc import Iterator
from contextlib import suppress

from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.event.games import Game
from xl_dipscore.tables.cells.columns import is_count
from xl_dipscore.tables.cells.csv_text import csv_text
from xl_dipscore.tables.cells.games import GameRow, MissingColumn, beside_others, game_rows, unread_in
from xl_dipscore.tables.cells.headings import header_words
from xl_dipscore.tables.cells.languages import Word
from xl_dipscore.tables.cells.unread import has_points, notes_and_faults
from xl_dipscore.tables.cells.values import Cell
from xl_dipscore.tables.exchange.formats import File, Read, games_table, reads
from xl_dipscore.tables.exchange.writers import (
    NothingPlayed,
    Outgoing,
    Written,
    cells_of_seat,
    seats_of,
    writes,
)


@writes("games", "a games file")
def write_games(outgoing: Outgoing) -> Written:
    """Write `games.csv`, including boards without results. Raises Faults if there is no board."""
    games = [*outgoing.games, *outgoing.to_come]
    if not games:
        raise NothingPlayed(file=outgoing.file)
    return Written({"games.csv": csv_text(games_table(row for game in games for row in rows_of(game)))})


def rows_of(game: Game) -> Iterator[GameRow]:
    board = game.board
    for seat in seats_of(game):
        cells: dict[Word, Cell] = {"round": game.round, "board": game.name, "power": POWERS[seat]}
        cells |= cells_of_seat(game, seat)
        if board is not None:
            cells |= {year: counts[seat] for year, counts in board.chart}
        yield GameRow(0, cells, {}, "")


_OF_WDD = frozenset({"homonyme", "exaequo"})
"""Headings of lists of the World Diplomacy Database, in which powers have other names."""


def _is_one(file: File) -> bool:
    header = file.rows[0] if file.rows else ()
    words = {*header_words(header)}
    placed = words >= {"board", "power"} and not words.isdisjoint({"round", "date"})
    return (placed or ("power" in words and _is_read(file))) and _OF_WDD.isdisjoint(file.headings)


def _is_read(file: File) -> bool:
    """Can the list be read although it lacks a column for rounds or boards? One game needs neither."""
    with suppress(Faults):
        return any(game_rows(file.rows[0], file.rows[1:], file.name, file.first + 1))
    return False


@reads("games", "a games file", _is_one, tried_last=True)
def games(file: File) -> Read:
    """Its rows, unchanged."""
    try:
        (header, *below), notes = beside_others(file.rows)
        rows = tuple(game_rows(header, below, file.name, file.first + 1, results=False))
        left, wrong = notes_and_faults((*notes, *unread_in(header, below)), file.name)
        counted = any(word == "override" or is_count(word) for row in rows[:1] for word in row.headers)
        if rows and not counted and has_points(header, below):
            wrong.append(MissingColumn(place=file.name, name="Centres"))
        return Read(rows, notes=tuple(left), faults=tuple(wrong))
    except Faults as refused:
        return Read(faults=tuple(refused.faults))
