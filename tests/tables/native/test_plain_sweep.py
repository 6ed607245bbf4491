"""A few systems through a workbook, as tests/benchmarks/sweep.py tries them all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.samples import every_fourth
from tests.tables.native.engines import missing
from tests.tables.native.swept import Trial, swept
from xl_dipscore.rules.system import by_family, find

pytestmark = [pytest.mark.native, pytest.mark.skipif(bool(missing()), reason=missing())]

SAYS = {
    "WBC": "some charts",
    "CARNAGE": "docked",
    "KISS": "override",
    "GOFF": "extra points",
    "CUSTOM": "unranked",
    "CONQUEST": "new player",
    "BOSTON": "nothing",
    "SOS": "weight",
    "ORIGINS": "charts",
    "GENCON": "docked",
}
"""The facts in a games file beside counts and draws, by system; all trials share one start of LibreOffice."""


def test_there_is_one_of_each_family() -> None:
    assert {find(key).family for key in SAYS} == by_family().keys()


def test_nothing_is_kept_listed_or_read_that_was_not_put_in(tmp_path: Path) -> None:
    trials = [Trial(key, True, says, seed=1, boards=3) for key, says in every_fourth(SAYS.items())]
    trials.append(Trial("SOS", False, "weight", seed=1, boards=3))
    assert not [str(verdict) for verdict in swept(trials, tmp_path) if verdict.wrong]
