"""LibreOffice as a calculator: full precision, no unknown formula computed, and nothing left behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula

from tests.sheets.books import FUNCTIONS, board, rebuild, saved, value, values, with_part
from xl_dipscore.hosts import vba
from xl_dipscore.sheets.calculate import find_office
from xl_dipscore.sheets.calculate import office as office_module
from xl_dipscore.sheets.calculate import program_folder as room_module
from xl_dipscore.sheets.calculate.block import Block, Failure
from xl_dipscore.sheets.calculate.excel import NoExcel
from xl_dipscore.sheets.calculate.find_office import NoAnswer
from xl_dipscore.sheets.calculate.office import LibreOffice, installed_office
from xl_dipscore.sheets.xlsx.cell import ErrorMark
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.sheets.xlsx.package import Package

calc = [
    pytest.mark.calc,
    pytest.mark.skipif(installed_office() is None, reason="LibreOffice is not installed here"),
]

EXACT: dict[str, Any] = {
    "=1/3": 1 / 3,
    "=0.1+0.2": 0.1 + 0.2,
    "=C2*100/7": 10 / 34 * 100 / 7,
    "=C3/C4*1E-9": 9 / 34 / (8 / 34) * 1e-9,
    "=2^0.5": 2**0.5,
    "=B2>B3": True,
    "=B2<B3": False,
    "=B2-9": 1,
    "=B2-10": 0,
    '=""': "",
    '=A2&" ""é"""': 'P0 "é"',
}
MARKED = {
    "=1/(B2-10)": "#DIV/0!",
    "=NA()": "#N/A",
    '=INDIRECT("nowhere")': "#REF!",
    "=10^400": "#NUM!",
}
UNKNOWN = [
    "=UNKNOWN(B2)",
    "=IFERROR(UNKNOWN(B2),0)",
    "=ISERROR(Some.Thing(B2))",
    "=IFERROR(_xlfn.FANCYNEW(B2),3)",
    "=IFERROR(nameless,1)",
    "=IFERROR(Odd,1)",
    "=IFERROR(Odder,1)",
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The formulas in column E, one below the other."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Games"
    board(sheet)
    for row, formula in enumerate([*EXACT, *MARKED, *UNKNOWN], 2):
        sheet.cell(row, 5).value = formula
    sheet["G2"] = ArrayFormula("G2:G5", '=INDIRECT("B2:B4")/7')
    sheet["H2"] = ArrayFormula("H2:H3", "=IFERROR(UNKNOWN(B2:B3),0)")
    for name, text in (("Odd", "UNKNOWN(Games!$B$2)"), ("Odder", "Odd+1"), ("rate", "Games!$B$3")):
        book.defined_names[name] = DefinedName(name, attr_text=text)
    sheet["I2"] = '=rate/7&INDIRECT("A2")'
    return saved(book, tmp_path)


def rows_of(formulas: object, first: int) -> list[str]:
    return [f"E{row}" for row, _ in enumerate(formulas, first)]  # type: ignore[call-overload]


class TestValues:
    pytestmark = calc

    def test_to_the_last_bit_and_nothing_unknown(self, path: Path) -> None:
        report = rebuild(path, functions=FUNCTIONS, engine="libreoffice")
        exact, marked = len(EXACT), len(MARKED)
        package = Package.read(path)
        shown = [package.value("Games", ref) for ref in rows_of(EXACT, 2)]
        assert [(isinstance(one, bool), one) for one in shown] == [
            (isinstance(one, bool), one) for one in EXACT.values()
        ]
        assert values(path, "Games", f"E{2 + exact}:E{1 + exact + marked}") == list(MARKED.values())
        assert values(path, "Games", "G2:G5") == [10 / 7, 9 / 7, 8 / 7, "#N/A"]
        assert value(path, "Games", "I2") == f"{9 / 7:.15g}P0"
        assert [cell.ref for cell in report.not_computed] == ["H2", *rows_of(UNKNOWN, 2 + exact + marked)]
        assert values(path, "Games", "H2:H3") == [None, None]

    def test_without_a_python_that_knows_it(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(find_office, "pythons", lambda program: iter([Path(sys.executable)]))
        program = find_office.program()
        assert program is not None
        office, before = LibreOffice(program), path.read_bytes()
        monkeypatch.setattr("xl_dipscore.sheets.calculate.office.installed_office", lambda: office)
        with pytest.raises(NoAnswer, match="install python3-uno"):
            rebuild(path, functions=FUNCTIONS, engine="libreoffice")
        assert path.read_bytes() == before
        package = Package.read(path)
        package.set_formula("Games", "J2", "DIP_VERSION()")
        package.write(path)
        left = {cell.ref for cell in rebuild(path, functions=FUNCTIONS).not_computed}
        assert {"H2", *rows_of(UNKNOWN, 2 + len(EXACT) + len(MARKED))} <= left
        assert value(path, "Games", "E2") == 1 / 3

    def test_dates_of_1904(self, path: Path) -> None:
        with_part(
            path, "xl/workbook.xml", lambda xml: xml.replace("<workbookPr", '<workbookPr date1904="1"', 1)
        )
        package = Package.read(path)
        assert package.date1904
        package.set_formula("Games", "E2", 'DATE(1904,1,2)+INDIRECT("B2")')
        assert asked_of(installed_office(), package, "E2") == [[1 + 10]]

    def test_true_stays_true_in_any_format(self, tmp_path: Path) -> None:
        book = openpyxl.Workbook()
        book.active.title = "Games"
        book.active["A1"] = 1
        for ref, formula in (("B1", "=A1=1"), ("B2", "=A1*1")):
            book.active[ref] = formula
            book.active[ref].number_format = "0.00"
        package = Package.read(saved(book, tmp_path))
        package.set_cached_value("Games", "B1", False)
        package.set_cached_value("Games", "B2", 0)
        found = [asked_of(installed_office(), package, ref)[0][0] for ref in ("B1", "B2")]
        assert found == [1, 1]
        assert [isinstance(one, bool) for one in found] == [True, False]

    def test_a_macro_is_no_function(self, tmp_path: Path) -> None:
        book = openpyxl.Workbook()
        book.active.title = "Games"
        book.active.append([10, 9, 8, 7, 0, 0, 0])
        book.active["A2"], book.active["A3"] = "=DCC_SCORE(A1:G1)", "=IFERROR(SUM(DCC_SCORE(A1:G1)),0)"
        package = Package.read(saved(book, tmp_path))
        vba.attach(package)
        package.name = "event.xlsm"
        assert all(
            isinstance(asked_of(installed_office(), package, ref)[0][0], Failure) for ref in ("A2", "A3")
        )

    def test_what_it_cannot_open_and_sheets_it_has_not(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        office, package = installed_office(), Package.read(path)
        assert office is not None
        assert isinstance(office(package, [], [Area("Nowhere", 1, 1, 1, 1)])[0][0][0], Failure)
        with monkeypatch.context() as patched:
            patched.setattr(package, "with_values", lambda areas: b"PK\x03\x04 and no more")
            assert isinstance(asked_of(office, package, "E2")[0][0], Failure)
        assert asked_of(office, package, "E2") == [[1 / 3]]

    def test_the_workbook_itself_is_never_opened(self, path: Path) -> None:
        before = path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino
        assert asked_of(installed_office(), Package.read(path), "E2") == [[1 / 3]]
        assert (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino) == before
        assert list(path.parent.iterdir()) == [path]


def asked_of(office: Any, package: Package, ref: str) -> Block:
    """LibreOffice's value of one cell."""
    cell = package.cell("Games", ref)
    (block,) = office(package, [], [Area("Games", cell.row, cell.column, cell.row, cell.column)])
    return block


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for LibreOffice's files."""
    folder = tmp_path / "room"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


@pytest.fixture
def office(room: Path) -> Iterator[LibreOffice]:
    program = find_office.program()
    assert program is not None
    office = LibreOffice(program)
    yield office
    office.end()
    assert left_in(room) == ([], [])


def left_in(room: Path) -> tuple[list[int], list[str]]:
    """The programs that have a profile there, and the files."""
    found = []
    for commands in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if os.fsencode(room) in commands.read_bytes():
                found.append(int(commands.parent.name))
    return found, [path.name for path in room.iterdir()]


def command_of(process: int) -> bytes:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def listened_at(room: Path) -> list[Path]:
    """The files at which a LibreOffice with a profile there listens."""
    folders = [path for path in room.iterdir() if path.is_dir()]
    return [found for folder in folders for found in room_module.listeners(folder)]


class TestLife:
    pytestmark = calc

    def test_one_for_many_workbooks(self, office: LibreOffice, path: Path, room: Path) -> None:
        package = Package.read(path)
        assert asked_of(office, package, "E2") == [[1 / 3]]
        first = left_in(room)
        assert asked_of(office, package, "E3") == [[0.1 + 0.2]]
        assert left_in(room) == first
        assert first[0]

    def test_another_when_it_broke_down_meanwhile(self, office: LibreOffice, path: Path, room: Path) -> None:
        package = Package.read(path)
        assert asked_of(office, package, "E2") == [[1 / 3]]
        for process in left_in(room)[0]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        assert asked_of(office, package, "E2") == [[1 / 3]]

    def test_one_that_takes_too_long_is_ended(
        self, office: LibreOffice, path: Path, room: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        package, slow = Package.read(path), Package.read(path)
        assert asked_of(office, package, "E2") == [[1 / 3]]
        for row in range(2, 500):
            slow.set_formula("Games", f"Z{row}", f"SUMPRODUCT(--(MOD(ROW($1:$1048576),{row})=1))")
        with monkeypatch.context() as patched:
            patched.setattr(office_module, "_SECONDS", 1)
            assert isinstance(asked_of(office, slow, "E2")[0][0], Failure)
        assert left_in(room) == ([], [])
        assert asked_of(office, package, "E3") == [[0.1 + 0.2]]

    def test_one_that_does_not_start_in_time(
        self, office: LibreOffice, path: Path, room: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(office_module, "_SECONDS", 0.01)
        with pytest.raises(NoAnswer):
            asked_of(office, Package.read(path), "E2")
        assert left_in(room) == ([], [])

    def test_a_copy_of_this_process_starts_its_own(
        self, office: LibreOffice, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        package = Package.read(path)
        assert asked_of(office, package, "E2") == [[1 / 3]]
        first = office._running
        with monkeypatch.context() as patched:
            patched.setattr(os, "getpid", lambda: -1)
            assert asked_of(office, package, "E3") == [[0.1 + 0.2]]
            assert office._running is not first

    def test_a_person_stops_it(
        self, office: LibreOffice, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        package = Package.read(path)
        assert asked_of(office, package, "E2") == [[1 / 3]]

        def stopped(*words: object) -> object:
            raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr(office_module._Running, "_read_answer", stopped)
            with pytest.raises(KeyboardInterrupt):
                asked_of(office, package, "E2")
        assert asked_of(office, package, "E3") == [[0.1 + 0.2]]

    @pytest.fixture
    def ours(self, path: Path) -> Path:
        """With a formula of ours: without one it is left alone."""
        package = Package.read(path)
        package.set_formula("Games", "J2", "DIP_VERSION()")
        package.write(path)
        return path

    @pytest.fixture
    def busy(self, ours: Path, room: Path) -> Iterator[subprocess.Popen[str]]:
        """A program that has asked LibreOffice and has not ended."""
        script = (
            "import sys, time; from xl_dipscore.workbooks.acts.rebuild import rebuild\n"
            "rebuild(sys.argv[1], engine='libreoffice')\n"
            "print('done', flush=True); time.sleep(600)"
        )
        with subprocess.Popen([sys.executable, "-c", script, ours], stdout=subprocess.PIPE, text=True) as run:
            assert run.stdout is not None
            assert run.stdout.readline() == "done\n"
            try:
                programs, files = left_in(room)
                assert programs
                assert files
                yield run
            finally:
                run.kill()

    def test_nothing_is_left_when_the_program_is_killed(
        self, busy: subprocess.Popen[str], room: Path
    ) -> None:
        heard = listened_at(room)
        assert heard
        busy.kill()
        busy.communicate()
        deadline = time.monotonic() + 60
        while left_in(room) != ([], []) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert left_in(room) == ([], [])
        assert not any(map(os.path.exists, heard))

    @pytest.mark.parametrize("too", ["and nothing else", "and LibreOffice"])
    def test_nothing_is_left_at_the_next_start_when_all_were_killed(
        self, busy: subprocess.Popen[str], room: Path, path: Path, office: LibreOffice, too: str
    ) -> None:
        """The program, and what stands between it and LibreOffice: nobody is there to end that."""
        heard, there = listened_at(room), left_in(room)[0]
        between = [process for process in there if b"office_driver" in command_of(process)]
        assert between
        # First what would end LibreOffice as soon as the program is gone.
        killed = [*between, *(there if too == "and LibreOffice" else []), busy.pid]
        for process in killed:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        busy.communicate()
        deadline = time.monotonic() + 60
        while {*killed} & {*left_in(room)[0]} and time.monotonic() < deadline:
            time.sleep(0.1)
        programs, files = left_in(room)
        assert files
        assert bool(programs) == (too == "and nothing else")
        assert asked_of(office, Package.read(path), "E2") == [[1 / 3]]
        assert not set(programs) & set(left_in(room)[0])
        assert not set(files) & set(left_in(room)[1])
        assert not any(map(os.path.exists, heard))

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
    def test_nothing_is_left_when_it_is_told_to_stop(self, ours: Path, room: Path, number: int) -> None:
        """While it waits for LibreOffice."""
        script = (
            f"import os, signal; signal.signal({number:d}, signal.SIG_DFL)\n"
            "from xl_dipscore.sheets.calculate import office; hear = office._Running._read_answer\n"
            "def told(running):\n"
            f"    if running.served: os.kill(os.getpid(), {number:d})\n"
            "    running.served = True; return hear(running)\n"
            "office._Running._read_answer = told\n"
            "from xl_dipscore.cli import main; main()"
        )
        words = [sys.executable, "-c", script, "rebuild", ours, "--engine", "libreoffice"]
        before = ours.read_bytes()
        ran = subprocess.run(words, capture_output=True, text=True, check=False)
        assert ran.returncode == 128 + number
        assert "Stopped: 0 of 1 workbook done." in ran.stderr
        assert "Traceback" not in ran.stderr
        assert left_in(room) == ([], [])
        assert ours.read_bytes() == before

    def test_nothing_is_left_when_the_program_ends(self, ours: Path, room: Path) -> None:
        script = "from xl_dipscore.cli import main; main()"
        words = [sys.executable, "-c", script, "rebuild", ours, "--engine", "libreoffice"]
        subprocess.run(words, capture_output=True, check=False)
        assert left_in(room) == ([], [])
        assert value(ours, "Games", "E2") == 1 / 3


class TestAnswers:
    """What becomes of an answer, whoever gave it."""

    def test_which_program_is_asked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def some() -> Any:
            return office

        office: Any = LibreOffice(Path("soffice"))
        monkeypatch.setattr(office_module, "installed_office", some)
        assert office_module.office_for("python") is None
        assert office_module.office_for("auto") is office_module.office_for("libreoffice") is office
        monkeypatch.setattr(office_module, "installed_office", lambda: None)
        assert office_module.office_for("auto") is None
        with pytest.raises(find_office.NoOffice):
            office_module.office_for("libreoffice")
        monkeypatch.setattr(sys, "platform", "linux")
        with pytest.raises(NoExcel):
            office_module.office_for("excel")

    def test_marks_of_errors_and_cells_without_result(self) -> None:
        block = office_module._block([[1.5, "a"], [True, {"error": "#N/A"}]])
        assert block == [[1.5, "a"], [True, "#N/A"]]
        assert isinstance(block[1][1], ErrorMark)
        (((refused,),)) = office_module._block([[1.5, None]])
        assert isinstance(refused, Failure)

    def test_numbers_in_cells_of_truths_are_truths(self, tmp_path: Path) -> None:
        book = openpyxl.Workbook()
        book.worksheets[0].append([True, 1, False])
        package = Package.read(saved(book, tmp_path))
        area = Area(package.sheet_names[0], 1, 1, 1, 3)
        found = office_module._restore_truths(package, area, [[0.0, 1.0, 2.0]])
        assert found == [[False, 1.0, 2.0]]
        assert [type(one) for one in found[0]] == [bool, float, float]
        assert office_module._restore_truths(package, area._replace(sheet="Gone"), [[1.0]]) == [[1.0]]

    @pytest.mark.parametrize(
        ("ends", "served", "starts", "answered"),
        [
            ([], False, 1, True),
            (["broken"], True, 2, True),  # somebody ended it after an earlier answer
            (["broken"], False, 1, False),
            (["slow"], True, 1, False),
            (["broken", "broken"], True, 2, False),
        ],
    )
    def test_it_is_started_again_once(
        self, ends: list[str], served: bool, starts: int, answered: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        begun: list[Any] = []

        class Running:
            took_too_long = False

            def __init__(self) -> None:
                self.served = served
                begun.append(self)

            def ask(self, request: Any) -> Any:
                how = ends[len(begun) - 1 : len(begun)]
                if how:
                    self.took_too_long = how == ["slow"]
                    raise office_module._Ended
                return [[[5.0]]]

        office = LibreOffice(Path("soffice"))
        monkeypatch.setattr(office, "_start", Running)
        (block,) = office._request_blocks(b"", ".xlsx", [Area("S", 1, 1, 1, 1)])
        assert (block == [[5.0]], len(begun)) == (answered, starts)
        assert answered or isinstance(block[0][0], Failure)
