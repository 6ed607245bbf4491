"""Formulas to values: which cells must be computed anew, which can be, and what they come to."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xl_dipscore.workbook.engine import MARKS, Calculator, Failure, Function
from xl_dipscore.workbook.formula import COLUMNS, Area, address
from xl_dipscore.workbook.package import Package
from xl_dipscore.workbook.reader import Reader, Reading
from xl_dipscore.workbook.sheet import CellValue, ErrorMark

_MOST_CELLS = 100_000


class Change(NamedTuple):
    """A cell that shows another value now."""

    sheet: str
    ref: str
    old: CellValue
    new: CellValue


class NotComputed(NamedTuple):
    """A cell that may be out of date, and why it could not be computed."""

    sheet: str
    ref: str
    reason: str


@dataclass(frozen=True)
class Recalculated:
    changed: tuple[Change, ...]
    not_computed: tuple[NotComputed, ...]


@dataclass(frozen=True, eq=False)
class _Unit:
    """One formula and the cells it fills."""

    area: Area
    array: bool
    dynamic: bool
    reading: Reading

    @property
    def ref(self) -> str:
        return address(self.area.top, self.area.left)

    @property
    def cells(self) -> Iterable[tuple[int, int]]:
        area = self.area
        return (
            (row, column)
            for row in range(area.top, area.bottom + 1)
            for column in range(area.left, area.right + 1)
        )


def recalculate(package: Package, functions: Sequence[Function]) -> Recalculated:
    """Compute every formula that depends on our functions, on a changed cell, or on a formula without value.

    The other formulas keep what Excel or LibreOffice computed; so does everything that cannot be
    computed here, and is listed.
    """
    ours = {function.name.upper() for function in functions}
    reader = Reader(package.sheet_names, package.defined_names, package.tables, ours)
    units = _units(package, reader)
    links = _Links(units)
    seeds = [unit for unit in units if unit.reading.functions & ours or not _has_value(package, unit)]
    edited = [
        Area(name, row, column, row, column)
        for name in package.sheet_names
        for row, column in package.sheet(name).valued
    ]
    live = links.downstream([*seeds, *edited])
    reasons = {unit: why for unit in live if (why := reader.problem(unit.reading, unit.array))}
    kept = _kept(links, reasons, _unknown_errors(package, live)) & live
    computed = [unit for unit in units if unit in live and unit not in kept]
    if computed:
        values = _compute(package, functions, reader, computed)
        failed = {unit: why for unit in computed if (why := _failure(values[unit]))}
        reasons |= failed
        kept |= _kept(links, failed, []) & live
    else:
        values = {}
    changed = [
        change for unit in computed if unit not in kept for change in _write(package, unit, values[unit])
    ]
    return Recalculated(tuple(changed), tuple(_listed(units, kept, reasons)))


def _units(package: Package, reader: Reader) -> list[_Unit]:
    units = []
    for name in package.sheet_names:
        for cell in package.sheet(name).cells.values():
            if not cell.formula_xml:
                continue
            here = Area(name, cell.row, cell.column, cell.row, cell.column)
            array = cell.kind in ("array", "dataTable")
            reading = reader.read(cell.formula, name)
            if not cell.formula.strip():
                reading.anywhere = True
                reading.problem = "it is a what-if table, or a formula that was not stored"
            area = cell.area if array and cell.area is not None else here
            if (area.bottom - area.top + 1) * (area.right - area.left + 1) > _MOST_CELLS:
                area, reading.problem = here, "it fills more cells than any list of games has"
            units.append(_Unit(area, array, cell.dynamic, reading))
    return units


def _has_value(package: Package, unit: _Unit) -> bool:
    cells = package.sheet(unit.area.sheet).cells
    return all((cell := cells.get(place)) is not None and cell.value is not None for place in unit.cells)


def _unknown_errors(package: Package, live: set[_Unit]) -> list[Area]:
    """Cells with an error that the calculator has not; what depends on them is left alone."""
    covered = {(unit.area.sheet, *place) for unit in live for place in unit.cells}
    return [
        Area(name, row, column, row, column)
        for name in package.sheet_names
        for (row, column), cell in package.sheet(name).cells.items()
        if isinstance(cell.value, ErrorMark)
        and cell.value not in MARKS.values()
        and (name, row, column) not in covered
    ]


class _Links:
    """Which formulas refer to which cells."""

    def __init__(self, units: Sequence[_Unit]) -> None:
        self._anywhere = [unit for unit in units if unit.reading.anywhere]
        self._cells: dict[tuple[str, int, int], list[_Unit]] = defaultdict(list)
        self._ranges: dict[Area, list[_Unit]] = defaultdict(list)
        for unit in units:
            for area in unit.reading.areas:
                if area.single:
                    self._cells[area.sheet, area.top, area.left].append(unit)
                else:
                    self._ranges[area].append(unit)
        self._columns: dict[tuple[str, int], list[Area]] = defaultdict(list)
        self._wide: dict[str, list[Area]] = defaultdict(list)
        for area in self._ranges:
            if area.right - area.left > 100:
                self._wide[area.sheet].append(area)
            else:
                for column in range(area.left, area.right + 1):
                    self._columns[area.sheet, column].append(area)

    def downstream(self, start: Iterable[_Unit | Area]) -> set[_Unit]:
        """The units among `start`, and all that depends on them."""
        found: set[_Unit] = set()
        waiting: deque[Area] = deque()
        columns = {key: list(areas) for key, areas in self._columns.items()}
        wide = {key: list(areas) for key, areas in self._wide.items()}
        seen: set[Area] = set()

        def add(unit: _Unit) -> None:
            if unit not in found:
                found.add(unit)
                waiting.append(unit.area)

        def hit(areas: list[Area], by: Area) -> list[Area]:
            """Those of the ranges that are still untouched; whoever uses a touched one is found."""
            left = []
            for area in areas:
                if area in seen:
                    continue
                if area.overlaps(by):
                    seen.add(area)
                    for unit in self._ranges[area]:
                        add(unit)
                else:
                    left.append(area)
            return left

        for item in start:
            if isinstance(item, _Unit):
                add(item)
            else:
                waiting.append(item)
        if waiting:
            for unit in self._anywhere:
                add(unit)
        while waiting:
            by = waiting.popleft()
            for row in range(by.top, by.bottom + 1):
                for column in range(by.left, by.right + 1):
                    for unit in self._cells.get((by.sheet, row, column), ()):
                        add(unit)
            for column in range(by.left, min(by.right, COLUMNS) + 1):
                if (by.sheet, column) in columns:
                    columns[by.sheet, column] = hit(columns[by.sheet, column], by)
            if by.sheet in wide:
                wide[by.sheet] = hit(wide[by.sheet], by)
        return found


def _kept(links: _Links, reasons: dict[_Unit, str], unknown: list[Area]) -> set[_Unit]:
    return links.downstream([*reasons, *unknown])


def _listed(units: Sequence[_Unit], kept: set[_Unit], reasons: dict[_Unit, str]) -> Iterable[NotComputed]:
    for unit in units:
        if unit in kept:
            reason = reasons.get(unit, "it depends on a cell that could not be computed")
            yield NotComputed(unit.area.sheet, unit.ref, reason)


def _compute(
    package: Package, functions: Sequence[Function], reader: Reader, units: Sequence[_Unit]
) -> dict[_Unit, list[list[CellValue | Failure]]]:
    needed = {area.sheet for unit in units for area in unit.reading.areas}
    codes = {name: _unused(f"errors {number}", package.sheet_names) for number, name in enumerate(needed)}
    sheets = [*package.sheet_names, *codes.values()]
    calculator = Calculator(sheets, functions, package.date1904)
    covered: dict[str, set[tuple[int, int]]] = defaultdict(set)
    for unit in units:
        covered[unit.area.sheet].update(unit.cells)
    for name in package.sheet_names:
        if name in needed:
            constants = [
                (row, column, cell.value)
                for (row, column), cell in sorted(package.sheet(name).cells.items())
                if cell.value is not None and (row, column) not in covered[name]
            ]
            calculator.put(name, constants)
    guard = _Guard(package, calculator, codes, covered)
    for unit in units:
        text = reader.text(unit.reading, unit.array, guard)
        calculator.formula(unit.area, text, array=unit.array, dynamic=unit.dynamic)
    calculator.run()
    return {unit: calculator.values(unit.area) for unit in units}


def _unused(name: str, taken: Sequence[str]) -> str:
    while name.casefold() in {other.casefold() for other in taken}:
        name += "_"
    return name


class _Guard:
    """Keeps, on a sheet of its own, the error codes of cells that conditional sums add."""

    def __init__(
        self,
        package: Package,
        calculator: Calculator,
        codes: dict[str, str],
        covered: dict[str, set[tuple[int, int]]],
    ) -> None:
        self._calculator = calculator
        self._codes = codes
        self._known: dict[Area, str] = {}
        self._written: set[tuple[str, int, int]] = set()
        self._risky: dict[tuple[str, int], list[int]] = defaultdict(list)
        for name in codes:
            cells = package.sheet(name).cells
            errors = {place for place, cell in cells.items() if isinstance(cell.value, ErrorMark)}
            for row, column in sorted(errors | covered[name]):
                self._risky[name, column].append(row)

    def __call__(self, area: Area) -> str:
        if area not in self._known:
            self._known[area] = self._watch(area)
        return self._known[area]

    def _watch(self, area: Area) -> str:
        found = False
        sheet = self._codes[area.sheet]
        quoted = "'" + area.sheet.replace("'", "''") + "'"
        for (name, column), rows in self._risky.items():
            if name != area.sheet or not area.left <= column <= area.right:
                continue
            for row in rows[bisect_left(rows, area.top) : bisect_right(rows, area.bottom)]:
                found = True
                if (sheet, row, column) not in self._written:
                    self._written.add((sheet, row, column))
                    self._calculator.error_code(sheet, row, column, f"{quoted}!{address(row, column)}")
        last = address(area.bottom, area.right)
        return f"'{sheet}'!{address(area.top, area.left)}:{last}" if found else ""


def _failure(values: list[list[CellValue | Failure]]) -> str:
    return next((value for row in values for value in row if isinstance(value, Failure)), "")


def _write(package: Package, unit: _Unit, values: list[list[CellValue | Failure]]) -> Iterable[Change]:
    sheet = package.sheet(unit.area.sheet)
    for (row, column), new in zip(unit.cells, (value for line in values for value in line), strict=True):
        cell = sheet.cells.get((row, column))
        old = None if cell is None else cell.value
        if not _same(old, new):
            sheet.set_cached(row, column, new)
            yield Change(sheet.name, address(row, column), old, new)


def _same(old: CellValue, new: CellValue) -> bool:
    """Equal as a person sees them: numbers to the 15 digits that a spreadsheet keeps."""
    if old is None or new is None or isinstance(old, bool) or isinstance(new, bool):
        return type(old) is type(new) and old == new
    if isinstance(old, str) or isinstance(new, str):
        return isinstance(old, str) and isinstance(new, str) and old == new
    return f"{old:.15g}" == f"{new:.15g}"
