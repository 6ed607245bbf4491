"""Workbooks made once."""

import sys
from pathlib import Path

import games
import pytest

from xl_dipscore.cells import read_games
from xl_dipscore.system import find
from xl_dipscore.workbook.author import Plan
from xl_dipscore.workbook.fill import fill
from xl_dipscore.workbook.new import create

# Boards of an event, in few words; what real Excel told; other programs that compute workbooks.
sys.path += [str(Path(__file__).parents[1] / folder) for folder in ("tournament", "fuzz", "native", "calc")]


@pytest.fixture(scope="session")
def makes(tmp_path_factory):
    """The bytes of a new workbook for an event, each made once."""
    made: dict[tuple[str, int, int], bytes] = {}

    def make(system: str = "DCC", rounds: int = 2, boards: int = 2) -> bytes:
        key = system, rounds, boards
        if key not in made:
            path = tmp_path_factory.mktemp("new") / "event.xlsx"
            create(path, Plan(find(system), rounds, boards))
            made[key] = path.read_bytes()
        return made[key]

    return make


@pytest.fixture(scope="session")
def played(makes, tmp_path_factory) -> bytes:
    """Two rounds of two boards under DCC, filled and computed."""
    path = tmp_path_factory.mktemp("played") / "event.xlsx"
    path.write_bytes(makes())
    fill(path, read_games(games.event()).games)
    return path.read_bytes()


@pytest.fixture(scope="session")
def corrected(played, tmp_path_factory) -> bytes:
    """The same, with one centre count corrected and nothing computed since."""
    from xl_dipscore.xlsx.package import Package

    package = Package.read(played)
    package.set_value("Games", "E16", 5)
    package.set_value("Games", "E17", 4)
    return package.to_bytes()


@pytest.fixture
def folder(tmp_path, corrected) -> Path:
    """Three workbooks with something to compute."""
    path = tmp_path / "season"
    path.mkdir()
    for name in ("a", "b", "c"):
        (path / f"{name}.xlsx").write_bytes(corrected)
    return path
