"""Which workbooks compute with our functions, and where else they are called."""

import io
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.formatting.rule import FormulaRule
from openpyxl.worksheet.datavalidation import DataValidation

from tests.workbooks.layout import seasons
from tests.workbooks.layout.books import book_of
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.ours import SHEET, is_ours, templates_folder, warnings_of_other_calls
from xl_dipscore.workbooks.layout.setup import Setup


def ours(package: Package) -> bool:
    return is_ours(Setup(package), package)


def behind(change: Any) -> Package:
    """A workbook with rules behind its cells."""
    book = Workbook()
    book.worksheets[0].title = "Games"
    change(book.worksheets[0])
    data = io.BytesIO()
    book.save(data)
    return Package(data.getvalue(), "book.xlsx")


@pytest.mark.parametrize("text", ["=SUM(A1:A3)", "DIP_SCORE", "=MY_DIP_SCORE(A1)", "=DIP_SCORED(A1)"])
def test_other_formulas_and_texts_are_not_ours(text: str) -> None:
    assert not ours(book_of({"Games": [[1], [text]]}))


@pytest.mark.parametrize("text", ["=DIP_SCORE(A1)", "=1+sos_score(A1:A7)", "=_xlfn.IFERROR(DIP_VERSION(),0)"])
def test_one_call_of_ours_is_enough(text: str) -> None:
    assert ours(book_of({"Other": [[1]], "Games": [[1], [text]]}))


def test_names_rules_and_marks_of_plain_formulas_are_ours_too() -> None:
    assert ours(book_of({"Games": [[1]]}, Mine="DIP_SCORE(Games!$A$1)"))
    assert not ours(book_of({"Games": [[1]]}, Mine="Games!$A$1"))
    assert ours(book_of({"Games": [[1]]}, Plain_formulas='"SOS"'))
    assert ours(book_of({"Games": [[1]], f"{SHEET} (2)": [[1]]}))
    assert ours(seasons.book())
    rule = behind(lambda sheet: sheet.conditional_formatting.add("A1", FormulaRule(["DIP_SCORE(A1)>5"])))
    assert ours(rule)


def test_calls_outside_of_cells_are_warned_of_by_name() -> None:
    assert [*warnings_of_other_calls(book_of({"Games": [["=DIP_SCORE(A2)"]]}))] == []
    (name,) = warnings_of_other_calls(
        book_of({"Games": [[1]]}, Mine="DIP_SCORE(Games!$A$1)", Yours="Games!$A$1")
    )
    assert "Mine" in name
    assert "Yours" not in name

    def validate(sheet: Any) -> None:
        sheet.add_data_validation(rule := DataValidation(type="custom", formula1="DIP_SCORE(A1)<=34"))
        rule.add("A1")

    (sheet,) = warnings_of_other_calls(behind(validate))
    assert "Games" in sheet


def test_the_templates_lie_in_the_package_or_beside_it() -> None:
    assert templates_folder().name == "templates"
    assert templates_folder().is_dir()
