"""Games with their scores, and the result of each player in each game."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import NamedTuple

from xl_dipscore.errors import Fault, Faults
from xl_dipscore.rules.board import POWERS, SEATS, STARTED, Board
from xl_dipscore.rules.event.games import Game, OneGame, Round, Seat
from xl_dipscore.rules.points import Points

WON, DREW, SURVIVED, ELIMINATED, LOST = 4, 3, 2, 1, 0
"""Results of a player in a game, a larger number for a better result (see `Result.came`)."""
ZERO = Fraction()
"""One object for all scores of 0: a large event has many."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A game with its seven scores, or with the faults that prevent scoring."""

    game: Game
    scores: tuple[Fraction | None, ...] | None
    """None if the game has faults. A score in the tuple is None while it depends on the end of the event."""
    faults: tuple[Fault, ...] = ()
    board: Board | None = None
    """The board, with its ending as the system reads it."""
    apart: bool = False
    """Is the game excluded from all totals?"""

    @property
    def winner(self) -> int | None:
        """The winner's seat; None if nobody won, or if the game has no scores."""
        return self.board.winner if self.board is not None and self.scores is not None else None

    @property
    def results(self) -> list[Result]:
        """The result of each named player. Seats without a player are left out."""
        return [Result(self, seat) for seat, one in enumerate(self.game.seats) if one.player]

    @property
    def seated(self) -> Iterator[Result]:
        """The result of each seat, including seats without a player."""
        return (Result(self, seat) for seat in range(len(self.game.seats)))


class Result(NamedTuple):
    """One player's result in one game. A large event has many: each holds only where its facts are."""

    scored: Scored
    seat: int

    @property
    def game(self) -> Game:
        return self.scored.game

    @property
    def board(self) -> Board | None:
        return self.scored.board

    @property
    def player(self) -> str:
        return self.scored.game.seats[self.seat].player

    @property
    def round(self) -> Round:
        return self.scored.game.round

    @property
    def score(self) -> Fraction | None:
        """None if the board is faulty, or until the score is known."""
        scores = self.scored.scores
        return None if scores is None else scores[self.seat]

    @property
    def typed(self) -> Seat:
        """The director's entries for this seat."""
        return self.game.seats[self.seat]

    @property
    def unit(self) -> OneGame:
        """The game to which the score belongs, for rules for totals that combine games, not rounds."""
        return OneGame(self.round, self.game.name, self.seat, self.game.date)

    @property
    def worth(self) -> Fraction | None:
        """The score times the weight of its board, for totals; None as for `score`."""
        return None if self.score is None else worth_of(self)

    @property
    def power(self) -> str:
        return POWERS[self.seat]

    @property
    def centres(self) -> int:
        """The centre count used for scoring; 0 if the board is faulty."""
        return self.board.counts[self.seat] if self.board is not None else 0

    @property
    def won(self) -> bool:
        return self.board is not None and self.board.winner == self.seat

    @property
    def drew(self) -> bool:
        return self.board is not None and self.seat in self.board.drew

    @property
    def lost(self) -> bool:
        """Did another player win?"""
        return self.board is not None and self.board.winner not in (None, self.seat)

    @property
    def came(self) -> int:
        """WON, DREW, SURVIVED or ELIMINATED; LOST if another player won, or if there is no board."""
        if self.board is None or self.board.winner is not None:
            return WON if self.won else LOST
        if self.drew:
            return DREW
        return SURVIVED if self.survived else ELIMINATED

    @property
    def place(self) -> int:
        """Less the number of larger powers on the board: 0 for the largest."""
        if self.board is None:
            return 0
        return -sum(own > self.board.centres[self.seat] for own in self.board.centres)

    @property
    def survived(self) -> bool:
        return self.board is not None and self.seat in self.board.survivors

    @property
    def gain(self) -> int | None:
        """Centres at the end less those at the start; None if the board is faulty."""
        return self.centres - STARTED[self.seat] if self.board is not None else None

    @property
    def chart_years(self) -> int:
        """The game-years of the centre chart; 0 if the chart lacks a year."""
        return len(self.board.whole_chart) if self.board is not None else 0

    @property
    def chart_centres(self) -> int:
        """The player's centres of every year of the chart, summed; 0 if the chart lacks a year."""
        return sum(counts[self.seat] for counts in self.board.whole_chart) if self.board is not None else 0

    def by(self, rule: Callable[[Board], Points]) -> Fraction | None:
        """The seat's amount by a rule in words of points.py; None if the board is faulty or lacks a fact."""
        try:
            return rule(self.board).totals[self.seat] if self.board is not None else None
        except Faults:
            return None


def score_of(result: Result) -> Fraction:
    """The score of a result; 0 if there is no score."""
    return result.score or ZERO


def worth_of(result: Result) -> Fraction:
    """The score times the weight of its board, for totals."""
    weight = result.game.weight
    return score_of(result) if weight == 1 else score_of(result) * weight


def results_of(scored: Iterable[Scored]) -> Iterator[Result]:
    return chain.from_iterable(one.results for one in scored)


class ResultsByPlayer(Mapping[str, Sequence[Result]]):
    """The results of each player, in the order of the games.

    A large event has many results: each is kept as a number, and made when it is read.
    """

    __slots__ = ("_numbers", "_scored")

    def __init__(self, scored: Sequence[Scored]) -> None:
        numbers = defaultdict[str, "array[int]"](partial(array, "L"))
        for place, one in enumerate(scored):
            for seat, its in enumerate(one.game.seats):
                if its.player:
                    numbers[its.player].append(place * len(SEATS) + seat)
        self._scored, self._numbers = scored, dict(numbers)

    def __getitem__(self, player: str) -> Sequence[Result]:
        found = (divmod(number, len(SEATS)) for number in self._numbers[player])
        return [Result(self._scored[place], seat) for place, seat in found]

    def count(self, player: str) -> int:
        return len(self._numbers.get(player, ()))

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


def players_of(scored: Iterable[Scored]) -> set[str]:
    return {result.player for result in results_of(scored)}
