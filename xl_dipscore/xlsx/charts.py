"""The points that charts keep of their cells, for those who draw a chart without reading cells: previews in
mail, on phones, in file managers. Excel draws from the cells.

They are as Excel keeps them: a blank cell has no point, an error is #N/A, text among values counts 0, and
hidden cells have none where the chart shows visible ones only.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple
from xml.etree import ElementTree

from xl_dipscore.errors import Fault
from xl_dipscore.xlsx.formula import COLUMNS, ROWS, Area, area_of, tokens
from xl_dipscore.xlsx.markup import ATTRIBUTES, Cut, attribute, cut, decode, encode, unescape, xml_text
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.sheet import Cell, ErrorMark, Sheet

_CHART = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
_CACHES = {
    "numRef": "numCache",
    "strRef": "strCache",
    "multiLvlStrRef": "multiLvlStrCache",
    "datalabelsRange": "dlblRangeCache",
}
"""What holds a reference, and what in it holds the points."""
_ALONG = ("cat", "xVal")
"""Where text is no value."""
_REFERENCE = re.compile(
    rf"<(?:\w+:)?(\w+){ATTRIBUTES}>\s*<((?:\w+:)?)({'|'.join(_CACHES)}){ATTRIBUTES}(?<!/)>(.*?)</\2\3\s*>",
    re.DOTALL,
)
_ONLY_VISIBLE = re.compile(rf"<(?:\w+:)?plotVisOnly({ATTRIBUTES})>")
_COUNT = re.compile(rf"<((?:\w+:)?)ptCount({ATTRIBUTES})>")
_POINT = re.compile(rf"<((?:\w+:)?)pt({ATTRIBUTES})(?:(?<=/)>|>(.*?)</\1pt\s*>)", re.DOTALL)
_VALUE = re.compile(rf"<(?:\w+:)?v(?:{ATTRIBUTES})>([^<]*)</")
_LEVEL = re.compile(r"<((?:\w+:)?)lvl(?:\s*/>|\s*>(.*?)</\1lvl\s*>)", re.DOTALL)
_FORMAT = re.compile(r"<((?:\w+:)?)formatCode(?:\s*/>|\s*>[^<]*</\1formatCode\s*>)")
_EXTENSION = re.compile(r"<((?:\w+:)?)extLst[\s>].*</\1extLst\s*>", re.DOTALL)
_BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
    13: "# ??/??", 14: "m/d/yyyy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "m/d/yyyy h:mm", 49: "@",
}  # fmt: skip
"""Number formats that files only number."""
_DEEPEST = 5
"""Names that stand for names."""


def renew(package: Package) -> None:
    """Bring what charts keep in line with the cells, where it differs; all else keeps its bytes.

    A chart that keeps nothing gets its points where one of its cells has changed. What is no plain reference,
    nor a name of one, stays as it is.
    """
    cells = _Cells(package)
    for part in package.parts_of_type(_CHART):
        with suppress(Fault, ValueError):  # what cannot be read stays as it is
            data = package.part(part) or b""
            if cuts := [*_cuts(cells, xml_text(data, part))]:
                package.set_part(part, cut(data.decode("utf-8"), cuts))


class _Shown(NamedTuple):
    """The cells behind the points of a list, by their numbers from 0; blank ones are not among them."""

    size: int
    cells: dict[int, tuple[Sheet, Cell]]


class _Reference(NamedTuple):
    parent: str
    p: str
    kind: str
    areas: Sequence[Area]
    span: tuple[int, int]
    """Where in the part its points stand, or belong."""
    old: str


def _cuts(cells: _Cells, text: str) -> Iterator[Cut]:
    only = _ONLY_VISIBLE.search(text)
    visible = only is not None and attribute(only[1].rstrip("/"), "val") in (None, "1", "true")
    references = [*_references(cells, text)]
    changed = any(cells.have_changed(one.areas) for one in references)
    for one in references:
        if changed or _POINT.search(one.old):
            new = _renewed(cells, one, visible=visible and one.parent != "tx")
            if new != one.old:
                yield *one.span, new


def _references(cells: _Cells, text: str) -> Iterator[_Reference]:
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
        yield _Reference(parent, p, kind, areas, span, kept[0] if kept is not None else "")


def _renewed(cells: _Cells, one: _Reference, *, visible: bool) -> str:
    """Its points as they are to be kept; the same text where they agree, or where we cannot say."""
    old = one.old
    counted = _COUNT.search(old)
    p = counted[1] if counted is not None else one.p
    count = int(attribute(counted[2].rstrip("/"), "val") or 0) if counted is not None else None
    levels, lists = [old], [one.areas]
    if one.kind == "multiLvlStrRef":
        levels = [level[2] or "" for level in _LEVEL.finditer(old)]
        lists = _lines(one.areas[0], len(levels))
    if not lists or (one.kind == "datalabelsRange" and not old):
        return old
    shown = [_shown(cells, areas, count, visible=visible) for areas in lists]
    made = [_points(cells, one, its, level, p) for its, level in zip(shown, levels, strict=True)]
    if count == shown[0].size and all(same for _, same in made):
        return old
    points = [xml for xml, _ in made]
    if one.kind == "multiLvlStrRef":
        points = [f"<{p}lvl>{xml}</{p}lvl>" for xml in points]
    code = ""
    if one.kind == "numRef":
        kept = _FORMAT.search(old)
        first = f"<{p}formatCode>{encode(cells.format(shown[0]))}</{p}formatCode>"
        code = kept[0] if kept is not None else first
    extension = _EXTENSION.search(old)
    name = one.p + _CACHES[one.kind]
    inner = f'{code}<{p}ptCount val="{shown[0].size}"/>{"".join(points)}'
    return f"<{name}>{inner}{extension[0] if extension is not None else ''}</{name}>"


def _lines(area: Area, levels: int) -> list[Sequence[Area]]:
    """The columns of headings with several levels, or their rows, the innermost first."""
    rows, columns = area.shape
    if levels == columns:
        return [[area._replace(left=column, right=column)] for column in range(area.right, area.left - 1, -1)]
    if levels == rows:
        return [[area._replace(top=row, bottom=row)] for row in range(area.bottom, area.top - 1, -1)]
    return []


def _shown(cells: _Cells, areas: Sequence[Area], count: int | None, *, visible: bool) -> _Shown:
    """What it shows: whatever hidden cells count for in the points that are kept, if that can be told."""
    whole = cells.shown(areas)
    seen = cells.shown(areas, visible=True) if visible else whole
    if count is not None and any(map(_endless, areas)) and count > max(whole.cells, default=-1):
        return whole._replace(size=count)
    return whole if count == whole.size else seen


def _endless(area: Area) -> bool:
    return area.bottom == ROWS or area.right == COLUMNS


def _points(cells: _Cells, one: _Reference, shown: _Shown, old: str, p: str) -> tuple[str, bool]:
    """The points, and whether they are those that are kept. One that agrees keeps its bytes."""
    kept = {int(attribute(point[2].rstrip("/"), "idx") or 0): point for point in _POINT.finditer(old)}
    same = not any(_said(point) for number, point in kept.items() if number not in shown.cells)
    pieces = []
    for number, (sheet, cell) in sorted(shown.cells.items()):
        point = kept.get(number)
        wanted = _wanted(one, sheet, cell)
        if kept and _agrees(one, _said(point), wanted, cell, changed=cells.has_changed(sheet, cell)):
            pieces.append(point[0] if point is not None else "")
            continue
        if wanted:
            code = cells.own_format(shown, sheet, cell) if one.kind == "numRef" else ""
            pieces.append(f'<{p}pt idx="{number}"{code}><{p}v>{encode(wanted)}</{p}v></{p}pt>')
        same = False
    return "".join(pieces), same


def _said(point: re.Match[str] | None) -> str:
    found = _VALUE.search(point[3] or "") if point is not None else None
    return decode(unescape(found[1])) if found is not None else ""


def _wanted(one: _Reference, sheet: Sheet, cell: Cell) -> str:
    """What the point of a cell says; nothing where there is none."""
    value = cell.value
    if one.kind == "numRef":
        if isinstance(value, ErrorMark):
            return "#N/A"
        if isinstance(value, str):
            return "" if one.parent in _ALONG else "0"
        return sheet.stored(cell)
    if isinstance(value, bool):
        return str(value).upper()
    return f"{value:.10g}" if isinstance(value, int | float) else value or ""


def _agrees(one: _Reference, kept: str, wanted: str, cell: Cell, *, changed: bool) -> bool:
    """Programs differ in what they keep of text and errors among numbers, and in the digits."""
    if kept == wanted:
        return True
    value = cell.value
    if one.kind == "numRef":
        if isinstance(value, ErrorMark):
            return not kept or kept.startswith("#")
        if isinstance(value, str):
            return kept in ("", "0")
        try:
            return math.isclose(float(kept), float(wanted), rel_tol=1e-14)
        except ValueError:
            return False
    if isinstance(value, str) and not isinstance(value, ErrorMark):
        return kept.split() == value.split()
    return bool(kept) and not changed  # it is as the cell's format shows it


class _Cells:
    """The workbook's cells as charts see them."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._sheets = {name.casefold(): name for name in package.sheet_names}
        self._names = {
            (name.sheet.casefold(), name.name.casefold()): name.text for name in package.defined_names
        }
        self._changed: dict[str, frozenset[tuple[int, int]]] = {}

    def areas(self, formula: str, depth: int = 0) -> list[Area]:
        """The cells of a reference, of several in brackets, or of a name of one; none of anything else."""
        found: list[Area] = []
        for token in tokens(formula.replace("[0]!", "")):
            more: list[Area] = []
            if token.kind == "reference" and "!" in token.text:
                area = area_of(token.text, "")
                if (name := self._sheets.get(area.sheet.casefold())) is not None:
                    more = [area._replace(sheet=name)]
            elif token.kind == "name" and depth < _DEEPEST:
                mark, _, plain = token.text.rpartition("!")
                scope = mark.strip("'").replace("''", "'").casefold()
                names = (self._names.get((where, plain.casefold())) for where in (scope, ""))
                more = self.areas(next((text for text in names if text is not None), ""), depth + 1)
            elif token.kind in ("open", "close", "comma", "space"):
                continue
            if not more:
                return []
            found += more
        return found

    def shown(self, areas: Sequence[Area], *, visible: bool = False) -> _Shown:
        count, cells = 0, dict[int, tuple[Sheet, Cell]]()
        for area in areas:
            sheet = self._package.sheet(area.sheet)
            rows, columns = (
                _Line(*area.span(columns=kind), hidden if visible and not _endless(area) else ())
                for kind, hidden in ((False, sheet.hidden_rows), (True, sheet.hidden_columns))
            )
            if area.size < len(sheet.cells):
                there = (sheet.cells[place] for place in area.cells if place in sheet.cells)
            else:
                there = (cell for place, cell in sheet.cells.items() if _within(place, area))
            for cell in there:
                row, column = rows.number(cell.row), columns.number(cell.column)
                if cell.value is not None and row is not None and column is not None:
                    cells[count + row * columns.count + column] = sheet, cell
            count += rows.count * columns.count
        return _Shown(count, cells)

    def has_changed(self, sheet: Sheet, cell: Cell) -> bool:
        return (cell.row, cell.column) in self._changed_in(sheet.name)

    def have_changed(self, areas: Sequence[Area]) -> bool:
        return any(_within(place, area) for area in areas for place in self._changed_in(area.sheet))

    def _changed_in(self, name: str) -> frozenset[tuple[int, int]]:
        if name not in self._changed:
            self._changed[name] = self._package.sheet(name).changed_values
        return self._changed[name]

    def format(self, shown: _Shown) -> str:
        """The number format of the first cell."""
        first = min(shown.cells, default=None)
        return "General" if first is None else self._format(*shown.cells[first])

    def own_format(self, shown: _Shown, sheet: Sheet, cell: Cell) -> str:
        """As an attribute, where it is another than the first cell's."""
        own = self._format(sheet, cell)
        return "" if own == self.format(shown) else f' formatCode="{encode(own).replace(chr(34), "&quot;")}"'

    def _format(self, sheet: Sheet, cell: Cell) -> str:
        number = sheet.style(cell)
        return self._formats[number] if number < len(self._formats) else "General"

    @cached_property
    def _formats(self) -> list[str]:
        """The number format of each style of cells."""
        styles = [part for part in self._package.related("styles") if part in self._package.part_names]
        if not styles:
            return []
        data = self._package.part(styles[0]) or b""
        xml_text(data, styles[0])
        root = ElementTree.fromstring(data)
        named = {
            one.get("numFmtId"): one.get("formatCode") or ""
            for one in root.iter()
            if one.tag.endswith("}numFmt")
        }
        formats = next((one for one in root if one.tag.endswith("}cellXfs")), ())
        return [
            named.get(one.get("numFmtId")) or _BUILT_IN.get(int(one.get("numFmtId") or 0), "General")
            for one in formats
        ]


class _Line:
    """Rows or columns of an area, without the hidden ones."""

    def __init__(self, first: int, last: int, hidden: Iterable[int]) -> None:
        self._first = first
        self._hidden = sorted(line for line in hidden if first <= line <= last)
        self.count = last - first + 1 - len(self._hidden)

    def number(self, line: int) -> int | None:
        """Which of them it is, from 0."""
        before = bisect_left(self._hidden, line)
        hidden = before < len(self._hidden) and self._hidden[before] == line
        return None if hidden else line - self._first - before


def _within(place: tuple[int, int], area: Area) -> bool:
    return area.top <= place[0] <= area.bottom and area.left <= place[1] <= area.right
