"""Settings with which plain formulas are tried: every option of every system, changed alone and together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import NamedTuple

from xl_dipscore.rules.system import Option, System, systems

TOLD = {"MYSTERY": {"solo": Fraction(401, 2)}}
"""Options whose value an event computes, and a single board must be given."""


class Setting(NamedTuple):
    """A system with options."""

    system: System
    options: Mapping[str, object]

    def __str__(self) -> str:
        own = (f"{name}={value}" for name, value in self.options.items())
        return " ".join((self.system.key, *own))


def defaults() -> list[Setting]:
    return [Setting(system, TOLD.get(system.key, {})) for system in systems()]


def changed_once(each: int | None = None) -> list[Setting]:
    """Every option of every system changed, by itself, to each other kind of value that it may have.

    each: no more than so many of them.
    """
    return [
        Setting(system, {**TOLD.get(system.key, {}), option.parameter: value})
        for system in systems()
        for option in system.options
        for value in others(option)[:each]
    ]


def changed_together(seed: int, each: int) -> list[Setting]:
    """Several options at once, a number of times for each system: some matter only beside others."""
    dice, found = Random(seed), []
    for system in systems():
        options = [option for option in system.options if others(option)]
        for _ in range(each if len(options) > 1 else 0):
            some = [option for option in options if dice.random() < 0.5] or options
            chosen = {option.parameter: dice.choice(others(option)) for option in some}
            found.append(Setting(system, {**TOLD.get(system.key, {}), **chosen}))
    return found


def others(option: Option) -> list[object]:
    """Values that an option may have, none of them its default."""
    return [value for value in dict.fromkeys(_values(option)) if value != option.default]


def _values(option: Option) -> Iterator[object]:
    default = option.default
    if option.optional:
        yield None
    match option.kind:
        case "choice":
            yield from option.choices
        case "yes or no":
            yield not default
        case "whole":
            yield (default if isinstance(default, int) else 3) + 2
        case "amount":
            yield (default if isinstance(default, int | Fraction) else 5) * Fraction(3, 2) + 2
            yield 0
        case "signed":
            yield Fraction(-5, 2)
        case "numbers" | "yes, no or numbers":
            yield from (value for value in (True, False) if option.kind != "numbers")
            yield from _numbers(option, default if isinstance(default, tuple) else ())


def _numbers(option: Option, default: tuple[Fraction | int, ...]) -> Iterator[tuple[Fraction | int, ...]]:
    """As many as there are or may be, none level; and fewer."""
    lengths = list(option.lengths)
    most = len(default) or min(6, lengths[-1])
    full = tuple(Fraction(5 * (most - n) + n % 3, 2) for n in range(most))
    yield tuple(int(number) if number.denominator == 1 else number for number in full)
    fewer = most // 2
    if fewer in lengths and fewer:
        yield tuple(range(2 * fewer + 1, fewer + 1, -1))
    if 0 in lengths:
        yield ()
