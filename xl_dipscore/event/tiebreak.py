"""What separates players with equal totals, and how a tie-break is declared."""

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
"""Compared from the left; empty where there is no value, which is below any other."""


@dataclass(frozen=True)
class Worked:
    """A player's value under a tie-break, and the games that make it."""

    heading: str
    games: Sequence[Result]
    amount: Callable[[Result], Exact]
    """What each game gives: all together make the value."""
    shown: Mapping[str, Callable[[Result], Exact]] = field(default_factory=dict)
    """What the amount is made of, or the games are ordered by, under a heading each."""
    over: Exact = 1
    """What the sum of the amounts is divided by, and what that counts."""
    of_what: str = ""
    one_by_one: bool = False
    """Are the amounts compared one after the other, and not added up?"""
    sooner: Fraction | None = None
    """The value, where it is known sooner than by adding up."""

    @property
    def value(self) -> Value:
        if self.sooner is not None:
            return (self.sooner,)
        amounts = map(self.amount, self.games)
        if self.one_by_one:
            return tuple(map(as_fraction, amounts))
        together = as_fraction(sum(amounts))
        return (together if self.over == 1 else together / self.over,)


Found = Value | Fraction | int | Worked


def value_of(found: Found) -> Value:
    """The value that ranks compare, from the result of a tie-break."""
    match found:
        case Worked():
            return found.value
        case tuple():
            return found
    return (Fraction(found),)


Values = Callable[[Event], Mapping[str, Found]]
"""A tie-break takes the event alone, for it can be asked for under any system: a value for each player."""


@dataclass(frozen=True)
class TieBreak:
    """What separates players with equal totals: a value for each, and higher is better."""

    name: str
    values: Values
    needs: str = ""
    """The fact of the games that it looks at beyond the usual ones: `chart`, or the column `tiebreak`."""
    without: str = ""
    """What a director is told about those who have no value."""
    letters: bool = False
    """Is its name an abbreviation?"""
    among: bool = False
    """Does it depend on the players who are level so far?"""

    @property
    def short(self) -> str:
        """Its name, in capitals if it is an abbreviation."""
        return self.name.upper() if self.letters else self.name

    @property
    def heading(self) -> str:
        """What stands over its values on a worksheet."""
        return f"{self.short} (tie-break)"

    @property
    def help(self) -> str:
        """What is compared, in one sentence."""
        return " ".join((self.values.__doc__ or "").split())


_tie_breaks: dict[str, TieBreak] = {}

_AnyValues = TypeVar("_AnyValues", bound=Values)


def tie_break(
    name: str, *, needs: str = "", without: str = "", letters: bool = False, among: bool = False
) -> Callable[[_AnyValues], _AnyValues]:
    """Declare the decorated function as the tie-break of that name."""

    def declare(values: _AnyValues) -> _AnyValues:
        _tie_breaks[name] = TieBreak(name, values, needs, without, letters, among)
        return values

    return declare


def declared() -> tuple[TieBreak, ...]:
    """The tie-breaks of the files that are loaded; those of systems come first, whichever was first."""
    return tuple(sorted(_tie_breaks.values(), key=lambda one: one.values.__module__))


def power_means(event: Event) -> dict[int, Fraction]:
    """The mean score of each power over all games that make points; a position credited to nobody counts."""
    scores = chain.from_iterable(enumerate(one.scores or ()) for one in event.by_points)
    of_power = group_by_key((seat, score) for seat, score in scores if score is not None)
    return {power: sum(scores, Fraction()) / len(scores) for power, scores in of_power.items()}


def power_difference(event: Event) -> dict[str, Worked]:
    """How much better each player scored than their powers did on average, over the event's rounds.

    A position credited to nobody counts for the average only.
    """
    means = power_means(event)
    rounds = (
        "rounds, the Final included"
        if any(one.game.round == "Final" for one in event.by_points)
        else "rounds"
    )
    shown = {"score": score_of, "mean of the power": lambda result: means[result.seat]}
    # The means of many games have long denominators, and many players had the same powers: add them once.
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
            sooner=own - expected[powers],
        )
    return differences
