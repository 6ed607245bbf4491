"""Systems that are pasted into the cells for Compare on Setup, and beyond them."""

from typing import Any

from tests.each import each
from tests.workbooks.layout.books import HEADER, board, event_of
from xl_dipscore.errors import NA, At
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.layout.compared import NotCompared, UnknownCompared, faults_of_compared
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.setup import Setup

MEANING = "The other systems on the sheet Compare"


def setup_with(*pasted: list[Any], **names: str) -> Setup:
    """Setup with rows below its first; two cells of the second row are for Compare."""
    sheets = {"Games": [HEADER, *board()], "Setup": [["SOS"], *pasted]}
    return event_of(sheets, **{"Compared_systems": "Setup!$B$2:$C$2", **names}).setup


def cells_of(setup: Setup, kind: type) -> list[At]:
    return [at for one in faults_of_compared(setup) if type(one) is kind for at in one.cells]


@each(
    ("pasted", "unknown", "beyond"),
    [
        ([[None, "DCC", "tribute", MEANING]], [], []),
        ([[None, None, " ", None]], [], []),
        ([[None, "DCC", NA, None]], [], []),
        ([[None, "FOO", "draw size", MEANING]], ["B2"], []),
        ([[None, 5, "Tribut", MEANING]], ["B2", "C2"], []),
        ([[None, "DCC", "SOS", "WBC"]], [], ["D2"]),
        ([[None, "DCC", "SOS", MEANING, "carnage", "FOO", "WBC"]], [], ["E2", "G2"]),
        ([[None, "DCC"], [None, "SOS"], [None, "WBC"], ["systems", "SOS"]], [], ["B3", "B4", "B5"]),
        ([[None, "DCC"], ["Option", "Value"], ["systems", "SOS"]], [], []),
        ([[None, "FOO", "SOS", "WBC"], [None, None, "SOS"]], ["B2"], ["D2", "C3"]),
    ],
)
def test_each_cell_is_named(pasted: list[list[Any]], unknown: list[str], beyond: list[str]) -> None:
    def at(ref: str) -> At:
        return "Setup", int(ref[1:]), " ABCDEFG".index(ref[0])

    setup = setup_with(*pasted)
    assert cells_of(setup, UnknownCompared) == [*map(at, unknown)]
    assert cells_of(setup, NotCompared) == [*map(at, beyond)]


def test_a_workbook_without_these_cells_says_nothing() -> None:
    assert [*faults_of_compared(setup_with([None, "FOO"], Compared_systems="Gone!$B$2:$C$2"))] == []


def test_check_and_rebuild_name_the_cell_of_setup_alone(played: bytes) -> None:
    """The column of Compare shows #N/A, which needs no sentence of its own."""
    package = Package(played, "event.xlsx")
    package.set_value("Setup", "C5", "FOO")
    rebuild_package(package, "", engine="python")
    assert NA in {cell.value for cell in package.sheet("Compare").cells.values()}
    (only,) = EventIn(package).problems
    assert (type(only.fault), only.fault.cells) == (UnknownCompared, [("Setup", 5, 3)])
    assert only.fault.sentence in EventIn(package).problem_lines[0]
