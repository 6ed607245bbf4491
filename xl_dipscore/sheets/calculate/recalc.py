"""Recompute a workbook: choose formulas, compute them, and ask another program for uncertain values."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from functools import cache, cached_property, partial
from itertools import chain
from operator import itemgetter
from types import NoneType
from typing import Literal, NamedTuple

from xl_dipscore.errors import VALUE
from xl_dipscore.sheets.calculate.block import Block, Change, Failure, NotComputed, OurFunction, agree
from xl_dipscore.sheets.calculate.excel import NOT_BY_EXCEL, Excel
from xl_dipscore.sheets.calculate.find_office import NoAnswer
from xl_dipscore.sheets.calculate.kinds import NEVER_FOR_EXCEL, OF_COMPUTER, Unsure, Why
from xl_dipscore.sheets.calculate.links import ONLY_GOOGLE, Links, Outside, Unit, last_used, units_of
from xl_dipscore.sheets.calculate.opened import can_program_compute, has_iteration
from xl_dipscore.sheets.calculate.reader import Reader
from xl_dipscore.sheets.calculate.run import Run, stored_value
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark
from xl_dipscore.sheets.xlsx.formula import Area, address
from xl_dipscore.sheets.xlsx.package import Package

_ROUNDS = 6
"""The most rounds of computing. Another round follows if array sizes changed, or an Office has answered."""
_NEAR = 1e-12
"""The relative difference of two numbers that counts as none: another program may add in another order."""
NOT_BY_OFFICE = "LibreOffice could not compute it"

_Before = defaultdict[str, dict[tuple[int, int], CellValue]]
"""The values that cells had before new values were written, by sheet, row and column."""
Place = tuple[str, int, int]
"""Sheet, row and column of a cell."""


class Plain(NamedTuple):
    """A request to compute all formulas that use only `functions`, and to check the results."""

    functions: Set[str]
    wrong: Callable[[], Mapping[Place, str]]
    """Returns the cells with wrong results, and for each cell the reason to report."""


Office = Callable[[Package, Sequence[Area], Sequence[Area]], Sequence[Block]]
"""LibreOffice or Excel. The arguments are a workbook, the areas whose formulas are replaced by their values,
and the areas to compute. Returns a block of values for each area to compute."""


@dataclass(frozen=True)
class Recalculated:
    changed: tuple[Change, ...]
    not_computed: tuple[NotComputed, ...]
    differing: tuple[Change, ...] = ()
    """Cells that got another value although their inputs did not change."""


@dataclass(slots=True)
class _State:
    way: Literal["computed", "answered", "unsure", "below"]
    """Computed by us; answered by an Office; unsure for its own reason; below: depends on an unsure cell."""
    reason: str = ""
    office: bool = True
    """Whether an Office may be asked."""
    failed: bool = False
    """Whether an Office was asked and could not compute the formula."""
    waits: bool = False
    """Whether the formula has no value until a program opens the workbook."""

    @property
    def known(self) -> bool:
        return self.way in ("computed", "answered")


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

    All other formulas keep their values from the file. If Excel's answer is uncertain, `office` is asked, if
    there is one. Formulas that still have no certain value are listed. A listed formula loses its value if it
    certainly depends on a changed cell and if a program can compute it from the workbook alone. The program
    then computes the formula on opening the workbook.
    everything: ask `office` for every formula without our functions.
    keep_stale: no formula loses its value.
    plain: also compute every formula that uses only `plain.functions`. Such a formula may sort names of
        uncertain order in any order. Cells that `plain.wrong` returns, and their dependants, are listed.
    Raises NoAnswer if `everything` is set and LibreOffice cannot be asked; NoExcel if Excel cannot start.
    """
    before: _Before = defaultdict(dict)
    for _ in range(_ROUNDS):
        work = _Work(package, functions, before, plain, excel=isinstance(office, Excel))
        work.compute(everything)
        if not work.refit_arrays():
            break
    if office is not None and work.uncomputed_units:
        work.ask(office, everything)
    if plain is not None:
        work.restore_old_values(plain.wrong())
    differing = tuple(work.find_unexplained_changes())
    if not keep_stale:
        work.clear_stale_values()
    return Recalculated(tuple(work.changes()), tuple(work.list_not_computed()), differing)


def array_sizes(package: Package, functions: Sequence[OurFunction]) -> dict[Area, tuple[int, int]]:
    """Compute and write values. Returns the rows and columns of each computed dynamic array, by its area."""
    work = _Work(package, functions, defaultdict(dict))
    work.compute(everything=False)
    return work.array_sizes()


def serial(now: datetime, date1904: bool) -> float:
    """A date and time as the number that a cell stores: days since day 0 of the workbook."""
    since = now - datetime(1904, 1, 1) if date1904 else now - datetime(1899, 12, 30)
    return since.total_seconds() / 86_400


class _Work:
    def __init__(
        self,
        package: Package,
        functions: Sequence[OurFunction],
        before: _Before,
        plain: Plain | None = None,
        *,
        excel: bool = False,
    ) -> None:
        """before: old values of changed cells are added to it. excel: is Excel the program to ask?"""
        self._package, self._functions = package, functions
        self._excel, self._refusal = excel, NOT_BY_EXCEL if excel else NOT_BY_OFFICE
        ours = {function.name.upper() for function in functions}
        self._outside = Outside(package)
        self._reader = Reader(package, ours, external=self._outside.sheets, last=last_used(package))
        self._units = units_of(package, self._reader, ours)
        self._links = Links(self._units)
        named = set() if plain is None else plain.functions
        self._plain = {u for u in self._units if plain and not u.array and u.reading.functions <= named}
        seeds = [unit for unit in self._units if unit.ours or unit in self._plain or not unit.has_value]
        edited = [
            _cell(name, *place)
            for name in package.sheet_names
            for place in package.sheet(name).replaced_cells
        ]
        live = self._links.downstream([*seeds, *edited])
        self._live = [unit for unit in self._units if unit in live]
        self._states = {
            unit: _State("unsure", why, unit.reading.problem != ONLY_GOOGLE)
            for unit in self._live
            if (why := unit.reading.problem)
        }
        """The states of the formulas to compute (see `_live`). `compute` adds missing states."""
        self._old = before
        self._sizes: dict[Unit, tuple[int, int]] = {}
        self._now = serial(datetime.now(), package.date1904)
        self._typed: list[NotComputed] = []
        """Wrong cells without a formula."""

    @property
    def uncomputed_units(self) -> set[Unit]:
        return {unit for unit, state in self._states.items() if not state.known}

    def _answered_units(self) -> set[Unit]:
        return {unit for unit, state in self._states.items() if state.way == "answered"}

    def compute(self, everything: bool) -> None:
        """Compute the formulas in `_live` as far as possible, and write their values."""
        todo = [u for u in self._live if u not in self._states or self._states[u].way != "answered"]
        refused = {unit: Unsure(unit.reading.problem) for unit in todo if unit.reading.problem}
        if everything:
            refused = {unit: Unsure(self._refusal) for unit in todo if not unit.ours} | refused
        run = Run(
            self._package, self._outside, self._reader, self._functions, self._now, any_order=self._plain
        )
        run.compute(todo, refused)
        never = Why.NOT_FOR_EXCEL if self._excel else Why.NOT_FOR_OFFICE
        local = OF_COMPUTER | NEVER_FOR_EXCEL if self._excel else OF_COMPUTER
        self._sizes = run.sizes
        for unit in todo:
            failed = unit in self._states and self._states[unit].failed
            if unit in run.results:
                self._states[unit] = _State("computed", failed=failed)
                _write(unit, [list(map(stored_value, row)) for row in run.results[unit]], self._old)
            else:
                why = run.failures[unit]
                way: Literal["below", "unsure"] = "below" if str(why) == Why.DEPENDS else "unsure"
                office = (everything or str(why) not in never) and not unit.reading.functions & local
                self._states[unit] = _State(
                    way, str(why), office and unit.reading.problem != ONLY_GOOGLE, failed
                )

    def array_sizes(self) -> dict[Area, tuple[int, int]]:
        uncomputed = self.uncomputed_units
        arrays = [u for u in self._units if u.dynamic and (u in self._sizes or u not in uncomputed)]
        return {unit.area: self._sizes.get(unit, unit.area.shape) for unit in arrays}

    def refit_arrays(self) -> bool:
        """Resize dynamic arrays that grew or shrank. Returns whether any did: then recompute everything."""
        done = False
        for unit, (rows, columns) in self._sizes.items():
            sheet = unit.sheet
            shown = {place: sheet.cells[place].value for place in unit.cells if place in sheet.cells}
            if sheet.refit(unit.area.top, unit.area.left, rows, columns):
                done = True
                for place, value in shown.items():
                    self._old[sheet.name].setdefault(place, value)
        return done

    def find_unexplained_changes(self) -> Iterable[Change]:
        """Computed cells that had another value in the file, although the cells they use did not change."""
        differing = [unit for unit in self._live if _differs(unit) and self._should_repeat_value(unit)]
        changed = self._changed_places()
        touched = cache(partial(_is_touched, changed))
        # Most formulas read a changed cell themselves. The others may do so through formulas between.
        doubtful = [unit for unit in differing if not any(map(touched, unit.reading.needed_areas))]
        below = self._links.downstream(_areas(changed), anywhere=False) if doubtful else set()
        for unit in doubtful:
            if unit in below:
                continue
            new = (unit.sheet.cells[place].value for place in unit.cells)
            for place, old, value in zip(unit.cells, unit.stored, new, strict=True):
                if not agree(old, value, near=_NEAR):
                    yield Change(unit.area.sheet, address(*place), old, value)

    def _should_repeat_value(self, unit: Unit) -> bool:
        """Must a computed value equal the value in the file, unless a cell that the formula reads changed?"""
        moves = unit.reading.volatile or unit.reading.anywhere
        computed = self._states[unit].way == "computed" and not unit.ours and unit not in self._plain
        return computed and not moves and unit.has_original

    def _changed_places(self) -> Mapping[str, Set[tuple[int, int]]]:
        """For each sheet, the cells whose value differs from the value in the file."""
        sheets = map(self._package.sheet, self._package.sheet_names)
        return {sheet.name: sheet.changed_values | sheet.replaced_cells for sheet in sheets}

    def _certain_dependants(self, units: Iterable[Unit]) -> set[Unit]:
        """The units, and all units that certainly depend on them. Answered units are left out."""
        return self._links.downstream(units, known=self._answered_units(), anywhere=False)

    def ask(self, office: Office, everything: bool) -> None:
        """Ask a program for uncomputed formulas until its answers change nothing. Raises NoAnswer."""
        for _ in range(_ROUNDS):
            if not (asked := self._for_office()):
                return
            try:
                answers = office(self._package, self._areas_as_values(asked), [unit.area for unit in asked])
            except NoAnswer:
                if everything:
                    raise
                return
            if not self._accept(asked, answers):
                return
            self.compute(everything)
        self._reject_unsettled()

    def _for_office(self) -> list[Unit]:
        """The formulas to ask the program for. They call none of our functions, and need no unknown values.

        If an answered formula has references that depend on values, include all answered formulas.
        """
        uncomputed, answered = self.uncomputed_units, self._answered_units()
        again = answered if any(unit.reading.anywhere for unit in answered) else set()
        never = [unit for unit in uncomputed if unit.ours or not self._may_ask_office(unit)]
        asked = (uncomputed - self._certain_dependants(never)) | again
        return [unit for unit in self._live if unit in asked]

    def _may_ask_office(self, unit: Unit) -> bool:
        """May the program be asked for a formula?

        For LibreOffice, TRUE and FALSE are numbers. Unless LibreOffice is asked for everything, it is not
        asked for formulas that read TRUE or FALSE.
        """
        state = self._states[unit]
        if state.failed or not state.office:
            return False
        if self._excel:  # the hidden Excel has no add-ins and no macros
            return can_program_compute(unit, self._outside)
        return state.reason == self._refusal or not any(map(self._has_truths, unit.reading.areas))

    def _has_truths(self, area: Area) -> bool:
        if area.sheet in self._outside.cells:
            cells = self._outside.cells[area.sheet]
            return any(area.contains(place) and isinstance(cells[place], bool) for place in cells)
        return any(area.contains(place) for place in self._truths[area.sheet])

    @cached_property
    def _truths(self) -> dict[str, list[tuple[int, int]]]:
        sheets = {name: self._package.sheet(name).cells.items() for name in self._package.sheet_names}
        return {n: [at for at, cell in cells if isinstance(cell.value, bool)] for n, cells in sheets.items()}

    def _areas_as_values(self, asked: Sequence[Unit]) -> list[Area]:
        """The areas whose formulas are replaced by their values: all formulas that call our functions.

        For Excel, all formulas that it is not asked for are replaced: the hidden Excel has no add-ins, no
        macros, and perhaps another language than the workbook.
        """
        computed = {*asked}
        return [u.area for u in self._units if u.ours or (self._excel and u not in computed)]

    def _accept(self, units: Sequence[Unit], answers: Sequence[Block]) -> bool:
        """Write the program's answers, and return whether any is new. Uncomputed cells keep their values."""
        errors = {
            (unit.area.sheet, *place)
            for unit, values in zip(units, answers, strict=True)
            for place, value in zip(unit.cells, chain.from_iterable(values), strict=False)
            if isinstance(value, ErrorMark)
        }
        for name in self._package.sheet_names:
            errors |= {(name, *place) for place in self._package.sheet(name).errors}
        moved = False
        for unit, values in zip(units, answers, strict=True):
            # LibreOffice may show #VALUE! for an unknown function. A #VALUE! from another cell is correct.
            odd = any(value == VALUE for row in values for value in row) and not _refers_to_any(errors, unit)
            failed = any(isinstance(value, Failure) for row in values for value in row)
            if failed or (odd and not self._excel):
                moved |= self._states[unit].way == "answered"
                self._states[unit] = _State("unsure", self._refusal, failed=True)
        unknown = self._certain_dependants(unit for unit, state in self._states.items() if state.failed)
        for unit, values in zip(units, answers, strict=True):
            if unit not in unknown:
                moved |= self._states[unit].way != "answered"
                self._states[unit] = _State("answered")
                moved |= _write(unit, values, self._old)
        return moved

    def _reject_unsettled(self) -> None:
        """Mark answers that may still change after the last round, and their dependants, as not computed."""
        moving = {unit for unit in self._answered_units() if unit.reading.anywhere}
        for unit in self._links.downstream(moving) & self._states.keys():
            self._states[unit] = (
                _State("unsure", Why.CIRCLE) if unit in moving else _State("below", Why.DEPENDS)
            )

    def restore_old_values(self, wrong: Mapping[Place, str]) -> None:
        """Restore the old values of wrong cells and of their dependants. wrong: the reasons, by cell."""
        places = {(unit.area.sheet, *place): unit for unit in self._units for place in unit.cells}
        typed = {place: why for place, why in wrong.items() if place not in places}
        self._typed = [NotComputed(sheet, address(*place), why) for (sheet, *place), why in typed.items()]
        start = [places[place] if place in places else _cell(*place) for place in wrong]
        reasons = {places[place]: why for place, why in [*wrong.items()][::-1] if place in places}
        for unit in self._links.downstream(start) & self._states.keys() - self.uncomputed_units:
            own = unit in reasons
            self._states[unit] = _State("unsure" if own else "below", reasons.get(unit, Why.DEPENDS))
            showed = self._old[unit.area.sheet]
            for cell in unit.cells:
                if cell in showed:
                    unit.sheet.set_cached_value(*cell, showed.pop(cell))

    def clear_stale_values(self) -> None:
        """Clear the stale values that a program can compute when it opens the workbook.

        A value is stale if its formula certainly depends on a changed cell. With iteration, all values stay.
        """
        uncomputed = self.uncomputed_units
        if not uncomputed or has_iteration(self._package):
            return
        stale = {unit for unit in uncomputed if not unit.has_value}
        if stale != uncomputed:
            stale |= self._links.downstream(_areas(self._changed_places()), anywhere=False)
        for unit in uncomputed & stale:
            if can_program_compute(unit, self._outside):
                self._states[unit].waits = True
                _write(unit, [[None]] * len(unit.cells), self._old)
                unit.sheet.compute_on_load(*unit.cells[0])

    def changes(self) -> Iterable[Change]:
        for name in self._package.sheet_names:
            cells = self._package.sheet(name).cells
            for place, old in sorted(self._old[name].items(), key=itemgetter(0)):
                new = cells[place].value if place in cells else None
                if not _look_equal(old, new):
                    yield Change(name, address(*place), old, new)

    def list_not_computed(self) -> Iterable[NotComputed]:
        """List first the cells that keep their old values: nothing else marks the old values as doubtful."""
        yield from self._typed
        for waits in (False, True):
            for unit in self._live:
                state = self._states[unit]
                if not state.known and state.waits == waits:
                    yield NotComputed(unit.area.sheet, unit.ref, state.reason, waits)


def _cell(sheet: str, row: int, column: int) -> Area:
    return Area(sheet, row, column, row, column)


def _areas(places: Mapping[str, Set[tuple[int, int]]]) -> list[Area]:
    return [_cell(name, *place) for name, its in places.items() for place in its]


def _is_touched(changed: Mapping[str, Set[tuple[int, int]]], area: Area) -> bool:
    """Is any cell of an area among the changed cells of its sheet?"""
    places = changed.get(area.sheet, frozenset())
    if area.size <= len(places):
        return not places.isdisjoint(area.cells)
    return any(map(area.contains, places))


def _differs(unit: Unit) -> bool:
    """Does any cell of a formula have another value than in the file?"""
    cells = unit.sheet.cells
    pairs = zip(unit.cells, unit.stored, strict=True)
    return any(place in cells and not agree(old, cells[place].value, near=_NEAR) for place, old in pairs)


def _refers_to_any(cells: set[tuple[str, int, int]], unit: Unit) -> bool:
    """Does a formula refer to one of these cells, other than a cell of the formula itself?"""
    own = {(unit.area.sheet, *place) for place in unit.cells}
    return any(
        area.sheet == name and area.contains((row, column))
        for name, row, column in cells - own
        for area in unit.reading.areas
    )


def _write(unit: Unit, values: Block, before: _Before) -> bool:
    """Write values into the sheet, and add the old values to `before`. Returns whether any looks different.

    A number that differs only behind its 15th digit is written too: a sum of such numbers may look different.
    """
    sheet, showed = unit.sheet, before[unit.area.sheet]
    look_different = False
    for place, new in zip(unit.cells, chain.from_iterable(values), strict=True):
        cell = sheet.cells.get(place)
        old = None if cell is None else cell.value
        if not _equal_in_all_digits(old, new):
            sheet.set_cached_value(*place, new)
            showed.setdefault(place, old)
            look_different |= not _look_equal(old, new)
    return look_different


def _equal_in_all_digits(old: CellValue, new: CellValue) -> bool:
    if isinstance(old, _NOT_NUMBERS) or isinstance(new, _NOT_NUMBERS):
        return type(old) is type(new) and old == new
    return old == new


def _look_equal(old: CellValue, new: CellValue) -> bool:
    """Do two values look equal to people? Numbers are compared to the 15 digits that a spreadsheet shows."""
    if isinstance(old, _NOT_NUMBERS) or isinstance(new, _NOT_NUMBERS):
        return _equal_in_all_digits(old, new)
    # Formatting numbers is slow, and seldom needed.
    return old == new or (math.isclose(old, new, rel_tol=1e-13) and f"{old:.15g}" == f"{new:.15g}")


_NOT_NUMBERS = (bool, str, NoneType)
