"""Many cases in one test: none is lost, and each that fails is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.each import each


def check_smaller(number: int, limit: int) -> None:
    assert number < limit, "too large"


def faults(checked: Callable[..., None]) -> list[BaseException]:
    """The faults of a test's cases."""
    try:
        checked()
    except BaseExceptionGroup as fault:
        return [*fault.exceptions]
    except AssertionError as fault:
        return [fault]
    return []


def names(checked: Callable[..., None]) -> list[str]:
    return [fault.__notes__[-1] for fault in faults(checked)]


def test_all_cases_that_fail_are_named_and_none_ends_the_others() -> None:
    tried = each(("number", "limit"), [(1, 9), (9, 1), pytest.param(8, 1, id="eight"), (2, 9)])(check_smaller)
    assert names(tried) == ["case 1: 9, 1", "case 2: eight"]
    with pytest.raises(
        BaseExceptionGroup, match="2 of 4 cases failed\ncase 1: 9, 1: too large\ncase 2: eight: too"
    ):
        tried()


def test_one_case_that_fails_is_named() -> None:
    assert names(each("number", [1, 9], ids=["one", "nine"])(lambda number: check_smaller(number, 5))) == [
        "case 1: nine"
    ]


@pytest.mark.parametrize("end", [pytest.skip, pytest.fail, pytest.xfail])
def test_a_case_cannot_be_skipped_nor_be_expected_to_fail(end: Callable[[str], None]) -> None:
    assert len(faults(each("number", [1, 2])(lambda number: end("so") if number == 1 else None))) == 1


def test_a_test_may_have_two_lists_of_cases() -> None:
    tried = each("number", [1, 5, 4])(each("limit", [3, 4, 9])(check_smaller))
    of_five, of_four = faults(tried)
    assert of_five.__notes__[-1] == "case 1: 5"
    assert isinstance(of_five, BaseExceptionGroup)
    assert isinstance(of_four, BaseExceptionGroup)
    assert [fault.__notes__[0] for fault in of_five.exceptions] == ["case 0: 3", "case 1: 4"]
    assert [fault.__notes__[0] for fault in of_four.exceptions] == ["case 0: 3", "case 1: 4"]


@pytest.mark.parametrize(
    ("arguments", "cases"),
    [
        ("number", []),
        ("another", [1]),
        ("number", [pytest.param(1, marks=pytest.mark.slow)]),
        ("number, limit", [(1, 2), (1,)]),
    ],
)
def test_what_would_lose_a_case_is_refused(arguments: str, cases: list[object]) -> None:
    with pytest.raises(AssertionError):
        each(arguments, cases)(check_smaller)


def test_pytest_finds_the_test_by_its_cases() -> None:
    assert "case of Ann" in " ".join(each("number", [1], ids=["case of Ann"])(check_smaller).__dict__)
