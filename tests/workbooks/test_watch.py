"""Watched workbooks: every complete save is computed, until Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest
import typer

from tests.hosts.calc.calc_office import Office, missing
from xl_dipscore.cli import watching
from xl_dipscore.errors import Fault
from xl_dipscore.sheets.files import NoSuchFile, NotAFile
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.rebuild import rebuild
from xl_dipscore.workbooks.acts.rebuild_data import digest

OK, MISUSED = 0, 2
PATIENCE = 600
"""Seconds until something counts as not happening, on the slowest machine."""
Pause = Callable[[float], None]


def at_once(seconds: float) -> None:
    """Nobody looks meanwhile."""


def saved_by_excel(path: Path, data: bytes, pause: Pause = at_once) -> None:
    """It writes beside the file, and deletes the old one before it renames."""
    fresh = path.with_name("F81D2A00")
    fresh.write_bytes(data)
    path.unlink()
    pause(1)
    fresh.rename(path)


def saved_by_libreoffice(path: Path, data: bytes, pause: Pause = at_once) -> None:
    fresh = path.with_name("lu3124abc.tmp")
    fresh.write_bytes(data)
    fresh.replace(path)


def saved_in_place(path: Path, data: bytes, pause: Pause) -> None:
    """Write slowly from an empty file, as programs that synchronise folders do."""
    with path.open("wb", buffering=0) as file:
        for part in (data[: len(data) // 2], data[len(data) // 2 :]):
            pause(3 * watching.QUIET)
            file.write(part)


def saved_over_the_old(path: Path, data: bytes, pause: Pause) -> None:
    """The old end, with its list of parts, stays there for a while."""
    with path.open("r+b", buffering=0) as file:
        for part in (data[: len(data) // 2], data[len(data) // 2 :]):
            file.write(part)
            pause(3 * watching.QUIET)
        file.truncate()


class Program:
    """A watch that prints lines, in a thread or as a program."""

    lines: list[str]

    def runs(self) -> bool:
        raise NotImplementedError

    def step(self) -> None:
        time.sleep(0.01)

    def says(self, text: str, times: int = 1) -> None:
        end = time.monotonic() + PATIENCE
        while sum(text in line for line in self.lines) < times:
            assert self.runs(), (text, self.lines)
            assert time.monotonic() < end, (text, self.lines)
            self.step()


# -- in this process, where nothing is computed ------------------------------------------------


def book(text: str) -> bytes:
    made = openpyxl.Workbook()
    made.active["A1"] = text
    made.save(out := BytesIO())
    return out.getvalue()


class Watching(Program):
    """A watch in a thread of its own that prints the value of A1."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines: list[str] = []
        self.ended: object = None
        self._stop = threading.Event()
        self._thread = threading.Thread()
        monkeypatch.setattr(watching, "note", self.lines.append)

    def start(self, *paths: Path, work: Callable[[Path], Any] | None = None, **more: Any) -> None:
        def run() -> None:
            try:
                watching.Watched(paths, work or self.work, self.told, **more).watch(self._stop)
            except BaseException as ended:
                self.ended = ended

        self._thread = threading.Thread(target=run)
        self._thread.start()

    def work(self, path: Path) -> Any:
        return Package.read(path).value("Sheet", "A1")

    def told(self, path: Path, text: object) -> list[str]:
        return [f"{path.name}: {text}"]

    def runs(self) -> bool:
        return self.ended is None

    def end(self) -> None:
        self._stop.set()
        if self._thread.ident:
            self._thread.join(PATIENCE)

    def said(self) -> list[str]:
        """The lines about files, without the time."""
        self.end()
        assert isinstance(self.ended, typer.Exit), self.ended
        assert self.ended.exit_code == OK
        first, *lines, last = self.lines
        assert first.startswith("Watching ")
        assert last == "No longer watching."
        assert all(re.match(r"\d\d:\d\d:\d\d ", line) for line in lines)
        return [line[9:] for line in lines]


class Stepwise(Watching):
    """A watch whose clock moves only when a test moves it."""

    STEP = 0.1

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(monkeypatch)
        self._now = 0.0
        self._due, self._done = threading.Semaphore(0), threading.Semaphore(0)
        clock = SimpleNamespace(monotonic=lambda: self._now, strftime=time.strftime)
        monkeypatch.setattr(watching, "time", clock)
        monkeypatch.setattr(self._stop, "wait", self._wait)

    def _wait(self, seconds: float) -> bool:
        end = self._now + seconds
        while self._now < end and not self._stop.is_set():
            self._done.release()
            self._due.acquire()
        return self._stop.is_set()

    def start(self, *paths: Path, **more: Any) -> None:
        super().start(*paths, **more)
        self._done.acquire()

    def step(self) -> None:
        self._now += self.STEP
        self._due.release()
        assert self._done.acquire(timeout=PATIENCE), self.lines

    def passes(self, seconds: float) -> None:
        for _ in range(round(seconds / self.STEP)):
            self.step()

    def goes_on(self) -> None:
        """Wait long enough for anything that the watch would do."""
        self.passes(4 * watching.QUIET + 2 * watching.LOOK)

    def end(self) -> None:
        self._stop.set()
        self._due.release()
        super().end()


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stepwise]:
    watch = Stepwise(monkeypatch)
    yield watch
    watch.end()


@pytest.fixture
def real(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watching]:
    """By the clock."""
    watch = Watching(monkeypatch)
    yield watch
    watch.end()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "event.xlsx"
    path.write_bytes(book("first"))
    return path


@pytest.mark.parametrize("save", [saved_by_excel, saved_by_libreoffice, saved_in_place, saved_over_the_old])
def test_every_save_once_and_whole(
    save: Callable[[Path, bytes, Pause], None], watch: Stepwise, path: Path
) -> None:
    watch.start(path)
    watch.says("first")
    for text in ("second, which is longer " + "than the others " * 50, "3"):
        save(path, book(text), watch.passes)
        watch.says(text)
    path.touch()
    watch.goes_on()
    assert [line.partition(": ")[2][:6] for line in watch.said()] == ["first", "second", "3"]


def test_saves_in_quick_succession_are_one(watch: Stepwise, path: Path) -> None:
    watch.start(path)
    watch.says("first")
    for text in ("second", "third"):
        path.write_bytes(book(text))
        watch.step()
    watch.says("third")
    assert watch.said() == ["event.xlsx: first", "event.xlsx: third"]


def test_a_save_beside_the_first(real: Watching, path: Path) -> None:
    real.start(path.parent)
    real.says("first")
    saved_by_libreoffice(path.with_name("other.xlsx"), book("second"))
    real.says("second")
    assert real.said() == ["event.xlsx: first", "other.xlsx: second"]


def test_half_a_workbook_that_stays_half_is_told_once(watch: Stepwise, path: Path) -> None:
    watch.start(path)
    watch.says("first")
    whole = book("second")
    path.write_bytes(whole[: len(whole) // 2])
    watch.says("damaged")
    watch.goes_on()
    path.write_bytes(whole)
    watch.says("second")
    assert watch.said() == [
        "event.xlsx: first",
        f"{path}: event.xlsx is damaged or was only partly copied; take a fresh copy of it.",
        "event.xlsx: second",
    ]


def test_what_is_no_workbook_is_told_at_once(watch: Stepwise, path: Path) -> None:
    watch.start(path)
    watch.says("first")
    path.write_bytes(b"a shopping list")
    watch.says("is not an Excel workbook")
    path.write_bytes(b"\xd0\xcf\x11\xe0" + bytes(500))
    watch.says("has a password")
    assert len(watch.said()) == 3


def test_one_that_is_gone_and_comes_back(watch: Stepwise, path: Path) -> None:
    watch.start(path)
    watch.says("first")
    same = path.read_bytes()
    path.unlink()
    watch.says("is missing. It is read")
    path.write_bytes(same)
    watch.goes_on()
    path.unlink()
    watch.says("is missing. It is read", 2)
    path.write_bytes(book("second"))
    watch.says("second")
    gone = "event.xlsx is missing. It is read again as soon as it is back."
    assert watch.said() == ["event.xlsx: first", gone, gone, "event.xlsx: second"]


def test_a_folder_in_which_more_appears(watch: Stepwise, path: Path) -> None:
    folder = path.parent
    (folder / "notes.txt").write_text("none")
    watch.start(folder)
    watch.says("first")
    (folder / "more" / "deep").mkdir(parents=True)
    (folder / "more" / "deep" / "other.xlsx").write_bytes(book("second"))
    watch.says("other.xlsx: second")
    for name in ("~$event.xlsx", ".event.xlsx", "event.bak.xlsx", "event.txt"):
        (folder / name).write_bytes(book("none"))
    saved_by_excel(folder / "more" / "deep" / "other.xlsx", book("third"), watch.passes)
    watch.says("other.xlsx: third")
    assert watch.said() == ["event.xlsx: first", "other.xlsx: second", "other.xlsx: third"]


def test_a_pattern_and_a_folder_without_any(watch: Stepwise, tmp_path: Path) -> None:
    (tmp_path / "later").mkdir()
    watch.start(tmp_path / "round*.xlsx", tmp_path / "later")
    watch.says("Watching 2 paths")
    for name in ("round 1.xlsx", "seats.xlsx", "later/event.xlsx"):
        (tmp_path / name).write_bytes(book(name))
    watch.says("round 1")
    watch.says("later")
    assert sorted(watch.said()) == ["event.xlsx: later/event.xlsx", "round 1.xlsx: round 1.xlsx"]


def test_one_that_is_locked_while_it_is_saved(
    watch: Stepwise, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows lets nobody read it then."""
    read, locked = Path.read_bytes, threading.Event()

    def refused(self: Path) -> bytes:
        if self == path and locked.is_set():
            raise PermissionError(13, "Permission denied")
        return read(self)

    monkeypatch.setattr(Path, "read_bytes", refused)
    watch.start(path)
    watch.says("first")
    locked.set()
    path.write_bytes(book("second"))
    watch.goes_on()
    locked.clear()
    watch.says("second")
    assert watch.said() == ["event.xlsx: first", "event.xlsx: second"]


def test_what_stays_in_the_way_is_told_once_and_tried_again(watch: Stepwise, path: Path) -> None:
    class InTheWay(Fault):
        """There is no paper."""

        passing = True

    tried: list[int] = []

    def work(path: Path) -> object:
        tried.append(1)
        if len(tried) < 3:
            raise InTheWay
        return watch.work(path)

    watch.start(path, work=work)
    watch.says("first")
    assert watch.said() == [f"{path}: There is no paper.", "event.xlsx: first"]


def test_what_breaks_down_does_not_end_it(watch: Stepwise, path: Path) -> None:
    def work(path: Path) -> object:
        if (text := watch.work(path)) == "first":
            raise RuntimeError("no such thing")
        return text

    watch.start(path, work=work)
    watch.says("Please report it")
    saved_by_excel(path, book("second"), watch.passes)
    watch.says("second")
    assert len(watch.said()) == 2


def test_what_it_writes_itself_is_no_save(watch: Stepwise, path: Path) -> None:
    """Though it would write something else each time, such as the time of day."""
    made: list[bytes] = []

    def work(path: Path) -> str:
        made.append(book(f"written {len(made)}"))
        path.write_bytes(made[-1])
        return f"{len(made)}"

    watch.start(path, work=work, wrote=lambda _: digest(made[-1]))
    watch.says("event.xlsx: 1")
    watch.goes_on()
    saved_by_excel(path, book("second"), watch.passes)
    watch.says("event.xlsx: 2")
    watch.goes_on()
    assert watch.said() == ["event.xlsx: 1", "event.xlsx: 2"]


def test_there_must_be_something_to_watch(tmp_path: Path) -> None:
    with pytest.raises(NoSuchFile, match=r"There is no file evnt\.xlsx\."):
        watching.Watched([tmp_path / "evnt.xlsx"], Path.read_bytes, lambda path, data: []).watch()
    os.mkfifo(tmp_path / "pipe.xlsx")
    with pytest.raises(NotAFile, match="is a pipe"):
        watching.Watched([tmp_path / "pipe.xlsx"], Path.read_bytes, lambda path, data: []).watch()


# -- the command -------------------------------------------------------------------------------


class Command(Program):
    """`dipscore rebuild --watch`, or another command, as a program, which hears the signals in any case."""

    SCRIPT = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "signal.signal(signal.SIGTERM, signal.SIG_DFL)\n"
        "from xl_dipscore.cli import main; main()"
    )

    def __init__(self, folder: Path, *words: str, command: str = "rebuild") -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", self.SCRIPT, command, "--watch", *words],
            cwd=folder,
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stderr is not None
        self.lines.extend(line.rstrip("\n") for line in self._process.stderr)

    def runs(self) -> bool:
        return self._process.poll() is None

    def told(self, number: signal.Signals) -> int:
        self._process.send_signal(number)
        status = self._process.wait(PATIENCE)
        self._reader.join()
        assert self._process.stdout is not None
        assert self._process.stdout.read() == ""
        return status


@pytest.fixture
def started() -> Iterator[Callable[..., Command]]:
    running: list[Command] = []

    def start(folder: Path, *words: str, **more: str) -> Command:
        running.append(Command(folder, *words, **more))
        return running[-1]

    yield start
    for one in running:
        if one._process.poll() is None:
            one._process.kill()
        one._process.wait()
        one._reader.join()
        for stream in (one._process.stdout, one._process.stderr):
            assert stream is not None
            stream.close()


def looks(watch: Command, folder: Path, name: str) -> None:
    """It has looked through the folder since."""
    (folder / name).write_text("a shopping list")
    watch.says(f"{name} is not")
    (folder / name).unlink()


@pytest.mark.slow
def test_a_season_in_its_folder(
    started: Callable[..., Command], played: bytes, corrected: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(corrected)
    rebuild(path)
    wanted = path.read_bytes()
    path.write_bytes(played)
    watch = started(tmp_path, ".")
    watch.says("boards, nothing to change, in ")
    saved_by_excel(path, corrected)
    watch.says("cells changed, in ")
    assert path.read_bytes() == wanted
    # Open somewhere, it is left alone until it is closed.
    lock = tmp_path / ".~lock.event.xlsx#"
    lock.write_text(",td,,,")
    saved_by_libreoffice(path, corrected)
    watch.says("event.xlsx is open in LibreOffice; close it first.")
    looks(watch, tmp_path, "list.xlsx")
    assert path.read_bytes() == corrected
    lock.unlink()
    watch.says("cells changed, in ", 2)
    assert path.read_bytes() == wanted
    stamp = path.stat().st_mtime_ns
    looks(watch, tmp_path, "another.xlsx")
    assert watch.told(signal.SIGINT) == OK
    assert path.stat().st_mtime_ns == stamp
    assert watch.lines[0] == "Watching .; Ctrl-C ends it."
    assert watch.lines[-1] == "No longer watching."
    assert sum("is open in" in line for line in watch.lines) == 1
    assert [one.name for one in tmp_path.iterdir()] == ["event.xlsx"]


@pytest.mark.slow
def test_the_system_ends_it_too(started: Callable[..., Command], played: bytes, tmp_path: Path) -> None:
    (tmp_path / "event.xlsx").write_bytes(played)
    watch = started(tmp_path, "event.xlsx")
    watch.says("nothing to change")
    assert watch.told(signal.SIGTERM) == OK
    assert watch.lines[-1] == "No longer watching."


@pytest.mark.slow
def test_a_page_of_what_is_open(
    started: Callable[..., Command], played: bytes, corrected: bytes, tmp_path: Path
) -> None:
    path, page = tmp_path / "event.xlsx", tmp_path / "site" / "index.html"
    path.write_bytes(played)
    (tmp_path / "~$event.xlsx").touch()
    watch = started(tmp_path, "event.xlsx", "-o", "site", "--values", command="publish")
    watch.says("KB.")
    first = page.read_bytes()
    watch.says("values stand in place")
    saved_by_excel(path, corrected[: len(corrected) // 2])
    watch.says("only partly copied")
    assert page.read_bytes() == first
    saved_by_excel(path, corrected)
    watch.says("values stand in place", 2)
    assert page.read_bytes() != first
    assert path.read_bytes() == corrected
    rebuilt = tmp_path / "rebuilt.xlsx"
    rebuilt.write_bytes(corrected)
    rebuild(rebuilt)
    values = Package.read(tmp_path / "site" / "event-values.xlsx")
    totals = [f"{column}{row}" for column in "ABC" for row in range(5, 12)]
    assert [values.value("Standings", cell) for cell in totals] == [
        Package.read(rebuilt).value("Standings", cell) for cell in totals
    ]
    assert watch.told(signal.SIGINT) == OK
    assert sorted(one.name for one in page.parent.iterdir()) == ["event-values.xlsx", "index.html"]


@pytest.mark.parametrize("word", ["--dry-run", "--changes", "--report=report.json", "--dask=tcp://here"])
def test_what_it_does_not_go_with(word: str, dipscore: Any) -> None:
    got = dipscore("rebuild", ".", "--watch", word)
    assert got.status == MISUSED
    assert "none of --dry-run" in got.err


def test_a_page_is_of_one_workbook(dipscore: Any, tmp_path: Path) -> None:
    (tmp_path / "season").mkdir()
    for name, said in (("season", "season is a folder, not a workbook."), ("none", "There is no file none.")):
        got = dipscore("publish", name, "-o", "site", "--watch")
        assert (got.status, got.err.strip()) == (MISUSED, said)


# -- real saves --------------------------------------------------------------------------------


@pytest.mark.calc
@pytest.mark.oldest
def test_saves_of_libreoffice(real: Watching, path: Path, tmp_path: Path) -> None:
    if missing():
        pytest.skip(missing())
    office = Office(tmp_path / "profile")
    try:
        real.start(path)
        real.says("first")
        with office.book(path) as opened:
            for text in ("second", "third"):
                opened.put("Sheet", "A1", [[text]])
                opened.save()
                real.says(text)
        assert real.said() == ["event.xlsx: first", "event.xlsx: second", "event.xlsx: third"]
    finally:
        office.end()


@pytest.mark.calc
@pytest.mark.oldest
def test_what_is_open_in_libreoffice_is_computed_when_it_is_closed(
    started: Callable[..., Command], played: bytes, tmp_path: Path
) -> None:
    if missing():
        pytest.skip(missing())
    folder = tmp_path / "season"
    folder.mkdir()
    path = folder / "event.xlsx"
    path.write_bytes(played)
    office = Office(tmp_path / "profile")
    try:
        watch = started(folder, ".")
        watch.says("nothing to change")
        with office.book(path) as opened:
            opened.put("Games", "E16", [[5]])
            opened.put("Games", "E17", [[4]])
            opened.save()
            watch.says("is open in LibreOffice")
        watch.says("changed, in")
        assert watch.told(signal.SIGINT) == OK
    finally:
        office.end()
    package = Package.read(path)
    assert package.value("Games", "E16") == 5
    values = {cell.value for name in package.sheet_names for cell in package.sheet(name).cells.values()}
    assert "#NAME?" not in values
    assert rebuild(path).changed == ()
