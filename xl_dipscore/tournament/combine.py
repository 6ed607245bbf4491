"""How a player's rounds make a total: one small grammar for the command line, the worksheet and systems."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from xl_dipscore.board import count_of
from xl_dipscore.errors import NA, Fault, Faults, join
from xl_dipscore.event.decision import IN_FULL, Weight, Weights
from xl_dipscore.event.games import Unit
from xl_dipscore.event.settings import Format
from xl_dipscore.system import System, systems


class UnknownCombiningRule(Fault):
    """There is no rule {name} for combining rounds. Known: {known}."""

    cell = NA


class NotOfScoresAlone(Fault):
    """The rule {name} needs a whole event, not one player's scores: use it in the standings."""

    cell = NA


class Combined(NamedTuple):
    """A total, and the weights of the rounds or games that made it, in their order."""

    total: Fraction
    weights: Mapping[Unit, Weight]


Scores = Sequence[Fraction]
"""A player's scores, in the order of the rounds; never empty."""


class Last(NamedTuple):
    """A last round that is added to the total of those before it, by a factor, for the best before it."""

    factor: Fraction = Fraction(1)
    top: int = 0
    """So many of the best have the factor, and who is level with the last of them; 0 for everybody."""


class MostOfGames(Fault, remedy="Leave the option blank; best 3 games, for instance, limits games."):
    """The option most rounds limits rounds, and the rule {rule} combines games."""


class Rule(NamedTuple):
    """A way to combine rounds, by its name. Call it with a player's scores and the event's rounds.

    A total is the sum of the scores by their weights, so an explanation of it is the rule itself.
    """

    name: str
    weigh: Callable[[Scores, int], Weights]
    either: tuple[Rule, ...] = ()
    """The rules of which it takes the one that makes more."""
    last: Last | None = None
    """How the last round is added, where it is not combined with the others."""
    then: Rule | None = None
    """The rule for all rounds, once the last one is played."""
    before: str = ""
    """The name of the rule for the rounds before the last one, where that is another one."""
    of_ranks: bool = False
    """Are the players' ranks in the rounds combined, and not their scores?"""
    of_games: bool = False
    """Is every game a score of its own, whatever its round?"""
    most: int = 0
    """So many scores count at most; 0 for all."""

    @property
    def of_scores(self) -> bool:
        """Are a player's scores all that it looks at?"""
        return not (self.last or self.then or self.of_ranks)

    def __call__(self, scores: Mapping[Unit, Fraction], rounds: int) -> Combined:
        """The total. Raises Faults where the rule is not defined for so many rounds."""
        known = list(scores.values())
        weights = self.weigh(known, rounds)
        counted = {unit: one for unit, one in zip(scores, weights, strict=True) if one is not None}
        return Combined(sum_weighted(known, weights), counted)


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
    """The mean over the rounds played."""
    return Rule("mean", lambda scores, rounds: [Weight(over=len(scores))] * len(scores))


@way("mean all", "meanall")
def mean_all() -> Rule:
    """The sum divided by the event's number of rounds."""
    return Rule("mean all", lambda scores, rounds: [Weight(over=rounds)] * len(scores))


@way("best N", r"best(\d*[1-9]\d*)", example="best 2")
def best(n: str) -> Rule:
    """The sum of the best two, or any other number."""
    return Rule(f"best {int(n)}", lambda scores, rounds: _best(scores, int(n)), most=int(n))


@way("drop N", r"drop(\d+)", example="drop 1")
def drop(n: str) -> Rule:
    """All rounds of the event but the worst one; a missed round is the first to go."""
    return Rule(f"drop {int(n)}", lambda scores, rounds: _best(scores, max(0, rounds - int(n))))


@way(
    "weights such as 100/100/50",
    r"(\d+(?:\.\d+)?%?(?:/\d+(?:\.\d+)?%?)+(?:\.{3})?)",
    example="100/100/50",
)
def weighted(word: str) -> Rule:
    """The best in full, the second in full, half the third: percentages for the best first. With `...` behind
    them, as in 100/50..., all others count by the last.
    """
    listed = word.removesuffix("...").replace("%", "").split("/")
    weights = [Weight(Fraction(percent) / 100) for percent in listed]
    if word.endswith("..."):

        def weigh(scores: Scores, rounds: int) -> Weights:
            return _best_first(scores, [*weights, *weights[-1:] * len(scores)])

        return Rule(word, weigh)
    return Rule(word, lambda scores, rounds: _best_first(scores, weights), most=len(weights))


@way(
    "sum/(count+N)",
    r"sum/\((count|played|games)\+(\d+)\)",
    example="sum/(count+10)",
)
def over_more(what: str, n: str) -> Rule:
    """The sum over the rounds played and ten more, or any other number: who plays more loses less. With
    `games` for `count` it is over the games played and so many more.
    """
    more, of_games = int(n), what == "games"

    def weigh(scores: Scores, rounds: int) -> Weights:
        return [Weight(over=len(scores) + more)] * len(scores)

    return Rule(f"sum/({'games' if of_games else 'count'}+{more})", weigh, of_games=of_games)


@way(
    "sum/max(M, count+N)",
    r"sum/max\((\d*[1-9]\d*),(?:count|played|events)\+(\d+)\)",
    example="sum/max(7, count+3)",
)
def over_at_least(least: str, n: str) -> Rule:
    """The sum over the rounds played and three more, but over seven at least, or any other numbers."""

    def weigh(scores: Scores, rounds: int) -> Weights:
        return [Weight(over=max(int(least), len(scores) + int(n)))] * len(scores)

    return Rule(f"sum/max({int(least)}, count+{int(n)})", weigh)


@way("best N games", r"(sum|mean|best\d+|\d[\d./%]*)games?", example="best 3 games")
def of_games(word: str) -> Rule:
    """The best three games. With the word `games` each game counts by itself, whatever its round, and
    `double` has no effect. Likewise `mean games`, `sum games` and `100/100/50 games`.
    """
    rule = _simple(word)
    return rule._replace(name=f"{rule.name} games", of_games=True)


@way(
    "best N games + half the mean of the rest",
    r"best(\d*[1-9]\d*)games?\+half(?:of)?themeanoftherest",
    example="best 2 games + half the mean of the rest",
)
def best_and_rest(n: str) -> Rule:
    """The best two games, or any other number, and half the mean of all others."""

    def weigh(scores: Scores, rounds: int) -> Weights:
        rest = len(scores) - int(n)
        return _best_first(scores, [IN_FULL] * int(n) + [Weight(Fraction(1, 2), over=rest)] * max(0, rest))

    return Rule(f"best {int(n)} games + half the mean of the rest", weigh, of_games=True)


@way("London Open", "londonopen")
def london_open() -> Rule:
    """The best two in full, and half the third or a third of the third and fourth, whichever is more."""
    third, half = Weight(over=3), Weight(Fraction(1, 2))
    rules = (
        Rule("half the third", lambda scores, rounds: _best_first(scores, [IN_FULL, IN_FULL, half])),
        Rule("a third of two", lambda scores, rounds: _best_first(scores, [IN_FULL, IN_FULL, third, third])),
    )

    def weigh(scores: Scores, rounds: int) -> Weights:
        return max(
            (one.weigh(scores, rounds) for one in rules), key=lambda weights: sum_weighted(scores, weights)
        )

    return Rule("London Open", weigh, either=rules, most=4)


@way(
    "best N + last xF for top N",
    r"(.+)\+last(?:x(\d+(?:\.\d+)?)(?:fortop(\d*[1-9]\d*))?)?",
    example="best 2 + last x1.5 for top 21",
)
def with_the_last(first: str, factor: str | None, top: str | None) -> Rule:
    """The rounds before the last by any rule, and the last one added: in full, by a factor, or by that factor
    only for so many of the best before it (WDC 2025).
    """
    rule, last = _simple(first), Last(Fraction(factor or 1), int(top or 0))
    name = f"{rule.name} + last{f' x{factor}' if factor else ''}{f' for top {last.top}' if top else ''}"
    return rule._replace(name=name, last=last, before=rule.name)


@way("A then B", "(.+)then(.+)", example="100/80/40 then 100/100/80/40")
def one_then_another(first: str, second: str) -> Rule:
    """One rule until the last round, the Final or the Top board is played; from then on another one for all
    rounds (EDC 2016).
    """
    before, after = _simple(first), _simple(second)
    if before.of_games != after.of_games:
        raise _unknown(f"{first} then {second}")
    return before._replace(name=f"{before.name} then {after.name}", then=after, before=before.name)


@way("ranks", "ranks(.*)", example="ranks best 3")
def ranks(of: str) -> Rule:
    """The ranks in the rounds instead of the scores, by any rule: first in a round counts -1, second -2, and
    so on, so the lowest sum of ranks is the highest total. A missed round ranks below all who played it.
    """
    rule = _simple(of or "sum")
    if rule.of_games:
        raise _unknown(f"ranks {of}")
    return rule._replace(name=f"ranks {rule.name}", of_ranks=True)


def _simple(text: str) -> Rule:
    """A rule that is part of another one. Raises UnknownCombiningRule."""
    rule = rule_of(text)
    if not rule.of_scores:
        raise _unknown(text)
    return rule


def at_most(rule: Rule, most: int) -> Rule:
    """The rule, of a player's best scores in so many rounds; 0 for all. Raises MostOfGames."""
    if not most:
        return rule
    if rule.of_games:
        raise MostOfGames(field="most rounds", rule=rule.name)

    def weigh(scores: Scores, rounds: int) -> Weights:
        best = [n for n, weight in enumerate(_best(scores, most)) if weight is not None]
        weights = rule.weigh([scores[n] for n in best], min(rounds, most))
        given = dict(zip(best, weights, strict=True))
        return [given.get(n) for n in range(len(scores))]

    return rule._replace(
        name=f"{rule.name}, of at most {count_of(most, 'round')}",
        weigh=weigh,
        either=tuple(at_most(one, most) for one in rule.either),
        then=rule.then and at_most(rule.then, most),
    )


def make_added_rule(factor: Fraction = IN_FULL.exact) -> Rule:
    """The rule of a round that stands beside those combined."""
    return Rule("added", lambda scores, rounds: [Weight(factor, added=True)] * len(scores))


NOTHING = Rule("nothing", lambda scores, rounds: [None] * len(scores))
"""The rule of a round that only decides places."""


def rule_of(text: str) -> Rule:
    """The rule of that name, whatever its case and spaces, or of a system by its key.

    Raises UnknownCombiningRule.
    """
    for one in ways():
        if found := re.fullmatch(one.pattern, _fold_rule_name(text)):
            return one.make(*found.groups())
    for system in systems():
        if is_own(text, system):
            return own_rule(system)
    raise _unknown(text)


def _unknown(text: str) -> Fault:
    return UnknownCombiningRule(field="combine", name=repr(text), known=known_rules())


def is_of_games(system: System, combine: str | None) -> bool:
    """Does this rule, by default the system's own, make every game a score of its own?"""
    with suppress(Faults):
        return (own_rule(system) if combine is None else rule_of(combine)).of_games
    return False


def is_own(text: str, system: System) -> bool:
    """Does this name a system's own rule, by its key?"""
    return _fold_rule_name(text) == system.key.casefold()


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


def _fold_rule_name(text: str) -> str:
    return re.sub(r"[\s_]|-(?!\d)", "", text).casefold()


def sum_weighted(scores: Scores, weights: Weights) -> Fraction:
    """What these weights make of the scores."""
    pairs = zip(scores, weights, strict=True)
    return sum((one.of(score) for score, one in pairs if one is not None), Fraction())


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

    Raises Faults where the rule is not defined, or needs more than these scores.
    """
    if not rule.of_scores:
        raise NotOfScoresAlone(field="combine", name=rule.name)
    played: dict[Unit, Fraction] = {n: score for n, score in enumerate(scores, 1) if score is not None}
    return rule(played, rounds or len(scores)).total if played else None


def no_total(system: System, rounds: int, ending: Format = "all rounds") -> str:
    """Why a system's own rule has no total for so many rounds; nothing where it has one."""
    combined = max(1, rounds - 1) if ending == "top-board" else rounds
    try:
        total_of(own_rule(system), [Fraction()] * combined, combined)
    except Faults as refused:
        return str(refused)
    return ""
