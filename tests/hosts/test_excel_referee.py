"""Excel as a referee: the real code and the real xlwings, with only COM replaced.

Nobody has tried it in Excel.
The Excel here opens the copy that it is handed, and knows its answers by formula.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.formula import ArrayFormula

from tests.hosts import fake_com
from tests.said import check_said
from xl_dipscore.sheets.calculate import excel as excel_module
from xl_dipscore.sheets.calculate.excel import NoExcel
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.rebuild import rebuild

COUNTS = (10, 9, 8, 7, 0, 0, 0)
SOS = [100 * count**2 / sum(one**2 for one in COUNTS) for count in COUNTS]
Answer = Callable[[Mapping[str, Any]], Any]
"""Computes a formula from the cells of the copy, as COM gives it."""
VALUES: dict[str, tuple[Answer, Any]] = {
    "=SERIESSUM(B2-5,1,1,0.5)": (lambda cells: (cells["B2"] - 5) / 2, (10 - 5) / 2),
    "=SERIESSUM(C2-C4,1,1,1)": (lambda cells: cells["C2"] - cells["C4"], SOS[0] - SOS[2]),
    "=ISREF(B2)": (lambda cells: True, True),
    "=ARRAYTOTEXT(A2:A3)": (lambda cells: f"{cells['A2']}, {cells['A3']}", "P0, P1"),
    '=DEC2HEX("")&""': (lambda cells: "", ""),
    "=BASE(-1,2)": (lambda cells: fake_com.error_code(2036), "#NUM!"),
    "=IMSUM(B2)+DEC2HEX(-1)": (lambda cells: 1.0, None),
    "=MATCH(8,B2:B8,1)+0*C2": (lambda cells: 7.0, 7),
    "=YEAR(C2-C2+50)": (lambda cells: 1900.0, 1900),
    "=SQRTPI(A2)": (lambda cells: fake_com.error_code(2015), "#VALUE!"),
}
"""Formulas that our calculator does not know, Excel's answer, and the value to store."""
TREND = "=TREND(B2:B3)"
"""A formula that fills two cells, with the line through the first two counts."""
NEVER = [
    "=IFERROR(UNKNOWN(B2),0)",
    '=CELL("width",A1)',
    '=INFO("system")&KURT(B2:B3)',
    '=KURT(B2:B3)&TEXT(B2,"0.0")',
    '=KURT(B2:B3)+VALUE("1.5")',
    '=VALUE("1.5.07")',
    "=DOLLAR(B2)&KURT(B2:B3)",
    "=RAND()+KURT(B2:B3)",
    '=IF("Åsa"<"Zoe",1,2)',
    '=COUNTIF(D2:D3,"TRUE")',
    "=KURT(B2:B3)+SUBTOTAL(9,B2:B3)",
    "=ISFORMULA(C2)",
]
"""Formulas that depend on the computer, or on Excel's add-ins."""
GONE = type("GONE", (fake_com.ComError,), {"hresult": -2147023174})


class Book:
    def __init__(self, excel: FakeExcel, path: str) -> None:
        self.excel, self.FullName = excel, path
        self.content = openpyxl.load_workbook(path)
        self.stored = openpyxl.load_workbook(path, data_only=True)
        self.Worksheets = self.sheet
        texts = [getattr(cell.value, "text", cell.value) for row in self.content["Games"] for cell in row]
        excel.formulas = {text for text in texts if str(text).startswith("=")}

    def sheet(self, name: str) -> Any:
        return SimpleNamespace(Range=lambda ref: self.range(name, ref))

    def range(self, name: str, ref: str) -> Any:
        first = ref.partition(":")[0]
        formula = self.content[name][first].value
        text = getattr(formula, "text", formula)
        computes = isinstance(text, str) and text.startswith("=")
        self.excel.asked |= {text}
        shown = {cell.coordinate: cell.value for row in self.stored[name] for cell in row}
        answer = self.excel.answers[text](shown) if computes and self.excel.calculated else shown[first]
        return Range(answer, computes and not self.excel.mends, self.excel.spilled.get(text))

    def Close(self, *, SaveChanges: bool) -> None:  # noqa: N802, N803
        assert not SaveChanges
        self.excel.done.append("close")


class Range:
    def __init__(self, answer: Any, has_formula: bool, spilled: tuple[int, int] | None) -> None:
        self.Value2, self.HasFormula, self._spilled = answer, has_formula, spilled

    @property
    def SpillingToRange(self) -> Any:  # noqa: N802
        if self._spilled is None:
            raise GONE
        rows, columns = self._spilled
        return SimpleNamespace(Rows=SimpleNamespace(Count=rows), Columns=SimpleNamespace(Count=columns))


class Workbooks:
    def __init__(self, excel: FakeExcel) -> None:
        self.excel = excel

    def __call__(self, name: str) -> Any:
        raise GONE

    def Open(self, path: str, links: object, read_only: object, *rest: object) -> Book:  # noqa: N802
        excel = self.excel
        assert (links, read_only) == (False, True)
        assert not excel.DisplayAlerts
        assert not excel.EnableEvents
        assert excel.AutomationSecurity == 3
        excel.opened.append(Path(path))
        excel.fail("open")
        return Book(excel, path)


class FakeExcel:
    """`Excel.Application`."""

    Hwnd = 1
    DisplayAlerts = EnableEvents = True
    AutomationSecurity = 1

    def __init__(self) -> None:
        self.answers = {formula: answer for formula, (answer, _) in VALUES.items()}
        self.answers[TREND] = lambda cells: ((10.0,), (9.0,))
        self.formulas: set[object] = set()
        self.asked: set[object] = set()
        self.opened: list[Path] = []
        self.done: list[str] = []
        self.calculated = self.mends = False
        self.spilled: dict[str, tuple[int, int]] = {}
        self.failures: dict[str, BaseException] = {}
        self.words = {'TRUE&""': "TRUE", 'FALSE&""': "FALSE", '1/2&""': "0.5"}
        self.Workbooks = Workbooks(self)
        # Tests may be started deaf to SIGTERM, and so would be what they start.
        waits = "import signal; signal.signal(signal.SIGTERM, signal.SIG_DFL); print(flush=True); input()"
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen([sys.executable, "-c", waits], **pipes)
        assert self.process.stdout is not None
        self.process.stdout.readline()

    def fail(self, where: str) -> None:
        if where in self.failures:
            raise self.failures[where]

    def CalculateFull(self) -> None:  # noqa: N802
        self.fail("calculate")
        self.calculated = True

    def Evaluate(self, formula: str) -> str:  # noqa: N802
        return self.words[formula]

    def Quit(self) -> None:  # noqa: N802
        self.done.append("quit")
        self.fail("quit")


@pytest.fixture
def excel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[FakeExcel]:
    """A Windows with an Excel that can be started several times."""
    room = tmp_path / "room"
    room.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(room))
    monkeypatch.setattr(excel_module, "sys", SimpleNamespace(platform="win32"))
    with fake_com.excel():
        windows = sys.modules["xlwings._xlwindows"]
        fake = FakeExcel()
        monkeypatch.setattr(windows, "DispatchEx", lambda name: fake)
        monkeypatch.setattr(windows.win32process, "GetWindowThreadProcessId", lambda _: (1, fake.process.pid))
        monkeypatch.setattr(windows.Apps, "cleanup", lambda: pytest.fail("it ends others' Excels"))
        yield fake
    fake.process.communicate(b"\n")
    assert list(room.iterdir()) == []


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A board in A2:C8, and the formulas in column E, one below the other."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Games"
    for row, count in enumerate(COUNTS, 2):
        sheet.cell(row, 1).value, sheet.cell(row, 2).value = f"P{row - 2}", count
    sheet["D2"] = "TRUE"
    sheet["C2"] = ArrayFormula("C2:C8", "=SOS_SCORE(B2:B8)")
    for row, formula in enumerate([*VALUES, *NEVER], 2):
        sheet.cell(row, 5).value = formula
    sheet["G2"] = ArrayFormula("G2:G3", TREND)
    path = tmp_path / "event.xlsx"
    book.save(path)
    return path


def asked_excel(path: Path, **options: Any) -> set[str]:
    """The cells that are not computed."""
    return {one.ref for one in rebuild(path, engine="excel", **options).not_computed}


def excels(formula: str) -> str:
    """The cell of one of Excel's formulas."""
    return f"E{[*VALUES].index(formula) + 2}"


UNKNOWN_ERROR = excels("=IMSUM(B2)+DEC2HEX(-1)")
NUMBER, TEXT = excels("=SERIESSUM(B2-5,1,1,0.5)"), excels("=ARRAYTOTEXT(A2:A3)")
LOCAL = {f"E{row}" for row, _ in enumerate(NEVER, 2 + len(VALUES))}


def test_it_is_asked_where_python_is_unsure(excel: FakeExcel, path: Path) -> None:
    assert asked_excel(path) == {UNKNOWN_ERROR, *LOCAL}
    package = Package.read(path)
    got = [package.value("Games", excels(formula)) for formula in VALUES]
    assert got == pytest.approx([wanted for _, wanted in VALUES.values()])
    assert [package.value("Games", cell) for cell in ("G2", "G3")] == [10, 9]
    assert isinstance(package.value("Games", excels("=ISREF(B2)")), bool)
    assert excel.asked >= {"=SERIESSUM(B2-5,1,1,0.5)", TREND}
    assert excel.asked & {*NEVER} == set()
    assert excel.formulas == excel.asked
    assert excel.done == ["close", "quit"]
    (copy,) = excel.opened
    assert (copy == path, copy.suffix) == (False, path.suffix)


def test_texts_in_the_language_of_the_computer(excel: FakeExcel, path: Path) -> None:
    excel.words = {'TRUE&""': "WAHR", 'FALSE&""': "FALSCH", '1/2&""': "0,5"}
    texts = {"=ARRAYTOTEXT(A2:A3)": "P0, 2,5", '=DEC2HEX("")&""': "falsch"}
    for formula, text in texts.items():
        excel.answers[formula] = lambda cells, text=text: text
    assert asked_excel(path) == {UNKNOWN_ERROR, *LOCAL, *map(excels, texts)}
    for formula in texts:
        excel.answers[formula] = lambda cells: "P0, P1; 2.5"
    assert asked_excel(path) == {UNKNOWN_ERROR, *LOCAL}


def test_an_array_of_another_size_is_not_taken(excel: FakeExcel, path: Path) -> None:
    excel.spilled = {"=ARRAYTOTEXT(A2:A3)": (2, 1), TREND: (2, 1)}
    assert asked_excel(path) == {UNKNOWN_ERROR, *LOCAL, TEXT}


def test_a_mended_workbook_is_not_believed(excel: FakeExcel, path: Path) -> None:
    excel.mends = True
    assert asked_excel(path) >= {NUMBER, TEXT, "G2"}


@pytest.mark.parametrize("where", ["open", "calculate", "quit"])
def test_it_is_ended_in_any_case(excel: FakeExcel, path: Path, where: str) -> None:
    excel.failures = {where: GONE()}
    assert (NUMBER in asked_excel(path)) == (where != "quit")
    assert excel.done == (["quit"] if where == "open" else ["close", "quit"])
    ended = excel.process.wait(10) if where == "quit" else excel.process.poll()
    assert ended == (-signal.SIGTERM if where == "quit" else None)


def test_it_is_ended_when_it_waits_for_an_answer(
    excel: FakeExcel, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(excel_module, "_SECONDS", 0.05)

    def wait(self: FakeExcel, where: str) -> None:
        self.process.wait(10)
        raise GONE

    monkeypatch.setattr(FakeExcel, "fail", wait)
    assert NUMBER in asked_excel(path)
    assert excel.process.returncode == -signal.SIGTERM


def test_a_person_stops_it(excel: FakeExcel, path: Path) -> None:
    excel.failures, before = {"calculate": KeyboardInterrupt()}, path.read_bytes()
    with pytest.raises(KeyboardInterrupt):
        asked_excel(path)
    assert excel.done == ["close", "quit"]
    assert path.read_bytes() == before


def test_what_it_said_is_never_remembered(excel: FakeExcel, path: Path, dipscore: Any) -> None:
    book = openpyxl.load_workbook(path)
    for cell in {*LOCAL, UNKNOWN_ERROR}:  # for these it would be computed again in any case
        book["Games"][cell] = None
    book.save(path)
    for times in (1, 2):
        dipscore("rebuild", path, "--engine", "excel", "--jobs", "1")
        assert len(excel.opened) == times


@pytest.mark.parametrize("engine", ["auto", "python"])
def test_nobody_asks_it_unless_told_to(
    excel: FakeExcel, path: Path, engine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("xl_dipscore.sheets.calculate.office.installed_office", lambda: None)
    rebuild(path, engine=engine)
    assert excel.opened == []


def test_where_there_is_no_excel(path: Path, dipscore: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither on this system, nor for xlwings on a Windows without Excel or pywin32."""
    before = path.read_bytes()
    check_said(dipscore("rebuild", path, "--engine", "excel").err, NoExcel)
    monkeypatch.setattr(excel_module, "sys", SimpleNamespace(platform="win32"))
    with pytest.raises(NoExcel):
        asked_excel(path)
    with fake_com.excel(), pytest.raises(NoExcel):
        asked_excel(path)  # the program that starts is not Excel
    assert path.read_bytes() == before
