"""The promise of rebuild: right values beside the formulas, and not one other byte."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import DataBarRule, FormulaRule
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.formula import ArrayFormula

from tests.sheets.books import CENTRES, FUNCTIONS, board, parts, saved, value, values, with_part, xml_of
from xl_dipscore.errors import Fault
from xl_dipscore.sheets.xlsx.package import DamagedWorkbook, NotAWorkbook, Package
from xl_dipscore.sheets.xlsx.replace import OpenElsewhere, WriteProtected
from xl_dipscore.workbooks.acts.paths import workbooks
from xl_dipscore.workbooks.acts.rebuild import rebuild, rebuild_with_order
from xl_dipscore.workbooks.acts.rebuild_data import Order

GAMES = "xl/worksheets/sheet1.xml"
CHART = "xl/charts/chart1.xml"
"""It draws cells that a rebuild changes, and keeps points of them."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A director's workbook, with the things that libraries lose."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Games"
    board(sheet)
    board(sheet, 9, (34, 0, 0, 0, 0, 0, 0))
    sheet["E2"] = "=ROUND(SUM(C2:C15),2)"
    sheet["E2"].comment = Comment("checked", "TD")
    sheet.conditional_formatting.add("C2:C15", DataBarRule("num", 0, "num", 1, "FF0000"))
    sheet.add_data_validation(DataValidation("whole", sqref="B2:B15", formula1="0", formula2="34"))
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=3, min_row=2, max_row=8))
    sheet.add_chart(chart, "H2")
    book.create_sheet("Notes")["A1"] = "do not touch"
    return saved(book, tmp_path)


def test_values_beside_formulas_and_nothing_else(path: Path) -> None:
    before = parts(path)
    report = rebuild(path, functions=FUNCTIONS)
    after = parts(path)
    assert [name for name in before if before[name] != after[name]] == [GAMES, CHART]
    assert list(before) == list(after)
    assert values(path, "Games", "C2:C8") == [count / 34 for count in CENTRES]
    assert value(path, "Games", "E2") == 2
    assert openpyxl.load_workbook(path)["Games"]["E2"].value == "=ROUND(SUM(C2:C15),2)"
    assert report.path == path
    assert report.not_computed == ()
    assert ("Games", "E2", None, 2.0) in report.changed
    assert len(report.changed) == 15


def test_moved_scores_are_found_only_when_they_are_wanted(small: bytes, tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(small)
    assert rebuild_with_order(path, Order(dry_run=True)).moved is None
    assert rebuild_with_order(path, Order(dry_run=True, changes=True)).moved is not None


def test_a_second_rebuild_changes_no_byte(path: Path) -> None:
    rebuild(path, functions=FUNCTIONS)
    data, time = path.read_bytes(), path.stat().st_mtime_ns
    report = rebuild(path, functions=FUNCTIONS)
    assert report.changed == ()
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (data, time)


def test_a_score_gets_all_its_digits_once_and_without_a_word(path: Path) -> None:
    """Earlier versions, and some programs, store 15 digits, whose sum may look different."""
    rebuild(path, functions=FUNCTIONS)
    cell, exact = xml_of(path, "C2"), path.read_bytes()
    assert repr(10 / 34) in cell
    with_part(path, GAMES, lambda xml: xml.replace(cell, cell.replace(repr(10 / 34), "0.294117647058824")))
    assert rebuild(path, functions=FUNCTIONS, dry_run=True).changed == ()
    assert "0.294117647058824<" in xml_of(path, "C2")
    assert rebuild(path, functions=FUNCTIONS).changed == ()
    assert parts(path)[GAMES] == parts(exact)[GAMES]
    data, time = path.read_bytes(), path.stat().st_mtime_ns
    assert rebuild(path, functions=FUNCTIONS).changed == ()
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (data, time)


def test_a_check_of_old_scores_says_ok(tmp_path: Path) -> None:
    """With 15 digits, the scores of this board add up to 99.9999999999999."""
    path = _one_board(tmp_path, (10, 2, 6, 3, 3, 6, 4))
    package = Package.read(path)
    for row in range(2, 9):
        package.set_cached_value("Games", f"C{row}", float(f"{package.value('Games', f'C{row}'):.15g}"))
    for row, old in enumerate(("check", True, 99.99, 99.9999999999999), 2):
        package.set_cached_value("Games", f"E{row}", old)
    package.write()
    report = rebuild(path)
    assert values(path, "Games", "E2:E4") == ["ok", False, 100]
    assert f"{value(path, 'Games', 'E5'):.15g}" == "100"
    assert {change.ref for change in report.changed} == {"E2", "E3", "E4", "E5"}
    assert report.not_computed == ()


def _one_board(folder: Path, counts: tuple[int, ...]) -> Path:
    """A rebuilt workbook with the SOS scores of a board, and a director's checks of their sum."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Games"
    for row, count in enumerate(counts, 2):
        sheet[f"B{row}"] = count
    sheet["C2"] = ArrayFormula("C2:C8", "=SOS_SCORE(B2:B8)")
    sheet["E2"], sheet["E3"] = '=IF(SUM(C2:C8)=100,"ok","check")', "=SUM(C2:C8)<100"
    sheet["E4"], sheet["E5"] = "=ROUNDDOWN(SUM(C2:C8),2)", "=SUM(C2:C8)"
    path = saved(book, folder)
    rebuild(path)
    return path


def test_a_value_of_another_kind_is_another_value(path: Path) -> None:
    rebuild(path, functions=FUNCTIONS)
    cell = xml_of(path, "C2")
    text = cell.replace('<c r="C2"', '<c r="C2" t="str"')
    with_part(path, GAMES, lambda xml: xml.replace(cell, text))
    assert [change.old for change in rebuild(path, functions=FUNCTIONS).changed] == [repr(10 / 34)]


def test_dry_run(path: Path) -> None:
    data = path.read_bytes()
    path.chmod(0o444)
    report = rebuild(path, functions=FUNCTIONS, dry_run=True)
    assert len(report.changed) == 15
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda path: path.with_name("~$event.xlsx").touch(), OpenElsewhere),
        (lambda path: path.with_name(".~lock.event.xlsx#").touch(), OpenElsewhere),
        (lambda path: path.chmod(0o444), WriteProtected),
        (lambda path: path.write_bytes(path.read_bytes()[:-400]), DamagedWorkbook),
        (lambda path: path.write_text("round,board\n1,1\n"), NotAWorkbook),
    ],
)
def test_refused_and_untouched(path: Path, spoil: object, fault: type[Fault]) -> None:
    assert callable(spoil)
    spoil(path)
    before = path.read_bytes()
    with pytest.raises(fault) as refused:
        rebuild(path, functions=FUNCTIONS)
    assert str(refused.value).startswith("event.xlsx")
    assert path.read_bytes() == before


# -- whose workbook it is ----------------------------------------------------------------------


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """A budget, as a program that computes nothing wrote it."""
    book = openpyxl.Workbook()
    book.active.append([3, 4, "=SUM(A1:B1)", '="SOS score: "&C1'])
    return saved(book, tmp_path, "budget.xlsx")


def test_a_workbook_without_formulas_of_ours_stays_as_it_is(theirs: Path, path: Path, dipscore) -> None:
    before = theirs.read_bytes()
    alone = dipscore("rebuild", theirs)
    folder = dipscore("rebuild", theirs.parent)
    assert (alone.status, folder.status) == (0, 0)
    for got in (alone, folder):
        assert f"{theirs}: No formula in it calls our functions. It was not changed.\n" in got.err
    assert theirs.read_bytes() == before
    assert theirs.stat().st_mtime_ns < path.stat().st_mtime_ns


def test_an_open_one_without_formulas_of_ours_is_no_harm(theirs: Path) -> None:
    theirs.with_name(f".~lock.{theirs.name}#").write_text("")
    assert rebuild(theirs).changed == ()


def _named(book: openpyxl.Workbook) -> None:
    book.defined_names["Best"] = DefinedName("Best", attr_text="MAX(SOS_SCORE(Sheet!$A$2:$A$8))")


def _coloured(book: openpyxl.Workbook) -> None:
    book.active.conditional_formatting.add("A2:A8", FormulaRule(formula=['DIP_CHECK("SOS",$A$2:$A$8)="OK"']))


def _checked(book: openpyxl.Workbook) -> None:
    rule = DataValidation("custom", sqref="A1", formula1='DIP_CHECK("SOS",$A$2:$A$8)="OK"')
    book.active.add_data_validation(rule)


def _typed(formula: str) -> Callable[[openpyxl.Workbook], None]:
    return lambda book: book.active.__setitem__("F1", f"={formula}")


AWAY = 'IFERROR(__xludf.DUMMYFUNCTION("sos_score(A2:A8)"),1)'


@pytest.mark.parametrize(
    "change",
    [_named, _coloured, _checked]
    + [
        _typed(f"SUM({written}(A2:A8))")
        for written in (
            *("SOS_SCORE", "sos_score", "_xldudf_XLW_SOS_SCORE", "[1]!SOS_SCORE", "_xlfn._xlws.SOS_SCORE"),
            "org.diplomacy.xldipscore.DipScore.sosscore",
        )
    ]
    + [_typed(AWAY), lambda book: book.create_sheet("Plain formulas")],
)
def test_a_call_is_found_wherever_it_stands(theirs: Path, change) -> None:
    """Then a cell without a value gets one."""
    book = openpyxl.load_workbook(theirs)
    change(book)
    book.save(theirs)
    assert ("Sheet", "C1", None, 7.0) in rebuild(theirs, engine="python").changed


def test_workbooks_in_folders(tmp_path: Path) -> None:
    folder = tmp_path / "2026"
    folder.mkdir()
    for name in ("b.xlsx", "a.xlsm", "~$b.xlsx", "notes.txt"):
        (folder / name).touch()
    single = tmp_path / "c.csv"
    assert list(workbooks([folder, single])) == [folder / "a.xlsm", folder / "b.xlsx", single]


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(st.lists(st.one_of(st.none(), st.integers(0, 20), st.just("x")), min_size=14, max_size=14))
def test_any_boards(tmp_path: Path, counts: list[object]) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Games"
    board(sheet, 2, tuple(counts[:7]))
    board(sheet, 9, tuple(counts[7:]))
    sheet["E2"] = "=SUM(C2:C15)"
    path = saved(book, tmp_path)
    report = rebuild(path, functions=FUNCTIONS)
    assert report.not_computed == ()
    expected = [cell for half in (counts[:7], counts[7:]) for cell in _shares(half)]
    assert values(path, "Games", "C2:C15") == expected
    bad = "#VALUE!" in expected
    total = sum(cell for cell in expected if isinstance(cell, int | float))
    assert value(path, "Games", "E2") == ("#VALUE!" if bad else pytest.approx(total))
    assert rebuild(path, functions=FUNCTIONS).changed == ()


def _shares(counts: list[object]) -> list[object]:
    if all(count is None for count in counts):
        return [None] * 7
    if not all(isinstance(count, int) for count in counts) or sum(counts) > 34:  # type: ignore[arg-type]
        return ["#VALUE!"] * 7
    total = sum(counts)  # type: ignore[arg-type]
    return [count / total if total else "#DIV/0!" for count in counts]  # type: ignore[operator]
