"""Settings for every test, and calls of the command line."""

import os
import signal
from collections import Counter
from importlib import import_module

import pytest
from hypothesis import settings

from xl_dipscore.cells import csv_rows
from xl_dipscore.cli import main

# openpyxl writes otherwise where lxml is, which tests have and most people have not.
os.environ.setdefault("OPENPYXL_LXML", "False")

# What a script starts with & is deaf to Ctrl-C, and so is all that it starts; tests of Ctrl-C are not to be.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same boards on every run; `pytest --hypothesis-profile=explore` looks further.
settings.register_profile("steady", deadline=None, max_examples=25, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=400, derandomize=False)
settings.load_profile("steady")


@pytest.fixture(scope="session", autouse=True)
def _cache_folder(tmp_path_factory):
    """Nothing is remembered in the home of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


EVENT = "Spring Cup | Round & about"
"""The name of the event in every workbook that tests make: a name as awkward as people type them."""


def _authors():
    """The modules that write the first lines of Setup."""
    return [import_module(f"xl_dipscore.workbook.author.{name}") for name in ("front", "native.setup")]


@pytest.fixture(scope="session", autouse=True)
def _named_events():
    """A director types the event's name first, and formulas look at it: so every new workbook has one."""
    with pytest.MonkeyPatch.context() as patch:
        for author in _authors():
            patch.setattr(author, "setup_head", _named(author.setup_head))
        yield


def _named(head):
    def named(sheet, *words):
        head(sheet, *words)
        sheet["B2"] = EVENT

    named.without_a_name = head
    return named


@pytest.fixture
def unnamed(monkeypatch):
    """New workbooks as they come from us, their event not named yet."""
    for author in _authors():
        monkeypatch.setattr(author, "setup_head", author.setup_head.without_a_name)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What waits for LibreOffice is slow."""
    for item in items:
        if item.get_closest_marker("calc") or item.get_closest_marker("native"):
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

    def run(*words: object) -> Outcome:
        monkeypatch.setattr("sys.argv", ["dipscore", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        return Outcome(ended.value.code or 0, printed.out, printed.err)

    return run
