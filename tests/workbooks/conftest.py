"""A folder of workbooks."""

from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path, corrected) -> Path:
    """Three workbooks with something to compute."""
    path = tmp_path / "season"
    path.mkdir()
    for name in ("a", "b", "c"):
        (path / f"{name}.xlsx").write_bytes(corrected)
    return path
