"""Formula by formula against LibreOffice: both must compute the same values.

Each formula is tried three times: over single cells, over ranges in a plain formula, and over ranges in an
array formula. Whatever the calculator computes must be what LibreOffice computes; it may refuse.
"""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.formula import ArrayFormula

from tests.sheets.books import rebuild, saved
from xl_dipscore.errors import ERRORS
from xl_dipscore.sheets.calculate.block import Failure
from xl_dipscore.sheets.calculate.office import installed_office
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.sheets.xlsx.package import Package

pytestmark = [
    pytest.mark.calc,
    pytest.mark.skipif(installed_office() is None, reason="LibreOffice is not installed here"),
]

DATA = [
    # whole numbers, fractions, text, text that repeats, yes or no, dates, mixed
    (3, 1.25, "Austria", "u", True, 45000, 7),
    (1, 2.5, "England", "x", False, 45031, "seven"),
    (4, -3.75, "France", "u", True, 45366, None),
    (1, 10.125, "Germany", "y", True, 45731, "4"),
    (5, 0.1, "Italy", "u", False, 46096, 2.5),
    (9, 100.5, "Russia", "x", False, 46461, 18),
    (2, 6.125, "Turkey", "z", True, 46827, -1),
]
"""Halves are exact in binary: rounding them is the same everywhere."""

COLUMNS = dict(zip("nftubdm", "ABCDEFG", strict=True))
"""`{n}` is the column of whole numbers, `{f}` of fractions, and so on; `{N}` is always the whole column."""

FORMULAS = [
    "ABS({f})", "SIGN({f})", "SQRT({n})", "INT({f})", "EXP({n})", "LN({n})", "LOG({n},2)", "LOG10({n})",
    "EVEN({f})", "ODD({f})", "FACT({n})", "ROUND({f},1)", "ROUNDUP({f},1)", "ROUNDDOWN({f},1)",
    "TRUNC({f})", "MOD({n},3)", "POWER({n},2)", "{n}^2", "-{n}^2", "CEILING({n},2)", "FLOOR({n},2)",
    "MROUND({n},2)", "QUOTIENT({n},2)", "N({m})", "T({m})", "ISNUMBER({m})", "ISTEXT({m})", "ISBLANK({m})",
    "ISERROR(1/{m})", "ISERR(1/{m})", "ISNA({m})", "ISLOGICAL({m})", "ISEVEN({n})", "ISODD({n})",
    "ISNONTEXT({m})", "NOT({b})", 'TEXT({f},"0.0")', 'TEXT({d},"yyyy-mm-dd")', "FIXED({f},1)", "LEN({t})",
    "LEFT({t},2)", "RIGHT({t},2)", "MID({t},2,2)", 'VALUE("1"&{n})', "REPT({u},3)", "CHAR(64+{n})",
    "CODE({t})", "DATE(2020+{n},{n},{n})", "YEAR({d})", "MONTH({d})", "DAY({d})", "WEEKDAY({d},2)",
    "HOUR({d}+0.5)", "MINUTE({d}+0.51)", "SECOND({d}+0.25)", 'DATEVALUE("2026-01-0"&{n})',
    'TIMEVALUE("1"&{n}&":30")', "TIME({n},30,0)", "UPPER({t})", "LOWER({t})", "PROPER({t})",
    'TRIM("  "&{t}&" ")', "CLEAN({t})", 'SUBSTITUTE({t},"a","-")', 'REPLACE({t},1,2,"-")', 'FIND("a",{t})',
    'SEARCH("U*",{t})', 'EXACT({u},"u")', "CONCATENATE({t},{u})", "EDATE({d},{n})", "EOMONTH({d},{n})",
    "SIN({n})", "COS({n})", "TAN({n})", "ATAN({n})", "ATAN2({n},2)", "PI()*{n}", "TRUE()", "FALSE()",
    "IFNA({n},0)", "ROW({n})", "COLUMN({n})", "NA()", "1/{m}", 'IFS({n}>3,"a",TRUE,"b")',
    'SWITCH({n},1,"one",2,"two","-")', "ERROR.TYPE(1/({n}-1))", 'IF({n}>2,{f},"no")', "IF({b},1,0)",
    "IFERROR(1/({n}-1),0)", "IF({n}>2,{f})", "CHOOSE(2,{n},{f})", "SUM({n})", "SUM({n},{f})", "SUM({m})",
    "MAX({n})", "MIN({f})", "MAX({m})", "AVERAGE({f})", "AVERAGE({m})", "COUNT({m})", "COUNTA({m})",
    "MEDIAN({f})", "PRODUCT({n})", "SUMSQ({n})", "STDEV({N},{n})", "STDEV.S({N},{n})", "STDEVP({n})",
    "STDEV.P({n})", "VAR({N},{n})", "VAR.S({N},{n})", "VARP({n})", "VAR.P({n})", "AND({b})", "OR({b})",
    "SUMPRODUCT({n},{f})", "SUMPRODUCT({n}*{f})", "SUMPRODUCT(({N}=1)*{F})",
    'SUMPRODUCT(--ISNUMBER(SEARCH("u",{T})))', "SUMPRODUCT(--ISNUMBER({M}))", "SUMPRODUCT(ROUND({F},1))",
    "SUMPRODUCT(LEN({T}))", "SUMPRODUCT(1/COUNTIF({U},{U}))", 'SUMPRODUCT(({N}>1)*({U}="u")*{F})',
    "SUMPRODUCT(LARGE({N},ROW({N})))", "SUM(LARGE({N},{{1,2,3}}))", "SUM(SMALL({N},{{1;2}}))",
    "SUM({N}*{F})", "SUM(IF({N}>2,{F}))", 'MAX(IF({U}="u",{F}))', "SUM(ROUND({F},0))", "SUM(ABS({F}))",
    "SUM(LEN({T}))", 'COUNT(IF({U}="u",{N}))', "AVERAGE(IF({B},{F}))", "SUM(--({N}>{F}))",
    'SUM(COUNTIF({U},{{"u","x"}}))', "LARGE({N},2)", "SMALL({N},{n})", "PERCENTILE({N},0.5)",
    "PERCENTILE.INC({N},0.25)", "QUARTILE({N},1)", "RANK({n},{N})", "RANK({n},{N},1)", "RANK.EQ({n},{N})",
    "RANK.AVG({n},{N})", "MATCH({n},{N},0)", 'MATCH("R*",{T},0)', "MATCH(4,{D})", "INDEX({T},{n})",
    "INDEX({T},3)", "INDEX({N},0)", "SUM(INDEX({N},0))", "INDEX({N},MATCH({t},{T},0))",
    "VLOOKUP({n},data!$A$1:$C$7,3,FALSE)", "VLOOKUP({n},data!$A$1:$C$7,2,FALSE)",
    "HLOOKUP(3,data!$A$1:$C$7,2,FALSE)", "LOOKUP({d},{D},{N})", "COUNTIF({U},{u})", 'COUNTIF({N},">2")',
    'COUNTIF({T},"*u*")', 'COUNTIFS({U},{u},{N},">1")', "COUNTBLANK({M})", "SUMIF({U},{u},{N})",
    'SUMIF({N},">2")', 'SUMIFS({F},{U},"u")', "SUMIFS({F},{U},{u},{N},1)", "AVERAGEIF({U},{u},{F})",
    'AVERAGEIFS({F},{U},"u",{N},">1")', "MAXIFS({F},{U},{u})", "MINIFS({F},{U},{u})", "ROWS({N})",
    "COLUMNS({N})", "TRANSPOSE({N})", "SUM(OFFSET(data!$A$1,1,0,3,1))", "{n}&{t}", '{f}&""', '{n}/3&""',
    '{t}&"-"&{b}', "{n}={f}", '{t}="FRANCE"', '{t}>"G"', '{m}=""', "{m}>1", "{b}=TRUE", "{n}%", "{n}*10%",
    "0.1*3=0.3*{n}/{n}", "{d}-{n}", "-{f}", "+{f}", "--{b}", "{n}<>{N}", "SUM({n},{{1,2}})", "({n}+{f})*2",
    "AVEDEV({N})", "DEVSQ({N},{n})", "TRIMMEAN({N},0.4)", "STANDARDIZE({f},2,3)", "FORECAST({n},{F},{N})",
    "AVERAGEA({N},{f})", "AVERAGEA({M})", "MAXA({T})", "MINA({B})", 'DATEDIF({d},47000,"d")',
    'DATEDIF({d},47000,"m")', 'DATEDIF({d},47000,"y")', 'DATEDIF({d},47000,"ym")', "NETWORKDAYS({d},45400)",
    "NETWORKDAYS({d},{d}+30,{D})", "WORKDAY({d},{n})", "WORKDAY({d},-{n},{D})", "DAYS360({d},47000,TRUE)",
    "DAYS360({d},47000)", "PERMUT(9,{n})", "GCD({n},12)", "LCM({N})", "PMT(0.01,{n},100)",
    "PMT(0,{n},100,5,1)",
    "PMT(0.02,12,{f},7,1)", "SUM(FREQUENCY({N},{{2;4}}))", "INDEX(FREQUENCY({F},{{0;3;10}}),{n})",
    "SUM(MMULT({{1,2}},{{3;4}})*{n})", "SUM(MMULT(TRANSPOSE({N}),{F}))", "FREQUENCY({N},{{1;2;3;4;5;8}})",
    "{m}+1", '{m}&"!"', 'HYPERLINK("#data!A1",{t})', 'HYPERLINK("#data!A1",{n})', 'HYPERLINK("#"&{t})',
]  # fmt: skip

XLFN = {
    "IFNA",
    "IFS",
    "SWITCH",
    "MAXIFS",
    "MINIFS",
    "STDEV.S",
    "STDEV.P",
    "VAR.S",
    "VAR.P",
    "PERCENTILE.INC",
} | {
    "RANK.EQ",
    "RANK.AVG",
}
DIFFERENT = {
    '{t}&"-"&{b}': "LibreOffice joins TRUE as 1",
    "ERROR.TYPE(1/({n}-1))": "LibreOffice gives #N/A for each value of an array",
}
"""Formulas that LibreOffice computes differently from Excel."""


def written(formula: str, over: str) -> str:
    """The formula over one cell (the third), or over seven."""
    places = {letter.upper(): f"data!${column}$1:${column}$7" for letter, column in COLUMNS.items()}
    cells = "data!{0}3" if over == "cell" else "data!{0}1:{0}7"
    text = formula.format(**places, **{letter: cells.format(c) for letter, c in COLUMNS.items()})
    return re.sub(rf"(?<![A-Z.])({'|'.join(map(re.escape, sorted(XLFN)))})\(", r"_xlfn.\1(", text)


def made(folder: Path) -> Path:
    book = openpyxl.Workbook()
    book.active.title = "data"
    book.create_sheet("ours")["A1"] = "=DIP_VERSION()"  # without a formula of ours it is left alone
    for line in DATA:
        book.active.append(line)
    for over in ("cell", "range", "array"):
        sheet = book.create_sheet(over)
        for number, formula in enumerate(FORMULAS):
            text = "=" + written(formula, over)
            if over == "array":
                area = f"A{8 * number + 1}:A{8 * number + 7}"
                sheet[area.partition(":")[0]] = ArrayFormula(area, text)
            else:
                sheet[f"A{8 * number + 1}"] = text
    return saved(book, folder)


def same(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, bool) or isinstance(theirs, bool):
        return ours == theirs
    if isinstance(ours, int | float) and isinstance(theirs, int | float):
        return math.isclose(ours, theirs, rel_tol=1e-12, abs_tol=1e-12)
    return ours == theirs or (ours in ERRORS and theirs in ERRORS and ours != "#N/A" and theirs != "#N/A")


def test_what_is_computed_is_what_libreoffice_computes(tmp_path: Path) -> None:
    path = made(tmp_path)
    office = installed_office()
    assert office is not None
    areas = [
        Area(over, 8 * number + 1, 1, 8 * number + (7 if over == "array" else 1), 1)
        for over in ("cell", "range", "array")
        for number in range(len(FORMULAS))
    ]
    answers = dict(zip(areas, office(Package.read(path), [], areas), strict=True))
    report = rebuild(path, engine="python")
    refused = {(cell.sheet, cell.ref) for cell in report.not_computed}
    package = Package.read(path)
    wrong, compared = [], 0
    for area, theirs in answers.items():
        formula = FORMULAS[area.top // 8]
        if (area.sheet, f"A{area.top}") in refused or (isinstance(theirs[0][0], Failure)):
            continue
        ours = [[package.value(area.sheet, f"A{row}")] for row in range(area.top, area.bottom + 1)]
        compared += 1
        if formula not in DIFFERENT and not all(same(o[0], t[0]) for o, t in zip(ours, theirs, strict=True)):
            wrong.append((area.sheet, formula, [o[0] for o in ours], [t[0] for t in theirs]))
    assert wrong == []
    assert compared > 2 * len(FORMULAS)


def test_formulas_over_single_cells_are_all_computed(tmp_path: Path) -> None:
    report = rebuild(made(tmp_path), engine="python")
    refused = [FORMULAS[int(cell.ref[1:]) // 8] for cell in report.not_computed if cell.sheet == "cell"]
    over_several = re.compile(r"\{[NFTUBDM]\}|OFFSET")
    assert [formula for formula in refused if not over_several.search(formula)] == []
