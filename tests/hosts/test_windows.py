"""The files that `dipscore install excel` puts into a user's folder on Windows, with the real libraries.

`.ci/run` makes the folder .windows with xlwings' wheel; where WINDOWS names it, nothing is skipped.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace

import openpyxl
import pytest
import xlwings
from typer.testing import CliRunner, Result

from tests.said import check_said
from xl_dipscore.cli.commands import app
from xl_dipscore.errors import Fault
from xl_dipscore.hosts import windows
from xl_dipscore.hosts.windows import (
    InUse,
    LostLibrary,
    NoLibraries,
    UnreadableFolder,
    UnreadableHome,
    install,
    settings,
    uninstall,
)
from xl_dipscore.sheets import files
from xl_dipscore.sheets.xlsx.replace import CannotWrite

pytestmark = pytest.mark.usefixtures("new_books")

ROOT = Path(__file__).parents[2]
PYTHON = "C:\\Python311\\python.exe"
USUAL = f"""Command = "{PYTHON}" -P -c "import xlwings; xlwings.serve('$(CLSID)')"\r\n""".encode()
FORMER = b'"INTERPRETER_WIN","C:\\Python311\\python.exe"\r\n"ADD_WORKBOOK_TO_PYTHONPATH","false"\r\n'
NAMES = ["dipscore32.dll", "dipscore64.dll", "dipscore.conf"]


def installed(python: Path, files: Mapping[str, bytes], version: str = "0.40.1") -> Path:
    """An xlwings as pip lays it out in a Python or a venv: its libraries beside python.exe."""
    packages = python / "Lib" / "site-packages"
    info = packages / f"xlwings-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: xlwings\nVersion: {version}\n")
    for name, data in files.items():
        (python / name).write_bytes(data)
    listed = ["xlwings/__init__.py", *(f"../../{name}" for name in files)]
    (info / "RECORD").write_text("".join(f"{name},,\n" for name in listed))
    return packages


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a user whose Python has an xlwings for Windows."""
    files = {f"xlwings{bits}-0.40.1.dll": b"library of %d bits" % bits for bits in (32, 64)}
    monkeypatch.syspath_prepend(installed(tmp_path / "Python", files))
    user = tmp_path / "user"
    user.mkdir()
    return user


@pytest.fixture
def western(monkeypatch: pytest.MonkeyPatch) -> Callable[[Mapping[str, str]], None]:
    """A Windows with the ANSI code page of Western Europe; it knows these short names."""

    def know(short: Mapping[str, str]) -> None:
        monkeypatch.setattr(windows, "_ANSI", "cp1252")
        monkeypatch.setattr(windows, "_short_path", lambda path: short.get(path, path))

    return know


def of(user: Path) -> dict[str, str]:
    return {"USERPROFILE": str(user)}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def dipscore(*words: str) -> Result:
    return CliRunner().invoke(app, words)


# Installing


def test_the_libraries_get_our_names_and_the_settings_start_python(home: Path) -> None:
    assert install(of(home), PYTHON) == home / ".dipscore"
    assert contents(home / ".dipscore") == {
        "dipscore64.dll": b"library of 64 bits",
        "dipscore32.dll": b"library of 32 bits",
        "dipscore.conf": USUAL,
    }


def test_a_command_is_as_python_reads_it() -> None:
    path = "C:\\Users\\O'Brien & 100% (x) ^\\venv 3\\python.exe"
    key, command = settings(path, {}).rstrip("\n").split(" = ", 1)
    assert key == "Command"
    # Within quotation marks a backslash is one, unless a quotation mark follows.
    words = shlex.split(command.replace("\\", "\\\\"))
    assert words == [path, "-P", "-c", "import xlwings; xlwings.serve('$(CLSID)')"]
    compile(words[-1], "command", "exec")


def test_installing_again_renews_what_is_old(home: Path) -> None:
    folder = home / ".dipscore"
    folder.mkdir()
    (folder / "dipscore64.dll").write_bytes(b"an older library")
    (folder / "dipscore.conf").write_bytes(FORMER)
    (folder / "notes.txt").write_bytes(b"a director's own")
    install(of(home), PYTHON)
    assert contents(folder)["dipscore64.dll"] == b"library of 64 bits"
    assert contents(folder)["dipscore.conf"] == USUAL
    assert contents(folder)["notes.txt"] == b"a director's own"


def test_an_open_excel_keeps_its_library_and_starts_python_anew(home: Path) -> None:
    folder = install(of(home), PYTHON)
    for name in NAMES:
        os.utime(folder / name, (1_000_000_000, 1_000_000_000))
    install(of(home), PYTHON)
    touched = {path.name for path in folder.iterdir() if path.stat().st_mtime != 1_000_000_000}
    assert touched == {"dipscore.conf"}


@pytest.mark.parametrize("name", NAMES)
def test_what_excel_has_open_stays_and_so_does_the_rest(
    home: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = home / ".dipscore"
    folder.mkdir()
    for one in NAMES[1:]:
        (folder / one).write_bytes(b"old")
    before = contents(folder)
    replace = windows.replace

    def as_on_windows(path: Path, data: bytes) -> tuple[str, ...]:
        if path.name == name:
            raise CannotWrite(name=name, why="access is denied")
        return replace(path, data)

    monkeypatch.setattr(windows, "replace", as_on_windows)
    with pytest.raises(InUse) as told:
        install(of(home), PYTHON)
    sentence = f"{folder / name} cannot be changed (access is denied); close Excel and run this again."
    assert str(told.value) == sentence
    assert contents(folder) == before


def test_a_file_that_a_program_has_open_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "ON_WINDOWS", True)
    assert "has it open" in files.reason_of(PermissionError(13, "Permission denied"))
    assert "open" not in files.reason_of(FileExistsError(17, "File exists"))


def test_an_xlwings_without_libraries_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(installed(tmp_path / "Python", {}, "0.41.0"))
    with pytest.raises(NoLibraries) as told:
        install(of(tmp_path), PYTHON)
    check_said(str(told.value), NoLibraries, version="0.41.0")
    assert not (tmp_path / ".dipscore").exists()


def test_a_library_that_is_gone_is_told(home: Path) -> None:
    lost = home.parent / "Python" / "xlwings64-0.40.1.dll"
    lost.unlink()
    with pytest.raises(LostLibrary) as told:
        install(of(home), PYTHON)
    assert told.value.facts == {"path": lost, "why": "no such file or directory"}
    assert not (home / ".dipscore").exists()


# Letters


def test_letters_of_the_code_page_stand_as_they_are(home: Path, western: Callable[..., None]) -> None:
    western({})
    install(of(home), "C:\\Users\\Žofie Müller\\python.exe")
    assert (
        b'Command = "C:\\Users\\\x8eofie M\xfcller\\python.exe"'
        in contents(home / ".dipscore")["dipscore.conf"]
    )


def test_other_letters_get_a_short_name(home: Path, western: Callable[..., None]) -> None:
    user = home / "Ольга"
    user.mkdir()
    python, roaming, temp = (
        "C:\\Users\\Ольга\\python.exe",
        "C:\\Users\\Ольга\\Roaming",
        "C:\\Users\\Ольга\\Temp",
    )
    western(
        {
            str(user): "/u/7A1F~1",
            python: "C:\\Users\\7A1F~1\\python.exe",
            roaming: "C:\\Users\\7A1F~1\\Roaming",
        }
    )
    # A path without a short name, such as a missing folder, cannot be passed to Python.
    install({**of(user), "APPDATA": roaming, "LOCALAPPDATA": "C:\\Users\\x", "TEMP": temp}, python)
    assert contents(user / ".dipscore")["dipscore.conf"].decode("ascii").splitlines() == [
        """Command = "C:\\Users\\7A1F~1\\python.exe" -P -c "import xlwings; xlwings.serve('$(CLSID)')\"""",
        "Environment:APPDATA = C:\\Users\\7A1F~1\\Roaming",
        "Environment:USERPROFILE = /u/7A1F~1",
    ]


LONG = "C:\\" + "x" * 260 + "\\python.exe"


@pytest.mark.parametrize("python", ["C:\\Ольга\\python.exe", "C:\\$(x)\\python.exe", LONG])
def test_a_python_that_excel_cannot_start_is_told(
    home: Path, python: str, western: Callable[..., None]
) -> None:
    western({})
    with pytest.raises(UnreadableFolder) as told:
        install(of(home), python)
    assert str(told.value) == (
        f"Excel cannot start {python}, because of its letters or its length. "
        "Windows has no short name for it. Put it into a folder named in plain letters, such as C:\\dipscore."
    )
    assert not (home / ".dipscore").exists()
    western({python: "C:\\PYTHON~1\\python.exe"})
    install(of(home), python)
    assert b'Command = "C:\\PYTHON~1\\python.exe"' in contents(home / ".dipscore")["dipscore.conf"]


def test_a_home_that_the_macros_cannot_find_is_told(home: Path, western: Callable[..., None]) -> None:
    western({})
    user = home / "Ольга"
    with pytest.raises(UnreadableHome) as told:
        install(of(user), PYTHON)
    assert told.value.facts == {"path": user}


# Removing


def test_uninstall_removes_what_install_wrote(home: Path) -> None:
    folder = install(of(home), PYTHON)
    assert uninstall(of(home)) == [
        folder / name for name in ("dipscore64.dll", "dipscore32.dll", "dipscore.conf")
    ]
    assert not folder.exists()
    assert uninstall(of(home)) == []


def test_uninstall_removes_the_former_settings_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / ".dipscore"
    folder.mkdir()
    (folder / "dipscore.conf").write_bytes(FORMER)
    (folder / "notes.txt").write_bytes(b"a director's own")
    assert uninstall(of(tmp_path)) == [folder / "dipscore.conf"]
    assert contents(folder) == {"notes.txt": b"a director's own"}


@pytest.mark.parametrize("name", NAMES)
def test_uninstall_removes_all_or_nothing(home: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = install(of(home), PYTHON)
    before = contents(folder)
    unlink = Path.unlink

    def as_on_windows(path: Path, missing_ok: bool = False) -> None:
        if path.name == name:
            raise PermissionError(13, "Access is denied", str(path))
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", as_on_windows)
    with pytest.raises(InUse, match="close Excel and run this again"):
        uninstall(of(home))
    assert contents(folder) == before


# The commands


@pytest.fixture
def on_windows(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(
        "xl_dipscore.cli.hosts.sys", SimpleNamespace(platform="win32", executable=sys.executable)
    )
    monkeypatch.setenv("USERPROFILE", str(home))
    return home / ".dipscore"


def test_the_tab_comes_and_goes_with_the_functions(home: Path, tmp_path: Path) -> None:
    environment = {**of(home), "APPDATA": str(tmp_path / "Roaming")}
    tab = tmp_path / "Roaming" / "Microsoft" / "Excel" / "XLSTART" / windows.TAB
    windows.install(environment)
    assert tab.read_bytes() == windows.add_in()
    assert tab in windows.uninstall(environment)
    assert not tab.exists()


def test_the_tab_can_be_written_to_a_file(tmp_path: Path) -> None:
    done = dipscore("install", "excel", "--xlam", str(tmp_path / "Diplomacy.xlam"))
    assert done.exit_code == 0
    assert "XLSTART of another computer's Excel" in done.stderr
    assert (tmp_path / "Diplomacy.xlam").read_bytes() == windows.add_in()


def test_the_commands_say_what_they_did(on_windows: Path) -> None:
    done = dipscore("install", "excel")
    assert (done.exit_code, done.stderr) == (0, f"{on_windows}: Excel will compute with {sys.executable}.\n")
    assert {*contents(on_windows)} == {*NAMES}
    done = dipscore("uninstall", "excel")
    files = f"{on_windows}/dipscore64.dll, {on_windows}/dipscore32.dll and {on_windows}/dipscore.conf"
    assert (done.exit_code, done.stderr) == (0, f"Removed: {files}.\n")
    assert dipscore("uninstall", "excel").stderr == "There is nothing to undo.\n"


def test_a_file_in_the_way_is_told(on_windows: Path) -> None:
    on_windows.write_bytes(b"")
    wrong = dipscore("install", "excel").exception
    assert isinstance(wrong, Fault)
    assert str(wrong) == f"{on_windows} cannot be written: file exists."


@pytest.mark.skipif(sys.platform == "win32", reason="on Windows it is done")
@pytest.mark.parametrize("command", ["install", "uninstall"])
def test_elsewhere_the_commands_say_what_there_is_instead(command: str) -> None:
    wrong = dipscore(command, "excel").exception
    assert isinstance(wrong, Fault)
    assert "only on Windows" in str(wrong)
    assert "--host lite" in str(wrong)


# The real libraries


def missing(folder: Path) -> str:
    found = list(folder.glob(f"xlwings-{xlwings.__version__}-*win_amd64.whl"))
    return "" if found else f"there is no wheel of xlwings {xlwings.__version__} for Windows in {folder}"


@pytest.fixture
def libraries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Installed from the wheel that Windows gets."""
    folder = Path(os.environ.get("WINDOWS", ROOT / ".windows"))
    if reason := missing(folder):
        assert "WINDOWS" not in os.environ, reason
        pytest.skip(reason)
    (wheel,) = folder.glob(f"xlwings-{xlwings.__version__}-*win_amd64.whl")
    with zipfile.ZipFile(wheel) as file:
        # pip puts these beside python.exe.
        files = {Path(name).name: file.read(name) for name in file.namelist() if ".data/data/" in name}
    monkeypatch.syspath_prepend(installed(tmp_path / "Python", files, xlwings.__version__))
    return install(of(tmp_path), PYTHON)


@pytest.mark.windows
@pytest.mark.parametrize(("name", "machine"), [("dipscore64.dll", 0x8664), ("dipscore32.dll", 0x14C)])
def test_the_real_libraries_know_what_we_ask_of_them(libraries: Path, name: str, machine: int) -> None:
    import pefile

    with pefile.PE(libraries / name) as library:
        exported = {symbol.name for symbol in library.DIRECTORY_ENTRY_EXPORT.symbols}
        assert library.FILE_HEADER.Machine == machine
    assert b"XLPyDLLActivate" in exported
    # The words that the settings need stand as separate texts.
    data = (libraries / name).read_bytes()
    assert all(word in data for word in (b"\0Command\0", b"\0CLSID\0", b"\0Environment:\0", b"key=value"))
    # The words with which Excel asks once more about macros.
    assert b"SetCurrentDirectory (2nd) failed" in data


# The page on Excel

PAGE = Path(__file__).parents[2] / "templates" / "EXCEL.md"


def commands() -> list[str]:
    return re.findall(r"`dipscore ([^`]+)`", PAGE.read_text("utf-8"))


@pytest.mark.slow
def test_every_command_of_the_page_runs(
    on_windows: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The steps of the page that work without Excel."""
    monkeypatch.chdir(tmp_path)
    book = openpyxl.Workbook()
    book.active["A1"] = '=DIP_SCORE("DCC",B2:H2)'
    book.save("book.xlsx")
    told = commands()
    assert {line.split()[0] for line in told} == {"install", "attach", "uninstall", "new"}
    assert "attach book.xlsx --host lite" in told
    for line in told:
        done = CliRunner().invoke(app, shlex.split(line))
        assert done.exit_code == 0, (line, done.output, done.exception)
    assert Path("book.xlsm").exists()


def test_windows_takes_four_steps_at_most() -> None:
    windows = PAGE.read_text("utf-8").partition("## On Windows\n")[2].partition("\n## ")[0]
    assert 1 <= len(re.findall(r"^\d\. ", windows, re.MULTILINE)) <= 4
