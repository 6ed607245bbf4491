"""A director's wishes, as options state them."""

from typing import Any

import pytest

from xl_dipscore.rules.seating import wishes
from xl_dipscore.rules.seating.wishes import (
    Wishes,
    letters_of,
    novice_powers_of,
    order_of,
    powers_of,
)


def test_ways_to_assign_powers() -> None:
    assert powers_of(" Never_Twice ").method == "never twice"
    assert powers_of("regions").regions == ((2, 5), (4, 3, 0), (6, 1))
    assert powers_of("regions = ae, fg irt").regions == ((0, 1), (2, 3), (4, 5, 6))
    assert powers_of("wheel") == wishes.Powers("wheel")
    for wrong in ("", "never", "wheel=AEF"):
        with pytest.raises(wishes.UnknownMethod):
            powers_of(wrong)
    for wrong in (
        "regions=AEFGIRT",
        "regions=AE-FG-IR",
        "regions=AE-FG-IRTT",
        "regions=",
        "regions=AE--FGIRT-",
    ):
        with pytest.raises(wishes.NotRegions):
            powers_of(wrong)


def test_letters_of_powers() -> None:
    assert letters_of("fg, I>r") == (2, 3, 4, 5)
    assert letters_of("") == ()
    for wrong in ("FF", "X"):
        with pytest.raises(wishes.NotPowers):
            letters_of(wrong)


def test_powers_of_novices() -> None:
    assert novice_powers_of(" Any ") == {"newcomers": {}}
    assert novice_powers_of("FT") == {"novice_powers": {2, 6}, "newcomers": {}}
    assert novice_powers_of("2=FT, 3=FEG") == {"newcomers": {2: (2, 6), 3: (2, 1, 3)}}
    with pytest.raises(wishes.NotSoManyPowers):
        novice_powers_of("2=FTE")


def test_orders_of_boards() -> None:
    known: dict[str, Any] = {
        "dragonflight": {"dragonflight": True},
        "Score": {"by": "score"},
        "rating": {"by": "rating"},
    }
    known |= {"groups = 3": {"groups": 3}, "groups=999": {"groups": 999}}
    assert {typed: order_of(typed) for typed in known} == known
    for wrong in ("groups=0", "groups=1000", "groups", "best"):
        with pytest.raises(wishes.UnknownOrder):
            order_of(wrong)


def test_dragonflight_begins_with_ratings_and_goes_on_with_groups() -> None:
    flight = Wishes(dragonflight=True)
    assert (flight.in_round(1).by, flight.in_round(1).scoring_groups) == ("rating", 0)
    assert [flight.in_round(n).scoring_groups for n in (2, 4, 5)] == [2, 4, 4]
    assert Wishes().in_round(2) == Wishes()
