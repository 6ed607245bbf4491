"""Options of a system in a block, and sizes of tables."""

from fractions import Fraction
from typing import Any

import pytest

from xl_dipscore.errors import Faults, NamedTwice
from xl_dipscore.rules.board import NotAPower, NotSeven, SamePowerTwice
from xl_dipscore.rules.system import OptionOutOfRange, UnknownOption, find
from xl_dipscore.tables.cells.languages import letters_in
from xl_dipscore.tables.cells.options import (
    LARGEST_TABLE,
    Asked,
    BoardOptions,
    SharedLetter,
    UnknownLetter,
    named_rows,
    not_a_power,
    read_options,
    read_size,
    read_systems,
)

REVERSED = ("Turkey", "Russia", "Italy", "Germany", "France", "England", "Austria")


def options(*rows: Any, system: str = "SOS") -> BoardOptions:
    return read_options([list(row) for row in rows], find(system))


def fault(*rows: Any, system: str = "SOS") -> Any:
    with pytest.raises(Faults) as found:
        options(*rows, system=system)
    (only,) = found.value.faults
    return type(only)


def test_rows_without_a_name_or_a_value_are_skipped() -> None:
    rows = [("pot", 50, None), (None, 3), ("pot", ""), ("Pot-Size _x", 0, None, 2)]
    assert [*named_rows(rows)] == [("pot", "pot", [50]), ("Pot-Size _x", "potsizex", [0, None, 2])]


def test_facts_years_order_and_size() -> None:
    found = options(("docked", 1), (1901, *[5] * 6), ("powers", *REVERSED), ("rows", 3, 40), ("rows", 2))
    assert found.facts == {"docked": [1, *[None] * 6], 1901: [*[5] * 6, None]}
    assert found.order == (6, 5, 4, 3, 2, 1, 0)
    assert (found.rows, found.width) == (3, 0)
    assert options(("rows", 3, 40)).width == 40
    assert found.by_seat([*"abcdefg"]) == [*"gfedcba"]
    assert BoardOptions().by_seat([*"abcdefg"]) == [*"abcdefg"]


def test_parameters_of_the_system() -> None:
    assert options(("pot", "3/2")).parameters == {"pot": Fraction(3, 2)}
    assert options(("loser year", 2), system="CUSTOM").parameters == {"loser_year": 2}
    assert fault(("loser larger", "perhaps"), system="CUSTOM") is OptionOutOfRange
    assert fault(("pot", "x")) is OptionOutOfRange
    assert options(("new player", 1, 1), system="CONQUEST").facts == {"new_player": [1, 1, *[None] * 5]}


def test_wrong_options() -> None:
    assert fault(("nonsense", 1)) is UnknownOption
    assert fault((2000, *[5] * 7)) is UnknownOption  # no year of a game
    assert 1999 in options((1999, *[5] * 6)).facts
    assert fault(("docked", *[1] * 8)) is NotSeven
    assert fault(("docked", 1), ("docked", 2)) is NamedTwice
    assert fault(("powers", *REVERSED[:6])) is NotSeven
    assert fault(("powers", *REVERSED[:6], "Turkey")) is SamePowerTwice
    assert fault(("powers", *REVERSED[:6], "Spain")) is NotAPower
    assert fault(("rows", -1)) is OptionOutOfRange
    assert fault(("rows", 1, "wide")) is OptionOutOfRange
    assert fault(("rows", LARGEST_TABLE + 1)) is OptionOutOfRange
    assert options(("rows", LARGEST_TABLE)).rows == LARGEST_TABLE
    assert options(("docked", 1), ("docked", 1)).facts


def test_all_wrong_options_together() -> None:
    with pytest.raises(Faults) as found:
        options(("nonsense", 1), ("rows", -1))
    assert len(found.value.faults) == 2


def test_letters_in_another_language() -> None:
    german = letters_in(["Frankreich", "Österreich"])
    assert not_a_power("Spain")[0] is NotAPower
    assert not_a_power("X", german)[0] is UnknownLetter
    assert not_a_power("Spain", german)[0] is NotAPower
    kind, facts = not_a_power("A", letters_in(["Rosja", "Turcja"]))
    assert (kind, facts["names"], facts["language"]) == (SharedLetter, "Austria or Anglia", "Polish")


def test_names_of_systems_and_sizes() -> None:
    assert read_systems(["SOS", "", "rows", 5, "DCC", "columns", 3, "Rows", 2]) == Asked(("SOS", "DCC"), 5, 3)
    assert read_systems([["SOS", "rows"]]) == Asked(("SOS",), 0, 0)
    assert read_systems(None) == Asked()
    assert read_size(["rows", 5, "columns", None]) == (5, 0)
    with pytest.raises(UnknownOption):
        read_size(["SOS", "rows", 5])
    with pytest.raises(OptionOutOfRange):
        read_size(["rows", 0.5])
