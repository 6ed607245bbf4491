"""What of Excel's answers is taken: its cells as COM gives them, without Excel."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from xl_dipscore.sheets.calculate import excel
from xl_dipscore.sheets.calculate.block import Failure
from xl_dipscore.sheets.calculate.excel import Excel, NoExcel, _block, _compute_copy, _foreign_words
from xl_dipscore.sheets.xlsx.cell import ErrorMark
from xl_dipscore.sheets.xlsx.formula import area_of

ENGLISH = ("TRUE", "FALSE", "0.5")
GERMAN = ("WAHR", "FALSCH", "0,5")


def app_with(words: tuple[str, ...]) -> Any:
    answers = dict(zip(('TRUE&""', 'FALSE&""', '1/2&""'), words, strict=True))
    return SimpleNamespace(api=SimpleNamespace(Evaluate=answers.__getitem__))


class Sheet:
    """A sheet of Excel's; `spilled` is the size that a dynamic array fills."""

    def __init__(self, found: Any, *, formula: bool = True, spilled: tuple[int, int] | None = None) -> None:
        self.asked: list[str] = []
        self.found = SimpleNamespace(Value2=found, HasFormula=formula)
        if spilled is not None:
            rows, columns = (SimpleNamespace(Count=count) for count in spilled)
            self.found.SpillingToRange = SimpleNamespace(Rows=rows, Columns=columns)

    def Range(self, cells: str) -> Any:  # noqa: N802
        self.asked.append(cells)
        return self.found


def taken(found: Any, area: str = "A1", words: tuple[str, ...] = ENGLISH, **more: Any) -> Any:
    """The block of an answer; None if it is refused."""
    block = _block(Sheet(found, **more), area_of(area, "S"), _foreign_words(app_with(words)))
    return None if isinstance(block[0][0], Failure) else block


def test_values_and_the_numbers_of_errors() -> None:
    assert taken(5.0) == [[5.0]]
    assert taken(((1.0, "a"), (True, -2146826246)), "A1:B2") == [[1.0, "a"], [True, "#N/A"]]
    assert isinstance(taken(-2146826246)[0][0], ErrorMark)
    assert [taken(code - 2_146_826_288) for code in (0, 7, 15, 23, 36, 42)] == [
        [[mark]] for mark in ("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NUM!", "#N/A")
    ]


def test_an_unknown_name_is_no_result() -> None:
    assert taken(29 - 2_146_826_288) is None
    assert taken(((1.0,), (None,)), "A1:A2") is None


def test_a_cell_that_lost_its_formula_is_no_result() -> None:
    assert taken(5.0, formula=False) is None


def test_an_array_of_another_size_is_no_result() -> None:
    two = ((1.0,), (2.0,))
    assert taken(two, "A1:A2", spilled=(2, 1)) == [[1.0], [2.0]]
    for size in ((3, 1), (2, 2), (1, 1)):
        assert taken(two, "A1:A2", spilled=size) is None


@pytest.mark.parametrize("text", ["WAHR", "a falsch b", "1,5", "12,25 points"])
def test_texts_in_the_language_of_the_computer_are_no_result(text: str) -> None:
    assert taken(text, words=GERMAN) is None
    assert taken(text) == [[text]]


def test_other_texts_are_results_in_any_language() -> None:
    assert taken("Ann, Bob", words=GERMAN) == [["Ann, Bob"]]
    assert taken("1.5", words=GERMAN) == [["1.5"]]


def test_a_copy_is_opened_without_macros_and_links_and_closed_after_an_error() -> None:
    closed: list[bool] = []
    opened: dict[str, Any] = {}

    def calculate() -> None:
        raise OSError

    def open_copy(copy: Any, **how: Any) -> Any:
        opened.update(how)
        return SimpleNamespace(close=lambda: closed.append(True), sheets={})

    app = SimpleNamespace(api=SimpleNamespace(CalculateFull=calculate), books=SimpleNamespace(open=open_copy))
    with pytest.raises(OSError):  # noqa: PT011
        _compute_copy(app, "copy.xlsx", [])  # type: ignore[arg-type]
    assert closed == [True]
    assert opened == {"update_links": False, "read_only": True, "add_to_mru": False}
    assert (app.display_alerts, app.enable_events, app.api.AutomationSecurity) == (False, False, 3)


def test_there_is_no_excel_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(NoExcel):
        Excel()
    monkeypatch.setattr(sys, "platform", "win32")
    Excel()
    monkeypatch.setitem(sys.modules, "xlwings", None)
    with pytest.raises(NoExcel), excel._own_excel():
        pass
