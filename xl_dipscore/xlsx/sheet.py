"""One worksheet part: where its cells lie in the bytes, and new bytes for the cells that change."""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from functools import cache, cached_property
from itertools import chain
from typing import NamedTuple

from xl_dipscore.errors import ERRORS, NUM, Fault
from xl_dipscore.xlsx.formula import (
    BEFORE,
    COLUMNS,
    ROWS,
    Area,
    address,
    area_of,
    column_number,
    position,
    reference,
    shift,
)
from xl_dipscore.xlsx.markup import ATTRIBUTES, Damaged, attribute, cut, decode, encode, unescape, xml_text

CellValue = None | bool | int | float | str


class ErrorMark(str):
    """The value of an error cell, to tell it from the same characters typed as text."""

    __slots__ = ()


def marked(value: CellValue) -> CellValue:
    """Error marks are plain text everywhere else."""
    return ErrorMark(value) if isinstance(value, str) and value in ERRORS else value


class CellRefused(Fault):
    """{cell} cannot be changed: {why}."""


class TooLong(Fault):
    """The text for {cell} has more than 32,767 characters, which no cell can hold."""


class Cell(NamedTuple):
    """A cell as it stands, and where in the part it does."""

    row: int
    column: int
    value: CellValue = None
    formula: str = ""
    """Without the equals sign; written out for the cells of a shared formula."""
    kind: str = ""
    """`array`, `shared` or `dataTable`, where the formula is one."""
    area: Area | None = None
    """The cells an array or data table fills, or a shared formula was copied to (at its first cell)."""
    dynamic: bool = False
    attributes: str | None = ""
    """None where they are still to be looked up: they are r, s and t then, in this order."""
    formula_xml: str = ""
    rest: str = ""
    """What else it holds beside formula and value."""
    start: int = -1
    end: int = -1

    @property
    def holds(self) -> bool:
        """Whether there is anything in it but blanks."""
        value = self.value
        return bool(self.formula_xml or (value.strip() if isinstance(value, str) else value is not None))


@dataclass(slots=True)
class _Row:
    start: int
    content: int
    """Where its first cell may stand."""
    end: int
    """Where its last cell may stand; the same as `content` for `<row/>`."""
    attributes: str
    closed: bool


class _Blanks(NamedTuple):
    """Many rows without content, one below the other, which are taken apart only where one is changed."""

    first: int
    last: int
    start: int
    end: int


_MANY_ROWS = 10_000
"""A sheet with fewer is taken apart as a whole."""
_LONG = 1_000
"""Rows without content that are worth being passed over."""
_MOST_CELLS = 100_000
"""That one array formula may fill."""
_KIND = re.compile(r"""\s+(?:t|vm)\s*=\s*(?:"[^"]*"|'[^']*')""")
_LOAD = re.compile(r"""\s+ca\s*=\s*(?:"[^"]*"|'[^']*')""")
_NOTES = re.compile(r"""\s+(?:t|vm|cm)\s*=\s*(?:"[^"]*"|'[^']*')""")


def computes_on_load(cell: Cell) -> bool:
    """Whether programs compute its formula anew when they open the workbook."""
    return attribute(cell.formula_xml.partition(">")[0], "ca") in ("1", "true")


def _kind(value: CellValue) -> type:
    return float if type(value) is int else type(value)


def number_of(text: str) -> CellValue:
    """A number as it stands in a file; #NUM! for one that no spreadsheet program holds. Raises ValueError."""
    value = int(text) if text.isdecimal() and len(text) < _LONG_NUMBER else float(text)
    return value if math.isfinite(value) else ErrorMark(NUM)


def number_text(value: float) -> str:
    """A number as files have it."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))


_LONG_NUMBER = 16
"""Digits of a whole number that is not exact in any program."""


_DATE_1900 = datetime(1899, 12, 30)
_DATE_1904 = datetime(1904, 1, 1)
_CLOCK = re.compile(
    r"T?(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?Z?"
    r"|PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?"
)
"""A time without a date, or how long something lasts."""


def _days(text: str, epoch: datetime) -> float:
    """A date or a time as the number that Excel has for it. Raises ValueError."""
    if (clock := _CLOCK.fullmatch(text)) is not None:
        parts = clock.groups("0")
        hours, minutes, seconds = map(float, parts[:3] if clock[1] else parts[3:])
        return (hours * 3600 + minutes * 60 + seconds) / 86_400
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is not None:
        moment = moment.astimezone(timezone.utc).replace(tzinfo=None)  # noqa: UP017  LibreOffice may have Python 3.10
    days = (moment - epoch) / timedelta(days=1)
    return days - 1 if epoch == _DATE_1900 and days < 61 else days  # Excel's 1900 has a 29th of February


@dataclass(frozen=True)
class _Patterns:
    """How the elements of a part are found, whose names may have a prefix."""

    blank_rows: re.Pattern[str]
    """Some that follow each other; their cells have a style at most."""
    row_or_cell: re.Pattern[str]
    """Most cells are plain and taken apart at once, by the groups up to the inline text; others later."""
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


def _joined(pieces: Iterable[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """First and last place of pieces that follow each other."""
    first = after = -1
    for piece in pieces:
        if piece.start() != after:
            if after >= 0:
                yield first, after
            first = piece.start()
        after = piece.end()
    if after >= 0:
        yield first, after


class Sheet:
    """A worksheet's cells by row and column, and what is to change in them."""

    def __init__(
        self,
        name: str,
        part: str,
        data: bytes,
        strings: Sequence[str] = (),
        date1904: bool = False,
        headers: Sequence[Area] = (),
    ) -> None:
        self.name = name
        self.part = part
        self.cells: dict[tuple[int, int], Cell] = {}
        self.formulas_changed = False
        self.changes = 0
        """How often a cell was changed."""
        self._text = xml_text(data, part)
        self._original = data.decode("utf-8")
        self._strings = strings
        self.date1904 = date1904
        self._epoch = _DATE_1904 if date1904 else _DATE_1900
        self._headers = headers
        self._rows: dict[int, _Row] = {}
        self._blanks: list[_Blanks] = []
        self._edited: dict[tuple[int, int], str] = {}
        self._valued: set[tuple[int, int]] = set()
        self._originals: dict[tuple[int, int], Cell] = {}
        self._errors: set[tuple[int, int]] = set()
        self._copies: dict[str, list[tuple[int, int]]] = defaultdict(list)
        """By the number of a shared formula, the cells that it was copied to."""
        try:
            self._scan()
        except (ValueError, LookupError, OverflowError):
            raise Damaged(part=part) from None

    @property
    def changed(self) -> bool:
        return bool(self._edited)

    @property
    def valued(self) -> frozenset[tuple[int, int]]:
        """The cells whose content was replaced."""
        return frozenset(self._valued)

    @property
    def edited(self) -> frozenset[tuple[int, int]]:
        """The cells that were changed in any way."""
        return frozenset(self._originals)

    @property
    def changed_values(self) -> frozenset[tuple[int, int]]:
        """The cells that have another value than in the file."""
        pairs = ((place, old.value, self.cells[place].value) for place, old in self._originals.items())
        return frozenset(place for place, old, new in pairs if old != new or _kind(old) is not _kind(new))

    @property
    def errors(self) -> frozenset[tuple[int, int]]:
        """The cells that hold an error."""
        return frozenset(self._errors)

    def original(self, row: int, column: int) -> Cell:
        """A cell as it was in the file."""
        place = row, column
        found = self._originals.get(place) or self.cells.get(place)
        return Cell(row, column) if found is None else found

    @cached_property
    def hidden_rows(self) -> tuple[int, ...]:
        rows = ((row, found.attributes) for row, found in self._rows.items() if "hidden" in found.attributes)
        return tuple(row for row, said in rows if attribute(said, "hidden") in ("1", "true"))

    def mentions(self, *words: str) -> bool:
        """Whether any of these stood anywhere in the part as it was read."""
        return any(word in self._text for word in words)

    @property
    def behind(self) -> str:
        """What stood behind the cells in the part as it was read: rules, links, pictures."""
        return self._text[self._data_end :]

    @property
    def merged(self) -> tuple[Area, ...]:
        return tuple(self._merged)

    def is_covered(self, row: int, column: int) -> bool:
        """Does a merged cell that begins elsewhere lie over it?"""
        return (row, column) in self._covered

    @cached_property
    def _covered(self) -> set[tuple[int, int]]:
        areas = [area for area in self._merged if area.size <= _MOST_CELLS]
        return {place for area in areas for place in area.cells} - {(a.top, a.left) for a in areas}

    def is_computed(self, row: int, column: int) -> bool:
        """Has it a formula, or does an array formula fill it?"""
        cell = self.cells.get((row, column))
        return (cell is not None and bool(cell.formula_xml)) or (row, column) in self._filled

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
        self._column_styles = [
            (
                int(attribute(one[1], "min") or 0),
                int(attribute(one[1], "max") or 0),
                attribute(one[1], "style"),
            )
            for one in columns
        ]
        self._scan_rows(chain.from_iterable(self._pieces(data.end())))
        cells = (cell for cell in self.cells.values() if cell.kind in ("array", "dataTable"))
        self._arrays = {cell[:2]: cell.area for cell in cells if cell.area is not None}
        """What array formulas and what-if tables fill, by the first cell."""

    def _pieces(self, start: int) -> Iterator[Iterator[re.Match[str]]]:
        """The rows and cells, but for those of long stretches of rows without content."""
        text, opening = self._text, f"<{self._prefix}row"
        if text.count(opening, start, self._data_end) >= _MANY_ROWS:
            for first, after in _joined(self._patterns.blank_rows.finditer(text, start, self._data_end)):
                if text.count(opening, first, after) < _LONG:
                    continue
                # The last of them tells the number of a row that follows without one.
                end = text.rindex(opening, first, after)
                last = text.rindex(opening, first, end)
                numbers = [attribute(text[at : text.index(">", at)], "r") for at in (first, last)]
                if all(numbers):
                    yield self._patterns.row_or_cell.finditer(text, start, first)
                    top, bottom = (int(number or 0) for number in numbers)
                    self._blanks.append(_Blanks(top, bottom, first, end))
                    start = end
        yield self._patterns.row_or_cell.finditer(text, start, self._data_end)

    def take_apart(self, row: int | None = None) -> None:
        """Take blank rows into account that were passed over: all of them, or those around one."""
        for blank in [b for b in self._blanks if row is None or b.first <= row <= b.last]:
            self._blanks.remove(blank)
            self._scan_rows(self._patterns.row_or_cell.finditer(self._text, blank.start, blank.end))
            self.__dict__.pop("_starts", None)

    def _cell_at(self, row: int, column: int) -> Cell:
        if self._blanks:
            self.take_apart(row)
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
                if kind is None and text is not None and text.isdecimal() and len(text) < _LONG_NUMBER:
                    value: CellValue = int(text)
                else:
                    value = self._plain(kind, text, inline, xml)
                said, array, area = "", "", None
                if xml is None:
                    xml = ""
                elif copied is not None:
                    array, said = "shared", self._copied(copied, row, column, masters)
                else:
                    said = unescape(formula).lstrip(BEFORE)
                    if filled is not None:
                        array, area = "array", area_of(filled, self.name)
                start, end = found.span()
                # Sheets are full of these; a call of Cell itself would take twice as long.
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
        value = self._value(attribute(attributes, "t") or "n", body, formula is not None) if body else None
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
                return cell._replace(formula=self._copied(index, row, column, masters))
        return cell

    def _copied(self, index: str, row: int, column: int, masters: Mapping[str, Cell]) -> str:
        """A shared formula as it reads in the cell of a copy."""
        self._copies[index].append((row, column))
        master = masters.get(index)
        return "" if master is None else shift(master.formula, row - master.row, column - master.column)

    def _value(self, kind: str, body: str, formula: bool) -> CellValue:
        if kind == "inlineStr":
            inline = self._patterns.inline.search(body)
            return decode(self._joined(inline[2] or "")) if inline else ""
        found = self._patterns.value.search(body)
        return self._simple(kind, found[2] or "" if found is not None else "")

    def _plain(
        self, kind: str | None, text: str | None, inline: str | None, formula: str | None
    ) -> CellValue:
        """The value of a cell from its parts, None for those it has not."""
        if text is not None:
            return self._simple(kind, text)
        if inline is not None:
            return decode(unescape(inline))
        return "" if kind == "inlineStr" or (kind == "str" and formula is not None) else None

    def _simple(self, kind: str | None, text: str) -> CellValue:
        """The value that stands in the file as this text."""
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
                    return _days(text, self._epoch)
                case _:
                    return number_of(text)
        except (ValueError, IndexError, OverflowError):
            raise Damaged(part=self.part) from None

    def _joined(self, inline: str) -> str:
        """The text of an inline string, without the reading aids for East Asian scripts."""
        inline = self._patterns.phonetic.sub("", inline)
        return "".join(unescape(found[2] or "") for found in self._patterns.text.finditer(inline))

    # --- changing

    def set_cached(self, row: int, column: int, value: CellValue) -> None:
        """Write a value beside the formula that gives it, or into a cell that an array fills."""
        old = self._cell_at(row, column)
        self._put(old, value, old.formula_xml, keep=("cm",))

    def compute_on_load(self, row: int, column: int) -> None:
        """Have the formula of a cell computed whenever the workbook is opened."""
        old = self.cells[row, column]
        if not computes_on_load(old):
            tag, mark, rest = old.formula_xml.partition(">")
            name = f"<{self._prefix}f"
            xml = _LOAD.sub("", tag).replace(name, f'{name} ca="1"', 1) + mark + rest
            self._put(old._replace(formula_xml=xml), old.value, xml, keep=("cm",))

    def set_value(self, row: int, column: int, value: CellValue) -> None:
        """Replace what a cell holds; nothing in it is ever read as a formula."""
        old = self._free(row, column)
        if isinstance(value, str) and len(value) > 32_767:
            raise TooLong(cell=self._called(row, column))
        if value is None and old.value is None and not old.formula_xml:
            return
        if old.formula_xml:
            self._give_up(old)
        self._put(old, value, "", keep=())
        if (row, column) in self._edited:
            self._valued.add((row, column))

    def set_formula(
        self, area: Area, formula: str, value: CellValue, *, array: bool = False, metadata: int | None = None
    ) -> None:
        """Put a formula into a cell, or one array formula into an area, whose other cells are emptied.

        `metadata` is the number of the workbook's note that marks dynamic arrays.
        """
        places = list(area.cells)
        for row, column in places:
            if self._free(row, column).formula_xml and (row, column) != places[0]:
                raise CellRefused(cell=self._called(row, column), why="it holds a formula of its own")
        top = self._free(*places[0])
        if top.formula_xml:
            self._give_up(top)
        self.formulas_changed = True
        for place in places[1:]:
            self._put(self._free(*place), None, "", keep=())
        p = self._prefix
        kind = f' t="array" ref="{reference(area)}"' if array else ""
        xml = f"<{p}f{kind}>{encode(formula)}</{p}f>"
        attributes = self._new_attributes(top) if top.start < 0 else _NOTES.sub("", self._attributes(top))
        if metadata is not None:
            attributes += f' cm="{metadata}"'
        new = top._replace(
            formula=formula,
            kind="array" if array else "",
            area=area if array else None,
            dynamic=metadata is not None,
            attributes=attributes,
            formula_xml=xml,
        )
        self._put(new, value, xml, keep=("cm",))
        if array:
            self._arrays[places[0]] = area
            self.__dict__.pop("_filled", None)
        self._valued.add(places[0])

    def restore(self, area: Area, formula: str, *, array: bool = False, metadata: int | None = None) -> None:
        """Put a formula back that another program has hidden, with its values; it counts as read so."""
        values = {place: marked(cell.value) for place in area.cells if (cell := self.cells.get(place))}
        first = area.top, area.left
        if (old := self.cells[first]).kind == "array":
            self._give_up(old)
        for place in values.keys() - {first}:
            self.set_value(*place, None)
        self.set_formula(area, formula, values.get(first), array=array, metadata=metadata)
        for place, value in values.items():
            self.set_cached(*place, value)
        for place in area.cells:
            if place in self.cells:
                self._originals[place] = self.cells[place]
        self._valued.difference_update(area.cells)

    def refit(self, row: int, column: int, rows: int, columns: int) -> bool:
        """Give a dynamic array another size; False where another cell is in its way."""
        old = self.cells[row, column]
        area = Area(self.name, row, column, row + rows - 1, column + columns - 1)
        assert old.area is not None
        if area.bottom > ROWS or area.right > COLUMNS or rows * columns > _MOST_CELLS:
            return False
        before, after = set(old.area.cells), set(area.cells)
        further = filter(None, map(self.cells.get, after - before))
        others = (one for place, one in self._arrays.items() if place != (row, column))
        if any(cell.value is not None or cell.formula_xml for cell in further) or any(
            one.overlaps(area) for one in chain(others, self._merged)
        ):
            return False
        xml = re.sub(r"""(\sref\s*=\s*["'])[^"']*""", rf"\g<1>{reference(area)}", old.formula_xml, count=1)
        new = old._replace(area=area, formula_xml=xml)
        self._arrays[row, column] = area
        self.__dict__.pop("_filled", None)
        self._put(new, old.value, xml, keep=("cm",))
        for place in before - after:
            if place in self.cells:
                self._put(self.cells[place], None, "", keep=())
        return True

    def dissolve(self, row: int, column: int) -> None:
        """Take a formula away and leave what it shows; an array's cells are free then.

        Where that is an empty text, a formula says so: what refers to it would else find a blank.
        """
        old = self.cells[row, column]
        area = old.area if old.kind == "array" and old.area is not None else None
        self._give_up(old)
        empty = f'<{self._prefix}f>""</{self._prefix}f>'
        for place in (area or Area(self.name, row, column, row, column)).cells:
            if (cell := self.cells.get(place)) is None:
                continue
            plain = cell._replace(formula="", kind="", area=None, dynamic=False, formula_xml="")
            if cell.value == "":
                self._put(plain._replace(formula='""'), "", empty, keep=())
            else:
                self._put(plain, cell.value, "", keep=())
            self._valued.add(place)

    def _called(self, row: int, column: int) -> str:
        return f"{self.name}!{address(row, column)}"

    def _free(self, row: int, column: int) -> Cell:
        """The cell, if its content may be replaced. Raises CellRefused."""
        old = self._cell_at(row, column)
        merged = (area for area in self._merged if area.holds((row, column)))
        if any((row, column) != (area.top, area.left) for area in merged):
            raise CellRefused(cell=self._called(row, column), why="it is covered by a merged cell")
        if (row, column) in self._filled and not (old.kind == "array" and old.area and old.area.single):
            raise CellRefused(cell=self._called(row, column), why="it belongs to an array formula")
        here = Area(self.name, row, column, row, column)
        if any(area.overlaps(here) for area in self._headers):
            raise CellRefused(cell=self._called(row, column), why="it is the heading of a table's column")
        return old

    def _give_up(self, old: Cell) -> None:
        """Before a formula goes: where others are copies of it, the next of them becomes the original."""
        self.formulas_changed = True
        if old.kind == "array":
            self._arrays.pop(old[:2], None)
            self.__dict__.pop("_filled", None)
        if old.kind != "shared" or old.area is None:
            return
        index = attribute(old.formula_xml.partition(">")[0], "si") or ""
        there = map(self.cells.__getitem__, self._copies[index])
        copies = [cell for cell in there if cell.kind == "shared" and cell.area is None]
        if not copies:
            return
        first = min(copies)
        rows, columns = [cell.row for cell in copies], [cell.column for cell in copies]
        area = Area(self.name, min(rows), min(columns), max(rows), max(columns))
        p = self._prefix
        xml = f'<{p}f t="shared" ref="{reference(area)}" si="{index}">{encode(first.formula)}</{p}f>'
        self._put(first._replace(area=area, formula_xml=xml), first.value, xml, keep=("cm",))

    def _put(self, old: Cell, value: CellValue, formula: str, keep: tuple[str, ...]) -> None:
        if isinstance(value, float) and not math.isfinite(value):
            value = ErrorMark(NUM)
        if old.start < 0 and value is None and not formula and (old.row, old.column) not in self._edited:
            return
        key = old.row, old.column
        if old.start < 0 and not old.attributes:
            attributes = self._new_attributes(old)
        elif old.attributes is None:
            attributes = self._attributes(old).partition(" t=")[0]
        else:
            attributes = (_KIND if keep else _NOTES).sub("", old.attributes)
        kind, inner = self._value_xml(value, bool(formula) or key in self._filled)
        if kind:
            attributes += f' t="{kind}"'
        body = formula + inner + old.rest
        xml = f"<{self._prefix}c{attributes}" + (f">{body}</{self._prefix}c>" if body else "/>")
        if old.start >= 0 and self._text.startswith(xml, old.start) and old.end == old.start + len(xml):
            self._edited.pop(key, None)
        else:
            self._edited[key] = xml
        if key not in self._originals:
            self._originals[key] = self.cells.get(key) or Cell(*key)
        if type(value) is ErrorMark:
            self._errors.add(key)
        else:
            self._errors.discard(key)
        said = (old.formula, old.kind, old.area, old.dynamic) if formula else ("", "", None, False)
        self.changes += 1
        parts = (*key, value, *said, attributes, formula, old.rest, old.start, old.end)
        self.cells[key] = tuple.__new__(Cell, parts)

    @cached_property
    def _filled(self) -> set[tuple[int, int]]:
        """The cells that array formulas and what-if tables fill."""
        areas = (area for area in self._arrays.values() if area.size <= _MOST_CELLS)
        return {place for area in areas for place in area.cells}

    def _attributes(self, cell: Cell) -> str:
        if cell.attributes is not None:
            return cell.attributes
        first = cell.start + len(self._prefix) + 2
        return self._text[first : self._text.index(">", first)].rstrip("/")

    def _new_attributes(self, cell: Cell) -> str:
        style = self._style(cell.row, cell.column)
        return f' r="{address(cell.row, cell.column)}"' + (f' s="{style}"' if style else "")

    def _value_xml(self, value: CellValue, beside: bool) -> tuple[str, str]:
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
            if beside:
                return "str", f"<{p}v{space}>{text}</{p}v>"
            return "inlineStr", f"<{p}is><{p}t{space}>{text}</{p}t></{p}is>"
        return "", f"<{p}v>{number_text(value)}</{p}v>"

    def _style(self, row: int, column: int) -> str | None:
        found = self._rows.get(row)
        if found is not None and attribute(found.attributes, "customFormat") in ("1", "true"):
            return attribute(found.attributes, "s")
        styles = (style for first, last, style in self._column_styles if first <= column <= last)
        return next(styles, None)

    # --- writing

    def to_bytes(self) -> bytes:
        cuts: list[tuple[int, int, str]] = []
        new: dict[int, list[tuple[int, str]]] = {}
        for (row, column), xml in sorted(self._edited.items()):
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
        if new:  # how far the sheet reached need not be said
            reached = re.compile(rf"<{self._prefix}dimension{ATTRIBUTES}(?<=/)>")
            cuts += ((*one.span(), "") for one in reached.finditer(self._text, 0, self._data.start()))
        return cut(self._original, cuts)

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
        """Where the cells of each row begin in the file, and their columns."""
        found: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for start, row, column in sorted(
            (c.start, c.row, c.column) for c in self.cells.values() if c.start >= 0
        ):
            found[row].append((start, column))
        return found

    def _new_rows(self, rows: list[tuple[int, str]]) -> list[tuple[int, int, str]]:
        if not rows:
            return []
        if self._data[1].endswith("/"):
            inner = "".join(xml for _, xml in sorted(rows))
            p, attributes = self._prefix, self._data[1].rstrip("/").rstrip()
            return [(*self._data.span(), f"<{p}sheetData{attributes}>{inner}</{p}sheetData>")]
        blanks = ((blank.first, blank.start) for blank in self._blanks)
        later = sorted(chain(blanks, ((row, found.start) for row, found in self._rows.items())))
        return [
            (before, before, xml)
            for row, xml in sorted(rows)
            for before in [next((start for other, start in later if other > row), self._data_end)]
        ]
