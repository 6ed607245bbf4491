"""The workbooks that paths, folders and patterns name."""

from pathlib import Path

import pytest

from xl_dipscore.workbooks.acts.paths import (
    CannotMakeFolder,
    NotAFolder,
    is_pattern,
    is_workbook,
    make_folder,
    workbooks,
)

FILES = (
    *("a.xlsx", "b.XLSM", "c.csv", "~$a.xlsx", ".hidden.xlsx", "a.bak.xlsx", "a.bak2.xlsx", "bak.xlsx"),
    *("deep/d.xltx", ".git/e.xlsx", "folder.xlsx/f.xlsx"),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


def found(*paths: Path) -> list[str]:
    return [path.name for path in workbooks(paths)]


def test_workbooks_of_a_folder(folder: Path) -> None:
    assert found(folder) == ["a.xlsx", "b.XLSM", "bak.xlsx", "d.xltx", "f.xlsx"]


def test_a_file_that_is_named_is_taken_whatever_it_is(folder: Path) -> None:
    assert found(folder / "~$a.xlsx", folder / "c.csv", folder / "no.xlsx") == [
        "~$a.xlsx",
        "c.csv",
        "no.xlsx",
    ]


def test_each_file_once(folder: Path) -> None:
    (folder / "link.xlsx").symlink_to(folder / "a.xlsx")
    assert found(folder / "a.xlsx", folder / "deep" / ".." / "a.xlsx", folder / "link.xlsx") == ["a.xlsx"]


def test_patterns(folder: Path) -> None:
    assert found(folder / "*.xlsx") == ["a.xlsx", "bak.xlsx", "f.xlsx"]
    assert found(folder / "**" / "d.*") == ["d.xltx"]
    assert found(folder / "?.*") == ["a.xlsx", "b.XLSM"]
    assert found(folder / "z*.xlsx") == ["z*.xlsx"]
    assert found(folder / "dee*") == ["d.xltx"]


def test_a_folder_without_workbooks_stays(folder: Path) -> None:
    (folder / "empty").mkdir()
    assert found(folder / "empty") == ["empty"]


def test_a_file_may_have_the_letters_of_a_pattern(folder: Path) -> None:
    odd = folder / "cup [1].xlsx"
    assert is_pattern(odd)
    odd.touch()
    assert not is_pattern(odd)
    assert found(odd) == ["cup [1].xlsx"]
    assert not is_pattern(folder / "plain.xlsx")


def test_endings() -> None:
    assert [is_workbook(Path(name)) for name in ("a.XLSX", "a.xltm", "a.xls", "a.ods", "xlsx")] == [
        *(True, True, False, False, False),
    ]


def test_folders_are_made(folder: Path) -> None:
    assert make_folder(folder / "x" / "y").is_dir()
    assert make_folder(str(folder)) == folder
    with pytest.raises(NotAFolder):
        make_folder(folder / "a.xlsx")
    with pytest.raises(CannotMakeFolder):
        make_folder(folder / "a.xlsx" / "inside")
