"""The folder of a program that we start, and what is left after it was killed."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from xl_dipscore.sheets.calculate import program_folder
from xl_dipscore.sheets.calculate.program_folder import listeners, make_program_folder
from xl_dipscore.sheets.xlsx import leftovers


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(leftovers, "_swept", set())
    return tmp_path


def test_it_is_marked_as_in_use_and_goes_at_the_end(place: Path) -> None:
    with make_program_folder() as folder:
        assert folder.parent == place
        assert folder.stat().st_mode & 0o777 == 0o700
        assert sorted(place.iterdir()) == [folder, folder.with_suffix(".room")]
        (folder / "deeper").mkdir()
        (folder / "deeper" / "file").touch()
    assert [*place.iterdir()] == []


def test_it_goes_after_an_error(place: Path) -> None:
    with pytest.raises(ZeroDivisionError), make_program_folder():
        raise ZeroDivisionError
    assert [*place.iterdir()] == []


def test_a_copy_of_this_process_leaves_it_alone(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = os.getpid()
    with make_program_folder() as folder:
        monkeypatch.setattr(os, "getpid", lambda: mine + 1)
    assert folder.is_dir()
    monkeypatch.undo()
    program_folder._clear(folder)
    assert not folder.exists()
    program_folder._clear(folder)  # a folder that is gone is no error


@pytest.mark.skipif(os.name != "posix", reason="Windows ends such programs in another way")
def test_programs_of_the_folder_are_ended_and_others_are_not() -> None:
    wait = "import sys; sys.stdin.read()"
    with make_program_folder() as folder:
        its, other = (
            subprocess.Popen([sys.executable, "-c", wait, str(path)], stdin=subprocess.PIPE)
            for path in (folder / "file", folder.with_name("another"))
        )
        try:
            assert [*program_folder._programs_in(folder)] == [its.pid]
            program_folder._clear(folder)
            assert its.wait(30) != 0
            assert other.poll() is None
        finally:
            for one in (its, other):
                one.kill()
                one.communicate()


def test_a_folder_of_a_killed_program_is_swept_at_the_next_start(place: Path) -> None:
    left = place / f".dipscore-{leftovers._machine()}-{'0' * 16}"
    left.mkdir()
    (left / "file").touch()
    left.with_suffix(".room").touch()
    with make_program_folder():
        assert not left.exists()
        assert not left.with_suffix(".room").exists()


def test_only_sockets_of_this_profile_are_its_own() -> None:
    with make_program_folder() as folder:
        mine = Path("/tmp", f"OSL_PIPE_0_{folder.name}")
        other = Path("/tmp", f"OSL_PIPE_0_{folder.name}x")
        for file in (mine, other):
            file.touch()
        try:
            assert [*listeners(folder)] == [mine]
        finally:
            for file in (mine, other):
                file.unlink()
