"""Kinds of arguments, and arguments as values, rows and numbers."""

from typing import Any

import pytest

from tests.each import each
from xl_dipscore.sheets.calculate.functions.registry import (
    ARRAY,
    PLAIN,
    Spec,
    numbers_among,
    numbers_of,
    parts_of,
    raise_first_error,
    rows_of,
    shape_of,
    value_of,
    values_of,
)
from xl_dipscore.sheets.calculate.kinds import MISSING, Err, Raise, Ref, Union, Unsure
from xl_dipscore.sheets.xlsx.formula import area_of

AREA, CELL = Ref(area_of("A1:B2")), Ref(area_of("A1"))


class Cells:
    """Cells with the numbers 1 to 4."""

    def at(self, area: Any) -> float:
        return 1.0

    def block(self, area: Any) -> Any:
        return [[1.0, "x"], [None, True]] if not area.single else [[1.0]]

    def flat(self, area: Any) -> Any:
        return [value for row in self.block(area) for value in row]

    def numbers(self, area: Any) -> list[float]:
        return numbers_among(self.flat(area))


@each(
    ("kinds", "places"),
    [("s", "sssss"), ("rs", "rssss"), ("r*rs", "rrsrs"), ("rr*rrs", "rrrrs"), ("ss*r", "ssrrr")],
)
def test_the_kind_of_each_argument(kinds: str, places: str) -> None:
    spec = Spec(len, kinds, 1, 9, takes_cells=False)
    assert "".join(spec.kind(place) for place in range(5)) == places


def test_a_range_is_a_value_only_where_arrays_are_computed() -> None:
    assert value_of(Cells(), CELL, PLAIN) == 1
    assert value_of(Cells(), AREA, ARRAY) == [[1.0, "x"], [None, True]]
    assert value_of(Cells(), "text", PLAIN) == "text"
    with pytest.raises(Unsure):
        value_of(Cells(), AREA, PLAIN)


def test_rows_and_shapes() -> None:
    assert rows_of(Cells(), 5.0) == [[5.0]]
    assert rows_of(Cells(), MISSING) == [[None]]
    assert rows_of(Cells(), [[1.0]]) == [[1.0]]
    assert [shape_of(one) for one in (AREA, [[1, 2, 3]], "x")] == [(2, 2), (1, 3), (1, 1)]
    assert [*values_of(Cells(), AREA)] == [1.0, "x", None, True]


def test_unions_are_several_areas() -> None:
    assert [*parts_of([1.0, Union([CELL, AREA])])] == [1.0, CELL, AREA]


def test_numbers_in_cells_and_numbers_as_arguments() -> None:
    assert numbers_of(Cells(), [AREA]) == [1]
    assert numbers_of(Cells(), [[[2.0, "3", True, None]]]) == [2]
    assert numbers_of(Cells(), [True, "3", MISSING, 2.0]) == [1, 3, 0, 2]
    for given in ([[[1.0, Err.NA, Err.NUM]]], [Err.NA, Err.NUM]):
        with pytest.raises(Raise) as wrong:
            numbers_of(Cells(), given)
        assert wrong.value.err is Err.NA
    raise_first_error(["#N/A", None])
