"""Declare circuits: series of events (@circuit), and define functions for their rules (@word).

As with scoring systems, a rule is written once: this module calls it with numbers and gets points; `native`
calls it with stand-ins for cells (see `points.InCells`) and gets formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from xl_dipscore.errors import NA, NUM, Misuse, did_you_mean, join
from xl_dipscore.rules.points import Exact, word
from xl_dipscore.rules.system import parts_of
from xl_dipscore.rules.tournament.combine import Rule, rule_of

DIGITS = 28
"""The number of significant digits of a root, because few roots are exact fractions."""


class UnknownCircuit(Misuse):
    """There is no circuit {name}.{hint} Known: {known}."""

    cell = NA


class NoSuchOption(Misuse):
    """{circuit} has no option {name}.{hint}"""


class OptionRefused(Misuse):
    """{name} is {needed}, not {value}."""

    cell = NUM


class Field(NamedTuple):
    """The facts of an event that a circuit's rule may use: numbers, or formulas for them."""

    ranked: Any
    """The number of players with a rank."""
    boards: Any
    """The number of boards; if the circuit sets `largest_rounds`, only the boards of the largest rounds."""
    games: Any
    """The number of each player's games, at most the circuit's `most_games`, added up over all players."""
    first: Any
    """Points for first place, by the circuit's rule or typed by a director."""


@word
def power(base: Exact, exponent: Exact) -> Fraction:
    """The base to the power of the exponent. If the exponent is not whole, the result has 28 digits."""
    if Fraction(exponent).denominator == 1:
        return Fraction(base) ** int(exponent)
    with localcontext(prec=DIGITS):
        of, to = (Decimal(one.numerator) / one.denominator for one in (base, exponent))
        return Fraction(of**to)


@word
def at_least(low: Exact, amount: Exact) -> Exact:
    return max(low, amount)


@word
def at_most(high: Exact, amount: Exact) -> Exact:
    return min(high, amount)


@word
def points_by_list(place: int, points: Sequence[Exact]) -> Exact:
    """The points for a place, from a list that begins with first place; 0 for a place beyond its end."""
    return points[int(place) - 1] if place <= len(points) else 0


@dataclass(frozen=True)
class Option:
    """An option of a circuit: the allowed values in words, the reader of a typed text, the default."""

    needed: str
    read: Callable[[str], object]
    default: object


@dataclass(frozen=True)
class Circuit:
    """A series of events with its rules: for the points of a place, and for a player's total."""

    key: str
    name: str
    _: KW_ONLY
    source: str
    first_points: Callable[..., Any]
    """Computes the points for first place from a Field."""
    other_points: Callable[..., Any]
    """Computes the points for any other place from the place and a Field."""
    total: str
    """The rule that combines points into a total, as typed for `tournament.combine`; see also `in_full`."""
    grades: tuple[str, ...] = ()
    """Kinds of events, if totals treat them differently; the usual kind is first."""
    in_full: tuple[str, ...] = ()
    """Grades whose points are added to the total in full; the rule `total` combines only other points."""
    min_events: int = 1
    least_boards: int = 0
    """The fewest boards, counted as in `Field.boards`, with which the points of an event are in totals."""
    largest_rounds: int = 0
    """The number of an event's largest rounds whose boards are in `Field.boards`; 0 means all rounds."""
    most_games: int = 0
    """The most games of each player in `Field.games`; 0 means all."""
    options: Mapping[str, Option] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)
    """The text typed for each option that is set, by the option's name."""

    @property
    def help(self) -> str:
        return " ".join(parts_of(self.other_points).body.split())

    @property
    def unsettled(self) -> Sequence[str]:
        """Questions that the source leaves open, each with the answer assumed here."""
        return parts_of(self.other_points).open_points

    @property
    def chosen(self) -> dict[str, Any]:
        """Every option's value, by name. Raises OptionRefused."""
        found = {}
        for name, option in self.options.items():
            found[name] = option.default
            if name in self.typed:
                try:
                    found[name] = option.read(self.typed[name])
                except (ValueError, ZeroDivisionError):
                    raise OptionRefused(name=name, needed=option.needed, value=self.typed[name]) from None
        return found

    @cached_property
    def rule(self) -> Rule:
        """The rule that combines a player's points into a total. Raises UnknownCombiningRule."""
        return rule_of(self.chosen.get("total", self.total))

    @property
    def needs(self) -> Sequence[str]:
        """The facts of an event, `boards` and `games`, without which its points are unknown."""
        asked = _Asked()
        _ = self.points(1, asked), self.points(2, asked)
        return [name for name in ("boards", "games") if name in asked.names]

    @property
    def events_needed(self) -> int:
        """The number of events that a player needs for a rank."""
        return int(self.chosen.get("events", self.min_events))

    def points(self, place: Any, event: Any) -> Any:
        """The points for a place that only one player has: a number, or a formula if `place` is in a cell.

        event: a Field.
        """
        own = {name: value for name, value in self.chosen.items() if name not in ("total", "events")}
        return self.first_points(event, **own) if place == 1 else self.other_points(place, event, **own)

    def share_of_places(self, place: int, level: int, event: Field) -> Fraction:
        """Points for each of `level` tied players: the mean points of `level` places from `place` on."""
        worth = [event.first, *(self.points(n, event) for n in range(max(2, place), place + level))]
        return sum(worth[1 if place > 1 else 0 :], Fraction()) / level

    @property
    def options_text(self) -> str:
        """The options that are set, as one text for a cell: `total=best 3; events=2`."""
        return "; ".join(f"{name}={value}" for name, value in self.typed.items())

    def with_options(self, typed: Mapping[str, str]) -> Circuit:
        """A copy with further options. Raises NoSuchOption, OptionRefused and UnknownCombiningRule."""
        for name in typed:
            if name not in self.options:
                raise NoSuchOption(circuit=self.key, name=name, hint=did_you_mean(name, self.options))
        found = replace(self, typed={**self.typed, **typed})
        _ = found.rule, found.events_needed
        return found


class _Asked:
    """Stands for a Field, and notes the names of the facts that a rule uses."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def __getattr__(self, name: str) -> Fraction:
        self.names.add(name)
        return Fraction(7)


_registry: dict[str, Circuit] = {}


def circuit(
    key: str, name: str, first: Callable[..., Any], **declared: Any
) -> Callable[[Callable[..., Any]], Circuit]:
    """Declare a circuit. The decorated rule returns the points for any place after the first.

    first: the rule for first place. declared: other fields of Circuit.

    The rule's docstring states the rule in words; under `Open:` it lists questions that the
    source leaves open.
    """

    def declare(others: Callable[..., Any]) -> Circuit:
        _registry[key] = Circuit(key, name, first_points=first, other_points=others, **declared)
        return _registry[key]

    return declare


def circuits() -> tuple[Circuit, ...]:
    """Every declared circuit, sorted by key."""
    return tuple(one for _, one in sorted(_registry.items()))


def find_circuit(name: str) -> Circuit:
    """The circuit with the key `name`; case, spaces and punctuation are ignored. Raises UnknownCircuit."""
    key = "".join(filter(str.isalnum, name)).upper()
    if key not in _registry:
        raise UnknownCircuit(name=name, hint=did_you_mean(key, _registry), known=join(_registry))
    return _registry[key]
