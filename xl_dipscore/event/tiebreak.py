"""The values that separate players with equal totals, and the declaration of tie-breaks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import TypeVar

from xl_dipscore.errors import group_by_key
from xl_dipscore.event.event import Event
from xl_dipscore.event.scored import Result, score_of
from xl_dipscore.points import Exact, as_fraction

Value = tuple[Fraction, ...]
"""Compared from the left. Empty if there is no value, which ranks below every value."""


@dataclass(frozen=True)
class Worked:
    """A player's value under a tie-break, and the games that make it."""

    heading: str
    games: Sequence[Result]
    amount: Callable[[Result], Exact]
    """The amount of each game; the amounts of all games make the value."""
    shown: Mapping[str, Callable[[Result], Exact]] = field(default_factory=dict)
    """Further numbers of each game, by heading: parts of the amount, or numbers that order the games."""
    over: Exact = 1
    """The divisor of the sum of the amounts; `of_what` names the things that it counts."""
    of_what: str = ""
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


Found = Value | Fraction | int | Worked


def value_of(found: Found) -> Value:
    """The value compared for ranks, from the result of a tie-break."""
    match found:
        case Worked():
            return found.value
        case tuple():
            return found
    return (Fraction(found),)


Values = Callable[[Event], Mapping[str, Found]]
"""Returns each player's value. It gets only the event, because a tie-break may be used under any system."""


@dataclass(frozen=True)
class TieBreak:
    """A rule that separates players with equal totals by a value for each; higher is better."""

    name: str
    values: Values
    needs: str = ""
    """The fact about games, besides the usual ones, that it needs: `chart`, or the column `tiebreak`."""
    without: str = ""
    """The note to the director about players without a value."""
    letters: bool = False
    """Is its name an abbreviation?"""
    among: bool = False
    """Does the value depend on which players are level so far?"""

    @property
    def short(self) -> str:
        """Its name, in capitals if it is an abbreviation."""
        return self.name.upper() if self.letters else self.name

    @property
    def heading(self) -> str:
        """The column heading on a worksheet."""
        return f"{self.short} (tie-break)"

    @property
    def help(self) -> str:
        """The compared value, in one sentence."""
        return " ".join((self.values.__doc__ or "").split())


_tie_breaks: dict[str, TieBreak] = {}

_AnyValues = TypeVar("_AnyValues", bound=Values)


def tie_break(
    name: str, *, needs: str = "", without: str = "", letters: bool = False, among: bool = False
) -> Callable[[_AnyValues], _AnyValues]:
    """Declare the decorated function as a tie-break with this name."""

    def declare(values: _AnyValues) -> _AnyValues:
        _tie_breaks[name] = TieBreak(name, values, needs, without, letters, among)
        return values

    return declare


def declared_tie_breaks() -> tuple[TieBreak, ...]:
    """All tie-breaks of loaded files, sorted by module, so those in `systems` come before `tournament`."""
    return tuple(sorted(_tie_breaks.values(), key=lambda one: one.values.__module__))


def power_means(event: Event) -> dict[int, Fraction]:
    """The mean score of each power over all games that give points; a position credited to nobody counts."""
    scores = chain.from_iterable(enumerate(one.scores or ()) for one in event.by_points)
    of_power = group_by_key((seat, score) for seat, score in scores if score is not None)
    return {power: sum(scores, Fraction()) / len(scores) for power, scores in of_power.items()}


def power_difference(event: Event) -> dict[str, Worked]:
    """How much more each player scored than the mean of the powers played, divided by the event's rounds.

    A position credited to nobody counts for the average only.
    """
    means = power_means(event)
    with_final = any(one.game.round == "Final" for one in event.by_points)
    rounds = "rounds, the Final included" if with_final else "rounds"
    shown = {"score": score_of, "mean of the power": lambda result: means[result.seat]}
    # Adding means is slow: their denominators are long. Players who had the same powers share one sum.
    expected: dict[tuple[int, ...], Fraction] = {}
    differences: dict[str, Worked] = {}
    for player, results in event.results.items():
        played = [result for result in results if result.score is not None]
        if not played:
            continue
        powers = tuple(sorted(result.seat for result in played))
        if powers not in expected:
            expected[powers] = sum((means[power] for power in powers), Fraction()) / event.rounds
        own = sum(map(score_of, played), Fraction()) / event.rounds
        differences[player] = Worked(
            "difference",
            played,
            lambda result: score_of(result) - means[result.seat],
            shown,
            over=event.rounds,
            of_what=rounds,
            known_value=own - expected[powers],
        )
    return differences
