"""Odd workbooks and cells, and when LibreOffice is asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import openpyxl
import pytest
from books import FUNCTIONS, board, part_of, parts, saved, values, with_part, xml_of
from openpyxl.worksheet.formula import ArrayFormula

from xl_dipscore.calculate.block import Block
from xl_dipscore.workbook import rebuild as rebuild_module
from xl_dipscore.workbook.rebuild import Report, rebuild
from xl_dipscore.xlsx.formula import Area
from xl_dipscore.xlsx.package import Package

NAMES = ("Émile", "Eva", "Olaf", "Zoë", "Ann-Lou", "Annie", "O'Neil")


@pytest.fixture
def book() -> openpyxl.Workbook:
    """Seven players in A, their centres in B, their scores in C; C2 and C3 are joint leaders."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Games"
    board(sheet, 1, (12, 12, 5, 3, 2, 0, 0))
    for row, name in enumerate(NAMES, 1):
        sheet.cell(row, 1).value = name
    return book


def judged(book: openpyxl.Workbook, folder: Path, engine: str = "python") -> tuple[Path, dict[str, str]]:
    """The workbook, rebuilt, and what was listed, each with its reason."""
    path = saved(book, folder)
    report: Report = rebuild(path, functions=FUNCTIONS, engine=engine)  # type: ignore[arg-type]
    return path, {cell.ref: cell.reason for cell in report.not_computed}


SHEETS = """a sheet of more than thirty-one characters|[1]Games|a[b]|round: 1|their'|'quoted'|a!b|a/b|what?*|
比赛|Спиele 2|🏆|sheet 0|A1|TRUE|=1|\u200b|'[x]y'|"x"|#REF!""".replace("\n", "").split("|")
LONGEST = "x" * 32_767
ODD_CELLS = {
    "no finite number": ("<v>1e999</v>", "#NUM!"),
    "less than that": ("<v>-1e999</v>", "#NUM!"),
    "no number": ("<v>NaN</v>", "#NUM!"),
    "400 digits": (f"<v>{'9' * 400}</v>", "#NUM!"),
    "5,000 digits": (f"<v>{'9' * 5_000}</v>", "#NUM!"),
    "20 digits": (f"<v>{'9' * 20}</v>", 1e20),
    "tiny": ("<v>5e-324</v>", 1),
    "before 1900": ("<v>-18261</v>", -18260),
    "an emoji": ("<is><t>_xD83C__xDFC6_</t></is>", 1),
    "half of one": ("<is><t>_xD83C_</t></is>", 1),
    "control characters": ("<is><t>_x0000__x001F__xFFFE_</t></is>", 1),
    "the longest text": (f"<is><t>{LONGEST}</t></is>", 1),
    "a longer one": (f"<is><t>{LONGEST}xx</t></is>", 1),
}


class TestOddWorkbooks:
    """What one sheet or cell has does not keep the rest from being computed."""

    @pytest.mark.parametrize("name", SHEETS)
    def test_names_of_sheets(self, book: openpyxl.Workbook, tmp_path: Path, name: str) -> None:
        book.create_sheet("Other")["A1"] = "=SUM(SHEET!C1:C7)"
        book["Other"]["A2"] = "=SHEET!A2&\" 'SHEET'!\""
        book["Other"]["A3"] = '=IF(SHEET!C1=MAX(SHEET!C1:C7),COUNTIF(SHEET!C1:C7,">0"),"")'
        book.active["G1"] = "=C1+B1"
        path = saved(book, tmp_path)
        quoted = "'" + name.replace("'", "''") + "'!"
        with_part(path, "xl/worksheets/sheet2.xml", lambda xml: xml.replace("SHEET!", escape(quoted)))
        written = f"name={quoteattr(name)}"
        with_part(path, "xl/workbook.xml", lambda xml: xml.replace('name="Games"', written))
        assert rebuild(path, functions=FUNCTIONS, engine="python").not_computed == ()
        package = Package.read(path)
        found = [package.value("Other", cell) for cell in ("A1", "A2", "A3")]
        assert found == [1, "Eva 'SHEET'!", 5]
        assert package.value(name, "G1") == 12 + 12 / 34

    @pytest.mark.parametrize("what", ODD_CELLS)
    def test_values_of_cells(self, book: openpyxl.Workbook, tmp_path: Path, what: str) -> None:
        xml, total = ODD_CELLS[what]
        sheet = book.active
        sheet["G1"], sheet["G2"], sheet["G3"] = "=SUM(C1:D7)", "=SUM(C1:C7)", '=A1&" "&D2'
        sheet["D2"] = "odd"
        path = saved(book, tmp_path)
        kind = ' t="inlineStr"' if xml.startswith("<is>") else ""
        part = part_of(path, "Games")
        with_part(path, part, lambda old: old.replace(xml_of(path, "D2", part), f'<c r="D2"{kind}>{xml}</c>'))
        report = rebuild(path, functions=FUNCTIONS, engine="python")
        assert {cell.ref for cell in report.not_computed} <= {"G3"}
        package = Package.read(path)
        assert package.value("Games", "G1") == total
        assert package.value("Games", "G2") == 1
        assert f'<c r="D2"{kind}>{xml}</c>' in parts(path)[part].decode()


class TestLibreOffice:
    """Asked where Excel's value is not certain; not where it differs from Excel itself."""

    def answering(self, monkeypatch: pytest.MonkeyPatch, answer: Any) -> list[str]:
        asked_for: list[str] = []

        def office(package: Package, ours: Sequence[Area], asked: Sequence[Area]) -> list[Block]:
            asked_for.extend(f"{'ABCDEFGHI'[area.left - 1]}{area.top}" for area in asked)
            return [[[answer]] for _ in asked]

        monkeypatch.setattr(rebuild_module, "installed_office", lambda: office)
        return asked_for

    @pytest.mark.parametrize("formula", ['TEXT(C3,"# ?/?")', 'COUNTIF(D2:D3,TRIM("> "))'])
    def test_it_is_asked(
        self, book: openpyxl.Workbook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, formula: str
    ) -> None:
        book.active["D2"] = "pts"
        asked_for = self.answering(monkeypatch, 7.0)
        book.active["G1"] = f"={formula}"
        path, listed = judged(book, tmp_path, "auto")
        assert (asked_for, listed) == (["G1"], {})
        assert values(path, "Games", "G1") == [7]

    @pytest.mark.parametrize("formula", ['CELL("filename")&C1', 'INFO("system")&C1', "DOLLAR(C1)"])
    def test_nothing_of_this_computer_is_stored(
        self, book: openpyxl.Workbook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, formula: str
    ) -> None:
        asked_for = self.answering(monkeypatch, "LINUX")
        book.active["G1"], book.active["G2"] = f"={formula}", "=LEN(G1)"
        path, listed = judged(book, tmp_path, "auto")
        assert asked_for == []
        assert [*listed] == ["G1", "G2"]
        assert values(path, "Games", "G1:G2") == [None, None]

    @pytest.mark.parametrize(
        "formula",
        [
            "MATCH(3,B1:B7,1)",
            "MATCH(3,E1:E7,1)+0*COUNT(D1:D2)",
            'TEXT(C3,"# ?/?")&N(D1)',
            "INDEX(_xlfn._xlws.SORT(A5:A6),1)",
            'VALUE("12-3"&D4)',
        ],
    )
    def test_it_is_not_asked(
        self, book: openpyxl.Workbook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, formula: str
    ) -> None:
        book.active["D1"], book.active["D2"], book.active["D3"] = True, 3, "pts"
        book.active["E1"], book.active["E2"] = 9, 3
        asked_for = self.answering(monkeypatch, 1.0)
        book.active["G1"] = f"={formula}"
        _, listed = judged(book, tmp_path, "auto")
        assert asked_for == []
        assert list(listed) == ["G1"]

    def test_it_has_the_word_where_it_is_asked_for_everything(
        self, book: openpyxl.Workbook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.answering(monkeypatch, 7.0)
        book.active["D1"] = True
        book.active["G1"] = "=MATCH(3,B1:B7,1)+N(D1)"
        path, listed = judged(book, tmp_path, "libreoffice")
        assert listed == {}
        assert values(path, "Games", "G1") == [7]


class TestOddCells:
    def test_hostile_texts(self, book: openpyxl.Workbook, tmp_path: Path) -> None:
        texts = ("a~b", "a\tb", "line\nbreak", "<&>\"'", " both ", "=1+1")
        for row, text in enumerate(texts, 1):
            book.active.cell(row, 4).value = text
            book.active.cell(row, 4).data_type = "s"
            book.active.cell(row, 7).value = f'=D{row}&IF(C{row}>=0,"",1)'
            book.active.cell(row, 8).value = f"=LEN(D{row})"
        path, listed = judged(book, tmp_path)
        assert listed == {}
        assert values(path, "Games", "G1:G6") == list(texts)
        package = Package.read(path)
        assert [package.value("Games", f"H{row}") for row in range(1, 6)] == [3, 3, 10, 5, 6]

    def test_dates_since_1904(self, book: openpyxl.Workbook, tmp_path: Path) -> None:
        book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
        book.active["G1"], book.active["G2"] = '=TEXT(0+C7,"yyyy")', "=YEAR(TODAY())>2020"
        path, listed = judged(book, tmp_path)
        assert listed == {}
        assert values(path, "Games", "G1:G2") == ["1904", True]

    def test_this_moment_is_one(self, book: openpyxl.Workbook, tmp_path: Path) -> None:
        book.active["G1"], book.active["G2"] = "=NOW()+C7", "=TODAY()+C7"
        path, listed = judged(book, tmp_path)
        assert listed == {}
        now, today = values(path, "Games", "G1:G2")
        assert int(now) == today

    def test_arrays_and_dynamic_arrays(self, book: openpyxl.Workbook, tmp_path: Path) -> None:
        book.active["G1"] = ArrayFormula("G1:G7", "=C1:C7*34")
        book.active["H1"] = ArrayFormula("H1:H3", "=TRANSPOSE(B1:D1)")
        path, listed = judged(book, tmp_path)
        assert listed == {}
        assert values(path, "Games", "G1:G7") == pytest.approx([12, 12, 5, 3, 2, 0, 0])
        assert values(path, "Games", "H1:H3") == [12, 12 / 34, 0]

    def test_calls_of_ours_within_a_formula(self, book: openpyxl.Workbook, tmp_path: Path) -> None:
        book.active["G1"] = '=ROUND(SUM(DIP_SCORE("SHARE",B1:B7)),2)'
        book.active["G2"] = '=IF(B1>50,SUM(DIP_SCORE("SHARE",B1:B7)),"few")'
        book.active["G3"] = '=MAX(INDEX(SHARE_SCORE(B1:B7),1),CHOOSE(1+(B5<=10),1,"x"))'
        path, listed = judged(book, tmp_path)
        assert listed == {}
        assert values(path, "Games", "G1:G3") == [1, "few", "#VALUE!"]

    def test_looking_into_an_array_of_ours(self, book: openpyxl.Workbook, tmp_path: Path) -> None:
        list_ = book.create_sheet("List")
        for row in range(1, 102):
            list_.cell(row, 3).value = f"N{row}"
        list_["A1"] = ArrayFormula("A1:A101", "=DIP_ECHO(IF(1,C1:C101))")
        for row in range(1, 21):
            book.active.cell(row, 8).value = f"N{row + 1}"
            book.active.cell(row, 7).value = f"=MATCH(H{row},List!$A$2:$A$101,0)"
        path, listed = judged(book, tmp_path)
        assert listed == {}
        assert values(path, "Games", "G1:G20") == list(range(1, 21))
