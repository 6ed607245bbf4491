"""Cells that are recomputed, their values, and cells that are left alone because they could be wrong."""

from __future__ import annotations

import gc
import re
import weakref
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table

from tests.samples import slow_but
from tests.sheets.books import (
    CENTRES,
    FUNCTIONS,
    Argument,
    Function,
    add_part,
    board,
    saved,
    value,
    values,
    with_part,
    xml_of,
)
from xl_dipscore.sheets.calculate.block import NotComputed
from xl_dipscore.sheets.calculate.run import Run
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.rebuild import Report, ShowedOtherwise, rebuild, rebuild_package

SHARES = [count / 34 for count in CENTRES]
SHEET = "xl/worksheets/sheet1.xml"


class Event:
    """One sheet with a board in A2:C8, to which a test adds cells."""

    def __init__(self, folder: Path) -> None:
        self.book = openpyxl.Workbook()
        self.sheet = self.book.active
        self.sheet.title = "Games"
        board(self.sheet)
        self.folder = folder

    def __setitem__(self, cell: str, content: Any) -> None:
        self.sheet[cell] = content

    def rebuilt(self) -> Report:
        self.path = saved(self.book, self.folder)
        return rebuild(self.path, functions=FUNCTIONS, engine="python")

    def __getitem__(self, cell: str) -> Any:
        if ":" in cell:
            return values(self.path, "Games", cell)
        return value(self.path, "Games", cell)

    def result(self, formula: str) -> Any:
        """The value of a formula in G2."""
        self["G2"] = formula
        report = self.rebuilt()
        assert report.not_computed == ()
        return self["G2"]

    def reason(self, formula: str | ArrayFormula) -> str:
        """The reason why the formula in G2 was left alone."""
        self["G2"] = formula
        report = self.rebuilt()
        found = {(cell.sheet, cell.ref): cell.reason for cell in report.not_computed}
        assert self["G2"] is None
        assert self["C2:C8"] == SHARES
        return found["Games", "G2"]

    def with_cached(self, cell: str, stored: Any) -> tuple[Any, tuple[NotComputed, ...]]:
        """The value of a cell that had a stored value, and the listed cells, after a rebuild."""
        package = Package.read(saved(self.book, self.folder))
        package.set_cached_value("Games", cell, stored)
        report = rebuild_package(package, "", FUNCTIONS, engine="python")
        return package.value("Games", cell), report.not_computed

    def again_with_cached(self, cell: str, text: str, part: str = SHEET) -> Report:
        """Rebuild after the cell was given a value as Excel would have cached it."""
        with_part(self.path, part, lambda xml: xml.replace(xml_of(self.path, cell, part), text))
        return rebuild(self.path, functions=FUNCTIONS, engine="python")


@pytest.fixture
def event(tmp_path: Path) -> Event:
    return Event(tmp_path)


class TestArrays:
    def test_each_cell_has_its_value(self, event: Event) -> None:
        event.rebuilt()
        assert event["C2:C8"] == SHARES

    def test_a_bad_board_is_an_error_in_each_cell_and_in_sums(self, event: Event) -> None:
        event["B2"] = 30
        event["G2"], event["G3"] = "=SUM(C2:C8)", '=IFERROR(C3,"?")'
        event["G4"] = '=SUMIF(A2:A8,"P1",C2:C8)'
        event.rebuilt()
        assert event["C2:C8"] == ["#VALUE!"] * 7
        assert all('t="e"' in xml_of(event.path, f"C{row}") for row in range(2, 9))
        assert event["G2:G4"] == ["#VALUE!", "?", "#VALUE!"]

    @pytest.mark.parametrize(
        ("formula", "expected"),
        [
            ('=DIP_SCORE("NONE",B2:B8)', ["#N/A"] * 4),
            ("=1/0", ["#DIV/0!"] * 4),
            ("=5", [5] * 4),
            ("=B2:B4", [10, 9, 8, "#N/A"]),
            ("=B2:B8", [10, 9, 8, 7]),
            ("=J2:J5", [0] * 4),
            ("=IF(B2:B5>8,B2:B5)", [10, 9, False, False]),
            ("=SUM(IF(B2:B5>8,B2:B5))", [19] * 4),
            ("=MATCH(1,(A2:A8=\"P2\")*(B2:B8=8),0)", [3] * 4),
            ("={1;2;3;4}", [1, 2, 3, 4]),
        ],
    )  # fmt: skip
    def test_excels_rule_for_fixed_sizes(self, event: Event, formula: str, expected: list[Any]) -> None:
        event["G2"] = ArrayFormula("G2:G5", formula)
        report = event.rebuilt()
        assert report.not_computed == ()
        assert event["G2:G5"] == expected

    def test_optional_range_chosen_by_if(self, event: Event) -> None:
        event["J1"] = 1908
        event["G2"] = ArrayFormula("G2:G8", "=DIP_ECHO(IF(COUNT(H2:H8)=0,$J$1,H2:H8))")
        event.rebuilt()
        assert event["G2:G8"] == [1908] * 7
        for row in range(2, 9):
            event[f"H{row}"] = row
        event.rebuilt()
        assert event["G2:G8"] == [2, 3, 4, 5, 6, 7, 8]

    @pytest.mark.slow
    def test_the_standings_of_the_largest_event_fit_and_are_computed_once(self, event: Event) -> None:
        rows, columns, calls = 20 * 60 * 7 + 1, 3 + 20 + 1 + 3, []

        def table(anything: Any) -> Any:
            calls.append(anything)
            return [[row * column for column in range(1, columns + 1)] for row in range(1, rows + 1)]

        last = event.sheet.cell(rows, 6 + columns).coordinate
        event["G1"] = ArrayFormula(f"G1:{last}", "=DIP_LONG(C2:C8)")  # of computed cells
        event.book.save(event.folder / "event.xlsx")
        package = Package.read(event.folder / "event.xlsx")
        functions = (*FUNCTIONS, Function("DIP_LONG", (Argument("anything"),), table))
        report = rebuild_package(package, "event.xlsx", functions, engine="python")
        assert report.not_computed == ()
        assert (package.value("Games", "G1"), package.value("Games", last)) == (1, rows * columns)
        assert calls == [[[share] for share in SHARES]]

    def test_the_rows_of_the_largest_event_are_numbered(self, event: Event) -> None:
        last = 20 * 60 * 7 + 1
        event.sheet.cell(last, 2).value = 99
        cells = f"B2:B{last}"
        assert event.result(f"=SUMPRODUCT(({cells}=99)*(ROW({cells})-1))+0*C2") == last - 1

    def test_others_see_what_an_array_fills_in(self, event: Event) -> None:
        assert event.result("=C3*34") == 9

    def test_blank_results_are_empty_text(self, event: Event) -> None:
        for row in range(2, 9):
            event[f"B{row}"] = None
        event["G2"] = '=C3=""'
        event["G3"] = "=SUM(C2:C8)"
        event.rebuilt()
        assert xml_of(event.path, "C3") == '<c r="C3" t="str"><v></v></c>'
        assert event["G2:G3"] == [True, 0]

    def test_dynamic_arrays_keep_their_size_or_their_values(self, event: Event) -> None:
        event["G2"] = ArrayFormula("G2:G8", '=DIP_SCORE("SHARE",B2:B8)')
        event["H2"] = ArrayFormula("H2:H4", '=DIP_SCORE("SHARE",B2:B8)')
        event.path = saved(event.book, event.folder)
        with_part(
            event.path,
            SHEET,
            lambda xml: xml.replace('<c r="G2">', '<c r="G2" cm="1">').replace(
                '<c r="H2">', '<c r="H2" cm="1">'
            ),
        )
        report = rebuild(event.path, functions=FUNCTIONS)
        assert event["G2:G8"] == SHARES
        assert 'cm="1"' in xml_of(event.path, "G2")
        assert report.not_computed == ()
        assert event["H2:H8"] == SHARES
        assert 'ref="H2:H8"' in xml_of(event.path, "H2")

    def test_dynamic_arrays_grow_into_blank_cells_only(self, event: Event) -> None:
        event["H2"] = ArrayFormula("H2:H4", '=DIP_SCORE("SHARE",B2:B8)')
        event["H7"], event["G2"] = "in the way", "=SUM(H2:H4)"
        event.path = saved(event.book, event.folder)
        with_part(event.path, SHEET, lambda xml: xml.replace('<c r="H2">', '<c r="H2" cm="1">'))
        report = rebuild(event.path, functions=FUNCTIONS, engine="python")
        assert [cell.ref for cell in report.not_computed] == ["H2", "G2"]
        assert "no longer fits" in report.not_computed[0].reason
        assert event["H7"] == "in the way"

    def test_dynamic_arrays_shrink(self, event: Event) -> None:
        event["H2"] = ArrayFormula("H2:I9", "=DIP_TABLE()")
        event["G2"] = "=COUNTA(H2:I9)"
        for row in range(2, 10):
            event[f"I{row}"] = "old"
        event.path = saved(event.book, event.folder)
        with_part(event.path, SHEET, lambda xml: xml.replace('<c r="H2">', '<c r="H2" cm="1">'))
        report = rebuild(event.path, functions=FUNCTIONS, engine="python")
        assert report.not_computed == ()
        assert event["H2:I4"] == ["Rank", "Player", 1, "Ann", 2, None]
        assert event["I5:I9"] == [None] * 5
        assert event["G2"] == 6


class TestPlainFormulas:
    @pytest.mark.parametrize(
        ("formula", "expected"),
        [
            ("=ROUND(SUM(C2:C8),2)", 1),
            ("=ROUND(SUM(DIP_SCORE(\"SHARE\",B2:B8)),2)", 1),
            ('=INDEX(DIP_SCORE("SHARE",B2:B8),3)', 8 / 34),
            ('=DIP_SCORE("SHARE",B2:B8)', 10 / 34),
            ('=dip_score("SHARE",B2:B8)', 10 / 34),
            ('=_xludf.DIP_SCORE("SHARE",B2:B8)', 10 / 34),
            ('=_xldudf_DIP_SHARE_SCORE(B2:B8)', 10 / 34),
            ('=_xlfn.SINGLE(DIP_SCORE("SHARE",B2:B8))', 10 / 34),
            ('=_xll.DIP_SCORE("SHARE",B2:B8)', 10 / 34),
            ('=[1]!DIP_SCORE("SHARE",B2:B8)', 10 / 34),
            ("='C:\\[scores.xlam]x'!SHARE_SCORE(B2:B8)", 10 / 34),
            ("=_xldudf_OUR_CLUB_SHARE_SCORE(B2:B8)", 10 / 34),
            ("=ORG.DIPLOMACY.XLDIPSCORE.DIPSCORE.SHARESCORE(B2:B8)", 10 / 34),
            ("=RANK(C3,C2:C8)", 2),
            ("=J99", 0),
            ('=IF(C2>0.2,"yes","no")&" "&A3', "yes P1"),
            ("=MAX(C:C)", 10 / 34),
            ("=SUMPRODUCT((C2:C8>0.2)*1)", 4),
            ("=COUNTIFS(A2:A8,\"P*\",C2:C8,\">0\")", 4),
            ("=VLOOKUP(\"P2\",A2:C8,3,FALSE)", 8 / 34),
            ("=IFERROR(1/0,C2)", 10 / 34),
            ("=DIP_ECHO(C2:C2)", 10 / 34),
            ('=TEXT(C2,"0.00")', "0.29"),
            ("=SUM(OFFSET(C2,0,0,7,1))", 1),
            ("=C2:C8", 10 / 34),
            ("=-J99", 0),
            ("=SUM(LARGE(C2:C8,{1,2}))", 19 / 34),
            ("=SUMPRODUCT(--ISNUMBER(C2:C8))", 7),
            ("=SUMPRODUCT(ROUND(C2:C8,1))", 1.0),
            ("=SUMPRODUCT(1/COUNTIF(A2:A8,A2:A8))", 7),
            ("=SUMPRODUCT(LARGE(C2:C8,ROW(C1:C2)))", 19 / 34),
            ('=SUM(COUNTIF(A2:A8,{"P1","P2"}))', 2),
            ("=MAX(VLOOKUP(\"P1\",A2:C8,{2,3},FALSE))", 9),
            ('=SUMPRODUCT(LEN(A2:A8))', 14),
            ("=SUM(C:C)", 1),
            ('=ROUND(DIP_SCORE("SHARE",B2:B8),2)', 0.29),
            ('=INDIRECT("C"&INT(C2+2))', 10 / 34),
            ("=SUM(C2:INDEX(C:C,INT(C2+4)))", (10 + 9 + 8) / 34),
            ("=SUMPRODUCT(SUMIF(A2:A8,A2:A8,C2:C8))", 1),
            ("=_xlfn.AGGREGATE(3,6,C2:C8)", 7),
            ("=SUBTOTAL(12,C2:C8)", "#VALUE!"),
            ("=SHARE_SCORE(B2:B8)", 10 / 34),
        ],
    )  # fmt: skip
    def test_values(self, event: Event, formula: str, expected: Any) -> None:
        found = event.result(formula)
        assert found == (pytest.approx(expected) if isinstance(expected, float) else expected)

    @pytest.mark.parametrize(
        ("formula", "why"),
        [
            ("=C2:C8*2", "one value belongs"),
            ("=SUM(C2:C8*2)", "one value belongs"),
            ("=IF(C2:C8>0,1,2)", "one value belongs"),
            ("=ROUND(C2:C8,2)", "one value belongs"),
            ("=MATCH(2,1/(C2:C8>0),0)", "one value belongs"),
            ("=UNKNOWN(C2)", "no UNKNOWN"),
            ("=IFERROR(UNKNOWN(C2),0)", "no UNKNOWN"),
            ("=Nobody+C2", "name Nobody"),
            ("=[1]Sheet1!A1+C2", "another workbook"),
            ("='[Other.xlsx]S'!A1+C2", "another workbook"),
            ("=Sheet9!A1+C2", "does not exist"),
            ("=SUM(Games:Gone!C2)", "sheet that does not exist"),
            ("=SUM(C2:C8 C3:D4)", "way"),
            ("=COUNTIF((C2,C4),1)", "joins"),
            ("=Clubs[Points]+C2", "one value belongs"),
            ("=Clubs[Nothing]+C2", "does not exist"),
            ("=Clubs[@Points]+C2+G2", "itself"),
            ("=SUMIF(A2:A8,\"P1\",C2)", "different sizes"),
            ("=SUM(C2", "parentheses"),
            ("=XFE1+C2", "XFE1, which is not a cell"),
            ("=C2+A1048577", "A1048577, which is not a cell"),
            ("=G2+C2", "itself"),
        ],
    )  # fmt: skip
    def test_left_alone_rather_than_wrong(self, event: Event, formula: str, why: str) -> None:
        event["L1"], event["L2"], event["L3"] = "Points", 3, 4
        event.sheet.add_table(Table(displayName="Clubs", ref="L1:L3"))
        assert why in event.reason(formula)

    @pytest.mark.parametrize(
        ("cells", "expected"),
        [
            *((cells, 14 + 140) for cells in ("E5:D2", "$E$5:$D$2", "D5:E2", "E$2:D$5", "Games!E5:D2")),
            *((cells, 14 + 140) for cells in ("E:D", "$E:$D")),
            ("5:4", 9 + 90 + sum(CENTRES[2:4]) + sum(SHARES[2:4])),
        ],
    )
    def test_a_range_that_is_the_other_way_round(self, event: Event, cells: str, expected: float) -> None:
        for row in range(2, 6):
            event[f"D{row}"], event[f"E{row}"] = row, 10 * row
        assert event.result(f"=SUM({cells})") == pytest.approx(expected)

    def test_what_depends_on_it_is_left_alone_too(self, event: Event) -> None:
        event["G2"], event["G3"], event["G4"] = "=UNKNOWN(C2)", '=IFERROR(G2,"none")', "=SUM(G1:G3)"
        event["G5"] = "=C2"
        report = event.rebuilt()
        assert [cell.ref for cell in report.not_computed] == ["G2", "G3", "G4"]
        assert event["G2:G4"] == [None] * 3
        assert event["G5"] == 10 / 34

    def test_its_old_value_stays(self, event: Event) -> None:
        event["G2"] = "=UNKNOWN(C2)"
        event["G3"] = "=G2*2"
        event.rebuilt()
        report = event.again_with_cached("G2", '<c r="G2"><f>UNKNOWN(C2)</f><v>7</v></c>')
        assert [cell.ref for cell in report.not_computed] == ["G2", "G3"]
        assert event["G2"] == 7

    @pytest.mark.parametrize(
        ("formula", "expected"),
        [
            ("=ROUND(C2:C8,1)", [0.3, 0.3, 0.2, 0.2, 0, 0, 0]),
            ('=ROUND(DIP_SCORE("SHARE",B2:B8),1)', [0.3, 0.3, 0.2, 0.2, 0, 0, 0]),
            ('=TEXT(C2:C8,"0%")', ["29%", "26%", "24%", "21%", "0%", "0%", "0%"]),
            ("=COUNTIF(B2:B8,B2:B8)", [1, 1, 1, 1, 3, 3, 3]),
            ("=SUMIF(A2:A8,A2:A8,B2:B8)", [*CENTRES]),
            ("=INDEX(A2:A8,B2:B8-6)", ["P3", "P2", "P1", "P0", "#VALUE!", "#VALUE!", "#VALUE!"]),
            ("=MATCH(A2:A8,A2:A8,0)", [1, 2, 3, 4, 5, 6, 7]),
            ('=IF(ISERROR(1/B2:B8),"-",B2:B8)', [10, 9, 8, 7, "-", "-", "-"]),
            ("=ABS(-1/B2:B8)", [0.1, 1 / 9, 0.125, 1 / 7, "#DIV/0!", "#DIV/0!", "#DIV/0!"]),
        ],
    )
    def test_value_by_value_in_arrays(self, event: Event, formula: str, expected: list[Any]) -> None:
        event["G2"] = ArrayFormula("G2:G8", formula)
        assert event.rebuilt().not_computed == ()
        assert event["G2:G8"] == expected

    @pytest.mark.parametrize(
        ("formula", "expected"),
        [
            ("=J2*3=0.3", True),
            ("=J2*3<>0.3", False),
            ("=J2*3>0.3", False),
            ("=J2*3>=J3", True),
            ("=SUMPRODUCT((J2:J3*3=0.3)*1)", 1),
            ('=C2&" of 1"', "0.294117647058824 of 1"),
            ('=J2*3&""', "0.3"),
            ('=1/J4&"/"&J4&"/"&TRUE', "2/0.5/TRUE"),
            ('=IF(J3="",1,2)', 2),
            ('=IF(J9="",1,2)', 1),
            ('=J9&"x"', "x"),
            ("=IF(J9=J8,1,2)", 1),
        ],
    )
    def test_fifteen_digits_count(self, event: Event, formula: str, expected: Any) -> None:
        event["J2"], event["J3"], event["J4"] = "=DIP_ECHO(0.1)", "=DIP_ECHO(0.3)", "=DIP_ECHO(0.5)"
        assert event.result(formula) == expected

    def test_text_that_reads_like_an_error_is_text(self, event: Event) -> None:
        event["G3"] = "=ISTEXT(G2)"
        assert event.result('="#N"&"/A"&LEFT(C2,0)') == "#N/A"
        assert 't="str"' in xml_of(event.path, "G2")
        assert event["G3"] is True


class TestCopies:
    """Formulas that differ only in cells are read once; each must come to a value of its own."""

    @pytest.mark.parametrize(
        ("formula", "expected"),
        [
            ("=C{row}*2", [share * 2 for share in SHARES]),
            ("=$C{row}+C$2", [share + SHARES[0] for share in SHARES]),
            ("=Games!C{row}*2+'Other sheet'!$A{row}", [share * 2 + n for n, share in enumerate(SHARES)]),
            ("=SUM($C$2:C{row})", [sum(SHARES[: n + 1]) for n in range(7)]),
            ("=SUM(C{row}:$C$8)", [sum(SHARES[n:]) for n in range(7)]),
            ("=SUM(C{row}:C{row})", SHARES),
            ('=IF(C{row}=$C$3,"second C{row}","no")', ["no", "second C3", *["no"] * 5]),
            ("=SUMIF(A{row}:A{row},A$3,C{row})", [0, SHARES[1], *[0] * 5]),
            ("=SUMIF(A2:A8,A{row},C2:C8)", SHARES),
        ],
    )
    def test_each_has_its_own_value(self, event: Event, formula: str, expected: list[Any]) -> None:
        other = event.book.create_sheet("Other sheet")
        for row in range(2, 9):
            other.cell(row, 1).value = row - 2
            event[f"G{row}"] = formula.format(row=row)
        report = event.rebuilt()
        assert report.not_computed == ()
        assert event["G2:G8"] == pytest.approx(expected)

    def test_one_that_leads_nowhere_is_listed_alone(self, event: Event) -> None:
        event["G2"], event["G3"], event["G4"] = "=C2*XFD2", "=C3*XFE3", "=C4*Z4"
        report = event.rebuilt()
        assert [cell.ref for cell in report.not_computed] == ["G3"]
        assert event["G2:G4"] == [0, None, 0]


def test_what_an_array_fills_in_anew_is_handed_on_to_the_end(event: Event) -> None:
    """From an array to plain formulas, and from these to a range of them: none keeps what it was before."""
    for row in range(2, 9):
        event[f"J{row}"] = f'=IF(I{row}="","",I{row})'
        event[f"L{row}"] = f'=IF(K{row}="","",K{row})'
    event["K2"] = ArrayFormula("K2:K8", "=DIP_ECHO(J2:J8)")
    event["G2"], event["G3"], event["G4"] = "=COUNT(L2:L8)", "=SUM(L2:L8)", "=G2+G3"
    assert event.rebuilt().not_computed == ()
    assert [event[f"G{row}"] for row in (2, 3, 4)] == [0, 0, 0]
    package = Package.read(event.path)
    for row in range(2, 9):
        package.set_value("Games", f"I{row}", row)
    assert rebuild_package(package, event.path, FUNCTIONS, engine="python").not_computed == ()
    assert [package.value("Games", f"G{row}") for row in (2, 3, 4)] == [7, 35, 42]


DOUBLED = "".join(f"_xlpm.x{n + 1},_xlpm.x{n}+_xlpm.x{n}," for n in range(1, 40))
"""Names each of which is twice the one before."""


class TestNewerIdioms:
    """Formulas that directors write in today's Excel; the scores in C2:C8 are 10, 9, 8, 7, 0, 0, 0 of 34."""

    @pytest.mark.parametrize(
        ("formula", "expected"),
        [
            ("=_xlfn.LET(_xlpm.s,SUM(B2:B5),_xlpm.n,COUNT(B2:B5),_xlpm.s/_xlpm.n+0*C2)", 34 / 4),
            ("=_xlfn.LET(_xlpm.x,B2,_xlfn.LET(_xlpm.x,_xlpm.x+1,_xlpm.x*2)-_xlpm.x+0*C2)", 11 * 2 - 10),
            ("=_xlfn.LET(_xlpm.d,B2-B3,10-_xlpm.d+0*C2)", 10 - (10 - 9)),
            ("=SUBTOTAL(9,B2:B5)+0*C2", 34),
            ("=SUBTOTAL(101,B2:B5,B6:B8)+0*C2", 34 / 7),
            ("=_xlfn.AGGREGATE(14,6,B2:B8/(C2:C8>0),4)", 7),
            ("=_xlfn.AGGREGATE(9,6,B2:B8)+0*C2", 34),
            ('=LOOKUP(2,1/(C2:C8>0),A2:A8)', "P3"),
            ("=LOOKUP(9.99E+307,C2:C8)", 0),
            ("=MATCH(1E+99,B2:B8)+0*C2", 7),
            ('=SUM(_xlfn._xlws.FILTER(B2:B8,(C2:C8>0)*(B2:B8<10),0))', 9 + 8 + 7),
            ('=INDEX(_xlfn.SORTBY(A2:A8,C2:C8,1,B2:B8,-1),7)', "P0"),
            ("=SUM(_xlfn.TAKE(_xlfn._xlws.SORT(C2:C8,,-1),3))*34", 10 + 9 + 8),
            ("=COUNT(_xlfn.UNIQUE(C2:C8))", 5),
            ('=_xlfn.XLOOKUP(0.25,C2:C8,A2:A8,"none",-1)', "P2"),
            ('=_xlfn.XLOOKUP(1,C2:C8,A2:A8,"none",1)', "none"),
            ('=INDIRECT("C"&1+1)*34', 10),
            ('=SUM(INDIRECT("Games!B2:B"&J1))+0*C2', 10 + 9 + 8),
            ("=OFFSET(C2,J1-3,0)*34", 9),
            ("=SUM(OFFSET(B2,0,0,COUNTA(A2:A5),1))+0*C2", 34),
            ("=OFFSET(B1,-1,0)+0*C2", "#REF!"),
            ("=SUM(B2:INDEX(B2:B8,3))+0*C2", 10 + 9 + 8),
            (f"=_xlfn.LET(_xlpm.x1,C2,{DOUBLED}_xlpm.x40)", 2**39 * 10 / 34),
        ],
    )  # fmt: skip
    def test_is_computed(self, event: Event, formula: str, expected: Any) -> None:
        event["J1"] = 4
        found = event.result(formula)
        assert found == (expected if isinstance(expected, str) else pytest.approx(expected))

    @pytest.mark.parametrize("cells", ["C2", "C:C", "C2:C8", "G:G", "2:2", "$C$2:$C$4", "Games!C:C"])
    @pytest.mark.parametrize(
        "formula", ['CELL("width",{})', 'CELL( "Format" , {} )', "_xlfn.SHEET({})", "AREAS({})"]
    )
    def test_what_needs_no_value_keeps_its_own(self, event: Event, formula: str, cells: str) -> None:
        """A program computes these formulas, but nothing that they depend on has changed."""
        event["G2"] = "=" + formula.format(cells)
        assert event.with_cached("G2", 9) == (9, ())

    @pytest.mark.parametrize(
        "formula", ['CELL("contents",C2)', 'CELL("width",INDEX(C2:C8,C2))', "CELL(A2,C2)"]
    )
    def test_what_may_need_a_value_waits_for_a_program(self, event: Event, formula: str) -> None:
        event["G2"] = "=" + formula
        found, [listed] = event.with_cached("G2", 9)
        assert (found, listed.ref, listed.waits) == (None, "G2", True)

    @pytest.mark.parametrize(
        ("formula", "reason"),
        [
            ("=SUM(_xlfn.MAP(C2:C8,_xlfn.LAMBDA(_xlpm.x,_xlpm.x*2)))", "no LAMBDA"),
            ("=_xlfn.LET(_xlpm.x,RAND(),_xlpm.x-_xlpm.x+C2)", "on chance"),
            ('=INDIRECT("R2C3",FALSE)+C2', "its INDIRECT"),
        ],
    )
    def test_what_is_listed_names_the_function(self, event: Event, formula: str, reason: str) -> None:
        assert re.search(reason, event.reason(formula))

    def test_hidden_rows_count_as_in_excel(self, event: Event) -> None:
        """Those that a person hid are left out by 109 only; a total below others does not count them."""
        for row in (3, 4):
            event.sheet.row_dimensions[row].hidden = True
        event["G2"], event["G3"] = "=SUBTOTAL(109,B2:B8)+0*C2", "=SUBTOTAL(9,B2:B8)+0*C2"
        event["G4"], event["G5"] = "=_xlfn.AGGREGATE(9,5,B2:B8)+0*C2", "=_xlfn.AGGREGATE(9,4,B2:B8)+0*C2"
        assert event.rebuilt().not_computed == ()
        assert event["G2:G5"] == [34 - 9 - 8, 34, 34 - 9 - 8, 34]

    def test_rows_that_a_filter_hides_are_not_told_from_others(self, event: Event) -> None:
        event.sheet.auto_filter.ref = "A1:C8"
        event.sheet.auto_filter.add_filter_column(0, ["P0", "P1"])
        event.sheet.row_dimensions[4].hidden = True
        event["G2"], event["G3"] = "=SUBTOTAL(9,B2:B8)+0*C2", "=SUBTOTAL(109,B2:B8)+0*C2"
        report = event.rebuilt()
        assert [(cell.ref, cell.reason) for cell in report.not_computed] == [
            ("G2", "it depends on which rows a filter hides")
        ]
        assert event["G3"] == 34 - 8

    def test_a_total_of_totals_is_left_to_excel(self, event: Event) -> None:
        event["B9"] = "=SUBTOTAL(9,B2:B8)"
        assert "other totals" in event.reason("=SUBTOTAL(9,B2:B9)+0*C2")


class TestReplay:
    """A formula that showed something else although nothing above it has changed is told."""

    @pytest.fixture
    def saved_event(self, event: Event) -> Event:
        event["G2"], event["G3"], event["G4"] = "=SUM(C2:C8)*2", "=G2+1", "=C2"
        event["G5"] = '=TEXT(TODAY(),"yyyy")&C2'
        event.rebuilt()
        return event

    def corrected(self, event: Event) -> Report:
        package = Package.read(event.path)
        for row, count in enumerate((17, 17, 0, 0, 0, 0, 0), 2):
            package.set_value("Games", f"B{row}", count)
        report = rebuild_package(package, event.path, FUNCTIONS, engine="python")
        package.write()
        return report

    def test_all_is_well(self, saved_event: Event) -> None:
        assert self.corrected(saved_event).not_computed == ()
        assert saved_event["G2:G4"] == [2, 3, 0.5]

    def test_another_stored_value(self, saved_event: Event) -> None:
        report = saved_event.again_with_cached("G2", '<c r="G2"><f>SUM(C2:C8)*2</f><v>2.5</v></c>')
        assert report.not_computed == ()
        told = str(ShowedOtherwise(sheet="Games", cell="G2", old="2.5", new="2"))
        assert told in report.notes
        assert saved_event["G2:G3"] == [2, 3]
        assert told not in self.corrected(saved_event).notes
        assert saved_event["G2:G4"] == [2, 3, 0.5]

    def test_what_moves_by_itself_is_not_held_to_it(self, saved_event: Event) -> None:
        report = saved_event.again_with_cached(
            "G5", '<c r="G5" t="str"><f>TEXT(TODAY(),"yyyy")&amp;C2</f><v>1999x</v></c>'
        )
        assert report.not_computed == ()
        assert [change.ref for change in report.changed] == ["G5"]

    def test_names_that_excel_did_not_know(self, saved_event: Event) -> None:
        """As after a correction in an Excel without our functions."""
        for row in range(2, 9):
            cell = xml_of(saved_event.path, f"C{row}")
            formula = re.search("<f.*</f>", cell)
            new = f'<c r="C{row}" t="e">{formula[0] if formula else ""}<v>#NAME?</v></c>'
            with_part(saved_event.path, SHEET, lambda xml, c=cell, n=new: xml.replace(c, n))
        for cell in ("G2", "G3", "G4"):
            old = xml_of(saved_event.path, cell)
            new = re.sub("<v>.*</v>", "<v>#NAME?</v>", old.replace("<c ", '<c t="e" '))
            with_part(saved_event.path, SHEET, lambda xml, o=old, n=new: xml.replace(o, n))
        report = rebuild(saved_event.path, functions=FUNCTIONS, engine="python")
        assert report.not_computed == ()
        assert saved_event["G2:G4"] == [2, 3, 10 / 34]


def test_formulas_that_only_look_alike(event: Event) -> None:
    """One counts in a range; the other would count in a cell, for each of several conditions."""
    event["G2"], event["G3"] = "=COUNTIF(B2:B8,C2)", "=COUNTIF(C2,B2:B8)"
    event["G4"], event["G5"] = "=MATCH(B3:B8,B2)", "=MATCH(B2,B2:B7)"
    report = event.rebuilt()
    assert {cell.ref: cell.reason for cell in report.not_computed} == {
        "G3": "it uses a range where one value belongs",
        "G4": "it uses a range where one value belongs",
        "G5": "it looks up the nearest value in cells that are not sorted",
    }


class TestConditionalSums:
    """Errors among the cells that are added must come through, and only those."""

    @pytest.fixture
    def two_boards(self, event: Event) -> Event:
        board(event.sheet, 12)
        event["B12"] = 40
        for row in range(12, 19):
            event[f"A{row}"] = f"Q{row}"
        event["A18"] = "P0"
        return event

    @pytest.mark.parametrize(
        ("formula", "expected"),
        [
            ('=SUMIFS(C2:C18,A2:A18,"P1")', 9 / 34),
            ('=SUMIFS(C2:C18,A2:A18,"P0")', "#VALUE!"),
            ('=SUMIFS(C:C,A:A,"P0",B:B,">5")', 10 / 34),
            ('=SUMIF(A2:A18,"P0",C2:C18)', "#VALUE!"),
            ('=SUMIF(A2:A18,"P1",C2:C18)', 9 / 34),
            ('=AVERAGEIFS(C2:C18,A2:A18,"P0")', "#VALUE!"),
            ('=AVERAGEIFS(C2:C18,A2:A18,"P1")', 9 / 34),
            ('=COUNTIFS(A2:A18,"P0")', 2),
            ('=IFERROR(SUMIFS(C2:C18,A2:A18,"P0"),"bad")', "bad"),
            ('=ROUND(SUMIFS(C2:C18,A2:A18,"P1"),1)', 0.3),
            ("=SUM(C2:C18)", "#VALUE!"),
            ("=SUM(C2:C8)", 1),
        ],
    )
    def test_matched_errors_only(self, two_boards: Event, formula: str, expected: Any) -> None:
        found = two_boards.result(formula)
        assert found == (pytest.approx(expected) if isinstance(expected, float) else expected)

    def test_which_error_it_is(self, two_boards: Event) -> None:
        for row, error in enumerate(("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NUM!", "#N/A"), 20):
            two_boards.sheet.cell(row, 1).value = f"E{row}"
            two_boards.sheet.cell(row, 3).value = error
            two_boards.sheet.cell(row, 7).value = f'=SUMIFS($C$2:$C$30,$A$2:$A$30,"E{row}")'
        two_boards.rebuilt()
        assert two_boards["G20:G25"] == ["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NUM!", "#N/A"]

    @pytest.mark.parametrize("player", ["=1+1", "Jo*", "@x", "a~b", ">5", "Jo?", "<>x"])
    def test_awkward_players(self, event: Event, player: str) -> None:
        for row, name in ((2, player), (3, "John"), (4, player), (9, player)):
            event.sheet[f"A{row}"].value = name
            event.sheet[f"A{row}"].data_type = "s"
        escaped = 'SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(A9,"~","~~"),"*","~*"),"?","~?")'
        assert event.result(f'=SUMIFS(C2:C8,A2:A8,"="&{escaped})') == pytest.approx(18 / 34)

    def test_a_link_is_what_it_shows(self, event: Event) -> None:
        assert event.result('=HYPERLINK("#Games!A2",C2)') == pytest.approx(10 / 34)
        assert event.result('=HYPERLINK("#"&IF(C2>0,"A","B"))') == "#A"
        event["G2"] = '=HYPERLINK(C99/0,"row "&C2)'
        assert "G2" in {cell.ref for cell in event.rebuilt().not_computed}


class TestWhichCells:
    def test_a_directors_other_formulas_keep_their_values(self, event: Event) -> None:
        event["G2"], event["G3"], event["G4"] = "=B2*2", "=G2+1", "=C2+G3"
        event.rebuilt()
        assert event["G2:G3"] == [20, 21]
        # As if Excel had another opinion; who depends on it takes it as it is.
        event.again_with_cached("G3", '<c r="G3"><f>G2+1</f><v>1000</v></c>')
        report = event.again_with_cached("G4", '<c r="G4"><f>C2+G3</f><v></v></c>')
        assert [change.ref for change in report.changed] == ["G4"]
        assert event["G2:G3"] == [20, 1000]
        assert event["G4"] == pytest.approx(1000 + 10 / 34)

    def test_unknown_formulas_that_do_not_depend_on_us_are_no_concern(self, event: Event) -> None:
        event["G2"], event["G3"] = "=UNKNOWN(B2)", "=C2+G2"
        event.rebuilt()
        report = event.again_with_cached("G2", '<c r="G2"><f>UNKNOWN(B2)</f><v>4</v></c>')
        assert report.not_computed == ()
        assert event["G2"] == 4
        assert event["G3"] == pytest.approx(4 + 10 / 34)

    def test_errors_the_calculator_has_not(self, event: Event) -> None:
        event["G2"], event["G3"], event["G4"] = "=B2", '=IFERROR(G2,"gone")&C2', "=C2"
        event.rebuilt()
        report = event.again_with_cached("G2", '<c r="G2" t="e"><f>B2</f><v>#BLOCKED!</v></c>')
        assert [cell.ref for cell in report.not_computed] == ["G3"]
        assert event["G4"] == 10 / 34

    def test_changed_cells_reach_what_depends_on_them(self, event: Event) -> None:
        event["G2"], event["G3"], event["H2"] = "=B2*2", "=SUM(G1:G2)", "=B3"
        event.rebuilt()
        package = Package.read(event.path)
        package.set_value("Games", "B2", 9)
        report = rebuild_package(package, event.path, FUNCTIONS)
        assert {change.ref for change in report.changed} == {"G2", "G3", *(f"C{row}" for row in range(2, 6))}
        assert package.value("Games", "G3") == 18
        assert package.value("Games", "C2") == 9 / 33
        assert value(event.path, "Games", "G3") == 20

    @pytest.mark.slow
    @pytest.mark.parametrize("rows", slow_but([1000], [1000, 3000]))
    def test_long_chains(self, event: Event, rows: int) -> None:
        event["G2"] = "=C2"
        for row in range(3, rows):
            event[f"G{row}"] = f"=G{row - 1}+1"
            event[f"H{row}"] = f"=SUM(G$2:G{row})"
        event.rebuilt()
        assert event[f"G{rows - 1}"] == pytest.approx(rows - 3 + 10 / 34)


class TestDirectorsOwnWays:
    def test_names(self, event: Event) -> None:
        event.book.defined_names["Scores"] = DefinedName("Scores", attr_text="Games!$C$2:$C$8")
        event.book.defined_names["Best"] = DefinedName("Best", attr_text="MAX(Games!$C$2:$C$8)*2")
        event.book.defined_names["Left"] = DefinedName("Left", attr_text="Games!C2")
        event.sheet.defined_names["Half"] = DefinedName("Half", attr_text="0.5")
        event["G2"], event["G3"], event["G4"] = "=SUM(scores)", "=Best*Half", '=SUMIFS(Scores,A2:A8,"P1")'
        event["G5"] = "=Left"
        report = event.rebuilt()
        assert event["G2:G4"] == pytest.approx([1, 10 / 34, 9 / 34])
        [left] = report.not_computed
        assert (left.ref, "name" in left.reason) == ("G5", True)

    @pytest.mark.parametrize("name", ["Runde 1", 'Jo\'s "Ränge"', "2026", "C3", "日本"])
    def test_sheet_names(self, event: Event, name: str) -> None:
        event.sheet.title = name
        other = event.book.create_sheet("Other")
        quoted = name.replace("'", "''")
        other["A1"] = f"=ROUND(SUM('{quoted}'!C2:C8),2)"
        other["A2"] = f"=DIP_SCORE(\"SHARE\",'{quoted}'!$B$2:$B$8)"
        path = saved(event.book, event.folder)
        assert rebuild(path, functions=FUNCTIONS).not_computed == ()
        assert values(path, "Other", "A1:A2") == [1, 10 / 34]
        assert values(path, name, "C2:C8") == SHARES

    def test_tables(self, event: Event) -> None:
        for place, text in {"L1": "Player", "M1": "Points", "N1": "It's [odd]", "O1": "Double"}.items():
            event[place] = text
        for row in range(2, 5):
            event[f"L{row}"], event[f"M{row}"], event[f"N{row}"] = f"P{row - 2}", f"=C{row}", row
            event[f"O{row}"] = "=Standings[[#This Row],[Points]]*2"
        event["L5"], event["M5"] = "Total", "=SUBTOTAL(109,Standings[Points])"
        table = Table(displayName="Standings", ref="L1:O5", totalsRowCount=1)
        event.sheet.add_table(table)
        event["G2"], event["G3"] = "=SUM(Standings[Points])", "=SUM(standings[[Points]:[It''s '[odd']]])"
        event["G4"], event["G5"] = "=COUNTA(Standings[#All])", "=COUNTA(Standings[[#Headers],[Player]])"
        event["G6"], event["G7"] = (
            "=SUM(Standings[Double])",
            '=SUMIFS(Standings[Points],Standings[Player],"P1")',
        )
        event["G8"] = "=ROWS(Standings)"
        report = event.rebuilt()
        assert report.not_computed == ()
        assert (event["G4"], event["M5"]) == (4 + 3 * 4 + 2, pytest.approx(27 / 34))
        assert event["G2:G3"] == pytest.approx([27 / 34, 27 / 34 + 9])
        assert event["G5:G8"] == pytest.approx([1, 54 / 34, 9 / 34, 3])
        assert event["O2:O4"] == pytest.approx([20 / 34, 18 / 34, 16 / 34])

    def test_where_a_cell_is_does_not_depend_on_what_is_in_it(self, event: Event) -> None:
        """Directors number their lines so."""
        for row in range(2, 6):
            event[f"G{row}"] = f"=ROWS(G$2:G{row})+C{row}"
            event[f"H{row}"] = f"=COLUMNS($G{row}:H{row})*COLUMN(H{row})+C{row}"
            event[f"I{row}"] = f"=ROW(I{row})-ROW(I$1)+C{row}"
        event["J2"], event["J3"] = "=SUMPRODUCT(ROW(C2:C4)*C2:C4)", "=ROW()+COLUMN(C:C)+ROWS(C:C)+C2"
        assert event.rebuilt().not_computed == ()
        score = [n / 34 for n in (10, 9, 8, 7)]
        assert event["G2:G5"] == pytest.approx([n + s for n, s in enumerate(score, 1)])
        assert event["H2:H5"] == pytest.approx([2 * 8 + s for s in score])
        assert event["I2:I5"] == pytest.approx([n + s for n, s in enumerate(score, 1)])
        assert event["J2"] == pytest.approx(2 * 10 / 34 + 3 * 9 / 34 + 4 * 8 / 34)
        assert event["J3"] == pytest.approx(3 + 3 + 1_048_576 + 10 / 34)

    def test_cells_of_other_workbooks_as_they_were_kept(self, event: Event) -> None:
        event["G2"], event["G3"] = "=[1]Ratings!B2+C2", "=VLOOKUP(A3,'[1]Ratings'!A1:B2,2,FALSE)+C3"
        event["G4"], event["G5"] = "=[1]Gone!A1+C2", "=[1]Ratings!Z9&C2"
        event.path = saved(event.book, event.folder)
        link = (
            '<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><externalBook '
            'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1">'
            '<sheetNames><sheetName val="Other"/><sheetName val="Ratings"/></sheetNames><sheetDataSet>'
            '<sheetData sheetId="1"><row r="1"><cell r="A1" t="str"><v>P1</v></cell><cell r="B1">'
            '<v>5</v></cell></row><row r="2"><cell r="B2"><v>7.5</v></cell></row></sheetData></sheetDataSet>'
            "</externalBook></externalLink>"
        )
        add_part(event.path, "xl/externalLinks/externalLink1.xml", link)
        path = (
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            '<Relationship Id="rId1" TargetMode="External" Target="ratings.xlsx" Type="http://schemas.openxmlformats.org/'
            'officeDocument/2006/relationships/externalLinkPath"/></Relationships>'
        )
        add_part(event.path, "xl/externalLinks/_rels/externalLink1.xml.rels", path)
        relation = (
            '<Relationship Id="rIdX" Target="externalLinks/externalLink1.xml" Type="http://schemas.openxmlformats'
            '.org/officeDocument/2006/relationships/externalLink"/></Relationships>'
        )
        with_part(
            event.path, "xl/_rels/workbook.xml.rels", lambda xml: xml.replace("</Relationships>", relation)
        )
        reference = (
            '<externalReferences xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
            '<externalReference r:id="rIdX"/></externalReferences></workbook>'
        )
        with_part(event.path, "xl/workbook.xml", lambda xml: xml.replace("</workbook>", reference))
        report = rebuild(event.path, functions=FUNCTIONS, engine="python")
        assert [(cell.ref, "another workbook" in cell.reason) for cell in report.not_computed] == [
            ("G4", True)
        ]
        assert event["G2:G3"] == pytest.approx([7.5 + 10 / 34, 5 + 9 / 34])
        assert event["G5"] == "0.294117647058824"

    def test_moved_columns(self, tmp_path: Path) -> None:
        book = openpyxl.Workbook()
        sheet = book.active
        for row, count in enumerate(CENTRES, 11):
            sheet.cell(row, 30).value = count
        sheet["AF11"] = ArrayFormula("AF11:AF17", '=DIP_SCORE("SHARE",AD11:AD17)')
        sheet["B2"] = "=SUM($AF$11:$AF$17)"
        path = saved(book, tmp_path)
        rebuild(path, functions=FUNCTIONS)
        assert values(path, "Sheet", "AF11:AF17") == SHARES
        assert value(path, "Sheet", "B2") == 1

    def test_text_that_looks_like_an_error(self, event: Event) -> None:
        with_text = '<c r="J2" t="str"><v>#N/A</v></c>'
        event["J2"], event["G2"], event["G3"] = "x", "=ISTEXT(J2)", "=COUNTA(J2:J3)"
        event.path = saved(event.book, event.folder)
        with_part(event.path, SHEET, lambda xml: xml.replace(xml_of(event.path, "J2"), with_text))
        rebuild(event.path, functions=FUNCTIONS)
        assert event["G2:G3"] == [True, 1]

    def test_dates_since_1904(self, event: Event) -> None:
        event.book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
        event["J2"] = 44_561
        assert event.result("=YEAR(J2)") == 2026


def test_a_workbook_leaves_nothing_in_memory(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Watched(Run):
        def __init__(self, *arguments: Any, **more: Any) -> None:
            super().__init__(*arguments, **more)
            made.append(weakref.ref(self))

    monkeypatch.setattr("xl_dipscore.sheets.calculate.recalc.Run", Watched)
    event.rebuilt()
    gc.collect()
    assert [reference() for reference in made] == [None]


class TestMishaps:
    @pytest.mark.parametrize("mishap", [KeyboardInterrupt, SystemExit, ZeroDivisionError])
    def test_a_mishap_in_a_function_is_no_value(self, event: Event, mishap: type[BaseException]) -> None:
        def fail(*arguments: Any) -> None:
            raise mishap

        event.path = saved(event.book, event.folder)
        before = event.path.read_bytes()
        with pytest.raises(mishap):
            rebuild(event.path, functions=[Function("DIP_SCORE", FUNCTIONS[0].arguments, fail)])
        assert event.path.read_bytes() == before

    def test_a_call_of_ours_that_depends_on_itself(self, event: Event) -> None:
        """It has a value, which the calculator was given first."""
        event["G2"], event["G3"] = "=DIP_ECHO(1)", "=C2+1"
        event.rebuilt()
        report = event.again_with_cached("G2", '<c r="G2"><f>DIP_ECHO(SUM(G1:G2))</f><v>1</v></c>')
        assert [(cell.ref, cell.reason) for cell in report.not_computed] == [("G2", "it depends on itself")]
