"""Errors, references and reasons inside formulas."""

import pytest

from xl_dipscore.sheets.calculate.kinds import (
    ERRORS,
    MISSING,
    Ambiguous,
    Answers,
    Err,
    Raise,
    Unsure,
    Why,
    either,
    fail,
    fail_if,
    ref_to,
    unsure,
    unsure_if,
)
from xl_dipscore.sheets.xlsx.formula import COLUMNS, ROWS, Area


@pytest.fixture(autouse=True)
def _chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Answers, "chosen", 0)


def test_errors_stand_in_the_order_of_their_numbers() -> None:
    assert [*ERRORS] == ["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"]
    assert all(ERRORS[err.value] is err for err in Err)


def test_one_of_two_answers_is_taken_only_if_it_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Ambiguous, match=Why.ORDER):
        either(Why.ORDER, 1, 2)
    found = []
    for chosen in Answers.ALL:
        monkeypatch.setattr(Answers, "chosen", chosen)
        found.append(either(Why.ORDER, 1, 2))
    assert found == [1, 2, 1, 2]


def test_a_reference_beyond_the_sheet_is_an_error() -> None:
    whole = Area("S", 1, 1, ROWS, COLUMNS)
    assert ref_to(whole).area is whole
    for area in (whole._replace(bottom=ROWS + 1), whole._replace(right=COLUMNS + 1), whole._replace(top=0)):
        with pytest.raises(Raise) as wrong:
            ref_to(area)
        assert wrong.value.err is Err.REF


def test_a_condition_decides() -> None:
    fail_if([], Err.NUM)
    unsure_if("", Why.ORDER)
    for call in (lambda: fail_if([0], Err.NUM), lambda: fail(Err.NUM)):
        with pytest.raises(Raise) as wrong:
            call()
        assert wrong.value.err is Err.NUM
    for doubt in (lambda: unsure_if(1, Why.ORDER), lambda: unsure(Why.ORDER)):
        with pytest.raises(Unsure, match=Why.ORDER):
            doubt()


def test_programs_are_not_asked_where_language_or_chance_decides() -> None:
    assert {Why.READ, Why.COMPUTER, Why.TRUTHS, Why.CURRENCY} <= Why.NOT_FOR_OFFICE & Why.NOT_FOR_EXCEL
    assert Why.ORDER not in Why.NOT_FOR_OFFICE
    assert Why.BEYOND_15 not in Why.NOT_FOR_EXCEL
    assert MISSING is not None
