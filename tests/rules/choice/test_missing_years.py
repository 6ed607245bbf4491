"""Where an event lacks years, the range of each player's places holds the true place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xl_dipscore import POWERS
from xl_dipscore.rules.board import SEATS, Board
from xl_dipscore.rules.choice.contender import Contender
from xl_dipscore.rules.choice.possible import FIRST_GONE, FIRST_YEAR, LAST_YEAR, possible_boards, score_ranges
from xl_dipscore.rules.choice.years import Edition, champions_in_words, compare_years, outcome
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


def test_a_system_that_refuses_a_board_has_a_doubtful_champion_and_moves_nobody() -> None:
    """CALGARY allows at most four members of a draw; the five of the second board cannot have one."""
    rows: Rows = [["Round", "Board", "Power", "Player", "Centres", "Draw", "Year"]]
    for name, counts in zip("AB", ([12, 11, 11, 0, 0, 0, 0], [10, 8, 7, 5, 4, 0, 0]), strict=True):
        for seat, count in enumerate(counts):
            rows.append([1, name, POWERS[seat], name + POWERS[seat], count, "x" * bool(count), 1908])
    contenders = [Contender(find(key), {}, key) for key in ("CALGARY", "SOS")]
    compared = compare_years(contenders, [edition(rows)])
    (calgary,), (sos,) = map(compared.of, contenders)
    assert calgary.left_out == {(1, "B")}
    assert champions_in_words(calgary).endswith("?")
    assert not champions_in_words(sos).endswith("?")
    assert compared.baseline(compared.editions[0]) is sos
    assert [compared.moved(one) for one in contenders] == [None, 0]


@pytest.mark.parametrize("key", ["CARNAGE", "DIXIECON", "SYDNEY"])
def test_the_last_year_changes_no_range_of_a_system_that_needs_only_eliminations(key: str) -> None:
    board, system = Board([15, 0, 12, 7, 0, 0, 0]), find(key)
    every = [system.score(one) for one in possible_boards(board)]
    ranges = score_ranges(system, board, {})
    assert ranges is not None
    assert [*ranges.scores] == [[pick(seat) for seat in zip(*every, strict=True)] for pick in (min, max)]
