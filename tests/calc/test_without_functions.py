"""A workbook in a LibreOffice that has none of our functions: it shows what was computed, then says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from calc_office import Office, missing

from xl_dipscore.functions import VERSION
from xl_dipscore.system import find
from xl_dipscore.workbook.author import Plan
from xl_dipscore.workbook.layout.games import find_games
from xl_dipscore.workbook.new import create, create_from
from xl_dipscore.workbook.rebuild import rebuild
from xl_dipscore.xlsx.formula import address
from xl_dipscore.xlsx.package import Package

pytestmark = [pytest.mark.calc, pytest.mark.oldest]

DARK = "not live here: run dipscore rebuild"


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    if missing():
        pytest.skip(missing())
    office = Office(tmp_path_factory.mktemp("bare"))
    yield office
    office.end()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a new workbook, one that grew, and one with a centre chart."""
    folder = tmp_path_factory.mktemp("made")
    create(folder / "new.xlsx", Plan(find("SOS"), 2, 2))
    create_from(folder / "new.xlsx", folder / "grown.xlsx", find("SOS"), rounds=3, boards=3)
    create(folder / "chart.xlsx", Plan(find("WBC"), 2, 1))
    return folder


@pytest.mark.parametrize(
    ("name", "cell"),
    [("new", "E2"), ("new", "E29"), ("grown", "E2"), ("grown", "E40"), ("grown", "E64"), ("chart", "J9")],
)
def test_the_first_result_puts_the_light_out(bare: Office, made: Path, name: str, cell: str) -> None:
    with bare.book(made / f"{name}.xlsx") as book:
        assert book.value("Guide", "B4") == VERSION
        book.put("Players", "A5", [["Ann"]])
        assert book.value("Guide", "B4") == VERSION
        book.put("Games", cell, [[5]])
        assert book.value("Guide", "B4") == DARK


def test_scores_are_errors_and_a_rebuild_brings_everything_back(
    bare: Office, made: Path, tmp_path: Path
) -> None:
    saved = tmp_path / "saved.xlsx"
    (games,) = find_games(Package.read(made / "new.xlsx"))
    scores = [address(row, games.columns["score"]) for row in range(2, 9)]
    with bare.book(made / "new.xlsx") as book:
        book.put("Games", "E2:E8", [[5], [5], [5], [5], [5], [5], [4]])
        assert {book.value("Games", score) for score in scores} == {"#NAME?"}
        book.store(saved)
    assert rebuild(saved).not_computed == ()
    package = Package.read(saved)
    assert package.value("Guide", "B4") == VERSION
    assert package.value("Games", scores[0]) == pytest.approx(100 * 25 / (6 * 25 + 16))
