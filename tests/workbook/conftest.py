"""A folder of workbooks."""

import sys
from pathlib import Path

import pytest

# Boards of an event, in few words; what real Excel told; other programs that compute workbooks.
sys.path += [str(Path(__file__).parents[1] / folder) for folder in ("tournament", "fuzz", "native", "calc")]


@pytest.fixture
def folder(tmp_path, corrected) -> Path:
    """Three workbooks with something to compute."""
    path = tmp_path / "season"
    path.mkdir()
    for name in ("a", "b", "c"):
        (path / f"{name}.xlsx").write_bytes(corrected)
    return path
