"""Short searches, where a test is not about how good they are."""

import pytest

from xl_dipscore.rules.seating import planning


@pytest.fixture
def short(monkeypatch):
    """Searches of a few thousand changes."""
    monkeypatch.setattr(planning, "MOVES", 1_000)
    monkeypatch.setattr(planning, "POWER_MOVES", 500)
    monkeypatch.setattr(planning, "JOINT_MOVES", 300)
