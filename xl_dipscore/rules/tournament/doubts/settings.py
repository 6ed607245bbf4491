"""Doubts about settings that do not fit the event's number of rounds."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

from xl_dipscore.errors import Doubt, Fault, Faults, Note
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.event.settings import Settings
from xl_dipscore.rules.system import System
from xl_dipscore.rules.tournament.combine import Rule, own_rule, rule_of


class CountsEvery(Doubt, remedy="Correct the option combine, or the number of rounds."):
    """The rule {rule} drops nothing: it counts {most} rounds, and the event has only {rounds}."""


class CountsEverySoFar(Note, remedy="Nothing to do if enough rounds are still to come."):
    """The rule {rule} drops nothing so far: it counts {most} rounds, and the event has only {rounds}."""


class CountsNone(Doubt, remedy="Correct the option combine, or the number of rounds."):
    """The rule {rule} drops every round of an event of {rounds}, so all totals are 0."""


class MoreThanRounds(Doubt, remedy="Correct the option, or the number of rounds."):
    """The option {name} needs {asked}, and the event has only {rounds}."""


def odd_settings(
    system: System | None, settings: Settings, options: Mapping[str, object], played: int
) -> Iterator[Fault]:
    """Settings for more rounds than an event has. played: the number of its last round; 0 if unknown."""
    rounds = settings.rounds or played
    if not rounds:
        return
    if settings.combine:
        with suppress(Faults):  # the standings report an unknown rule
            rule = rule_of(settings.combine)
            if system is None or rule.name != own_rule(system).name:
                yield from _odd_rule(rule, rounds, planned=bool(settings.rounds))
    if not settings.rounds:
        return
    systems = dict(system.accept(options)).get("round_systems", ()) if system is not None else ()
    assert isinstance(systems, tuple)
    asked = {
        "min rounds": settings.min_rounds,
        "most rounds": settings.most_rounds,
        "round weights": len(settings.round_weights),
        "round systems": len(systems),
    }
    for name, number in asked.items():
        if number > rounds:
            facts: dict[str, Any] = {"asked": count_of(number, "round"), "rounds": rounds}
            yield MoreThanRounds(field=name, name=name, **facts)


def _odd_rule(rule: Rule, rounds: int, *, planned: bool) -> Iterator[Fault]:
    before = rounds - 1 if rule.last or rule.then else rounds
    if rule.of_games or not before:
        return
    facts: dict[str, Any] = {"rule": rule.name, "rounds": rounds}
    weights = rule.weigh([Fraction(n) for n in range(before)], before)
    if all(weight is None for weight in weights):
        yield CountsNone(field="combine", rule=rule.name, rounds=count_of(rounds, "round"))
    elif rule.most > before:
        kind = CountsEvery if planned else CountsEverySoFar
        yield kind(field="combine", most=rule.most, **facts)
