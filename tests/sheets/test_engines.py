"""LibreOffice as the referee, and formulas made to overwhelm the calculator."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula

from tests.sheets.books import CENTRES, FUNCTIONS, board, rebuild, saved, value, values
from xl_dipscore.sheets.calculate import office as office_module
from xl_dipscore.sheets.calculate.block import Block, Failure
from xl_dipscore.sheets.calculate.find_office import NoOffice
from xl_dipscore.sheets.calculate.office import installed_office
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.sheets.xlsx.package import Package

SHARES = [count / 34 for count in CENTRES]
needs_office = pytest.mark.skipif(installed_office() is None, reason="LibreOffice is not installed here")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Formulas that only LibreOffice can compute, above and below calls of ours."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Games"
    board(sheet)
    sheet["E2"], sheet["E3"] = '=INDIRECT("C"&MDETERM(INT(C2+2)))*34', "=E2+1"
    sheet["E4"] = ArrayFormula("E4:E5", "=DIP_ECHO(E2:E3)")
    sheet["E6"] = '=INDIRECT("E"&MDETERM(INT(C2+5)))*2'
    sheet["E7"], sheet["E8"] = "=UNKNOWN(C2)", '=IFERROR(E7,"none")'
    sheet["F2"] = "=ROUND(SUM(C2:C8),2)"
    return saved(book, tmp_path)


class TestLibreOffice:
    @pytest.mark.calc
    @needs_office
    @pytest.mark.parametrize("engine", ["auto", "libreoffice"])
    def test_it_computes_what_is_beyond_the_calculator(self, path: Path, engine: str) -> None:
        report = rebuild(path, functions=FUNCTIONS, engine=engine)  # type: ignore[arg-type]
        assert values(path, "Games", "C2:C8") == SHARES
        assert values(path, "Games", "E2:E6") == pytest.approx([10, 11, 10, 11, 22])
        assert value(path, "Games", "F2") == 1
        assert [cell.ref for cell in report.not_computed] == ["E7", "E8"]
        assert values(path, "Games", "E7:E8") == [None, None]
        assert openpyxl.load_workbook(path)["Games"]["E4"].value.text == "=DIP_ECHO(E2:E3)"

    @pytest.mark.calc
    @needs_office
    def test_a_second_time_changes_nothing(self, path: Path) -> None:
        rebuild(path, functions=FUNCTIONS)
        data = path.read_bytes()
        assert rebuild(path, functions=FUNCTIONS).changed == ()
        assert path.read_bytes() == data

    def test_without_it(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(office_module, "installed_office", lambda: None)
        before = path.read_bytes()
        with pytest.raises(NoOffice, match="LibreOffice is not installed"):
            rebuild(path, functions=FUNCTIONS, engine="libreoffice")
        assert path.read_bytes() == before
        report = rebuild(path, functions=FUNCTIONS)
        assert [cell.ref for cell in report.not_computed] == ["E4", "E7", "E2", "E3", "E6", "E8"]
        assert value(path, "Games", "F2") == 1

    def test_it_is_not_asked_without_need(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def never(*arguments: object) -> None:
            raise AssertionError

        monkeypatch.setattr(office_module, "installed_office", lambda: never)
        package = Package.read(path)
        for cell in ("E2", "E6", "E7"):
            package.set_value("Games", cell, 1)
        package.write()
        assert rebuild(path, functions=FUNCTIONS).not_computed == ()

    def test_answers_that_never_settle(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        count = 0

        def restless(package: Package, ours: Sequence[Area], asked: Sequence[Area]) -> list[Block]:
            nonlocal count
            count += 1
            return [[[float(count)] for _ in range(area.top, area.bottom + 1)] for area in asked]

        monkeypatch.setattr(office_module, "installed_office", lambda: restless)
        report = rebuild(path, functions=FUNCTIONS)
        assert ("E2", "it depends on itself") in [(cell.ref, cell.reason) for cell in report.not_computed]

    def test_answers_that_fail_later(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        rounds = 0

        def tiring(package: Package, ours: Sequence[Area], asked: Sequence[Area]) -> list[Block]:
            nonlocal rounds
            rounds += 1
            return [[[1.0 if rounds == 1 else Failure("no")] for _ in range(area.size)] for area in asked]

        monkeypatch.setattr(office_module, "installed_office", lambda: tiring)
        report = rebuild(path, functions=FUNCTIONS)
        assert "no" not in values(path, "Games", "E2:E8")
        assert {"E2", "E6"} <= {cell.ref for cell in report.not_computed}

    def test_answers_that_fail(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        asked_for = []

        def failing(package: Package, ours: Sequence[Area], asked: Sequence[Area]) -> list[Block]:
            asked_for.append(len(asked))
            return [[[Failure("no")]] for _ in asked]

        monkeypatch.setattr(office_module, "installed_office", lambda: failing)
        report = rebuild(path, functions=FUNCTIONS)
        assert len(asked_for) == 1
        assert values(path, "Games", "E2:E8") == [None] * 7
        assert len(report.not_computed) == 6


class TestHostileFormulas:
    @pytest.mark.parametrize(
        ("formula", "why"),
        [
            ("=SHARE_SCORE(A1:XFD1048576)", "itself"),
            ("=SUM(A1:XFD1048576)", "itself"),
            ("=DIP_ECHO(OFFSET(A1,0,0,1048576,16384))", ""),
            ("=" + "(" * 3000 + "C2" + ")" * 3000, "within each other"),
            ("=" + "(" * 60 + "C2" + ")" * 60, ""),
            ("=C2" + "+C2" * 5000, "longer"),
            ("=Bomb0", "too long|name"),
            ("=" + "IF(C2," * 60 + "1" + ")" * 60, ""),
            ("=SUMIFS(C2:C8,A2:A8," * 9 + '"P1"' + ")" * 9, "way"),
            ("=ROW(1:1048576)", "several|one value"),
            ("=SUMPRODUCT(ROW(1:1048576))", "whole columns"),
            ("=REPT(\"x\",2000000000)&C2", ""),
        ],
    )  # fmt: skip
    def test_refused_or_computed(self, tmp_path: Path, formula: str, why: str) -> None:
        book = openpyxl.Workbook()
        sheet = book.active
        sheet.title = "Games"
        board(sheet)
        for number in range(9):
            text = "+".join([f"Bomb{number + 1}"] * 200) if number < 8 else "Games!$C$2"
            book.defined_names[f"Bomb{number}"] = DefinedName(f"Bomb{number}", attr_text=text)
        sheet["G2"] = formula
        path = saved(book, tmp_path)
        report = rebuild(path, functions=FUNCTIONS, engine="python")
        assert values(path, "Games", "C2:C8") == SHARES
        reasons = [cell.reason for cell in report.not_computed if cell.ref == "G2"]
        if why:
            assert any(part in reasons[0] for part in why.split("|")), reasons

    @pytest.mark.slow
    def test_a_cell_in_the_last_corner(self, tmp_path: Path) -> None:
        book = openpyxl.Workbook()
        sheet = book.active
        sheet.title = "Games"
        board(sheet)
        sheet["XFD1048576"] = 1
        other = book.create_sheet("Other")
        other["A1"], other["A2"] = "=SHARE_SCORE(Games!A1:XFD1048576)", "=SUM(Games!C:C)"
        other["A3"] = ArrayFormula("A3:XFD1048576", "=Games!C2")
        path = saved(book, tmp_path)
        report = rebuild(path, functions=FUNCTIONS, engine="python")
        assert [(cell.ref, "more cells" in cell.reason) for cell in report.not_computed] == [
            ("A1", True),
            ("A3", True),
        ]
        assert value(path, "Other", "A2") == 1
