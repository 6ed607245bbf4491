"""Where an event lacks years, the range of each player's places holds the true place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xl_dipscore import POWERS
from xl_dipscore.rules.board import SEATS
from xl_dipscore.rules.choice.contender import Contender
from xl_dipscore.rules.choice.possible import FIRST_GONE, FIRST_YEAR, LAST_YEAR
from xl_dipscore.rules.choice.years import Edition, outcome
from xl_dipscore.rules.system import find
from xl_dipscore.tables.cells.games import read_games

Rows = list[list[Any]]
PLAYERS = [f"Player {number}" for number in range(14)]


@st.composite
def boards(draw: st.DrawFn) -> tuple[list[int], int, list[int]]:
    """Centre counts, the last year, and a year of elimination for each power."""
    alive = draw(st.integers(2, 6))
    cuts = sorted(draw(st.sets(st.integers(1, 33), min_size=alive - 1, max_size=alive - 1)))
    counts = [b - a for a, b in zip([0, *cuts], [*cuts, 34], strict=True)] + [0] * (7 - alive)
    year = draw(st.integers(FIRST_YEAR, LAST_YEAR))
    gone = st.lists(st.integers(FIRST_GONE, year), min_size=7, max_size=7)
    return draw(st.permutations(counts)), year, draw(gone)


@st.composite
def events(draw: st.DrawFn) -> tuple[Rows, Rows]:
    """Two rounds of two boards: all facts, and without the years of some boards."""
    heads = ["Round", "Board", "Power", "Player", "Centres", "Eliminated", "Year"]
    told: Rows = [heads]
    untold: Rows = [heads]
    for round_ in (1, 2):
        players = draw(st.permutations(PLAYERS))
        for name in "AB":
            (counts, year, gone), hidden = draw(boards()), draw(st.booleans())
            for seat in SEATS:
                row = [round_, name, POWERS[seat], players[seat + 7 * (name == "B")], counts[seat]]
                facts = [None if counts[seat] else gone[seat], year]
                told.append([*row, *facts])
                untold.append([*row, *([None, None] if hidden else facts)])
    return told, untold


def edition(rows: Rows) -> Edition:
    listed = read_games(rows, "event", people=True)
    return Edition("event", dict.fromkeys((False, True), (listed.games, listed.of_event())))


@pytest.mark.slow
@pytest.mark.parametrize("key", ["KIS", "ARMADA", "NDC"])
@given(event=events())
@settings(max_examples=40, deadline=None)
def test_the_true_place_is_in_the_range(key: str, event: tuple[Rows, Rows]) -> None:
    contender = Contender(find(key), {}, key)
    true, found = (outcome(contender, edition(rows)) for rows in event)
    assert not true.missing
    for player, rank in true.ranks.items():
        low, high = found.places[player] if found.missing else (found.ranks[player],) * 2
        assert low <= rank <= high
    if found.missing:
        assert {*true.champions} <= {*found.possible}
