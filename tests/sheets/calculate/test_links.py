"""Which formulas depend on which cells."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.formula import ArrayFormula

from tests.each import each
from tests.sheets.books import saved
from xl_dipscore.sheets.calculate.links import Links, Outside, Unit, find_free_name, last_used, units_of
from xl_dipscore.sheets.calculate.reader import Reader
from xl_dipscore.sheets.xlsx.formula import COLUMNS, ROWS, Area, area_of
from xl_dipscore.sheets.xlsx.package import Package

FORMULAS = {
    "B1": "A1+1",
    "B2": "B1*2",
    "C1": "SUM(A1:A9)",
    "C2": "SUM(C1:C1)",
    "D1": 'INDIRECT("A"&9)',
    "D2": "D1+1",
    "E1": "SUM(5:5)",
    "E2": "DIP_SCORE(1)",
    "F1": "Other!A1",
}


class Book:
    def __init__(self, folder: Any, formulas: dict[str, Any]) -> None:
        made = Workbook()
        made.worksheets[0].title = "Games"
        made.create_sheet("Other")["A1"] = 5
        for cell, text in formulas.items():
            made["Games"][cell] = text if isinstance(text, ArrayFormula) else f"={text}"
        self.package = Package.read(saved(made, folder))
        self.units = units_of(self.package, Reader(self.package, {"DIP_SCORE"}), {"DIP_SCORE"})
        self.links = Links(self.units)

    def unit(self, ref: str) -> Unit:
        return next(one for one in self.units if one.ref == ref)

    def below(self, *start: str, known: Iterable[str] = (), **how: bool) -> set[str]:
        given = [area_of(one, "Games") for one in start]
        return {one.ref for one in self.links.downstream(given, known=[*map(self.unit, known)], **how)}


@pytest.fixture
def book(tmp_path: Any) -> Book:
    return Book(tmp_path, FORMULAS)


def test_direct_and_indirect_dependants(book: Book) -> None:
    assert book.below("A1", anywhere=False) == {"B1", "B2", "C1", "C2"}
    assert book.below("A9", anywhere=False) == {"C1", "C2"}
    assert book.below("A10", anywhere=False) == set()
    assert book.below("B1", anywhere=False) == {"B2"}


def test_references_that_depend_on_values_may_point_anywhere(book: Book) -> None:
    assert book.below("Z99") == {"D1", "D2"}
    assert book.below() == set()


def test_whole_rows_and_large_starts(book: Book) -> None:
    assert book.below("Q5", anywhere=False) == {"E1"}
    assert book.below("Q4", anywhere=False) == set()
    assert book.below("Q4:Q6", anywhere=False) == {"E1"}
    assert book.below("A1:XFD1", anywhere=False) == {"B1", "B2", "C1", "C2", "D2"}


def test_known_units_stop_the_search(book: Book) -> None:
    assert book.below("A1", known=["B1"], anywhere=False) == {"C1", "C2"}
    assert book.below("A1", known=["C1"], anywhere=False) == {"B1", "B2"}


def test_a_unit_that_starts_is_among_those_found(book: Book) -> None:
    found = book.links.downstream([book.unit("C1")], anywhere=False)
    assert {one.ref for one in found} == {"C1", "C2"}


def test_other_sheets_are_other_cells(book: Book) -> None:
    assert {one.ref for one in book.links.downstream([Area("Other", 1, 1, 1, 1)], anywhere=False)} == {"F1"}
    assert "F1" not in book.below("A1", anywhere=False)


def test_what_a_unit_is(book: Book) -> None:
    assert [one.ref for one in book.units if one.ours] == ["E2"]
    assert not any(one.array or one.dynamic for one in book.units)
    assert book.unit("B1").stored == [None]
    assert not book.unit("B1").has_value
    assert not book.unit("B1").has_original


def test_an_array_is_one_unit_of_all_its_cells(tmp_path: Any) -> None:
    book = Book(tmp_path, {"B1": ArrayFormula("B1:C2", "=A1:B2"), "D1": "C2+1"})
    unit = book.unit("B1")
    assert (unit.array, unit.area.shape, len(unit.cells)) == (True, (2, 2), 4)
    assert book.below("A2", anywhere=False) == {"B1", "D1"}
    for place in unit.cells[:-1]:
        unit.sheet.set_cached_value(*place, 1)
    assert not unit.has_value
    unit.sheet.set_cached_value(*unit.cells[-1], 1)
    assert unit.has_value


def test_names_and_edges(book: Book) -> None:
    assert last_used(book.package) == (2, 6)
    assert find_free_name("outside 0", ["Games"]) == "outside 0"
    assert find_free_name("outside 0", ["Outside 0", "outside 0_"]) == "outside 0__"
    assert Outside(book.package).cells == {}


@dataclass(eq=False)
class _Reading:
    needed_areas: list[Area]
    needs_anywhere: bool = False


@dataclass(eq=False)
class _Formula:
    area: Area
    reading: _Reading


def _any_area(dice: random.Random) -> Area:
    top, left = dice.randint(1, 90), dice.randint(1, 6)
    height, width = dice.choice([(1, 1), (1, 3), (7, 2), (33, 1), (80, 1), (2, 150)])
    whole = dice.random()
    sheet = dice.choice("AB")
    if whole < 0.05:
        return Area(sheet, 1, left, ROWS, left)
    if whole < 0.1:
        return Area(sheet, top, 1, top, COLUMNS)
    return Area(sheet, top, left, top + height - 1, left + width - 1)


def _by_hand(formulas: list[_Formula], start: Area) -> set[_Formula]:
    """Look at every formula again until nothing is added."""
    found: set[_Formula] = set()
    while True:
        changed = [start, *(one.area for one in found)]
        more = {
            one
            for one in formulas
            if any(read.overlaps(area) for read in one.reading.needed_areas for area in changed)
        }
        if more <= found:
            return found
        found |= more


@each("seed", range(60))
def test_dependants_are_those_found_by_looking_at_every_formula(seed: int) -> None:
    dice = random.Random(seed)
    formulas: list[Any] = []
    for _ in range(12):
        row, column = dice.randint(1, 100), dice.randint(1, 8)
        place = Area(dice.choice("AB"), row, column, row + dice.choice([0, 0, 3]), column)
        formulas.append(_Formula(place, _Reading([_any_area(dice) for _ in range(dice.randint(1, 2))])))
    links = Links(formulas)
    for _ in range(10):
        row, column = dice.randint(1, 100), dice.randint(1, 8)
        start = Area(dice.choice("AB"), row, column, row, column)
        assert links.downstream([start]) == _by_hand(formulas, start)


def test_a_cell_is_compared_only_with_ranges_near_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as many boards take about twice as many comparisons, not four times."""
    compared = []
    overlaps = Area.overlaps
    monkeypatch.setattr(Area, "overlaps", lambda one, other: compared.append(one) or overlaps(one, other))

    def comparisons(boards: int) -> int:
        rows = range(2, 2 + 7 * boards, 7)
        scores: list[Any] = [
            _Formula(Area("Games", row, 9, row, 9), _Reading([Area("Games", row, 1, row + 6, 8)]))
            for row in rows
        ]
        compared.clear()
        assert len(Links(scores).downstream([Area("Games", row, 5, row, 5) for row in rows])) == boards
        return len(compared)

    assert comparisons(200) < 3 * comparisons(100)
