"""Formulas as code: the order of operators, signs, LET, unions and ranges."""

from pathlib import Path

from openpyxl.worksheet.worksheet import Worksheet

from tests.sheets.evaluated import UNSURE, check_values
from xl_dipscore.sheets.calculate.kinds import Why


def test_operators_bind_as_in_excel(sheet: Worksheet, tmp_path: Path) -> None:
    cases = [
        ("-2^2", 4),
        ("2^3^2", 64),
        ("2*3+4*5", 26),
        ("10-4-3", 3),
        ("24/4/3", 2),
        ("2+3&4*5", "520"),
        ("1+1=2", True),
        ('"a"&"b"="ab"', True),
        ("--5", 5),
        ("+-5", -5),
        ("50%%*10000", 50),
        ("-50%", -0.5),
        ("2^-1", 0.5),
        ("(1+2)*3", 9),
        ("1<2=TRUE", True),
    ]
    check_values(sheet, tmp_path, cases)


def test_ranges_between_references(sheet: Worksheet, tmp_path: Path) -> None:
    cases = [
        ("SUM(INDEX(B1:B7,2):B4)", 12 + 5 + 3),
        ("SUM(B4:INDEX(B1:B7,2))", 12 + 5 + 3),
        ("SUM((B1:B2,B5))", 12 + 12 + 2),
        ("SUM((B1:B2,1))", UNSURE),
        ("SUM(INDEX(B1:B7,99):B4)", "#REF!"),
    ]
    check_values(sheet, tmp_path, cases)


def test_names_of_let(sheet: Worksheet, tmp_path: Path) -> None:
    cases = [
        ("_xlfn.LET(_xlpm.a,2,_xlpm.b,_xlpm.a*3,_xlpm.a+_xlpm.b)", 8),
        ("_xlfn.LET(_xlpm.a,B1:B3,SUM(_xlpm.a))", 29),
        ("_xlfn.LET(_xlpm.a,1,_xlfn.LET(_xlpm.a,5,_xlpm.a)+_xlpm.a)", 6),
    ]
    check_values(sheet, tmp_path, cases)


def test_what_is_not_known_is_not_computed(sheet: Worksheet, tmp_path: Path) -> None:
    cases = [
        ("NOSUCH(1)", UNSURE),
        ("ROUND(1)", Why.COUNT),
        ("ROUND(1,2,3)", Why.COUNT),
        ("RAND()", Why.COMPUTER),
        ("{1,2;3}", UNSURE),
        ("nobody+1", UNSURE),
    ]
    check_values(sheet, tmp_path, cases)


def test_arrays_are_computed_value_by_value_inside_functions(sheet: Worksheet, tmp_path: Path) -> None:
    cases = [
        ("SUMPRODUCT((B1:B7>2)*B1:B7)", 12 + 12 + 5 + 3),
        ("SUMPRODUCT(--(B1:B7=12))", 2),
        ("SUM({1,2;3,4}*2)", 20),
        ("SUMPRODUCT(LEN(A1:A2))", 5 + 3),
        ("SUMPRODUCT(ROUND(B1:B3/10,0))", 1 + 1 + 1),
        ("SUMPRODUCT(MAX(B1:B7-10))", 2),
        ("SUMPRODUCT({1,2},{1,2,3})", "#VALUE!"),
        ('SUMPRODUCT((B1:B7=12)*(B1:B7="12"))', 0),
        ("SUMPRODUCT((B1:B7=1)+(B1:B7=TRUE))", 0),
    ]
    check_values(sheet, tmp_path, cases)


def test_errors_go_through_operators_and_functions(sheet: Worksheet, tmp_path: Path) -> None:
    cases = [
        ("1/0+1", "#DIV/0!"),
        ("-(1/0)", "#DIV/0!"),
        ("(1/0)%", "#DIV/0!"),
        ("NA()&1/0", "#N/A"),
        ("ROUND(1/0,NA())", "#DIV/0!"),
        ("#REF!+1", "#REF!"),
        ("IF(1/0,1,2)", "#DIV/0!"),
        ("IF(FALSE,1/0,2)", 2),
        ("IFERROR(1/0,7)", 7),
        ("SUM(E10,1)", "#N/A"),
    ]
    check_values(sheet, tmp_path, cases)


def test_arguments_that_are_left_out(sheet: Worksheet, tmp_path: Path) -> None:
    cases = [("IF(TRUE,,5)", 0), ("ROUND(2.5,)", 3), ("SUM(1,,2)", 3), ("IF(FALSE,1)", False)]
    check_values(sheet, tmp_path, cases)
