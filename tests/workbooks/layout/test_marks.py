"""Tables that only show results are not read as boards."""

from tests.workbooks.layout.books import HEADER, board, book_of
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.workbooks.layout.marks import mark, marked_areas, tables_in, typed_pages, whole_sheet


def test_marked_areas_are_skipped_and_others_stay() -> None:
    package = book_of({"Games": [HEADER, *board()], "Copy": [HEADER, *board()]})
    mark(package, [whole_sheet("Copy"), Area("Games", 1, 1, 2, 5), Area("Games", 4, 1, 4, 5)])
    assert sorted(area[:3] for area in marked_areas(package)) == [
        ("Copy", 1, 1),
        ("Games", 1, 1),
        ("Games", 4, 1),
    ]
    (page,) = typed_pages(package)
    assert page.name == "Games"
    assert (2, 1) not in page.cells
    assert page.cells[3, 1].value == 1
    assert len(page.cells) == len(package.sheet("Games").cells) - 3 * 5
    assert sorted({row for row, _ in page.cells}) == [3, 5, 6, 7, 8]


def test_a_sheet_is_marked_once() -> None:
    package = book_of({"Games": [["x"]]})
    for _ in range(2):
        mark(package, [Area("Games", 1, 1, 2, 2)])
    assert len([*marked_areas(package)]) == 1


def test_our_tables_with_headings() -> None:
    package = book_of({"S": [["x"]]}, {"B1:D9": '=DIP_STANDINGS("SOS",A1:A9)', "F1:F7": "=DIP_SCORE(A1)"})
    assert [area[1:] for area in tables_in(package.sheet("S"))] == [(1, 2, 9, 4)]
    assert [*tables_in(book_of({"S": [["x"]]}, {"B1:D9": "=TRANSPOSE(A1:A3)"}).sheet("S"))] == []
