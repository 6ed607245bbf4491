"""Drop-down lists whose entries are written out."""

import io

from openpyxl import Workbook
from openpyxl.worksheet.datavalidation import DataValidation

from tests.workbooks.layout.books import HEADER, board, event_of
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.grow.choices import LONGEST, _list, headings, with_choices


def book(*lists: str) -> Package:
    made = Workbook()
    for row, text in enumerate(lists, 1):
        rule = DataValidation(type="list", formula1=text)
        made.worksheets[0].add_data_validation(rule)
        rule.add(f"A{row}")
    data = io.BytesIO()
    made.save(data)
    return Package(data.getvalue(), "book.xlsx")


def lists_of(package: Package) -> list[str]:
    data = io.BytesIO(package.to_bytes())
    from openpyxl import load_workbook

    return [rule.formula1 for rule in load_workbook(data).worksheets[0].data_validations.dataValidation]


def test_the_rounds_and_boards_in_order_and_once() -> None:
    rows = [HEADER, *board(2, "B"), *board(1, "A"), *board(2, "A"), *board("Final", None)]
    assert headings(event_of({"Games": rows}).slots) == (("2", "1", "Final"), ("B", "A"))


def test_lists_of_all_rounds_and_of_all_boards_are_renewed() -> None:
    package = book('"1,2"', '"A & B,C"', '"1,2,3"', "$B$1:$B$2")
    before, after = (("1", "2"), ("A & B", "C")), (("1", "2", "3"), ("A & B", "C", "<D>"))
    assert lists_of(with_choices(package, before, after)) == [
        *('"1,2,3"', '"A & B,C,<D>"', '"1,2,3"', "$B$1:$B$2"),
    ]
    assert lists_of(package)[0] == '"1,2"'


def test_a_list_that_cannot_be_written_stays() -> None:
    longest = ["a" * LONGEST]
    assert _list(tuple(longest)) == f'"{longest[0]}"'
    assert _list(("a" * (LONGEST + 1),)) is None
    assert _list(("a,b",)) is None
    assert _list(('a"b',)) is None
    package = book('"1,2"')
    assert lists_of(with_choices(package, (("1", "2"), ()), (("1", "2,5"), ()))) == ['"1,2"']


def test_without_headings_before_there_is_nothing_to_renew() -> None:
    assert lists_of(with_choices(book('""'), ((), ()), (("1",), ("A",)))) == ['""']
