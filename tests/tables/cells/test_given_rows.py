"""Rows of tables as programs have them, made flat."""

from collections import namedtuple
from collections.abc import Iterator
from typing import Any

import pytest

from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import POWERS, NotAList
from xl_dipscore.tables.cells.given import by_seat, powers_given
from xl_dipscore.tables.cells.given_rows import GivenTwice, LostHeading, flat_row, headings_of, row_given


class Series:
    """A row of another library: keys and items, and no mapping of Python's."""

    def __init__(self, **cells: Any) -> None:
        self.cells: dict[Any, Any] = cells

    def keys(self) -> Any:
        return self.cells.keys()

    def items(self) -> Any:
        return self.cells.items()

    def __iter__(self) -> Iterator[Any]:
        return iter(self.cells.values())


class Record:
    """A row of numpy: its type has the names of the fields."""

    dtype = type("dtype", (), {"names": ("player", "centres")})

    def __getitem__(self, name: str) -> Any:
        return {"player": "Ann", "centres": 5}[name]


def flat(row: Any) -> dict[Any, Any]:
    return flat_row(row, by_seat, powers_given)


def test_each_kind_of_row_has_its_headings() -> None:
    cells = {"player": "Ann", "centres": 5}
    series = Series(**cells)
    for given in (cells, series, (0, series), Record(), namedtuple("Line", cells)(**cells)):
        assert row_given(given) == cells


def test_lists_of_values_and_whole_tables_are_no_rows() -> None:
    numbered = Series()
    numbered.cells = {0: 5, 1: 4}
    frame = Series(player="Ann")
    frame.columns = ["player"]  # type: ignore[attr-defined]
    for given in ([5, 4, 3], (1, 2), "Ann", 5, numbered, frame, (0, [5, 4])):
        assert row_given(given) is None


def test_a_column_that_itertuples_renamed_is_told_by_its_number() -> None:
    line: Any = type("Line", (), {"_asdict": lambda self: {"Index": 0, "player": "Ann", "_2": 5}})()
    with pytest.raises(Faults) as lost:
        row_given(line)
    (only,) = lost.value.faults
    assert isinstance(only, LostHeading)
    assert only.facts["column"] == 2
    blank: Any = type("Line", (), {"_asdict": lambda self: {"player": "Ann", "_1": None}})()
    assert row_given(blank) == {"player": "Ann"}
    bare: Any = type("Line", (), {"_asdict": lambda self: {"player": "Ann", "_1": 5}})()
    with pytest.raises(Faults) as second:
        row_given(bare)
    assert second.value.faults[0].facts["column"] == 2


def test_headings_in_two_lines_are_joined() -> None:
    assert headings_of({("Austria", "centres"): 1, ("Round", ""): 2, "Board": 3}) == (
        *("Austria centres", "Round", "Board"),
    )
    assert flat({("Round", ""): 2}) == {"Round": 2}


def test_seven_values_get_a_cell_for_each_power() -> None:
    counts = [5, 5, 5, 5, 5, 5, 4]
    by_power = dict(zip(POWERS, counts, strict=True))
    for given in (counts, by_power, {**dict(reversed(by_power.items()))}):
        assert flat({"centres": given}) == by_power
    names = flat({"players": list("abcdefg")})
    assert names == {f"{power} player": name for power, name in zip(POWERS, "abcdefg", strict=True)}


def test_a_draw_is_one_cell_and_marks_are_seven() -> None:
    assert flat({"draw": ["Italy", "England"]}) == {"draw": "England, Italy"}
    assert flat({"draw": []}) == {"draw": None}
    marks = flat({"civil_disorder": ["Turkey"]})
    assert [marks[f"{power} civil disorder"] for power in POWERS] == [*[None] * 6, "x"]


def test_a_chart_by_year() -> None:
    one, two = [3, 3, 3, 3, 3, 4, 3], [5, 5, 5, 5, 5, 5, 4]
    expected = {
        f"{power} {year}": n
        for year, row in ((1901, one), (1902, two))
        for power, n in zip(POWERS, row, strict=True)
    }
    assert flat({"chart": {1901: one, 1902: two}}) == expected
    assert flat({"chart": [(1901, one), (1902, two)]}) == expected
    assert flat({1901: one, 1902: two}) == expected


def test_one_heading_twice_and_six_values() -> None:
    with pytest.raises(Faults) as twice:
        flat({"centres": [5, 5, 5, 5, 5, 5, 4], "Austria": 5})
    assert isinstance(twice.value.faults[0], GivenTwice)
    assert twice.value.faults[0].facts["first"] == "'centres'"
    with pytest.raises((NotAList, Faults)):
        flat({"centres": [5, 5, 5, 5, 5, 9]})
    assert flat({"note": "Ann", "centres": b"5"})["note"] == "Ann"
