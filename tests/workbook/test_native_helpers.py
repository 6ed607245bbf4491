"""Workbooks of plain formulas: what a second calculator is asked for, and what is computed anew."""

from __future__ import annotations

import re
from pathlib import Path

import games
import pytest
from rules import one_of_each_sheet

from xl_dipscore.author import Plan, make_native, templates_folder, written_once
from xl_dipscore.calculate import vouch
from xl_dipscore.calculate.vouch import ABSENT
from xl_dipscore.cells.games import read_games
from xl_dipscore.layout.games import find_games
from xl_dipscore.system import find
from xl_dipscore.workbook import helpers as of_helpers
from xl_dipscore.workbook.fill import put_games
from xl_dipscore.workbook.helpers import helpers
from xl_dipscore.workbook.new import start
from xl_dipscore.workbook.rebuild import rebuild_package
from xl_dipscore.xlsx.formula import address, column_letters
from xl_dipscore.xlsx.package import Package

READY = templates_folder() / "anywhere"
RESULTS = [
    list(games.HEADER),
    *games.rows(1, "A", games.CLOCK[::-1], year=1907, players=[f"Player {n}" for n in range(7)]),
    *games.rows(1, "B", games.CLOCK, year=1907, players=["Zoë", "O'Brien", *(f"No {n}" for n in range(5))]),
]


class Event:
    """A workbook with results, and what the second calculator is asked for."""

    def __init__(self, package: Package, monkeypatch: pytest.MonkeyPatch) -> None:
        self.package = package
        put_games(self.package, read_games(RESULTS).games)
        (home,) = find_games(self.package)
        self.columns = {str(word): column_letters(column) for word, column in home.columns.items()}
        self.first = home.columns["counts"] + 2  # right of Check
        self.asked: set[str] = set()
        answer = vouch.testimony

        def testimony(sheets, formulas, **moment):
            self.asked |= {f"{f.area.sheet}!{address(f.area.top, f.area.left)}" for f in formulas}
            return answer(sheets, formulas, **moment)

        monkeypatch.setattr(vouch, "testimony", testimony)

    def formula(self, sheet: str, ref: str) -> str:
        return self.package.cell(sheet, ref).formula

    def put(self, sheet: str, ref: str, formula: str) -> None:
        self.package.set_formula(sheet, ref, formula)

    def helper(self, containing: str, row: int) -> str:
        """The first helper cell of a row of Games whose formula has this in it."""
        cells = sorted(self.package.sheet("Games").cells.items())
        return next(
            address(*place)
            for place, cell in cells
            if place[0] == row and place[1] >= self.first and containing in cell.formula
        )

    def line(self, row: int) -> str:
        """The last cell that adds to a score."""
        return re.findall(rf"\$([A-Z]+{row})", self.formula("Games", f"{self.columns['score']}{row}"))[-1]

    def compute(self) -> dict[str, str]:
        report = rebuild_package(self.package, "spring.xlsx", engine="python")
        return {f"{one.sheet}!{one.ref}": one.reason for one in report.not_computed}

    @property
    def values(self) -> dict[tuple[str, int, int], object]:
        return {
            (name, *place): cell.value
            for name in self.package.sheet_names
            for place, cell in self.package.sheet(name).cells.items()
        }


@pytest.fixture(scope="module")
def made() -> bytes:
    return written_once(make_native(Plan(find("NDC"), 1, 2))).to_bytes()


@pytest.fixture
def event(made: bytes, monkeypatch: pytest.MonkeyPatch) -> Event:
    return Event(Package(made, "spring.xlsx"), monkeypatch)


def unknown(package: Package) -> list[str]:
    """The formulas right of Check on Games, and in the table of Totals, that are not known for ours."""
    proven, (home,) = helpers(package), find_games(package)
    first = home.columns["counts"] + 2
    last = max(column for row, column in package.sheet("Totals").cells if row == 5)  # beside it is the status
    return [
        f"{name}!{address(row, column)}"
        for name, columns in ((home.name, range(first, 10_000)), ("Totals", range(1, last + 1)))
        for (row, column), cell in package.sheet(name).cells.items()
        if column in columns and cell.formula and cell.formula != proven(name, row, column)
    ]


# -- what is ours -----------------------------------------------------------------------------


def ready() -> list[object]:
    fast = ("custom-system", "mystery", "wbc")
    names = sorted(path.stem for path in READY.glob("*.xlsx"))
    return [pytest.param(one, marks=() if one in fast else pytest.mark.slow) for one in names]


@pytest.mark.parametrize("name", ready())
def test_every_helper_column_of_a_ready_workbook_is_known(name: str) -> None:
    assert unknown(Package.read(READY / f"{name}.xlsx")) == []


@pytest.mark.slow
@pytest.mark.parametrize("key", [one.key for one in one_of_each_sheet()])
def test_every_helper_column_of_every_system_is_known(key: str) -> None:
    plan = Plan(find(key), 2, 1, "final", {"tiebreak": "wins, best game", "combine": "best 2"})
    assert unknown(written_once(make_native(plan))) == []


def test_other_numbers_on_setup_change_no_formula() -> None:
    package = Package.read(READY / "ndc-1995.xlsx")
    package.set_value("Setup", "B7", 1)
    assert unknown(package) == []


@pytest.mark.slow
def test_games_that_grew_are_known(tmp_path: Path) -> None:
    package, _ = start(Package.read(READY / "ndc-1995.xlsx"), find("NDC"), tmp_path / "new.xlsx", boards=5)
    assert [one for one in unknown(package) if not one.startswith("Totals")] == []


# -- who is asked -----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mystery", "ndc-1995"])
def test_what_is_read_has_two_calculators_and_helper_columns_come_to_the_same_with_one(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = Event(Package.read(READY / f"{name}.xlsx"), monkeypatch)
    before = Package(event.package.to_bytes(), "spring.xlsx")
    assert event.compute() == {}
    with_one, asked = event.values, event.asked
    event.package, event.asked = before, set()
    monkeypatch.setattr(of_helpers, "helpers", lambda package: lambda *_: "")
    assert event.compute() == {}
    assert event.values == with_one
    spared = event.asked - asked
    assert {one.partition("!")[0] for one in spared} == {"Games", "Totals"}
    read = [f"{event.columns[word]}{row}" for word in ("score", "counts") for row in (2, 8, 15)]
    assert {f"Games!{one}" for one in read} <= asked
    assert {"Standings!A5", "Standings!B5", "Standings!C5"} <= asked


@pytest.mark.slow
def test_a_formula_that_is_not_word_for_word_ours_has_two_calculators(event: Event) -> None:
    helper, other, unsorted = (event.helper("COUNTIF", 3), event.helper("SUMIF", 3), event.helper("", 9))
    moved, own = address(3, 200), address(4, 200)
    event.put("Games", helper, f"({event.formula('Games', helper)})")
    event.put("Games", unsorted, "IFERROR(MATCH(3,$E$2:$E$15),0)")
    event.put("Totals", "B3", event.formula("Totals", "B3").replace("$1:", "$2:"))
    event.put("Games", moved, event.formula("Games", other))
    event.put("Games", own, f"N({helper})+1")
    listed = event.compute()
    assert f"Games!{other}" not in event.asked
    assert {f"Games!{one}" for one in (helper, unsorted, moved, own)} | {"Totals!B3"} <= event.asked
    assert listed[f"Games!{unsorted}"] == "it looks up the nearest value in cells that are not sorted"


def test_a_tampered_score_and_a_tampered_line_are_listed_as_before(event: Event) -> None:
    score, line = event.columns["score"], event.line(15)
    event.put("Games", f"{score}2", f"1+{event.formula('Games', f'{score}2')}")
    event.put("Games", line, f"1+{event.formula('Games', line)}")
    event.put("Games", address(2, 200), f"2*{score}2")
    event.put("Games", address(3, 200), f"2*{score}3")
    listed = event.compute()
    assert listed[f"Games!{score}2"].startswith("its formula gives ")
    assert listed[f"Games!{score}15"].startswith("its formula gives ")
    assert listed[f"Games!{address(2, 200)}"] == "it depends on a cell that could not be computed"
    assert f"Games!{address(3, 200)}" not in listed
    values = [event.package.value("Games", one) for one in (address(3, 200), f"{score}3")]
    assert values[0] == 2 * values[1]


def test_without_a_second_calculator_no_helper_is_stored_either(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = event.values
    monkeypatch.setattr(vouch, "testimony", lambda *_, **__: None)
    assert ABSENT in event.compute().values()
    assert event.values == before


# -- all that the author writes -----------------------------------------------------------------


def test_no_helper_cell_of_games_or_totals_is_asked_for(event: Event) -> None:
    event.compute()
    beyond = {f"Games!{column_letters(n)}" for n in range(event.first, 200)} | {"Totals!A", "Totals!B"}
    assert not {ref for ref in event.asked if ref.rstrip("0123456789") in beyond}


@pytest.mark.slow
def test_each_plain_formula_is_computed_anew_whatever_the_file_shows(made: bytes) -> None:
    package = Package(made, "spring.xlsx")
    rebuild_package(package, package.name, engine="python")
    right = {}
    for sheet in map(package.sheet, package.sheet_names):
        for place, cell in list(sheet.cells.items()):
            if cell.formula:
                right[sheet.name, place] = cell.value
                sheet.set_cached(*place, "something else")
    again = Package(package.to_bytes(), "spring.xlsx")
    assert rebuild_package(again, again.name, engine="python").not_computed == ()
    assert {(name, place): again.sheet(name).cells[place].value for name, place in right} == right
