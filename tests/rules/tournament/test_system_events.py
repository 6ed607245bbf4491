"""A whole event under systems of leagues and circuits: HURST, WINTIER, KIS."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from tests.rules.tournament.events import FOUR, SOLO, THREE, TWO, board, games, ranks, totals
from xl_dipscore import Faults, Settings, standings
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.explain import explain_total
from xl_dipscore.tables.native.event import check
from xl_dipscore.tables.native.plan import EventPlan

HURST = games(
    board((10, 9, 8, 7, 0, 0, 0), "abcd", 1),
    board((18, 10, 6, 0, 0, 0, 0), "bcda", 2),
)
MEANS = (14, Fraction(19, 2), 7, Fraction(7, 2))


def test_hurst_adds_up_what_is_better_than_the_power_in_all_games() -> None:
    table = standings("HURST", HURST)
    a, e, f, g = MEANS
    assert totals(table) == {
        "a": 10 - a + 0 - g,
        "b": 9 - e + 18 - a,
        "c": 8 - f + 10 - e,
        "d": 7 - g + 6 - f,
    }
    assert any("less the mean of that power" in note for note in table.notes)


def test_hurst_leaves_out_a_game_that_counts_nothing_and_explains_a_score() -> None:
    table = standings("HURST", [*HURST, *games(board(TWO, "ab", 3, weight=[0, *[None] * 6]))])
    assert totals(table) == totals(standings("HURST", HURST))
    told = explain_total(find("HURST"), HURST, Settings(), {}, "b").table()
    (first,) = (row for row in told if str(row[0]).startswith("Round 1, England"))
    assert "9 centres less 9.5," in str(first[0])
    assert first[1] == 9 - Fraction(19, 2)


def test_hurst_has_no_standings_in_plain_formulas() -> None:
    with pytest.raises(Faults, match="What the end of an event changes for HURST has no form in cells"):
        check(EventPlan(find("HURST"), 2, 14))


def test_the_tier_of_a_solo_stands_above_all_points() -> None:
    """a wins twice, b once; d has most points of those who never won."""
    event = games(
        board(SOLO, "acde", 1),
        board(SOLO, "abcd", 2),
        board(SOLO, "bacd", 3),
        board(FOUR, "defgabc", 4),
    )
    table = standings("WINTIER", event)
    first, second, third = (row for row in table if row.rank and row.rank < 4)
    assert [first.player, second.player, third.player] == ["a", "b", "d"]
    assert [first.tier, second.tier, third.tier] == ["winner of 2 games", "winner of 1 game", ""]


def test_kis_separates_by_wins_then_draws_then_best_games() -> None:
    points: Mapping[str, Any] = {"override": [30, 30, *[0] * 5]}
    table = standings("KIS", games(board(SOLO, "ba", 1, **points), board(THREE, "ab", 2, **points)))
    assert ranks(table)[:2] == [(1, "b"), (2, "a")]
