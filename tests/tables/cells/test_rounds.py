"""Rounds as people type them."""

from xl_dipscore.rules.system import LARGEST_WHOLE
from xl_dipscore.tables.cells.rounds import LONGEST_ROUND, round_in


def test_a_round_by_its_number() -> None:
    typed = (
        1,
        "2",
        3.0,
        "R1",
        "r 12",
        "1st",
        "2nd.",
        "3e",
        "Round 4",
        "Runde 5",
        "Round Two",
        "Day 3",
        "no. 7",
    )
    assert [round_in(cell) for cell in typed] == [1, 2, 3, 1, 12, 1, 2, 3, 4, 5, 2, 3, 7]
    assert [round_in(cell) for cell in ("Round III", "Week 3", "Game 2", "Round 1 (Friday)", "ii")] == [
        *(3, 3, 2, 1, 2)
    ]


def test_the_round_after_all_others() -> None:
    assert {round_in(cell) for cell in ("Final", " final ", "Finale", "Top Board", "top table", "Top")} == {
        "Final"
    }
    assert round_in("Top Player") is None


def test_what_is_no_round() -> None:
    typed = (None, "", 0, -1, 1.5, "x", "v", "A", "Round", "Round 1 2", "1a", "Round 1 Ann", "3 boards")
    assert [round_in(cell) for cell in typed] == [None] * len(typed)


def test_the_largest_number_and_the_longest_text() -> None:
    assert round_in(LARGEST_WHOLE) == LARGEST_WHOLE
    assert round_in(LARGEST_WHOLE + 1) is None
    longest = "Round 1".rjust(LONGEST_ROUND)
    assert round_in(longest) == 1
    assert round_in(f" {longest}") is None
