"""A Python without calculators, as on Windows on ARM: scoring works, what computes says what is missing."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from xl_dipscore.calculate import find_calculator
from xl_dipscore.calculate.find_calculator import NoCalculator, OtherPython

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "xl_dipscore" / "data" / "weasels.csv"
READY = ROOT / "templates" / "dcc-league.xlsx"
REFUSES = """\
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("formualizer", "cellrune"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Refuse())
"""
"""As a sitecustomize.py, which every Python started in these surroundings obeys, those of --jobs too."""


IN_TURN = """\
import contextlib, io, json, sys
from xl_dipscore.cli import main

ends = []
for call in sys.argv[1:]:
    sys.argv = ["dipscore", *call.split()]
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        try:
            main()
        except SystemExit as end:
            status = end.code or 0
    ends.append((status, out.getvalue(), err.getvalue()))
print(json.dumps(ends))
"""
"""Calls of the command in one process, for starting one costs more than what most of them do."""


class End(NamedTuple):
    """How a call ended, and what it said on its two streams."""

    status: int
    out: str
    err: str


class Folder:
    """A user's folder, and a Python without calculators."""

    def __init__(self, path: Path) -> None:
        without, self.path = path / "without", path / "work"
        for folder in (without, self.path):
            folder.mkdir()
        (without / "sitecustomize.py").write_text(REFUSES, "utf-8")
        search = os.pathsep.join([str(without), str(ROOT), os.environ.get("PYTHONPATH", "")])
        home = {"HOME": str(path), "USERPROFILE": str(path), "XDG_CACHE_HOME": str(path / "cache")}
        self._surroundings = {**os.environ, **home, "PYTHONPATH": search, "COLUMNS": "200"}

    def python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.path,
            env=self._surroundings,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    def dipscore(self, *calls: str) -> list[End]:
        return [End(*end) for end in json.loads(self.python("-c", IN_TURN, *calls).stdout)]

    @property
    def files(self) -> dict[str, bytes]:
        return {str(p.relative_to(self.path)): p.read_bytes() for p in self.path.rglob("*") if p.is_file()}


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    made = Folder(tmp_path)
    shutil.copy(READY, made.path / "spring.xlsx")
    shutil.copy(GAMES, made.path / "games.csv")
    missing = made.python("-c", "import formualizer")
    assert "No module named 'formualizer'" in missing.stderr
    return made


@pytest.mark.slow
def test_what_computes_no_workbook_works(folder: Folder) -> None:
    calls = [
        "systems",
        "score SOS games.csv",
        "explain SOS games.csv --board 116",
        "check SOS games.csv",
        "standings SOS games.csv",
        "awards SOS games.csv",
        "compare games.csv SOS DCC",
        "attach spring.xlsx",
        "attach spring.xlsx --host lite",
        "install excel --xlam Diplomacy.xlam",
        "install calc --oxt dipscore.oxt",
        "template check spring.xlsx",
    ]
    ends = dict(zip(calls, folder.dipscore(*calls), strict=True))
    assert {call: end.err for call, end in ends.items() if end.status or "formualizer" in end.err} == {}


def test_what_computes_ends_in_one_sentence(folder: Folder) -> None:
    calls = [
        "new DCC autumn.xlsx",
        "new DCC autumn.xlsx --template spring.xlsx",
        "fill spring.xlsx games.csv",
        "rebuild spring.xlsx",
        "rebuild . --jobs 2",
        "rebuild spring.xlsx --engine libreoffice",
        "regenerate spring.xlsx --template spring.xlsx -o later",
        "demo",
    ]
    before = folder.files
    for call, end in zip(calls, folder.dipscore(*calls), strict=True):
        told = [line for line in end.err.splitlines() if line != "spring.xlsx was not changed."]
        assert len(told) == 1, (call, end.err)
        assert told[0].startswith("Computing needs formualizer (")
        assert told[0].endswith(f'Run {sys.executable} -m pip install "formualizer>=0.13,<0.14".')
        assert end.status in (1, 2), call
        assert end.out == "", call
    assert folder.files == before
    assert not (folder.path / "later").exists()


def test_our_python_works(folder: Folder) -> None:
    text = "import xl_dipscore as x; print(float(x.score('SOS', x.Board([34, 0, 0, 0, 0, 0, 0]))[0]))"
    done = folder.python("-c", text)
    assert (done.stdout, done.stderr) == ("100.0\n", "")


@pytest.mark.parametrize(("platform", "kind"), [("win32", "32 bits"), ("win-arm64", "ARM")])
def test_a_python_for_which_there_is_none(monkeypatch: pytest.MonkeyPatch, platform: str, kind: str) -> None:
    monkeypatch.setattr(sysconfig, "get_platform", lambda: platform)
    monkeypatch.setitem(sys.modules, "formualizer", None)
    with pytest.raises(
        OtherPython, match=f"This Python is for {kind}[.] .*install Python for Windows, 64-bit x64"
    ):
        find_calculator.check()


def test_one_that_does_not_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "formualizer", None)
    monkeypatch.delitem(sys.modules, "xl_dipscore.calculate.engine", raising=False)
    with pytest.raises(NoCalculator, match="import of formualizer halted"):
        find_calculator.calculator()


def needed(name: str) -> Requirement:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    listed = map(Requirement, tomllib.loads(text)["project"]["dependencies"])
    return next(one for one in listed if one.name == name)


@pytest.mark.parametrize(
    ("system", "machine", "calculators"),
    [
        ("win32", "AMD64", {"formualizer", "cellrune"}),
        ("win32", "ARM64", {"cellrune"}),
        ("win32", "x86", set()),
        ("darwin", "arm64", {"formualizer", "cellrune"}),
        ("darwin", "x86_64", {"formualizer", "cellrune"}),
        ("linux", "x86_64", {"formualizer", "cellrune"}),
        ("linux", "aarch64", {"formualizer", "cellrune"}),
        ("emscripten", "wasm32", set()),
    ],
)
def test_pip_asks_only_for_what_is_made(system: str, machine: str, calculators: set[str]) -> None:
    here = {"sys_platform": system, "platform_machine": machine}
    asked = {one for one in ("formualizer", "cellrune") if (it := needed(one).marker) and it.evaluate(here)}
    assert asked == calculators


def test_the_sentence_names_the_version_that_we_need() -> None:
    assert needed("formualizer").specifier == SpecifierSet(">=0.13,<0.14")
    assert ">=0.13,<0.14" in str(NoCalculator.__doc__)
