"""How a player's rounds make a total: one small grammar for the command line, the worksheet and systems."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from xl_dipscore.errors import NA, Fault, join
from xl_dipscore.event import Round
from xl_dipscore.system import System, systems


class UnknownCombiningRule(Fault):
    """There is no rule {name} for combining rounds. Known: {known}."""

    cell = NA


class Combined(NamedTuple):
    """A total, and the rounds that made it."""

    total: Fraction
    counted: tuple[Round, ...]


Scores = Mapping[Round, Fraction]
"""A player's scores by round, in the order of the rounds; never empty."""


@dataclass(frozen=True)
class Rule:
    """A way to combine rounds, by its name. Call it with a player's scores and the event's rounds."""

    name: str
    total: Callable[[Scores, int], Combined]

    def __call__(self, scores: Scores, rounds: int) -> Combined:
        """The total. Raises Faults where the rule is not defined for so many rounds."""
        return self.total(scores, rounds)


def rule_of(text: str) -> Rule:
    """The rule of that name, whatever its case and spaces.

    `sum`, `mean` (of the rounds played), `mean all` (over the event's rounds), `best N`, `drop N`, weights in
    percent for the best scores first such as `100/100/50`, or the key of a system with a rule of its own.
    Raises UnknownCombiningRule.
    """
    word = _folded(text)
    if word == "sum":
        return Rule("sum", lambda scores, rounds: _all(scores, sum(scores.values())))
    if word == "mean":
        return Rule("mean", lambda scores, rounds: _all(scores, Fraction(sum(scores.values()), len(scores))))
    if word == "meanall":
        return Rule("mean all", lambda scores, rounds: _all(scores, Fraction(sum(scores.values()), rounds)))
    if found := re.fullmatch(r"best(\d*[1-9]\d*)", word):
        n = int(found[1])
        return Rule(f"best {n}", lambda scores, rounds: _best(scores, n))
    if found := re.fullmatch(r"drop(\d+)", word):
        n = int(found[1])
        return Rule(f"drop {n}", lambda scores, rounds: _best(scores, max(0, rounds - n)))
    if re.fullmatch(r"\d+(\.\d+)?%?(/\d+(\.\d+)?%?)+", word):
        weights = [Fraction(percent) / 100 for percent in word.replace("%", "").split("/")]
        return Rule(word, lambda scores, rounds: _weighted(scores, weights))
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

    def total(scores: Scores, rounds: int) -> Combined:
        return _all(scores, own(list(scores.values()), rounds, **options))

    return Rule(system.key, total)


def known_rules() -> str:
    """What an unknown rule is answered with."""
    own = [system.key for system in systems() if callable(system.combine) and system.qualifies is None]
    return join(["sum", "mean", "mean all", "best N", "drop N", "weights such as 100/100/50", *own], "or")


def _folded(text: str) -> str:
    return re.sub(r"[\s_]|-(?!\d)", "", text).casefold()


def _all(scores: Scores, total: Fraction | int) -> Combined:
    return Combined(total if isinstance(total, Fraction) else Fraction(total), tuple(scores))


def _best(scores: Scores, n: int) -> Combined:
    return _weighted(scores, [1] * min(n, len(scores)))


def _weighted(scores: Scores, weights: Sequence[Fraction | int]) -> Combined:
    """The best scores times the weights, the first for the best; of equal scores the earlier counts."""
    order = list(scores)
    best = sorted(order, key=lambda round_: -scores[round_])[: len(weights)]
    total = sum((scores[round_] * weight for round_, weight in zip(best, weights, strict=False)), Fraction())
    return Combined(total, tuple(round_ for round_ in order if round_ in best))


def total_of(rule: Rule, scores: Sequence[Fraction | None], rounds: int | None = None) -> Fraction | None:
    """The total of one player's scores, one for each round, None where not played; None when none was.

    Raises Faults where the rule is not defined.
    """
    played: dict[Round, Fraction] = {n: score for n, score in enumerate(scores, 1) if score is not None}
    return rule(played, rounds or len(scores)).total if played else None
