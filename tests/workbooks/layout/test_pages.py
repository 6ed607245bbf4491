"""Printed pages end at rounds."""

from xl_dipscore.workbooks.layout.pages import (
    ROW_HEIGHT,
    boards_a_page,
    page_ends,
    rows_on_a_page,
    secrecy_message,
)


def test_each_round_begins_a_page() -> None:
    assert page_ends([1, 1, 2, 2], 4) == [2]
    assert page_ends([1, 1, 1, 2], 2) == [2, 3]
    assert page_ends([1], 4) == page_ends([], 4) == []
    assert page_ends([1] * 4, 4) == []


def test_a_round_is_spread_evenly_or_fills_its_pages() -> None:
    assert page_ends([1] * 6, 4) == [3]
    assert page_ends([1] * 6, 4, even=False) == [4]
    assert page_ends([1] * 9, 4) == [3, 6]


def test_the_boards_of_a_page_follow_from_its_breaks() -> None:
    rounds = [1] * 6 + [2] * 6
    assert boards_a_page(rounds, page_ends(rounds, 4), 4) == 4
    assert boards_a_page(rounds, page_ends(rounds, 4), 3) == 3
    assert boards_a_page(rounds, page_ends(rounds, 4, even=False), 4) == 4
    assert boards_a_page(rounds, [5], 4) is None
    assert boards_a_page([1, 1], [], 4) == 4


def test_a_wide_list_is_scaled_down_and_has_more_rows() -> None:
    assert rows_on_a_page([10]) == int((72 * 6.1 - 20) / ROW_HEIGHT) == 27
    assert rows_on_a_page([10] * 10) == 27
    assert rows_on_a_page([20] * 10) > 27


def test_who_hides_the_scores() -> None:
    assert 'choose "now"' in secrecy_message("Print!I4")
    assert 'give "now"' in secrecy_message("--scores")
