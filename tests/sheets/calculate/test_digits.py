"""The 15th digit and those behind it."""

import pytest

from xl_dipscore.sheets.calculate.digits import (
    are_near,
    by_15_digits,
    by_15_or_all,
    in_lists,
    neighbours,
    numbers_near,
    order,
    order_in_lists,
    same_or_either,
    to_15_digits,
)
from xl_dipscore.sheets.calculate.kinds import Ambiguous, Answers, Why

BELOW_100 = 99.99999999999999
"""Sixteen digits; with fifteen it is 100."""
MIDDLE = 740.8655322280855
"""Its 17 digits end in 50, but the number itself is a little below the middle of two of 15 digits."""


@pytest.fixture(autouse=True)
def _chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Answers, "chosen", 0)


def test_numbers_are_cut_to_15_digits() -> None:
    assert to_15_digits(BELOW_100) == 100
    assert to_15_digits(0.1 + 0.2) == 0.3
    assert to_15_digits(123456789012345.0) == 123456789012345
    assert to_15_digits(1234567890123456.0) == 1234567890123460
    assert to_15_digits(-BELOW_100) == -100


def test_most_numbers_count_as_one_number() -> None:
    assert neighbours(0.3) == (0.3,)
    assert neighbours(0.1 + 0.2) == (0.3,)
    assert neighbours(BELOW_100) == (100,)


def test_a_number_in_the_middle_may_count_as_either_neighbour() -> None:
    assert neighbours(MIDDLE) == (740.865532228085, 740.865532228086)
    with pytest.raises(Ambiguous, match=Why.BEYOND_15):
        by_15_digits(lambda number: number > 740.8655322280855, MIDDLE)
    assert by_15_digits(lambda number: number > 740, MIDDLE) is True
    with pytest.raises(Ambiguous):
        order(MIDDLE, 740.865532228085)
    assert order(MIDDLE, 740.865532228084) == 1


def test_decisions_that_do_not_hang_on_the_last_digit() -> None:
    assert by_15_digits(lambda number: number < 100, BELOW_100) is False
    assert by_15_digits(lambda number: number < 100, 99.5) is True
    assert by_15_or_all(lambda number: number > 5, BELOW_100) is True
    with pytest.raises(Ambiguous, match=Why.BEYOND_15):
        by_15_or_all(lambda number: number < 100, BELOW_100)
    assert by_15_or_all(lambda number: number, 7.0) == 7


def test_equal_answers_are_certain_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert same_or_either(1, 1, 1) == 1
    assert same_or_either("a") == "a"
    with pytest.raises(Ambiguous):
        same_or_either(1, 1, 2)
    monkeypatch.setattr(Answers, "chosen", 2)
    assert same_or_either(1, 1, 2) == 2


def test_numbers_are_compared_by_15_digits() -> None:
    assert order(BELOW_100, 100.0) == order(100.0, BELOW_100) == 0
    assert (order(1.0, 2.0), order(2.0, 1.0), order(-1.0, -2.0)) == (-1, 1, 1)
    assert order(99.9999999999999, 100.0) == -1
    assert (order_in_lists(1.0, 2.0), order_in_lists(2.0, 2.0)) == (-1, 0)
    with pytest.raises(Ambiguous):
        order_in_lists(BELOW_100, 100.0)


def test_only_close_numbers_are_near() -> None:
    assert are_near(100, BELOW_100)
    assert not are_near(100, 99.999999999)
    assert not are_near(0, 1e-300)
    assert are_near(0, 0)
    assert are_near(-100, -BELOW_100)


def test_the_numbers_near_a_wanted_one() -> None:
    numbers = [1.0, BELOW_100, 100.0, 100.0, 101.0]
    assert numbers[numbers_near(numbers, 100)] == numbers[1:4]
    assert numbers[numbers_near(numbers, 50)] == []
    negative = [-101.0, -100.0, -BELOW_100, 1.0]
    assert negative[numbers_near(negative, -100)] == [-100.0, -BELOW_100]
    assert numbers[numbers_near(numbers, 1)] == [1.0]


def test_a_list_is_uncertain_only_with_numbers_that_differ_behind_15_digits() -> None:
    assert in_lists([3.0, 1.0, 3.0]) == [3, 1, 3]
    with pytest.raises(Ambiguous):
        in_lists([100.0, 5.0, BELOW_100])
