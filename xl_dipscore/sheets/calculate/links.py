"""List a workbook's formulas, and find the formulas that depend on given cells."""

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from xl_dipscore.sheets.calculate.reader import Reader, Reading
from xl_dipscore.sheets.xlsx.cell import CellValue, computes_on_load
from xl_dipscore.sheets.xlsx.formula import COLUMNS, Area, address
from xl_dipscore.sheets.xlsx.google import find_wrapped_formulas
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.sheet import Sheet

_MOST_CELLS = 1_000_000
_WIDE, _BAND = 100, 32
"""The most columns of a range that is filed by column; the rows of a band. Ranges of more rows are tall."""
_ALL = -1
"""In place of a band: all rows."""
_Key = tuple[str, int, int]
"""A sheet, a column (0: all columns) and a band."""
ONLY_GOOGLE = "only Google Sheets can compute its formula"
"""The reason why a cell keeps its value from Google Sheets."""


@dataclass(eq=False, slots=True)
class Unit:
    """One formula, and the cells that it fills."""

    area: Area
    sheet: Sheet
    cells: Sequence[tuple[int, int]]
    """The area's cells, row by row."""
    stored: Sequence[CellValue]
    """The values of `cells` in the file."""
    array: bool
    dynamic: bool
    reading: Reading
    ours: bool
    """Whether the formula calls one of our functions."""

    @property
    def ref(self) -> str:
        return address(self.area.top, self.area.left)

    @property
    def has_value(self) -> bool:
        """Whether every cell of the area has a value."""
        cells = map(self.sheet.cells.get, self.cells)
        return all(cell is not None and cell.value is not None for cell in cells)

    @property
    def has_original(self) -> bool:
        """Whether the program that saved the workbook computed the stored value from this formula."""
        moves = self.reading.volatile or self.reading.anywhere
        waits = not moves and computes_on_load(self.sheet.cells[self.cells[0]])
        return not waits and not self.sheet.is_replaced(*self.cells[0]) and None not in self.stored


class Outside:
    """Cells of other workbooks that Excel stored in this workbook. Their sheets have names made up by us."""

    def __init__(self, package: Package) -> None:
        self.sheets: dict[tuple[str, str], str] = {}
        self.cells: dict[str, Mapping[tuple[int, int], CellValue]] = {}
        for (number, sheet), cells in package.external_values.items():
            name = find_free_name(f"outside {len(self.cells)}", package.sheet_names)
            self.sheets[str(number), sheet.casefold()] = name
            self.cells[name] = cells


def find_free_name(name: str, taken: Sequence[str]) -> str:
    while name.casefold() in {other.casefold() for other in taken}:
        name += "_"
    return name


def last_used(package: Package) -> tuple[int, int]:
    """The last row and the last column used on any sheet."""
    places = [place for name in package.sheet_names for place in package.sheet(name).cells]
    row, column = (max((place[n] for place in places), default=1) for n in (0, 1))
    return row, column


def units_of(package: Package, reader: Reader, ours: set[str]) -> list[Unit]:
    """Every formula of a workbook. ours: names of our functions."""
    units = []
    for name in package.sheet_names:
        sheet = package.sheet(name)
        wrapped = find_wrapped_formulas(sheet)
        for cell in sheet.cells.values():
            if not cell.formula_xml:
                continue
            here = Area(name, cell.row, cell.column, cell.row, cell.column)
            array = cell.kind in ("array", "dataTable")
            inside = wrapped.get((cell.row, cell.column))
            reading = reader.read((inside or cell).formula, name, cell.row, cell.column)
            if inside is not None:
                reading.problem = ONLY_GOOGLE
            if not cell.formula.strip():
                reading.anywhere = True
                reading.problem = "it is a what-if table, or a formula that was not stored"
            area = cell.area if array and cell.area is not None else here
            if area.size > _MOST_CELLS:
                area, reading.problem = here, "it fills more cells than any list of games has"
            calls_ours = not ours.isdisjoint(reading.functions)
            cells = ((cell.row, cell.column),) if area.single else tuple(area.cells)
            stored = [sheet.original(*place).value for place in cells]
            units.append(Unit(area, sheet, cells, stored, array, cell.dynamic, reading, calls_ours))
    return units


class Links:
    """The formulas that refer to each cell."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self._count = len(units)
        self._anywhere = [unit for unit in units if unit.reading.needs_anywhere]
        self._cells: dict[tuple[str, int, int], list[Unit]] = defaultdict(list)
        self._ranges: dict[Area, list[Unit]] = defaultdict(list)
        for unit in units:
            for area in unit.reading.needed_areas:
                if area.single:
                    self._cells[area.sheet, area.top, area.left].append(unit)
                else:
                    self._ranges[area].append(unit)
        self._filed: dict[_Key, list[Area]] = defaultdict(list)
        """The ranges, by the part of a sheet that they overlap (see `_keys_of_range`)."""
        for area in self._ranges:
            for key in _keys_of_range(area):
                self._filed[key].append(area)

    def downstream(
        self, start: Iterable[Unit | Area], *, known: Collection[Unit] = (), anywhere: bool = True
    ) -> set[Unit]:
        """The units in `start`, and all units that depend on a unit or area in `start`, directly or not.

        known: units that are left out. Units that depend on `start` only through them are left out, too.
        anywhere: include all formulas whose references depend on values.
        """
        found: set[Unit] = set()
        waiting: deque[Area] = deque()
        untouched = dict(self._filed)
        seen: set[Area] = set()

        def add(unit: Unit) -> None:
            if unit not in found and unit not in known:
                found.add(unit)
                waiting.append(unit.area)

        def visit_touched(key: _Key, by: Area) -> None:
            """Add the units that refer to a range that is filed under `key` and overlaps `by`."""
            left = []
            for area in untouched[key]:
                if area in seen:
                    continue
                if area.overlaps(by):
                    seen.add(area)
                    for unit in self._ranges[area]:
                        add(unit)
                else:
                    left.append(area)
            untouched[key] = left

        for item in start:
            if isinstance(item, Unit):
                add(item)
            else:
                waiting.append(item)
        if waiting and anywhere:
            for unit in self._anywhere:
                add(unit)
        while waiting and len(found) < self._count:
            by = waiting.popleft()
            for row in range(by.top, by.bottom + 1):
                for column in range(by.left, by.right + 1):
                    for unit in self._cells.get((by.sheet, row, column), ()):
                        add(unit)
            for key in _keys_touched(by):
                if key in untouched:
                    visit_touched(key, by)
        return found


def _keys_of_range(area: Area) -> Iterator[_Key]:
    """The keys under which a range is filed: wide ones by sheet, tall ones by column, others by band too."""
    if area.right - area.left > _WIDE:
        yield area.sheet, 0, _ALL
        return
    is_tall = area.bottom - area.top > _BAND
    bands = (_ALL,) if is_tall else range(area.top // _BAND, area.bottom // _BAND + 1)
    for column in range(area.left, area.right + 1):
        for band in bands:
            yield area.sheet, column, band


def _keys_touched(by: Area) -> Iterator[_Key]:
    """The keys of all ranges that may overlap an area."""
    yield by.sheet, 0, _ALL
    for column in range(by.left, min(by.right, COLUMNS) + 1):
        yield by.sheet, column, _ALL
        for band in range(by.top // _BAND, by.bottom // _BAND + 1):
            yield by.sheet, column, band
