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
from xl_dipscore.xlsx.formula import COLUMNS, ROWS, Area, area_of, tokens, unquoted
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
_PLAIN = ("numRef", "strRef")
"""Those whose points we write."""
_ALONG = ("cat", "xVal")
"""Where text is no value."""
_REFERENCE = re.compile(
    rf"<(?:\w+:)?(\w+){ATTRIBUTES}>\s*<((?:\w+:)?)({'|'.join(_CACHES)}){ATTRIBUTES}(?<!/)>(.*?)</\2\3\s*>",
    re.DOTALL,
)
_SERIES = re.compile(r"<(?:\w+:)?ser[\s>]")
_PIVOT = re.compile(r"<(?:\w+:)?pivotSource[\s/>]")
_ONLY_VISIBLE = re.compile(rf"<(?:\w+:)?plotVisOnly({ATTRIBUTES})>")
_COUNT = re.compile(rf"<((?:\w+:)?)ptCount({ATTRIBUTES})>")
_POINT = re.compile(rf"<((?:\w+:)?)pt({ATTRIBUTES})(?:(?<=/)>|>(.*?)</\1pt\s*>)", re.DOTALL)
_VALUE = re.compile(rf"<(?:\w+:)?v(?:{ATTRIBUTES})>([^<]*)</")
_BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
    13: "# ??/??", 14: "m/d/yyyy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "m/d/yyyy h:mm", 49: "@",
}  # fmt: skip
"""Number formats that files only number."""
_DEEPEST = 5
"""Names that stand for names."""


def renew(package: Package) -> None:
    """Bring the points that charts keep of changed cells in line with these; all else keeps its bytes.

    A series that keeps nothing gets its points where a cell of the chart has changed. A chart of a pivot
    table stays as it is, and one whose points were not what its cells said; so does what is no plain
    reference, nor a name of one.
    """
    cells = _Cells(package)
    for part in package.parts_of_type(_CHART):
        with suppress(Fault, ValueError):  # what cannot be read stays as it is
            data = package.part(part) or b""
            if cuts := _cuts(cells, xml_text(data, part)):
                package.set_part(part, cut(data.decode("utf-8"), cuts))


class _Strange(Exception):
    """These points cannot be written as they stood."""


class _Shown(NamedTuple):
    """The cells behind the points of a list, by their numbers from 0: those that hold a value, or did."""

    size: int
    cells: dict[int, tuple[Sheet, Cell]]


class _Reference(NamedTuple):
    series: int
    parent: str
    p: str
    kind: str
    areas: Sequence[Area]
    span: tuple[int, int]
    """Where in the part its points stand, or belong."""
    old: str


def _cuts(cells: _Cells, text: str) -> list[Cut]:
    only = _ONLY_VISIBLE.search(text)
    visible = only is not None and attribute(only[1].rstrip("/"), "val") in (None, "1", "true")
    references = [*_references(cells, text)]
    changed = [one for one in references if cells.have_changed(one.areas)]
    if not changed or _PIVOT.search(text):
        return []
    bare = {one.series for one in references} - {one.series for one in references if one.old}
    cuts: list[Cut] = []
    try:
        for one in references:
            seen = visible and one.parent != "tx"
            if one.series in bare:
                cuts += _anew(cells, one, visible=seen)
            elif one.old and one in changed:
                cuts += _renewed(cells, one, visible=seen)
    except _Strange:
        return []
    return cuts


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


def _anew(cells: _Cells, one: _Reference, *, visible: bool) -> Iterator[Cut]:
    """All the points of a list that has none."""
    if one.kind not in _PLAIN:
        return
    shown, p = cells.shown(one.areas, visible=visible), one.p
    points = (_point(cells, one, p, shown, number) for number in sorted(shown.cells))
    code = f"<{p}formatCode>{encode(cells.format(shown))}</{p}formatCode>" if one.kind == "numRef" else ""
    inner = f'{code}<{p}ptCount val="{shown.size}"/>{"".join(points)}'
    yield *one.span, f"<{p}{_CACHES[one.kind]}>{inner}</{p}{_CACHES[one.kind]}>"


def _renewed(cells: _Cells, one: _Reference, *, visible: bool) -> Iterator[Cut]:
    """The points of changed cells, each in its place. Raises _Strange."""
    counted = _COUNT.search(one.old)
    if counted is None or one.kind not in _PLAIN:
        raise _Strange
    count = int(attribute(counted[2].rstrip("/"), "val") or 0)
    shown = _shown(cells, one.areas, count, visible=visible)
    if shown.size != count:
        raise _Strange
    for start, end, new in _points(cells, one, shown, counted.end(), counted[1]):
        yield one.span[0] + start, one.span[0] + end, new


def _shown(cells: _Cells, areas: Sequence[Area], count: int, *, visible: bool) -> _Shown:
    """What it shows: whatever hidden cells count for in the points that are kept, if that can be told."""
    whole = cells.shown(areas)
    seen = cells.shown(areas, visible=True) if visible else whole
    if any(map(_endless, areas)) and count > max(whole.cells, default=-1):
        return whole._replace(size=count)
    return whole if count == whole.size else seen


def _endless(area: Area) -> bool:
    return area.bottom == ROWS or area.right == COLUMNS


def _points(cells: _Cells, one: _Reference, shown: _Shown, place: int, p: str) -> Iterator[Cut]:
    """What becomes of the points of changed cells, which stand there in what is kept. Raises _Strange."""
    points = _POINT.finditer(one.old, place)
    kept = {int(attribute(found[2].rstrip("/"), "idx") or 0): found for found in points}
    for number in sorted(kept.keys() | shown.cells.keys()):
        point = kept.get(number)
        place, before = point.end() if point is not None else place, place
        sheet, cell = shown.cells.get(number, (None, None))
        if sheet is None or cell is None or not cells.has_changed(sheet, cell):
            continue
        wanted, said = _wanted(one, sheet, cell), _said(point)
        if _agrees(one, said, wanted, cell):
            continue
        old = sheet.original(cell.row, cell.column)
        never_computed = old.value is None and sheet.is_computed(cell.row, cell.column)
        if place < before or not (never_computed or _agrees(one, said, _wanted(one, sheet, old), old)):
            raise _Strange
        if wanted and point is not None and (value := _VALUE.search(one.old, *point.span())) is not None:
            yield *value.span(1), encode(wanted)
        else:
            start = place if point is None else point.start()
            yield start, place, _point(cells, one, p, shown, number)


def _point(cells: _Cells, one: _Reference, p: str, shown: _Shown, number: int) -> str:
    """The point of a cell; nothing where it has none."""
    sheet, cell = shown.cells[number]
    code = cells.own_format(shown, sheet, cell) if one.kind == "numRef" else ""
    wanted = encode(_wanted(one, sheet, cell))
    return f'<{p}pt idx="{number}"{code}><{p}v>{wanted}</{p}v></{p}pt>' if wanted else ""


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


def _agrees(one: _Reference, kept: str, wanted: str, cell: Cell) -> bool:
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
    return isinstance(value, str) and not isinstance(value, ErrorMark) and kept.split() == value.split()


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
                scope = unquoted(mark).casefold()
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
                held = cell.value is not None or sheet.original(cell.row, cell.column).value is not None
                if held and row is not None and column is not None:
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
