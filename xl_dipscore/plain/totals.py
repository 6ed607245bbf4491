"""Totals by a rule for combining rounds, each in the director's own cell."""

from collections.abc import Sequence

from xl_dipscore.cells.values import is_omitted, number
from xl_dipscore.functions import shown_word
from xl_dipscore.native.weights import ORDER, PLAYED, Cases, telling, weights_in
from xl_dipscore.plain.calls import NotPlain, Source, Sources, written
from xl_dipscore.tournament.combine import NotOfScoresAlone, Rule, rule_of


def rule_named(rule: Source) -> Rule:
    """The rule for combining rounds that a cell names. Raises Fault."""
    return rule_of("" if rule.blank else shown_word(rule.value))


def totals(rule: Rule, name: Source | None, scores: Sources, rounds: Source, sheet: str) -> list[str]:
    """A formula for each row of scores, on this sheet. Raises NotPlain or Faults.

    name: the cell that names the rule, which is fixed now.
    """
    width = len(scores[0])
    planned = width if is_omitted([[rounds.value]]) else number(rounds.value)
    if not isinstance(planned, int) or planned < 1:
        raise NotPlain("its rounds are not a whole number")
    if not rule.of_scores:
        raise NotOfScoresAlone(name=rule.name)
    weights = [_weights(one, min(width, planned), planned) for one in rule.either or (rule,)]
    same = []
    if name is not None and name.reference:
        same.append(f"TRIM({name.reference})={written(str(name.value).strip())}")
    if rounds.reference:
        same.append(f"SUM({rounds.reference})={written(rounds.value if rounds.value else 0)}")
    found = []
    for row in scores:
        first, last = row[0].near(sheet), row[-1].near(sheet).rpartition("!")[2]
        if not row[0].place:
            raise NotPlain("its scores are written out")
        text = _total(weights, f"{first}:{last}" if width > 1 else first)
        found.append(f"IF(AND({','.join(same)}),{text},NA())" if same else text)
    return found


def _weights(rule: Rule, most: int, planned: int) -> Cases:
    found = weights_in(rule, planned, most)
    return {case: "0" if weight is None else str(weight.exact) for case, weight in found.items()}


def _total(weights: Sequence[Cases], scores: str) -> str:
    count, made = f"COUNT({scores})", [_made(one, scores) for one in weights]
    text = made[0] if len(made) == 1 else f"MAX({','.join(made)})"
    return f'IF({count}=0,IF(SUM({scores})=0,"",""),{text.replace(PLAYED, count)})'


def _made(weights: Cases, scores: str) -> str:
    if ORDER not in (each := telling(weights)):
        return f"{_times(each)}SUM({scores})"
    terms = []
    for place in range(1, 1 + max(place for *_, place in weights)):
        weight = telling({case: text for case, text in weights.items() if case[2] == place})
        if weight != "0":
            terms.append(f"IF({PLAYED}<{place},0,{_times(weight)}LARGE({scores},{place}))")
    return "+".join(terms)


def _times(weight: str) -> str:
    return "" if weight == "1" else f"{weight}*"
