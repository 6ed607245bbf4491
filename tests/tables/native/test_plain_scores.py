"""Scores as plain formulas are the exact ones: a fixed part of the proof, in the stricter of two programs.

All of it, in both, with more boards and every split of 34 centres, is in tests/benchmarks/native.py.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from inspect import unwrap
from itertools import islice
from pathlib import Path

import pytest

from tests.samples import every as sample
from tests.samples import one_of_each_family, one_of_each_rule
from tests.tables.native.engines import STRICT, missing
from tests.tables.native.plain_boards import boards, mixed
from tests.tables.native.plain_proof import Trial, every, proved
from tests.tables.native.plain_settings import TOLD, Setting, changed_once, changed_together, defaults
from xl_dipscore.rules.system import find

pytestmark = [pytest.mark.native, pytest.mark.skipif(bool(missing()), reason=missing())]


def trial(setting: Setting, seed: int, *, step: int = 1, typed_options: bool = True) -> Trial:
    """Try a setting on boards of every ending, or on every n-th board from a random one on."""
    played = boards(seed, KINDS, chart="chart" in setting.system.needs)
    return Trial(setting, mixed(played[seed % step :: step], seed), typed_options)


NEED_EACH_OTHER: tuple[Mapping[str, object], ...] = (
    {"survivor_pot": 66, "tribute": Fraction(1, 2), "tribute_over": 4, "levy": Fraction(1, 2)},
    {"near_top": (3, 2, 1), "near_pot": 12, "pot": 100, "rest": True, "dead_year": 1, "most_years": 3},
    {"others": 0, "win": 50, "loser_year": 1, "loser_centre": 1, "loser_larger": True, "last_year": False},
    {"places": (9, 5, 3, 1), "pairs": (7, 4, 2), "ties": "pair", "placed": "survivors", "whole_places": True},
    {
        "places": (9, 5, 3, 1),
        "order": "history",
        "part": -2,
        "winner_times": 2,
        "loser_times": Fraction(1, 2),
    },
    {"win": 14, "draw": (12, 10, 8), "outside_part": Fraction(1, 2), "manorcon": 100, "dead_weight": 5},
    {"part": 5, "centre": 0, "winner_times": 2, "cap": 8},
    {"centre": 0, "country": (1, 2, 3, 4, 5, 6, 7), "loser_times": 3},
    {"who": "members", "top": (5, 2), "gap": 1, "beaten": 2, "outside_centre": 1, "centres_over": 2},
)
"""Options of CUSTOM that have an effect only beside others."""

PARTS = 4
KINDS = 19
"""Boards that have every ending among them."""


def part(settings: Sequence[Setting], number: int) -> Iterator[tuple[int, Setting]]:
    """One of several parts, which can run at the same time."""
    return islice(enumerate(settings), number, None, PARTS)


def differing(settings: Sequence[Setting]) -> list[Setting]:
    """Systems with the same rule differ only in numbers: one is enough."""
    return [*{(unwrap(one.system.rule), *one.options): one for one in settings}.values()]


@pytest.mark.parametrize("number", range(PARTS))
def test_every_system(number: int, tmp_path: Path) -> None:
    """Boards of every ending; a third of them for variants that differ only in numbers."""
    firsts = one_of_each_rule()
    some = (trial(one, n, step=1 if one.system in firsts else 3) for n, one in part(defaults(), number))
    every(proved(some, tmp_path, STRICT))


@pytest.mark.parametrize("number", range(PARTS))
def test_every_option(number: int, tmp_path: Path) -> None:
    """Another value for one option."""
    settings = sample(2, differing(changed_once(1)))
    every(proved((trial(one, n, step=3) for n, one in part(settings, number)), tmp_path, STRICT))


def test_options_together(tmp_path: Path) -> None:
    settings = enumerate(differing(changed_together(1, 1)))
    some = (trial(one, n, step=3, typed_options=n % 8 > 3) for n, one in settings)
    every(proved(some, tmp_path, STRICT))


def test_one_of_each_family_in_both_programs(tmp_path: Path) -> None:
    settings = [Setting(one, TOLD.get(one.key, {})) for one in one_of_each_family()]
    every(proved((trial(one, 2) for one in settings), tmp_path))


def test_options_of_custom_that_need_each_other(tmp_path: Path) -> None:
    settings = [Setting(find("CUSTOM"), options) for options in NEED_EACH_OTHER]
    every(proved((trial(one, n, typed_options=n % 2 > 0) for n, one in enumerate(settings)), tmp_path))
