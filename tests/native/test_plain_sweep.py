"""A few systems through a workbook, as tests/benchmarks/sweep.py tries them all."""

from __future__ import annotations

from pathlib import Path

import pytest
from engines import missing
from swept import Trial, swept

pytestmark = [pytest.mark.native, pytest.mark.skipif(bool(missing()), reason=missing())]

SAYS = {"WBC": "some charts", "CUSTOM": "everything", "BOSTON": "nothing"}
"""What a games file says beside counts and draws, by system; they share LibreOffice's start."""


def test_nothing_is_kept_listed_or_read_that_was_not_put_in(tmp_path: Path) -> None:
    trials = [Trial(key, True, says, seed=1, boards=3) for key, says in SAYS.items()]
    trials.append(Trial("SOS", False, "weight", seed=1, boards=3))
    assert not [str(verdict) for verdict in swept(trials, tmp_path) if verdict.wrong]
