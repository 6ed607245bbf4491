"""How a player's rounds make a total: one small grammar for the command line, the worksheet and systems."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from xl_dipscore.errors import NA, Fault, join
from xl_dipscore.event import IN_FULL, Round, Weight, Weights
from xl_dipscore.system import System, systems


class UnknownCombiningRule(Fault):
    """There is no rule {name} for combining rounds. Known: {known}."""

    cell = NA


class Combined(NamedTuple):
    """A total, and the weights of the rounds that made it, in their order."""

    total: Fraction
    weights: Mapping[Round, Weight]


Scores = Sequence[Fraction]
"""A player's scores, in the order of the rounds; never empty."""


class Rule(NamedTuple):
    """A way to combine rounds, by its name. Call it with a player's scores and the event's rounds.

    A total is the sum of the scores by their weights, so an explanation of it is the rule itself.
    """

    name: str
    weigh: Callable[[Scores, int], Weights]

    def __call__(self, scores: Mapping[Round, Fraction], rounds: int) -> Combined:
        """The total. Raises Faults where the rule is not defined for so many rounds."""
        weights = self.weigh(list(scores.values()), rounds)
        counted = {round_: one for round_, one in zip(scores, weights, strict=True) if one is not None}
        total = sum((one.of(scores[round_]) for round_, one in counted.items()), Fraction())
        return Combined(total, counted)


class Way(NamedTuple):
    """A kind of rule for combining rounds: what a list of them calls it, an example, and its meaning."""

    name: str
    example: str
    help: str
    pattern: str
    make: Callable[..., Rule]


_ways: list[Way] = []


def way(
    name: str, pattern: str, *, example: str = ""
) -> Callable[[Callable[..., Rule]], Callable[..., Rule]]:
    """Declare the decorated function as a way to combine rounds.

    pattern: what is typed for it, without spaces; the function makes the rule of what its groups catch.
    """

    def declare(make: Callable[..., Rule]) -> Callable[..., Rule]:
        _ways.append(Way(name, example or name, " ".join((make.__doc__ or "").split()), pattern, make))
        return make

    return declare


def ways() -> tuple[Way, ...]:
    """Every declared way to combine rounds."""
    return tuple(_ways)


@way("sum", "sum")
def total() -> Rule:
    """The sum of the scores."""
    return Rule("sum", lambda scores, rounds: [IN_FULL] * len(scores))


@way("mean", "mean")
def mean() -> Rule:
    """Their mean over the rounds played."""
    return Rule("mean", lambda scores, rounds: [Weight(over=len(scores))] * len(scores))


@way("mean all", "meanall")
def mean_all() -> Rule:
    """Their sum over the event's rounds."""
    return Rule("mean all", lambda scores, rounds: [Weight(over=rounds)] * len(scores))


@way("best N", r"best(\d*[1-9]\d*)", example="best 2")
def best(n: str) -> Rule:
    """The sum of the best two, or any other number."""
    return Rule(f"best {int(n)}", lambda scores, rounds: _best(scores, int(n)))


@way("drop N", r"drop(\d+)", example="drop 1")
def drop(n: str) -> Rule:
    """All rounds of the event but the worst one; a missed round is the first to go."""
    return Rule(f"drop {int(n)}", lambda scores, rounds: _best(scores, max(0, rounds - int(n))))


@way(
    "weights such as 100/100/50",
    r"(\d+(?:\.\d+)?%?(?:/\d+(?:\.\d+)?%?)+)",
    example="100/100/50",
)
def weighted(word: str) -> Rule:
    """The best in full, the second in full, half the third: percentages for the best first."""
    weights = [Weight(Fraction(percent) / 100) for percent in word.replace("%", "").split("/")]
    return Rule(word, lambda scores, rounds: _best_first(scores, weights))


ADDED = Rule("added in full", lambda scores, rounds: [Weight(added=True)] * len(scores))
"""The rule of a round that stands beside those combined."""


def rule_of(text: str) -> Rule:
    """The rule of that name, whatever its case and spaces, or of a system by its key.

    Raises UnknownCombiningRule.
    """
    for one in ways():
        if found := re.fullmatch(one.pattern, _folded(text)):
            return one.make(*found.groups())
    for system in systems():
        if is_own(text, system):
            return own_rule(system)
    raise UnknownCombiningRule(field="combine", name=repr(text), known=known_rules())


def is_own(text: str, system: System) -> bool:
    """Does this name a system's own rule, by its key?"""
    return _folded(text) == system.key.casefold()


def own_rule(system: System, **options: object) -> Rule:
    """The rule that a system declares; `options` are those of the rule. Raises Faults."""
    own = system.combine
    if not callable(own):
        return rule_of(own)
    return Rule(system.key, partial(own, **options))


def known_rules() -> str:
    """What an unknown rule is answered with."""
    own = [system.key for system in systems() if callable(system.combine) and system.qualifies is None]
    return join([*(one.name for one in ways()), *own], "or")


def _folded(text: str) -> str:
    return re.sub(r"[\s_]|-(?!\d)", "", text).casefold()


def _best(scores: Scores, n: int) -> Weights:
    return _best_first(scores, [IN_FULL] * min(n, len(scores)))


def _best_first(scores: Scores, weights: Weights) -> Weights:
    """The weights for the scores from the best down, and none for those after; of equal scores the earlier
    is the better.
    """
    order = sorted(range(len(scores)), key=lambda n: scores[n], reverse=True)
    given = dict(zip(order, weights, strict=False))
    return [given.get(n) for n in range(len(scores))]


def total_of(rule: Rule, scores: Sequence[Fraction | None], rounds: int | None = None) -> Fraction | None:
    """The total of one player's scores, one for each round, None where not played; None when none was.

    Raises Faults where the rule is not defined.
    """
    played: dict[Round, Fraction] = {n: score for n, score in enumerate(scores, 1) if score is not None}
    return rule(played, rounds or len(scores)).total if played else None
