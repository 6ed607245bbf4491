"""The folder for Windows and its Python, run by Wine; a program stands in for Excel.

`.ci/run` makes the folder with the Python that Wine can have; where WINE names it, nothing is skipped. Each
start of Windows' Python takes seconds, so the fixtures run everything once, and the tests read the answers.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from tests.games import event
from tests.hosts import fake_com
from tests.hosts.calls import CALLS, LEFT, Call, Date, Error, Money, error_code, macros, rows
from tests.hosts.test_excel_menu import PYTHON as MENU
from tests.hosts.test_excel_menu import as_excel_gives_it
from tests.opened import opened
from xl_dipscore import __version__
from xl_dipscore.cli import windows_folder
from xl_dipscore.hosts import windows
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.author import Plan

pytestmark = pytest.mark.wine

HERE = Path(__file__).parent
FUNCTIONS = "xl_dipscore.hosts.excel"
MINUTE = 60
USER = "Zoë"
ONEDRIVE = "OneDrive - Klub Łódź"
"""A name of a folder in letters that neither the user's name nor the code page of the macros has."""
NAMES = ["Łukasz Żak", "Ångström", "Ωmega", "O'Brien", "Zoë", "Jo", "佐藤"]
LIMIT = 600
"""Seconds after which a program hangs; on the busiest computer none takes a third of this."""
SLOW_CALL = f"""
import pathlib, time
pathlib.Path(busy).touch()
began = time.monotonic()
while time.monotonic() < began + {MINUTE} or not pathlib.Path(free).exists():
    if time.monotonic() > began + {LIMIT}:
        raise TimeoutError("The other Excel got no answers during this call.")
    time.sleep(0.1)
"""
"""A call that lasts a minute, or longer: until the other Excel has all its answers."""


class Wine:
    """A Windows of its own, and the folder in it as a director unpacked it."""

    def __init__(self, work: Path) -> None:
        self.work = self.current = work
        self.folder = work / "Größere Turniere" / "xl_dipscore"
        named = os.environ.get("WINE")
        if named is None:
            pytest.skip("WINE does not name the folder that .ci/run makes")
        shutil.copytree(named, self.folder)
        (work / "home").mkdir()
        own = {"HOME": str(work / "home"), "WINEPREFIX": str(work / "prefix"), "LC_ALL": "C.UTF-8"}
        user = {"USER": USER, "LOGNAME": USER, "OneDrive": rf"C:\users\{USER}\{ONEDRIVE}"}
        quiet = {"WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree=;mshtml="}
        self.env = {"PATH": os.environ["PATH"], **own, **user, **quiet}
        self.run("wineboot", "-i")

    def start(self, *words: str | Path) -> subprocess.Popen[bytes]:
        # Through a pipe: Wine's console needs a terminal.
        pipe = subprocess.PIPE
        return subprocess.Popen(
            ["wine", *map(str, words)], cwd=self.current, env=self.env, stdout=pipe, stderr=pipe
        )

    def run(self, *words: str | Path) -> tuple[int, str]:
        """The exit status and the printed text."""
        started = self.start(*words)
        printed, wrong = communicate(started)
        return started.returncode, (printed + wrong).decode("utf-8", errors="replace")

    def cmd(self, name: str, *words: str) -> tuple[int, str]:
        self.current = self.folder
        done = self.run("cmd", "/c", name, *words)
        self.current = self.work
        return done

    def python(self, program: str | Path, *words: str | Path) -> subprocess.Popen[bytes]:
        return self.start(self.folder / "python" / "python.exe", windows_path(Path(program)), *words)

    @property
    def user(self) -> Path:
        (user,) = (one for one in (self.work / "prefix/drive_c/users").iterdir() if one.name != "Public")
        return user

    def installed(self) -> set[str]:
        places = [self.user / windows.FOLDER, self.user / "AppData/Roaming/Microsoft"]
        wanted = (*windows.LIBRARIES, windows.SETTINGS, windows.TAB, windows_folder.ENTRY)
        return {path.name for place in places for path in place.rglob("*") if path.name in wanted}

    def close(self) -> None:
        subprocess.run(["wineserver", "-k"], env=self.env, check=False)


def communicate(started: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """What a program printed. If it hangs, it is ended."""
    try:
        return started.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        started.kill()
        raise


def windows_path(path: Path) -> str:
    return "Z:" + str(path).replace("/", "\\")


@pytest.fixture(scope="module")
def wine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wine]:
    found = Wine(tmp_path_factory.mktemp("wine"))
    yield found
    found.close()


class Excel:
    """A stand-in for Excel, started with a list of calls."""

    def __init__(self, wine: Wine, name: str, calls: list[dict[str, Any]]) -> None:
        self._given, self._answers = wine.work / f"{name}.json", wine.work / f"{name}.answers"
        self._given.write_text(json.dumps(calls), encoding="utf-8")
        names = (windows_path(one) for one in (self._given, self._answers))
        self._running = wine.python(HERE / "stand_in.py", *names)

    def wait_for(self, count: int) -> None:
        """Wait until so many calls are answered."""
        until = time.monotonic() + LIMIT
        while len(self._lines()) < count and self._running.poll() is None:
            assert time.monotonic() < until, self._lines()
            time.sleep(0.2)

    def _lines(self) -> list[str]:
        return self._answers.read_text("utf-8").splitlines() if self._answers.exists() else []

    @cached_property
    def answers(self) -> list[dict[str, Any]]:
        _, wrong = communicate(self._running)
        assert self._running.returncode == 0, wrong.decode("utf-8", errors="replace")
        return [json.loads(line) for line in self._lines()]


def call(function: str, *arguments: Any, by: str = "values", module: str = FUNCTIONS) -> dict[str, Any]:
    given = list(map(as_json, arguments))
    return {"module": module, "function": function, "arguments": given, "by": by}


def as_json(argument: Any) -> Any:
    def cell(value: Any) -> Any:
        if isinstance(value, Error):
            return {"error": macros(value)}
        if isinstance(value, Date | Money):
            return {"date" if isinstance(value, Date) else "money": float(value)}
        return value

    if argument is LEFT:
        return "omitted"
    if isinstance(argument, list):
        return [[cell(one) for one in line] for line in argument]
    return argument if isinstance(argument, dict) else {"cell": cell(argument)}


def one_of_each() -> list[Call]:
    """The calls in which xlwings' own macros could differ: formats, errors and shapes; and each function."""
    by_name = {one.function: one for one in CALLS if not one.function.endswith(("_SCORE", "_TOTAL"))}
    odd = ("date", "money", "error", "one cell", "ticks", "left out", "column", "a row", "text")
    boards = [one for one in CALLS if one.function in ("DIP_SCORE", "DIP_TOTAL") and has(one.what, odd)]
    return [*by_name.values(), *boards]


def has(text: str, words: tuple[str, ...]) -> bool:
    return any(word in text for word in words)


def named_games() -> list[list[Any]]:
    return [[*line[:3], NAMES[n % 7] if n else line[3], *line[4:]] for n, line in enumerate(event()[:8])]


class Day:
    """What happens in Excel on one day: two Excels are open, and one has a call that lasts a minute."""

    def __init__(self, wine: Wine, book: Path) -> None:
        self.book = book
        self.setup = wine.cmd("Install.cmd", "quiet")
        self.ranges = one_of_each()
        self.big = [[(n * 7 + m) % 18 for m in range(10)] for n in range(1000)]
        busy, free = wine.work / "busy", wine.work / "free"
        calls = [call("DIP_VERSION"), {"wait": windows_path(busy)}]
        calls += [call(one.function, *one.given(lambda given: given)) for one in CALLS]
        calls += [call(one.function, *one.given(lambda given: given), by="ranges") for one in self.ranges]
        calls += [call("NDC_PROSPECTS", self.big, by=by) for by in ("values", "ranges")]
        calls += [call("DIP_STANDINGS", "DCC", named_games(), by=by) for by in ("values", "ranges")]
        calls += [{"error": error_code(2042)}, {"error": error_code(2045)}]
        calls += [*self.menu_calls(windows_path(book))]
        names = f"busy, free = {windows_path(busy)!r}, {windows_path(free)!r}"
        slow = {"python": f"{names}\n{SLOW_CALL}"}
        self.other = Excel(wine, "other", [call("DIP_VERSION"), slow, call("NDC_PROSPECTS", 9)])
        self.excel = Excel(wine, "excel", calls)
        self.excel.wait_for(1)
        self.in_use = wine.cmd("Uninstall.cmd", "quiet")
        self.still_installed = wine.installed()
        answers = iter(self.excel.answers)
        free.touch()
        self.first, _ = next(answers), next(answers)
        self.by_value = [next(answers) for _ in CALLS]
        self.by_range = [next(answers) for _ in self.ranges]
        self.of_big, self.of_names, self.of_errors = ([next(answers) for _ in range(2)] for _ in range(3))
        self.of_menu = [*answers]

    def menu_calls(self, path: str) -> Iterator[dict[str, Any]]:
        for word, wishes in MENU_ACTS.items():
            yield call("DIP_MENU", word, *self.told(path, wishes), module=MENU)

    def told(self, path: str, wishes: dict[str, Any]) -> list[Any]:
        """The arguments of the macros for an item."""
        place = {"row": [path, "Games", 2.0, 1.0, 1.0]}
        chosen = [list(pair) for pair in wishes.items()] or [[None, None]]
        names, titles, *arrays = as_excel_gives_it(opened(Package.read(self.book)))
        blocks = [[list(line) for line in block] for block in arrays]
        return [chosen, place, [list(pair) for pair in names], [list(titles[0])], *blocks]


MENU_ACTS: dict[str, dict[str, Any]] = {
    "draw_round": {"round_": 1.0},
    "away": {"round_": 1.0},
    "more_boards": {"round_": 1.0},
    "check": {},
    "explain": {},
    "take_back": {},
    "rename": {"old": "Zoë", "new": "Łukasz"},
    "new_event": {"called": "Żółw Ω"},
    "attach": {},
    "repair": {},
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with players of many alphabets, in a folder with spaces."""
    path = tmp_path_factory.mktemp("Spaß am Spiel") / "Frühling Ω.xlsx"
    new.create(path, Plan(find("DCC"), rounds=1, boards=1))
    package = Package.read(path)
    for row, name in enumerate(NAMES, 5):
        package.set_value("Players", f"A{row}", name)
    package.set_value("Games", "E2", "many")
    package.write(path)
    return path


@pytest.fixture(scope="module")
def day(wine: Wine, book: Path) -> Day:
    return Day(wine, book)


def test_install_needs_one_double_click(wine: Wine, day: Day) -> None:
    status, said = day.setup
    assert status == 0, said
    assert day.still_installed == {
        *windows.LIBRARIES,
        windows.SETTINGS,
        windows.TAB,
        windows_folder.ENTRY,
    }


def test_excel_in_use_keeps_everything(wine: Wine, day: Day) -> None:
    status, said = day.in_use
    assert status == 1
    assert "close Excel" in said
    assert (wine.folder / windows_folder.BROUGHT).exists()


def test_macros_get_what_python_computes(day: Day) -> None:
    assert day.first["answer"] == __version__
    assert differences(CALLS, day.by_value) == []


def test_xlwings_own_macros_get_the_same(day: Day) -> None:
    assert len(day.ranges) > 30
    assert differences(day.ranges, day.by_range) == []


def differences(calls: Any, answers: list[dict[str, Any]]) -> list[str]:
    found = []
    for one, answer in zip(calls, answers, strict=True):
        got = rows(answer["answer"]) if "answer" in answer else answer["failed"]
        if isinstance(got, str) or json.dumps(as_floats(got)) != json.dumps(as_floats(one.expected)):
            found.append(f"{one}: {str(got)[:200]} for {str(one.expected)[:200]}")
    return found


def as_floats(table: list[list[Any]]) -> list[list[Any]]:
    """Cells hold one kind of number; TRUE is none."""
    return [[float(one) if type(one) is int else one for one in line] for line in table]


def test_ten_thousand_cells(day: Day) -> None:
    expected = json.dumps([[n / (18 - n) for n in line] for line in day.big])
    for answer in day.of_big:
        assert json.dumps(answer["answer"]) == expected


def test_names_of_many_alphabets(day: Day) -> None:
    for answer in day.of_names:
        assert {line[1] for line in answer["answer"][1:]} == {*NAMES}


def test_error_cells_as_excel_passes_them(day: Day) -> None:
    assert [answer["answer"] for answer in day.of_errors] == ["#N/A", "#VALUE!"]


def test_two_excels_have_a_python_each_and_a_call_may_last_a_minute(day: Day) -> None:
    first, slow, last = day.other.answers
    assert first["answer"] == __version__
    # The call ends only if the other Excel does not wait for it.
    assert "answer" in slow, slow
    assert slow["seconds"] >= MINUTE
    assert last["answer"] == 1


def test_the_menu_does_what_it_does_elsewhere(day: Day) -> None:
    with fake_com.excel(MENU) as excel:
        for (word, wishes), answer in zip(MENU_ACTS.items(), day.of_menu, strict=True):
            chosen, place, names, titles, *arrays = day.told(str(day.book), wishes)
            blocks = [tuple(map(tuple, one)) for one in (chosen, names, titles, *arrays)]
            chosen, names, titles, *arrays = blocks
            expected = excel.call(MENU, "DIP_MENU", word, chosen, tuple(place["row"]), names, titles, *arrays)
            assert "answer" in answer, (word, answer)
            there = without_chance(answer["answer"], windows_path(day.book.parent) + "\\")
            assert there == without_chance(expected, f"{day.book.parent}/"), word
            day.book.with_suffix(".xlsm").unlink(missing_ok=True)


def without_chance(table: list[list[Any]], folder: str) -> list[list[Any]]:
    """Without players of drawn seats, times and folders."""
    found = []
    for action, sheet, cell, kind, value in table:
        drawn = action == "cell" and (sheet in ("Log", "Games") or value in NAMES)
        path = action in ("new", "copy")
        shown = str(value).replace("\\", "/").rpartition("/")[2] if path else value
        shown = shown.replace(folder, "") if isinstance(shown, str) else shown
        found.append([action, sheet, cell, kind, None if drawn else shown])
    return found


# -- commands -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def after_the_day(wine: Wine, day: Day) -> Wine:
    """The same Windows, once both Excels are closed."""
    assert day.excel.answers
    assert day.other.answers
    return wine


@pytest.fixture(scope="module")
def games(wine: Wine) -> Path:
    """A games file with players of many alphabets."""
    path = wine.work / "games.csv"
    path.write_text("".join(",".join(map(str, line)) + "\n" for line in named_games()), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def acts(after_the_day: Wine, games: Path) -> dict[str, dict[str, Any]]:
    """Commands on files in a folder with spaces and letters of many alphabets."""
    wine = after_the_day
    folder = windows_path(wine.work / "Łódź am 1. Mai")
    started = wine.python(HERE / "acts.py", folder, windows_path(games))
    printed, wrong = communicate(started)
    assert started.returncode == 0, wrong.decode(errors="replace")
    return {one["what"]: one for one in map(json.loads, printed.splitlines())}


def test_excel_gets_and_loses_the_functions_twice(acts: dict[str, dict[str, Any]]) -> None:
    for name in ("first", "second"):
        assert acts[f"install {name}"]["files"] == sorted([*windows.LIBRARIES, windows.SETTINGS, windows.TAB])
        assert acts[f"uninstall {name}"]["files"] == []


def test_commands_on_files_with_odd_names(acts: dict[str, dict[str, Any]]) -> None:
    for word in ("new", "fill", "rebuild", "attach", "extract", "standings", "undo"):
        assert acts[word]["status"] == 0, acts[word]
    assert names_in(acts["standings"]["said"]) == {*NAMES}


def test_rebuild_with_two_processes(acts: dict[str, dict[str, Any]]) -> None:
    done = acts["rebuild"]
    assert done["status"] == 0, done
    assert done["changed"] == ["Frühling Ω.xlsx", "Łódź.xlsx"]
    assert "2 files" in done["said"]


def names_in(said: str) -> set[str]:
    return {name for name in NAMES if name in said}


def test_a_workbook_that_another_program_locks_stays(acts: dict[str, dict[str, Any]]) -> None:
    done = acts["locked"]
    assert done["status"] == 1
    assert "Traceback" not in done["said"]
    assert "Frühling" in done["said"]
    assert "another program has it open" in done["said"]
    assert done["same"] is True
    assert done["left"] == []


@pytest.mark.parametrize("code_page", [437, 1252])
def test_commands_in_the_code_pages_of_the_window(after_the_day: Wine, games: Path, code_page: int) -> None:
    wine = after_the_day
    batch = wine.folder / f"in {code_page}.cmd"
    command = f'call "%~dp0dipscore.cmd" standings DCC "{windows_path(games)}"'
    batch.write_text(f"@echo off\r\nchcp {code_page} >nul\r\n{command}\r\n", encoding="ascii")
    status, said = wine.cmd(batch.name)
    batch.unlink()
    assert status == 0, said
    assert names_in(said) == {*NAMES}


def test_a_moved_folder_works_once_install_starts_there(
    after_the_day: Wine, acts: dict[str, dict[str, Any]]
) -> None:
    """Excel's current folder is the new one too, whose letters the library cannot read."""
    wine = after_the_day
    assert acts["install again"]["status"] == 0
    place = wine.user / ONEDRIVE / "Spiele & Co (ü)"
    place.mkdir(parents=True)
    wine.folder = wine.current = wine.folder.rename(place / "xl_dipscore")
    (answer,) = Excel(wine, "moved", [call("DIP_VERSION")]).answers
    assert "Größere Turniere" in answer["failed"]
    status, said = wine.cmd("Install.cmd", "quiet")
    assert status == 0, said
    assert ONEDRIVE in said.splitlines()[-1]
    wine.current = wine.folder
    (answer,) = Excel(wine, "installed again", [call("DIP_VERSION")]).answers
    wine.current = wine.work
    assert answer["answer"] == __version__


@pytest.mark.parametrize("name", ["Install.cmd", "Uninstall.cmd"])
def test_a_folder_without_all_its_files_is_a_sentence(after_the_day: Wine, name: str) -> None:
    """As OneDrive leaves it, or a scanner of viruses."""
    wine = after_the_day
    lost = wine.folder / "python/Lib/site-packages/xl_dipscore/errors.py"
    data = lost.read_bytes()
    lost.unlink()
    before = {path for path in wine.folder.rglob("*") if path.suffix != ".pyc"}
    status, said = wine.cmd(name, "quiet")
    assert status == 1
    assert "Extract the zip again" in said
    assert "Traceback" not in said
    assert {path for path in wine.folder.rglob("*") if path.suffix != ".pyc"} == before
    lost.write_bytes(data)


def test_uninstall_leaves_only_what_a_director_saved(after_the_day: Wine) -> None:
    wine = after_the_day
    own = wine.folder / "workbooks" / "spring.xlsm"
    own.write_bytes(b"an event")
    ready = wine.folder / "workbooks" / "mystery.xlsm"
    ready.write_bytes(b"with results")
    status, said = wine.cmd("Uninstall.cmd", "quiet")
    assert status == 0, said
    assert wine.installed() == set()
    assert {path for path in wine.folder.rglob("*") if path.is_file()} == {own, ready}
