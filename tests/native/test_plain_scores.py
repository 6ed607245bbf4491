"""Scores as plain formulas are the exact ones, in LibreOffice and in IronCalc: a fixed part of the proof.

All of it, with more boards and every split of 34 centres, is in tests/benchmarks/native.py.
"""

from collections.abc import Iterator, Sequence
from inspect import unwrap
from itertools import islice
from pathlib import Path

import pytest
from engines import missing
from plain_boards import boards, mixed
from plain_proof import Trial, every, proved
from plain_settings import Setting, changed_once, changed_together, defaults

pytestmark = [pytest.mark.native, pytest.mark.skipif(bool(missing()), reason=missing())]


def trial(setting: Setting, seed: int, many: int, *, typed_options: bool = True) -> Trial:
    chart = "chart" in setting.system.needs
    return Trial(setting, mixed(boards(seed, many, chart=chart), seed), typed_options)


PARTS = 4
KINDS = 19
"""Boards that have every ending among them."""


def part(settings: Sequence[Setting], number: int) -> Iterator[tuple[int, Setting]]:
    """One of several parts, so that they can be tried at the same time."""
    return islice(enumerate(settings), number, None, PARTS)


@pytest.mark.parametrize("number", range(PARTS))
def test_every_system(number: int, tmp_path: Path) -> None:
    every(proved((trial(one, 1, 2 * KINDS) for _, one in part(defaults(), number)), tmp_path))


@pytest.mark.parametrize("number", range(PARTS))
def test_every_option(number: int, tmp_path: Path) -> None:
    """Of the systems that are one rule with other numbers, one is enough."""
    settings = list({(unwrap(one.system.rule), *one.options): one for one in changed_once()}.values())
    every(proved((trial(one, n, KINDS) for n, one in part(settings, number)), tmp_path))


@pytest.mark.parametrize("number", range(PARTS))
def test_options_together(number: int, tmp_path: Path) -> None:
    settings = changed_together(1, 1)
    some = (trial(one, n, KINDS, typed_options=n % 8 > 3) for n, one in part(settings, number))
    every(proved(some, tmp_path))
