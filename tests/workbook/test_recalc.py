"""What is computed anew, what it comes to, and what is left alone rather than got wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest
from books import CENTRES, FUNCTIONS, Function, board, saved, value, values, with_part, xml_of
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table

from xl_dipscore.workbook.engine import CalculatorFailed
from xl_dipscore.workbook.package import Package
from xl_dipscore.workbook.rebuild import Report, rebuild, rebuild_package

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
        return rebuild(self.path, functions=FUNCTIONS)

    def __getitem__(self, cell: str) -> Any:
        if ":" in cell:
            return values(self.path, "Games", cell)
        return value(self.path, "Games", cell)

    def result(self, formula: str) -> Any:
        """What a formula in G2 comes to."""
        self["G2"] = formula
        report = self.rebuilt()
        assert report.not_computed == ()
        return self["G2"]

    def reason(self, formula: str | ArrayFormula) -> str:
        """Why the formula in G2 was left alone."""
        self["G2"] = formula
        report = self.rebuilt()
        found = {(cell.sheet, cell.ref): cell.reason for cell in report.not_computed}
        assert self["G2"] is None
        assert self["C2:C8"] == SHARES
        return found["Games", "G2"]

    def again_with_cached(self, cell: str, text: str, part: str = SHEET) -> Report:
        """Rebuild after the cell was given a value as Excel would have cached it."""
        with_part(self.path, part, lambda xml: xml.replace(xml_of(self.path, cell, part), text))
        return rebuild(self.path, functions=FUNCTIONS)


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
            ("=B2:C2*2", [20, 20, 20, 20]),
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
        [left] = report.not_computed
        assert left.ref == "H2"
        assert "size" in left.reason


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
        ],
    )  # fmt: skip
    def test_values(self, event: Event, formula: str, expected: Any) -> None:
        found = event.result(formula)
        assert found == (pytest.approx(expected) if isinstance(expected, float) else expected)

    @pytest.mark.parametrize(
        ("formula", "why"),
        [
            ("=C2:C8*2", "own row"),
            ("=SUM(C2:C8*2)", "own row"),
            ("=IF(C2:C8>0,1,2)", "own row"),
            ("=ROUND(C2:C8,2)", "ROUND over several"),
            ("=SUMPRODUCT(--ISNUMBER(C2:C8))", "ISNUMBER over several"),
            ("=SUMPRODUCT(ROUND(C2:C8,2))", "ROUND over several"),
            ("=SUMPRODUCT(COUNTIF(C2:C8,C2:C8))", "COUNTIF over several"),
            ("=LOOKUP(2,1/(C2:C8>0),B2:B8)", "own row"),
            ("=SUM(LARGE(C2:C8,{1,2}))", "LARGE over several"),
            ('=ROUND(DIP_SCORE("SHARE",B2:B8),2)', "ROUND over several"),
            ("=UNKNOWN(C2)", "no UNKNOWN"),
            ("=IFERROR(UNKNOWN(C2),0)", "no UNKNOWN"),
            ('=INDIRECT("C"&2)', "no INDIRECT"),
            ("=Nobody+C2", "name Nobody"),
            ("=[1]Sheet1!A1+C2", "another workbook"),
            ("='[Other.xlsx]S'!A1+C2", "another workbook"),
            ("=Sheet9!A1+C2", "not there"),
            ("=SUM(Games:Games!C2)", "name Games"),
            ("=SUM(C2:C8 C3:D4)", "way"),
            ("=SUM((C2,C4))", "joins"),
            ("=SUM(C2:INDEX(C:C,4))", "way"),
            ("=Clubs[Points]+C2", "table"),
            ("=SUMIF(A2:A8,\"P1\",C2)", "different sizes"),
            ("=COUNTIF(C2:C8,\"<>#N/A\")", "looks for errors"),
            ("=SUM(C2", "parentheses"),
            ("=G2+C2", "itself"),
        ],
    )  # fmt: skip
    def test_left_alone_rather_than_wrong(self, event: Event, formula: str, why: str) -> None:
        event["L1"], event["L2"] = "Points", 3
        event.sheet.add_table(Table(displayName="Clubs", ref="L1:L2"))
        assert why in event.reason(formula)

    @pytest.mark.parametrize("formula", ["=ROUND(C2:C8,2)", '=TEXT(C2:C8,"0")', "=COUNTIF(C2:C8,C2:C8)"])
    def test_the_same_in_arrays(self, event: Event, formula: str) -> None:
        assert "over several" in event.reason(ArrayFormula("G2:G8", formula))

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
            ('=_xlfn.MAXIFS(C2:C18,A2:A18,"P*")', "#VALUE!"),
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


class TestWhichCells:
    def test_a_directors_other_formulas_keep_their_values(self, event: Event) -> None:
        event["G2"], event["G3"], event["G4"] = "=B2*2", "=G2+1", "=C2+G3"
        event.rebuilt()
        assert event["G2:G3"] == [20, 21]
        # As if Excel had another opinion; who depends on it takes it as it is.
        report = event.again_with_cached("G3", '<c r="G3"><f>G2+1</f><v>1000</v></c>')
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

    def test_long_chains(self, event: Event) -> None:
        event["G2"] = "=C2"
        for row in range(3, 3000):
            event[f"G{row}"] = f"=G{row - 1}+1"
            event[f"H{row}"] = f"=SUM(G$2:G{row})"
        event.rebuilt()
        assert event["G2999"] == pytest.approx(2997 + 10 / 34)


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

    def test_arguments_arrive_as_in_the_other_hosts(self, event: Event, tmp_path: Path) -> None:
        seen: list[Any] = []

        def look(*arguments: Any) -> str:
            seen.append(arguments)
            return "seen"

        spy = Function("DIP_ECHO", FUNCTIONS[0].arguments, look)
        event["J2"], event["J3"], event["J4"] = "#N/A", True, "text"
        event["G2"] = "=DIP_ECHO(J2,J1:J5,,J9)"
        event["G3"] = '=DIP_ECHO("a",B2)'
        rebuild(saved(event.book, tmp_path), functions=[spy])
        assert seen == [
            ("#N/A", [[None], ["#N/A"], [True], ["text"], [None]], 0.0, None),
            ("a", 10.0),
        ]


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

    def test_a_panic_of_the_calculator(self, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
        class Panic(BaseException):
            pass

        class Broken:
            def __getattr__(self, name: str) -> Any:
                if name == "evaluate_all":
                    raise Panic("index out of bounds")
                return lambda *args, **more: Broken()

        monkeypatch.setattr("formualizer.Workbook", lambda **config: Broken())
        event.path = saved(event.book, event.folder)
        before = event.path.read_bytes()
        with pytest.raises(CalculatorFailed, match="could not be computed"):
            rebuild(event.path, functions=FUNCTIONS)
        assert event.path.read_bytes() == before
