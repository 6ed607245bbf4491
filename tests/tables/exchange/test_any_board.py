"""Any board that is exported is imported unchanged."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.boards import Facts
from tests.boards import games as any_game
from tests.tables.exchange.round_trips import as_elsewhere, boards_of, file_of, outgoing, read, written
from xl_dipscore.rules.board import SEATS, Board
from xl_dipscore.rules.event.games import Game, Place, Seat
from xl_dipscore.tables.cells.csv_text import csv_rows
from xl_dipscore.tables.cells.games import read_games

NOWHERE = Place("", (None,) * 7, {})
MAY_BE_UNKNOWN = ("year", "chart", "eliminated")


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game of which some facts were never typed."""
    facts: Facts = draw(any_game())
    unknown = draw(st.sets(st.sampled_from(MAY_BE_UNKNOWN)))
    nothing = {"year": None, "chart": {}, "eliminated": (None,) * 7}
    board = facts.board(**{word: nothing[word] for word in unknown})
    names = draw(st.lists(st.text("aé ,\"'=;-", max_size=4), min_size=7, max_size=7))
    return Game(1, "A", tuple(Seat(" ".join(name.split())) for name in names), board, NOWHERE)


@given(games())
def test_as_a_games_file(game: Game) -> None:
    text = written("games", outgoing([game], "SHARE")).files["games.csv"]
    (back,) = read_games(csv_rows(text.encode(), "games.csv"), "games.csv").games
    assert back.faults == ()
    assert back.seats == game.seats
    assert told(back.board) == told(game.board)


@given(games())
def test_as_boards_of_the_database(game: Game) -> None:
    assert game.board is not None
    assume(max(game.board.year or 0, *(year for year, _ in game.board.chart), 0) <= 1920)
    (back,) = boards_of(read(file_of(written("wdd", outgoing([game], "SHARE")), "wdd-boards.csv")))
    assert [seat.player for seat in back.seats] == [seat.player for seat in game.seats]
    same(game.board, back.board)


@given(games())
def test_as_json(game: Game) -> None:
    assert game.board is not None
    (back,) = boards_of(read(file_of(written("json", outgoing([game], "SHARE")), "tournament.json")))
    assert back.seats == game.seats
    same(game.board, back.board)


def same(one: Board, other: Board | None) -> None:
    """The board's ending and its facts; a mark without further meaning may be lost.

    If only one power is still played, the game counts as conceded to it, and is exported so.
    """
    assert other is not None
    ending = one.ending if one.conceded else as_elsewhere(one).ending
    one, other = as_elsewhere(one), as_elsewhere(other)
    assert ending == other.ending
    assert told(replace(one, draw=frozenset())) == told(replace(other, draw=frozenset()))


def told(board: Board | None) -> tuple[object, ...]:
    """A board with the facts that follow from its chart."""
    assert board is not None
    chart = dict(board.chart)
    year = board.year or max(chart, default=None)
    gone = [board.eliminated[seat] or _gone(chart, seat) for seat in SEATS]
    marks = board.draw, board.docked, board.civil_disorder, board.new_player
    return board.centres, year, gone, chart, marks


def _gone(chart: dict[int, tuple[int, ...]], seat: int) -> int | None:
    year = next((year for year, counts in chart.items() if not counts[seat]), None)
    return year if year == 1901 or (year or 0) - 1 in chart else None
