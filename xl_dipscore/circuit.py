"""@circuit: how a circuit of events is declared, and the few words that its rules are written in.

As with systems, a rule runs on numbers here and on what stands for cells in `native`: so Python and the
workbook share one rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from xl_dipscore.errors import NA, NUM, Misuse, join, nearest
from xl_dipscore.points import Exact, word
from xl_dipscore.system import parts_of
from xl_dipscore.tournament.combine import Rule, rule_of

DIGITS = 28
"""Digits of a root, which is no fraction."""


class UnknownCircuit(Misuse):
    """There is no circuit {name}.{hint} Known: {known}."""

    cell = NA


class NoSuchOption(Misuse):
    """{circuit} has no option {name}.{hint}"""


class OptionRefused(Misuse):
    """{name} is {needed}, not {value}."""

    cell = NUM


class Field(NamedTuple):
    """An event, as far as a rule may ask about it."""

    ranked: Any
    """Players with a rank."""
    boards: Any
    """Its boards, or those of its largest rounds where the circuit says so."""
    games: Any
    """The games of all players, or at most so many each."""
    first: Any
    """The points of the first, which a director may type."""


@word
def power(base: Exact, exponent: Exact) -> Fraction:
    """A power, or a root where the exponent is no whole number: then in decimals of 28 digits."""
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
    """The points of a place by a list, first place first; 0 below it."""
    return points[int(place) - 1] if place <= len(points) else 0


@dataclass(frozen=True)
class Option:
    """An option of a circuit: what it takes, how that is read, and what counts by default."""

    needed: str
    read: Callable[[str], object]
    default: object


@dataclass(frozen=True)
class Circuit:
    """How a circuit gives points to the places of an event, and adds them up."""

    key: str
    name: str
    _: KW_ONLY
    source: str
    first: Callable[..., Any]
    """The points of the first, from a Field."""
    others: Callable[..., Any]
    """The points of another place, from the place and a Field."""
    total: str
    """The rule for a player's points, in the words of `combine`; not for those of grades `in_full`."""
    grades: tuple[str, ...] = ()
    """Kinds of events that count differently; the first one is usual."""
    in_full: tuple[str, ...] = ()
    """Grades whose points are added in full, beside those of the rule."""
    min_events: int = 1
    """Events that a player needs for a rank."""
    least_boards: int = 0
    """Boards that an event needs to count."""
    largest_rounds: int = 0
    """Boards are those of so many rounds, the largest; 0 for all."""
    most_games: int = 0
    """So many games are counted for each player at most; 0 for all."""
    options: Mapping[str, Option] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)
    """The options that are set, as they are typed."""

    @property
    def help(self) -> str:
        """The rule in words."""
        return " ".join(parts_of(self.others)[1].split())

    @property
    def unsettled(self) -> Sequence[str]:
        """What the source leaves open, with the reading taken."""
        return parts_of(self.others)[3]

    @property
    def chosen(self) -> dict[str, Any]:
        """Every option's value. Raises OptionRefused."""
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
        """How points make a total. Raises UnknownCombiningRule."""
        return rule_of(self.chosen.get("total", self.total))

    @property
    def needed(self) -> int:
        """Events that a player needs for a rank."""
        return int(self.chosen.get("events", self.min_events))

    def points(self, place: Any, event: Field) -> Any:
        """Of a place that one player has: numbers, or formulas in cells."""
        own = {name: value for name, value in self.chosen.items() if name not in ("total", "events")}
        return self.first(event, **own) if place == 1 else self.others(place, event, **own)

    def share_of_places(self, place: int, level: int, event: Field) -> Fraction:
        """The points of each of some level players: the mean of the places that they fill."""
        worth = [event.first, *(self.points(n, event) for n in range(max(2, place), place + level))]
        return sum(worth[1 if place > 1 else 0 :], Fraction()) / level

    @property
    def options_text(self) -> str:
        """The options that are set, as one cell keeps them."""
        return "; ".join(f"{name}={value}" for name, value in self.typed.items())

    def with_options(self, typed: Mapping[str, str]) -> Circuit:
        """The same with these options. Raises NoSuchOption and OptionRefused."""
        for name in typed:
            if name not in self.options:
                raise NoSuchOption(circuit=self.key, name=name, hint=nearest(name, self.options))
        found = replace(self, typed={**self.typed, **typed})
        _ = found.rule, found.needed
        return found


_registry: dict[str, Circuit] = {}


def circuit(
    key: str, name: str, first: Callable[..., Any], **declared: Any
) -> Callable[[Callable[..., Any]], Circuit]:
    """Declare the decorated rule, of all places but the first, as a circuit; the words are those of Circuit.

    Its docstring is the rule in words; what the source leaves open stands under `Open:`.
    """

    def declare(others: Callable[..., Any]) -> Circuit:
        _registry[key] = Circuit(key, name, first=first, others=others, **declared)
        return _registry[key]

    return declare


def circuits() -> tuple[Circuit, ...]:
    """Every declared circuit, by key."""
    return tuple(one for _, one in sorted(_registry.items()))


def find_circuit(name: str) -> Circuit:
    """The circuit of that key, whatever its case and signs. Raises UnknownCircuit."""
    key = "".join(filter(str.isalnum, name)).upper()
    if key not in _registry:
        raise UnknownCircuit(name=name, hint=nearest(key, _registry), known=join(_registry))
    return _registry[key]
