"""The parts of the LibreOffice extension, tested without LibreOffice."""

import io
import os
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path, PurePath

import pytest

import xl_dipscore
from xl_dipscore.cli import main
from xl_dipscore.hosts import calc, carried
from xl_dipscore.hosts.calc import extension
from xl_dipscore.hosts.carried import libraries
from xl_dipscore.tables.functions.boards import dip_score

SCORE = """
import xl_dipscore, xl_dipscore.hosts.calc_cells
from xl_dipscore.tables.functions.boards import dip_score
assert xl_dipscore.__file__.startswith({folder!r}), xl_dipscore.__file__
print(dip_score("DCC", [10, 9, 8, 7, 0, 0, 0]))
"""


def test_the_pages_libraries_come_with_their_licences_and_nothing_compiled() -> None:
    names = [PurePath(name) for name, _ in libraries()]
    others = [name for name in names if name.suffix != ".py"]
    assert sorted(name.parts[0].split("-")[0].casefold() for name in others) == ["jinja2", "markupsafe"]
    assert all("LICENSE" in name.name for name in others)
    assert PurePath("jinja2/environment.py") in names


@pytest.mark.parametrize(
    ("folders", "left_out"),
    [
        (carried.WHOLE, {"workbooks/author"}),
        (carried.MENU, {"tables/native", "workbooks/author", "workbooks/plain", "workbooks/publish"}),
    ],
    ids=["LibreOffice", "xlwings Lite"],
)
def test_the_code_for_a_program_holds_every_module_but_these_rooms(
    folders: Sequence[str], left_out: set[str]
) -> None:
    """The doors are left out too, except for the module of that program."""
    package = Path(xl_dipscore.__file__).parent
    every = {path.relative_to(package).as_posix() for path in package.rglob("*.py")}
    doors = ("hosts", "cli", *left_out)
    wanted = {name for name in every if not name.startswith(tuple(f"{door}/" for door in doors))}
    wanted |= {"hosts/__init__.py", "hosts/excel.py"}
    held = {name.removeprefix("xl_dipscore/") for name, _ in carried.files("excel", more=folders)}
    assert {name for name in held if name.endswith(".py")} == wanted


@pytest.mark.slow
def test_its_own_files_are_all_it_needs_to_score(tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(extension())) as archive:
        archive.extractall(tmp_path)
    folder = str(tmp_path / "pythonpath")
    told = subprocess.run(
        # No site packages: LibreOffice's Python has none of ours.
        [sys.executable, "-S", "-P", "-c", SCORE.format(folder=folder)],
        env={**os.environ, "PYTHONPATH": folder},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.stderr == ""
    assert told.stdout.strip() == str(dip_score("DCC", [10, 9, 8, 7, 0, 0, 0]))


def python(home: Path, version: str) -> Path:
    """A Python of this version in a folder; its library too."""
    (home / "bin").mkdir(parents=True)
    library = home / "lib" / version
    library.mkdir(parents=True)
    (library / "os.py").touch()
    program = home / "bin" / version
    program.touch(mode=0o755)
    (home / "bin" / "python3").symlink_to(program)
    return home / "bin" / "python3"


@pytest.mark.skipif(os.name != "posix", reason="LibreOffice brings a Python of its own")
@pytest.mark.parametrize(
    ("ahead", "misleads"),
    [("python3.11", True), ("python3.12", False), ("venv", True), (None, False), ("own", False)],
)
def test_installing_warns_of_a_python_that_libreoffice_would_take(
    ahead: str | None,
    misleads: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Its own library comes from the first python3 on the path, if the version is that of the system's."""
    systems = python(tmp_path / "usr", "python3.11").parent
    program = tmp_path / "office" / "soffice"
    program.parent.mkdir()
    first = systems
    if ahead in ("venv", "own"):
        first = tmp_path / "venv" / "bin"
        first.mkdir(parents=True)
        (first / "python3").symlink_to(systems / "python3.11")
    elif ahead:
        first = python(tmp_path / "other", ahead).parent
    if ahead == "own":
        (program.parent / "python").touch()
    monkeypatch.setenv("PATH", f"{first}{os.pathsep}{systems}")
    monkeypatch.setattr(os, "defpath", str(systems))
    monkeypatch.setattr(calc, "_program", lambda: program)
    monkeypatch.setattr(calc, "install", lambda bundled: None)
    monkeypatch.setattr(calc, "outdated_version", lambda: "")
    monkeypatch.setattr("sys.argv", ["dipscore", "install", "calc"])
    with pytest.raises(SystemExit, match=r"^0$"):
        main()
    assert (str(first / "python3") in capsys.readouterr().err) == misleads
