"""A rule for combining rounds as a formula: the weight of each round in a total.

The rule is not written a second time: it is called for each number of rounds of the event and each number of
rounds played, and returns the weights of the best score, the next best, and so on. The formula reads only
those of the three numbers (rounds, rounds played, place of the score) that decide a weight.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from xl_dipscore.rules.event.decision import Weight
from xl_dipscore.rules.tournament.combine import Rule, Scores
from xl_dipscore.tables.native.plan import NoFormInEvent

ROUNDS, PLAYED, ORDER = "[rounds combined]", "[played]", "[order]"
"""Tokens: the event's number of rounds, the number of rounds played, the place of a score, best first."""
_ASKED = (ROUNDS, PLAYED, ORDER)

_Case = tuple[int, int, int]
"""Three numbers: rounds of the event, rounds played, place of the score."""
Cases = dict[_Case, str]


def weight_text(rule: Rule, rounds: int) -> str:
    """A formula for the weight of a score in an event of up to `rounds` rounds; "" if the score is dropped.

    Raises Faults if the rule is not defined for so many rounds, or if weights depend on the sizes of scores.
    """
    cases: Cases = {}
    for held in range(1, rounds + 1):
        cases |= {case: _text(weight) for case, weight in weights_in(rule, held, held).items()}
    return case_formula(cases)


def weights_in(rule: Rule, rounds: int, most: int) -> dict[_Case, Weight | None]:
    """By case, the weight of a score in an event of `rounds` rounds, for 1 to `most` rounds played.

    Raises Faults, as weight_text does.
    """
    return {
        (rounds, played, place): weight
        for played in range(1, most + 1)
        for place, weight in enumerate(_by_place(rule, rounds, played), 1)
    }


def _by_place(rule: Rule, rounds: int, played: int) -> Sequence[Weight | None]:
    """The weights of the best score, the next best, and so on. Raises NoFormInEvent if scores decide them."""
    found = [_weights_best_first(rule, rounds, [numbers(n) for n in range(played)]) for numbers in _SCORES]
    if any(one != found[0] for one in found):
        raise NoFormInEvent(what=f"The rule {rule.name} for combining rounds", instead="")
    return found[0]


def _weights_best_first(rule: Rule, rounds: int, scores: Scores) -> Sequence[Weight | None]:
    best_first = sorted(range(len(scores)), key=lambda n: scores[n], reverse=True)
    weights = rule.weigh(scores, rounds)
    return [weights[n] for n in best_first]


_SCORES: Sequence[Callable[[int], Fraction]] = (
    lambda n: Fraction(40 - n),
    lambda n: Fraction(n),
    lambda n: Fraction(7),
    lambda n: Fraction(0),
    lambda n: Fraction(-n, 3),
    lambda n: Fraction(1000 * (n % 2) + n),
    lambda n: Fraction(n // 2 * 10),
    lambda n: Fraction(5 * n % 7, 9),
)
"""Scores by round, to try a rule: falling, rising, level, 0, negative, uneven, partly level."""


def _text(weight: Weight | None) -> str:
    return '""' if weight is None else str(weight.exact)


def case_formula(cases: Mapping[_Case, str]) -> str:
    """A formula with the text of each case. In other cases, which do not occur, it may have any value."""
    if len(set(cases.values())) == 1:
        return next(iter(cases.values()))
    asked = next(
        some for size in (1, 2, 3) for some in combinations(range(3), size) if _is_decided_by(cases, some)
    )
    first = asked[0]
    answers: list[str] = []
    for value in range(1, max(case[first] for case in cases) + 1):
        these = {case: text for case, text in cases.items() if case[first] == value}
        answers.append(case_formula(these) if these else next(reversed(answers), "0"))
    return f"CHOOSE({_ASKED[first]},{','.join(answers)})"


def _is_decided_by(cases: Mapping[_Case, str], some: Sequence[int]) -> bool:
    """Do the numbers of a case at the indices `some` determine the text of the case?"""
    found: dict[tuple[int, ...], str] = {}
    return all(found.setdefault(tuple(case[n] for n in some), text) == text for case, text in cases.items())


def sum_text(weights: Cases, scores: str) -> str:
    """A formula for the weighted sum of the cells `scores`."""
    if ORDER not in (each := case_formula(weights)):
        return f"{_times(each)}SUM({scores})"
    terms = []
    for place in range(1, 1 + max(place for *_, place in weights)):
        weight = case_formula({case: text for case, text in weights.items() if case[2] == place})
        if weight != "0":
            terms.append(f"IF({PLAYED}<{place},0,{_times(weight)}LARGE({scores},{place}))")
    return "+".join(terms)


def _times(weight: str) -> str:
    return "" if weight == "1" else f"{weight}*"
