"""Parse the cells of a worksheet's XML with their positions in the text, and write the XML with new cells."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from typing import NamedTuple

from xl_dipscore.sheets.xlsx.cell import (
    DATE_1900,
    DATE_1904,
    LONG_NUMBER,
    Cell,
    CellValue,
    ErrorMark,
    days_of,
    number_of,
    number_text,
)
from xl_dipscore.sheets.xlsx.formula import (
    BEFORE,
    COLUMNS,
    ROWS,
    Area,
    address,
    area_of,
    column_number,
    position,
    shift,
)
from xl_dipscore.sheets.xlsx.markup import (
    ATTRIBUTES,
    Damaged,
    apply_cuts,
    attribute,
    decode,
    encode,
    unescape,
    xml_text,
)


@dataclass(slots=True)
class _Row:
    start: int
    content: int
    """The index in the text for the row's first cell."""
    end: int
    """The index behind the row's last cell; equal to `content` for `<row/>`."""
    attributes: str
    closed: bool


class _Columns(NamedTuple):
    """Adjacent columns with the same look."""

    first: int
    last: int
    style: str | None = None
    width: str | None = None
    hidden: str | None = None


USUAL_WIDTH = 8.43
"""The width, in digits, of a column without a width of its own."""


class _Blanks(NamedTuple):
    """Many adjacent rows without content. They are parsed only if one of them must change."""

    first: int
    last: int
    start: int
    end: int


_MANY_ROWS = 10_000
"""A sheet with fewer rows is parsed as a whole."""
_LONG = 1_000
"""In a sheet of at least _MANY_ROWS rows, reading skips runs of at least this many rows without content."""
MOST_CELLS = 100_000
"""The most cells that one array formula may fill."""


@dataclass(frozen=True)
class _Patterns:
    """Patterns for the elements of a worksheet's XML; the names of elements may have a prefix."""

    blank_rows: re.Pattern[str]
    """Adjacent rows whose cells have at most a style."""
    row_or_cell: re.Pattern[str]
    """A plain cell, with its details in groups 1 to 8; or any other cell, with attributes and content in
    groups 9 and 10; or a tag of a row, with attributes in group 11."""
    formula: re.Pattern[str]
    value: re.Pattern[str]
    inline: re.Pattern[str]
    text: re.Pattern[str]
    phonetic: re.Pattern[str]


@cache
def _patterns(prefix: str) -> _Patterns:
    def element(name: str) -> re.Pattern[str]:
        return re.compile(rf"<{prefix}{name}({ATTRIBUTES})(?:(?<=/)>|>(.*?)</{prefix}{name}\s*>)", re.DOTALL)

    plain = (
        rf"""<{prefix}c r="([A-Z]+)[1-9]\d*"(?: s="\d+")?(?: +t="([a-zS]+)")? *(?:/>|>"""
        rf"""(<{prefix}f(?: t="array" ref="([A-Z1-9][A-Z\d:]*)")?>([^<]*)</{prefix}f>"""
        rf"""|<{prefix}f t="shared" si="(\d+)"/>)?"""
        rf"""(?:<{prefix}v>([^<]*)</{prefix}v>|<{prefix}v ?/>"""
        rf"""|<{prefix}is><{prefix}t>([^<]*)</{prefix}t></{prefix}is>)?</{prefix}c>)"""
    )
    cell = rf"<{prefix}c({ATTRIBUTES})(?:(?<=/)>|>(.*?)</{prefix}c\s*>)"
    row = rf"<{prefix}row({ATTRIBUTES})>|</{prefix}row\s*>"
    empty = rf"""<{prefix}c(?:\s+(?:[rs]="\w+"|t="n"))*\s*(?:/>|></{prefix}c>)"""
    blank = rf"""<{prefix}row(?:\s+[\w:.]+="[^"]*")*\s*(?:/>|>(?:{empty})*</{prefix}row>)\s*"""
    return _Patterns(
        re.compile(f"(?:{blank}){{1,{_LONG}}}"),
        re.compile(f"{plain}|{cell}|{row}", re.DOTALL),
        *map(element, ("f", "v", "is", "t", "rPh")),
    )


def _runs_of_pieces(pieces: Iterable[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """Start and end of each run of matches without a gap."""
    first = after = -1
    for piece in pieces:
        if piece.start() != after:
            if after >= 0:
                yield first, after
            first = piece.start()
        after = piece.end()
    if after >= 0:
        yield first, after


class SheetPart:
    """A worksheet's cells by row and column, and their positions in the XML."""

    def __init__(
        self, name: str, part: str, data: bytes, strings: Sequence[str] = (), date1904: bool = False
    ) -> None:
        self.name = name
        self.part = part
        self.cells: dict[tuple[int, int], Cell] = {}
        self._text = xml_text(data, part)
        self._original = data.decode("utf-8")
        self._strings = strings
        self.date1904 = date1904
        self._epoch = DATE_1904 if date1904 else DATE_1900
        self._rows: dict[int, _Row] = {}
        self._blanks: list[_Blanks] = []
        self._errors: set[tuple[int, int]] = set()
        self._copies: dict[str, list[tuple[int, int]]] = defaultdict(list)
        """The cells with copies of each shared formula, by the formula's number in the file."""
        try:
            self._scan()
        except (ValueError, LookupError, OverflowError):
            raise Damaged(part=part) from None

    @property
    def errors(self) -> frozenset[tuple[int, int]]:
        """The cells with an error."""
        return frozenset(self._errors)

    @cached_property
    def hidden_rows(self) -> tuple[int, ...]:
        rows = ((row, found.attributes) for row, found in self._rows.items() if "hidden" in found.attributes)
        return tuple(row for row, said in rows if attribute(said, "hidden") in ("1", "true"))

    def shown_widths(self, last: int) -> Iterator[float]:
        """The widths of the columns up to `last`, in digits, without hidden columns."""
        for column in range(1, last + 1):
            its = next((one for one in self._columns if one.first <= column <= one.last), None)
            if its is None or its.hidden not in ("1", "true"):
                yield float(its.width) if its is not None and its.width else USUAL_WIDTH

    def mentions(self, *words: str) -> bool:
        """Whether any of these words was in the worksheet's XML as read."""
        return any(word in self._text for word in words)

    @property
    def behind(self) -> str:
        """The XML after the cells, as read: rules, links, pictures."""
        return self._text[self._data_end :]

    @property
    def merged_areas(self) -> tuple[Area, ...]:
        return tuple(self._merged)

    def is_covered(self, row: int, column: int) -> bool:
        """Does a merged cell that begins elsewhere cover this cell?"""
        place = row, column
        large = (area for area in self._large_merged if area.contains(place))
        return place in self._covered or any(place != (area.top, area.left) for area in large)

    @cached_property
    def _covered(self) -> set[tuple[int, int]]:
        areas = [area for area in self._merged if area.size <= MOST_CELLS]
        return {place for area in areas for place in area.cells} - {(a.top, a.left) for a in areas}

    @cached_property
    def _large_merged(self) -> Sequence[Area]:
        return [area for area in self._merged if area.size > MOST_CELLS]

    def is_computed(self, row: int, column: int) -> bool:
        """Does the cell have a formula, or does an array formula fill the cell?"""
        cell = self.cells.get((row, column))
        return (cell is not None and bool(cell.formula_xml)) or (row, column) in self._filled

    @cached_property
    def _filled(self) -> set[tuple[int, int]]:
        """The cells that array formulas and what-if tables fill."""
        areas = (area for area in self._arrays.values() if area.size <= MOST_CELLS)
        return {place for area in areas for place in area.cells}

    # --- reading

    def _scan(self) -> None:
        root = re.search(r"<(?:([\w.-]+):)?worksheet[\s>]", self._text)
        if root is None:
            raise Damaged(part=self.part)
        self._prefix = f"{root[1]}:" if root[1] else ""
        self._patterns = _patterns(self._prefix)
        p, text = self._prefix, self._text
        data = re.search(rf"<{p}sheetData({ATTRIBUTES})>", text)
        if data is None:
            raise Damaged(part=self.part)
        self._data = data
        self._data_end = data.end()
        if not data[1].endswith("/"):
            close = re.compile(rf"</{p}sheetData\s*>").search(text, data.end())
            assert close is not None
            self._data_end = close.start()
        merged = re.compile(rf"""<{p}mergeCell\s[^>]*?ref=["']([^"']+)""")
        self._merged = [area_of(found[1], self.name) for found in merged.finditer(text, self._data_end)]
        columns = re.compile(rf"<{p}col({ATTRIBUTES})>").finditer(text, 0, data.start())
        names = ("min", "max", "style", "width", "hidden")
        said = ([attribute(one[1], name) for name in names] for one in columns)
        self._columns = [_Columns(int(first or 0), int(last or 0), *rest) for first, last, *rest in said]
        self._scan_rows(chain.from_iterable(self._pieces(data.end())))
        cells = (cell for cell in self.cells.values() if cell.kind in ("array", "dataTable"))
        self._arrays = {cell[:2]: cell.area for cell in cells if cell.area is not None}
        """Areas of array formulas and what-if tables, by the first cell."""

    def _pieces(self, start: int) -> Iterator[Iterator[re.Match[str]]]:
        """Matches of rows and cells. Long runs of rows without content go to `_blanks` instead."""
        text, opening = self._text, f"<{self._prefix}row"
        if text.count(opening, start, self._data_end) >= _MANY_ROWS:
            blank = self._patterns.blank_rows.finditer(text, start, self._data_end)
            for first, after in _runs_of_pieces(blank):
                if text.count(opening, first, after) < _LONG:
                    continue
                # The last row of the run is parsed: a later row without a number gets the number after it.
                end = text.rindex(opening, first, after)
                last = text.rindex(opening, first, end)
                numbers = [attribute(text[at : text.index(">", at)], "r") for at in (first, last)]
                if all(numbers):
                    yield self._patterns.row_or_cell.finditer(text, start, first)
                    top, bottom = (int(number or 0) for number in numbers)
                    self._blanks.append(_Blanks(top, bottom, first, end))
                    start = end
        yield self._patterns.row_or_cell.finditer(text, start, self._data_end)

    def parse_blank_rows(self, row: int | None = None) -> None:
        """Parse the blank rows that reading skipped; with `row`, only the run of rows that includes it."""
        for blank in [b for b in self._blanks if row is None or b.first <= row <= b.last]:
            self._blanks.remove(blank)
            self._scan_rows(self._patterns.row_or_cell.finditer(self._text, blank.start, blank.end))
            self.__dict__.pop("_starts", None)

    def _cell_at(self, row: int, column: int) -> Cell:
        if self._blanks:
            self.parse_blank_rows(row)
        return self.cells.get((row, column)) or Cell(row, column)

    def _scan_rows(self, pieces: Iterable[re.Match[str]]) -> None:
        masters: dict[str, Cell] = {}
        errors: list[tuple[int, int]] = []
        cells, new = self.cells, tuple.__new__
        row = column = 0
        current: _Row | None = None
        for found in pieces:
            letters, kind, xml, filled, formula, copied, text, inline, attributes, body, opened = (
                found.groups()
            )
            if letters is not None:
                column = column_number(letters)
                if column > COLUMNS:
                    raise Damaged(part=self.part)
                if kind is None and text is not None and text.isdecimal() and len(text) < LONG_NUMBER:
                    value: CellValue = int(text)
                elif kind == "str" and text is not None and "&" not in text and "_x" not in text:
                    value = text
                else:
                    value = self._value_of_groups(kind, text, inline, xml)
                said, array, area = "", "", None
                if xml is None:
                    xml = ""
                elif copied is not None:
                    array, said = "shared", self._copy_shared_formula(copied, row, column, masters)
                else:
                    said = (unescape(formula) if "&" in formula else formula).lstrip(BEFORE)
                    if filled is not None:
                        array, area = "array", area_of(filled, self.name)
                start, end = found.span()
                # Sheets have very many plain cells; calling Cell itself would take twice as long.
                parts = (row, column, value, said, array, area, False, None, xml, "", start, end)
                cells[row, column] = new(Cell, parts)
                if type(value) is ErrorMark:
                    errors.append((row, column))
            elif attributes is not None:
                written = attribute(attributes, "r")
                if written is None:
                    column += 1
                else:
                    _, column = position(written)
                cell = self._cell(row, column, attributes.rstrip("/"), body or "", found.span(), masters)
                cells[row, column] = cell
                errors.append((row, column))
            elif opened is not None:
                row, column = int(attribute(opened, "r") or row + 1), 0
                if not 0 < row <= ROWS:
                    raise Damaged(part=self.part)
                current = _Row(*found.span(), found.end(), opened.rstrip("/"), opened.endswith("/"))
                self._rows[row] = current
            elif current is not None:
                current.end = found.start()
        self._errors.update(place for place in errors if type(cells[place].value) is ErrorMark)

    def _cell(
        self,
        row: int,
        column: int,
        attributes: str,
        body: str,
        span: tuple[int, int],
        masters: dict[str, Cell],
    ) -> Cell:
        find = self._patterns
        formula = find.formula.search(body) if body else None
        value = self._value(attribute(attributes, "t") or "n", body) if body else None
        if formula is None:
            rest = find.inline.sub("", find.value.sub("", body)) if body else ""
            return Cell(row, column, value, "", "", None, False, attributes, "", rest.strip(), *span)
        kind = attribute(formula[1], "t") or ""
        reference = attribute(formula[1], "ref")
        text = unescape(formula[2] or "").lstrip(BEFORE)
        rest = find.value.sub("", body[: formula.start()] + body[formula.end() :])
        cell = Cell(
            row,
            column,
            value,
            text,
            "" if kind == "normal" else kind,
            area_of(reference, self.name) if reference else None,
            kind == "array" and attribute(attributes, "cm") not in (None, "0"),
            attributes,
            formula[0],
            rest.strip(),
            *span,
        )
        if kind == "shared":
            index = attribute(formula[1], "si") or ""
            if text:
                masters[index] = cell
            else:
                return cell._replace(formula=self._copy_shared_formula(index, row, column, masters))
        return cell

    def _copy_shared_formula(self, index: str, row: int, column: int, masters: Mapping[str, Cell]) -> str:
        """Note that a cell shares the formula with this number, and return the cell's text of the formula."""
        self._copies[index].append((row, column))
        master = masters.get(index)
        return "" if master is None else shift(master.formula, row - master.row, column - master.column)

    def _value(self, kind: str, body: str) -> CellValue:
        if kind == "inlineStr":
            inline = self._patterns.inline.search(body)
            return decode(self._text_of_inline(inline[2] or "")) if inline else ""
        found = self._patterns.value.search(body)
        return self._value_of_text(kind, found[2] or "" if found is not None else "")

    def _value_of_groups(
        self, kind: str | None, text: str | None, inline: str | None, formula: str | None
    ) -> CellValue:
        """The value of a plain cell. Arguments are groups of `row_or_cell`, None if missing."""
        if text is not None:
            return self._value_of_text(kind, text)
        if inline is not None:
            return decode(unescape(inline))
        return "" if kind == "inlineStr" or (kind == "str" and formula is not None) else None

    def _value_of_text(self, kind: str | None, text: str) -> CellValue:
        """The value of a cell of this kind (its attribute `t`) whose value is written as `text`."""
        if kind is None or kind == "n":
            try:
                return number_of(text)
            except ValueError:
                kind = "n"
        text = unescape(text)
        if kind == "str":
            return decode(text)
        text = text.strip()
        if not text:
            return None
        try:
            match kind:
                case "s":
                    return self._strings[int(text)]
                case "b":
                    return text in ("1", "true")
                case "e":
                    return ErrorMark(text)
                case "d":
                    return days_of(text, self._epoch)
                case _:
                    return number_of(text)
        except (ValueError, IndexError, OverflowError):
            raise Damaged(part=self.part) from None

    def _text_of_inline(self, inline: str) -> str:
        """The text of an inline string, without the phonetic aids of East Asian scripts."""
        inline = self._patterns.phonetic.sub("", inline)
        return "".join(unescape(found[2] or "") for found in self._patterns.text.finditer(inline))

    # --- writing

    def _attributes(self, cell: Cell) -> str:
        if cell.attributes is not None:
            return cell.attributes
        first = cell.start + len(self._prefix) + 2
        return self._text[first : self._text.index(">", first)].rstrip("/")

    def style_number(self, cell: Cell) -> int:
        """The number of the cell's format among those of the workbook."""
        written = attribute(self._attributes(cell), "s") if cell.start >= 0 else None
        return int(written) if written and written.isdecimal() else 0

    def _new_attributes(self, cell: Cell) -> str:
        style = self._style(cell.row, cell.column)
        return f' r="{address(cell.row, cell.column)}"' + (f' s="{style}"' if style else "")

    def _value_xml(self, value: CellValue, computed: bool) -> tuple[str, str]:
        """A cell's attribute `t`, and the element of its value."""
        p = self._prefix
        if type(value) is float and not value.is_integer():
            return "", f"<{p}v>{value!r}</{p}v>"
        if value is None:
            return "", ""
        if isinstance(value, bool):
            return "b", f"<{p}v>{value:d}</{p}v>"
        if isinstance(value, ErrorMark):
            return "e", f"<{p}v>{encode(value)}</{p}v>"
        if isinstance(value, str):
            text = encode(value)
            space = ' xml:space="preserve"' if text != text.strip() or "\n" in text or "  " in text else ""
            if computed:
                return "str", f"<{p}v{space}>{text}</{p}v>"
            return "inlineStr", f"<{p}is><{p}t{space}>{text}</{p}t></{p}is>"
        return "", f"<{p}v>{number_text(value)}</{p}v>"

    def _style(self, row: int, column: int) -> str | None:
        found = self._rows.get(row)
        if found is not None and attribute(found.attributes, "customFormat") in ("1", "true"):
            return attribute(found.attributes, "s")
        styles = (one.style for one in self._columns if one.first <= column <= one.last)
        return next(styles, None)

    def with_cells(self, edited: Mapping[tuple[int, int], str]) -> bytes:
        """The bytes of the XML with new cells. edited: the XML of each new cell, by row and column."""
        cuts: list[tuple[int, int, str]] = []
        new: dict[int, list[tuple[int, str]]] = {}
        for (row, column), xml in sorted(edited.items()):
            cell = self.cells[row, column]
            if cell.start >= 0:
                cuts.append((cell.start, cell.end, xml))
            else:
                new.setdefault(row, []).append((column, xml))
        rows: list[tuple[int, str]] = []
        for row, cells in new.items():
            if row in self._rows:
                cuts += self._into_row(row, cells)
            else:
                inner = "".join(xml for _, xml in cells)
                rows.append((row, f'<{self._prefix}row r="{row}">{inner}</{self._prefix}row>'))
        cuts += self._new_rows(rows)
        if new:  # the optional element with the sheet's size would be wrong
            reached = re.compile(rf"<{self._prefix}dimension{ATTRIBUTES}(?<=/)>")
            cuts += ((*one.span(), "") for one in reached.finditer(self._text, 0, self._data.start()))
        return apply_cuts(self._original, cuts)

    def _into_row(self, number: int, cells: list[tuple[int, str]]) -> list[tuple[int, int, str]]:
        row = self._rows[number]
        attributes = re.sub(r"""\s+spans\s*=\s*(?:"[^"]*"|'[^']*')""", "", row.attributes)
        tag = f"<{self._prefix}row{attributes}>"
        if row.closed:
            inner = "".join(xml for _, xml in cells)
            return [(row.start, row.content, f"{tag.rstrip()}{inner}</{self._prefix}row>")]
        cuts = [] if attributes == row.attributes else [(row.start, row.content, tag)]
        there = self._starts[number]
        for column, xml in cells:
            before = next((start for start, other in there if other > column), row.end)
            cuts.append((before, before, xml))
        return cuts

    @cached_property
    def _starts(self) -> Mapping[int, list[tuple[int, int]]]:
        """The start in the text and the column of each cell, by row."""
        found: dict[int, list[tuple[int, int]]] = defaultdict(list)
        cells = ((c.start, c.row, c.column) for c in self.cells.values() if c.start >= 0)
        for start, row, column in sorted(cells):
            found[row].append((start, column))
        return found

    def _new_rows(self, rows: list[tuple[int, str]]) -> list[tuple[int, int, str]]:
        if not rows:
            return []
        rows = sorted(rows)
        if self._data[1].endswith("/"):
            inner = "".join(xml for _, xml in rows)
            p, attributes = self._prefix, self._data[1].rstrip("/").rstrip()
            return [(*self._data.span(), f"<{p}sheetData{attributes}>{inner}</{p}sheetData>")]
        blanks = ((blank.first, blank.start) for blank in self._blanks)
        later = sorted(chain(blanks, ((row, found.start) for row, found in self._rows.items())))
        starts = [next((start for at, start in later if at > row), self._data_end) for row, _ in rows]
        return [(start, start, xml) for start, (_, xml) in zip(starts, rows, strict=True)]
