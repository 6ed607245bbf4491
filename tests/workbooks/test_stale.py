"""A number that may be wrong is removed, if opening the workbook computes it again."""

from __future__ import annotations

import json
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.hosts.calc.calc_office import missing, soffice
from tests.workbooks.ooxml import FOLDER, examine
from xl_dipscore.cli.app import FAULTY
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.rebuild import Report, rebuild, rebuild_package
from xl_dipscore.workbooks.layout.setup import Setup

OPENED = {
    "Z2": ("_xlfn.PERCENTRANK.EXC(M2:M15,M3)", 0.5),
    "Z3": ("Z2*2", 1),
    "Z4": ('IF(ISNUMBER(Z3),"has one","has none")&TEXT(M16,"")', "has one"),
}
"""Formulas that only a spreadsheet program computes, with an old value."""
KEPT = {
    "AA2": ("NOSUCHFUNCTION(M16)", 7),
    "AA3": ('CUBEVALUE("c","[m]",M16)', 8),
    "AA4": ("_xll.RATING(M16)", 9),
    "AA5": ("[1]Ratings!B2+M16", 10),
    "AA6": ("Nowhere+M16", 11),
    "AA7": ("SUM(_xlfn.MAP(SOS_SCORE(E16:E22),_xlfn.LAMBDA(_xlpm.x,_xlpm.x)))", 12),
}
"""Formulas that need more than a spreadsheet program: an add-in, a cube, another file, our functions."""


def event(corrected: bytes, cells: dict[str, tuple[str, Any]]) -> Package:
    """The shipped workbook with a corrected result, and a director's formulas with their old values."""
    package = Package.read(corrected)
    for cell, (formula, value) in cells.items():
        package.set_formula("Games", cell, formula, value)
    return Package.read(package.to_bytes())


def shown(package: Package, cells: dict[str, Any]) -> dict[str, Any]:
    return {cell: package.value("Games", cell) for cell in cells}


def computed(package: Package, **asked: Any) -> Report:
    return rebuild_package(package, "event.xlsx", engine="python", **asked)


@pytest.fixture
def changed(corrected: bytes) -> bytes:
    """A correction above all these formulas, not computed yet."""
    package = event(corrected, OPENED | KEPT)
    package.set_value("Games", "E2", 6)
    package.set_value("Games", "E3", 4)
    return package.to_bytes()


@pytest.mark.slow
def test_what_opening_computes_has_no_value_and_the_rest_comes_first_by_name(changed: bytes) -> None:
    package = Package.read(changed)
    report = computed(package)
    assert shown(package, OPENED) == dict.fromkeys(OPENED)
    assert shown(package, KEPT) == {cell: value for cell, (_, value) in KEPT.items()}
    assert [one.ref for one in report.not_computed] == [*KEPT, *OPENED]
    assert {one.ref for one in report.not_computed if one.waits} == set(OPENED)
    for cell, (formula, _) in OPENED.items():
        assert (package.cell("Games", cell).formula, 'ca="1"' in package.cell("Games", cell).formula_xml) == (
            formula,
            True,
        )
    assert 'ca="1"' not in package.cell("Games", "AA2").formula_xml


@pytest.mark.slow
def test_what_hangs_on_nothing_that_changed_stays(corrected: bytes) -> None:
    package = Package.read(corrected)
    computed(package)
    package = Package.read(event(package.to_bytes(), OPENED | KEPT).to_bytes())
    report = computed(package)
    assert {one.ref for one in report.not_computed} == {*OPENED, *KEPT}
    assert report.changed == ()
    assert shown(package, OPENED) == {cell: value for cell, (_, value) in OPENED.items()}


@pytest.mark.slow
def test_formulas_that_go_on_from_what_they_show_keep_it(corrected: bytes) -> None:
    package = event(corrected, {"Z2": ("_xlfn.PERCENTRANK.EXC(M16:M22,M17)", 0.5)})
    part = package.main_part
    data = package.part(part) or b""
    package.set_part(part, data.replace(b"<calcPr ", b'<calcPr iterate="1" '))
    package = Package.read(package.to_bytes())
    report = computed(package)
    assert (package.value("Games", "Z2"), [one.waits for one in report.not_computed]) == (0.5, [False])


@pytest.mark.slow
def test_arrays_and_copies(corrected: bytes) -> None:
    package = Package.read(corrected)
    sheet = package.sheet("Games")
    sheet.set_formula(Area("Games", 2, 28, 4, 28), "_xlfn.PERCENTRANK.EXC(M16:M22,M17:M19)", 0.25, array=True)
    for row in (3, 4):
        sheet.set_cached_value(row, 28, 0.5)
    package = Package.read(package.to_bytes())
    report = computed(package)
    assert [(one.ref, one.waits) for one in report.not_computed] == [("AB2", True)]
    assert [package.value("Games", f"AB{row}") for row in (2, 3, 4)] == [None] * 3
    assert '<f ca="1" t="array" ref="AB2:AB4">' in package.cell("Games", "AB2").formula_xml


@pytest.mark.slow
def test_the_command_says_what_it_did(dipscore: Any, tmp_path: Path, changed: bytes) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(changed)
    for _ in range(2):
        got = dipscore("rebuild", "event.xlsx", "--engine", "python", "--report", "report.json")
        lines = [line for line in got.err.splitlines() if "event.xlsx: Games!" in line]
        assert got.status == FAULTY
        assert lines[0].startswith("event.xlsx: Games!AA2 keeps its old value: ")
        assert lines[-1].startswith("event.xlsx: Games!Z4 is blank until the workbook is opened: ")
        after = path.read_bytes()
    (file,) = json.loads((tmp_path / "report.json").read_text())["files"]
    assert file["changed"] == []
    assert [one["cell"] for one in file["not_computed"] if not one["kept"]] == ["Z2", "Z3", "Z4"]
    dipscore("rebuild", "event.xlsx", "--engine", "python")
    assert path.read_bytes() == after


@pytest.mark.slow
def test_the_sentence_about_problems_counts_them(corrected: bytes) -> None:
    package = event(corrected, KEPT)
    area = Setup(package).area("Status")
    assert area is not None
    computed(package)
    said = package.sheet(area.sheet).cells[area.top, area.left]
    assert str(said.value).endswith(" The last rebuild could not compute 6 cells.")
    others = [
        cell.value
        for name in package.sheet_names
        for cell in package.sheet(name).cells.values()
        if cell.formula == "Status"
    ]
    assert others
    assert set(others) == {said.value}
    again = Package.read(package.to_bytes())
    assert computed(again).changed == ()
    assert again.to_bytes() == package.to_bytes()
    for cell in KEPT:
        again.set_value("Games", cell, None)
    assert computed(again).not_computed == ()
    assert "rebuild" not in str(again.sheet(area.sheet).cells[area.top, area.left].value)


def test_whoever_wants_them_keeps_old_numbers(dipscore: Any, tmp_path: Path, changed: bytes) -> None:
    (tmp_path / "event.xlsx").write_bytes(changed)
    got = dipscore("rebuild", "event.xlsx", "--engine", "python", "--keep-stale")
    package = Package.read(tmp_path / "event.xlsx")
    assert got.status == FAULTY
    assert shown(package, OPENED) == {cell: value for cell, (_, value) in OPENED.items()}
    assert "is blank" not in got.err


@pytest.mark.calc
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_libreoffice_computes_them_and_nothing_else(tmp_path: Path, changed: bytes) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(changed)
    rebuild(path, engine="python")
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = [
        soffice(),
        profile,
        "--headless",
        "--convert-to",
        "xlsx",
        "--outdir",
        tmp_path / "opened",
        path,
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=180)
    before, after = Package.read(path), Package.read(tmp_path / "opened" / path.name)
    blank, scores = shown(before, OPENED), [after.value("Games", f"M{row}") for row in range(2, 16)]
    assert set(blank.values()) == {None}
    found = shown(after, OPENED)
    below = sum(score < scores[1] for score in scores)
    assert found["Z2"] == pytest.approx((below + 1) / (len(scores) + 1), abs=1e-3)
    assert found["Z3"] == pytest.approx(2 * found["Z2"])
    assert found["Z4"] == "has one"
    assert scores == pytest.approx([before.value("Games", f"M{row}") for row in range(2, 16)])
    same = [cell for cell in KEPT if cell not in ("AA5", "AA6")]
    assert [after.value("Games", cell) for cell in same] == [KEPT[cell][1] for cell in same]


@pytest.mark.ooxml
@pytest.mark.slow
@pytest.mark.skipif(not FOLDER.exists(), reason=f"there are no schemas in {FOLDER}")
@pytest.mark.skipif(find_spec("lxml") is None, reason="lxml is not installed")
def test_the_schemas_hold(tmp_path: Path, changed: bytes) -> None:
    (tmp_path / "before.xlsx").write_bytes(changed)
    package = Package.read(changed)
    computed(package)
    (tmp_path / "after.xlsx").write_bytes(package.to_bytes())
    assert examine(tmp_path / "after.xlsx").kinds <= examine(tmp_path / "before.xlsx").kinds
