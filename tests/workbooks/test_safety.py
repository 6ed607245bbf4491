"""Whatever happens in between, a file is the old one or the new one."""

import contextlib
import errno
import os
import random
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from itertools import product
from pathlib import Path

import openpyxl
import pytest

from tests import games
from tests.samples import every_fourth
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx import leftovers
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.replace import TEMPORARY, CannotWrite, ChangedMeanwhile, temporary_folder
from xl_dipscore.workbooks.acts.paths import workbooks
from xl_dipscore.workbooks.acts.rebuild import (
    Order,
    compute_in_memory,
    rebuild,
    rebuild_package,
    rebuild_with_order,
)
from xl_dipscore.workbooks.author import Plan, make, make_package

pytestmark = pytest.mark.usefixtures("new_books")

OK, FAULTY = 0, 1
PATIENCE = 600
"""Seconds until a program counts as hanging, on the slowest machine."""
ROUNDS = int(os.environ.get("KILL_ROUNDS", "4"))
DIPSCORE = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "for number in (signal.SIGTERM, signal.SIGHUP): signal.signal(number, signal.SIG_DFL)\n"
    "from xl_dipscore.cli import main; main()"
)
"""The command, which hears the signals whatever runs the tests has ignored."""
KILLED = (
    "{} = lambda *words: os.kill(os.getpid(), signal.SIGKILL)\n"
    "import sys; from xl_dipscore.workbooks.acts.rebuild import rebuild\n"
    "rebuild(sys.argv[1], engine='python')"
)
WAITING = (
    f"import sys; sys.path.insert(0, {str(Path(__file__).parents[2])!r})\n"
    "from tests.workbooks import work\nfrom xl_dipscore.workbooks.acts import rebuild\n"
    "rebuild.rebuild_with_order = work.rebuilds\n" + DIPSCORE
)
"""Some files wait, so that the program cannot end before a slow test stops it."""


@pytest.fixture(scope="module")
def old(small) -> bytes:
    """Boards, and nothing computed since they were put in."""
    return small


@pytest.fixture(scope="module")
def new(old) -> bytes:
    package = Package.read(old)
    assert rebuild_package(package, "").changed
    return package.to_bytes()


@pytest.fixture
def fifty(tmp_path, old) -> list[Path]:
    folder = tmp_path / "season"
    folder.mkdir()
    paths = [folder / f"event {n:02}.xlsx" for n in range(50)]
    for path in paths:
        path.write_bytes(old)
    return paths


def start(*words: object, script: str = DIPSCORE) -> subprocess.Popen[str]:
    """A process with a group of its own, as a terminal gives it."""
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


Stamp = tuple[int, int]


def stamp(path: Path) -> Stamp:
    found = path.stat()
    return found.st_ino, found.st_mtime_ns


def wait_for(run: subprocess.Popen[str], before: dict[Path, Stamp], count: int) -> None:
    """Wait until a number of files have changed, or the program has ended."""
    while run.poll() is None and sum(stamp(path) != was for path, was in before.items()) < count:
        time.sleep(0.001)


@pytest.fixture
def halfway(fifty, old) -> list[Path]:
    """The fifty with two in the middle that wait."""
    waiting = [fifty[0].parent.parent / f"waits {name}.xlsx" for name in "ab"]
    for path in waiting:
        path.write_bytes(old)
    return [*fifty[:25], *waiting, *fifty[25:]]


def send(run: subprocess.Popen[str], what: signal.Signals) -> None:
    """Send the signal to the program and all its workers, if it has not ended."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(run.pid, what)


def strangers(paths: list[Path]) -> set[str]:
    return {path.name for path in paths[0].parent.iterdir()} - {path.name for path in paths}


def test_old_and_new_open(old, new, tmp_path):
    for data in (old, new):
        (tmp_path / "event.xlsx").write_bytes(data)
        assert openpyxl.load_workbook(tmp_path / "event.xlsx")["Games"]["E2"].value == games.CLOCK[0]
    assert Package.read(old).value("Games", "I2") != Package.read(new).value("Games", "I2")


@pytest.mark.slow
def test_killed_at_any_moment_every_file_is_the_old_or_the_new_one(fifty, halfway, old, new):
    chance = random.Random(1908)
    for number in range(ROUNDS):
        before = {path: stamp(path) for path in fifty}
        run = start("rebuild", *halfway, "--jobs", 1 + number % 2, script=WAITING)
        wait_for(run, before, chance.randrange(1, 25))
        time.sleep(chance.random() / 50)
        send(run, signal.SIGKILL)
        run.communicate()
        data = [path.read_bytes() for path in fifty]
        assert all(name.startswith(".dipscore-") and name.endswith(".tmp") for name in strangers(fifty))
        assert {old, new} == set(data)
        for path, found in zip(fifty, data, strict=True):
            if found == new:
                path.write_bytes(old)
    run = start("rebuild", fifty[0].parent)
    run.communicate()
    assert run.returncode == OK
    assert {path.read_bytes() for path in fifty} == {new}
    assert strangers(fifty) == set()


@pytest.mark.slow
@pytest.mark.parametrize("share", [0, 0.1, 0.5, 0.9, 0.999])
def test_killed_in_the_middle_of_writing_leaves_the_old_file(tmp_path, old, new, share):
    """The system kills the program at that byte of whatever file it writes."""
    pytest.importorskip("resource", reason="a limit on files is a thing of Unix")
    path = tmp_path / "event.xlsx"
    path.write_bytes(old)
    limit = int(share * len(new))
    script = (
        "import resource, signal, sys; sys.dont_write_bytecode = True\n"
        "from xl_dipscore.workbooks.acts.rebuild import rebuild\n"
        "import xl_dipscore.tables.functions\n"
        "resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n"
        "rebuild(sys.argv[1], engine='python')"
    )
    run = start(path, script=script)
    run.communicate(timeout=PATIENCE)
    assert run.returncode == -signal.SIGXFSZ
    assert path.read_bytes() == old
    assert rebuild(path).changed
    assert path.read_bytes() == new
    assert strangers([path]) == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("jobs", "stop"), every_fourth(product((1, 2), (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)))
)
def test_told_to_stop_it_says_how_many_are_done_and_leaves_every_file_whole(
    fifty, halfway, old, new, jobs, stop
):
    chance = random.Random(jobs)
    go = halfway[25].with_name("go")
    for _ in range(2):
        before = {path: stamp(path) for path in fifty}
        report = go.with_name("r.json")
        run = start("rebuild", *halfway, "--jobs", jobs, "--report", report, script=WAITING)
        wait_for(run, before, chance.randrange(1, 10))
        send(run, stop)
        go.touch()
        out, err = run.communicate(timeout=PATIENCE)
        go.unlink()
        data = [path.read_bytes() for path in halfway]
        assert set(data) == {old, new}
        assert (run.returncode, out) == (128 + stop, "")
        assert "Traceback" not in err
        done = data.count(new)
        # One process may have been stopped after it had put a file in place and before it had counted it.
        assert any(
            f"Stopped: {n} of 52 workbooks done." in err for n in ({done, done - 1} if jobs == 1 else {done})
        ), err
        assert strangers(fifty) == set()
        for path in halfway:
            path.write_bytes(old)


def test_workers_end_with_the_program_that_started_them(tmp_path):
    paths = [tmp_path / name for name in "abcd"]
    script = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parents[2])!r})\n"
        "from pathlib import Path\nfrom tests.workbooks.work import sleeps\n"
        "from xl_dipscore.workbooks.acts.batch import run_batch\n"
        "if __name__ == '__main__': run_batch(sleeps, [Path(word) for word in sys.argv[1:]], jobs=2)"
    )
    run = start(*paths, script=script)
    while not (paths[0].exists() and paths[1].exists()):
        assert run.poll() is None
        time.sleep(0.01)
    run.kill()
    # The workers hold the other end of this pipe.
    assert run.communicate(timeout=PATIENCE)[0] == ""


class NoSpace:
    """A file on a full disk."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._handle)

    def write(self, _: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.slow
@pytest.mark.parametrize("backup", [(), ("--backup",)])
@pytest.mark.parametrize(
    ("owner", "name", "fails"),
    [
        (os, "fdopen", lambda handle, mode: NoSpace(handle)),
        (os, "fsync", full),
        (os, "chmod", full),
        (Path, "replace", full),
    ],
)
def test_a_full_disk_leaves_the_old_file(dipscore, tmp_path, old, monkeypatch, owner, name, fails, backup):
    (tmp_path / "event.xlsx").write_bytes(old)
    with monkeypatch.context() as patched:
        patched.setattr(owner, name, fails)
        got = dipscore("rebuild", "event.xlsx", *backup)
    assert got.status == FAULTY
    assert "cannot be written" in got.err
    assert "space" in got.err
    assert (tmp_path / "event.xlsx").read_bytes() == old
    assert [path.name for path in tmp_path.iterdir()] == ["event.xlsx"]


@pytest.mark.slow
@pytest.mark.slow
def test_a_new_workbook_needs_no_temporary_folder(tmp_path, monkeypatch):
    """openpyxl would put each sheet into a file there, and a full folder would end in a traceback."""
    monkeypatch.setattr("openpyxl.worksheet._writer.create_temporary_file", full)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    made = make_package(make(Plan(find("SOS"), 1, 1)))
    assert made.value("Games", "A1") == "Round"


def test_a_full_temporary_folder_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    with pytest.raises(CannotWrite, match=TEMPORARY), temporary_folder():
        pass


def test_a_limit_of_the_system_leaves_the_old_file(tmp_path, old):
    """The system itself refuses to write as much as a workbook has."""
    resource = pytest.importorskip("resource", reason="a limit on files is a thing of Unix")
    assert resource
    (tmp_path / "event.xlsx").write_bytes(old)
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000)); "
    limited += "sys.dont_write_bytecode = True; " + DIPSCORE  # it would be cut off too, and stay so
    run = start("rebuild", tmp_path / "event.xlsx", script=limited)
    out, err = run.communicate(timeout=PATIENCE)
    assert (run.returncode, out) == (FAULTY, "")
    assert "event.xlsx cannot be written: file too large" in err
    assert (tmp_path / "event.xlsx").read_bytes() == old
    assert [path.name for path in tmp_path.iterdir()] == ["event.xlsx"]


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda path: path.chmod(0o444), "event.xlsx is write-protected."),
        (
            lambda path: path.with_name("~$event.xlsx").touch(),
            "event.xlsx is open in Excel; close it first.",
        ),
        (lambda path: path.with_name(".~lock.event.xlsx#").touch(), "event.xlsx is open in LibreOffice"),
    ],
)
@pytest.mark.parametrize("command", ["rebuild", "fill"])
def test_a_file_in_use_is_refused_and_stays(dipscore, tmp_path, old, spoil, sentence, command):
    path = tmp_path / "event.xlsx"
    path.write_bytes(old)
    games.write(tmp_path / "games.csv", [games.HEADER, *games.rows(1, "A", games.SOLO)])
    spoil(path)
    got = dipscore(command, "event.xlsx", *(["games.csv"] if command == "fill" else ["--backup"]))
    assert got.status == FAULTY
    assert sentence in got.err
    assert path.read_bytes() == old
    assert not (tmp_path / "event.bak.xlsx").exists()
    assert not list(tmp_path.glob(".dipscore*"))


def test_a_file_that_changes_meanwhile_is_not_written_over(tmp_path, old, monkeypatch):
    path = tmp_path / "event.xlsx"
    path.write_bytes(old)

    def meanwhile(*words, **named):
        path.write_bytes(b"a director saves at this very moment")
        return compute_in_memory(*words, **named)

    monkeypatch.setattr("xl_dipscore.workbooks.acts.rebuild.compute_in_memory", meanwhile)
    with pytest.raises(ChangedMeanwhile):
        rebuild_with_order(path, Order(backup=True))
    assert {found.name: found.read_bytes() for found in tmp_path.iterdir()} == {
        "event.xlsx": b"a director saves at this very moment"
    }


def test_a_symbolic_link_stays_one(dipscore, tmp_path, old, new):
    for name in ("cloud", "desk"):
        (tmp_path / name).mkdir()
    real, link = tmp_path / "cloud" / "event.xlsx", tmp_path / "desk" / "our event.xlsx"
    real.write_bytes(old)
    real.chmod(0o640)
    link.symlink_to(Path("..", "cloud", "event.xlsx"))
    assert dipscore("rebuild", link, "--backup").status == OK
    assert link.is_symlink()
    assert link.readlink() == Path("..", "cloud", "event.xlsx")
    assert real.read_bytes() == new
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert {path.name for path in real.parent.iterdir()} == {"event.xlsx", "event.bak.xlsx"}
    assert [path.name for path in link.parent.iterdir()] == [link.name]
    real.unlink()
    assert "There is no file our event.xlsx." in dipscore("rebuild", link).err


def test_temporary_names_are_unique(tmp_path, old, new, monkeypatch):
    """Two machines may be given the same workbook at the same moment."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(old)
    meet, flush = threading.Barrier(2, timeout=PATIENCE), os.fsync
    seen: list[set[str]] = []
    here = threading.local()

    def together(handle: int) -> None:
        if not hasattr(here, "met"):
            here.met = True
            meet.wait()
            seen.append({found.name for found in tmp_path.glob(".dipscore-*.tmp")})
            meet.wait()
        flush(handle)

    monkeypatch.setattr(os, "fsync", together)
    threads = [threading.Thread(target=rebuild, args=[path]) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(names) for names in seen] == [2, 2]
    assert path.read_bytes() == new
    assert [found.name for found in tmp_path.iterdir()] == ["event.xlsx"]


def typed(path: Path) -> None:
    """Written as any command writes, and nothing computed."""
    package = Package.read(path)
    package.set_value("Games", "E2", 5)
    assert package.write()


class TestLeftovers:
    """The files left beside a workbook when the program is killed while it writes."""

    OTHERS = (
        ".dipscore-01234567.tmp",
        ".dipscore-0123456-0123456789abcdef.tmp",
        ".dipscore-01234567-0123456789abcdef.tmp.bak",
        "dipscore-01234567-0123456789abcdef.tmp",
        ".event.xlsx-abcdefgh.tmp",
    )

    @pytest.fixture(scope="class")
    @classmethod
    def killed(cls, tmp_path_factory, old) -> Path:
        """The folder of a program that was killed in the middle of writing a workbook."""
        path = tmp_path_factory.mktemp("killed") / "event.xlsx"
        path.write_bytes(old)
        run = start(path, script="import os, signal\n" + KILLED.format("os.fsync"))
        run.communicate(timeout=PATIENCE)
        assert run.returncode == -signal.SIGKILL
        assert len(strangers([path])) == 1
        return path.parent

    @pytest.fixture
    def path(self, tmp_path, killed) -> Path:
        """A workbook, and the leftovers of a killed program beside it."""
        shutil.copytree(killed, tmp_path, dirs_exist_ok=True)
        return tmp_path / "event.xlsx"

    @pytest.fixture
    def elsewhere(self, path) -> str:
        """A leftover file of another machine."""
        (name,) = strangers([path])
        _, machine, number = name.split("-")
        other = f".dipscore-{machine[::-1]}-{number}"
        path.with_name(name).rename(path.with_name(other))
        return other

    def test_the_next_one_removes_it(self, path, new):
        for name in self.OTHERS:
            path.with_name(name).write_text("somebody else's")
        assert rebuild(path).changed
        assert path.read_bytes() == new
        assert strangers([path]) == set(self.OTHERS)

    @pytest.mark.parametrize(
        "words",
        [
            ("new", "SOS", "new.xlsx", "--rounds", 1, "--boards", 1),
            ("attach", "event.xlsx"),
            ("extract", "event.xlsx", "-o", "games.csv"),
        ],
    )
    def test_so_does_any_command_that_writes_there(self, dipscore, path, words):
        assert dipscore(*words).status == OK
        assert len(strangers([path])) == 1
        assert not list(path.parent.glob(".*"))

    def test_one_that_finds_nothing_to_change_too(self, path, new):
        path.write_bytes(new)
        assert not rebuild(path).changed
        assert strangers([path]) == set()

    def test_but_not_what_is_in_use(self, path, monkeypatch):
        waits = (
            "import sys, time; from pathlib import Path\n"
            "from xl_dipscore.sheets.xlsx.leftovers import temporary\n"
            "with temporary(Path(sys.argv[1])) as (path, _): print(path.name, flush=True); time.sleep(600)"
        )
        run = start(path.parent, script=waits)
        assert run.stdout is not None
        used = run.stdout.readline().strip()
        assert rebuild(path).changed
        assert strangers([path]) == {used}
        run.kill()
        run.communicate()
        monkeypatch.setattr(leftovers, "_swept", set())
        typed(path)
        assert strangers([path]) == set()

    def test_another_machine_may_still_be_at_work(self, path, elsewhere):
        assert rebuild(path).changed
        assert strangers([path]) == {elsewhere}

    def test_but_not_for_ever(self, path, elsewhere, monkeypatch):
        monkeypatch.setattr(leftovers, "OLD", -1)
        assert rebuild(path).changed
        assert strangers([path]) == set()

    def test_what_cannot_be_removed_is_no_harm(self, path, monkeypatch):
        left = strangers([path])
        monkeypatch.setattr(Path, "unlink", full)
        assert rebuild(path).changed
        assert strangers([path]) == left

    def test_a_folder_is_rebuilt_without_it(self, path):
        assert list(workbooks([path.parent])) == [path]
        assert list(workbooks([path.parent / "*"])) == [path]


@pytest.mark.slow
def test_killed_at_any_step_nothing_is_left_after_the_next_start(tmp_path, old, new):
    """Each time one step later, with a backup; a step is whatever Python asks of the system."""
    path, fresh = tmp_path / "season" / "event.xlsx", tmp_path / "new.xlsx"
    path.parent.mkdir()
    fresh.write_bytes(new)
    (tmp_path / "old.xlsx").write_bytes(old)
    run = start(path, fresh, script=(Path(__file__).with_name("killed.py")).read_text(encoding="utf-8"))
    out, err = run.communicate(timeout=PATIENCE)
    assert (run.returncode, err) == (OK, "")
    left = [set(line.split()) for line in out.splitlines()]
    assert len(left) > 15
    # Some were killed before anything was there, some while a file was half-written, some at the end.
    assert {"old", "temporary"} in left
    assert {"new", "backup"} in left
    assert all(len(found & {"old", "new"}) == 1 for found in left)
