"""Workbooks that name their system: its functions on Games, and the message if Setup has another system."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.each import each
from tests.samples import slow_but
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.check import check
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.acts.new import start
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.author import templates_folder
from xl_dipscore.workbooks.author.style import blank_if_missing
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.setup import Setup

EXAMPLES = templates_folder() / "examples"
OF_SETUP = "any-system", "custom-system"


def scores(package: Package) -> list[Any]:
    """The formulas of the first board's scores."""
    (column,) = (at for (row, at), cell in package.sheet("Games").cells.items() if cell.value == "Score")
    return [package.sheet("Games").cells[row, column] for row in range(2, 9)]


def begins_with(call: str, cell: Any) -> bool:
    """Does a formula begin with a call, after the question whether our functions are there?"""
    return cell.formula.startswith(blank_if_missing(call).removesuffix(")"))


@each("name", sorted(path.stem for path in EXAMPLES.glob("*.xlsx")))
def test_each_score_is_a_cell_of_its_own_that_names_the_system(name: str) -> None:
    package = Package.read(EXAMPLES / f"{name}.xlsx")
    own = "DIP" if name in OF_SETUP else Setup(package).value("Scoring_system")
    found = scores(package)
    assert [cell.kind for cell in found] == [""] * 7
    assert all(begins_with(f"INDEX({own}_SCORE(", cell) for cell in found)


def test_prospects_stand_beside_the_counts_and_the_shares_are_the_articles() -> None:
    package = Package.read(EXAMPLES / "ndc-1995.xlsx")
    counts = [package.value("Explain", f"C{row}") for row in range(7, 14)]
    prospects = [count / (18 - count) for count in counts]
    assert [package.value("Explain", f"H{row}") for row in range(7, 14)] == pytest.approx(prospects)
    shares = [one / sum(prospects) for one in prospects]
    assert [package.value("Explain", f"I{row}") for row in range(7, 14)] == pytest.approx(shares)
    assert "NDC_PROSPECTS(" in package.cell("Explain", "H7").formula


def test_a_players_msd_is_that_of_the_standings() -> None:
    package = Package.read(EXAMPLES / "dcc-league.xlsx")
    player = Setup(package).area("Explain_player")
    assert player is not None
    cell = f"E{player.top}"
    assert "DCC_MSD(" in package.cell("Explain", cell).formula
    listed = {
        package.value("Standings", f"B{row}"): package.value("Standings", f"I{row}") for row in range(5, 45)
    }
    assert package.value("Explain", cell) == pytest.approx(listed[Setup(package).value("Explain_player")])


def chosen(name: str, system: str) -> Package:
    """A filled example on whose Setup a director chose another system."""
    package = Package.read(EXAMPLES / f"{name}.xlsx")
    area = Setup(package).area("Scoring_system")
    assert area is not None
    package.set_value(area.sheet, address(area.top, area.left), system)
    return package


OTHER = "dcc-league.xlsx is made for DCC, and Setup says NDC."


@pytest.mark.slow
def test_another_system_is_said_at_once() -> None:
    package = chosen("dcc-league", "NDC")
    notes = rebuild_package(package, "dcc-league.xlsx", engine="python").notes
    assert OTHER in notes
    assert OTHER in map(str, check(package).wrong)
    said = "choose DCC again, or make a workbook for NDC with dipscore new NDC NEW.xlsx"
    for sheet, cell in (
        ("Setup", "J3"),
        ("Guide", "B3"),
        ("Standings", "A3"),
        ("Games", "O1"),
        ("Games", "O2"),
    ):
        assert said in str(package.value(sheet, cell)), sheet


@pytest.mark.parametrize("system", slow_but(["DC(C)"], ["DCC", "dcc", "DC(C)"]))
def test_its_own_system_is_nothing_to_say(system: str) -> None:
    package = chosen("dcc-league", system)
    assert check(package).wrong == ()
    assert package.value("Setup", "J3") == ""


@pytest.mark.slow
def test_where_setup_chooses_any_will_do() -> None:
    package = chosen("any-system", "NDC")
    assert not any(
        "is made for" in note for note in rebuild_package(package, "any.xlsx", engine="python").notes
    )


@pytest.mark.slow
def test_a_template_of_another_system_takes_it_from_setup(tmp_path: Path) -> None:
    template = Package.read(templates_folder() / "dcc-league.xlsx")
    package, notes = start(template, find("NDC"), tmp_path / "new.xlsx")
    assert notes[0] == (
        "Boards are scored by DIP_SCORE, which takes the system from Setup: the template has DCC_SCORE."
    )
    assert all(begins_with("INDEX(DIP_SCORE(Scoring_system,,,,,", cell) for cell in scores(package))
    theirs = Package.read(EXAMPLES / "ndc-1995.xlsx")
    put_games(EventIn(package), EventIn(theirs).game_extract.game_list.games)
    assert rebuild_package(package, "new.xlsx", engine="python").not_computed == ()
    assert [package.value("Games", f"M{row}") for row in range(2, 9)] == [
        theirs.value("Games", f"M{row}") for row in range(2, 9)
    ]
    assert not any("is made for" in str(wrong) for wrong in check(package).wrong)
