"""Settings for every test, and calls of the command line."""

import gc
import os
import pickle
import re
import signal
from collections import Counter
from contextlib import contextmanager, nullcontext
from dataclasses import fields, replace
from functools import wraps
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import settings

import tests.surroundings  # noqa: F401
from tests import games
from xl_dipscore.author import Plan, front
from xl_dipscore.cells.csv_text import csv_rows
from xl_dipscore.cells.games import read_games
from xl_dipscore.cli import main, stopping
from xl_dipscore.layout.event import EventIn
from xl_dipscore.system import find, systems
from xl_dipscore.workbook import fill as filling
from xl_dipscore.workbook import new, next_event, rename, seat, undo
from xl_dipscore.workbook.rebuild_data import Report
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.replace import is_there

# What a script starts with & is deaf to Ctrl-C, and so is all that it starts; tests of Ctrl-C are not to be.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same boards on every run; `pytest --hypothesis-profile=explore` looks further.
settings.register_profile("steady", deadline=None, max_examples=12, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=400, derandomize=False)
settings.load_profile("steady")


@pytest.fixture(scope="session", autouse=True)
def _cache_folder(tmp_path_factory, pytestconfig):
    """Nothing is remembered in the home of whoever runs the tests; all of a run share new workbooks."""
    base = tmp_path_factory.getbasetemp()
    MADE.append((base.parent if hasattr(pytestconfig, "workerinput") else base) / "made")
    MADE[0].mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


MADE: list[Path] = []
"""The folder of new workbooks."""


EVENT = "Spring Cup | Round & about"
"""The name of the event in the new workbooks of tests: a name as awkward as people type them."""


def _made_once(create):
    """Make and compute each new workbook once in a run, and write it again as it is."""

    @wraps(create)
    def created(path, plan):
        if is_there(path) or path.suffix != ".xlsx":
            return create(path, plan)
        key = repr([len(systems()), new.rebuild_package, *(getattr(plan, one.name) for one in fields(plan))])
        nameless = re.sub(" at 0x[0-9a-f]+", "", key)
        kept = MADE[0] / sha256(f"{create.__name__} {nameless}".encode()).hexdigest()
        if kept.exists():
            data, report = pickle.loads(kept.read_bytes())
            Package.read(data).write(path)
            return replace(report, path=path)
        report = create(path, plan)
        mine = kept.with_suffix(f".{os.getpid()}")
        mine.write_bytes(pickle.dumps((path.read_bytes(), report)))
        mine.replace(kept)
        return report

    return created


@contextmanager
def made_before():
    """Take new workbooks from those that the run has made, and name their events as directors do."""

    def named(sheet, *words):
        head(sheet, *words)
        sheet["B2"] = EVENT

    head = front.setup_head
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(front, "setup_head", named)
        for create in (new.create, new.create_native):
            patch.setattr(new, create.__name__, _made_once(create))
        yield


@pytest.fixture(scope="module")
def new_books():
    """For tests that begin with a new workbook and are not about making one."""
    with made_before():
        yield


@pytest.fixture(scope="session")
def makes(tmp_path_factory):
    """The bytes of a new workbook for an event."""

    def make(system: str = "DCC", rounds: int = 2, boards: int = 2) -> bytes:
        path = tmp_path_factory.mktemp("new") / "event.xlsx"
        with made_before():
            new.create(path, Plan(find(system), rounds, boards))
        return path.read_bytes()

    return make


@pytest.fixture(scope="session")
def small(tmp_path_factory) -> bytes:
    """A director's own sheet of four boards, their scores not computed yet: a tenth of the time of ours."""
    from openpyxl import Workbook
    from openpyxl.worksheet.formula import ArrayFormula

    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Games"
    sheet.append([*games.HEADER, "Score"])
    for number, top in enumerate((2, 9, 16, 23)):
        round_, board = divmod(number, 2)
        for row in games.rows(round_ + 1, "AB"[board], games.CLOCK, players="abcdefg"):
            sheet.append(row)
        scores = f'=DIP_SCORE("SOS",E{top}:E{top + 6})'
        sheet[f"I{top}"] = ArrayFormula(f"I{top}:I{top + 6}", scores)
    path = tmp_path_factory.mktemp("small") / "event.xlsx"
    book.save(path)
    return path.read_bytes()


@pytest.fixture(scope="session")
def played(makes, tmp_path_factory) -> bytes:
    """Two rounds of two boards under DCC, filled and computed."""
    path = tmp_path_factory.mktemp("played") / "event.xlsx"
    path.write_bytes(makes())
    filling.fill(path, read_games(games.event()).games)
    return path.read_bytes()


@pytest.fixture(scope="session")
def corrected(played) -> bytes:
    """The same, with one centre count corrected and nothing computed since."""
    package = Package.read(played)
    package.set_value("Games", "E16", 5)
    package.set_value("Games", "E17", 4)
    return package.to_bytes()


@contextmanager
def without_computing():
    """What fill, seat and undo type into cells, and nothing that comes of it: a tenth of the time."""

    def written(event, path, did="", notes=(), **how):
        event.file.write(path, **how)
        return Report(path, (), (), 0, tuple(notes), did=did)

    def new_written(package, path, notes=()):
        return written(EventIn(package), path, notes=notes)

    with pytest.MonkeyPatch.context() as patch:
        for act in (filling, seat, undo, rename):
            patch.setattr(act, "compute_and_write", written)
        patch.setattr(next_event, "put_new", new_written)
        yield


@pytest.fixture(params=[False, pytest.param(True, marks=pytest.mark.slow)], ids=["typed", "computed"])
def computed(request):
    """Fast tests look at what is typed into cells; slow ones have it computed too."""
    with nullcontext() if request.param else without_computing():
        yield request.param


@pytest.fixture(scope="session")
def uncomputed():
    return without_computing


SLOW = ("calc", "native", "pyodide", "folder", "recorded", "vba")
"""Markers of tests that are slow wherever they stand."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The fast run does not even import files of slow tests only, unless they are named."""
    named = {Path(word.partition("::")[0]).resolve() for word in config.args}
    if config.option.markexpr != "not slow" or collection_path in named or collection_path.suffix != ".py":
        return None
    slow = rf"^pytestmark = (\[[^\]]*)?pytest\.mark\.(slow|{'|'.join(SLOW)})\b"
    return bool(re.search(slow, collection_path.read_text(encoding="utf-8"), re.MULTILINE)) or None


def pytest_collection_finish() -> None:
    """Thousands of tests stay until the end: Python need not look through them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What waits for LibreOffice, or for what only .ci/run makes, is slow."""
    for item in items:
        if any(map(item.get_closest_marker, SLOW)):
            item.add_marker("slow")


def pytest_terminal_summary(terminalreporter) -> None:
    """How much was checked, by the tests that count it."""
    counted: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", []):
        for name, number in report.user_properties:
            counted[name] += number
    if counted:
        terminalreporter.write_line(", ".join(f"{name}: {number}" for name, number in counted.items()))


class Outcome:
    """How a call ended, and what it said on its two streams."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def table(self) -> list[list[str]]:
        return [[*map(str, row)] for row in csv_rows(self.out.encode(), "stdout")]


@pytest.fixture
def dipscore(monkeypatch, capsys, tmp_path, tmp_path_factory):
    """Run `dipscore` in an empty folder, with nothing remembered."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.setattr(stopping, "listen", lambda: None)  # the signals are pytest's

    def run(*words: object) -> Outcome:
        monkeypatch.setattr("sys.argv", ["dipscore", *map(str, words)])
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a command that is done is deaf
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        return Outcome(ended.value.code or 0, printed.out, printed.err)

    return run
