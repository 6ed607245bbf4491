"""Finished workbooks are recognised by their bytes: only the time shows it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest

import xl_dipscore
from tests import games
from xl_dipscore.cli import main, stopping
from xl_dipscore.sheets.calculate.recalc import Recalculated, recalculate
from xl_dipscore.sheets.xlsx.formula import column_letters
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts import memory
from xl_dipscore.workbooks.acts import rebuild as rebuild_module
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.log import Act
from xl_dipscore.workbooks.acts.memory import find_remembered_report
from xl_dipscore.workbooks.acts.rebuild import rebuild_with_order
from xl_dipscore.workbooks.acts.rebuild_data import Order, Report
from xl_dipscore.workbooks.acts.undo import undo
from xl_dipscore.workbooks.author import templates_folder
from xl_dipscore.workbooks.layout.event import EventIn

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("new_books")]

OK, FAULTY = 0, 1
PROGRAM = """
import sys
from xl_dipscore.cli import main
try:
    main()
finally:
    print("computed" if "xl_dipscore.sheets.calculate.run" in sys.modules else "known")
"""


@dataclass
class Outcome:
    status: int
    out: str
    err: str
    computed: bool

    @property
    def told(self) -> tuple[int, str, str]:
        """The report without the time."""
        return self.status, self.out, re.sub(r" *\d+\.\d\d │|in \d+\.\d seconds", "", self.err)


@dataclass
class Processes:
    """`dipscore rebuild` as a process of its own, with one cache folder."""

    cwd: Path
    cache: Path

    def start(self, *words: object, **changed: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "rebuild", *map(str, words)],
            cwd=self.cwd,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={
                **os.environ,
                "PYTHONPATH": str(Path(xl_dipscore.__file__).parents[1]),
                "XDG_CACHE_HOME": str(self.cache),
                "COLUMNS": "200",
                **changed,
            },
        )

    def __call__(self, *words: object, **changed: str) -> Outcome:
        jobs = () if "--jobs" in words else ("--jobs", 1)
        return self.ended(self.start(*jobs, *words, **changed))

    def ended(self, process: subprocess.Popen[str]) -> Outcome:
        out, err = process.communicate()
        assert "Traceback" not in err
        *lines, last = out.splitlines(keepends=True)
        return Outcome(process.returncode, "".join(lines), err, last == "computed\n")

    @property
    def entries(self) -> list[Path]:
        return [path for path in self.cache.rglob("*") if path.is_file()]


@dataclass
class Runs(Processes):
    """Run `dipscore rebuild` in this process, where it starts at once."""

    capsys: pytest.CaptureFixture[str]

    def __call__(self, *words: object, **changed: str) -> Outcome:
        jobs = () if "--jobs" in words else ("--jobs", 1)
        asked: list[object] = []

        def spied(*given: Any, **named: Any) -> Recalculated:
            asked.append(given)
            return recalculate(*given, **named)

        memory._programs.cache_clear()
        memory._forget_the_least_used.cache_clear()
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.cwd)
            for name, value in {"XDG_CACHE_HOME": str(self.cache), "COLUMNS": "200", **changed}.items():
                patch.setenv(name, value)
            patch.setattr(sys, "argv", ["dipscore", "rebuild", *map(str, (*jobs, *words))])
            patch.setattr(stopping, "listen", lambda: None)
            patch.setattr(rebuild_module, "recalculate", spied)
            with pytest.raises(SystemExit) as ended:
                main()
        printed = self.capsys.readouterr()
        assert "Traceback" not in printed.err
        return Outcome(int(ended.value.code or 0), printed.out, printed.err, bool(asked))


@pytest.fixture
def process(tmp_path: Path) -> Processes:
    return Processes(tmp_path, tmp_path / "cache")


@pytest.fixture
def rebuild(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Runs:
    return Runs(tmp_path, tmp_path / "cache", capsys)


@pytest.fixture
def folder(tmp_path: Path, small: bytes) -> Path:
    """Three small workbooks with something to compute."""
    path = tmp_path / "season"
    path.mkdir()
    for name in "abc":
        (path / f"{name}.xlsx").write_bytes(small)
    return path


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}


def test_a_second_time_opens_no_calculator_and_changes_nothing(process: Processes, folder: Path) -> None:
    first = process("season")
    before = contents(folder)
    second = process("season")
    third = process("season")
    assert (first.computed, second.computed, third.computed) == (True, False, False)
    assert second.told == third.told
    assert contents(folder) == before
    assert [line.split("│")[2:5] for line in second.err.splitlines() if "3 files" in line] == [
        ["     12 ", "             0 ", "            0 "]
    ]


def test_without_a_first_time_that_changes_anything(rebuild: Runs, tmp_path: Path, played: bytes) -> None:
    (tmp_path / "event.xlsx").write_bytes(played)
    assert rebuild("event.xlsx", "--dry-run").computed
    assert not rebuild("event.xlsx", "--dry-run").computed
    assert not rebuild("event.xlsx").computed


def test_what_would_change_is_never_remembered(rebuild: Runs, folder: Path) -> None:
    first, second = (rebuild("season", "--dry-run") for _ in range(2))
    assert first.told == second.told
    assert second.computed


@pytest.mark.parametrize(
    "words",
    [
        ("--changes", "--dry-run"),
        ("--changes", "--report", "r.json", "--backup", "--engine", "python", "--jobs", "2"),
    ],
    ids=" ".join,
)
def test_nobody_can_tell(rebuild: Runs, folder: Path, corrected: bytes, words: Sequence[str]) -> None:
    package = Package.read(corrected)
    package.set_value("Games", "D10", package.value("Games", "D3"))
    (folder / "odd.xlsx").write_bytes(package.to_bytes())
    book = openpyxl.Workbook()
    book.save(folder / "none of ours.xlsx")
    (folder / "bad.xlsx").write_bytes(b"no")
    rebuild("season", *words)
    if "--dry-run" in words:
        rebuild("season")

    def told(**changed: str) -> tuple[object, ...]:
        got = rebuild("season", *words, **changed)
        written = rebuild.cwd / "r.json"
        report = json.loads(written.read_text(encoding="utf-8")) if "r.json" in words else {"files": []}
        for file in report["files"]:
            file.pop("seconds", None)
        return *got.told, report, contents(folder)

    fresh = told(XDG_CACHE_HOME=os.devnull)
    assert told() == told() == fresh
    assert "1 wrong" in str(fresh[2])


def test_a_changed_byte_is_computed(rebuild: Runs, folder: Path) -> None:
    rebuild("season")
    package = Package.read(folder / "b.xlsx")
    package.set_value("Games", "E16", 6)
    package.set_value("Games", "E17", 3)
    package.write()
    changed = (folder / "b.xlsx").read_bytes()
    got = rebuild("season")
    assert got.computed
    remembered = (folder / "b.xlsx").read_bytes()
    assert remembered != changed
    (folder / "b.xlsx").write_bytes(changed)
    rebuild("season", XDG_CACHE_HOME=os.devnull)
    assert (folder / "b.xlsx").read_bytes() == remembered
    assert not rebuild("season").computed


def with_formula(source: bytes, path: Path, formula: str) -> None:
    path.write_bytes(source)
    book = openpyxl.load_workbook(path)
    book["Games"]["Z2"] = formula
    book.save(path)


@pytest.mark.parametrize("formula", ["=RAND()+0*M2", "=randbetween(1,10^9)&M2"])
def test_what_hangs_on_chance_is_computed_each_time(tmp_path: Path, played: bytes, formula: str) -> None:
    path = tmp_path / "event.xlsx"
    with_formula(played, path, formula)
    rebuild_with_order(path, Order())
    assert find_remembered_report(path, Order()) is None


@pytest.mark.parametrize("formula", ["=NOW()-M2", '=CELL("filename")', "=IF(M2>0,TODAY(),0)"])
def test_what_hangs_on_the_time_is_computed_each_time(tmp_path: Path, played: bytes, formula: str) -> None:
    path = tmp_path / "event.xlsx"
    package = Package.read(played)
    package.set_formula("Games", "Z2", formula[1:], 1)
    path.write_bytes(package.to_bytes())
    rebuild_with_order(path, Order())
    assert find_remembered_report(path, Order()) is None


def test_what_was_computed_by_fill_and_undo_is_known(
    rebuild: Runs, tmp_path: Path, makes: Callable[..., bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(makes())
    monkeypatch.setenv("XDG_CACHE_HOME", str(rebuild.cache))
    for act in (lambda: fill(path, read_games(games.event()).games, act=Act("fill")), lambda: undo(path)):
        act()
        before = path.read_bytes()
        first, anew = rebuild("event.xlsx"), rebuild("event.xlsx", XDG_CACHE_HOME=str(tmp_path / "none"))
        assert (first.computed, anew.computed) == (False, True)
        assert first.told == anew.told
        assert path.read_bytes() == before


def test_a_cell_that_keeps_its_old_value_is_told_each_time(
    rebuild: Runs, tmp_path: Path, corrected: bytes
) -> None:
    """The second time, our values are those that are stored; the one below them is still the old one."""
    package = Package.read(corrected)
    package.set_formula("Games", "Z2", "NOSUCHFUNCTION(M16)", 7)
    (tmp_path / "event.xlsx").write_bytes(package.to_bytes())
    for changed in (True, False):
        before = (tmp_path / "event.xlsx").read_bytes()
        got = rebuild("event.xlsx", "--engine", "python")
        assert ((tmp_path / "event.xlsx").read_bytes() != before) is changed
        assert (got.status, got.computed) == (FAULTY, True)
        assert "Games!Z2 keeps its old value" in got.err


def test_a_value_that_nobody_vouches_for_is_told_each_time(
    rebuild: Runs, tmp_path: Path, corrected: bytes
) -> None:
    """The same if the calculator would give the kept value."""
    package = Package.read(corrected)
    package.set_formula("Games", "Z1", '"a~t"', "a~t")
    package.set_formula("Games", "Z2", 'COUNTIF(Z1,"*~t")+0*M16', 1)
    (tmp_path / "event.xlsx").write_bytes(package.to_bytes())
    for changed in (True, False):
        before = (tmp_path / "event.xlsx").read_bytes()
        got = rebuild("event.xlsx", "--engine", "python")
        assert ((tmp_path / "event.xlsx").read_bytes() != before) is changed
        assert (got.status, got.computed) == (FAULTY, True)
        assert "Games!Z2 is blank until the workbook is opened" in got.err


def test_a_file_that_is_open_elsewhere_is_told(rebuild: Runs, folder: Path) -> None:
    rebuild("season")
    (folder / "~$a.xlsx").touch()
    (folder / "b.xlsx").chmod(0o444)
    got = rebuild("season")
    assert got.status == FAULTY
    assert "a.xlsx is open in Excel" in got.err
    assert "b.xlsx is write-protected" in got.err
    assert got.told == rebuild("season", XDG_CACHE_HOME=os.devnull).told


def test_the_engine_is_part_of_it(rebuild: Runs, folder: Path) -> None:
    rebuild("season")
    assert rebuild("season", "--engine", "python").computed
    assert not rebuild("season", "--engine", "python").computed


def test_another_libreoffice_is_part_of_it(process: Processes, folder: Path) -> None:
    other = process.cwd / "bin" / "soffice"
    other.parent.mkdir()
    other.write_text("#!/bin/sh\n", encoding="utf-8")
    other.chmod(0o755)
    path = f"{other.parent}{os.pathsep}{os.environ['PATH']}"
    process("season")
    assert process("season", PATH=path).computed
    assert not process("season", PATH=path).computed
    assert not process("season").computed


def test_a_file_under_another_name_is_told_by_that(rebuild: Runs, folder: Path) -> None:
    rebuild("season")
    (folder / "a.xlsx").rename(folder / "z.xlsx")
    got = rebuild("season/z.xlsx")
    assert not got.computed
    assert got.told == rebuild("season/z.xlsx", XDG_CACHE_HOME=os.devnull).told
    other = folder / "moved"
    other.mkdir()
    (folder / "z.xlsx").rename(other / "z.xlsx")
    assert not rebuild(other / "z.xlsx").computed


class TestWithoutACacheFolder:
    @pytest.mark.parametrize(
        "place",
        [
            {"XDG_CACHE_HOME": os.devnull},
            {"XDG_CACHE_HOME": "", "LOCALAPPDATA": "", "HOME": f"{os.devnull}/nobody"},
            {"XDG_CACHE_HOME": "not/absolute"},
        ],
    )
    def test_all_is_computed(
        self, rebuild: Runs, corrected: bytes, place: dict[str, str], tmp_path: Path
    ) -> None:
        (tmp_path / "event.xlsx").write_bytes(corrected)
        assert rebuild("event.xlsx", **place).status == OK
        again = rebuild("event.xlsx", **place)
        assert (again.status, again.computed) == (OK, True)
        assert not (tmp_path / "not").exists()

    def test_it_is_in_the_home_by_default(self, rebuild: Runs, folder: Path, tmp_path: Path) -> None:
        place = {"XDG_CACHE_HOME": "", "LOCALAPPDATA": "", "HOME": str(tmp_path / "home")}
        rebuild("season", **place)
        assert not rebuild("season", **place).computed
        inside = "Library/Caches" if sys.platform == "darwin" else ".cache"
        found = tmp_path / "home" / inside / "xl_dipscore"
        # The three files are the same to the byte.
        assert len([path for path in found.rglob("*") if path.is_file()]) == 1
        place["LOCALAPPDATA"] = str(tmp_path / "local")
        rebuild("season", **place)
        assert (tmp_path / "local" / "xl_dipscore").is_dir()


GARBAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda old: b"",
    "half": lambda old: old[: len(old) // 2],
    "noise": lambda old: bytes(range(256)),
    "a list": lambda old: b"[]",
    "a number": lambda old: b"1",
    "other words": lambda old: b'{"boards": 1}',
    "text for boards": lambda old: old.replace(b'"boards": 4', b'"boards": "4"'),
    "no notes": lambda old: old.replace(b'"notes": []', b'"notes": 3'),
}


def test_damage_is_overlooked(
    rebuild: Runs, tmp_path: Path, corrected: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "event.xlsx").write_bytes(corrected)
    monkeypatch.setenv("XDG_CACHE_HOME", str(rebuild.cache))
    path, order = tmp_path / "event.xlsx", Order()
    rebuild_with_order(path, order)
    rebuild_with_order(path, order)
    (entry,) = rebuild.entries
    before = entry.read_bytes()
    assert find_remembered_report(path, order) is not None
    for what, spoil in GARBAGE.items():
        entry.write_bytes(spoil(before))
        assert entry.read_bytes() != before
        assert find_remembered_report(path, order) is None, what
    expected = rebuild("event.xlsx")
    assert expected.computed
    assert entry.read_bytes() == before
    got = rebuild("event.xlsx")
    assert (got.told, got.computed) == (expected.told, False)


def test_several_processes_at_once(process: Processes, folder: Path, rebuilt_bytes: bytes) -> None:
    running = [process.start("season", "--jobs", jobs) for jobs in (1, 2, 1)]
    told = [process.ended(one) for one in running]
    assert [one.status for one in told] == [OK, OK, OK]
    assert len(process.entries) == 1
    assert not process("season").computed
    assert {path.read_bytes() for path in folder.iterdir()} == {rebuilt_bytes}


@pytest.fixture
def rebuilt_bytes(small: bytes, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("rebuilt") / "event.xlsx"
    path.write_bytes(small)
    rebuild_with_order(path, Order())
    return path.read_bytes()


def test_those_go_that_were_not_used_for_longest(
    rebuild: Runs, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "MOST", 20)
    rebuild("season/a.xlsx")
    (kept,) = rebuild.entries
    for number in range(30):
        old = kept.with_name(f"old {number}")
        old.touch()
        os.utime(old, (number, number))
    os.utime(kept, (0, 0))
    assert not rebuild("season/a.xlsx").computed  # which uses its report
    rebuild("season/b.xlsx")
    assert 18 <= len(rebuild.entries) <= 20
    assert not kept.with_name("old 10").exists()
    assert not rebuild("season/a.xlsx", "season/b.xlsx").computed


def test_only_its_owner_may_look(rebuild: Runs, folder: Path) -> None:
    rebuild("season")
    assert {path.stat().st_mode & 0o077 for path in rebuild.entries} == {0}


@pytest.mark.parametrize("name", ["wbc", "dcc-final-game", "custom-system"])
def test_it_says_what_computing_says(name: str, tmp_path: Path) -> None:
    path, order = tmp_path / "event.xlsx", Order(engine="python", changes=True)
    package = Package.read(templates_folder() / "examples" / f"{name}.xlsx")
    home = EventIn(package).check_sheets()[0]
    first, second = home.slots[0].rows[:2]
    column = column_letters(home.columns["centres"])
    counts = [package.value(home.name, f"{column}{row}") for row in (first, second)]
    for row, count in zip((second, first), counts, strict=True):
        package.set_value(home.name, f"{column}{row}", count)
    path.write_bytes(package.to_bytes())
    assert find_remembered_report(path, order) is None
    rebuild_with_order(path, order)
    remembered = find_remembered_report(path, order)
    assert remembered is not None
    assert timeless(remembered) == timeless(rebuild_with_order(path, order))


def timeless(done: Report) -> Report:
    return replace(done, seconds=0.0)
