"""Printed pages end at rounds."""

from hypothesis import given
from hypothesis import strategies as st

from xl_dipscore.workbooks.layout.pages import (
    HEAD_HEIGHT,
    LEAST_SCALE,
    OF_PLAYERS,
    PAPER,
    ROUNDED_DOWN,
    ROW_HEIGHT,
    UPRIGHT,
    boards_a_page,
    page_ends,
    pages_of_list,
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


WIDTHS = st.lists(st.integers(5, 60), min_size=1, max_size=14).filter(lambda widths: sum(widths) < 200)


@given(WIDTHS, st.integers(7, 200), st.integers(0, 200), st.sampled_from((LEAST_SCALE, OF_PLAYERS)))
def test_every_page_of_a_list_holds_usual_lines(
    widths: list[int], usual: int, spare: int, least: float
) -> None:
    pages = pages_of_list(widths, 4, usual + spare, usual, least)
    assert usual <= pages.lines <= usual + spare
    height = 72 * (PAPER if pages.landscape else UPRIGHT)[1]

    def lines_at(scale: float) -> float:
        return (height / scale - 4 * ROW_HEIGHT - HEAD_HEIGHT) / ROW_HEIGHT

    assert pages.lines <= pages.number * ROUNDED_DOWN * lines_at(least)
    assert (pages.number - 1) * lines_at(1) < usual


def test_a_last_page_for_two_names_is_saved_by_smaller_letters() -> None:
    widths = [30, 9, 18, 16, 11, 7, 7, 7, 24, 7, *[9] * 7]
    boards = {
        boards: pages_of_list(widths, 4, 11 * boards, 7 * boards, OF_PLAYERS) for boards in range(5, 13)
    }
    assert [pages.number for pages in boards.values()] == [1, 1, 2, 2, 2, 2, 2, 2]
    assert boards[6].lines >= 42 + 4
