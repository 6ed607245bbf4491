"""What Install.cmd and Uninstall.cmd of the folder for Windows do, as far as Linux can try it."""

from __future__ import annotations

import hashlib
import io
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xl_dipscore.cli import windows_folder
from xl_dipscore.cli.windows_folder import BROUGHT, FOLDERS, LATER, MADE, NoList
from xl_dipscore.hosts import windows
from xl_dipscore.workbooks.author import templates_folder

FILES = {"READ ME.txt": b"read", "python/python.exe": b"program", "python/Lib/site-packages/a/b.py": b"code"}


def put(root: Path, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)


def unpacked(root: Path) -> Path:
    """A small folder as the zip brings it."""
    put(root, {**FILES, "Uninstall.cmd": b"cmd"})
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in FILES.items()}
    windows_folder.write_list(root / BROUGHT, digests)
    return root


def files_in(root: Path) -> set[str]:
    return {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A user whose xlwings has libraries for Windows; shortcuts are text here."""
    monkeypatch.setattr(windows, "_libraries", lambda: dict.fromkeys(windows.LIBRARIES, b"library"))
    monkeypatch.setattr(windows_folder, "make_shortcut", lambda path, target: path.write_text(str(target)))
    (tmp_path / "user").mkdir()
    return {"USERPROFILE": str(tmp_path / "user"), "APPDATA": str(tmp_path / "user" / "Roaming")}


@pytest.mark.slow
def test_install_and_uninstall_leave_nothing_but_a_directors_files(
    tmp_path: Path, user: dict[str, str]
) -> None:
    root = unpacked(tmp_path / "Größere Turniere")
    told = [*windows_folder.install(root, {**user, "OneDrive": str(tmp_path)})]
    assert "OneDrive" in told[-1]
    made = {*windows_folder.read_list(root / MADE)}
    ready = {path.stem for path in templates_folder().glob("*.xlsx")}
    assert {Path(name).stem for name in made} == ready
    assert made <= files_in(root)
    (entry,) = Path(user["APPDATA"]).rglob("*.lnk")
    assert entry.read_text() == str(root / "workbooks")

    put(
        root,
        {"workbooks/mystery.xlsm": b"results", "workbooks/spring.xlsm": b"an event", "mine.xlsx": b"mine"},
    )
    told = [*windows_folder.install(root, user)]
    assert "mystery.xlsm" in told[2]
    put(root, {"READ ME.txt": b"with notes"})
    told = [*windows_folder.uninstall(root, user)]
    assert "READ ME.txt and workbooks/mystery.xlsm" in told[1]
    assert "mine.xlsx and spring.xlsm" in told[2]
    assert files_in(Path(user["USERPROFILE"])) == set()
    # Uninstall.cmd deletes the files that Python has open, and itself.
    later = (root / LATER).read_text().splitlines()
    assert later == ["python\\python.exe", "python\\made.txt", "python\\brought.txt"]
    assert (root / FOLDERS).read_text().splitlines() == ["workbooks", "python"]
    assert files_in(root) - {name.replace("\\", "/") for name in later} == {
        "READ ME.txt", "mine.xlsx", "workbooks/mystery.xlsm", "workbooks/spring.xlsm", "Uninstall.cmd",
        LATER, FOLDERS,
    }  # fmt: skip


@given(
    st.dictionaries(st.sampled_from([*FILES]), st.sampled_from([b"changed", None])),
    st.lists(st.sampled_from(["a.xlsx", "python/a.py", "python/Lib/a.txt", "new/a.xlsx"])),
)
@settings(max_examples=20, deadline=None)
def test_only_unchanged_files_of_the_list_are_deleted(
    tmp_path_factory: pytest.TempPathFactory, changes: dict[str, bytes | None], own: list[str]
) -> None:
    root = unpacked(tmp_path_factory.mktemp("folder"))
    for name, data in changes.items():
        (root / name).unlink() if data is None else (root / name).write_bytes(data)
    put(root, dict.fromkeys(own, b"a director's own"))
    changed = {name for name, data in changes.items() if data is not None}
    assert {*windows_folder.delete_files(root)} == changed
    for name in (*own, *changed):
        assert (root / name).exists()
    later = {name.replace("\\", "/") for name in (root / LATER).read_text().splitlines()}
    gone = FILES.keys() - changed
    assert not later & {*own, *changed}
    assert {name for name in gone if (root / name).exists()} <= later


def test_another_python_of_excel_keeps_its_functions(tmp_path: Path, user: dict[str, str]) -> None:
    root, other = unpacked(tmp_path / "folder"), tmp_path / "python.exe"
    other.write_bytes(b"")
    home = windows.install(user, str(other))
    told = [*windows_folder.uninstall(root, user)]
    assert str(other) in told[0]
    assert (home / windows.SETTINGS).exists()
    other.unlink()  # such as a folder that was moved
    unpacked(root)
    assert next(iter(windows_folder.uninstall(root, user))) != told[0]
    assert not home.exists()


def test_without_its_list_nothing_is_deleted(tmp_path: Path, user: dict[str, str]) -> None:
    root = unpacked(tmp_path / "folder")
    (root / BROUGHT).unlink()
    windows.install(user, str(root / "python" / "python.exe"))
    before = files_in(tmp_path)
    with pytest.raises(NoList):
        [*windows_folder.uninstall(root, user)]
    assert files_in(tmp_path) == before


def test_a_start_menu_that_cannot_be_changed_is_a_sentence(
    tmp_path: Path, user: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class ComError(Exception):
        """As pywin32 raises it: not an OSError."""

    def fails(path: Path, target: Path) -> None:
        raise ComError("access is denied")

    monkeypatch.setattr(windows_folder, "make_shortcut", fails)
    monkeypatch.setattr(windows_folder, "make_workbooks", lambda root: [])
    told = [*windows_folder.install(unpacked(tmp_path / "folder"), user)]
    assert "access is denied" in told[-1]
    assert {*windows.LIBRARIES} <= {Path(name).name for name in files_in(Path(user["USERPROFILE"]))}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (OSError("the disk is full"), "the disk is full."),
        (PermissionError(13, "Access is denied", "C:\\a.xlsm"), "C:\\a.xlsm: access is denied."),
        (windows.UnreadableHome(path="C:\\Users\\Ольга"), "dipscore.html"),
        (KeyError("USERPROFILE"), "KeyError"),
    ],
)
def test_whatever_goes_wrong_is_a_sentence(
    wrong: Exception, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(root: Path, environment: Mapping[str, str]) -> None:
        raise wrong

    monkeypatch.setattr(windows_folder, "install", fails)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(said := io.BytesIO(), write_through=True))
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(io.BytesIO()))
    assert windows_folder.main(["install"]) == windows_folder.WRONG
    assert sentence in said.getvalue().decode()
