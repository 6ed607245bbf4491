"""Totals by a rule for combining rounds, each in the director's own cell."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from xl_dipscore.cells import is_omitted, number
from xl_dipscore.errors import Fault, Faults
from xl_dipscore.event import Weight
from xl_dipscore.functions import shown_word
from xl_dipscore.plain.calls import NotPlain, Source, Sources, written
from xl_dipscore.tournament.combine import NotOfScoresAlone, Rule, rule_of


def rule_named(rule: Source) -> Rule:
    """The rule for combining rounds that a cell names. Raises NotPlain."""
    try:
        return rule_of("" if rule.blank else shown_word(rule.value))
    except Fault as unknown:
        raise NotPlain(str(unknown)) from None


def totals(rule: Rule, name: Source | None, scores: Sources, rounds: Source, sheet: str) -> list[str]:
    """A formula for each row of scores, on this sheet. Raises NotPlain.

    name: the cell that names the rule, which is fixed now.
    """
    width = len(scores[0])
    planned = width if is_omitted([[rounds.value]]) else number(rounds.value)
    if not isinstance(planned, int) or planned < 1:
        raise NotPlain("its rounds are not a whole number")
    if not rule.of_scores:
        raise NotPlain(str(NotOfScoresAlone(name=rule.name)))
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


_Weights = Mapping[tuple[int, int], Fraction]
"""What the best scores weigh, by the rounds played and the place among them."""


def _weights(rule: Rule, most: int, planned: int) -> _Weights:
    found: dict[tuple[int, int], Fraction] = {}
    for played in range(1, most + 1):
        falling: Sequence[Weight | None]
        try:
            falling = rule.weigh([Fraction(played - n) for n in range(played)], planned)
        except Faults as undefined:
            raise NotPlain(str(undefined)) from None
        for place, weight in enumerate(falling, 1):
            found[played, place] = Fraction() if weight is None else weight.exact
    return found


def _total(weights: Sequence[_Weights], scores: str) -> str:
    count, made = f"COUNT({scores})", [_made(one, scores) for one in weights]
    text = made[0] if len(made) == 1 else f"MAX({','.join(made)})"
    return f'IF({count}=0,IF(SUM({scores})=0,"",""),{text})'


def _made(weights: _Weights, scores: str) -> str:
    most = max(played for played, _ in weights)
    count = f"COUNT({scores})"
    level = {played: {weights[played, k] for k in range(1, played + 1)} for played in range(1, most + 1)}
    if all(len(found) == 1 for found in level.values()):
        return f"{_chosen([min(found) for found in level.values()], count)}SUM({scores})"
    terms = []
    for k in range(1, most + 1):
        own = [weights[played, k] for played in range(k, most + 1)]
        place = count if k == 1 else f"{count}-{k - 1}"
        if any(own):
            terms.append(f"IF({count}<{k},0,{_chosen(own, place)}LARGE({scores},{k}))")
    return "+".join(terms) or "0"


def _chosen(weights: Sequence[Fraction], place: str) -> str:
    """The weight by a place among them, to multiply with; nothing for 1."""
    if len(set(weights)) == 1:
        return "" if weights[0] == 1 else f"{weights[0]}*"
    return f"CHOOSE({place},{','.join(map(str, weights))})*"
