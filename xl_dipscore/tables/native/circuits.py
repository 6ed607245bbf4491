"""Formulas of the functions that rules of circuits call, and of a player's total in a season."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from xl_dipscore.rules.tournament.combine import Rule
from xl_dipscore.tables.native.formulas import form
from xl_dipscore.tables.native.notation import Formula
from xl_dipscore.tables.native.symbols import Num, factor, join_numbers, number_in_formula
from xl_dipscore.tables.native.weights import ORDER, PLAYED, ROUNDS, Cases, case_formula, sum_text, weights_in


@form
def power(base: object, exponent: object) -> Num:
    return Num(Formula(f"{factor(base)}^{factor(exponent)}"))


@form
def at_least(low: object, amount: object) -> Num:
    return Num(Formula(f"MAX({number_in_formula(low)},{number_in_formula(amount)})"))


@form
def at_most(high: object, amount: object) -> Num:
    return Num(Formula(f"MIN({number_in_formula(high)},{number_in_formula(amount)})"))


@form
def points_by_list(place: object, points: Sequence[object]) -> Num:
    return Num(
        Formula(f"CHOOSE(MIN({len(points) + 1},{number_in_formula(place)}),{join_numbers([*points, 0])})")
    )


class PointsCells(NamedTuple):
    """References to cells, for a formula in a player's row."""

    points: str
    """The player's points from each event; 0 without points, or if the rule does not combine the event."""
    played: str
    """The number of events that the rule combines and that the player has played."""
    over: str
    """The number of events of the season that the rule combines."""


def total_text(rule: Rule, events: int, cells: PointsCells) -> str:
    """A formula for a player's total. It assumes that no points are below 0.

    events: the largest possible number of events. Raises Faults if formulas cannot express the rule.
    """
    ways = [_replace_placeholders(sum_text(cases, cells.points), cells) for cases in _cases(rule, events)]
    return f"({ways[0]})" if len(ways) == 1 else f"MAX({','.join(ways)})"


def weight_in_total(rule: Rule, events: int, cells: PointsCells, order: str) -> str:
    """A formula for an event's weight in the total. order: a formula for the event's place, best first."""
    ways = [(sum_text(cases, cells.points), case_formula(cases)) for cases in _cases(rule, events)]
    text = ways[-1][1]
    for made, weight in ways[-2::-1]:
        text = f"IF({made}>={ways[-1][0]},{weight},{text})"
    return _replace_placeholders(text.replace(ORDER, f"({order})"), cells)


@cache
def _cases(rule: Rule, events: int) -> list[Cases]:
    found: list[Cases] = []
    for one in rule.either or (rule,):
        cases: Cases = {}
        for planned in range(1, events + 1):
            for case, weight in weights_in(one, planned, planned).items():
                cases[case] = "0" if weight is None else str(weight.exact)
        found.append(cases)
    return found


def _replace_placeholders(text: str, cells: PointsCells) -> str:
    return text.replace(PLAYED, cells.played).replace(ROUNDS, cells.over)
