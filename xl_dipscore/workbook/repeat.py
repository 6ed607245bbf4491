"""More boards than a workbook has places for: its last block again below it, and all that covers them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from xl_dipscore.cells import is_blank, number
from xl_dipscore.errors import Fault
from xl_dipscore.workbook.fill import GamesSheet, find_games
from xl_dipscore.workbook.formula import (
    ROWS,
    Area,
    BadReference,
    address,
    area_in,
    block,
    reference,
    shift,
    tokens,
)
from xl_dipscore.workbook.markup import ATTRIBUTES, Unusual, attribute, encode, unescape, xml_text
from xl_dipscore.workbook.package import Package
from xl_dipscore.workbook.reader import Reader, Reading
from xl_dipscore.workbook.setup import ROSTER, named, option_cell
from xl_dipscore.workbook.sheet import Cell, Sheet

TABLES = frozenset({"DIP_STANDINGS", "DIP_AWARDS", "DIP_COMPARE"})
"""Functions of the whole list of games, whose arrays show a line a player."""
WIDEST_GAP = 3
"""Rows between two boards that are copied with a board."""
BEFORE_ROUNDS = 3
"""Columns of the standings before those of the rounds: rank, player and total."""
AWARDS = 8
"""Rows that hold the best of each country, and the header."""


class InTheWay(Fault):
    """{file} has {blocks} boards of seven rows and {needed} are needed, but {what} is in the way of more on \
{sheet}; move that to another sheet, or to the right of the games."""


@dataclass(frozen=True)
class Stretch:
    """Rows of a sheet that are continued below; what covers them all is to cover the new ones too."""

    sheet: str
    first: int
    last: int
    bottom: int
    """The last of the new rows."""
    alone: bool = False
    """Are they one board's only, so that a reference to them may mean that board?"""

    def reaches(self, area: Area, *, fixed: bool = True) -> bool:
        """Does an area cover all the rows, and end with them?"""
        ends = self.is_within(area) and area.bottom == self.last
        return ends and (area.top < self.first or fixed or not self.alone)

    def is_within(self, area: Area) -> bool:
        here = area.sheet.casefold() == self.sheet.casefold()
        return here and area.top <= self.first and area.bottom >= self.last


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


def with_more_blocks(package: Package, more: Mapping[str, int]) -> tuple[Package, list[str]]:
    """A copy of a workbook with so many more blocks on these sheets, and what could not be made longer.

    Raises InTheWay.
    """
    notes: list[str] = []
    for sheet, count in more.items():
        if count > 0:
            package = Package(package.to_bytes(), package.name)
            home = next(home for home in find_games(package) if home.name == sheet)
            package = _longer(package, home, count, notes)
    return package, notes


def with_more_rounds(package: Package, before: int, after: int) -> tuple[Package, list[str]]:
    """A copy of a workbook whose standings have columns for more rounds, and which could not be widened."""
    package = Package(package.to_bytes(), package.name)
    notes: list[str] = []
    widest = 0
    for sheet, cell, reading in list(table_formulas(package)):
        area = cell.area
        if "DIP_STANDINGS" not in reading.functions or cell.kind != "array" or cell.dynamic or area is None:
            continue
        area = area._replace(sheet=sheet.name)
        if what := _beside(package, area, after - before):
            notes.append(
                f"{sheet.name}!{reference(area)} has no columns for {after - before} more rounds: beside it, "
                f"{what} is in the way."
            )
            continue
        widest = max(widest, area.right - area.left + 1 + after - before)
        package.set_part(sheet.part, _wider(package, area, before, after - before))
    made = Package(package.to_bytes(), package.name)
    _raise(made, "columns", widest)
    return made, notes


def _longer(package: Package, home: GamesSheet, count: int, notes: list[str]) -> Package:
    before = [one for sheet in find_games(package) for one in sheet.blocks]
    games = _copy_of_block(home, count)
    if what := _in_the_way(package, games):
        raise InTheWay(
            file=package.name, blocks=len(before), needed=len(before) + count, sheet=home.name, what=what
        )
    first = home.blocks[0]
    stretches = [
        Stretch(home.name, min(first.rows), games.bottom, games.new.bottom, first is home.blocks[-1])
    ]
    copies = [games]
    roster = _roster(package, len(before), count, copies, stretches, notes)
    seats = 7 * len(before), 7 * (len(before) + count)
    rows = 0
    for _, area, called in list(results_arrays(package, stretches[0])):
        needed = _rows_needed(called, area, seats, roster)
        rows = max(rows, needed if _lengthened(package, area, needed, copies, stretches, notes) else 0)
    _rewrite(package, copies, stretches)
    notes += _single_boards(package, home, games)
    made = Package(package.to_bytes(), package.name)
    _raise(made, "rows", rows)
    return made


def _single_boards(package: Package, home: GamesSheet, games: Copy) -> Iterator[str]:
    """Sheets that show one board after the other, such as slips, are their maker's to continue."""
    board = games.new._replace(top=games.top, bottom=games.bottom)
    for name in package.sheet_names:
        cells = package.sheet(name).cells.values() if name != home.name else ()
        areas = (area for cell in cells if "!" in cell.formula for area in _areas_in(cell.formula, name))
        if any(area.overlaps(board) and area.top >= board.top for area in areas):
            yield f"{name} shows single boards; the new ones are not on it."


def _areas_in(formula: str, sheet: str) -> Iterator[Area]:
    for token in tokens(formula):
        if token.kind == "reference":
            with suppress(BadReference):
                yield area_in(token.text, sheet)


# -- what becomes longer ----------------------------------------------------------------------


def _copy_of_block(home: GamesSheet, count: int) -> Copy:
    """The last block, with the rows between it and the one before."""
    tops = [min(one.rows) for one in home.blocks]
    last = home.blocks[-1]
    top, bottom = min(last.rows), max(last.rows)
    gaps = {below - above - 7 for above, below in pairwise(tops)}
    if len(gaps) == 1 and 0 < (gap := gaps.pop()) <= WIDEST_GAP:
        top -= gap
    left, right = _columns(home.sheet, home.header, home.columns.values())
    words = {column: word for word, column in home.columns.items()}
    height = bottom - top + 1

    def keeps(cell: Cell) -> bool:
        if home.is_computed(cell.row, cell.column):
            return False
        if cell.column in words:
            return words[cell.column] == "power"
        above = home.sheet.cells.get((cell.row - height, cell.column))
        return len(home.blocks) == 1 or (above is not None and above.value == cell.value)

    return Copy(home.sheet, top, bottom, count, left, right, keeps)


def _columns(sheet: Sheet, header: int, columns: Iterable[int]) -> tuple[int, int]:
    """The first and the last column of a row of headings."""
    columns = list(columns)
    left, right = min(columns), max(columns)
    while (cell := sheet.cells.get((header, left - 1))) is not None and not is_blank(cell.value):
        left -= 1
    while (cell := sheet.cells.get((header, right + 1))) is not None and not is_blank(cell.value):
        right += 1
    return left, right


def _roster(
    package: Package,
    blocks: int,
    count: int,
    copies: list[Copy],
    stretches: list[Stretch],
    notes: list[str],
) -> int:
    """Give the list of players more rows, in proportion; how many it has then."""
    area = named(package, ROSTER)
    if area is None:
        return 0
    size = area.bottom - area.top + 1
    if area.bottom == ROWS:
        return size
    wanted = -(-size * (blocks + count) // blocks)
    sheet = package.sheet(area.sheet)
    left, right = _columns(sheet, area.top - 1, [area.left])
    copy = Copy(sheet, area.bottom, area.bottom, wanted - size, left, right, lambda cell: False)
    if what := _in_the_way(package, copy):
        notes.append(
            f"The list of players on {area.sheet} keeps its {size} rows: below it, {what} is in the way."
        )
        return size
    copies.append(copy)
    stretches.append(Stretch(area.sheet, area.top, area.bottom, copy.new.bottom))
    return wanted


def results_arrays(package: Package, games: Stretch) -> Iterator[tuple[Cell, Area, set[str]]]:
    """The array formulas of ours over all these games, the cells that they fill, and what they call."""
    for sheet, cell, reading in table_formulas(package):
        fixed = cell.kind == "array" and not cell.dynamic
        if fixed and cell.area is not None and any(map(games.is_within, reading.areas)):
            yield cell, cell.area._replace(sheet=sheet.name), reading.functions & TABLES


def table_formulas(package: Package) -> Iterator[tuple[Sheet, Cell, Reading]]:
    """Every formula that calls a function of the whole list of games."""
    reader = Reader(package.sheet_names, package.defined_names, package.tables, TABLES)
    for name in package.sheet_names:
        sheet = package.sheet(name)
        for cell in sheet.cells.values():
            if "DIP" in cell.formula.upper():
                reading = reader.read(cell.formula, name, cell.row, cell.column)
                if reading.functions & TABLES:
                    yield sheet, cell, reading


def _rows_needed(called: set[str], area: Area, seats: tuple[int, int], roster: int) -> int:
    """One that had a line for every seat is to have it again; another one, for every player."""
    rows = area.bottom - area.top + 1
    if rows > seats[0]:
        return seats[1] + 1
    if called == {"DIP_AWARDS"}:
        return max(rows, AWARDS)
    return max(rows, players_possible(seats[1], roster) + 1)


def players_possible(seats: int, roster: int) -> int:
    """How many players there can be: as many as the list of players holds, if there is one."""
    return min(seats, roster) if roster else seats


def _lengthened(
    package: Package,
    area: Area,
    rows: int,
    copies: list[Copy],
    stretches: list[Stretch],
    notes: list[str],
) -> bool:
    """Give a results array so many rows, where the cells below it are free."""
    more = rows - (area.bottom - area.top + 1)
    if more <= 0:
        return True
    sheet = package.sheet(area.sheet)
    copy = Copy(sheet, area.bottom, area.bottom, more, area.left, area.right, lambda cell: False)
    if what := _in_the_way(package, copy):
        notes.append(
            f"{area.sheet}!{reference(area)} shows {rows - more - 1} lines and should show {rows - 1}: below "
            f"it, {what} is in the way."
        )
        return False
    copies.append(copy)
    # Its data may be covered from the row below its headings.
    stretches.append(Stretch(area.sheet, area.top + 1, area.bottom, copy.new.bottom))
    return True


def _raise(package: Package, option: str, size: int) -> None:
    """The option that fills our tables with empty text must fill the largest of them."""
    place = option_cell(package, option)
    if place is None or package.cell(*place).formula_xml:
        return
    now = number(package.value(*place))
    if now is not None and now < size:
        package.set_value(*place, size)


def _wider(package: Package, area: Area, rounds: int, more: int) -> bytes:
    """A sheet with a wider standings array. What stands right of the old rounds keeps its looks there."""
    sheet = package.sheet(area.sheet)
    text, clean = _texts(package, sheet.part)
    last = area.left + BEFORE_ROUNDS + rounds - 1
    wider = area._replace(right=area.right + more)
    cells = _Cells(sheet, text, clean)
    cuts: list[Cut] = []
    for row in range(area.top, area.bottom + 1):
        kept = {column: cells.xml(cell) for column, cell in cells.of(row).items()}
        for column in range(last + 1, wider.right + 1):
            looks = cells.of(row).get(min(last, area.right) if column <= last + more else column - more)
            kept.pop(column, None)
            if looks is not None:
                kept[column] = cells.blank(looks._replace(row=row, column=column))
        first = cells.of(row).get(area.left)
        if row == area.top and first is not None:
            kept[area.left] = cells.with_formula(first, row, first.formula, wider)
        if row in cells.rows:
            span, attributes = cells.rows[row]
            cuts.append((*span, cells.row(attributes, kept)))
    for pattern in (_COVERS, _COVERED):
        for found in pattern.finditer(clean, cells.end):
            at = found.group(1) if pattern is _COVERS else found[0]
            base = found.start(1) if pattern is _COVERS else found.start()
            listed = re.search(r"""\ssqref=["']([^"']+)["']|sqref>([^<]*)<""", at)
            if listed is not None:
                group = 1 if listed[1] is not None else 2
                words = [_wider_cells(one, area, more) for one in listed[group].split()]
                cuts.append((base + listed.start(group), base + listed.end(group), " ".join(words)))
    return _cut(text, cuts)


def _wider_cells(text: str, area: Area, more: int) -> str:
    covered = block(text, area.sheet)
    if covered.overlaps(area) and covered.left <= area.left and covered.right == area.right:
        return reference(covered._replace(right=area.right + more))
    return text


# -- what stands in the way -------------------------------------------------------------------


def _in_the_way(package: Package, copy: Copy) -> str:
    """What stands where the copies are to stand, or nothing."""
    new, sheet = copy.new, copy.sheet
    for place in sorted(sheet.cells):
        if new.top <= place[0] <= new.bottom and _holds(sheet.cells[place]):
            source = sheet.cells.get((copy.top + (place[0] - copy.top) % copy.height, place[1]))
            if copy.left <= place[1] <= copy.right or (source is not None and _copied(copy, source)):
                return f"what stands in {address(*place)}"
    unit = new._replace(top=copy.top, bottom=copy.bottom)
    for cell in sheet.cells.values():
        if cell.kind == "dataTable" and cell.area is not None and cell.area.overlaps(unit):
            return f"the what-if table in {address(cell.row, cell.column)}"
    if what := _merged_or_filled(package, sheet, new):
        return what
    for part in package.related("drawing", sheet.part):
        for column, row in _corners(package.part(part) or b""):
            if new.top <= row <= new.bottom and column <= copy.right:
                return f"the picture or chart at {address(row, column)}"
    return ""


def _beside(package: Package, area: Area, more: int) -> str:
    """What stands in the columns right of an array."""
    sheet = package.sheet(area.sheet)
    right = area._replace(left=area.right + 1, right=area.right + more)
    for place, cell in sorted(sheet.cells.items()):
        if right.top <= place[0] <= right.bottom and right.left <= place[1] <= right.right and _holds(cell):
            return f"what stands in {address(*place)}"
    return _merged_or_filled(package, sheet, right)


def _merged_or_filled(package: Package, sheet: Sheet, new: Area) -> str:
    for area in sheet.merged:
        if area.overlaps(new):
            return f"the merged cell {reference(area)}"
    for cell in sheet.cells.values():
        if cell.kind in ("array", "dataTable") and cell.area is not None and cell.area.overlaps(new):
            return f"the array formula in {address(cell.row, cell.column)}"
    for table in package.tables:
        if table.area.overlaps(new):
            return f"the table {table.name}"
    return ""


_CORNER = re.compile(rb"<(?:\w+:)?from>.*?<(?:\w+:)?col>(\d+)<.*?<(?:\w+:)?row>(\d+)<", re.DOTALL)


def _corners(drawing: bytes) -> Iterator[tuple[int, int]]:
    """Column and row of the upper left corner of each picture and chart."""
    return ((int(found[1]) + 1, int(found[2]) + 1) for found in _CORNER.finditer(drawing))


def _holds(cell: Cell) -> bool:
    return bool(cell.formula_xml) or not is_blank(cell.value)


def _copied(copy: Copy, cell: Cell) -> bool:
    """Is what a cell holds copied? Beside the table only formulas that are those of the row above."""
    if not cell.formula_xml:
        return copy.left <= cell.column <= copy.right and not is_blank(cell.value) and copy.keeps(cell)
    if copy.left <= cell.column <= copy.right:
        return True
    above = copy.sheet.cells.get((cell.row - copy.height, cell.column))
    return above is not None and shift(above.formula, copy.height, 0) == cell.formula


# -- what covers it ---------------------------------------------------------------------------


def covering(formula: str, sheet: str, stretches: Sequence[Stretch]) -> str:
    """The formula with its references to all of some rows reaching to the new last one."""
    if not any(str(stretch.last) in formula for stretch in stretches):
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
    for stretch in stretches:
        if stretch.reaches(area, fixed=_rows_fixed(cells)):
            ends = [_ROW.sub(_to_row(stretch), end) for end in cells.split(":")]
            return mark + ":".join(ends)
    return text


_ROW = re.compile(r"(?<!\d)\d+$")


def _rows_fixed(cells: str) -> bool:
    return all(re.search(r"\$\d+$", end) for end in cells.split(":"))


def _to_row(stretch: Stretch) -> Callable[[re.Match[str]], str]:
    return lambda found: str(stretch.bottom) if int(found[0]) == stretch.last else found[0]


def _covering_cells(cells: str, sheet: str, stretches: Sequence[Stretch], copies: Sequence[Copy]) -> str:
    """Areas of a sheet with spaces between them, as validations and formats have them."""
    areas: list[str] = []
    for text in cells.split():
        area = block(text, sheet)
        grown = area
        more: list[Area] = []
        for stretch, copy in zip(stretches, copies, strict=True):
            if copy.sheet.name != sheet:
                continue
            if area.bottom == stretch.last and area.top <= copy.bottom - min(copy.height, 7) + 1:
                grown = area._replace(bottom=stretch.bottom)
            elif copy.top <= area.top and area.bottom <= copy.bottom:
                more += (area._replace(top=area.top + n, bottom=area.bottom + n) for n in copy.shifts())
        areas += (reference(one) if one != area else text for one in (grown, *more))
    return " ".join(areas)


# -- the bytes --------------------------------------------------------------------------------

_TEXTS = re.compile(
    rf"<((?:\w+:)?(?:f|formula|formula1|formula2|definedName|calculatedColumnFormula))({ATTRIBUTES})>([^<]*)</\1\s*>",
    re.DOTALL,
)
_COVERS = re.compile(
    rf"<(?:\w+:)?(?:dataValidation|conditionalFormatting|protectedRange|ignoredError)({ATTRIBUTES})>"
)
_COVERED = re.compile(r"<(\w+:)sqref>([^<]*)</\1sqref>")
_SPARKLINES = re.compile(r"<(\w+:)sparklines>.*?</\1sparklines>", re.DOTALL)
Cut = tuple[int, int, str]


def _rewrite(package: Package, copies: Sequence[Copy], stretches: Sequence[Stretch]) -> None:
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
    text, clean = _texts(package, part)
    return _cut(text, _formula_cuts(clean, "", stretches))


def _with_attributes(package: Package, part: str, sheet: str, stretches: Sequence[Stretch]) -> bytes:
    """A table, which covers the new rows."""
    text, clean = _texts(package, part)
    cuts = [
        (found.start(1), found.end(1), _covering(found[1], sheet, stretches))
        for found in re.finditer(r"""\sref=["']([^"']+)["']""", clean)
    ]
    return _cut(text, [*cuts, *_formula_cuts(clean, sheet, stretches)])


def _with_source(package: Package, part: str, stretches: Sequence[Stretch]) -> bytes:
    """A pivot table's source."""
    text, clean = _texts(package, part)
    cuts = []
    for found in re.finditer(rf"<(?:\w+:)?worksheetSource({ATTRIBUTES})>", clean):
        sheet, cells = attribute(found[1], "sheet"), re.search(r"""\sref=["']([^"']+)["']""", found[1])
        if sheet is not None and cells is not None:
            start = found.start(1)
            cuts.append((start + cells.start(1), start + cells.end(1), _covering(cells[1], sheet, stretches)))
    return _cut(text, cuts)


def _texts(package: Package, part: str) -> tuple[str, str]:
    """A part as it is, and as it is searched."""
    data = package.part(part) or b""
    return data.decode("utf-8"), xml_text(data, part)


def _formula_cuts(clean: str, sheet: str, stretches: Sequence[Stretch], start: int = 0) -> Iterator[Cut]:
    for found in _TEXTS.finditer(clean, start):
        formula = unescape(found[3])
        if (longer := covering(formula, sheet, stretches)) != formula:
            yield found.start(3), found.end(3), encode(longer)


def _cut(text: str, cuts: Iterable[Cut]) -> bytes:
    pieces, done = [], 0
    for start, end, xml in sorted(cuts, key=lambda cut: cut[:2]):
        pieces += [text[done:start], xml]
        done = end
    return "".join([*pieces, text[done:]]).encode("utf-8")


@dataclass
class _Line:
    """A row that is new, or becomes another."""

    attributes: str
    cells: dict[int, str]
    span: tuple[int, int]


class _Cells:
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
        self._text, self._clean = _texts(package, sheet.part)
        self._cells = _Cells(sheet, self._text, self._clean)
        self._prefix = self._cells.prefix
        self._data, self._end = self._cells.start, self._cells.end
        self._formulas = self._covering_formulas()
        self._areas = {
            (cell.row, cell.column): self._covering_area(cell.area)
            for cell in sheet.cells.values()
            if cell.kind == "array" and cell.area is not None and not cell.dynamic
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
            cuts += [*self._merges(), *self._dimension(max(lines))]
        return _cut(self._text, cuts)

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
        for stretch, copy in zip(self._stretches, self._all, strict=True):
            free = copy.left <= area.left and area.right <= copy.right
            if free and stretch.reaches(area, fixed=False):
                return area._replace(bottom=stretch.bottom)
        return area

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
                        if below is None or not _holds(below):
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
        if not _copied(copy, cell):
            return self._cells.blank(cell._replace(row=row))
        if not cell.formula_xml:
            return self._cells.moved(cell, row)
        formula = shift(self._formulas.get((cell.row, cell.column), cell.formula), down, 0)
        area = cell.area if cell.kind == "array" else None
        if area is not None:
            area = area._replace(top=area.top + down, bottom=area.bottom + down)
        return self._cells.with_formula(cell, row, formula, area)

    # --- what else a sheet says about its rows

    def _covers(self) -> Iterator[Cut]:
        """Validations, conditional formats and filters."""
        name, stretches, copies = self._sheet.name, self._stretches, self._all
        for found in _COVERS.finditer(self._clean, self._end):
            cells = re.search(r"""\ssqref=["']([^"']+)["']""", found[1])
            if cells is not None:
                start = found.start(1)
                longer = _covering_cells(cells[1], name, stretches, copies)
                yield start + cells.start(1), start + cells.end(1), longer
        lines = [found.span() for found in _SPARKLINES.finditer(self._clean, self._end)]
        for found in _COVERED.finditer(self._clean, self._end):
            if not any(start <= found.start() < end for start, end in lines):
                yield (*found.span(2), _covering_cells(found[2], name, stretches, copies))
        for found in re.compile(rf"<{self._prefix}autoFilter({ATTRIBUTES})>").finditer(
            self._clean, self._end
        ):
            cells = re.search(r"""\sref=["']([^"']+)["']""", found[1])
            if cells is not None:
                start = found.start(1)
                yield start + cells.start(1), start + cells.end(1), _covering(cells[1], name, stretches)

    def _merges(self) -> Iterator[Cut]:
        p = self._prefix
        new = [
            area._replace(top=area.top + down, bottom=area.bottom + down)
            for copy in self._copies
            for area in self._sheet.merged
            if copy.top <= area.top and area.bottom <= copy.bottom
            for down in copy.shifts()
        ]
        if not new:
            return
        opening = re.compile(rf"<{p}mergeCells({ATTRIBUTES})>").search(self._clean, self._end)
        assert opening is not None
        if (count := re.search(r"""\scount=["'](\d+)["']""", opening[1])) is not None:
            start = opening.start(1)
            yield start + count.start(1), start + count.end(1), str(int(count[1]) + len(new))
        close = self._clean.index(f"</{p}mergeCells", opening.end())
        yield close, close, "".join(f'<{p}mergeCell ref="{reference(area)}"/>' for area in new)

    def _dimension(self, bottom: int) -> Iterator[Cut]:
        pattern = re.compile(rf"""<{self._prefix}dimension\s[^>]*?ref=["']([^"']*)""")
        found = pattern.search(self._clean, 0, self._data)
        if found is not None:
            area = block(found[1])
            yield (*found.span(1), reference(area._replace(bottom=max(area.bottom, bottom))))


def _shared_index(cell: Cell) -> str | None:
    return attribute(cell.formula_xml.partition(">")[0].rstrip("/"), "si")


def _with_number(attributes: str, row: int) -> str:
    return re.sub(r"""(\sr\s*=\s*["'])\d+""", rf"\g<1>{row}", attributes, count=1)
