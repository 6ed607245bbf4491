"""Samples of the systems for slow tests: variants differ only in numbers, which other tests compare."""

import inspect
import os
from collections.abc import Collection, Iterable
from itertools import islice
from typing import Any, TypeVar

import pytest

from xl_dipscore.rules.system import System, find, systems

T = TypeVar("T")


def one_of_each_rule() -> list[System]:
    """The first system of each rule, in the order of the lists."""
    return [*{inspect.unwrap(system.rule): system for system in reversed(systems())}.values()][::-1]


def one_of_each_family() -> list[System]:
    """The first system of each family, for hosts whose laws another host has tested with all systems."""
    return [*{system.family: system for system in reversed(systems())}.values()][::-1]


def every_fourth(choices: Iterable[T]) -> list[T]:
    """Every fourth choice, from the first on; all of them if the environment variable EVERY is set."""
    return every(4, choices)


def every(step: int, choices: Iterable[T]) -> list[T]:
    return [*islice(choices, 0, None, 1 if "EVERY" in os.environ else step)]


def slow_but(fast: Collection[Any], choices: Iterable[Any]) -> list[Any]:
    """These choices as test parameters, slow except for those in `fast`."""
    return [
        pytest.param(one, id=one.key if isinstance(one, System) else None, marks=marks)
        for one in choices
        for marks in ([] if one in fast else [pytest.mark.slow],)
    ]


def one_of_each_event() -> list[System]:
    """The first of the systems that decide an event alike: combine rounds, break ties, score late players."""
    firsts = {
        (system.combine, system.tiebreak, system.welcome, bool(system.meanwhile)): system
        for system in reversed(systems())
    }
    return [*firsts.values()][::-1]


def one_of_each_sheet() -> list[System]:
    """The first of the systems that need the same columns; and CUSTOM, which has most options."""
    firsts = {(frozenset(system.needs), bool(system.meanwhile)): system for system in reversed(systems())}
    return [*firsts.values(), find("CUSTOM")][::-1]
