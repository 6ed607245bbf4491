"""The points that charts store of their cells, read as previews do: from the chart alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring

from tests.sheets.books import parts
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark
from xl_dipscore.sheets.xlsx.formula import area_of
from xl_dipscore.sheets.xlsx.package import Package

C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"


class Kept(NamedTuple):
    part: str
    role: str
    """`tx`, `cat`, `val`, `xVal` or `yVal`."""
    formula: str
    count: int | None
    """None if the chart stores no points."""
    points: dict[int, str]
    code: str | None = None


def kept(source: Path | bytes) -> Iterator[Kept]:
    for part, data in sorted(parts(source).items()):
        if part.startswith("xl/charts/chart"):
            for parent in fromstring(data).iter():
                for reference in parent:
                    if reference.tag in (f"{C}numRef", f"{C}strRef"):
                        yield _kept(part, parent, reference)


def _kept(part: str, parent: Element, reference: Element) -> Kept:
    role, formula = parent.tag.removeprefix(C), reference.findtext(f"{C}f") or ""
    cache = (
        reference.find(f"{C}numCache") if reference.tag == f"{C}numRef" else reference.find(f"{C}strCache")
    )
    if cache is None:
        return Kept(part, role, formula, None, {})
    points = {int(point.get("idx", "")): point.findtext(f"{C}v") or "" for point in cache.iter(f"{C}pt")}
    count = cache.find(f"{C}ptCount")
    assert count is not None
    return Kept(part, role, formula, int(count.get("val", "")), points, cache.findtext(f"{C}formatCode"))


def stale(source: Path | bytes) -> list[str]:
    """The references whose points are not what stands in the cells, with both."""
    package = Package.read(source)
    wrong = []
    for one in kept(source):
        area = area_of(one.formula)
        cells = [package.sheet(area.sheet).cells.get(place) for place in area.cells]
        wanted = {
            number: said
            for number, cell in enumerate(cells)
            if cell is not None and (said := _shown(cell.value, one.role)) is not None
        }
        found = {number: _read(text, one.role) for number, text in one.points.items()}
        if (one.count, found) != (area.size, wanted):
            wrong.append(f"{one.part} {one.role} {one.formula}: keeps {found}, the cells say {wanted}")
    return wrong


def _shown(value: CellValue, role: str) -> object:
    if role in ("tx", "cat"):
        return None if value in (None, "") else str(value)
    if isinstance(value, ErrorMark):
        return "#N/A"
    if isinstance(value, str):
        return None if role == "xVal" else 0
    return value


def _read(text: str, role: str) -> object:
    return text if role in ("tx", "cat") or text == "#N/A" else float(text)
