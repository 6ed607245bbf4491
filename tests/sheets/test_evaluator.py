"""The values of formulas: Excel's value, or none if it is not certain."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import openpyxl
import pytest
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from tests.sheets.books import FUNCTIONS, board, part_of, parts, rebuild, saved, values, with_part, xml_of
from xl_dipscore.sheets.calculate import office as office_module
from xl_dipscore.sheets.calculate.block import Block
from xl_dipscore.sheets.calculate.criteria import NOTHING
from xl_dipscore.sheets.calculate.functions.registry import FUNCTIONS as FUNCTIONS_OF_EXCEL
from xl_dipscore.sheets.calculate.functions.registry import SPECIAL
from xl_dipscore.sheets.calculate.kinds import Why
from xl_dipscore.sheets.calculate.recalc import Plain, recalculate
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.sheets.xlsx.package import Package

NAMES = ("Émile", "Eva", "Olaf", "Zoë", "Ann-Lou", "Annie", "O'Neil")
ODD = ("~t", "TRUE", "x", "pts", 7, 2, 9)
CENTRES = (12, 12, 5, 3, 2, 0, 0)
SHARE_3 = "0.147058823529412"
"""5 / 34 with 15 digits."""
UNSURE = object()
"""A formula that has no value, for any reason."""


@pytest.fixture
def sheet() -> Worksheet:
    """Seven players in A, centres in B, scores in C of joint leaders; odd texts in D and numbers in E."""
    book = openpyxl.Workbook()
    sheet: Worksheet = book.active
    sheet.title = "Games"
    board(sheet, 1, CENTRES)
    for column, cells in (
        ("A", NAMES),
        ("D", ("~t", "TRUE", "x", "pts", 7, 2, 9)),
        ("E", (1, 1, 3, 5, 1, 2, 3)),
    ):
        for row, value in enumerate(cells, 1):
            sheet[f"{column}{row}"] = value
            sheet[f"{column}{row}"].data_type = "s" if isinstance(value, str) else "n"
    sheet["L1"] = "~"
    sheet["E10"], sheet["E12"], sheet["E13"], sheet["E14"] = "#N/A", "#N/A", "#DIV/0!", 1
    return sheet


def computed(sheet: Worksheet, folder: Path, engine: str = "python") -> tuple[Path, dict[str, str]]:
    """The rebuilt workbook, and the reasons of the listed cells."""
    path = saved(sheet.parent, folder)
    report = rebuild(path, functions=FUNCTIONS, engine=engine)  # type: ignore[arg-type]
    return path, {cell.ref: cell.reason for cell in report.not_computed}


ORDERS = [
    ("SUMPRODUCT(($C$1:$C$7=C1)*($A$1:$A$7<A1))", Why.ORDER),
    ('COUNTIF(A1:A7,"<Eva")', Why.ORDER),
    ('"Émile"<"Eva"', Why.ORDER),
    ("INDEX(_xlfn._xlws.SORT(A1:A7),1)", Why.ORDER),
    ('ISODD(COUNTIF(A1:A7,"<O\'Neil"))', Why.HYPHENS),
    ('ISODD(COUNTIF(B1:B7,"<3"))', True),
    ('IF(SUMPRODUCT(--(A1:A7<"O\'Neil"))>2,1,0)', 1),
    ("ROUND(SUMPRODUCT(--(B1:B7<3))/7,0)", 0),
    ("LEN(INDEX(_xlfn._xlws.SORT(B1:B7),4))", 1),
    ('"Ann"<"Eva"', True),
    ('"Ærø"<"Ann"', Why.ORDER),
    ('SUMPRODUCT(--({"Aa-Z","Åb"}<"Aab"))', UNSURE),
    ('INDEX(_xlfn._xlws.SORT({"ann";"Ann";"Bob"}),1)', "ann"),
    ('INDEX(_xlfn._xlws.SORT({"Ann";"ann";"Bob"}),1)', Why.ORDER),
    ('INDEX(_xlfn._xlws.SORT({"Ann";"ann";"Bob"}),3)', "Bob"),
    ('COUNTIF(A2:A3,"<Eva")', 0),
    ('IF(A5<"B",1,0)', 1),
    ("SUMIF(A1:A7,A1,B1:B7)", 12),
    ("SUMPRODUCT((A1:A7=A4)*B1:B7)", 3),
    ('COUNTIF(A1:A7,"E*")', 1),
]
LOOKUPS = [
    ('_xlfn.XLOOKUP(10,B1:B7,A1:A7,"none",-1)', "Olaf"),
    ('_xlfn.XLOOKUP(4,B1:B7,A1:A7,"none",1)', "Olaf"),
    ('COUNTIF(C$1:C$7,">"&C1)+1', 1),
    ('COUNTIF(L1,"~~")', UNSURE),
    ('COUNTIF(D1:D7,"~~t")', 1),
    ("MATCH(D1,A1:A7,0)", UNSURE),
    ("COUNTIF(D1:D7,TRUE)", UNSURE),
    ('COUNTIF(A1:A7,"a~*")', 0),
    ("COUNTIF(E1:E7,TRUE)", 0),
    ("MATCH(3,B1:B7,1)", Why.UNSORTED),
    ("LOOKUP(3,B1:B7,A1:A7)", Why.UNSORTED),
    ("VLOOKUP(3,B1:C7,2)", Why.UNSORTED),
    ("MATCH(2,D5:D7,E5)", Why.UNSORTED),
    ("MATCH(3,B1:B7,-1)", 4),
    ("MATCH(4,E2:E4)", 2),
    ("VLOOKUP(4,E2:E4,1)", 3),
    ('VLOOKUP("May",{"May",4},2,FALSE)*2', 8),
    ('VLOOKUP(7,{0,"low";5,"mid";40,"high"},2)', "mid"),
    ('LOOKUP(7,{0,5,10},{"c","b","a"})', "b"),
    ('COUNTIF(E1:E14,"#N/A")', 2),
    ("COUNTIF(E1:E14,E13)", 1),
    ('COUNTIF(E1:E14,">#N/A")', Why.LOOKS_FOR_ERRORS),
    ('COUNTIF(D1:D7,"<2024-05-01")', 3),
    ('COUNTIF(E1:E7,">")', 0),
    ('COUNTIF(B:B,">2")', 4),
    ('COUNTIF(B1:B7,"<>5")', 6),
    ("SUMPRODUCT((B:B>3)*1)", 3),
    ("SUMPRODUCT((B1:B3>3)*1)", 3),
    ("IF(B1:B3>3,1,0)", Why.WHOLE),
    ("SUMPRODUCT(IF(B1:B7>0,B1:B7))", Why.WHOLE),
    ('MATCH("x",B1:B7)', Why.UNSORTED),
    ("SUM(_xlfn.XLOOKUP(B1,B1:B7,D1:D7),B1)", 12),
    ("SUMIF(A1:A7,E9,B1:B7)", 0),
    ("INDEX(B1:B7,0)+1", Why.WHOLE),
    ("IF(B1=0,7,INDEX(B1:B7,B6)+1)", Why.WHOLE),
    ("IF(B6=0,7,INDEX(B1:B7,B6)+1)", 7),
    ("SUM(INDEX(B1:B7,0))", 34),
    ("SUMPRODUCT(B1:B7*ROW(A1:A7))", 12 + 24 + 15 + 12 + 10),
    ("INDEX(_xlfn._xlws.SORT(E12:E14),1)", UNSURE),
    ("INDEX(_xlfn._xlws.SORT(E3:E7),1)", 1),
    ("INDEX(_xlfn._xlws.SORT(E13:E14),1)", 1),
    ("INDEX(_xlfn._xlws.SORT(E13:E14,,-1),2)", 1),
    ("SUM(_xlfn.TAKE(E1:E7,3))", 1 + 1 + 3),
    ("SUM(_xlfn.DROP(E1:E7,4))", 1 + 2 + 3),
    ("SUM(_xlfn.HSTACK(E1:E2,E3:E4))", 1 + 1 + 3 + 5),
    ("SUM(_xlfn.VSTACK(E1:E2,E4))", 1 + 1 + 5),
    ("SUM(_xlfn.CHOOSECOLS(D1:E7,2))", 16),
    ("SUM(_xlfn.CHOOSEROWS(E1:E7,3,4))", 3 + 5),
    ("SUM(_xlfn.TOCOL(E1:E3))", 1 + 1 + 3),
    ("SUM(_xlfn.TOROW(E1:E3))", 1 + 1 + 3),
    ("_xlfn.AGGREGATE(14,6,E1:E10,1)", 5),
]
MANY = [
    *((f'{name}(C5,IF(B5>10,1,"x"))', "#VALUE!") for name in ("MAX", "AVERAGE", "MEDIAN", "PRODUCT", "VAR")),
    ("SUM(IF(B1>5,B2,B3),B1)", 24),
    ("SUM(IF(B1>5,D3,B2),B1)", 12),
    ("SUM(IFERROR(D3,0),B1)", UNSURE),
    ("COUNT(B1:B7,B1)", 8),
    ("COUNT(B1:B7,1/B6)", 7),
    ("COUNTA(IFERROR(A9,1))", UNSURE),
    ("LARGE(B1:B7,1.5)", 12),
    ("LARGE(B1:B7,3.5)", 3),
    ("SMALL(B1:B7,4.9)", 3),
    ("LARGE(B1:B7,0.5)", "#NUM!"),
    ("LARGE(B1:B7,E1+1)", 12),
    ("RANK(B3,B1:B7,D3)", "#VALUE!"),
    ("RANK(B3,B1:B7,E1)", 5),
    ("_xlfn.RANK.AVG(B1,B1:B7)", 1.5),
    ("RANK(0.3,{0.3})", UNSURE),
    ("MODE(E1:E7)", 1),
    ("MODE({2,1,2,1})", UNSURE),
    ("STDEV(1E+200,1)", UNSURE),
    ("IF(MODE({2,1,2,1})>0,1,0)", 1),
    ("GEOMEAN(E1:E3)", 3 ** (1 / 3)),
    ("HARMEAN(E1:E3)", 3 / (1 + 1 + 1 / 3)),
    ("PERCENTRANK(B1:B7,B3)", 0.666),
    ("_xlfn.QUARTILE.INC(B1:B7,1)", 1),
    ("PERCENTILE(B1:B7,0.9)", 12),
    ("CORREL(B1:B7,C1:C7)", 1.0),
    ("SLOPE(B1:B7,C1:C7)", 34.0),
    ("INTERCEPT(B1:B7,C1:C7)", 0.0),
    ("RSQ(B1:B7,C1:C7)", 1.0),
]
ROUNDS = [
    ("ROUND(1.005,2)", 1.01),
    ("ROUND(-2.5,0)", -3),
    ("TRUNC(-1.99,1)", -1.9),
    ("INT(0.1*3*10)", 3),
    ("MOD(B3,0.1)", Why.DIGITS),
    ("MOD(-7,3)", 2),
    ("MOD(7.5,2)", 1.5),
    ("CEILING(B3,B1-B2)", 0),
    ("CEILING(B3,(2))", 6),
    ("FLOOR(0.3,0.1)", 0.3),
    ("FLOOR(10,-1)", "#NUM!"),
    ("FLOOR(-7.9,-1)", -7),
    ("MROUND(B3,E9)", UNSURE),
    ("MROUND(B3,2)", 6),
    ("_xlfn.CEILING.MATH(-4.3,1,1)", -5),
    ("_xlfn.FLOOR.MATH(-4.3)", -5),
    ("COMBIN(7,3)", 35),
    ("0^0", "#NUM!"),
    ("DEGREES(PI())", 180),
    ("RADIANS(180)", math.pi),
]
TEXTS = [
    ('COUNTA(_xlfn.UNIQUE({"Straße";"Strasse"}))', Why.ORDER),
    ('COUNTA(_xlfn.UNIQUE({"Müller";"Muller";"MULLER"}))', 2),
    ('CONCATENATE("x ",C3)', f"x {SHARE_3}"),
    ("LEN(C3)", len(SHARE_3)),
    ("LEFT(C3,20)", SHARE_3),
    ("UPPER(C3)", SHARE_3),
    ('PROPER("1st"&LEFT(A2))', "1Ste"),
    ('PROPER("no 1 "&A2)', "No 1 Eva"),
    ('UPPER("ß")', UNSURE),
    ('SUBSTITUTE("a-b-c","-","+",2)', "a-b+c"),
    ('SEARCH("?O",A3&A5)', 9),
    ('_xlfn.TEXTJOIN(", ",TRUE,A1:A3)', "Émile, Eva, Olaf"),
    ("_xlfn.CONCAT(A2:A3)", "EvaOlaf"),
    ('_xlfn.TEXTBEFORE(A5,"-")', "Ann"),
    ('_xlfn.TEXTAFTER(A5,"-")', "Lou"),
    ("_xlfn.UNICHAR(65)", "A"),
    ('_xlfn.UNICODE("A")', 65),
    ("TYPE(A1)", 2),
    ("_xlfn.XOR(B1>1,B6>1)", True),
    ('VALUE("12 "&D4)', Why.READ),
    ('IFERROR("May "&1900-0,1)', "May 1900"),
    ('IFERROR(("May "&1900)-0,1)', Why.READ),
    ("VALUE(E9)", 0),
    ('VALUE("1"&E1)', 11),
    ('VALUE("50%")', 0.5),
    ('VALUE("2024-05-01")', 45413),
    ('CODE("€")', UNSURE),
]
FORMATS = [
    ('TEXT(C3*100,"?0.0")', "14.7"),
    ('TEXT(C3*100,"0.0_)")', "14.7 "),
    ('TEXT(C3*100,"[>=40]0.0;0")', "15"),
    ('TEXT(C3,"0E+0")', "1E-1"),
    ('TEXT(1234567.891,"#,##0.0,")', "1,234.6"),
    ('TEXT(5,"000,000")', "000,005"),
    ('TEXT(0.5,"#.##")', ".5"),
    ('TEXT(-0.5,"+0.0;-0.0;0")', "-0.5"),
    ('TEXT(-2.5,"General")', "-2.5"),
    ('TEXT(-0.001,"0.00")', UNSURE),
    ('TEXT(1.005,"0.00")', "1.01"),
    ('TEXT(1.005-2^-52,"0.00")', Why.DIGITS),
    ('TEXT(B3/2,"# ?/?")', Why.FORMAT),
    ('TEXT(45366.5625,"yyyy-mm-dd h:mm AM/PM")', "2024-03-15 1:30 PM"),
    ('TEXT(1.5,"[h]:mm")', "36:00"),
    ('TEXT(45366,"dddd d mmmm")', "Friday 15 March"),
    ('TEXT("abc","0.0")', "abc"),
    ('TEXT(REPT("abc",99),"0.0")', UNSURE),
    ('TEXT(TRUE,"0")', "TRUE"),
    ("FIXED(1234.567,1)", "1,234.6"),
    ("FIXED(1.005,2)", Why.DIGITS),
]
DATES = [
    ("DATE(1900,2,29)", 60),
    ("DATE(26,4,23)", 9610),
    ("DATE(2026,0,15)", 46006),
    ("DAY(60)*100+MONTH(60)", 2902),
    ("WEEKDAY(1)", 1),
    ("EDATE(59,1)", Why.EARLY),
    ("EOMONTH(45366,-1)", 45351),
    ("_xlfn.DAYS(46000,45000)", 1000),
    ("WEEKNUM(46000)", 50),
    ("_xlfn.ISOWEEKNUM(46000)", 50),
    ("HOUR(TIME(13,45,30))", 13),
    ("MINUTE(45366.9999999)", UNSURE),
    ('TIMEVALUE("1:30 PM")', 0.5625),
    ('DATEVALUE("3-2-2024")', Why.READ),
    ("YEAR(-1)", "#NUM!"),
]
MEAN = sum(CENTRES) / 7
CLUBS = [
    ("AVEDEV(B1:B7)", sum(abs(count - MEAN) for count in CENTRES) / 7),
    ("DEVSQ(B1:B7)", sum((count - MEAN) ** 2 for count in CENTRES)),
    ("AVEDEV(L1)", "#NUM!"),
    ("TRIMMEAN(B1:B7,0.3)", (12 + 5 + 3 + 2 + 0) / 5),
    ("TRIMMEAN(B1:B7,0.28)", sum(CENTRES) / 7),
    ("TRIMMEAN(B1:B7,1)", "#NUM!"),
    ("TRIMMEAN(E1:E14,0.1)", "#N/A"),
    ("STANDARDIZE(B1,B3,2)", (12 - 5) / 2),
    ("STANDARDIZE(B1,B3,0)", "#NUM!"),
    ("FORECAST(3,{2,4},{1,2})", 6),
    ("_xlfn.FORECAST.LINEAR(B4,B1:B3,E3:E5)", (12 + 12 + 5) / 3),
    ("FORECAST(3,B1:B5,E1:E4)", "#N/A"),
    ("FORECAST(3,{1,2},{4,4})", "#DIV/0!"),
    ("AVERAGEA(A1:B2)", (0 + 12 + 0 + 12) / 4),
    ("AVERAGEA(B1:B2,TRUE)", (12 + 12 + 1) / 3),
    ('AVERAGEA(B1,"x")', "#VALUE!"),
    ("AVERAGEA(M1:M3)", "#DIV/0!"),
    ("AVERAGEA({1,TRUE})", UNSURE),
    ("MAXA(A1:A3)", 0),
    ("MINA(B1:B4)", 3),
    ("SUM(FREQUENCY(B1:B7,{2,5}))", 7),
    ("INDEX(FREQUENCY(B1:B7,{2,5}),1)", 3),
    ("INDEX(FREQUENCY(B1:B7,{2,5}),2)", 2),
    ("INDEX(FREQUENCY(B1:B7,{2,5}),3)", 2),
    ("SUM(FREQUENCY(D1:D7,B5))", 3),
    ("INDEX(FREQUENCY(B1:B7,B5:B7),1)", UNSURE),
    ('DATEDIF(45322,45351,"m")', 0),
    ('DATEDIF(45322,45352,"m")', 1),
    ('DATEDIF(45000,46500,"Y")', 4),
    ('DATEDIF(45000,46500,"ym")', 1),
    ('DATEDIF(45000,46500,"d")', 1500),
    ('DATEDIF(45000,46500,"md")', UNSURE),
    ('DATEDIF(46500,45000,"d")', "#NUM!"),
    ('DATEDIF(45000,46500,"w")', "#NUM!"),
    ("NETWORKDAYS(45366,45369)", 2),
    ("NETWORKDAYS(45369,45366)", -2),
    ("NETWORKDAYS(45366,45369,45369)", 1),
    ("NETWORKDAYS(45367,45368)", 0),
    ("NETWORKDAYS(TRUE,45369)", "#VALUE!"),
    ("NETWORKDAYS(45366,45369,A1)", UNSURE),
    ("NETWORKDAYS(45366.9,45369.1)", 2),
    ("WORKDAY(45366,1)", 45369),
    ("WORKDAY(45366,1,45369)", 45370),
    ("WORKDAY(45367,-1)", 45366),
    ("WORKDAY(45367,0)", 45367),
    ("WORKDAY(45366,1.9)", 45369),
    ("DAYS360(45321,45382)", 60),
    ("DAYS360(45306,45382)", 60 + 31 - 15),
    ("DAYS360(45306,45382,TRUE)", 60 + 30 - 15),
    ("DAYS360(45306,45351)", UNSURE),
    ("PERMUT(7,2)", 7 * 6),
    ("PERMUT(2,3)", "#NUM!"),
    ("PERMUT(0,0)", UNSURE),
    ("PERMUT(7.9,2.9)", 7 * 6),
    ("GCD(B1,18)", 6),
    ("GCD(B1:B7)", 1),
    ("GCD(M1:M3)", 0),
    ("GCD(M1,4)", "#VALUE!"),
    ('GCD("x",4)', "#VALUE!"),
    ("GCD(-4,2)", "#NUM!"),
    ("LCM(4,6)", 12),
    ("LCM(B1:B7)", 0),
    ("LCM(M1:M3)", 0),
    ("SUM(MMULT({1,2;3,4},{5;6}))", (5 + 2 * 6) + (3 * 5 + 4 * 6)),
    ("SUM(MMULT(A1:B1,B1:B2))", "#VALUE!"),
    ("SUM(MMULT({1,2},{3,4}))", "#VALUE!"),
    ("PMT(0.01,12,1000)", -1000 * 0.01 * 1.01**12 / (1.01**12 - 1)),
    ("PMT(0.01,12,1000,50,1)", -0.01 * (1000 * 1.01**12 + 50) / (1.01 * (1.01**12 - 1))),
    ("PMT(0,4,100)", -25),
    ("PMT(0.1,0,5)", "#NUM!"),
]
"""Functions for sheets of clubs: spreads, working days, fees. M1:M3 are blank."""
CASES = [*ORDERS, *LOOKUPS, *MANY, *ROUNDS, *TEXTS, *FORMATS, *DATES, *CLUBS]


def test_a_value_is_what_excel_gives_or_is_not_stored(sheet: Worksheet, tmp_path: Path) -> None:
    for row, (formula, _) in enumerate(CASES, 1):
        sheet[f"G{row}"] = f"={formula}"
    path, listed = computed(sheet, tmp_path)
    shown = values(path, "Games", f"G1:G{len(CASES)}")
    wrong = []
    for row, ((formula, right), found) in enumerate(zip(CASES, shown, strict=True), 1):
        why = listed.get(f"G{row}")
        if right is UNSURE or (isinstance(right, str) and right.startswith("it ")):
            fine = found is None and (why == right or (right is UNSURE and why is not None))
        elif isinstance(right, float) and isinstance(found, int | float):
            fine = math.isclose(found, right, rel_tol=1e-12, abs_tol=1e-12)
        else:
            fine = why is None and found == right and isinstance(found, bool) == isinstance(right, bool)
        if not fine:
            wrong.append(f"{formula}: {found!r} ({why}), Excel {right!r}")
    assert not wrong, "\n".join(wrong)


def test_what_depends_on_it_is_listed_too(sheet: Worksheet, tmp_path: Path) -> None:
    sheet["G1"], sheet["G2"], sheet["G3"] = "=MATCH(3,B1:B7,1)+C1*0", "=G1+1", "=B1+1+C1*0"
    path, listed = computed(sheet, tmp_path)
    assert listed == {"G1": Why.UNSORTED, "G2": Why.DEPENDS}
    assert values(path, "Games", "G1:G3") == [None, None, 13]


SHEETS = """a sheet of more than thirty-one characters|[1]Games|a[b]|round: 1|their'|'quoted'|a!b|a/b|what?*|
比赛|🏆|A1|TRUE|=1|\u200b|'[x]y'|"x"|#REF!""".replace("\n", "").split("|")


def test_sheets_may_have_any_name(sheet: Worksheet, tmp_path: Path) -> None:
    names = {f"N{place}": name for place, name in enumerate(SHEETS)}
    for plain in names:
        here = sheet.parent.create_sheet(plain)
        here["A1"], here["A2"], here["B1"] = "Ann", "=B1+1", 7
        sheet.parent.create_sheet(f"Beside {plain}")["A1"] = f"={plain}!A1&\" '{plain}'!\"&SUM({plain}!A2:B2)"
    path = saved(sheet.parent, tmp_path)
    for plain, name in names.items():
        quoted = "'" + name.replace("'", "''") + "'!"
        with_part(
            path,
            part_of(path, f"Beside {plain}"),
            lambda xml, p=plain, q=quoted: xml.replace(f"{p}!", escape(q)),
        )
        with_part(
            path,
            "xl/workbook.xml",
            lambda xml, p=plain, n=name: xml.replace(f'name="{p}"', f"name={quoteattr(n)}"),
        )
    assert rebuild(path, functions=FUNCTIONS, engine="python").not_computed == ()
    package = Package.read(path)
    assert [package.value(f"Beside {plain}", "A1") for plain in names] == [
        f"Ann '{plain}'!8" for plain in names
    ]


ODD_CELLS = {
    "<v>1e999</v>": "#NUM!",
    "<v>-1e999</v>": "#NUM!",
    "<v>NaN</v>": "#NUM!",
    f"<v>{'9' * 5_000}</v>": "#NUM!",
    f"<v>{'9' * 20}</v>": 1e20,
    "<v>5e-324</v>": 1,
    "<v>-18261</v>": -18260,
    "<is><t>_xD83C__xDFC6_</t></is>": 1,
    "<is><t>_xD83C_</t></is>": 1,
    "<is><t>_x0000__x001F__xFFFE_</t></is>": 1,
    f"<is><t>{'x' * 32_769}</t></is>": 1,
}


def test_cells_may_have_any_value(sheet: Worksheet, tmp_path: Path) -> None:
    """One odd cell does not keep the others from being computed, and stays as it is."""
    for row in range(1, len(ODD_CELLS) + 1):
        sheet[f"J{row}"], sheet[f"G{row}"], sheet[f"H{row}"] = "odd", f"=SUM(C1:C7,J{row})", "=SUM(C1:C7)"
    path = saved(sheet.parent, tmp_path)
    part = part_of(path, "Games")
    written = []
    for row, xml in enumerate(ODD_CELLS, 1):
        kind = ' t="inlineStr"' if xml.startswith("<is>") else ""
        written.append(f'<c r="J{row}"{kind}>{xml}</c>')
        old = xml_of(path, f"J{row}", part)
        with_part(path, part, lambda text, old=old, new=written[-1]: text.replace(old, new))
    assert rebuild(path, functions=FUNCTIONS, engine="python").not_computed == ()
    package = Package.read(path)
    assert [package.value("Games", f"G{row}") for row in range(1, len(ODD_CELLS) + 1)] == [
        *ODD_CELLS.values()
    ]
    assert {package.value("Games", f"H{row}") for row in range(1, len(ODD_CELLS) + 1)} == {1}
    assert all(one in parts(path)[part].decode() for one in written)


@pytest.mark.parametrize(
    ("formula", "asked"),
    [
        ('COUNTIF(L1:L2,"~~")', True),
        ("MATCH(3,B1:B7,1)", False),
        ('VALUE("3-2-2024")', False),
        ("EDATE(50,1)", False),
        ("INDEX(_xlfn._xlws.SORT(A5:A7),1)", False),
        ('COUNTIF(L1:L2,"~~")+COUNT(K1)', False),
    ],
)
@pytest.mark.parametrize("engine", ["auto", "libreoffice"])
def test_libreoffice_decides_where_it_does_as_excel(
    sheet: Worksheet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, formula: str, asked: bool, engine: str
) -> None:
    """And everywhere where the director chose it; TRUE in cells is a number to it."""
    sheet["G1"], sheet["K1"] = f"={formula}", True

    def office(package: Package, ours: Sequence[Area], areas: Sequence[Area]) -> list[Block]:
        return [[[7.0]] for _ in areas]

    monkeypatch.setattr(office_module, "installed_office", lambda: office)
    path, listed = computed(sheet, tmp_path, engine)
    decided = asked or engine == "libreoffice"
    assert values(path, "Games", "G1") == [7 if decided else None]
    assert list(listed) == ([] if decided else ["G1"])


@pytest.mark.parametrize("formula", ['CELL("filename")&C1', 'INFO("system")&C1', "DOLLAR(C1)"])
@pytest.mark.parametrize("engine", ["python", "auto", "libreoffice"])
def test_nothing_of_this_computer_is_stored(
    sheet: Worksheet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, formula: str, engine: str
) -> None:
    sheet["G1"], sheet["G2"] = f"={formula}", "=LEN(G1)"
    monkeypatch.setattr(
        office_module, "installed_office", lambda: lambda _, __, areas: [[["LINUX"]]] * len(areas)
    )
    path, listed = computed(sheet, tmp_path, engine)
    assert [*listed] == ["G1", "G2"]
    assert values(path, "Games", "G1:G2") == [None, None]


def test_days_since_1904(sheet: Worksheet, tmp_path: Path) -> None:
    sheet.parent.epoch = CALENDAR_MAC_1904
    formulas = (
        'TEXT(0+C7,"yyyy ddd")',
        "YEAR(TODAY())>2020",
        "DATE(1904,1,2)",
        "DATE(1900,1,1)",
        "INT(NOW())=TODAY()",
    )
    for row, formula in enumerate(formulas, 1):
        sheet[f"G{row}"] = f"={formula}"
    path, listed = computed(sheet, tmp_path)
    assert list(listed) == ["G4"]
    assert values(path, "Games", "G1:G5") == ["1904 Fri", True, 1, None, True]


def test_arrays_fill_their_cells(sheet: Worksheet, tmp_path: Path) -> None:
    sheet["G1"] = ArrayFormula("G1:G7", "=C1:C7*34")
    sheet["H1"] = ArrayFormula("H1:H3", "=TRANSPOSE(B1:D1)")
    sheet["I1"] = '=ROUND(SUM(DIP_SCORE("SHARE",B1:B7)),2)'
    sheet["I2"] = '=IF(B1>50,SUM(DIP_SCORE("SHARE",B1:B7)),"few")'
    sheet["I3"] = '=MAX(INDEX(SHARE_SCORE(B1:B7),1),CHOOSE(1+(B5<=10),1,"x"))'
    path, listed = computed(sheet, tmp_path)
    assert listed == {}
    assert values(path, "Games", "G1:G7") == pytest.approx([*CENTRES])
    assert values(path, "Games", "H1:H3") == [12, 12 / 34, "~t"]
    assert values(path, "Games", "I1:I3") == [1, "few", "#VALUE!"]


def test_looking_into_an_array_of_ours(sheet: Worksheet, tmp_path: Path) -> None:
    names = sheet.parent.create_sheet("List")
    for row in range(1, 102):
        names[f"C{row}"] = f"N{row}"
    names["A1"] = ArrayFormula("A1:A101", "=DIP_ECHO(IF(1,C1:C101))")
    for row in range(1, 21):
        sheet[f"H{row}"], sheet[f"G{row}"] = f"N{row + 1}", f"=MATCH(H{row},List!$A$2:$A$101,0)"
    path, listed = computed(sheet, tmp_path)
    assert listed == {}
    assert values(path, "Games", "G1:G20") == [*range(1, 21)]


def test_hostile_texts(sheet: Worksheet, tmp_path: Path) -> None:
    texts = ("a~b", "a\tb", "line\nbreak", "<&>\"'", " both ", "=1+1")
    for row, text in enumerate(texts, 1):
        sheet[f"D{row}"].value, sheet[f"D{row}"].data_type = text, "s"
        sheet[f"G{row}"], sheet[f"H{row}"] = f'=D{row}&IF(C{row}>=0,"",1)', f"=LEN(D{row})"
    path, listed = computed(sheet, tmp_path)
    assert listed == {}
    package = Package.read(path)
    shown = [(package.value("Games", f"G{row}"), package.value("Games", f"H{row}")) for row in range(1, 7)]
    assert shown == [(text, len(text)) for text in texts]


ANYTHING = """1|0|-1|2.5|1E300|-1E300|5E-324|60|2958466|123456789012345678|TRUE|"x"|""|"1E400"|"2024-05-01"|
"0000-01-01"|"²"|"ß"|"🏆"|#N/A|A1|A9|D1:D9|A1:E14|{1,2;3,4}|{"a","b"}||1/3|9^99|"yyyy hh:mm"|"0.0E+0"|
"#,##0,,"|"@"|"*"|"~"|1E9|-1E9
""".replace("\n", "").split("|")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_no_function_breaks_down(sheet: Worksheet, tmp_path: Path, seed: int) -> None:
    """Any formula has a value, an error value, or a reason not to be computed."""
    dice, last = random.Random(seed), "1"
    names = [*FUNCTIONS_OF_EXCEL, *SPECIAL] * 8
    for row, name in enumerate(names, 1):
        spec = FUNCTIONS_OF_EXCEL.get(name)
        least, most = (spec.least, min(spec.most, spec.least + 2)) if spec else (1, 5)
        given = [dice.choice([*ANYTHING, last, last]) for _ in range(dice.randint(least, most))]
        last = f"{name}({','.join(given)})" if len(last) < 200 else "1"
        sheet[f"G{row}"] = f"={last}"
    path, listed = computed(sheet, tmp_path)
    shown = values(path, "Games", f"G1:G{len(names)}")
    assert {shown[int(cell[1:]) - 1] for cell in listed} == {None}
    assert len(listed) < len(names) * 0.6


def test_only_the_order_of_names_is_any_in_a_plain_workbook(sheet: Worksheet, tmp_path: Path) -> None:
    """One that may come out either way for another reason is listed."""
    formulas = ('=COUNTIF(A1:A7,"<O\'Neil")', '=COUNTIF(A1:A7,">"&A9)', "=COUNT(A1:A7)")
    for row, formula in enumerate(formulas, 1):
        sheet[f"G{row}"] = formula
    package = Package.read(saved(sheet.parent, tmp_path))
    plain = Plain(frozenset({"COUNTIF", "COUNT"}), dict)
    done = recalculate(package, FUNCTIONS, plain=plain)
    assert [(one.ref, one.reason) for one in done.not_computed] == [("G2", NOTHING)]
    assert package.value("Games", "G1") == 5
