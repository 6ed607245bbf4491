"""The status light of Guide: the version that computed, in every workbook that we make."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import xl_dipscore
from tests.samples import one_of_each_family
from tests.sheets.books import part_of, parts
from tests.workbooks.googled import ARRAYS, downloaded
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.formula import area_of
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.functions.declared import VERSION
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.acts.check import check
from xl_dipscore.workbooks.acts.new import create_from
from xl_dipscore.workbooks.acts.rebuild import rebuild
from xl_dipscore.workbooks.acts.regenerate import regenerate_file
from xl_dipscore.workbooks.author import Plan
from xl_dipscore.workbooks.author.guide import NOT_LIVE

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("new_books")]

DARK = NOT_LIVE
GUIDE = "xl/worksheets/sheet1.xml"


def light(path: Path) -> object:
    return Package.read(path).value("Guide", "B4")


def hangs_on(path: Path) -> set[tuple[int, int]]:
    """The cells of Games that the light's formula names."""
    (area,) = re.findall(r"Games!([^),]+)", Package.read(path).cell("Guide", "B4").formula)
    return set(area_of(area).cells)


def headed(path: Path) -> dict[object, int]:
    """The columns of Games by their headings."""
    cells = Package.read(path).sheet("Games").cells
    return {cell.value: column for (row, column), cell in cells.items() if row == 1}


@pytest.fixture
def event(tmp_path: Path, played: bytes) -> Path:
    path = tmp_path / "event.xlsx"
    path.write_bytes(played)
    return path


@pytest.fixture
def before_the_light(event: Path) -> Path:
    """A workbook made before there was one."""
    package = Package.read(event)
    old, cut = re.subn(rb'<c r="[AB]4".*?</c>', b"", package.part(GUIDE) or b"", flags=re.DOTALL)
    assert cut == 2
    package.set_part(GUIDE, old)
    package.write()
    return event


@pytest.mark.parametrize("key", [one.key for one in one_of_each_family()[::3]])
def test_a_new_workbook_shows_the_version(key: str, tmp_path: Path) -> None:
    report = new.create(tmp_path / "event.xlsx", Plan(find(key), 2, 1))
    assert report.not_computed == ()
    assert light(tmp_path / "event.xlsx") == VERSION


@pytest.mark.parametrize("ending", ["all rounds", "final", "top-board"])
def test_it_hangs_on_the_counts_of_every_board(ending: str, tmp_path: Path) -> None:
    new.create(tmp_path / "event.xlsx", Plan(find("DCC"), 2, 2, ending))
    rows = 7 * (5 if ending == "final" else 4)
    column = headed(tmp_path / "event.xlsx")["Centres"]
    assert hangs_on(tmp_path / "event.xlsx") == {(row, column) for row in range(2, 2 + rows)}


def test_it_hangs_on_the_centre_chart_too(tmp_path: Path) -> None:
    new.create(tmp_path / "event.xlsx", Plan(find("WBC"), 1, 2))
    columns = headed(tmp_path / "event.xlsx")
    years = [column for heading, column in columns.items() if str(heading).isdigit()]
    assert len(years) == 15
    wanted = {(row, column) for row in range(2, 16) for column in (columns["Centres"], *years)}
    assert wanted <= hangs_on(tmp_path / "event.xlsx")


def test_it_hangs_on_new_boards(tmp_path: Path, makes) -> None:
    (tmp_path / "small.xlsx").write_bytes(makes())
    create_from(tmp_path / "small.xlsx", tmp_path / "grown.xlsx", find("SOS"), rounds=3, boards=5)
    column = headed(tmp_path / "grown.xlsx")["Centres"]
    assert hangs_on(tmp_path / "grown.xlsx") == {(row, column) for row in range(2, 2 + 7 * 15)}
    assert light(tmp_path / "grown.xlsx") == VERSION


def test_a_rebuild_puts_it_on_again(event: Path) -> None:
    """In a program without the functions, somebody typed a count and saved the old values."""
    package = Package.read(event)
    package.set_cached_value("Guide", "B4", DARK)
    package.write()
    report = rebuild(event)
    assert light(event) == VERSION
    assert ([one.new for one in report.changed], report.not_computed) == ([VERSION], ())


@pytest.mark.parametrize("arrays", ARRAYS)
def test_it_comes_back_from_google_sheets(event: Path, arrays: str) -> None:
    package = Package.read(event)
    package.set_cached_value("Guide", "B4", DARK)
    event.write_bytes(downloaded(package.to_bytes(), arrays))
    assert (light(event), "DUMMYFUNCTION" in Package.read(event).cell("Guide", "B4").formula) == (DARK, True)
    assert rebuild(event).not_computed == ()
    assert light(event) == VERSION
    assert Package.read(event).cell("Guide", "B4").formula.startswith("IF(IFERROR(ERROR.TYPE(")


def test_it_is_lit_in_xlwings_lite(event: Path, dipscore) -> None:
    assert dipscore("attach", event, "--host", "lite").status == 0
    assert "_xldudf_XLW_DIP_VERSION()" in Package.read(event).cell("Guide", "B4").formula
    package = Package.read(event)
    package.set_cached_value("Guide", "B4", DARK)
    package.write()
    assert rebuild(event).not_computed == ()
    assert light(event) == VERSION


def test_an_older_workbook_is_not_at_fault_and_gets_one_when_made_again(
    before_the_light: Path, tmp_path: Path, makes
) -> None:
    assert check(Package.read(before_the_light)).wrong == ()
    was = before_the_light.read_bytes()
    report = rebuild(before_the_light)
    assert (report.changed, report.not_computed, before_the_light.read_bytes()) == ((), (), was)
    (tmp_path / "template.xlsx").write_bytes(makes())
    (tmp_path / "new").mkdir()
    done = regenerate_file(before_the_light, template=tmp_path / "template.xlsx", folder=tmp_path / "new")
    assert (light(done.path), done.moved, done.not_computed) == (VERSION, (), ())


def test_another_version_renews_it_and_nothing_else(event: Path, tmp_path: Path) -> None:
    """Though a finished workbook is known again by its bytes."""
    copy = tmp_path / "elsewhere" / "xl_dipscore"
    shutil.copytree(Path(xl_dipscore.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    place = {"PYTHONPATH": str(copy.parent), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    place["PYTHONDONTWRITEBYTECODE"] = "1"  # which knows a file by its size and second

    def again() -> dict[str, bytes]:
        command = [sys.executable, "-c", "from xl_dipscore.cli import main; main()", "rebuild", event]
        subprocess.run(command, cwd=tmp_path, env={**os.environ, **place}, capture_output=True, check=True)
        return parts(event.read_bytes())

    before = again()
    assert before == again()
    init = copy / "__init__.py"
    init.write_text(init.read_text("utf-8").replace(f'"{VERSION}"', '"9.9.9"'), "utf-8")
    after = again()
    assert light(event) == "9.9.9"
    assert {name for name in after if after[name] != before[name]} == {GUIDE, part_of(event, "Systems")}
    assert after[GUIDE].replace(b"9.9.9", VERSION.encode()) == before[GUIDE]
