"""Games as they were played and scored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from types import MappingProxyType
from typing import Literal
from unicodedata import combining, normalize

from xl_dipscore.board import SEATS, Board
from xl_dipscore.errors import Fault, Faults
from xl_dipscore.system import System

Round = int | Literal["Final"]
Double = Literal["best", "sum"]

NO_OPTIONS: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True)
class Place:
    """Where a game's cells stand, so that a fault can say so."""

    source: str
    rows: tuple[int | None, ...]
    columns: Mapping[str, str]

    def of(self, fault: Fault) -> str:
        """`games.csv row 9, column Centres`."""
        row = self.rows[fault.seat] if fault.seat is not None else None
        if row is None:
            known = [number for number in self.rows if number is not None]
            where = f"rows {min(known)} to {max(known)}"
        else:
            where = f"row {row}"
        column = self.columns.get(fault.field)
        return f"{self.source} {where}{f', column {column}' if column else ''}".strip()


@dataclass(frozen=True)
class Seat:
    """One row of a games list: who played a power, and what the director typed about it."""

    player: str = ""
    override: Fraction | None = None
    unranked: bool = False
    tiebreak: Fraction | None = None


@dataclass(frozen=True)
class Game:
    """One board of a round. `board` is None when it is faulty: `faults` then says why."""

    round: Round
    name: str
    seats: tuple[Seat, ...]
    board: Board | None
    place: Place
    faults: tuple[Fault, ...] = ()

    @property
    def is_top(self) -> bool:
        """Is it the top board of its round?"""
        return self.name.casefold() == "top"


@dataclass(frozen=True)
class Scored:
    """A game with its seven scores, or with the faults that leave it without."""

    game: Game
    scores: tuple[Fraction | None, ...] | None
    """A single one is None where only the end of the event will tell (a Mystery solo)."""
    faults: tuple[Fault, ...] = ()
    board: Board | None = None
    """The board as the system read its ending."""

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """What each player did. A blank player is nobody: the position is credited to no one."""
        game, scores = self.game, self.scores
        return tuple(
            Result(seat.player, game.round, game, n, scores[n] if scores is not None else None, self.board)
            for n, seat in enumerate(game.seats)
            if seat.player
        )


@dataclass(frozen=True, slots=True)
class Result:
    """What one player did in one game. The score is None where the board is faulty."""

    player: str
    round: Round
    game: Game
    seat: int
    score: Fraction | None
    board: Board | None

    @property
    def typed(self) -> Seat:
        """What the director typed about it."""
        return self.game.seats[self.seat]

    @property
    def won(self) -> bool:
        return self.board is not None and self.board.winner == self.seat

    @property
    def drew(self) -> bool:
        return self.board is not None and self.seat in self.board.drew


def score_games(
    system: System,
    games: Iterable[Game],
    options: Mapping[str, object] = NO_OPTIONS,
    *,
    decimals: int | None = None,
) -> list[Scored]:
    """Every game under a system. A faulty board spoils only itself; an override replaces a score.

    options: the system's own parameters.
    decimals: round each score to so many places, as some events post them.
    Raises Faults for an option that is not one.
    """
    system.accept(options)
    return [_score(system, game, decimals, options) for game in first_games_only(games)]


def _score(system: System, game: Game, decimals: int | None, options: Mapping[str, object]) -> Scored:
    if game.board is None:
        return Scored(game, None, game.faults)
    try:
        computed = system.score(game.board, **options)
    except Faults as found:
        return Scored(game, None, located(found.faults, game.place), system.read(game.board, **options))
    exact = (c if s.override is None else s.override for c, s in zip(computed, game.seats, strict=True))
    scores = tuple(value if decimals is None else rounded(value, decimals) for value in exact)
    return Scored(game, scores, board=system.read(game.board, **options))


def rounded(exact: Fraction, decimals: int) -> Fraction:
    """To so many decimals, halves away from zero, as people round."""
    unit = 10**decimals
    steps = (2 * abs(exact.numerator) * unit + exact.denominator) // (2 * exact.denominator)
    return Fraction(steps if exact >= 0 else -steps, unit)


def first_games_only(games: Iterable[Game]) -> Iterator[Game]:
    """The games, with nobody a new player but in their first game: that bonus is given once.

    Of two boards in one round the first by name is the first.
    """
    listed = list(games)
    seen: set[str] = set()
    done: dict[int, Game] = {}
    for game in sorted(listed, key=lambda game: (final_last(game.round), game.name.casefold(), game.name)):
        board = game.board
        players = {game.seats[seat].player for seat in SEATS}
        if board is not None:
            new = [s for s in board.new_player if (p := game.seats[s].player) not in seen or not p]
            if len(new) < len(board.new_player):
                done[id(game)] = replace(game, board=replace(board, new_player=frozenset(new)))
        seen |= players
    return (done.get(id(game), game) for game in listed)


def results_of(scored: Iterable[Scored]) -> Iterator[Result]:
    """Each player's games."""
    return chain.from_iterable(one.results for one in scored)


def located(faults: Iterable[Fault], place: Place) -> tuple[Fault, ...]:
    """The same faults, each with its place."""
    for fault in (found := tuple(faults)):
        fault.place = fault.place or place.of(fault)
    return found


def doubles(scored: Iterable[Scored]) -> list[tuple[Result, Result]]:
    """Each player's further board in a round, after the one they are on too."""
    seated: dict[tuple[str, Round], Result] = {}
    found = []
    for result in results_of(scored):
        before = seated.setdefault((result.player, result.round), result)
        if before is not result:
            found.append((before, result))
    return found


def spelling_twins(games: Iterable[Game]) -> list[list[str]]:
    """Names that differ only in case or accents, and so may be one player's."""
    spelt: dict[str, set[str]] = {}
    for game in games:
        for seat in game.seats:
            plain = "".join(c for c in normalize("NFKD", seat.player) if not combining(c)).casefold()
            spelt.setdefault(plain, set()).add(seat.player)
    return [sorted(names) for names in spelt.values() if len(names) > 1]


def rounds_of(games: Iterable[Game]) -> list[Round]:
    """The rounds that have a game, in order, a Final last."""
    return sorted({game.round for game in games}, key=final_last)


def final_last(round_: Round) -> float:
    """Rounds in order, a Final after them."""
    return float("inf") if round_ == "Final" else round_
