"""Our own games file, of whatever the games come from."""

from collections.abc import Iterator

from xl_dipscore.board import POWERS, SEATS
from xl_dipscore.cells import Cell, GameRow, csv_text
from xl_dipscore.errors import Faults
from xl_dipscore.event import Game
from xl_dipscore.exchange.formats import games_table
from xl_dipscore.exchange.writers import NothingPlayed, Outgoing, Written, amount, writes
from xl_dipscore.points import as_typed


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
        typed = game.seats[seat]
        cells: dict[str | int, Cell] = {
            "round": game.round,
            "board": game.name,
            "power": POWERS[seat],
            "player": typed.player,
            "override": amount(typed.override),
            "unranked": "x" if typed.unranked else "",
            "tiebreak": amount(typed.tiebreak),
            "extra_points": amount(typed.extra) if typed.extra else "",
            "weight": as_typed(game.weight) if game.weight != 1 else "",
            "team": typed.team,
        }
        if board is not None:
            if seat in board.unplayed:
                continue
            cells |= {
                "centres": board.centres[seat],
                "draw": "x" if seat in board.draw else "",
                "eliminated": board.eliminated[seat],
                "year": board.year,
                "docked": board.docked[seat] or "",
                "civil_disorder": "x" if seat in board.civil_disorder else "",
                "new_player": "x" if seat in board.new_player else "",
            }
            cells |= {year: counts[seat] for year, counts in board.chart}
        yield GameRow(0, cells, {}, "")
