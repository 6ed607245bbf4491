"""Short searches, where a test is not about how good they are."""

import pytest

from xl_dipscore.seating import drawing


@pytest.fixture
def short(monkeypatch):
    """Searches of a few thousand changes."""
    monkeypatch.setattr(drawing, "MOVES", 1_000)
    monkeypatch.setattr(drawing, "POWER_MOVES", 500)
    monkeypatch.setattr(drawing, "JOINT_MOVES", 300)
