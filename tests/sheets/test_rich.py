"""A director's workbook with one of everything comes back with nothing lost and nothing moved."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

from tests.sheets.books import CENTRES, FUNCTIONS, parts, rebuild
from tests.sheets.directors import EXTRA, GAMES, made, out_of_order
from xl_dipscore.sheets.calculate.office import installed_office
from xl_dipscore.sheets.xlsx.package import Package

OTHER = "xl/worksheets/sheet2.xml"
CHART = "xl/charts/chart1.xml"
"""It draws cells that a rebuild changes, and keeps points of them."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return made(tmp_path)


def cells(xml: bytes) -> dict[str, str]:
    return {found[1]: found[0] for found in re.finditer(r'<c r="(\w+)"(?:[^>]*/>|.*?</c>)', xml.decode())}


def around(xml: bytes) -> str:
    """A sheet without its cells, and without what may change with them."""
    text = re.sub(r'<c r="\w+"(?:[^>]*/>|.*?</c>)', "", xml.decode())
    return re.sub(r' spans="[^"]*"|<dimension [^>]*>', "", text)


def test_it_is_rich(path: Path) -> None:
    assert set(EXTRA) <= set(parts(path))
    assert any("comment" in name for name in parts(path))
    assert any("chart" in name for name in parts(path))
    assert out_of_order(parts(path)[GAMES]) == []


def test_nothing_is_lost(path: Path) -> None:
    before = parts(path)
    with zipfile.ZipFile(path) as file:
        details = [(entry.filename, entry.date_time, entry.compress_type) for entry in file.infolist()]
        comment = file.comment
    report = rebuild(path, functions=FUNCTIONS, engine="python")
    after = parts(path)
    assert report.not_computed == ()
    assert list(before) == list(after)
    assert {name for name in before if before[name] != after[name]} == {GAMES, OTHER, CHART}
    with zipfile.ZipFile(path) as file:
        assert [(e.filename, e.date_time, e.compress_type) for e in file.infolist()] == details
        assert file.comment == comment
        assert file.testzip() is None
    for part, sheet in ((GAMES, "Games"), (OTHER, "Print & notes")):
        old, new = cells(before[part]), cells(after[part])
        changed = {change.ref for change in report.changed if change.sheet == sheet}
        assert {ref for ref in old | new if old.get(ref) != new.get(ref)} == changed
        assert around(before[part]) == around(after[part])
        assert out_of_order(after[part]) == []


def test_what_it_shows(path: Path) -> None:
    rebuild(path, functions=FUNCTIONS, engine="python")
    package = Package.read(path)

    def shown(column: str, first: int, last: int) -> list[object]:
        return [package.value("Games", f"{column}{row}") for row in range(first, last + 1)]

    shares = [count / 34 for count in CENTRES]
    assert shown("C", 2, 8) == shown("G", 2, 8) == shares
    assert shown("C", 10, 16) == shares[::-1]
    assert shown("F", 2, 8) == [2 * count for count in CENTRES]
    assert shown("E", 2, 5) == [2, "complete", "109", "  lead and trail  "]
    assert package.value("Print & notes", "D1") == pytest.approx(4 + 9 / 34)
    assert package.cell("Games", "C2").formula == 'DIP_SCORE("SHARE",B2:B8)'
    assert package.cell("Games", "E3").formula == 'IF(E2=2,"complete","open")'


def test_twice_is_once(path: Path) -> None:
    rebuild(path, functions=FUNCTIONS, engine="python")
    data = path.read_bytes()
    assert rebuild(path, functions=FUNCTIONS, engine="python").changed == ()
    assert path.read_bytes() == data


@pytest.mark.calc
@pytest.mark.skipif(installed_office() is None, reason="LibreOffice is not installed here")
def test_libreoffice_opens_it_and_agrees(path: Path) -> None:
    from xl_dipscore.sheets.xlsx.formula import Area

    rebuild(path, functions=FUNCTIONS, engine="python")
    package, office = Package.read(path), installed_office()
    assert office is not None
    ours = [Area("Games", 2, 3, 8, 3), Area("Games", 10, 3, 16, 3), Area("Games", 2, 7, 8, 7)]
    asked = [Area("Games", 2, 5, 4, 5), Area("Games", 2, 6, 8, 6), Area("Print & notes", 1, 4, 1, 4)]
    assert office(package, ours, asked) == [
        [[2], ["complete"], ["109"]],
        [[2 * count] for count in CENTRES],
        [[pytest.approx(4 + 9 / 34)]],
    ]
