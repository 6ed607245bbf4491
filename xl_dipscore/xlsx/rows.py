"""Rows of a sheet that are copied below themselves, and everything in a workbook that covers those rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count, pairwise

from xl_dipscore.xlsx.formula import (
    Area,
    BadReference,
    address,
    area_in,
    block,
    continued,
    reference,
    shift,
    tokens,
)
from xl_dipscore.xlsx.markup import ATTRIBUTES, Unusual, attribute, encode, unescape, xml_text
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.sheet import Cell, Sheet


@dataclass(frozen=True)
class Stretch:
    """Rows of a sheet that are continued below; what covers them all is to cover the new ones too."""

    area: Area
    bottom: int
    """The last of the new rows."""
    alone: bool = False
    """May a reference to them mean these rows only, as where they are one board's?"""
    of_players: bool = False
    """Has each player a row, so that a page with the first rows of them is to show more of them?"""

    def reaches(self, area: Area, *, fixed: bool = True) -> bool:
        """Does an area cover all the rows, and end with them?"""
        ends = self.is_within(area) and area.bottom == self.area.bottom
        return ends and (area.top < self.area.top or fixed or not self.alone)

    def is_within(self, area: Area) -> bool:
        here = area.sheet.casefold() == self.area.sheet.casefold()
        return here and area.top <= self.area.top and area.bottom >= self.area.bottom

    def is_beside(self, area: Area) -> bool:
        """Has an area none of its columns?"""
        return area.right < self.area.left or area.left > self.area.right


@dataclass(frozen=True)
class Copy:
    """Rows that are copied below themselves, again and again."""

    sheet: Sheet
    top: int
    bottom: int
    times: int
    left: int
    right: int
    """The columns in which nothing may stand below."""
    keeps: Callable[[Cell], bool]
    """Which of the typed cells are copied with what they hold."""
    number: int
    """How many such pieces there are already, these rows included."""
    goes_on: bool = False
    """Does each formula go on as it did from the piece above? Else a copy says of its rows what these say."""

    @property
    def height(self) -> int:
        return self.bottom - self.top + 1

    @property
    def new(self) -> Area:
        return Area(
            self.sheet.name, self.bottom + 1, self.left, self.bottom + self.height * self.times, self.right
        )

    def shifts(self) -> Iterator[int]:
        return (self.height * time for time in range(1, self.times + 1))


def along(formula: str, sheet: str, copy: Copy, down: int) -> str:
    """A formula as its copy reads: what it says about the rows that are copied, it says about the new ones.

    So a board's own formulas stay the board's, whether their rows have a $ or not.
    """
    return "".join(
        _along(token.text, sheet, copy, down) if token.kind == "reference" else token.text
        for token in tokens(formula)
    )


def _along(text: str, sheet: str, copy: Copy, down: int) -> str:
    mark, cells = text[: text.rfind("!") + 1], text[text.rfind("!") + 1 :]
    with suppress(BadReference):
        area = area_in(text, sheet)
        own = area.sheet.casefold() == copy.sheet.name.casefold()
        if own and copy.top <= area.top and area.bottom <= copy.bottom:
            return mark + ":".join(f"{head}{int(row) + down}" for head, row in _ENDS.findall(cells))
    return shift(text, down, 0)


def copied(copy: Copy, cell: Cell) -> bool:
    """Is what a cell holds copied? Beside the table only formulas that are those of the row above."""
    if not cell.formula_xml:
        return copy.left <= cell.column <= copy.right and cell.holds and copy.keeps(cell)
    if copy.left <= cell.column <= copy.right:
        return True
    above = copy.sheet.cells.get((cell.row - copy.height, cell.column))
    before = replace(copy, top=copy.top - copy.height, bottom=copy.bottom - copy.height)
    return above is not None and along(above.formula, copy.sheet.name, before, copy.height) == cell.formula


# -- what covers it ---------------------------------------------------------------------------


def covering(formula: str, sheet: str, stretches: Sequence[Stretch]) -> str:
    """The formula with its references to all of some rows reaching to the new last one."""
    if not any(str(stretch.area.bottom) in formula for stretch in stretches):
        return formula
    return "".join(
        _covering(token.text, sheet, stretches) if token.kind == "reference" else token.text
        for token in tokens(formula)
    )


def _covering(text: str, sheet: str, stretches: Sequence[Stretch]) -> str:
    mark, cells = text[: text.rfind("!") + 1], text[text.rfind("!") + 1 :]
    try:
        area = area_in(text, sheet)
    except BadReference:
        return text
    stretch = _covered(area, stretches, fixed=_rows_fixed(cells))
    if stretch is None:
        return text
    ends = [
        f"{head}{stretch.bottom if int(row) == area.bottom else row}" for head, row in _ENDS.findall(cells)
    ]
    return mark + ":".join(ends)


_ENDS = re.compile(r"(\$?[A-Za-z]*\$?)(\d+)")


def _rows_fixed(cells: str) -> bool:
    return all(re.search(r"\$\d+$", end) for end in cells.split(":"))


def _covered(area: Area, stretches: Iterable[Stretch], *, fixed: bool) -> Stretch | None:
    """The stretch that an area covers: of two that end in one row, the one whose columns it has."""
    found = [stretch for stretch in stretches if stretch.reaches(area, fixed=fixed)]
    return min(found, key=lambda stretch: stretch.is_beside(area), default=None)


def _covering_cells(cells: str, sheet: str, stretches: Sequence[Stretch], copies: Sequence[Copy]) -> str:
    """Areas of a sheet with spaces between them, as validations and formats have them."""
    areas: list[str] = []
    for text in cells.split():
        area = block(text, sheet)
        grown = area
        more: list[Area] = []
        pairs = [pair for pair in zip(stretches, copies, strict=True) if pair[1].sheet.name == sheet]
        # Of two that end in one row, the one whose columns it has comes last and counts.
        for stretch, copy in sorted(pairs, key=lambda pair: not pair[0].is_beside(area)):
            if area.bottom == copy.bottom and area.top <= copy.bottom - min(copy.height, 7) + 1:
                grown = area._replace(bottom=stretch.bottom)
            elif copy.top <= area.top and area.bottom <= copy.bottom:
                more += (area._replace(top=area.top + n, bottom=area.bottom + n) for n in copy.shifts())
        areas += (reference(one) if one != area else text for one in (grown, *more))
    return " ".join(areas)


# -- the bytes --------------------------------------------------------------------------------

_WITH_FORMULAS = "f|formula|formula1|formula2|definedName|calculatedColumnFormula"
FORMULA_TEXTS = re.compile(rf"<((?:\w+:)?(?:{_WITH_FORMULAS}))({ATTRIBUTES})>([^<]*)</\1\s*>", re.DOTALL)
_COVERS = re.compile(
    rf"<(?:\w+:)?(?:dataValidation|conditionalFormatting|protectedRange|ignoredError)({ATTRIBUTES})>"
)
_COVERED = re.compile(r"<(\w+:)sqref>([^<]*)</\1sqref>")
_SPARKLINES = re.compile(r"<(\w+:)sparklines>.*?</\1sparklines>", re.DOTALL)
Cut = tuple[int, int, str]


def rewrite(package: Package, copies: Sequence[Copy], stretches: Sequence[Stretch]) -> None:
    """Put every sheet, name, chart and table that changes into the package."""
    new: dict[str, bytes] = {}
    for name in package.sheet_names:
        sheet = package.sheet(name)
        new[sheet.part] = _Rewriting(package, sheet, copies, stretches).to_bytes()
        for part in package.related("table", sheet.part):
            new[part] = _with_attributes(package, part, name, stretches)
    new[package.main_part] = _with_texts(package, package.main_part, stretches)
    for part in package.part_names:
        if part.startswith("xl/charts/") and part.endswith(".xml"):
            new[part] = _with_texts(package, part, stretches)
        elif part.startswith("xl/pivotCache/pivotCacheDefinition"):
            new[part] = _with_source(package, part, stretches)
    for part, data in new.items():
        package.set_part(part, data)
    package.forget_calculation_chain()


def _with_texts(package: Package, part: str, stretches: Sequence[Stretch]) -> bytes:
    """A part without cells, its formulas covering the new rows; each names its sheet."""
    text, clean = texts(package, part)
    return cut(text, _formula_cuts(clean, "", stretches))


def _with_attributes(package: Package, part: str, sheet: str, stretches: Sequence[Stretch]) -> bytes:
    """A table, which covers the new rows."""
    text, clean = texts(package, part)
    cuts = [
        (found.start(1), found.end(1), _covering(found[1], sheet, stretches))
        for found in re.finditer(r"""\sref=["']([^"']+)["']""", clean)
    ]
    return cut(text, [*cuts, *_formula_cuts(clean, sheet, stretches)])


def _with_source(package: Package, part: str, stretches: Sequence[Stretch]) -> bytes:
    """A pivot table's source."""
    text, clean = texts(package, part)
    cuts = []
    for found in re.finditer(rf"<(?:\w+:)?worksheetSource({ATTRIBUTES})>", clean):
        sheet, cells = attribute(found[1], "sheet"), re.search(r"""\sref=["']([^"']+)["']""", found[1])
        if sheet is not None and cells is not None:
            start = found.start(1)
            cuts.append((start + cells.start(1), start + cells.end(1), _covering(cells[1], sheet, stretches)))
    return cut(text, cuts)


def texts(package: Package, part: str) -> tuple[str, str]:
    """A part as it is, and as it is searched."""
    data = package.part(part) or b""
    return data.decode("utf-8"), xml_text(data, part)


def _formula_cuts(clean: str, sheet: str, stretches: Sequence[Stretch], start: int = 0) -> Iterator[Cut]:
    for found in FORMULA_TEXTS.finditer(clean, start):
        formula = unescape(found[3])
        if "_xlnm.Print_Area" in found[2]:
            longer = _printed(formula, stretches)
        else:
            longer = covering(formula, sheet, stretches)
        if longer != formula:
            yield found.start(3), found.end(3), encode(longer)


def _printed(formula: str, stretches: Sequence[Stretch]) -> str:
    """A print area, which shows as great a part of the players as before."""

    def shown(text: str) -> str:
        try:
            area = area_in(text, "")
        except BadReference:
            return text
        for stretch in stretches:
            _, top, _, bottom, _ = stretch.area
            first_rows = area.top <= top <= area.bottom < bottom
            if stretch.of_players and area.sheet == stretch.area.sheet and first_rows:
                size, part = bottom - top + 1, area.bottom - top + 1
                more = -(-part * (stretch.bottom - bottom) // size)
                return text[: -len(str(area.bottom))] + str(area.bottom + more)
        return text

    pieces = tokens(covering(formula, "", stretches))
    return "".join(shown(one.text) if one.kind == "reference" else one.text for one in pieces)


def cut(text: str, cuts: Iterable[Cut]) -> bytes:
    pieces, done = [], 0
    for start, end, xml in sorted(cuts, key=lambda cut: cut[:2]):
        pieces += [text[done:start], xml]
        done = end
    return "".join([*pieces, text[done:]]).encode("utf-8")


def listed_cells(clean: str, start: int) -> Iterator[tuple[int, int]]:
    """Where a sheet's validations and formats say which cells are theirs."""
    for found in _COVERS.finditer(clean, start):
        if (cells := re.search(r"""\ssqref=["']([^"']+)["']""", found[1])) is not None:
            yield found.start(1) + cells.start(1), found.start(1) + cells.end(1)
    lines = [found.span() for found in _SPARKLINES.finditer(clean, start)]
    for found in _COVERED.finditer(clean, start):
        if not any(first <= found.start() < last for first, last in lines):
            yield found.span(2)


@dataclass
class _Line:
    """A row that is new, or becomes another."""

    attributes: str
    cells: dict[int, str]
    span: tuple[int, int]


class Cells:
    """The cells of a sheet's part as they stand in its text, and as they are written anew."""

    def __init__(self, sheet: Sheet, text: str, clean: str) -> None:
        self._text, self._clean = text, clean
        data = re.search(rf"<((?:\w+:)?)sheetData{ATTRIBUTES}>", clean)
        assert data is not None
        self.prefix = data[1]
        self.start = data.end()
        close = clean.find(f"</{self.prefix}sheetData", data.end())
        self.end = data.end() if close < 0 else close
        self._by_row: dict[int, dict[int, Cell]] = {}
        for (row, column), cell in sheet.cells.items():
            self._by_row.setdefault(row, {})[column] = cell
        self._part = sheet.part

    def of(self, row: int) -> Mapping[int, Cell]:
        return self._by_row.get(row, {})

    @cached_property
    def rows(self) -> dict[int, tuple[tuple[int, int], str]]:
        """Where each row stands, and its attributes."""
        p = self.prefix
        rows: dict[int, tuple[tuple[int, int], str]] = {}
        for found in re.compile(rf"<{p}row({ATTRIBUTES})>").finditer(self._clean, self.start, self.end):
            number = attribute(found[1], "r")
            if number is None:
                raise Unusual(part=self._part, how="its rows have no numbers")
            end = found.end()
            if not found[1].endswith("/"):
                end = self._clean.index(">", self._clean.index(f"</{p}row", end)) + 1
            rows[int(number)] = (found.start(), end), found[1].rstrip("/").rstrip()
        return rows

    def xml(self, cell: Cell) -> str:
        return self._text[cell.start : cell.end]

    def blank(self, cell: Cell) -> str:
        return f"<{self.prefix}c{self._attributes(cell, cell.row, 't', 'vm', 'cm')}/>"

    def moved(self, cell: Cell, row: int) -> str:
        """The same content in another row."""
        tag = self._clean.index(">", cell.start)
        return f"<{self.prefix}c{self._attributes(cell, row)}>{self._text[tag + 1 : cell.end]}"

    def with_formula(self, cell: Cell, row: int, formula: str, area: Area | None) -> str:
        p = self.prefix
        kind = "" if area is None else f' t="array" ref="{reference(area)}"'
        attributes = self._attributes(cell, row, "t", "vm")
        return f"<{p}c{attributes}><{p}f{kind}>{encode(formula)}</{p}f></{p}c>"

    def row(self, attributes: str, cells: Mapping[int, str]) -> str:
        attributes = re.sub(r"""\s+spans\s*=\s*(?:"[^"]*"|'[^']*')""", "", attributes)
        inner = "".join(xml for _, xml in sorted(cells.items()))
        return f"<{self.prefix}row{attributes}>{inner}</{self.prefix}row>"

    def dimension(self, bottom: int, right: int = 1) -> Iterator[Cut]:
        """The sheet's own word on how large it is."""
        pattern = re.compile(rf"""<{self.prefix}dimension\s[^>]*?ref=["']([^"']*)""")
        if (found := pattern.search(self._clean, 0, self.start)) is not None:
            area = block(found[1])
            larger = area._replace(bottom=max(area.bottom, bottom), right=max(area.right, right))
            yield (*found.span(1), reference(larger))

    def _attributes(self, cell: Cell, row: int, *without: str) -> str:
        tag = re.compile(rf"<{self.prefix}c({ATTRIBUTES})>").match(self._clean, cell.start)
        assert tag is not None
        attributes = tag[1].rstrip("/").rstrip()
        for name in ("r", *without):
            attributes = re.sub(rf"""\s+{name}\s*=\s*(?:"[^"]*"|'[^']*')""", "", attributes)
        return f' r="{address(row, cell.column)}"{attributes}'


class _Rewriting:
    """One sheet's part with its formulas covering more rows, and with copies of some of its rows."""

    def __init__(
        self, package: Package, sheet: Sheet, copies: Sequence[Copy], stretches: Sequence[Stretch]
    ) -> None:
        self._sheet, self._stretches = sheet, stretches
        self._all = copies
        self._copies = [copy for copy in copies if copy.sheet.name == sheet.name]
        self._text, self._clean = texts(package, sheet.part)
        self._cells = Cells(sheet, self._text, self._clean)
        self._prefix = self._cells.prefix
        self._data, self._end = self._cells.start, self._cells.end
        self._formulas = self._covering_formulas()
        self._areas = {
            (cell.row, cell.column): cell.area if cell.dynamic else self._covering_area(cell.area)
            for cell in sheet.cells.values()
            if cell.kind == "array" and cell.area is not None
        }

    def to_bytes(self) -> bytes:
        lines = self._lines()
        cuts = [
            (cell.start, cell.end, self._changed(cell))
            for place, cell in self._sheet.cells.items()
            if place[0] not in lines and self._changes(cell)
        ]
        cuts += (
            (*line.span, self._cells.row(line.attributes, line.cells)) for _, line in sorted(lines.items())
        )
        cuts += _formula_cuts(self._clean, self._sheet.name, self._stretches, self._end)
        cuts += self._covers()
        if lines:
            cuts += [*self._merges(), *self._page_breaks(), *self._cells.dimension(max(lines))]
        return cut(self._text, cuts)

    # --- formulas

    def _covering_formulas(self) -> dict[tuple[int, int], str]:
        """The formulas that change; of those that share one text, all or none."""
        name, cells = self._sheet.name, self._sheet.cells
        found = {
            place: longer
            for place, cell in cells.items()
            if cell.formula and (longer := covering(cell.formula, name, self._stretches)) != cell.formula
        }
        indexes = {place: _shared_index(cell) for place, cell in cells.items() if cell.kind == "shared"}
        apart = {indexes[place] for place in found if place in indexes}
        for place, index in indexes.items():
            if index in apart:
                found.setdefault(place, cells[place].formula)
        return found

    def _covering_area(self, area: Area) -> Area:
        free = (copy for copy in self._copies if copy.left <= area.left and area.right <= copy.right)
        stretch = _covered(area, self._stretches, fixed=False) if any(free) else None
        return area if stretch is None else area._replace(bottom=stretch.bottom)

    def _changes(self, cell: Cell) -> bool:
        place = cell.row, cell.column
        return place in self._formulas or (place in self._areas and self._areas[place] != cell.area)

    def _changed(self, cell: Cell) -> str:
        """A cell whose formula covers more; without its value, for that may be another one now."""
        place = cell.row, cell.column
        formula = self._formulas.get(place, cell.formula)
        return self._cells.with_formula(cell, cell.row, formula, self._areas.get(place))

    # --- rows

    def _lines(self) -> dict[int, _Line]:
        """The rows where copies go, as they are to be."""
        if not self._copies:
            return {}
        rows = self._cells.rows
        lines: dict[int, _Line] = {}
        for copy in self._copies:
            for row in range(copy.new.top, copy.new.bottom + 1):
                lines.setdefault(row, self._line(row, rows))
        for copy in self._copies:
            for row in range(copy.top, copy.bottom + 1):
                for down in copy.shifts():
                    line = lines[row + down]
                    if row in rows:
                        line.attributes = _with_number(rows[row][1], row + down)
                    for cell in self._cells.of(row).values():
                        below = self._sheet.cells.get((row + down, cell.column))
                        if below is None or not below.holds:
                            line.cells[cell.column] = self._copy(copy, cell, down)
        return lines

    def _line(self, row: int, rows: Mapping[int, tuple[tuple[int, int], str]]) -> _Line:
        if row not in rows:
            start = min((span[0] for other, (span, _) in rows.items() if other > row), default=self._end)
            return _Line(f' r="{row}"', {}, (start, start))
        span, attributes = rows[row]
        cells = {
            column: self._changed(cell) if self._changes(cell) else self._cells.xml(cell)
            for column, cell in self._cells.of(row).items()
        }
        return _Line(attributes, cells, span)

    def _copy(self, copy: Copy, cell: Cell, down: int) -> str:
        row = cell.row + down
        if not copied(copy, cell):
            return self._cells.blank(cell._replace(row=row))
        if not cell.formula_xml:
            return self._cells.moved(cell, row)
        formula = self._copied_formula(copy, cell, down)
        area = cell.area if cell.kind == "array" else None
        if area is not None:
            area = area._replace(top=area.top + down, bottom=area.bottom + down)
        return self._cells.with_formula(cell, row, formula, area)

    def _copied_formula(self, copy: Copy, cell: Cell, down: int) -> str:
        formula = self._formulas.get((cell.row, cell.column), cell.formula)
        above = self._sheet.cells.get((cell.row - copy.height, cell.column))
        if copy.goes_on and above is not None:
            before = self._formulas.get((above.row, above.column), above.formula)
            next_ = continued(before, formula, down // copy.height)
            if next_ is not None:
                return next_
        return along(formula, self._sheet.name, copy, down)

    # --- what else a sheet says about its rows

    def _covers(self) -> Iterator[Cut]:
        """Validations, conditional formats and filters."""
        name, stretches, copies = self._sheet.name, self._stretches, self._all
        own = list(self._formats_of_a_board())
        yield from (cut for _, cut in own)
        for start, end in listed_cells(self._clean, self._end):
            if any(first <= start < last for (first, last), _ in own):
                continue
            yield start, end, _covering_cells(self._clean[start:end], name, stretches, copies)
        for found in re.compile(rf"<{self._prefix}autoFilter({ATTRIBUTES})>").finditer(
            self._clean, self._end
        ):
            cells = re.search(r"""\sref=["']([^"']+)["']""", found[1])
            if cells is not None:
                start = found.start(1)
                yield start + cells.start(1), start + cells.end(1), _covering(cells[1], name, stretches)

    def _formats_of_a_board(self) -> Iterator[tuple[tuple[int, int], Cut]]:
        """Conditional formats of the last board alone: where they stand, and those of the new boards.

        A scale of colours over two boards would be another than one over each.
        """
        name = rf"{self._prefix}conditionalFormatting"
        element = re.compile(rf"<{name}({ATTRIBUTES})>((?:(?!</{name}).)*)</{name}\s*>", re.DOTALL)
        ranks = map(int, re.findall(r"""\spriority=["'](\d+)""", self._clean[self._end :]))
        rank = count(max(ranks, default=0) + 1)
        for found in element.finditer(self._clean, self._end):
            cells = attribute(found[1], "sqref") or ""
            areas = [block(one, self._sheet.name) for one in cells.split()]
            for copy, stretch in zip(self._all, self._stretches, strict=True):
                inside = all(copy.top <= area.top and area.bottom <= copy.bottom for area in areas)
                alone = stretch.alone or copy.height == 1 or "extLst" in found[2]
                if copy.sheet.name != self._sheet.name or alone or not inside:
                    continue
                pieces = []
                for down in copy.shifts():
                    moved = (a._replace(top=a.top + down, bottom=a.bottom + down) for a in areas)
                    xml = found[0].replace(cells, " ".join(map(reference, moved)), 1)
                    xml = re.sub(r"""(\spriority=["'])\d+""", lambda m: f"{m[1]}{next(rank)}", xml)
                    pieces.append(self._formulas_along(xml, copy, down))
                yield found.span(), (found.end(), found.end(), "".join(pieces))

    def _formulas_along(self, xml: str, copy: Copy, down: int) -> str:
        def moved(found: re.Match[str]) -> str:
            formula = covering(unescape(found[3]), self._sheet.name, self._stretches)
            text = encode(along(formula, self._sheet.name, copy, down))
            return f"<{found[1]}{found[2]}>{text}</{found[1]}>"

        return FORMULA_TEXTS.sub(moved, xml)

    def _merges(self) -> Iterator[Cut]:
        p = self._prefix
        new = [
            area._replace(top=area.top + down, bottom=area.bottom + down)
            for copy in self._copies
            for area in self._sheet.merged
            if copy.top <= area.top and area.bottom <= copy.bottom
            if copy.left <= area.left and area.right <= copy.right
            for down in copy.shifts()
        ]
        if not new:
            return
        opening = re.compile(rf"<{p}mergeCells({ATTRIBUTES})>").search(self._clean, self._end)
        assert opening is not None
        if (number := re.search(r"""\scount=["'](\d+)["']""", opening[1])) is not None:
            start = opening.start(1)
            yield start + number.start(1), start + number.end(1), str(int(number[1]) + len(new))
        close = self._clean.index(f"</{p}mergeCells", opening.end())
        yield close, close, "".join(f'<{p}mergeCell ref="{reference(area)}"/>' for area in new)

    def _page_breaks(self) -> Iterator[Cut]:
        """Pages go on to begin after every so many boards."""
        p = self._prefix
        listed = re.compile(rf"<{p}rowBreaks({ATTRIBUTES})>(.*?)(?=</{p}rowBreaks)", re.DOTALL).search(
            self._clean, self._end
        )
        ids = re.findall(r"""\sid=["'](\d+)["']""", listed[2]) if listed is not None else []
        there = set(map(int, ids))
        new = sorted({row for copy in self._copies for row in _breaks_below(copy, there)} - there)
        elements = "".join(f'<{p}brk id="{row}" max="16383" man="1"/>' for row in new)
        if listed is not None:
            for number in re.finditer(r"""\s(?:count|manualBreakCount)=["'](\d+)["']""", listed[1]):
                start = listed.start(1)
                yield start + number.start(1), start + number.end(1), str(int(number[1]) + len(new))
            yield listed.end(), listed.end(), elements
        elif new:
            start = _place_of_breaks(self._clean, self._end, p)
            counts = f'count="{len(new)}" manualBreakCount="{len(new)}"'
            yield start, start, f"<{p}rowBreaks {counts}>{elements}</{p}rowBreaks>"


def _breaks_below(copy: Copy, there: Iterable[int]) -> Iterator[int]:
    """The last rows of pages among the copies, as they are among the pieces that are there."""
    last = copy.bottom + _blank_rows(copy)
    rows = sorted(row for row in there if last - copy.number * copy.height < row <= last)
    if not rows and copy.goes_on and copy.height > 1:
        rows = [last]  # all of them made a page
        yield last
    pieces = [copy.number - (last - row) // copy.height for row in rows]
    steps = {after - before for before, after in pairwise(pieces)} or set(pieces)
    step = steps.pop() if len(steps) == 1 else 0
    if step > 0 and pieces[-1] + step >= copy.number:
        yield from range(rows[-1] + step * copy.height, copy.new.bottom, step * copy.height)


def _blank_rows(copy: Copy) -> int:
    """How many rows a piece has before those that hold something."""
    held = [
        row for (row, _), cell in copy.sheet.cells.items() if copy.top <= row <= copy.bottom and cell.holds
    ]
    return min(held, default=copy.top) - copy.top


_AFTER_BREAKS = (
    *("colBreaks", "customProperties", "cellWatches", "ignoredErrors", "smartTags", "drawing"),
    *("legacyDrawing", "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls"),
    *("webPublishItems", "tableParts", "extLst"),
)


def _place_of_breaks(clean: str, start: int, prefix: str) -> int:
    """Where a sheet's part has its page breaks."""
    later = re.compile(rf"<{prefix}(?:{'|'.join(_AFTER_BREAKS)})[\s/>]").search(clean, start)
    return later.start() if later is not None else clean.index(f"</{prefix}worksheet", start)


def _shared_index(cell: Cell) -> str | None:
    return attribute(cell.formula_xml.partition(">")[0].rstrip("/"), "si")


def _with_number(attributes: str, row: int) -> str:
    return re.sub(r"""(\sr\s*=\s*["'])\d+""", rf"\g<1>{row}", attributes, count=1)
