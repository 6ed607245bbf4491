"""One system of each family through a workbook, as tests/benchmarks/sweep.py tries them all."""

from __future__ import annotations

from pathlib import Path

import pytest
from engines import missing
from swept import Trial, swept

from xl_dipscore.system import by_family, find

pytestmark = [pytest.mark.native, pytest.mark.skipif(bool(missing()), reason=missing())]

BATCHES = (
    {
        "WBC": "some charts",
        "CARNAGE": "docked",
        "KISS": "override",
        "GOFF": "extra points",
        "CUSTOM": "unranked",
    },
    {"CONQUEST": "new player", "BOSTON": "nothing", "SOS": "weight", "ORIGINS": "charts", "GENCON": "docked"},
)
"""What a games file says beside counts and draws, by system; those of a batch share LibreOffice's start."""
ORDINARY = ("SOS",)
"""Those of which an ordinary workbook is tried too."""


def test_there_is_one_of_each_family() -> None:
    assert {find(key).family for batch in BATCHES for key in batch} == by_family().keys()


@pytest.mark.parametrize("batch", BATCHES, ids=lambda batch: "-".join(batch))
def test_nothing_is_kept_listed_or_read_that_was_not_put_in(batch: dict[str, str], tmp_path: Path) -> None:
    trials = [
        Trial(key, native, says, seed=1, boards=3)
        for key, says in batch.items()
        for native in (True, False)
        if native or key in ORDINARY
    ]
    assert not [str(verdict) for verdict in swept(trials, tmp_path) if verdict.wrong]
