"""Settings for every test, and calls of the command line."""

import gc
import os
import pickle
import re
import signal
from collections import Counter
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import wraps
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest
import typer
import typer.testing
from hypothesis import settings

import tests.surroundings  # noqa: F401
from tests import games
from xl_dipscore.cli import main, start, stopping
from xl_dipscore.cli.app import app
from xl_dipscore.rules.system import find, systems
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.replace import is_there
from xl_dipscore.tables.cells.csv_text import csv_rows
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts import fill as filling
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.author import Plan, front

# A process that a script starts with & ignores Ctrl-C, and so do its children; tests of Ctrl-C must not.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same boards on every run; `pytest --hypothesis-profile=explore` looks further.
settings.register_profile("steady", deadline=None, max_examples=12, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=400, derandomize=False)
settings.load_profile("steady")


@pytest.fixture(scope="session", autouse=True)
def _cache_folder(tmp_path_factory, pytestconfig):
    """Keep remembered files out of the user's home, and share new workbooks in one run."""
    base = tmp_path_factory.getbasetemp()
    MADE.append((base.parent if hasattr(pytestconfig, "workerinput") else base) / "made")
    MADE[0].mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setattr(start, "program_for", _built_once(start.program_for, lambda words: tuple(words[:1])))
        patch.setattr(typer.testing, "_get_command", _built_once(typer.main.get_command, id))
        patch.setattr(os, "fsync", lambda handle: None)  # waits for the disk, and no test cuts the power
        yield


def _built_once(build, key_of):
    """Build the same program once for all calls, as long as the commands are the same."""
    built = {}

    def program(asked):
        key = key_of(asked), *app.registered_commands
        if key not in built:
            built[key] = build(asked)
        return built[key]

    return program


MADE: list[Path] = []
"""The folder of new workbooks."""


EVENT = "Spring Cup | Round & about"
"""The event's name in new workbooks of tests, as awkward as the names that people type."""


def _made_once(create):
    """Make and compute each new workbook once in a run; write copies of it after that."""

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
    """Take new workbooks from the run's store, and name their events as directors do."""

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
    """For tests that begin with a new workbook but do not test how it is made."""
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
    """A director's own sheet of four boards, not computed: takes a tenth of the time of our workbooks."""
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
    """The computed workbook with one centre count corrected, not recomputed."""
    package = Package.read(played)
    package.set_value("Games", "E16", 5)
    package.set_value("Games", "E17", 4)
    return package.to_bytes()


SLOW = ("calc", "firefox", "native", "pyodide", "folder", "recorded", "vba", "wine")
"""Markers whose tests are always slow."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The fast run does not import files that hold only slow tests, unless they are named."""
    named = {Path(word.partition("::")[0]).resolve() for word in config.args}
    if config.option.markexpr != "not slow" or collection_path in named or collection_path.suffix != ".py":
        return None
    slow = rf"^pytestmark = (\[[^\]]*)?pytest\.mark\.(slow|{'|'.join(SLOW)})\b"
    return bool(re.search(slow, collection_path.read_text(encoding="utf-8"), re.MULTILINE)) or None


def pytest_collection_finish() -> None:
    """Keep the collector from scanning thousands of tests again and again, which stay until the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log):
    """In the fast run, a process gets whole files, so that it makes their fixtures once."""
    from xdist.scheduler import LoadFileScheduling

    return LoadFileScheduling(config, log) if config.option.markexpr == "not slow" else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests slow that need LibreOffice, or something that only .ci/run makes."""
    for item in items:
        if any(map(item.get_closest_marker, SLOW)):
            item.add_marker("slow")


def pytest_terminal_summary(terminalreporter) -> None:
    """Print the number of checks of the tests that count them."""
    counted: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", []):
        for name, number in report.user_properties:
            counted[name] += number
    if counted:
        terminalreporter.write_line(", ".join(f"{name}: {number}" for name, number in counted.items()))


class Outcome:
    """A call's exit code, and its texts on both streams."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def table(self) -> list[list[str]]:
        return [[*map(str, row)] for row in csv_rows(self.out.encode(), "stdout")]


CALLERS = count()


@pytest.fixture
def dipscore(monkeypatch, capsys, tmp_path, tmp_path_factory):
    """Run `dipscore` in an empty folder, without remembered workbooks."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "caches" / str(next(CALLERS))))
    monkeypatch.setattr(stopping, "listen", lambda: None)  # pytest handles the signals

    def run(*words: object) -> Outcome:
        monkeypatch.setattr("sys.argv", ["dipscore", *map(str, words)])
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a finished command leaves Ctrl-C ignored
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        return Outcome(ended.value.code or 0, printed.out, printed.err)

    return run
