"""The values that separate players with equal totals, and the declaration of tie-breaks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import TypeVar

from xl_dipscore.errors import group_by_key
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.scored import Result, score_of
from xl_dipscore.rules.points import Exact, as_fraction

Value = tuple[Fraction, ...]
"""Compared from the left. Empty if there is no value; an empty value ranks below every other value."""


@dataclass(frozen=True)
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


Found = Value | Fraction | int | Worked


def value_of(found: Found) -> Value:
    """Convert the result of a tie-break to the value that is compared for ranks."""
    match found:
        case Worked():
            return found.value
        case tuple():
            return found
    return (Fraction(found),)


Values = Callable[[Event], Mapping[str, Found]]
"""Returns each player's value. The only argument is the event, since any system may use any tie-break."""


@dataclass(frozen=True)
class TieBreak:
    """A rule that separates players with equal totals. Each player has a value; a higher value is better."""

    name: str
    values: Values
    needs: str = ""
    """The unusual fact about games that the tie-break needs: `chart`, or the column `tiebreak`."""
    without: str = ""
    """The note to the director about players without a value."""
    letters: bool = False
    """Is the name an abbreviation?"""
    among: bool = False
    """Does a player's value depend on the players who are level before this tie-break?"""

    @property
    def short(self) -> str:
        """The name of the tie-break, in capitals if the name is an abbreviation."""
        return self.name.upper() if self.letters else self.name

    @property
    def heading(self) -> str:
        """The column heading on a worksheet."""
        return f"{self.short} (tie-break)"

    @property
    def help(self) -> str:
        """A sentence about the value that is compared."""
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
    """All tie-breaks of loaded modules, sorted by module: first those in `systems`, then in `tournament`."""
    return tuple(sorted(_tie_breaks.values(), key=lambda one: one.values.__module__))


def power_means(event: Event) -> dict[int, Fraction]:
    """The mean score of each power in all games that are used for totals, seats without a player included."""
    scores = chain.from_iterable(enumerate(one.scores or ()) for one in event.by_points)
    of_power = group_by_key((seat, score) for seat, score in scores if score is not None)
    return {power: sum(scores, Fraction()) / len(scores) for power, scores in of_power.items()}


def power_difference(event: Event) -> dict[str, Worked]:
    """Each player's scores minus the means of the player's powers, divided by the event's number of rounds.

    A seat without a player is used only for the mean of the power.
    """
    means = power_means(event)
    with_final = any(one.game.round == "Final" for one in event.by_points)
    rounds = "rounds, the Final included" if with_final else "rounds"
    shown = {"score": score_of, "mean of the power": lambda result: means[result.seat]}
    # To add means is slow: they have long denominators. Add only once for all players with equal powers.
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
