"""Rules that combine the scores of a player's rounds into a total, and the parser of typed rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from xl_dipscore.errors import NA, Fault, Faults, join
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.event.decision import IN_FULL, Weight, Weights
from xl_dipscore.rules.event.games import Unit
from xl_dipscore.rules.event.settings import Format
from xl_dipscore.rules.system import System, systems


class UnknownCombiningRule(Fault):
    """There is no rule {name} for combining rounds. Known: {known}."""

    cell = NA


class NotOfScoresAlone(Fault):
    """The rule {name} needs a whole event, not one player's scores: use it in the standings."""

    cell = NA


class Combined(NamedTuple):
    """A total, and the weight of each round or game that is not dropped, in the order of the scores."""

    total: Fraction
    weights: Mapping[Unit, Weight]


Scores = Sequence[Fraction]
"""A player's scores, in the order of the rounds; never empty."""


class Last(NamedTuple):
    """How the last round is added to the total of the earlier rounds."""

    factor: Fraction = Fraction(1)
    top: int = 0
    """The number of players with the factor: the best before the last round, more if level; 0: all."""


class MostOfGames(Fault, remedy="Leave the option blank. To limit games, use a rule like best 3 games."):
    """The option called most rounds limits only rounds, but the rule {rule} combines games."""


class Rule(NamedTuple):
    """A rule for combining rounds. Call the rule with a player's scores and the event's number of rounds.

    Each total is a weighted sum of scores, so that explanations of the total can show the weights.
    """

    name: str
    weigh: Callable[[Scores, int], Weights]
    """Returns the weight of each score. The int is the event's number of rounds."""
    either: tuple[Rule, ...] = ()
    """Alternative rules, if any: the rule with the higher total is used."""
    last: Last | None = None
    """How the last round is added; None if the last round is combined like the other rounds."""
    then: Rule | None = None
    """The rule for all rounds once the last round is played; None if this rule is still used."""
    before: str = ""
    """The name of the rule for the rounds before the last, if `last` or `then` is set; otherwise blank."""
    of_ranks: bool = False
    """Does the rule combine a player's ranks in the rounds instead of the scores?"""
    of_games: bool = False
    """Does the rule combine single games instead of rounds?"""
    most: int = 0
    """The most scores that can be part of a total; 0: no limit."""

    @property
    def of_scores(self) -> bool:
        """Does the rule need nothing but the scores of one player?"""
        return not (self.last or self.then or self.of_ranks)

    def __call__(self, scores: Mapping[Unit, Fraction], rounds: int) -> Combined:
        """Combine the scores. Raises Faults if the rule is not defined for this number of rounds."""
        known = list(scores.values())
        weights = self.weigh(known, rounds)
        counted = {unit: one for unit, one in zip(scores, weights, strict=True) if one is not None}
        return Combined(sum_weighted(known, weights), counted)


class Way(NamedTuple):
    """A kind of rule for combining rounds: its name, such as `best N`, an example, and its meaning."""

    name: str
    example: str
    help: str
    pattern: str
    make: Callable[..., Rule]
    in_names: Sequence[str]
    """Rules of this kind that DIP_TOTAL accepts as a name of a workbook, if they have a form there."""


_ways: list[Way] = []


def way(
    name: str, pattern: str, *, example: str = "", in_names: Sequence[str] | None = None
) -> Callable[[Callable[..., Rule]], Callable[..., Rule]]:
    """Declare the decorated function as a kind of rule, with the function's docstring as its meaning.

    pattern: a regular expression for the typed rule without spaces. Its groups are the function's arguments.
    in_names: as in Way; if not given, the example.
    """

    def declare(make: Callable[..., Rule]) -> Callable[..., Rule]:
        one = example or name
        words = " ".join((make.__doc__ or "").split())
        _ways.append(Way(name, one, words, pattern, make, [one] if in_names is None else in_names))
        return make

    return declare


def ways() -> tuple[Way, ...]:
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


@way("best N", r"best(\d*[1-9]\d*)", example="best 2", in_names=[f"best {n}" for n in range(1, 7)])
def best(n: str) -> Rule:
    """The sum of the best two, or any other number."""
    return Rule(f"best {int(n)}", lambda scores, rounds: _best(scores, int(n)), most=int(n))


@way("drop N", r"drop(\d+)", example="drop 1", in_names=[f"drop {n}" for n in range(1, 4)])
def drop(n: str) -> Rule:
    """All rounds of the event but the worst one; a missed round is the first to go."""
    return Rule(f"drop {int(n)}", lambda scores, rounds: _best(scores, max(0, rounds - int(n))))


@way("weights such as 100/100/50", r"(\d+(?:\.\d+)?%?(?:/\d+(?:\.\d+)?%?)+(?:\.{3})?)", example="100/100/50")
def weighted(word: str) -> Rule:
    """The best and the second in full, half the third: percentages, that of the best score first.
    With `...` at the end, as in 100/50..., the last percentage applies to all further scores.
    """
    listed = word.removesuffix("...").replace("%", "").split("/")
    weights = [Weight(Fraction(percent) / 100) for percent in listed]
    if word.endswith("..."):

        def weigh(scores: Scores, rounds: int) -> Weights:
            return _best_first(scores, [*weights, *weights[-1:] * len(scores)])

        return Rule(word, weigh)
    return Rule(word, lambda scores, rounds: _best_first(scores, weights), most=len(weights))


@way("sum/(count+N)", r"sum/\((count|played|games)\+(\d+)\)", example="sum/(count+10)", in_names=())
def over_more(what: str, n: str) -> Rule:
    """The sum divided by the rounds played plus ten, or plus any other number: the more rounds,
    the less is lost against the mean. With `games` instead of `count`: by the games played plus that number.
    """
    more, of_games = int(n), what == "games"

    def weigh(scores: Scores, rounds: int) -> Weights:
        return [Weight(over=len(scores) + more)] * len(scores)

    return Rule(f"sum/({'games' if of_games else 'count'}+{more})", weigh, of_games=of_games)


@way(
    "sum/max(M, count+N)",
    r"sum/max\((\d*[1-9]\d*),(?:count|played|events)\+(\d+)\)",
    example="sum/max(7, count+3)",
    in_names=(),
)
def over_at_least(least: str, n: str) -> Rule:
    """The sum divided by the rounds played plus three, but by at least seven, or by any other numbers."""

    def weigh(scores: Scores, rounds: int) -> Weights:
        return [Weight(over=max(int(least), len(scores) + int(n)))] * len(scores)

    return Rule(f"sum/max({int(least)}, count+{int(n)})", weigh)


@way("best N games", r"(sum|mean|best\d+|\d[\d./%]*)games?", example="best 3 games", in_names=())
def of_games(word: str) -> Rule:
    """The best three games. With the word `games` each game counts by itself, whatever its round, and the
    option `double`, for a player's two boards in a round, has no effect.
    Likewise `mean games`, `sum games` and `100/100/50 games`.
    """
    rule = _parse_simple_rule(word)
    return rule._replace(name=f"{rule.name} games", of_games=True)


@way(
    "best N games + half the mean of the rest",
    r"best(\d*[1-9]\d*)games?\+half(?:of)?themeanoftherest",
    example="best 2 games + half the mean of the rest",
    in_names=(),
)
def best_and_rest(n: str) -> Rule:
    """The best two games, or any other number, and half the mean of all others."""

    def weigh(scores: Scores, rounds: int) -> Weights:
        rest = len(scores) - int(n)
        return _best_first(scores, [IN_FULL] * int(n) + [Weight(Fraction(1, 2), over=rest)] * max(0, rest))

    return Rule(f"best {int(n)} games + half the mean of the rest", weigh, of_games=True)


@way("London Open", "londonopen")
def london_open() -> Rule:
    """The best two in full, and half the third or a third of third and fourth together, whichever is more."""
    third, half = Weight(over=3), Weight(Fraction(1, 2))
    rules = (
        Rule("half the third", lambda scores, rounds: _best_first(scores, [IN_FULL, IN_FULL, half])),
        Rule("a third of two", lambda scores, rounds: _best_first(scores, [IN_FULL, IN_FULL, third, third])),
    )

    def weigh(scores: Scores, rounds: int) -> Weights:
        return max((one.weigh(scores, rounds) for one in rules), key=partial(sum_weighted, scores))

    return Rule("London Open", weigh, either=rules, most=4)


@way(
    "best N + last xF for top N",
    r"(.+)\+last(?:x(\d+(?:\.\d+)?)(?:fortop(\d*[1-9]\d*))?)?",
    example="best 2 + last x1.5 for top 21",
)
def with_the_last(first: str, factor: str | None, top: str | None) -> Rule:
    """The rounds before the last by any rule, plus the last round: in full, by a factor, or by a factor
    for only so many players who were best before it (WDC 2025).
    """
    rule, last = _parse_simple_rule(first), Last(Fraction(factor or 1), int(top or 0))
    name = f"{rule.name} + last{f' x{factor}' if factor else ''}{f' for top {last.top}' if top else ''}"
    return rule._replace(name=name, last=last, before=rule.name)


@way("A then B", "(.+)then(.+)", example="100/80/40 then 100/100/80/40")
def one_then_another(first: str, second: str) -> Rule:
    """One rule until the last round, the Final or the Top board is played; from then on another rule for all
    rounds (EDC 2016).
    """
    before, after = _parse_simple_rule(first), _parse_simple_rule(second)
    if before.of_games != after.of_games:
        raise _unknown(f"{first} then {second}")
    return before._replace(name=f"{before.name} then {after.name}", then=after, before=before.name)


@way("ranks", "ranks(.*)", example="ranks best 3")
def ranks(of: str) -> Rule:
    """The ranks in the rounds instead of the scores, by any rule: first in a round counts -1, second -2, and
    so on, so the lowest sum of ranks is the highest total. A missed round ranks below all who played it.
    """
    rule = _parse_simple_rule(of or "sum")
    if rule.of_games:
        raise _unknown(f"ranks {of}")
    return rule._replace(name=f"ranks {rule.name}", of_ranks=True)


def _parse_simple_rule(text: str) -> Rule:
    """Parse a rule that is part of another rule. Raises UnknownCombiningRule."""
    rule = rule_of(text)
    if not rule.of_scores:
        raise _unknown(text)
    return rule


def at_most(rule: Rule, most: int) -> Rule:
    """Limit a rule to a player's best rounds, as if no other rounds were played. Raises MostOfGames.

    most: the number of best rounds; 0: all rounds.
    """
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
    """Make the rule for a round that is added to the total of the other rounds."""
    return Rule("added", lambda scores, rounds: [Weight(factor, added=True)] * len(scores))


NOTHING = Rule("nothing", lambda scores, rounds: [None] * len(scores))
"""The rule for a round that only decides places and adds nothing to a total."""


def rule_of(text: str) -> Rule:
    """Find a rule by its name or a system's key, in any case and spacing. Raises UnknownCombiningRule."""
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
    """Does a rule combine single games? combine: the name of the rule; None: the system's own rule."""
    with suppress(Faults):
        return (own_rule(system) if combine is None else rule_of(combine)).of_games
    return False


def is_own(text: str, system: System) -> bool:
    """Is the text the key of the system? As the name of a rule, this key means the system's own rule."""
    return _fold_rule_name(text) == system.key.casefold()


def own_rule(system: System, **options: object) -> Rule:
    """The rule that a system declares for its events; `options` are the rule's options. Raises Faults."""
    own = system.combine
    if not callable(own):
        return rule_of(own)
    return Rule(system.key, partial(own, **options))


def known_rules() -> str:
    """The names of all rules, for the message about an unknown rule."""
    own = [system.key for system in systems() if callable(system.combine) and system.qualifies is None]
    return join([*(one.name for one in ways()), *own], "or")


def _fold_rule_name(text: str) -> str:
    return re.sub(r"[\s_]|-(?!\d)", "", text).casefold()


def sum_weighted(scores: Scores, weights: Weights) -> Fraction:
    pairs = zip(scores, weights, strict=True)
    return sum((one.of(score) for score, one in pairs if one is not None), Fraction())


def _best(scores: Scores, n: int) -> Weights:
    return _best_first(scores, [IN_FULL] * min(n, len(scores)))


def _best_first(scores: Scores, weights: Weights) -> Weights:
    """The weight of each score, if `weights` are for the best score, the second best and so on.

    Of equal scores, the earlier score is the better one. Scores after the last weight have None.
    """
    order = sorted(range(len(scores)), key=lambda n: scores[n], reverse=True)
    given = dict(zip(order, weights, strict=False))
    return [given.get(n) for n in range(len(scores))]


def total_of(rule: Rule, scores: Sequence[Fraction | None], rounds: int | None = None) -> Fraction | None:
    """The total of a player's scores; None if there is no score.

    scores: the score of each round, in order; None for a round not played.
    Raises Faults if the rule has no total for this number of rounds, or needs more than one player's scores.
    """
    if not rule.of_scores:
        raise NotOfScoresAlone(field="combine", name=rule.name)
    played: dict[Unit, Fraction] = {n: score for n, score in enumerate(scores, 1) if score is not None}
    return rule(played, rounds or len(scores)).total if played else None


def no_total(system: System, rounds: int, ending: Format = "all rounds") -> str:
    """The reason why a system's own rule cannot make a total of this number of rounds; blank if it can."""
    combined = max(1, rounds - 1) if ending == "top-board" else rounds
    try:
        total_of(own_rule(system), [Fraction()] * combined, combined)
    except Faults as refused:
        return str(refused)
    return ""
