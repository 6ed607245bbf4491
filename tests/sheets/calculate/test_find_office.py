"""Where LibreOffice lies, and what its programs may see of us."""

import os
from pathlib import Path

import pytest

from xl_dipscore.sheets.calculate import find_office


def test_the_first_program_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def which(name: str) -> str | None:
        asked.append(name)
        return "/usr/bin/libreoffice" if name == "libreoffice" else None

    monkeypatch.setattr(find_office.shutil, "which", which)
    assert find_office.program() == Path("/usr/bin/libreoffice")
    assert asked == ["soffice", "libreoffice"]
    monkeypatch.setattr(find_office.shutil, "which", lambda name: None)
    assert find_office.program() is None


def test_its_own_python_comes_before_that_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, own = tmp_path / "program" / "soffice", tmp_path / "program" / "python"
    program.parent.mkdir()
    for file in (program, own):
        file.touch()
    link = tmp_path / "soffice"
    link.symlink_to(program)
    monkeypatch.setattr(find_office.shutil, "which", lambda name, path: "/usr/bin/python3")
    assert [*find_office.pythons(link)] == [own, Path("/usr/bin/python3")]
    own.unlink()
    assert [*find_office.pythons(link)] == [Path("/usr/bin/python3")]
    monkeypatch.setattr(find_office.shutil, "which", lambda name, path: None)
    assert [*find_office.pythons(link)] == []


def test_on_a_mac_its_python_lies_in_another_folder(tmp_path: Path) -> None:
    contents = tmp_path / "LibreOffice.app" / "Contents"
    for folder, name in (("MacOS", "soffice"), ("Resources", "python")):
        (contents / folder).mkdir(parents=True)
        (contents / folder / name).touch()
    first, *_ = find_office.pythons(contents / "MacOS" / "soffice")
    assert first.resolve() == contents / "Resources" / "python"


def test_our_python_stays_out_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PYTHONPATH", "PYTHONHOME", "URE_BOOTSTRAP", "KEPT"):
        monkeypatch.setenv(name, "value")
    clean = find_office.environment()
    assert not clean.keys() & {"PYTHONPATH", "PYTHONHOME", "URE_BOOTSTRAP"}
    assert clean["KEPT"] == "value"
    assert clean["PATH"] == os.defpath
