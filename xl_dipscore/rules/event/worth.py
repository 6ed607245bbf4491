"""The words in which a tie-break states its value: amounts of single games, and how they are combined.

An amount is a function of one game of a player, such as `lambda game: game.won`. It returns a number, a truth
(1 or 0), or None if the game has no such amount. Python calls it with a Result. Plain formulas come from the
same statement: `tables/native` calls it with a stand-in whose facts are in cells (see `points.InCells`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from xl_dipscore.errors import group_by_key
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.games import Unit
from xl_dipscore.rules.event.scored import Result, worth_of
from xl_dipscore.rules.points import Exact, as_fraction

Value = tuple[Fraction, ...]
"""Compared from the left. Empty if there is no value; an empty value ranks below every other value."""

Amount = Callable[[Result], Exact | None]


@dataclass(frozen=True, slots=True)
class Worked:
    """A player's value under a tie-break, and the games from which the value is computed."""

    heading: str
    games: Sequence[Result]
    amount: Callable[[Result], Exact]
    """Returns the amount of a game. The amounts of all games make the value."""
    shown: Mapping[str, Callable[[Result], Exact]] = field(default_factory=dict)
    """Other numbers of each game, by heading: parts of the amount, or numbers by which games are sorted."""
    over: Exact = 1
    """The divisor of the sum of the amounts, such as a number of rounds."""
    of_what: str = ""
    """The unit of `over`, such as `rounds`."""
    one_by_one: bool = False
    """Are the amounts compared one by one, instead of added up?"""
    known_value: Fraction | None = None
    """The value, if it is known without adding up the amounts."""

    @property
    def value(self) -> Value:
        if self.known_value is not None:
            return (self.known_value,)
        amounts = map(self.amount, self.games)
        if self.one_by_one:
            return tuple(map(as_fraction, amounts))
        together = as_fraction(sum(amounts))
        return (together if self.over == 1 else together / self.over,)


@dataclass(frozen=True)
class Worth(ABC):
    """A statement of what a tie-break compares: an amount, with its heading in explanations."""

    heading: str
    amount: Amount

    @property
    def amounts(self) -> Sequence[Amount]:
        """The amounts of each game from which the value is made."""
        return [self.amount]

    def values(self, event: Event) -> dict[str, Worked]:
        """Each player's value. Players for whom `of_player` returns None have no value."""
        return dict(self.each(event))

    def each(self, event: Event) -> Iterator[tuple[str, Worked]]:
        """Yield each player with their value, one by one: a large event has many players."""
        for player in event.results:
            if (found := self.of_player(event, player)) is not None:
                yield player, found

    @abstractmethod
    def of_player(self, event: Event, player: str) -> Worked | None: ...

    lists: ClassVar = False
    """Is the value several numbers, which are compared one by one?"""
    one_game_a_round: ClassVar = False
    """Is the value known in cells only if each player has at most one game in a round?"""


class Total(Worth):
    """The total of an amount over all games that have it; no value without such a game."""

    def of_player(self, event: Event, player: str) -> Worked | None:
        games = _games_with(self.amount, event.results[player])
        return Worked(self.heading, games, _exact(self.amount)) if games else None


@dataclass(frozen=True)
class Number(Worth):
    """The number of games of a kind. fewest: is the player with the fewest such games first?"""

    fewest: bool = False

    def of_player(self, event: Event, player: str) -> Worked | None:
        each = -1 if self.fewest else 1
        games = [one for one in event.results[player] if of_game(self.amount, one)]
        return Worked(self.heading, games, lambda result: each)


@dataclass(frozen=True)
class Ratio(Worth):
    """The total of an amount, divided by the total of another; no value if that is 0."""

    over: Amount
    of_what: str
    """The unit of `over`, which is its heading too."""
    in_every_game: bool = False
    """Does a player have no value if `over` is 0 or None in one of the player's games?"""

    @property
    def amounts(self) -> Sequence[Amount]:
        return [self.amount, self.over]

    def of_player(self, event: Event, player: str) -> Worked | None:
        results = event.results[player]
        units = [of_game(self.over, one) or 0 for one in results]
        if not sum(units) or (self.in_every_game and not all(units)):
            return None
        games, shown = _games_with(self.amount, results), {self.of_what: _exact(self.over)}
        return Worked(self.heading, games, _exact(self.amount), shown, sum(units), self.of_what)


class LessMeanOfPower(Worth):
    """The total of an amount less its mean in all games of the power, divided by the event's rounds."""

    def each(self, event: Event) -> Iterator[tuple[str, Worked]]:
        means = power_means(event, self.amount)
        with_final = any(one.game.round == "Final" for one in event.by_points)
        rounds = "rounds, the Final included" if with_final else "rounds"
        amount = _exact(self.amount)
        shown = {"score": amount, "mean of the power": lambda result: means[result.seat]}
        # To add means is slow: they have long denominators. Add only once for all players with equal powers.
        expected: dict[tuple[int, ...], Fraction] = {}

        def difference(result: Result) -> Fraction:
            return amount(result) - means[result.seat]

        for player, results in event.results.items():
            if not (games := _games_with(self.amount, results)):
                continue
            powers = tuple(sorted(result.seat for result in games))
            if powers not in expected:
                expected[powers] = sum((means[power] for power in powers), Fraction()) / event.rounds
            yield (
                player,
                Worked(
                    self.heading,
                    games,
                    difference,
                    shown,
                    over=event.rounds,
                    of_what=rounds,
                    known_value=sum(map(amount, games), Fraction()) / event.rounds - expected[powers],
                ),
            )

    def of_player(self, event: Event, player: str) -> Worked | None:
        return self.values(event).get(player)


def power_means(event: Event, amount: Amount) -> dict[int, Fraction]:
    """The mean of each power in all games that are used for totals, seats without a player included."""
    seated = (result for one in event.by_points for result in one.seated)
    known = ((result.seat, of_game(amount, result)) for result in seated)
    of_power = group_by_key((seat, as_fraction(found)) for seat, found in known if found is not None)
    return {power: sum(amounts, Fraction()) / len(amounts) for power, amounts in of_power.items()}


@dataclass(frozen=True)
class NthBestRound(Worth):
    """The amount of the n-th best round; no value for fewer rounds."""

    n: int

    def of_player(self, event: Event, player: str) -> Worked | None:
        rounds = games_by_round(event, player, self.amount)
        return (
            Worked(self.heading, rounds[self.n - 1], _exact(self.amount)) if len(rounds) >= self.n else None
        )


@dataclass(frozen=True)
class NthBestGame(Worth):
    """The amount of the n-th best game; no value for fewer games."""

    n: int
    one_game_a_round: ClassVar = True

    def of_player(self, event: Event, player: str) -> Worked | None:
        games = _best_first(self.amount, event.results[player])[self.n - 1 : self.n]
        return Worked(self.heading, games, _exact(self.amount)) if games else None


class InOrder(Worth):
    """The largest amount of a game, then the second largest, and so on."""

    lists: ClassVar = True
    one_game_a_round: ClassVar = True

    def of_player(self, event: Event, player: str) -> Worked | None:
        games = _best_first(self.amount, event.results[player])
        return Worked(self.heading, games, _exact(self.amount), one_by_one=True)


class InOrderOfScore(Worth):
    """The amount of the best game that counts in the total, then of the next best, and so on."""

    lists: ClassVar = True
    one_game_a_round: ClassVar = True

    def of_player(self, event: Event, player: str) -> Worked | None:
        games = _counting(event, player)
        shown = {"score": worth_of}
        return Worked(self.heading, games, _exact(self.amount), shown, one_by_one=True)


class OfDroppedRounds(Worth):
    """The total of an amount over the rounds that do not count in the total."""

    def of_player(self, event: Event, player: str) -> Worked | None:
        counted = event.counted(player)
        rounds = games_by_round(event, player, self.amount)
        dropped = [one for games in rounds if event.unit(games[0]) not in counted for one in games]
        return Worked(self.heading, dropped, _exact(self.amount))


# -- games --------------------------------------------------------------------------------------


def of_game(amount: Amount, result: Result) -> Exact | None:
    """The amount of a game; None if the game lacks the amount, or a fact that the amount is made of."""
    try:
        return amount(result)
    except TypeError:  # a fact is None, as in None >= 3
        return None


def _games_with(amount: Amount, results: Sequence[Result]) -> Sequence[Result]:
    """The games that have the amount: the same sequence if all have it, so that a large event has one."""
    found = [one for one in results if of_game(amount, one) is not None]
    return results if len(found) == len(results) else found


def _exact(amount: Amount) -> Callable[[Result], Fraction]:
    """The amount as a number: 1 or 0 for a truth, and 0 for a game without the amount."""
    return lambda result: as_fraction(of_game(amount, result) or 0)


def by_score(result: Result) -> tuple[Exact, ...]:
    """A key that sorts the best score first, then the most centres."""
    return (-worth_of(result), -result.centres)


def _best_first(amount: Amount, results: Sequence[Result]) -> list[Result]:
    known = _exact(amount)
    return sorted(_games_with(amount, results), key=lambda one: (-known(one), *by_score(one)))


def _counting(event: Event, player: str) -> list[Result]:
    """The games in a player's total, best first. Of two in a round, the better; both if `double` is sum."""
    found, seen = [], set()
    for result in sorted(event.results[player], key=by_score):
        unit = event.unit(result)
        if unit in event.counted(player):
            if event.settings.double == "sum" or unit not in seen:
                found.append(result)
            seen.add(unit)
    return found


def games_by_round(event: Event, player: str, amount: Amount) -> list[list[Result]]:
    """The games of each round's score, the best round first; if the rule combines games, one game each."""
    found: dict[Unit, list[Result]] = {}
    for one in sorted(event.results[player], key=by_score):
        if one.score is not None:
            games = found.setdefault(event.unit(one), [])
            if not games or event.settings.double == "sum":
                games.append(one)
    known = _exact(amount)
    return sorted(found.values(), key=lambda games: sum(map(known, games)), reverse=True)
