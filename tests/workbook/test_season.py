"""The season of the examples, poured into a restyled template and back: no number is another one."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from make import BOARDS, READY, ROUNDS
from openpyxl.styles import Font, PatternFill

from xl_dipscore.author import templates_folder
from xl_dipscore.author.plan import fitting_rounds
from xl_dipscore.layout.extract import extract
from xl_dipscore.layout.setup import EVENT, SYSTEM, value_of
from xl_dipscore.workbook.regenerate import regenerate_file
from xl_dipscore.workbook.shown_numbers import numbers
from xl_dipscore.xlsx.package import Package

pytestmark = pytest.mark.slow


def boards(package: Package) -> dict[tuple[object, str], object]:
    return {(game.round, game.name): game.board for game in extract(package).listed.games}


@pytest.fixture(scope="module")
def restyled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A director's own: other colours, other headings, sheets thrown away, notes beside the games."""
    book = openpyxl.load_workbook(templates_folder() / "any-system.xlsx")
    for name in ("Guide", "Charts", "Calculator", "Slips", "Print"):
        del book[name]
    games = book["Games"]
    for cell in games[1]:
        cell.fill, cell.font = (
            PatternFill("solid", fgColor="552200"),
            Font(name="Arial", bold=True, color="FFFFFF"),
        )
    heads = {cell.value: cell for cell in games[1]}
    heads["Power"].value, heads["Centres"].value, heads["Player"].value = "COUNTRY", "centers", "name"
    games.cell(1, games.max_column + 2, "Where they sat")
    book.move_sheet("Standings", -3)
    path = tmp_path_factory.mktemp("mine") / "mine.xlsx"
    book.save(path)
    return path


@pytest.mark.parametrize("name", ["c-diplo", "dcc-final-game", "mystery", "wbc"])
def test_there_and_back_no_number_is_another(name: str, restyled: Path, tmp_path: Path) -> None:
    for folder in ("there", "back"):
        (tmp_path / folder).mkdir()
    old = templates_folder() / "examples" / f"{name}.xlsx"
    there = regenerate_file(old, template=restyled, folder=tmp_path / "there")
    assert there.not_computed == ()
    back = regenerate_file(there.path, template=templates_folder() / f"{name}.xlsx", folder=tmp_path / "back")
    assert back.not_computed == ()
    assert (there.moved, back.moved) == ((), ())
    first, last = Package.read(old), Package.read(back.path)
    plan = READY[name]
    played = BOARDS * fitting_rounds(plan.system, ROUNDS, plan.ending) + (plan.ending == "final")
    assert len(numbers(first).scores) == 2 * 7 * played
    assert numbers(last).scores == numbers(first).scores
    assert (
        numbers(last).standings.items()
        >= {
            spot: value for spot, value in numbers(first).standings.items() if value not in (None, "")
        }.items()
    )
    assert boards(last) == boards(first)
    for cell in (EVENT, SYSTEM):
        assert value_of(last, cell) == value_of(first, cell)
