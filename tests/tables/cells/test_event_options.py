"""The options of an event."""

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from xl_dipscore.errors import EmptyItem, Faults, NamedTwice
from xl_dipscore.rules.system import OptionOutOfRange, UnknownOption, find
from xl_dipscore.tables.cells.event_options import (
    EventOptions,
    SeasonBackwards,
    names_of_tie_breaks,
    read_event_options,
    read_valid_options,
)

SOS = find("SOS")


def options(*rows: Any) -> EventOptions:
    return read_event_options(rows, SOS)


def fault(*rows: Any) -> Any:
    _, faults = read_valid_options(rows, SOS)
    (only,) = faults
    with pytest.raises(Faults):
        options(*rows)
    return type(only)


def test_each_kind_of_option() -> None:
    chosen = options(
        *(("rounds", 3), ("combine", "best 2"), ("tiebreak", "best, wins"), ("Min rounds", "2")),
        *(("from", "2024-01-31"), ("to", "31.12.2024"), ("last", "12 months"), ("sit out", "33 once")),
        *(("round weights", "1/2", 2), ("decimals", 2), ("event is over", "yes"), ("powers", "never  twice")),
    )
    its = chosen.settings
    assert (its.rounds, its.combine, its.tiebreak, its.min_rounds) == (3, "best 2", ("best", " wins"), 2)
    assert (its.since, its.until, its.last) == (date(2024, 1, 31), date(2024, 12, 31), "12 months")
    assert (its.sit_out, its.round_weights, its.decimals) == ("33 once", (Fraction(1, 2), 2), 2)
    assert (its.over, its.powers) == (True, "never twice")


def test_options_of_teams_and_of_the_best_of_each_country() -> None:
    its = options(("team size", 3), ("team rule", "best 2"), ("by", "centres")).settings
    assert its.team is not None
    assert its.awards is not None
    assert (its.team.size, its.team.rule, its.awards.by) == (3, "best 2", "centres")


def test_the_form_of_the_table_is_the_largest() -> None:
    chosen = options(("rows", 5, 40), ("rows", 9), ("columns", 3), ("columns", 2))
    assert (chosen.rows, chosen.columns, chosen.width) == (9, 3, 40)


def test_wrong_options_each_with_its_fault() -> None:
    assert fault(("nonsense", 1)) is UnknownOption
    assert fault(("rounds", 3), ("rounds", 4)) is NamedTwice
    assert fault(("from", "2024-02-01"), ("to", "2024-01-31")) is SeasonBackwards
    assert options(("from", "2024-01-31"), ("to", "2024-01-31")).settings.until == date(2024, 1, 31)
    for wrong in (("from", "soon"), ("last", "long"), ("sit out", "-1"), ("sit out", "3 twice")):
        assert fault(wrong) is OptionOutOfRange
    assert fault(("round weights", "2024-01-31")) is OptionOutOfRange
    assert fault(("round weights", -1)) is OptionOutOfRange
    assert fault(("tiebreak", "best,,wins")) is EmptyItem
    assert options(("sit out", "0")).settings.sit_out == "0"


def test_a_valid_option_stays_beside_a_wrong_one() -> None:
    chosen, faults = read_valid_options([("rounds", 3), ("nonsense", 1), ("decimals", "x")], SOS)
    assert chosen.settings.rounds == 3
    assert len(faults) == 2
    assert read_valid_options([("nonsense", 1)], None)[1] == []


def test_tie_breaks_in_one_cell_or_several() -> None:
    assert [*names_of_tie_breaks(["best,wins", None, "", "solos"])] == ["best", "wins", "solos"]
