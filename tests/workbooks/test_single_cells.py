"""A score of a whole board that was typed with Enter alone: one cell instead of seven."""

from io import BytesIO

import openpyxl
import pytest

from tests.opened import opened
from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.single_cells import OneScoreOfSeven, single_cells
from xl_dipscore.workbooks.live.menu import item_of

CENTRES = (10, 9, 8, 7, 0, 0, 0)


@pytest.fixture
def own() -> Package:
    """A director's own list of one board."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Games"
    sheet.append(["Round", "Board", "Power", "Player", "Centres", "Score"])
    for power, centres in zip(POWERS, CENTRES, strict=True):
        sheet.append([1, "A", power, f"P {power}", centres])
    made = BytesIO()
    book.save(made)
    return Package(made.getvalue(), "own.xlsx")


def told(book: Package) -> list[tuple[str, object, object]]:
    return [(one.place, one.facts["cell"], one.facts["area"]) for one in single_cells(book)]


@pytest.mark.parametrize("formula", ["CDIPLO_SCORE({})", 'DIP_SCORE("CDIPLO", {})', "CDIPLO_SCORE({},)"])
def test_one_score_of_seven_is_told_once(own: Package, formula: str) -> None:
    for row in range(2, 9):  # filled down
        own.set_formula("Games", f"F{row}", formula.format(f"E{row}:E{row + 6}"))
    assert told(own) == [("Games row 2", "F2", "F2:F8")]
    assert told(opened(own)) == told(own)
    (fault,) = single_cells(own)
    done = item_of("check").run(opened(own))
    assert any(fault.sentence in line for line in done.said)


def test_the_blank_cells_below_lack_no_formula_of_their_own(own: Package) -> None:
    own.set_formula("Games", "F2", "CDIPLO_SCORE(E2:E8)")
    (only,) = EventIn(own).problems
    assert (type(only.fault), only.fault.cells[0]) == (OneScoreOfSeven, ("Games", 2, 6))


def test_across_a_row(own: Package) -> None:
    own.set_formula("Games", "B20", "CDIPLO_SCORE($B$19:$H$19)")
    assert told(own) == [("Games row 20", "B20", "B20:H20")]


def test_arrays_spills_and_single_values_are_well(own: Package) -> None:
    own.set_formula("Games", "F2:F8", "CDIPLO_SCORE(E2:E8)", array=True)
    own.set_formula("Games", "G2", "SUM(CDIPLO_SCORE(E2:E8))")
    own.set_formula("Games", "H2", "INDEX(CDIPLO_SCORE(E2:E8),1)")
    own.set_formula("Games", "I2", "CDIPLO_SCORE(E2:E8)")
    for row in range(3, 9):  # as Excel hands over what it spilled
        own.set_value("Games", f"I{row}", 0)
    assert told(own) == []
    assert told(opened(own)) == []
