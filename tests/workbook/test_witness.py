"""A value is stored when two calculators agree on it and nothing is known against both, else it is listed."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import openpyxl
import pytest
from books import FUNCTIONS, board, part_of, parts, saved, values, with_part, xml_of
from openpyxl.worksheet.formula import ArrayFormula

from xl_dipscore.calculate import trust
from xl_dipscore.calculate.block import Block
from xl_dipscore.calculate.office import installed_office
from xl_dipscore.workbook import rebuild as rebuild_module
from xl_dipscore.workbook.rebuild import Report, rebuild
from xl_dipscore.xlsx.formula import Area
from xl_dipscore.xlsx.package import Package

needs_office = pytest.mark.skipif(installed_office() is None, reason="LibreOffice is not installed here")
WITH_OFFICE = pytest.param("auto", marks=[pytest.mark.calc, needs_office])

NAMES = ("Émile", "Eva", "Olaf", "Zoë", "Ann-Lou", "Annie", "O'Neil")
DIFFER = "two calculators differ: "
NEAREST = "it looks up the nearest value, which calculators do in different ways"
BREAKS = "the second calculator breaks down over it"
ORDER = "it depends on the order of names with accents, hyphens or apostrophes"


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


# What one calculator alone once stored, wrongly: the formula, what Excel says, why it is listed.
WRONG_ONCE = [
    ("SUMPRODUCT(($C$1:$C$7=C1)*($A$1:$A$7<A1))", 0, ORDER),
    ('COUNTIF(A1:A7,"<Eva")', 3, ORDER),
    ('"Émile"<"Eva"', True, ORDER),
    ("INDEX(_xlfn._xlws.SORT(A1:A7),1)", "Ann-Lou", ORDER),
    ('MAX(C5,CHOOSE(1+(B5<=10),1,"x"))', "#VALUE!", DIFFER),
    ('AVERAGE(C5,IF(B5>10,1,"x"))', "#VALUE!", DIFFER),
    ('MEDIAN(C5,IF(B5>10,1,"x"))', "#VALUE!", DIFFER),
    ('PRODUCT(C5,IF(B5>10,1,"x"))', "#VALUE!", DIFFER),
    ('_xlfn.XLOOKUP(10,B1:B7,A1:A7,"none",-1)', "Olaf", NEAREST),
    ('_xlfn.XLOOKUP(4,B1:B7,A1:A7,"none",1)', "Olaf", NEAREST),
    ('CONCATENATE("x ",C3)', "x 0.147058823529412", DIFFER),
    ("LEN(C3)", 17, DIFFER),
    ("LEFT(C3,20)", "0.147058823529412", DIFFER),
    ("UPPER(C3)", "0.147058823529412", DIFFER),
    ('TEXT(C3*100,"?0.0")', "14.7", DIFFER),
    ('TEXT(B3/2,"# ?/?")', "2 1/2", DIFFER),
    ('TEXT(C3*100,"0.0_)")', "14.7 ", DIFFER),
    ('TEXT(C3*100,"[>=40]0.0;0")', "15", DIFFER),
    ('TEXT(C3,"0E+0")', "1E-1", DIFFER),
    ('COUNTIF(C$1:C$7,">"&C1)+1', 1, DIFFER),
]


class TestWhatOneCalculatorGetsWrong:
    @pytest.mark.parametrize("engine", ["python", WITH_OFFICE])
    def test_right_or_listed(self, book: openpyxl.Workbook, tmp_path: Path, engine: str) -> None:
        for row, (formula, _, _) in enumerate(WRONG_ONCE, 1):
            book.active[f"F{row}"] = f"={formula}"
        path, listed = judged(book, tmp_path, engine)
        shown = values(path, "Games", f"F1:F{len(WRONG_ONCE)}")
        for row, ((formula, right, why), found) in enumerate(zip(WRONG_ONCE, shown, strict=True), 1):
            if f"F{row}" in listed:
                assert found is None
                assert listed[f"F{row}"].startswith(why), formula
            else:
                assert found == right, formula

    @pytest.mark.parametrize(
        ("formula", "texts", "numbers"),
        [
            ("ISODD({})", 'COUNTIF(A1:A7,"<O\'Neil")', 'COUNTIF(B1:B7,"<3")'),
            ("IF({}>2,1,0)", 'COUNTIF(A1:A7,"<O\'Neil")', 'COUNTIF(B1:B7,"<3")'),
            ("ROUND({}/7,0)", 'SUMPRODUCT(--(A1:A7<"O\'Neil"))', "SUMPRODUCT(--(B1:B7<3))"),
            ("LEN({})", "INDEX(_xlfn._xlws.SORT(A1:A7),4)", "INDEX(_xlfn._xlws.SORT(B1:B7),4)"),
        ],
    )
    def test_what_follows_from_the_order_of_texts_and_does_not_show_it(
        self, book: openpyxl.Workbook, tmp_path: Path, formula: str, texts: str, numbers: str
    ) -> None:
        book.active["F1"] = "=" + formula.format(texts)
        book.active["F2"] = "=" + formula.format(numbers)
        _, listed = judged(book, tmp_path)
        assert listed == {"F1": ORDER}

    def test_both_answers_are_told(self, book: openpyxl.Workbook, tmp_path: Path) -> None:
        book.active["F1"] = '=MAX(C5,CHOOSE(1+(B5<=10),1,"x"))'
        _, listed = judged(book, tmp_path)
        assert listed == {"F1": "two calculators differ: 0.0588235294117647 and #VALUE!"}

    @pytest.mark.parametrize(
        ("formula", "cells"),
        [("B1:C1*2", "F1:F4"), ('_xlfn.MAXIFS(C1:C8,B1:B8,">0")', "F1")],
    )
    def test_what_the_second_one_gets_wrong(
        self, book: openpyxl.Workbook, tmp_path: Path, formula: str, cells: str
    ) -> None:
        book.active["B8"], book.active["C8"] = 1, "#N/A"
        book.active["F1"] = ArrayFormula(cells, f"={formula}")
        path, listed = judged(book, tmp_path)
        assert values(path, "Games", "F1:F4") == [None] * 4
        assert listed["F1"].startswith(DIFFER)


# What both calculators get wrong where the cells are so; the same formula over other cells is no matter.
CORE = [
    ('COUNTIF(D1:D7,"~~")', "it looks for a text with ~, which calculators read in different ways"),
    ("MATCH(D1,A1:A7,0)", "it looks for a text with ~, which calculators read in different ways"),
    ("COUNTIF(D1:D7,TRUE)", "it looks for TRUE or FALSE where these stand as text"),
    ("MATCH(3,B1:B7,1)", "it looks up the nearest value in cells that are not sorted"),
    ("LOOKUP(3,B1:B7,A1:A7)", "it looks up the nearest value in cells that are not sorted"),
    ("VLOOKUP(3,B1:C7,2)", "it looks up the nearest value in cells that are not sorted"),
    ("LARGE(B1:B7,1.5)", "it asks for a place that is not a whole number"),
    ("SMALL(B1:B7,B1/5)", "it asks for a place that is not a whole number"),
    ("RANK(B3,B1:B7,D3)", "it ranks with a text where the order belongs"),
    ('PROPER("1st"&LEFT(A2))', "it writes capitals after digits"),
    ("PROPER(REPLACE(B3,1,1,A2))", "it writes capitals after digits"),
    ("MOD(B3+C1,0.1)", "it divides by a fraction, of which programs have different last digits"),
    ("MOD(B3/1,0.1)", "it divides by a fraction, of which programs have different last digits"),
    ("MOD(B3,0.1)", "it divides by a fraction, of which programs have different last digits"),
    ("CEILING(B3,B1-B2)", "it rounds to multiples that may be 0"),
    ("CEILING(B3,B6)", "it rounds to multiples that may be 0"),
    ("MROUND(B3,E9)", "it rounds a blank cell to multiples"),
    ('VALUE("12 "&D4)', "it reads a number, date or time out of a text"),
    ('IFERROR(EVEN(TEXT(B3,"mmm yyyy")),1)', "it reads a number, date or time out of a text"),
    ('IFERROR("May "&1900-0,1)', "it reads a number, date or time out of a text"),
    ('IFERROR(-LEFT("May 1900 x",8),1)', "it reads a number, date or time out of a text"),
    ("INDEX(B1:B7,0)+1", "it uses a range where one value belongs"),
    ("IF(B1=0,7,INDEX(B1:B7,B6)+1)", "it uses a range where one value belongs"),
    ('COUNTIF(A1:A7,"#N/A")', "it looks for errors with a condition"),
    ('COUNTIF(B:B,"<>1")', "it counts blank cells of whole rows or columns"),
    ("COUNT(B1:B7,INDEX(B1:B7,8))", "it counts a value that may be an error"),
    ("SUMPRODUCT((B:B<3)*1)", "it counts blank cells of whole rows or columns"),
    ("INDEX(_xlfn._xlws.SORT(E12:E14),1)", "it sorts cells with several kinds of errors"),
    ("INDEX(_xlfn.SORTBY(B5:B7,E12:E14),1)", "it sorts cells with several kinds of errors"),
    ("COUNT(B1:B7,1/B6)", "it counts a value that may be an error"),
    ("COUNTA(_xlfn.UNIQUE(A1:A8))", "it counts what may be a blank cell"),
    ('TEXT(TEXT(2,"0 ""pts"""),"General")', "it writes a text in the format General"),
    ("SUM(IF(B1>5,D3,B2),B1)", "it chooses a cell that may hold text, where numbers belong"),
    ('PROPER("1st "&A2)', "it writes capitals after digits"),
    ("VALUE(E9)", "it reads a number, date or time out of a text"),
    ("MATCH(2,D5:D7,E5)", "it looks up the nearest value in cells that are not sorted"),
]
FINE = [
    ('COUNTIF(A1:A7,"E*")', 1),
    ('COUNTIF(D1:D7,"a~*")', 0),
    ("COUNTIF(E1:E7,TRUE)", 0),
    ("MATCH(3,B1:B7,-1)", 4),
    ("MATCH(4,E2:E4)", 2),
    ("VLOOKUP(4,E2:E4,1)", 3),
    ("LARGE(B1:B7,2)", 12),
    ("LARGE(B1:B7,E1+1)", 12),
    ("RANK(B3,B1:B7,E1)", 5),
    ("SUMPRODUCT((B:B>3)*1)", 3),
    ("INDEX(_xlfn._xlws.SORT(E3:E7),1)", 1),
    ("INDEX(_xlfn._xlws.SORT(E13:E14),1)", 1),
    ("INDEX(_xlfn._xlws.SORT(E13:E14,,-1),2)", 1),
    ("COUNT(B1:B7,B1)", 8),
    ("SUM(IF(B1>5,B2,B3),B1)", 24),
    ('PROPER("no 1 "&A2)', "No 1 Eva"),
    ("CEILING(B3,2)", 6),
    ("CEILING(B3,(2))", 6),
    ("MROUND(B3,2)", 6),
    ('VALUE("1"&E1)', 11),
    ('VALUE("50%")', 0.5),
    ('LEN(TEXT(B3,"mmm yyyy"))-1', 7),
    ('VLOOKUP("May",{"May",4},2,FALSE)*2', 8),
    ("SUM(INDEX(B1:B7,0))", 34),
    ("IF(B6=0,7,INDEX(B1:B7,B6)+1)", 7),
    ('COUNTIF(B:B,">2")', 4),
    ('"Ann"<"Eva"', True),
    ('COUNTIF(A2:A3,"<Eva")', 0),
    ("SUMIF(A1:A7,A1,B1:B7)", 12),
    ("SUMIF(A1:A7,E9,B1:B7)", 0),
    ("SUMPRODUCT((A1:A7=A4)*B1:B7)", 3),
    ("SUMPRODUCT(B1:B7*ROW(A1:A7))", 12 + 24 + 15 + 12 + 10),
]


@pytest.fixture
def odd(book: openpyxl.Workbook) -> openpyxl.Workbook:
    """With odd texts in D and numbers in E."""
    sheet = book.active
    for row, text in enumerate(("~t", "TRUE", "x", "pts", 7, 2, 9), 1):
        sheet.cell(row, 4).value = text
        sheet.cell(row, 4).data_type = "s" if isinstance(text, str) else "n"
    for row, number in enumerate((1, 1, 3, 5, 1, 2, 3), 1):
        sheet.cell(row, 5).value = number
    sheet["E10"] = sheet["E12"] = "#N/A"
    sheet["E13"], sheet["E14"] = "#DIV/0!", 1
    return book


# What the first calculator is trusted with because the second one must agree.
AGREED = [
    ("SUM(_xlfn.TAKE(E1:E7,3))", 1 + 1 + 3),
    ("SUM(_xlfn.DROP(E1:E7,4))", 1 + 2 + 3),
    ("SUM(_xlfn.HSTACK(E1:E2,E3:E4))", 1 + 1 + 3 + 5),
    ("SUM(_xlfn.VSTACK(E1:E2,E4))", 1 + 1 + 5),
    ("SUM(_xlfn.CHOOSECOLS(D1:E7,2))", 16),
    ("SUM(_xlfn.CHOOSEROWS(E1:E7,3,4))", 3 + 5),
    ("SUM(_xlfn.TOCOL(E1:F3))", 1 + 1 + 3),
    ("SUM(_xlfn.TOROW(E1:E3))", 1 + 1 + 3),
    ("_xlfn.AGGREGATE(14,6,E1:E10,1)", 5),
    ('_xlfn.TEXTJOIN(", ",TRUE,A1:A3)', "Émile, Eva, Olaf"),
    ("_xlfn.CONCAT(A2:A3)", "EvaOlaf"),
    ("MODE(E1:E7)", 1),
    ("_xlfn.MODE.SNGL(E1:E7)", 1),
    ("GEOMEAN(E1:E3)", 3 ** (1 / 3)),
    ("HARMEAN(E1:E3)", 3 / (1 + 1 + 1 / 3)),
    ("PERCENTRANK(B1:B7,B3)", 0.666),
    ("_xlfn.PERCENTRANK.INC(B1:B7,B3)", 0.666),
    ("_xlfn.QUARTILE.INC(B1:B7,1)", 1),
    ("CORREL(B1:B7,C1:C7)", 1.0),
    ("SLOPE(B1:B7,C1:C7)", 34),
    ("INTERCEPT(B1:B7,C1:C7)", 0),
    ("RSQ(B1:B7,C1:C7)", 1.0),
    ("COMBIN(7,3)", 35),
    ("GCD(B1,B4*6)", 6),
    ("LCM(B3,B4)", 15),
    ("_xlfn.CEILING.MATH(B3,2)", 6),
    ("_xlfn.FLOOR.MATH(B3,2)", 4),
    ("SUMXMY2(B1:B3,E1:E3)", 11**2 + 11**2 + 2**2),
    ("RADIANS(180)", math.pi),
    ("DEGREES(PI())", 180),
    ("ROMAN(B1)", "XII"),
    ('_xlfn.ARABIC("XII")', 12),
    ("_xlfn.UNICHAR(65)", "A"),
    ('_xlfn.UNICODE("A")', 65),
    ('_xlfn.TEXTBEFORE(A5,"-")', "Ann"),
    ('_xlfn.TEXTAFTER(A5,"-")', "Lou"),
    ("_xlfn.DAYS(46000,45000)", 1000),
    ('DATEDIF(45000,46000,"m")', 32),
    ("WEEKNUM(46000)", 50),
    ("_xlfn.ISOWEEKNUM(46000)", 50),
    ("NETWORKDAYS(46000,46010)", 9),
    ("WORKDAY(46000,5)", 46007),
    ("YEARFRAC(45000,45000+360)", 354 / 360),
    ("TYPE(A1)", 2),
    ("_xlfn.XOR(B1>1,B6>1)", True),
    ('VLOOKUP(7,{0,"low";5,"mid";40,"high"},2)', "mid"),
    ('LOOKUP(7,{0,5,10},{"c","b","a"})', "b"),
]


class TestTheCore:
    def test_what_both_get_wrong_is_listed(self, odd: openpyxl.Workbook, tmp_path: Path) -> None:
        for row, (formula, _) in enumerate(CORE, 1):
            odd.active[f"G{row}"] = f"={formula}"
        path, listed = judged(odd, tmp_path)
        assert [listed.get(f"G{row}") for row in range(1, len(CORE) + 1)] == [why for _, why in CORE]
        assert set(values(path, "Games", f"G1:G{len(CORE)}")) == {None}

    def test_the_same_over_other_cells_is_stored(self, odd: openpyxl.Workbook, tmp_path: Path) -> None:
        for row, (formula, _) in enumerate(FINE, 1):
            odd.active[f"G{row}"] = f"={formula}"
        path, listed = judged(odd, tmp_path)
        assert listed == {}
        assert values(path, "Games", f"G1:G{len(FINE)}") == [right for _, right in FINE]

    def test_where_the_second_one_must_agree(self, odd: openpyxl.Workbook, tmp_path: Path) -> None:
        for row, (formula, _) in enumerate(AGREED, 1):
            odd.active[f"G{row}"] = f"={formula}"
        path, listed = judged(odd, tmp_path)
        assert listed == {}
        for (formula, right), found in zip(AGREED, values(path, "Games", f"G1:G{len(AGREED)}"), strict=True):
            assert found == (pytest.approx(right) if isinstance(right, float) else right), formula
        text = " ".join(formula for formula, _ in AGREED)
        assert sorted(name for name in trust.AGREED if f"{name}(" not in text) == []

    def test_what_depends_on_it_is_listed_too(self, odd: openpyxl.Workbook, tmp_path: Path) -> None:
        odd.active["G1"], odd.active["G2"], odd.active["G3"] = "=LARGE(B1:B7,1.5)", "=G1+1", "=B1+1"
        path, listed = judged(odd, tmp_path)
        assert listed["G2"] == "it depends on a cell that could not be computed"
        assert values(path, "Games", "G1:G3") == [None, None, 13]

    def test_a_name_alone_decides_no_order(self, book: openpyxl.Workbook, tmp_path: Path) -> None:
        """Accents that do not matter to the answer do no harm."""
        book.active["G1"] = '=IF(A5<"B",1,0)'
        book.active["G2"] = "=SUMPRODUCT((C1:C7=C1)*(A1:A7<A1))"
        _, listed = judged(book, tmp_path)
        assert listed == {"G2": ORDER}


class TestWithoutAWitness:
    @pytest.mark.parametrize("how", ["missing", "broken", "panic"])
    def test_what_needs_one_is_listed(
        self, book: openpyxl.Workbook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
    ) -> None:
        class Panic(BaseException):
            pass

        class Broken:
            @staticmethod
            def from_bytes(data: bytes) -> None:
                raise Panic if how == "panic" else ValueError

        if how == "missing":
            monkeypatch.setitem(sys.modules, "cellrune", None)
        else:
            monkeypatch.setattr("cellrune.Workbook", Broken)
        book.active["G1"], book.active["G2"] = "=SUM(C1:C7)", '=DIP_SCORE("SHARE",B1:B7)'
        path, listed = judged(book, tmp_path)
        without = "there is no second calculator here to vouch for it"
        assert listed == {"G1": without if how == "missing" else BREAKS}
        assert values(path, "Games", "C1:C2") == [12 / 34, 12 / 34]
        assert values(path, "Games", "G1:G2") == [None, 12 / 34]

    def test_one_over_which_it_breaks_down_is_listed_alone(
        self, book: openpyxl.Workbook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """With what depends on it; the others are vouched for beside the values of the first calculator."""
        import cellrune

        class Fragile:
            @staticmethod
            def from_bytes(data: bytes) -> Any:
                if b"MEDIAN" in data:
                    raise BaseException("index out of bounds")
                return whole.from_bytes(data)

        whole = cellrune.Workbook
        monkeypatch.setattr("cellrune.Workbook", Fragile)
        formulas = [f"=SUM(C{row}:C7)" for row in range(1, 8)]
        formulas[3:5] = ["=MEDIAN(B1:B7)", "=G4*2+C1"]
        for row, formula in enumerate(formulas, 1):
            book.active[f"G{row}"] = formula
        path, listed = judged(book, tmp_path)
        assert listed == {"G4": BREAKS, "G5": "it depends on a cell that could not be computed"}
        found = values(path, "Games", "G1:G7")
        assert found[3:5] == [None, None]
        assert found[:3] + found[5:] == pytest.approx([1, 22 / 34, 10 / 34, 0, 0])

    def test_ctrl_c_is_no_panic(
        self, book: openpyxl.Workbook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Interrupted:
            @staticmethod
            def from_bytes(data: bytes) -> None:
                raise KeyboardInterrupt

        monkeypatch.setattr("cellrune.Workbook", Interrupted)
        book.active["G1"] = "=SUM(C1:C7)"
        with pytest.raises(KeyboardInterrupt):
            judged(book, tmp_path)

    @pytest.mark.calc
    @needs_office
    def test_libreoffice_takes_its_place(
        self, book: openpyxl.Workbook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "cellrune", None)
        book.active["G1"], book.active["G2"] = "=SUM(C1:C7)", "=RANK(C3,C1:C7)"
        path, listed = judged(book, tmp_path, "auto")
        assert listed == {}
        assert values(path, "Games", "G1:G2") == [1, 3]


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
    """What one sheet or cell has does not keep a second calculator from the rest."""

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
    """Asked where the two differ or both are wrong; it does not decide where it differs from Excel itself."""

    def answering(self, monkeypatch: pytest.MonkeyPatch, answer: Any) -> list[str]:
        asked_for: list[str] = []

        def office(package: Package, ours: Sequence[Area], asked: Sequence[Area]) -> list[Block]:
            asked_for.extend(f"{'ABCDEFGHI'[area.left - 1]}{area.top}" for area in asked)
            return [[[answer]] for _ in asked]

        monkeypatch.setattr(rebuild_module, "installed_office", lambda: office)
        return asked_for

    def test_it_decides_between_two(
        self, book: openpyxl.Workbook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.answering(monkeypatch, "0.147058823529412")
        book.active["G1"] = "=LEFT(C3,20)"
        path, listed = judged(book, tmp_path, "auto")
        assert listed == {}
        assert values(path, "Games", "G1") == ["0.147058823529412"]

    def test_a_third_answer_decides_nothing(
        self, book: openpyxl.Workbook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.answering(monkeypatch, "0.15")
        book.active["G1"] = "=LEFT(C3,20)"
        path, listed = judged(book, tmp_path, "auto")
        assert listed["G1"].startswith(DIFFER)
        assert values(path, "Games", "G1") == [None]

    @pytest.mark.parametrize(
        "formula",
        [
            "LARGE(B1:B7,1.5)",
            "MATCH(3,B1:B7,1)",
            "MATCH(3,E1:E7,1)+0*COUNT(D1:D2)",
            'MAX(C5,CHOOSE(1+(B5<=10),1,"x"),N(D1))',
            "INDEX(_xlfn._xlws.SORT(A1:A7),1)",
            'VALUE("12-"&D3)',
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
        book.active["G1"] = "=LARGE(B1:B7,1.5)+N(D1)"
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

    def test_this_moment_is_one_to_both(self, book: openpyxl.Workbook, tmp_path: Path) -> None:
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
        assert list(listed) == ["G3"]
        assert listed["G3"].startswith(DIFFER)
        assert values(path, "Games", "G1:G2") == [1, "few"]

    def test_looking_into_an_array_of_ours(self, book: openpyxl.Workbook, tmp_path: Path) -> None:
        """One calculator alone finds nothing in an array that is filled in after it was looked at."""
        list_ = book.create_sheet("List")
        for row in range(1, 102):
            list_.cell(row, 3).value = f"N{row}"
        list_["A1"] = ArrayFormula("A1:A101", "=DIP_ECHO(IF(1,C1:C101))")
        for row in range(1, 21):
            book.active.cell(row, 8).value = f"N{row + 1}"
            book.active.cell(row, 7).value = f"=MATCH(H{row},List!$A$2:$A$101,0)"
        path, listed = judged(book, tmp_path)
        found = values(path, "Games", "G1:G20")
        right = list(range(1, 21))
        assert [f if f is not None else n for f, n in zip(found, right, strict=True)] == right
        assert all(why.startswith(DIFFER) for why in listed.values())
