"""References in formulas: whole rows and columns, names within names, and other programs' spellings."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula

from tests.sheets.books import (
    CENTRES,
    FUNCTIONS,
    Argument,
    Function,
    board,
    parts,
    rebuild,
    saved,
    values,
    with_part,
)
from xl_dipscore.sheets.calculate.reader import Reader
from xl_dipscore.sheets.calculate.recalc import Recalculated
from xl_dipscore.sheets.xlsx.formula import column_letters
from xl_dipscore.sheets.xlsx.package import Package

SHEET = "xl/worksheets/sheet1.xml"


def _counted(block: Any) -> Any:
    """The sum of the numbers in a block, and of the rows and columns that hold anything."""
    rows = block if isinstance(block, list) else [[block]]
    filled = [[cell not in (None, "") for cell in row] for row in rows]
    numbers = sum(cell for row in rows for cell in row if isinstance(cell, float))
    return numbers + 1000 * sum(map(any, filled)) + 100_000 * sum(map(any, zip(*filled, strict=True)))


COUNT = Function("DIP_COUNT", (Argument("block"),), _counted)


class Book:
    """A board on Games, numbers and names on G, and formulas on Mine, whose results are read back."""

    def __init__(self, folder: Path) -> None:
        self.book = openpyxl.Workbook()
        games = self.book.active
        games.title = "Games"
        board(games)
        self.data = self.book.create_sheet("G")
        self.mine = self.book.create_sheet("Mine")
        self.folder = folder

    def results(self, formulas: list[str]) -> list[Any]:
        for row, formula in enumerate(formulas, 1):
            # Below the board, so that it is computed.
            self.mine.cell(row, 1).value = f"=IF(Games!$C$2>=0,{formula})"
        report = self.rebuilt()
        assert report.not_computed == ()
        return values(self.path, "Mine", f"A1:A{len(formulas)}")

    def rebuilt(self) -> Recalculated:
        self.path = saved(self.book, self.folder)
        return rebuild(self.path, functions=[*FUNCTIONS, COUNT], engine="python")


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path)


TABLE = [
    [2, "Ann", 7.5, 9],
    [3, "Eva", None, 1],
    [10, "Émile", 37.5, 52.5],
    [4, "Eva", 9, 8],
    [1, "Zoë", 0, 3],
]


def _whole_and_by_hand(rows: int, columns: int) -> list[tuple[str, str, bool]]:
    """Whole rows and columns, what is used of them, on a sheet that uses so many, and whether it is one."""
    right = column_letters(columns)
    found = []
    for first, last in {(1, 1), (1, rows), (rows, rows), (max(1, rows - 1), rows), (rows + 3, rows + 4)}:
        found.append((f"G!{first}:{last}", f"G!A{first}:{right}{last}", first == last))
        found.append((f"G!${first}:${last}", f"G!$A${first}:${right}${last}", first == last))
    for first, last in {(1, 1), (1, columns), (columns, columns), (columns + 2, columns + 3)}:
        a, z = column_letters(first), column_letters(last)
        found.append((f"G!{a}:{z}", f"G!{a}1:{z}{rows}", first == last))
        found.append((f"G!{a}1:{z}1048576", f"G!{a}1:{z}{rows}", first == last))
    return found


class TestWholeRowsAndColumns:
    def test_a_row_is_its_own_cells_only(self, book: Book) -> None:
        for row in ([5, 1, 2, 3, 4, 6, 9, 1], [1], [2], [10, 37.5, 52.5], [50, 50, 100]):
            book.data.append(row)
        formulas = ["SUM(G!4:4)", "MAX(G!4:4)", "INDEX(G!1:1,7)", "SUM(G!4:5)", "COUNT(G!4:4)"]
        assert book.results(formulas) == [100, 52.5, 9, 300, 3]

    @pytest.mark.parametrize(
        ("rows", "columns"), [(5, 4), (5, 1), (1, 4), (1, 1)], ids=["block", "column", "row", "cell"]
    )
    def test_they_give_what_the_used_part_of_them_gives(self, book: Book, rows: int, columns: int) -> None:
        for line in TABLE[:rows]:
            book.data.append(line[:columns])
        calls = [
            "SUM({})", "MAX({})", "COUNT({})", "COUNTA({})", 'COUNTIF({},"Eva")', 'COUNTIF({},">3")',
            'SUMIF({},">3")', "SUMPRODUCT(({}>3)*1)", 'SUMPRODUCT(LEN({}))', "LARGE({},1)", "DIP_COUNT({})",
            "IFERROR(SMALL({},2),0)",
        ]  # fmt: skip
        one_line = ["IFERROR(MATCH(10,{},0),0)", "INDEX({},1)", 'IFERROR(MATCH("eva",{},0),0)']
        formulas = []
        for whole, by_hand, one in _whole_and_by_hand(rows, columns):
            for call in calls + (one_line if one else []):
                formulas += [call.format(whole), call.format(by_hand)]
        found = book.results(formulas)
        pairs = zip(formulas[::2], found[::2], found[1::2], strict=True)
        assert [pair for pair in pairs if pair[1] != pair[2]] == []

    def test_what_lies_beyond_the_used_cells_is_blank(self, book: Book) -> None:
        book.data.append([1, 2])
        formulas = ["INDEX(G!A:A,500)", "INDEX(G!1:1,500)", "INDEX( G!A:B , 2,2)", "INDEX(G!A:B,1,2)"]
        assert book.results(formulas) == [0, 0, 0, 2]
        assert book.results(["SUM(INDEX(G!A:B,0,2))", "DIP_COUNT(INDEX(G!A:A,2))"]) == [2, 0]

    def test_a_column_is_never_as_long_as_the_cells_beside_it(self, book: Book) -> None:
        """Excel multiplies a million rows by nine, and gets an error."""
        for row in range(1, 10):
            book.data.append([1, row])
        book.mine["A1"] = "=IF(Games!$C$2>=0,ISERROR(SUMPRODUCT((G!A:A=1)*G!B1:B9)))"
        book.rebuilt()
        assert values(book.path, "Mine", "A1") == [True]

    def test_the_last_cells_of_a_sheet_are_cells(self, book: Book) -> None:
        book.data["A1"] = 4
        assert book.results(["SUM(G!A1,G!A1048576)", "SUM(G!A1,G!XFD1)"]) == [4, 4]


class TestAnEqualsSignThatIsStored:
    def test_a_formula_is_computed_as_without_it_and_kept_as_it_is(self, book: Book) -> None:
        plain = ["Games!C2*34", "Games!C2*34", "Games!C2*34", "+Games!C2*34", " -Games!C2*34"]
        stored = ["=Games!C2*34", "==Games!C2*34", " = Games!C2*34", "+Games!C2*34", "= -Games!C2*34"]
        for row, formula in enumerate(plain, 1):
            book.mine.cell(row, 1).value = f"={formula}"
        book.mine["B1"] = ArrayFormula("B1:B2", "=Games!C2:C3*34")
        book.mine["C1"] = "=DIP_ECHO(Games!B2)"
        path = book.path = saved(book.book, book.folder)
        part = "xl/worksheets/sheet3.xml"
        texts = iter(stored)
        with_part(
            path,
            part,
            lambda xml: re.sub(r"<f>[ +-]*Games!C2\*34</f>", lambda _: f"<f>{next(texts)}</f>", xml),
        )
        with_part(path, part, lambda xml: xml.replace('ref="B1:B2">Games', 'ref="B1:B2">=Games'))
        with_part(path, part, lambda xml: xml.replace("<f>DIP_ECHO(", "<f>=DIP_ECHO("))
        report = rebuild(path, functions=FUNCTIONS, engine="python")
        assert report.not_computed == ()
        assert values(path, "Mine", "A1:A5") == [10, 10, 10, 10, -10]
        assert values(path, "Mine", "B1:C1") == [10, 10]
        after = parts(path)[part].decode()
        assert re.findall(r"<f[ >].*?</f>", after) == [
            f"<f>{stored[0]}</f>",
            '<f t="array" ref="B1:B2">=Games!C2:C3*34</f>',
            "<f>=DIP_ECHO(Games!B2)</f>",
            *(f"<f>{text}</f>" for text in stored[1:]),
        ]

    def test_a_name_is_read_as_without_it(self, book: Book) -> None:
        book.book.defined_names["Best"] = DefinedName("Best", attr_text="=MAX(Games!$C$2:$C$8)*34")
        assert book.results(["Best+1"]) == [11]


class TestNamesWithinNames:
    def _chain(self, book: Book, count: int, last: str = "Games!$C$2*34", link: str = "{}") -> str:
        """Names of which each stands for the next."""
        for number in range(1, count):
            name = f"Deep_{number}"
            book.book.defined_names[name] = DefinedName(name, attr_text=link.format(f"Deep_{number + 1}"))
        book.book.defined_names[f"Deep_{count}"] = DefinedName(f"Deep_{count}", attr_text=last)
        return "Deep_1"

    @pytest.mark.parametrize("count", [1, 8, 9, 10, 40, 64])
    def test_they_are_written_out(self, book: Book, count: int) -> None:
        assert book.results([self._chain(book, count)]) == [10]

    @pytest.mark.parametrize("count", [9, 64])
    def test_however_much_each_adds(self, book: Book, count: int) -> None:
        assert book.results([self._chain(book, count, link="{}+1")]) == [10 + count - 1]

    def _reason(self, book: Book, formula: str) -> str:
        book.mine["A1"] = f"={formula}"
        [listed] = book.rebuilt().not_computed
        assert (listed.sheet, listed.ref) == ("Mine", "A1")
        assert values(book.path, "Games", "C2:C8") == [count / 34 for count in CENTRES]
        return listed.reason

    def test_too_many_are_listed(self, book: Book) -> None:
        why = self._reason(book, self._chain(book, 65))
        assert why == "it uses the name Deep_65, but it stands in 64 others"

    def test_one_that_leads_back_to_itself_is_listed(self, book: Book) -> None:
        why = self._reason(book, self._chain(book, 3, last="Deep_2+Games!$C$2"))
        assert why == "it uses the name Deep_2, but it depends on itself"

    def test_a_name_used_twice_does_not_depend_on_itself(self, book: Book) -> None:
        assert book.results([self._chain(book, 9, link="{0}+{0}")]) == [10 * 2**8]

    def test_names_that_grow_beyond_any_formula_are_listed(self, book: Book) -> None:
        why = self._reason(book, self._chain(book, 40, link="{0}+{0}"))
        assert why == "its names expand to too long a formula"


@pytest.mark.parametrize(
    "formula",
    [
        "SUM($A{row},B{row})+B$3",
        "INDEX($A$1:$A$9,$B{row})",
        "G!C{row}&Games!$A$1",
        "A{row}+A{before}",
        "SUM(A{row}:B{row})",
        "INDEX(G!A$5:A$27,$B{row})&B10",
        "SUM($A{row}:$C{row},B10:B{row})",
        '"A{row}"&A{row}',
        "LOG10(A{row})+A1",
    ],
)
def test_a_copy_is_read_like_a_formula_that_stands_alone(tmp_path: Path, formula: str) -> None:
    package = Package.read(saved(Book(tmp_path).book, tmp_path))
    shared = Reader(package, ())
    for row in (8, 9, 10, 11, 99, 100, 12):
        text = formula.format(row=row, before=row - 1)
        one, alone = (reader.read(text, "Mine", row, 4) for reader in (shared, Reader(package, ())))
        assert (one.areas, one.parts, one.problem) == (alone.areas, alone.parts, alone.problem)
