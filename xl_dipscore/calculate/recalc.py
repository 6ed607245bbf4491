"""Formulas to values: which cells must be computed anew, which can be, and what they come to."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from operator import itemgetter
from types import NoneType
from typing import NamedTuple

from xl_dipscore.calculate.block import (
    MARKS,
    NAME,
    Block,
    CalculatorFailed,
    Change,
    Failure,
    NotComputed,
    OurFunction,
    called,
    filled,
    parts_of,
    picked,
)
from xl_dipscore.calculate.both_wrong import Core
from xl_dipscore.calculate.find_calculator import calculator
from xl_dipscore.calculate.find_office import NoAnswer
from xl_dipscore.calculate.links import GOOGLES, REFUSED, Links, Outside, Unit, last_used, units_of, unused
from xl_dipscore.calculate.opened import iterates, opens
from xl_dipscore.calculate.reader import Reader
from xl_dipscore.calculate.rewritten import Rewriter
from xl_dipscore.calculate.tree import Beyond
from xl_dipscore.calculate.trust import Guard
from xl_dipscore.calculate.vouch import Hearing, Objection, agree, block_of, serial, verdict_on
from xl_dipscore.errors import VALUE
from xl_dipscore.xlsx.formula import Area, absolute, address, quoted
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.sheet import Cell, CellValue, ErrorMark

_ROUNDS = 6
"""How often LibreOffice and our functions may wait for each other's results."""

_Before = defaultdict[str, dict[tuple[int, int], CellValue]]
"""What cells showed before they were written, by sheet."""

DEPENDS = "it depends on a cell that could not be computed"
"""Why a cell is not computed that has nothing against itself."""

CONTRADICTED = "the calculator gets a different value from the one stored in the file"
Place = tuple[str, int, int]
"""Sheet, row and column of a cell."""


class Plain(NamedTuple):
    """A workbook that computes with plain functions what could be computed exactly too."""

    functions: Set[str]
    wrong: Callable[[], Mapping[Place, str]]
    """The cells that show something else once they are computed, and what is to be said of it."""
    proven: Callable[[str, int, int], str] = lambda *_: ""
    """By sheet, row and column: the formula that needs no second calculator, if it stands there."""


Office = Callable[[Package, Sequence[Area], Sequence[Area]], Sequence[Block]]
"""LibreOffice: from a workbook and the cells that it must take as values to the values of other cells."""


@dataclass(frozen=True)
class Recalculated:
    changed: tuple[Change, ...]
    not_computed: tuple[NotComputed, ...]


def recalculate(
    package: Package,
    functions: Sequence[OurFunction],
    office: Office | None = None,
    *,
    everything: bool = False,
    plain: Plain | None = None,
    keep_stale: bool = False,
) -> Recalculated:
    """Compute every formula that depends on our functions, on a changed cell, or on a formula without value.

    The other formulas keep what Excel or LibreOffice computed. What the calculator cannot be trusted with
    (`everything`: every formula that does not call a function of ours) is asked of LibreOffice, if there
    is one; what then remains is listed. Where it depends on something that changed, it has no value any more
    and is computed when the workbook is opened, unless that takes more than a spreadsheet program
    (`keep_stale`: it keeps the old one all the same).
    plain: every formula of no other functions is computed, whatever value it has; one that is wrong is
    listed, and so is all that depends on it. Programs may differ in the order of names that are level.
    Raises NoAnswer where LibreOffice is to compute `everything` and cannot be asked.
    """
    before: _Before = defaultdict(dict)
    for _ in range(_ROUNDS):
        work = _Work(package, functions, before, plain)
        work.compute(everything)
        if not work.refitted():
            break
    if office is not None and work.kept:
        for _ in range(_ROUNDS):
            if not (asked := work.for_office()):
                break
            try:
                answers = office(package, work.without_ours(), [unit.area for unit in asked])
            except NoAnswer:
                if everything:
                    raise
                break
            if not work.accept(asked, answers):
                break
            work.compute(everything)
        else:
            work.give_up()
    if plain is not None:
        work.take_back(plain.wrong())
    if not keep_stale:
        work.empty()
    return Recalculated(tuple(work.changes()), tuple(work.listed()))


def sizes(package: Package, functions: Sequence[OurFunction]) -> dict[Area, tuple[int, int]]:
    """The rows and columns that dynamic arrays come to, of those that can be computed; it changes values."""
    work = _Work(package, functions, defaultdict(dict))
    work.compute(everything=False)
    return work.sizes()


class _Work:
    """One workbook's formulas, and how far they have been computed."""

    def __init__(
        self,
        package: Package,
        functions: Sequence[OurFunction],
        before: _Before,
        plain: Plain | None = None,
    ) -> None:
        """`before` is where it keeps what the cells that it writes showed until then."""
        self._package = package
        self._functions = functions
        ours = {function.name.upper() for function in functions}
        self._outside = Outside(package)
        self._reader = Reader(
            package,
            ours,
            external=self._outside.sheets,
            last=last_used(package),
            rewriter=Rewriter(package),
        )
        self._units = units_of(package, self._reader, ours)
        self._links = Links(self._units)
        self._plain, self._proven = set[Unit](), set[Unit]()
        if plain is not None:
            units = (unit for unit in self._units if not unit.array)
            self._plain = {unit for unit in units if unit.reading.functions <= plain.functions}
            self._proven = {unit for unit in self._plain if unit.formula == plain.proven(*unit.area[:3])}
        self._own = {unit for unit in self._units if unit.ours} | self._plain
        """What is computed whatever it showed, so that this says nothing about the calculator."""
        seeds = [unit for unit in self._units if unit in self._own or not unit.has_value]
        edited = [
            _cell(name, row, column)
            for name in package.sheet_names
            for row, column in package.sheet(name).valued
        ]
        self._live = self._links.downstream([*seeds, *edited])
        self._settled: set[Unit] = set()
        """What LibreOffice has computed."""
        self._refused = {unit for unit in self._live if unit.reading.problem == GOOGLES}
        """What it could not compute."""
        self._reasons = {
            unit: why for unit in self._live if (why := self._reader.problem(unit.reading, unit.array))
        }
        self._contradicted = {unit for unit in self._live if unit.refused}
        """Those for which the calculator gets something else than another program got."""
        for unit in self._contradicted:
            self._reasons.setdefault(unit, CONTRADICTED)
        self._unknown = _unknown_errors(package, self._live)
        self._replayed = False
        self._old = before
        self._sizes: dict[Unit, tuple[int, int]] = {}
        self._doubts: dict[Unit, Objection] = {}
        self._everything = False
        self._now = serial(datetime.now(), package.date1904)
        self.kept: set[Unit] = set()
        self._waiting: set[Unit] = set()
        """Those of them that have no value until the workbook is opened."""
        self._typed: list[NotComputed] = []
        """Cells without a formula that show what they must not."""

    def compute(self, everything: bool) -> None:
        """Compute what can be, and write it."""
        self._everything = everything
        if everything:
            for unit in self._live - self._settled:
                if not unit.ours:
                    self._reasons.setdefault(unit, "LibreOffice could not compute it")
        self.kept = self._downstream({*self._reasons}, self._unknown)
        open_ = self._live - self.kept - self._settled
        todo = [unit for unit in self._units if unit in open_]
        while todo:
            try:
                calculation, values = self._calculated(todo)
                break
            except CalculatorFailed:
                if (culprit := self._culprit(todo)) is None:
                    raise
                self._reasons[culprit] = "the calculator breaks down over it"
                self.kept = self._downstream({*self._reasons}, self._unknown)
                todo = [unit for unit in todo if unit not in self.kept]
        else:
            return
        self._sizes = calculation.sizes()
        for unit in todo:
            if why := _failure(values[unit]):
                self._reasons.setdefault(unit, why)
        self.kept = self._downstream({*self._reasons}, self._unknown)
        self._hear(calculation, {unit: values[unit] for unit in todo if unit not in self.kept})
        for unit in todo:
            if unit not in self.kept:
                _write(unit, values[unit], self._old)

    def _calculated(self, units: Sequence[Unit]) -> tuple[_Calculation, dict[Unit, Block]]:
        """These formulas, computed; once, what the calculator gets differently is noted."""
        calculation = self._calculation(units)
        if not self._replayed:
            for unit in self._replay(calculation):
                self._reasons[unit] = CONTRADICTED
                self._contradicted.add(unit)
            self._replayed = True
        return calculation, calculation.values()

    def _calculation(self, units: Sequence[Unit]) -> _Calculation:
        return _Calculation(
            self._package, self._functions, self._reader, self._outside, units, self._own, self._now
        )

    def _culprit(self, units: Sequence[Unit]) -> Unit | None:
        """The formula over which the calculator breaks down, beside what the others show; None if none."""
        while len(units) > 1:
            half = units[: len(units) // 2]
            units = half if self._breaks(half) else units[len(half) :]
        return units[0] if self._breaks(units) and not self._breaks([]) else None

    def _breaks(self, units: Sequence[Unit]) -> bool:
        try:
            self._calculation(units).values()
        except CalculatorFailed:
            return True
        return False

    def sizes(self) -> dict[Area, tuple[int, int]]:
        """What dynamic arrays come to, as far as they were computed."""
        arrays = [
            unit for unit in self._units if unit.dynamic and (unit in self._sizes or unit not in self.kept)
        ]
        return {unit.area: self._sizes.get(unit, unit.area.shape) for unit in arrays}

    def _hear(self, calculation: _Calculation, values: Mapping[Unit, Block]) -> None:
        """Keep what cannot be vouched for, and what depends on it."""
        sheets = _values(self._package, self._outside, _read_by(values), values)
        hearing = Hearing(
            self._reader,
            calculation.result,
            sheets,
            now=self._now,
            date1904=self._package.date1904,
            any_order=self._plain,
            proven=self._proven,
        )
        if not (doubts := hearing.doubts({u: v for u, v in values.items() if u not in calculation.direct})):
            return
        below = self._links.downstream([unit.area for unit in doubts], known=self._settled)
        for unit, doubt in doubts.items():
            # Where they differ below a doubtful cell, that may be why.
            if doubt.known or unit not in below:
                self._doubts[unit] = doubt
                self._reasons.setdefault(unit, doubt.reason)
        self.kept = self._downstream({*self._reasons}, self._unknown)

    def refitted(self) -> bool:
        """Give the dynamic arrays that grew or shrank their new size; then all is to be computed again."""
        done = False
        for unit, (rows, columns) in self._sizes.items():
            sheet = unit.sheet
            shown = {place: sheet.cells[place].value for place in unit.cells if place in sheet.cells}
            if sheet.refit(unit.area.top, unit.area.left, rows, columns):
                done = True
                for place, value in shown.items():
                    self._old[sheet.name].setdefault(place, value)
        return done

    def _downstream(self, units: set[Unit], areas: Iterable[Area]) -> set[Unit]:
        return self._links.downstream([*units, *areas], known=self._settled) & self._live

    def _replay(self, calculation: _Calculation) -> list[Unit]:
        """The formulas which, from the stored values of our own, do not come to their own stored values.

        That shows where the calculator differs from the program that saved the workbook.
        """
        new = {unit for unit in self._live if unit not in self._own and not unit.has_original}
        """Put in since the workbook was saved, or without a stored value."""
        stored = [unit for unit in calculation.units if unit not in self._own and unit not in new]
        if not stored:
            return []
        lost = [unit.area for unit in calculation.units if unit in self._own and not _is_known(unit)]
        moving = [unit for unit in self._live if unit.reading.volatile]
        unsure = self._links.downstream([*moving, *lost, *new])
        values = calculation.replayed()
        return [unit for unit in stored if unit not in unsure and not _reproduced(unit, values[unit])]

    def for_office(self) -> list[Unit]:
        """What LibreOffice is asked: formulas without functions of ours, and with nothing unknown above them.

        Those whose references depend on values are asked again each time, until nothing moves any more.
        """
        ours = [unit for unit in self.kept if unit.ours]
        beyond = self._links.downstream(ours, known=self._settled, anywhere=False)
        again = self._settled if any(unit.reading.anywhere for unit in self._settled) else set()
        refused = self._links.downstream(self._refused, known=self._settled, anywhere=False)
        beyond |= self._links.downstream(self._not_for_office(), known=self._settled, anywhere=False)
        asked = (self.kept - beyond - refused) | again
        return [unit for unit in self._units if unit in asked]

    def _not_for_office(self) -> list[Unit]:
        """Those on which LibreOffice does not compute what Excel does; it has the word on all others where
        it was asked for everything."""
        if self._everything:
            return []
        core = Core(_values(self._package, self._outside, _read_by(self.kept), {}))
        found = []
        for unit in self.kept:
            doubt = self._doubts.get(unit)
            if doubt is not None:
                may = doubt.office
            else:
                try:
                    nodes = [*chain.from_iterable(unit.reading.arguments)]
                except Beyond:
                    continue
                verdict = verdict_on(core, unit, nodes)
                may = verdict.office and core.of_office(nodes, unit.reading.areas, order=verdict.order)
            if not may:
                found.append(unit)
        return found

    def without_ours(self) -> list[Area]:
        """Where our functions are called, which LibreOffice must take as values."""
        return [unit.area for unit in self._units if unit.ours]

    def accept(self, units: Sequence[Unit], answers: Sequence[Block]) -> bool:
        """Write what LibreOffice came to, and say whether that was new; what it could not compute stays."""
        errors = {
            (unit.area.sheet, *place)
            for unit, values in zip(units, answers, strict=True)
            for place, value in zip(unit.cells, (value for row in values for value in row), strict=False)
            if isinstance(value, ErrorMark)
        }
        for name in self._package.sheet_names:
            errors |= {(name, *place) for place in self._package.sheet(name).errors}
        failed = [
            unit
            for unit, values in zip(units, answers, strict=True)
            if _failure(values)
            # A function that LibreOffice has not may show as #VALUE! too; one that was handed on is fine.
            or (
                any(value == VALUE for row in values for value in row)
                and not (_among(errors, unit) or self._expected(unit, values))
            )
            or self._expected(unit, values) is False
        ]
        lost = self._settled.intersection(failed)
        self._settled -= lost
        self._reasons |= dict.fromkeys(lost, "LibreOffice could not compute it")
        self._refused.update(failed)
        unknown = self._links.downstream(self._refused, known=self._settled, anywhere=False)
        moved = bool(lost)
        for unit, values in zip(units, answers, strict=True):
            if unit not in unknown:
                moved |= unit not in self._settled
                self._settled.add(unit)
                self._reasons.pop(unit, None)
                moved |= _write(unit, values, self._old)
        self.kept -= self._settled
        return moved

    def _expected(self, unit: Unit, values: Block) -> bool | None:
        """Where two calculators differ: whether LibreOffice comes to what one of them says."""
        doubt = self._doubts.get(unit)
        if doubt is None or not doubt.answers:
            return None
        flat = list(chain.from_iterable(values))
        return any(all(map(agree, flat, chain.from_iterable(answer))) for answer in doubt.answers)

    def give_up(self) -> None:
        """Formulas that still move after so many rounds are listed."""
        moving = {unit for unit in self._settled if unit.reading.anywhere}
        self._settled -= moving
        self._reasons |= dict.fromkeys(moving, "it depends on itself")
        self.kept |= self._downstream(moving, [])

    def take_back(self, wrong: Mapping[Place, str]) -> None:
        """Cells that came to what they must not show again what they did, and all that depends on them."""
        places = {(unit.area.sheet, *place): unit for unit in self._units for place in unit.cells}
        typed = {place: why for place, why in wrong.items() if place not in places}
        self._typed = [NotComputed(sheet, address(*place), why) for (sheet, *place), why in typed.items()]
        for place, why in wrong.items():
            if place in places and places[place] not in self.kept:
                self._reasons.setdefault(places[place], why)
        start = [places[place] if place in places else _cell(*place) for place in wrong]
        back = self._links.downstream(start) & self._live - self.kept
        self.kept |= back
        for unit in back:
            showed = self._old[unit.area.sheet]
            for cell in unit.cells:
                if cell in showed:
                    unit.sheet.set_cached(*cell, showed.pop(cell))

    def empty(self) -> None:
        """Take away what must not be shown any more, where the program that opens the workbook computes it.

        What nothing has changed above is right as far as anybody knows.
        """
        if not self.kept or iterates(self._package):
            return
        moved = [
            _cell(name, *place)
            for name in self._package.sheet_names
            for place in self._package.sheet(name).changed_values | self._package.sheet(name).valued
        ]
        stale = self._links.downstream(moved)
        for unit in self.kept:
            if (unit in stale or not unit.has_value) and opens(unit, self._outside):
                self._waiting.add(unit)
                _write(unit, [[None]] * len(unit.cells), self._old)
                said = REFUSED if unit in self._contradicted else "1"
                unit.sheet.compute_on_load(*unit.cells[0], said)

    def changes(self) -> Iterable[Change]:
        for name in self._package.sheet_names:
            cells = self._package.sheet(name).cells
            for place, old in sorted(self._old[name].items(), key=itemgetter(0)):
                new = cells[place].value if place in cells else None
                if not _same(old, new):
                    yield Change(name, address(*place), old, new)

    def listed(self) -> Iterable[NotComputed]:
        """What keeps its old value comes first: nothing else tells it from what is right."""
        yield from self._typed
        for waits in (False, True):
            for unit in self._units:
                if unit in self.kept and (unit in self._waiting) == waits:
                    reason = self._reasons.get(unit, DEPENDS)
                    yield NotComputed(unit.area.sheet, unit.ref, reason, waits)


def _cell(sheet: str, row: int, column: int) -> Area:
    return Area(sheet, row, column, row, column)


def _is_known(unit: Unit) -> bool:
    """Whether the calculator can be given its stored value."""
    known = set(MARKS.values()) - {"#NAME?"}  # a program without our functions put that there
    return all(v is not None and (not isinstance(v, ErrorMark) or v in known) for v in unit.stored)


def _reproduced(unit: Unit, values: Block) -> bool:
    return all(map(_close, unit.stored, chain.from_iterable(values)))


def _close(old: CellValue, new: CellValue) -> bool:
    if isinstance(new, Failure):
        return new != NAME or old == "#NAME?"
    return agree(old, new, near=1e-12)


def _unknown_errors(package: Package, live: set[Unit]) -> list[Area]:
    """Cells with an error that the calculator has not; what depends on them is left alone."""
    unknown = [
        _cell(name, row, column)
        for name in package.sheet_names
        for row, column in package.sheet(name).errors
        if package.sheet(name).cells[row, column].value not in MARKS.values()
    ]
    if not unknown:
        return []
    covered = {(unit.area.sheet, *place) for unit in live for place in unit.cells}
    return [area for area in unknown if (area.sheet, area.top, area.left) not in covered]


class _Calculation:
    """Formulas of one workbook, and the calculator, which gets them and the values around them."""

    def __init__(
        self,
        package: Package,
        functions: Sequence[OurFunction],
        reader: Reader,
        outside: Outside,
        units: Sequence[Unit],
        own: Collection[Unit],
        now: float,
    ) -> None:
        """From the stored values of `own` the other formulas must come to theirs."""
        self.units = units
        self._own = {unit for unit in units if unit in own}
        self._stored: dict[Unit, Block] | None = None
        """What the other formulas come to from the stored values of our own."""
        self._package, self._outside = package, outside
        self._functions = functions
        self._reader = reader
        computed = _at(_places(units))
        self.direct = self._computed_directly(computed)
        self._waiting = [unit for unit in units if unit not in self.direct]
        self._guard = _Guard(package, outside, computed, self._waiting, self.direct, now)
        self._arrays = _Arrays(unit.area for unit in self._waiting)
        self._read = _read_by(self._waiting)

    def _computed_directly(self, computed: _Runs) -> dict[Unit, Block]:
        """Calls of ours whose arguments nothing here computes; the calculator would be slower."""
        by_name = {function.name.upper(): function for function in self._functions}
        found = {}
        known: dict[tuple[str, str], Block] = {}
        for unit in self.units:
            if not unit.ours or unit.dynamic or (call := self._reader.call(unit.reading)) is None:
                continue
            name, given, one = call
            if any(isinstance(value, Area) and computed.touch(value) for value in given):
                continue
            # The cells of a board each ask for all of it.
            asked = name, repr(given)
            if asked not in known:
                arguments = [self._cells(value) if isinstance(value, Area) else value for value in given]
                known[asked] = called(by_name[name], arguments)
            results = picked(known[asked], one)
            if not one or (len(results), len(results[0])) == (1, 1):
                found[unit] = filled(results, unit.area, array=unit.array)
        return found

    def _cells(self, area: Area) -> CellValue | Block:
        """What a function of ours is handed for some cells: the same as from the calculator."""
        if area.sheet in self._outside.cells:
            return block_of(area, map(self._outside.cells[area.sheet].get, area.cells))
        cells = self._package.sheet(area.sheet).cells
        return block_of(area, (cells[place].value if place in cells else None for place in area.cells))

    def replayed(self) -> dict[Unit, Block]:
        """What the other formulas come to from the values that are stored for our own."""
        self._stored = self._computed([unit for unit in self._waiting if unit not in self._own], stored=True)
        return self._stored

    def values(self) -> dict[Unit, Block]:
        if self._stored is None or not self._are_as_stored():
            return self._computed(self._waiting) | self.direct
        return self._stored | self.direct

    def _are_as_stored(self) -> bool:
        """Whether our own come to what is stored for them, and no cell was changed."""
        return (
            self._own <= self.direct.keys()
            and not any(self._package.sheet(name).edited for name in self._package.sheet_names)
            and all(all(map(_same, u.stored, chain.from_iterable(new))) for u, new in self.direct.items())
        )

    def _computed(self, units: Sequence[Unit], *, stored: bool = False) -> dict[Unit, Block]:
        """What these formulas come to, from all other cells as they are, or as they were `stored`."""
        package, outside = self._package, self._outside
        sheets = [*package.sheet_names, *outside.cells, self._guard.sheet]
        self._calculator = calculator()(sheets, self._functions, package.date1904)
        covered = _places(units)
        values = _values(package, outside, self._read, {} if stored else self.direct, stored=stored)
        for name, cells in values.items():
            known = [(*place, value) for place, value in cells.items() if place not in covered[name]]
            self._calculator.put(name, known)
        for unit in units:
            text = self._reader.text(unit.reading, unit.array, self._guard)
            dynamic = self.units.index(unit) if unit.dynamic else None
            after = self._arrays.before(unit.area, unit.reading.areas)
            self._calculator.formula(unit.area, text, array=unit.array, dynamic=dynamic, after=after)
        for row, text in enumerate(self._guard.counts, 1):
            self._calculator.plain(self._guard.sheet, row, 1, text)
        self._calculator.run()
        found = {unit: self._calculator.values(unit.area) for unit in units}
        self._calculator.end()
        return found

    def result(self, name: str, arguments: Sequence[CellValue | Block]) -> Block | None:
        """What a call of ours came to within a formula."""
        return self._calculator.result(name, arguments)

    def sizes(self) -> dict[Unit, tuple[int, int]]:
        """The dynamic arrays that no longer have the size of their cells."""
        return {self.units[number]: size for number, size in self._calculator.sizes.items()}


def _places(units: Iterable[Unit]) -> dict[str, set[tuple[int, int]]]:
    """The cells that formulas fill, by sheet."""
    found: dict[str, set[tuple[int, int]]] = defaultdict(set)
    for unit in units:
        found[unit.area.sheet].update(unit.cells)
    return found


def _values(
    package: Package,
    outside: Outside,
    read: _Runs,
    new: Mapping[Unit, Block],
    *,
    stored: bool = False,
) -> dict[str, dict[tuple[int, int], CellValue]]:
    """What stands in the cells that are `read`, or was `stored` there; what is `new` in those of formulas."""
    sheets = {name: dict(cells) for name, cells in outside.cells.items()}
    for name in package.sheet_names:
        sheet = package.sheet(name)
        cells = read.among(sheet.cells.values(), name)
        if stored:
            cells = (sheet.original(*cell[:2]) for cell in cells)
        sheets[name] = {cell[:2]: cell.value for cell in cells}
    for unit, block in new.items():
        sheets[unit.area.sheet].update(zip(unit.cells, chain.from_iterable(block), strict=True))
    return {
        name: {place: value for place, value in cells.items() if value is not None}
        for name, cells in sheets.items()
    }


class _Runs:
    """Some cells, as runs of rows in each column, or all cells."""

    def __init__(self, strips: Iterable[tuple[str, int, int, int]], *, everything: bool = False) -> None:
        """Of each strip the sheet, the column (perhaps _ANY), the first and the last row."""
        self._everything = everything
        self._runs: dict[str, dict[int, list[tuple[int, int]]]] = defaultdict(lambda: defaultdict(list))
        for sheet, column, first, last in strips:
            self._runs[sheet][column].append((first, last))
        for columns in self._runs.values():
            for column, spans in columns.items():
                columns[column] = _joined(spans)

    def among(self, cells: Iterable[Cell], sheet: str) -> Iterator[Cell]:
        """Those of a sheet's cells."""
        columns = self._runs.get(sheet, {})
        if self._everything:
            yield from cells
        elif columns:
            for cell in cells:
                row, column = cell[:2]
                if any(_meet(columns.get(n, []), row, row) for n in (column, _ANY)):
                    yield cell

    def touch(self, area: Area) -> bool:
        """Whether one of them is in this area."""
        columns = self._runs.get(area.sheet, {})
        if area.left == area.right:
            found: Iterable[int] = (area.left, _ANY)
        else:
            found = (column for column in columns if area.left <= column <= area.right or column == _ANY)
        return self._everything or any(_meet(columns.get(n, []), area.top, area.bottom) for n in found)


_ANY = 0
"""Stands for every column, where an area has very many."""
_WIDE = 100


def _read_by(units: Iterable[Unit]) -> _Runs:
    """The cells that formulas look at: the calculators take their time over each one."""
    units = list(units)
    areas = {area for unit in units for area in unit.reading.areas}
    return _Runs(_strips(areas), everything=any(unit.reading.anywhere for unit in units))


def _strips(areas: Iterable[Area]) -> Iterator[tuple[str, int, int, int]]:
    for area in areas:
        columns = range(area.left, area.right + 1) if area.right - area.left <= _WIDE else (_ANY,)
        yield from ((area.sheet, column, area.top, area.bottom) for column in columns)


def _at(places: Mapping[str, Iterable[tuple[int, int]]]) -> _Runs:
    """The cells at these places of sheets."""
    return _Runs((name, column, row, row) for name, there in places.items() for row, column in there)


def _meet(runs: list[tuple[int, int]], first: int, last: int) -> bool:
    """Whether one of these runs has a row from the first to the last."""
    place = bisect_left(runs, (last + 1,)) - 1
    return place >= 0 and first <= runs[place][1]


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """First and last rows, in order, those that meet made one."""
    found: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if found and first <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(last, found[-1][1])
        else:
            found.append((first, last))
    return found


def _among(cells: set[tuple[str, int, int]], unit: Unit) -> bool:
    """Whether a formula refers to one of these cells, its own apart."""
    own = {(unit.area.sheet, *place) for place in unit.cells}
    return any(
        area.sheet == name and area.holds((row, column))
        for name, row, column in cells - own
        for area in unit.reading.areas
    )


class _Guard(Guard):
    """Knows which cells are computed or may be errors; has the errors counted, on a sheet of its own."""

    def __init__(
        self,
        package: Package,
        outside: Outside,
        computed: _Runs,
        waiting: Iterable[Unit],
        known: Mapping[Unit, Block],
        now: float,
    ) -> None:
        """Cells `waiting` to be computed, and those that hold errors or are `known` to, are a risk."""
        super().__init__()
        self.now = now
        self.sheet = unused("errors", [*package.sheet_names, *outside.cells])
        self.counts: list[str] = []
        """The formulas there, one below the other."""
        self._counted: dict[Area, tuple[str, str] | None] = {}
        self._computed = computed
        risky = _places(waiting)
        for name in package.sheet_names:
            sheet = package.sheet(name)
            replaced = (place for place in sheet.edited if type(sheet.original(*place).value) is ErrorMark)
            risky[name].update(sheet.errors, replaced)
        for name, cells in outside.cells.items():
            risky[name].update(place for place, value in cells.items() if type(value) is ErrorMark)
        for unit, values in known.items():
            new = zip(unit.cells, chain.from_iterable(values), strict=True)
            risky[unit.area.sheet].update(place for place, value in new if type(value) is ErrorMark)
        self._risky = _at(risky)

    def computed(self, area: Area) -> bool:
        return self._computed.touch(area)

    def errors(self, area: Area) -> tuple[str, str] | None:
        if area not in self._counted:
            self._counted[area] = self._count(area) if self._risky.touch(area) else None
        return self._counted[area]

    def _count(self, area: Area) -> tuple[str, str]:
        first, last = absolute(area.top, area.left), absolute(area.bottom, area.right)
        # As an array on cells of its own they would slow down all that hangs on it, many times.
        codes = f"DIP_CODES({quoted(area.sheet)}!{first}:{last})"
        self.counts.append(f"=COUNT({codes})")
        return f"{quoted(self.sheet)}!{absolute(len(self.counts), 1)}", codes


class _Arrays:
    """The areas that one formula each fills, to be looked for by the cells that others refer to."""

    def __init__(self, areas: Iterable[Area]) -> None:
        self._parts: dict[str, list[Area]] = defaultdict(list)
        for area in areas:
            self._parts[area.sheet] += () if area.single else parts_of(area)
        self._cells = _Runs(_strips(chain.from_iterable(self._parts.values())))
        self._known: dict[Area, dict[str, Area]] = {}

    def before(self, own: Area, areas: Iterable[Area]) -> list[str]:
        """The first cells of the arrays of which these areas hold other cells only, but for its own."""
        found: dict[str, Area] = {}
        for area in areas:
            found |= self._partly(area)
        return [first for first, part in found.items() if not part.overlaps(own)]

    def _partly(self, area: Area) -> dict[str, Area]:
        if area not in self._known:
            self._known[area] = {
                f"{quoted(part.sheet)}!{absolute(part.top, part.left)}": part
                for part in (self._parts[area.sheet] if self._cells.touch(area) else ())
                if part.overlaps(area) and not (part.top >= area.top and part.left >= area.left)
            }
        return self._known[area]


def _failure(values: Block) -> str:
    return next((value for row in values for value in row if isinstance(value, Failure)), "")


def _write(unit: Unit, values: Block, before: _Before) -> bool:
    """Put the values into the sheet where they are new; what they replace is kept in `before`."""
    sheet, showed = unit.sheet, before[unit.area.sheet]
    new_ones = False
    for place, new in zip(unit.cells, chain.from_iterable(values), strict=True):
        cell = sheet.cells.get(place)
        old = None if cell is None else cell.value
        if not _same(old, new):
            sheet.set_cached(*place, new)
            showed.setdefault(place, old)
            new_ones = True
    return new_ones


def _same(old: CellValue, new: CellValue) -> bool:
    """Equal as a person sees them: numbers to the 15 digits that a spreadsheet keeps."""
    if type(old) is type(new) and old == new:
        return True
    if isinstance(old, _NOT_NUMBERS) or isinstance(new, _NOT_NUMBERS):
        return False
    # Writing numbers out is slow, and seldom needed.
    return math.isclose(old, new, rel_tol=1e-13) and f"{old:.15g}" == f"{new:.15g}"


_NOT_NUMBERS = (bool, str, NoneType)
