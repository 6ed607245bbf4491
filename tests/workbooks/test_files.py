"""Targets of paths, names of files, and file properties that must stay."""

import contextlib
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest

from tests import games
from tests.said import check_refused
from tests.samples import slow_but
from xl_dipscore.sheets.files import LARGEST_LIST, NotAFile
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.replace import CannotWrite, ChangedMeanwhile, GoneMeanwhile, keep_old
from xl_dipscore.sheets.xlsx.target import LinkToAnother

pytestmark = pytest.mark.usefixtures("new_books")

OK, FAULTY, MISUSED = 0, 1, 2
LONG = "e" * 245 + ".xlsx"
PATIENCE = 600
"""Seconds until a program counts as hanging, on the slowest machine."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "event.xlsx"
    openpyxl.Workbook().save(path)
    return path


@pytest.fixture
def corrected(small: bytes) -> bytes:
    """A workbook with something to compute."""
    return small


@pytest.fixture
def changed(path: Path) -> Package:
    """A workbook with a change that is not written yet."""
    package = Package.read(path)
    package.set_value("Sheet", "A1", "changed")
    return package


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    return games.write(tmp_path / "games.csv", games.event())


class TestKinds:
    @pytest.fixture(params=["a folder", "a pipe", "a socket", "a device"])
    def odd(self, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Path, str]]:
        """Paths that are not files, and what they are."""
        path = tmp_path / "odd.xlsx"
        with socket.socket(socket.AF_UNIX) as listener:
            match request.param:
                case "a folder":
                    path.mkdir()
                case "a pipe":
                    os.mkfifo(path)
                case "a socket":
                    listener.bind(str(path))
                case "a device":
                    path.symlink_to("/dev/zero")
            yield path, request.param

    def test_none_is_a_workbook(self, odd: tuple[Path, str]) -> None:
        path, kind = odd
        with pytest.raises(NotAFile, match=f"^odd.xlsx is {kind}, not a workbook.$"):
            Package.read(path)

    def test_nor_a_games_file_but_a_pipe(self, dipscore, odd) -> None:
        path, kind = odd
        if kind != "a pipe":
            got = dipscore("score", "DCC", path)
            assert (got.status, got.err) == (MISUSED, f"odd.xlsx is {kind}, not a games file.\n")

    def test_the_command_says_so(self, dipscore, odd, listed) -> None:
        path, kind = odd
        told = "There is no workbook in the folder" if kind == "a folder" else f"odd.xlsx is {kind}"
        got = dipscore("rebuild", path)
        assert got.status == (FAULTY if kind == "a folder" else MISUSED)
        assert told in got.err
        assert f"odd.xlsx is {kind}, not a workbook." in dipscore("fill", path, listed).err

    def test_games_come_through_a_pipe(self, dipscore, tmp_path, listed) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        writer = threading.Thread(target=pipe.write_bytes, args=[listed.read_bytes()])
        writer.start()
        got = dipscore("score", "DCC", pipe)
        writer.join()
        assert (got.status, got.table) == (OK, dipscore("score", "DCC", listed).table)

    def test_a_pipe_without_an_end_is_not_read_on(self, dipscore, tmp_path) -> None:
        pipe = tmp_path / "pipe.csv"
        os.mkfifo(pipe)

        def write() -> None:
            with contextlib.suppress(BrokenPipeError), pipe.open("wb") as file:
                while True:
                    file.write(b"1,A\n" * 10_000)

        writer = threading.Thread(target=write)
        writer.start()
        got = dipscore("standings", "DCC", pipe)
        writer.join()
        assert got.status == MISUSED
        told = "Make several files of it, such as one for each season."
        assert got.err == f"pipe.csv holds more than {LARGEST_LIST} megabytes. {told}\n"

    def test_what_is_no_file_is_written_to(self, dipscore, tmp_path, listed) -> None:
        pipe, read = tmp_path / "pipe", []
        os.mkfifo(pipe)
        reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
        reader.start()
        got = dipscore("score", "DCC", listed, "-o", pipe)
        reader.join()
        assert got.status == OK
        assert read == [dipscore("score", "DCC", listed).out.encode()]
        assert stat.S_ISFIFO(pipe.stat().st_mode)


class TestNames:
    @pytest.mark.parametrize("backup", slow_but([("--backup",)], [(), ("--backup",)]))
    def test_a_long_one(self, dipscore, tmp_path, corrected, backup) -> None:
        (tmp_path / LONG).write_bytes(corrected)
        assert dipscore("rebuild", LONG, *backup).status == OK
        assert (tmp_path / LONG).read_bytes() != corrected
        kept = [path.read_bytes() for path in tmp_path.iterdir() if path.name != LONG]
        assert kept == ([corrected] if backup else [])

    @pytest.mark.slow
    @pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="names are text there")
    def test_one_that_is_no_text(self, dipscore, tmp_path, played) -> None:
        path = Path(os.fsdecode(os.fsencode(tmp_path / "ev") + b"\xff\xe9nt.xlsx"))
        path.write_bytes(played)
        assert dipscore("rebuild", path, "--engine", "python", "--report", "r.json").status == OK
        assert dipscore("export", "text", path, "-o", "texts").status == OK
        assert b"\\udcff\\udce9nt" in Path("r.json").read_bytes()

    def test_a_backup_with_too_long_a_name(self, path) -> None:
        longest = path.rename(path.with_name("e" * 250 + ".xlsx"))
        with pytest.raises(CannotWrite, match=r"e\.bak\.xlsx cannot be written: file name too long"):
            keep_old(longest)
        assert list(path.parent.iterdir()) == [longest]

    @pytest.mark.parametrize(
        "words",
        [
            ("rebuild", "{}.xlsx"),
            ("fill", "{}.xlsx", "games.csv"),
            pytest.param(("new", "DCC", "{}.xlsx", "--rounds", "1", "--boards", "1"), marks=pytest.mark.slow),
            pytest.param(("new", "DCC", "{}.xlsx", "--template", "unused.xlsx"), marks=pytest.mark.slow),
            ("score", "DCC", "{}.csv"),
            ("score", "DCC", "games.csv", "-o", "{}.csv"),
            ("attach", "event.xlsx", "-o", "{}.xlsm"),
        ],
    )
    def test_one_that_no_file_has(self, dipscore, tmp_path, makes, corrected, listed, words) -> None:
        (tmp_path / "event.xlsx").write_bytes(corrected)
        (tmp_path / "unused.xlsx").write_bytes(makes())
        got = dipscore(*(word.format("e" * 300) for word in words))
        assert got.status in (FAULTY, MISUSED)
        assert "file name too long" in got.err.lower()


class TestMeanwhile:
    """Another program saves when everything is written and only the name is to be given."""

    SAVED = b"what a director saved"

    @pytest.fixture
    def at_the_end(self, monkeypatch):
        """Do something once, at the moment before the rename."""

        def do(what) -> None:
            flush, todo = os.fsync, [what]

            def late(handle: int) -> None:
                flush(handle)
                if todo and stat.S_ISREG(os.fstat(handle).st_mode):
                    todo.pop()()

            monkeypatch.setattr(os, "fsync", late)

        return do

    def test_a_save_stays(self, path, changed, at_the_end) -> None:
        at_the_end(lambda: path.write_bytes(self.SAVED))
        with pytest.raises(
            ChangedMeanwhile, match=r"^event\.xlsx was changed by another program .* nothing was"
        ):
            changed.write()
        assert {found.name: found.read_bytes() for found in path.parent.iterdir()} == {path.name: self.SAVED}

    def test_even_one_of_the_same_size_and_time(self, path, changed, at_the_end) -> None:
        was = path.stat()
        saved = bytes(was.st_size)

        def save() -> None:
            path.write_bytes(saved)
            os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))

        at_the_end(save)
        with pytest.raises(ChangedMeanwhile):
            changed.write()
        assert path.read_bytes() == saved

    def test_one_by_renaming(self, path, changed, at_the_end) -> None:
        other = path.with_name("other")
        other.write_bytes(self.SAVED)
        at_the_end(lambda: other.replace(path))
        with pytest.raises(ChangedMeanwhile):
            changed.write()
        assert path.read_bytes() == self.SAVED

    def test_what_was_moved_away_does_not_come_back(self, path, changed, at_the_end) -> None:
        at_the_end(lambda: path.rename(path.with_name("archive.xlsx")))
        with pytest.raises(
            GoneMeanwhile, match=r"^event\.xlsx was moved or deleted in the meantime; nothing was"
        ):
            changed.write()
        assert [found.name for found in path.parent.iterdir()] == ["archive.xlsx"]

    def test_one_opened_meanwhile_is_left_alone(self, dipscore, path, corrected, at_the_end) -> None:
        path.write_bytes(corrected)
        at_the_end(lambda: path.with_name("~$event.xlsx").touch())
        got = dipscore("rebuild", "event.xlsx")
        assert got.status == FAULTY
        assert "event.xlsx is open in Excel" in got.err
        assert path.read_bytes() == corrected

    def test_the_command_says_so_and_takes_its_backup_back(
        self, dipscore, path, corrected, at_the_end, monkeypatch
    ) -> None:
        path.write_bytes(corrected)
        write = Package.write

        def writes(package: Package, *words: object) -> bool:
            at_the_end(lambda: path.write_bytes(self.SAVED))
            return write(package, *words)

        monkeypatch.setattr(Package, "write", writes)
        got = dipscore("rebuild", "event.xlsx", "--backup")
        assert got.status == FAULTY
        assert "event.xlsx was changed by another program in the meantime; nothing was written." in got.err
        assert {found.name: found.read_bytes() for found in path.parent.iterdir()} == {path.name: self.SAVED}

    @pytest.mark.slow
    def test_a_new_workbook_takes_no_place_that_is_taken_meanwhile(self, dipscore, path, at_the_end) -> None:
        path.unlink()
        at_the_end(lambda: path.write_bytes(self.SAVED))
        got = dipscore("new", "SOS", "event.xlsx", "--rounds", 1, "--boards", 1)
        assert got.status == MISUSED
        assert "event.xlsx was changed by another program" in got.err
        assert path.read_bytes() == self.SAVED


class TestKept:
    def test_extended_attributes_stay(self, path, changed) -> None:
        os.setxattr(path, "user.xdg.tags", b"league")
        changed.write()
        assert os.getxattr(path, "user.xdg.tags") == b"league"
        assert Package.read(path).value("Sheet", "A1") == "changed"

    def test_a_written_table_stays_what_it_was(self, dipscore, tmp_path, listed) -> None:
        real = tmp_path / "real.csv"
        real.touch(0o600)
        (tmp_path / "link.csv").symlink_to(real)
        assert dipscore("score", "DCC", listed, "-o", "link.csv").status == OK
        assert (tmp_path / "link.csv").is_symlink()
        assert stat.S_IMODE(real.stat().st_mode) == 0o600
        before = real.read_bytes()
        real.chmod(0o400)
        got = dipscore("score", "SOS", listed, "-o", "real.csv")
        assert (got.status, got.err) == (MISUSED, "real.csv is write-protected.\n")
        assert real.read_bytes() == before

    def test_a_link_to_another_list_is_refused_and_one_to_its_own_is_named(
        self, dipscore, tmp_path, listed
    ) -> None:
        people = tmp_path / "players.csv"
        people.write_text("player,club\nAnn,North\nBob,South\n")
        before = people.read_bytes()
        (link := tmp_path / "out.csv").symlink_to(people)
        got = dipscore("score", "DCC", listed, "-o", "out.csv")
        check_refused(got, LinkToAnother, path="out.csv", real=str(people))
        assert (people.read_bytes(), link.is_symlink()) == (before, True)
        people.rename(tmp_path / "kept.csv")
        for words in ("", f"out.csv, a link to {people}, already existed and was replaced.\n"):
            assert dipscore("score", "DCC", listed, "-o", "out.csv").err == words
        assert dipscore("score", "SOS", listed, "-o", "out.csv").status == OK
        assert (tmp_path / "kept.csv").read_bytes() == before


class TestTold:
    """A signal, when a file is all but written."""

    @pytest.mark.parametrize(
        ("number", "words"),
        [
            (signal.SIGINT, ("fill", "event.xlsx", "games.csv")),
            pytest.param(signal.SIGTERM, ("attach", "event.xlsx", "-o", "new.xlsm"), marks=pytest.mark.slow),
            (signal.SIGHUP, ("score", "SOS", "games.csv", "-o", "s.csv")),
        ],
        ids=lambda words: words[0] if isinstance(words, tuple) else words.name,
    )
    def test_it_ends_with_a_sentence(self, path, corrected, listed, words, number) -> None:
        path.write_bytes(corrected)
        before = {found: found.read_bytes() for found in path.parent.iterdir()}
        ran = self.run(f"os.fsync = lambda handle: os.kill(os.getpid(), {number:d})", path.parent, *words)
        assert ran.returncode == 128 + number
        assert (ran.stdout, ran.stderr) == ("", "Stopped before the end; no file is half-written.\n")
        assert {found: found.read_bytes() for found in path.parent.iterdir()} == before

    def test_nohup_is_obeyed(self, path, listed) -> None:
        ran = self.run(
            "signal.signal(signal.SIGHUP, signal.SIG_IGN); flush = os.fsync\n"
            "os.fsync = lambda handle: (os.kill(os.getpid(), signal.SIGHUP), flush(handle))",
            path.parent,
            *("score", "SOS", "games.csv", "-o", "s.csv"),
        )
        assert (ran.returncode, ran.stderr) == (OK, "")
        assert path.with_name("s.csv").exists()

    def run(self, before: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
        script = (
            "import os, signal\n"
            "for number in (signal.SIGTERM, signal.SIGHUP): signal.signal(number, signal.SIG_DFL)\n"
            f"{before}\nfrom xl_dipscore.cli import main; main()"
        )
        return subprocess.run(
            [sys.executable, "-c", script, *words],
            cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE,
        )  # fmt: skip
