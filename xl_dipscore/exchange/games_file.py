"""Our own games file, of whatever the games come from."""

from collections.abc import Iterator
from fractions import Fraction

from xl_dipscore.board import POWERS, SEATS
from xl_dipscore.cells import Cell, GameRow, csv_text
from xl_dipscore.errors import Faults
from xl_dipscore.event import Game
from xl_dipscore.exchange.formats import games_table
from xl_dipscore.exchange.writers import NothingPlayed, Outgoing, Written, amount, typed_of, writes


@writes("games", "a games file")
def write_games(outgoing: Outgoing) -> Written:
    """`games.csv`, boards without results too. Raises Faults where there is no board."""
    games = [*outgoing.games, *outgoing.to_come]
    if not games:
        raise Faults([NothingPlayed(file=outgoing.file)])
    return Written({"games.csv": csv_text(games_table(row for game in games for row in rows_of(game)))})


def rows_of(game: Game) -> Iterator[GameRow]:
    """The rows of a games file that say the same as a game."""
    board = game.board
    for seat in SEATS:
        if board is not None and seat in board.unplayed:
            continue
        cells: dict[str | int, Cell] = {"round": game.round, "board": game.name, "power": POWERS[seat]}
        for word, cell in typed_of(game, seat).items():
            cells[word] = amount(cell) if isinstance(cell, Fraction) else cell
        if board is not None:
            cells |= {year: counts[seat] for year, counts in board.chart}
        yield GameRow(0, cells, {}, "")
