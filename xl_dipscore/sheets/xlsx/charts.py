"""Renew the points of charts. Points are the copies of cell values that a chart stores.

Previews in mail, on phones and in file managers draw a chart from its points; Excel draws it from the cells.
We write points as Excel does: a blank cell has no point, an error is #N/A, a text among numbers is 0. Unlike
Excel, we also write points for hidden cells.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from xl_dipscore.errors import Fault
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark, number_text
from xl_dipscore.sheets.xlsx.formula import Area, area_of, tokens
from xl_dipscore.sheets.xlsx.markup import ATTRIBUTES, Cut, apply_cuts, encode, unescape, xml_text
from xl_dipscore.sheets.xlsx.package import Package

_CHART = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
_CACHES = {"numRef": "numCache", "strRef": "strCache"}
"""Elements with a reference to cells, and their child with points. Multi-level labels are not renewed."""
_ALONG = ("cat", "xVal")
"""Elements of labels and x values. In these elements a text among numbers has no point, instead of 0."""
_REFERENCE = re.compile(
    rf"<(?:\w+:)?(\w+){ATTRIBUTES}>\s*<((?:\w+:)?)({'|'.join(_CACHES)}){ATTRIBUTES}(?<!/)>(.*?)</\2\3\s*>",
    re.DOTALL,
)
_SERIES = re.compile(r"<(?:\w+:)?ser[\s>]")
_PIVOT = re.compile(r"<(?:\w+:)?pivotSource[\s/>]")
_POINTS = re.compile(
    rf"<((?:\w+:)?)ptCount{ATTRIBUTES}>(?:\s*<\1pt{ATTRIBUTES}(?:(?<=/)>|>.*?</\1pt\s*>))*", re.DOTALL
)


def renew_chart_points(package: Package) -> None:
    """Update the points of changed cells in all charts; all other bytes stay.

    If a cell of a chart has changed, series of the chart without points get points too. Charts of pivot
    tables are not changed, nor are points from a formula other than a plain reference.
    """
    cells = _Cells(package)
    for part in package.parts_of_type(_CHART):
        with suppress(Fault, ValueError):  # unreadable charts stay as they are
            data = package.part(part) or b""
            if cuts := [*_cuts(cells, xml_text(data, part))]:
                package.set_part(part, apply_cuts(data.decode("utf-8"), cuts))


class _Reference(NamedTuple):
    series: int
    parent: str
    p: str
    kind: str
    areas: Sequence[Area]
    span: tuple[int, int]
    """Start and end of the element with points in the XML. If it is missing, both are the index for it."""
    old: str


def _cuts(cells: _Cells, text: str) -> Iterator[Cut]:
    references = [*_references(cells, text)]
    changed = [one for one in references if cells.have_changed(one.areas)]
    if not changed or _PIVOT.search(text):
        return
    bare = {one.series for one in references} - {one.series for one in references if "ptCount" in one.old}
    for one in references:
        if one.series in bare or (one.old and one in changed):
            yield *one.span, _replace_points(cells, one)


def _references(cells: _Cells, text: str) -> Iterator[_Reference]:
    starts = [one.start() for one in _SERIES.finditer(text)]
    for found in _REFERENCE.finditer(text):
        parent, p, kind = found[1], found[2], found[3]
        formula = re.compile(rf"<{p}f\s*>([^<]*)</{p}f\s*>").search(text, *found.span(4))
        areas = cells.areas(unescape(formula[1])) if formula is not None else []
        if formula is None or not areas:
            continue
        name = p + _CACHES[kind]
        cache = re.compile(rf"<{name}{ATTRIBUTES}(?:(?<=/)>|>.*?</{name}\s*>)", re.DOTALL)
        kept = cache.search(text, *found.span(4))
        span = kept.span() if kept is not None else (formula.end(), formula.end())
        series = bisect_left(starts, found.start())
        yield _Reference(series, parent, p, kind, areas, span, kept[0] if kept is not None else "")


def _replace_points(cells: _Cells, one: _Reference) -> str:
    """The XML of the element with new points; the element's other content stays."""
    values, p = cells.values(one.areas), one.p
    said = ((number, encode(_text_of_point(one, value))) for number, value in enumerate(values))
    points = (f'<{p}pt idx="{number}"><{p}v>{text}</{p}v></{p}pt>' for number, text in said if text)
    new = f'<{p}ptCount val="{len(values)}"/>{"".join(points)}'
    if (counted := _POINTS.search(one.old)) is not None:
        return one.old[: counted.start()] + new + one.old[counted.end() :]
    whole = one.old or f"<{p}{_CACHES[one.kind]}></{p}{_CACHES[one.kind]}>"
    return new.join((whole[: (end := whole.rindex("</"))], whole[end:]))


def _text_of_point(one: _Reference, value: CellValue) -> str:
    """The text of the point for a cell's value; empty if the cell has no point."""
    if one.kind == "numRef":
        if isinstance(value, ErrorMark):
            return "#N/A"
        if isinstance(value, str):
            return "" if one.parent in _ALONG else "0"
        return "" if value is None else number_text(value)
    if isinstance(value, bool):
        return str(value).upper()
    return f"{value:.10g}" if isinstance(value, int | float) else value or ""


class _Cells:
    def __init__(self, package: Package) -> None:
        self._package = package
        self._sheets = {name.casefold(): name for name in package.sheet_names}
        self._changed_in = cache(lambda name: package.sheet(name).changed_values)

    def areas(self, formula: str) -> list[Area]:
        """The areas of one reference, or of several references in brackets; empty for any other formula."""
        found: list[Area] = []
        for token in tokens(formula):
            if token.kind == "reference" and "!" in token.text:
                area = area_of(token.text, "")
                found.append(area._replace(sheet=self._sheets.get(area.sheet.casefold(), "")))
            elif token.kind not in ("open", "close", "comma", "space"):
                return []
        return found if all(area.sheet for area in found) else []

    def values(self, areas: Iterable[Area]) -> list[CellValue]:
        """The values of all cells in the areas. Whole columns and rows end at the last used cell."""
        found: list[CellValue] = []
        for area in areas:
            cells = self._package.sheet(area.sheet).cells
            row, column = (max((place[n] for place in cells), default=1) for n in (0, 1))
            there = map(cells.get, area.clip(row, column).cells)
            found += (None if cell is None else cell.value for cell in there)
        return found

    def have_changed(self, areas: Sequence[Area]) -> bool:
        return any(area.contains(place) for area in areas for place in self._changed_in(area.sheet))
